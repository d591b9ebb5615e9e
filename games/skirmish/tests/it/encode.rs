//! What a seat sees as numbers: the same in all worlds that it cannot tell apart, whole, and different where something visible is.

mod definitions;

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use playmat_cards::prelude::*;
use playmat_cards::{Block, CardRef, DefId, Encode, Item, Mark, Scene, SceneLine, SceneValue, Setup, Stats, Terms, Value};
use playmat_cardtext::{Sources, parse};
use playmat_chance::{FastChance, ScriptedChance};
use playmat_kernel::{Audience, BySeat, Chance, Decision, Game, Options, Seat, Silence, Table, shuffle};
use playmat_skirmish::rules::Rules;
use playmat_skirmish::state::{Place, Position, TERRAINS, Zone, zone};
use playmat_skirmish::words::SkirmishWords;
use playmat_skirmish::{Choice, Skirmish};
use playmat_testkit::{Twins, times};

const LEN: usize = Skirmish::LAYOUT.len();
const OPTION: usize = Skirmish::LAYOUT.options.columns.len();

/// Cards that ask in every way: branches, several, declining, chance, gains for a turn, questions while a skirmish resolves or others wait.
const OWN: &str = "
unit Herald 2
  conquer: deploy a Squire to an own slot.

unit Sage 3
  deploy: either draw 1 or a unit gets +2 or kill a close unit.

unit Monk 2
  consume: you may draw 1.

unit Warden 3
  death: deploy a dead ally with another name to this slot.

unit Spark 2
  start of turn: this gets +2 this turn, then you may return a close unit to hand.

unit Muster 2
  when an ally dies: you may deploy a Squire to a close own slot.
  activate: an ally gets +2 this turn; if you do, you may kill a unit.

action Storm
  deal 1 damage to up to 3 units.

action Bolt
  deal 2 damage to a random unit.

action Library
  draw 20.

action Retreat
  return all allies to hand, then return an enemy to hand.

action Calling
  you may deploy a dead ally to an own slot.

token unit Squire 1
  death: you may cleanse a slot.
";

/// The shipped cards by all rulings, and those above.
fn all_rules() -> Vec<Rules> {
    let sources = Sources::one("own.cards", OWN);
    let parsed = parse::<SkirmishWords>(&sources);
    assert!(parsed.complaints.is_empty(), "{:?}", parsed.complaints);
    let own = |copies: &str| {
        let rulings = vec![("copies".to_string(), copies.to_string())];
        Skirmish::build(&parsed.cards().collect::<Vec<_>>(), &Terms { edition: None, rulings }).unwrap()
    };
    common::ALL_TERMS.iter().map(|terms| common::rules(terms)).chain([own("2"), own("3")]).collect()
}

/// A random legal deck of any size.
fn deck(rules: &Rules, chance: &mut FastChance) -> Vec<DefId> {
    let mut stock = rules.stock.clone();
    shuffle(&mut stock, chance);
    stock.truncate(20 + chance.one_of(11) as usize);
    stock
}

/// What is compared: the observation, then the rows of all options.
type Encoder = fn(&Rules, &Position, Decision) -> Vec<i16>;

fn honest(rules: &Rules, pos: &Position, decision: Decision) -> Vec<i16> {
    encoded(rules, pos, decision, 0)
}

/// What an encoder writes, into memory that holds something else before.
fn encoded(rules: &Rules, pos: &Position, decision: Decision, before: i16) -> Vec<i16> {
    let mut options = Options::new();
    Skirmish::options(rules, pos, &mut options);
    let mut out = vec![before; LEN + options.len() * OPTION];
    Skirmish::encode(rules, pos, decision, &mut out[..LEN]);
    for (row, &choice) in out[LEN..].chunks_exact_mut(OPTION).zip(options.iter()) {
        Skirmish::encode_option(rules, pos, decision, choice, row);
    }
    out
}

/// Plays a random game and looks at every question.
fn game(rules: &Rules, seed: u64, mut look: impl FnMut(&Position, Decision, &mut FastChance)) {
    let mut chance = FastChance::new(seed);
    let decks = BySeat::from_fn(|_| deck(rules, &mut chance));
    let position = Skirmish::open(rules, &Setup { decks, first: None, unshuffled: false });
    let mut table = Table::<Skirmish>::start(rules, position, &mut chance, &mut Silence);
    let mut options = Options::new();
    while let Some(decision) = table.decision() {
        look(table.position(), decision, &mut chance);
        table.options(rules, &mut options);
        // Being done at once makes dull games.
        let pick = chance.one_of(options.len() as u32) as usize;
        let pick = if options[pick] == Choice::Done { chance.one_of(options.len() as u32) as usize } else { pick };
        table.take(rules, options[pick], &mut chance, &mut Silence);
    }
}

