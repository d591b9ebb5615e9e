//! The free suite of the testkit.

use playmat_skirmish::Skirmish;

playmat_testkit::free_suite!(Skirmish);
