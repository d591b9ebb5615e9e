//! The points of a match, one after the other, those that were taken back included.

use playmat_cards::{CardGame, Event, Reason, Setup};
use playmat_catalog::AnyRules;
use playmat_chance::{RecordingChance, SecureChance, Seed};
use playmat_kernel::{
    Audience, BySeat, Decision, Entry, Fingerprint, Heard, Occasion, Record, RefusalReason, Refused, Seat, Table, Told, enter,
};
use playmat_wire::messages::Numbered;
use playmat_wire::{EventForm, MadeWith, Opening};

/// A point of a match at which somebody is asked, or it is over.
pub struct Point<G: CardGame> {
    /// The table; it holds secrets.
    pub table: Table<G>,
    /// The state of its chance.
    pub chance: SecureChance,
    /// How many events there were. A rewind does not lower it, because events keep their numbers.
    pub number: u32,
}

/// What an entry led to.
pub struct Transition<G: CardGame> {
    /// The point that it led to.
    pub point: Point<G>,
    /// What happened, in all its forms.
    pub told: Vec<Told<Event>>,
    /// The questions to chance, with their answers.
    pub draws: Vec<(u32, u32)>,
}

/// Why a record cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// It was played under other rules.
    Rules {
        /// The rules of the record.
        found: Fingerprint,
        /// The rules that are available.
        expected: Fingerprint,
    },
    /// An answer that is not possible at its place.
    Refused {
        /// The place among the entries.
        entry: usize,
        /// The refused answer with its reason.
        why: Refused<usize, Reason>,
    },
    /// An entry after the end, or a rewind to an entry that was taken back.
    Impossible {
        /// The place among the entries.
        entry: usize,
    },
}

/// The opening of a match under these rules.
pub fn opening(rules: &dyn AnyRules, setup: Setup, seed: Seed, players: BySeat<String>) -> Opening {
    let made_with = MadeWith { cards: Some(rules.set()), version: rules.version() };
    Opening {
        game: rules.game().into(),
        terms: rules.terms().clone(),
        made_with,
        setup,
        seed,
        players,
        continues: None,
        own_cards: vec![],
    }
}

/// The first point of a match, and what happened before it.
pub fn first<G: CardGame>(rules: &G::Rules, opening: &Opening) -> Transition<G> {
    first_of(rules, opening, G::open(rules, &opening.setup))
}

fn first_of<G: CardGame>(rules: &G::Rules, opening: &Opening, position: G::Position) -> Transition<G> {
    let mut told = Vec::new();
    let mut chance = opening.seed.chance();
    let mut witness = RecordingChance::new(&mut chance);
    let table = Table::<G>::start(rules, position, &mut witness, &mut told);
    let draws = witness.draws;
    let number = told.len() as u32;
    Transition { point: Point { table, chance, number }, told, draws }
}

/// What an entry that is no rewind leads to.
pub fn step<G: CardGame>(rules: &G::Rules, from: &Point<G>, entry: Entry) -> Result<Transition<G>, Refused<usize, Reason>> {
    let mut point = from.clone();
    let mut told = Vec::new();
    let mut witness = RecordingChance::new(&mut point.chance);
    enter(&mut point.table, rules, entry, &mut witness, &mut told)?;
    let draws = witness.draws;
    point.number += told.len() as u32;
    Ok(Transition { point, told, draws })
}

/// What a rewind to an earlier point leads to: the same table and the same chance, so that the same draws come again. Everybody
/// who was told of what is taken back is told of the rewind.
pub fn step_back<G: CardGame>(from: &Point<G>, to: &Point<G>) -> Transition<G> {
    let mut point = to.clone();
    let mut told = Vec::new();
    if from.number != to.number {
        let seat = to.table.decision().map(|decision| decision.seat);
        let event = Event { what: TAKEN_BACK, cause: None, seat, cards: vec![], number: None, word: None, shown_to: None };
        told.push(Told::by(|_| Heard::Known(event.clone())));
        point.number = from.number + 1;
    }
    Transition { point, told, draws: Vec::new() }
}

/// What an entry of any kind leads to at this place: this function alone decides what a record may hold. `before` returns the
/// point before an entry that was not taken back.
pub(crate) fn entered<G: CardGame>(
    rules: &G::Rules,
    now: &Point<G>,
    (place, entry): (usize, Entry),
    before: impl FnOnce(usize) -> Option<Point<G>>,
) -> Result<Transition<G>, ReplayError> {
    let impossible = ReplayError::Impossible { entry: place };
    match entry {
        Entry::Rewind(_) if now.table.outcome().is_some() => Err(impossible),
        Entry::Rewind(to) if to as usize == place => Ok(step_back(now, now)),
        Entry::Rewind(to) => before(to as usize).map(|to| step_back(now, &to)).ok_or(impossible),
        entry => step(rules, now, entry).map_err(|why| match why.reason {
            RefusalReason::Over => impossible,
            _ => ReplayError::Refused { entry: place, why },
        }),
    }
}

