//! Positions as numbers: the asked seat's knowledge and nothing else, all of it, every number written.

use crate::common;

use std::collections::BTreeSet;

use playmat_cards::prelude::*;
use playmat_cards::{Block, CardRef, DefId, Encode, Item, Layout, Scene, SceneLine, SceneValue, Setup};
use playmat_chance::{FastChance, ScriptedChance};
use playmat_food_chain::rules::Rules;
use playmat_food_chain::state::{Position, Zone, zone};
use playmat_food_chain::words::Keyword;
use playmat_food_chain::{Choice, FoodChain};
use playmat_kernel::{BySeat, Chance, Decision, Game, Options, Seat, Silence, Table, shuffle};
use playmat_testkit as kit;

const LAYOUT: Layout = FoodChain::LAYOUT;

/// What an encoder makes of a position: here the observation, with the rows of all options behind it.
type Encoder = fn(&Rules, &Position, Decision) -> Vec<i16>;

fn honest(rules: &Rules, pos: &Position, decision: Decision) -> Vec<i16> {
    filled(rules, pos, decision, 0)
}

/// What an encoder writes, over numbers that were there before.
fn filled(rules: &Rules, pos: &Position, decision: Decision, before: i16) -> Vec<i16> {
    let mut out = vec![before; LAYOUT.len()];
    FoodChain::encode(rules, pos, decision, &mut out);
    for row in option_rows(rules, pos, decision, before) {
        out.extend(row.1);
    }
    out
}

fn option_rows(rules: &Rules, pos: &Position, decision: Decision, before: i16) -> Vec<(Choice, Vec<i16>)> {
    let mut options = Options::new();
    FoodChain::options(rules, pos, &mut options);
    let row = |&choice: &Choice| {
        let mut row = vec![before; LAYOUT.options.columns.len()];
        FoodChain::encode_option(rules, pos, decision, choice, &mut row);
        (choice, row)
    };
    options.iter().map(row).collect()
}

fn editions() -> Vec<Rules> {
    FoodChain::editions().iter().map(|edition| common::rules(edition, &[])).collect()
}

/// The editions, and every ruling alone at every other value.
fn all_rules() -> Vec<Rules> {
    common::all_terms().iter().map(|(edition, rulings)| common::rules(edition, rulings)).collect()
}

