//! Sentences for people: events, and why something cannot be done.

use playmat_cards::{DefId, Event, Phrases, Reason};
use playmat_kernel::BySeat;

use crate::play::Why;
use crate::rules::Rules;

/// An event in a sentence.
pub fn sentence(rules: &Rules, event: &Event, names: BySeat<&str>) -> String {
    rules.texts.sentence(event, names, |Phrases { who, rival, card, other, n, word }| {
        let text = match event.what {
            "rolled" => format!("{who} rolls {n}."),
            "first" => format!("{who} goes first."),
            "turn" => format!("Turn {n}: {who}."),
            "phase" => format!("{who}: {}.", phase(word)),
            "set" => {
                format!(
                    "{who} sets {}.",
                    if event.cards.first().is_some_and(|seen| seen.def.is_some()) { &card } else { "a trap" }
                )
            }
            "fired" => format!("{who}'s trap {card} springs."),
            "entered" if word == "dry" => format!("{card} enters on {who}'s side, dry-dropped."),
            "entered" if n > 0 => format!("{card} enters on {who}'s side, {n} stronger by its meals."),
            "entered" => format!("{card} enters on {who}'s side."),
            "no-room" => format!("{card} finds no room."),
            "eaten" if word == "carrion" => format!("{card} is eaten from carrion."),
            "eaten" => format!("{card} is eaten."),
            "attacked" => match other {
                Some(other) => format!("{card} attacks {other}."),
                None => format!("{card} attacks {rival} directly."),
            },
            "damaged" if n == 0 => format!("{card} takes no damage."),
            "damaged" => format!("{card} takes {n} damage."),
            "blocked" => format!("{card}'s Barrier prevents the damage and is used up."),
            "hurt" if n == 0 => format!("{who} loses no life."),
            "hurt" => format!("{who} loses {n} life."),
            "healed" if n == 0 => format!("{who} has full life already."),
            "healed" => format!("{who} heals {n}."),
            "killed" if word == "poisonous" => format!("{card} is poisoned."),
            "died" => format!("{card} dies."),
            "replaced" => format!("{card} is replaced."),
            "sacrificed" => format!("{card} is sacrificed."),
            "discarded" if word == "used" => format!("{who} discards {card} for its ability."),
            "exiled" => format!("{card} is exiled."),
            "added" => format!("{card} is added to {who}'s hand."),
            "fetched" => format!("{who} takes {card} from the deck."),
            "searched" => format!("{who} looks through the deck."),
            "brought" => format!("{who} brings {card} into play."),
            "grew" => format!("{card} grows."),
            "gained" if word.is_empty() => format!("{card} gains an ability."),
            "gained" => format!("{card} gains {word}."),
            "lost-abilities" => format!("{card} loses all abilities."),
            "became-so" => format!("{card} is {word}."),
            "recovered" if word == "frozen" => format!("{card} thaws."),
            "recovered" if word == "this turn" => format!("{card} is as it was before this turn."),
            "recovered" => format!("{card} recovers."),
            "became" => format!("It becomes {card}."),
            "regenerated" if n == 0 => format!("{card} has full health already."),
            "regenerated" => format!("{card} is back at full health."),
            "stolen" => format!("{who} takes control of {card}."),
            "copied" => format!("{card} copies {}.", other.unwrap_or_default()),
            "negated" if event.cards.is_empty() => "It is negated.".into(),
            "negated" => format!("The play of {card} is negated."),
            "revived" => format!("{card} comes back."),
            "used" => format!("{who} uses {card}."),
            "revealed" => {
                let names: Vec<&str> = event.cards.iter().map(|seen| rules.texts.seen(seen)).collect();
                format!("{who} reveals the hand: {}.", if names.is_empty() { "no cards".into() } else { names.join(", ") })
            }
            _ => return None,
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
