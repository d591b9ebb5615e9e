//! Runs are the same on any number of threads and after any interruption, and their reports need nothing but themselves.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use playmat_bots::{BotSpec, Budget};
use playmat_lab::game::{Luck, PlayedGame, Series, Side, Watch, play};
use playmat_lab::matchup::Match;
use playmat_lab::matrix::{Limit, Matrix};
use playmat_lab::report::{CSV, JSON, PAGE, RAW};
use playmat_lab::run::{Halt, RunContext};
use playmat_lab::stats::{Estimate, Sprt, Verdict};
use playmat_lab::store::{FILE, Store};
use playmat_lab::tension::Tension;

use crate::common::{decks, folder, kept_decks, rules, with_context};

fn matrix(seed: u64) -> Matrix {
    let rules = rules("skirmish", &[]);
    Matrix { decks: decks(&rules), rules, bots: [BotSpec::Random; 2], seed, games: 60, limit: None }
}

fn files(folder: &Path) -> [Vec<u8>; 5] {
    [PAGE, JSON, RAW, CSV, FILE].map(|name| fs::read(folder.join(name)).expect("the report is there"))
}

fn run_matrix(folder: &Path, threads: usize, after: u64) -> Result<(), Halt> {
    let matrix = matrix(7);
    let store = Store::open(folder, &matrix.plan()).map_err(Halt::Failed)?;
    with_context(store, threads, after, |context| {
        let (_, report) = matrix.run(context, Some(folder))?;
        context.write(&report, folder).map_err(Halt::Failed)
    })
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    let first = folder("threads-1");
    run_matrix(&first, 1, u64::MAX).unwrap();
    for threads in [2, 5] {
        let other = folder(&format!("threads-{threads}"));
        run_matrix(&other, threads, u64::MAX).unwrap();
        assert!(files(&first) == files(&other), "{threads} threads");
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_end() {
    let (whole, stopped) = (folder("whole"), folder("stopped"));
    run_matrix(&whole, 2, u64::MAX).unwrap();
    for after in [1, 100, 200] {
        assert_eq!(run_matrix(&stopped, 2, after), Err(Halt::Stopped));
        assert!(!stopped.join(PAGE).exists());
    }
    // Killed while a line was being written.
    let path = stopped.join(FILE);
    let kept = fs::read(&path).unwrap();
    fs::write(&path, &kept[..kept.len() - 9]).unwrap();
    run_matrix(&stopped, 2, u64::MAX).unwrap();
    assert!(files(&whole) == files(&stopped));
    assert_eq!(fs::read_to_string(whole.join(FILE)).unwrap().lines().count(), 1 + 6 * 60);
}

#[test]
fn games_of_another_plan_are_refused() {
    let folder = folder("another-plan");
    Store::open(&folder, &matrix(7).plan()).map(|_| ()).unwrap();
    let error = Store::open(&folder, &matrix(8).plan()).map(|_| ()).unwrap_err();
    assert!(error.contains("differs in: seed;"), "{error}");
    fs::write(folder.join(FILE), "my diary\n").unwrap();
    assert!(Store::open(&folder, &matrix(7).plan()).map(|_| ()).unwrap_err().contains("no file of the lab"));
}

#[test]
fn a_page_needs_nothing_but_itself() {
    let folder = folder("page");
    run_matrix(&folder, 2, u64::MAX).unwrap();
    let page = fs::read_to_string(folder.join(PAGE)).unwrap();
    let bare = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "<script ", "src=", "url(", "@import", "fetch(", "import("] {
        assert!(!bare.contains(word), "{word} in the page");
    }
    // What it leads to is within it, or a record beside it.
    for target in bare.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let inside = target.strip_prefix('#').is_some_and(|anchor| page.contains(&format!("id=\"{anchor}\"")));
        assert!(inside || folder.join(target).is_file(), "{target} leads nowhere");
    }
    assert!(page.matches("<svg").count() >= 3, "heat map, intervals, lengths");
    for deck in decks(&rules("skirmish", &[])) {
        assert!(page.contains(deck.name()), "{} is not in the page", deck.name());
    }
}

#[test]
fn a_matrix_is_its_own_mirror() {
    let (measured, _) = with_context(Store::in_memory(), 2, u64::MAX, |context| matrix(7).run(context, None))
        .unwrap_or_else(|halt| panic!("{halt:?}"));
    assert_eq!(measured.overview.games, 6 * 60);
    for row in 0..measured.decks.len() {
        assert_eq!(measured.scores[row][row], None);
        for column in (0..measured.decks.len()).filter(|&column| column != row) {
            let [there, back] = [measured.scores[row][column], measured.scores[column][row]].map(|found| found.unwrap());
            assert!((there.value + back.value - 1.0).abs() < 1e-12 && (there.low + back.high - 1.0).abs() < 1e-12);
        }
    }
}

