//! Test worlds that no `imagine` has made: a second real match, dealt differently, in which one seat has seen and heard exactly
//! the same.
//!
//! Both matches are opened and played by the rules, from the same deck lists for the seat itself and other ones for its rival,
//! with the decks in another order, and with the same luck afterwards. The seat gives the same answers in both; in the second
//! match the rival gives whatever leads to the same for the seat. Where the seat would see a difference, the second match was
//! dealt in an impossible way: the cards that were seen are then dealt as in the first one, and the second match is played again
//! from its opening. So what is different at the end is what the seat cannot know, by the rules themselves, and a game that
//! imagines more or less than that is caught.
//!
//! Both matches move the same pieces: a card that is played from some place of the rival's hand in one match is played from the
//! same place in the other. Any world can be written like that, since the rival's list may be in any order, and then two equal
//! imagined worlds are equal byte for byte.

use std::collections::BTreeSet;

use playmat_cards::{CardGame, CardInfo, CardRef, DefId, Event, Face, Question, Reason, Setup, Value, View, ZoneId};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Decision, Heard, Options, Outcome, Seat, Table, Told, shuffle};

use crate::telling::named;

/// How many random decks are drawn to find one of the same make as the rival's.
const DRAWN: usize = 40;

/// Two matches that a seat cannot tell apart.
pub struct Twins<'a, G: CardGame> {
    rules: &'a G::Rules,
    seat: Seat,
    seed: u64,
    real: Line<G>,
    other: Line<G>,
    real_dealing: Dealing,
    dealing: Dealing,
    /// The rival's cards and the seat's own that are dealt as in the real match by now, by their places in the lists.
    fixed: BySeat<BTreeSet<usize>>,
    steps: Vec<Taken>,
    /// What the seat saw when the match was opened, and where the cards lay.
    opened: (SeatStep, Pieces),
}

/// A match of the two.
struct Line<G: CardGame> {
    table: Table<G>,
    chance: Dealt,
    /// The number of the zone that the seat's own deck is.
    deck: ZoneId,
}

/// What both players bring, and the order in which their decks are shuffled: places in the lists, the top first.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Dealing {
    lists: BySeat<Vec<DefId>>,
    orders: BySeat<Vec<usize>>,
}

/// Chance that first shuffles as it is told.
#[derive(Clone, Debug)]
struct Dealt {
    /// The answers, the first one last.
    script: Vec<u32>,
    then: FastChance,
}

/// An answer of the real match, and what the seat saw of it.
struct Taken {
    by: Seat,
    pick: usize,
    face: Face,
    seen: SeatStep,
    pieces: Pieces,
}

/// Which card lies where: the cards of each zone in their order, except for the seat's own deck, whose order nobody knows.
type Pieces = Vec<Vec<CardRef>>;

/// All that a seat saw and heard of a step.
#[derive(Clone, PartialEq, Debug)]
struct SeatStep {
    heard: Vec<Heard<Event>>,
    view: View,
    over: Option<Outcome>,
    asks: Option<Seat>,
    asked: Option<Asked>,
}

/// What the seat is asked.
#[derive(Clone, PartialEq, Debug)]
struct Asked {
    decision: Decision,
    question: Question,
    faces: Vec<Face>,
    reasons: Vec<(DefId, Reason)>,
}

