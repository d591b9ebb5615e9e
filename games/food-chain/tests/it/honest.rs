//! Four mutants that peek at the real table are noticed.

use crate::common;

use playmat_cards::prelude::*;
use playmat_food_chain::{FoodChain, state};
use playmat_testkit as kit;

kit::peeking_mutants!(FoodChain, state, common::rules(FoodChain::editions()[0], &[]));
