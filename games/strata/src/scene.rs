//! Scenes: positions as scenario files write them.

use crate::{Strata, view};
use playmat_cards::{
    CardRef, CardView, Counted, DefId, Follows, Item, Scene, SceneError, SceneLine, SceneValue, SceneWord, Stage, Stats, census,
};
use playmat_kernel::Seat;

use crate::changes::{Change, refresh};
use crate::rules::{ChangeId, Changed, EffectId, EffectKind, Lasts, Rules};
use crate::setup::{add, watch};
use crate::state::{Frame, NOWHERE, Phase, Place, Places, Position, Slot, Trait, Zone, zone};

/// The state words and what may follow them. No card's name ends in one of them.
pub const STATES: &[(&str, Follows)] = &[
    ("tapped", Follows::Nothing),
    ("facedown", Follows::Nothing),
    ("attacked", Follows::Nothing),
    ("level", Follows::Number),
    ("equipped", Follows::Card),
    ("fresh", Follows::Nothing),
    ("on", Follows::Number),
];

/// The words of a setup.
pub const SCENE: &[(&str, SceneWord)] = &[
    ("points", SceneWord::Number),
    ("field", SceneWord::Places),
    ("magic", SceneWord::Places),
    ("hand", SceneWord::Pile),
    ("deck", SceneWord::Pile),
    ("discard", SceneWord::Pile),
    ("plays", SceneWord::Number),
    ("extra", SceneWord::Number),
    ("skip", SceneWord::Number),
    ("chain", SceneWord::Number),
];

/// The most plays and skipped turns that a scene sets up: as many extra plays as a match can have.
const MOST: i32 = 99;

/// The phases that wait for a move.
pub const PHASES: &[&str] = &["main", "battle"];

impl Stage for Strata {
    fn state_words() -> &'static [(&'static str, Follows)] {
        STATES
    }

    fn scene_words() -> &'static [(&'static str, SceneWord)] {
        SCENE
    }

    fn inspect(rules: &Rules, pos: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
        view::inspect(rules, pos, seat, zone)
    }

    fn census(pos: &Position) -> Vec<Counted> {
        census(&pos.zones, |card| pos.handles.of(card))
    }

    /// Sets a scene up.
    fn stage(rules: &Rules, scene: &Scene) -> Result<Position, SceneError> {
        let mut pos = Position::empty();
        pos.agenda.push(Frame::Turn);
        // Neither player is in their first turn unless that is said.
        pos.turns = 3;
        if let Some((seat, words)) = &scene.turn {
            pos.turn = *seat;
            pos.turns += u16::from(seat.bit());
            for word in words {
                match word.as_str() {
                    "main" => pos.phase = Phase::Main,
                    "battle" => pos.phase = Phase::Battle,
                    "first" => {
                        (pos.opening, pos.turns, pos.first) = (true, 1, *seat);
                    }
                    word => {
                        let message =
                            format!("`{word}` is no phase; there are main and battle, and `first` for the first turn");
                        return Err(SceneError { line: scene.turn_line, message });
                    }
                }
            }
        }
        let mut wanted = Vec::new();
        for line in &scene.lines {
            stage_line(rules, &mut pos, line, &mut wanted).map_err(|message| SceneError { line: line.line, message })?;
        }
        watch(rules, &mut pos);
        for (seat, host, equip, line) in wanted {
            attach(rules, &mut pos, seat, host, equip).map_err(|message| SceneError { line, message })?;
        }
        pos.stale = Places::ALL;
        refresh(rules, &mut pos);
        for line in &scene.lines {
            if let SceneValue::Cards(items) = &line.value
                && line.word == "field"
            {
                make_numbers_true(rules, &mut pos, line.seat, items)
                    .map_err(|message| SceneError { line: line.line, message })?;
            }
        }
        pos.stale = Places::ALL;
        refresh(rules, &mut pos);
        Ok(pos)
    }

    /// A number as it is set up; the chain is nobody's.
    fn number(pos: &Position, seat: Seat, word: &str, _index: Option<i32>) -> Option<i32> {
        match word {
            "points" => Some(i32::from(pos.points[seat])),
            "plays" => Some(if pos.turn == seat { i32::from(pos.plays) } else { 0 }),
            "extra" => Some(crate::view::extra(pos, seat)),
            "skip" => Some(i32::from(pos.skip[seat])),
            "chain" => Some(pos.links() as i32),
            _ => None,
        }
    }
}

/// An equip that is to be attached: whose host, which host, the equip's name, the line.
type Wanted<'a> = (Seat, CardRef, &'a str, usize);

