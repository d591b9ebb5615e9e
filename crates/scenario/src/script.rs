//! The first step: a file becomes scripts with raw lines. No game is known here.

use playmat_cards::Terms;
use playmat_kernel::Seat;

use crate::error::{Complaints, ParseError, bounded, short};

/// The seed of chance if a file names none.
pub const DEFAULT_SEED: u64 = 0;

/// One scenario as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Its name.
    pub name: String,
    /// The file it stands in.
    pub file: String,
    /// The line of its name.
    pub line: usize,
    /// The game's word.
    pub game: String,
    /// The line that names the game.
    pub game_line: RawLine,
    /// Edition and single rulings.
    pub terms: Terms,
    /// How it begins.
    pub opening: Opening,
    /// The seed of chance.
    pub seed: u64,
    /// The lines before `---`, without `game` and `seed`.
    pub setup: Vec<RawLine>,
    /// The lines after it.
    pub steps: Vec<RawLine>,
}

/// How a scenario begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// In the position that its setup describes.
    Scene,
    /// With a real match.
    New {
        /// Who begins, if that is fixed.
        first: Option<Seat>,
        /// Whether decks stay as listed.
        unshuffled: bool,
    },
}

/// A line without its comment, trimmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawLine {
    /// The line, from 1.
    pub line: usize,
    /// The column of its first character, from 1.
    pub col: usize,
    /// What it says.
    pub text: String,
}

/// Splits a file into its scenarios, or says everything that is wrong with its outline.
pub fn parse_file(file: &str, text: &str) -> Result<Vec<Script>, Vec<ParseError>> {
    let mut reader = Outline { file, scripts: Vec::new(), open: None, errors: Complaints::default() };
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        reader.line(at + 1, line);
    }
    reader.close();
    if reader.errors.is_empty() { Ok(reader.scripts) } else { Err(reader.errors.into_errors()) }
}

impl Script {
    /// A complaint about the game this script names, for whoever knows which games there are.
    pub fn unknown_game(&self, known: &[&str]) -> ParseError {
        let hint = crate::error::did_you_mean(&self.game, known.iter().copied());
        let message = format!("there is no game `{}`{hint} (there are {})", short(&self.game), known.join(", "));
        let at = self.game_line.text.find(&format!(" {}", self.game)).map(|at| at + 1).unwrap_or(0);
        self.error(&self.game_line, &self.game_line.text[at..], message)
    }

    /// An error at the place of `part`, which is a part of the line's own text; at its beginning if it is not.
    pub(crate) fn error(&self, line: &RawLine, part: &str, message: impl Into<String>) -> ParseError {
        error_in(&self.file, line, part, message)
    }
}

/// `p1` or `p2`.
pub(crate) fn seat(word: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| seat.tag() == word)
}

/// The first word and what is behind it, trimmed. Both are parts of the text.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, &text[text.len()..]),
    }
}

pub(crate) fn error_in(file: &str, line: &RawLine, part: &str, message: impl Into<String>) -> ParseError {
    let offset = (part.as_ptr() as usize).checked_sub(line.text.as_ptr() as usize);
    let offset = offset.filter(|&offset| line.text.is_char_boundary(offset)).unwrap_or(0);
    let before = line.text[..offset].chars().count();
    ParseError { file: file.to_string(), line: line.line, col: line.col + before, message: bounded(message.into()) }
}

struct Outline<'a> {
    file: &'a str,
    scripts: Vec<Script>,
    open: Option<Draft>,
    errors: Complaints,
}

struct Draft {
    name: String,
    head: RawLine,
    game: Option<(RawLine, Game)>,
    seed: Option<u64>,
    setup: Vec<RawLine>,
    steps: Option<Vec<RawLine>>,
}

struct Game {
    name: String,
    terms: Terms,
    opening: Opening,
    seed: Option<u64>,
}

