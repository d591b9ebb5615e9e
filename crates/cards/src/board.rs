//! The cards of a match as one value: which they are, where they lie, who knows them, and by what others can follow them.
//!
//! A game whose players all have the same zones needs no more than a list of those zones ([`zones!`](crate::zones)) and a [`Board`]. Every move of a card
//! goes through [`Board::put`], which keeps what each player knows of it.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use playmat_kernel::{Audience, BySeat, Chance, Seat, Told};

use crate::{
    Card, CardRef, CardView, Counted, DefId, Event, EventDraft, Handles, Item, Mark, Part, SceneError, SceneLine, SceneValue,
    Side, Spot, Stats, Texts, Value, ZoneId, Zones, census, hidden_pile, nth, show_known,
};

/// Who sees the cards of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Nobody: a deck.
    Nobody,
    /// Its owner: a hand.
    Owner,
    /// Everybody: the field, a pile of used cards.
    All,
}

/// The zones that each player has; written by [`zones!`](crate::zones).
pub trait ZoneSet: Copy + Eq + Hash + Debug + Send + 'static {
    /// All of them.
    const ALL: &'static [Self];
    /// Its place among them.
    fn place(self) -> usize;
    /// Its word in views and scenario files.
    fn word(self) -> &'static str;
    /// Who sees its cards.
    fn sight(self) -> Sight;
}

/// Writes the zones of a game down once, each with its word and with who sees its cards.
///
/// ```
/// use playmat_cards::{Sight, ZoneSet};
///
/// playmat_cards::zones! {
///     /// Where cards are.
///     pub enum Zone { Deck = "deck" for Nobody, Hand = "hand" for Owner, Field = "field" for All }
/// }
/// assert_eq!((Zone::Hand.word(), Zone::Hand.sight(), Zone::ALL.len()), ("hand", Sight::Owner, 3));
/// ```
#[macro_export]
macro_rules! zones {
    ($(#[$meta:meta])* $vis:vis enum $Zone:ident { $($Name:ident = $word:literal for $sight:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        $vis enum $Zone { $($Name),+ }

        impl $crate::ZoneSet for $Zone {
            const ALL: &'static [Self] = &[$($Zone::$Name),+];
            fn place(self) -> usize {
                self as usize
            }
            fn word(self) -> &'static str {
                match self { $($Zone::$Name => $word),+ }
            }
            fn sight(self) -> $crate::Sight {
                match self { $($Zone::$Name => $crate::Sight::$sight),+ }
            }
        }
    };
}

/// `N` cards in the zones `S` of both players. `Z` counts the zones of both and one more, for cards that are not in the game. The last card of a
/// zone is its top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<S, const N: usize, const Z: usize> {
    cards: [Card; N],
    lie: Zones<N, Z>,
    handles: Handles<N>,
    /// What the game counts on each card.
    numbers: [u8; N],
    zones: PhantomData<S>,
}

impl<S: ZoneSet, const N: usize, const Z: usize> Board<S, N, Z> {
    /// No card is in the game.
    pub fn new() -> Self {
        const { assert!(Z == 2 * S::ALL.len() + 1, "Z is twice the number of zones, and one more") };
        Board { cards: [Card::BLANK; N], lie: Zones::new(), handles: Handles::new(), numbers: [0; N], zones: PhantomData }
    }

    /// The cards of a zone, the top one last.
    pub fn zone(&self, seat: Seat, zone: S) -> &[CardRef] {
        self.lie.zone(number(seat, zone))
    }

    /// What is kept of a card.
    pub fn card(&self, card: CardRef) -> Card {
        self.cards[card.0 as usize]
    }

    /// Which card it is.
    pub fn def(&self, card: CardRef) -> DefId {
        self.card(card).def()
    }

    /// Whose zone a card is in, and which; none if it is not in the game.
    pub fn place_of(&self, card: CardRef) -> Option<(Seat, S)> {
        let ZoneId(number) = self.lie.zone_of(card);
        let zone = S::ALL.get(number % S::ALL.len())?;
        Some((*Seat::BOTH.get(number / S::ALL.len())?, *zone))
    }

    /// The number that the game keeps of a card that everybody sees: its power, its damage. It begins with 0, and is 0 again when the card goes on.
    pub fn number(&self, card: CardRef) -> u8 {
        self.numbers[card.0 as usize]
    }

    /// It is this from now on.
    pub fn set_number(&mut self, card: CardRef, number: u8) {
        self.numbers[card.0 as usize] = number;
    }

    /// Whether a card is in this zone, whosever it is; what is no card is nowhere.
    pub fn is_in(&self, card: CardRef, zone: S) -> bool {
        usize::from(card.0) < N && self.place_of(card).is_some_and(|(_, found)| found == zone)
    }

