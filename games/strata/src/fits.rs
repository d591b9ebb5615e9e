//! What each verb and condition can be about: the phrases that they accept, and why they refuse the others. What is accepted here is
//! what the engine does; a line that would ask and then do nothing, or something else, is a mistake of the card.

use playmat_cards::Side;
use playmat_cardtext::ast::{self, Arg, Quant};

use crate::meant::{It, Lies, is_creature, is_player, is_several, other_side, side_in, side_of};
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
    /// Whether what it answers has the card itself as its target.
    pub on_this: bool,
    /// Whose the card of its event is, if that is certain; of an attack the attacker.
    pub side: Option<Side>,
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
        let attacked = subjects().nth(1);
        let direct = attacked.is_some_and(|who| who.noun == Noun::You);
        // Counters answer the rival, and nobody attacks their own side.
        let side = match trigger {
            Trigger::Counter(event) if event != Event::Targeted => Some(Side::Enemy),
            _ => subjects().next().and_then(side_in).or_else(|| attacked.and_then(side_in).map(other_side)),
        };
        let targeted = matches!(trigger, Trigger::Counter(Event::Targeted)) && of_this;
        let on_this = targeted || attacked.is_some_and(|who| who.noun == Noun::This);
        At { kind, trigger, away: zones().next().is_some() || left, underneath, direct, on_this, side }
    }

    /// The same when the costs are paid: the card may be one of them.
    #[must_use]
    pub fn paid(self, line: &Line) -> At {
        let paid = line.costs.iter().flat_map(Clause::selectors).any(|who| who.noun == Noun::This);
        At { away: self.away || paid, ..self }
    }

    /// The same after a step: where the card itself is then.
    #[must_use]
    pub fn after(self, clause: &Clause) -> At {
        if clause.selectors().next().is_none_or(|who| who.noun != Noun::This) {
            return self;
        }
        match clause.verb {
            Verb::LevelUp | Verb::PutUnder => At { away: true, underneath: true, ..self },
            Verb::Destroy | Verb::Discard | Verb::Return | Verb::Shuffle => At { away: true, underneath: false, ..self },
            Verb::Play | Verb::PlayFaceDown => At { away: false, underneath: false, ..self },
            _ => self,
        }
    }

    /// Whether changes without `this turn` last while its card is on or attached: they are worked out anew each time.
    pub fn lasts(&self) -> bool {
        matches!(self.trigger, Trigger::Continuous | Trigger::Equip)
    }
}

/// Whether the card of an event is not on the field any more.
fn has_left(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::Latent(Event::Destroyed | Event::Discarded | Event::Decked))
}

