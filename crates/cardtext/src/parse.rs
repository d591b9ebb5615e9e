//! Reading whole files: first all headers, so that every card can name every other, then the lines below them.

use crate::ast::{Card, Words};
use crate::checks::{check_duplicates, check_unmade};
use crate::codes;
use crate::complaint::Complaint;
use crate::file::{Block, BlockLine, File, Item, LineKind, Parsed};
use crate::glossary::nearest;
use crate::header::{Header, ICON, NOTE_KEYS};
use crate::lexer::{self, Line, Token, TokenKind, fold, span, squeeze};
use crate::lexicon::Lexicon;
use crate::names::Names;
use crate::reader::Reader;
use crate::source::{Source, Sources};
use crate::vocabulary::Triggers;
use std::collections::HashSet;

/// Reads all sources as one set. There are always files as a result, with complaints where something is wrong.
pub fn parse<W: Words>(sources: &Sources) -> Parsed<W> {
    W::parse(sources)
}

/// What [`Words::parse`] does.
#[doc(hidden)]
pub fn read<W: Words>(sources: &Sources) -> Parsed<W> {
    let lexicon = Lexicon::<W>::of();
    let mut complaints = Vec::new();
    let mut names = Names::default();
    let sheets: Vec<Vec<Row<W>>> = sources
        .iter()
        .enumerate()
        .map(|(file, source)| rows(lexicon, source, file as u32, &mut names, &mut complaints))
        .collect();
    let mut mentioned = HashSet::new();
    let files: Vec<File<W>> = sheets
        .into_iter()
        .enumerate()
        .map(|(file, rows)| {
            let mut builder = Builder::new(lexicon, &names, file as u32);
            rows.into_iter().for_each(|row| builder.row(row));
            builder.finish();
            complaints.append(&mut builder.complaints);
            mentioned.extend(builder.mentioned);
            File { items: builder.items }
        })
        .collect();
    let cards: Vec<(&Card<W>, bool)> =
        files.iter().flat_map(File::cards).map(|card| (card, lexicon.vocabulary.is_token(card.kind))).collect();
    check_duplicates(&cards, sources, &mut complaints);
    check_unmade(&cards, &mentioned.iter().map(String::as_str).collect(), &mut complaints);
    for (file, source) in sources.iter().enumerate() {
        check_text(file as u32, source, &mut complaints);
    }
    Complaint::sort(&mut complaints);
    Parsed { files, complaints }
}

/// Of several unreadable characters in a line, only the first is reported.
fn check_text(file: u32, source: &Source, complaints: &mut Vec<Complaint>) {
    let text = &source.text;
    let mut end = 0;
    for (at, sign) in text.match_indices(char::REPLACEMENT_CHARACTER) {
        if at < end {
            continue;
        }
        let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
        end = text[at..].find('\n').map_or(text.len(), |behind| at + behind);
        complaints.retain(|one| one.span.file != file || !(start..=end).contains(&(one.span.start as usize)));
        let place = span(file, at, at + sign.len());
        complaints.push(Complaint::new(&codes::NO_TEXT, place, "this sign could not be read").hint("save the file as UTF-8"));
    }
}

/// A line and what it was recognised as.
struct Row<'s, W: Words> {
    line: Line<'s>,
    tokens: Vec<Token<'s>>,
    shape: Shape<W>,
}

enum Shape<W: Words> {
    Blank,
    Section,
    Header(Box<Header<W>>),
    Body,
}

/// Recognises the lines of a file and collects the names of its cards.
fn rows<'s, W: Words>(
    lexicon: &Lexicon<W>,
    source: &'s Source,
    file: u32,
    names: &mut Names,
    complaints: &mut Vec<Complaint>,
) -> Vec<Row<'s, W>> {
    let nobody = Names::default();
    let section = lexicon.vocabulary.section.map(|(word, _)| fold(word));
    let mut any_card = false;
    let mut homeless = false;
    let mut found = Vec::new();
    for line in lexer::lines(&source.text) {
        let tokens = lexer::tokens(line.content, line.start, &|word| lexicon.id(word));
        let shape = if tokens.is_empty() {
            Shape::Blank
        } else {
            let mut reader = Reader::new(lexicon, &nobody, &tokens, file);
            let whole = reader.span(0, tokens.len());
            let is_section = section.as_deref() == Some(fold(tokens[0].text).as_str());
            let complain = |message: &str, hint: String| Complaint::new(&codes::INDENTATION, whole, message).hint(hint);
            let indentation = span(file, line.margin, line.start);
            if line.indented {
                let margin = || format!("write it without indentation: `{}`", line.content);
                if is_section && !any_card {
                    complaints.push(complain("a section line begins at the margin", margin()).fix(indentation, ""));
                    Shape::Section
                } else if reader.is_header() {
                    complaints.push(complain("a card begins at the margin", margin()).fix(indentation, ""));
                    Shape::Header(Box::new(reader.header(whole)))
                } else {
                    if !any_card && !homeless {
                        complaints.push(complain(
                            "there is no card above this line",
                            "begin with a card's header at the margin".to_string(),
                        ));
                        homeless = true;
                    }
                    Shape::Body
                }
            } else if is_section {
                Shape::Section
            } else if !reader.kinds_here().is_empty() {
                Shape::Header(Box::new(reader.header(whole)))
            } else if note_key(&tokens).is_some() || reader.is_ability() {
                let indented = complain("the lines of a card are indented", format!("write `  {}`", line.content));
                complaints.push(indented.fix(indentation, "  "));
                homeless |= !any_card;
                Shape::Body
            } else {
                Shape::Header(Box::new(reader.unknown_kind()))
            }
        };
        if let Shape::Header(header) = &shape {
            any_card = true;
            names.add(&header.name);
        }
        found.push(Row { line, tokens, shape });
    }
    found
}

