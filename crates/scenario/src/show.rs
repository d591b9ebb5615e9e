//! Cards, options and events in the notation of the files, for people who read why something failed.

use playmat_cards::{CardGame, CardInfo, CardView, DefId, FaceVerb, SEAT_NAMES, Stats};
use playmat_kernel::{Audience, Heard, Outcome, Seat, Told};

use crate::asked::{Asked, Shown};
use crate::error::short;
use crate::moves::{Answer, PLAIN};

/// A zone as a file would list it.
pub(crate) fn zone(cards: &[CardInfo], zone: &[CardView]) -> String {
    let listed: Vec<String> = zone.iter().map(|view| card(cards, view)).collect();
    if listed.is_empty() { "-".to_string() } else { listed.join(", ") }
}

/// Who won, as a file writes it.
pub(crate) fn winner(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Won(seat)) => seat.tag(),
    }
}

/// What is asked, with its options.
pub(crate) fn asked(asked: Option<&Asked>) -> String {
    let Some(asked) = asked else { return "nobody is asked, the match is over".to_string() };
    let options: Vec<String> = asked.options.iter().map(|shown| option(shown, asked.decision.seat)).collect();
    format!("{} is asked \"{}\": {}", asked.decision.seat.tag(), asked.words, options.join(", "))
}

/// An option as a file would name it.
pub(crate) fn option(shown: &Shown, asked: Seat) -> String {
    let face = &shown.face;
    let side = |seat: Seat| if seat == asked { String::new() } else { format!("{}:", seat.tag()) };
    let thing = if let Some(spot) = &face.card {
        let zone = if matches!(spot.zone, "field" | "hand") { String::new() } else { format!("{}:", spot.zone) };
        let nth = if spot.nth > 1 { format!("#{}", spot.nth) } else { String::new() };
        let token = if spot.token { " token" } else { "" };
        Some(format!("{}{zone}{}{nth}{token}", side(spot.side), shown.name))
    } else if let Some((seat, slot)) = face.slot {
        Some(format!("{}{slot}", side(seat)))
    } else {
        face.seat.map(|seat| seat.tag().to_string())
    };
    match (face.verb, thing) {
        (FaceVerb::Choose, Some(thing)) => thing,
        (FaceVerb::Choose, None) => face.words.clone(),
        (verb, Some(thing)) => format!("{verb} {thing}"),
        (verb, None) => verb.word().to_string(),
    }
}

/// That an answer fits none of the options.
pub(crate) fn misread(answer: &Answer) -> String {
    let written = match answer {
        Answer::Card(named) | Answer::Move(_, named) => named.name.clone(),
        Answer::Player(seat) => seat.tag().to_string(),
        Answer::Rival => "rival".to_string(),
        Answer::Slot(seat, slot) => format!("{}:{slot}", seat.tag()),
        Answer::Number(number) => number.to_string(),
        Answer::Nth(number) => format!("option {number}"),
        Answer::Word(word) if PLAIN.contains(&word.as_str()) => word.clone(),
        Answer::Word(word) => return format!("the target `{}` is not understood", short(word)),
    };
    format!("`{}` is no answer here", short(&written))
}

/// What happened, each event in its fullest form.
pub(crate) fn log<G: CardGame>(rules: &G::Rules, told: &[Told<G::Event>]) -> Vec<String> {
    let heard = |told: &Told<G::Event>| {
        let known = Audience::ALL.into_iter().find_map(|audience| match told.to(audience) {
            Heard::Known(event) => Some(event.clone()),
            _ => None,
        });
        known.or_else(|| {
            Audience::ALL.into_iter().find_map(|audience| match told.to(audience) {
                Heard::Veiled(event) => Some(event.clone()),
                _ => None,
            })
        })
    };
    told.iter().filter_map(heard).map(|event| G::sentence(rules, &event, SEAT_NAMES)).collect()
}

fn card(cards: &[CardInfo], view: &CardView) -> String {
    let name = |def: DefId| cards.get(def.0 as usize).map_or("?", |card| card.name.as_str());
    let mut text = String::new();
    for &under in &view.under {
        text += name(under);
        text += " > ";
    }
    text += view.def.map_or("(a back)", name);
    if let Some(place) = view.place {
        text += &format!("@{place}");
    }
    match view.stats {
        Some(Stats::Pair(one, two)) => text += &format!(" {one}/{two}"),
        Some(Stats::One(one)) => text += &format!(" {one}"),
        None => {}
    }
    for mark in &view.marks {
        text += &format!(" {}", mark.word);
        if let Some(number) = mark.number {
            text += &format!(" {number}");
        }
        if let Some(card) = mark.card {
            text += &format!(" {}", name(card));
        }
    }
    text
}
