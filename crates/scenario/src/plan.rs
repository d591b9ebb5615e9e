//! The second step: a script read with the words of its game.

use playmat_cards::{Scene, SceneLine, SceneValue, SceneWord};
use playmat_kernel::{BySeat, Seat};

use crate::error::{Complaints, ParseError, did_you_mean, short};
use crate::expect::Expectation;
use crate::lexicon::{Lexicon, Source};
use crate::moves::Move;
use crate::script::{Opening, RawLine, Script, first_word, seat};

/// A script that was understood, as far as that is possible without the rules.
pub(crate) struct Plan<'s> {
    /// The setup of a scene; empty for a whole match.
    pub scene: Scene,
    /// What each player brings to a whole match: the line, and what stands behind `decklist`.
    pub decklists: BySeat<Option<(&'s RawLine, &'s str)>>,
    pub steps: Vec<PlannedStep<'s>>,
}

/// One line after `---`.
pub(crate) struct PlannedStep<'s> {
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
    let mut errors = Complaints::default();
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
            Ok(what) => plan.steps.push(PlannedStep { line, what }),
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
    let refused = |step: &PlannedStep| matches!(step.what, What::Expect(Expectation::Refused(..)));
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
    if errors.is_empty() { Ok(plan) } else { Err(errors.into_errors()) }
}

