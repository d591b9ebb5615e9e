//! What a position has room for, what happens beyond that, and what follows from the rest of a position.

use crate::common;
use playmat_cards::prelude::*;
use playmat_cards::{CardRef, DefId, Item, Op, SEAT_NAMES, Scene, SceneLine, SceneValue, Setup, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Game, Heard, MOST_OPTIONS, Options, Outcome, Seat, Silence, Table, shuffle};
use playmat_strata::changes::{Change, MOST_CHANGES, refresh, worked_out};
use playmat_strata::rules::{Action, ChangeId, Changed, Deed, Lasts, Rules};
use playmat_strata::state::{LONGEST_CHAIN, MOST_EXTRAS, MOST_FORBIDS, MOST_FRAMES, Place, Places, Position, Zone};
use playmat_strata::waiting::MOST_WAITING;
use playmat_strata::words::{ActionVerb, StrataWords};
use playmat_strata::{Choice, Strata};
use std::collections::BTreeSet;

#[test]
fn what_is_kept_follows_from_the_rest_at_every_question() {
    for terms in common::ALL_TERMS {
        let rules = common::rules(terms);
        let mut questions = 0;
        // In the last one a source is again what it was, before somebody who is immune to it.
        for seed in (0..40).chain([1357]) {
            let mut chance = FastChance::new(seed);
            let decks = BySeat::from_fn(|_| Strata::random_deck(&rules, None, &mut chance));
            let setup = Setup { decks, first: None, unshuffled: false };
            let mut table = Table::<Strata>::start(&rules, Strata::open(&rules, &setup), &mut chance, &mut Silence);
            let mut options = Options::new();
            while let Some(decision) = table.decision() {
                assert_eq!(worked_out(&rules, table.position()), *table.position(), "game {seed}, question {questions}");
                let world = Strata::imagine(&rules, table.position(), decision.seat, &mut chance);
                assert_eq!(worked_out(&rules, &world), world, "an imagined world of game {seed}, question {questions}");
                table.options(&rules, &mut options);
                let pick = chance.one_of(options.len() as u32) as usize;
                table.take(&rules, options[pick], &mut chance, &mut Silence);
                questions += 1;
            }
        }
        assert!(questions > 4000, "{terms:?}: {questions} questions");
    }
}

/// Cards that the shipped set has no need of.
const CARDS: &str = "\
creature Grub, fire beast, level 1, 250/250
  normal: draw 1.
  normal: draw 1.

creature Martyr, fire beast, level 1, 250/250
  latent when this is destroyed: you gain 1 point.
  latent when this is sent to the discard pile: you gain 1 point.

creature Herald, fire beast, level 1, 250/250
  latent in hand when a creature attacks: you gain 1 point.
  normal: draw 1.

magic Objection
  counter when an enemy card is played: draw 1.
  normal: draw 1.

magic Reserve
  counter when an enemy effect is activated: play a creature of level 1 in your hand.
  normal: draw 1.

magic Cataclysm
  normal: destroy all creatures.
  normal: draw 1.

creature Mourner, fire beast, level 1, 250/250
  latent in hand when a creature is destroyed: you gain 1 point.
  normal: draw 1.

magic Refusal
  counter when an enemy effect is activated: stop the effect.
  normal: draw 1.

magic Doubling
  normal: double the attack of all creatures, then double the attack of all creatures, then double the attack of all creatures, then double the attack of all creatures, then double the attack of all creatures, then double the attack of all creatures, then double the attack of all creatures.
  normal: draw 1.

magic Invitation
  normal: gain a play for a fire creature, then gain a play for a water creature, then gain a play for an earth creature, then gain a play for a nature creature, then gain a play for a light creature, then gain a play for a dark creature, then gain a play for an electric creature, then gain a play for a beast creature, then gain a play for a ghost creature.
  normal: draw 1.

magic Ban
  normal: the rival cannot play a fire creature next turn, then the rival cannot play a water creature next turn, then the rival cannot play an earth creature next turn, then the rival cannot play a nature creature next turn, then the rival cannot play a light creature next turn, then the rival cannot play a dark creature next turn, then the rival cannot play an electric creature next turn, then the rival cannot play a beast creature next turn, then the rival cannot play a ghost creature next turn, then both players cannot play an avian creature next turn, then both players cannot play a dragon creature next turn, then both players cannot play a fairy creature next turn, then both players cannot play a machine creature next turn.
  normal: draw 1.
