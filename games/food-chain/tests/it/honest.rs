//! Four mutants that peek at the real table are noticed: worlds that are imagined from it, and encoders that write of it.

use crate::common;

use playmat_cards::prelude::*;
use playmat_food_chain::{FoodChain, state};
use playmat_testkit as kit;

kit::peeking_mutants!(FoodChain, state, common::rules(FoodChain::editions()[0], &[]));
kit::peeking_encoders!(FoodChain, state, common::rules(FoodChain::editions()[0], &[]));
