//! From the furthest failure of a line to the one complaint that helps its writer.

use crate::ast::Words;
use crate::codes;
use crate::complaint::{Code, Complaint};
use crate::glossary::nearest_scored;
use crate::lexer::{TokenKind, fold, squeeze};
use crate::lexicon::Elem;
use crate::pattern::{headword, readable};
use crate::reader::{Class, Reader, Want, sort_short};
use crate::vocabulary::{Bare, NounEntry};

/// What the writer most likely meant.
struct Meant {
    class: Class,
    phrase: String,
    /// Where the tokens end that it stands for.
    end: usize,
}

impl<W: Words> Reader<'_, W> {
    /// The complaint for the furthest failure since the last restart.
    pub fn complaint(&self) -> Complaint {
        let failure = &self.failure;
        if let Some(special) = &failure.special {
            let mut complaint = Complaint::new(special.code, self.span(special.at, special.at + 1), special.message.clone());
            complaint.hint.clone_from(&special.hint);
            return complaint.expecting(special.expected.iter().copied()).maybe_fix(special.fix.clone());
        }
        let pos = failure.pos;
        let span = self.span(pos, pos + 1);
        let wanted = failure.wants.iter().map(Want::class).min().map_or(&codes::WRONG_REST, code_of);
        // If a line breaks off at a punctuation mark, look at the word before it: it may mean something in another game.
        let at_word = self.token(pos).is_some_and(|token| token.kind == TokenKind::Word);
        let foreign = if at_word { Some(pos) } else { pos.checked_sub(1) };
        if let Some(complaint) = foreign.and_then(|at| self.foreign(wanted, at)) {
            return complaint;
        }
        let Some(found) = self.token(pos) else {
            let message = match pos.checked_sub(1).and_then(|last| self.token(last)) {
                Some(last) => format!("the line ends too early behind `{}`", last.text),
                None => "there is nothing here".to_string(),
            };
            return Complaint::new(&codes::WRONG_REST, span, message).expecting(self.expected(None));
        };
        if found.kind == TokenKind::Word {
            if let Some(complaint) = self.missing_quantifier(pos) {
                return complaint;
            }
            let meant = self.meant(pos);
            let class = meant.as_ref().map(|meant| meant.class).or_else(|| failure.wants.iter().map(Want::class).min());
            let code = class.map_or(&codes::WRONG_REST, code_of);
            if code != &codes::WRONG_REST {
                let game = self.lexicon.vocabulary.game;
                let what = match class {
                    Some(Class::Keyword) => "no keyword",
                    Some(Class::Noun | Class::Who) => "neither a noun nor an adjective",
                    Some(Class::Condition) => "no condition",
                    Some(Class::Trigger) => "no trigger",
                    _ => "no verb",
                };
                let message = format!("`{}` is {what} of {game} that fits here", found.text);
                let complaint = self.meaning(Complaint::new(code, span, message), meant.as_ref());
                let expected = match (&meant, class) {
                    (Some(meant), Some(Class::Verb)) => self.verbs_with(&meant.phrase),
                    _ => Vec::new(),
                };
                return complaint.expecting(if expected.is_empty() { self.expected(class) } else { expected });
            }
            let complaint = Complaint::new(code, span, self.objection(pos)).expecting(self.expected(class));
            return self.meaning(complaint, meant.as_ref());
        }
        Complaint::new(&codes::WRONG_REST, span, self.objection(pos)).expecting(self.expected(None))
    }

    /// Asks whether a phrase was meant, in the place of the tokens that it is nearest to.
    fn meaning(&self, complaint: Complaint, meant: Option<&Meant>) -> Complaint {
        let Some(Meant { phrase, end, .. }) = meant else { return complaint };
        complaint.did_you_mean_for(self.span(self.failure.pos, *end), Some(phrase))
    }

    /// The known phrase nearest to the tokens from `pos`, among those given, with its distance and where the tokens end.
    pub fn nearest_phrase<'c>(&self, pos: usize, among: impl Iterator<Item = &'c str>) -> Option<(usize, &'c str, usize)> {
        let mut best: Option<(usize, &str, usize)> = None;
        for phrase in among {
            let words = phrase.split(' ').count();
            let end = (pos + words).min(self.tokens.len());
            let written = self.words(pos, end);
            let scored = nearest_scored(&written, std::iter::once(phrase)).map(|(distance, _)| distance);
            let last =
                phrase.rsplit(' ').next().filter(|last| words > 1 && self.token(pos).is_some_and(|t| fold(t.text) == *last));
            let found = scored.map(|distance| (distance, phrase, end)).or(last.map(|_| (1, phrase, pos + 1)));
            if let Some(found) = found
                && best.is_none_or(|(least, _, _)| found.0 < least)
            {
                best = Some(found);
            }
        }
        best
    }

    /// The tokens as words with single spaces.
    pub fn words(&self, from: usize, to: usize) -> String {
        let texts: Vec<&str> = self.tokens[from.min(to)..to].iter().map(|t| t.text).collect();
        texts.join(" ")
    }

    fn objection(&self, pos: usize) -> String {
        let found = self.token(pos).map_or("", |t| t.text);
        match pos.checked_sub(1).and_then(|last| self.token(last)) {
            Some(last) => format!("`{found}` does not fit behind `{}`", last.text),
            None => format!("`{found}` does not fit here"),
        }
    }

    /// What would be accepted; words of the decisive class come first.
    fn expected(&self, class: Option<Class>) -> Vec<String> {
        let mut wants: Vec<&Want> = self.failure.wants.iter().collect();
        sort_short(&mut wants, |want| (Some(want.class()) != class, want.class()));
        let mut list: Vec<String> = Vec::new();
        for want in wants {
            let v = self.lexicon.vocabulary;
            let texts = match want {
                Want::Rest(pattern, at, Class::Who) if *at + 1 == pattern.elems.len() => self.phrases_here(),
                Want::Rest(pattern, at, Class::Keyword) if *at + 1 == pattern.elems.len() => {
                    v.keywords.iter().map(|entry| readable(entry.pattern)).collect()
                }
                Want::Rest(pattern, at, _) => vec![pattern.rest(*at)],
                Want::Said(_, Class::Noun) => self.nouns_here(),
                Want::Said(_, Class::Verb) => v.verbs.iter().map(|entry| readable(entry.pattern)).collect(),
                Want::Said(_, Class::Condition) => v.conditions.iter().map(|entry| readable(entry.pattern)).collect(),
                Want::Said(text, _) => vec![(*text).to_string()],
            };
            for text in texts {
                if !list.contains(&text) {
                    list.push(text);
                }
            }
        }
        list
    }

    /// Phrases that say who: every noun with an article, those that stand alone, and one with `all`.
    fn phrases_here(&self) -> Vec<String> {
        let v = self.lexicon.vocabulary;
        let nouns = || v.nouns.iter().filter(|noun| noun.bare == Bare::No);
        let one = nouns().map(|noun| format!("{} {}", article(noun.one), noun.one));
        let all = nouns().take(1).map(|noun| format!("all {}", noun.many));
        let alone = v.nouns.iter().filter(|noun| noun.bare != Bare::No).map(|noun| noun.one.to_string());
        one.chain(all).chain(alone).collect()
    }

    /// The nouns that fit the place of the failure, in singular or plural as the words before them ask, then the adjectives.
    fn nouns_here(&self) -> Vec<String> {
        let v = self.lexicon.vocabulary;
        let many = self.asks_for_many(self.failure.pos);
        let nouns = v.nouns.iter().filter(|noun| noun.bare == Bare::No);
        let nouns = nouns.map(|noun| if many { noun.many } else { noun.one });
        nouns.chain(v.adjectives.iter().map(|entry| entry.pattern)).map(str::to_string).collect()
    }

    /// Whether the words before a place ask for a noun in the plural.
    pub fn asks_for_many(&self, pos: usize) -> bool {
        let own = &self.lexicon.own;
        let mut before = pos;
        while let Some(at) = before.checked_sub(1).filter(|at| !self.phrases(&self.lexicon.adjectives, *at).is_empty()) {
            before = at;
        }
        let quant = before.checked_sub(1);
        quant.is_some_and(|at| self.id(at) == own.all || self.number(at).is_some_and(|n| n != 1))
    }

    /// The class and the known word that the writer most likely meant.
    fn meant(&self, pos: usize) -> Option<Meant> {
        let v = self.lexicon.vocabulary;
        let mut best: Option<(usize, Meant)> = None;
        // The word that was written cannot be the one that was meant.
        let others = |among: &[String]| -> Vec<String> {
            let written = |phrase: &String| fold(&self.words(pos, (pos + phrase.split(' ').count()).min(self.tokens.len())));
            among.iter().filter(|phrase| written(phrase) != fold(phrase)).cloned().collect()
        };
        let mut offer = |class: Class, among: &[String]| {
            let among = others(among);
            if let Some((distance, phrase, end)) = self.nearest_phrase(pos, among.iter().map(String::as_str))
                && best.as_ref().is_none_or(|(least, _)| distance < *least)
            {
                best = Some((distance, Meant { class, phrase: phrase.to_string(), end }));
            }
        };
        let has = |class: Class| self.failure.wants.iter().any(|want| want.class() == class);
        for want in &self.failure.wants {
            if let Want::Rest(pattern, at, class) = want
                && !matches!(pattern.elems.get(*at), Some(Elem::Slot(_)))
            {
                let rest = pattern.rest(*at);
                offer(*class, &[squeeze(rest.split(' ').next().unwrap_or_default())]);
            }
        }
        if has(Class::Keyword) {
            offer(Class::Keyword, &v.keywords.iter().map(|e| headword(e.pattern)).collect::<Vec<_>>());
        }
        if has(Class::Noun) || has(Class::Who) {
            let ordinary = v.nouns.iter().filter(|n| n.bare == Bare::No).flat_map(forms);
            let adjectives = v.adjectives.iter().map(|e| e.pattern.to_string());
            if has(Class::Noun) {
                offer(Class::Noun, &ordinary.chain(adjectives).collect::<Vec<_>>());
            } else {
                let bare = v.nouns.iter().filter(|n| n.bare != Bare::No).flat_map(forms);
                let counted = v.counts.then_some("up to");
                let target = v.targets.then_some("target");
                let quants = std::iter::once("all").chain(target).chain(counted).map(str::to_string);
                offer(Class::Who, &bare.chain(quants).chain(ordinary).chain(adjectives).collect::<Vec<_>>());
            }
        }
        if has(Class::Verb) {
            let firsts = v.verbs.iter().filter(|e| !e.pattern.starts_with('{'));
            let own = ["either", "you may"].into_iter().chain((!v.conditions.is_empty()).then_some("if")).map(str::to_string);
            offer(
                Class::Verb,
                &firsts
                    .map(|e| headword(e.pattern).split(' ').next().unwrap_or_default().to_string())
                    .chain(own)
                    .collect::<Vec<_>>(),
            );
        }
        if has(Class::Condition) {
            offer(Class::Condition, &v.conditions.iter().map(|e| headword(e.pattern)).collect::<Vec<_>>());
        }
        if has(Class::Trigger) {
            offer(Class::Trigger, &v.triggers.iter().map(|e| headword(e.pattern)).collect::<Vec<_>>());
        }
        best.map(|(_, meant)| meant)
    }

    /// The patterns of the verbs that begin with a word.
    fn verbs_with(&self, word: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for verb in &self.lexicon.vocabulary.verbs {
            let text = readable(verb.pattern);
            if text.split(' ').next() == Some(word) {
                found.push(text);
            }
        }
        found
    }

    /// `creatures gain +1/+1`: a noun that is known but does not say which.
    fn missing_quantifier(&self, pos: usize) -> Option<Complaint> {
        if !self.failure.wants.iter().any(|want| want.class() == Class::Who) {
            return None;
        }
        let mut end = pos;
        let mut noun = None;
        while let Some((index, after)) =
            self.longest(&self.lexicon.nouns, end).or_else(|| self.longest(&self.lexicon.adjectives, end))
        {
            noun = self.longest(&self.lexicon.nouns, end).map(|_| index).or(noun);
            end = after;
        }
        let noun = &self.lexicon.vocabulary.nouns[noun?];
        let written = self.words(pos, end);
        let lead = written.rsplit_once(' ').map(|(adjectives, _)| format!("{adjectives} ")).unwrap_or_default();
        let message = format!("`{written}` does not say which");
        let one = format!("{lead}{}", noun.one);
        let all = format!("all {lead}{}", noun.many);
        let a = format!("{} {one}", article(&one));
        let v = self.lexicon.vocabulary;
        let target = if v.targets { format!(", `target {one}`") } else { String::new() };
        let hint = format!("write `{all}`{target} or `{a}`");
        let expected = [Some("all"), v.targets.then_some("target"), Some("a"), v.counts.then_some("up to <a number>")];
        let expected = expected.into_iter().flatten();
        let span = self.span(pos, end);
        let complaint = Complaint::new(&codes::WHICH, span, message).expecting(expected).hint(hint).fix(span, all);
        let complaint = if v.targets { complaint.fix(span, format!("target {one}")) } else { complaint };
        Some(complaint.fix(span, a))
    }

    fn longest(
        &self,
        home: &std::collections::HashMap<u32, Vec<crate::lexicon::Phrase>>,
        pos: usize,
    ) -> Option<(usize, usize)> {
        self.phrases(home, pos).into_iter().next()
    }
}

/// The article of a phrase.
fn article(phrase: &str) -> &'static str {
    if phrase.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn forms<N>(noun: &NounEntry<N>) -> Vec<String> {
    vec![noun.one.to_string(), noun.many.to_string()]
}

fn code_of(class: Class) -> &'static Code {
    match class {
        Class::Keyword => &codes::UNKNOWN_KEYWORD,
        Class::Noun | Class::Who => &codes::UNKNOWN_NOUN,
        Class::Condition => &codes::UNKNOWN_CONDITION,
        Class::Trigger => &codes::UNKNOWN_TRIGGER,
        Class::Verb => &codes::UNKNOWN_VERB,
        Class::Rest | Class::End => &codes::WRONG_REST,
    }
}
