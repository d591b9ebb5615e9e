//! Four mutants that peek at the real table are noticed: worlds that are imagined from it, and encoders that write of it.

use crate::common;

use playmat_skirmish::{Skirmish, state};
use playmat_testkit as kit;

kit::peeking_mutants!(Skirmish, state, common::rules(&[]));
kit::peeking_encoders!(Skirmish, state, common::rules(&[]));
