//! Two worlds: a table, and one that a seat cannot tell from it.
//!
//! At a question to a seat a second world is imagined from what that seat knows, or is a [twin](crate::Twins) that no `imagine` has made. Both go on with equal chance: the seat gives
//! the same answers in both, its rival the same public ones. After every answer the seat must have heard the same events, see
//! the same view and be asked the same question, byte for byte, until something revealed differs.
//!
//! **When a run stops.** The events that the seat heard are compared in order, unheard ones included, since they take a number
//! too. At the first difference the run stops if the events name different cards or whose they are, one of them was hidden from
//! the seat before this answer, and all are cards that the seat's view shows when they are named: something was revealed, and the
//! worlds have shown that they differ. Any other difference fails: a card that is told and not seen is a leak. So does a difference
//! in view, question, options, reasons or in who is asked, where the events were equal, unless a card that they name came out of
//! another zone. A rival's answer that does not exist in the imagined world is replaced by any answer that leads to the same
//! events for the seat; if there is none the run stops as well, and fails if the answer told a card that is not seen. A move that
//! is declared in several answers may only later turn out to look different: a replaced answer that led to no event yet stops the
//! run then.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::Range;

use playmat_cards::{CardGame, DefId, Event, Face, SceneWord, SeenCard, Spot, Value};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Heard, Seat, Silence, Status, Table, Told};

use crate::Twins;
use crate::play::{Match, check_census, each_seed};
use crate::telling::{Names, named, unfold};

/// One question in so many is imagined.
const SAMPLED: u32 = 6;
/// One seed in so many is played with a twin too.
const TWINS: u64 = 20;
/// A run is long enough after so many answers.
const LONGEST: u64 = 200;

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worlds {
    /// How many worlds were imagined.
    pub runs: u64,
    /// How many answers were given in both and led to the same.
    pub steps: u64,
    /// How many of the imagined worlds were not the real one.
    pub differing: u64,
    /// Runs that ended because something revealed differed.
    pub revealed: u64,
    /// Runs that ended because the rival's answer does not exist in the other world.
    pub unanswered: u64,
    /// Runs that ended with the match, or were long enough.
    pub finished: u64,
}

/// Compares real and imagined worlds in random games; says how much was compared. Fails also if that is next to nothing.
pub fn two_worlds<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) -> Worlds {
    let mut worlds = Worlds::default();
    sampled::<G>("two worlds", rules, seeds.clone(), &decks, |game, seat, chance| {
        let position = G::imagine(rules, game.table.position(), seat, chance);
        compare(game, seat, position, chance, &mut worlds);
    });
    let twins = seeds.start..seeds.start + (seeds.end - seeds.start).div_ceil(TWINS);
    each_seed("two worlds of twins", twins, |seed| {
        for seat in Seat::BOTH {
            let mut twins = Twins::<G>::open(rules, decks(seed), seat, seed);
            let mut chance = FastChance::nth(seed, 5);
            while let Some(decision) = twins.real().decision() {
                if decision.seat == seat && twins.differ() && chance.one_of(SAMPLED) == 0 {
                    let table = twins.real().clone();
                    let game = Match { rules, table, chance: chance.clone(), player: FastChance::nth(seed, 6) };
                    compare(&game, seat, twins.other().position().clone(), &mut chance, &mut worlds);
                }
                let pick = chance.one_of(twins.options().len() as u32) as usize;
                twins.answer(pick);
            }
        }
    });
    assert!(worlds.runs > 0 && worlds.differing > 0, "no world was imagined that differs: {worlds:?}");
    assert!(worlds.steps >= worlds.runs, "on average not one answer was compared: {worlds:?}");
    worlds
}

/// The evaluation is the same in the real world and in imagined ones.
pub fn honest_evaluation<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) {
    sampled::<G>("an honest evaluation", rules, seeds, decks, |game, seat, chance| {
        let real = G::evaluate(rules, game.table.position(), seat);
        for _ in 0..4 {
            let imagined = G::imagine(rules, game.table.position(), seat, chance);
            let value = G::evaluate(rules, &imagined, seat);
            assert_eq!(value, real, "for {seat:?}\nreal: {:?}\nimagined: {imagined:?}", game.table.position());
        }
    });
}

