//! The second step: a script read with the words of its game.

use playmat_cards::{Scene, SceneLine, SceneValue, SceneWord};
use playmat_kernel::{BySeat, Seat};

use crate::error::{ParseError, did_you_mean};
use crate::expect::Expectation;
use crate::lexicon::{Lexicon, Source};
use crate::moves::Move;
use crate::script::{Opening, RawLine, Script, first_word, seat};

/// A script with everything understood but what only the rules can know.
pub(crate) struct Plan<'s> {
    /// The setup of a scene; empty for a whole match.
    pub scene: Scene,
    /// What each player brings to a whole match: the line, and what stands behind `decklist`.
    pub decklists: BySeat<Option<(&'s RawLine, &'s str)>>,
    pub steps: Vec<Step<'s>>,
}

/// One line after `---`.
pub(crate) struct Step<'s> {
    pub line: &'s RawLine,
    pub what: What,
}

pub(crate) enum What {
    Move(Seat, Move),
    Cannot(Seat, Move),
    Expect(Expectation),
}

/// Reads a script, or says everything that is wrong with its lines.
pub(crate) fn plan<'s>(lexicon: &Lexicon, script: &'s Script) -> Result<Plan<'s>, Vec<ParseError>> {
    let mut plan = Plan { scene: Scene::default(), decklists: BySeat::default(), steps: Vec::new() };
    let mut errors = Vec::new();
    for line in &script.setup {
        let source = Source::of(script, line);
        let read = match script.opening {
            Opening::Scene => lexicon.scene_line(source, &mut plan.scene),
            Opening::New { .. } => decklist(source, &mut plan.decklists),
        };
        errors.extend(read.err());
    }
    for line in &script.steps {
        match lexicon.step(Source::of(script, line)) {
            Ok(what) => plan.steps.push(Step { line, what }),
            Err(error) => errors.push(error),
        }
    }
    if matches!(script.opening, Opening::New { .. }) {
        for (seat, list) in plan.decklists.iter() {
            if list.is_none() {
                let message = format!("{0} brings no deck: {0} decklist CARD, CARD, ...", seat.tag());
                errors.push(script.error(&script.game_line, "", message));
            }
        }
    }
    let refused = |step: &Step| matches!(step.what, What::Expect(Expectation::Refused(..)));
    let first = plan.steps.iter().take_while(|step| refused(step)).count();
    if let Some(late) = plan.steps.iter().skip(first).find(|step| first > 0 || refused(step)) {
        let message = if first > 0 {
            "no match begins with a refused deck: nothing follows `expect refused`"
        } else {
            "`expect refused` is the first line after `---`"
        };
        errors.push(script.error(late.line, "", message));
    } else if first > 0 && script.opening == Opening::Scene {
        errors.push(script.error(plan.steps[0].line, "", "only the decks of a whole match are refused: game NAME new"));
    }
    if errors.is_empty() { Ok(plan) } else { Err(errors) }
}

impl Lexicon {
    fn scene_line(&self, source: Source, scene: &mut Scene) -> Result<(), ParseError> {
        let text = source.line.text.as_str();
        let (word, rest) = first_word(text);
        if word == "turn" {
            if scene.turn.is_some() {
                return Err(source.error(text, "whose turn it is stands there twice"));
            }
            let (who, words) = self.player(source, rest)?;
            let phase = first_word(words).0;
            if !phase.is_empty() && !self.phases.is_empty() {
                self.phase(source, phase)?;
            }
            scene.turn = Some((who, words.split_whitespace().map(str::to_string).collect()));
            scene.turn_line = source.line.line;
            return Ok(());
        }
        let (who, word, rest) = match seat(word) {
            Some(seat) => {
                let (word, rest) = first_word(rest);
                (seat, word, rest)
            }
            // `started p2` says whose it is by itself.
            None if self.scene(word) == Some(SceneWord::Player) => (self.player(source, rest)?.0, word, rest),
            None => {
                let hint = did_you_mean(word, ["p1", "p2", "turn", "seed", "game"].into_iter());
                let message = format!("`{word}` begins no setup line{hint}; a line is `p1 ZONE CARDS`, `turn p1 PHASE` or `seed 7`");
                return Err(source.error(text, message));
            }
        };
        let value = self.scene_value(source, word, rest)?;
        scene.lines.push(SceneLine { seat: who, word: word.to_string(), line: source.line.line, value });
        Ok(())
    }

    fn scene_value(&self, source: Source, word: &str, rest: &str) -> Result<SceneValue, ParseError> {
        let numbers = |count: usize, form: &str| {
            let numbers: Option<Vec<i32>> = rest.split_whitespace().map(|number| number.parse().ok()).collect();
            let numbers = numbers.filter(|numbers| numbers.len() == count).map(SceneValue::Numbers);
            numbers.ok_or_else(|| source.error(rest, format!("{form} behind `{word}`")))
        };
        match self.scene(word) {
            None => Err(self.unknown_word(source, word)),
            Some(SceneWord::Places | SceneWord::Pile) if rest.is_empty() => {
                Err(source.error(rest, format!("cards or `-` stand behind `{word}`")))
            }
            Some(SceneWord::Places | SceneWord::Pile) => self.card_list(source, rest).map(SceneValue::Cards),
            Some(SceneWord::Number) => numbers(1, "a number stands"),
            Some(SceneWord::Indexed) => numbers(2, "two numbers stand"),
            Some(SceneWord::Flag) => numbers(0, "nothing stands"),
            Some(SceneWord::Player) => Ok(SceneValue::Numbers(vec![i32::from(self.player(source, rest)?.0.bit()) + 1])),
        }
    }

    fn step(&self, source: Source) -> Result<What, ParseError> {
        let text = source.line.text.as_str();
        let (word, rest) = first_word(text);
        if word == "expect" {
            return self.read_expectation(source, rest).map(What::Expect);
        }
        let Some(who) = seat(word) else {
            let hint = did_you_mean(word, ["expect", "p1", "p2"].into_iter());
            return Err(source.error(text, format!("a line here begins with p1, p2 or expect, not with `{word}`{hint}")));
        };
        match rest.strip_prefix("cannot").filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)) {
            Some(rest) => self.read_move(source, rest.trim()).map(|what| What::Cannot(who, what)),
            None => self.read_move(source, rest).map(|what| What::Move(who, what)),
        }
    }
}

fn decklist<'s>(source: Source<'s>, lists: &mut BySeat<Option<(&'s RawLine, &'s str)>>) -> Result<(), ParseError> {
    let text = source.line.text.as_str();
    let (word, rest) = first_word(text);
    let (second, list) = first_word(rest);
    match (seat(word), second) {
        (Some(seat), "decklist") if lists[seat].is_some() => {
            Err(source.error(rest, format!("{} brings one deck", seat.tag())))
        }
        (Some(_), "decklist") if list.is_empty() => Err(source.error(list, "a deck's name or cards stand behind `decklist`")),
        (Some(seat), "decklist") => {
            lists[seat] = Some((source.line, list));
            Ok(())
        }
        _ => Err(source.error(text, "a whole match has no setup but `p1 decklist ...` and `p2 decklist ...`")),
    }
}
