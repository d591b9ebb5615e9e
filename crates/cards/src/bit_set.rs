//! Sets of places as the bits of a word.

/// What a set of bits is of: it has a number below the bits of the word.
pub trait Numbered: Copy {
    /// Its number.
    fn number(self) -> usize;
    /// The one with a number.
    fn numbered(number: usize) -> Self;
}

impl Numbered for usize {
    #[inline]
    fn number(self) -> usize {
        self
    }

    #[inline]
    fn numbered(number: usize) -> usize {
        number
    }
}

/// A set that is the bits of a word, of whatever is [`Numbered`]. What is special about it a game says beside it.
///
/// ```
/// playmat_cards::bit_set! {
///     /// Doors of a corridor.
///     pub struct Doors(u8) of usize
/// }
/// let (first, last) = (Doors(0b11), Doors(0b110));
/// assert!(first.has(0) && !last.has(0));
/// assert_eq!(first.or(last).iter().collect::<Vec<_>>(), [0, 1, 2]);
/// assert_eq!((first.and(last), first.without(last).first()), (Doors(0b10), Some(0)));
/// ```
#[macro_export]
macro_rules! bit_set {
    ($(#[$doc:meta])* $visibility:vis struct $set:ident($word:ty) of $item:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        $visibility struct $set(pub $word);

        #[allow(dead_code)] // not every game asks for everything
        impl $set {
            /// None.
            pub const NONE: $set = $set(0);

            /// Whether it is among them.
            #[inline]
            pub fn has(self, one: $item) -> bool {
                self.0 >> $crate::Numbered::number(one) & 1 != 0
            }

            /// Whether there is none.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Those that are in both sets.
            #[inline]
            #[must_use]
            pub const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// Those that are in one of the sets.
            #[inline]
            #[must_use]
            pub const fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// Those that are not in the other set.
            #[inline]
            #[must_use]
            pub const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            /// The one with the lowest number.
            #[inline]
            pub fn first(self) -> Option<$item> {
                (self.0 != 0).then(|| $crate::Numbered::numbered(self.0.trailing_zeros() as usize))
            }

            /// One by one, by their numbers.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $item> {
                let mut left = self;
                std::iter::from_fn(move || {
                    let first = left.first()?;
                    left.0 &= left.0 - 1;
                    Some(first)
                })
            }
        }
    };
}
