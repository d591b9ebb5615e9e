//! What an audience sees: views and options, built up from nothing.

use playmat_cards::{
    CardRef, CardView, DefId, Event, EventKinds, Face, FaceVerb, Mark, Part, Question, Reason, Show, Spot, Stats, Term, Value,
    View, hidden_pile, nth, program_question,
};
use playmat_kernel::{Audience, BySeat, Seat};

use crate::choice::{Choice, asked};
use crate::event_kinds::EventKind;
use crate::rules::{Rules, What};
use crate::sentences::terrain_name;
use crate::state::{Frame, Phase, Place, Position, Run, Slot, TERRAINS, Zone, zone_parts};
use crate::words::Trigger;
use crate::{Skirmish, play, resolve, sentences};

/// The names of the parts that show the modifiers of the slots.
const MODS: [&str; TERRAINS] = ["mod 0", "mod 1", "mod 2", "mod 3", "mod 4"];

/// The names of the parts that show who would win each terrain now.
const CONTROLS: [&str; TERRAINS] = ["control 0", "control 1", "control 2", "control 3", "control 4"];

impl Show for Skirmish {
    fn why_not_in_hand(rules: &Rules, pos: &Position, seat: Seat) -> Vec<(DefId, Reason)> {
        let hand = pos.pile(seat, Zone::Hand).iter();
        hand.filter_map(|&card| {
            let def = pos.def_id(card);
            play::why_not_play(rules, pos, seat, card).map(|why| (def, sentences::reason(rules, why, Some(def))))
        })
        .collect()
    }

    fn event_words() -> Vec<&'static str> {
        EventKind::words()
    }

    fn sentence(rules: &Rules, event: &Event, names: BySeat<&str>) -> String {
        sentences::sentence(rules, event, names)
    }

    fn turns(pos: &Position) -> u32 {
        u32::from(pos.turns)
    }

    fn phases() -> &'static [&'static str] {
        &[]
    }

    fn turn(pos: &Position) -> (Seat, &'static str) {
        (pos.turn, "")
    }

    /// What an audience sees. The parts always stand in this order.
    fn view(rules: &Rules, pos: &Position, audience: Audience) -> View {
        let points = resolve::points(pos);
        let ahead = Seat::BOTH.into_iter().find(|&seat| points[seat] > points[seat.rival()]);
        let mut parts = vec![
            Part::new(None, "turn", Value::Word(pos.turn.tag())),
            Part::new(None, "phase", Value::Word(phase_word(pos.phase))),
            Part::new(None, "skirmish", Value::Number(i32::from(pos.skirmish))),
            Part::new(None, "started", Value::Word(pos.starter.tag())),
            Part::new(None, "ahead", Value::Word(ahead.map_or("nobody", Seat::tag))),
        ];
        for (terrain, name) in CONTROLS.into_iter().enumerate() {
            let winner = resolve::controls(pos, terrain).map_or("nobody", Seat::tag);
            parts.push(Part::new(None, name, Value::Word(winner)));
        }
        for seat in Seat::BOTH {
            parts.push(Part::new(seat, "wins", Value::Number(i32::from(pos.wins[seat]))));
            parts.push(Part::new(seat, "controls", Value::Number(i32::from(points[seat]))));
            parts.push(Part::new(seat, "done", Value::Word(if pos.done[seat] { "yes" } else { "no" })));
            parts.push(Part::new(seat, "deck", Value::Number(pos.pile(seat, Zone::Deck).len() as i32)));
            parts.push(Part::new(seat, "hand", Value::Cards(hand(rules, pos, seat, audience))));
            parts.push(Part::new(seat, "field", Value::Cards(field(pos, seat))));
            for (terrain, name) in MODS.into_iter().enumerate() {
                parts.push(Part::new(seat, name, Value::Number(i32::from(pos.modifier(Place::new(seat, terrain))))));
            }
            let shown = |card| off_field(rules, pos, card);
            let dead = pos.pile(seat, Zone::Graveyard).iter().copied();
            parts.push(Part::new(seat, "graveyard", Value::Cards(dead.map(shown).collect())));
            parts.push(Part::new(seat, "playing", Value::Cards(pos.playing(seat).map(shown).collect())));
        }
        View { parts }
    }

    /// What the asked seat is asked.
    fn question(rules: &Rules, pos: &Position) -> Question {
        let name = |card: CardRef| rules.name(pos.def_id(card));
        let (words, about) = match pos.agenda.top() {
            Some(Frame::Turn) if pos.phase == Phase::Activated => ("Activate more, or end the turn?".into(), None),
            Some(Frame::Turn) => ("Your move: play a card, activate a unit, or be done.".into(), None),
            Some(Frame::Play { card }) => (format!("{}: to which terrain?", name(card)), Some(card)),
            Some(Frame::Run(run)) => (run_question(rules, pos, &run), Some(run.source)),
            _ => (String::new(), None),
        };
        Question { words, about: about.map(|card| pos.def_id(card)) }
    }

    /// How an option is shown to the asked seat.
    fn face(rules: &Rules, pos: &Position, choice: Choice) -> Face {
        let whose = |place: Place| if place.seat() == asked(pos) { "your" } else { "the rival's" };
        let at = |place: Place| terrain_name(place.terrain() as i16);
        // Units of one name are told apart by where they stand.
        let about = |verb, card: CardRef, words: &str| {
            let name = rules.name(pos.def_id(card));
            let words = match pos.find(card) {
                Some(place) if verb == FaceVerb::Choose => format!("{} {name} at {}", whose(place), at(place)),
                Some(place) => format!("{words}{name} at {}", at(place)),
                None => format!("{words}{name}"),
            };
            Face::card(verb, spot(rules, pos, card), words)
        };
        match choice {
            Choice::Play(card) => about(FaceVerb::Play, card, "play "),
            Choice::Use(card) => about(FaceVerb::Use, card, "activate "),
            Choice::Card(card) => about(FaceVerb::Choose, card, ""),
            Choice::Slot(place) => {
                let whose = whose(place);
                let slot = pos.slot(place);
                let who = if slot.taken() { format!(" ({})", rules.name(pos.def_id(slot.card))) } else { String::new() };
                let words = format!("{whose} side of {}{who}", at(place));
                Face { slot: Some((place.seat(), place.terrain() as u8)), ..Face::word(FaceVerb::Choose, words) }
            }
            Choice::Branch(branch) => Face::word(FaceVerb::Choose, branch_words(rules, pos, branch)),
            Choice::Done => Face::word(FaceVerb::Done, "done for this skirmish"),
            Choice::End => Face::word(FaceVerb::End, "end the turn"),
            Choice::Yes => Face::word(FaceVerb::Yes, "yes"),
            Choice::No => Face::word(FaceVerb::No, "no"),
            Choice::None => Face::word(FaceVerb::None, "none"),
        }
    }
}