";

fn rules() -> Rules {
    let sources = Sources::one("limits.cards", CARDS);
    let parsed = parse::<StrataWords>(&sources);
    assert!(parsed.complaints.is_empty(), "{:?}", parsed.complaints);
    let cards: Vec<_> = parsed.cards().collect();
    Strata::build(&cards, &Terms::default()).unwrap()
}

/// A table in a phase of player 1: whose zones hold which cards.
fn table(rules: &Rules, phase: &str, zones: &[(Seat, &str, &[&str])]) -> Table<Strata> {
    let item = |name: &&str| Item { name: (*name).to_string(), ..Item::default() };
    let lines = zones.iter().map(|(seat, word, names)| {
        let value = SceneValue::Cards(names.iter().map(item).collect());
        SceneLine { seat: *seat, word: (*word).to_string(), line: 1, value }
    });
    let scene = Scene { lines: lines.collect(), turn: Some((Seat::One, vec![phase.to_string()])), turn_line: 1 };
    let position = Strata::stage(rules, &scene).unwrap();
    Table::start(rules, position, &mut FastChance::new(1), &mut Silence)
}

/// The asked seat answers with the first option that fits.
fn take(rules: &Rules, table: &mut Table<Strata>, seat: Seat, fits: impl Fn(&Position, Choice) -> bool) {
    let mut options = Options::new();
    table.options(rules, &mut options);
    assert_eq!(table.decision().unwrap().seat, seat, "{options:?}");
    let choice = options.iter().copied().find(|&choice| fits(table.position(), choice));
    table.take(rules, choice.unwrap_or_else(|| panic!("{options:?}")), &mut FastChance::new(1), &mut Silence);
}

fn names(rules: &Rules, pos: &Position, seat: Seat, zone: Zone) -> Vec<String> {
    pos.pile(seat, zone).iter().map(|&card| rules.name(pos.def_id(card)).to_string()).collect()
}

#[test]
fn a_play_whose_zone_was_filled_meanwhile_goes_back_to_the_hand_and_counts() {
    // ST H6: the response to the response fills the fifth place.
    let rules = rules();
    let mut table = table(
        &rules,
        "main",
        &[
            (Seat::One, "field", &["Grub"; 4]),
            (Seat::One, "hand", &["Martyr", "Grub"]),
            (Seat::One, "magic", &["Reserve"]),
            (Seat::Two, "field", &["Grub"]),
            (Seat::Two, "magic", &["Objection"]),
            (Seat::Two, "deck", &["Grub", "Grub"]),
        ],
    );
    let is = |pos: &Position, card: CardRef, name: &str| rules.name(pos.def_id(card)) == name;
    take(&rules, &mut table, Seat::One, |pos, choice| matches!(choice, Choice::Play(card) if is(pos, card, "Martyr")));
    take(&rules, &mut table, Seat::Two, |_, choice| matches!(choice, Choice::Use(..)));
    take(&rules, &mut table, Seat::One, |_, choice| matches!(choice, Choice::Use(..)));
    take(&rules, &mut table, Seat::One, |pos, choice| matches!(choice, Choice::Card(card) if is(pos, card, "Grub")));
    let pos = table.position();
    assert_eq!(names(&rules, pos, Seat::One, Zone::Hand), ["Martyr"]);
    assert_eq!(Places::stacks(Seat::One).and(pos.field.taken).len(), 5);
    assert_eq!(pos.plays, 1);
    assert_eq!(table.decision().unwrap().seat, Seat::One);
}

/// However many moves there are, what is on the field can be used and the turn can be ended.
#[test]
fn a_turn_with_too_many_moves_can_be_ended() {
    let rules = rules();
    for cards in [90, 95, 96, 130] {
        let table =
            table(&rules, "main", &[(Seat::One, "hand", &vec!["Grub"; cards]), (Seat::One, "field", &["Grub", "Martyr"])]);
        let (mut options, mut room) = (Options::new(), Options::new());
        table.options(&rules, &mut options);
        let plays = options.iter().filter(|choice| matches!(choice, Choice::Play(_) | Choice::PlayDown(_))).count();
        let uses = options.iter().filter(|choice| matches!(choice, Choice::Use(..))).count();
        assert_eq!((plays, uses), ((2 * cards).min(MOST_OPTIONS - 64), 2), "{cards}");
        assert_eq!(options[options.len() - 2..], [Choice::Next, Choice::End]);
        for (place, &choice) in options.iter().enumerate() {
            let which = |count| if count == options.len() { place } else { panic!("{count} are counted, not listed") };
            let (mut taken, mut at_once) = (table.clone(), table.clone());
            taken.take(&rules, choice, &mut FastChance::new(1), &mut Silence);
            at_once.play_at_speed(&rules, &mut room, &mut FastChance::new(1), |_, count| which(count));
            assert_eq!(taken, at_once, "{choice:?}");
        }
    }
}

