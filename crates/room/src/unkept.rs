//! What a room does in steps, because the log has to keep each of them before the next one. An action either is done at once or
//! stops with something to be appended; once that is kept it goes on from there, and may stop again. When it has come to its end,
//! whoever began it is told.

use std::time::Duration;

use playmat_kernel::{BySeat, Entry, Seal};

use crate::play::Play;
use crate::{Code, ConnId, Effect, Identity, Incident, Input, RETRY, RequestId, Room, RoomError, TableData, Write};

/// What an action has come to.
pub(crate) type Acted = Result<Progress, RoomError>;

/// How far an action has come.
pub(crate) enum Progress {
    /// It is done.
    Done,
    /// It goes on when the log has kept this.
    Append(Vec<Write>, Box<Unkept>),
}

impl Progress {
    /// It goes on when the log has kept this.
    pub(crate) fn append(writes: Vec<Write>, unkept: Unkept) -> Self {
        Progress::Append(writes, Box::new(unkept))
    }
}

/// What the log has been given and not kept yet. Nothing of it has happened.
pub(crate) enum Unkept {
    /// An entry of the match, which the table has been proposed.
    Entry { entry: Entry, table: Option<TableData>, clocks: BySeat<Duration>, seal: Option<Seal> },
    /// Somebody has sat down or got up.
    Seats(TableData),
    /// Players have another identity, or are deleted.
    People(TableData),
    /// The server's promise of a secret.
    Dealt(TableData),
    /// A player's promise of a share.
    Promised(TableData),
    /// That nothing more can be promised.
    Sealed(TableData),
    /// A player's share.
    Opened(TableData),
    /// A match.
    Begun { data: TableData, play: Box<dyn Play> },
    /// That the table is closed, and why.
    Closed(String),
}

/// What follows when an action has come to its end.
pub(crate) enum Then {
    /// Nothing.
    Nothing,
    /// Whoever said something is told if it was not done.
    Refuse { conn: ConnId, to: &'static str, decision: Option<u32> },
    /// A person has answered a question; told if not.
    Answered { conn: ConnId, decision: u32 },
    /// Whoever asked for it is answered.
    Answer(RequestId),
    /// Whoever asked is answered, whether or not the table could be closed.
    Left(RequestId),
    /// Somebody has sat down.
    SatDown { request: RequestId, who: Identity },
    /// Somebody has got up.
    GotUp { request: RequestId, who: Identity },
    /// A player who is deleted has conceded.
    Conceded { request: RequestId, from: String },
    /// A table of deleted players is closed, or they are written.
    Deserted { request: RequestId, data: Box<TableData> },
    /// An answer was made that had waited for its time.
    WaitedLongEnough,
    /// A player's time is up.
    TimedOut,
    /// A match has begun without waiting any longer.
    DealtAnyway,
}

/// What a room waits for.
pub(crate) enum Pending {
    /// That the log keeps something.
    Append(Box<Unkept>, Then),
    /// That the log is read again.
    Read,
}

impl Room {
    /// Goes on with an action: to its end, or until the log has to keep something.
    pub(crate) fn go_on(&mut self, acted: Acted, then: Then) {
        match acted {
            Ok(Progress::Append(writes, unkept)) => {
                self.effects.push(Effect::Append(writes));
                self.pending = Some(Box::new(Pending::Append(unkept, then)));
            }
            Ok(Progress::Done) => self.finish(then, Ok(())),
            Err(error) => self.finish(then, Err(error)),
        }
    }

    /// The log has kept something or not, or was read. An answer that nobody waits for says nothing.
    pub(crate) fn hear_from_the_log(&mut self, input: Input) {
        let Some(pending) = self.pending.take() else { return };
        match (*pending, input) {
            (Pending::Append(unkept, then), Input::Kept) => {
                let acted = self.kept(unkept);
                self.go_on(acted, then);
            }
            (Pending::Append(unkept, then), Input::NotKept) => {
                let acted = self.not_kept(unkept);
                self.go_on(acted, then);
            }
            (Pending::Read, Input::Read(read)) => self.recover(read),
            (pending, _) => self.pending = Some(Box::new(pending)),
        }
    }

