//! Cards that nobody wrote: made from a game's table of words and from pieces of its cards, and played if they check.
//!
//! What is accepted must play to its end: no panic, no effect without an end, no list that runs out of room unless the match is then a draw
//! that is told. The steps of the rules are counted here, so that an endless effect fails instead of hanging.

use std::collections::BTreeSet;

use playmat_cards::{CardGame, DefId, Setup};
use playmat_cardtext::{Bare, Sources, Words, parse, print_ability, print_header};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Heard, Listener, Options, Seat, Step, Told};

use crate::play::MOST_ANSWERS;

/// More steps between two questions than any effect needs. The longest of the shipped cards has a few hundred.
const MOST_STEPS: u64 = 100_000;

/// How many cards are written at once, and how many of them are played in one match.
const AT_ONCE: usize = 120;
const IN_A_MATCH: usize = 16;

/// How many matches each card is in.
const MATCHES: u64 = 20;

/// What was written and played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WrittenSums {
    /// Cards that were written.
    pub written: u64,
    /// Those that check, and were played.
    pub accepted: u64,
    /// Matches.
    pub matches: u64,
    /// Answered questions.
    pub answers: u64,
    /// The most steps between two questions.
    pub most_steps: u64,
    /// Lines of the accepted cards, and those of them that were used in a match.
    pub lines: u64,
    /// See `lines`.
    pub used: u64,
    /// Matches that were a draw because a list was full, told with its reason.
    pub without_room: u64,
}

/// Writes cards until so many were accepted, and plays each of them.
pub fn written_cards_play<G: CardGame>(shipped: &Sources, seed: u64, cards: u64) -> WrittenSums {
    let mut writer = Writer::<G::Words>::new(shipped, seed);
    let mut sums = WrittenSums::default();
    for round in 0.. {
        if sums.accepted >= cards {
            break;
        }
        assert!(round < 20 + cards, "hardly anything that is written is accepted: {sums:?}");
        play_round::<G>(&mut writer, shipped, seed ^ round, &mut sums);
    }
    sums
}

