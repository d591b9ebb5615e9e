//! What a seat sees as numbers: the same in all worlds that it cannot tell apart, whole, and different where it sees a difference.

use crate::common;

use std::collections::BTreeSet;

use playmat_cards::prelude::*;
use playmat_cards::{Block, DefId, Encode, Setup};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Decision, Game, MOST_OPTIONS, Options, Seat, Silence, Table};
use playmat_strata::rules::Rules;
use playmat_strata::state::{MOST_CARDS, Place, Position, Trait, Zone};
use playmat_strata::words::{ActionVerb, Adjective, ChangeVerb};
use playmat_strata::{Choice, Strata};
use playmat_testkit::{Twins, times};

const LAYOUT: playmat_cards::Layout = Strata::LAYOUT;

/// What an encoder under test adds to the observation.
type Addition = fn(&Position, Seat) -> i16;

/// The observation and the rows of all options.
fn encoded(rules: &Rules, pos: &Position, decision: Decision, addition: Option<Addition>) -> Vec<i16> {
    let mut options = Options::new();
    Strata::options(rules, pos, &mut options);
    let columns = LAYOUT.options.columns.len();
    let mut out = vec![0x5a5a; LAYOUT.len() + options.len() * columns];
    let (observation, rows) = out.split_at_mut(LAYOUT.len());
    Strata::encode(rules, pos, decision, observation);
    for (row, &choice) in rows.chunks_exact_mut(columns).zip(options.iter()) {
        Strata::encode_option(rules, pos, decision, choice, row);
    }
    out.extend(addition.map(|addition| addition(pos, decision.seat)));
    out
}

/// Where two rows of numbers differ, for people.
fn difference(one: &[i16], two: &[i16]) -> String {
    let Some(at) = (0..one.len().max(two.len())).find(|&at| one.get(at) != two.get(at)) else { return "none".into() };
    let name = |block: &Block, at: usize| {
        let columns = block.columns.len();
        format!("{} row {}, {}", block.name, at / columns, block.columns[at % columns].name)
    };
    let block = LAYOUT.blocks().find(|(from, block)| (*from..from + block.len()).contains(&at));
    let place = block.map_or_else(|| name(&LAYOUT.options, at - LAYOUT.len()), |(from, block)| name(block, at - from));
    format!("{place}: {:?} and {:?}", one.get(at), two.get(at))
}

/// Numbers of one block of an observation, by row.
fn rows<'a>(observation: &'a [i16], name: &str) -> impl Iterator<Item = &'a [i16]> {
    let (from, block) = LAYOUT.blocks().find(|(_, block)| block.name == name).expect("there is such a block");
    observation[from..from + block.len()].chunks_exact(block.columns.len())
}

fn column(block: &str, name: &str) -> usize {
    let (_, block) = LAYOUT.blocks().find(|(_, other)| other.name == block).expect("there is such a block");
    block.columns.iter().position(|column| column.name == name).expect("there is such a column")
}

fn decks(rules: &Rules, chance: &mut FastChance) -> BySeat<Vec<DefId>> {
    BySeat::from_fn(|_| Strata::random_deck(rules, None, chance))
}

/// Random games under all terms, until `look` has seen enough; it returns how many positions it has looked at.
fn games(seed: u64, wanted: u64, mut look: impl FnMut(&Rules, &Table<Strata>, Decision, &mut FastChance) -> u64) {
    let seed = playmat_testkit::seed("encode") ^ seed;
    let all: Vec<Rules> = common::ALL_TERMS.iter().map(|terms| common::rules(terms)).collect();
    let (mut seen, mut nth) = (0, 0);
    while seen < wanted {
        let rules = &all[nth as usize % all.len()];
        let mut chance = FastChance::nth(seed, nth);
        let setup = Setup { decks: decks(rules, &mut chance), first: None, unshuffled: false };
        let mut table = Table::<Strata>::start(rules, Strata::open(rules, &setup), &mut chance, &mut Silence);
        let mut options = Options::new();
        while let Some(decision) = table.decision() {
            seen += look(rules, &table, decision, &mut chance);
            table.options(rules, &mut options);
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(rules, options[pick], &mut chance, &mut Silence);
        }
        nth += 1;
    }
}

