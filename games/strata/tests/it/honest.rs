//! Four mutants that peek at the real table are noticed.

use crate::common;

use playmat_strata::{Strata, state};
use playmat_testkit as kit;

kit::peeking_mutants!(Strata, state, common::rules(&[]));