impl<'a, G: CardGame> Twins<'a, G> {
    /// Opens both matches, the real one with these decks. `seat` is the one that must not see a difference.
    pub fn open(rules: &'a G::Rules, decks: BySeat<Vec<DefId>>, seat: Seat, seed: u64) -> Self {
        let mut chance = FastChance::nth(seed, 4);
        let mut any_order = |count: usize| {
            let mut order: Vec<usize> = (0..count).collect();
            shuffle(&mut order, &mut chance);
            order
        };
        let orders = BySeat::from_fn(|seat| any_order(decks[seat].len()));
        let mut dealing = Dealing { orders: orders.clone(), lists: decks.clone() };
        dealing.orders[seat] = any_order(decks[seat].len());
        let rival = seat.rival();
        for (card, other) in dealing.lists[rival].iter_mut().zip(like_deck::<G>(rules, &decks[rival], &mut chance)) {
            *card = other;
        }
        let real_dealing = Dealing { lists: decks, orders };
        let (real, seen) = Line::<G>::open(rules, &real_dealing, seat, seed);
        let (other, _) = Line::<G>::open(rules, &dealing, seat, seed);
        let opened = (seen, real.pieces());
        let fixed = BySeat::default();
        let mut twins = Twins { rules, seat, seed, real, other, real_dealing, dealing, fixed, steps: Vec::new(), opened };
        twins.repair();
        twins
    }

    /// The match that is played.
    pub fn real(&self) -> &Table<G> {
        &self.real.table
    }

    /// The one that the seat cannot tell from it.
    pub fn other(&self) -> &Table<G> {
        &self.other.table
    }

    /// Whether the two differ at all. They no longer do once everything was seen.
    pub fn differ(&self) -> bool {
        self.real.table != self.other.table
    }

    /// The listed options of the real match.
    pub fn options(&self) -> Options<G::Choice> {
        let mut options = Options::new();
        self.real.table.options(self.rules, &mut options);
        options
    }

    /// Answers in the real match, and in the other one with what looks the same to the seat.
    pub fn answer(&mut self, pick: usize) {
        let by = self.real.table.decision().expect("somebody is asked").seat;
        let face = self.real.faces(self.rules).swap_remove(pick);
        let seen = self.real.take(self.rules, self.seat, pick);
        let pieces = self.real.pieces();
        self.steps.push(Taken { by, pick, face, seen, pieces });
        let step = self.steps.last().expect("it was just pushed");
        if !self.other.follow(self.rules, self.seat, step) {
            self.repair();
        }
    }

    /// Plays the other match from its opening until the seat has seen and heard the same all the way; after every failure more
    /// cards are dealt as in the real one.
    fn repair(&mut self) {
        loop {
            let (mut other, seen) = Line::open(self.rules, &self.dealing, self.seat, self.seed);
            let opened = (seen, other.pieces());
            let failed = match opened == self.opened {
                false => Some(None),
                true => self.steps.iter().find(|step| !other.follow(self.rules, self.seat, step)).map(Some),
            };
            let Some(step) = failed else {
                self.other = other;
                return;
            };
            let seen = step.map_or(&self.opened.0, |step| &step.seen);
            let mut names: BTreeSet<DefId> = seen.heard.iter().flat_map(named).collect();
            if let Some(asked) = &seen.asked {
                names.extend(asked.faces.iter().filter_map(|face| face.card.as_ref()).map(|spot| spot.def));
            }
            let hand = G::inspect(self.rules, self.real.table.position(), self.seat, "hand");
            if step.is_none() {
                names.extend(hand.iter().filter_map(|card| card.def));
            }
            let answered: BTreeSet<DefId> =
                step.and_then(|step| step.face.card.as_ref()).map(|spot| spot.def).into_iter().collect();
            let shown: BTreeSet<DefId> = shown(&seen.view).collect();
            let ways = [names, answered, shown];
            if !ways.iter().any(|names| self.fix(|_, def| names.contains(&def))) && !self.fix_half() {
                panic!("a match that is dealt like the real one is another one: a step is not repeatable");
            }
        }
    }

    /// Deals these cards of both lists as in the real match. Returns whether one of them was dealt differently before.
    fn fix(&mut self, which: impl Fn(usize, DefId) -> bool) -> bool {
        let mut any = false;
        for owner in Seat::BOTH {
            for place in 0..self.real_dealing.lists[owner].len() {
                let def = self.real_dealing.lists[owner][place];
                if which(place, def) && self.fixed[owner].insert(place) {
                    self.fix_card(owner, place);
                    any = true;
                }
            }
        }
        any
    }

