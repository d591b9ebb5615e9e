//! Moves and the answers behind them: `p1 play Tiger Shark eating carrion:Wahoo, Pup -> rival option 2`.

use playmat_cards::FaceVerb;
use playmat_kernel::Seat;

use crate::card_list::pieces;
use crate::error::{ParseError, did_you_mean, short};
use crate::lexicon::{Lexicon, Named, Source};
use crate::script::{first_word, seat};

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// A move of the own turn, or a reaction: `play`, `attack`, `use`, `end`.
    Act(Act),
    /// `choose A, B`; the whole text may also be the words of one option.
    Choose { answers: Answers, whole: String },
    /// `pass`.
    Pass,
    /// `concede`.
    Concede,
}

/// A verb with its card and the answers to what it raises.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Act {
    pub verb: FaceVerb,
    pub card: Option<Named>,
    pub answers: Answers,
}

/// The answers to the questions that a move raises.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Answers {
    /// Behind `->` (and behind the `on` of `level`).
    pub targets: Vec<Answer>,
    /// Behind `eating`; `eating -` is an empty list, which is not the same as none.
    pub meals: Option<Vec<Answer>>,
    /// Behind `option`.
    pub options: Vec<usize>,
    /// `facedown` behind the card.
    pub facedown: bool,
    /// `use CARD 2`: which of its effects.
    pub effect: Option<u8>,
}

/// One answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// A card.
    Card(Named),
    /// A card with the verb of its option.
    Move(FaceVerb, Named),
    /// A player.
    Player(Seat),
    /// The rival of the player who answers.
    Rival,
    /// A player's slot.
    Slot(Seat, u8),
    /// An own slot, where slots are asked for; otherwise the n-th option.
    Number(usize),
    /// The n-th option.
    Nth(usize),
    /// `yes`, `none`, `first`, or an option's words.
    Word(String),
}

/// The verbs that a move begins with, beside [`CONCEDE`].
const VERBS: [FaceVerb; 11] = {
    use FaceVerb::*;
    [Play, Set, Use, Attack, Level, Flip, Next, End, Done, Choose, Pass]
};
const CONCEDE: &str = "concede";
/// The most answers of one move: more than any move of any game asks for.
const MOST_ANSWERS: usize = 100;
const ALONE: [FaceVerb; 3] = [FaceVerb::Next, FaceVerb::End, FaceVerb::Done];
/// Answers that are words in every game.
pub(crate) const PLAIN: &[&str] = &["yes", "no", "none", "pass", "first", "second"];

/// The verb of a move with this word.
pub(crate) fn verb_of(word: &str) -> Option<FaceVerb> {
    FaceVerb::named(word).filter(|verb| VERBS.contains(verb))
}

/// Complains if anything stands behind a verb that stands alone.
fn nothing_behind(source: Source, verb: &str, rest: &str) -> Result<(), ParseError> {
    if rest.is_empty() { Ok(()) } else { Err(source.error(rest, format!("nothing stands behind `{verb}`"))) }
}

impl Lexicon {
    /// Reads what stands behind `p1` or `p1 cannot`.
    pub fn read_move(&self, source: Source, text: &str) -> Result<Move, ParseError> {
        let (word, rest) = first_word(text);
        if word == CONCEDE {
            return nothing_behind(source, word, rest).map(|()| Move::Concede);
        }
        let Some(verb) = verb_of(word) else {
            let known: Vec<&str> = VERBS.iter().map(|verb| verb.word()).chain([CONCEDE]).collect();
            let hint = did_you_mean(word, known.iter().copied());
            let word = short(word);
            return Err(source.error(text, format!("`{word}` is no move{hint} (there are {})", known.join(", "))));
        };
        match verb {
            FaceVerb::Choose => {
                let targets = few(source, rest, pieces(source, rest)?)?;
                let targets = targets.into_iter().map(|piece| self.answer(source, piece, false)).collect::<Result<_, _>>()?;
                Ok(Move::Choose { answers: Answers { targets, ..Answers::default() }, whole: rest.to_string() })
            }
            FaceVerb::Pass => nothing_behind(source, word, rest).map(|()| Move::Pass),
            _ => self.act(source, verb, rest).map(Move::Act),
        }
    }

