//! The rule set: cards compiled to flat definitions and programs, and the rulings. Immutable, outside of every position.

use crate::{FoodChain, codes, compile, glossary, guide};
pub use playmat_cards::{AbilityId, Compiled, ReadyDecks, Side};
use playmat_cards::{DefId, Op, Parts, Rulebook, RulingInfo, Texts};
use playmat_cardtext::ast::Card as CardTree;
use playmat_cardtext::{Code, Explained};

use crate::demands::Demands;
pub use crate::demands::Needs;
use crate::rulings::{EDITIONS, LEDGER, Rulings};
use crate::state::Slot;
use crate::words::{CATEGORIES, FoodWords, Keyword, Kind, Trigger};

/// Everything a match is played by. What every step reads comes first, where short instructions reach it.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Rules {
    /// Everything that any card of the set listens to: what is not in it never happens in any match.
    pub listens_to: u32,
    /// The value of every ruling.
    pub rulings: Rulings,
    /// The definitions, sorted by name.
    pub defs: Vec<Def>,
    /// All abilities, those of one card in a row.
    pub abilities: Vec<Ability>,
    /// All programs, one after the other.
    pub ops: Vec<Instruction>,
    /// What every card demands of the table to be played.
    pub demands: Demands,
    /// Each definition as it would stand on the table, of no card yet.
    pub standing: Vec<Slot>,
    /// Each definition as it enters: exhausted, then as a predator that ate nothing.
    pub entering: Vec<[Slot; 2]>,
    /// The edition that was started from: it decides the pool.
    pub edition: usize,
    /// The definitions, for people.
    pub texts: Texts,
    /// The deck cards of the edition's pool, by category and share of a random deck.
    pub pools: [[Vec<DefId>; 5]; CATEGORIES.len()],
    /// The categories with enough cards for a deck.
    pub playable: Vec<usize>,
    /// The ready decks.
    pub ready: ReadyDecks,
    /// What "for each" counts.
    pub groups: Vec<Filter>,
}

/// One op of a Food Chain program.
pub type Instruction = Op<FoodChain>;

impl Parts for FoodChain {
    type Action = Action;
    type Pick = Pick;
    type Test = Test;
}

/// What "if" asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// At least so many that fit.
    AtLeast(u8, Filter),
    /// The controller has less life than the rival.
    LessLife,
}

/// The place of a filter among [`Rules::groups`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupId(pub u16);

/// How much: a number, for each of these if they are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount {
    /// As printed.
    pub number: u8,
    /// For each of which group.
    pub each: Option<GroupId>,
}

/// A card definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Def {
    /// What it is.
    pub kind: Kind,
    /// Printed attack.
    pub attack: i16,
    /// Printed health.
    pub health: i16,
    /// Printed nutrition; a predator has none.
    pub nutrition: u8,
    /// Printed keywords, by [`Keyword::bit`].
    pub keywords: u32,
    /// How often it attacks per combat.
    pub strikes: u8,
    /// Its first ability.
    pub first: u16,
    /// How many abilities it has.
    pub count: u8,
    /// What its abilities listen to, by [`Trigger::bit`].
    pub listens_to: u32,
    /// Whether playing it uses up the card of the turn (FC A3).
    pub counts: bool,
    /// What it is, by [`What::bit`].
    pub what: u8,
    /// Its category's place in the list of categories.
    pub category: u8,
    /// Whether it is in the pool of the edition.
    pub pool: bool,
}

/// One line of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ability {
    /// What sets it off.
    pub trigger: Trigger,
    /// Where its program begins.
    pub start: u16,
    /// The card it is written on.
    pub def: DefId,
    /// Whether it copies: a copied copier copies nothing.
    pub copies: bool,
    /// Whether it replaces the death that triggers it ("slain: this becomes ...").
    pub replaces_death: bool,
    /// What `while defending` gives.
    pub has: u32,
    /// Which targets must exist.
    pub needs: Needs,
    /// Whether anything is chosen when it is announced.
    pub announces: bool,
}

/// What an op does. `to` says to whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Action {
    Draw(Amount),
    Discard(Amount),
    RivalDiscards(Amount),
    RevealHand,
    Heal(Amount),
    Damage(Amount, Who),
    Kill(Who),
    Destroy(Who),
    Eat(Who),
    PlayToken(Amount, DefId),
    PlayCopy(Who),
    Play(u8),
    AddToken(Amount, DefId),
    Fetch(u8),
    TakeToHand(Who),
    Return(Who),
    Grow(Who, Growth),
    Grant(Who, Keyword, u8),
    /// Until the turn is over.
    GrantThisTurn(Who, Keyword, u8),
    GrantAbility(Who, AbilityId),
    LoseAbilities(Who),
    Freeze(Who),
    Unfreeze(Who),
    Paralyse(Who),
    Regenerate(Who),
    TakeControl(Who),
    CopyAbilities(Who),
    CopyStats(Who),
    Become(Who, DefId),
    Sacrifice(Who),
    NegateAttack,
    NegatePlay,
    NegateDamage,
    PlayAnother,
    EndTurn,
    Revive,
}

/// More attack and health, or less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Attack.
    pub attack: i8,
    /// Health.
    pub health: i8,
    /// For each of which group.
    pub each: Option<GroupId>,
    /// Whether it ends with the turn.
    pub this_turn: bool,
}

