//! Questions of random games, and networks that judge them.

use std::sync::Arc;

use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, ModelOrigin, Origin, RuleSet};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Silence, Table};
use playmat_network::{Dims, Model, Sheet};
use playmat_testkit::networks::weight_file;

/// The rules of a game with a network of a seed.
pub fn rules<G: CardGame>(dims: &Dims, seed: u64) -> Arc<RuleSet<G>> {
    let file = weight_file::<G>(dims, seed).expect("the game has numbers");
    let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
    library.with_models(ModelOrigin::Bytes(file)).rules(&Terms::default()).expect("the default terms are right")
}

/// So many questions that leave something to choose, from all stages of random games.
pub fn questions<G: CardGame>(rules: &RuleSet<G>, model: &Model<G>, count: usize, seed: u64) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    let mut chance = FastChance::new(seed);
    let mut options = Options::new();
    while sheets.len() < count {
        let decks = BySeat::from_fn(|_| G::random_deck(&rules.rules, None, &mut chance));
        let position = G::open(&rules.rules, &Setup { decks, first: None, unshuffled: false });
        let mut table = Table::<G>::start(&rules.rules, position, &mut chance, &mut Silence);
        while table.decision().is_some() && sheets.len() < count {
            table.options(&rules.rules, &mut options);
            if options.len() > 1 && chance.one_of(3) == 0 {
                let mut sheet = model.sheet();
                model.write(&rules.rules, &table, &options, &mut sheet);
                sheets.push(sheet);
            }
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(&rules.rules, options[pick], &mut chance, &mut Silence);
        }
    }
    sheets
}
