//! The canonical text of a tree. It walks the same patterns that the reader matches, so that what is printed reads back equal.

use crate::ast::{Ability, Arg, Card, Clause, Condition, Effect, Keyword, Quant, Selector, Words};
use crate::file::{Block, File, Item, LineKind};
use crate::pattern::{Piece, Slot, pieces};
use crate::vocabulary::Bare;

/// Stands for `a` or `an` until the next word is known.
const ARTICLE: char = '\u{e000}';

/// The canonical form of a file: comments and broken lines kept, one blank line between blocks.
pub fn print_file<W: Words>(file: &File<W>) -> String {
    let mut text = String::new();
    let mut before: Option<&Item<W>> = None;
    for (index, item) in file.items.iter().enumerate() {
        if matches!(item, Item::Blank)
            && (matches!(before, None | Some(Item::Blank)) || file.items[index..].iter().all(|i| matches!(i, Item::Blank)))
        {
            continue;
        }
        if before.is_some_and(|before| apart(before, item)) {
            text.push('\n');
        }
        match item {
            Item::Blank => text.push('\n'),
            Item::Comment(comment) => push_line(&mut text, "", "", Some(comment)),
            Item::Section { word, value, comment } => push_line(&mut text, "", &format!("{word} {value}"), comment.as_deref()),
            Item::Card(block) => print_block(&mut text, block),
            Item::Broken(lines) => lines.iter().for_each(|line| push_line(&mut text, "", line, None)),
        }
        before = Some(item);
    }
    text
}

/// The card with its lines and notes, without comments.
pub fn print_card<W: Words>(card: &Card<W>) -> String {
    let mut text = articles(&raw_lines(card));
    for (key, note) in &card.notes {
        push_line(&mut text, "  ", &note_line(key, note), None);
    }
    text
}

/// The card without its notes, under its section.
pub fn canonical<W: Words>(card: &Card<W>) -> String {
    articles(&raw_lines_with_section(card))
}

/// The text that a fingerprint hashes: the canonical text with a number for every article, so that better English does not change
/// it.
pub fn identity<W: Words>(card: &Card<W>) -> String {
    raw_lines_with_section(card).replace(ARTICLE, "1")
}

/// The first line of a card.
pub fn print_header<W: Words>(card: &Card<W>) -> String {
    articles(&raw_header(card))
}

fn raw_header<W: Words>(card: &Card<W>) -> String {
    let v = W::vocabulary();
    let pattern = v
        .kinds
        .iter()
        .find(|e| e.word == card.kind && fits::<W>(e.pattern, &card.header))
        .or_else(|| v.kinds.iter().find(|e| e.word == card.kind));
    let mut text = fill::<W>(pattern.map_or("", |e| e.pattern), &card.header, &card.name);
    for keyword in &card.keywords {
        text.push_str(", ");
        text.push_str(&print_keyword(keyword));
    }
    if !card.pools.is_empty() {
        text.push_str(&format!(" [{}]", card.pools.join(", ")));
    }
    text
}

/// One line without indentation: `on play: draw 2.`
pub fn print_ability<W: Words>(ability: &Ability<W>) -> String {
    articles(&(raw_ability(ability) + "."))
}

/// An effect without a full stop: `draw 2, then heal 1`.
pub fn print_effect<W: Words>(effect: &Effect<W>) -> String {
    articles(&raw_effect(effect))
}

/// One clause: `deal 2 damage to target enemy`.
pub fn print_clause<W: Words>(clause: &Clause<W>) -> String {
    articles(&raw_clause(clause))
}

/// A trigger with its values: `when targeted by the rival`.
pub fn print_trigger<W: Words>(trigger: W::Trigger, args: &[Arg<W>]) -> String {
    articles(&raw_trigger(trigger, args))
}

/// A condition without its `if`.
pub fn print_condition<W: Words>(condition: &Condition<W>) -> String {
    articles(&raw_condition(condition))
}

/// Who: `target close enemy of power 5 or more`.
pub fn print_selector<W: Words>(selector: &Selector<W>) -> String {
    articles(&raw_selector(selector))
}

