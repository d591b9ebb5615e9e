//! Options that read alike, told apart by what the asked player sees of their cards.

use playmat_kernel::Seat;

use crate::{CardView, Face, Spot, Stats, Value, View};

/// Adds whose card it is, where it lies and its numbers to the words of options that read the same: `Robin (the rival's, 1/2)`. Where
/// that is the same too, which of them it is.
pub fn tell_apart(faces: &mut [Face], asked: Seat, view: &View) {
    add(faces, |spot, _| {
        let whose = if spot.side == asked { "yours" } else { "the rival's" };
        let stats = seen(spot, view).and_then(|card| card.stats).map(|stats| match stats {
            Stats::Pair(one, two) => format!(", {one}/{two}"),
            Stats::One(one) => format!(", {one}"),
        });
        let token = if spot.token { ", token" } else { "" };
        let zone = if spot.zone == "field" { String::new() } else { format!(", {}", spot.zone) };
        format!("{whose}{zone}{}{token}", stats.unwrap_or_default())
    });
    add(faces, |_, nth| format!("number {nth}"));
}

/// Adds words to options about a card that read like another one. `words` gets the card's spot, and which of the equal options it
/// is, from 1.
fn add(faces: &mut [Face], words: impl Fn(&Spot, usize) -> String) {
    let said: Vec<String> = faces.iter().map(|face| face.words.clone()).collect();
    let alike = |among: &[String], at: usize| among.iter().filter(|words| **words == said[at]).count();
    for (at, face) in faces.iter_mut().enumerate() {
        if let Some(spot) = &face.card
            && alike(&said, at) > 1
        {
            let more = words(spot, 1 + alike(&said[..at], at));
            face.words = match face.words.strip_suffix(')') {
                Some(before) => format!("{before}, {more})"),
                None => format!("{} ({more})", face.words),
            };
        }
    }
}

/// The card of an option as the view shows it; only public cards can be followed.
fn seen<'a>(spot: &Spot, view: &'a View) -> Option<&'a CardView> {
    match view.part(Some(spot.side), spot.zone)? {
        Value::Cards(cards) => cards.iter().find(|card| card.handle.is_some() && card.handle == spot.handle),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DefId, FaceVerb, Part};

    fn face(side: Seat, zone: &'static str, nth: u8, handle: Option<u8>) -> Face {
        let spot = Spot { def: DefId(1), side, zone, nth, token: false, handle };
        Face::card(FaceVerb::Choose, Some(spot), "Robin".into())
    }

    #[test]
    fn what_reads_alike_is_told_apart_and_nothing_else() {
        let robin = |handle, stats| CardView { handle: Some(handle), stats: Some(stats), ..CardView::back(Seat::One) };
        let (small, large) = (Stats::Pair(1, 2), Stats::Pair(3, 4));
        let view = View {
            parts: vec![
                Part::new(Some(Seat::One), "field", Value::Cards(vec![robin(1, small)])),
                Part::new(Some(Seat::Two), "field", Value::Cards(vec![robin(2, large), robin(3, large)])),
            ],
        };
        let mut faces = vec![
            face(Seat::One, "field", 1, Some(1)),
            face(Seat::Two, "field", 1, Some(2)),
            face(Seat::Two, "field", 2, Some(3)),
            face(Seat::One, "deck", 1, None),
            face(Seat::One, "deck", 1, None),
            Face::word(FaceVerb::None, "none"),
        ];
        tell_apart(&mut faces, Seat::One, &view);
        let words: Vec<&str> = faces.iter().map(|face| face.words.as_str()).collect();
        let expected = [
            "Robin (yours, 1/2)",
            "Robin (the rival's, 3/4, number 1)",
            "Robin (the rival's, 3/4, number 2)",
            "Robin (yours, deck, number 1)",
            "Robin (yours, deck, number 2)",
            "none",
        ];
        assert_eq!(words, expected);
        let mut alone = vec![face(Seat::One, "field", 1, Some(1))];
        tell_apart(&mut alone, Seat::One, &view);
        assert_eq!(alone[0].words, "Robin");
    }
}