    /// Puts a new card on top of a zone; none if there is no room for another card.
    pub fn add(&mut self, def: DefId, owner: Seat, zone: S) -> Option<CardRef> {
        self.add_card(Card::new(def, owner, false), owner, zone)
    }

    /// Puts both decks into a zone as they are listed, the top first. What there is no room for is left out.
    pub fn add_decks(&mut self, decks: &BySeat<Vec<DefId>>, zone: S) {
        for (seat, deck) in decks.iter() {
            for &def in deck.iter().take(N / 2).rev() {
                self.add(def, seat, zone);
            }
        }
    }

    /// Makes a token: a card that no deck has and that vanishes by [`Board::remove`].
    pub fn make(&mut self, def: DefId, owner: Seat, zone: S) -> Option<CardRef> {
        self.add_card(Card::new(def, owner, true), owner, zone)
    }

    /// A card leaves the game.
    pub fn remove(&mut self, card: CardRef) {
        self.handles.hide(card);
        self.numbers[card.0 as usize] = 0;
        self.lie.put_under(card, ZoneId(Z - 1));
    }

    /// Puts a card on top of a zone of its owner. Who sees it there knows it from now on; where it came out of a hidden zone unseen, nobody else
    /// can tell any more which cards are left there.
    pub fn put(&mut self, card: CardRef, to: S) {
        let owner = self.card(card).owner();
        if let Some((seat, from)) = self.place_of(card)
            && from.sight() == Sight::Owner
        {
            let left = self.lie.zone(number(seat, from));
            if to.sight() == Sight::All {
                show_known(&mut self.cards, left, card, owner.rival());
            } else {
                left.iter().for_each(|left| self.cards[left.0 as usize].forget(owner.rival()));
            }
        }
        self.lie.put(card, number(owner, to));
        self.numbers[card.0 as usize] = 0;
        self.learn(card, owner, to);
    }

    /// Puts the top card of one zone on top of another; none if there is none.
    pub fn draw(&mut self, seat: Seat, from: S, to: S) -> Option<CardRef> {
        let card = self.lie.top(number(seat, from))?;
        self.put(card, to);
        Some(card)
    }

    /// Shuffles a zone; nobody knows the order of one that nobody sees.
    pub fn shuffle<C: Chance>(&mut self, seat: Seat, zone: S, chance: &mut C) {
        if zone.sight() == Sight::Nobody {
            self.lie.zone(number(seat, zone)).iter().for_each(|card| self.cards[card.0 as usize].hide());
        }
        chance.shuffle(self.lie.order_mut(number(seat, zone)));
    }

    /// An event in the form each audience may hear.
    pub fn told(&self, draft: EventDraft) -> Told<Event> {
        draft.told(&self.cards, &self.handles)
    }

    /// A card with nothing hidden and without numbers.
    pub fn shown(&self, card: CardRef) -> CardView {
        let data = self.card(card);
        let marks = if data.made() { vec![Mark::word("token")] } else { vec![] };
        CardView { handle: self.handles.of(card), def: Some(data.def()), marks, ..CardView::back(data.owner()) }
    }

    /// What an audience sees of a zone: how many cards, or the cards.
    pub fn part(&self, seat: Seat, zone: S, audience: Audience, show: impl Fn(CardRef) -> CardView) -> Part {
        let cards = self.zone(seat, zone);
        let value = match zone.sight() {
            Sight::Nobody => Value::Number(cards.len() as i32),
            Sight::All => Value::Cards(cards.iter().map(|&card| show(card)).collect()),
            Sight::Owner => Value::Cards(hidden_pile(cards, seat, audience, |card| self.card(card).known(seat.rival()), show)),
        };
        Part::new(seat, zone.word(), value)
    }

    /// Which card of which zone is meant, for an option.
    pub fn spot(&self, card: CardRef) -> Option<Spot> {
        let (side, zone) = self.place_of(card)?;
        let nth = nth(card, self.zone(side, zone).iter().copied(), |card| self.def(card));
        let token = self.card(card).made();
        Some(Spot { def: self.def(card), side, zone: zone.word(), nth, token, handle: self.handles.of(card) })
    }

    /// A zone by its word, with nothing hidden; of a zone that nobody sees the top first.
    pub fn inspect(&self, seat: Seat, word: &str, show: impl Fn(CardRef) -> CardView) -> Vec<CardView> {
        let Some(&zone) = S::ALL.iter().find(|zone| zone.word() == word) else { return vec![] };
        let cards = self.zone(seat, zone).iter().map(|&card| show(card));
        if zone.sight() == Sight::Nobody { cards.rev().collect() } else { cards.collect() }
    }

