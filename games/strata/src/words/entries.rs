//! How the words are written, with a sentence each for the glossary.

use playmat_cardtext::vocabulary::{Bare, Entry, KindEntry, NounEntry, Triggers, VerbEntry};

use super::{Adjective, Condition, Event, Kind, Lasting, Noun, Tail, Trigger, Verb};

pub fn kinds() -> Vec<KindEntry<Kind>> {
    let kind =
        |word, pattern, gloss| KindEntry { word, pattern, keywords: false, triggers: Triggers::Needed, token: false, gloss };
    vec![
        kind(
            Kind::Creature,
            "creature {name}, {adjectives}, level {number}, {stats}",
            "Its type and sub-types, its level, attack/defense. Level 1 is played as it is, a higher one onto the level below.",
        ),
        kind(Kind::Magic, "magic {name}", "Stands in the magic zone; discarded after use unless Continuous or Equip."),
    ]
}

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

pub fn triggers() -> Vec<Entry<Trigger>> {
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
            "In whatever way, if it was untapped before.",
        ),
        entry(
            Trigger::Latent(Event::Decked),
            "latent when {who} is sent to the deck",
            "In whatever way, if it was untapped before.",
        ),
    ]);
    all.extend(latent!(StartOfTurn, "at the start of your turn", "Before you draw."));
    all.extend(latent!(EndOfTurn, "at the end of your turn", "Before the hand limit is checked."));
    all
}

/// A change is written with `this turn` or without.
macro_rules! lasting {
    ($verb:ident, $pattern:literal, $gloss:literal) => {
        [
            VerbEntry {
                word: Verb::$verb(Lasting::Turn),
                pattern: concat!($pattern, " this turn"),
                cost: false,
                gloss: concat!($gloss, " Until the end of the turn."),
            },
            VerbEntry { word: Verb::$verb(Lasting::Field), pattern: $pattern, cost: false, gloss: $gloss },
        ]
    };
}

pub fn verbs() -> Vec<VerbEntry<Verb>> {
    let verb = |word, pattern, gloss| VerbEntry { word, pattern, cost: false, gloss };
    let cost = |word, pattern, gloss| VerbEntry { word, pattern, cost: true, gloss };
    let mut all = vec![
        verb(Verb::Draw, "draw {number}", "Take so many cards from the top of your deck; an empty deck gives none."),
        verb(Verb::Mill, "{who} mill(s) {number}", "So many cards go from the top of the own deck to the discard pile."),
        cost(Verb::Discard, "discard {who}", "It goes to its owner's discard pile; that is no destroying."),
        verb(Verb::PlayerDiscards, "{who} discard(s) {number}", "The player chooses so many cards of the own hand."),
        verb(
            Verb::Search,
            "search your deck for {who}",
            "You look through your deck, take it to your hand and shuffle; you may find nothing.",
        ),
        cost(Verb::Return, "return {who} to hand", "It goes to its owner's hand; of a stack only that card."),
        verb(
            Verb::Shuffle,
            "shuffle {who} into the deck",
            "It goes to its owner's deck, which is shuffled; of a stack only that card.",
        ),
        verb(Verb::GainPoints, "{who} gain(s) {number} point(s)", "More points, also above 20."),
        verb(Verb::LosePoints, "{who} lose(s) {number} point(s)", "Who has none left loses when no chain is open."),
        cost(Verb::PayPoints, "pay {number} point(s)", "A cost: you need that many."),
        cost(Verb::Destroy, "destroy {who}", "It goes to its owner's discard pile; a creature's owner loses its level."),
        verb(Verb::Play, "play {who}", "It enters by the effect, face up and free of plays."),
        verb(Verb::PlayFaceDown, "play {who} face down", "It enters by the effect, face down and free of plays."),
        verb(Verb::ExtraPlays, "gain {count} play(s)", "You may play so many more cards from your hand this turn."),
        verb(Verb::ExtraPlaysFor, "gain {count} play(s) for {who}", "So many more plays this turn, for such cards only."),
        verb(
            Verb::LevelUp,
            "level up {who} with {who}",
            "The second card is put onto the first as in levelling up; that is no play from hand.",
        ),
        verb(Verb::PutUnder, "put {who} under {who}", "It goes to the bottom of that stack."),
        verb(Verb::Tap, "tap {who}", "It can use no effects until it is untapped, except Dormant ones."),
        verb(Verb::Untap, "untap {who}", "It may use its effects again, each once a turn."),
        verb(Verb::Stop, "stop {who}", "What this answers does nothing; costs stay paid."),
        verb(Verb::Redirect, "redirect {who} to {who}", "What this answers gets another legal target on the same side."),
        verb(Verb::Forbid, "{who} cannot play {who} next turn", "No play from hand, level-up or play by an effect of theirs."),
        verb(Verb::Copy, "copy an effect of {who}", "Do one of its Normal or Dormant effects as if it were on this card."),
        cost(Verb::SkipTurn, "skip your next turn", "A cost: that turn does not take place."),
    ];
    all.extend(lasting!(Change, "{who} gain(s) {delta}", "Attack and defense change by so much."));
    all.extend(lasting!(DoubleAttack, "double the attack of {who}", "Its attack counts twice."));
    all.extend(lasting!(DoubleDefense, "double the defense of {who}", "Its defense counts twice."));
    all.extend(lasting!(Swap, "swap the stats of {who}", "Attack and defense change places."));
    all.extend(lasting!(BecomeLevel, "{who} become(s) level {number}", "It counts as a creature of that level."));
    all.extend(lasting!(Become, "{who} become(s) {adjectives}", "It has that type, or those sub-types, instead of its own."));
    all.extend(lasting!(Indestructible, "{who} cannot be destroyed", "Neither in battle nor by effects nor as a cost."));
    all.extend(lasting!(
        Untargetable,
        "{who} cannot be targeted",
        "Effects of the rival cannot choose it; attacks and \"all\" can."
    ));
    all.extend(lasting!(CannotAttack, "{who} cannot attack", "It cannot be declared as an attacker."));
    all.extend(lasting!(AttacksTwice, "{who} attack(s) twice", "It has a second attack in each battle."));
    all.extend(lasting!(Resist, "{who} resist(s) {who}", "Immune: effects of such cards neither choose nor change it."));
    all
}

