//! Positions as scenario files: from a table back to a text that can be staged. What a scene cannot express is named in comments.

use std::collections::BTreeMap;

use playmat_cards::{CardGame, CardView, DefId, Item, Mark, Scene, SceneLine, SceneValue, SceneWord, StateWord, Stats, Terms};
use playmat_cards::{Part, Value, View};
use playmat_kernel::{Audience, Seat};

/// A position as a scenario file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file.
    pub text: String,
    /// What a scene cannot express of this position: parts of the view, each in a sentence.
    pub unsaid: Vec<String>,
}

/// Writes a whole position, hidden cards included: for a match that is over.
pub fn write_position<G: CardGame>(
    rules: &G::Rules,
    terms: &Terms,
    title: &str,
    position: &G::Position,
) -> Result<Written, String> {
    let cards = |seat: Seat, word: &str| G::inspect(rules, position, seat, word);
    let number = |seat: Seat, word: &str, index: Option<i32>| G::number(position, seat, word, index);
    let sheet = Sheet { turn: G::turn(position), cards: &cards, number: &number };
    let audiences = &Audience::ALL[..2];
    write::<G>(
        rules,
        terms,
        title,
        sheet,
        &audiences.iter().map(|&seen| (seen, G::view(rules, position, seen))).collect::<Vec<_>>(),
    )
}

/// Writes what one seat sees. Cards that it does not know are left out.
pub fn write_view<G: CardGame>(
    rules: &G::Rules,
    terms: &Terms,
    title: &str,
    seat: Seat,
    view: &View,
) -> Result<Written, String> {
    let turn = match (view.part(None, "turn"), view.part(None, "phase")) {
        (Some(Value::Word(who)), phase) => {
            let who = if *who == Seat::Two.tag() { Seat::Two } else { Seat::One };
            (who, if let Some(Value::Word(phase)) = phase { *phase } else { "" })
        }
        _ => return Err("this view does not say whose turn it is".into()),
    };
    let cards = |seat: Seat, word: &str| match view.part(Some(seat), word) {
        Some(Value::Cards(cards)) => cards.iter().filter(|card| card.def.is_some()).cloned().collect(),
        _ => vec![],
    };
    let number = |seat: Seat, word: &str, index: Option<i32>| {
        let name = index.map_or(word.to_owned(), |index| format!("{word} {index}"));
        // A number of the whole table is written for the turn player.
        let nobodys = || view.part(None, &name).filter(|value| seat == turn.0 || matches!(value, Value::Word(_)));
        match view.part(Some(seat), &name).or_else(nobodys)? {
            Value::Number(number) => Some(*number),
            Value::Word("yes") => Some(1),
            Value::Word("p2") => Some(2),
            Value::Word("p1") => Some(1),
            _ => Some(0),
        }
    };
    let sheet = Sheet { turn, cards: &cards, number: &number };
    write::<G>(rules, terms, title, sheet, &[(Audience::Player(seat), view.clone())])
}

/// A number of a seat by its word, with an index where it has one.
type NumberOf<'a> = dyn Fn(Seat, &str, Option<i32>) -> Option<i32> + 'a;

/// What is to be written.
struct Sheet<'a> {
    turn: (Seat, &'static str),
    cards: &'a dyn Fn(Seat, &str) -> Vec<CardView>,
    number: &'a NumberOf<'a>,
}

