//! Answers about cards: a card and what its words mean, what stands at a place, and how its numbers differ from the printed ones.

use std::io::Write;

use playmat_cards::{CardGame, CardInfo, CardView, Event, SceneWord, Value, View};
use playmat_cardtext::nearest;
use playmat_frontend::{first_place, place_of, stats_text};
use playmat_kernel::{Audience, Seat};

use crate::failure::Failure;
use crate::running::Running;
use crate::words::sheet;

/// Shows the card of this name, or all whose names begin with it, and where they stand.
pub fn card<G: CardGame>(running: &Running<G>, seat: Seat, name: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let cards = G::cards(running.rules());
    let wanted = name.to_lowercase();
    let fitting = |test: &dyn Fn(&str) -> bool| -> Vec<(usize, &CardInfo)> {
        cards.iter().enumerate().filter(|(_, info)| test(&info.name.to_lowercase())).collect()
    };
    let mut found = fitting(&|name| name == wanted);
    if found.is_empty() {
        found = fitting(&|name| name.starts_with(&wanted));
    }
    if found.is_empty() {
        found = fitting(&|name| name.contains(&wanted));
    }
    match found[..] {
        [] => {
            let near = nearest(name, cards.iter().map(|info| info.name.as_str()));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            writeln!(out, "There is no card `{name}`{hint}")?;
        }
        [_, _, _, _, ..] => {
            let names: Vec<&str> = found.iter().map(|(_, info)| info.name.as_str()).collect();
            writeln!(out, "Several cards: {}", names.join(", "))?;
        }
        _ => {
            let table = Table::of(running, seat);
            for (def, info) in found {
                writeln!(out, "{}", sheet(info, &G::glossary(running.rules())))?;
                for (side, card) in table.standing().filter(|(_, card)| card.def.is_some_and(|id| id.0 as usize == def)) {
                    table.unit(side, card, out)?;
                }
            }
        }
    }
    Ok(())
}

/// Shows what stands at a place, on both sides. Places are counted as the game's own words count them.
pub fn place<G: CardGame>(running: &Running<G>, seat: Seat, number: u8, out: &mut dyn Write) -> Result<(), Failure> {
    let table = Table::of(running, seat);
    let first = first_place(&table.view);
    let Some(place) = number.checked_sub(first).filter(|&place| place < G::PLACES) else {
        let places = (first..first + G::PLACES).map(|place| place.to_string()).collect::<Vec<_>>().join(", ");
        writeln!(out, "There is no place {number}; each side has {places}.")?;
        return Ok(());
    };
    for side in [seat, seat.rival()] {
        let mut here = table.standing().filter(|&(owner, card)| owner == side && card.place == Some(place)).peekable();
        if here.peek().is_none() {
            let numbers = table.numbers(side, place);
            let more = if numbers.is_empty() { String::new() } else { format!(" ({})", numbers.join(", ")) };
            writeln!(out, "  {} place {number} is empty{more}.", table.whose(side))?;
        }
        for (side, card) in here {
            table.unit(side, card, out)?;
        }
    }
    Ok(())
}

/// What a seat sees and has heard.
struct Table<'a, G: CardGame> {
    running: &'a Running<G>,
    seat: Seat,
    view: View,
}

impl<'a, G: CardGame> Table<'a, G> {
    fn of(running: &'a Running<G>, seat: Seat) -> Self {
        let view = G::view(running.rules(), running.table().position(), Audience::Player(seat));
        Table { running, seat, view }
    }

    /// Everything at a place, the own side first.
    fn standing(&self) -> impl Iterator<Item = (Seat, &CardView)> {
        let is_places = |zone| G::scene_words().iter().any(|&(word, means)| word == zone && means == SceneWord::Places);
        let side = move |side| self.view.parts.iter().filter(move |part| part.seat == Some(side) && is_places(part.name));
        [self.seat, self.seat.rival()].into_iter().flat_map(move |owner| {
            side(owner)
                .filter_map(|part| if let Value::Cards(cards) = &part.value { Some(cards) } else { None })
                .flatten()
                .map(move |card| (owner, card))
        })
    }