#[test]
fn equal_changes_of_one_card_are_merged_where_the_order_does_not_count() {
    let rules = rules();
    let table = table(&rules, "main", &[(Seat::One, "field", &["Grub"]), (Seat::Two, "field", &["Grub"])]);
    let mut pos = *table.position();
    let place = Place::stack(Seat::One, 0);
    let change = |pos: &Position, what: Changed, lasts: Lasts| {
        let def = rules.changes.iter().position(|def| def.what == what).unwrap();
        let card = pos.slot(place).card;
        Change { def: ChangeId(def as u16), card, source: card, times: 1, lasts }
    };
    let one_more = change(&pos, Changed::Stats(1, 0), Lasts::Stay);
    let double = change(&pos, Changed::DoubleAttack, Lasts::Stay);
    let attack = |pos: &mut Position| {
        pos.stale = Places::ALL;
        refresh(&rules, pos);
        pos.slot(place).attack
    };
    let room = MOST_CHANGES / 3;
    assert!((0..100).all(|_| pos.changes.begin(one_more, &rules)));
    assert_eq!((pos.changes.len(), attack(&mut pos)), (room, 350), "as long as there is room none is merged");
    // What lasts this turn only is another change, and what was doubled meanwhile is not doubled again.
    assert!(pos.changes.begin(Change { lasts: Lasts::Turn, ..one_more }, &rules));
    assert!(pos.changes.begin(double, &rules) && pos.changes.begin(one_more, &rules));
    assert_eq!((pos.changes.len(), attack(&mut pos)), (room + 3, 703));
    let room = MOST_CHANGES - pos.changes.len();
    assert_eq!((0..MOST_CHANGES).filter(|_| pos.changes.begin(double, &rules)).count(), room, "doubling is never merged");
}

/// ST I3: the match ends as a draw, and both players are told why.
#[test]
fn a_list_that_overflows_is_a_draw_that_is_told() {
    let rules = rules();
    let grubs: &[&str] = &["Grub"; 5];
    let field = [(Seat::One, "field", grubs), (Seat::Two, "field", grubs)];
    for (name, reason) in [
        ("Doubling", "There is no room for more lasting changes: the match is a draw."),
        ("Invitation", "There is no room for more extra plays: the match is a draw."),
        ("Ban", "There is no room for more forbidden plays: the match is a draw."),
        ("Cataclysm", "There is no room for more triggers: the match is a draw."),
    ] {
        let card = [name];
        let mourners: &[&str] = &["Mourner"; MOST_WAITING + 1];
        let zones = [field[0], field[1], (Seat::One, "magic", &card[..]), (Seat::Two, "hand", mourners)];
        let mut table = table(&rules, "main", &zones);
        let mut told = Vec::new();
        let mut options = Options::new();
        table.options(&rules, &mut options);
        let is = |card: CardRef| rules.name(table.position().def_id(card)) == name;
        let uses = options.iter().copied().find(|choice| matches!(*choice, Choice::Use(card, 0) if is(card))).unwrap();
        table.take(&rules, uses, &mut FastChance::new(1), &mut told);
        assert_eq!(table.outcome(), Some(Outcome::Draw), "{name}");
        for seat in Seat::BOTH {
            let Heard::Known(event) = told.last().unwrap().to(Audience::Player(seat)) else { panic!("{name}: {told:?}") };
            assert_eq!(Strata::sentence(&rules, event, SEAT_NAMES), reason);
        }
    }
}