/// Plays random games and stops at some of the questions.
fn sampled<G: CardGame>(
    check: &str,
    rules: &G::Rules,
    seeds: Range<u64>,
    decks: impl Fn(u64) -> BySeat<Vec<DefId>>,
    mut at: impl FnMut(&Match<G>, Seat, &mut FastChance),
) {
    each_seed(check, seeds, |seed| {
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut Silence);
        let mut sampling = FastChance::nth(seed, 3);
        while let Some(decision) = game.table.decision() {
            if sampling.one_of(SAMPLED) == 0 {
                at(&game, decision.seat, &mut sampling);
            }
            let pick = game.any_of(game.options().len());
            game.answer(pick, &mut Silence);
        }
    });
}

fn compare<G: CardGame>(real: &Match<G>, seat: Seat, position: G::Position, chance: &mut FastChance, worlds: &mut Worlds) {
    let rules = real.rules;
    check_census::<G>(&position);
    worlds.runs += 1;
    worlds.differing += u64::from(position != *real.table.position());
    let mut heard: Vec<Told<Event>> = Vec::new();
    let fresh = FastChance::new(chance.bits());
    let mut unused = fresh.clone();
    let table = Table::start(rules, position, &mut unused, &mut heard);
    assert!(heard.is_empty() && unused == fresh, "an imagined world asks before anything happens, but {heard:?} happened");
    let mut pair = Pair {
        seat,
        real: Match { table: real.table.clone(), chance: fresh.clone(), ..real.clone() },
        imagined: Match { table, chance: fresh, ..real.clone() },
        replaced: false,
    };
    if let Err(difference) = pair.same() {
        pair.fail("when it was imagined", &difference);
    }
    for _ in 0..LONGEST {
        let Some(decision) = pair.real.table.decision() else { break };
        let stopped = if decision.seat == seat { pair.own_answer() } else { pair.rival_answer() };
        match stopped {
            None => worlds.steps += 1,
            Some(Stopped::Revealed) => {
                worlds.revealed += 1;
                return;
            }
            Some(Stopped::Unanswered) => {
                worlds.unanswered += 1;
                return;
            }
        }
    }
    worlds.finished += 1;
}

/// Why a run need not go on.
enum Stopped {
    Revealed,
    Unanswered,
}

/// How the same answer turned out in both worlds.
enum Outcome {
    Same,
    Revealed,
    Different(String),
}

/// The two worlds and who cannot tell them apart.
struct Pair<'a, G: CardGame> {
    seat: Seat,
    real: Match<'a, G>,
    imagined: Match<'a, G>,
    /// Whether the rival is in the middle of a move that was begun with a replaced answer.
    replaced: bool,
}

impl<G: CardGame> Clone for Pair<'_, G> {
    fn clone(&self) -> Self {
        Pair { seat: self.seat, real: self.real.clone(), imagined: self.imagined.clone(), replaced: self.replaced }
    }
}

