//! What each verb and condition can be about: the phrases that they accept, and why they refuse the others. What is accepted here is
//! what the engine does; a line that would ask and then do nothing, or something else, is a mistake of the card.

use playmat_cardtext::ast::{self, Arg, Quant};

use crate::phrases::is_choice;
use crate::words::{Adjective, Condition, Event, Kind, Lasting, Noun, StrataWords, Tail, Trigger, Verb};

type Clause = ast::Clause<StrataWords>;
type Line = ast::Ability<StrataWords>;
type Selector = ast::Selector<StrataWords>;
type Asked = ast::Condition<StrataWords>;

/// Why something cannot be about that, and what would be right.
pub type Misfit = (&'static str, &'static str);

/// The line that a phrase stands in.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// The kind of its card.
    pub kind: Kind,
    /// How it begins.
    pub trigger: Trigger,
    /// Whether its card is not on the field when it happens.
    pub away: bool,
    /// Whether its card is under another one then.
    pub underneath: bool,
    /// Whether a player is attacked, and so no card.
    pub direct: bool,
}

impl At {
    /// Where a line is announced and its costs are paid.
    pub fn of(kind: Kind, trigger: Trigger, line: &Line) -> At {
        let args = || line.trigger.iter().flat_map(|(_, args)| args);
        let zones = || args().filter_map(|arg| if let Arg::Adjectives(words, _) = arg { Some(words) } else { None });
        let underneath = zones().any(|words| words.contains(&Adjective::Underneath));
        let subjects = || args().filter_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None });
        let of_this = subjects().next().is_some_and(|who| who.noun == Noun::This);
        let left = has_left(trigger) && of_this;
        let direct = subjects().nth(1).is_some_and(|who| who.noun == Noun::You);
        At { kind, trigger, away: zones().next().is_some() || left, underneath, direct }
    }

    /// The same when the costs are paid: the card may be one of them.
    #[must_use]
    pub fn paid(self, line: &Line) -> At {
        let paid = line.costs.iter().flat_map(Clause::selectors).any(|who| who.noun == Noun::This);
        At { away: self.away || paid, ..self }
    }

    /// Whether changes without `this turn` last while its card is on or attached: they are worked out anew each time.
    fn lasts(&self) -> bool {
        matches!(self.trigger, Trigger::Continuous | Trigger::Equip)
    }
}

/// What "it" means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum It {
    /// Nothing yet.
    Nothing,
    /// The card of the event, or what an Equip is attached to.
    Event,
    /// What a step before was about.
    Named,
}

/// Whether the card of an event is not on the field any more.
fn has_left(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::Latent(Event::Destroyed | Event::Discarded | Event::Decked))
}

/// Why a verb refuses a phrase; `place` counts the phrases of the clause.
pub fn misfit(verb: Verb, place: usize, who: &Selector, at: &At, it: It) -> Option<Misfit> {
    of_number(verb, place, who)
        .or_else(|| of_creature(verb, place, who))
        .or_else(|| of_it(verb, place, who, at, it))
        .or_else(|| of_zone(verb, place, who))
        .or_else(|| of_this(verb, place, who, at))
        .or_else(|| of_change(verb, place, who, at))
        .or_else(|| of_described(verb, place, who))
}

/// Why there is no such card at that moment.
pub fn absent(who: &Selector, at: &At) -> Option<Misfit> {
    match who.noun {
        Noun::Defender if at.direct => Some(("it is you who is attacked", "write `the attacker`")),
        Noun::ThisStack if at.kind == Kind::Magic => Some(("magic is in no stack", "write `this`, or choose a creature")),
        Noun::ThisStack if at.away && !at.underneath => {
            Some(("this is in no stack by then", "write `latent underneath when`, or choose a creature"))
        }
        _ if is_under_this(who) && (at.kind == Kind::Magic || at.away && !at.underneath) => {
            Some(("nothing is under this by then", "write another zone, or `under target creature`"))
        }
        _ => None,
    }
}

/// Why an event cannot be about a phrase.
pub fn missubject(who: &Selector) -> Option<Misfit> {
    match who.quant {
        Quant::Bare | Quant::One if is_off_field(who) => {
            Some(("where it was is not asked", "leave the zone out, or write `latent in hand when` and the like"))
        }
        Quant::Bare | Quant::One => None,
        _ => Some(("an event is about one", "write `a` before the noun")),
    }
}

