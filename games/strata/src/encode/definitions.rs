//! What a card is and does, as numbers. The columns are made of the tables of words: a new type, sub-type or verb is a new column.

use playmat_cards::{Block, Column, DefId, Holds, Op, Order, Side, columns};

use super::header::from;
use crate::filters::{About, Filter, From};
use crate::rules::{Action, Changed, Effect, EffectId, EffectKind, Players, Rules, Test, When, Who};
use crate::words::{ActionVerb, Adjective, ChangeVerb, Event, TYPES};

/// The columns of a card itself, before its types and sub-types.
const CARD: &[Column] = columns![
    "magic": Flag, "1 for magic, 0 for a creature.";
    "level": Number(5), "The printed level; 0 for magic.";
    "attack": Number(1000), "Printed attack.";
    "defense": Number(1000), "Printed defense.";
    "from hand": Flag, "1 if it has an effect that is used from the hand.";
    "listens off the table": Flag, "1 if it has a Latent that works elsewhere than on the table.";
];

/// The sub-types stand behind the types.
const SUBTYPES: usize = {
    let (mut count, mut at) = (0, 0);
    while at < Adjective::ALL.len() {
        count += (Adjective::ALL[at].subtype_bit() != 0) as usize;
        at += 1;
    }
    count
};
const NATURES: usize = TYPES.len() + SUBTYPES;

/// The types and sub-types by their words.
const NATURE: [Column; NATURES] = {
    let mut columns = [Column::BLANK; NATURES];
    let mut at = 0;
    while at < NATURES {
        assert!(Adjective::ALL[at].type_bit() != 0 || Adjective::ALL[at].subtype_bit() != 0);
        if let Some(entry) = Adjective::ALL[at].entry() {
            columns[at] = Column { name: entry.pattern, holds: Holds::Flag, meaning: entry.gloss };
        }
        at += 1;
    }
    columns
};

