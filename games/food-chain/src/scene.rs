//! Scenes: positions as scenario files write them.

use std::sync::LazyLock;

use crate::{FoodChain, view};
use playmat_cards::{
    CardView, Counted, Follows, Item, Scene, SceneError, SceneLine, SceneValue, SceneWord, Stage, Stats, census,
};
use playmat_kernel::Seat;

use crate::rules::Rules;
use crate::rulings::{DryDrop, FieldLimit, Slain};
use crate::setup::add;
use crate::state::{BESIDE, Phase, Position, SLOTS, Slot, Zone};
use crate::words::{Keyword, Kind, Trigger, state_words};

/// The state words and what may follow them.
pub fn states() -> &'static [(&'static str, Follows)] {
    static STATES: LazyLock<Vec<(&str, Follows)>> = LazyLock::new(|| {
        state_words().map(|(word, number)| (word, if number { Follows::Number } else { Follows::Nothing })).collect()
    });
    &STATES
}

/// The words of a setup.
pub const SCENE: &[(&str, SceneWord)] = &[
    ("hp", SceneWord::Number),
    ("field", SceneWord::Places),
    ("hand", SceneWord::Pile),
    ("deck", SceneWord::Pile),
    ("carrion", SceneWord::Pile),
    ("exile", SceneWord::Pile),
    ("set", SceneWord::Pile),
];

/// The words of the phases.
pub const PHASES: &[&str] = &["start", "draw", "main1", "before", "combat", "main2", "end"];

/// What a scene begins with where it says these words.
const STAGED: [Phase; PHASES.len()] =
    [Phase::Start, Phase::Draw, Phase::Main1, Phase::Before, Phase::Combat, Phase::Main2, Phase::End];

impl Stage for FoodChain {
    fn state_words() -> &'static [(&'static str, Follows)] {
        states()
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

    fn number(pos: &Position, seat: Seat, word: &str, _index: Option<i32>) -> Option<i32> {
        (word == "hp").then(|| i32::from(pos.life[seat]))
    }

    /// Sets a scene up.
    fn stage(rules: &Rules, scene: &Scene) -> Result<Position, SceneError> {
        let mut pos = Position::EMPTY;
        // A scenario is never the skipped first draw, nor near the end by length.
        pos.turns = 3;
        if let Some((seat, words)) = &scene.turn {
            pos.turn = *seat;
            let word = words.first().map_or("main1", String::as_str);
            pos.phase = STAGED.into_iter().find(|&phase| view::phase_word(phase) == word).ok_or_else(|| {
                let message = format!("there is no phase `{word}`; there are {}", PHASES.join(", "));
                SceneError { line: scene.turn_line, message }
            })?;
        }
        for line in &scene.lines {
            stage_line(rules, &mut pos, line).map_err(|message| SceneError { line: line.line, message })?;
        }
        Ok(pos)
    }
}

fn stage_line(rules: &Rules, pos: &mut Position, line: &SceneLine) -> Result<(), String> {
    let seat = line.seat;
    match (line.word.as_str(), &line.value) {
        ("hp", SceneValue::Numbers(numbers)) => match numbers[..] {
            [life @ 0..=999] => {
                pos.life[seat] = life as i16;
                Ok(())
            }
            _ => Err("`hp` takes one number from 0 to 999".into()),
        },
        ("field", SceneValue::Cards(items)) => items.iter().try_for_each(|item| stage_field(rules, pos, seat, item)),
        (word, SceneValue::Cards(items)) => {
            let which =
                Zone::named(word).filter(|zone| *zone != Zone::Limbo).ok_or_else(|| format!("there is no zone `{word}`"))?;
            items.iter().try_for_each(|item| stage_pile(rules, pos, seat, which, item))
        }
        (word, _) => Err(format!("`{word}` does not take that")),
    }
}

fn stage_pile(rules: &Rules, pos: &mut Position, seat: Seat, which: Zone, item: &Item) -> Result<(), String> {
    let token = item.is("token");
    let def = rules.texts.find(&item.name, token)?;
    if which == Zone::Set && rules.def(def).kind != Kind::Trap {
        return Err(format!("only traps are set; {} is a {}", item.name, rules.def(def).kind.word()));
    }
    room(pos)?;
    let card = add(rules, pos, def, seat, which);
    if token {
        pos.cards[card.0 as usize].set_made();
    }
    Ok(())
}

