//! Lists of cards as setups and expectations write them: `Pup > Hound@2 5/3 tapped no-haste, Wisp facedown`.

use playmat_cards::{Follows, Item, StateWord, Stats};

use crate::error::ParseError;
use crate::lexicon::{Lexicon, Source};
use crate::script::first_word;

impl Lexicon {
    /// A whole list; `-` is an empty one.
    pub fn card_list(&self, source: Source, text: &str) -> Result<Vec<Item>, ParseError> {
        if text == "-" {
            return Ok(Vec::new());
        }
        pieces(source, text)?.into_iter().map(|piece| self.item(source, piece)).collect()
    }

    fn item(&self, source: Source, text: &str) -> Result<Item, ParseError> {
        let mut layers: Vec<&str> = text.split('>').map(str::trim).collect();
        let top = layers.pop().unwrap_or(text);
        let mut item = Item::default();
        for layer in layers {
            match self.name_at(layer) {
                Some(found) if found.rest.is_empty() => item.under.push(found.name),
                Some(found) => return Err(source.error(found.rest, "state words belong to the top card of a stack")),
                None => return Err(self.unknown_card(source, layer)),
            }
        }
        let Some(found) = self.name_at(top) else { return Err(self.unknown_card(source, top)) };
        if found.nth.is_some() {
            return Err(source.error(top, "a list has its cards in order; `#2` belongs to moves"));
        }
        (item.name, item.place) = (found.name, found.place);
        self.states(source, found.rest, &mut item)?;
        Ok(item)
    }

    fn states(&self, source: Source, mut rest: &str, item: &mut Item) -> Result<(), ParseError> {
        while !rest.is_empty() {
            let (word, behind) = first_word(rest);
            rest = behind;
            if let Some(stats) = stats(word) {
                if item.stats.replace(stats).is_some() {
                    return Err(source.error(word, "the numbers of a card are written twice"));
                }
                continue;
            }
            let (bare, absent) = word.strip_prefix("no-").map_or((word, false), |bare| (bare, true));
            let mut state = StateWord { word: bare.to_string(), absent, number: None, card: None };
            match self.state(bare) {
                None => return Err(self.unknown_state(source, word)),
                Some(Follows::Nothing) => {}
                Some(Follows::Number) => {
                    let (number, behind) = first_word(rest);
                    if let Ok(number) = number.parse() {
                        (state.number, rest) = (Some(number), behind);
                    }
                }
                Some(Follows::Card) => match self.name_at(rest) {
                    Some(found) => (state.card, rest) = (Some(found.name), found.rest),
                    None if absent => {}
                    None if rest.is_empty() => return Err(source.error(word, format!("a card's name follows `{word}`"))),
                    None => return Err(self.unknown_card(source, rest)),
                },
            }
            item.words.push(state);
        }
        Ok(())
    }
}

/// The pieces between commas, none of them empty.
pub(crate) fn pieces<'a>(source: Source, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
    let pieces: Vec<&str> = text.split(',').map(str::trim).collect();
    match pieces.iter().find(|piece| piece.is_empty()) {
        Some(empty) => Err(source.error(empty, "something is missing here; write `-` for an empty list")),
        None => Ok(pieces),
    }
}

/// `3/2` or `5`.
fn stats(word: &str) -> Option<Stats> {
    match word.split_once('/') {
        Some((one, two)) => Some(Stats::Pair(one.parse().ok()?, two.parse().ok()?)),
        None => word.parse().ok().map(Stats::One),
    }
}

#[cfg(test)]
mod tests {
    use playmat_cards::SceneWord;

    use super::*;
    use crate::script::RawLine;

    const STATES: &[(&str, Follows)] = &[
        ("frozen", Follows::Nothing),
        ("edible", Follows::Nothing),
        ("barrier", Follows::Nothing),
        ("wounded", Follows::Number),
        ("level", Follows::Number),
        ("equipped", Follows::Card),
    ];

    fn lexicon() -> Lexicon {
        let names = ["Pup", "Pup King", "Edible", "Hound", "Iron Collar", "Man O' War", "Man O' War Legion"];
        Lexicon::new(&names, STATES, &[("field", SceneWord::Places)], &[])
    }

    #[track_caller]
    fn read(text: &str) -> Result<Vec<Item>, String> {
        let line = RawLine { line: 4, col: 1, text: text.to_string() };
        lexicon().card_list(Source { file: "f", line: &line }, &line.text).map_err(|error| error.to_string())
    }

    fn word(word: &str, absent: bool, number: Option<i16>, card: Option<&str>) -> StateWord {
        StateWord { word: word.to_string(), absent, number, card: card.map(str::to_string) }
    }

    #[test]
    fn the_longest_name_is_meant_and_states_follow_it() {
        let items = read("Pup King 3/1 frozen, Pup, Edible edible, Man O' War Legion no-barrier token").unwrap();
        let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["Pup King", "Pup", "Edible", "Man O' War Legion"]);
        assert_eq!(items[0].stats, Some(Stats::Pair(3, 1)));
        assert_eq!(items[0].words, [word("frozen", false, None, None)]);
        assert_eq!(items[3].words, [word("barrier", true, None, None), word("token", false, None, None)]);
    }

    #[test]
    fn places_numbers_and_stacks() {
        let items = read("Pup@2 5 wounded 2, Pup > Pup King > Hound level 3 equipped Iron Collar frozen, Pup wounded").unwrap();
        assert_eq!((items[0].place, items[0].stats), (Some(2), Some(Stats::One(5))));
        assert_eq!(items[0].words, [word("wounded", false, Some(2), None)]);
        assert_eq!((items[1].name.as_str(), items[1].under.join("/").as_str()), ("Hound", "Pup/Pup King"));
        assert_eq!(items[1].words[1], word("equipped", false, None, Some("Iron Collar")));
        assert_eq!(items[2].words, [word("wounded", false, None, None)]);
        assert_eq!(read("-").unwrap(), []);
    }

    #[test]
    fn what_is_wrong_names_what_would_be_right() {
        assert_eq!(read("Pup, Hund frozen").unwrap_err(), "f:4:6: there is no card `Hund`; did you mean `Hound`?");
        assert_eq!(read("Pup frosen").unwrap_err(), "f:4:5: `frosen` is no state of a card; did you mean `frozen`?");
        assert_eq!(read("Pup, , Pup").unwrap_err(), "f:4:5: something is missing here; write `-` for an empty list");
        assert_eq!(
            read("Pup equipped Iron Colar").unwrap_err(),
            "f:4:14: there is no card `Iron Colar`; did you mean `Iron Collar`?"
        );
        assert_eq!(read("Pup frozen > Hound").unwrap_err(), "f:4:5: state words belong to the top card of a stack");
    }
}
