//! What a position has room for, what happens beyond that, and what follows from the rest of a position.

use crate::common;
use playmat_cards::{CardGame, CardRef, Item, Scene, SceneLine, SceneValue, Setup, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::Swift;
use playmat_kernel::{BySeat, Chance, MOST_OPTIONS, Options, Seat, Silence, Table};
use playmat_strata::changes::{Change, MOST_CHANGES, refresh, worked_out};
use playmat_strata::rules::{ChangeId, Changed, Lasts, Rules};
use playmat_strata::state::{Place, Places, Position, Zone};
use playmat_strata::waiting::MOST_WAITING;
use playmat_strata::words::StrataWords;
use playmat_strata::{Choice, Strata};

#[test]
fn what_is_kept_follows_from_the_rest_at_every_question() {
    for terms in common::ALL_TERMS {
        let rules = common::rules(terms);
        let mut questions = 0;
        // In the last one a source is again what it was, before somebody who is immune to it.
        for seed in (0..40).chain([1357]) {
            let mut chance = Swift::new(seed);
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
    Table::start(rules, position, &mut Swift::new(1), &mut Silence)
}

/// The asked seat answers with the first option that fits.
fn take(rules: &Rules, table: &mut Table<Strata>, seat: Seat, fits: impl Fn(&Position, Choice) -> bool) {
    let mut options = Options::new();
    table.options(rules, &mut options);
    assert_eq!(table.decision().unwrap().seat, seat, "{options:?}");
    let choice = options.iter().copied().find(|&choice| fits(table.position(), choice));
    table.take(rules, choice.unwrap_or_else(|| panic!("{options:?}")), &mut Swift::new(1), &mut Silence);
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
            assert_eq!(table.pick(&rules, &mut room, which), Some(choice));
        }
    }
}

#[test]
fn changes_beyond_the_limit_do_not_begin() {
    let rules = rules();
    let table = table(&rules, "main", &[(Seat::One, "field", &["Grub"]), (Seat::Two, "field", &["Grub"])]);
    let mut pos = *table.position();
    let place = Place::stack(Seat::One, 0);
    let one_more = rules.changes.iter().position(|def| def.what == Changed::Stats(1, 0)).unwrap();
    let card = pos.slot(place).card;
    let change = Change { def: ChangeId(one_more as u16), card, source: card, times: 1, lasts: Lasts::Stay };
    let begun = (0..MOST_CHANGES + 5).filter(|_| pos.changes.begin(change, &rules)).count();
    pos.stale = Places::ALL;
    refresh(&rules, &mut pos);
    assert_eq!(begun, MOST_CHANGES);
    assert_eq!(pos.slot(place).attack, 250 + MOST_CHANGES as i16);
}

#[test]
fn triggers_beyond_the_limits_do_not_activate_and_are_not_used() {
    // Ten creatures with two Latents each are destroyed at once: 16 wait, 10 of them come onto the chain.
    let rules = rules();
    let zones: &[(Seat, &str, &[&str])] =
        &[(Seat::One, "field", &["Martyr"; 5]), (Seat::Two, "field", &["Martyr"; 5]), (Seat::One, "magic", &["Cataclysm"])];
    let mut table = table(&rules, "main", zones);
    let mut most = 0;
    take(&rules, &mut table, Seat::One, |_, choice| matches!(choice, Choice::Use(_, 0)));
    while table.position().agenda.depth() > 1 {
        most = most.max(table.position().waiting.len());
        let seat = table.decision().unwrap().seat;
        take(&rules, &mut table, seat, |_, choice| matches!(choice, Choice::Trigger(..) | Choice::Pass));
    }
    assert_eq!(most, MOST_WAITING);
    let used = (0..10).map(CardRef).map(|card| [0, 1].map(|which| table.position().used(card, which)));
    assert_eq!(used.flatten().filter(|used| *used).count(), 10);
    let points = Seat::BOTH.map(|seat| table.position().points[seat]);
    assert_eq!(points.iter().sum::<i16>(), 2 * 20 - 10 + 10, "{points:?}");
}

#[test]
fn every_card_of_a_deck_can_listen() {
    // Seventy cards that heed attacks from the hand: none is left out.
    let rules = rules();
    let mut table = table(
        &rules,
        "battle",
        &[(Seat::One, "field", &["Grub"]), (Seat::Two, "field", &["Grub"]), (Seat::Two, "hand", &["Herald"; 70])],
    );
    assert_eq!(table.position().listeners[Seat::Two].iter().count(), 70);
    take(&rules, &mut table, Seat::One, |_, choice| matches!(choice, Choice::Attack(_)));
    take(&rules, &mut table, Seat::One, |_, choice| matches!(choice, Choice::Card(_)));
    assert_eq!(table.position().waiting.len(), MOST_WAITING);
}
