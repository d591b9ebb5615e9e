//! Reading who and what: selectors, adjectives and the names of cards.

use crate::ast::{Arg, Quant, Selector, Words};
use crate::lexer::{TokenKind, straight};
use crate::lexicon::Phrase;
use crate::reader::{Alternatives, Class, Reader, Want, sort_short};
use std::collections::HashMap;
use std::rc::Rc;

/// More than anybody writes; the limit keeps nonsense from taking time.
const MAX_ADJECTIVES: usize = 8;
const MAX_TAILS: usize = 6;
const MAX_NAME_WORDS: usize = 8;

/// Adjectives, a noun, and where they end.
type Headed<W> = (Vec<<W as Words>::Adjective>, <W as Words>::Noun, usize);

impl<W: Words> Reader<'_, W> {
    /// All selectors that start at `pos`, the longest first; of those that end at the same place, the one whose tails bind inwards.
    pub fn selectors_at(&mut self, pos: usize) -> Alternatives<Arg<W>> {
        if let Some(known) = self.selectors.get(pos) {
            return known;
        }
        let mut found = Vec::new();
        if self.enter(pos) {
            self.bare(pos, &mut found);
            for (quant, next) in self.quants(pos) {
                let mut heads = Vec::new();
                self.heads(next, &mut Vec::new(), &mut heads);
                for (adjectives, noun, end) in heads {
                    let selector = Selector { quant, adjectives, noun, tails: Vec::new(), span: self.span(pos, end) };
                    self.with_tails(pos, selector, end, &mut found);
                }
            }
            self.leave();
        }
        sort_short(&mut found, |(_, end)| std::cmp::Reverse(*end));
        found.dedup_by_key(|(_, end)| *end);
        let found: Alternatives<Arg<W>> = Rc::new(found.into_iter().map(|(selector, end)| (Arg::Who(selector), end)).collect());
        self.selectors.insert(pos, Rc::clone(&found));
        found
    }

    /// Runs of adjectives from `pos`, the longest first.
    pub fn adjectives_at(&mut self, pos: usize) -> Vec<(Arg<W>, usize)> {
        let lexicon = self.lexicon;
        let mut words = Vec::new();
        let mut found = Vec::new();
        let mut at = pos;
        while words.len() < MAX_ADJECTIVES {
            let Some((index, end)) = self.phrases(&lexicon.adjectives, at).into_iter().next() else { break };
            words.push(lexicon.vocabulary.adjectives[index].word);
            at = end;
            found.push((Arg::Adjectives(words.clone(), self.span(pos, at)), at));
        }
        found.reverse();
        found
    }

    /// Whether the last words before a place are an adjective.
    pub fn ends_in_adjective(&self, end: usize) -> bool {
        let lexicon = self.lexicon;
        (0..end).any(|at| self.phrases(&lexicon.adjectives, at).iter().any(|(_, there)| *there == end))
    }

    /// The card's own name in its header: words. When lenient, anything, so that a bad name is complained about as a name.
    pub fn own_name(&mut self, pos: usize) -> Vec<(Arg<W>, usize)> {
        let from = &self.tokens[pos.min(self.tokens.len())..];
        let words = from.iter().take(4 * MAX_NAME_WORDS).take_while(|t| t.kind == TokenKind::Word).count();
        let ends: Vec<usize> = if self.lenient {
            (pos + 1..=self.tokens.len().min(pos + 4 * MAX_NAME_WORDS)).collect()
        } else {
            (pos + 1..=pos + words).rev().collect()
        };
        ends.into_iter().map(|end| (Arg::Card(self.name(pos, end), self.span(pos, end)), end)).collect()
    }

    /// The names of cards at `pos`, the longest first. When lenient, unknown capitalised words count too.
    pub fn card_name(&mut self, pos: usize) -> Vec<(Arg<W>, usize)> {
        let most = if self.lenient { self.names.longest().max(MAX_NAME_WORDS) } else { self.names.longest() };
        let mut found = Vec::new();
        let mut guessed = Vec::new();
        let mut name = String::new();
        for end in pos + 1..=pos + most {
            let Some(token) = self.token(end - 1).filter(|t| t.kind == TokenKind::Word) else { break };
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&straight(token.text));
            let arg = || (Arg::Card(name.clone(), self.span(pos, end)), end);
            if self.names.contains(&name) {
                found.push(arg());
            } else if self.lenient {
                let capital = self.tokens[pos].is_capital() && token.is_capital();
                if capital || self.names.ignoring_case(&name).is_some() {
                    guessed.push(arg());
                }
            }
        }
        found.reverse();
        guessed.reverse();
        found.extend(guessed);
        found
    }

    /// The name that the tokens spell: words with single spaces, else the text as it was written.
    fn name(&self, from: usize, to: usize) -> String {
        let mut name = String::new();
        for (index, token) in self.tokens[from..to].iter().enumerate() {
            if index > 0 && self.tokens[from + index - 1].end < token.start {
                name.push(' ');
            }
            name.push_str(&straight(token.text));
        }
        name
    }

    fn bare(&mut self, pos: usize, found: &mut Vec<(Selector<W>, usize)>) {
        let lexicon = self.lexicon;
        for (index, end) in self.phrases(&lexicon.bare_nouns, pos) {
            let noun = lexicon.vocabulary.nouns[index].word;
            let span = self.span(pos, end);
            found.push((Selector { quant: Quant::Bare, adjectives: Vec::new(), noun, tails: Vec::new(), span }, end));
        }
    }

    fn quants(&self, pos: usize) -> Vec<(Quant, usize)> {
        let own = &self.lexicon.own;
        let small = |n: i32| u8::try_from(n).unwrap_or(u8::MAX);
        let id = self.id(pos);
        if let Some(number) = self.number(pos) {
            return vec![(Quant::Exactly(small(number)), pos + 1)];
        }
        if id == 0 {
            return Vec::new();
        }
        if id == own.all {
            vec![(Quant::All, pos + 1)]
        } else if id == own.each && pos > 0 && self.id(pos - 1) == own.for_ {
            vec![(Quant::Each, pos + 1)]
        } else if id == own.target {
            vec![(Quant::Target, pos + 1)]
        } else if id == own.a || id == own.an || id == own.one {
            vec![(Quant::One, pos + 1)]
        } else if id == own.up && self.id(pos + 1) == own.to {
            self.number(pos + 2).map(|n| (Quant::UpTo(small(n)), pos + 3)).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// Adjectives and a noun, in all ways in which the words can be divided.
    fn heads(&mut self, pos: usize, adjectives: &mut Vec<W::Adjective>, found: &mut Vec<Headed<W>>) {
        let lexicon = self.lexicon;
        for (index, end) in self.phrases(&lexicon.nouns, pos) {
            found.push((adjectives.clone(), lexicon.vocabulary.nouns[index].word, end));
        }
        self.fail(pos, Want::Said("a noun or adjective", Class::Noun));
        if adjectives.len() < MAX_ADJECTIVES {
            for (index, end) in self.phrases(&lexicon.adjectives, pos) {
                adjectives.push(lexicon.vocabulary.adjectives[index].word);
                self.heads(end, adjectives, found);
                adjectives.pop();
            }
        }
    }

    fn with_tails(&mut self, pos: usize, selector: Selector<W>, end: usize, found: &mut Vec<(Selector<W>, usize)>) {
        found.push((selector.clone(), end));
        if selector.tails.len() >= MAX_TAILS {
            return;
        }
        let lexicon = self.lexicon;
        for (index, args, after) in self.family(&lexicon.tails, end, Class::Rest) {
            if after == end || found.iter().any(|(_, known)| *known == after) {
                continue;
            }
            let mut longer = selector.clone();
            longer.tails.push((lexicon.vocabulary.tails[index].word, args));
            longer.span = self.span(pos, after);
            self.with_tails(pos, longer, after, found);
        }
    }

    /// The fixed phrases that stand at `pos`, the longest first.
    pub fn phrases(&self, home: &HashMap<u32, Vec<Phrase>>, pos: usize) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (index, words) in home.get(&self.id(pos)).into_iter().flatten() {
            if words.iter().enumerate().all(|(offset, id)| self.id(pos + offset) == *id) {
                found.push((*index, pos + words.len()));
            }
        }
        sort_short(&mut found, |(_, end)| std::cmp::Reverse(*end));
        found
    }
}
