//! The free suite of the testkit.

use playmat_strata::Strata;

playmat_testkit::free_suite!(Strata);