/// A keyword with its number.
pub fn print_keyword<W: Words>(keyword: &Keyword<W>) -> String {
    let entries = &W::vocabulary().keywords;
    let numbered = |pattern: &str| pattern.contains('{') == keyword.number.is_some();
    let entry = entries
        .iter()
        .find(|e| e.word == keyword.keyword && numbered(e.pattern))
        .or_else(|| entries.iter().find(|e| e.word == keyword.keyword));
    let number: Vec<Arg<W>> = keyword.number.map(|n| Arg::Number(n, keyword.span)).into_iter().collect();
    fill(entry.map_or("", |e| e.pattern), &number, "")
}

/// The value of a slot as it is written.
pub fn print_arg<W: Words>(arg: &Arg<W>) -> String {
    articles(&raw_arg(arg))
}

fn raw_lines_with_section<W: Words>(card: &Card<W>) -> String {
    let section = match (&card.section, W::vocabulary().section) {
        (Some(value), Some((word, _))) => format!("{word} {value}\n"),
        _ => String::new(),
    };
    section + &raw_lines(card)
}

fn raw_lines<W: Words>(card: &Card<W>) -> String {
    let mut text = String::new();
    push_line(&mut text, "", &raw_header(card), None);
    for ability in &card.abilities {
        push_line(&mut text, "  ", &(raw_ability(ability) + "."), None);
    }
    text
}

fn note_line(key: &str, note: &str) -> String {
    if note.is_empty() { format!("{key}:") } else { format!("{key}: {note}") }
}

fn print_block<W: Words>(text: &mut String, block: &Block<W>) {
    let header = block.broken_header.clone().unwrap_or_else(|| print_header(&block.card));
    push_line(text, "", &header, block.comment.as_deref());
    for line in &block.lines {
        let content = match &line.kind {
            LineKind::Ability(index) => block.card.abilities.get(*index).map_or_else(String::new, print_ability),
            LineKind::Note(index) => block.card.notes.get(*index).map_or_else(String::new, |(key, note)| note_line(key, note)),
            LineKind::Broken(raw) => raw.clone(),
            LineKind::Comment => String::new(),
        };
        push_line(text, "  ", &content, line.comment.as_deref());
    }
}

fn push_line(text: &mut String, indent: &str, content: &str, comment: Option<&str>) {
    text.push_str(indent);
    text.push_str(content);
    if let Some(comment) = comment {
        if !content.is_empty() {
            text.push_str("  ");
        }
        text.push('#');
        text.push_str(comment);
    }
    text.push('\n');
}

/// Whether a blank line is put between two items that were written without one.
fn apart<W: Words>(before: &Item<W>, item: &Item<W>) -> bool {
    let body = |item: &Item<W>| match item {
        Item::Card(block) => !block.lines.is_empty(),
        Item::Broken(_) => true,
        _ => false,
    };
    match (before, item) {
        (Item::Blank, _) | (_, Item::Blank) => false,
        (Item::Comment(_), _) => false,
        (Item::Section { .. }, Item::Card(_) | Item::Broken(_)) | (Item::Card(_) | Item::Broken(_), Item::Section { .. }) => {
            true
        }
        (before, item) => body(before) || body(item),
    }
}

fn raw_ability<W: Words>(ability: &Ability<W>) -> String {
    let Some((trigger, args)) = &ability.trigger else { return raw_effect(&ability.effect) };
    let mut text = raw_trigger(*trigger, args);
    for cost in &ability.costs {
        text.push_str(", ");
        text.push_str(&raw_clause(cost));
    }
    text + ": " + &raw_effect(&ability.effect)
}

fn raw_effect<W: Words>(effect: &Effect<W>) -> String {
    match effect {
        Effect::Then(steps) => {
            steps.iter().map(raw_step).reduce(|before, step| before + joint(&step) + &step).unwrap_or_default()
        }
        other => raw_step(other),
    }
}

/// What stands between a step and the one before it.
fn joint(step: &str) -> &'static str {
    if step.starts_with("if you do,") { "; " } else { ", then " }
}

