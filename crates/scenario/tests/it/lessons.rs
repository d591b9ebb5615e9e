//! The lessons of the tutorial: each holds as a scenario, can be played as it is taught, and notices a wrong move.

use playmat_cards::CardGame;
use playmat_catalog::{GAMES, LessonText, Library, Origin, Visitor, shipped_lessons, visit_games};
use playmat_chance::SecureChance;
use playmat_kernel::{Options, Silence, Table};
use playmat_scenario::{LEARNER, Lesson, parse_file};

#[derive(Clone)]
struct TeachAll;

impl Visitor for TeachAll {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let library = Library::<G>::load(&Origin::Shipped).expect("the shipped cards are right");
        let lessons = shipped_lessons(G::NAME);
        let wrong: usize = lessons.iter().map(|text| teach::<G>(&library, text)).sum();
        assert!(wrong >= 3, "{}: only {wrong} wrong moves are noticed", G::NAME);
    }
}

#[test]
fn every_lesson_can_be_finished_and_notices_wrong_moves() {
    assert_eq!(visit_games(TeachAll).len(), GAMES.len());
}

/// Plays a lesson as it is solved, and counts the answers beside the solution after which the goal is out of reach.
fn teach<G: CardGame>(library: &Library<G>, text: &LessonText) -> usize {
    let (file, script) = &text.script;
    let scripts = parse_file(file, script).expect("it can be read");
    assert_eq!(scripts.len(), 1, "{file} is one lesson");
    let mut rules_for = |terms: &playmat_cards::Terms| library.rules(terms).map(|set| set.rules.clone());
    let lesson = Lesson::<G>::read(&mut rules_for, &scripts[0], &|_| None).unwrap_or_else(|errors| panic!("{errors:?}"));
    // Another chance than the script's own: a lesson must not depend on it.
    let mut chance = SecureChance::new(77);
    let mut table = Table::<G>::start(&lesson.rules, lesson.position.clone(), &mut chance, &mut Silence);
    let (mut given, mut wrong) = (0, 0);
    assert!(!lesson.reached(&table), "{file} is finished before it begins");
    assert!(lesson.reachable(&table, 0), "{file} cannot be finished");
    for &pick in &lesson.solution {
        let Some(decision) = table.decision().filter(|_| !lesson.reached(&table)) else { break };
        if decision.seat == LEARNER {
            let mut options = Options::new();
            table.options(&lesson.rules, &mut options);
            for other in (0..options.len()).filter(|&other| other != pick) {
                let mut aside = table.clone();
                aside.answer(&lesson.rules, LEARNER, other, &mut SecureChance::new(1), &mut Silence).expect("it is listed");
                wrong += usize::from(!lesson.reachable(&aside, given));
            }
        } else {
            assert_eq!(lesson.rival_answers(&table, &mut given), pick, "{file}: the rival answers otherwise");
        }
        table.answer(&lesson.rules, decision.seat, pick, &mut chance, &mut Silence).expect("it is listed");
        assert!(lesson.reachable(&table, given), "{file}: the solution leads astray");
    }
    assert!(lesson.reached(&table), "{file}: the solution does not reach the goal");
    wrong
}