/// Writes some cards, takes those out that do not check until the rest does, and plays them.
fn play_round<G: CardGame>(writer: &mut Writer<G::Words>, shipped: &Sources, seed: u64, sums: &mut WrittenSums) {
    writer.names.truncate(writer.shipped);
    let mut texts: Vec<(String, String)> = (0..AT_ONCE).map(|_| writer.card()).collect();
    sums.written += texts.len() as u64;
    let own = shipped.iter().count() as u32;
    let (rules, names) = loop {
        let mut sources = shipped.clone();
        let mut starts = Vec::new();
        let mut text = writer.section();
        for (_, card) in &texts {
            starts.push(text.len());
            text.push_str(card);
        }
        sources.add("written.cards", text);
        let parsed = parse::<G::Words>(&sources);
        let all: Vec<_> = parsed.cards().collect();
        let compiled = G::compile(&all, 0, &usual::<G>());
        let wrong: BTreeSet<usize> = parsed
            .complaints
            .iter()
            .chain(&compiled.complaints)
            .map(|complaint| {
                assert_eq!(complaint.span.file, own, "a shipped card is wrong beside these: {}", complaint.render(&sources));
                starts.partition_point(|start| *start <= complaint.span.start as usize).saturating_sub(1)
            })
            .collect();
        if wrong.is_empty() {
            let rules = compiled.rules.unwrap_or_else(|why| panic!("no complaint, but no rules: {why}\n{}", writing(&texts)));
            break (rules, texts.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
        }
        texts = texts.into_iter().enumerate().filter(|(at, _)| !wrong.contains(at)).map(|(_, card)| card).collect();
    };
    let defs: Vec<DefId> = G::cards(&rules)
        .iter()
        .enumerate()
        .filter(|(_, info)| names.contains(&info.name) && !info.token && !info.generated)
        .map(|(at, _)| DefId(at as u16))
        .collect();
    sums.accepted += names.len() as u64;
    let mut used = BTreeSet::new();
    for (nth, chosen) in defs.chunks(IN_A_MATCH).enumerate() {
        for game in 0..MATCHES {
            let seed = seed.wrapping_mul(1_000_003) ^ (nth as u64 * MATCHES + game);
            let told = || {
                let of = |def: &DefId| G::cards(&rules)[def.0 as usize].name.clone();
                format!("seed {seed}, with {}, of\n{}", chosen.iter().map(of).collect::<Vec<_>>().join(", "), writing(&texts))
            };
            play::<G>(&rules, chosen, seed, &mut used, &told, sums);
        }
    }
    // The parts of the rules begin with the lines, each with the name of its card.
    for (part, words) in (0..).zip(G::parts(&rules)) {
        if names.iter().any(|name| words.starts_with(name.as_str()) && !words[name.len()..].starts_with(char::is_alphabetic)) {
            sums.lines += 1;
            sums.used += u64::from(used.contains(&part));
        }
    }
}

/// One match: half of both decks are these cards. The rules are stepped here, one frame after the other.
fn play<G: CardGame>(
    rules: &G::Rules,
    chosen: &[DefId],
    seed: u64,
    used: &mut BTreeSet<u32>,
    told: &dyn Fn() -> String,
    sums: &mut WrittenSums,
) {
    let mut chance = FastChance::nth(seed, 0);
    let mut player = FastChance::nth(seed, 1);
    let mut turn = seed as usize;
    let decks = BySeat::from_fn(|_| {
        let mut deck = G::random_deck(rules, None, &mut chance);
        let half = deck.len().div_ceil(2);
        for place in deck.iter_mut().take(half) {
            *place = chosen[turn % chosen.len()];
            turn += 1;
        }
        deck
    });
    let mut position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
    let mut heard = Sentences::<G> { rules, on: sums.matches.is_multiple_of(MATCHES), used };
    let (mut step, mut steps, mut answers) = (Step::Go, 0, 0);
    let mut options = Options::new();
    loop {
        match step {
            Step::Go => {
                if G::overflowed(&position) {
                    sums.without_room += 1;
                    break;
                }
                steps += 1;
                assert!(steps < MOST_STEPS, "an effect without an end: {}", told());
                step = G::step(rules, &mut position, &mut chance, &mut heard);
            }
            Step::Ask(_) => {
                sums.most_steps = sums.most_steps.max(steps);
                steps = 0;
                answers += 1;
                assert!(answers < MOST_ANSWERS, "a match without an end: {}", told());
                options.clear();
                G::options(rules, &position, &mut options);
                assert!(!options.is_empty(), "a question without an option: {}", told());
                if heard.on {
                    assert!(!G::question(rules, &position).words.trim().is_empty(), "a question without words: {}", told());
                    options.iter().for_each(|choice| drop(G::face(rules, &position, *choice)));
                }
                let choice = options[player.one_of(options.len() as u32) as usize];
                step = G::take(rules, &mut position, choice, &mut chance, &mut heard);
            }
            Step::Over(_) => break,
        }
    }
    sums.matches += 1;
    sums.answers += answers;
}

/// Hears everything, says it, and counts which lines were used.
struct Sentences<'r, G: CardGame> {
    rules: &'r G::Rules,
    on: bool,
    used: &'r mut BTreeSet<u32>,
}

impl<G: CardGame> Listener<G::Event> for Sentences<'_, G> {
    const ON: bool = true;
    const COUNTS: bool = true;

    fn hear(&mut self, told: Told<G::Event>) {
        for audience in Audience::ALL.into_iter().filter(|_| self.on) {
            if let Heard::Known(event) | Heard::Veiled(event) = told.to(audience) {
                let sentence = G::sentence(self.rules, event, BySeat::from_fn(|seat: Seat| seat.tag()));
                assert!(!sentence.trim().is_empty(), "an event without words: {event:?}");
            }
        }
    }

    fn count(&mut self, part: u32) {
        self.used.insert(part);
    }
}

/// The values of the rulings in the first edition.
fn usual<G: CardGame>() -> Vec<u8> {
    G::rulings().iter().map(|ruling| ruling.editions[0]).collect()
}