/// ST I3: triggers are laid however many there are; only responses stop, and the question says so.
#[test]
fn at_the_longest_chain_triggers_are_laid_and_nobody_can_respond() {
    let rules = rules();
    let zones: &[(Seat, &str, &[&str])] = &[
        (Seat::One, "field", &["Martyr"; 5]),
        (Seat::Two, "field", &["Martyr"; 5]),
        (Seat::One, "magic", &["Cataclysm"]),
        (Seat::Two, "magic", &["Refusal"]),
    ];
    let mut table = table(&rules, "main", zones);
    take(&rules, &mut table, Seat::One, |_, choice| matches!(choice, Choice::Use(_, 0)));
    take(&rules, &mut table, Seat::Two, |_, choice| choice == Choice::Pass);
    let (mut waited, mut said) = (0, String::new());
    while table.position().agenda.depth() > 1 {
        waited = waited.max(table.position().waiting.len());
        let mut options = Options::new();
        table.options(&rules, &mut options);
        if options.contains(&Choice::Pass) {
            said = Strata::question(&rules, table.position()).words;
            assert_eq!((table.position().links(), &options[..]), (20, &[Choice::Pass][..]));
        }
        table.take(&rules, options[0], &mut FastChance::new(1), &mut Silence);
    }
    assert_eq!(waited, 20);
    assert!(said.ends_with("The chain has 20 links: nobody can respond to it."), "{said}");
    let points = Seat::BOTH.map(|seat| table.position().points[seat]);
    assert_eq!(points.iter().sum::<i16>(), 2 * 20 - 10 + 20, "{points:?}");
}

#[test]
fn every_card_of_a_deck_can_listen() {
    // Cards that listen to attacks from the hand: none is left out.
    let rules = rules();
    let heralds = MOST_WAITING - 1;
    let mut table = table(
        &rules,
        "battle",
        &[(Seat::One, "field", &["Grub"]), (Seat::Two, "field", &["Grub"]), (Seat::Two, "hand", &vec!["Herald"; heralds])],
    );
    assert_eq!(table.position().listeners[Seat::Two].iter().count(), heralds);
    take(&rules, &mut table, Seat::One, |_, choice| matches!(choice, Choice::Attack(_)));
    take(&rules, &mut table, Seat::One, |_, choice| matches!(choice, Choice::Card(_)));
    assert_eq!(table.position().waiting.len(), heralds);
}

/// The most of each list that was in use.
#[derive(Clone, Copy, Default, Debug)]
struct Used {
    changes: usize,
    triggers: usize,
    extras: usize,
    forbids: usize,
    links: usize,
    frames: usize,
}

impl Used {
    fn see(&mut self, pos: &Position) {
        let most = |used: &mut usize, now: usize| *used = now.max(*used);
        most(&mut self.changes, pos.changes.len());
        most(&mut self.triggers, pos.waiting.len());
        most(&mut self.extras, pos.extras.len());
        most(&mut self.forbids, pos.forbids.len());
        most(&mut self.links, pos.links());
        most(&mut self.frames, pos.agenda.depth());
    }

    /// ST I3: no list was full, by far.
    fn check(&self, terms: &[(&str, &str)]) {
        assert!(self.changes <= MOST_CHANGES * 3 / 4, "{terms:?}: {self:?}");
        assert!(self.triggers <= MOST_WAITING * 3 / 4, "{terms:?}: {self:?}");
        assert!(self.frames <= MOST_FRAMES * 3 / 4, "{terms:?}: {self:?}");
        assert!(self.links < LONGEST_CHAIN, "{terms:?}: {self:?}");
    }
}

/// Plays on at random, for so many questions at most.
fn play_on(rules: &Rules, mut table: Table<Strata>, chance: &mut FastChance, questions: usize, used: &mut Used) {
    let mut options = Options::new();
    for _ in 0..questions {
        used.see(table.position());
        if table.decision().is_none() {
            break;
        }
        table.options(rules, &mut options);
        let pick = chance.one_of(options.len() as u32) as usize;
        table.take(rules, options[pick], chance, &mut Silence);
    }
    assert!(!Strata::overflowed(table.position()), "{used:?}");
}

/// ST I3, in matches of shipped cards; `PLAYMAT_LONG` plays twenty times as many.
#[test]
fn no_list_runs_full_in_matches_of_shipped_cards() {
    for terms in common::ALL_TERMS {
        let rules = common::rules(terms);
        let mut used = Used::default();
        for seed in 0..300 * playmat_testkit::times() {
            let mut chance = FastChance::new(seed);
            let decks = BySeat::from_fn(|_| Strata::random_deck(&rules, None, &mut chance));
            let setup = Setup { decks, first: None, unshuffled: false };
            let table = Table::<Strata>::start(&rules, Strata::open(&rules, &setup), &mut chance, &mut Silence);
            play_on(&rules, table, &mut chance, usize::MAX, &mut used);
        }
        println!("matches under {terms:?}: {used:?}");
        used.check(terms);
    }
}

