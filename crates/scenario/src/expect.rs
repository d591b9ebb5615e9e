//! What a scenario states: `expect p1 field Black Marlin 5/3`.

use playmat_cards::{Item, SceneWord};
use playmat_kernel::{Outcome, Seat};

use crate::card_list::pieces;
use crate::error::{ParseError, did_you_mean, short};
use crate::lexicon::{Lexicon, Source};
use crate::moves::{Answer, verb_of};
use crate::script::{first_word, seat};

/// Something that must be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expectation {
    /// The whole zone.
    Zone { seat: Seat, zone: String, ordered: bool, items: Vec<Item> },
    /// Only how many cards are in it.
    Size { seat: Seat, zone: String, size: usize },
    /// A number as it is set up; `done` expects any number but 0, `no-done` expects 0.
    Number { seat: Seat, word: String, index: Option<i32>, number: Wanted },
    /// How the match ended; none while it runs.
    Winner(Option<Outcome>),
    /// Whose turn it is, and the phase if it is written.
    Turn(Seat, Option<String>),
    /// Who is asked, and the options if they are written.
    Asks(Seat, Option<Vec<Answer>>),
    /// That a deck is not legal, for these reasons among others.
    Refused(Seat, Vec<String>),
}

/// Which number is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Exactly(i32),
    /// The flag is set, or not.
    Flag(bool),
}

const BARE: &[&str] = &["winner", "turn", "asks", "refused"];

impl Lexicon {
    /// Reads what stands behind `expect`.
    pub fn read_expectation(&self, source: Source, text: &str) -> Result<Expectation, ParseError> {
        let (word, rest) = first_word(text);
        if let Some(seat) = seat(word) {
            let (word, rest) = first_word(rest);
            return self.of_player(source, seat, word, rest);
        }
        match word {
            "winner" => match rest {
                "none" => Ok(Expectation::Winner(None)),
                "draw" => Ok(Expectation::Winner(Some(Outcome::Draw))),
                _ => match seat(rest) {
                    Some(seat) => Ok(Expectation::Winner(Some(Outcome::Won(seat)))),
                    None => Err(source.error(rest, "the winner is p1, p2, draw or none")),
                },
            },
            "turn" => {
                let (who, phase) = self.player(source, rest)?;
                if !phase.is_empty() {
                    self.phase(source, phase)?;
                }
                Ok(Expectation::Turn(who, (!phase.is_empty()).then(|| phase.to_string())))
            }
            "asks" => {
                let (who, list) = self.player(source, rest)?;
                let options = match list {
                    "" => None,
                    _ => Some(
                        pieces(source, list)?.into_iter().map(|piece| self.option(source, piece)).collect::<Result<_, _>>()?,
                    ),
                };
                Ok(Expectation::Asks(who, options))
            }
            "refused" => {
                let (who, codes) = self.player(source, rest)?;
                let codes = codes.split([',', ' ']).filter(|code| !code.is_empty()).map(str::to_string).collect();
                Ok(Expectation::Refused(who, codes))
            }
            // A number of the whole table is read from player 1: `skirmish 2`, `chain 1`.
            _ if self.scene(word).is_some() => self.of_player(source, Seat::One, word, rest),
            _ => {
                let known = BARE.iter().copied().chain(["p1", "p2"]);
                let hint = did_you_mean(word, known);
                let word = short(word);
                let message = format!("`{word}` cannot be expected{hint}; a zone is expected of a player: expect p1 hand 3");
                Err(source.error(text, message))
            }
        }
    }

    /// An option as it is printed, with or without its verb: `attack Orca`, `Orca`.
    fn option(&self, source: Source, text: &str) -> Result<Answer, ParseError> {
        let (word, rest) = first_word(text);
        match (verb_of(word), self.named(rest)) {
            (Some(verb), Some((named, ""))) => Ok(Answer::Move(verb, named)),
            _ => self.answer(source, text, false),
        }
    }

    fn of_player(&self, source: Source, seat: Seat, word: &str, rest: &str) -> Result<Expectation, ParseError> {
        let number = |text: &str| {
            text.parse::<i32>()
                .map_err(|_| source.error(text, format!("a number stands behind `{word}`, not `{}`", short(text))))
        };
        let named = word.to_string();
        if let Some(flag) = word.strip_prefix("no-")
            && self.scene(flag) == Some(SceneWord::Flag)
        {
            return Ok(Expectation::Number { seat, word: flag.to_string(), index: None, number: Wanted::Flag(false) });
        }
        match self.scene(word) {
            None => Err(self.unknown_word(source, word)),
            Some(SceneWord::Places | SceneWord::Pile) if rest.is_empty() => {
                Err(source.error(rest, format!("cards, a number or `-` stand behind `{word}`")))
            }
            Some(kind @ (SceneWord::Places | SceneWord::Pile)) => match rest.parse() {
                Ok(size) => Ok(Expectation::Size { seat, zone: named, size }),
                Err(_) => {
                    let items = self.card_list(source, rest)?;
                    Ok(Expectation::Zone { seat, zone: named, ordered: kind == SceneWord::Places, items })
                }
            },
            Some(SceneWord::Number) => {
                Ok(Expectation::Number { seat, word: named, index: None, number: Wanted::Exactly(number(rest)?) })
            }
            Some(SceneWord::Indexed) => {
                let (index, value) = first_word(rest);
                let (index, value) = (Some(number(index)?), Wanted::Exactly(number(value)?));
                Ok(Expectation::Number { seat, word: named, index, number: value })
            }
            Some(SceneWord::Flag) if rest.is_empty() => {
                Ok(Expectation::Number { seat, word: named, index: None, number: Wanted::Flag(true) })
            }
            Some(SceneWord::Flag) => Err(source.error(rest, format!("nothing stands behind `{word}`"))),
            Some(SceneWord::Player) => {
                let (who, _) = self.player(source, rest)?;
                Ok(Expectation::Number { seat, word: named, index: None, number: Wanted::Exactly(i32::from(who.bit()) + 1) })
            }
        }
    }

    /// A player, and what stands behind.
    pub fn player<'a>(&self, source: Source, text: &'a str) -> Result<(Seat, &'a str), ParseError> {
        let (word, rest) = first_word(text);
        seat(word).map(|seat| (seat, rest)).ok_or_else(|| source.error(text, "a player stands here: p1 or p2"))
    }

    /// Complains about a phase that the game does not have.
    pub fn phase(&self, source: Source, phase: &str) -> Result<(), ParseError> {
        if self.phases.contains(&phase) {
            return Ok(());
        }
        let hint = did_you_mean(phase, self.phases.iter().copied());
        let known = if self.phases.is_empty() { "none".to_string() } else { self.phases.join(", ") };
        Err(source.error(phase, format!("there is no phase `{}`{hint} (there are {known})", short(phase))))
    }
}
