//! The free suite of the testkit.

use playmat_food_chain::FoodChain;

playmat_testkit::free_suite!(FoodChain);
