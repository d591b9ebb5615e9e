//! What is told of a match: the kinds of its events, and which way up cards come.

playmat_cards::event_kinds! {
    /// The kinds of events of Strata. What each says stands in `sentences`.
    pub enum EventKind {
        Rolled: "rolled", Turn: "turn", Phase: "phase", Ended: "ended", Skipped: "skipped", WillSkip: "will-skip",
        Shuffled: "shuffled", Shown: "shown", Found: "found", Played: "played", Entered: "entered", Levelled: "levelled",
        Surfaced: "surfaced", PutUnder: "put-under", TurnedUp: "turned-up", Tapped: "tapped", Untapped: "untapped",
        Activated: "activated", Targeted: "targeted", Resolved: "resolved", Fizzled: "fizzled", Stopped: "stopped",
        Redirected: "redirected", Copied: "copied", SwitchedOn: "switched-on", Attached: "attached", Changed: "changed",
        Attacks: "attacks", Battled: "battled", AttackSpent: "attack-spent", Hit: "hit", Discarded: "discarded",
        Milled: "milled", Decked: "decked", GainedPoints: "gained-points", LostPoints: "lost-points",
        ExtraPlays: "extra-plays", NoRoom: "no-room", Forbidden: "forbidden", Drawn: "drawn", Destroyed: "destroyed",
        Returned: "returned",
    }
}

playmat_cards::event_kinds! {
    /// Which way up a card comes, where an event of Strata says so.
    pub enum Side {
        Up: "faceup", Down: "facedown", DownOntoStack: "facedown-level",
    }
}
