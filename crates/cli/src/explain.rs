//! `playmat explain`: a code, a word or a card.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_cards::{CardGame, CardInfo, Terms};
use playmat_cardtext::{Code, Explained, Sources, codes, explain_word, instead_of, parse};
use playmat_catalog::{Library, Origin, Visitor, visit_all};

use crate::common::{did_you_mean, library};
use crate::failure::{Failure, Finished};
use crate::words::sheet;

/// Explain a code of `check`, a word of the card language, a ruling or a card
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat explain C07
  playmat explain free play
  playmat explain NAME OF A CARD
  playmat explain --cards my-cards NAME OF A CARD")]
pub struct Explain {
    /// A code, a word, a ruling or the name of a card
    #[arg(required = true, value_name = "CODE|WORD|CARD")]
    words: Vec<String>,
    /// Take the cards of this folder (DIR/GAME/*.cards or DIR/*.cards) instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
}

impl Explain {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let wanted = self.words.join(" ");
        if let Some(folder) = &self.cards {
            let mut tried = visit_all(Readable(folder)).into_iter();
            let first = tried.next().unwrap_or(Ok(()));
            if first.is_err() && !tried.any(|read| read.is_ok()) {
                first?;
            }
        }
        let games_of = |code: &Code| visit_all(Shows(code)).into_iter().flatten().collect();
        let (mut found, mut known) = explain_codes(&wanted, codes(), games_of);
        for looked in visit_all(Search { wanted: &wanted, cards: self.cards.as_deref() }) {
            let (sheets, names) = looked?;
            found.extend(sheets);
            known.extend(names);
        }
        if found.is_empty() {
            found.extend(visit_all(Elsewhere(&wanted)).into_iter().flatten());
        }
        if found.is_empty() {
            let hint = did_you_mean(&wanted, known.iter().map(String::as_str));
            return Err(Failure::bad(format!("there is no code, word, ruling or card `{wanted}`{hint}")));
        }
        writeln!(out, "{}", found.join("\n\n"))?;
        Ok(Finished::Well)
    }
}

/// The codes with this name, and the names of all codes. `games_of` returns the games whose cards the examples of a code are.
fn explain_codes(wanted: &str, codes: &[&Code], games_of: impl Fn(&Code) -> Vec<&'static str>) -> (Vec<String>, Vec<String>) {
    let named = codes.iter().filter(|code| code.id.eq_ignore_ascii_case(wanted) || code.name.eq_ignore_ascii_case(wanted));
    (
        named.map(|code| code_sheet(code, &games_of(code))).collect(),
        codes.iter().flat_map(|code| [code.id.to_owned(), code.name.to_owned()]).collect(),
    )
}

/// A code with its example, which is of these games.
fn code_sheet(code: &Code, games: &[&str]) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = format!("{bold}{} {}{bold:#}: {}\n\n{}", code.id, code.name, code.title, code.explanation);
    for (title, example) in [("wrong", code.wrong), ("right", code.right)] {
        if !example.is_empty() {
            text.push_str(&format!("\n\n  {title} ({}):", games.join(", ")));
            example.trim_end().lines().for_each(|line| text.push_str(&format!("\n    {line}")));
        }
    }
    text
}

/// The title of a game in which the examples of a code are as they should be: the right one is accepted, and the wrong one has
/// this mistake and no other.
#[derive(Clone)]
struct Shows<'a>(&'a Code);

impl Visitor for Shows<'_> {
    type Out = Option<&'static str>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let found = |text: &str| -> Vec<&'static str> {
            let parsed = parse::<G::Words>(&Sources::one("example.cards", text));
            let more = G::check(&parsed.cards().collect::<Vec<_>>());
            parsed.complaints.iter().chain(&more).map(|one| one.code.id).collect()
        };
        (found(self.0.right).is_empty() && found(self.0.wrong) == [self.0.id]).then_some(G::TITLE)
    }
}

/// What a game writes instead of a word that only other games have.
#[derive(Clone)]
struct Elsewhere<'a>(&'a str);

impl Visitor for Elsewhere<'_> {
    type Out = Option<String>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let bold = anstyle::Style::new().bold();
        let advice = instead_of::<G::Words>(self.0)?;
        Some(format!("{bold}{}{bold:#} (no word of {})\n  {advice}", self.0, G::TITLE))
    }
}

#[derive(Clone)]
struct Search<'a> {
    wanted: &'a str,
    cards: Option<&'a Path>,
}

impl Visitor for Search<'_> {
    /// What was found, and all known names.
    type Out = Result<(Vec<String>, Vec<String>), Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let bold = anstyle::Style::new().bold();
        let (mut found, mut known) = explain_codes(self.wanted, G::codes(), |_| vec![G::TITLE]);
        for entry in explain_word::<G::Words>(self.wanted).unwrap_or_default() {
            let usage = if entry.usage == entry.word { String::new() } else { format!("\n  written: {}", entry.usage) };
            found.push(format!("{bold}{}{bold:#} ({}, {})\n  {}{usage}", entry.word, entry.class, G::TITLE, entry.gloss));
        }
        for ruling in G::rulings().iter().filter(|ruling| ruling.name == self.wanted) {
            found.push(ruling_sheet::<G>(ruling));
        }
        let (cards, words) = all_cards::<G>(self.cards)?;
        let named = cards.iter().filter(|info| info.name.eq_ignore_ascii_case(self.wanted));
        found.extend(named.map(|info| sheet(info, &words)));
        known.extend(words.into_iter().map(|entry| entry.word));
        known.extend(G::rulings().iter().map(|ruling| ruling.name.to_owned()));
        known.extend(cards.into_iter().map(|info| info.name));
        Ok((found, known))
    }
}

fn ruling_sheet<G: CardGame>(ruling: &playmat_cards::RulingInfo) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = format!("{bold}{}{bold:#} (ruling, {})", ruling.name, G::TITLE);
    for (place, (value, meaning)) in ruling.values.iter().enumerate() {
        let editions =
            G::editions().iter().zip(ruling.editions).filter(|(_, says)| **says as usize == place).map(|(edition, _)| *edition);
        let editions: Vec<&str> = editions.collect();
        let in_editions = if editions.is_empty() { String::new() } else { format!(" [{}]", editions.join(", ")) };
        text.push_str(&format!("\n  {value}{in_editions}: {meaning}"));
    }
    text
}

/// The shipped cards or those of a folder, of all editions, with the glossary of the first edition. Files directly in the folder
/// belong to the game that can read them; the shipped cards of the other games stay.
fn all_cards<G: CardGame>(folder: Option<&Path>) -> Result<(Vec<CardInfo>, Vec<Explained>), Failure> {
    let flat = |folder: &Path| Library::<G>::load(&Origin::Folder(folder.to_owned())).ok();
    let library = match folder {
        Some(folder) if folder.join(G::NAME).is_dir() => library::<G>(Some(folder))?,
        Some(folder) => flat(folder).map_or_else(|| library::<G>(None), Ok)?,
        None => library::<G>(None)?,
    };
    let rules = library.rules(&Terms::default()).map_err(Failure::bad)?;
    Ok((G::cards(&rules.rules).to_vec(), G::glossary(&rules.rules)))
}

/// Whether at least one game can read the cards of a folder.
#[derive(Clone)]
struct Readable<'a>(&'a Path);

impl Visitor for Readable<'_> {
    type Out = Result<(), Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        library::<G>(Some(self.0)).map(drop)
    }
}