impl<G: CardGame> Pair<'_, G> {
    /// The seat answers both questions alike.
    fn own_answer(&mut self) -> Option<Stopped> {
        let listed = self.real.options().len();
        let pick = self.real.any_of(listed);
        let face = self.real.faces().swap_remove(pick);
        let before = self.clone();
        match self.answer(pick, pick) {
            Outcome::Same => None,
            Outcome::Revealed => Some(Stopped::Revealed),
            Outcome::Different(difference) => before.fail(&format!("after {:?} answered {face:?}", self.seat), &difference),
        }
    }

    /// The rival answers in the real world, and in the other one with what looks the same.
    fn rival_answer(&mut self) -> Option<Stopped> {
        let faces = self.real.faces();
        let theirs = self.imagined.faces();
        let alike: Vec<Vec<usize>> = faces.iter().map(|face| self.alike(face, &theirs)).collect();
        let shared: Vec<usize> = (0..faces.len()).filter(|&at| !alike[at].is_empty()).collect();
        // Mostly what exists in both worlds, so that runs are long.
        let pick = match self.real.any_of(4) {
            0 => self.real.any_of(faces.len()),
            _ if shared.is_empty() => self.real.any_of(faces.len()),
            _ => shared[self.real.any_of(shared.len())],
        };
        let before = self.clone();
        if alike[pick].is_empty() {
            for other in 0..theirs.len() {
                let mut tried = before.clone();
                if let Outcome::Same = tried.answer(pick, other) {
                    *self = Pair { replaced: true, ..tried };
                    return None;
                }
            }
            return Some(before.unanswered(pick, &faces[pick]));
        }
        let (mut revealed, mut difference) = (false, String::new());
        for &other in &alike[pick] {
            let mut tried = before.clone();
            match tried.answer(pick, other) {
                Outcome::Same => {
                    *self = tried;
                    return None;
                }
                Outcome::Revealed => revealed = true,
                Outcome::Different(found) => difference = found,
            }
        }
        match revealed {
            true => Some(Stopped::Revealed),
            false if self.replaced => Some(before.unanswered(pick, &faces[pick])),
            false => before.fail(&format!("after the rival answered {:?}", faces[pick]), &difference),
        }
    }

    /// The rival's answer looks like none of the imagined world: it must have told nothing that the seat does not see.
    fn unanswered(&self, pick: usize, face: &Face) -> Stopped {
        if let Some(secret) = secret(&self.real, self.seat, pick, usize::MAX) {
            self.fail(&format!("after the rival answered {face:?}"), &format!("a card\n  told and not seen: {secret:?}"));
        }
        Stopped::Unanswered
    }

    /// The options of the imagined world that look like one of the real world. Where the seat sees all cards of a zone it can
    /// tell two of one name apart, elsewhere any copy of the same owner will do.
    fn alike(&self, face: &Face, theirs: &[Face]) -> Vec<usize> {
        let public = face.card.as_ref().is_none_or(|spot| self.sees_all_of(spot));
        let owner = owner_of(&self.real, face);
        let followed = face.card.as_ref().is_some_and(|spot| spot.handle.is_some());
        let is_alike = |at: &usize| match &theirs[*at] {
            // A back on the table can be followed too, whatever it is in either world.
            other if followed => is_same_place::<G>(self.real.rules, other, face),
            other if public => other == face,
            other => is_like(other, face) && owner_of(&self.imagined, other) == owner,
        };
        (0..theirs.len()).filter(is_alike).collect()
    }

    /// Answers in both worlds and compares what the seat makes of it.
    fn answer(&mut self, real: usize, imagined: usize) -> Outcome {
        let before = [self.real.clone(), self.imagined.clone()];
        let mut heard: [Vec<Told<Event>>; 2] = [Vec::new(), Vec::new()];
        self.real.answer(real, &mut heard[0]);
        self.imagined.answer(imagined, &mut heard[1]);
        let audience = Audience::Player(self.seat);
        let forms = [0, 1].map(|world: usize| heard[world].iter().map(|told| told.to(audience)).collect::<Vec<_>>());
        for at in 0..heard[0].len().max(heard[1].len()) {
            let [one, two] = [0, 1].map(|world: usize| forms[world].get(at).copied());
            if one == two {
                continue;
            }
            let named = [one, two].map(|heard| heard.into_iter().flat_map(named).collect::<Vec<_>>());
            let hidden = |world: usize| {
                let hidden = hidden_from(&before[world], self.seat);
                named[world].iter().any(|def| hidden.contains(def))
            };
            let told = format!("event {at}\n  real: {one:?}\n  imagined: {two:?}");
            let about = [one, two].map(|heard| heard.and_then(about));
            if about[0] == about[1] || !(hidden(0) || hidden(1)) {
                return Outcome::Different(told);
            }
            let picks = [real, imagined];
            return match [0, 1].into_iter().find_map(|world| secret(&before[world], self.seat, picks[world], at + 1)) {
                Some(secret) => Outcome::Different(format!("{told}\n  told and not seen: {secret:?}")),
                None => Outcome::Revealed,
            };
        }
        self.replaced &= heard[0].is_empty();
        match self.same() {
            Ok(()) => Outcome::Same,
            Err(_) if ways(&before[0], self.seat, real) != ways(&before[1], self.seat, imagined) => Outcome::Revealed,
            Err(difference) => Outcome::Different(difference),
        }
    }

    /// Whether the seat sees the same and is asked the same.
    fn same(&self) -> Result<(), String> {
        let (real, imagined) = (&self.real, &self.imagined);
        let rules = real.rules;
        let audience = Audience::Player(self.seat);
        let positions = [real.table.position(), imagined.table.position()];
        let views = positions.map(|position| G::view(rules, position, audience));
        if views[0] != views[1] {
            let parts: Vec<_> = views[0].changed_since(&views[1]).map(|(_, part)| part).collect();
            let others: Vec<_> = views[1].changed_since(&views[0]).map(|(_, part)| part).collect();
            return Err(format!("the view\n  real: {parts:?}\n  imagined: {others:?}"));
        }
        let who = [&real.table, &imagined.table].map(|table| match table.status() {
            Status::Asks(decision) => (Some(decision.seat), None),
            Status::Over(outcome) => (None, Some(outcome)),
        });
        equal("who is asked", &who[0], &who[1])?;
        if who[0].0 != Some(self.seat) {
            return Ok(());
        }
        equal("the decision", &real.table.decision(), &imagined.table.decision())?;
        let [question, other] = positions.map(|position| G::question(rules, position));
        equal("the question", &question, &other)?;
        equal("the options", &real.faces(), &imagined.faces())?;
        let [reasons, others] = positions.map(|position| G::why_not_in_hand(rules, position, self.seat));
        equal("the reasons", &reasons, &others)
    }

    /// Whether the seat sees every card of the zone that a card is in, so that it can tell two of one name apart.
    fn sees_all_of(&self, spot: &Spot) -> bool {
        let view = G::view(self.real.rules, self.real.table.position(), Audience::Player(self.seat));
        match view.part(Some(spot.side), spot.zone) {
            Some(Value::Cards(cards)) => cards.iter().all(|card| card.def.is_some()),
            _ => false,
        }
    }

    fn fail(&self, when: &str, difference: &str) -> ! {
        panic!(
            "{:?} can tell two worlds apart {when}, by {difference}\nreal: {:?}\nimagined: {:?}",
            self.seat, self.real.table, self.imagined.table
        )
    }
}

