//! An editor's questions about cards that somebody writes. No game has to be loaded for them: a page answers them in an instance of their own.

use playmat_cards::CardInfo;
use playmat_cardtext::Explained;
use playmat_catalog::ALL_GAMES;
use playmat_language::{Completion, Edit, Inserted, Text, Workspace};
use playmat_wire::tables::GameCard;
use playmat_wire::workshop::{
    CardComplaint, CardFile, CardFix, CardWords, FormattedCards, OwnCards, Reading, WordsMeaning, WorkshopRequest, WrittenCard,
};
use playmat_wire::{CardInfoForm, words_used};
use serde::Serialize;

use crate::{Code, RoomError};

/// The most files of a set, and the most bytes of all of them.
const MOST_FILES: usize = 40;
const MOST_BYTES: usize = 256 * 1024;
/// How many things that are wrong are told.
const MOST_COMPLAINTS: usize = 200;

/// An answer to a question about cards.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
pub enum WorkshopAnswer {
    /// What is wrong, and how the cards look.
    Read(Reading),
    /// What can stand at a place.
    Complete(Vec<CardWords>),
    /// What words mean.
    Hover(Option<WordsMeaning>),
    /// The canonical form.
    Format(FormattedCards),
}

impl WorkshopAnswer {
    /// Answers `read`, `complete`, `hover` or `format`; `shipped` gives the card files of the game.
    pub fn to(
        game: &str,
        what: &str,
        asked: WorkshopRequest,
        shipped: impl FnOnce() -> Vec<(String, String)>,
    ) -> Result<Self, RoomError> {
        let bad = |sentence: &str| RoomError::new(Code::BadRequest, sentence);
        if !ALL_GAMES.contains(&game) {
            return Err(RoomError::unknown_game(game));
        }
        let WorkshopRequest { cards, file, at, .. } = asked;
        let texts = all_texts(cards, shipped)?;
        let names: Vec<String> = texts.iter().map(|(name, _)| name.clone()).collect();
        let bench = Bench::new(game, texts);
        let file = file.ok_or_else(|| bad("`file` says which file it is about."))?;
        let text = bench.workspace.text(&bench.path(&file));
        let text = text.ok_or_else(|| bad(&format!("There is no file `{file}`; there are: {}.", names.join(", "))))?;
        let at = || at.map(|at| text.byte_of_unit(at as usize)).ok_or_else(|| bad("`at` says which place it is about."));
        Ok(match what {
            "read" => WorkshopAnswer::Read(bench.read(names, &file, text)),
            "complete" => WorkshopAnswer::Complete(bench.complete(&file, text, at()?)),
            "hover" => WorkshopAnswer::Hover(bench.hover(&file, text, at()?)),
            "format" => WorkshopAnswer::Format(bench.format(&file, text)),
            _ => return Err(RoomError::new(Code::NotFound, "An editor asks to read, complete, hover, format or play.")),
        })
    }
}

/// All files of a set, by name: `shipped` gives those that come with the program.
pub fn all_texts(own: OwnCards, shipped: impl FnOnce() -> Vec<(String, String)>) -> Result<Vec<(String, String)>, RoomError> {
    let bare = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let mut texts: Vec<(String, String)> =
        if own.shipped { shipped().into_iter().map(|(path, text)| (bare(&path), text)).collect() } else { Vec::new() };
    for CardFile { name, text } in own.files {
        check_name(&name)?;
        texts.retain(|(known, _)| *known != name);
        texts.push((name, text));
    }
    if texts.len() > MOST_FILES || texts.iter().map(|(_, text)| text.len()).sum::<usize>() > MOST_BYTES {
        let sentence = format!("A set has at most {MOST_FILES} files with {} KiB together.", MOST_BYTES / 1024);
        return Err(RoomError::new(Code::TooLarge, sentence));
    }
    texts.sort();
    Ok(texts)
}

/// The texts of a set on the desk of an editor.
struct Bench {
    game: String,
    workspace: Workspace,
    names: Vec<String>,
}