fn stage_field(rules: &Rules, pos: &mut Position, seat: Seat, item: &Item) -> Result<(), String> {
    let token = item.is("token");
    let mut def_id = rules.texts.find(&item.name, token)?;
    if rules.def(def_id).kind.is_spell() {
        // A spell cannot stand there, but the token of the same name can.
        def_id = rules.texts.find(&item.name, true)?;
    }
    let def = rules.def(def_id);
    let field_spell = def.kind == Kind::FieldSpell;
    if !def.kind.is_creature() && !field_spell {
        return Err(format!("a {} cannot stand on the field", def.kind.word()));
    }
    let place = match (item.place, field_spell && rules.rulings.field_limit == FieldLimit::Creatures) {
        (_, true) => Some(BESIDE).filter(|&place| !pos.field[seat][place].taken()),
        (Some(place), false) => Some(place as usize).filter(|&place| place < SLOTS && !pos.field[seat][place].taken()),
        (None, false) => pos.field.free_slot(seat),
    };
    let place = place.ok_or_else(|| format!("there is no free slot for {}", item.name))?;
    room(pos)?;
    let card = add(rules, pos, def_id, seat, Zone::Field);
    let stamp = pos.stamp();
    if token {
        pos.cards[card.0 as usize].set_made();
    }
    if field_spell {
        pos.field.set(seat, place, Slot { card, stamp, what: def.what, listens_to: def.listens_to, ..Slot::EMPTY });
        return Ok(());
    }
    let data = pos.card(card);
    let slot = pos.field.stand(&rules.standing[def_id.0 as usize], (seat, place), card, stamp, data);
    slot.state &= !Slot::FROZEN;
    if let Some(stats) = item.stats {
        let Stats::Pair(attack, health) = stats else { return Err("a creature's numbers are written 3/2".into()) };
        if health < 1 {
            return Err(format!("{} would be dead with {health} health", item.name));
        }
        // A creature that was weakened may have less than no attack, and what is copied from a match must be read again.
        if !(-Slot::MOST..=Slot::MOST).contains(&attack) || health > Slot::MOST {
            return Err(format!("{}: attack and health are numbers up to {}", item.name, Slot::MOST));
        }
        slot.attack = attack;
        slot.full = health.max(def.health);
        slot.health = health;
    }
    // Paralysed in an earlier turn: it dies in its controller's next end phase.
    let mut keeps_slain = false;
    for state in &item.words {
        match (state.word.as_str(), state.absent) {
            ("exhausted", false) => slot.state |= Slot::EXHAUSTED,
            ("frozen", false) => slot.state |= Slot::FROZEN,
            ("dry", false) => {
                slot.state |= Slot::DRY;
                if rules.rulings.dry_drop == DryDrop::LosesKeywords {
                    slot.mute();
                }
            }
            ("paralysed", false) => {
                keeps_slain = !slot.is(Slot::MUTE) && rules.rulings.slain == Slain::AnyDeath;
                slot.mute();
                slot.keywords = Keyword::Harmless.bit();
                slot.state |= Slot::PARALYSED;
            }
            ("exhausted" | "frozen" | "dry" | "paralysed" | "token", _) => {}
            (word, absent) => {
                let keyword = Keyword::ALL.iter().copied().find(|keyword| keyword.mark() == word);
                let keyword = keyword.ok_or_else(|| format!("`{word}` is no state of a creature"))?;
                if absent {
                    slot.keywords &= !keyword.bit();
                } else {
                    slot.keywords |= keyword.bit();
                }
                if keyword == Keyword::MultiStrike {
                    slot.strikes = if absent { 1 } else { state.number.unwrap_or(2).clamp(1, 99) as u8 };
                }
            }
        }
    }
    if keeps_slain {
        for id in rules.printed(def_id).filter(|&id| rules.ability(id).trigger == Trigger::Slain) {
            pos.field.gain(rules, seat, place, id, 1);
        }
    }
    Ok(())
}

fn room(pos: &Position) -> Result<(), String> {
    // Some numbers stay free for tokens.
    if pos.zones.len(crate::state::NOWHERE) > 6 { Ok(()) } else { Err("a table has room for 90 cards".into()) }
}