pub fn nouns() -> Vec<NounEntry<Noun>> {
    let noun = |word, one, many, gloss| NounEntry { word, one, many, bare: Bare::No, gloss };
    let bare = |word, one, gloss| NounEntry { word, one, many: one, bare: Bare::One, gloss };
    let many = |word, one, gloss| NounEntry { word, one, many: one, bare: Bare::Many, gloss };
    vec![
        bare(Noun::This, "this", "This card."),
        bare(Noun::ThisStack, "this stack", "The creature on top of the stack in which this card lies."),
        bare(Noun::It, "it", "What was meant just before, or the card of the event."),
        many(Noun::You, "you", "The player whose card it is."),
        bare(Noun::Rival, "the rival", "The other player."),
        many(Noun::BothPlayers, "both players", "You and the rival; the turn player chooses first."),
        bare(Noun::Attacker, "the attacker", "The creature that attacks."),
        bare(Noun::Defender, "the defender", "The creature that is attacked."),
        bare(Noun::Equipped, "the equipped creature", "The creature that this is attached to."),
        bare(Noun::TheAttack, "the attack", "The attack that this answers."),
        bare(Noun::ThePlay, "the play", "The play that this answers."),
        bare(Noun::TheEffect, "the effect", "The effect that this answers."),
        noun(Noun::Creature, "creature", "creatures", "A creature; on the field the top of a stack, face up or down."),
        noun(Noun::Magic, "magic card", "magic cards", "A magic card, face up or down; Equips too."),
        noun(Noun::Card, "card", "cards", "A creature or a magic card."),
        noun(Noun::Effect, "effect", "effects", "An effect that is being activated."),
    ]
}