fn writing(texts: &[(String, String)]) -> String {
    texts.iter().map(|(_, text)| text.as_str()).collect()
}

/// Writes cards. Headers are those of shipped cards with other names; lines are made of their pieces, or of the table's patterns.
struct Writer<W: Words> {
    chance: FastChance,
    headers: Vec<Header>,
    /// Where each kind of line is from: what stands before the colon, and the steps behind it.
    heads: Vec<String>,
    steps: Vec<String>,
    /// The shipped cards, so many, then those of the round.
    names: Vec<String>,
    shipped: usize,
    written: u64,
    words: std::marker::PhantomData<W>,
}

/// The header of a shipped card, cut at its name.
struct Header {
    before: String,
    behind: String,
    /// The heads that the card's own lines have; none for a kind without triggers.
    heads: Vec<String>,
}

impl<W: Words> Writer<W> {
    fn new(shipped: &Sources, seed: u64) -> Self {
        let parsed = parse::<W>(shipped);
        let (mut headers, mut heads, mut steps, mut names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for card in parsed.cards() {
            names.push(card.name.clone());
            let mut own = Vec::new();
            for ability in &card.abilities {
                let line = print_ability(ability);
                let line = line.trim_end_matches('.');
                let (head, effect) =
                    if ability.trigger.is_some() { line.split_once(": ").unwrap_or(("", line)) } else { ("", line) };
                own.push(head.to_owned());
                if !head.is_empty() {
                    heads.push(head.to_owned());
                }
                // A quoted ability stays whole.
                if effect.contains('"') || effect.contains("; if you do") {
                    steps.push(effect.to_owned());
                } else {
                    steps.extend(effect.split(", then ").map(str::to_owned));
                }
            }
            let header = print_header(card);
            if let Some((before, behind)) = header.split_once(&card.name) {
                headers.push(Header { before: before.to_owned(), behind: behind.to_owned(), heads: own });
            }
        }
        let shipped = names.len();
        Writer {
            chance: FastChance::new(seed),
            headers,
            heads,
            steps,
            names,
            shipped,
            written: 0,
            words: std::marker::PhantomData,
        }
    }

    /// The line that stands above the cards, in a game that has such lines.
    fn section(&mut self) -> String {
        match W::vocabulary().section {
            Some((word, values)) => format!("{word} {}\n\n", values[self.below(values.len())]),
            None => String::new(),
        }
    }

    /// A card: its name and its text.
    fn card(&mut self) -> (String, String) {
        self.written += 1;
        let name = self.name();
        let nth = self.below(self.headers.len());
        let (before, behind) = (self.headers[nth].before.clone(), self.headers[nth].behind.clone());
        let own = self.headers[nth].heads.clone();
        let mut text = format!("{before}{name}{behind}\n");
        for _ in 0..1 + self.below(2) {
            let head = match own.len() {
                0 => self.head(),
                all if own.iter().any(String::is_empty) || self.below(3) > 0 => own[self.below(all)].clone(),
                _ => self.head(),
            };
            let effect = self.effect(2);
            let head = if head.is_empty() { head } else { format!("{head}: ") };
            text.push_str(&format!("  {head}{effect}.\n"));
            if own.iter().any(String::is_empty) {
                break;
            }
        }
        self.names.push(name.clone());
        (name, text + "\n")
    }

    /// A name that no other card has: letters only.
    fn name(&self) -> String {
        let mut number = self.written;
        let mut letters = String::from("Qx");
        while number > 0 {
            letters.push(char::from(b'a' + (number % 26) as u8));
            number /= 26;
        }
        letters
    }

    /// What stands before the colon of some shipped line.
    fn head(&mut self) -> String {
        let nth = self.below(self.heads.len());
        self.heads.get(nth).cloned().unwrap_or_default()
    }

    fn effect(&mut self, depth: u32) -> String {
        let count = 1 + self.below(3).saturating_sub(u32::from(depth < 2) as usize).min(2);
        let steps: Vec<String> = (0..count).map(|_| self.step(depth)).collect();
        steps.join(", then ")
    }

    fn step(&mut self, depth: u32) -> String {
        let deeper = depth.saturating_sub(1);
        match self.below(if depth == 0 { 6 } else { 10 }) {
            0..=3 => {
                let nth = self.below(self.steps.len());
                self.steps[nth].clone()
            }
            4 | 5 => {
                let verbs = &W::vocabulary().verbs;
                let pattern = verbs[self.below(verbs.len())].pattern;
                self.filled(pattern, deeper)
            }
            6 => format!("you may {}", self.step(deeper)),
            7 => format!("either {} or {}", self.step(deeper), self.step(deeper)),
            8 => format!("({})", self.effect(deeper)),
            _ => {
                let conditions = &W::vocabulary().conditions;
                if conditions.is_empty() {
                    return self.step(deeper);
                }
                let pattern = conditions[self.below(conditions.len())].pattern;
                let condition = self.filled(pattern, deeper);
                let if_ = if condition.starts_with("for ") { "" } else { "if " };
                format!("{if_}{condition}, {}", self.step(deeper))
            }
        }
    }

    /// A pattern with something in its slots.
    fn filled(&mut self, pattern: &'static str, depth: u32) -> String {
        let mut text = String::new();
        let mut rest = pattern;
        while let Some(at) = rest.find(['{', '(']) {
            text.push_str(&rest[..at]);
            let close = if rest[at..].starts_with('{') { '}' } else { ')' };
            let end = rest[at..].find(close).map_or(rest.len(), |length| at + length);
            let inside = rest.get(at + 1..end).unwrap_or_default();
            match close {
                '}' => text.push_str(&self.value(inside, depth)),
                _ if inside.len() < 3 => text.push_str(if self.below(2) == 0 { "" } else { inside }),
                _ => text.push_str(&rest[at..=end]),
            }
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        text + rest
    }

    fn value(&mut self, slot: &str, depth: u32) -> String {
        let v = W::vocabulary();
        match slot {
            "number" => (1 + self.below(5)).to_string(),
            "count" => ["a", "2", "3"][self.below(3)].to_owned(),
            "stats" => format!("{}/{}", 1 + self.below(5), 1 + self.below(5)),
            "delta" => ["+1/+1", "+2/+0", "-1/-1", "+3/+3", "-2/-0"][self.below(5)].to_owned(),
            "card" => {
                let nth = self.below(self.names.len());
                self.names[nth].clone()
            }
            "keyword" => {
                let pattern = v.keywords[self.below(v.keywords.len())].pattern;
                self.filled(pattern, depth)
            }
            "ability" if !self.heads.is_empty() => {
                format!("\"{}: {}\"", self.head(), self.step(depth.saturating_sub(1)))
            }
            "who" => self.who(depth),
            "adjectives" if !v.adjectives.is_empty() => v.adjectives[self.below(v.adjectives.len())].pattern.to_owned(),
            _ => String::new(),
        }
    }

    fn who(&mut self, depth: u32) -> String {
        let v = W::vocabulary();
        let noun = v.nouns[self.below(v.nouns.len())];
        if noun.bare != Bare::No {
            return noun.one.to_owned();
        }
        let quants: &[&str] = if v.counts { &["all", "target", "a", "2", "up to 2"] } else { &["all", "target", "a"] };
        let quant = match quants[self.below(quants.len())] {
            "target" if !v.targets => "a",
            quant => quant,
        };
        let many = !matches!(quant, "target" | "a");
        let adjective = match self.below(3) {
            0 if !v.adjectives.is_empty() => format!("{} ", v.adjectives[self.below(v.adjectives.len())].pattern),
            _ => String::new(),
        };
        let tail = match self.below(4) {
            0 if !v.tails.is_empty() && depth > 0 => {
                let pattern = v.tails[self.below(v.tails.len())].pattern;
                format!(" {}", self.filled(pattern, depth - 1))
            }
            _ => String::new(),
        };
        format!("{quant} {adjective}{}{tail}", if many { noun.many } else { noun.one })
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.chance.one_of(n.max(1) as u32) as usize
    }
}