/// The columns of one of the two effects. A verb has the meaning of its word.
macro_rules! effect {
    ($which:literal, [$($Verb:ident),*], [$($Change:ident),*]) => {
        &[
            Column { name: concat!($which, " normal"), holds: Holds::Flag, meaning: "1 if it is a Normal effect." },
            Column { name: concat!($which, " continuous"), holds: Holds::Flag, meaning: "1 if it is a Continuous effect." },
            Column { name: concat!($which, " equip"), holds: Holds::Flag, meaning: "1 if it is an Equip." },
            Column { name: concat!($which, " dormant"), holds: Holds::Flag, meaning: "1 if it is a Dormant effect." },
            Column { name: concat!($which, " counter"), holds: Holds::Flag, meaning: "1 if it is a Counter." },
            Column { name: concat!($which, " latent"), holds: Holds::Flag, meaning: "1 if it is a Latent." },
            Column { name: concat!($which, " attacks"), holds: Holds::Flag, meaning: "1 if it answers or waits for an attack." },
            Column { name: concat!($which, " attacks whom"), holds: Holds::Flag, meaning: "1 if it does so for an attack on somebody in particular." },
            Column { name: concat!($which, " played"), holds: Holds::Flag, meaning: "1 if for a play." },
            Column { name: concat!($which, " activated"), holds: Holds::Flag, meaning: "1 if for an effect." },
            Column { name: concat!($which, " targeted"), holds: Holds::Flag, meaning: "1 if for a target that is chosen." },
            Column { name: concat!($which, " destroyed"), holds: Holds::Flag, meaning: "1 if for a card that is destroyed." },
            Column { name: concat!($which, " discarded"), holds: Holds::Flag, meaning: "1 if for a card that is sent to the discard pile." },
            Column { name: concat!($which, " decked"), holds: Holds::Flag, meaning: "1 if for a card that is sent to the deck." },
            Column { name: concat!($which, " start of turn"), holds: Holds::Flag, meaning: "1 if for the start of the own turn." },
            Column { name: concat!($which, " end of turn"), holds: Holds::Flag, meaning: "1 if for the end of the own turn." },
            Column { name: concat!($which, " about this"), holds: Holds::Flag, meaning: "1 if that happens to this card or its stack." },
            Column { name: concat!($which, " about own"), holds: Holds::Flag, meaning: "1 if to own cards." },
            Column { name: concat!($which, " about enemy"), holds: Holds::Flag, meaning: "1 if to cards of the rival." },
            Column { name: concat!($which, " about types"), holds: Holds::Bits(8), meaning: "To cards of which types, as bits in the order of the types; 128 is magic; 0 for all." },
            Column { name: concat!($which, " about kinds"), holds: Holds::Bits(6), meaning: "To which kinds of effects, as bits in the order of the kinds above; 0 for all." },
            Column { name: concat!($which, " on field"), holds: Holds::Flag, meaning: "1 if it works on the table." },
            Column { name: concat!($which, " in hand"), holds: Holds::Flag, meaning: "1 if it works in the hand." },
            Column { name: concat!($which, " in deck"), holds: Holds::Flag, meaning: "1 if it works in the deck." },
            Column { name: concat!($which, " in pile"), holds: Holds::Flag, meaning: "1 if it works in the discard pile." },
            Column { name: concat!($which, " underneath"), holds: Holds::Flag, meaning: "1 if it works under another card." },
            $(Column { name: concat!($which, " ", stringify!($Verb)), holds: Holds::Number(2), meaning: gloss(ActionVerb::$Verb) },)*
            $(Column { name: concat!($which, " ", stringify!($Change)), holds: Holds::Number(2), meaning: gloss_of_change(ChangeVerb::$Change) },)*
            Column { name: concat!($which, " costs"), holds: Holds::Number(2), meaning: "How many costs it has." },
            Column { name: concat!($which, " pays"), holds: Holds::Number(3), meaning: "The points that it costs." },
            Column { name: concat!($which, " amount"), holds: Holds::Number(4), meaning: "The sum of its numbers of cards, points and plays." },
            Column { name: concat!($which, " each"), holds: Holds::Number(2), meaning: "How often a number counts for each of something." },
            Column { name: concat!($which, " attack change"), holds: Holds::Number(200), meaning: "By how much it changes attack." },
            Column { name: concat!($which, " defense change"), holds: Holds::Number(200), meaning: "By how much it changes defense." },
            Column { name: concat!($which, " until end of turn"), holds: Holds::Number(2), meaning: "How many of its changes end with the turn." },
            Column { name: concat!($which, " of rival"), holds: Holds::Number(2), meaning: "How many steps concern the rival as a player." },
            Column { name: concat!($which, " of all"), holds: Holds::Number(2), meaning: "How many steps concern all cards that fit." },
            Column { name: concat!($which, " of this"), holds: Holds::Number(2), meaning: "How many steps concern this card or its stack." },
            Column { name: concat!($which, " targets"), holds: Holds::Number(2), meaning: "How many targets it has at most." },
            Column { name: concat!($which, " own choices"), holds: Holds::Number(2), meaning: "Choices among own cards." },
            Column { name: concat!($which, " enemy choices"), holds: Holds::Number(2), meaning: "Choices among the rival's cards." },
            Column { name: concat!($which, " any choices"), holds: Holds::Number(2), meaning: "Choices among the cards of both." },
            Column { name: concat!($which, " field choices"), holds: Holds::Number(2), meaning: "Choices on the table." },
            Column { name: concat!($which, " hand choices"), holds: Holds::Number(2), meaning: "Choices in the hand." },
            Column { name: concat!($which, " deck choices"), holds: Holds::Number(2), meaning: "Choices in the deck." },
            Column { name: concat!($which, " pile choices"), holds: Holds::Number(2), meaning: "Choices in the own discard pile." },
            Column { name: concat!($which, " rival pile choices"), holds: Holds::Number(2), meaning: "Choices in the rival's discard pile." },
            Column { name: concat!($which, " under choices"), holds: Holds::Number(2), meaning: "Choices underneath." },
            Column { name: concat!($which, " choice types"), holds: Holds::Bits(8), meaning: "Of which types what is chosen is, as bits; 0 for all." },
            Column { name: concat!($which, " choice level"), holds: Holds::Number(5), meaning: "The highest level of what is chosen; 0 for any." },
            Column { name: concat!($which, " may"), holds: Holds::Number(2), meaning: "How often its player may decline." },
            Column { name: concat!($which, " either"), holds: Holds::Number(2), meaning: "How many branches it has." },
            Column { name: concat!($which, " if"), holds: Holds::Number(2), meaning: "How many conditions it has." },
            Column { name: concat!($which, " if done"), holds: Holds::Number(2), meaning: "How often something is done only if the step before was." },
        ]
    };
}