pub fn adjectives() -> Vec<Entry<Adjective>> {
    vec![
        entry(Adjective::Water, "water", "Type: controls and heals."),
        entry(Adjective::Fire, "fire", "Type: attacks."),
        entry(Adjective::Earth, "earth", "Type: defends."),
        entry(Adjective::Nature, "nature", "Type: grows stacks and summons."),
        entry(Adjective::Electric, "electric", "Type: taps and interrupts."),
        entry(Adjective::Light, "light", "Type: protects and recovers."),
        entry(Adjective::Dark, "dark", "Type: destroys and sacrifices."),
        entry(Adjective::Avian, "avian", "Sub-type: birds and all that flies on feathers."),
        entry(Adjective::Dragon, "dragon", "Sub-type: dragons."),
        entry(Adjective::Beast, "beast", "Sub-type: furred and horned animals."),
        entry(Adjective::Elemental, "elemental", "Sub-type: a force with a shape."),
        entry(Adjective::Aquatic, "aquatic", "Sub-type: what lives in water."),
        entry(Adjective::Warrior, "warrior", "Sub-type: who lives by arms."),
        entry(Adjective::Spellcaster, "spellcaster", "Sub-type: who lives by magic."),
        entry(Adjective::Machine, "machine", "Sub-type: what was built."),
        entry(Adjective::Ghost, "ghost", "Sub-type: what was left behind."),
        entry(Adjective::Insect, "insect", "Sub-type: six legs or more."),
        entry(Adjective::Reptile, "reptile", "Sub-type: scales and cold blood."),
        entry(Adjective::Fairy, "fairy", "Sub-type: the small folk."),
        entry(Adjective::Undead, "undead", "Sub-type: what rose again."),
        entry(Adjective::Botanic, "botanic", "Sub-type: what has roots."),
        entry(Adjective::Allied, "allied", "On your side, or of your cards."),
        entry(Adjective::Enemy, "enemy", "On the rival's side, or of the rival's cards."),
        entry(Adjective::Other, "other", "All but this one."),
        entry(
            Adjective::Tapped,
            "tapped",
            "Turned sideways: it can use no effects until it is untapped, except Dormant ones. It may still attack.",
        ),
        entry(
            Adjective::Untapped,
            "untapped",
            "Not turned sideways: it can use its effects. Cards in a hand, deck or discard pile and underneath count as untapped.",
        ),
        entry(
            Adjective::FaceDown,
            "face-down",
            "Lying with its back up: it has no type, level, stats or effects until it is turned up.",
        ),
        entry(Adjective::Normal, "normal", "An effect that is used in your turn by tapping its card; magic is then discarded."),
        entry(
            Adjective::Continuous,
            "continuous",
            "An effect that is switched on like a Normal one, then lasts while its card is on the field.",
        ),
        entry(
            Adjective::Counter,
            "counter",
            "An effect that answers a play, an attack or an effect of the rival which it names, at any time: it stops or changes that.",
        ),
        entry(
            Adjective::Equip,
            "equip",
            "An effect of magic that is attached to a creature and lasts until either of them leaves the field.",
        ),
        entry(
            Adjective::Latent,
            "latent",
            "An effect that happens by itself when its event comes while its card is untapped; that taps the creature, and magic is then discarded.",
        ),
        entry(
            Adjective::Dormant,
            "dormant",
            "An effect that is used once a turn while its card is tapped, but not in the turn it was tapped.",
        ),
        entry(Adjective::InHand, "in hand", "A Latent that triggers from the hand."),
        entry(Adjective::InTheDeck, "in the deck", "A Latent that triggers from the deck, which is then shuffled."),
        entry(Adjective::InTheDiscardPile, "in the discard pile", "A Latent that triggers from the discard pile."),
        entry(Adjective::Underneath, "underneath", "A Latent that triggers from under another card."),
    ]
}

pub fn tails() -> Vec<Entry<Tail>> {
    vec![
        entry(Tail::Level, "of level {number}", "Of exactly that level now."),
        entry(Tail::LevelOrLower, "of level {number} or lower", "Of at most that level now."),
        entry(Tail::LevelOrHigher, "of level {number} or higher", "Of at least that level now."),
        entry(Tail::AnyLevel, "of any level", "Played onto a free place whatever its level."),
        entry(Tail::AnyType, "of any type", "Levels up a creature of another type too."),
        entry(Tail::AttackOrMore, "with attack {number} or more", "Its attack now."),
        entry(Tail::DefenseOrLess, "with defense {number} or less", "Its defense now."),
        entry(Tail::InYourHand, "in your hand", "One of the cards you hold."),
        entry(Tail::InYourDeck, "in your deck", "You look through your deck, then shuffle it."),
        entry(Tail::InYourDiscardPile, "in your discard pile", "One of the cards there."),
        entry(Tail::InRivalsDiscardPile, "in the rival's discard pile", "One of the cards there."),
        entry(Tail::Under, "under {who}", "Underneath the top card of that stack."),
        entry(Tail::Of, "of {who}", "Of an effect: it is such a card's."),
    ]
}

pub fn conditions() -> Vec<Entry<Condition>> {
    vec![
        entry(Condition::YouHave, "you have {who}", "So many or more on your side, or in the zone that is named."),
        entry(Condition::RivalHas, "the rival has {who}", "So many or more on the rival's side."),
        entry(Condition::FewerPoints, "you have fewer points", "Fewer than the rival."),
        entry(
            Condition::ForEach,
            "for {who}",
            "The number in what follows counts once for each; none of them: nothing happens.",
        ),
    ]
}

fn entry<T>(word: T, pattern: &'static str, gloss: &'static str) -> Entry<T> {
    Entry { word, pattern, gloss }
}