    fn act(&self, source: Source, verb: FaceVerb, text: &str) -> Result<Act, ParseError> {
        let mut act = Act { verb, ..Act::default() };
        for (keyword, mut clause) in clauses(text, verb == FaceVerb::Level) {
            // `level Hound on Pup facedown`
            if matches!(verb, FaceVerb::Play | FaceVerb::Level)
                && let Some((before, "facedown")) = clause.rsplit_once(char::is_whitespace)
            {
                act.answers.facedown = true;
                clause = before.trim();
            }
            match keyword {
                "" => self.head(source, verb, clause, &mut act)?,
                "->" | "on" => act.answers.targets.extend(self.answers(source, keyword, clause)?),
                "eating" => act.answers.meals.get_or_insert_default().extend(self.answers(source, keyword, clause)?),
                _ => {
                    for piece in few(source, clause, pieces(source, clause)?)? {
                        let number = piece.parse().ok().filter(|&n: &usize| n > 0);
                        let wrong = || source.error(piece, "a number of at least 1 stands behind `option`");
                        act.answers.options.push(number.ok_or_else(wrong)?);
                    }
                }
            }
        }
        Ok(act)
    }

    fn head(&self, source: Source, verb: FaceVerb, text: &str, act: &mut Act) -> Result<(), ParseError> {
        if ALONE.contains(&verb) {
            return nothing_behind(source, verb.word(), text);
        }
        if text.is_empty() {
            return Err(source.error(text, format!("a card's name stands behind `{verb}`")));
        }
        let Some((named, mut rest)) = self.named(text) else { return Err(self.unknown_card(source, text)) };
        act.card = Some(named);
        while !rest.is_empty() {
            let (word, behind) = first_word(rest);
            match word.parse() {
                Ok(effect) if verb == FaceVerb::Use => act.answers.effect = Some(effect),
                _ => {
                    let message = format!("`{}` is not understood here; answers stand behind `->`", short(rest));
                    return Err(source.error(rest, message));
                }
            }
            rest = behind;
        }
        Ok(())
    }

    fn answers(&self, source: Source, keyword: &str, text: &str) -> Result<Vec<Answer>, ParseError> {
        // A list may be followed by another clause: `-> A, option 2` leaves its comma behind.
        let text = text.strip_suffix(',').unwrap_or(text).trim();
        match text {
            "" => Err(source.error(text, format!("something stands behind `{keyword}`"))),
            "-" => Ok(Vec::new()),
            _ => {
                let pieces = few(source, text, pieces(source, text)?)?;
                pieces.into_iter().map(|piece| self.answer(source, piece, true)).collect()
            }
        }
    }

    /// One answer. Where only cards, players and slots are likely, an unknown name is an error, and not the words of an option.
    pub fn answer(&self, source: Source, text: &str, strict: bool) -> Result<Answer, ParseError> {
        if text == "rival" {
            return Ok(Answer::Rival);
        }
        if let Some(player) = seat(text) {
            return Ok(Answer::Player(player));
        }
        if let Ok(number) = text.parse() {
            return Ok(Answer::Number(number));
        }
        if let Some(number) = text.strip_prefix("option ").and_then(|number| number.trim().parse().ok()) {
            return Ok(Answer::Nth(number));
        }
        let (side, zone, bare) = self.prefixes(text);
        if let (Some(side), Ok(slot)) = (side, bare.parse()) {
            return Ok(Answer::Slot(side, slot));
        }
        match self.named(text) {
            Some((named, "")) => return Ok(Answer::Card(named)),
            // The words of an option may begin with a card's name.
            Some((_, rest)) if strict || text.len() != bare.len() => {
                return Err(source.error(rest, format!("`{}` is not understood behind a card in a move", short(rest))));
            }
            _ => {}
        }
        let capital = bare.starts_with(char::is_uppercase);
        let tagged = side.is_some() || zone.is_some() || bare.contains('#');
        if !PLAIN.contains(&text) && (tagged || (capital && (strict || self.nearly(bare)))) {
            return Err(self.unknown_card(source, text));
        }
        Ok(Answer::Word(text.to_string()))
    }
}

/// A list of answers, unless it is too long.
fn few<'a>(source: Source, text: &str, answers: Vec<&'a str>) -> Result<Vec<&'a str>, ParseError> {
    match answers.len() {
        count if count > MOST_ANSWERS => {
            Err(source.error(text, format!("a move has at most {MOST_ANSWERS} answers, and here are {count}")))
        }
        _ => Ok(answers),
    }
}

/// Splits behind `->`, `eating`, `option` and, for `level`, `on`. An `option` that is an item of a list stays in it.
fn clauses(text: &str, level: bool) -> Vec<(&'static str, &str)> {
    let mut clauses = Vec::new();
    let (mut keyword, mut start) = ("", 0);
    let mut rest = text;
    let mut item_begins = false;
    while !rest.is_empty() {
        let (word, behind) = first_word(rest);
        let at = text.len() - rest.len();
        let next = match word {
            "->" => Some("->"),
            "eating" => Some("eating"),
            "option" if !item_begins => Some("option"),
            "on" if level => Some("on"),
            _ => None,
        };
        if let Some(next) = next {
            clauses.push((keyword, text[start..at].trim()));
            (keyword, start) = (next, at + word.len());
        }
        item_begins = matches!(next, Some("->" | "eating")) || word.ends_with(',');
        rest = behind;
    }
    clauses.push((keyword, text[start..].trim()));
    clauses
}

