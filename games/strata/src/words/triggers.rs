//! How the kinds of effect are written, with what they answer or wait for.

use playmat_cardtext::vocabulary::Entry;

use super::{Event, Trigger};

/// A Latent is written with the zones from which it triggers or without.
macro_rules! latent {
    ($event:ident, $pattern:literal, $gloss:literal) => {
        [
            entry(Trigger::Latent(Event::$event), concat!("latent ", $pattern), $gloss),
            entry(
                Trigger::Latent(Event::$event),
                concat!("latent {adjectives} ", $pattern),
                concat!($gloss, " Triggers where it says."),
            ),
        ]
    };
}

impl Trigger {
    /// All of them.
    pub fn entries() -> Vec<Entry<Trigger>> {
        let mut all = vec![
            entry(Trigger::Normal, "normal", "In your turn, by tapping the card; magic is then discarded."),
            entry(
                Trigger::Continuous,
                "continuous",
                "Switched on like a Normal effect, then it lasts while the card is on the field.",
            ),
            entry(Trigger::Equip, "equip", "Attached to a face-up creature; lasts until either leaves the field."),
            entry(Trigger::Dormant, "dormant", "Once a turn while the card is tapped, not in the turn it was tapped."),
            entry(Trigger::Counter(Event::Attacks), "counter when {who} attack(s)", "Answers such an attack."),
            entry(
                Trigger::Counter(Event::AttacksWhom),
                "counter when {who} attack(s) {who}",
                "Answers such an attack on such a target.",
            ),
            entry(Trigger::Counter(Event::Played), "counter when {who} is played", "Answers such a play from hand."),
            entry(Trigger::Counter(Event::Activated), "counter when {who} is activated", "Answers such an effect."),
            entry(
                Trigger::Counter(Event::Targeted),
                "counter when {who} is targeted",
                "Answers an effect of the rival that targets it.",
            ),
        ];
        all.extend(latent!(Attacks, "when {who} attack(s)", "When such an attack is declared."));
        all.extend(latent!(AttacksWhom, "when {who} attack(s) {who}", "When such an attack on such a target is declared."));
        all.extend(latent!(
            Played,
            "when {who} is played",
            "When it has come onto the field, also by an effect or by levelling up."
        ));
        all.extend(latent!(Targeted, "when {who} is targeted", "When an effect of the rival chooses it as a target."));
        all.extend(latent!(Destroyed, "when {who} is destroyed", "After it went; of a stack only the top is destroyed."));
        all.extend([
            entry(
                Trigger::Latent(Event::Discarded),
                "latent when {who} is sent to the discard pile",
                "In whatever way; of this card only if it was untapped.",
            ),
            entry(
                Trigger::Latent(Event::Decked),
                "latent when {who} is sent to the deck",
                "In whatever way; of this card only if it was untapped.",
            ),
        ]);
        all.extend(latent!(StartOfTurn, "at the start of your turn", "Before you draw."));
        all.extend(latent!(EndOfTurn, "at the end of your turn", "Before the hand limit is checked."));
        all
    }
}

fn entry<T>(word: T, pattern: &'static str, gloss: &'static str) -> Entry<T> {
    Entry::new(word, pattern, gloss)
}