/// Why a verb refuses a phrase; `place` counts the phrases of the clause.
pub fn misfit(verb: Verb, place: usize, who: &Selector, at: &At, it: Option<It>) -> Option<Misfit> {
    of_number(verb, place, who, it)
        .or_else(|| of_creature(verb, place, who, at, it))
        .or_else(|| of_it(verb, place, who, it))
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

/// Why an event cannot be about a phrase; `place` counts the phrases of the event.
pub fn missubject(place: usize, who: &Selector) -> Option<Misfit> {
    match who.quant {
        _ if place == 0 && is_player(who) => Some(("an event is about a card", "write a card such as `an enemy creature`")),
        _ if matches!(who.noun, Noun::Rival | Noun::BothPlayers) => Some(("the rival attacks you", "write `you`")),
        Quant::Bare | Quant::One if is_off_field(who) => {
            Some(("where it was is not asked", "leave the zone out, or write `latent in hand when` and the like"))
        }
        Quant::Bare | Quant::One => None,
        _ => Some(("an event is about one", "write `a` before the noun")),
    }
}

/// Why a Counter never answers what a phrase describes: it answers the rival (ST H2).
pub fn unanswered(event: Event, place: usize, who: &Selector, at: &At) -> Option<Misfit> {
    let of = who.tails.iter().find(|(tail, _)| *tail == Tail::Of).and_then(|(_, args)| args.first());
    let source = if let Some(Arg::Who(of)) = of { side_in(of) } else { None };
    let own = side_in(who).or(source) == Some(Side::Own);
    let hint = if event == Event::Activated { "write `enemy`" } else { "write `enemy`, or begin with `latent when`" };
    (at.trigger == Trigger::Counter(event) && event != Event::Targeted && place == 0 && own)
        .then_some(("a Counter answers the rival only", hint))
}

/// Why an event never happens to what a phrase describes.
pub fn unheard(event: Event, place: usize, who: &Selector, at: &At) -> Option<Misfit> {
    let magic = who.noun == Noun::Magic || who.noun == Noun::This && at.kind == Kind::Magic;
    let (tapped, down) = (who.has(Adjective::Tapped), who.has(Adjective::FaceDown));
    match event {
        Event::Attacks | Event::AttacksWhom if magic => {
            Some(("magic neither attacks nor is attacked", "write a creature such as `an allied creature`"))
        }
        Event::Attacks | Event::AttacksWhom if down => {
            Some(("who attacks lies face up, and who is attacked is turned up first", "leave `face-down` out"))
        }
        Event::AttacksWhom if place == 1 && at.side.is_some() && at.side == side_in(who) => {
            Some(("nobody attacks their own side", "write `allied` for one of them and `enemy` for the other"))
        }
        Event::Played if tapped => Some(("what is played is untapped", "leave `tapped` out")),
        // ST H6: only what names any play answers a back.
        Event::Played if down && at.trigger == Trigger::Counter(event) => {
            Some(("a back is answered only by what names any play", "write `an enemy card`"))
        }
        Event::Discarded | Event::Decked if tapped || down => {
            Some(("only a card that was untapped and face up is meant", "leave that out"))
        }
        Event::Activated => {
            let odd = |word: &Adjective| word.effect_bit() == 0 && *word != Adjective::Enemy;
            who.adjectives
                .iter()
                .any(odd)
                .then_some(("an effect is not like that", "write it like `an effect of a fire creature`"))
        }
        _ => None,
    }
}

/// Why a Latent never triggers from the zones that it names: its own card is elsewhere when its event happens.
pub fn misplaced(event: Event, zones: &[Adjective], args: &[Arg<StrataWords>]) -> Option<Misfit> {
    let of_this = args.iter().any(|arg| matches!(arg, Arg::Who(who) if who.noun == Noun::This));
    let open = |word: &Adjective| match event {
        Event::Targeted => matches!(word, Adjective::InTheDiscardPile | Adjective::Underneath),
        Event::Destroyed | Event::Discarded => *word == Adjective::InTheDiscardPile,
        Event::Decked => *word == Adjective::InTheDeck,
        _ => false,
    };
    (of_this && !zones.iter().all(open)).then_some(("this is elsewhere when that happens", "leave the zone out"))
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

/// Why a verb cannot stand where everything lasts: what happens once belongs to a Normal effect.
pub fn unlasting(verb: Verb, at: &At) -> Option<Misfit> {
    (at.lasts() && verb.lasting() != Some(Lasting::Field)).then_some(match verb.lasting() {
        Some(_) => ("what lasts does not end with the turn", "leave `this turn` out, or make it a `normal` effect"),
        None => ("what lasts is a change such as `gains +100/+0`", "make it a `normal` effect"),
    })
}

/// Why nothing can become that: it has one type, or one to three sub-types (ST D).
pub fn unbecoming(words: &[Adjective]) -> Option<Misfit> {
    let types = words.iter().filter(|word| word.type_bit() != 0).count();
    let subtypes = words.iter().filter(|word| word.subtype_bit() != 0).count();
    match (types, subtypes) {
        _ if types + subtypes != words.len() => {
            Some(("only a type or sub-types can be had instead", "write `fire` or `beast ghost`"))
        }
        _ if repeats(words) => Some(("each sub-type is named once", "leave the second one out")),
        (2.., _) => Some(("nothing has two types", "leave one of them out")),
        (1, 1..) => Some(("it becomes of a type or of sub-types, not both at once", "write two steps joined by `, then`")),
        (_, 4..) => Some(("a creature has at most three sub-types", "leave one of them out")),
        _ => None,
    }
}

/// Whether a word is said twice.
pub fn repeats(words: &[Adjective]) -> bool {
    words.iter().enumerate().any(|(at, word)| words[..at].contains(word))
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

/// Why the two phrases of a clause do not go together, and which of them would have to be another.
pub fn mismatch(clause: &Clause, at: &At, it: Option<It>) -> Option<(usize, Misfit)> {
    let mut phrases = clause.selectors();
    let (first, second) = (phrases.next()?, phrases.next()?);
    match clause.verb {
        Verb::LevelUp if side_of(first, at, it) != Some(Side::Own) => {
            Some((0, ("you level up your own creatures", "write `target allied creature`")))
        }
        Verb::PutUnder => mismatched_stack(first, second, at, it),
        Verb::Redirect => misdirected(first, second, at, it).map(|misfit| (1, misfit)),
        _ => None,
    }
}

/// A stack has cards of one player only (ST H21), and each of them once.
fn mismatched_stack(card: &Selector, top: &Selector, at: &At, it: Option<It>) -> Option<(usize, Misfit)> {
    let itself = match (card.noun, top.noun) {
        (Noun::This, Noun::ThisStack) => !at.underneath,
        (Noun::ThisStack, Noun::This) => true,
        (one, other) => one == other && !names_cards(card),
    };
    match side_of(top, at, it) {
        _ if itself => Some((1, ("nothing goes under itself", "write another creature such as `target allied creature`"))),
        None => Some((1, ("a stack has cards of one player only", "write `target allied creature`"))),
        side if side != side_of(card, at, it) => {
            Some((0, ("a stack has cards of one player only", "write cards of that player, such as `target allied creature`")))
        }
        _ => None,
    }
}

/// A redirect names another target on the same side, of an attack a creature (ST H29).
fn misdirected(what: &Selector, to: &Selector, at: &At, it: Option<It>) -> Option<Misfit> {
    let attack = what.noun == Noun::TheAttack;
    let side = match at.trigger {
        Trigger::Counter(Event::Targeted) => at.side,
        Trigger::Counter(Event::Activated) => None,
        _ => Some(Side::Own),
    };
    let already = match to.noun {
        Noun::This => at.on_this,
        Noun::It => it.is_some_and(|it| it.of_event) && !attack,
        noun => noun == Noun::Defender,
    };
    let magic = to.noun == Noun::Magic || to.noun == Noun::This && at.kind == Kind::Magic;
    match side_of(to, at, it) {
        _ if attack && at.direct => Some(("it is you who is attacked, and no creature", "write `stop the attack`")),
        _ if is_off_field(to) => Some(("a target is on the field", "leave the zone out")),
        _ if attack && magic => Some(("creatures are attacked", "write `target allied creature`")),
        _ if already => Some(("that is the target already", "write another creature such as `target other allied creature`")),
        to if to.is_some() && side.is_some() && to != side => {
            Some(("a redirect stays on the same side", "write `allied` where an ally was the target"))
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
fn of_creature(verb: Verb, place: usize, who: &Selector, at: &At, it: Option<It>) -> Option<Misfit> {
    let named = names_cards(who);
    match (verb, place) {
        // Magic lies in the magic zone alone (ST B).
        (Verb::PutUnder, 0) if !is_creature(who, at, it) => {
            Some(("magic is never underneath", "write a creature such as `a creature in your hand`"))
        }
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

/// Where "it" is by then.
fn of_it(verb: Verb, place: usize, who: &Selector, it: Option<It>) -> Option<Misfit> {
    let it = it.filter(|_| who.noun == Noun::It)?;
    let elsewhere = ("it is not on the field any more", "choose a card on the field");
    match (it.lies, verb) {
        (Lies::Nowhere, _) => Some(("it is not on the field yet", "write `stop the play`, or begin with `latent when`")),
        (Lies::OnField, Verb::Play | Verb::PlayFaceDown) => {
            Some(("it is on the field already", "write a card in your hand, deck or pile"))
        }
        (Lies::OnField, Verb::LevelUp) if place == 0 && matches!(it.noun, Noun::Attacker | Noun::Defender | Noun::Equipped) => {
            Some(("that cannot be levelled up", "write `this` or `target allied creature`"))
        }
        (Lies::OnField, _) => None,
        (Lies::InPile, Verb::Discard) => Some(elsewhere),
        (Lies::InHand, Verb::Return) => Some(("it is in the hand already", "leave that out, or choose another card")),
        (Lies::InDeck, Verb::Shuffle) => Some(("it is in the deck already", "leave that out, or choose another card")),
        _ => is_on_field(verb, place).then_some(elsewhere),
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
fn of_number(verb: Verb, place: usize, who: &Selector, it: Option<It>) -> Option<Misfit> {
    let several = is_several(who) || who.noun == Noun::It && it.is_some_and(|it| it.several);
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
        (Verb::Resist(_), 1) if who.has(Adjective::FaceDown) => Some(("a back has no effects", "leave `face-down` out")),
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
