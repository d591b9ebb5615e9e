//! `lab cards` on real games.

use playmat_bots::BotSpec;
use playmat_lab::cards::Cards;
use playmat_lab::game::DeckChoice;

use crate::common::{decks, in_memory, planted, rules};

#[test]
fn cards_are_counted_where_they_are() {
    let rules = rules("skirmish", &[]);
    let plan = Cards { decks: decks(&rules), rules, bot: BotSpec::Random, seed: 1, games: 200 };
    let (measured, report) = in_memory(|context| plan.run(context, None));
    assert!(measured.cards.len() > 20);
    for card in &measured.cards {
        assert!(card.brought >= card.drawn && card.drawn >= card.opened && card.opened > 0, "{card:?}");
        assert!(card.played > 0, "{card:?}");
        assert!(report.page.contains(&card.card));
    }
    for words in ["cannot say", "add to each other", "By kind", "The curve", "likely"] {
        assert!(report.page.contains(words), "the page does not say `{words}`");
    }
}

/// The shuffle alone decides on an opening hand: a card is in it as often as hands are large, whoever wins.
#[test]
fn opening_hands_are_drawn_by_the_shuffle() {
    let rules = rules("food-chain", &[]);
    let DeckChoice::Deck { name, cards } = decks(&rules)[0].clone() else { panic!("a ready deck has cards") };
    let size = cards.len() as f64;
    let plan = Cards { decks: vec![DeckChoice::Deck { name, cards }], rules, bot: BotSpec::Random, seed: 2, games: 1000 };
    let (measured, _) = in_memory(|context| plan.run(context, None));
    let all: u64 = measured.cards.iter().map(|card| card.opened).sum();
    let hand = all as f64 / measured.cards[0].brought as f64;
    assert!((3.0..10.0).contains(&hand) && (hand - hand.round()).abs() < 1e-9, "{hand} cards in a hand");
    for card in &measured.cards {
        let share = card.opened as f64 / card.brought as f64;
        let expected = hand / size;
        let error = (expected * (1.0 - expected) / card.brought as f64).sqrt();
        assert!((share - expected).abs() < 4.5 * error, "{} is in {share} of hands, not in {expected}", card.card);
    }
}

/// A card that was made much too strong stands at the head, by the opening hand and for sure.
#[test]
fn a_planted_card_is_found() {
    let (_, rules) = planted("skirmish", &[("unit Bard 2", "unit Bard 14")]);
    let plan = Cards { decks: decks(&rules), rules, bot: BotSpec::Greedy, seed: 3, games: 2000 };
    let (measured, _) = in_memory(|context| plan.run(context, None));
    let first = &measured.cards[0];
    assert_eq!(first.card, "Bard");
    let effect = first.opening.expect("it was in many hands");
    assert!(effect.q < 0.01 && effect.shrunk.low > 0.0, "{effect:?}");
    // What is likely lies between what was measured and what cards do on average.
    assert!(effect.shrunk.value <= effect.difference.value && effect.shrunk.value > measured.kinds[0].mean);
}