/// A pairing exceeds a limit by the lower end of its interval, or by its score however few games there were.
#[test]
fn a_limit_fails_what_is_lopsided() {
    let run = |limit: Option<Limit>| {
        let plan = Matrix { limit, ..matrix(7) };
        with_context(Store::in_memory(), 2, u64::MAX, |context| plan.run(context, None)).unwrap()
    };
    let (measured, report) = run(None);
    assert!(report.holds);
    let scores: Vec<_> = measured.scores.iter().flatten().flatten().collect();
    let most = |of: fn(&Estimate) -> f64| scores.iter().map(|found| of(found)).fold(0.0, f64::max);
    let (low, value) = (most(|found| found.low), most(|found| found.value));
    assert!(value > low, "{low} {value}");
    let holds = |limit| run(Some(limit)).1.holds;
    assert!(holds(Limit { low, value }), "what is as high as the limit does not exceed it");
    assert!(!holds(Limit { low: low - 0.001, value: 1.0 }));
    assert!(!holds(Limit { low: 1.0, value: value - 0.001 }));
    let (_, failed) = run(Some(Limit { low: 0.0, value: 0.5 }));
    let worst = failed.lines.iter().rposition(|line| line.starts_with("6 of 6 pairings")).expect("the verdict is told");
    assert_eq!(failed.lines.len() - worst, 1 + 6, "{:#?}", failed.lines);
}

fn tension(games: u64) -> Tension {
    let rules = rules("skirmish", &[]);
    let (bot, judge) = (BotSpec::Ismcts(Budget::iterations(8)), Budget::iterations(24));
    Tension { decks: decks(&rules)[..3].to_vec(), rules, bot, judge, decided: 0.95, seed: 5, games }
}

/// What a judge says depends on the plan alone: the same on any number of threads, and after a stop.
#[test]
fn tension_is_the_same_on_any_number_of_threads() {
    let plan = tension(12);
    let (alone, together) = (folder("tension-1"), folder("tension-3"));
    for (folder, threads, after) in [(&alone, 1, u64::MAX), (&together, 3, 4), (&together, 3, u64::MAX)] {
        let store = Store::open(folder, &plan.plan()).unwrap();
        let run = with_context(store, threads, after, |context| {
            let (_, report) = plan.run(context, Some(folder))?;
            context.write(&report, folder).map_err(Halt::Failed)
        });
        assert_eq!(run.is_ok(), after == u64::MAX);
    }
    assert!(files(&alone) == files(&together));
}

/// Who watches does not change what is played, and the judge is asked before every decision, for the seat that decides.
#[test]
fn a_judge_changes_nothing_and_hears_every_decision() {
    let plan = tension(12);
    let sides = [0, 1].map(|deck| Side { bot: plan.bot, brings: vec![plan.decks[deck].clone()] });
    let series = Series { id: 0, rules: plan.rules.clone(), sides, mirror: false, luck: Luck::Shared, seed: 9 };
    for game in 0..4 {
        let alone = play(&series, game, Watch::Result);
        let judged = play(&series, game, Watch::Judged(plan.judge));
        let watched = judged.watched.as_ref().expect("it was watched");
        assert_eq!(watched.judged.len(), alone.decisions as usize);
        assert!(watched.judged.iter().all(|judgement| judgement.of_a <= 1000 && judgement.side <= 1));
        assert_eq!(PlayedGame { watched: None, ..judged.clone() }, alone);
        let kept = serde_json::to_string(&judged).unwrap();
        assert_eq!(serde_json::from_str::<PlayedGame>(&kept).unwrap(), judged);
    }
}

