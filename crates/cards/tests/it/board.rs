//! A board: where cards go, who knows them, and what somebody who does not may imagine.

use playmat_cards::{
    Board, CardInfo, CardRef, DeckRule, DefId, Item, SceneLine, SceneValue, Sight, Stats, Texts, Value, ZoneSet,
};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Seat};

playmat_cards::zones! {
    enum Zone { Deck = "deck" for Nobody, Hand = "hand" for Owner, Field = "field" for All }
}

type Cards = Board<Zone, 20, 7>;

/// Five cards in each deck, of the definitions 0 to 4 for the first player and 5 to 9 for the second, the first on top.
fn board() -> Cards {
    let mut board = Cards::new();
    board.add_decks(&BySeat::new((0..5).map(DefId).collect(), (5..10).map(DefId).collect()), Zone::Deck);
    board
}

fn hand(board: &Cards, seat: Seat, audience: Audience) -> Vec<Option<DefId>> {
    match board.part(seat, Zone::Hand, audience, |card| board.shown(card)).value {
        Value::Cards(cards) => cards.into_iter().map(|card| card.def).collect(),
        other => panic!("{other:?}"),
    }
}

fn names(count: u16) -> Texts {
    let info = |number: u16| CardInfo {
        name: format!("Card {number}"),
        kind: "card",
        category: None,
        stats: None,
        keywords: vec![],
        text: vec![],
        token: number == 9,
        generated: false,
        pool: true,
        icon: None,
        details: None,
    };
    Texts { cards: (0..count).map(info).collect(), ..Texts::default() }
}

#[test]
fn who_sees_a_zone_knows_its_cards() {
    let mut board = board();
    let (one, two) = (Audience::Player(Seat::One), Audience::Player(Seat::Two));
    let drawn = board.draw(Seat::One, Zone::Deck, Zone::Hand).expect("there are cards");
    assert_eq!((board.def(drawn), board.zone(Seat::One, Zone::Deck).len()), (DefId(0), 4));
    assert_eq!(hand(&board, Seat::One, one), [Some(DefId(0))]);
    assert_eq!(hand(&board, Seat::One, two), [None]);
    assert_eq!(board.part(Seat::One, Zone::Deck, one, |card| board.shown(card)).value, Value::Number(4));
    // What has been on the field is known in the hand, and only while nobody could have changed it for another.
    board.put(drawn, Zone::Field);
    board.set_number(drawn, 7);
    assert!(board.shown(drawn).handle.is_some() && board.is_in(drawn, Zone::Field) && board.number(drawn) == 7);
    board.put(drawn, Zone::Hand);
    assert_eq!(board.number(drawn), 0, "a number belongs to where a card is");
    assert_eq!(hand(&board, Seat::One, two), [Some(DefId(0))]);
    assert_eq!(hand(&board, Seat::One, Audience::Public), [None], "what both players know need not be public");
    let other = board.draw(Seat::One, Zone::Deck, Zone::Hand).expect("there are cards");
    board.put(other, Zone::Deck);
    assert_eq!(hand(&board, Seat::One, two), [None], "one of both went back unseen");
    assert!(!board.is_in(CardRef::NONE, Zone::Hand), "what is no card is nowhere");
}

#[test]
fn tokens_come_and_go() {
    let mut board = board();
    let token = board.make(DefId(9), Seat::Two, Zone::Field).expect("there is room");
    let spot = board.spot(token).expect("it is there");
    assert!(spot.token && spot.side == Seat::Two && spot.zone == "field" && board.census().len() == 11);
    board.remove(token);
    assert_eq!((board.place_of(token), board.census().len()), (None, 10));
    (0..10).for_each(|_| assert!(board.make(DefId(9), Seat::One, Zone::Field).is_some()));
    assert_eq!(board.make(DefId(9), Seat::One, Zone::Field), None, "a board has an end");
}

