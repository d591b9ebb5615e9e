//! What is told of a match: the kinds of its events, and how they happened.

playmat_cards::event_kinds! {
    /// The kinds of events of Food Chain. What each says stands in `sentences`.
    pub enum EventKind {
        Rolled: "rolled", First: "first", Turn: "turn", Phase: "phase", Set: "set", Fired: "fired", Entered: "entered",
        NoRoom: "no-room", Eaten: "eaten", Attacked: "attacked", Damaged: "damaged", Blocked: "blocked", Hurt: "hurt",
        Healed: "healed", Died: "died", Replaced: "replaced", Sacrificed: "sacrificed", Exiled: "exiled", Added: "added",
        Fetched: "fetched", Searched: "searched", Brought: "brought", Grew: "grew", Gained: "gained",
        LostAbilities: "lost-abilities", BecameSo: "became-so", Recovered: "recovered", Became: "became",
        Regenerated: "regenerated", Stolen: "stolen", Copied: "copied", Negated: "negated", Revived: "revived", Used: "used",
        Revealed: "revealed", Killed: "killed", Played: "played", Vanished: "vanished", Returned: "returned", Drawn: "drawn",
        Discarded: "discarded", Destroyed: "destroyed",
    }
}

playmat_cards::event_kinds! {
    /// How something happened, or what somebody is now: what an event of Food Chain says beside its kind. Events about keywords and phases say
    /// those instead.
    pub enum How {
        Dry: "dry", FromCarrion: "carrion", Poisoned: "poisonous", Used: "used", Frozen: "frozen", Paralysed: "paralysed",
        Exhausted: "exhausted", ThisTurn: "this turn", Barrier: "barrier", Token: "token",
    }
}
