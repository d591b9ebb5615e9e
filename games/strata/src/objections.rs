//! What each verb and condition can be about: the phrases that they accept, and why they refuse the others. What is accepted here is
//! what the engine does; a line that would ask and then do nothing, or something else, is a mistake of the card.

use playmat_cards::{Findings, Objection, Side, out_of_range};
use playmat_cardtext::ast::{self, Arg, Quant, Span};
use playmat_cardtext::number_in;

use crate::codes::NUMBER;
use crate::meaning::{
    At, It, Lies, Role, has_left, is_creature, is_off_field, is_own_zone, is_player, is_several, is_typed, is_under_this,
    names_cards, side_in, side_of,
};
use crate::phrases::is_choice;
use crate::setup::DECK;
use crate::state::PLACES;
use crate::words::{
    Adjective, ChangeVerb, Condition, Event, Kind, Lasting, Narrows, Noun, Sort, StrataWords, Tail, Trigger, Verb,
};

type Clause = ast::Clause<StrataWords>;
type Selector = ast::Selector<StrataWords>;
type Asked = ast::Condition<StrataWords>;

/// Why a verb refuses a phrase, which has this role for it.
pub fn objection(verb: Verb, role: Role, who: &Selector, at: &At, it: Option<It>) -> Option<Objection> {
    of_role(role, who)
        .or_else(|| of_number(role, who, it))
        .or_else(|| of_creature(role, who, at, it))
        .or_else(|| of_it(role, who, it))
        .or_else(|| of_zone(role, who))
        .or_else(|| of_this(role, who, at))
        .or_else(|| of_change(verb, role, who, at))
        .or_else(|| of_described(role, who))
}