    /// If nothing tells what made the difference: every other card of those that are left.
    fn fix_half(&mut self) -> bool {
        let left = BySeat::from_fn(|owner| {
            let all = 0..self.real_dealing.lists[owner].len();
            all.filter(|place| !self.fixed[owner].contains(place)).step_by(2).collect::<Vec<_>>()
        });
        let mut any = false;
        for (owner, places) in left.iter() {
            for &place in places {
                self.fixed[owner].insert(place);
                self.fix_card(owner, place);
                any = true;
            }
        }
        any
    }

    fn fix_card(&mut self, owner: Seat, place: usize) {
        if owner == self.seat {
            // The seat knows its deck list, but not its order.
            let depth = |order: &[usize]| order.iter().position(|&other| other == place).expect("every card is dealt");
            let [wanted, now] = [&self.real_dealing, &self.dealing].map(|dealing| depth(&dealing.orders[owner]));
            self.dealing.orders[owner].swap(wanted, now);
            return;
        }
        let def = self.real_dealing.lists[owner][place];
        let fixed = &self.fixed[owner];
        let list = &mut self.dealing.lists[owner];
        let before = std::mem::replace(&mut list[place], def);
        // No more copies of a card than were there.
        if let Some(twin) = (0..list.len()).find(|other| *other != place && list[*other] == def && !fixed.contains(other)) {
            list[twin] = before;
        }
    }
}

impl<G: CardGame> Line<G> {
    fn open(rules: &G::Rules, dealing: &Dealing, seat: Seat, seed: u64) -> (Self, SeatStep) {
        let position = G::open(rules, &Setup { decks: dealing.lists.clone(), first: None, unshuffled: false });
        // Before anything has happened all cards are in the decks, those of the first seat first.
        let decks: BTreeSet<ZoneId> = G::census(&position).iter().map(|counted| counted.zone).collect();
        let deck = decks.into_iter().nth(seat.bit().into()).expect("both players bring a deck");
        let mut script: Vec<u32> = Seat::BOTH.into_iter().flat_map(|seat| shuffled_to(&dealing.orders[seat])).collect();
        script.reverse();
        let mut chance = Dealt { script, then: FastChance::nth(seed, 0) };
        let mut told = Vec::new();
        let table = Table::start(rules, position, &mut chance, &mut told);
        let line = Line { table, chance, deck };
        for owner in Seat::BOTH {
            let deck = G::inspect(rules, line.table.position(), owner, "deck");
            let wanted = dealing.orders[owner].iter().map(|&place| Some(dealing.lists[owner][place]));
            let wanted: Vec<_> = wanted.skip(dealing.orders[owner].len() - deck.len()).collect();
            let is_dealt = deck.iter().map(|card| card.def).eq(wanted);
            assert!(is_dealt && line.chance.script.is_empty(), "{} shuffles in a way that the sampler does not know", G::NAME);
        }
        let seen = line.seen(rules, seat, told);
        (line, seen)
    }

    fn faces(&self, rules: &G::Rules) -> Vec<Face> {
        let mut options = Options::new();
        self.table.options(rules, &mut options);
        options.iter().map(|&choice| G::face(rules, self.table.position(), choice)).collect()
    }

    /// Takes an option; returns what the seat saw of it.
    fn take(&mut self, rules: &G::Rules, seat: Seat, pick: usize) -> SeatStep {
        let mut told = Vec::new();
        let by = self.table.decision().expect("somebody is asked").seat;
        self.table.answer(rules, by, pick, &mut self.chance, &mut told).unwrap_or_else(|refused| panic!("{refused:?}"));
        self.seen(rules, seat, told)
    }

