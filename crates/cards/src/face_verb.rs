//! What an option does, as an enum with a word each.

use std::fmt;

/// What an option does. Scenario files, records of lessons and clients write its word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FaceVerb {
    /// A card is played.
    Play,
    /// A card is set, to fire later.
    Set,
    /// An ability is used, or a reaction fires.
    Use,
    /// A creature attacks.
    Attack,
    /// A stack levels up.
    Level,
    /// A card is turned up.
    Flip,
    /// The next phase begins.
    Next,
    /// The turn ends.
    End,
    /// Its player is out until the next round.
    Done,
    /// An answer that is a card, player, slot or words.
    #[default]
    Choose,
    /// Its player begins.
    First,
    /// The rival begins.
    Second,
    /// It is done.
    Yes,
    /// It is not done.
    No,
    /// None of them, or no more.
    None,
    /// Something passes without a response.
    Pass,
}

impl FaceVerb {
    /// All of them.
    pub const ALL: [FaceVerb; 16] = {
        use FaceVerb::*;
        [Play, Set, Use, Attack, Level, Flip, Next, End, Done, Choose, First, Second, Yes, No, None, Pass]
    };

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            FaceVerb::Play => "play",
            FaceVerb::Set => "set",
            FaceVerb::Use => "use",
            FaceVerb::Attack => "attack",
            FaceVerb::Level => "level",
            FaceVerb::Flip => "flip",
            FaceVerb::Next => "next",
            FaceVerb::End => "end",
            FaceVerb::Done => "done",
            FaceVerb::Choose => "choose",
            FaceVerb::First => "first",
            FaceVerb::Second => "second",
            FaceVerb::Yes => "yes",
            FaceVerb::No => "no",
            FaceVerb::None => "none",
            FaceVerb::Pass => "pass",
        }
    }

    /// The one with this word.
    pub fn named(word: &str) -> Option<FaceVerb> {
        FaceVerb::ALL.into_iter().find(|verb| verb.word() == word)
    }

    /// Whether the option declines what it is asked for.
    pub const fn declines(self) -> bool {
        matches!(self, FaceVerb::Pass | FaceVerb::None | FaceVerb::No)
    }
}

impl fmt::Display for FaceVerb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_found_by_its_word() {
        for verb in FaceVerb::ALL {
            assert_eq!(FaceVerb::named(verb.word()), Some(verb));
        }
        assert_eq!(FaceVerb::named("bid"), None);
    }
}
