//! Scenes: positions as scenario files write them.

use crate::{Skirmish, view};
use playmat_cards::{
    CardView, Counted, Follows, Item, Scene, SceneError, SceneLine, SceneValue, SceneWord, Stage, Stats, census,
};
use playmat_kernel::Seat;

use crate::rules::Rules;
use crate::setup::add;
use crate::state::{Frame, NOWHERE, Phase, Place, Position, Slot, TERRAINS, Zone};
use crate::words::Trigger;

/// The state words and what may follow them. No card's name ends in one of them.
pub const STATES: &[(&str, Follows)] = &[
    ("wounded", Follows::Number),
    ("ready", Follows::Nothing),
    ("cooldown", Follows::Number),
    ("silenced", Follows::Nothing),
    ("token", Follows::Nothing),
];

/// The words of a setup.
pub const SCENE: &[(&str, SceneWord)] = &[
    ("field", SceneWord::Places),
    ("hand", SceneWord::Pile),
    ("deck", SceneWord::Pile),
    ("graveyard", SceneWord::Pile),
    ("mod", SceneWord::Indexed),
    ("wins", SceneWord::Number),
    ("skirmish", SceneWord::Number),
    ("done", SceneWord::Flag),
    ("started", SceneWord::Player),
];

impl Stage for Skirmish {
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

    /// Sets a scene up: after the turn-start abilities of the player in turn, whose first turn it is.
    fn stage(rules: &Rules, scene: &Scene) -> Result<Position, SceneError> {
        let mut pos = Position::empty();
        pos.phase = Phase::Move;
        pos.turns = 1;
        pos.turn = scene.turn.as_ref().map_or(Seat::One, |(seat, _)| *seat);
        pos.starter = pos.turn;
        pos.taken[pos.turn] = 1;
        pos.agenda.push(Frame::Turn);
        if let Some((_, words)) = &scene.turn
            && let Some(word) = words.first()
        {
            return Err(SceneError { line: scene.turn_line, message: format!("there are no phases, so `{word}` is none") });
        }
        // A power includes the modifier of its slot, wherever that is written.
        let (mods, others): (Vec<_>, Vec<_>) = scene.lines.iter().partition(|line| line.word == "mod");
        for line in mods.into_iter().chain(others) {
            stage_line(rules, &mut pos, line).map_err(|message| SceneError { line: line.line, message })?;
        }
        Ok(pos)
    }

    /// A number as it is set up.
    fn number(pos: &Position, seat: Seat, word: &str, index: Option<i32>) -> Option<i32> {
        match word {
            "wins" => Some(i32::from(pos.wins[seat])),
            "skirmish" => Some(i32::from(pos.skirmish)),
            "done" => Some(i32::from(pos.done[seat])),
            "started" => Some(i32::from(pos.starter.bit()) + 1),
            "mod" => {
                let terrain = usize::try_from(index?).ok().filter(|&terrain| terrain < TERRAINS)?;
                Some(i32::from(pos.modifier(Place::new(seat, terrain))))
            }
            _ => None,
        }
    }
}

