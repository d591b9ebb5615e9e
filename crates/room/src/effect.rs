//! What goes into a room, and what comes out of it: data, which somebody else carries in and out.

use std::sync::Arc;

use playmat_kernel::{MatchId, Seat};
use playmat_wire::Code;
use playmat_wire::messages::{ClientMessage, Ending, Resume, ServerMessage};
use playmat_wire::tables::{JoinRequest, TableInfo};

use crate::play::Thought;
use crate::{Identity, Loaded, RoomError, TableData};

/// A connection to a table. Whoever runs the room numbers them; no number comes twice at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConnId(pub u32);

/// Something that is asked of a room and answered once ([`Effect::Answer`]), by a number that the asker chooses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RequestId(pub u64);

/// What a room hears.
pub enum Input {
    /// Somebody is there and has said hello.
    Connect {
        /// The new connection.
        conn: ConnId,
        /// Who it is.
        who: Identity,
        /// What they have seen before.
        resume: Option<Resume>,
        /// Whether they want to know where moves can be aimed.
        aims: bool,
    },
    /// Somebody says something.
    Said {
        /// The connection.
        conn: ConnId,
        /// What they say.
        message: ClientMessage,
    },
    /// A connection is gone.
    Gone {
        /// The connection.
        conn: ConnId,
    },
    /// Somebody wants to sit down.
    Join {
        /// To be answered.
        request: RequestId,
        /// Who.
        who: Identity,
        /// Where, and with which deck.
        wish: JoinRequest,
    },
    /// All seats are taken by bots or one person: the match can begin without anybody joining.
    Begin {
        /// To be answered.
        request: RequestId,
    },
    /// Somebody wants to get up.
    Leave {
        /// To be answered.
        request: RequestId,
        /// Who.
        who: Identity,
    },
    /// A player has another identity from now on, or is deleted.
    Become {
        /// To be answered: an error if it could not be written.
        request: RequestId,
        /// The id before.
        from: String,
        /// Who it is now; none if deleted.
        to: Option<Identity>,
    },
    /// A bot has an answer to the question after so many entries.
    Thought {
        /// The match.
        game_match: MatchId,
        /// How many entries it had.
        place: usize,
        /// The answer.
        thought: Thought,
    },
    /// The log has kept what it was given last ([`Effect::Append`]).
    Kept,
    /// The log has refused what it was given last, or it is not known whether it kept it.
    NotKept,
    /// What the log holds ([`Effect::ReadAgain`]); none if it does not answer.
    Read(Option<Box<(TableData, Option<Loaded>)>>),
    /// The server stops.
    ShutDown,
}

/// What a room wants done, in this order.
pub enum Effect {
    /// Write all of it, or none, and say [`Input::Kept`] once it survives any crash. The room does nothing before that, and it is
    /// always the last effect: what follows from it has not happened yet.
    Append(Vec<Write>),
    /// Read the table and its match from the log, see whether the log takes a write, and say [`Input::Read`].
    ReadAgain,
    /// Send a message to these connections.
    Tell {
        /// To whom.
        to: Vec<ConnId>,
        /// What.
        message: Box<ServerMessage>,
    },
    /// Say good-bye to these connections and close them.
    Bye {
        /// To whom.
        to: Vec<ConnId>,
        /// Why, for programs.
        code: Code,
        /// Why, for people.
        sentence: String,
        /// Whether coming back may help.
        again: bool,
    },
    /// Answer what was asked.
    Answer {
        /// Which request.
        request: RequestId,
        /// Whether it was done.
        result: Result<(), RoomError>,
    },
    /// The table as those who sit there see it now.
    Shown(Arc<TableInfo>),
    /// The table as everybody else sees it now, with the delay of spectators.
    Watched(Arc<TableInfo>),
    /// Let a bot think about the open question ([`crate::Room::thought`]), and say [`Input::Thought`].
    Think {
        /// The match.
        game_match: MatchId,
        /// How many entries it has.
        place: usize,
        /// The bot.
        level: String,
        /// The seed of its luck.
        seed: u64,
    },
    /// Tell the operator.
    Report(Incident),
    /// The table is closed: nothing more comes from this room.
    Close,
}

/// One thing to be written.
#[derive(Clone, PartialEq, Debug)]
pub enum Write {
    /// The data of a table.
    Table {
        /// Its code.
        code: String,
        /// Everything about it.
        data: Vec<u8>,
    },
    /// A table is closed. Its matches stay.
    CloseTable {
        /// Its code.
        code: String,
    },
    /// A match begins.
    Match {
        /// The match.
        id: MatchId,
        /// How it is set up.
        opening: Vec<u8>,
    },
    /// Something is entered into a match.
    Entry {
        /// The match.
        id: MatchId,
        /// Its place, from 0. A place is written once.
        place: u32,
        /// The entry.
        entry: Vec<u8>,
        /// What belongs to the entry but not to the record, such as clocks.
        note: Vec<u8>,
    },
    /// A match is over: it goes into the history of its players, and is rated if it counts. Written together with its last entry.
    Finished(Box<Finished>),
}

/// A match that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The match.
    pub id: MatchId,
    /// The game.
    pub game: String,
    /// The name of the edition.
    pub edition: String,
    /// Whether it changes ratings.
    pub rated: bool,
    /// How it ended.
    pub ending: Ending,
    /// Who won.
    pub winner: Option<Seat>,
    /// Whether one person played both seats.
    pub alone: bool,
    /// Whether everybody may read it.
    pub public: bool,
    /// The players.
    pub sides: [Side; 2],
}

/// One player of a match that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    /// Whose match it is; none for bots, deleted players, and the second seat of a hot-seat.
    pub player: Option<String>,
    /// As it was shown.
    pub name: String,
    /// The level of the bot that played at the end.
    pub bot: Option<String>,
    /// What the deck is called.
    pub deck: String,
}

/// What an operator may want to know or count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incident {
    /// A match began.
    Began(MatchId),
    /// The answer of a person was entered.
    Answered,
    /// Somebody was refused something.
    Refused,
    /// The match waits for the log; told once.
    Stalled,
    /// The rules failed at this entry, which was not taken.
    RulesFailed(MatchId, playmat_kernel::Entry),
    /// A player's time is up.
    ClockRanOut(Seat),
    /// That could not be entered.
    ClockNotEntered(Code),
    /// A player did not open a promised share of the seed.
    ShareNotOpened(Seat),
    /// A match cannot begin.
    CannotBegin(Code),
    /// The table is closed.
    Closed(String),
}
