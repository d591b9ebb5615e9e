//! Events tell nothing hidden: they name no card that their audience does not see, and nobody else hears of a move that is still
//! being declared.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use playmat_cards::{CardGame, CardView, DefId, Event, SeenCard, Setup, Value, View};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Decision, Heard, Occasion, Seat, Silence, Step, Told};

use crate::play::{Match, each_seed};

/// The word of an event by which a card of a hidden zone is shown to everybody because a rule says so.
const SHOWN: &str = "shown";

/// Listens to random games for every audience. A card that an event names must be in the view of this audience just before or
/// just after the step that tells of it, or `shown` to all; a spectator may hear of what both players see. The cause may be any
/// card that the audience sees or has heard of. A question about a move that is being declared comes before anybody else has
/// heard of the move. Returns how many names were checked.
pub fn tells_no_secrets<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) -> u64 {
    let mut looked = 0;
    each_seed("telling no secrets", seeds, |seed| {
        let mut known = Names::default();
        let opening = G::open(rules, &Setup { decks: decks(seed), first: None, unshuffled: false });
        for stage in unfold::<G>(rules, opening, None, &mut FastChance::nth(seed, 0)) {
            looked += stage.check(rules, &mut known);
        }
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut Silence);
        let mut declared = None;
        while let Some(decision) = game.table.decision() {
            check_declaration(decision, declared.as_ref());
            if decision.occasion != Occasion::Declaring {
                declared = Some(Declared { seat: decision.seat, heard: None });
            }
            let options = game.options();
            let choice = options[game.any_of(options.len())];
            for stage in unfold::<G>(rules, game.table.position().clone(), Some(choice), &mut game.chance.clone()) {
                looked += stage.check(rules, &mut known);
                if let Some(declared) = &mut declared {
                    declared.listen(&stage.told);
                }
            }
            game.table.take(rules, choice, &mut game.chance, &mut Silence);
        }
    });
    looked
}

/// One step of the rules: what was told between two positions.
pub(crate) struct Stage<G: CardGame> {
    pub before: G::Position,
    pub after: G::Position,
    pub told: Vec<Told<Event>>,
}

/// What an answer leads to, or the opening of a match, step by step until the next question.
pub(crate) fn unfold<G: CardGame>(
    rules: &G::Rules,
    position: G::Position,
    choice: Option<G::Choice>,
    chance: &mut FastChance,
) -> Vec<Stage<G>> {
    let mut stages = Vec::new();
    let (mut at, mut choice) = (position, choice);
    loop {
        let (before, mut told) = (at.clone(), Vec::new());
        let step = match choice.take() {
            Some(choice) => G::take(rules, &mut at, choice, chance, &mut told),
            None => G::step(rules, &mut at, chance, &mut told),
        };
        stages.push(Stage { before, after: at.clone(), told });
        if step != Step::Go {
            return stages;
        }
    }
}

/// The cards that each audience has heard of.
pub(crate) type Names = BTreeMap<Audience, BTreeSet<DefId>>;

impl<G: CardGame> Stage<G> {
    /// Checks all events for all audiences; returns how many names were checked.
    fn check(&self, rules: &G::Rules, known: &mut Names) -> u64 {
        let mut looked = 0;
        for told in &self.told {
            for audience in Audience::ALL {
                looked += named(told.to(audience)).count() as u64;
                if let Some(secret) = self.secret(rules, audience, told, known) {
                    let name = &G::cards(rules)[secret.0 as usize].name;
                    panic!("{audience:?} hears of {name} and does not see it: {told:?}");
                }
            }
        }
        looked
    }

    /// Finds a card that an event names to an audience that does not see it. If there is none, the audience knows its cards from
    /// now on.
    pub fn secret(&self, rules: &G::Rules, audience: Audience, told: &Told<Event>, known: &mut Names) -> Option<DefId> {
        let (Heard::Known(event) | Heard::Veiled(event)) = told.to(audience) else { return None };
        let known = known.entry(audience).or_default();
        let secret = if is_shown_to_all(told) { None } else { self.unseen(rules, audience, event, known) };
        let players = || Seat::BOTH.into_iter().find_map(|seat| self.unseen(rules, Audience::Player(seat), event, known));
        let secret = if audience == Audience::Public { secret.and_then(|_| players()) } else { secret };
        if secret.is_none() {
            known.extend(event.cards.iter().filter_map(|card| card.def));
        }
        secret
    }