/// Compares real positions with imagined ones; returns how many differ from their real one, and how many of these the numbers tell.
fn imagined(wanted: u64, addition: Option<Addition>) -> (u64, Option<String>) {
    let (mut differing, mut told) = (0, None);
    games(1, wanted, |rules, table, decision, chance| {
        let real = table.position();
        let world = Strata::imagine(rules, real, decision.seat, chance);
        differing += u64::from(world != *real);
        let pair = [real, &world].map(|pos| encoded(rules, pos, decision, addition));
        if pair[0] != pair[1] && told.is_none() {
            told = Some(difference(&pair[0], &pair[1]));
        }
        1
    });
    (differing, told)
}

/// How many numbers differ between twins, which no `imagine` has made.
fn twins(seeds: u64, addition: Option<Addition>) -> (u64, Option<String>) {
    let (mut differing, mut told) = (0, None);
    for seed in 0..seeds {
        let rules = common::rules(common::ALL_TERMS[seed as usize % common::ALL_TERMS.len()]);
        for seat in Seat::BOTH {
            let mut chance = FastChance::nth(seed, 11);
            let mut twins = Twins::<Strata>::open(&rules, decks(&rules, &mut chance), seat, seed);
            while let Some(decision) = twins.real().decision() {
                if decision.seat == seat && twins.differ() {
                    differing += 1;
                    let pair = [twins.real(), twins.other()].map(|table| encoded(&rules, table.position(), decision, addition));
                    if pair[0] != pair[1] && told.is_none() {
                        told = Some(difference(&pair[0], &pair[1]));
                    }
                }
                let options = twins.options();
                let face = |at: usize| Strata::face(&rules, twins.real().position(), options[at]);
                let pick = chance.one_of(options.len() as u32) as usize;
                // Of two copies in a deck the first: the twin follows by what it looks like.
                let first = (0..pick).find(|&at| face(at) == face(pick)).unwrap_or(pick);
                twins.answer(first);
            }
        }
    }
    (differing, told)
}

#[test]
fn imagined_worlds_have_the_same_numbers() {
    let wanted = if times() > 1 { 1_000_000 } else { 6_000 };
    let (differing, told) = imagined(wanted, None);
    println!("{differing} imagined positions differ from {wanted} real ones");
    assert!(differing > wanted / 2, "only {differing} imagined worlds differ");
    assert_eq!(told, None);
}

#[test]
fn twins_have_the_same_numbers() {
    let (differing, told) = twins(6 * times(), None);
    println!("{differing} positions differ from their twins");
    assert!(differing > 300, "only {differing} positions differ from their twins");
    assert_eq!(told, None);
}

/// Encoders that peek are noticed by both.
#[test]
fn peeking_encoders_are_noticed() {
    let cheats: [(&str, Addition); 4] = [
        ("the rival's first hand card", |pos, seat| {
            pos.pile(seat.rival(), Zone::Hand).first().map_or(0, |&card| pos.def_id(card).0 as i16 + 1)
        }),
        ("a face-down card of the rival", |pos, seat| {
            let down = pos.field.all(Trait::DOWN).iter().filter(|place| place.seat() != seat);
            down.map(|place| pos.def_id(pos.slot(place).card).0 as i16 + 1).sum()
        }),
        ("the top card of the own deck", |pos, seat| {
            pos.pile(seat, Zone::Deck).last().map_or(0, |&card| pos.def_id(card).0 as i16 + 1)
        }),
        ("which effects a hidden card has", |pos, seat| {
            let acts = pos.field.all(Trait::acts(0)).and(pos.field.all(Trait::DOWN));
            acts.iter().filter(|place| place.seat() != seat).map(|place| 1 << (place.0 % 10)).sum()
        }),
    ];
    for (what, cheat) in cheats {
        assert_ne!(imagined(1_500, Some(cheat)).1, None, "{what}");
        assert_ne!(twins(2, Some(cheat)).1, None, "{what}");
    }
}

#[test]
fn every_number_is_written() {
    games(2, 3_000, |rules, table, decision, _| {
        let pos = table.position();
        let mut options = Options::new();
        Strata::options(rules, pos, &mut options);
        let [one, two] = [0x5a5a_i16, -0x1235].map(|poison| {
            let mut out = vec![poison; LAYOUT.len()];
            Strata::encode(rules, pos, decision, &mut out);
            for &choice in options.iter() {
                let mut row = vec![poison; LAYOUT.options.columns.len()];
                Strata::encode_option(rules, pos, decision, choice, &mut row);
                out.extend(row);
            }
            out
        });
        assert_eq!(one, two);
        1
    });
    let rules = common::rules(&[]);
    for def in (0..rules.defs.len() as u16).map(DefId) {
        let [one, two] = [0x5a5a_i16, -0x1235].map(|poison| definition(&rules, def, poison));
        assert_eq!(one, two);
    }
}