    /// Every card, for the free suite.
    pub fn census(&self) -> Vec<Counted> {
        census(&self.lie, |card| self.handles.of(card))
    }

    /// Puts the cards of a scene's line into the zone that it names. The number of a card is what is written behind it, else what it begins with.
    pub fn stage(&mut self, texts: &Texts, line: &SceneLine, number: impl Fn(DefId) -> u8) -> Result<(), SceneError> {
        self.stage_cards(texts, line, number).map_err(|message| SceneError { line: line.line, message })
    }

    fn stage_cards(&mut self, texts: &Texts, line: &SceneLine, number: impl Fn(DefId) -> u8) -> Result<(), String> {
        let zone = S::ALL.iter().find(|zone| zone.word() == line.word);
        let (Some(&zone), SceneValue::Cards(items)) = (zone, &line.value) else {
            return Err(format!("`{}` does not take that", line.word));
        };
        let mut order: Vec<&Item> = items.iter().collect();
        if zone.sight() == Sight::Nobody {
            order.reverse(); // written with the top first
        }
        for item in order {
            let def = texts.find(&item.name, item.is("token"))?;
            let made = texts.cards[def.0 as usize].token;
            let card = if made { self.make(def, line.seat, zone) } else { self.add(def, line.seat, zone) };
            let card = card.ok_or_else(|| format!("a table has room for {N} cards"))?;
            let number = match item.stats {
                None => number(def),
                Some(Stats::One(number @ 0..=255)) => number as u8,
                Some(_) => return Err(format!("{} has one number", item.name)),
            };
            self.set_number(card, number);
        }
        Ok(())
    }

    /// A board that a seat cannot tell from this one. The cards that it does not know of its own lie in any order; those of the rival are what
    /// `hidden` gives, which is told the rival's known cards and how many there are to be.
    pub fn imagine<C: Chance>(
        &self,
        seat: Seat,
        chance: &mut C,
        hidden: impl FnOnce(&[DefId], usize, &mut C) -> Vec<DefId>,
    ) -> Self {
        let mut world = *self;
        let known = |card: CardRef| self.card(card).known(seat);
        for &zone in S::ALL.iter().filter(|zone| zone.sight() == Sight::Nobody) {
            let order = world.lie.order_mut(number(seat, zone));
            let mut unknown: Vec<u8> = order.iter().copied().filter(|&card| !known(CardRef(card))).collect();
            unknown.sort_unstable();
            chance.shuffle(&mut unknown);
            let places = order.iter_mut().filter(|card| !known(CardRef(**card)));
            places.zip(unknown).for_each(|(place, card)| *place = card);
        }
        let (mut seen, mut unknown) = (Vec::new(), Vec::new());
        for &zone in S::ALL {
            for &card in self.zone(seat.rival(), zone) {
                if zone.sight() != Sight::All && !known(card) {
                    unknown.push(card);
                } else if !self.card(card).made() {
                    seen.push(self.def(card));
                }
            }
        }
        let cards = hidden(&seen, unknown.len(), chance);
        for (place, card) in unknown.into_iter().enumerate() {
            // Where too few were given, any will do but what is really there.
            let def = cards.get(place).or(cards.first()).copied().unwrap_or(DefId(0));
            world.cards[card.0 as usize].set_def(def);
        }
        world
    }

    fn add_card(&mut self, data: Card, owner: Seat, zone: S) -> Option<CardRef> {
        let card = self.lie.take_new(number(owner, zone))?;
        self.cards[card.0 as usize] = data;
        self.learn(card, owner, zone);
        Some(card)
    }

    /// Whoever sees a card in its zone knows it.
    fn learn(&mut self, card: CardRef, owner: Seat, zone: S) {
        let data = &mut self.cards[card.0 as usize];
        match zone.sight() {
            Sight::Nobody => {}
            Sight::Owner => data.learn(owner),
            Sight::All => data.reveal(),
        }
        self.handles.follow(card, zone.sight() == Sight::All);
    }
}

impl<S: ZoneSet, const N: usize, const Z: usize> Default for Board<S, N, Z> {
    fn default() -> Self {
        Self::new()
    }
}

impl Side {
    /// The players whose side it is for the controller of an effect, who comes first.
    pub fn seats(self, controller: Seat) -> impl Iterator<Item = Seat> {
        [controller, controller.rival()].into_iter().filter(move |&seat| match self {
            Side::Own => seat == controller,
            Side::Enemy => seat != controller,
            Side::Both => true,
        })
    }
}

/// A player's zone as a number.
fn number<S: ZoneSet>(seat: Seat, zone: S) -> ZoneId {
    ZoneId(usize::from(seat.bit()) * S::ALL.len() + zone.place())
}
