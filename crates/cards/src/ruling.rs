//! Rulings: points on which editions of a game differ, each a type of its own.

use crate::RulingInfo;

/// One ruling: where it stands in its game's ledger, and its value as a number.
pub trait Ruling: Copy {
    /// The ledger of its game.
    const LEDGER: &'static [RulingInfo];
    /// Its place there.
    const PLACE: usize;
    /// The place of this value among its values.
    fn value(self) -> u8;
}

/// Defines a game's ledger once: a type for each ruling, `Rulings` with a value for each, and `LEDGER` for those who list them.
/// Behind `=` stands what each edition says, in the order of the editions.
///
/// ```
/// playmat_cards::ledger! {
///     0 draws Draws = [One, Two] {
///         One "one" "A player draws one card.",
///         Two "two" "A player draws two cards.",
///     }
/// }
/// assert_eq!(Rulings::from_values(&[1]).draws, Draws::Two);
/// assert_eq!(LEDGER[0].editions, [0, 1]);
/// ```
#[macro_export]
macro_rules! ledger {
    ($($place:literal $field:ident $type:ident = [$($edition:ident),+ $(,)?] {
        $($value:ident $word:literal $gloss:literal),+ $(,)?
    })+) => {
        $(
            #[doc = concat!("The ruling `", stringify!($field), "`.")]
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            #[repr(u8)]
            pub enum $type { $(#[doc = $gloss] $value),+ }

            impl $crate::Ruling for $type {
                const LEDGER: &'static [$crate::RulingInfo] = LEDGER;
                const PLACE: usize = $place;
                #[inline]
                fn value(self) -> u8 { self as u8 }
            }
        )+

        /// A value for every ruling.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Rulings { $(#[doc = concat!("The ruling `", stringify!($field), "`.")] pub $field: $type),+ }

        /// All rulings with their values and what each edition says.
        pub const LEDGER: &[$crate::RulingInfo] = &[$($crate::RulingInfo {
            name: stringify!($field),
            values: &[$(($word, $gloss)),+],
            editions: &[$($type::$edition as u8),+],
        }),+];

        impl Rulings {
            /// From one value for each ruling, in the order of the ledger.
            pub fn from_values(values: &[u8]) -> Rulings {
                Rulings { $($field: [$($type::$value),+][values[$place] as usize]),+ }
            }

            /// The inverse of [`Rulings::from_values`].
            pub fn values(&self) -> Vec<u8> {
                vec![$($crate::Ruling::value(self.$field)),+]
            }
        }
    };
}
