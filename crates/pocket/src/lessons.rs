//! Lessons: each ends with its connection, and nothing of it is kept.

use playmat_room::{Host, LessonEffect, LessonInput, LessonRoom, NoLesson, RoomError};
use playmat_wire::messages::ClientMessage;

use crate::call::Effect;
use crate::pocket::Turn;

/// A lesson of one connection.
pub(crate) struct Class {
    pub room: LessonRoom,
}

impl Turn<'_> {
    /// Begins a lesson for a connection that has said hello.
    pub fn begin_lesson(&mut self, conn: u32, game: &str, lesson: &str) -> Result<(), RoomError> {
        let device = self.begun.device.clone();
        let me = self.begun.home()?.me.clone();
        let teaching =
            device.games().service(game)?.lesson(lesson, &me.name).map_err(|none: NoLesson| RoomError::from(none))?;
        let room = LessonRoom::new(teaching, device.draw("lesson", &me.id));
        self.begun.lessons.insert(conn, Class { room });
        let now = self.now;
        self.with_lesson(conn, |room| room.hear(LessonInput::Connect(me), now));
        Ok(())
    }

    /// The learner says something.
    pub fn say_in_lesson(&mut self, conn: u32, message: ClientMessage) {
        let now = self.now;
        self.with_lesson(conn, |room| room.hear(LessonInput::Said(message), now));
    }

    /// Does something with a lesson, and carries out what follows.
    pub fn with_lesson(&mut self, conn: u32, next: impl FnOnce(&mut LessonRoom) -> Vec<LessonEffect>) {
        let now = self.now;
        let Some(class) = self.begun.lessons.get_mut(&conn) else { return };
        let mut effects = next(&mut class.room);
        while !effects.is_empty() {
            let mut more = Vec::new();
            for effect in effects {
                match effect {
                    LessonEffect::Tell(message) => {
                        let text = serde_json::to_string(&message).expect("a message can always be written");
                        self.out.push(Effect::Send { conn, text });
                    }
                    LessonEffect::Search(search) => more.extend(class.room.hear(LessonInput::Searched(search()), now)),
                }
            }
            effects = more;
        }
    }
}