/// A zone with nothing hidden, for scenarios and tests.
pub fn inspect(rules: &Rules, pos: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
    let cards = |which| pos.pile(seat, which).iter().map(|&card| off_field(rules, pos, card));
    match Zone::named(zone) {
        Some(Zone::Field) => field(pos, seat),
        Some(Zone::Deck) => cards(Zone::Deck).rev().collect(),
        Some(which) => cards(which).collect(),
        None => vec![],
    }
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
    let (side, which) = zone_parts(pos.zones.zone_of(card))?;
    let name = |card| rules.name(pos.def_id(card));
    let (word, nth) = match which {
        Zone::Field if pos.find(card).is_none() => ("playing", nth(card, pos.playing(side), name)),
        Zone::Field => {
            let standing = (0..TERRAINS).map(|terrain| pos.slot(Place::new(side, terrain)).card);
            ("field", nth(card, standing.filter_map(CardRef::some), name))
        }
        _ => (which.word(), nth(card, pos.pile(side, which).iter().copied(), name)),
    };
    Some(Spot { def, side, zone: word, nth, token: pos.card(card).made(), handle: pos.handles.of(card) })
}

fn hand(rules: &Rules, pos: &Position, seat: Seat, audience: Audience) -> Vec<CardView> {
    let known = |card| pos.card(card).known(seat.rival());
    hidden_pile(pos.pile(seat, Zone::Hand), seat, audience, known, |card| off_field(rules, pos, card))
}

fn off_field(rules: &Rules, pos: &Position, card: CardRef) -> CardView {
    let data = pos.card(card);
    let def = rules.def(data.def());
    CardView {
        handle: pos.handles.of(card),
        def: Some(data.def()),
        stats: def.kind.stands().then_some(Stats::One(def.power)),
        marks: if data.made() { vec![Mark::word("token")] } else { vec![] },
        ..CardView::back(data.owner())
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
        handle: pos.handles.of(slot.card),
        def: Some(data.def()),
        place: Some(place.terrain() as u8),
        stats: Some(Stats::One(pos.power(place))),
        terms: terms(&slot, pos.modifier(place)),
        marks,
        ..CardView::back(data.owner())
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
    rules.texts.branch(run.ability, branch)
}

fn run_question(rules: &Rules, pos: &Position, run: &Run) -> String {
    program_question::<Skirmish>(rules.name(pos.def_id(run.source)), rules, run, |pick| match pick.what {
        What::Unit => "which unit?",
        What::Slot => "which slot?",
        What::Dead => "which card of your graveyard?",
    })
}
