//! A run has the same folder, byte for byte, whoever plays its games: threads, or a crew that is sent chunks and sends back what came of them.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use playmat_bots::{BotSpec, Budget};
use playmat_cards::Terms;
use playmat_catalog::Origin;
use playmat_lab::cards::Cards;
use playmat_lab::chunk::{Chunk, Order, Played, RulesForm, content_hash};
use playmat_lab::crew::Crew;
use playmat_lab::game::{Luck, Series, Side};
use playmat_lab::ladder::Ladder;
use playmat_lab::matchup::Match;
use playmat_lab::matrix::Matrix;
use playmat_lab::opinion::Second;
use playmat_lab::report::Report;
use playmat_lab::run::{Halt, RunContext};
use playmat_lab::stats::Sprt;
use playmat_lab::store::{FILE, Store};
use playmat_lab::tension::Tension;
use playmat_lab::tune::Tune;
use playmat_lab::whatif::workshop;
use serde_json::{Map, Value};

use crate::common::{deck, decks, folder, of_texts, planted, rules, with_crew};
use crate::compare::with;

/// Plays what it is sent as a worker on another machine would: from the bytes alone, and the newest chunk first.
struct Bytes {
    workers: usize,
    sent: Mutex<VecDeque<Chunk>>,
    /// How it spoils what came of a chunk.
    spoils: fn(&mut Vec<Played>),
}

impl Bytes {
    fn new(workers: usize) -> Self {
        Bytes { workers, sent: Mutex::default(), spoils: |_| {} }
    }

    fn sent(&self) -> MutexGuard<'_, VecDeque<Chunk>> {
        self.sent.lock().unwrap()
    }
}

impl Crew for Bytes {
    fn workers(&self) -> Result<usize, String> {
        Ok(self.workers)
    }

    fn send(&self, chunk: Chunk) -> Result<(), String> {
        self.sent().push_back(chunk);
        assert!(self.sent().len() <= 2 * self.workers, "never more are under way than are needed");
        Ok(())
    }

    fn take(&self) -> Result<Vec<Played>, String> {
        let chunk = self.sent().pop_back().expect("something is under way");
        // Every fifth is lost with its worker, which begins it again after all others.
        if chunk.order.number % 5 == 4 && !self.sent().is_empty() && !self.sent().contains_lost() {
            self.sent().push_front(chunk);
            return Ok(Vec::new());
        }
        let order: Order = serde_json::from_slice(&serde_json::to_vec(&chunk.order).unwrap()).unwrap();
        let mut played = Played { number: order.number, ..Played::default() };
        for part in &order.parts {
            let parcel = &chunk.parcels[&part.rules];
            assert_eq!(content_hash(parcel), part.rules);
            let form: RulesForm = serde_json::from_slice(parcel).unwrap();
            let texts = form.cards.iter().map(|text| ("a file".to_owned(), text.clone())).collect();
            let library = of_texts("skirmish", texts);
            let rules = library.rules(&form.terms()).unwrap();
            part.play(&rules, &order.work, &mut played)?;
        }
        let mut all = vec![serde_json::from_slice(&serde_json::to_vec(&played).unwrap()).unwrap()];
        (self.spoils)(&mut all);
        Ok(all)
    }

    fn abandon(&self) {
        self.sent().clear();
    }
}

trait Lost {
    fn contains_lost(&self) -> bool;
}

impl Lost for VecDeque<Chunk> {
    /// Whether the oldest one was put back already: nothing waits for ever.
    fn contains_lost(&self) -> bool {
        self.front().is_some_and(|chunk| chunk.order.number % 5 == 4)
    }
}