/// Why a condition cannot be about its phrase.
pub fn miscondition(condition: &Asked) -> Option<Misfit> {
    let who = condition.args.iter().find_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None })?;
    match condition.condition {
        Condition::ForEach => {
            (who.quant != Quant::Each).then_some(("what is counted is said with `each`", "write `for each` and the noun"))
        }
        Condition::FewerPoints => None,
        _ if !matches!(who.quant, Quant::One | Quant::Exactly(_)) => {
            Some(("so many or more are asked for", "write `a` or a number before the noun"))
        }
        Condition::YouHave if who.has(Adjective::Enemy) || who.tailed(Tail::InRivalsDiscardPile) => {
            Some(("that is not yours", "write `the rival has`, or leave it out"))
        }
        Condition::RivalHas if who.has(Adjective::Allied) || is_own_zone(who) => {
            Some(("that is not the rival's", "write `you have`, or leave it out"))
        }
        _ => None,
    }
}

/// Why a verb cannot be counted for each of something: it has no number to count.
pub fn uncounted(verb: Verb) -> Option<Misfit> {
    match verb {
        Verb::Draw | Verb::Mill | Verb::PlayerDiscards | Verb::GainPoints | Verb::LosePoints => None,
        Verb::ExtraPlays | Verb::ExtraPlaysFor | Verb::Change(_) => None,
        _ => Some(("there is no number in it that would count for each", "leave `for each` out, or write `if you have`")),
    }
}

/// Why a verb cannot stand behind `if` where the condition is asked at any time.
pub fn untested(verb: Verb, at: &At) -> Option<Misfit> {
    (at.lasts() && verb.lasting() != Some(Lasting::Field))
        .then_some(("a condition of what lasts is for changes that last", "make it a `normal` effect, or leave `if` out"))
}

/// Why there cannot be a condition within a condition.
pub fn nested(outer: Option<Condition>, inner: Condition, at: &At) -> Option<Misfit> {
    let each = |condition| condition == Condition::ForEach;
    match outer {
        Some(outer) if each(outer) && each(inner) => Some(("only one thing is counted", "write one `for each`")),
        Some(outer) if at.lasts() && !each(outer) && !each(inner) => {
            Some(("what lasts has one condition", "write one `if`, or two lines"))
        }
        _ => None,
    }
}

/// Where the cards of a phrase are, if not on the field.
pub fn is_off_field(who: &Selector) -> bool {
    is_own_zone(who) || who.tailed(Tail::InRivalsDiscardPile) || who.tailed(Tail::Under)
}

/// Whether the cards of a phrase are those of its player alone.
pub fn is_own_zone(who: &Selector) -> bool {
    [Tail::InYourHand, Tail::InYourDeck, Tail::InYourDiscardPile].into_iter().any(|zone| who.tailed(zone))
}

/// Whether a phrase is about cards and not about players or what goes on.
pub fn names_cards(who: &Selector) -> bool {
    matches!(who.noun, Noun::Creature | Noun::Magic | Noun::Card)
}

/// Whether the cards of a phrase are under the card itself.
pub fn is_under_this(who: &Selector) -> bool {
    let this = |arg: &Arg<StrataWords>| matches!(arg, Arg::Who(top) if matches!(top.noun, Noun::This | Noun::ThisStack));
    who.tails.iter().any(|(tail, args)| *tail == Tail::Under && args.iter().any(this))
}

/// Where a verb needs a creature.
fn of_creature(verb: Verb, place: usize, who: &Selector) -> Option<Misfit> {
    let named = names_cards(who);
    match (verb, place) {
        (Verb::LevelUp, 0) if named && (who.noun != Noun::Creature || who.has(Adjective::FaceDown)) => {
            Some(("a creature that lies face up is levelled up", "write `target allied creature`"))
        }
        (Verb::LevelUp, 1) if who.noun == Noun::Magic => {
            Some(("magic does not level up a creature", "write `with a creature in your hand`"))
        }
        (Verb::LevelUp, 1) if named && matches!(who.quant, Quant::Target | Quant::Exactly(_) | Quant::UpTo(_)) => {
            Some(("one card is chosen when the effect resolves", "write `a` before the noun"))
        }
        (Verb::PutUnder, 1) if named && (who.noun != Noun::Creature || is_off_field(who)) => {
            Some(("it goes under a creature on the field", "write `target allied creature`"))
        }
        _ => None,
    }
}

