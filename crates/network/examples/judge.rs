//! How long a network of the usual sizes takes for a question: `cargo run --release -p playmat-network --example judge -- food-chain 64 2000`. The
//! game, how many questions are judged at once, and how many in all.

use std::time::Instant;

use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, ModelOrigin, Origin, Visitor, visit};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Silence, Table};
use playmat_network::{Dims, Scratch, Sheet};
use playmat_testkit::networks::weight_file;

/// The sizes of the networks that ship.
const USUAL: Dims =
    Dims { card: 48, card_hidden: 96, row: 64, wide: 128, trunk: 256, inner: 256, blocks: 3, option: 96, value: 64 };

struct Judge {
    at_once: usize,
    count: usize,
}

impl Visitor for Judge {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let file = weight_file::<G>(&USUAL, 1).expect("the game has numbers");
        let library =
            Library::<G>::load(&Origin::Shipped).expect("the cards are right").with_models(ModelOrigin::Bytes(file.clone()));
        let set = library.rules(&Terms::default()).expect("the terms are right");
        let before = Instant::now();
        let model = set.model().expect("it fits");
        let ready = before.elapsed();
        let mut sheets: Vec<Sheet> = Vec::new();
        let mut chance = FastChance::new(1);
        let mut options = Options::new();
        while sheets.len() < 256 {
            let decks = BySeat::from_fn(|_| G::random_deck(&set.rules, None, &mut chance));
            let position = G::open(&set.rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<G>::start(&set.rules, position, &mut chance, &mut Silence);
            while table.decision().is_some() {
                table.options(&set.rules, &mut options);
                if options.len() > 1 {
                    let mut sheet = model.sheet();
                    model.write(&set.rules, &table, &options, &mut sheet);
                    sheets.push(sheet);
                }
                table.take(&set.rules, options[chance.one_of(options.len() as u32) as usize], &mut chance, &mut Silence);
            }
        }
        sheets.truncate(256);
        let listed: usize = sheets.iter().map(|sheet| sheet.scores().len()).sum();
        let mut scratch = Scratch::default();
        let before = Instant::now();
        let mut done = 0;
        while done < self.count {
            for batch in sheets.chunks_mut(self.at_once) {
                model.judge(&mut batch.iter_mut().collect::<Vec<_>>(), &mut scratch);
                done += batch.len();
            }
        }
        let each = before.elapsed() / done as u32;
        println!(
            "{}: {} bytes, ready after {ready:?}; {done} questions of {:.1} options, {} at once: {each:?} each",
            G::NAME,
            file.len(),
            listed as f64 / 256.0,
            self.at_once
        );
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "food-chain".into());
    let mut number = |usual| words.next().and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (at_once, count) = (number(1).max(1), number(2048));
    if let Err(unknown) = visit(&game, Judge { at_once, count }) {
        eprintln!("{unknown}");
    }
}