/// Both effects, of whose verbs none may be missing.
macro_rules! effects {
    ([$($Verb:ident),* $(,)?], [$($Change:ident),* $(,)?]) => {
        const FIRST: &[Column] = effect!("first", [$($Verb),*], [$($Change),*]);
        const SECOND: &[Column] = effect!("second", [$($Verb),*], [$($Change),*]);

        /// A verb that is missing above does not compile, one in the wrong place neither.
        const _: () = {
            let (verbs, changes) = ([$(ActionVerb::$Verb),*], [$(ChangeVerb::$Change),*]);
            assert!(verbs.len() == ActionVerb::ALL.len() && changes.len() == ChangeVerb::ALL.len());
            let mut at = 0;
            while at < verbs.len() {
                assert!(verbs[at] as usize == at);
                at += 1;
            }
            at = 0;
            while at < changes.len() {
                assert!(changes[at] as usize == at);
                at += 1;
            }
        };
    };
}

effects! {
    [Draw, Mill, Discard, PlayerDiscards, Search, SearchPile, Return, Shuffle, GainPoints, LosePoints, PayPoints, Destroy, Play, PlayFaceDown, ExtraPlays, ExtraPlaysFor, LevelUp, PutUnder, Tap, Untap, Stop, Redirect, Forbid, Copy, SkipTurn],
    [Stats, DoubleAttack, DoubleDefense, Swap, Level, Kind, Indestructible, Untargetable, CannotAttack, AttacksTwice, Resist]
}

const fn gloss(verb: ActionVerb) -> &'static str {
    match verb.entry() {
        Some(entry) => entry.gloss,
        None => "",
    }
}

const fn gloss_of_change(verb: ChangeVerb) -> &'static str {
    match verb.entry() {
        Some(entry) => entry.gloss,
        None => "",
    }
}

const COLUMNS: usize = CARD.len() + NATURES + FIRST.len() + SECOND.len();

const ALL: [Column; COLUMNS] = {
    let parts: [&[Column]; 4] = [CARD, &NATURE, FIRST, SECOND];
    let mut columns = [Column::BLANK; COLUMNS];
    let (mut len, mut part) = (0, 0);
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() {
            columns[len] = parts[part][at];
            len += 1;
            at += 1;
        }
        part += 1;
    }
    columns
};

pub const BLOCK: Block = Block {
    name: "definitions",
    meaning: "A definition each, in the order of the rule set.",
    rows: 0,
    order: Order::Alike,
    columns: &ALL,
};