fn stage_line<'a>(rules: &Rules, pos: &mut Position, line: &'a SceneLine, wanted: &mut Vec<Wanted<'a>>) -> Result<(), String> {
    let seat = line.seat;
    let word = line.word.as_str();
    match (word, &line.value) {
        ("points" | "plays" | "extra" | "skip" | "chain", SceneValue::Numbers(numbers)) => match (word, &numbers[..]) {
            ("points", &[points @ 1..=999]) => pos.points[seat] = points as i16,
            ("points", _) => return Err("`points` takes a number from 1 to 999: who has none has lost".into()),
            ("plays", &[plays @ 0..=MOST]) if pos.turn == seat || plays == 0 => pos.plays = plays as u8,
            ("plays", _) => return Err(format!("`plays` takes how many plays the turn player has used, 0 to {MOST}")),
            ("extra", &[extra @ 0..=MOST]) => pos.extra[seat] = extra as u8,
            ("skip", &[skip @ 0..=MOST]) => pos.skip[seat] = skip as u8,
            ("chain", _) => return Err("a scene begins with no chain open".into()),
            _ => return Err(format!("`{word}` takes a number from 0 to {MOST}")),
        },
        ("field", SceneValue::Cards(items)) => {
            for item in items {
                let place = free(pos, item, pos.free_stack(seat), |at| Place::stack(seat, at));
                let place = place.ok_or("there are five places for creatures")?;
                let card = stage_table(rules, pos, item, place)?;
                for word in item.words.iter().filter(|word| word.word == "equipped") {
                    wanted.push((seat, card, word.card.as_deref().unwrap_or_default(), line.line));
                }
            }
        }
        ("magic", SceneValue::Cards(items)) => {
            for item in items {
                let place = free(pos, item, pos.free_magic(seat), |at| Place::magic(seat, at));
                let place = place.ok_or("there are five places for magic")?;
                stage_table(rules, pos, item, place)?;
            }
        }
        // A deck is written with its top first.
        ("deck", SceneValue::Cards(items)) => {
            items.iter().rev().try_for_each(|item| stage_pile(rules, pos, seat, Zone::Deck, item))?;
        }
        ("hand", SceneValue::Cards(items)) => {
            items.iter().try_for_each(|item| stage_pile(rules, pos, seat, Zone::Hand, item))?
        }
        ("discard", SceneValue::Cards(items)) => {
            items.iter().try_for_each(|item| stage_pile(rules, pos, seat, Zone::Discard, item))?;
        }
        (word, _) => return Err(format!("`{word}` does not take that")),
    }
    Ok(())
}

/// The place that a card names, if it is free; else the first free one.
fn free(pos: &Position, item: &Item, first: Option<Place>, place: impl Fn(usize) -> Place) -> Option<Place> {
    match item.place {
        Some(at) => {
            Some(at as usize).filter(|&at| at < crate::state::PLACES).map(place).filter(|&place| !pos.slot(place).taken())
        }
        None => first,
    }
}

fn stage_pile(rules: &Rules, pos: &mut Position, seat: Seat, which: Zone, item: &Item) -> Result<(), String> {
    let def = find(rules, &item.name)?;
    room(pos)?;
    add(pos, def, seat, zone(seat, which));
    Ok(())
}

fn stage_table(rules: &Rules, pos: &mut Position, item: &Item, place: Place) -> Result<CardRef, String> {
    let seat = place.seat();
    for name in item.under.iter().chain([&item.name]) {
        let def = find(rules, name)?;
        if rules.def(def).is_magic() == place.is_stack() {
            let where_to = if place.is_stack() { "magic" } else { "field" };
            return Err(format!("{name} belongs to `{where_to}`"));
        }
        if !place.is_stack() && !item.under.is_empty() {
            return Err("magic does not lie in stacks".into());
        }
        room(pos)?;
        let card = add(pos, def, seat, place.zone());
        pos.field.put(place, Slot { card, ..Slot::EMPTY });
    }
    let card = pos.slot(place).card;
    let id = pos.def_id(card);
    pos.next_stamp = pos.next_stamp.wrapping_add(1);
    let mut slot = Slot { card, stamp: pos.next_stamp, ..Slot::EMPTY };
    let mut traits = Vec::new();
    let mut level = None;
    for state in &item.words {
        let number = state.number.unwrap_or(1);
        match (state.word.as_str(), state.absent) {
            ("tapped", false) => traits.push(Trait::TAPPED),
            ("facedown", false) => traits.push(Trait::DOWN),
            ("attacked", false) => slot.attacks = 1,
            ("fresh", false) => traits.extend([Trait::FRESH, Trait::TIRED]),
            ("level", false) if place.is_stack() => level = Some(number.clamp(1, 5) as u8),
            ("on", false) => {
                let which = u8::try_from(number - 1).ok().filter(|which| *which < 2);
                let continuous = |which: u8| rules.effect(EffectId::of(id, which)).kind == EffectKind::Continuous;
                let which = which.filter(|&which| continuous(which));
                let which = which.ok_or_else(|| format!("effect {number} of {} is not Continuous", item.name))?;
                traits.push(Trait::on(which));
                begin(rules, pos, card, EffectId::of(id, which));
            }
            ("tapped" | "facedown" | "attacked" | "fresh" | "on" | "level" | "equipped", _) => {}
            (word, _) => return Err(format!("`{word}` is no state of a card")),
        }
    }
    // What is tapped at all was tapped this turn only if it is fresh.
    if !traits.contains(&Trait::TAPPED) {
        traits.retain(|has| *has != Trait::TIRED);
    }
    if traits.contains(&Trait::DOWN) {
        pos.cards[card.0 as usize].forget(seat.rival());
    }
    pos.field.put(place, slot);
    traits.into_iter().for_each(|has| pos.field.set(place, has));
    pos.field.print(place, rules.def(id));
    if let Some(level) = level
        && level != pos.slot(place).level
    {
        lasting(rules, pos, card, Changed::Level(level), 1);
    }
    Ok(card)
}

