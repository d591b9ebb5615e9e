//! How scenario files set a match up and look into it.

use playmat_cards::game::*;

use crate::Vigil;
use crate::rules::Rules;
use crate::show::shown;
use crate::state::{Frame, NIGHT, Position};

impl Stage for Vigil {
    usual_stage!(Rules, Position, shown);

    fn scene_words() -> &'static [(&'static str, SceneWord)] {
        use SceneWord::{Number, Pile, Places};
        &[("deck", Pile), ("hand", Pile), ("field", Places), ("discard", Pile), ("life", Number), ("turns", Number)]
    }

    /// A scene begins after the draw of its player, who has played nothing yet.
    fn stage(rules: &Rules, scene: &Scene) -> Result<Position, SceneError> {
        let turn = scene.turn.as_ref().map_or(Seat::One, |(seat, _)| *seat);
        let mut pos = Position { turn, turns: 1, ..Position::empty() };
        pos.agenda.push(Frame::Main);
        for line in &scene.lines {
            match (line.word.as_str(), &line.value) {
                ("life", SceneValue::Numbers(life)) => pos.life[line.seat] = life[0].clamp(1, 99) as i16,
                ("turns", SceneValue::Numbers(turns)) => pos.turns = turns[0].clamp(1, NIGHT.into()) as u8,
                _ => pos.board.stage(&rules.book.texts, line, |def| rules.book.def(def).light)?,
            }
        }
        Ok(pos)
    }

    fn number(pos: &Position, seat: Seat, word: &str, _index: Option<i32>) -> Option<i32> {
        match word {
            "life" => Some(pos.life[seat].into()),
            "turns" => Some(pos.turns.into()),
            _ => None,
        }
    }
}