/// Writes the features of a definition.
pub fn write(rules: &Rules, id: DefId, out: &mut [i16]) {
    let def = rules.def(id);
    let (card, out) = out.split_at_mut(CARD.len());
    let flags = [def.from_hand(), def.listens_to.elsewhere & !crate::rules::ListensTo::USED != 0].map(i16::from);
    card.copy_from_slice(&[i16::from(def.is_magic()), i16::from(def.level), def.attack, def.defense, flags[0], flags[1]]);
    let (nature, out) = out.split_at_mut(NATURES);
    for (out, word) in nature.iter_mut().zip(Adjective::ALL) {
        *out = i16::from(def.kind & word.type_bit() != 0 || def.subtypes & word.subtype_bit() != 0);
    }
    let (first, second) = out.split_at_mut(FIRST.len());
    for (out, id) in [first, second].into_iter().zip(rules.printed(id)) {
        Line::of(rules, id).write(rules.effect(id), rules, out);
    }
}

/// What an effect does, counted.
struct Line {
    verbs: [i16; ActionVerb::ALL.len()],
    changes: [i16; ChangeVerb::ALL.len()],
    tail: Tail,
}

#[derive(Default)]
struct Tail {
    costs: i16,
    pays: i16,
    amount: i16,
    each: i16,
    attack: i16,
    defense: i16,
    this_turn: i16,
    of_rival: i16,
    of_all: i16,
    of_this: i16,
    targets: i16,
    /// By [`Side`].
    sides: [i16; 3],
    /// By where they are.
    from: [i16; 6],
    /// The types of what is chosen, and its highest level.
    types: i16,
    level: i16,
    may: i16,
    either: i16,
    tests: i16,
    done: i16,
}

impl Line {
    fn of(rules: &Rules, id: EffectId) -> Line {
        let mut line = Line { verbs: [0; _], changes: [0; _], tail: Tail::default() };
        let start = rules.effect(id).start as usize;
        let end = rules.effects.iter().map(|effect| effect.start as usize).filter(|&other| other > start).min();
        for op in &rules.ops[start..end.unwrap_or(rules.ops.len())] {
            match op {
                Op::Act(action) => line.act(rules, action),
                Op::Choose(_, pick) => {
                    line.tail.targets += i16::from(pick.most) * i16::from(pick.when == When::Target);
                    line.tail.sides[side(rules.filter(pick.group.filter).side)] += 1;
                    line.tail.from[from(pick.group.from) as usize - 1] += 1;
                    let filter = rules.filter(pick.group.filter);
                    line.tail.types |= types(filter);
                    line.tail.level =
                        line.tail.level.max(if filter.level.1 == u8::MAX { 0 } else { i16::from(filter.level.1) });
                }
                Op::Either(branches) => line.tail.either += i16::from(*branches),
                Op::May(_) => line.tail.may += 1,
                Op::Unless(Test::AtLeast(..) | Test::FewerPoints, _) => line.tail.tests += 1,
                Op::UnlessDone(_) => line.tail.done += 1,
                Op::Try | Op::Jump(_) | Op::End => {}
            }
        }
        line
    }

    /// What an action does, by the verb that it was written with.
    fn act(&mut self, rules: &Rules, action: &Action) {
        let deed = match *action {
            Action::Do(deed) => {
                self.tail.amount += i16::from(deed.amount.number);
                deed
            }
            Action::Cost(deed) => {
                self.tail.costs += 1;
                self.tail.pays += i16::from(deed.amount.number);
                deed
            }
            Action::Change(id, who, lasts) => {
                self.tail.this_turn += i16::from(lasts == crate::rules::Lasts::Turn);
                self.concern(who);
                let change = &rules.changes[id.0 as usize];
                self.tail.each += i16::from(change.each.is_some());
                return self.change(change.what);
            }
            // Part of other verbs.
            Action::ShuffleDeck | Action::Attach => return,
        };
        self.verbs[deed.verb as usize] += 1;
        [deed.who, deed.onto].into_iter().for_each(|who| self.concern(who));
        self.tail.of_rival += i16::from(deed.players != Players::You);
        self.tail.each += i16::from(deed.amount.each.is_some());
    }

    fn concern(&mut self, who: Who) {
        self.tail.of_all += i16::from(matches!(who, Who::All(_)));
        self.tail.of_this += i16::from(matches!(who, Who::This | Who::ThisStack));
    }

