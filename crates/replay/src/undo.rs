//! Who may take a move back without asking: it depends on what the move has told. That is derived from views, events, questions
//! and chance; no move declares it itself.

use playmat_cards::{CardGame, CardInfo, DefId, Value, View};
use playmat_kernel::{Audience, Decision, Entry, Heard, Occasion, Options, Seat, Table};

use crate::points::{Point, Transition};

/// The moves of a match that were not taken back, and which of them told nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UndoHistory {
    moves: Vec<Mark>,
}

/// What every audience sees at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenViews([View; 3]);

impl SeenViews {
    /// The views of a table.
    pub fn of<G: CardGame>(rules: &G::Rules, table: &Table<G>) -> Self {
        SeenViews(Audience::ALL.map(|audience| G::view(rules, table.position(), audience)))
    }

    /// The view of one audience.
    pub fn by(&self, audience: Audience) -> &View {
        match audience {
            Audience::Player(seat) => &self.0[usize::from(seat.bit())],
            Audience::Public => &self.0[2],
        }
    }
}

/// A move that can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    /// The entry that is the first to be undone.
    pub to: u32,
    /// Whether nobody has learned anything since. Then nobody has to be asked.
    pub free: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    place: u32,
    seat: Seat,
    /// Nobody has learned anything by it.
    silent: bool,
    /// Nobody has been told of it: it is still being declared.
    unseen: bool,
}

impl UndoHistory {
    /// An entry was made at this place, when `asked` was open and `before` was seen. It led to `step`, and `now` is seen.
    pub fn entered<G: CardGame>(
        &mut self,
        rules: &G::Rules,
        place: u32,
        entry: Entry,
        (asked, before): (Option<Decision>, &SeenViews),
        (step, now): (&Transition<G>, &SeenViews),
    ) {
        match (entry, asked) {
            (Entry::Rewind(to), _) => self.moves.retain(|made| made.place < to),
            (Entry::Answer(_), Some(asked)) => {
                let own = self.moves.last().is_some_and(|last| last.seat == asked.seat);
                if asked.occasion != Occasion::Declaring || !own {
                    self.moves.push(Mark { place, seat: asked.seat, silent: true, unseen: true });
                }
                if let Some(last) = self.moves.last_mut() {
                    last.silent = last.silent && silent(rules, before, (step, now), asked.seat);
                    let still = step.point.table.decision().is_some_and(|now| now.seat == asked.seat);
                    last.unseen = last.unseen && step.told.is_empty() && still;
                }
            }
            _ => {}
        }
    }

    /// The last move of a seat, if it has made one.
    pub fn of(&self, seat: Seat) -> Option<Undo> {
        let at = self.moves.iter().rposition(|made| made.seat == seat)?;
        // An answer of another player tells something as soon as it is told, even if there was nothing to choose.
        let free = self.moves[at].silent && self.moves[at + 1..].iter().all(|later| later.unseen);
        Some(Undo { to: self.moves[at].place, free })
    }
}

/// Whether a step told nobody anything hidden. Only what the mover and the public saw counts, so that the result tells the mover
/// nothing either; what the rival already knew plays no part. The rival cannot have learned more: the public must hear every
/// event in full, and views change with events only.
pub(crate) fn silent<G: CardGame>(
    rules: &G::Rules,
    before: &SeenViews,
    (step, now): (&Transition<G>, &SeenViews),
    mover: Seat,
) -> bool {
    if !step.draws.is_empty() || step.told.iter().any(|told| !matches!(told.to(Audience::Public), Heard::Known(_))) {
        return false;
    }
    let cards = G::cards(rules);
    let blind = [Audience::Public, Audience::Player(mover)].into_iter().all(|audience| {
        let known = named(before.by(audience), cards);
        let told = step.told.iter().filter_map(|told| match told.to(audience) {
            Heard::Known(event) | Heard::Veiled(event) => Some(event),
            Heard::Unheard => None,
        });
        let mut heard = told.flat_map(|event| event.cards.iter().filter_map(|card| card.def));
        among(&named(now.by(audience), cards), &known) && heard.all(|def| made(cards, def) || known.binary_search(&def).is_ok())
    });
    blind && !asks_for_secrets(rules, &step.point, now.by(Audience::Player(mover)), mover)
}

/// The cards that a view names, with repetitions, sorted. Tokens are made in the open and are no secret.
fn named(view: &View, cards: &[CardInfo]) -> Vec<DefId> {
    let shown = view.parts.iter().filter_map(|part| if let Value::Cards(shown) = &part.value { Some(shown) } else { None });
    let defs = shown.flatten().flat_map(|card| card.def.iter().chain(&card.under)).copied();
    let mut named: Vec<DefId> = defs.filter(|&def| !made(cards, def)).collect();
    named.sort_unstable();
    named
}

/// Whether one sorted list contains another, with repetitions.
fn among(some: &[DefId], all: &[DefId]) -> bool {
    let mut all = all.iter();
    some.iter().all(|one| all.by_ref().find(|other| *other >= one) == Some(one))
}

fn made(cards: &[CardInfo], def: DefId) -> bool {
    cards.get(def.0 as usize).is_some_and(|card| card.token || card.generated)
}

/// Whether the open question may be about hidden cards: the mover searches a deck, which is shown to nobody, or the rival is
/// asked to respond, and saying to what would tell the mover something.
fn asks_for_secrets<G: CardGame>(rules: &G::Rules, point: &Point<G>, view: &View, mover: Seat) -> bool {
    let Some(asked) = point.table.decision() else { return false };
    if asked.seat != mover {
        return asked.occasion != Occasion::Move;
    }
    let mut options = Options::new();
    point.table.options(rules, &mut options);
    let faces = options.iter().map(|&choice| G::face(rules, point.table.position(), choice));
    faces.filter_map(|face| face.card).any(|spot| !matches!(view.part(Some(spot.side), spot.zone), Some(Value::Cards(_))))
}