impl Outline<'_> {
    fn line(&mut self, number: usize, text: &str) {
        let scenario = text.trim_start().strip_prefix("scenario").is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        let text = without_comment(text, scenario);
        let indent = text.chars().take_while(|c| c.is_whitespace()).count();
        let line = RawLine { line: number, col: indent + 1, text: text.trim().to_string() };
        if line.text.is_empty() {
            return;
        }
        if scenario {
            self.close();
            let name = self.name(&line);
            self.open = Some(Draft { name, head: line, game: None, seed: None, setup: Vec::new(), steps: None });
            return;
        }
        let Some(draft) = &mut self.open else {
            // One complaint is enough where a file does not begin with a scenario at all.
            if self.errors.is_empty() {
                self.errors.push(error_in(self.file, &line, "", "a file begins with a scenario: scenario \"NAME\""));
            }
            return;
        };
        let dashes = line.text.len() >= 3 && line.text.bytes().all(|b| b == b'-');
        let (word, rest) = first_word(&line.text);
        match (&mut draft.steps, word) {
            (Some(_), _) if dashes => {
                self.errors.push(error_in(
                    self.file,
                    &line,
                    "",
                    "only one `---` stands in a scenario, between setup and moves",
                ));
            }
            (None, _) if dashes => draft.steps = Some(Vec::new()),
            (Some(steps), _) => steps.push(line),
            (None, "game") if draft.game.is_some() => {
                self.errors.push(error_in(self.file, &line, "", "the game is named once"));
            }
            (None, "game") => {
                let game = read_game(self.file, &line, rest, &mut self.errors);
                draft.game = Some((line, game));
            }
            (None, "seed") => match rest.parse() {
                Ok(seed) => draft.seed = Some(seed),
                Err(_) => self.errors.push(error_in(self.file, &line, rest, "a seed is a number: seed 7")),
            },
            (None, _) => draft.setup.push(line),
        }
    }

    fn name(&mut self, line: &RawLine) -> String {
        let rest = line.text["scenario".len()..].trim();
        match rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(name) if !name.trim().is_empty() => name.to_string(),
            _ => {
                let bare = rest.trim_matches('"');
                let bare = if bare.trim().is_empty() { "NAME" } else { bare };
                let message = format!("a scenario's name stands in quotes: scenario \"{}\"", short(bare));
                self.errors.push(error_in(self.file, line, rest, message));
                bare.to_string()
            }
        }
    }

    fn close(&mut self) {
        let Some(draft) = self.open.take() else { return };
        let mut wrong = |message| self.errors.push(error_in(self.file, &draft.head, "", message));
        if draft.game.is_none() {
            wrong("this scenario names no game: game food-chain");
        }
        if draft.steps.is_none() {
            wrong("this scenario has no `---` between its setup and its moves");
        }
        let (Some((game_line, game)), Some(steps)) = (draft.game, draft.steps) else { return };
        self.scripts.push(Script {
            name: draft.name,
            file: self.file.to_string(),
            line: draft.head.line,
            game: game.name,
            game_line,
            terms: game.terms,
            opening: game.opening,
            seed: draft.seed.or(game.seed).unwrap_or(DEFAULT_SEED),
            setup: draft.setup,
            steps,
        });
    }
}

