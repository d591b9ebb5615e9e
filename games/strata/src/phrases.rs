//! Phrases of cards as filters: which cards, where.

use playmat_cards::{DefId, Objection, Side};
use playmat_cardtext::ast::{self, Arg, Quant};
use playmat_cardtext::number_in;

use crate::rules::{About, Filter, FilterId, From, MAGIC, Rules};
use crate::words::{Adjective, Narrows, Noun, StrataWords, Tail};

type Selector = ast::Selector<StrataWords>;

impl Rules {
    /// The filter of a phrase; `side` if something else than the phrase says whose.
    pub fn filter_of(&mut self, phrase: &Selector, side: Option<Side>) -> Result<FilterId, Objection> {
        let mut filter = Filter::ANY;
        filter.kinds = match phrase.noun {
            Noun::Creature => Filter::CREATURE,
            Noun::Magic => MAGIC,
            Noun::Card | Noun::Effect => Filter::ANY.kinds,
            _ => return Err(("a kind of cards is meant here", "write a card such as `a creature`")),
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
            // ST I5: all conditions of a phrase hold together.
            let (least, most) = &mut filter.level;
            match tail {
                Tail::Level => (*least, *most) = (level.max(*least), level.min(*most)),
                Tail::LevelOrLower => (*least, *most) = (1.max(*least), level.min(*most)),
                Tail::LevelOrHigher => *least = level.max(*least),
                Tail::AttackOrMore => filter.attack = filter.attack.max(number.clamp(0, 9999) as i16),
                Tail::DefenseOrLess => filter.defense = filter.defense.min(number.clamp(0, 9999) as i16),
                _ => continue,
            }
            filter.plain = false;
        }
        if let Some(side) = side {
            filter.side = side;
        }
        Ok(self.keep(filter))
    }

    /// Cards of this name.
    pub fn filter_of_name(&mut self, name: DefId) -> FilterId {
        self.keep(Filter { name: Some(name), plain: false, ..Filter::ANY })
    }

    /// Any creature that lies face up.
    pub fn face_up_creature(&mut self) -> FilterId {
        self.keep(Filter { kinds: Filter::CREATURE, plain: false, ..Filter::ANY })
    }

    /// Whom an event is about, and which kinds of effects if it is about effects.
    pub fn about(&mut self, phrase: &Selector) -> Result<(About, u8), Objection> {
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

    /// Where the cards of a phrase are.
    pub fn zone_of(phrase: &Selector) -> Result<From, Objection> {
        let zones = phrase.tails.iter().filter_map(|(tail, _)| match tail.narrows() {
            Narrows::OwnZone(zone) => Some(zone),
            Narrows::RivalPile => Some(From::RivalPile),
            Narrows::Under => Some(From::UnderThis),
            _ => None,
        });
        let zones: Vec<From> = zones.collect();
        match zones[..] {
            [] => Ok(From::Field),
            [zone] => Ok(zone),
            _ => Err(("a card is in one zone only", "leave one of them out")),
        }
    }

    /// The number of a filter; equal ones have the same.
    fn keep(&mut self, filter: Filter) -> FilterId {
        // Who asks for more than a back shows asks for a face.
        let without = filter.without | if filter.plain { 0 } else { Filter::DOWN };
        let rows = [Filter::CREATURE, MAGIC, Filter::ANY.kinds].contains(&filter.kinds);
        let bare =
            rows && filter.name.is_none() && filter.subtypes == 0 && filter.level == Filter::ANY.level && !filter.asks_stats();
        let filter = Filter { without, bare, ..filter }.with_places();
        let place = self.filters.iter().position(|known| *known == filter).unwrap_or_else(|| {
            self.filters.push(filter);
            self.filters.len() - 1
        });
        FilterId(place as u16)
    }
}

/// Whether somebody has to choose.
pub fn is_choice(phrase: &Selector) -> bool {
    matches!(phrase.quant, Quant::One | Quant::Target | Quant::Exactly(_) | Quant::UpTo(_))
}
