//! Four mutants that peek at the real table are noticed.

use crate::common;

use playmat_skirmish::{Skirmish, state};
use playmat_testkit as kit;

kit::peeking_mutants!(Skirmish, state, common::rules(&[]));
