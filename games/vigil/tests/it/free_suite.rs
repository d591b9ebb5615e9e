//! The free suite of the testkit.

use playmat_vigil::Vigil;

playmat_testkit::free_suite!(Vigil);