    /// A card of an event that an audience does not see.
    fn unseen(&self, rules: &G::Rules, audience: Audience, event: &Event, known: &BTreeSet<DefId>) -> Option<DefId> {
        if event.cause.is_none() && event.cards.iter().all(|card| card.def.is_none()) {
            return None;
        }
        let views = [&self.before, &self.after].map(|position| G::view(rules, position, audience));
        let is_named = |cause: &DefId| known.contains(cause) || event.cards.iter().any(|card| card.def == Some(*cause));
        let unseen = event.cards.iter().find(|card| card.def.is_some() && !shows_card(&views, card)).and_then(|card| card.def);
        unseen.or_else(|| event.cause.filter(|cause| !is_named(cause) && !shows_name(&views, *cause)))
    }
}

/// The cards that an event names.
pub(crate) fn named(heard: &Heard<Event>) -> impl Iterator<Item = DefId> {
    let event = match heard {
        Heard::Known(event) | Heard::Veiled(event) => Some(event),
        Heard::Unheard => None,
    };
    event.into_iter().flat_map(|event| event.cards.iter().filter_map(|card| card.def).chain(event.cause))
}

fn is_shown_to_all(told: &Told<Event>) -> bool {
    Audience::ALL.into_iter().all(|audience| matches!(told.to(audience), Heard::Known(event) if event.what == SHOWN))
}

fn cards(view: &View) -> impl Iterator<Item = &CardView> {
    let zones = view.parts.iter().filter_map(|part| match &part.value {
        Value::Cards(cards) => Some(cards),
        Value::Number(_) | Value::Word(_) => None,
    });
    zones.flatten()
}

/// Whether one of the views shows any card of this name.
fn shows_name(views: &[View], name: DefId) -> bool {
    views.iter().flat_map(cards).any(|card| card.def == Some(name) || card.under.contains(&name))
}

/// Whether one of the views shows this card. A card with a handle is found by it, also underneath others. A card without one is
/// in a hidden zone, or was in one before or after the step: then another card of the same name that lies open all the time is
/// not it.
fn shows_card(views: &[View; 2], card: &SeenCard) -> bool {
    let count = |seen: &CardView| seen.under.iter().filter(|&&def| Some(def) == card.def).count();
    let under = |view: &View| cards(view).map(count).sum::<usize>();
    let mut seen = views.iter().flat_map(cards).filter(|seen| seen.def.is_some() && seen.handle == card.handle);
    if card.handle.is_some() {
        return seen.next().is_some() || views.iter().any(|view| under(view) > 0);
    }
    let open =
        |view: &View| -> Vec<u8> { cards(view).filter(|seen| seen.def == card.def).filter_map(|seen| seen.handle).collect() };
    let [before, after] = views;
    seen.any(|seen| seen.def == card.def) || open(before) != open(after) || under(before) != under(after)
}

/// A move, and the first event that somebody else has heard since it began.
struct Declared {
    seat: Seat,
    heard: Option<Told<Event>>,
}

impl Declared {
    fn listen(&mut self, told: &[Told<Event>]) {
        let others = Audience::ALL.into_iter().filter(|&audience| audience != Audience::Player(self.seat));
        let loud = |told: &&Told<Event>| others.clone().any(|audience| *told.to(audience) != Heard::Unheard);
        if self.heard.is_none() {
            self.heard = told.iter().find(loud).cloned();
        }
    }
}

fn check_declaration(asked: Decision, declared: Option<&Declared>) {
    if asked.occasion == Occasion::Declaring {
        let declared = declared.expect("a declaration begins with an answer");
        assert_eq!(asked.seat, declared.seat, "somebody else is asked about a move that is being declared");
        assert_eq!(declared.heard, None, "others have heard of a move that is still being declared");
    }
}