impl Bench {
    fn new(game: &str, texts: Vec<(String, String)>) -> Self {
        let mut bench = Bench { game: game.to_owned(), workspace: Workspace::default(), names: Vec::new() };
        for (name, text) in texts {
            bench.workspace.write(&bench.path(&name), text);
            bench.names.push(name);
        }
        bench
    }

    fn path(&self, file: &str) -> String {
        format!("cards/{}/{file}", self.game)
    }

    fn read(&self, files: Vec<String>, file: &str, text: &Text) -> Reading {
        let mut complaints = Vec::new();
        for name in &self.names {
            let path = self.path(name);
            let Some(text) = self.workspace.text(&path) else { continue };
            for found in self.workspace.diagnostics(&path).into_iter().take(MOST_COMPLAINTS) {
                complaints.push(CardComplaint {
                    file: name.clone(),
                    from: text.units(found.range.start) as u32,
                    to: text.units(found.range.end) as u32,
                    line: 1 + text.line_of(found.range.start) as u32,
                    sentence: found.message,
                    code: found.code.map(str::to_owned),
                    fixes: found.fixes.into_iter().filter_map(|fix| self.fix(fix.title, fix.edit)).collect(),
                });
            }
        }
        let look = self.workspace.look(&self.path(file));
        let card = |(info, all): (CardInfo, std::ops::Range<usize>)| WrittenCard {
            card: printed(&info, &look.glossary),
            from: text.units(all.start) as u32,
            to: text.units(all.end) as u32,
        };
        Reading { files, complaints, cards: look.cards.into_iter().map(card).collect() }
    }

    fn fix(&self, title: String, edit: Edit) -> Option<CardFix> {
        let text = self.workspace.text(&edit.path)?;
        let file = edit.path.rsplit('/').next()?.to_owned();
        Some(CardFix { title, file, from: text.units(edit.start) as u32, to: text.units(edit.end) as u32, text: edit.text })
    }

    fn complete(&self, file: &str, text: &Text, at: usize) -> Vec<CardWords> {
        let words = |found: Completion| CardWords {
            text: found.parts.iter().map(part).collect(),
            label: found.label,
            class: found.class.to_owned(),
            gloss: found.gloss,
            from: text.units(found.range.start) as u32,
            to: text.units(found.range.end) as u32,
        };
        self.workspace.complete(&self.path(file), at).into_iter().map(words).collect()
    }

    fn hover(&self, file: &str, text: &Text, at: usize) -> Option<WordsMeaning> {
        let found = self.workspace.hover(&self.path(file), at)?;
        let (from, to) = (text.units(found.range.start) as u32, text.units(found.range.end) as u32);
        Some(WordsMeaning { from, to, markdown: found.markdown })
    }

    fn format(&self, file: &str, text: &Text) -> FormattedCards {
        let path = self.path(file);
        let readable = self.workspace.diagnostics(&path).iter().all(|found| found.fixes.is_empty());
        let edit = self.workspace.format(&path);
        let formed = edit.map(|edit| text.replaced(edit.range(), &edit.text).as_str().to_owned());
        FormattedCards { text: formed.or_else(|| readable.then(|| text.as_str().to_owned())) }
    }
}

/// A part of what can stand at a place, as templates of editors write it.
fn part(part: &Inserted) -> String {
    match part {
        Inserted::Words(words) => words.replace(['{', '}'], ""),
        Inserted::Hole(what) => format!("#{{{what}}}"),
    }
}

/// A card as clients draw it.
pub(crate) fn printed(info: &CardInfo, words: &[Explained]) -> GameCard {
    GameCard {
        info: CardInfoForm::from(info),
        pool: info.pool,
        words: words_used(info, words).into_iter().map(|entry| entry.word.clone()).collect(),
    }
}

/// A name is one of a file: it leads to no other folder.
fn check_name(name: &str) -> Result<(), RoomError> {
    let letters = name.strip_suffix(".cards").unwrap_or_default();
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    if (1..=60).contains(&letters.chars().count()) && letters.chars().all(fits) {
        return Ok(());
    }
    let sentence =
        format!("`{}` is no name for a file of cards; one is like `my-fish.cards`.", name.chars().take(80).collect::<String>());
    Err(RoomError::new(Code::BadRequest, sentence))
}