#[cfg(test)]
mod tests {
    use playmat_cards::SceneWord;

    use super::*;
    use crate::script::RawLine;

    fn read(text: &str) -> Result<Move, String> {
        let scene = &[("field", SceneWord::Places), ("carrion", SceneWord::Pile)];
        let names = ["Knight", "Pup", "Hound", "Tiger Shark", "Wahoo", "Kingfish"];
        let line = RawLine { line: 7, col: 1, text: text.to_string() };
        Lexicon::new(&names, &[], scene, &[])
            .read_move(Source { file: "f", line: &line }, &line.text)
            .map_err(|error| error.to_string())
    }

    fn card(name: &str) -> Named {
        Named { name: name.to_string(), ..Named::default() }
    }

    #[track_caller]
    fn act(text: &str) -> Act {
        match read(text).unwrap() {
            Move::Act(act) => act,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_play_with_everything() {
        let act = act("play Tiger Shark eating carrion:Wahoo, p2:Kingfish#2 -> rival, p2 option 2");
        assert_eq!((act.verb, act.card), (FaceVerb::Play, Some(card("Tiger Shark"))));
        let wahoo = Named { zone: Some("carrion".to_string()), ..card("Wahoo") };
        let kingfish = Named { side: Some(Seat::Two), nth: Some(2), ..card("Kingfish") };
        assert_eq!(act.answers.meals, Some(vec![Answer::Card(wahoo), Answer::Card(kingfish)]));
        assert_eq!(act.answers.targets, [Answer::Rival, Answer::Player(Seat::Two)]);
        assert_eq!(act.answers.options, [2]);
    }

    #[test]
    fn every_form_of_the_three_games_is_read() {
        assert_eq!(act("play Tiger Shark eating -").answers.meals, Some(vec![]));
        assert_eq!(act("play Tiger Shark").answers.meals, None);
        let knight = act("play Knight -> 2, none");
        assert_eq!(knight.answers.targets, [Answer::Number(2), Answer::Word("none".to_string())]);
        assert_eq!(act("play Knight -> p2:2, option 3").answers.targets, [Answer::Slot(Seat::Two, 2), Answer::Nth(3)]);
        assert!(act("play Pup facedown").answers.facedown);
        let level = act("level Hound on Pup facedown");
        assert_eq!(level.answers.targets, [Answer::Card(card("Pup"))]);
        assert!(level.answers.facedown);
        assert_eq!(act("use Hound 2 -> under:Pup").answers.effect, Some(2));
        assert_eq!(act("flip Hound token").card, Some(Named { token: true, ..card("Hound") }));
        assert_eq!(act("attack Hound@2 -> rival").card, Some(Named { place: Some(2), ..card("Hound") }));
        assert_eq!(act("next").verb, FaceVerb::Next);
        assert_eq!(read("pass"), Ok(Move::Pass));
        assert_eq!(read("concede"), Ok(Move::Concede));
    }

    #[test]
    fn choosing_by_card_number_or_words() {
        let Ok(Move::Choose { answers, whole }) = read("choose Pup, 2, option 3, draw 2 cards, first") else { panic!() };
        let word = |text: &str| Answer::Word(text.to_string());
        let expected = [Answer::Card(card("Pup")), Answer::Number(2), Answer::Nth(3), word("draw 2 cards"), word("first")];
        assert_eq!(answers.targets, expected);
        assert_eq!(whole, "Pup, 2, option 3, draw 2 cards, first");
    }

    #[test]
    fn unknown_words_are_complained_about() {
        assert_eq!(
            read("atack Pup").unwrap_err(),
            "f:7:1: `atack` is no move; did you mean `attack`? (there are play, set, use, attack, level, flip, next, end, done, choose, pass, concede)"
        );
        assert_eq!(read("attack Pub -> rival").unwrap_err(), "f:7:8: there is no card `Pub`; did you mean `Pup`?");
        assert_eq!(read("attack Pup -> Zombie").unwrap_err(), "f:7:15: there is no card `Zombie`");
        assert_eq!(read("choose Kingfsh").unwrap_err(), "f:7:8: there is no card `Kingfsh`; did you mean `Kingfish`?");
        assert_eq!(read("choose carrion:Zombie").unwrap_err(), "f:7:16: there is no card `Zombie`");
        assert_eq!(read("play").unwrap_err(), "f:7:5: a card's name stands behind `play`");
        assert_eq!(read("attack Pup Hound").unwrap_err(), "f:7:12: `Hound` is not understood here; answers stand behind `->`");
        assert_eq!(read("play Pup ->").unwrap_err(), "f:7:12: something stands behind `->`");
    }
}
