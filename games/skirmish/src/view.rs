//! What an audience sees: views and options, built up from nothing.

use playmat_cards::{CardRef, CardView, Face, Mark, Part, Question, Spot, Stats, Term, Value, View, Wants, next};
use playmat_kernel::{Audience, Seat};

use crate::choice::{Choice, asked};
use crate::resolve;
use crate::rules::{Action, Rules, What};
use crate::state::{Frame, Phase, Place, Position, Run, Slot, TERRAINS, Zone, zone_parts};
use crate::words::Trigger;

/// The names of the parts that show the modifiers of the slots.
const MODS: [&str; TERRAINS] = ["mod 0", "mod 1", "mod 2", "mod 3", "mod 4"];

/// What an audience sees. The parts always stand in this order.
pub fn view(rules: &Rules, pos: &Position, audience: Audience) -> View {
    let points = resolve::points(pos);
    let ahead = Seat::BOTH.into_iter().find(|&seat| points[seat] > points[seat.rival()]);
    let mut parts = vec![
        part(None, "turn", Value::Word(pos.turn.tag())),
        part(None, "phase", Value::Word(phase_word(pos.phase))),
        part(None, "skirmish", Value::Number(i32::from(pos.skirmish))),
        part(None, "started", Value::Word(pos.starter.tag())),
        part(None, "ahead", Value::Word(ahead.map_or("nobody", Seat::tag))),
    ];
    for seat in Seat::BOTH {
        parts.push(part(Some(seat), "wins", Value::Number(i32::from(pos.wins[seat]))));
        parts.push(part(Some(seat), "controls", Value::Number(i32::from(points[seat]))));
        parts.push(part(Some(seat), "done", Value::Word(if pos.done[seat] { "yes" } else { "no" })));
        parts.push(part(Some(seat), "deck", Value::Number(pos.pile(seat, Zone::Deck).len() as i32)));
        parts.push(part(Some(seat), "hand", Value::Cards(hand(rules, pos, seat, audience))));
        parts.push(part(Some(seat), "field", Value::Cards(field(pos, seat))));
        for (terrain, name) in MODS.into_iter().enumerate() {
            parts.push(part(Some(seat), name, Value::Number(i32::from(pos.modifier(Place::new(seat, terrain))))));
        }
        for (name, which) in [("graveyard", Zone::Graveyard), ("playing", Zone::Limbo)] {
            let cards = pos.pile(seat, which).iter().map(|&card| off_field(rules, pos, card)).collect();
            parts.push(part(Some(seat), name, Value::Cards(cards)));
        }
    }
    View { parts }
}

/// A zone with nothing hidden, for scenarios and tests.
pub fn inspect(rules: &Rules, pos: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
    let which = match zone {
        "field" => return field(pos, seat),
        "hand" => Zone::Hand,
        "deck" => Zone::Deck,
        "graveyard" => Zone::Graveyard,
        _ => return vec![],
    };
    let cards = pos.pile(seat, which).iter().map(|&card| off_field(rules, pos, card));
    if which == Zone::Deck { cards.rev().collect() } else { cards.collect() }
}

/// How an option is shown to the asked seat.
pub fn face(rules: &Rules, pos: &Position, choice: Choice) -> Face {
    let mut face = Face { verb: "choose", card: None, seat: None, slot: None, words: String::new() };
    let mut about = |verb, card: CardRef, words: &str| {
        face.verb = verb;
        face.card = spot(rules, pos, card);
        face.words = format!("{words}{}", rules.name(pos.def_id(card)));
    };
    match choice {
        Choice::Play(card) => about("play", card, "play "),
        Choice::Use(card) => about("use", card, "activate "),
        Choice::Card(card) => about("choose", card, ""),
        Choice::Slot(place) => {
            face.slot = Some((place.seat(), place.terrain() as u8));
            let whose = if place.seat() == asked(pos) { "your" } else { "the rival's" };
            let slot = pos.slot(place);
            let who = if slot.taken() { format!(" ({})", rules.name(pos.def_id(slot.card))) } else { String::new() };
            face.words = format!("{whose} terrain {}{who}", place.terrain());
        }
        Choice::Branch(branch) => face.words = branch_words(rules, pos, branch),
        Choice::Done => word(&mut face, "done", "be done for this skirmish"),
        Choice::End => word(&mut face, "end", "end the turn"),
        Choice::Yes => word(&mut face, "yes", "yes"),
        Choice::No => word(&mut face, "no", "no"),
        Choice::None => word(&mut face, "none", "none"),
    }
    face
}

/// What the asked seat is asked.
pub fn question(rules: &Rules, pos: &Position) -> Question {
    let name = |card: CardRef| rules.name(pos.def_id(card));
    let (words, about) = match pos.agenda.top() {
        Some(Frame::Turn) if pos.phase == Phase::Activated => ("Activate more, or end the turn?".into(), None),
        Some(Frame::Turn) => ("Your move: play a card, activate, or be done.".into(), None),
        Some(Frame::Play { card }) => (format!("{}: to which terrain?", name(card)), Some(card)),
        Some(Frame::Run(run)) => (run_question(rules, pos, &run), Some(run.source)),
        _ => (String::new(), None),
    };
    Question { words, about: about.map(|card| pos.def_id(card)) }
}

/// As views show it; scenario files name no phases of this game.
pub const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Start => "start",
        Phase::Move => "move",
        Phase::Activated => "activated",
        Phase::Pass => "pass",
    }
}