    /// Takes an option that leads to the same for the seat; returns whether there is one.
    fn follow(&mut self, rules: &G::Rules, seat: Seat, step: &Taken) -> bool {
        if self.table.decision().map(|decision| decision.seat) != Some(step.by) {
            return false;
        }
        if step.by == seat {
            return self.take(rules, seat, step.pick) == step.seen && self.pieces() == step.pieces;
        }
        let faces = self.faces(rules);
        // Try the equal answer first, and of equal ones the same place in the list, so that a move that takes several answers stays
        // the same move where that is possible.
        let mut picks: Vec<usize> = (0..faces.len()).collect();
        picks.sort_by_key(|&pick| (faces[pick] != step.face, faces[pick].words != step.face.words, pick != step.pick));
        for pick in picks {
            let mut tried = Line::<G> { table: self.table.clone(), chance: self.chance.clone(), deck: self.deck };
            if tried.take(rules, seat, pick) == step.seen && tried.pieces() == step.pieces {
                *self = tried;
                return true;
            }
        }
        false
    }

    fn pieces(&self) -> Pieces {
        let mut pieces = Pieces::new();
        for counted in G::census(self.table.position()) {
            pieces.resize(pieces.len().max(counted.zone.0 + 1), Vec::new());
            pieces[counted.zone.0].push(counted.card);
        }
        if let Some(deck) = pieces.get_mut(self.deck.0) {
            deck.sort_unstable();
        }
        pieces
    }

    fn seen(&self, rules: &G::Rules, seat: Seat, told: Vec<Told<Event>>) -> SeatStep {
        let position = self.table.position();
        let audience = Audience::Player(seat);
        let decision = self.table.decision();
        SeatStep {
            heard: told.iter().map(|told| told.to(audience).clone()).collect(),
            view: G::view(rules, position, audience),
            over: self.table.outcome(),
            asks: decision.map(|decision| decision.seat),
            asked: decision.filter(|decision| decision.seat == seat).map(|decision| Asked {
                decision,
                question: G::question(rules, position),
                faces: self.faces(rules),
                reasons: G::why_not_in_hand(rules, position, seat),
            }),
        }
    }
}

impl Chance for Dealt {
    fn one_of(&mut self, n: u32) -> u32 {
        match self.script.pop() {
            Some(answer) => {
                assert!(answer < n, "a deck is shuffled in a way that the sampler does not know: one of {n} is {answer}");
                answer
            }
            None => self.then.one_of(n),
        }
    }
}

/// The answers of chance with which a shuffle brings a list into this order, the top first. Every game shuffles by the kernel's
/// [`shuffle`] with the top at the end, or by its mirror image with the top in front: the answers are the same.
fn shuffled_to(order: &[usize]) -> Vec<u32> {
    let mut items: Vec<usize> = (0..order.len()).collect();
    let mut answers = Vec::with_capacity(order.len());
    for first in 0..order.len().saturating_sub(1) {
        let at = items.iter().position(|item| *item == order[first]).expect("an order names every place once");
        answers.push((order.len() - 1 - at) as u32);
        items.swap(first, at);
    }
    answers
}

/// A random deck that could be the rival's: the one with most cards of the same sections among those drawn.
fn like_deck<G: CardGame>(rules: &G::Rules, real: &[DefId], chance: &mut FastChance) -> Vec<DefId> {
    let info = |def: &DefId| -> &CardInfo { &G::cards(rules)[def.0 as usize] };
    let section =
        |def: &DefId| (info(def).category.as_deref(), info(def).details.as_ref().map(|details| details.kind.as_str()));
    let sections: BTreeSet<_> = real.iter().map(section).collect();
    let drawn = (0..DRAWN).map(|_| G::random_deck(rules, None, chance));
    let alike = |deck: &Vec<DefId>| deck.iter().filter(|def| sections.contains(&section(def))).count();
    drawn.max_by_key(alike).unwrap_or_default()
}

/// The cards that a view names.
fn shown(view: &View) -> impl Iterator<Item = DefId> {
    let zones = view.parts.iter().filter_map(|part| match &part.value {
        Value::Cards(cards) => Some(cards),
        Value::Number(_) | Value::Word(_) => None,
    });
    zones.flatten().flat_map(|card| card.def.into_iter().chain(card.under.iter().copied()))
}
