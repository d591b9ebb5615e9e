//! What people see, in a view and in words, and what bots know: nothing that their seat does not see.

use playmat_cards::game::*;

use crate::Vigil;
use crate::rules::Rules;
use crate::state::{Choice, NIGHT, Position, Zone};
use crate::turn::cannot_play;
use crate::words::{EventKind, Kind};

impl Show for Vigil {
    /// Everybody is shown the same parts in the same order.
    fn view(rules: &Rules, pos: &Position, audience: Audience) -> View {
        let mut parts = vec![
            Part::new(None, "turn", Value::Word(pos.turn.tag())),
            Part::new(None, "turns", Value::Number(pos.turns.into())),
            Part::new(None, "plays", Value::Number(pos.plays.into())),
        ];
        for seat in Seat::BOTH {
            parts.push(Part::new(seat, "life", Value::Number(pos.life[seat].into())));
            parts.push(Part::new(seat, "light", Value::Number(pos.light(seat).into())));
            parts.extend(Zone::ALL.iter().map(|&zone| pos.board.part(seat, zone, audience, |card| shown(rules, pos, card))));
        }
        View { parts }
    }

    fn question(rules: &Rules, pos: &Position) -> Question {
        let Some(run) = Vigil::running(pos) else {
            return Question { words: "Play a card, or end the turn.".into(), about: None };
        };
        let about = pos.board.def(run.source);
        let words = program_question::<Vigil>(rules.book.texts.name(about), rules, run, |_| "which candle?");
        Question { words, about: Some(about) }
    }

    fn face(rules: &Rules, pos: &Position, choice: Choice) -> Face {
        let named = |card: CardRef| (pos.board.spot(card), rules.book.texts.name(pos.board.def(card)).to_owned());
        let branch = |number| Vigil::running(pos).map_or(String::new(), |run| rules.book.texts.branch(run.ability, number));
        match choice {
            Choice::Play(card) => Face::card(FaceVerb::Play, named(card).0, format!("play {}", named(card).1)),
            Choice::End => Face::word(FaceVerb::End, "end the turn"),
            Choice::Answer(answer) => Face::answer(answer, named, branch),
        }
    }

    fn why_not_in_hand(rules: &Rules, pos: &Position, seat: Seat) -> Vec<(DefId, Reason)> {
        let hand = pos.board.zone(seat, Zone::Hand).iter();
        hand.filter_map(|&card| Some((pos.board.def(card), cannot_play(rules, pos, card)?))).collect()
    }

    fn sentence(rules: &Rules, event: &Event, names: BySeat<&str>) -> String {
        rules.book.texts.sentence(event, names, |kind, Phrases { who, card, n, .. }| match kind {
            EventKind::Turn => Some(format!("Turn {n} of {NIGHT}: {who}.")),
            EventKind::Damaged => Some(format!("{card} dims by {n}.")),
            EventKind::Grew => Some(format!("{card} brightens by {n}.")),
            EventKind::Died => Some(format!("{card} goes out.")),
            EventKind::Dawn => Some("It dawns.".into()),
            _ => None, // Said alike in all games.
        })
    }

    fn turn(pos: &Position) -> (Seat, &'static str) {
        (pos.turn, "")
    }

    fn turns(pos: &Position) -> u32 {
        pos.turns.into()
    }
}

/// A card with nothing hidden: a candle on the field with its light now, elsewhere with what is printed.
pub fn shown(rules: &Rules, pos: &Position, card: CardRef) -> CardView {
    let def = rules.book.def(pos.board.def(card));
    let light = if pos.board.is_in(card, Zone::Field) { pos.board.number(card) } else { def.light };
    CardView { stats: (def.kind == Kind::Candle).then_some(Stats::One(light.into())), ..pos.board.shown(card) }
}

impl Imagine for Vigil {
    fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
        let hidden = |seen: &[_], count, chance: &mut C| rules.decks.hidden(seen, count, chance);
        Position { board: pos.board.imagine(seat, chance, hidden), ..*pos }
    }
}

impl Evaluate for Vigil {
    const AHEAD: i32 = 500;

    /// Life, light, and how many cards are in hand: nothing that the seat does not know.
    fn evaluate(_: &Rules, pos: &Position, seat: Seat) -> i32 {
        let cards = |seat| pos.board.zone(seat, Zone::Hand).len() as i32;
        let side = |seat| i32::from(pos.life[seat]) * 100 + i32::from(pos.light(seat)) * 100 + cards(seat) * 120;
        side(seat) - side(seat.rival())
    }
}