/// What a seat does not know is another one in every world; what it knows, and how many there are, is not.
#[test]
fn worlds_differ_in_what_is_not_known() {
    let mut board = board();
    for seat in Seat::BOTH {
        board.draw(seat, Zone::Deck, Zone::Hand);
        board.draw(seat, Zone::Deck, Zone::Hand);
    }
    let shown = board.zone(Seat::Two, Zone::Hand)[0];
    board.put(shown, Zone::Field);
    let defs = |board: &Cards, seat, zone| board.zone(seat, zone).iter().map(|&card| board.def(card)).collect::<Vec<_>>();
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let world = board.imagine(Seat::One, &mut FastChance::new(seed), |seen, count, _| {
            assert_eq!((seen, count), (&[DefId(5)][..], 4));
            vec![DefId(30); count]
        });
        assert_eq!(defs(&world, Seat::One, Zone::Hand), defs(&board, Seat::One, Zone::Hand));
        assert_eq!(defs(&world, Seat::Two, Zone::Field), [DefId(5)]);
        assert_eq!(defs(&world, Seat::Two, Zone::Hand), [DefId(30)]);
        assert_eq!(defs(&world, Seat::Two, Zone::Deck), [DefId(30); 3]);
        let deck = defs(&world, Seat::One, Zone::Deck);
        let mut sorted = deck.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [2, 3, 4].map(DefId), "its own cards are its own cards");
        orders.insert(deck);
    }
    assert_eq!(orders.len(), 6, "every order comes up");
}

#[test]
fn a_scene_is_set_up_by_the_words_of_zones() {
    let (mut board, texts) = (Cards::new(), names(10));
    let item = |name: &str, stats| Item { name: name.into(), stats, ..Item::default() };
    let line = |word: &str, items| SceneLine { seat: Seat::One, word: word.into(), line: 3, value: SceneValue::Cards(items) };
    board.stage(&texts, &line("deck", vec![item("Card 1", None), item("Card 2", None)]), |_| 0).expect("it fits");
    board
        .stage(&texts, &line("field", vec![item("Card 3", None), item("Card 9", Some(Stats::One(4)))]), |_| 2)
        .expect("it fits");
    let shown = |word: &str| board.inspect(Seat::One, word, |card| board.shown(card));
    assert_eq!(
        shown("deck").iter().map(|card| card.def).collect::<Vec<_>>(),
        [Some(DefId(1)), Some(DefId(2))],
        "the top first"
    );
    let field: Vec<(DefId, u8)> =
        board.zone(Seat::One, Zone::Field).iter().map(|&card| (board.def(card), board.number(card))).collect();
    assert_eq!(field, [(DefId(3), 2), (DefId(9), 4)]);
    assert!(board.card(board.zone(Seat::One, Zone::Field)[1]).made(), "a token is made");
    for (wrong, message) in [
        (line("hand", vec![item("Card 77", None)]), "there is no card `Card 77`"),
        (line("hand", vec![item("Card 1", Some(Stats::Pair(1, 2)))]), "Card 1 has one number"),
        (line("attic", vec![]), "`attic` does not take that"),
    ] {
        let error = board.stage(&texts, &wrong, |_| 0).expect_err("it does not fit");
        assert!(error.line == 3 && error.message.starts_with(message), "{error:?}");
    }
    assert_eq!(Zone::ALL.iter().map(|zone| zone.sight()).collect::<Vec<_>>(), [Sight::Nobody, Sight::Owner, Sight::All]);
}

#[test]
fn decks_have_a_size_and_so_many_copies() {
    let mut rule = DeckRule::new(6..=8, 2, &names(10));
    let codes = |deck: &[u16]| {
        let deck: Vec<DefId> = deck.iter().copied().map(DefId).collect();
        rule.faults(&deck).into_iter().map(|fault| (fault.code, fault.sentence)).collect::<Vec<_>>()
    };
    assert_eq!(codes(&[0, 0, 1, 1, 2, 3]), []);
    assert_eq!(codes(&[0, 0]), [("deck-size", "A deck has 6 to 8 cards; this one has 2.".to_owned())]);
    let many = "A deck has at most 2 copies of a card; more than that here: Card 4.";
    assert_eq!(codes(&[4, 4, 4, 1, 2, 3]), [("deck-copies", many.to_owned())]);
    assert_eq!(codes(&[0, 1, 2, 3, 4, 9]), [("deck-token", "Tokens cannot be in a deck: Card 9.".to_owned())]);
    for seed in 0..50 {
        let deck = rule.random(&mut FastChance::new(seed));
        assert!(rule.faults(&deck).is_empty(), "{deck:?}");
    }
    // Of a deck that people have at hand the rest is likely, once most of it was seen.
    let ready: Vec<DefId> = [0, 0, 1, 1, 2, 2].map(DefId).to_vec();
    rule.know(std::slice::from_ref(&ready));
    let hits = (0..100)
        .filter(|&seed| {
            let mut hidden = rule.hidden(&ready[..4], 2, &mut FastChance::new(seed));
            hidden.sort_unstable();
            hidden == ready[4..]
        })
        .count();
    assert!(hits > 50, "{hits} of 100");
}
