//! Arrays of a batch, and answers at random.

use std::sync::Arc;

use playmat_batch::{Batch, BatchError, Out, Plan};
use playmat_cards::{CardGame, Encode, Terms};
use playmat_catalog::{Library, Origin, RuleSet};
use playmat_chance::FastChance;
use playmat_kernel::Chance;

/// The arrays that a batch writes.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrays {
    pub observations: Vec<i16>,
    pub options: Vec<i16>,
    pub mask: Vec<i8>,
    pub count: Vec<i32>,
    pub seat: Vec<u8>,
    pub reward: Vec<f32>,
    pub done: Vec<u8>,
    pub seed: Vec<u64>,
}

impl Arrays {
    pub fn of<G: CardGame + Encode>(n: usize) -> Self {
        let sizes = Batch::<G>::SIZES;
        Arrays {
            observations: vec![0; n * sizes.observation],
            options: vec![0; n * sizes.rows * sizes.columns],
            mask: vec![0; n * sizes.rows],
            count: vec![0; n],
            seat: vec![0; n],
            reward: vec![0.0; n * 2],
            done: vec![0; n],
            seed: vec![0; n],
        }
    }

    pub fn out(&mut self) -> Out<'_> {
        Out {
            observations: &mut self.observations,
            options: &mut self.options,
            mask: &mut self.mask,
            count: &mut self.count,
            seat: &mut self.seat,
            reward: &mut self.reward,
            done: &mut self.done,
            seed: &mut self.seed,
        }
    }

    /// An option of every match at random.
    pub fn actions(&self, chance: &mut FastChance) -> Vec<i32> {
        self.count.iter().map(|&count| chance.one_of(count as u32) as i32).collect()
    }
}

pub fn rules<G: CardGame>() -> Arc<RuleSet<G>> {
    let library = Library::<G>::load(&Origin::Shipped).expect("the shipped cards load");
    library.rules(&Terms::default()).expect("the usual rules")
}

pub fn batch<G: CardGame + Encode>(plan: Plan) -> Result<(Batch<G>, Arrays), BatchError> {
    let batch = Batch::<G>::new(rules(), plan)?;
    let mut arrays = Arrays::of::<G>(batch.len());
    batch.observe(arrays.out())?;
    Ok((batch, arrays))
}

/// Runs a generic test for every game.
#[macro_export]
macro_rules! for_all_games {
    ($($test:ident),* $(,)?) => {
        $(#[test]
        fn $test() {
            of::$test::<playmat_food_chain::FoodChain>();
            of::$test::<playmat_skirmish::Skirmish>();
            of::$test::<playmat_strata::Strata>();
        })*
    };
}
