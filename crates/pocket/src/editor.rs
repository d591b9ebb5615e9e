//! The editor of the workshop on a device: an instance of its own, which a page makes only where cards are written.

use playmat_bots::Clock;
use playmat_catalog::Origin;
use playmat_room::{Code, RoomError, WorkshopAnswer};

use crate::answers::{Answer, Out};
use crate::call::{Call, Effect, Said, from_frame};
use crate::requests::read;

/// What answers an editor's questions.
pub struct Editor;

impl Editor {
    /// An editor on the machine with this clock. It needs no time.
    pub fn new(_: Clock) -> Self {
        Editor
    }

    /// Hears a [`Said`] with its bytes, and gives the [`Reply`](crate::Reply) with its bytes: the answer to a request. The frame may be
    /// anything.
    pub fn hear(&mut self, frame: &[u8]) -> Vec<u8> {
        let mut out = Out::default();
        match from_frame::<Said>(frame) {
            Ok((Said { call: Call::Begin { .. }, .. }, _)) => {}
            Ok((Said { call: Call::Request { request, method, path }, .. }, body)) => {
                out.answer(request, answer(&method, &path, body).unwrap_or_else(Answer::from));
            }
            Ok(_) => out.push(Effect::Refused { sentence: "an editor answers requests and nothing else".into() }),
            Err(sentence) => out.push(Effect::Refused { sentence }),
        }
        out.frame(None)
    }
}

fn answer(method: &str, path: &str, body: &[u8]) -> Result<Answer, RoomError> {
    let none = || RoomError::new(Code::NotFound, "An editor is asked at /api/games/GAME/workshop/WHAT.");
    let parts: Vec<&str> = path.strip_prefix("/api/").unwrap_or(path).split('/').collect();
    let ("POST", ["games", game, "workshop", what]) = (method, &parts[..]) else { return Err(none()) };
    let shipped = || Origin::Shipped.texts(game).unwrap_or_default();
    Ok(Answer::json(&WorkshopAnswer::to(game, what, read(body)?, shipped)?))
}