    fn change(&mut self, what: Changed) {
        use crate::changes::mark;
        let verb = match what {
            Changed::Level(_) => ChangeVerb::Level,
            Changed::Kind(_) | Changed::Subtypes(_) => ChangeVerb::Kind,
            Changed::Stats(attack, defense) => {
                self.tail.attack += attack;
                self.tail.defense += defense;
                ChangeVerb::Stats
            }
            Changed::DoubleAttack => ChangeVerb::DoubleAttack,
            Changed::DoubleDefense => ChangeVerb::DoubleDefense,
            Changed::Swap => ChangeVerb::Swap,
            Changed::Mark(mark::INDESTRUCTIBLE) => ChangeVerb::Indestructible,
            Changed::Mark(mark::UNTARGETABLE) => ChangeVerb::Untargetable,
            Changed::Mark(mark::CANNOT_ATTACK) => ChangeVerb::CannotAttack,
            Changed::Mark(_) => ChangeVerb::AttacksTwice,
            Changed::Resist(_) => ChangeVerb::Resist,
        };
        self.changes[verb as usize] += 1;
    }

    fn write(&self, effect: &Effect, rules: &Rules, out: &mut [i16]) {
        let kind = [
            EffectKind::Normal,
            EffectKind::Continuous,
            EffectKind::Equip,
            EffectKind::Dormant,
            EffectKind::Counter,
            EffectKind::Latent,
        ]
        .map(|kind| i16::from(effect.kind == kind));
        let event = EVENTS.map(|event| i16::from(effect.event == Some(event)));
        let of = |wanted: Side| match effect.about {
            About::Fits(filter) => i16::from(rules.filter(filter).side == wanted),
            _ => 0,
        };
        let about = [i16::from(matches!(effect.about, About::This | About::ThisStack)), of(Side::Own), of(Side::Enemy)];
        let asked = match effect.about {
            About::Fits(filter) => types(rules.filter(filter)),
            _ => 0,
        };
        let asked = [asked, if effect.kinds == u8::MAX { 0 } else { i16::from(effect.kinds) }];
        let zones = [From::ON_FIELD, From::IN_HAND, From::IN_DECK, From::IN_PILE, From::UNDERNEATH]
            .map(|zone| i16::from(effect.zones & zone != 0));
        let tail = &self.tail;
        let numbers = [
            tail.costs,
            tail.pays,
            tail.amount,
            tail.each,
            tail.attack,
            tail.defense,
            tail.this_turn,
            tail.of_rival,
            tail.of_all,
            tail.of_this,
            tail.targets,
        ];
        let rest = [tail.types, tail.level, tail.may, tail.either, tail.tests, tail.done];
        let parts: [&[i16]; 11] =
            [&kind, &event, &about, &asked, &zones, &self.verbs, &self.changes, &numbers, &tail.sides, &tail.from, &rest];
        debug_assert_eq!(parts.iter().map(|part| part.len()).sum::<usize>(), out.len());
        for (out, value) in out.iter_mut().zip(parts.into_iter().flatten()) {
            *out = *value;
        }
    }
}

/// All events, in their order.
const EVENTS: [Event; Event::EndOfTurn as usize + 1] = [
    Event::Attacks,
    Event::AttacksWhom,
    Event::Played,
    Event::Activated,
    Event::Targeted,
    Event::Destroyed,
    Event::Discarded,
    Event::Decked,
    Event::StartOfTurn,
    Event::EndOfTurn,
];

/// The types that a filter asks for, as bits; 0 if it takes any card or any creature.
const fn types(filter: &Filter) -> i16 {
    if filter.kinds == Filter::ANY.kinds || filter.kinds == Filter::CREATURE { 0 } else { filter.kinds as i16 }
}

const fn side(side: Side) -> usize {
    match side {
        Side::Own => 0,
        Side::Enemy => 1,
        Side::Both => 2,
    }
}
