//! The other side of a table: what a client knows. All of it is merged from messages.

use std::hash::{DefaultHasher, Hash, Hasher};

use playmat_wire::messages::{Full, Numbered, Question, Resume, ServerMessage, State, TakeBack, Update, Viewer};
use playmat_wire::tables::TableInfo;
use playmat_wire::{PartForm, SeatForm};

use crate::play::Play;

/// What a client knows of a table.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    /// The table.
    pub table: Option<TableInfo>,
    /// The seats of this client.
    pub seats: Vec<SeatForm>,
    /// The match.
    pub game_match: String,
    /// Whose view it sees.
    pub viewer: Option<Viewer>,
    /// The number of the last event.
    pub number: u32,
    /// The view.
    pub view: Vec<PartForm>,
    /// What was heard, unless events are forgotten.
    pub events: Vec<Numbered>,
    /// Whether events are only counted in [`Mirror::heard`].
    pub forget: bool,
    /// A hash over everything heard.
    pub heard: u64,
    /// Where the match stands.
    pub state: State,
    /// Whether the last own move can be taken back.
    pub take_back: Option<TakeBack>,
    /// What is asked.
    pub question: Option<Question>,
}

impl Mirror {
    /// Merges a message, as `docs/protocol.md` says.
    pub fn take(&mut self, message: &ServerMessage) -> Result<(), String> {
        match message {
            ServerMessage::Welcome { seats, table, .. } => {
                (self.seats, self.table) = (seats.clone(), Some(table.clone()));
            }
            ServerMessage::Table { table } => self.table = Some(table.clone()),
            ServerMessage::Full(full) => self.take_full(full),
            ServerMessage::Update(update) => self.take_update(update)?,
            _ => {}
        }
        Ok(())
    }

    fn take_full(&mut self, full: &Full) {
        (self.game_match, self.viewer, self.number) = (full.game_match.clone(), Some(full.viewer), full.number);
        self.view = full.view.0.clone();
        self.events.clear();
        self.heard = 0;
        self.hear(&full.events);
        (self.state, self.question) = (full.state.clone(), full.question.clone());
        self.take_back = full.take_back;
    }

    fn take_update(&mut self, update: &Update) -> Result<(), String> {
        if update.game_match != self.game_match || update.from != self.number {
            return Err(format!("a gap: an update from {} came, the client has {}", update.from, self.number));
        }
        for change in &update.changes {
            self.view.get_mut(change.part as usize).ok_or("a change of a part that is not there")?.value = change.value.clone();
        }
        self.hear(&update.events);
        self.number = update.to;
        (self.state, self.question) = (update.state.clone(), update.question.clone());
        self.take_back = update.take_back;
        Ok(())
    }

    fn hear(&mut self, events: &[Numbered]) {
        for event in events {
            self.heard = hash(self.heard, event);
        }
        if !self.forget {
            self.events.extend(events.iter().cloned());
        }
    }

    /// Where this client is, for coming back.
    pub fn place(&self) -> Option<Resume> {
        let Mirror { game_match, viewer, number, .. } = self;
        viewer.map(|viewer| Resume { game_match: game_match.clone(), viewer, number: *number })
    }

    /// Whether this client has exactly what the match leads to after so many entries; what differs, if not.
    pub fn compare(&self, play: &dyn Play, entries: usize) -> Result<(), String> {
        let whole = play.whole(self.viewer.ok_or("the client has seen nothing")?, entries);
        let heard = whole.events.iter().fold(0, hash);
        match () {
            () if whole.number != self.number => Err(format!("{} events, the client has {}", whole.number, self.number)),
            () if whole.view.0 != self.view => Err("another view".into()),
            () if heard != self.heard => Err("other events were heard".into()),
            () => Ok(()),
        }
    }
}

fn hash(before: u64, event: &Numbered) -> u64 {
    let mut hasher = DefaultHasher::new();
    (before, event.n, event.veiled, &event.event.what, &event.event.text).hash(&mut hasher);
    hasher.finish()
}