/// Reads a `game` line. All that is wrong with it is one complaint: about the first wrong word, and how many more there are.
fn read_game(file: &str, line: &RawLine, rest: &str, errors: &mut Complaints) -> Game {
    let (name, mut rest) = first_word(rest);
    let mut game = Game { name: name.to_string(), terms: Terms::default(), opening: Opening::Scene, seed: None };
    let mut first_wrong: Option<(&str, String)> = None;
    let mut more = 0;
    let mut wrong = |at, message: String| match first_wrong {
        Some(_) => more += 1,
        None => first_wrong = Some((at, message)),
    };
    if name.is_empty() || name.contains('=') {
        wrong(name, "the game's name comes first: game food-chain edition=core".to_string());
    }
    let (mut new, mut first, mut unshuffled) = (false, None, false);
    while !rest.is_empty() {
        let (word, behind) = first_word(rest);
        rest = behind;
        let told = short(word);
        match word.split_once('=') {
            None if word == "new" => new = true,
            None if word == "unshuffled" => unshuffled = true,
            None => wrong(
                word,
                format!("`{told}` is not understood here; a ruling is written name=value, a match `new`, `unshuffled`"),
            ),
            Some((_, "")) => wrong(word, format!("a value is missing: `{told}...`")),
            Some(("seed", value)) => match value.parse() {
                Ok(seed) => game.seed = Some(seed),
                Err(_) => wrong(word, "a seed is a number: seed=7".to_string()),
            },
            Some(("first", value)) => match seat(value) {
                Some(seat) => first = Some(seat),
                None => wrong(word, "who begins is a player: first=p1".to_string()),
            },
            Some(("edition", value)) => game.terms.edition = Some(value.to_string()),
            Some((ruling, value)) => game.terms.rulings.push((ruling.to_string(), value.to_string())),
        }
    }
    if new {
        game.opening = Opening::New { first, unshuffled };
    } else if first.is_some() || unshuffled {
        wrong("", "`first` and `unshuffled` belong to a whole match: game NAME new first=p1 unshuffled".to_string());
    }
    if let Some((at, message)) = first_wrong {
        let others = if more == 0 { String::new() } else { format!(" (and {more} more in this line)") };
        errors.push(error_in(file, line, at, message + &others));
    }
    game
}

/// Cuts off a comment: `#` at the start or after white space, but not inside the quotes of a name.
fn without_comment(line: &str, quotes: bool) -> &str {
    let mut quoted = false;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match c {
            '"' if quotes => quoted = !quoted,
            '#' if before.is_whitespace() && !quoted => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn one(text: &str) -> Script {
        let mut scripts = parse_file("f.scn", text).unwrap();
        assert_eq!(scripts.len(), 1);
        scripts.remove(0)
    }

    #[track_caller]
    fn wrong(text: &str, expected: &[&str]) {
        let errors: Vec<String> = parse_file("f", text).unwrap_err().iter().map(ParseError::to_string).collect();
        assert_eq!(errors, expected);
    }

    #[test]
    fn a_script_keeps_its_lines_and_loses_its_comments() {
        let script = one(
            "# file\n\nscenario \"One # two\"   # why\n  game toy edition=core ruling=on # c\nseed 9\n  p1 field A#2, B # c\n---\n# c\np1 end\n",
        );
        assert_eq!((script.name.as_str(), script.line, script.seed), ("One # two", 3, 9));
        assert_eq!(script.terms.edition.as_deref(), Some("core"));
        assert_eq!(script.terms.rulings, [("ruling".to_string(), "on".to_string())]);
        assert_eq!(script.setup, [RawLine { line: 6, col: 3, text: "p1 field A#2, B".to_string() }]);
        assert_eq!(script.steps, [RawLine { line: 9, col: 1, text: "p1 end".to_string() }]);
    }

    #[test]
    fn a_whole_match_has_its_own_words() {
        let script = one("scenario \"x\"\r\ngame toy new seed=7 first=p2 unshuffled\r\n---\r\n");
        assert_eq!(script.opening, Opening::New { first: Some(Seat::Two), unshuffled: true });
        assert_eq!((script.seed, script.game.as_str()), (7, "toy"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        wrong("garbage\nmore\n", &["f:1:1: a file begins with a scenario: scenario \"NAME\""]);
        wrong("scenario \"\"\ngame g\n---\n", &["f:1:10: a scenario's name stands in quotes: scenario \"NAME\""]);
        wrong("scenario \"a\"\ngame g seed=x\n---\n", &["f:2:8: a seed is a number: seed=7"]);
        wrong("scenario \"a\"\ngame g\n---\n---\n", &["f:4:1: only one `---` stands in a scenario, between setup and moves"]);
        wrong(
            "scenario \"a\"\n",
            &[
                "f:1:1: this scenario names no game: game food-chain",
                "f:1:1: this scenario has no `---` between its setup and its moves",
            ],
        );
        wrong(
            "scenario \"a\"\ngame g odd\n---\n",
            &["f:2:8: `odd` is not understood here; a ruling is written name=value, a match `new`, `unshuffled`"],
        );
    }
}
