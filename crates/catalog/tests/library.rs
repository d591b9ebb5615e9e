//! Libraries are loaded from anywhere, wrong ones with places; fingerprints tell rules apart and nothing else.

use playmat_cards::{CardGame, Terms};
use playmat_catalog::{
    ALL_GAMES, Archive, CardSet, GAMES, Library, LoadError, Needed, Origin, Visitor, shipped_decks, visit, visit_all,
};
use playmat_food_chain::FoodChain;
use playmat_skirmish::Skirmish;

const MINNOW: &str = "category Fish\n\nprey Crimson Minnow 2/2 (2), haste\n  on play: draw 2.\n";
const PIKE: &str = "category Fish\n\npredator Grey Pike 3/3\n";

fn fingerprint(texts: &[&str], terms: &Terms) -> String {
    let texts = texts.iter().enumerate().map(|(place, text)| (format!("{place}.cards"), (*text).to_owned())).collect();
    let library = Library::<FoodChain>::load(&Origin::Texts(texts)).unwrap_or_else(|error| panic!("{error}"));
    library.rules(terms).expect("the terms are right").fingerprint.to_string()
}

fn ruling(name: &str, value: &str) -> Terms {
    Terms { edition: None, rulings: vec![(name.into(), value.into())] }
}

#[test]
fn a_fingerprint_is_about_meaning() {
    let core = Terms::default();
    let base = fingerprint(&[MINNOW, PIKE], &core);
    assert_eq!(base, fingerprint(&[PIKE, MINNOW], &core), "the order of files means nothing");
    let dressed = MINNOW.replace("\n  on play:", "  # a comment\n  icon: x\n  flavour: Red.\n  on play:");
    assert_eq!(base, fingerprint(&[&dressed, PIKE], &core), "comments, icon and flavour mean nothing");
    assert_eq!(base, fingerprint(&[MINNOW, PIKE], &ruling("frozen", "thaws")), "a ruling that is so anyway means nothing");
    let mut others = vec![
        fingerprint(&[MINNOW], &core),
        fingerprint(&[&MINNOW.replace("draw 2", "draw 3"), PIKE], &core),
        fingerprint(&[&MINNOW.replace("Crimson", "Scarlet"), PIKE], &core),
        fingerprint(&[&MINNOW.replace("Fish", "Bird"), PIKE], &core),
        fingerprint(&[MINNOW, PIKE], &ruling("frozen", "dies")),
        fingerprint(&[MINNOW, PIKE], &Terms { edition: Some("design".into()), rulings: Vec::new() }),
        base,
    ];
    others.sort();
    others.dedup();
    assert_eq!(others.len(), 7, "whatever can lead elsewhere changes the fingerprint");
}

/// Records and archives know cards by this hash. It may not change with the English that is printed, nor otherwise unawares.
#[test]
fn a_fingerprint_of_cards_is_for_ever() {
    let text = "category Fish\n\nprey Spiny Minnow 2/2 (2), haste [core, design]\n  \
                on play: add some Fine Darts to your hand, then draw 1.\n\n\
                token free spell Fine Darts\n  deal 1 damage to target enemy.\n";
    let set = |text: &str| {
        let texts = vec![("one.cards".to_owned(), text.to_owned())];
        Library::<FoodChain>::load(&Origin::Texts(texts)).unwrap_or_else(|error| panic!("{error}")).set().to_string()
    };
    assert_eq!(set(text), "ceae191bbe3f48e84fc7fa108047ef6c");
    for article in ["a", "an", "1"] {
        assert_eq!(set(text), set(&text.replace("some", article)));
    }
}

#[test]
fn wrong_cards_are_not_loaded() {
    let texts =
        vec![("a.cards".to_owned(), MINNOW.replace("haste", "hasty")), ("b.cards".to_owned(), PIKE.replace("3/3", "3"))];
    let Err(LoadError::Wrong(sources, complaints)) = Library::<FoodChain>::load(&Origin::Texts(texts)) else {
        panic!("wrong cards were loaded")
    };
    let places: Vec<(String, usize)> = complaints
        .iter()
        .map(|one| {
            (sources.source(one.span).map(|source| source.name.clone()).unwrap_or_default(), sources.line_col(one.span).0)
        })
        .collect();
    assert_eq!(places, [("a.cards".to_owned(), 3), ("b.cards".to_owned(), 3)]);
}

/// The codes of what is wrong with a text.
struct Mistakes<'a>(&'a str);

impl Visitor for Mistakes<'_> {
    type Out = Vec<&'static str>;

    fn visit<G: CardGame>(self) -> Self::Out {
        match Library::<G>::load(&Origin::Texts(vec![("example.cards".to_owned(), self.0.to_owned())])) {
            Err(LoadError::Wrong(_, complaints)) => complaints.iter().map(|one| one.code.id).collect(),
            Err(other) => panic!("{other}"),
            Ok(_) => Vec::new(),
        }
    }
}

#[test]
fn the_examples_of_every_code_are_cards_of_a_shipped_game() {
    for code in playmat_cardtext::codes() {
        let shown = |game: &&&str| {
            let mistakes = |text| visit(game, Mistakes(text)).expect("a game of the list");
            // A game may find more in the wrong one.
            mistakes(code.right).is_empty() && mistakes(code.wrong).contains(&code.id)
        };
        let games: Vec<_> = GAMES.iter().filter(shown).collect();
        assert!(!games.is_empty(), "{} is shown by no game:\n{}{}", code.id, code.wrong, code.right);
    }
}

#[derive(Clone)]
struct Shipped;

impl Visitor for Shipped {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
        for edition in G::editions() {
            let terms = Terms { edition: Some((*edition).to_owned()), rulings: Vec::new() };
            let set = library.rules(&terms).expect("an edition is right");
            assert!(!G::cards(&set.rules).is_empty());
        }
        let standard = library.rules(&Terms::default()).expect("the default terms are right");
        for list in shipped_decks(G::NAME) {
            if let Err(errors) = list.legal::<G>(&standard.rules) {
                panic!("{} is not legal: {errors:?}", list.file);
            }
        }
    }
}

#[test]
fn what_is_shipped_is_right() {
    assert_eq!(visit_all(Shipped).len(), ALL_GAMES.len());
}

/// Checks grow stricter, records stay: a set of old is taken by its fingerprint, whatever would be said of it today.
#[test]
fn a_set_of_old_may_have_what_is_refused_today() {
    let shipped = Library::<Skirmish>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
    let then = shipped.rules(&Terms::default()).expect("the default terms are right");
    let change = |from: &str, to: &str| -> Vec<(String, String)> {
        let CardSet { texts, .. } = CardSet::of(&shipped);
        texts.into_iter().map(|(name, text)| (name, text.replacen(from, to, 1))).collect()
    };
    let twice = change("  icon: trophy-cup\n", "  icon: trophy-cup\n  icon: trophy-cup\n");
    assert!(Library::<Skirmish>::load(&Origin::Texts(twice.clone())).is_err(), "two icons are refused");
    let now = Library::<Skirmish>::load(&Origin::Texts(change("unit Champion 5", "unit Champion 6")));
    let now = now.unwrap_or_else(|error| panic!("{error}"));
    let mut archive = Archive::shipped();
    let needed =
        Needed { rules: then.fingerprint, cards: Some(then.set), version: 1, terms: Terms::default(), own_cards: vec![] };
    assert!(archive.rules(&now, &needed).is_err(), "the cards of then are not at hand yet");
    archive.add(CardSet { game: "skirmish".into(), name: "old".into(), texts: twice });
    assert!(archive.rules(&now, &needed).is_ok());
}