fn raw_step<W: Words>(effect: &Effect<W>) -> String {
    match effect {
        Effect::Do(clause) => raw_clause(clause),
        Effect::Then(_) => format!("({})", raw_effect(effect)),
        Effect::Either(options, _) => {
            let option = |option| if ends_open(option) { format!("({})", raw_effect(option)) } else { raw_step(option) };
            format!("either {}", options.iter().map(option).collect::<Vec<_>>().join(" or "))
        }
        Effect::May(step, _) => format!("you may {}", raw_step(step)),
        Effect::If(condition, step) => {
            let words = raw_condition(condition);
            let if_ = if words.starts_with("for ") { "" } else { "if " };
            format!("{if_}{words}, {}", raw_step(step))
        }
    }
}

/// Whether a following `or` would be taken for the effect's own.
fn ends_open<W: Words>(effect: &Effect<W>) -> bool {
    match effect {
        Effect::Either(..) => true,
        Effect::May(step, _) | Effect::If(_, step) => ends_open(step),
        Effect::Do(_) | Effect::Then(_) => false,
    }
}

fn raw_clause<W: Words>(clause: &Clause<W>) -> String {
    let entries = W::vocabulary().verbs.iter().filter(|e| e.word == clause.verb).map(|e| e.pattern);
    best::<W>(entries, &clause.args)
}

fn raw_trigger<W: Words>(trigger: W::Trigger, args: &[Arg<W>]) -> String {
    best::<W>(W::vocabulary().triggers.iter().filter(|e| e.word == trigger).map(|e| e.pattern), args)
}

fn raw_condition<W: Words>(condition: &Condition<W>) -> String {
    best::<W>(W::vocabulary().conditions.iter().filter(|e| e.word == condition.condition).map(|e| e.pattern), &condition.args)
}

/// The first pattern whose slots fit the values: a word may have several patterns, the first of its shape is the canonical one.
fn best<W: Words>(patterns: impl Iterator<Item = &'static str> + Clone, args: &[Arg<W>]) -> String {
    let pattern = patterns.clone().find(|p| fits::<W>(p, args)).or_else(|| patterns.clone().next());
    fill(pattern.unwrap_or(""), args, "")
}

fn fits<W: Words>(pattern: &'static str, args: &[Arg<W>]) -> bool {
    let slots = pieces(pattern).into_iter().filter_map(|p| if let Piece::Slot(slot) = p { Some(slot) } else { None });
    slots.filter(|slot| *slot != Slot::Name).eq(args.iter().map(slot_of))
}

fn slot_of<W: Words>(arg: &Arg<W>) -> Slot {
    match arg {
        Arg::Number(..) => Slot::Number,
        Arg::Count(..) => Slot::Count,
        Arg::Stats(..) => Slot::Stats,
        Arg::Delta(..) => Slot::Delta,
        Arg::Who(_) => Slot::Who,
        Arg::Card(..) => Slot::Card,
        Arg::Keyword(_) => Slot::Keyword,
        Arg::Adjectives(..) => Slot::Adjectives,
        Arg::Ability(_) => Slot::Ability,
    }
}

/// A pattern with its slots filled. `gain(s)` agrees with the first who; directly behind a number or count it is that many things.
fn fill<W: Words>(pattern: &'static str, args: &[Arg<W>], name: &str) -> String {
    let who = args.iter().find_map(|arg| if let Arg::Who(selector) = arg { Some(is_plural(selector)) } else { None });
    let mut text = String::new();
    let mut args = args.iter();
    let mut counted = None;
    for piece in pieces(pattern) {
        match piece {
            Piece::Text(words) => {
                text.push_str(words);
                counted = counted.filter(|_| words.trim().is_empty());
            }
            Piece::Agree(base, ending) => {
                let long = counted.take().unwrap_or(who != Some(true));
                text.push_str(base);
                text.push_str(if long { ending } else { "" });
            }
            Piece::Slot(Slot::Name) => text.push_str(name),
            Piece::Slot(_) => {
                let arg = args.next();
                counted = match arg {
                    Some(Arg::Number(n, _) | Arg::Count(n, _)) => Some(*n != 1),
                    _ => None,
                };
                text.push_str(&arg.map(raw_arg).unwrap_or_default());
            }
        }
    }
    text
}

