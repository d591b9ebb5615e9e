//! Phrases of cards as filters: which cards, where.

use playmat_cards::{Fault, Side};
use playmat_cardtext::ast::{self, Arg, Quant};
use playmat_cardtext::number_in;

use crate::rules::{About, EffectKind, Filter, FilterId, From, MAGIC, Rules};
use crate::words::{Adjective, Noun, StrataWords, Tail};

type Selector = ast::Selector<StrataWords>;

/// What a set of rules learns from phrases.
pub trait Phrases {
    /// The filter of a phrase; `side` if something else than the phrase says whose.
    fn filter_of(&mut self, phrase: &Selector, side: Option<Side>) -> Result<FilterId, Fault>;
    /// Any creature that lies face up.
    fn face_up_creature(&mut self) -> FilterId;
    /// Whom an event is about, and which kinds of effects if it is about effects.
    fn about(&mut self, phrase: &Selector) -> Result<(About, u8), Fault>;
    /// Where the cards of a phrase are.
    fn zone_of(&self, phrase: &Selector) -> Result<From, Fault>;
}

impl Phrases for Rules {
    fn filter_of(&mut self, phrase: &Selector, side: Option<Side>) -> Result<FilterId, Fault> {
        let mut filter = Filter::ANY;
        filter.kinds = match phrase.noun {
            Noun::Creature => Filter::CREATURE,
            Noun::Magic => MAGIC,
            Noun::Card | Noun::Effect => Filter::ANY.kinds,
            _ => return Err("a kind of cards is meant here".into()),
        };
        let types = phrase.adjectives.iter().fold(0, |set, word| set | word.type_bit());
        if types != 0 {
            (filter.kinds, filter.plain) = (filter.kinds & types, false);
        }
        for &word in &phrase.adjectives {
            filter.subtypes |= word.subtype_bit();
            match word {
                Adjective::Allied => filter.side = Side::Own,
                Adjective::Enemy => filter.side = Side::Enemy,
                Adjective::Other => filter.other = true,
                Adjective::Tapped => filter.with |= Filter::TAPPED,
                Adjective::Untapped => filter.without |= Filter::TAPPED,
                Adjective::FaceDown => filter.with |= Filter::DOWN,
                _ => {}
            }
        }
        filter.plain &= filter.subtypes == 0;
        for (tail, args) in &phrase.tails {
            let number = number_in(args).unwrap_or(0);
            let level = number.clamp(0, 9) as u8;
            match tail {
                Tail::Level => filter.level = (level, level),
                Tail::LevelOrLower => filter.level = (1, level),
                Tail::LevelOrHigher => filter.level = (level, u8::MAX),
                Tail::AttackOrMore => filter.attack = number.clamp(0, 9999) as i16,
                Tail::DefenseOrLess => filter.defense = number.clamp(0, 9999) as i16,
                _ => continue,
            }
            filter.plain = false;
        }
        if let Some(side) = side {
            filter.side = side;
        }
        Ok(self.keep(filter))
    }

    fn face_up_creature(&mut self) -> FilterId {
        self.keep(Filter { kinds: Filter::CREATURE, plain: false, ..Filter::ANY })
    }

    fn about(&mut self, phrase: &Selector) -> Result<(About, u8), Fault> {
        let about = match phrase.noun {
            Noun::This => About::This,
            Noun::ThisStack => About::ThisStack,
            Noun::You => About::You,
            Noun::Effect => match phrase.tails.iter().find(|(tail, _)| *tail == Tail::Of) {
                Some((_, args)) => match args.first() {
                    Some(Arg::Who(who)) if who.noun == Noun::This => About::This,
                    Some(Arg::Who(who)) => About::Fits(self.filter_of(who, None)?),
                    _ => About::Any,
                },
                None => About::Any,
            },
            _ => About::Fits(self.filter_of(phrase, None)?),
        };
        let kinds = phrase.adjectives.iter().fold(0, |set, word| set | word.effect_bit());
        Ok((about, if kinds == 0 { u8::MAX } else { kinds }))
    }

    fn zone_of(&self, phrase: &Selector) -> Result<From, Fault> {
        let zones = phrase.tails.iter().filter_map(|(tail, _)| match tail {
            Tail::InYourHand => Some(From::Hand),
            Tail::InYourDeck => Some(From::Deck),
            Tail::InYourDiscardPile => Some(From::Pile),
            Tail::InRivalsDiscardPile => Some(From::RivalPile),
            Tail::Under => Some(From::UnderThis),
            _ => None,
        });
        let zones: Vec<From> = zones.collect();
        match zones[..] {
            [] => Ok(From::Field),
            [zone] => Ok(zone),
            _ => Err("a card is in one zone only".into()),
        }
    }
}

impl Rules {
    /// The number of a filter; equal ones have the same.
    fn keep(&mut self, filter: Filter) -> FilterId {
        // Who asks for more than a back shows asks for a face.
        let without = filter.without | if filter.plain { 0 } else { Filter::DOWN };
        let rows = [Filter::CREATURE, MAGIC, Filter::ANY.kinds].contains(&filter.kinds);
        let bare = rows && filter.subtypes == 0 && filter.level == Filter::ANY.level && !filter.asks_stats();
        let filter = Filter { without, bare, ..filter }.with_places();
        let place = self.filters.iter().position(|known| *known == filter).unwrap_or_else(|| {
            self.filters.push(filter);
            self.filters.len() - 1
        });
        FilterId(place as u16)
    }
}

impl Adjective {
    /// The bit of a type; 0 if it is none.
    pub const fn type_bit(self) -> u8 {
        if (self as u8) < 7 { 1 << self as u8 } else { 0 }
    }

    /// The bit of a sub-type; 0 if it is none.
    pub const fn subtype_bit(self) -> u16 {
        let at = self as u8;
        if at >= Adjective::Avian as u8 && at <= Adjective::Botanic as u8 { 1 << (at - Adjective::Avian as u8) } else { 0 }
    }

    /// The bit of a kind of effect; 0 if it is none.
    pub const fn effect_bit(self) -> u8 {
        match self {
            Adjective::Normal => EffectKind::Normal.bit(),
            Adjective::Continuous => EffectKind::Continuous.bit(),
            Adjective::Counter => EffectKind::Counter.bit(),
            Adjective::Equip => EffectKind::Equip.bit(),
            Adjective::Latent => EffectKind::Latent.bit(),
            Adjective::Dormant => EffectKind::Dormant.bit(),
            _ => 0,
        }
    }

    /// The bit of a zone that a Latent triggers from; 0 if it is none.
    pub const fn zone_bit(self) -> u8 {
        match self {
            Adjective::InHand => From::IN_HAND,
            Adjective::InTheDeck => From::IN_DECK,
            Adjective::InTheDiscardPile => From::IN_PILE,
            Adjective::Underneath => From::UNDERNEATH,
            _ => 0,
        }
    }
}

/// Whether somebody has to choose.
pub fn is_choice(phrase: &Selector) -> bool {
    matches!(phrase.quant, Quant::One | Quant::Target | Quant::Exactly(_) | Quant::UpTo(_))
}