/// What is being filled.
enum Open<W: Words> {
    Nothing,
    Card(Box<Block<W>>, Triggers),
    Broken(Vec<String>, Triggers),
}

/// Puts the lines of one file together.
struct Builder<'l, W: Words> {
    lexicon: &'l Lexicon<W>,
    names: &'l Names,
    file: u32,
    items: Vec<Item<W>>,
    /// Comments and blank lines of which it is not yet known to which card they belong.
    pending: Vec<Item<W>>,
    open: Open<W>,
    section: Option<String>,
    section_missed: bool,
    /// Names in lines that could not be read: for these it is no mistake that nobody makes them.
    mentioned: HashSet<String>,
    complaints: Vec<Complaint>,
}

impl<'l, W: Words> Builder<'l, W> {
    fn new(lexicon: &'l Lexicon<W>, names: &'l Names, file: u32) -> Self {
        Self {
            lexicon,
            names,
            file,
            items: Vec::new(),
            pending: Vec::new(),
            open: Open::Nothing,
            section: None,
            section_missed: false,
            mentioned: HashSet::new(),
            complaints: Vec::new(),
        }
    }

    fn row(&mut self, row: Row<W>) {
        let comment = row.line.comment.map(str::to_string);
        match row.shape {
            Shape::Blank => self.blank(&row.line),
            Shape::Section => {
                self.finish();
                self.section_line(&row.line, &row.tokens, comment);
            }
            Shape::Header(header) => {
                self.finish();
                self.header(*header, &row.line, comment);
            }
            Shape::Body => self.body(&row.line, &row.tokens, comment),
        }
    }

    /// Closes the open card and adds what was pending.
    fn finish(&mut self) {
        match std::mem::replace(&mut self.open, Open::Nothing) {
            Open::Nothing => {}
            Open::Card(block, _) => self.items.push(Item::Card(*block)),
            Open::Broken(lines, _) => self.items.push(Item::Broken(lines)),
        }
        self.items.append(&mut self.pending);
    }

    fn blank(&mut self, line: &Line) {
        let Some(comment) = line.comment else {
            self.pending.push(Item::Blank);
            return;
        };
        self.pending.push(Item::Comment(comment.to_string()));
        if line.indented {
            self.settle();
        }
    }

    /// Gives the pending comments to the open card, because something of the card follows them.
    fn settle(&mut self) {
        if matches!(self.open, Open::Nothing) {
            return;
        }
        for item in std::mem::take(&mut self.pending) {
            let Item::Comment(comment) = item else { continue };
            match &mut self.open {
                Open::Card(block, _) => block.lines.push(BlockLine { kind: LineKind::Comment, comment: Some(comment) }),
                Open::Broken(lines, _) => lines.push(format!("  #{comment}")),
                Open::Nothing => {}
            }
        }
    }

    fn section_line(&mut self, line: &Line, tokens: &[Token], comment: Option<String>) {
        let Some((word, values)) = self.lexicon.vocabulary.section else { return };
        let written = squeeze(&line.content[tokens[0].text.len()..]);
        let known = values.iter().find(|value| fold(value) == fold(&written)).map(|value| (*value).to_string());
        if known.is_none() {
            let start = tokens.get(1).map_or(tokens[0].start, |t| t.start);
            let message = if written.is_empty() {
                format!("`{word}` needs a value")
            } else {
                format!("`{written}` is no {word} of {}", self.lexicon.vocabulary.game)
            };
            let place = span(self.file, start, tokens[tokens.len() - 1].end);
            let complaint = Complaint::new(&codes::UNKNOWN_SECTION, place, message).expecting(values.iter().copied());
            self.complaints.push(complaint.did_you_mean(nearest(&written, values.iter().copied())));
        }
        let value = known.unwrap_or(written);
        self.section = Some(value.clone());
        self.items.push(Item::Section { word: word.to_string(), value, comment });
    }

