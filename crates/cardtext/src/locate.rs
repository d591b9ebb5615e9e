//! What stands at a place of a file that was read: the word with its meaning, or the card that is named.

use crate::ast::{Ability, Arg, Card, Clause, Effect, Selector, Span, Words};
use crate::file::Parsed;
use crate::glossary::Explained;
use crate::lexer::fold;
use crate::pattern::headword;

/// What stands at a place, and where it begins and ends.
#[derive(Clone, Debug)]
pub struct Located {
    /// All of it.
    pub span: Span,
    /// What it is.
    pub what: Place,
}

/// What can stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The header of a card of this name.
    Header(String),
    /// A card that is named elsewhere.
    Named(String),
    /// A word of the game.
    Word(Explained),
}

/// What stands at a byte of a file; of things within each other the innermost. `word` is the word that is written there.
pub fn locate<W: Words>(parsed: &Parsed<W>, file: u32, at: usize, word: &str) -> Option<Located> {
    let at = Spot { file, at: u32::try_from(at).ok()?, word };
    parsed.files.get(file as usize)?.cards().find_map(|card| at.in_card(card))
}

impl<W: Words> Parsed<W> {
    /// Every place where a card is named: in its header, and in the lines of others.
    pub fn mentions(&self) -> Vec<(&str, Span)> {
        let mut found = Vec::new();
        for card in self.cards() {
            found.push((card.name.as_str(), card.name_span));
            for ability in &card.abilities {
                ability.each_arg(&mut |arg| {
                    if let Arg::Card(name, span) = arg {
                        found.push((name.as_str(), *span));
                    }
                });
            }
        }
        found
    }
}

struct Spot<'w> {
    file: u32,
    at: u32,
    word: &'w str,
}

impl Spot<'_> {
    fn within(&self, span: Span) -> bool {
        span.file == self.file && (span.start..=span.end).contains(&self.at)
    }

    /// An entry of the table, written like this.
    fn word(&self, span: Span, class: &'static str, pattern: &'static str, gloss: &'static str) -> Located {
        let what = Place::Word(Explained::of(class, pattern, gloss));
        Located { span, what }
    }

    fn in_card<W: Words>(&self, card: &Card<W>) -> Option<Located> {
        if self.within(card.name_span) {
            return Some(Located { span: card.name_span, what: Place::Header(card.name.clone()) });
        }
        if !self.within(card.span) {
            return card
                .abilities
                .iter()
                .find(|ability| self.within(ability.span))
                .and_then(|ability| self.in_ability(ability));
        }
        let v = W::vocabulary();
        let keyword = card.keywords.iter().find(|keyword| self.within(keyword.span)).map(|keyword| Arg::Keyword(*keyword));
        let kind = || {
            let head = Span { end: card.name_span.start, ..card.span };
            let entry = v.kinds.iter().find(|entry| entry.word == card.kind).filter(|_| self.within(head))?;
            Some(self.word(head, "kind", entry.pattern, entry.gloss))
        };
        card.header.iter().chain(&keyword).find_map(|arg| self.in_arg(arg)).or_else(kind)
    }

    fn in_ability<W: Words>(&self, ability: &Ability<W>) -> Option<Located> {
        if let Some((trigger, args)) = &ability.trigger
            && self.within(ability.trigger_span)
        {
            let entry = W::vocabulary().triggers.iter().find(|entry| entry.word == *trigger);
            let whole = || entry.map(|entry| self.word(ability.trigger_span, "trigger", entry.pattern, entry.gloss));
            let costs = || ability.costs.iter().find_map(|cost| self.in_clause(cost));
            return args.iter().find_map(|arg| self.in_arg(arg)).or_else(costs).or_else(whole);
        }
        self.in_effect(&ability.effect)
    }

    fn in_effect<W: Words>(&self, effect: &Effect<W>) -> Option<Located> {
        match effect {
            Effect::Do(clause) => self.in_clause(clause),
            Effect::Then(steps) | Effect::Either(steps, _) => steps.iter().find_map(|step| self.in_effect(step)),
            Effect::May(step, _) => self.in_effect(step),
            Effect::If(condition, step) if self.within(condition.span) => {
                let entry = W::vocabulary().conditions.iter().find(|entry| entry.word == condition.condition);
                let whole = || entry.map(|entry| self.word(condition.span, "condition", entry.pattern, entry.gloss));
                condition.args.iter().find_map(|arg| self.in_arg(arg)).or_else(whole).or_else(|| self.in_effect(step))
            }
            Effect::If(_, step) => self.in_effect(step),
        }
    }

    fn in_clause<W: Words>(&self, clause: &Clause<W>) -> Option<Located> {
        if !self.within(clause.span) {
            return None;
        }
        let entry = W::vocabulary().verbs.iter().find(|entry| entry.word == clause.verb);
        let whole = || entry.map(|entry| self.word(clause.span, "verb", entry.pattern, entry.gloss));
        clause.args.iter().find_map(|arg| self.in_arg(arg)).or_else(whole)
    }

    fn in_arg<W: Words>(&self, arg: &Arg<W>) -> Option<Located> {
        let v = W::vocabulary();
        match arg {
            Arg::Who(selector) if self.within(selector.span) => Some(self.in_selector(selector)),
            Arg::Card(name, span) if self.within(*span) => Some(Located { span: *span, what: Place::Named(name.clone()) }),
            Arg::Keyword(keyword) if self.within(keyword.span) => {
                let entry = v.keywords.iter().find(|entry| entry.word == keyword.keyword)?;
                Some(self.word(keyword.span, "keyword", entry.pattern, entry.gloss))
            }
            Arg::Adjectives(words, span) if self.within(*span) => {
                let written = v.adjectives.iter().filter(|entry| words.contains(&entry.word));
                let entry = written.into_iter().find(|entry| self.is_of(entry.pattern))?;
                Some(self.word(*span, "adjective", entry.pattern, entry.gloss))
            }
            Arg::Ability(ability) if self.within(ability.span) => self.in_ability(ability),
            _ => None,
        }
    }

    fn in_selector<W: Words>(&self, selector: &Selector<W>) -> Located {
        let v = W::vocabulary();
        if let Some(found) = selector.tails.iter().flat_map(|(_, args)| args).find_map(|arg| self.in_arg(arg)) {
            return found;
        }
        let adjectives = v.adjectives.iter().filter(|entry| selector.has(entry.word));
        let adjectives = adjectives.map(|entry| ("adjective", entry.pattern, entry.gloss));
        let tails =
            v.tails.iter().filter(|entry| selector.tailed(entry.word)).map(|entry| ("tail", entry.pattern, entry.gloss));
        let noun = v.nouns.iter().find(|entry| entry.word == selector.noun);
        let of_noun = noun.filter(|noun| self.is_of(noun.one) || self.is_of(noun.many));
        let of_noun = of_noun.map(|noun| ("noun", noun.one, noun.gloss));
        let found = of_noun.into_iter().chain(adjectives.chain(tails).filter(|(_, pattern, _)| self.is_of(pattern))).next();
        let (class, pattern, gloss) = found.or(noun.map(|noun| ("noun", noun.one, noun.gloss))).unwrap_or(("noun", "", ""));
        self.word(selector.span, class, pattern, gloss)
    }

    /// Whether the word that is written is one of the pattern's.
    fn is_of(&self, pattern: &'static str) -> bool {
        let word = fold(self.word);
        headword(pattern).split(' ').any(|one| fold(one) == word)
    }
}
