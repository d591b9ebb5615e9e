//! What is told of a match: the kinds of its events.

playmat_cards::event_kinds! {
    /// The kinds of events of Skirmish. What each says stands in `sentences`.
    pub enum EventKind {
        Skirmish: "skirmish", Turn: "turn", Played: "played", Used: "used", Done: "done", Ended: "ended", Entered: "entered",
        Raised: "raised", Replaced: "replaced", Damaged: "damaged", Died: "died", Gained: "gained", Modified: "modified",
        Cleansed: "cleansed", Moved: "moved", Matched: "matched", Controlled: "controlled", Won: "won", Tied: "tied",
        Enough: "enough", Cleaned: "cleaned", Drawn: "drawn", Killed: "killed", Vanished: "vanished", Returned: "returned",
    }
}