fn equal(what: &str, real: &(impl PartialEq + Debug), imagined: &impl Debug) -> Result<(), String> {
    let [real, imagined] = [format!("{real:?}"), format!("{imagined:?}")];
    if real == imagined { Ok(()) } else { Err(format!("{what}\n  real: {real}\n  imagined: {imagined}")) }
}

/// Whether two options do the same with a card that can be followed.
fn is_same_place<G: CardGame>(rules: &G::Rules, one: &Face, two: &Face) -> bool {
    let card = |face: &Face| face.card.as_ref().map(|spot| (spot.handle, spot.side, spot.zone, spot.token));
    let words = |face: &Face| {
        let name = face.card.as_ref().map_or("", |spot| G::cards(rules)[spot.def.0 as usize].name.as_str());
        face.words.replace(name, "")
    };
    (one.verb, one.seat, one.slot) == (two.verb, two.seat, two.slot) && card(one) == card(two) && words(one) == words(two)
}

/// Whether two options are about the same thing, not necessarily the same copy of it.
fn is_like(one: &Face, two: &Face) -> bool {
    let card = |face: &Face| face.card.as_ref().map(|spot| (spot.def, spot.side, spot.zone, spot.token));
    (one.verb, one.seat, one.slot, &one.words) == (two.verb, two.seat, two.slot, &two.words) && card(one) == card(two)
}

