//! The rule set: cards compiled to flat definitions and programs, and the rulings. Immutable, outside of every position.

use crate::{Skirmish, codes, compile, guide};
pub use playmat_cards::{AbilityId, Compiled, ReadyDecks, Side};
use playmat_cards::{Card, DefId, Op, Parts, Rulebook, RulingInfo, Texts};
use playmat_cardtext::Code;
use playmat_cardtext::ast::Card as CardTree;

use crate::rulings::{CloseFront, EDITIONS, LEDGER, Rulings};
use crate::state::{BySlot, Places};
use crate::words::{Keyword, Kind, SkirmishWords, Trigger};

/// Everything a match is played by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The value of every ruling.
    pub rulings: Rulings,
    /// The definitions, sorted by name.
    pub defs: Vec<Def>,
    /// The texts of the definitions, for people.
    pub texts: Texts,
    /// All abilities, those of one card in a row.
    pub abilities: Vec<Ability>,
    /// The cards a deck may have: units, then actions.
    pub pools: [Vec<DefId>; 2],
    /// All programs, one after the other.
    pub ops: Vec<Instruction>,
    /// SK Board: the places that are close to each place.
    pub close: BySlot<Places>,
    /// The cards a random deck is drawn from: every copy of every unit, then of every action.
    pub stock: Vec<DefId>,
    /// What each definition needs to be played from a hand.
    needs: Box<[Needs; Card::MOST_DEFINITIONS]>,
    /// The units that [`Needs::target`] counts.
    pub targets: Vec<Filter>,
    /// Whether some card needs more than that: then every hand is looked at in detail.
    pub in_detail: bool,
    /// The ready decks.
    pub ready: ReadyDecks,
    /// What "for each" counts.
    pub groups: Vec<(What, Filter)>,
}

/// What a card in hand needs to be played, a bit for each, so that a whole hand is compared with what is missing on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Needs(u16);

impl Needs {
    /// Nothing.
    pub const NOTHING: Needs = Needs(0);
    /// A slot to enter.
    pub const SLOT: Needs = Needs(1);
    /// A unit to replace.
    pub const MEAL: Needs = Needs(1 << 1);
    /// A unit on the own side.
    pub const ALLY: Needs = Needs(1 << 2);
    /// A unit on the other side.
    pub const ENEMY: Needs = Needs(1 << 3);
    /// A unit.
    pub const UNIT: Needs = Needs(1 << 4);
    /// Something that depends on more than the table: it is looked at in detail.
    const IN_DETAIL: Needs = Needs(1 << 5);
    /// How many other kinds of targets have a bit of their own.
    const TARGETS: usize = 10;
    /// One of these kinds.
    pub const TARGET: Needs = Needs(u16::MAX << (u16::BITS as usize - Needs::TARGETS));

    /// One of the units that fit the `nth` filter of [`Rules::targets`].
    #[inline]
    pub const fn target(nth: usize) -> Needs {
        Needs(1 << (6 + nth))
    }

    /// Those of which this holds: [`SLOT`](Needs::SLOT), [`MEAL`](Needs::MEAL), [`ALLY`](Needs::ALLY), [`ENEMY`](Needs::ENEMY) and
    /// [`UNIT`](Needs::UNIT). One bit after the other: all at once would wait for what was just written to memory.
    #[inline]
    pub fn where_true([slot, meal, ally, enemy, unit]: [bool; 5]) -> Needs {
        let bits = [unit, enemy, ally, meal, slot].into_iter();
        Needs(bits.fold(0, |bits, bit| bits + bits + u16::from(bit)))
    }

    /// This too, if that is so.
    #[inline]
    pub fn add_if(&mut self, more: Needs, so: bool) {
        self.0 |= u16::from(so) * more.0;
    }

    /// Whether nothing of it is missing.
    #[inline]
    pub const fn met(self, missing: Needs) -> bool {
        self.0 & missing.0 == 0
    }

    /// Whether one of these is among them.
    #[inline]
    pub const fn has(self, other: Needs) -> bool {
        self.0 & other.0 != 0
    }

    /// Without the slot that every unit needs.
    #[inline]
    #[must_use]
    pub const fn special(self) -> Needs {
        Needs(self.0 & !Needs::SLOT.0)
    }

    /// What one of both needs.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Needs) -> Needs {
        Needs(self.0 | other.0)
    }
}

/// One op of a Skirmish program.
pub type Instruction = Op<Skirmish>;

impl Parts for Skirmish {
    type Action = Action;
    type Pick = Pick;
    type Test = Test;
}

