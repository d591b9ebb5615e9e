//! The table of words: one row for each word of a game, from which the enum, its list, its bits and its entries are made.

/// Makes the families of a game's words from tables with a row for each word.
///
/// A row is the name of the word and the call that makes its entry; further ways to write the word stand behind `|`. A family may
/// have a column of its own, with a value for each word: a row without it does not compile. A value that no card says stands
/// behind `unwritten`.
///
/// ```
/// use playmat_cardtext::vocabulary::{Entry, VerbEntry};
///
/// playmat_cardtext::words! {
///     /// What a card simply has.
///     pub enum Keyword: Entry, bits u8 {
///         Haste = new("haste", "Attacks at once."),
///         Guard = new("guard", "Stands before others."),
///     }
///     /// What an effect does, and to how many.
///     pub enum Verb: VerbEntry => phrases: u8 {
///         Draw = new("draw {number}", "Cards.") | new("draw", "One card.") => 0,
///         Kill = new("kill {who}", "It is dead.") => 1,
///     }
/// }
///
/// assert_eq!((Keyword::Guard.bit(), Keyword::ALL.len(), Verb::Kill.phrases()), (2, 2, 1));
/// assert_eq!(Verb::entries().iter().map(|entry| entry.pattern).collect::<Vec<_>>(), ["draw {number}", "draw", "kill {who}"]);
/// assert_eq!(Keyword::Haste.entry().unwrap().gloss, "Attacks at once.");
/// ```
#[macro_export]
macro_rules! words {
    () => {};
    (
        $(#[$meta:meta])*
        pub enum $Name:ident: $Entry:ident {}
        $($rest:tt)*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $Name {}

        impl $Name {
            /// There are no words in this family.
            pub fn entries() -> Vec<$Entry<$Name>> {
                Vec::new()
            }
        }

        $crate::words! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        pub enum $Name:ident: $Entry:ident $(, bits $Bits:ty)? $(, unwritten $Silent:ident)? {
            $($(#[$row:meta])* $Word:ident = $($make:ident($($value:expr),+ $(,)?))|+),+ $(,)?
        }
        $($rest:tt)*
    ) => {
        $crate::words! {
            @family $(#[$meta])* $Name $Entry ($($Bits)?) [$($(#[$row])* $Word = $($make($($value),+))|+;)+] [$($Silent)?]
        }
        $crate::words! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        pub enum $Name:ident: $Entry:ident $(, bits $Bits:ty)? $(, unwritten $Silent:ident as $silent:expr)? => $column:ident: $Column:ty {
            $($(#[$row:meta])* $Word:ident = $($make:ident($($value:expr),+ $(,)?))|+ => $cell:expr),+ $(,)?
        }
        $($rest:tt)*
    ) => {
        $crate::words! { @family $(#[$meta])* $Name $Entry ($($Bits)?) [$($(#[$row])* $Word = $($make($($value),+))|+;)+] [$($Silent)?] }

        impl $Name {
            /// The value in its row.
            pub const fn $column(self) -> $Column {
                match self {
                    $($Name::$Word => const { $cell },)+
                    $($Name::$Silent => const { $silent },)?
                }
            }
        }

        $crate::words! { $($rest)* }
    };
    (
        @family $(#[$meta:meta])* $Name:ident $Entry:ident ($($Bits:ty)?)
        [$($(#[$row:meta])* $Word:ident = $first:ident($($value:expr),+) $(| $make:ident($($more:expr),+))*;)+]
        [$($Silent:ident)?]
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $Name {
            $($(#[$row])* $Word,)+
            $($Silent)?
        }

        impl $Name {
            /// All that are written, in the order of their table.
            pub const ALL: &'static [$Name] = &[$($Name::$Word),+];

            /// How each is written, and what it means.
            pub fn entries() -> Vec<$Entry<$Name>> {
                vec![$($Entry::$first($Name::$Word, $($value),+), $($Entry::$make($Name::$Word, $($more),+),)*)+]
            }

            /// Its first entry; none for a word that no card says.
            pub const fn entry(self) -> Option<$Entry<$Name>> {
                match self {
                    $($Name::$Word => Some($Entry::$first(self, $($value),+)),)+
                    $($Name::$Silent => None,)?
                }
            }

            $(
                /// Its place in a set.
                #[inline]
                pub const fn bit(self) -> $Bits {
                    1 << self as $Bits
                }
            )?
        }
    };
}

/// Makes a vocabulary of the families `Kind`, `Keyword`, `Trigger`, `Verb`, `Noun`, `Adjective`, `Tail` and `Condition`, each with its
/// `entries`, and of what else the game tells: of the other fields of [`Vocabulary`](crate::Vocabulary) those that are not as
/// [`Vocabulary::new`](crate::Vocabulary::new) has them.
#[macro_export]
macro_rules! vocabulary {
    ($(#[$meta:meta])* pub struct $Words:ident { $($field:ident: $value:expr),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $Words;

        impl $crate::Words for $Words {
            type Kind = Kind;
            type Keyword = Keyword;
            type Trigger = Trigger;
            type Verb = Verb;
            type Noun = Noun;
            type Adjective = Adjective;
            type Tail = Tail;
            type Condition = Condition;

            fn vocabulary() -> &'static $crate::Vocabulary<Self> {
                static VOCABULARY: std::sync::OnceLock<$crate::Vocabulary<$Words>> = std::sync::OnceLock::new();
                #[allow(clippy::needless_update)] // some games tell everything
                VOCABULARY.get_or_init(|| $crate::Vocabulary {
                    kinds: Kind::entries(),
                    keywords: Keyword::entries(),
                    triggers: Trigger::entries(),
                    verbs: Verb::entries(),
                    nouns: Noun::entries(),
                    adjectives: Adjective::entries(),
                    tails: Tail::entries(),
                    conditions: Condition::entries(),
                    $($field: $value,)+
                    ..$crate::Vocabulary::new()
                })
            }

            // The module of a page is one program, whose games alone are made for speed.
            #[cfg(not(target_family = "wasm"))]
            #[inline(never)]
            fn parse(sources: &$crate::Sources) -> $crate::Parsed<Self> {
                $crate::read(sources)
            }

            #[cfg(not(target_family = "wasm"))]
            #[inline(never)]
            fn glossary() -> Vec<$crate::Explained> {
                $crate::listed::<Self>()
            }
        }
    };
}

/// Makes the list of words of other games. Words with the same replacement stand in one row, with their [`Part`](crate::Part) of
/// the card; for `nothing` a sentence says why there is none.
///
/// ```
/// use playmat_cardtext::vocabulary::Foreign;
///
/// const FOREIGN: &[Foreign] = playmat_cardtext::foreign! {
///     "minion", "monster" => Kind "creature";
///     "mana" => nothing "cards cost nothing here";
/// };
/// assert_eq!((FOREIGN.len(), FOREIGN[1].words), (3, "monster"));
/// ```
#[macro_export]
macro_rules! foreign {
    (@row $words:literal nothing $why:expr) => { $crate::vocabulary::Foreign::nothing($words, $why) };
    (@row $words:literal $Part:ident $instead:expr) => {
        $crate::vocabulary::Foreign::new($words, $crate::vocabulary::Part::$Part, $instead)
    };
    ($($($words:literal),+ => $Part:ident $instead:expr;)+) => {
        &[$($($crate::foreign!(@row $words $Part $instead)),+),+]
    };
}

/// Makes the list of words of the rules that are on no card; other forms of a word stand behind it.
///
/// ```
/// use playmat_cardtext::vocabulary::Term;
///
/// const TERMS: &[Term] = playmat_cardtext::terms! {
///     "slot" | "slots": "A place on the table.";
/// };
/// assert_eq!((TERMS[0].word, TERMS[0].forms), ("slot", &["slots"][..]));
/// ```
#[macro_export]
macro_rules! terms {
    ($($word:literal $(| $form:literal)*: $gloss:literal;)+) => {
        &[$($crate::vocabulary::Term::forms($word, &[$($form),*], $gloss)),+]
    };
}

/// Makes kinds of mistakes and their list.
#[macro_export]
macro_rules! mistakes {
    ($(#[$meta:meta])* $vis:vis $LIST:ident: $($NAME:ident = $code:expr;)+) => {
        $(#[$meta])*
        $vis static $LIST: &[&$crate::Code] = &[$(&$NAME),+];
        $($vis static $NAME: $crate::Code = $code;)+
    };
}