fn write<G: CardGame>(
    rules: &G::Rules,
    terms: &Terms,
    title: &str,
    sheet: Sheet,
    seen: &[(Audience, View)],
) -> Result<Written, String> {
    let (turn, phase) = sheet.turn;
    let phase = if G::phases().contains(&phase) { vec![phase.to_owned()] } else { vec![] };
    let mut scene = Scene { lines: vec![], turn: Some((turn, phase.clone())), turn_line: 0 };
    let empty = G::stage(rules, &scene).map_err(|wrong| wrong.message)?;
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        for &(word, kind) in G::scene_words() {
            let mut say = |value: SceneValue, text: String| {
                lines.push(text);
                scene.lines.push(SceneLine { seat, word: word.to_owned(), line: 0, value });
            };
            let tag = seat.tag();
            let differs = |index| match (sheet.number)(seat, word, index) {
                Some(number) if G::number(&empty, seat, word, index) != Some(number) => Some(number),
                _ => None,
            };
            match kind {
                SceneWord::Places | SceneWord::Pile => {
                    let items: Vec<Item> =
                        (sheet.cards)(seat, word).iter().map(|card| item::<G>(rules, seat, word, kind, card)).collect();
                    if !items.is_empty() {
                        let text = items.iter().map(written).collect::<Vec<_>>().join(", ");
                        say(SceneValue::Cards(items), format!("{tag} {word} {text}"));
                    }
                }
                SceneWord::Number => {
                    if let Some(number) = differs(None) {
                        say(SceneValue::Numbers(vec![number]), format!("{tag} {word} {number}"));
                    }
                }
                SceneWord::Indexed => {
                    for index in 0..16 {
                        if let Some(number) = differs(Some(index)) {
                            say(SceneValue::Numbers(vec![index, number]), format!("{tag} {word} {index} {number}"));
                        }
                    }
                }
                SceneWord::Flag => {
                    if differs(None).is_some_and(|number| number != 0) {
                        say(SceneValue::Numbers(vec![]), format!("{tag} {word}"));
                    }
                }
                // A number of the whole table is written once.
                SceneWord::Player => {
                    if let Some(number) = differs(None).filter(|_| seat == Seat::One) {
                        say(SceneValue::Numbers(vec![number]), format!("{word} p{number}"));
                    }
                }
            }
        }
    }
    let staged = G::stage(rules, &scene).map_err(|wrong| format!("a scene cannot say this: {}", wrong.message))?;
    let mut unsaid: BTreeMap<String, ()> = BTreeMap::new();
    for (audience, view) in seen {
        let again = G::view(rules, &staged, *audience);
        for (part, then) in again.parts.iter().zip(&view.parts).filter(|(part, then)| !alike(part, then)) {
            unsaid.insert(differs::<G>(rules, part, then), ());
        }
    }
    let unsaid: Vec<String> = unsaid.into_keys().collect();
    let rulings: String = terms.rulings.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    let edition = terms.edition.as_ref().map(|edition| format!(" edition={edition}")).unwrap_or_default();
    let mut text = format!("scenario \"{}\"\ngame {}{edition}{rulings}\n", title.replace(['"', '\n'], "'"), G::NAME);
    unsaid.iter().for_each(|line| text += &format!("# A scene has no words for this: {line}\n"));
    lines.iter().for_each(|line| text += &format!("{line}\n"));
    let phase = phase.first().map(|phase| format!(" {phase}")).unwrap_or_default();
    text += &format!("turn {}{phase}\n---\nexpect turn {}{phase}\nexpect asks {}\n", turn.tag(), turn.tag(), turn.tag());
    Ok(Written { text, unsaid })
}