/// The numbers of a block, and how many columns it has.
fn block<'a>(out: &'a [i16], name: &str) -> (&'a [i16], &'static Block) {
    let (at, block) = Skirmish::LAYOUT.blocks().find(|(_, block)| block.name == name).unwrap();
    (&out[at..at + block.len()], block)
}

fn nth(block: &Block, column: &str) -> usize {
    block.columns.iter().position(|other| other.name == column).unwrap_or_else(|| panic!("no column {column}"))
}

/// One number.
fn at(out: &[i16], name: &str, row: usize, column: &str) -> i16 {
    let (numbers, block) = block(out, name);
    numbers[row * block.columns.len() + nth(block, column)]
}

/// How many questions were compared with imagined worlds, and how many looked different there.
fn imagined(encoder: Encoder, wanted: u64) -> (u64, u64) {
    let (mut compared, mut differing) = (0, 0);
    let all = all_rules();
    for seed in 0.. {
        game(&all[seed as usize % all.len()], seed, |pos, decision, chance| {
            let rules = &all[seed as usize % all.len()];
            let world = Skirmish::imagine(rules, pos, decision.seat, chance);
            compared += 1;
            differing += u64::from(encoder(rules, pos, decision) != encoder(rules, &world, decision));
        });
        if compared >= wanted {
            break;
        }
    }
    (compared, differing)
}

/// How many numbers differ between matches that were dealt differently and that the seat cannot tell apart.
fn twins(encoder: Encoder, games: u64) -> (u64, u64) {
    let (mut compared, mut differing) = (0, 0);
    for (nth, rules) in all_rules().iter().enumerate() {
        for seed in 0..games {
            let mut chance = FastChance::nth(seed, 20 + nth as u64);
            let decks = BySeat::from_fn(|_| deck(rules, &mut chance));
            let seat = Seat::BOTH[seed as usize % 2];
            let mut twins = Twins::<Skirmish>::open(rules, decks, seat, seed);
            while let Some(decision) = twins.real().decision() {
                if decision.seat == seat && twins.differ() {
                    assert_eq!(twins.other().decision(), Some(decision));
                    let [real, other] = [twins.real(), twins.other()].map(|table| encoder(rules, table.position(), decision));
                    compared += 1;
                    differing += u64::from(real != other);
                }
                twins.answer(chance.one_of(twins.options().len() as u32) as usize);
            }
        }
    }
    (compared, differing)
}

#[test]
fn imagined_worlds_look_alike() {
    let wanted = if times() > 1 { 1_000_000 } else { 8_000 };
    let (compared, differing) = imagined(honest, wanted);
    assert!(compared >= wanted);
    assert_eq!(differing, 0, "of {compared}");
}

#[test]
fn twins_look_alike() {
    let (compared, differing) = twins(honest, 6 * times());
    assert!(compared > 400, "only {compared} were compared");
    assert_eq!(differing, 0, "of {compared}");
}

/// An encoder that adds what the seat cannot know is noticed.
#[test]
fn cheats_are_noticed() {
    fn with(out: Vec<i16>, pos: &Position, peeked: Option<CardRef>) -> Vec<i16> {
        [out, vec![peeked.map_or(0, |card| pos.def_id(card).0 as i16 + 1)]].concat()
    }
    let cheats: [Encoder; 3] = [
        |rules, pos, decision| {
            with(honest(rules, pos, decision), pos, pos.pile(decision.seat.rival(), Zone::Hand).first().copied())
        },
        |rules, pos, decision| with(honest(rules, pos, decision), pos, pos.pile(decision.seat, Zone::Deck).last().copied()),
        |rules, pos, decision| {
            with(honest(rules, pos, decision), pos, pos.pile(decision.seat.rival(), Zone::Deck).last().copied())
        },
    ];
    for (nth, cheat) in cheats.into_iter().enumerate() {
        let (compared, differing) = imagined(cheat, 1000);
        assert!(differing > compared / 3, "cheat {nth}: {differing} of {compared} worlds");
        let (compared, differing) = twins(cheat, 2);
        assert!(differing > compared / 10, "cheat {nth}: {differing} of {compared} twins");
    }
}

