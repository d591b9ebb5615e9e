//! Sentences for people: events, and why something cannot be done.

use playmat_cards::{DefId, Event, EventKinds, Phrases, Reason};
use playmat_kernel::BySeat;

use crate::event_kinds::{EventKind, Side};
use crate::play::Why;
use crate::rules::Rules;

/// An event in a sentence.
pub fn sentence(rules: &Rules, event: &Event, names: BySeat<&str>) -> String {
    rules.texts.sentence(event, names, |kind, Phrases { who, card, other, n, word, .. }| {
        let points = if n == 1 { "point" } else { "points" };
        let side = Side::named(word);
        let down = side == Some(Side::Down);
        let other_card = other.unwrap_or_default();
        let text = match kind {
            EventKind::Rolled => format!("The die shows {n}: {who} goes first."),
            EventKind::Turn => format!("Turn {n}: {who}."),
            EventKind::Phase => format!("{who}: {word} phase."),
            EventKind::Ended => format!("{who} ends the turn."),
            EventKind::Skipped => format!("{who} skips a turn."),
            EventKind::WillSkip => format!("{who} will skip the next turn."),
            EventKind::Shuffled => format!("{who}'s deck is shuffled."),
            EventKind::Shown => format!("{who} shows {card}."),
            EventKind::Found => format!("{who} takes {card} from the deck."),
            EventKind::Played if side == Some(Side::DownOntoStack) => {
                format!("{who} levels up stack {} face down with {card}.", n + 1)
            }
            EventKind::Played if down && n >= 5 => format!("{who} plays {card} face down as magic."),
            EventKind::Played if down => format!("{who} plays {card} face down as a creature."),
            EventKind::Played => match other {
                Some(other) => format!("{who} levels up {other} with {card}."),
                None => format!("{who} plays {card}."),
            },
            EventKind::Entered if down => format!("{who} has a face-down card on place {}.", n + 1),
            EventKind::Entered => format!("{who}'s {card} enters on place {}.", n + 1),
            EventKind::Levelled if down => format!("{who}'s stack {} is levelled up face down.", n + 1),
            EventKind::Levelled => format!("{card} tops {who}'s stack {}.", n + 1),
            EventKind::Surfaced => format!("{card} comes to the top."),
            EventKind::PutUnder => format!("{card} goes under {}.", other_card),
            EventKind::TurnedUp => format!("{who} turns up {card}."),
            EventKind::Tapped => format!("{card} is tapped."),
            EventKind::Untapped => format!("{card} is untapped."),
            EventKind::Activated => format!("{who} uses {card}{}.", does(rules, event)),
            EventKind::Targeted => format!("{card} is targeted."),
            EventKind::Resolved => format!("{card} takes effect."),
            EventKind::Fizzled => format!("{card} has no effect."),
            EventKind::Stopped => format!("{card} stops it."),
            EventKind::Redirected => format!("The target is now {card}."),
            EventKind::Copied => format!("{card} copies an effect."),
            EventKind::SwitchedOn => format!("{card} is switched on{}.", does(rules, event)),
            EventKind::Attached => format!("{card} is attached to {}.", other_card),
            EventKind::Changed => format!("{card} changes."),
            EventKind::Attacks => match other {
                Some(other) => format!("{card} attacks {other}."),
                None => format!("{card} attacks directly."),
            },
            EventKind::Battled => format!("{card} fights {}.", other_card),
            EventKind::AttackSpent => "The attack comes to nothing.".into(),
            EventKind::Hit => format!("{card} hits {who}."),
            EventKind::Discarded => format!("{card} is discarded."),
            EventKind::Milled => format!("{who} mills {card}."),
            EventKind::Decked => format!("{card} goes into {who}'s deck."),
            EventKind::GainedPoints => format!("{who} gains {n} {points}."),
            EventKind::LostPoints => format!("{who} loses {n} {points}."),
            EventKind::ExtraPlays => format!("{who} may play {n} more card{}.", if n == 1 { "" } else { "s" }),
            EventKind::NoRoom => format!("There is no room for more {word}: the match is a draw."),
            EventKind::Forbidden => format!("{who} may not play everything next turn."),
            // Said alike in all games.
            EventKind::Destroyed | EventKind::Drawn | EventKind::Returned => return None,
        };
        Some(text)
    })
}