fn definition(rules: &Rules, def: DefId, poison: i16) -> Vec<i16> {
    let mut out = vec![poison; LAYOUT.definitions.columns.len()];
    Strata::encode_definition(rules, def, &mut out);
    out
}

/// The most that was there of what has a bounded number of rows.
#[derive(Default, Debug)]
struct Most {
    options: usize,
    hand: usize,
    links: usize,
    limits: usize,
    cards: usize,
}

#[test]
fn nothing_is_cut() {
    let mut most = Most::default();
    let mut options = Options::new();
    games(3, 20_000 * times(), |rules, table, decision, _| {
        let pos = table.position();
        let (me, rival) = (decision.seat, decision.seat.rival());
        let out = encoded(rules, pos, decision, None);
        table.options(rules, &mut options);
        let more = |most: &mut usize, now: usize| *most = now.max(*most);
        more(&mut most.options, options.len());
        more(&mut most.hand, pos.pile(me, Zone::Hand).len());
        more(&mut most.links, pos.links());
        more(&mut most.limits, pos.extras.len() + pos.forbids.len());
        more(&mut most.cards, rows(&out, "cards").filter(|row| row[0] != 0).count());
        let listed = |place: i16| rows(&out, "cards").filter(|row| row[0] == place).map(|row| row[2] as usize).sum::<usize>();
        assert_eq!(listed(1), pos.pile(me, Zone::Deck).len());
        assert_eq!(listed(2), pos.pile(me, Zone::Discard).len());
        let hand = rows(&out, "hand").filter(|row| row[0] != 0).count();
        assert_eq!(hand + listed(3), pos.pile(me, Zone::Hand).len());
        assert_eq!(listed(4), pos.pile(rival, Zone::Discard).len());
        let known = |which| pos.pile(rival, which).iter().filter(|&&card| pos.card(card).known(me)).count();
        assert_eq!((listed(5), listed(6)), (known(Zone::Hand), known(Zone::Deck)));
        let recalled = pos.recalled.iter().filter(|&card| pos.owner(card) == rival && !pos.card(card).known(me)).count();
        assert_eq!(listed(7), recalled);
        for (nth, row) in rows(&out, "stacks").enumerate() {
            let place = Place::stack(if nth < 5 { me } else { rival }, nth % 5);
            let under: Vec<i16> = pos.under(place).iter().rev().map(|&card| pos.def_id(card).0 as i16 + 1).collect();
            let here = rows(&out, "cards").filter(|row| row[0] as usize == 11 + nth).map(|row| row[1]);
            assert_eq!(here.collect::<Vec<_>>(), under);
            assert_eq!(row[column("stacks", "under")] as usize, under.len());
        }
        // Every card that is being played is a link.
        let plays = rows(&out, "chain").filter(|row| row[0] == 2).count();
        assert_eq!(plays, pos.pile(me, Zone::Limbo).len() + pos.pile(rival, Zone::Limbo).len());
        1
    });
    println!("{most:?}");
    let bound = |name: &str| LAYOUT.blocks().find(|(_, block)| block.name == name).map_or(0, |(_, block)| block.rows);
    assert!(most.options < LAYOUT.options.rows && LAYOUT.options.rows == MOST_OPTIONS);
    assert!(most.links < bound("chain") && most.limits < bound("limits"), "{most:?}");
    assert!(most.cards <= bound("cards") && bound("cards") == MOST_CARDS, "{most:?}");
    assert!(most.hand > 10, "no large hand was met: {most:?}");
}

/// The largest decks of all different cards: every card has a row, wherever all of them are.
#[test]
fn the_most_cards_have_rows() {
    let rules = common::rules(&[]);
    let deck: Vec<DefId> = (0..MOST_CARDS as u16 / 2).map(DefId).collect();
    let setup = Setup { decks: BySeat::new(deck.clone(), deck), first: Some(Seat::One), unshuffled: false };
    let mut chance = FastChance::new(3);
    let table = Table::<Strata>::start(&rules, Strata::open(&rules, &setup), &mut chance, &mut Silence);
    let decision = table.decision().expect("the first player moves");
    for own in [Zone::Deck, Zone::Hand, Zone::Discard] {
        let mut pos = *table.position();
        for card in (0..MOST_CARDS as u8).map(playmat_cards::CardRef) {
            let owner = pos.owner(card);
            let to = if owner == decision.seat { own } else { Zone::Discard };
            pos.zones.put(card, playmat_strata::state::zone(owner, to));
            pos.cards[card.0 as usize].reveal();
        }
        let out = encoded(&rules, &pos, decision, None);
        let [hand, cards] = ["hand", "cards"].map(|name| rows(&out, name).filter(|row| row[0] != 0).count());
        assert_eq!(hand + cards, MOST_CARDS, "{own:?}");
        let mut options = Options::new();
        Strata::options(&rules, &pos, &mut options);
        assert!(options.len() <= LAYOUT.options.rows);
    }
}

