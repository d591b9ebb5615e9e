//! The search over cards, by what it finds among the shipped ones.

use playmat_cards::{CardGame, CardInfo, Terms};
use playmat_catalog::{Library, Origin, Query, Visitor, visit};

struct Cards;

impl Visitor for Cards {
    type Out = Vec<CardInfo>;

    fn visit<G: CardGame>(self) -> Vec<CardInfo> {
        let library = Library::<G>::load(&Origin::Shipped).unwrap();
        G::cards(&library.rules(&Terms::default()).unwrap().rules).to_vec()
    }
}

fn found(game: &str, query: &str) -> Vec<String> {
    let query = Query::read(query).unwrap_or_else(|wrong| panic!("{query}: {wrong}"));
    visit(game, Cards).unwrap().into_iter().filter(|card| query.finds(card)).map(|card| card.name).collect()
}

#[test]
fn each_term_finds_exactly_what_it_says() {
    let all = visit("food-chain", Cards).unwrap();
    let same = |query: &str, wanted: &dyn Fn(&CardInfo) -> bool| {
        let names: Vec<&String> = all.iter().filter(|card| wanted(card)).map(|card| &card.name).collect();
        let there = found("food-chain", query);
        assert!(!names.is_empty() && there.iter().eq(names), "{query}: {there:?}");
    };
    let number = |card: &CardInfo, nth: usize| {
        let numbers = card.stats.as_ref()?.split(['/', ' ', '(', ')']).filter(|part| !part.is_empty());
        numbers.map(|part| part.parse::<i32>().expect("a number")).nth(nth)
    };
    let attack = |card: &CardInfo| number(card, 0);
    same("t:predator", &|card| card.kind.contains("predator"));
    same("t:predator atk>=3", &|card| card.kind.contains("predator") && attack(card) >= Some(3));
    same("keyword:haste", &|card| card.keywords.contains(&"haste".to_owned()));
    same("k:multi-strike", &|card| card.keywords.iter().any(|word| word.starts_with("multi-strike")));
    same("text:\"draw 2\"", &|card| card.text.iter().any(|line| line.contains("draw 2")));
    same("is:token", &|card| card.token);
    same("c:Fish -is:token", &|card| card.category.as_deref() == Some("Fish") && !card.token);
    same("hp=1 or atk<1", &|card| number(card, 1) == Some(1) || attack(card) == Some(0));
    same("(t:trap or t:spell) -t:field", &|card| {
        (card.kind.contains("trap") || card.kind.contains("spell")) && !card.kind.contains("field")
    });
    same("name!=a", &|card| !card.name.to_lowercase().contains('a'));
    same("", &|_| true);
    assert_eq!(found("food-chain", "ORCA"), ["Orca"]);
    assert_eq!(found("food-chain", "\"man o' war legion\""), ["Portuguese Man O' War Legion"]);
}

#[test]
fn types_and_levels_of_other_games_are_found() {
    let strata = found("strata", "t:fire level>=3");
    assert!(!strata.is_empty() && strata.len() < found("strata", "t:fire").len(), "{strata:?}");
    assert!(!found("skirmish", "power>=5").is_empty());
}

#[test]
fn what_is_not_understood_says_where_and_what_would_be_right() {
    for (query, expected) in [
        ("atk>=x", "at 6: `x` is no number; write it like `atk>=3`"),
        ("keywrd:haste", "at 1: `keywrd` is nothing to look for; did you mean `keyword`?"),
        ("haste text:\"draw", "at 12: this quote is never closed"),
        ("(haste", "at 1: this `(` is never closed"),
        ("haste)", "at 6: this `)` closes nothing"),
        ("haste or ", "at 10: something to look for is missing here"),
        ("()", "at 2: something to look for is missing here"),
        ("is:old", "at 4: `old` is nothing that a card is; write token or generated"),
        ("text>3", "at 1: `text` is no number; write `text:3`"),
        ("t:", "at 3: something to look for is missing here"),
    ] {
        assert_eq!(Query::read(query).unwrap_err().to_string(), expected, "{query}");
    }
    assert!(Query::read(&"(".repeat(200)).unwrap_err().message.contains("deep"));
    assert!(Query::read(&"-".repeat(999)).is_err());
    assert!(Query::read(&"a ".repeat(999)).unwrap_err().message.contains("at most"));
}