/// Neither the order of a hidden zone counts nor which number a hidden card has.
#[test]
fn hidden_order_and_numbers_do_not_count() {
    let mut compared = 0;
    for (seed, rules) in (0..).zip(all_rules().iter().cycle().take(60)) {
        game(rules, seed, |pos, decision, chance| {
            let (me, rival) = (decision.seat, decision.seat.rival());
            let mut other = *pos;
            for hidden in [zone(me, Zone::Deck), zone(rival, Zone::Deck), zone(rival, Zone::Hand)] {
                shuffle(other.zones.order_mut(hidden), chance);
                let cards = other.zones.zone(hidden).to_vec();
                if let [one, .., two] = cards[..] {
                    other.cards.swap(one.0 as usize, two.0 as usize);
                }
            }
            assert_eq!(honest(rules, pos, decision), honest(rules, &other, decision));
            compared += u32::from(*pos != other);
        });
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn every_number_is_written() {
    for (seed, rules) in (0..).zip(all_rules().iter().cycle().take(60)) {
        game(rules, seed, |pos, decision, _| {
            assert_eq!(encoded(rules, pos, decision, i16::MIN), encoded(rules, pos, decision, 0x5a5a));
        });
        for def in (0..rules.defs.len()).map(|def| DefId(def as u16)) {
            let columns = Skirmish::LAYOUT.definitions.columns.len();
            let [one, two] = [i16::MIN, 0x5a5a].map(|before| {
                let mut out = vec![before; columns];
                Skirmish::encode_definition(rules, def, &mut out);
                out
            });
            assert_eq!(one, two);
        }
    }
}

/// Every card that a seat sees has its row, and every option too.
#[test]
fn nothing_is_cut() {
    let (mut questions, mut most_listed, mut most_held) = (0_u64, 0, 0);
    for (seed, rules) in (0..).zip(all_rules().iter().cycle().take(120 * times() as usize)) {
        game(rules, seed, |pos, decision, _| {
            let (me, rival) = (decision.seat, decision.seat.rival());
            let mut options = Options::new();
            Skirmish::options(rules, pos, &mut options);
            assert!(options.len() <= Skirmish::LAYOUT.options.rows);
            let out = honest(rules, pos, decision);
            let of = |seat: Seat, which: Zone, all: bool| -> Vec<i16> {
                let cards = pos.pile(seat, which).iter().filter(|&&card| all || pos.card(card).known(me));
                cards.map(|&card| pos.def_id(card).0 as i16 + 1).collect()
            };
            let hand = of(me, Zone::Hand, true);
            let known = pos.pile(me, Zone::Hand).iter().map(|&card| i16::from(pos.card(card).known(rival)));
            let rows: Vec<i16> = hand.iter().zip(known).flat_map(|(&card, known)| [card, known]).collect();
            let (block_of_hand, _) = block(&out, "hand");
            assert_eq!(block_of_hand[..rows.len()], rows);
            assert!(block_of_hand[rows.len()..].iter().all(|&number| number == 0));
            let piles = [
                ("own_deck", of(me, Zone::Deck, true)),
                ("own_graveyard", of(me, Zone::Graveyard, true)),
                ("rival_graveyard", of(rival, Zone::Graveyard, true)),
                ("rival_known", of(rival, Zone::Hand, false)),
            ];
            for (name, mut cards) in piles {
                let (rows, block) = block(&out, name);
                cards.sort_unstable();
                cards.resize(block.rows, 0);
                assert_eq!(rows, cards, "{name}");
            }
            assert_eq!(at(&out, "header", 0, "more"), 0);
            (most_listed, most_held) = (most_listed.max(options.len()), most_held.max(hand.len()));
            questions += 1;
        });
    }
    assert!(questions > 4000 && most_held >= 26 && most_listed >= 27, "{questions} {most_held} {most_listed}");
}

/// A scene may hold more cards than there are rows: the first are shown, the others counted.
#[test]
fn what_has_no_row_is_counted() {
    let rules = common::rules(&[]);
    let all: Vec<&str> = ["Veteran", "Archer", "Scout"].into_iter().cycle().take(40).collect();
    let cards = all.iter().map(|name| Item { name: (*name).into(), ..Item::default() }).collect();
    let line = SceneLine { seat: Seat::One, word: "deck".into(), line: 1, value: SceneValue::Cards(cards) };
    let scene = Scene { lines: vec![line], turn: Some((Seat::One, vec![])), turn_line: 2 };
    let position = Skirmish::stage(&rules, &scene).unwrap();
    let table = Table::<Skirmish>::start(&rules, position, &mut ScriptedChance::default(), &mut Silence);
    let (pos, decision) = (table.position(), table.decision().unwrap());
    let out = honest(&rules, pos, decision);
    assert_eq!((at(&out, "header", 0, "more"), at(&out, "header", 0, "own_deck")), (10, 40));
    let (rows, _) = block(&out, "own_deck");
    let archer = rules.texts.find("Archer", false).unwrap().0 as i16 + 1;
    assert!(rows.is_sorted() && rows.iter().all(|&row| row > 0) && rows[0] == archer);
    let mut other = *pos;
    other.zones.order_mut(zone(Seat::One, Zone::Deck)).reverse();
    assert_eq!(honest(&rules, &other, decision), out);
}

/// The numbers say what the view says.
#[test]
fn numbers_and_view_agree() {
    let mut units = 0;
    for (seed, rules) in (0..).zip(all_rules().iter().cycle().take(60)) {
        game(rules, seed, |pos, decision, _| {
            let out = honest(rules, pos, decision);
            let view = Skirmish::view(rules, pos, Audience::Player(decision.seat));
            for (side, seat) in [decision.seat, decision.seat.rival()].into_iter().enumerate() {
                let part = |name: &str| view.part(Some(seat), name).unwrap().clone();
                let Value::Cards(field) = part("field") else { panic!("a field has cards") };
                let mut shown = BTreeMap::new();
                for card in &field {
                    shown.insert(usize::from(card.place.unwrap()), card);
                }
                for terrain in 0..TERRAINS {
                    let place = |column| at(&out, "places", side * TERRAINS + terrain, column);
                    let card = shown.get(&terrain);
                    let mark = |word: &str| -> Option<&Mark> {
                        card.and_then(|card| card.marks.iter().find(|mark| mark.word == word))
                    };
                    let stats = card.and_then(|card| card.stats);
                    assert_eq!(place("card"), card.map_or(0, |card| card.def.unwrap().0 as i16 + 1));
                    assert_eq!(place("power"), if let Some(Stats::One(power)) = stats { power } else { 0 });
                    assert_eq!(place("damage"), mark("wounded").map_or(0, |mark| mark.number.unwrap()));
                    for (column, word) in [("ready", "ready"), ("silenced", "silenced"), ("token", "token")] {
                        assert_eq!(place(column), i16::from(mark(word).is_some()), "{column}");
                    }
                    assert_eq!(Value::Number(place("modifier").into()), part(&format!("mod {terrain}")));
                    units += u32::from(card.is_some());
                }
                let header = |name: &str| at(&out, "header", 0, &format!("{}_{name}", ["own", "rival"][side]));
                assert_eq!(Value::Number(header("wins").into()), part("wins"));
                assert_eq!(Value::Number(header("deck").into()), part("deck"));
                assert_eq!(Value::Word(["no", "yes"][header("done") as usize]), part("done"));
            }
            for terrain in 0..TERRAINS {
                let leader = match at(&out, "terrains", terrain, "leader") {
                    0 => "nobody",
                    1 => decision.seat.tag(),
                    _ => decision.seat.rival().tag(),
                };
                // While the skirmish resolves the winner is fixed.
                let now = view.part(None, &format!("control {terrain}"));
                assert!(at(&out, "header", 0, "resolving") == 1 || now == Some(&Value::Word(leader)));
            }
        });
    }
    assert!(units > 3000, "{units}");
}

/// What a seat can see changes its numbers.
#[test]
fn visible_changes_are_seen() {
    type Change = (&'static str, fn(&mut Position, Seat));
    let changes: &[Change] = &[
        ("own modifier", |pos, me| pos.mods[Place::new(me, 1)] += 1),
        ("rival's modifier", |pos, me| pos.mods[Place::new(me.rival(), 4)] += 1),
        ("gain", |pos, me| pos.field.gain[Place::new(me, 0)] += 1),
        ("damage", |pos, me| pos.field.damage[Place::new(me.rival(), 2)] += 1),
        ("gain of this turn", |pos, me| pos.field.passing.add(Place::new(me, 3), 1)),
        ("done", |pos, me| pos.done[me.rival()] ^= true),
        ("wins", |pos, me| pos.wins[me] += 1),
        ("who has won", |pos, _| pos.wins = BySeat::new(pos.wins[Seat::Two] + 1, pos.wins[Seat::One])),
        ("turns", |pos, _| pos.turns += 1),
        ("turns of the rival", |pos, me| pos.taken[me.rival()] += 1),
        ("skirmish", |pos, _| pos.skirmish += 1),
        ("who began", |pos, _| pos.starter = pos.starter.rival()),
        ("abilities of the turn", |pos, _| pos.set_off += 1),
        ("a card of the own deck", |pos, me| another(pos, me, Zone::Deck)),
        ("a card of the own hand", |pos, me| another(pos, me, Zone::Hand)),
        ("a card of the own graveyard", |pos, me| another(pos, me, Zone::Graveyard)),
        ("a card of the rival's graveyard", |pos, me| another(pos, me.rival(), Zone::Graveyard)),
        ("a unit", |pos, me| another(pos, me.rival(), Zone::Field)),
        ("whether the rival knows a card", |pos, me| {
            let first = pos.pile(me, Zone::Hand).first().copied();
            first.into_iter().for_each(|card| pos.cards[card.0 as usize].learn(me.rival()));
        }),
        ("silence", |pos, me| pos.field.silence(Place::new(me, 2))),
    ];
    fn another(pos: &mut Position, seat: Seat, which: Zone) {
        if let Some(&card) = pos.pile(seat, which).first() {
            let def = pos.def_id(card);
            pos.cards[card.0 as usize].set_def(DefId((def.0 + 1) % 8));
        }
    }
    let mut seen = vec![0; changes.len()];
    for (seed, rules) in (0..).zip(all_rules().iter().cycle().take(60)) {
        game(rules, seed, |pos, decision, _| {
            let mut before = vec![0; LEN];
            Skirmish::encode(rules, pos, decision, &mut before);
            for ((what, change), seen) in changes.iter().zip(&mut seen) {
                let mut other = *pos;
                change(&mut other, decision.seat);
                let mut after = vec![0; LEN];
                Skirmish::encode(rules, &other, decision, &mut after);
                assert_eq!(before == after, *pos == other, "{what}");
                *seen += u32::from(before != after);
            }
        });
    }
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
}

/// No two questions of a match look alike, and every column of an observation says something.
#[test]
fn every_question_looks_different() {
    let mut kinds = BTreeSet::new();
    let mut values: BTreeMap<(&str, &str), BTreeSet<i16>> = BTreeMap::new();
    for (seed, rules) in (0..).zip(all_rules().iter().cycle().take(300)) {
        let mut all = BTreeSet::new();
        game(rules, seed, |pos, decision, _| {
            let out = honest(rules, pos, decision);
            kinds.insert(at(&out, "header", 0, "question"));
            for (from, block) in Skirmish::LAYOUT.blocks() {
                for row in out[from..from + block.len()].chunks_exact(block.columns.len()) {
                    for (column, &number) in block.columns.iter().zip(row) {
                        values.entry((block.name, column.name)).or_default().insert(number);
                    }
                }
            }
            assert!(all.insert((decision.seat.bit(), out)), "seed {seed}: {pos:?}");
        });
    }
    assert_eq!(kinds, (1..=8).collect(), "every kind of question was met");
    let silent: Vec<_> = values.iter().filter(|(_, values)| values.len() < 2).map(|(column, _)| *column).collect();
    assert_eq!(silent, [("header", "more")], "only a scene has more cards than rows");
}

/// Two options of one list look alike only if they are copies of one card, with which the same happens.
#[test]
fn options_are_told_apart() {
    let mut verbs = BTreeSet::new();
    for (seed, rules) in (0..).zip(all_rules().iter().cycle().take(120)) {
        game(rules, seed, |pos, decision, _| {
            let mut options = Options::new();
            Skirmish::options(rules, pos, &mut options);
            let mut told: BTreeMap<Vec<i16>, u64> = BTreeMap::new();
            for &choice in options.iter() {
                let mut row = vec![0; OPTION];
                Skirmish::encode_option(rules, pos, decision, choice, &mut row);
                verbs.insert(row[0]);
                let identity = Skirmish::identity(rules, pos, choice);
                assert_eq!(*told.entry(row).or_insert(identity), identity, "{choice:?} of {options:?}");
                if let Choice::Play(card) = choice {
                    let nth = pos.pile(decision.seat, Zone::Hand).iter().position(|&other| other == card).unwrap();
                    assert!(told.contains_key(&vec![1, pos.def_id(card).0 as i16 + 1, 11 + nth as i16, 1, 0, 0]));
                }
            }
        });
    }
    assert_eq!(verbs, (1..=10).collect(), "every verb was met");
}

/// Flags are 0 or 1, categories have as many values as they say, rows are rows; and no two cards look alike.
#[test]
fn numbers_are_of_their_kinds() {
    for rules in &all_rules() {
        playmat_testkit::definitions_differ::<Skirmish>(rules);
        playmat_testkit::numbers_are_of_their_kinds::<Skirmish>(
            rules,
            0..40 * playmat_testkit::times(),
            playmat_testkit::random_decks::<Skirmish>(rules),
        );
    }
}