/// Where "it" is still the card of the event.
fn of_it(verb: Verb, place: usize, who: &Selector, at: &At, it: It) -> Option<Misfit> {
    if who.noun != Noun::It || it != It::Event {
        return None;
    }
    match (has_left(at.trigger), verb) {
        (true, verb) if is_on_field(verb, place) || verb == Verb::Discard => {
            Some(("it is not on the field any more", "choose a card on the field"))
        }
        (false, Verb::Play | Verb::PlayFaceDown) => {
            Some(("it is on the field already", "write a card in your hand, deck or pile"))
        }
        (_, Verb::LevelUp)
            if place == 0
                && matches!(
                    at.trigger,
                    Trigger::Equip
                        | Trigger::Latent(Event::Attacks | Event::AttacksWhom)
                        | Trigger::Counter(Event::Attacks | Event::AttacksWhom)
                ) =>
        {
            Some(("that cannot be levelled up", "write `this` or `target allied creature`"))
        }
        _ => None,
    }
}

/// Whether a verb is done to cards on the field alone.
fn is_on_field(verb: Verb, place: usize) -> bool {
    match (verb, place) {
        (Verb::Destroy | Verb::Tap | Verb::Untap | Verb::Redirect, _) => true,
        (Verb::LevelUp, 0) | (Verb::PutUnder, 1) => true,
        (verb, 0) => verb.lasting().is_some(),
        _ => false,
    }
}

/// Where a verb is for one.
fn of_number(verb: Verb, place: usize, who: &Selector) -> Option<Misfit> {
    let several = matches!(who.quant, Quant::All | Quant::Exactly(_) | Quant::UpTo(_));
    match (verb, place) {
        _ if !several => None,
        (Verb::Copy, _) => Some(("an effect of one card is copied", "write `a` or `target` before the noun")),
        (Verb::LevelUp, 0) => Some(("one creature is levelled up", "write `target` before the noun")),
        (Verb::PutUnder, 1) => Some(("it goes under one creature", "write `target` before the noun")),
        (Verb::Redirect, 1) => Some(("there is one new target", "write `target` before the noun")),
        _ => None,
    }
}

/// Where a verb finds nothing, or nothing to do.
fn of_zone(verb: Verb, place: usize, who: &Selector) -> Option<Misfit> {
    let chosen = names_cards(who);
    match (verb, place) {
        (Verb::Return, _) if who.tailed(Tail::InYourHand) => Some(("that is in your hand already", "write another zone")),
        (Verb::Discard, _) if who.tailed(Tail::InYourDiscardPile) || who.tailed(Tail::InRivalsDiscardPile) => {
            Some(("that is in the discard pile already", "write another zone"))
        }
        (Verb::Shuffle, _) if who.tailed(Tail::InYourDeck) => Some(("that is in the deck already", "write another zone")),
        (Verb::Play | Verb::PlayFaceDown, _) | (Verb::LevelUp, 1) if who.tailed(Tail::InRivalsDiscardPile) => {
            Some(("only your own cards are played", "write `in your discard pile`"))
        }
        (Verb::LevelUp, 1) if !chosen || !is_off_field(who) => {
            Some(("the card that is put onto it comes from elsewhere", "write `with a creature in your hand`"))
        }
        (Verb::Play | Verb::PlayFaceDown, _)
            if matches!(who.noun, Noun::ThisStack | Noun::Attacker | Noun::Defender | Noun::Equipped) =>
        {
            Some(("that is on the field already", "write a card in your hand, deck or pile"))
        }
        (Verb::Tap, _) if who.has(Adjective::Tapped) => Some(("that is tapped already", "write `untapped`, or leave it out")),
        (Verb::Untap, _) if who.has(Adjective::Untapped) => {
            Some(("that is untapped already", "write `tapped`, or leave it out"))
        }
        (Verb::Copy, _) if who.has(Adjective::FaceDown) => Some(("a back has no effects", "leave `face-down` out")),
        (Verb::Search, _) if who.has(Adjective::Enemy) => Some(("your deck has only cards of yours", "leave `enemy` out")),
        (Verb::LevelUp, 0) if matches!(who.noun, Noun::Attacker | Noun::Defender | Noun::Equipped) => {
            Some(("that cannot be levelled up", "write `this` or `target allied creature`"))
        }
        (Verb::Redirect, 0) if who.noun == Noun::ThePlay => {
            Some(("a play has no target", "write `stop the play`, or redirect an attack or effect"))
        }
        _ => None,
    }
}