#[test]
fn tension_says_when_matches_are_decided() {
    let measure = |decided: f64| {
        let plan = Tension { decided, ..tension(60) };
        with_context(Store::in_memory(), 2, u64::MAX, |context| plan.run(context, None)).unwrap()
    };
    let (sure, report) = measure(0.95);
    let (likely, _) = measure(0.75);
    assert_eq!((sure.overview.games, sure.pairings.len(), sure.course.len()), (60, 3, 9));
    assert!(sure.decided_decisions.value < likely.decided_decisions.value);
    assert!(sure.decided_won.value > 0.8, "{:?}", sure.decided_won);
    // The later a lead, the more often it wins.
    assert!(sure.course[8].leader_won.value > sure.course[0].leader_won.value);
    assert!(sure.course[8].leader_won.value > 0.5 && sure.half_time.games > 50, "{:?}", sure.course);
    assert_eq!(sure.half_time, sure.course[4].leader_won);
    // Giving up sooner leaves less of what is decided.
    for pair in sure.concessions.windows(2).filter(|pair| pair[0].below == pair[1].below) {
        assert!(pair[0].matches.value >= pair[1].matches.value, "{pair:?}");
        assert!(pair[0].decided_decisions.value <= pair[1].decided_decisions.value, "{pair:?}");
    }
    assert!(report.lines.iter().any(|line| line.starts_with("half-time")), "{:#?}", report.lines);
}

/// The decks of an earlier release can still be measured.
#[test]
fn kept_decks_are_legal() {
    for (game, count) in [("food-chain", 10), ("skirmish", 4), ("strata", 4)] {
        assert_eq!(kept_decks(&rules(game, &[])).len(), count, "{game}");
    }
}

fn greedy_against_random(games: u64, sprt: Option<Sprt>) -> Match {
    let rules = rules("skirmish", &[]);
    let side = |bot| Side { bot, brings: decks(&rules) };
    let sides = [side(BotSpec::Greedy), side(BotSpec::Random)];
    Match { series: Series { id: 0, rules: rules.clone(), sides, mirror: false, luck: Luck::Shared, seed: 3 }, games, sprt }
}

/// The sequential test stops at the same game whatever the threads, and the games beyond are not counted.
#[test]
fn a_match_ends_when_it_is_decided() {
    let sprt = Sprt { lower: 0.45, upper: 0.55, alpha: 0.05, beta: 0.05 };
    let ends: Vec<_> = [1, 3]
        .map(|threads| {
            let run = |context: &mut RunContext<'_>| greedy_against_random(600, Some(sprt)).run(context, None);
            with_context(Store::in_memory(), threads, u64::MAX, run).map(|(measured, _)| measured).unwrap()
        })
        .into();
    assert_eq!(ends[0], ends[1]);
    assert_eq!(ends[0].verdict, Some(Verdict::Upper));
    assert!(ends[0].tally.games() < 100 && ends[0].tally.games().is_multiple_of(2), "{:?}", ends[0].tally);
    assert!(ends[0].score.low > 0.6);
}

/// What is reported as done adds up to the games, also where a match is played in rounds, and goes on.
#[test]
fn progress_counts_every_game_once() {
    let plan = greedy_against_random(90, Some(Sprt { lower: 0.999, upper: 0.9999, alpha: 1e-9, beta: 1e-9 }));
    let folder = folder("progress");
    for round in 0..2 {
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let progress = |games: u64| _ = done.fetch_add(games, Ordering::Relaxed);
        let store = Store::open(&folder, &plan.plan()).unwrap();
        let mut context =
            RunContext { threads: 2, crew: None, stop: &stop, expect: &|_| {}, progress: &progress, store, second: None };
        let (measured, _) = plan.run(&mut context, None).unwrap();
        assert_eq!((measured.tally.games(), done.into_inner()), (90, 90), "round {round}");
    }
}

/// Two games of a pair share decks and luck and swap seats: random against itself is even over many pairs.
#[test]
fn seats_are_swapped() {
    let mut plan = greedy_against_random(2000, None);
    plan.series.sides[0].bot = BotSpec::Random;
    let (measured, _) = with_context(Store::in_memory(), 2, u64::MAX, |context| plan.run(context, None)).unwrap();
    assert!(measured.score.low < 0.5 && 0.5 < measured.score.high, "{:?}", measured.score);
    let kept = |game| play(&plan.series, game, Watch::Result);
    let pairs: Vec<[PlayedGame; 2]> = (0..20).map(|pair| [kept(2 * pair), kept(2 * pair + 1)]).collect();
    assert!(pairs.iter().all(|[one, two]| one.decks == two.decks));
    assert!(pairs.iter().any(|[one, two]| one.a_first != two.a_first));
    assert!(pairs.iter().any(|[one, _]| one.decks[0] != one.decks[1]));
    plan.series.mirror = true;
    let mirrored = |game| play(&plan.series, game, Watch::Result).decks;
    assert!((0..40).map(mirrored).all(|[ours, theirs]| ours == theirs));
}
