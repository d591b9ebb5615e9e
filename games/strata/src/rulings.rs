//! The rulings of ST D and ST E: each is a type of its own.

use playmat_cards::ledger;

/// The only edition.
pub const EDITIONS: &[&str] = &["standard"];

ledger! {
    0 untap_step UntapStep = [None] {
        None "none" "Only effects and levelling untap.",
        OwnStart "own-start" "All own creatures and magic untap at the start of the own turn.",
    }
    1 battle_tie BattleTie = [Nothing] {
        Nothing "nothing" "Attack equal to defense destroys nobody.",
        BothDestroyed "both-destroyed" "Attack equal to defense destroys both.",
    }
    2 destroy_stack DestroyStack = [Whole] {
        Whole "whole" "A destroyed creature takes all cards under it along to the discard pile.",
        TopOnly "top-only" "Only the top card is destroyed; the next one surfaces.",
    }
    3 destroyed_source DestroyedSource = [Resolves] {
        Resolves "resolves" "An effect whose source was destroyed meanwhile still resolves.",
        Fizzles "fizzles" "An effect whose source was destroyed meanwhile does nothing.",
    }
}
