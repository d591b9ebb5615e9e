//! Cards that nobody wrote, in every game: what checks can be played.

use playmat_cards::CardGame;
use playmat_cardtext::Sources;
use playmat_catalog::{Origin, Visitor, visit_games};
use playmat_testkit::{WrittenSums, seed, written_cards_play};

/// How many cards are written for each game; the long form writes 100,000 in all.
const SHORT: u64 = 60;
const LONG: u64 = 33_334;

#[derive(Clone)]
struct Write(u64);

impl Visitor for Write {
    type Out = (&'static str, WrittenSums);

    fn visit<G: CardGame>(self) -> Self::Out {
        let mut sources = Sources::new();
        for (name, text) in Origin::Shipped.texts(G::NAME).expect("the shipped cards") {
            sources.add(name, text);
        }
        (G::NAME, written_cards_play::<G>(&sources, seed(G::NAME), self.0))
    }
}

#[test]
fn accepted_cards_play_to_their_end() {
    let cards = if playmat_testkit::times() > 1 { LONG } else { SHORT };
    for (game, sums) in visit_games(Write(cards)) {
        println!("{game}: {sums:?}");
        assert!(sums.accepted >= cards && sums.matches >= sums.accepted, "{game}: {sums:?}");
        assert!(sums.used * 2 > sums.lines, "most lines are used: {game}: {sums:?}");
    }
}