/// What an effect of a card costs and does, in the words of the card: `normal, pay 1 point: draw 1` as `pay 1 point` and `draw 1`.
pub fn effect_words(rules: &Rules, def: DefId, which: u8) -> Option<(Option<&str>, &str)> {
    let line = rules.texts.cards[def.0 as usize].text.get(usize::from(which))?.trim_end_matches('.');
    let (when, does) = line.split_once(": ")?;
    Some((when.split_once(", ").map(|(_, cost)| cost), does))
}

/// What the effect of an event does, behind a colon; nothing if its card is not known.
fn does(rules: &Rules, event: &Event) -> String {
    let which = event.number.and_then(|number| u8::try_from(number - 1).ok());
    let known = event.cards.first().and_then(|seen| seen.def).zip(which);
    let words = known.and_then(|(def, which)| effect_words(rules, def, which));
    words.map(|(_, does)| format!(": {does}")).unwrap_or_default()
}

/// Why something cannot be done.
pub fn reason(rules: &Rules, why: Why, card: Option<DefId>) -> Reason {
    rules.texts.reason(card, |name| match why {
        Why::NotYourTurn => ("not-your-turn", format!("{name} can be played in your own turn only.")),
        Why::NotInMain => ("not-in-main", format!("{name} is played or used from the hand in your main phase only.")),
        Why::NotInBattle => ("not-in-battle", "Attacks are made in the battle phase: go to battle first.".to_string()),
        Why::NoPlaysLeft => ("no-plays-left", format!("{name} would be a third play; a turn has two, and no extra one fits.")),
        Why::Forbidden => ("forbidden", format!("An effect forbids you to play {name} this turn.")),
        Why::NoStackFree => ("zone-full", format!("{name} finds no place: you have five creatures.")),
        Why::NoMagicFree => ("magic-full", format!("{name} finds no place: you have five magic cards.")),
        Why::NoBase => (
            "no-base",
            format!("{name} levels up a face-up creature of yours of the same type and one level lower; there is none."),
        ),
        Why::NotInHand => ("not-in-hand", "This card is not in your hand.".to_string()),
        Why::NotOnField => ("not-on-field", "This card is not on your side of the field.".to_string()),
        Why::FaceDown => ("face-down", format!("{name} must be turned up first.")),
        Why::Fresh => ("fresh", format!("{name} was set this turn and stays face down until the next.")),
        Why::NotFaceDown => ("not-face-down", format!("{name} lies face up.")),
        Why::Tapped => ("tapped", format!("{name} is tapped.")),
        Why::NotTapped => ("not-tapped", format!("A Dormant effect of {name} needs it to be tapped.")),
        Why::Tired => ("tired", format!("{name} was tapped this turn; its Dormant effect waits for the next.")),
        Why::Used => ("used", format!("This effect of {name} was used this turn; once is all.")),
        Why::AlreadyOn => ("already-on", format!("This effect of {name} is on already.")),
        Why::NotActivated => ("not-activated", format!("This effect of {name} is not activated from there by hand.")),
        Why::CannotPay => ("cannot-pay", format!("The cost of this effect of {name} cannot be paid.")),
        Why::NoTarget => ("no-target", format!("This effect of {name} needs a target, and there is none.")),
        Why::FirstTurn => ("first-turn", "Nobody attacks in the first player's first turn.".to_string()),
        Why::HasAttacked => ("has-attacked", format!("{name} has made its attack.")),
        Why::CannotAttack => ("cannot-attack", format!("{name} cannot attack.")),
        Why::NotACounter => ("not-a-counter", format!("{name} has no Counter for what is on the chain.")),
        Why::NotAnOption => ("not-an-option", format!("{name} is not among the options of this question.")),
    })
}