/// ST I3, on tables as crowded as shipped cards can make them: full zones, high stacks, everything that listens in hands and piles.
#[test]
fn no_list_runs_full_on_crowded_tables() {
    for terms in common::ALL_TERMS {
        let rules = common::rules(terms);
        let mut used = Used::default();
        for seed in 0..200 * playmat_testkit::times() {
            let mut chance = FastChance::new(seed);
            let table = Table::<Strata>::start(&rules, crowded(&rules, &mut chance), &mut chance, &mut Silence);
            play_on(&rules, table, &mut chance, 150, &mut used);
        }
        println!("crowded tables under {terms:?}: {used:?}");
        used.check(terms);
    }
}

/// Two legal decks of seventy, dealt onto the table as they come: five stacks as high as they get, five magic cards, seven in hand, and the
/// rest in deck and discard pile.
fn crowded(rules: &Rules, chance: &mut FastChance) -> Position {
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        let kind = |chance: &mut FastChance| chance.one_of(7) as usize;
        let kinds = [kind(chance), kind(chance)];
        let mut deck = Vec::new();
        for kind in if kinds[0] == kinds[1] { &kinds[..1] } else { &kinds[..] } {
            deck.extend(rules.pools[*kind].iter().flatten().flat_map(|id| [*id; 2]));
        }
        let mut magic: Vec<_> = rules.magic.iter().flat_map(|id| [*id; 2]).collect();
        shuffle(&mut magic, chance);
        shuffle(&mut deck, chance);
        deck.truncate(50);
        magic.truncate(70 - deck.len());
        let name = |id: DefId| rules.name(id).to_string();
        let mut field = Vec::new();
        for _ in 0..5 {
            let Some(base) = deck.iter().position(|id| rules.def(*id).level == 1) else { break };
            let mut stack = vec![deck.remove(base)];
            while let Some(next) = deck.iter().position(|id| {
                let (def, top) = (rules.def(*id), rules.def(stack[stack.len() - 1]));
                def.kind == top.kind && def.level == top.level + 1
            }) {
                stack.push(deck.remove(next));
            }
            let top = stack.pop().unwrap();
            field.push(Item { name: name(top), under: stack.into_iter().map(name).collect(), ..Item::default() });
        }
        let set = magic.drain(..5).map(|id| Item { name: name(id), ..Item::default() }).collect();
        deck.append(&mut magic);
        shuffle(&mut deck, chance);
        let mut take = |count: usize| -> Vec<Item> {
            let count = count.min(deck.len());
            deck.drain(..count).map(|id| Item { name: name(id), ..Item::default() }).collect()
        };
        let (hand, pile, rest) = (take(7), take(8), take(70));
        for (word, cards) in [("field", field), ("magic", set), ("hand", hand), ("discard", pile), ("deck", rest)] {
            lines.push(SceneLine { seat, word: word.into(), line: 1, value: SceneValue::Cards(cards) });
        }
    }
    let scene = Scene { lines, turn: Some((Seat::One, vec!["main".into()])), turn_line: 1 };
    Strata::stage(rules, &scene).unwrap()
}

/// ST I3: of extra and forbidden plays there are as many kinds as shipped cards have phrases for them, and equal ones are counted together.
#[test]
fn every_extra_and_forbidden_play_of_shipped_cards_has_room() {
    let rules = common::rules(&[]);
    let (mut extras, mut forbids) = (BTreeSet::new(), BTreeSet::new());
    for op in &rules.ops {
        match op {
            Op::Act(Action::Do(Deed { verb: ActionVerb::ExtraPlaysFor, filter: Some(filter), .. })) => extras.insert(filter.0),
            Op::Act(Action::Do(Deed { verb: ActionVerb::Forbid, filter: Some(filter), .. })) => forbids.insert(filter.0),
            _ => false,
        };
    }
    assert!(!extras.is_empty() && extras.len() <= MOST_EXTRAS);
    // For each player, in the turn that is on and in the next.
    assert!(!forbids.is_empty() && 4 * forbids.len() <= MOST_FORBIDS);
}