/// Two options of a list are alike only if they are copies in one pile.
#[test]
fn options_are_told_apart() {
    let columns = LAYOUT.options.columns.len();
    let (mut copies, mut options) = (0, Options::new());
    games(4, 15_000 * times(), |rules, table, decision, _| {
        let pos = table.position();
        table.options(rules, &mut options);
        let out = encoded(rules, pos, decision, None);
        let all: Vec<&[i16]> = out[LAYOUT.len()..].chunks_exact(columns).collect();
        for (one, &first) in options.iter().enumerate() {
            for (two, &second) in options.iter().enumerate().skip(one + 1) {
                if all[one] != all[two] {
                    continue;
                }
                let (Choice::Card(a) | Choice::Trigger(a, _)) = first else { panic!("{first:?} and {second:?}") };
                let (Choice::Card(b) | Choice::Trigger(b, _)) = second else { panic!("{first:?} and {second:?}") };
                let zone = pos.zones.zone_of(a);
                let pile = |which| [decision.seat, decision.seat.rival()].map(|seat| playmat_strata::state::zone(seat, which));
                assert!(zone == pos.zones.zone_of(b) && pos.def_id(a) == pos.def_id(b));
                assert!([Zone::Deck, Zone::Discard].into_iter().any(|which| pile(which).contains(&zone)), "{first:?}");
                copies += 1;
            }
        }
        1
    });
    assert!(copies > 0, "no copies were met");
}

/// Whatever changes in the view changes the numbers.
#[test]
fn what_is_seen_to_change_changes_the_numbers() {
    let mut last: BySeat<Option<(playmat_cards::View, Vec<i16>)>> = BySeat::default();
    let mut changed = 0;
    games(5, 8_000 * times(), |rules, table, decision, _| {
        let view = Strata::view(rules, table.position(), Audience::Player(decision.seat));
        let out = encoded(rules, table.position(), decision, None);
        if let Some((before, numbers)) = &last[decision.seat]
            && *before != view
        {
            changed += 1;
            assert_ne!(&numbers[..LAYOUT.len()], &out[..LAYOUT.len()], "{before:?}\n{view:?}");
        }
        last[decision.seat] = Some((view, out));
        1
    });
    assert!(changed > 5_000, "only {changed} views changed");
}

/// Single changes show up where they should.
#[test]
fn a_change_shows_in_its_column() {
    let mut met = BTreeSet::new();
    games(6, 4_000, |rules, table, decision, _| {
        let real = table.position();
        let (me, rival) = (decision.seat, decision.seat.rival());
        let before = encoded(rules, real, decision, None);
        let mut check = |block: &'static str, row: usize, name: &'static str, change: &dyn Fn(&mut Position)| {
            let mut pos = *real;
            change(&mut pos);
            let mut after = vec![0; LAYOUT.len()];
            Strata::encode(rules, &pos, decision, &mut after);
            let differ: Vec<usize> = (0..LAYOUT.len()).filter(|&at| before[at] != after[at]).collect();
            let (from, table) = LAYOUT.blocks().find(|(_, other)| other.name == block).expect("there is such a block");
            assert_eq!(differ, [from + row * table.columns.len() + column(block, name)], "{block}, {name}");
            met.insert((block, name));
        };
        check("header", 0, "own points", &|pos| pos.points[me] += 1);
        check("header", 0, "rival points", &|pos| pos.points[rival] -= 1);
        check("header", 0, "plays", &|pos| pos.plays += 1);
        check("header", 0, "turns", &|pos| pos.turns += 1);
        check("header", 0, "own skips", &|pos| pos.skip[me] += 1);
        check("header", 0, "rival extra", &|pos| pos.extra[rival] += 1);
        for (side, seat) in [me, rival].into_iter().enumerate() {
            for at in 0..5 {
                let row = 5 * side + at;
                let (stack, magic) = (Place::stack(seat, at), Place::magic(seat, at));
                for (place, block) in [(stack, "stacks"), (magic, "magic")] {
                    if !real.slot(place).taken() {
                        continue;
                    }
                    let flip = |has: Trait| move |pos: &mut Position| pos.field.set_to(place, has, !pos.is(place, has));
                    check(block, row, "tapped", &flip(Trait::TAPPED));
                    check(block, row, "tired", &flip(Trait::TIRED));
                    check(block, row, "fresh", &flip(Trait::FRESH));
                    check(block, row, "spending", &flip(Trait::SPENDING));
                    check(block, row, "first on", &flip(Trait::on(0)));
                    check(block, row, "second on", &flip(Trait::on(1)));
                    check(block, row, "indestructible", &|pos| pos.slot_mut(place).marks ^= 1);
                    if block == "stacks" {
                        check(block, row, "attacks", &|pos| pos.slot_mut(place).attacks += 1);
                    }
                    if block == "stacks" && real.is_up(place) {
                        check(block, row, "attack", &|pos| pos.slot_mut(place).attack += 25);
                        check(block, row, "defense", &|pos| pos.slot_mut(place).defense += 25);
                        check(block, row, "level", &|pos| pos.slot_mut(place).level += 1);
                    }
                }
            }
        }
        if let Some(&card) = real.pile(me, Zone::Hand).first().filter(|&&card| !real.card(card).known(rival)) {
            check("hand", 0, "known", &|pos| pos.cards[card.0 as usize].learn(rival));
        }
        1
    });
    assert_eq!(met.len(), 6 + 7 + 4 + 7 + 1, "{met:?}");
}