    /// One card: its numbers with their parts, and what happened to it and its place.
    fn unit(&self, side: Seat, card: &CardView, out: &mut dyn Write) -> Result<(), Failure> {
        let first = first_place(&self.view);
        let place = card.place.map(|place| format!(" at place {}", place + first)).unwrap_or_default();
        let Some(def) = card.def else {
            writeln!(out, "  {} card{place} lies face down, and you do not know it.", self.whose(side))?;
            return Ok(());
        };
        let info = &G::cards(self.running.rules())[def.0 as usize];
        writeln!(out, "  {} {}{place}: {}", self.whose(side), info.name, numbers(card, info))?;
        for event in self.history(side, card) {
            writeln!(out, "    · {}", self.running.sentence(event))?;
        }
        Ok(())
    }

    /// What happened to a card since it entered, and to its place since the last event about the whole table.
    fn history(&self, side: Seat, card: &CardView) -> Vec<&'a Event> {
        let place = card.place.map(|place| place.to_string());
        let mut entered = false;
        let mut events = Vec::new();
        let heard: Vec<&Event> = self.running.heard(0, Audience::Player(self.seat)).collect();
        for event in heard.into_iter().rev().take_while(|event| event.seat.is_some() || !event.cards.is_empty()) {
            let first = event.cards.first().and_then(|seen| seen.handle);
            let own = !entered && first.is_some() && first == card.handle;
            entered |= own && event.what == "entered";
            let of_place = event.seat == Some(side) && event.cards.is_empty() && event.number.is_some();
            if own && !entered || of_place && event.word.is_some() && event.word == place.as_deref() {
                events.push(event);
            }
        }
        events.reverse();
        events
    }

    /// The numbers that belong to a place.
    fn numbers(&self, side: Seat, place: u8) -> Vec<String> {
        let parts = self.view.parts.iter().filter(|part| part.seat == Some(side));
        let numbers = parts.filter_map(|part| match (place_of(part.name), &part.value) {
            (Some((word, at)), Value::Number(number)) if at == place && *number != 0 => Some(format!("{word} {number:+}")),
            _ => None,
        });
        numbers.collect()
    }

    fn whose(&self, side: Seat) -> &'static str {
        if side == self.seat { "Your" } else { "The rival's" }
    }
}

/// `5 = 2 printed + 4 gained - 1 damage`, or `4/3, printed 3/2`; for a card without numbers what it is.
fn numbers(card: &CardView, info: &CardInfo) -> String {
    let Some(stats) = card.stats.map(stats_text) else {
        let marks = card.marks.iter().map(|mark| mark.word.to_owned());
        return std::iter::once(info.kind.to_owned()).chain(marks).collect::<Vec<_>>().join(", ");
    };
    let printed = info.stats.as_deref().and_then(|printed| printed.split(' ').next());
    match (&card.terms[..], printed) {
        ([first, more @ ..], _) => {
            let more = more.iter().map(|term| {
                let sign = if term.number < 0 { '-' } else { '+' };
                format!(" {sign} {} {}", term.number.unsigned_abs(), term.word)
            });
            format!("{stats} = {} {}{}", first.number, first.word, more.collect::<String>())
        }
        ([], Some(printed)) if printed != stats => format!("{stats}, printed {printed}"),
        ([], _) => format!("{stats}, as printed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_cards::{Mark, Stats, Term};

    fn card(stats: Option<Stats>, terms: Vec<Term>) -> CardView {
        let marks = vec![Mark { word: "tapped", number: None, card: None }];
        CardView { handle: None, def: None, owner: Seat::One, place: Some(0), stats, terms, marks, under: vec![] }
    }

    #[test]
    fn numbers_are_told_with_what_is_printed() {
        let info = |stats: Option<&str>| CardInfo {
            name: "Minnow".into(),
            kind: "magic",
            category: None,
            stats: stats.map(str::to_owned),
            keywords: vec![],
            text: vec![],
            token: false,
            generated: false,
            pool: true,
            icon: None,
            details: None,
        };
        let (pair, one) = (Some(Stats::Pair(4, 3)), Some(Stats::One(3)));
        assert_eq!(numbers(&card(pair, vec![]), &info(Some("3/2 (2)"))), "4/3, printed 3/2");
        assert_eq!(numbers(&card(pair, vec![]), &info(Some("4/3 (2)"))), "4/3, as printed");
        let terms = vec![Term { word: "printed", number: 5 }, Term { word: "damage", number: -2 }];
        assert_eq!(numbers(&card(one, terms), &info(Some("5"))), "3 = 5 printed - 2 damage");
        assert_eq!(numbers(&card(None, vec![]), &info(None)), "magic, tapped");
    }
}