    /// What the log has kept happens now.
    fn kept(&mut self, unkept: Box<Unkept>) -> Acted {
        match *unkept {
            Unkept::Entry { entry, table, clocks, seal } => {
                self.clocks = clocks;
                if let Some(data) = table {
                    self.data = data;
                }
                if let Some(play) = &mut self.play {
                    play.accept();
                    seal.into_iter().for_each(|seal| play.keep_seal(seal));
                }
                self.entered(entry);
            }
            Unkept::Seats(data) => self.data = data,
            Unkept::People(data) => {
                self.data = data;
                self.show();
            }
            Unkept::Dealt(data) => return self.dealt(data),
            Unkept::Promised(data) => {
                self.data = data;
                if self.all_promised() {
                    return self.seal();
                }
            }
            Unkept::Sealed(data) => return self.sealed(data),
            Unkept::Opened(data) => {
                self.data = data;
                if self.all_opened() {
                    return self.begin();
                }
            }
            Unkept::Begun { data, play } => return self.begun(data, play),
            Unkept::Closed(why) => {
                self.dismiss(Code::TableClosed, &why, false);
                self.report(Incident::Closed(why));
                self.end();
            }
        }
        Ok(Progress::Done)
    }

    /// What the log has not kept does not happen. It may hold it all the same, which matters to a match that runs: it is read again
    /// before anything else happens.
    fn not_kept(&mut self, unkept: Box<Unkept>) -> Acted {
        match *unkept {
            Unkept::Entry { .. } | Unkept::People(_) => self.stall(),
            // A player who opened a share must not lose because the log failed. After a restart it is asked for again.
            Unkept::Opened(data) => {
                self.data = data;
                if self.all_opened() {
                    return self.begin();
                }
            }
            Unkept::Begun { .. } => {
                // A match begins once: if the log holds it, it goes on.
                self.stall();
                self.deal_at = Some(self.now() + RETRY);
            }
            Unkept::Closed(_) => self.close_after = self.now() + RETRY,
            Unkept::Seats(_) | Unkept::Dealt(_) | Unkept::Promised(_) | Unkept::Sealed(_) => {}
        }
        Err(RoomError::log())
    }

    /// An action has come to its end.
    fn finish(&mut self, then: Then, result: Result<(), RoomError>) {
        match (then, result) {
            (Then::Nothing, _) => {}
            (Then::Refuse { .. }, Ok(())) => {}
            (Then::Refuse { conn, to, decision }, Err(error)) => self.refuse(conn, to, error, decision),
            (Then::Answered { .. }, Ok(())) => self.report(Incident::Answered),
            (Then::Answered { conn, decision }, Err(error)) => self.refuse(conn, "answer", error, Some(decision)),
            (Then::Answer(request), result) => self.answer_request(request, result),
            (Then::Left(request), _) => self.answer_request(request, Ok(())),
            (Then::SatDown { request, who }, Ok(())) => {
                self.reseat(&who);
                self.show();
                self.answer_request(request, Ok(()));
            }
            (Then::GotUp { request, who }, Ok(())) => self.got_up(request, &who),
            (Then::SatDown { request, .. } | Then::GotUp { request, .. }, Err(error)) => {
                self.answer_request(request, Err(error));
            }
            (Then::Conceded { request, from }, Ok(())) => self.exchange(request, &from, None),
            (Then::Conceded { request, .. }, Err(error)) => self.answer_request(request, Err(error)),
            (Then::Deserted { request, .. }, Ok(())) => self.answer_request(request, Ok(())),
            (Then::Deserted { request, data }, Err(_)) => self.write_people(request, *data),
            (Then::WaitedLongEnough, result) => {
                if result.is_err() && self.stalled.is_none() {
                    // A bot's answer is always listed. If it ever is not, the match must not loop.
                    self.asking.iter_mut().for_each(|asking| asking.waiting = None);
                }
            }
            (Then::TimedOut, result) => self.timed_out(result),
            (Then::DealtAnyway, Ok(())) => {}
            (Then::DealtAnyway, Err(error)) => {
                self.report(Incident::CannotBegin(error.code));
                self.deal_at = Some(self.now() + RETRY);
                if !error.passes() {
                    // No later try can help.
                    let closing = self.close(error.sentence);
                    self.go_on(closing, Then::Nothing);
                }
            }
        }
    }

    pub(crate) fn answer_request(&mut self, request: RequestId, result: Result<(), RoomError>) {
        self.effects.push(Effect::Answer { request, result });
    }
}