/// What a definition says is what is printed.
#[test]
fn definitions_are_as_printed() {
    let rules = common::rules(&[]);
    let block = LAYOUT.definitions;
    let at = |name: &str| block.columns.iter().position(|column| column.name == name).unwrap_or_else(|| panic!("{name}"));
    let mut met = vec![0; block.columns.len()];
    for (def, info) in (0..).map(DefId).zip(Strata::cards(&rules)) {
        let out = definition(&rules, def, -1);
        let details = info.details.as_ref().expect("every card has details");
        let words: BTreeSet<&str> = details.subtypes.iter().map(String::as_str).chain([details.kind.as_str()]).collect();
        let natures = Adjective::ALL.iter().filter(|word| word.type_bit() != 0 || word.subtype_bit() != 0);
        for word in natures.filter_map(|word| word.entry()) {
            assert_eq!(out[at(word.pattern)] == 1, words.contains(word.pattern), "{}: {}", info.name, word.pattern);
        }
        assert_eq!(out[at("magic")] == 1, details.kind == "magic");
        assert_eq!(out[at("level")], i16::from(details.level.unwrap_or(0)));
        for ((kind, _), which) in details.effects.iter().zip(["first", "second"]) {
            for other in ["normal", "continuous", "equip", "dormant", "counter", "latent"] {
                assert_eq!(out[at(&format!("{which} {other}"))] == 1, other == *kind, "{}", info.name);
            }
        }
        met.iter_mut().zip(&out).for_each(|(met, number)| *met += i32::from(*number != 0));
    }
    // Every verb is counted somewhere: a new one that is not would be seen here.
    let verbs = ActionVerb::ALL.iter().map(|verb| format!("{verb:?}"));
    for verb in verbs.chain(ChangeVerb::ALL.iter().map(|verb| format!("{verb:?}"))) {
        let count: i32 = ["first", "second"].iter().map(|which| met[at(&format!("{which} {verb}"))]).sum();
        assert!(count > 0, "no card has {verb}");
    }
}

/// No two columns of a block have one name, and each says what it means.
#[test]
fn columns_are_named_and_explained() {
    for block in LAYOUT.observation.iter().chain([&LAYOUT.options, &LAYOUT.definitions]) {
        let names: BTreeSet<&str> = block.columns.iter().map(|column| column.name).collect();
        assert_eq!(names.len(), block.columns.len(), "{}", block.name);
        assert!(!block.meaning.is_empty() && block.columns.iter().all(|column| !column.meaning.is_empty()));
    }
    println!(
        "{} numbers, {} of an option, {} of a definition",
        LAYOUT.len(),
        LAYOUT.options.columns.len(),
        LAYOUT.definitions.columns.len()
    );
}

/// Flags are 0 or 1, categories have as many values as they say, rows are rows; and no two cards look alike.
#[test]
fn numbers_are_of_their_kinds() {
    let rules = common::rules(&[]);
    playmat_testkit::definitions_differ::<Strata>(&rules);
    playmat_testkit::numbers_are_of_their_kinds::<Strata>(
        &rules,
        0..200 * times(),
        playmat_testkit::random_decks::<Strata>(&rules),
    );
}