/// A card as a file writes it: with `no-` before states that it would have by default and does not have.
fn item<G: CardGame>(rules: &G::Rules, seat: Seat, word: &str, kind: SceneWord, card: &CardView) -> Item {
    let name = |def: DefId| G::cards(rules).get(def.0 as usize).map_or_else(String::new, |info| info.name.clone());
    let made = card.def.and_then(|def| G::cards(rules).get(def.0 as usize)).is_some_and(|info| info.token || info.generated);
    let states = G::state_words();
    let is_state = |mark: &&Mark| states.iter().any(|(word, _)| *word == mark.word);
    let mut words: Vec<StateWord> = card.marks.iter().filter(is_state).map(|mark| state(mark, &name)).collect();
    let token = StateWord { word: "token".into(), absent: false, number: None, card: None };
    if made && !words.contains(&token) && states.iter().any(|(word, _)| *word == "token") {
        words.push(token.clone());
    }
    let on_table = kind == SceneWord::Places;
    let bare = Item {
        name: card.def.map(name).unwrap_or_default(),
        place: card.place.filter(|_| on_table),
        stats: None,
        words: words.iter().filter(|word| **word == token).cloned().collect(),
        under: card.under.iter().map(|&def| name(def)).collect(),
    };
    if !on_table {
        return Item { words: bare.words.clone(), ..bare };
    }
    // The states that the card has when nothing is written.
    let alone = Scene {
        lines: vec![SceneLine { seat, word: word.to_owned(), line: 0, value: SceneValue::Cards(vec![bare.clone()]) }],
        turn: None,
        turn_line: 0,
    };
    let printed = G::stage(rules, &alone).map(|position| G::inspect(rules, &position, seat, word)).unwrap_or_default();
    let printed = printed.first();
    let lost = printed.into_iter().flat_map(|printed| &printed.marks).filter(is_state);
    for mark in lost.filter(|mark| !card.marks.iter().any(|now| now.word == mark.word)) {
        words.push(StateWord { absent: true, ..state(mark, &name) });
    }
    words.retain(|word| {
        let mark = card.marks.iter().find(|mark| mark.word == word.word);
        word.absent || *word == token || !printed.is_some_and(|printed| mark.is_some_and(|mark| printed.marks.contains(mark)))
    });
    let stats = card.stats.filter(|_| printed.is_none_or(|printed| printed.stats != card.stats));
    Item { stats, words, ..bare }
}

fn state(mark: &Mark, name: &dyn Fn(DefId) -> String) -> StateWord {
    StateWord { word: mark.word.into(), absent: false, number: mark.number, card: mark.card.map(name) }
}

fn written(item: &Item) -> String {
    let mut text: String = item.under.iter().map(|under| format!("{under} > ")).collect();
    text += &item.name;
    if let Some(place) = item.place {
        text += &format!("@{place}");
    }
    match item.stats {
        Some(Stats::Pair(one, two)) => text += &format!(" {one}/{two}"),
        Some(Stats::One(one)) => text += &format!(" {one}"),
        None => {}
    }
    for state in &item.words {
        text += &format!(" {}{}", if state.absent { "no-" } else { "" }, state.word);
        if let Some(number) = state.number.filter(|_| !state.absent) {
            text += &format!(" {number}");
        }
        if let Some(card) = state.card.as_ref().filter(|_| !state.absent) {
            text += &format!(" {card}");
        }
    }
    text
}

/// Whether two parts are equal but for handles, which every table numbers for itself, and cards that were left out.
fn alike(one: &Part, two: &Part) -> bool {
    match (&one.value, &two.value) {
        (Value::Cards(one), Value::Cards(two)) => {
            let bare = |cards: &[CardView]| -> Vec<CardView> {
                let known = cards.iter().filter(|card| card.def.is_some());
                known.map(|card| CardView { handle: None, terms: vec![], ..card.clone() }).collect()
            };
            bare(one) == bare(two)
        }
        // How long the match has lasted is no part of a position.
        _ if one.name == "turns" => true,
        // How many cards a deck has is said by the cards.
        (Value::Number(_), Value::Number(_)) if one.name == "deck" => true,
        (one, two) => one == two,
    }
}

fn differs<G: CardGame>(rules: &G::Rules, staged: &Part, then: &Part) -> String {
    let whose = then.seat.map_or(String::new(), |seat| format!("{} ", seat.tag()));
    let words = |value: &Value| match value {
        Value::Number(number) => number.to_string(),
        Value::Word(word) => (*word).to_owned(),
        Value::Cards(cards) => crate::show::zone(G::cards(rules), cards),
    };
    format!("{whose}{} is {}, here it is {}", then.name, words(&then.value), words(&staged.value))
}