/// Why there is no such card at that moment.
pub fn absent(who: &Selector, at: &At) -> Option<Objection> {
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
pub fn wrong_event_subject(place: usize, who: &Selector) -> Option<Objection> {
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
pub fn never_answered(event: Event, place: usize, who: &Selector, at: &At) -> Option<Objection> {
    let of = who.tails.iter().find(|(tail, _)| *tail == Tail::Of).and_then(|(_, args)| args.first());
    let source = if let Some(Arg::Who(of)) = of { side_in(of) } else { None };
    let own = side_in(who).or(source) == Some(Side::Own);
    let hint = if event == Event::Activated { "write `enemy`" } else { "write `enemy`, or begin with `latent when`" };
    (at.trigger == Trigger::Counter(event) && event != Event::Targeted && place == 0 && own)
        .then_some(("a Counter answers the rival only", hint))
}

/// Why an event never happens to what a phrase describes.
pub fn never_happens(event: Event, place: usize, who: &Selector, at: &At) -> Option<Objection> {
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
            Some(("what has gone is described as it is printed, however it lay", "leave `tapped` and `face-down` out"))
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
pub fn wrong_latent_zone(event: Event, zones: &[Adjective], args: &[Arg<StrataWords>]) -> Option<Objection> {
    let of_this = args.iter().any(|arg| matches!(arg, Arg::Who(who) if who.noun == Noun::This));
    let open = |word: &Adjective| match event {
        Event::Targeted => matches!(word, Adjective::InTheDiscardPile | Adjective::Underneath),
        Event::Destroyed | Event::Discarded => *word == Adjective::InTheDiscardPile,
        Event::Decked => *word == Adjective::InTheDeck,
        _ => false,
    };
    (of_this && !zones.iter().all(open)).then_some(("this is elsewhere when that happens", "leave the zone out"))
}

/// Why a cost cannot be paid with that: it is paid with own cards (ST I8).
pub fn wrong_cost(who: &Selector, at: &At, it: Option<It>) -> Option<Objection> {
    (side_of(who, at, it) != Some(Side::Own))
        .then_some(("a cost is paid with your own cards", "write `allied` before the noun, or put it behind the colon"))
}

/// Why these costs can never be paid together (ST I8), and which of them is too much.
pub fn unpayable_costs(costs: &[Clause], at: &At) -> Option<(usize, Objection)> {
    let whole = |who: &Selector| who.noun == Noun::This || who.noun == Noun::ThisStack && !at.underneath;
    let (mut this, mut creatures, mut magic) = (0, 0, 0);
    for (place, cost) in costs.iter().enumerate() {
        let Some(who) = cost.selectors().next() else { continue };
        let many = if let Quant::Exactly(many) = who.quant { usize::from(many) } else { 1 };
        // What is discarded as "this" is in the hand (ST H15).
        let in_hand = who.noun == Noun::This && cost.verb.roles() == [Role::Discarded];
        let on_field = !(is_off_field(who) || at.away || in_hand);
        this += usize::from(whole(who));
        match is_creature(who, at, None) {
            _ if !on_field => {}
            true => creatures += many,
            false => magic += many * usize::from(who.noun == Noun::Magic || who.noun == Noun::This),
        }
        if this > 1 {
            return Some((place, ("this card pays one cost only", "leave one of them out")));
        }
        if creatures > PLACES || magic > PLACES {
            return Some((place, ("you have five creatures and five magic cards at most", "write smaller numbers")));
        }
    }
    None
}

/// Why a condition can never hold: nobody has so many (ST B, I8).
pub fn never_holds(condition: &Asked, at: &At) -> Option<Objection> {
    let who = condition.args.iter().find_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None })?;
    let Quant::Exactly(many) = who.quant else { return None };
    let own = condition.condition == Condition::YouHave && who.has(Adjective::Other) && !at.away;
    let (creature, magic) = (is_creature(who, at, None), who.noun == Noun::Magic);
    let counted = own && !(creature && at.kind == Kind::Magic || magic && at.kind == Kind::Creature);
    let most = match () {
        () if is_off_field(who) => *DECK.end(),
        () if creature || magic => PLACES - usize::from(counted),
        () => 2 * PLACES - usize::from(counted),
    };
    let zoned = ("a player has at most 70 cards in all", "write a smaller number");
    let placed = ("a player has five places for creatures and five for magic", "write a smaller number");
    (usize::from(many) > most).then_some(if is_off_field(who) { zoned } else { placed })
}

/// The levels that a phrase asks for, joined (ST I5): at least, and at most.
pub fn levels_of(who: &Selector) -> (i32, i32) {
    who.tails.iter().fold((1, 5), |(least, most), (tail, args)| match (tail, number_in(args).map(|level| level.clamp(1, 5))) {
        (Tail::Level, Some(level)) => (level.max(least), level.min(most)),
        (Tail::LevelOrLower, Some(level)) => (least, level.min(most)),
        (Tail::LevelOrHigher, Some(level)) => (level.max(least), most),
        _ => (least, most),
    })
}

/// Why no card is printed like that: attack and defense are 500 for each level (ST F).
pub fn never_printed(who: &Selector) -> Option<Objection> {
    let attack =
        who.tails.iter().filter(|(tail, _)| *tail == Tail::AttackOrMore).filter_map(|(_, args)| number_in(args)).max()?;
    (attack > 500 * levels_of(who).1)
        .then_some(("no card is printed with so much attack", "write at most 500 for each level that is asked for"))
}

/// Why a condition cannot be about its phrase.
pub fn wrong_condition_subject(condition: &Asked) -> Option<Objection> {
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

/// Why a verb cannot stand where everything lasts: what happens once belongs to a Normal effect.
pub fn not_lasting(verb: Verb, at: &At) -> Option<Objection> {
    (at.lasts() && verb.lasting() != Some(Lasting::Field)).then_some(match verb.lasting() {
        Some(_) => ("what lasts does not end with the turn", "leave `this turn` out, or make it a `normal` effect"),
        None => ("what lasts is a change such as `gains +100/+0`", "make it a `normal` effect"),
    })
}

/// Why nothing can become that: it has one type, or one to three sub-types (ST D).
pub fn wrong_new_types(words: &[Adjective]) -> Option<Objection> {
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
pub fn nested(outer: Option<Condition>, inner: Condition, at: &At) -> Option<Objection> {
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
pub fn mismatch(clause: &Clause, at: &At, it: Option<It>) -> Option<(usize, Objection)> {
    let mut phrases = clause.selectors();
    let (first, second) = (phrases.next()?, phrases.next()?);
    match clause.verb.roles().first()? {
        Role::Base if side_of(first, at, it) != Some(Side::Own) => {
            Some((0, ("you level up your own creatures", "write `target allied creature`")))
        }
        Role::Moved => wrong_stack(first, second, at, it),
        Role::Redirected => wrong_redirect(first, second, at, it).map(|objection| (1, objection)),
        _ => None,
    }
}

/// A stack has cards of one player only (ST H21), and each of them once.
fn wrong_stack(card: &Selector, top: &Selector, at: &At, it: Option<It>) -> Option<(usize, Objection)> {
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
fn wrong_redirect(what: &Selector, to: &Selector, at: &At, it: Option<It>) -> Option<Objection> {
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

/// Players do something, what goes on is answered, and cards are somewhere.
fn of_role(role: Role, who: &Selector) -> Option<Objection> {
    let answered = matches!(who.noun, Noun::TheAttack | Noun::ThePlay | Noun::TheEffect);
    match role {
        Role::Player => (!is_player(who)).then_some(("only players do that", "write `you`, `the rival` or `both players`")),
        _ if is_player(who) => Some(("that is done to cards, not to players", "write a card such as `target creature`")),
        Role::Stopped | Role::Redirected => (!answered).then_some((
            "only the attack, the play or the effect is answered",
            "write `the attack`, `the play` or `the effect`",
        )),
        _ if answered => Some(("what is answered can only be stopped or redirected", "write `stop`, or choose a card")),
        Role::Played if names_cards(who) && !is_off_field(who) => {
            Some(("what is played comes from a hand, deck, discard pile or from underneath", "write `in your hand` behind it"))
        }
        _ if !is_off_field(who) => None,
        Role::Destroyed | Role::Tapped | Role::Untapped => {
            Some(("that is done to cards on the field", "leave the zone out, or write `discard`"))
        }
        Role::Sought => Some(("what is looked for is in your deck", "leave the zone out")),
        Role::Recovered => Some(("what is looked for is in your discard pile", "leave the zone out")),
        Role::Base => Some(("a creature on the field is levelled up", "write `target allied creature`")),
        Role::Changed => Some(("only cards on the field are changed", "leave the zone out")),
        _ => None,
    }
}

/// Where a verb needs a creature.
fn of_creature(role: Role, who: &Selector, at: &At, it: Option<It>) -> Option<Objection> {
    let named = names_cards(who);
    match role {
        // Magic lies in the magic zone alone (ST B).
        Role::Moved if !is_creature(who, at, it) => {
            Some(("magic is never underneath", "write a creature such as `a creature in your hand`"))
        }
        Role::Base if named && (who.noun != Noun::Creature || who.has(Adjective::FaceDown)) => {
            Some(("a creature that lies face up is levelled up", "write `target allied creature`"))
        }
        Role::Onto if who.noun == Noun::Magic => {
            Some(("magic does not level up a creature", "write `with a creature in your hand`"))
        }
        Role::Onto if named && matches!(who.quant, Quant::Target | Quant::Exactly(_) | Quant::UpTo(_)) => {
            Some(("one card is chosen when the effect resolves", "write `a` before the noun"))
        }
        Role::Stack if named && (who.noun != Noun::Creature || is_off_field(who)) => {
            Some(("it goes under a creature on the field", "write `target allied creature`"))
        }
        _ => None,
    }
}

/// Where "it" is at that point.
fn of_it(role: Role, who: &Selector, it: Option<It>) -> Option<Objection> {
    let it = it.filter(|_| who.noun == Noun::It)?;
    let elsewhere = ("it is not on the field any more", "choose a card on the field");
    match (it.lies, role) {
        (Lies::Nowhere, _) => Some(("it is not on the field yet", "write `stop the play`, or begin with `latent when`")),
        (Lies::OnField, Role::Played) => Some(("it is on the field already", "write a card in your hand, deck or pile")),
        (Lies::OnField, Role::Base) if matches!(it.noun, Noun::Attacker | Noun::Defender | Noun::Equipped) => {
            Some(("that cannot be levelled up", "write `this` or `target allied creature`"))
        }
        (Lies::OnField, _) => None,
        (Lies::InPile, Role::Discarded) => Some(elsewhere),
        (Lies::InHand, Role::Returned) => Some(("it is in the hand already", "leave that out, or choose another card")),
        (Lies::InDeck, Role::Shuffled) => Some(("it is in the deck already", "leave that out, or choose another card")),
        _ => role.on_field().then_some(elsewhere),
    }
}

/// Where a verb is for one.
fn of_number(role: Role, who: &Selector, it: Option<It>) -> Option<Objection> {
    let several = is_several(who) || who.noun == Noun::It && it.is_some_and(|it| it.several);
    match role {
        _ if !several => None,
        Role::Copied => Some(("an effect of one card is copied", "write `a` or `target` before the noun")),
        Role::Base => Some(("one creature is levelled up", "write `target` before the noun")),
        Role::Stack => Some(("it goes under one creature", "write `target` before the noun")),
        Role::Target => Some(("there is one new target", "write `target` before the noun")),
        _ => None,
    }
}

/// Where a verb finds nothing, or nothing to do.
fn of_zone(role: Role, who: &Selector) -> Option<Objection> {
    let chosen = names_cards(who);
    match role {
        Role::Returned if who.tailed(Tail::InYourHand) => Some(("that is in your hand already", "write another zone")),
        Role::Discarded if who.tailed(Tail::InYourDiscardPile) || who.tailed(Tail::InRivalsDiscardPile) => {
            Some(("that is in the discard pile already", "write another zone"))
        }
        Role::Shuffled if who.tailed(Tail::InYourDeck) => Some(("that is in the deck already", "write another zone")),
        Role::Played | Role::Onto if who.tailed(Tail::InRivalsDiscardPile) => {
            Some(("only your own cards are played", "write `in your discard pile`"))
        }
        Role::Onto if !chosen || !is_off_field(who) => {
            Some(("the card that is put onto it comes from elsewhere", "write `with a creature in your hand`"))
        }
        Role::Played if matches!(who.noun, Noun::ThisStack | Noun::Attacker | Noun::Defender | Noun::Equipped) => {
            Some(("that is on the field already", "write a card in your hand, deck or pile"))
        }
        Role::Tapped if who.has(Adjective::Tapped) => Some(("that is tapped already", "write `untapped`, or leave it out")),
        Role::Untapped if who.has(Adjective::Untapped) => Some(("that is untapped already", "write `tapped`, or leave it out")),
        Role::Copied if who.has(Adjective::FaceDown) => Some(("a back has no effects", "leave `face-down` out")),
        Role::Sought | Role::Recovered if who.has(Adjective::Enemy) => {
            Some(("your deck and discard pile have only cards of yours", "leave `enemy` out"))
        }
        Role::Base if matches!(who.noun, Noun::Attacker | Noun::Defender | Noun::Equipped) => {
            Some(("that cannot be levelled up", "write `this` or `target allied creature`"))
        }
        Role::Redirected if who.noun == Noun::ThePlay => {
            Some(("a play has no target", "write `stop the play`, or redirect an attack or effect"))
        }
        _ => None,
    }
}

/// Where the card itself is.
fn of_this(role: Role, who: &Selector, at: &At) -> Option<Objection> {
    if who.noun == Noun::ThisStack && role == Role::Tapped && !at.underneath {
        return Some(("this is tapped for its effect already", "choose another card"));
    }
    if who.noun != Noun::This {
        return None;
    }
    let in_pile = has_left(at.trigger) && at.trigger != Trigger::Latent(Event::Decked);
    match role {
        Role::Base | Role::Stack if at.kind == Kind::Magic => Some(("this is no creature", "write `target allied creature`")),
        Role::Tapped if !at.away => Some(("this is tapped for its effect already", "choose another card")),
        Role::Discarded if at.away && in_pile => Some(("this is in the discard pile already", "write `return this to hand`")),
        Role::Shuffled if at.trigger == Trigger::Latent(Event::Decked) && at.away => {
            Some(("this is in the deck already", "choose another card"))
        }
        Role::Played if !at.away => {
            Some(("this is on the field already", "begin the line with `latent in hand when`, or play another card"))
        }
        Role::Copied => Some(("this has its own effects already", "write another card such as `target creature`")),
        _ if role.on_field() && at.away => {
            Some(("this is not on the field by then", "choose a card on the field, or write `this stack`"))
        }
        _ => None,
    }
}

/// What lasting changes can be of.
fn of_change(verb: Verb, role: Role, who: &Selector, at: &At) -> Option<Objection> {
    let lasting = verb.lasting().filter(|_| role == Role::Changed)?;
    let magic = who.noun == Noun::Magic || who.noun == Noun::This && at.kind == Kind::Magic;
    let protects = matches!(verb, Verb::Change(ChangeVerb::Indestructible | ChangeVerb::Untargetable | ChangeVerb::Resist, _));
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
fn of_described(role: Role, who: &Selector) -> Option<Objection> {
    let plain = !is_off_field(who) && who.adjectives.iter().all(|word| word.sort() != Sort::State);
    match role {
        Role::Resisted if who.quant != Quant::All || is_off_field(who) => {
            Some(("it resists all of them", "write `all` before the noun, and no zone"))
        }
        Role::Resisted if who.has(Adjective::FaceDown) => Some(("a back has no effects", "leave `face-down` out")),
        Role::Described if who.quant != Quant::One || !plain => {
            Some(("a kind of card is meant here", "write it like `a fire creature`"))
        }
        Role::Described if who.has(Adjective::Enemy) || who.has(Adjective::Allied) => {
            Some(("everybody plays their own cards", "leave `allied` and `enemy` out"))
        }
        Role::Sought if is_choice(who) && !plain => Some(("what is looked for is in your deck", "leave that out")),
        Role::Recovered if is_choice(who) && !plain => Some(("what is looked for is in your discard pile", "leave that out")),
        _ => None,
    }
}

/// Why a phrase can never match, and what would be right.
pub fn impossible(who: &Selector, at: &At) -> Option<Objection> {
    let types = who.adjectives.iter().filter(|word| word.type_bit() != 0).count();
    let numbers = |tail: Tail| matches!(tail.narrows(), Narrows::Level | Narrows::Stats | Narrows::Any);
    let numbered = who.tails.iter().any(|(tail, _)| numbers(*tail));
    let typed = is_typed(who);
    let subtypes = who.adjectives.iter().fold(0, |set, word| set | word.subtype_bit()).count_ones();
    let kinds = who.adjectives.iter().fold(0, |set, word| set | word.effect_bit()).count_ones();
    let of = who.tails.iter().filter(|(tail, _)| *tail == Tail::Of).count();
    let (least, most) = levels_of(who);
    let down = who.has(Adjective::FaceDown);
    let state = down || who.has(Adjective::Tapped) || who.has(Adjective::Untapped);
    let (allied, enemy) = (who.has(Adjective::Allied), who.has(Adjective::Enemy));
    match who.noun {
        Noun::Magic if typed || numbered => {
            Some(("magic has no type, sub-type, level or stats", "write `creature`, or leave that out"))
        }
        _ if who.adjectives.iter().any(|word| word.zone_bit() != 0) => {
            Some(("that stands behind `latent`", "write `in your hand`, `under this` and the like behind the noun"))
        }
        noun if noun != Noun::Effect && who.adjectives.iter().any(|word| word.effect_bit() != 0) => {
            Some(("effects are of a kind, cards are not", "leave it out, or write `an effect` and `is activated`"))
        }
        _ if who.has(Adjective::Other) && is_another(who, at) => Some((
            "`other` means all but this card, which is none of them",
            "leave `other` out; for different cards write a number, such as `2 enemy creatures`",
        )),
        _ if types > 1 => Some(("nothing has two types", "leave one of them out")),
        _ if subtypes > 3 => Some(("nothing has more than three sub-types", "leave one of them out")),
        Noun::Effect if kinds > 1 => Some(("an effect is of one kind", "leave one of them out")),
        // ST I5: what cannot be joined.
        noun if of > usize::from(noun == Noun::Effect) => Some((
            "an effect is of one card, and a card is of none",
            "leave one `of` out, or describe the card before its noun",
        )),
        _ if least > most => Some(("no level is all of that", "leave one of them out")),
        _ if allied && enemy => Some(("an ally is no enemy", "leave one of them out")),
        _ if who.has(Adjective::Tapped) && who.has(Adjective::Untapped) => {
            Some(("what is tapped is not untapped", "leave one of them out"))
        }
        _ if down && (typed || numbered) => Some(("a back has no type, level or stats", "leave one of them out")),
        _ if state && is_off_field(who) => Some(("only cards on the field are tapped or face down", "leave one of them out")),
        Noun::Magic if who.tailed(Tail::Under) => Some(("magic is never underneath", "write `creature` or `card`")),
        _ if enemy && is_under_this(who) => Some(("no card of the rival is under this", "leave `enemy` out")),
        _ if enemy && is_own_zone(who) => Some(("that zone has only cards of yours", "leave `enemy` out")),
        _ if allied && who.tailed(Tail::InRivalsDiscardPile) => {
            Some(("that pile has only cards of the rival", "leave `allied` out"))
        }
        // What stands behind `of` and `under`.
        _ => {
            let inner = who.tails.iter().flat_map(|(_, args)| args);
            inner
                .filter_map(|arg| if let Arg::Who(inner) = arg { Some(inner) } else { None })
                .find_map(|who| impossible(who, at))
        }
    }
}

/// Whether the cards of a phrase are none of the kind of this card, or the rival's.
fn is_another(who: &Selector, at: &At) -> bool {
    match who.noun {
        _ if who.has(Adjective::Enemy) => true,
        Noun::Creature => at.kind == Kind::Magic,
        Noun::Magic => at.kind == Kind::Creature,
        _ => false,
    }
}

/// The levels behind a noun.
pub fn check_levels(who: &Selector, findings: &mut Findings) {
    for (tail, args) in &who.tails {
        if let (Narrows::Level, Some(Arg::Number(level, span))) = (tail.narrows(), args.first()) {
            check_level(*level, *span, findings);
        }
    }
}

/// A level is 1 to 5.
pub fn check_level(level: i32, span: Span, findings: &mut Findings) {
    let complaint = out_of_range(&NUMBER, span, "level ", level, 1..=5);
    findings.add(complaint.map(|one| one.hint("write a level from 1 to 5")));
}