    fn header(&mut self, mut header: Header<W>, line: &Line, comment: Option<String>) {
        let broken_header = (!header.complaints.is_empty()).then(|| line.content.to_string());
        self.complaints.append(&mut header.complaints);
        let section_word = self.lexicon.vocabulary.section.map(|(word, _)| word);
        let triggers = header.kind.map_or(Triggers::Free, |index| self.lexicon.vocabulary.kinds[index].triggers);
        let misspelt = header.kind.is_none()
            && section_word.is_some_and(|word| nearest(first_word(line.content), std::iter::once(word)).is_some());
        if let Some(word) = section_word.filter(|_| self.section.is_none() && !self.section_missed) {
            self.section_missed = true;
            if !misspelt {
                let place = span(self.file, line.start, line.start + line.content.len());
                let values = self.lexicon.vocabulary.section.map_or(&[][..], |(_, values)| values);
                let message = format!("no `{word}` line stands above this card");
                let complaint = Complaint::new(&codes::MISSING_SECTION, place, message)
                    .expecting(values.iter().map(|v| format!("{word} {v}")));
                let hint = format!("write `{word} {}` above it", values.first().copied().unwrap_or_default());
                let above = span(self.file, line.margin, line.margin);
                let sections = values.iter().map(|value| format!("{word} {value}\n\n"));
                self.complaints.push(sections.fold(complaint.hint(hint), |complaint, text| complaint.fix(above, text)));
            }
        }
        self.open = match header.card {
            Some(mut card) => {
                card.section.clone_from(&self.section);
                Open::Card(Box::new(Block { card, broken_header, comment, lines: Vec::new() }), triggers)
            }
            None => Open::Broken(vec![raw(line)], triggers),
        };
    }

    fn body(&mut self, line: &Line, tokens: &[Token], comment: Option<String>) {
        self.settle();
        let triggers = match &self.open {
            Open::Card(_, triggers) | Open::Broken(_, triggers) => *triggers,
            Open::Nothing => {
                self.items.append(&mut self.pending);
                self.open = Open::Broken(Vec::new(), Triggers::Free);
                Triggers::Free
            }
        };
        let note = note_key(tokens).map(|key| (key.to_string(), line.content[tokens[1].end - line.start..].trim().to_string()));
        let ability = if note.is_some() {
            None
        } else {
            let mut reader = Reader::new(self.lexicon, self.names, tokens, self.file);
            reader.kind = if let Open::Card(block, _) = &self.open { Some(block.card.kind) } else { None };
            let ability = reader.ability_line(triggers, &mut self.complaints);
            self.mentioned.extend(reader.meant);
            ability
        };
        match &mut self.open {
            Open::Card(block, _) => {
                let kind = if let Some(note) = note {
                    if note.0 == ICON && block.card.note(ICON).is_some() {
                        let place = span(self.file, tokens[0].start, tokens[tokens.len() - 1].end);
                        let complaint = Complaint::new(&codes::SECOND_ICON, place, "this card has an icon already");
                        let whole = span(self.file, line.margin, line.next);
                        self.complaints.push(complaint.hint("leave one of the two lines out").fix(whole, ""));
                    }
                    block.card.notes.push(note);
                    LineKind::Note(block.card.notes.len() - 1)
                } else if let Some(ability) = ability {
                    block.card.abilities.push(ability);
                    LineKind::Ability(block.card.abilities.len() - 1)
                } else {
                    mention(tokens, self.names, &mut self.mentioned);
                    block.card.broken += 1;
                    LineKind::Broken(line.content.to_string())
                };
                block.lines.push(BlockLine { kind, comment });
            }
            Open::Broken(lines, _) => {
                mention(tokens, self.names, &mut self.mentioned);
                lines.push(raw(line));
            }
            Open::Nothing => {}
        }
    }
}

/// The key of a note line.
fn note_key(tokens: &[Token]) -> Option<&'static str> {
    let [key, colon, ..] = tokens else { return None };
    NOTE_KEYS.into_iter().find(|known| colon.is(":") && key.text.eq_ignore_ascii_case(known))
}

/// A line as it was written, with regular indentation.
fn raw(line: &Line) -> String {
    let indent = if line.indented { "  " } else { "" };
    match line.comment {
        Some(comment) => format!("{indent}{}  #{comment}", line.content),
        None => format!("{indent}{}", line.content),
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// Remembers every card name that occurs in a line that could not be read.
fn mention(tokens: &[Token], names: &Names, mentioned: &mut HashSet<String>) {
    for start in 0..tokens.len() {
        let mut name = String::new();
        for token in tokens[start..].iter().take(names.longest()).take_while(|t| t.kind == TokenKind::Word) {
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&lexer::straight(token.text));
            if names.contains(&name) {
                mentioned.insert(name.clone());
            }
        }
    }
}