type Run<'a> = &'a dyn Fn(&mut RunContext<'_>, Option<&Path>) -> Result<Report, Halt>;

/// Everything in the folder of a run that was made by threads or by a crew, stopped after so many games and begun again.
fn files(
    name: &str,
    plan: &Map<String, Value>,
    crew: Option<&dyn Crew>,
    stops: &[u64],
    run: Run<'_>,
) -> Vec<(String, Vec<u8>)> {
    let folder = folder(name);
    for after in stops.iter().copied().chain([u64::MAX]) {
        let store = Store::open(&folder, plan).unwrap();
        let ended = with_crew(crew, store, 2, after, |context| {
            context.second = Some(Second { bot: BotSpec::Ismcts(Budget::iterations(2)), most: 8 });
            let report = run(context, Some(&folder))?;
            context.write(&report, &folder).map_err(Halt::Failed)
        });
        assert_eq!(ended, if after == u64::MAX { Ok(()) } else { Err(Halt::Stopped) }, "{name}, stopped after {after}");
    }
    let mut all = Vec::new();
    let mut open = vec![folder.clone()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => open.push(entry),
                false => all.push((entry.strip_prefix(&folder).unwrap().display().to_string(), fs::read(&entry).unwrap())),
            }
        }
    }
    all.sort();
    assert!(all.iter().any(|(name, _)| name == FILE) && all.iter().any(|(name, _)| name.ends_with(".record")), "{name}");
    all
}

/// A crew of one and one of seven leave the folder that threads leave, also if the run is interrupted.
fn is_the_same(name: &str, plan: &Map<String, Value>, run: Run<'_>) {
    let whole = files(&format!("{name}-threads"), plan, None, &[], run);
    for (workers, stops) in [(1, &[][..]), (7, &[9, 20])] {
        let crew = Bytes::new(workers);
        let found = files(&format!("{name}-crew-{workers}"), plan, Some(&crew), stops, run);
        let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&found), names(&whole), "{name}");
        for (found, whole) in found.iter().zip(&whole) {
            assert!(found == whole, "{name}: {} differs with a crew of {workers}", found.0);
        }
    }
}

fn matrix() -> Matrix {
    let rules = rules("skirmish", &[]);
    Matrix { decks: decks(&rules), rules, bots: [BotSpec::Random; 2], seed: 5, games: 12, limit: None }
}

#[test]
fn a_matrix_is_the_same_by_a_crew() {
    let plan = matrix();
    is_the_same("crew-matrix", &plan.plan(), &|context, folder| Ok(plan.run(context, folder)?.1));
}

/// It stops where the sequential test says, and no game beyond that round is played.
#[test]
fn a_match_is_the_same_by_a_crew() {
    let rules = rules("skirmish", &[]);
    let side = |bot| Side { bot, brings: decks(&rules) };
    let sides = [side(BotSpec::Greedy), side(BotSpec::Random)];
    let series = Series { id: 0, rules: rules.clone(), sides, mirror: false, luck: Luck::Shared, seed: 3 };
    let plan = Match { series, games: 400, sprt: Some(Sprt { lower: 0.45, upper: 0.55, alpha: 0.05, beta: 0.05 }) };
    is_the_same("crew-match", &plan.plan(), &|context, folder| Ok(plan.run(context, folder)?.1));
}

#[test]
fn cards_are_the_same_by_a_crew() {
    let rules = rules("skirmish", &[]);
    let plan = Cards { decks: decks(&rules), rules, bot: BotSpec::Random, seed: 5, games: 60 };
    is_the_same("crew-cards", &plan.plan(), &|context, folder| Ok(plan.run(context, folder)?.1));
}

#[test]
fn tension_is_the_same_by_a_crew() {
    let rules = rules("skirmish", &[]);
    let judge = Budget::iterations(5);
    let plan = Tension { decks: decks(&rules), rules, bot: BotSpec::Random, judge, decided: 0.95, seed: 5, games: 24 };
    is_the_same("crew-tension", &plan.plan(), &|context, folder| Ok(plan.run(context, folder)?.1));
}

#[test]
fn a_comparison_is_the_same_by_a_crew() {
    let plan = with("skirmish", "unit Knight 12", 2000, Some(0.2));
    is_the_same("crew-compare", &plan.plan(), &|context, folder| {
        let (measured, report) = plan.run(context, folder)?;
        assert!(measured.stopped, "it is known before all games are played");
        Ok(report)
    });
}

