//! Sentences for people: events, and why something cannot be done.

use playmat_cards::{DefId, Event, Phrases, Reason};
use playmat_kernel::BySeat;

use crate::event_kinds::EventKind;
use crate::play::Why;
use crate::rules::Rules;
use crate::state::TERRAINS;

/// What the terrains are called, from the left. Files and programs count them from 0.
const TERRAIN_NAMES: [&str; TERRAINS] = ["the Meadow", "the Ruins", "the River", "the Forest", "the Crag"];

/// What a terrain is called.
pub fn terrain_name(terrain: i16) -> &'static str {
    usize::try_from(terrain).ok().and_then(|terrain| TERRAIN_NAMES.get(terrain)).copied().unwrap_or("a terrain")
}

/// An event in a sentence.
pub fn sentence(rules: &Rules, event: &Event, names: BySeat<&str>) -> String {
    rules.texts.sentence(event, names, |kind, Phrases { who, card, other, n, word, .. }| {
        let text = match kind {
            EventKind::Skirmish => format!("Skirmish {n}: {who} starts."),
            EventKind::Turn => format!("Turn {n}: {who}."),
            EventKind::Played => match (other, event.number) {
                (Some(other), _) => format!("{who} plays {card} on {other}."),
                (None, Some(terrain)) => format!("{who} plays {card} at {}.", terrain_name(terrain)),
                (None, None) => return None,
            },
            EventKind::Used => format!("{who} activates {card}."),
            EventKind::Done => format!("{who} is done for this skirmish."),
            EventKind::Ended => format!("{who} ends the turn."),
            EventKind::Entered => format!("{who}'s {card} enters {}.", terrain_name(n)),
            EventKind::Raised => format!("{card} is raised from {who}'s graveyard."),
            EventKind::Replaced => format!("{} consumes {card}.", other.unwrap_or_default()),
            EventKind::Damaged if n == 0 => format!("{card} takes no damage."),
            EventKind::Damaged => format!("{card} takes {n} damage."),
            EventKind::Died => format!("{who}'s {card} dies at {}.", terrain_name(n)),
            EventKind::Gained if n < 0 => format!("{card} loses {} again.", -n),
            EventKind::Gained => format!("{card} gets +{n}."),
            EventKind::Modified => format!("{who}'s side of {} gets +{n}.", word.parse().map_or("a terrain", terrain_name)),
            EventKind::Cleansed if event.cards.is_empty() => format!("{who}'s side of {} is cleansed.", terrain_name(n)),
            EventKind::Cleansed => format!("{who}'s {card} at {} is cleansed.", terrain_name(n)),
            EventKind::Moved => match other {
                Some(other) => format!("{card} moves to {} and swaps with {other}.", terrain_name(n)),
                None => format!("{card} moves to {}.", terrain_name(n)),
            },
            EventKind::Matched => format!("{card} becomes as strong as {}: {n}.", other.unwrap_or_default()),
            EventKind::Controlled => format!("{who} controls {}.", terrain_name(n)),
            EventKind::Won => format!("{who} wins the skirmish with {n} terrain{}.", if n == 1 { "" } else { "s" }),
            EventKind::Tied => format!("The skirmish is tied at {n}."),
            EventKind::Enough => "Too many abilities have set off each other: no further one acts in this turn.".into(),
            EventKind::Cleaned => "All units go to the graveyards.".into(),
            // Said alike in all games.
            EventKind::Drawn | EventKind::Killed | EventKind::Returned | EventKind::Vanished => return None,
        };
        Some(text)
    })
}

/// Why something cannot be done.
pub fn reason(rules: &Rules, why: Why, card: Option<DefId>) -> Reason {
    rules.texts.reason(card, |name| match why {
        Why::NotYourTurn => ("not-your-turn", format!("{name} can be played in your own turn only.")),
        Why::HasActivated => ("has-activated", "After activating you may only activate more or end the turn.".to_string()),
        Why::NoTarget => ("no-target", format!("{name} needs a target, and there is none.")),
        Why::NoSlot => ("no-slot", format!("{name} finds no slot: an enemy guards every one of them.")),
        Why::NobodyToConsume => {
            ("nobody-to-consume", format!("{name} can be deployed only by consuming a unit of yours, and there is none."))
        }
        Why::NotInHand => ("not-in-hand", "This card is not in your hand.".to_string()),
        Why::NotOnField => ("not-on-field", "This is not one of your units on the field.".to_string()),
        Why::NothingToActivate => ("nothing-to-activate", format!("{name} has nothing to activate.")),
        Why::Silenced => ("silenced", format!("{name} was cleansed and has no abilities left.")),
        Why::Used => ("used", format!("{name} has activated already; once is all.")),
        Why::Cooldown => ("cooldown", format!("{name} is not ready yet.")),
        Why::NothingActivated => {
            ("nothing-activated", "There is no skipping: play a card, activate a unit, or be done.".to_string())
        }
        Why::NotAnOption => ("not-an-option", format!("{name} is not among the options of this question.")),
    })
}