/// What "if" asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// At least so many that fit.
    AtLeast(u8, What, Filter),
}

/// A card definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Def {
    /// What it is.
    pub kind: Kind,
    /// Printed power; an action has none.
    pub power: i16,
    /// Printed keywords, by [`Keyword::bit`](crate::words::Keyword::bit).
    pub keywords: u8,
    /// What its abilities listen to, by [`Trigger::bit`].
    pub listens_to: u16,
    /// Its cooldown when it enters.
    pub cooldown: u8,
    /// Its first ability.
    pub first: u16,
    /// How many abilities it has.
    pub count: u8,
}

/// One line of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ability {
    /// What sets it off.
    pub trigger: Trigger,
    /// Whom the trigger is about, for "when a close unit dies".
    pub about: Filter,
    /// Where its program begins.
    pub start: u16,
    /// Whether it is about who stands beside "it".
    pub beside: bool,
}

/// What an op does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Action {
    Draw(Amount),
    Gain(Who, Amount),
    /// A gain until the turn is over.
    GainThisTurn(Who, Amount),
    Modify(Who, Amount),
    Damage(Amount, Who),
    Blast(Amount, Who),
    Kill(Who),
    DeployToken(DefId, Who),
    Deploy(u8, Who),
    Cleanse(Who),
    Move(Who, Who),
    Match(Who, Who),
    Return(Who),
}

/// The place of a group among [`Rules::groups`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupId(pub u16);

/// How much an action does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// As printed.
    Fixed(u8),
    /// What the event brought: the damage dealt, or the last power of who died or was consumed.
    Brought,
    /// As printed, for each of these.
    Each(u8, GroupId),
}

/// Whom, or which slots, an action concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The source.
    This,
    /// The slot of the source, or where it died.
    ThisSlot,
    /// What was chosen last.
    It,
    /// What was chosen into this register.
    Chosen(u8),
    /// What was chosen into so many registers from this one on.
    Several(u8, u8),
    /// The enemy in front of the source.
    Front,
    /// The unit that replaced the source.
    Consumer,
    /// All units, or all slots, that fit.
    All(What, Filter),
}

/// What a noun stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A unit on the field.
    Unit,
    /// A slot, taken or empty.
    Slot,
    /// A unit card in the own graveyard.
    Dead,
}

/// Which of them fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// On which side, seen from the controller.
    pub side: Side,
    /// Close to the source.
    pub close: bool,
    /// Directly beside "it", on its side.
    pub beside: bool,
    /// With damage on it.
    pub wounded: bool,
    /// Of this power or more; 0 is any.
    pub at_least: u8,
    /// Of this power or less; 255 is any.
    pub weaker: u8,
    /// Of this printed power or less; 255 is any.
    pub at_most: u8,
    /// Of another name than the source.
    pub other: bool,
}

/// A choice of one unit, slot or dead card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick {
    /// What is chosen.
    pub what: What,
    /// Which of them fit.
    pub filter: Filter,
    /// Who is to be deployed there, where that narrows the slots.
    pub landing: Landing,
    /// Whether the controller may choose none ("you may", "up to").
    pub optional: bool,
    /// How many are chosen at most.
    pub most: u8,
    /// Whether chance chooses.
    pub random: bool,
    /// Whether it is chosen when the effect runs and not before: by chance, or beside whom chance has chosen.
    pub late: bool,
}

/// Who is to be deployed to a chosen slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// Nobody.
    Nobody,
    /// A token.
    Token(DefId),
    /// The card in this register.
    Chosen(u8),
}

impl Pick {
    /// A choice that depends on an earlier one of the same line: it has candidates whenever that one has.
    pub const fn depends(&self) -> bool {
        self.filter.beside || matches!(self.landing, Landing::Chosen(_))
    }

    /// Whether there must be a candidate for the effect to be announced.
    #[inline]
    pub const fn required(&self) -> bool {
        !self.depends() && !self.optional && !self.random
    }
}

impl Filter {
    /// Everything.
    pub const ANY: Filter = Filter {
        side: Side::Both,
        close: false,
        beside: false,
        wounded: false,
        at_least: 0,
        weaker: 255,
        at_most: 255,
        other: false,
    };
}

impl Rules {
    /// No cards, under these rulings.
    pub fn empty(rulings: Rulings) -> Rules {
        Rules {
            rulings,
            defs: vec![],
            texts: Texts::default(),
            abilities: vec![],
            pools: Default::default(),
            ops: vec![],
            close: close(rulings.close_front),
            stock: vec![],
            needs: Box::new([Needs::NOTHING; Card::MOST_DEFINITIONS]),
            targets: vec![],
            in_detail: false,
            ready: ReadyDecks::default(),
            groups: vec![],
        }
    }