/// Whom an action concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The source.
    This,
    /// The card just chosen or played, or the card of the event.
    It,
    /// What was chosen into this register.
    Chosen(u8),
    /// What was chosen into so many registers from this one on.
    Several(u8, u8),
    /// The creature that attacks.
    Attacker,
    /// The creature that is attacked.
    Defender,
    /// The controller.
    You,
    /// The other player.
    Rival,
    /// Both players.
    Players,
    /// The rival and all enemies.
    Opponents,
    /// All that fit.
    All(Filter),
}

/// Which cards on the field, or in a pile, fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// On which side, seen from the controller.
    pub side: Side,
    /// What it must be.
    pub what: What,
    /// Not the source itself.
    pub other: bool,
    /// What more is asked of what stands on the table.
    pub now: Now,
}

/// What a creature on the table must be like now, in one word: of this attack or more (5 bits), of this health or less (5 bits, 0 is
/// any), and its states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now(u16);

impl Now {
    /// Anything.
    pub const ANY: Now = Now(0);
    /// Frozen.
    pub const FROZEN: Now = Now(1 << 10);
    /// Paralysed.
    pub const PARALYSED: Now = Now(1 << 11);
    /// With less health than its maximum.
    pub const WOUNDED: Now = Now(1 << 12);

    /// Of this attack or more, of at most 31.
    pub const fn attack(least: u8) -> Now {
        Now(least as u16 & 31)
    }

    /// Of this health or less, of at most 31.
    pub const fn health(most: u8) -> Now {
        Now((most as u16 & 31) << 5)
    }

    /// What both ask for.
    #[must_use]
    pub const fn union(self, other: Now) -> Now {
        Now(self.0 | other.0)
    }

    /// Whether a creature is like that.
    pub fn fits(self, slot: &Slot) -> bool {
        let (attack, health) = (self.0 & 31, self.0 >> 5 & 31);
        let asks = |state: Now| self.0 & state.0 != 0;
        slot.attack >= attack as i16
            && (health == 0 || slot.health <= health as i16)
            && (!asks(Now::FROZEN) || slot.is(Slot::FROZEN))
            && (!asks(Now::PARALYSED) || slot.is(Slot::PARALYSED))
            && (!asks(Now::WOUNDED) || slot.health < slot.full)
    }
}

/// What a card must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum What {
    Creature,
    Prey,
    Predator,
    Token,
    FieldSpell,
    Spell,
    Card,
}

impl What {
    /// Its place in a set of what a card is.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// What a kind of card is; whether it is a token is up to the card.
    pub const fn of(kind: Kind) -> u8 {
        let set = match kind {
            Kind::Prey | Kind::TokenPrey => What::Creature.bit() | What::Prey.bit(),
            Kind::Predator | Kind::TokenPredator => What::Creature.bit() | What::Predator.bit(),
            Kind::FieldSpell => What::FieldSpell.bit(),
            Kind::Trap => 0,
            _ => What::Spell.bit(),
        };
        set | What::Card.bit()
    }
}

/// A choice of one card or player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick {
    /// Where the candidates are.
    pub from: From,
    /// Which of them fit.
    pub filter: Filter,
    /// Whether players are candidates too.
    pub players: bool,
    /// Whether it counts as targeted, and must exist for a spell to be played (FC A8).
    pub targeted: bool,
    /// What it is chosen for, where that narrows the candidates.
    pub purpose: Purpose,
    /// Whether the controller may choose none ("you may", "up to").
    pub optional: bool,
    /// How many are chosen at most.
    pub most: u8,
    /// Whether chance chooses.
    pub random: bool,
}

/// Where candidates are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum From {
    Field,
    OwnCarrion,
    AnyCarrion,
    Deck,
    Hand,
}

/// What something is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Anything.
    Any,
    /// To be eaten: not frozen, not inedible.
    Eat,
    /// To be eaten in place of an attack: hidden and invisible ones are safe too.
    EatInCombat,
    /// To be put into play: it must find room.
    Enter,
    /// To be played from hand: it must be playable.
    Cast,
}

impl Rules {
    /// No cards, under the default edition.
    pub fn empty() -> Rules {
        let values: Vec<u8> = LEDGER.iter().map(|ruling| ruling.editions[0]).collect();
        Rules {
            rulings: Rulings::from_values(&values),
            edition: 0,
            defs: vec![],
            texts: Texts::default(),
            standing: vec![],
            entering: vec![],
            abilities: vec![],
            pools: Default::default(),
            playable: vec![],
            ready: ReadyDecks::default(),
            groups: vec![],
            demands: Demands::none(),
            ops: vec![],
            listens_to: 0,
        }
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

    /// The printed abilities of a card.
    #[inline]
    pub fn printed(&self, id: DefId) -> impl DoubleEndedIterator<Item = AbilityId> + use<> {
        let def = self.def(id);
        (def.first..def.first + u16::from(def.count)).map(AbilityId)
    }

    /// The name of a card.
    pub fn name(&self, id: DefId) -> &str {
        self.texts.name(id)
    }
}

impl Rulebook for FoodChain {
    type Words = FoodWords;

    fn editions() -> &'static [&'static str] {
        EDITIONS
    }

    fn rulings() -> &'static [RulingInfo] {
        LEDGER
    }

    fn compile(cards: &[&CardTree<FoodWords>], edition: usize, rulings: &[u8]) -> Compiled<Rules> {
        compile::compile(cards, edition, Rulings::from_values(rulings))
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

    fn glossary(rules: &Rules) -> Vec<Explained> {
        glossary::under(&rules.rulings)
    }

    fn guide() -> &'static [(&'static str, &'static [&'static str])] {
        guide::GUIDE
    }
}