/// Where a card is and how it is told from others of its name.
fn spot(rules: &Rules, pos: &Position, card: CardRef) -> Option<Spot> {
    let def = pos.def_id(card);
    let (side, which) = zone_parts(pos.shelf.zone_of(card))?;
    let before = |cards: &mut dyn Iterator<Item = CardRef>| {
        1 + cards.take_while(|&other| other != card).filter(|&other| rules.name(pos.def_id(other)) == rules.name(def)).count()
            as u8
    };
    let nth = match which {
        Zone::Field => {
            let standing = (0..TERRAINS).map(|terrain| pos.slot(Place::new(side, terrain)).card);
            before(&mut standing.filter(|&card| card != CardRef::NONE))
        }
        _ => before(&mut pos.pile(side, which).iter().copied()),
    };
    let handle = which.is_public().then(|| pos.handles[card.0 as usize]);
    Some(Spot { def, side, zone: zone_word(which), nth, token: pos.card(card).made(), handle })
}

const fn zone_word(zone: Zone) -> &'static str {
    match zone {
        Zone::Graveyard => "graveyard",
        Zone::Deck => "deck",
        Zone::Hand => "hand",
        Zone::Field => "field",
        Zone::Limbo => "playing",
    }
}

fn part(seat: Option<Seat>, name: &'static str, value: Value) -> Part {
    Part { seat, name, value }
}

fn word(face: &mut Face, verb: &'static str, words: &str) {
    face.verb = verb;
    face.words = words.into();
}

/// A hand: the owner sees it in order; the others see what they know, by name, and backs for the rest.
fn hand(rules: &Rules, pos: &Position, seat: Seat, audience: Audience) -> Vec<CardView> {
    let pile = pos.pile(seat, Zone::Hand);
    if audience == Audience::Player(seat) {
        return pile.iter().map(|&card| off_field(rules, pos, card)).collect();
    }
    // A spectator knows what both players know.
    let mut known: Vec<CardRef> = pile.iter().copied().filter(|&card| pos.card(card).known(seat.rival())).collect();
    known.sort_by_key(|&card| pos.def_id(card));
    let backs = pile.len() - known.len();
    let back = CardView {
        handle: None,
        def: None,
        owner: seat,
        place: None,
        stats: None,
        terms: vec![],
        marks: vec![],
        under: vec![],
    };
    known.iter().map(|&card| off_field(rules, pos, card)).chain(std::iter::repeat_n(back, backs)).collect()
}

fn off_field(rules: &Rules, pos: &Position, card: CardRef) -> CardView {
    let data = pos.card(card);
    let def = rules.def(data.def());
    let public = zone_parts(pos.shelf.zone_of(card)).is_some_and(|(_, zone)| zone.is_public());
    CardView {
        handle: public.then(|| pos.handles[card.0 as usize]),
        def: Some(data.def()),
        owner: data.owner(),
        place: None,
        stats: def.kind.stands().then_some(Stats::One(def.power)),
        terms: vec![],
        marks: if data.made() { vec![Mark::word("token")] } else { vec![] },
        under: vec![],
    }
}

fn field(pos: &Position, seat: Seat) -> Vec<CardView> {
    let places = (0..TERRAINS).map(|terrain| Place::new(seat, terrain));
    places.filter(|&place| pos.slot(place).taken()).map(|place| on_field(pos, place)).collect()
}

fn on_field(pos: &Position, place: Place) -> CardView {
    let slot = pos.slot(place);
    let data = pos.card(slot.card);
    let number = |word, number| Mark { word, number: Some(number), card: None };
    let mut marks = Vec::new();
    if slot.damage > 0 {
        marks.push(number("wounded", slot.damage));
    }
    if slot.ready() {
        marks.push(Mark::word("ready"));
    }
    if slot.on(Trigger::Activate) && slot.cooldown > 0 && !slot.is(Slot::USED) {
        marks.push(number("cooldown", i16::from(slot.cooldown)));
    }
    if slot.is(Slot::SILENCED) {
        marks.push(Mark::word("silenced"));
    }
    if data.made() {
        marks.push(Mark::word("token"));
    }
    CardView {
        handle: Some(pos.handles[slot.card.0 as usize]),
        def: Some(data.def()),
        owner: data.owner(),
        place: Some(place.terrain() as u8),
        stats: Some(Stats::One(pos.power(place))),
        terms: terms(&slot, pos.modifier(place)),
        marks,
        under: vec![],
    }
}

/// SK Power: what the power of a unit is the sum of; nothing if it is as printed.
fn terms(slot: &Slot, modifier: i16) -> Vec<Term> {
    let below = (slot.base + slot.gain - slot.damage + modifier).min(0);
    let more = [("gained", slot.gain), ("damage", -slot.damage), ("slot", modifier), ("never below 0", -below)];
    let more = more.into_iter().filter(|&(_, number)| number != 0);
    let mut terms: Vec<Term> = more.map(|(word, number)| Term { word, number }).collect();
    if !terms.is_empty() {
        terms.insert(0, Term { word: "printed", number: slot.base });
    }
    terms
}

/// The words of a branch, as the card says them.
fn branch_words(rules: &Rules, pos: &Position, branch: u8) -> String {
    let Some(Frame::Run(run)) = pos.agenda.top() else { return String::new() };
    rules.branches.get(&run.ability).and_then(|words| words.get(branch as usize - 1)).cloned().unwrap_or_default()
}

fn run_question(rules: &Rules, pos: &Position, run: &Run) -> String {
    let name = rules.name(pos.def_id(run.source));
    let mut cursor = run.cursor;
    match next(&rules.ops, &mut cursor) {
        Wants::Branch(_) => format!("{name}: which one?"),
        Wants::May(_) => format!("{name}: do you want that?"),
        Wants::Act(Action::Choose { pick, .. }) => match pick.what {
            What::Unit => format!("{name}: which unit?"),
            What::Slot => format!("{name}: which slot?"),
            What::Dead => format!("{name}: which card of your graveyard?"),
        },
        _ => String::new(),
    }
}