/// Random games with random decks under each of these rules: what is done at each question.
fn at_each_question(sets: &[Rules], games: u64, mut at: impl FnMut(&Rules, &Position, Decision, &mut FastChance)) {
    for rules in sets {
        for seed in 0..games * kit::times() {
            let mut chance = FastChance::new(seed);
            let decks = BySeat::from_fn(|_| FoodChain::random_deck(rules, None, &mut chance));
            let position = FoodChain::open(rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<FoodChain>::start(rules, position, &mut chance, &mut Silence);
            let mut options = Options::new();
            while let Some(decision) = table.decision() {
                at(rules, table.position(), decision, &mut chance);
                table.options(rules, &mut options);
                let pick = chance.one_of(options.len() as u32) as usize;
                table.take(rules, options[pick], &mut chance, &mut Silence);
            }
        }
    }
}

/// A world that the asked seat cannot tell from this one: an imagined one, with the rival's cards in another order.
fn other_world(rules: &Rules, pos: &Position, seat: Seat, chance: &mut FastChance) -> Position {
    let mut world = FoodChain::imagine(rules, pos, seat, chance);
    for which in [Zone::Hand, Zone::Deck] {
        shuffle(world.zones.order_mut(zone(seat.rival(), which)), chance);
    }
    world
}

/// How many positions were compared with imagined ones, and how many of them were encoded differently.
fn imagined(encoder: Encoder, sets: &[Rules], games: u64) -> (u64, u64) {
    let (mut compared, mut different) = (0, 0);
    at_each_question(sets, games, |rules, pos, decision, chance| {
        let world = other_world(rules, pos, decision.seat, chance);
        compared += u64::from(world != *pos);
        different += u64::from(encoder(rules, pos, decision) != encoder(rules, &world, decision));
    });
    (compared, different)
}

/// How many numbers differ between twins, which no `imagine` has made: real matches in which the seat has seen and heard the same.
fn twins(encoder: Encoder, sets: &[Rules], games: u64) -> (u64, u64) {
    let (mut compared, mut different) = (0, 0);
    for rules in sets {
        let decks = kit::random_decks::<FoodChain>(rules);
        for seed in 0..games * kit::times() {
            for seat in Seat::BOTH {
                let mut twins = kit::Twins::<FoodChain>::open(rules, decks(seed), seat, seed);
                let mut chance = FastChance::nth(seed, 7);
                while let Some(decision) = twins.real().decision() {
                    if decision.seat == seat && twins.differ() {
                        let [real, other] = [twins.real(), twins.other()].map(Table::position);
                        compared += 1;
                        different += u64::from(encoder(rules, real, decision) != encoder(rules, other, decision));
                    }
                    let pick = chance.one_of(twins.options().len() as u32) as usize;
                    twins.answer(pick);
                }
            }
        }
    }
    (compared, different)
}

/// With `PLAYMAT_LONG=1` that is more than a million positions.
#[test]
fn imagined_worlds_are_encoded_alike() {
    let (compared, different) = imagined(honest, &all_rules(), 14);
    assert!(compared > 50_000 * kit::times(), "only {compared} worlds differed");
    assert_eq!(different, 0, "of {compared}");
}

#[test]
fn twins_are_encoded_alike() {
    let (compared, different) = twins(honest, &all_rules(), 1);
    assert!(compared > 3_000 * kit::times(), "only {compared} twins differed");
    assert_eq!(different, 0, "of {compared}");
}

/// Encoders that peek are noticed, by either sampler.
#[test]
fn cheats_are_noticed() {
    fn with(rules: &Rules, pos: &Position, decision: Decision, secret: impl Into<i32>) -> Vec<i16> {
        let mut out = honest(rules, pos, decision);
        out.push(secret.into() as i16);
        out
    }
    fn first(pos: &Position, seat: Seat, which: Zone) -> Option<CardRef> {
        pos.pile(seat, which).first().copied()
    }
    fn def(pos: &Position, card: Option<CardRef>) -> u16 {
        card.map_or(0, |card| pos.def_id(card).0)
    }
    let rivals_hand: Encoder =
        |rules, pos, decision| with(rules, pos, decision, def(pos, first(pos, decision.seat.rival(), Zone::Hand)));
    let rivals_deck: Encoder =
        |rules, pos, decision| with(rules, pos, decision, def(pos, first(pos, decision.seat.rival(), Zone::Deck)));
    let own_top: Encoder = |rules, pos, decision| with(rules, pos, decision, def(pos, first(pos, decision.seat, Zone::Deck)));
    let listens: Encoder = |rules, pos, decision| with(rules, pos, decision, pos.watch[decision.seat.rival()] as i32);
    let sets = editions();
    for (name, cheat) in [
        ("the rival's hand", rivals_hand),
        ("the rival's deck", rivals_deck),
        ("the top of the own deck", own_top),
        ("what the rival's cards listen to", listens),
    ] {
        let (compared, different) = imagined(cheat, &sets, 2);
        assert!(different * 4 > compared, "{name}: {different} of {compared} imagined worlds");
        let (compared, different) = twins(cheat, &sets, 1);
        assert!(different * 4 > compared, "{name}: {different} of {compared} twins");
    }
    // The numbers of cards in a hidden zone are nobody's business either.
    let number: Encoder = |rules, pos, decision| {
        let card = first(pos, decision.seat.rival(), Zone::Hand);
        with(rules, pos, decision, card.map_or(0, |card| card.0))
    };
    assert!(imagined(number, &sets, 2).1 > 100);
    let set: Encoder =
        |rules, pos, decision| with(rules, pos, decision, def(pos, first(pos, decision.seat.rival(), Zone::Set)));
    assert!(imagined(set, &sets, 10).1 > 100);
}

#[test]
fn every_number_is_written() {
    at_each_question(&editions(), 4, |rules, pos, decision, _| {
        assert_eq!(filled(rules, pos, decision, -12_345), filled(rules, pos, decision, i16::MAX));
    });
    let rules = common::rules("core", &[]);
    for def in 0..rules.defs.len() {
        assert_eq!(features(&rules, def, -1), features(&rules, def, i16::MIN));
    }
}

/// Every card that the seat sees is in a row, and every option has one.
#[test]
fn nothing_is_cut() {
    let (mut questions, mut longest, mut largest) = (0, 0, 0);
    at_each_question(&editions(), 60, |rules, pos, decision, _| {
        let out = honest(rules, pos, decision);
        let (me, rival) = (decision.seat, decision.seat.rival());
        questions += 1;
        assert_eq!(number(&out, "header", 0, "more"), 0);
        let counted = |block: &str, each: &dyn Fn(usize) -> i16| {
            let rows = (0..block_of(block).1.rows).filter(|&row| number(&out, block, row, "card") != 0);
            rows.map(each).sum::<i16>() as usize
        };
        for (block, seat, which) in [
            ("own_carrion", me, Zone::Carrion),
            ("rival_carrion", rival, Zone::Carrion),
            ("own_exile", me, Zone::Exile),
            ("rival_exile", rival, Zone::Exile),
            ("own_playing", me, Zone::Limbo),
            ("rival_playing", rival, Zone::Limbo),
        ] {
            assert_eq!(counted(block, &|row| number(&out, block, row, "made").max(1)), pos.pile(seat, which).len(), "{block}");
            largest = largest.max(pos.pile(seat, which).len());
        }
        assert_eq!(counted("hand", &|row| number(&out, "hand", row, "count")), pos.pile(me, Zone::Hand).len());
        assert_eq!(counted("set", &|_| 1), pos.pile(me, Zone::Set).len());
        assert_eq!(counted("deck", &|_| 1), pos.pile(me, Zone::Deck).len());
        let hidden = [Zone::Hand, Zone::Set].into_iter().flat_map(|which| pos.pile(rival, which));
        let known = hidden.filter(|&&card| pos.card(card).known(me)).count();
        assert_eq!(counted("known", &|_| 1), known);
        let gifts = Seat::BOTH.into_iter().flat_map(|seat| (0..4).map(move |place| (seat, place)));
        let gifts: usize = gifts.map(|(seat, place)| pos.field.gifts(seat, place).count()).sum();
        assert_eq!(counted("gifts", &|_| 1), gifts);
        longest = longest.max(option_rows(rules, pos, decision, 0).len());
    });
    assert!(questions > 20_000 && (15..=LAYOUT.options.rows).contains(&longest), "{questions}, {longest}");
    assert!(largest > 20, "piles of up to {largest} cards");
}

/// Two options of one list have different rows unless they are copies that nobody can tell apart.
#[test]
fn options_are_told_apart() {
    let mut copies = 0;
    at_each_question(&editions(), 30, |rules, pos, decision, _| {
        let rows = option_rows(rules, pos, decision, 0);
        for (at, (one, row)) in rows.iter().enumerate() {
            for (other, _) in rows[..at].iter().filter(|(_, other)| other == row) {
                let (Choice::Card(one), Choice::Card(other)) = (one, other) else {
                    panic!("{one:?} is like {other:?}: {row:?}")
                };
                assert_eq!(pos.card(*one), pos.card(*other));
                assert_eq!(pos.zones.zone_of(*one), pos.zones.zone_of(*other));
                copies += 1;
            }
        }
    });
    assert!(copies > 0, "no copies were met");
}

/// What everybody sees is in the numbers.
#[test]
fn what_is_seen_is_encoded() {
    let mut changed = 0;
    at_each_question(&editions(), 4, |rules, pos, decision, _| {
        let (me, rival) = (decision.seat, decision.seat.rival());
        let out = honest(rules, pos, decision);
        let column = |name: &str| number(&out, "header", 0, name);
        assert_eq!((column("own_life"), column("rival_life")), (pos.life[me], pos.life[rival]));
        assert_eq!((column("own_turn"), column("began")), (i16::from(pos.turn == me), i16::from(pos.first == me)));
        let mut other = *pos;
        other.life[rival] += 1;
        let differing = differing(&out, &honest(rules, &other, decision));
        assert_eq!(differing, [header("rival_life")]);
        for (side, seat) in [me, rival].into_iter().enumerate() {
            for place in 0..3 {
                let (slot, row) = (&pos.field[seat][place], side * 3 + place);
                let card = if slot.taken() { pos.def_id(slot.card).0 as i16 + 1 } else { 0 };
                assert_eq!(number(&out, "places", row, "card"), card);
                if !slot.taken() {
                    continue;
                }
                assert_eq!(number(&out, "places", row, "attack"), slot.attack);
                assert_eq!(number(&out, "places", row, "health"), slot.health);
                for &keyword in Keyword::ALL.iter().filter(|keyword| **keyword != Keyword::Frozen) {
                    assert_eq!(number(&out, "places", row, keyword.mark()), i16::from(slot.has(keyword)));
                }
                let mut other = *pos;
                other.field[seat][place].keywords ^= Keyword::Lure.bit();
                assert_ne!(out, honest(rules, &other, decision));
                changed += 1;
            }
        }
    });
    assert!(changed > 500, "only {changed} creatures were met");
}

/// A hand of more cards than rows: copies share one, and what is left is counted.
#[test]
fn a_large_hand_is_counted() {
    let rules = common::rules("core", &[]);
    let prey: Vec<usize> =
        (0..rules.defs.len()).filter(|&def| rules.defs[def].kind.is_prey() && rules.defs[def].pool).collect();
    for (kinds, copies) in [(10, 1), (20, 1), (10, 3), (21, 2), (24, 3)] {
        let hand: Vec<DefId> = (0..kinds * copies).map(|at| DefId(prey[at % kinds] as u16)).collect();
        let items = hand.iter().map(|&def| Item { name: rules.name(def).into(), ..Item::default() }).collect();
        let line = SceneLine { seat: Seat::One, word: "hand".into(), line: 1, value: SceneValue::Cards(items) };
        let scene = Scene { lines: vec![line], turn: Some((Seat::One, vec!["main1".into()])), turn_line: 4 };
        let position = FoodChain::stage(&rules, &scene).unwrap();
        let table = Table::<FoodChain>::start(&rules, position, &mut ScriptedChance::default(), &mut Silence);
        let decision = table.decision().unwrap();
        let out = honest(&rules, table.position(), decision);
        let rows: i16 = (0..block_of("hand").1.rows).map(|row| number(&out, "hand", row, "count")).sum();
        let more = number(&out, "header", 0, "more");
        assert_eq!((rows + more) as usize, hand.len());
        assert_eq!(more as usize, kinds.saturating_sub(block_of("hand").1.rows) * copies);
        for (choice, row) in option_rows(&rules, table.position(), decision, 0) {
            let Choice::Play(card) = choice else { continue };
            // The first row of the hand comes behind six slots and two places beside them.
            let (card, row) = (table.position().def_id(card).0 as i16 + 1, row[option("row")]);
            assert!(row == 0 && more > 0 || number(&out, "hand", row as usize - 9, "card") == card);
        }
    }
}

/// Keywords are those that are printed, tokens are tokens, and hardly two cards look alike.
#[test]
fn definitions_say_what_a_card_is() {
    let rules = common::rules("core", &[]);
    let column = |name: &str| LAYOUT.definitions.columns.iter().position(|column| column.name == name).unwrap();
    let mut kinds = BTreeSet::new();
    for (at, def) in rules.defs.iter().enumerate() {
        let features = features(&rules, at, 0);
        let info = &FoodChain::cards(&rules)[at];
        for &keyword in Keyword::ALL {
            assert_eq!(features[column(keyword.mark())] != 0, def.keywords & keyword.bit() != 0, "{}", info.name);
        }
        assert_eq!((features[column("attack")], features[column("health")]), (def.attack, def.health));
        assert_eq!(features[column("token")] != 0, def.kind.is_made());
        if def.count > 0 {
            let verbs = &features[column("draw {number}")..column("chooses")];
            assert!(verbs.iter().sum::<i16>() >= i16::from(def.count), "{} does nothing: {verbs:?}", info.name);
        }
        kinds.insert(features);
    }
    assert!(kinds.len() * 100 > rules.defs.len() * 98, "{} of {} look different", kinds.len(), rules.defs.len());
    let named = |name: &str| features(&rules, FoodChain::cards(&rules).iter().position(|card| card.name == name).unwrap(), 0);
    let shark = named("Tiger Shark");
    assert_eq!([shark[column("predator")], shark[column("attack")], shark[column("health")]], [1, 4, 4]);
}

/// Every column has a name of its own in its block, and a sentence.
#[test]
fn columns_are_named_and_explained() {
    for block in LAYOUT.observation.iter().chain([&LAYOUT.options, &LAYOUT.definitions]) {
        let names: BTreeSet<&str> = block.columns.iter().map(|column| column.name).collect();
        assert_eq!(names.len(), block.columns.len(), "{}", block.name);
        assert!(block.columns.iter().all(|column| column.meaning.ends_with('.')), "{}", block.name);
        assert!(block.meaning.ends_with('.'));
    }
}

fn features(rules: &Rules, def: usize, before: i16) -> Vec<i16> {
    let mut out = vec![before; LAYOUT.definitions.columns.len()];
    FoodChain::encode_definition(rules, DefId(def as u16), &mut out);
    out
}

fn block_of(name: &str) -> (usize, &'static Block) {
    LAYOUT.blocks().find(|(_, block)| block.name == name).unwrap()
}

fn place_of(block: &str, row: usize, column: &str) -> usize {
    let (from, block) = block_of(block);
    from + row * block.columns.len() + block.columns.iter().position(|known| known.name == column).unwrap()
}

fn number(out: &[i16], block: &str, row: usize, column: &str) -> i16 {
    out[place_of(block, row, column)]
}

fn header(column: &str) -> usize {
    place_of("header", 0, column)
}

fn option(column: &str) -> usize {
    LAYOUT.options.columns.iter().position(|known| known.name == column).unwrap()
}

fn differing(one: &[i16], other: &[i16]) -> Vec<usize> {
    (0..one.len().max(other.len())).filter(|&at| one.get(at) != other.get(at)).collect()
}

/// Flags are 0 or 1, categories have as many values as they say, rows are rows; and no two cards look alike.
#[test]
fn numbers_are_of_their_kinds() {
    for rules in &all_rules() {
        kit::definitions_differ::<FoodChain>(rules);
        kit::numbers_are_of_their_kinds::<FoodChain>(rules, 0..40 * kit::times(), kit::random_decks::<FoodChain>(rules));
    }
}