/// Where the card itself is.
fn of_this(verb: Verb, place: usize, who: &Selector, at: &At) -> Option<Misfit> {
    if who.noun == Noun::ThisStack && verb == Verb::Tap && !at.underneath {
        return Some(("this is tapped for its effect already", "choose another card"));
    }
    if who.noun != Noun::This {
        return None;
    }
    let in_pile = has_left(at.trigger) && at.trigger != Trigger::Latent(Event::Decked);
    match verb {
        Verb::LevelUp | Verb::PutUnder if at.kind == Kind::Magic && is_on_field(verb, place) => {
            Some(("this is no creature", "write `target allied creature`"))
        }
        Verb::Tap if !at.away => Some(("this is tapped for its effect already", "choose another card")),
        Verb::Discard if at.away && in_pile => Some(("this is in the discard pile already", "write `return this to hand`")),
        Verb::Shuffle if at.trigger == Trigger::Latent(Event::Decked) && at.away => {
            Some(("this is in the deck already", "choose another card"))
        }
        Verb::Play | Verb::PlayFaceDown if !at.away => {
            Some(("this is on the field already", "begin the line with `latent in hand when`, or play another card"))
        }
        Verb::Copy => Some(("this has its own effects already", "write another card such as `target creature`")),
        _ if is_on_field(verb, place) && at.away => {
            Some(("this is not on the field by then", "choose a card on the field, or write `this stack`"))
        }
        _ => None,
    }
}

/// What lasting changes can be of.
fn of_change(verb: Verb, place: usize, who: &Selector, at: &At) -> Option<Misfit> {
    let lasting = verb.lasting().filter(|_| place == 0)?;
    let magic = who.noun == Noun::Magic || who.noun == Noun::This && at.kind == Kind::Magic;
    let protects = matches!(verb, Verb::Indestructible(_) | Verb::Untargetable(_) | Verb::Resist(_));
    if magic && !protects {
        return Some(("magic has neither stats nor attacks", "write a creature such as `target creature`"));
    }
    if lasting == Lasting::Turn || !at.lasts() {
        return None;
    }
    let known = match who.noun {
        Noun::This | Noun::It => true,
        Noun::Equipped => at.trigger == Trigger::Equip,
        _ => who.quant == Quant::All,
    };
    match at.trigger {
        _ if known => None,
        Trigger::Equip => Some(("an Equip changes what it is attached to", "write `the equipped creature`")),
        _ => Some(("what lasts is for this card or for all", "write `this` or `all`, or add `this turn`")),
    }
}

/// Where a phrase only describes cards: how many is not asked there, nor where they are.
fn of_described(verb: Verb, place: usize, who: &Selector) -> Option<Misfit> {
    let plain = !is_off_field(who) && who.adjectives.iter().all(|word| !is_state(*word));
    match (verb, place) {
        (Verb::Resist(_), 1) if who.quant != Quant::All || is_off_field(who) => {
            Some(("it resists all of them", "write `all` before the noun, and no zone"))
        }
        (Verb::ExtraPlaysFor, _) | (Verb::Forbid, 1) if who.quant != Quant::One || !plain => {
            Some(("a kind of card is meant here", "write it like `a fire creature`"))
        }
        (Verb::ExtraPlaysFor, _) | (Verb::Forbid, 1) if who.has(Adjective::Enemy) || who.has(Adjective::Allied) => {
            Some(("everybody plays their own cards", "leave `allied` and `enemy` out"))
        }
        (Verb::Search, _) if is_choice(who) && !plain => Some(("what is looked for is in your deck", "leave that out")),
        _ => None,
    }
}

/// Whether an adjective is about how a card lies on the field.
fn is_state(word: Adjective) -> bool {
    matches!(word, Adjective::Tapped | Adjective::Untapped | Adjective::FaceDown)
}
