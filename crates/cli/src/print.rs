//! `playmat print`: a deck or a set as sheets of cards.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use playmat_cards::{CardInfo, DefId};
use playmat_catalog::{ALL_GAMES, DeckError, DeckList, Rules, def_named, game_of, printable, shipped_deck, shipped_decks};
use playmat_face::{Paper, Wanted, booklet};
use playmat_frontend::by_game;
use playmat_server::ClientPictures;

use crate::common::{RuleArgs, counted, did_you_mean, read_text};
use crate::failure::{Failure, Finished};

/// Print a deck or the cards of a folder as a PDF: sheets to cut out and play with
///
/// Cards of 63 by 88 mm with marks where they are cut, the tokens that they make, and the rules on a page.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat print fish-1 -o cards.pdf
  playmat print mine.deck --game strata --backs -o cards.pdf
  playmat print my-cards --game food-chain --paper letter -o cards.pdf")]
pub struct Print {
    /// A ready deck, a deck file, or a folder of card files
    #[arg(value_name = "DECK|FOLDER")]
    what: String,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The game [default: that of the deck, or of the folder]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The paper
    #[arg(long, value_enum, default_value = "a4")]
    paper: PaperArg,
    /// Add a page of backs behind every sheet, for printing on both sides
    #[arg(long)]
    backs: bool,
    /// Leave out the tokens that the cards make
    #[arg(long)]
    no_tokens: bool,
    /// Leave out the page of rules
    #[arg(long)]
    no_rules: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum PaperArg {
    A4,
    Letter,
}

/// What is printed.
struct Chosen {
    rules: Rules,
    title: String,
    cards: Vec<DefId>,
}

impl Print {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let chosen = if Path::new(&self.what).is_dir() { self.folder()? } else { self.deck()? };
        let wanted = Wanted {
            paper: match self.paper {
                PaperArg::A4 => Paper::A4,
                PaperArg::Letter => Paper::Letter,
            },
            backs: self.backs,
            tokens: !self.no_tokens,
            rules: !self.no_rules,
        };
        tell_of_pictures();
        let made = booklet(&*chosen.rules, &chosen.title, &chosen.cards, &wanted, &ClientPictures);
        let made = made.map_err(|error| Failure::Failed(error.to_string()))?;
        for note in &made.notes {
            let _ = writeln!(anstream::stderr(), "note: {}", printable(note));
        }
        write(&self.output, &made.pdf)?;
        let tokens = if made.tokens > 0 { format!(" and {}", counted(made.tokens, "token")) } else { String::new() };
        writeln!(
            out,
            "{}: {}{tokens} of {} on {}, {} KB",
            self.output.display(),
            counted(made.cards, "card"),
            chosen.rules.title(),
            counted(made.pages, "page"),
            made.pdf.len().div_ceil(1000)
        )?;
        Ok(Finished::Well)
    }

    /// All cards of a folder.
    fn folder(&self) -> Result<Chosen, Failure> {
        if self.rules.cards.is_some() {
            let message = format!("{} is a folder of cards itself; --cards is for a deck of other cards", self.what);
            return Err(Failure::bad(message));
        }
        let folder = PathBuf::from(&self.what);
        let game = match &self.game {
            Some(game) => game.clone(),
            None => {
                let mut games = by_game(std::slice::from_ref(&folder), None).map_err(Failure::bad)?.into_keys();
                match (games.next(), games.next()) {
                    (Some(game), None) => game,
                    _ => return Err(Failure::bad(format!("{} has cards of several games; say which with --game", self.what))),
                }
            }
        };
        let rules = RuleArgs { cards: Some(folder), ..self.rules.clone() }.rules(&game)?;
        let is_chosen = |info: &CardInfo| info.pool && !info.token && !info.generated;
        let places = rules.cards().iter().enumerate().filter(|(_, info)| is_chosen(info));
        let cards: Vec<DefId> = places.map(|(place, _)| DefId(place as u16)).collect();
        if cards.is_empty() {
            return Err(Failure::bad(format!("no card in {} can be in a deck of {}", self.what, rules.title())));
        }
        Ok(Chosen { title: format!("Cards of {}", rules.title()), rules, cards })
    }

    /// The cards of a deck, legal or not.
    fn deck(&self) -> Result<Chosen, Failure> {
        let (games, list) = self.list()?;
        let mut tried = Vec::new();
        for game in games {
            let rules = self.rules.rules(&game)?;
            match found(&rules, &list) {
                Ok(cards) if cards.is_empty() => return Err(Failure::bad(format!("there is no card in {}", list.file))),
                Ok(cards) => return Ok(Chosen { rules, title: list.name.clone(), cards }),
                Err(unknown) => tried.push((unknown, rules.title())),
            }
        }
        let nearest = tried.into_iter().min_by_key(|(unknown, _)| unknown.len());
        let (unknown, title) = nearest.ok_or_else(|| Failure::bad("there is no game to print cards of"))?;
        let lines: String = unknown.iter().map(|line| format!("{line}\n")).collect();
        Err(Failure::bad(format!("not all of these are cards of {title}:\n{}", printable_lines(&lines))))
    }

    /// The list, and the games that it can be of.
    fn list(&self) -> Result<(Vec<String>, DeckList), Failure> {
        let games: Vec<String> = match &self.game {
            Some(game) => vec![game.clone()],
            None => ALL_GAMES.iter().map(|game| (*game).to_owned()).collect(),
        };
        if let Some((game, list)) = games.iter().find_map(|game| Some((game.clone(), shipped_deck(game, &self.what)?))) {
            return Ok((vec![game], list));
        }
        let path = Path::new(&self.what);
        if !path.exists() {
            let stem = |list: DeckList| Path::new(&list.file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let names: Vec<String> = games.iter().flat_map(|game| shipped_decks(game)).filter_map(stem).collect();
            let hint = did_you_mean(&self.what, names.iter().map(String::as_str));
            let message = format!("`{}` is neither a folder of cards nor a deck file nor a ready deck{hint}", self.what);
            return Err(Failure::bad(format!("{message}\nready decks: {}", names.join(", "))));
        }
        let lines = |wrong: Vec<DeckError>| wrong.iter().map(|error| format!("{error}\n")).collect::<String>();
        let list = DeckList::parse(&self.what, &read_text(path)?).map_err(|wrong| Failure::bad(lines(wrong)))?;
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let named = game_of(&whole.to_string_lossy()).map(|(game, _)| vec![game.to_owned()]);
        Ok((if self.game.is_some() { games } else { named.unwrap_or(games) }, list))
    }
}

/// The cards of a list, or a sentence for each that there is not.
fn found(rules: &Rules, list: &DeckList) -> Result<Vec<DefId>, Vec<String>> {
    let mut unknown = Vec::new();
    let mut cards = Vec::new();
    for (line, name) in &list.cards {
        match def_named(rules.cards(), name) {
            Some(def) => cards.push(def),
            None => {
                let hint = did_you_mean(name, rules.cards().iter().map(|info| info.name.as_str()));
                unknown.push(format!("{}:{line}: there is no card `{name}`{hint}", list.file));
            }
        }
    }
    unknown.dedup();
    if unknown.is_empty() { Ok(cards) } else { Err(unknown) }
}

fn printable_lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join("\n")
}

/// Says so where cards have no pictures.
pub fn tell_of_pictures() {
    if !ClientPictures.are_there() {
        let note =
            "note: this program was built without the web client, so its cards have no pictures (`make play` builds both)";
        let _ = writeln!(anstream::stderr(), "{note}");
    }
}

/// Writes a file that was asked for.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| Failure::bad(format!("{} cannot be written: {error}", path.display())))
}
