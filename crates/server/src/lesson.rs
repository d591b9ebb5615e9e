//! The task of a lesson. It behaves like the task of a room, but nothing is stored: it ends with its socket, and begins again with
//! the next one.

use std::sync::Arc;

use playmat_chance::Draws;
use playmat_room::{LessonEffect, LessonInput, LessonRoom, Teaching};
use tokio::sync::{mpsc, watch};

use crate::clock::Clock;
use crate::room::{ConnId, Inbox, Out, RoomHandle, text};

/// The connection of a lesson, which has only one.
const ONLY: ConnId = ConnId(0);

/// Begins a lesson for the next connection.
pub fn begin(teaching: Box<dyn Teaching>, draws: Draws) -> RoomHandle {
    let (inbox, said) = mpsc::channel(16);
    let room = LessonRoom::new(teaching, draws);
    let (_, shown) = watch::channel(Arc::new(room.table().clone()));
    tokio::spawn(run(room, said));
    RoomHandle { inbox, shown: shown.clone(), watched: shown }
}

async fn run(mut room: LessonRoom, mut said: mpsc::Receiver<Inbox>) {
    // Lessons go by a clock of their own: nobody puts it forward.
    let clock = Clock::default();
    let mut out = None;
    loop {
        let mut effects = tokio::select! {
            biased;
            () = clock.sleep_until(room.wakes_at()) => room.tick(clock.moment()),
            said = said.recv() => match said {
                Some(Inbox::Connect { who, out: to, reply, .. }) => {
                    out = Some(to);
                    let _ = reply.send(ONLY);
                    room.hear(LessonInput::Connect(who), clock.moment())
                }
                Some(Inbox::Said { message, .. }) => room.hear(LessonInput::Said(message), clock.moment()),
                Some(Inbox::Gone { .. } | Inbox::ShutDown) | None => return,
                Some(_) => vec![],
            },
        };
        while !effects.is_empty() {
            let mut next = Vec::new();
            for effect in effects {
                match effect {
                    LessonEffect::Tell(message) => {
                        out.take_if(|out| out.try_send(Out::Text(text(&message))).is_err());
                    }
                    LessonEffect::Search(search) => {
                        // If the search fails, the goal counts as reachable.
                        let reachable = tokio::task::spawn_blocking(search).await.unwrap_or(true);
                        next.extend(room.hear(LessonInput::Searched(reachable), clock.moment()));
                    }
                }
            }
            effects = next;
        }
    }
}