/// Plays the first entries of a record, in the order in which they were made. `visit` gets 0 and the opening, then after each
/// entry how many there were and what the last one led to.
pub fn walk<G: CardGame>(
    rules: &G::Rules,
    record: &Record<Opening>,
    entries: usize,
    visit: impl FnMut(usize, &Transition<G>),
) -> Result<Point<G>, ReplayError> {
    walk_from(rules, record, None, entries, visit)
}

/// [`walk`] for a match that begins with another position than its record says: the scene of a lesson.
pub fn walk_from<G: CardGame>(
    rules: &G::Rules,
    record: &Record<Opening>,
    scene: Option<&G::Position>,
    entries: usize,
    mut visit: impl FnMut(usize, &Transition<G>),
) -> Result<Point<G>, ReplayError> {
    let made = &record.entries[..entries.min(record.entries.len())];
    let goes_back = made.iter().any(|entry| matches!(entry, Entry::Rewind(_)));
    let position = scene.cloned().unwrap_or_else(|| G::open(rules, &record.setup.setup));
    let opening = first_of::<G>(rules, &record.setup, position);
    visit(0, &opening);
    let mut now = opening.point;
    let mut before: Vec<Point<G>> = Vec::new();
    let mut stands = Vec::new();
    for (place, &entry) in made.iter().enumerate() {
        if goes_back {
            before.push(now.clone());
        }
        let still = |to: usize| stands.binary_search(&to).ok().map(|_| before[to].clone());
        let step = entered(rules, &now, (place, entry), still)?;
        stand(&mut stands, place, entry);
        visit(place + 1, &step);
        now = step.point;
    }
    Ok(now)
}

/// The places of the entries that were not taken back by any of these, in order.
pub(crate) fn standing(entries: &[Entry]) -> Vec<usize> {
    let mut stands = Vec::new();
    entries.iter().enumerate().for_each(|(place, &entry)| stand(&mut stands, place, entry));
    stands
}

/// Adds an entry; a rewind removes those that it takes back.
fn stand(stands: &mut Vec<usize>, place: usize, entry: Entry) {
    match entry {
        Entry::Rewind(to) => stands.truncate(stands.partition_point(|&made| made < to as usize)),
        _ => stands.push(place),
    }
}

/// An event in a sentence, with the names of the players.
pub fn sentence<G: CardGame>(rules: &G::Rules, event: &Event, players: &BySeat<String>) -> String {
    if event.what == TAKEN_BACK {
        return match event.seat {
            Some(seat) => format!("{} takes back a move.", players[seat]),
            None => "A move is taken back.".to_owned(),
        };
    }
    G::sentence(rules, event, BySeat::from_fn(|seat| players[seat].as_str()))
}

/// What an audience has heard of these events, each with its number and in a sentence; `before` is how many there were before them.
pub fn heard<G: CardGame>(
    rules: &G::Rules,
    told: &[Told<Event>],
    before: u32,
    audience: Audience,
    players: &BySeat<String>,
) -> Vec<Numbered> {
    let heard = told.iter().zip(before + 1..).filter_map(|(told, n)| match told.to(audience) {
        Heard::Known(event) => Some((n, event, false)),
        Heard::Veiled(event) => Some((n, event, true)),
        Heard::Unheard => None,
    });
    let form = |event| EventForm::of(event, sentence::<G>(rules, event, players), G::cards(rules));
    heard.map(|(n, event, veiled)| Numbered { n, veiled, event: form(event) }).collect()
}

/// What an entry that is no answer did, in one stable word and a sentence: the rules have no event for it.
pub fn entry_event(entry: Entry, players: &BySeat<String>) -> Option<(&'static str, String)> {
    match entry {
        Entry::Concede(seat) => Some(("conceded", format!("{} concedes.", players[seat]))),
        Entry::Timeout(seat) => Some(("timed-out", format!("{} has run out of time.", players[seat]))),
        Entry::Takeover(seat) => Some(("taken-over", format!("A bot plays on for {}.", players[seat]))),
        Entry::AgreedDraw => Some(("drawn-by-agreement", "Both agree to a draw.".into())),
        Entry::Answer(_) | Entry::Rewind(_) | Entry::SeedCommitment(_) => None,
    }
}

/// An event in the fullest form that any audience heard: for a match that is over.
pub fn fullest_form(told: &Told<Event>) -> Option<&Event> {
    let forms = || Audience::ALL.iter().map(|&audience| told.to(audience));
    let known = forms().find_map(|heard| if let Heard::Known(event) = heard { Some(event) } else { None });
    known.or_else(|| forms().find_map(|heard| if let Heard::Veiled(event) = heard { Some(event) } else { None }))
}

/// The word of the event that a move is taken back, which no rules have.
pub const TAKEN_BACK: &str = "taken-back";

impl<G: CardGame> Point<G> {
    /// Who is to make a move, with nothing half done.
    pub fn to_move(&self) -> Option<Seat> {
        match self.table.decision() {
            Some(Decision { seat, occasion: Occasion::Move, .. }) => Some(seat),
            _ => None,
        }
    }
}

impl<G: CardGame> Clone for Point<G> {
    fn clone(&self) -> Self {
        Point { table: self.table.clone(), chance: self.chance.clone(), number: self.number }
    }
}