impl Lexicon {
    fn scene_line(&self, source: Source, scene: &mut Scene) -> Result<(), ParseError> {
        let text = source.line.text.as_str();
        let (word, rest) = first_word(text);
        if word == "turn" {
            if scene.turn.is_some() {
                return Err(source.error(text, "the turn is written twice"));
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
            // `started p2` names its player itself.
            None if self.scene(word) == Some(SceneWord::Player) => (self.player(source, rest)?.0, word, rest),
            None => {
                let hint = did_you_mean(word, ["p1", "p2", "turn", "seed", "game"].into_iter());
                let message = format!(
                    "`{}` cannot begin a setup line{hint}; a line is `p1 ZONE CARDS`, `turn p1 PHASE` or `seed 7`",
                    short(word)
                );
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
            let word = short(word);
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
        (Some(seat), "decklist") if lists[seat].is_some() => Err(source.error(rest, format!("{} brings one deck", seat.tag()))),
        (Some(_), "decklist") if list.is_empty() => Err(source.error(list, "a deck's name or cards stand behind `decklist`")),
        (Some(seat), "decklist") => {
            lists[seat] = Some((source.line, list));
            Ok(())
        }
        _ => Err(source.error(text, "a whole match has no setup but `p1 decklist ...` and `p2 decklist ...`")),
    }
}

#[cfg(test)]
mod tests {
    use playmat_cards::{Follows, Stats};

    use super::*;
    use crate::expect::Wanted;
    use crate::parse_file;

    const SKIRMISH_STATES: &[(&str, Follows)] = &[
        ("wounded", Follows::Number),
        ("ready", Follows::Nothing),
        ("cooldown", Follows::Number),
        ("silenced", Follows::Nothing),
    ];
    const SKIRMISH: &[(&str, SceneWord)] = &[
        ("field", SceneWord::Places),
        ("hand", SceneWord::Pile),
        ("deck", SceneWord::Pile),
        ("graveyard", SceneWord::Pile),
        ("mod", SceneWord::Indexed),
        ("wins", SceneWord::Number),
        ("done", SceneWord::Flag),
        ("started", SceneWord::Player),
        ("skirmish", SceneWord::Number),
    ];
    const STRATA_STATES: &[(&str, Follows)] = &[
        ("tapped", Follows::Nothing),
        ("facedown", Follows::Nothing),
        ("attacked", Follows::Nothing),
        ("level", Follows::Number),
        ("equipped", Follows::Card),
        ("fresh", Follows::Nothing),
        ("on", Follows::Number),
    ];
    const STRATA: &[(&str, SceneWord)] = &[
        ("points", SceneWord::Number),
        ("field", SceneWord::Places),
        ("magic", SceneWord::Places),
        ("hand", SceneWord::Pile),
        ("deck", SceneWord::Pile),
        ("discard", SceneWord::Pile),
        ("plays", SceneWord::Number),
        ("skip", SceneWord::Number),
        ("extra", SceneWord::Number),
        ("chain", SceneWord::Number),
    ];

    fn skirmish() -> Lexicon {
        Lexicon::new(&["Knight", "Scout", "Ranger", "Veteran", "Rookie"], SKIRMISH_STATES, SKIRMISH, &[])
    }

    fn strata() -> Lexicon {
        Lexicon::new(&["Pup", "Hound", "Wisp", "Iron Collar"], STRATA_STATES, STRATA, &["main", "battle"])
    }

    #[track_caller]
    fn read<T>(lexicon: &Lexicon, text: &str, then: impl FnOnce(Plan) -> T) -> T {
        let scripts = parse_file("f", &format!("scenario \"x\"\ngame g\n{text}")).unwrap();
        then(plan(lexicon, &scripts[0]).map_err(|errors| format!("{errors:?}")).unwrap())
    }

    #[test]
    fn the_forms_of_skirmish() {
        let text = "p1 field Knight@2 5 wounded 2, Scout@0
p1 mod 2 3
p1 wins 1
p2 done
started p2
p2 graveyard -
turn p1
---
p1 play Knight -> 2, none
p1 use Ranger -> 1
p1 play Knight -> p2:2
p1 done
p1 end
expect p1 mod 2 0
expect p1 wins 1
expect skirmish 2
expect p2 done
expect p2 no-done
expect started p2
expect p2 field Veteran@3 7, Rookie@4 cooldown 1
expect turn p2
";
        read(&skirmish(), text, |plan| {
            let SceneValue::Cards(field) = &plan.scene.lines[0].value else { panic!() };
            assert_eq!((field[0].place, field[0].stats, field[1].place), (Some(2), Some(Stats::One(5)), Some(0)));
            let numbers: Vec<_> = plan.scene.lines[1..5].iter().map(|line| (line.seat, line.value.clone())).collect();
            let expected = [vec![2, 3], vec![1], vec![], vec![2]].map(SceneValue::Numbers);
            let seats = [Seat::One, Seat::One, Seat::Two, Seat::Two];
            assert_eq!(numbers, seats.into_iter().zip(expected).collect::<Vec<_>>());
            assert_eq!(plan.scene.turn, Some((Seat::One, vec![])));
            assert_eq!((plan.scene.turn_line, plan.steps.len()), (9, 13));
            let What::Expect(Expectation::Number { index, number, .. }) = &plan.steps[5].what else { panic!() };
            assert_eq!((*index, *number), (Some(2), Wanted::Exactly(0)));
            let What::Expect(Expectation::Number { number, .. }) = &plan.steps[9].what else { panic!() };
            assert_eq!(*number, Wanted::Flag(false));
        });
    }

    #[test]
    fn the_forms_of_strata() {
        let text = "p1 points 20
p1 field Pup, Pup > Hound tapped equipped Iron Collar, Wisp facedown
p1 magic Iron Collar on 1 fresh
p1 plays 1
p2 skip 1
turn p1 main first
---
p1 play Wisp facedown
p1 level Hound on Pup
p1 level Hound on Pup#2 facedown
p1 use Hound 2 -> under:Pup
p1 flip Wisp
p1 attack Hound -> rival
p1 next
expect chain 2
expect p1 field Pup, Pup > Hound 300/200 level 2 no-tapped, Wisp facedown
expect turn p2 battle
";
        read(&strata(), text, |plan| {
            assert_eq!(plan.scene.turn, Some((Seat::One, vec!["main".to_string(), "first".to_string()])));
            let SceneValue::Cards(field) = &plan.scene.lines[1].value else { panic!() };
            assert_eq!((field[1].under.as_slice(), field[1].words.len()), (&["Pup".to_string()][..], 2));
            assert_eq!(plan.steps.len(), 10);
        });
    }
}