    /// Fills the lookup tables, once all cards are there.
    #[must_use]
    pub fn with_tables(mut self) -> Rules {
        self.stock = self.pools.iter().flat_map(|pool| pool.repeat(self.rulings.copies.most())).collect();
        for id in (0..self.defs.len()).map(|id| DefId(id as u16)) {
            let needs = self.needs_of(id);
            self.in_detail |= needs == Needs::IN_DETAIL;
            self.needs[id.0 as usize] = needs;
        }
        self
    }

    /// What a card in hand needs to be played.
    #[inline]
    pub fn needs(&self, id: DefId) -> Needs {
        self.needs[id.0 as usize % Card::MOST_DEFINITIONS]
    }

    /// A definition.
    #[inline]
    pub fn def(&self, id: DefId) -> &Def {
        &self.defs[id.0 as usize]
    }

    /// An ability.
    #[inline]
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[id.0 as usize]
    }

    /// The printed abilities of a card with this trigger.
    #[inline]
    pub fn abilities_on(&self, id: DefId, trigger: Trigger) -> impl DoubleEndedIterator<Item = AbilityId> + '_ {
        let def = self.def(id);
        let all = (def.first..def.first + u16::from(def.count)).map(AbilityId);
        all.filter(move |&id| self.ability(id).trigger == trigger)
    }

    /// The name of a card.
    pub fn name(&self, id: DefId) -> &str {
        self.texts.name(id)
    }

    fn needs_of(&mut self, id: DefId) -> Needs {
        let def = self.def(id);
        if def.kind.stands() {
            let mut needs = Needs::SLOT;
            needs.add_if(Needs::MEAL, def.keywords & Keyword::Devourer.bit() != 0);
            return needs;
        }
        let Some(played) = self.abilities_on(id, Trigger::Played).next() else { return Needs::IN_DETAIL };
        let mut needs = Needs::NOTHING;
        for at in self.ability(played).start as usize.. {
            match self.ops[at] {
                Op::Choose(_, pick) if !pick.required() => {}
                Op::Choose(_, pick) => match pick.what {
                    // There is always a slot.
                    What::Slot if !pick.filter.close && pick.landing == Landing::Nobody => {}
                    What::Unit if !pick.filter.close && !pick.filter.other => needs = needs.union(self.target(pick.filter)),
                    _ => return Needs::IN_DETAIL,
                },
                Op::Either(_) => return Needs::IN_DETAIL,
                Op::End => return needs,
                _ => {}
            }
        }
        needs
    }

    /// The bit of a kind of targets.
    fn target(&mut self, filter: Filter) -> Needs {
        if (Filter { side: Side::Both, ..filter }) == Filter::ANY {
            return match filter.side {
                Side::Own => Needs::ALLY,
                Side::Enemy => Needs::ENEMY,
                Side::Both => Needs::UNIT,
            };
        }
        let nth = self.targets.iter().position(|&other| other == filter).unwrap_or_else(|| {
            self.targets.push(filter);
            self.targets.len() - 1
        });
        if nth < Needs::TARGETS {
            return Needs::target(nth);
        }
        self.targets.truncate(Needs::TARGETS);
        Needs::IN_DETAIL
    }
}

/// SK Board: close are the terrains directly left and right on both sides, and by ruling the slot in front.
fn close(front: CloseFront) -> BySlot<Places> {
    BySlot::from_fn(|place| {
        let front = if front == CloseFront::Included { Places::only(place.front()) } else { Places::NONE };
        place.beside().or(place.front().beside()).or(front)
    })
}

impl Rulebook for Skirmish {
    type Words = SkirmishWords;

    fn editions() -> &'static [&'static str] {
        EDITIONS
    }

    fn rulings() -> &'static [RulingInfo] {
        LEDGER
    }

    fn compile(cards: &[&CardTree<SkirmishWords>], _edition: usize, rulings: &[u8]) -> Compiled<Rules> {
        compile::compile(cards, Rulings::from_values(rulings))
    }

    fn codes() -> &'static [&'static Code] {
        codes::CODES
    }

    fn texts(rules: &Rules) -> &Texts {
        &rules.texts
    }

    fn ruling_values(rules: &Rules) -> Vec<u8> {
        rules.rulings.values()
    }

    fn guide() -> &'static [(&'static str, &'static [&'static str])] {
        guide::GUIDE
    }
}
