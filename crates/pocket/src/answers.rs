//! Answers to requests, as over HTTP.

use playmat_room::RoomError;
use playmat_wire::tables::Problem;
use serde::Serialize;

use crate::call::{Effect, Reply, to_frame};

/// An answer to a request.
pub struct Answer {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
}

/// What a request leads to; none if the answer comes later.
pub type Answered = Result<Option<Answer>, RoomError>;

impl Answer {
    /// A value as JSON.
    pub fn json(value: &impl Serialize) -> Self {
        Answer { status: 200, kind: "application/json", body: written(value) }
    }

    /// A text.
    pub fn text(text: String) -> Self {
        Answer { status: 200, kind: "text/plain; charset=utf-8", body: text.into_bytes() }
    }

    /// A file of bytes.
    pub fn bytes(body: Vec<u8>) -> Self {
        Answer { status: 200, kind: "application/octet-stream", body }
    }
}

impl From<RoomError> for Answer {
    fn from(RoomError { code, sentence }: RoomError) -> Self {
        // What a socket is told has no status of its own.
        let status = if code.status() == 0 { 409 } else { code.status() };
        Answer { status, kind: "application/json", body: written(&Problem { code: code.word().into(), sentence }) }
    }
}

/// What is said to the page, with the bytes that belong to it.
#[derive(Default)]
pub struct Out {
    effects: Vec<Effect>,
    bytes: Vec<u8>,
}

impl Out {
    /// Something to be done that has no bytes.
    pub fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Something to be done with these bytes.
    pub fn push_with(&mut self, bytes: &[u8], effect: impl FnOnce(usize) -> Effect) {
        self.effects.push(effect(bytes.len()));
        self.bytes.extend_from_slice(bytes);
    }

    /// The answer to a request.
    pub fn answer(&mut self, request: u32, answer: Answer) {
        let Answer { status, kind, body } = answer;
        self.push_with(&body, |bytes| Effect::Answer { request, status, kind: kind.into(), bytes });
    }

    /// All of it as one frame.
    pub fn frame(self, wake: Option<u64>) -> Vec<u8> {
        to_frame(&Reply { effects: self.effects, wake }, &self.bytes)
    }
}

fn written(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("texts and numbers can always be written")
}