fn stage_line(rules: &Rules, pos: &mut Position, line: &SceneLine) -> Result<(), String> {
    let seat = line.seat;
    match (line.word.as_str(), &line.value) {
        ("mod", SceneValue::Numbers(numbers)) => match numbers[..] {
            [terrain @ 0..=4, modifier @ -99..=999] => {
                pos.mods[Place::new(seat, terrain as usize)] = modifier as i16;
                Ok(())
            }
            _ => Err("`mod` takes a terrain from 0 to 4 and a number".into()),
        },
        ("wins", SceneValue::Numbers(numbers)) => match numbers[..] {
            [wins @ 0..=1] => {
                pos.wins[seat] = wins as u8;
                Ok(())
            }
            _ => Err("`wins` takes 0 or 1: two wins end the match".into()),
        },
        ("skirmish", SceneValue::Numbers(numbers)) => match numbers[..] {
            [skirmish @ 1..=3] => {
                pos.skirmish = skirmish as u8;
                Ok(())
            }
            _ => Err("`skirmish` takes a number from 1 to 3".into()),
        },
        ("done", SceneValue::Numbers(_)) => {
            pos.done[seat] = true;
            Ok(())
        }
        ("started", SceneValue::Numbers(numbers)) => {
            pos.starter = if numbers[..] == [2] { Seat::Two } else { Seat::One };
            Ok(())
        }
        ("field", SceneValue::Cards(items)) => items.iter().try_for_each(|item| stage_field(rules, pos, seat, item)),
        ("deck", SceneValue::Cards(items)) => {
            items.iter().rev().try_for_each(|item| stage_pile(rules, pos, seat, Zone::Deck, item))
        }
        (word, SceneValue::Cards(items)) => {
            let which = Zone::named(word).ok_or_else(|| format!("there is no zone `{word}`"))?;
            items.iter().try_for_each(|item| stage_pile(rules, pos, seat, which, item))
        }
        (word, _) => Err(format!("`{word}` does not take that")),
    }
}

fn stage_pile(rules: &Rules, pos: &mut Position, seat: Seat, which: Zone, item: &Item) -> Result<(), String> {
    let def = rules.texts.find(&item.name, item.is("token"))?;
    if rules.def(def).kind.is_made() {
        return Err(format!("{} is a token and only stands on the field", item.name));
    }
    room(pos)?;
    add(rules, pos, def, seat, which);
    Ok(())
}

fn stage_field(rules: &Rules, pos: &mut Position, seat: Seat, item: &Item) -> Result<(), String> {
    let id = rules.texts.find(&item.name, item.is("token"))?;
    let def = rules.def(id);
    if !def.kind.stands() {
        return Err(format!("an {} cannot stand on the field", def.kind.word()));
    }
    let free = |place: &Place| !pos.slot(*place).taken();
    let place = match item.place {
        Some(terrain) => Some(terrain as usize).filter(|&at| at < TERRAINS).map(|at| Place::new(seat, at)).filter(free),
        None => (0..TERRAINS).map(|at| Place::new(seat, at)).find(free),
    };
    let place = place.ok_or_else(|| format!("there is no free slot for {}", item.name))?;
    room(pos)?;
    let card = add(rules, pos, id, seat, Zone::Field);
    let mut slot = Slot { cooldown: 0, ..Slot::printed(card, def) };
    for state in &item.words {
        match (state.word.as_str(), state.absent) {
            ("ready", false) if !slot.on(Trigger::Activate) => return Err(format!("{} has nothing to activate", item.name)),
            ("ready", true) => slot.state |= Slot::USED,
            ("cooldown", false) => slot.cooldown = state.number.unwrap_or(1).clamp(0, 99) as u8,
            ("silenced", false) => {
                slot.state |= Slot::SILENCED;
                (slot.listens_to, slot.keywords) = (0, 0);
            }
            ("wounded", false) => slot.damage = state.number.unwrap_or(1).clamp(1, 99),
            ("ready" | "cooldown" | "silenced" | "wounded" | "token", _) => {}
            (word, _) => return Err(format!("`{word}` is no state of a unit")),
        }
    }
    if let Some(stats) = item.stats {
        let Stats::One(power) = stats else { return Err("a unit's power is one number".into()) };
        let change = power - (slot.base - slot.damage + pos.modifier(place));
        // Below the printed power is damage, above it a gain; damage that is written down stays as it is.
        if change < 0 && slot.damage == 0 {
            slot.damage = -change;
        } else {
            slot.gain = change;
        }
    }
    pos.field.put(place, slot);
    if pos.power(place) == 0 {
        return Err(format!("{} would be dead with no power", item.name));
    }
    Ok(())
}

fn room(pos: &Position) -> Result<(), String> {
    // Some numbers stay free for tokens.
    if pos.zones.len(NOWHERE) > 10 { Ok(()) } else { Err("a table has room for 70 cards".into()) }
}
