//! The words that a server says no with, and tells everybody something with: each stands here once.

/// Writes the codes down once: their names here, their words on the wire, and the status of those that HTTP answers with.
macro_rules! codes {
    ($($name:ident $word:literal $status:literal)*) => {
        /// Why something was not done, or why a connection ends: stable, for programs. `docs/protocol.md` says what each of them means;
        /// it, the schema and the TypeScript follow this list.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Code {
            $($name,)*
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// As it stands on the wire.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Code::$name => $word,)*
                }
            }

            /// The code of a word.
            pub fn of_word(word: &str) -> Option<Code> {
                Code::ALL.iter().copied().find(|code| code.word() == word)
            }

            /// The status of an answer over HTTP; 0 for what is told over sockets alone.
            pub const fn status(self) -> u16 {
                match self {
                    $(Code::$name => $status,)*
                }
            }
        }
    };
}

codes! {
    BadRecord "bad-record" 400
    NoScene "no-scene" 400
    BadRequest "bad-request" 400
    BadName "bad-name" 400
    BadPassword "bad-password" 400
    UnknownEdition "unknown-edition" 400
    BadDeck "bad-deck" 400
    BadClock "bad-clock" 400
    UnknownBot "unknown-bot" 400
    BadForwarded "bad-forwarded" 400
    WhoAreYou "who-are-you" 401
    BadLogin "bad-login" 401
    BadRecovery "bad-recovery" 401
    BadOrigin "bad-origin" 403
    NotYours "not-yours" 403
    NoAccount "no-account" 403
    NoTable "no-table" 404
    NoMatch "no-match" 404
    NoDeck "no-deck" 404
    NoSession "no-session" 404
    NoPlayer "no-player" 404
    UnknownGame "unknown-game" 404
    NotFound "not-found" 404
    SeatTaken "seat-taken" 409
    NoOpenSeat "no-open-seat" 409
    MatchRuns "match-runs" 409
    MatchNotOver "match-not-over" 409
    TooManyDecks "too-many-decks" 409
    NameTaken "name-taken" 409
    HasAccount "has-account" 409
    OtherRules "other-rules" 409
    Over "over" 409
    AgreeFirst "agree-first" 409
    BadCards "bad-cards" 400
    TooLarge "too-large" 413
    TooMany "too-many" 429
    Internal "internal" 500
    LogUnavailable "log-unavailable" 503
    Full "full" 503
    ShuttingDown "shutting-down" 503
    Unreachable "unreachable" 503
    BadMessage "bad-message" 0
    Version "version" 0
    TooFast "too-fast" 0
    TooSlow "too-slow" 0
    Silent "silent" 0
    NoSpectators "no-spectators" 0
    TableClosed "table-closed" 0
    Moved "moved" 0
    Replaced "replaced" 0
    LoggedOut "logged-out" 0
    NotAsked "not-asked" 0
    OldDecision "old-decision" 0
    NoSuchOption "no-such-option" 0
    NothingToTakeBack "nothing-to-take-back" 0
    RevealOpen "reveal-open" 0
    NotShown "not-shown" 0
    NotYourSeat "not-your-seat" 0
    NoOffer "no-offer" 0
    NoUndo "no-undo" 0
    NotOver "not-over" 0
    NotHotSeat "not-hot-seat" 0
    BadShare "bad-share" 0
    LateShare "late-share" 0
    BadText "bad-text" 0
    NoChat "no-chat" 0
    NotInALesson "not-in-a-lesson" 0
    NoQuickMatch "no-quick-match" 0
}

/// What everybody at a table is told beside the match: stable, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The log cannot be written.
    LogUnavailable,
    /// It can again.
    LogBack,
    /// A bot plays on for somebody whose clock ran out.
    TookOver,
    /// A draw is declined.
    DrawDeclined,
    /// A move is not taken back.
    UndoDeclined,
}

impl Notice {
    /// All of them.
    pub const ALL: &[Notice] =
        &[Notice::LogUnavailable, Notice::LogBack, Notice::TookOver, Notice::DrawDeclined, Notice::UndoDeclined];

    /// As it stands on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Notice::LogUnavailable => "log-unavailable",
            Notice::LogBack => "log-back",
            Notice::TookOver => "took-over",
            Notice::DrawDeclined => "draw-declined",
            Notice::UndoDeclined => "undo-declined",
        }
    }
}
