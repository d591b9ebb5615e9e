//! Sentences for people: events, and why something cannot be done.

use playmat_cards::{DefId, Event, EventKinds, Phrases, Reason};
use playmat_kernel::BySeat;

use crate::event_kinds::{EventKind, How};
use crate::play::Why;
use crate::rules::Rules;

/// An event in a sentence.
pub fn sentence(rules: &Rules, event: &Event, names: BySeat<&str>) -> String {
    rules.texts.sentence(event, names, |kind, Phrases { who, rival, card, other, n, word }| {
        let how = How::named(word);
        let text = match kind {
            EventKind::Rolled => format!("{who} rolls {n}."),
            EventKind::First => format!("{who} goes first."),
            EventKind::Turn => format!("Turn {n}: {who}."),
            EventKind::Phase => format!("{who}: {}.", phase(word)),
            EventKind::Set => {
                format!(
                    "{who} sets {}.",
                    if event.cards.first().is_some_and(|seen| seen.def.is_some()) { &card } else { "a trap" }
                )
            }
            EventKind::Fired => format!("{who}'s trap {card} springs."),
            EventKind::Entered if how == Some(How::Dry) => format!("{who}'s {card} enters, dry-dropped."),
            EventKind::Entered if n > 0 => format!("{who}'s {card} enters, {n} stronger by its meals."),
            EventKind::Entered => format!("{who}'s {card} enters."),
            EventKind::NoRoom => format!("{card} finds no room."),
            EventKind::Eaten if how == Some(How::FromCarrion) => format!("{card} is eaten from carrion."),
            EventKind::Eaten => format!("{card} is eaten."),
            EventKind::Attacked => match other {
                Some(other) => format!("{card} attacks {other}."),
                None => format!("{card} attacks {rival}."),
            },
            EventKind::Damaged if n == 0 => format!("{card} takes no damage."),
            EventKind::Damaged => format!("{card} takes {n} damage."),
            EventKind::Blocked => format!("{card}'s Barrier stops the damage."),
            EventKind::Hurt if n == 0 => format!("{who} loses no life."),
            EventKind::Hurt => format!("{who} loses {n} life."),
            EventKind::Healed if n == 0 => format!("{who} has full life already."),
            EventKind::Healed => format!("{who} heals {n}."),
            EventKind::Killed if how == Some(How::Poisoned) => format!("{card} is poisoned."),
            EventKind::Died => format!("{card} dies."),
            EventKind::Replaced => format!("{card} is replaced."),
            EventKind::Sacrificed => format!("{card} is sacrificed."),
            EventKind::Discarded if how == Some(How::Used) => format!("{who} discards {card} for its ability."),
            EventKind::Exiled => format!("{card} is exiled."),
            EventKind::Added => format!("{card} joins {who}'s hand."),
            EventKind::Fetched => format!("{who} takes {card} from the deck."),
            EventKind::Searched => format!("{who} searches the deck."),
            EventKind::Brought => format!("{who} brings {card} into play."),
            EventKind::Grew => format!("{card} grows."),
            EventKind::Gained if word.is_empty() => format!("{card} gains an ability."),
            EventKind::Gained => format!("{card} gains {word}."),
            EventKind::LostAbilities => format!("{card} loses all abilities."),
            EventKind::BecameSo => format!("{card} is {word}."),
            EventKind::Recovered if how == Some(How::Frozen) => format!("{card} thaws."),
            EventKind::Recovered if how == Some(How::ThisTurn) => format!("{card} is itself again."),
            EventKind::Recovered => format!("{card} recovers."),
            EventKind::Became => format!("It becomes {card}."),
            EventKind::Regenerated if n == 0 => format!("{card} has full health already."),
            EventKind::Regenerated => format!("{card} regenerates."),
            EventKind::Stolen => format!("{who} takes over {card}."),
            EventKind::Copied => format!("{card} copies {}.", other.unwrap_or_default()),
            EventKind::Negated if event.cards.is_empty() => "It is negated.".into(),
            EventKind::Negated => format!("{card} is negated."),
            EventKind::Revived => format!("{card} comes back."),
            EventKind::Used => format!("{who} uses {card}."),
            EventKind::Revealed => {
                let names: Vec<&str> = event.cards.iter().map(|seen| rules.texts.seen(seen)).collect();
                format!("{who} reveals the hand: {}.", if names.is_empty() { "no cards".into() } else { names.join(", ") })
            }
            // Said alike in all games.
            EventKind::Destroyed
            | EventKind::Discarded
            | EventKind::Drawn
            | EventKind::Killed
            | EventKind::Played
            | EventKind::Returned
            | EventKind::Vanished => return None,
        };
        Some(text)
    })
}

/// Why something cannot be done.
pub fn reason(rules: &Rules, why: Why, card: Option<DefId>) -> Reason {
    rules.texts.reason(card, |name| match why {
        Why::NotYourTurn => ("not-your-turn", format!("{name} can be played in your own turn only.")),
        Why::NotInMainPhase => ("not-in-main-phase", format!("{name} can be played in a main phase only.")),
        Why::NotInCombat => ("not-in-combat", format!("{name} can attack in the combat phase only.")),
        Why::LimitReached => (
            "limit-reached",
            format!(
                "{name} would be the second counting card of this turn; free spells and cards with Free Play do not count."
            ),
        ),
        Why::FieldFull => ("field-full", format!("{name} finds no free slot, and no meal would free one.")),
        Why::NoTarget => ("no-target", format!("{name} needs a target, and there is none.")),
        Why::TrapWaits => ("trap-waits", format!("{name} is a trap: it springs by itself from the hand in the rival's turn.")),
        Why::Barred => ("barred", format!("{name} was negated and cannot be played again this turn.")),
        Why::NothingToUse => ("nothing-to-use", format!("{name} has no ability that can be used now.")),
        Why::NotInHand => ("not-in-hand", format!("{name} is not in your hand.")),
        Why::NotOnField => ("not-on-field", format!("{name} is not one of your creatures on the field.")),
        Why::HasAttacked => ("has-attacked", format!("{name} has attacked already in this combat.")),
        Why::CannotAttack => ("cannot-attack", format!("{name} cannot attack: it is passive, harmless, frozen or paralysed.")),
        Why::NobodyToAttack => {
            ("nobody-to-attack", format!("{name} has nobody to attack: exhausted creatures cannot attack the rival."))
        }
        Why::NotAnOption => ("not-an-option", format!("{name} is not among the options of this question.")),
    })
}

fn phase(word: &str) -> &str {
    match word {
        "main1" => "first main phase",
        "before" => "before combat",
        "main2" => "second main phase",
        word => word,
    }
}