/// What is tried next depends on what came of what was tried before.
#[test]
fn tuning_is_the_same_by_a_crew() {
    let (library, rules) = planted("skirmish", &[("unit Knight 3", "unit Knight 12")]);
    let pairs = vec![["Wide Ranks", "Hungry Ones"].map(|name| deck(&rules, name))];
    let (band, wide) = ((0.0, 0.3), (0.0, 1.0));
    let workshop = workshop(&library, Terms::default());
    let plan =
        Tune { workshop, rules, pairs, watched: Vec::new(), band, wide, bot: BotSpec::Random, seed: 1, games: 60, steps: 1 };
    is_the_same("crew-tune", &plan.plan(), &|context, folder| {
        let (measured, report) = plan.run(context, folder)?;
        assert!(!measured.even && measured.screened.len() > 10 && !measured.tried.is_empty(), "something is tried");
        Ok(report)
    });
}

#[test]
fn a_ladder_is_the_same_by_a_crew() {
    let rules = rules("skirmish", &[]);
    let bots = vec![BotSpec::Random, BotSpec::Greedy, BotSpec::Ismcts(Budget::iterations(3))];
    let plan = Ladder { decks: decks(&rules), rules, bots, seed: 5, games: 10 };
    is_the_same("crew-ladder", &plan.plan(), &|context, folder| Ok(plan.run(context, folder)?.1));
}

/// A crew that sends back what nobody asked for is found out, and what it sent is not kept.
#[test]
fn wrong_answers_of_a_crew_are_refused() {
    type Spoil = fn(&mut Vec<Played>);
    let spoilers: [(Spoil, &str); 4] = [
        (|all| all[0].games[0].game += 1000, "other games"),
        (|all| _ = all[0].games.pop(), "other games"),
        (|all| all.push(all[0].clone()), "not under way"),
        (|all| all[0].number += 1000, "not under way"),
    ];
    for (spoils, why) in spoilers {
        let plan = matrix();
        let crew = Bytes { spoils, ..Bytes::new(2) };
        let ended = with_crew(Some(&crew), Store::in_memory(), 1, u64::MAX, |context| plan.run(context, None).map(|_| ()));
        let Err(Halt::Failed(error)) = ended else { panic!("{why} was believed") };
        assert!(error.contains(why), "{error}");
        assert!(crew.sent().is_empty(), "the rest was given up");
    }
}

/// Rules of other cards come along with their texts, whatever files those were in, and equal ones are one parcel.
#[test]
fn parcels_are_named_by_what_they_hold() {
    struct Names(Mutex<Vec<String>>, Bytes);
    impl Crew for Names {
        fn workers(&self) -> Result<usize, String> {
            self.1.workers()
        }
        fn send(&self, chunk: Chunk) -> Result<(), String> {
            self.0.lock().unwrap().extend(chunk.parcels.keys().cloned());
            self.1.send(chunk)
        }
        fn take(&self) -> Result<Vec<Played>, String> {
            self.1.take()
        }
        fn abandon(&self) {
            self.1.abandon();
        }
    }
    let names = |run: Run<'_>| {
        let crew = Names(Mutex::default(), Bytes::new(2));
        with_crew(Some(&crew), Store::in_memory(), 1, u64::MAX, |context| run(context, None)).map(|_| ()).unwrap();
        let mut names = crew.0.into_inner().unwrap();
        names.sort();
        names.dedup();
        names
    };
    let (plan, changed) = (matrix(), with("skirmish", "unit Knight 12", 60, None));
    let alone = names(&|context, folder| Ok(plan.run(context, folder)?.1));
    let both = names(&|context, folder| Ok(changed.run(context, folder)?.1));
    assert_eq!((alone.len(), both.len()), (1, 2));
    let texts = Origin::Shipped.texts("skirmish").unwrap_or_else(|error| panic!("{error}"));
    let elsewhere = texts.into_iter().map(|(name, text)| (format!("/somewhere/{name}"), text)).collect();
    let library = of_texts("skirmish", elsewhere);
    let plan = Matrix { rules: library.rules(&Terms::default()).unwrap(), ..matrix() };
    assert_eq!(names(&|context, folder| Ok(plan.run(context, folder)?.1)), alone);
}
