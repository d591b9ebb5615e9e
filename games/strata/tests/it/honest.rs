//! Four mutants that peek at the real table are noticed: worlds that are imagined from it, and encoders that write of it.

use crate::common;

use playmat_strata::{Strata, state};
use playmat_testkit as kit;

kit::peeking_mutants!(Strata, state, common::rules(&[]));
kit::peeking_encoders!(Strata, state, common::rules(&[]));