fn raw_arg<W: Words>(arg: &Arg<W>) -> String {
    match arg {
        Arg::Number(n, _) => n.to_string(),
        Arg::Count(1, _) => ARTICLE.to_string(),
        Arg::Count(n, _) => n.to_string(),
        Arg::Stats(a, b, _) => format!("{a}/{b}"),
        Arg::Delta(a, b, _) => format!("{a:+}/{b:+}"),
        Arg::Who(selector) => raw_selector(selector),
        Arg::Card(name, _) => name.clone(),
        Arg::Keyword(keyword) => print_keyword(keyword),
        Arg::Adjectives(words, _) => words.iter().map(|w| adjective::<W>(*w)).collect::<Vec<_>>().join(" "),
        Arg::Ability(ability) => format!("\"{}\"", raw_ability(ability)),
    }
}

fn raw_selector<W: Words>(selector: &Selector<W>) -> String {
    let mut parts = match selector.quant {
        Quant::Bare => Vec::new(),
        Quant::All => vec!["all".to_string()],
        Quant::Each => vec!["each".to_string()],
        Quant::Target => vec!["target".to_string()],
        Quant::One => vec![ARTICLE.to_string()],
        Quant::Exactly(n) => vec![n.to_string()],
        Quant::UpTo(n) => vec![format!("up to {n}")],
    };
    parts.extend(selector.adjectives.iter().map(|w| adjective::<W>(*w)));
    let noun = W::vocabulary().nouns.iter().find(|e| e.word == selector.noun);
    parts.push(noun.map_or("", |e| if is_plural(selector) { e.many } else { e.one }).to_string());
    for (tail, args) in &selector.tails {
        parts.push(best::<W>(W::vocabulary().tails.iter().filter(|e| e.word == *tail).map(|e| e.pattern), args));
    }
    parts.join(" ")
}

fn adjective<W: Words>(word: W::Adjective) -> String {
    W::vocabulary().adjectives.iter().find(|e| e.word == word).map_or("", |e| e.pattern).to_string()
}

fn is_plural<W: Words>(selector: &Selector<W>) -> bool {
    match selector.quant {
        Quant::Bare => W::vocabulary().nouns.iter().any(|e| e.word == selector.noun && e.bare == Bare::Many),
        Quant::All => true,
        Quant::Each | Quant::Target | Quant::One => false,
        Quant::Exactly(n) | Quant::UpTo(n) => n != 1,
    }
}

/// Puts `a`, `an` or `some` where the next words decide, and `1` where no word follows.
fn articles(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut parts = text.split(ARTICLE);
    out.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let next = part.trim_start();
        out.push_str(match next.chars().next() {
            Some(c) if part.starts_with(' ') && c.is_alphabetic() => {
                if takes_some(next) {
                    "some"
                } else if takes_an(next) {
                    "an"
                } else {
                    "a"
                }
            }
            _ => "1",
        });
        out.push_str(part);
    }
    out
}

/// Whether a text begins with the name of a card that is a plural, as far as its letters tell.
fn takes_some(text: &str) -> bool {
    let named = text.split(' ').take_while(|word| word.starts_with(char::is_uppercase));
    let last = named.last().unwrap_or_default().trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let ends = |list: &[&str]| list.iter().any(|end| last.ends_with(end));
    ends(&["s"]) && !ends(&["ss", "us", "is"])
}

/// Whether a word begins with a vowel's sound, as far as its letters tell.
fn takes_an(word: &str) -> bool {
    let word = word.to_lowercase();
    let first = |list: &[&str]| list.iter().any(|start| word.starts_with(start));
    if first(&["hour", "honest", "heir"]) {
        return true;
    }
    if first(&["eu", "one", "use", "uti"]) || (first(&["uni"]) && !first(&["unin", "unim"])) {
        return false;
    }
    word.starts_with(|c: char| "aeiouàáâãäåāèéêëēìíîïīòóôõöøōùúûüū".contains(c))
}
