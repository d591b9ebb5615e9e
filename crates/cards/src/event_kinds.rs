//! The kinds of events of a game, and what an event may say beside its kind: enums in the rules, stable words in files, in the protocol and
//! in clients.

/// The kinds of events of a game. [`event_kinds!`](crate::event_kinds) makes them.
pub trait EventKinds: Copy + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// The stable word: `lost-points`.
    fn word(self) -> &'static str;

    /// The kind that has this word.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.word() == word)
    }

    /// The words of all kinds.
    fn words() -> Vec<&'static str> {
        Self::ALL.iter().map(|kind| kind.word()).collect()
    }
}

/// An enum of the kinds of events of a game, each with its word: `event_kinds!(pub enum EventKind { Drawn: "drawn", LostPoints: "lost-points" })`.
#[macro_export]
macro_rules! event_kinds {
    ($(#[$doc:meta])* $visibility:vis enum $kinds:ident { $($kind:ident: $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $visibility enum $kinds {
            $(#[doc = concat!("`", $word, "`")] $kind),+
        }

        impl $crate::EventKinds for $kinds {
            const ALL: &'static [Self] = &[$($kinds::$kind),+];

            fn word(self) -> &'static str {
                match self {
                    $($kinds::$kind => $word),+
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::EventKinds;

    event_kinds!(
        enum Kind {
            Drawn: "drawn",
            LostPoints: "lost-points",
        }
    );

    #[test]
    fn a_kind_is_found_by_its_word() {
        assert!(Kind::ALL.iter().all(|&kind| Kind::named(kind.word()) == Some(kind)));
        assert_eq!(Kind::named("won-points"), None);
    }
}