/// Numbers that are written down and that nothing else explains: a change that stays.
fn make_numbers_true(rules: &Rules, pos: &mut Position, seat: Seat, items: &[Item]) -> Result<(), String> {
    let taken = (0..crate::state::PLACES).map(|at| Place::stack(seat, at)).filter(|&place| pos.slot(place).taken());
    let mut free = taken.collect::<Vec<_>>();
    for item in items {
        // The places are filled in the order of the list, but for those that a card names.
        let at = item.place.and_then(|at| free.iter().position(|place| place.at() == at as usize)).unwrap_or(0);
        if free.is_empty() {
            break;
        }
        let slot = *pos.slot(free.remove(at));
        match item.stats {
            Some(Stats::Pair(attack, defense)) if pos.is_up(Place::stack(seat, at)) => {
                let mut raise = |by: i16, attack: bool| {
                    let sign = by.signum();
                    for (step, times) in [(100, by.abs() / 100), (1, by.abs() % 100)] {
                        let change = if attack { Changed::Stats(step * sign, 0) } else { Changed::Stats(0, step * sign) };
                        if times > 0 {
                            lasting(rules, pos, slot.card, change, times.min(255) as u8);
                        }
                    }
                };
                raise(attack.clamp(0, 9999) - slot.attack, true);
                raise(defense.clamp(0, 9999) - slot.defense, false);
            }
            Some(Stats::One(_)) => return Err("a creature's numbers are two: 600/400".into()),
            _ => {}
        }
    }
    Ok(())
}

/// A Continuous effect has been switched on, or an Equip attached, before the scene.
fn begin(rules: &Rules, pos: &mut Position, source: CardRef, id: EffectId) {
    let start = rules.effect(id).start as usize;
    for op in rules.ops[start..].iter().take_while(|op| !matches!(op, playmat_cards::Op::End)) {
        if let playmat_cards::Op::Act(crate::rules::Action::Change(def, _, lasts @ (Lasts::On | Lasts::Attached))) = *op {
            pos.changes.begin(Change::lasting(rules, &pos.field, def, source, lasts), rules);
        }
    }
}

/// A change of the scene's own, from the list that every rule set has.
fn lasting(rules: &Rules, pos: &mut Position, card: CardRef, what: Changed, times: u8) {
    if let Some(def) = rules.changes.iter().position(|def| def.what == what) {
        pos.changes.begin(Change { def: ChangeId(def as u16), card, source: card, times, lasts: Lasts::Stay }, rules);
    }
}

fn attach(rules: &Rules, pos: &mut Position, seat: Seat, host: CardRef, name: &str) -> Result<(), String> {
    let def = find(rules, name)?;
    let equips = |id: &EffectId| rules.effect(*id).kind == EffectKind::Equip;
    let id = rules.printed(def).into_iter().find(equips).ok_or_else(|| format!("{name} is no Equip"))?;
    // An equip of the own side first; it may also be the rival's.
    let free = |pos: &Position, seat: Seat| {
        let places = (0..crate::state::PLACES).map(|at| Place::magic(seat, at));
        places.into_iter().find(|&place| {
            let slot = pos.slot(place);
            slot.taken() && pos.def_id(slot.card) == def && slot.host == CardRef::NONE
        })
    };
    let place = free(pos, seat).or_else(|| free(pos, seat.rival()));
    let place = place.ok_or_else(|| format!("the equip {name} stands in `magic`, and there is none left"))?;
    pos.field.attach(place, host);
    let card = pos.slot(place).card;
    pos.field.set(place, Trait::TAPPED);
    pos.field.unset(place, Trait::DOWN);
    begin(rules, pos, card, id);
    Ok(())
}

fn find(rules: &Rules, name: &str) -> Result<DefId, String> {
    rules.texts.find(name, false)
}

fn room(pos: &Position) -> Result<(), String> {
    if pos.zones.len(NOWHERE) > 0 { Ok(()) } else { Err("a table has room for 140 cards".into()) }
}