/// Whose the card is that an option is about: a card from the other player's deck looks different wherever it is.
fn owner_of<G: CardGame>(game: &Match<G>, face: &Face) -> Option<Seat> {
    let spot = face.card.as_ref()?;
    let zone = G::inspect(game.rules, game.table.position(), spot.side, spot.zone);
    let mut same = zone.iter().filter(|card| card.def == Some(spot.def));
    same.nth(usize::from(spot.nth).saturating_sub(1)).map(|card| card.owner)
}

/// The zones that players have, as scenes and views name them.
fn zones<G: CardGame>(game: &Match<G>) -> BTreeSet<&'static str> {
    let staged = G::scene_words().iter().filter(|(_, word)| matches!(word, SceneWord::Places | SceneWord::Pile));
    let view = G::view(game.rules, game.table.position(), Audience::Public);
    // Cards on their way are in no zone that a scene could set up.
    let shown = view.parts.iter().filter(|part| part.seat.is_some() && matches!(part.value, Value::Cards(_)));
    staged.map(|(zone, _)| *zone).chain(shown.map(|part| part.name)).collect()
}

/// The cards that a seat does not know to be where they are.
fn hidden_from<G: CardGame>(game: &Match<G>, seat: Seat) -> Vec<DefId> {
    let position = game.table.position();
    let view = G::view(game.rules, position, Audience::Player(seat));
    let mut hidden: Vec<DefId> = zones(game)
        .into_iter()
        .flat_map(|zone| Seat::BOTH.map(|owner| G::inspect(game.rules, position, owner, zone)))
        .flatten()
        .filter_map(|card| card.def)
        .collect();
    for part in view.parts.iter().filter(|part| part.seat.is_some()) {
        let Value::Cards(cards) = &part.value else { continue };
        for def in cards.iter().filter_map(|card| card.def) {
            if let Some(at) = hidden.iter().position(|&known| known == def) {
                hidden.swap_remove(at);
            }
        }
    }
    hidden
}

/// Which cards an event names, whose it says they are, and what caused it.
fn about(heard: &Heard<Event>) -> Option<(Option<Seat>, &[SeenCard], Option<DefId>)> {
    match heard {
        Heard::Known(event) | Heard::Veiled(event) => Some((event.seat, &event.cards, event.cause)),
        Heard::Unheard => None,
    }
}

/// How many cards of a name each zone gained or lost, by side and zone.
type Way = (DefId, Vec<i32>);

/// The ways that the cards go which an answer names to a seat. All can see whether a card came from a hand or from a deck.
fn ways<G: CardGame>(game: &Match<G>, seat: Seat, pick: usize) -> Vec<Way> {
    let zones: Vec<&str> = zones::<G>(game).into_iter().collect();
    let count = |position: &G::Position, def: DefId| -> Vec<i32> {
        let zones = zones.iter().flat_map(|zone| Seat::BOTH.map(|side| G::inspect(game.rules, position, side, zone)));
        zones.map(|cards| cards.iter().filter(|card| card.def == Some(def)).count() as i32).collect()
    };
    let mut ways = Vec::new();
    for stage in unfold::<G>(game.rules, game.table.position().clone(), Some(game.options()[pick]), &mut game.chance.clone()) {
        let heard = stage.told.iter().filter_map(|told| about(told.to(Audience::Player(seat))));
        for def in heard.flat_map(|(_, cards, _)| cards.iter().filter_map(|card| card.def)) {
            let [before, after] = [&stage.before, &stage.after].map(|position| count(position, def));
            ways.push((def, after.iter().zip(&before).map(|(after, before)| after - before).collect()));
        }
    }
    ways
}

/// A card that an answer tells a seat of, in so many events, and that the seat does not see.
fn secret<G: CardGame>(game: &Match<G>, seat: Seat, pick: usize, events: usize) -> Option<DefId> {
    let stages = unfold::<G>(game.rules, game.table.position().clone(), Some(game.options()[pick]), &mut game.chance.clone());
    let mut known = Names::new();
    let told = stages.iter().flat_map(|stage| stage.told.iter().map(move |told| (stage, told))).take(events);
    told.filter_map(|(stage, told)| stage.secret(game.rules, Audience::Player(seat), told, &mut known)).next()
}
