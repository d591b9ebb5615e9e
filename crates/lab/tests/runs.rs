//! Runs are the same on any number of threads and after any interruption, and their reports need nothing but themselves.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use playmat_bots::BotSpec;
use playmat_cards::{CardGame, Terms};
use playmat_catalog::{Library, Origin, RuleSet, shipped_decks};
use playmat_lab::cards::Cards;
use playmat_lab::change::Workshop;
use playmat_lab::compare::{About, Arm, Compare};
use playmat_lab::game::{Bring, Played, Series, Side};
use playmat_lab::matchup::Match;
use playmat_lab::matrix::Matrix;
use playmat_lab::report::{JSON, PAGE, RAW};
use playmat_lab::run::{Bench, Halt};
use playmat_lab::stats::{Sprt, Verdict};
use playmat_lab::store::{FILE, Store};
use playmat_lab::tune::Tune;
use playmat_skirmish::Skirmish;

fn library() -> Library<Skirmish> {
    Library::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"))
}

fn rules(rulings: &[(&str, &str)]) -> Arc<RuleSet<Skirmish>> {
    let rulings = rulings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    library().rules(&Terms { edition: None, rulings }).expect("the terms are right")
}

fn decks(rules: &RuleSet<Skirmish>) -> Vec<Bring> {
    let legal = |list: &playmat_catalog::DeckList| {
        let deck = list.legal::<Skirmish>(&rules.rules).expect("a ready deck is legal");
        Bring::Deck { name: deck.name().to_owned(), cards: deck.cards().to_vec() }
    };
    shipped_decks(Skirmish::NAME).iter().map(legal).collect()
}

fn matrix(seed: u64) -> Matrix<Skirmish> {
    let rules = rules(&[]);
    Matrix { decks: decks(&rules), rules, bots: [BotSpec::Random; 2], seed, games: 60 }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Runs with a store and says what came of it; stopped after so many games.
fn with_bench<T>(
    store: Store,
    threads: usize,
    after: u64,
    run: impl FnOnce(&mut Bench<'_>) -> Result<T, Halt>,
) -> Result<T, Halt> {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let progress = |games: u64| {
        if done.fetch_add(games, Ordering::Relaxed) + games >= after {
            stop.store(true, Ordering::Relaxed);
        }
    };
    run(&mut Bench { threads, stop: &stop, expect: &|_| {}, progress: &progress, store })
}

fn files(folder: &Path) -> [Vec<u8>; 3] {
    [PAGE, JSON, RAW].map(|name| fs::read(folder.join(name)).expect("the report is there"))
}

fn run_matrix(folder: &Path, threads: usize, after: u64) -> Result<(), Halt> {
    let matrix = matrix(7);
    let store = Store::open(folder, &matrix.plan()).map_err(Halt::Failed)?;
    with_bench(store, threads, after, |bench| {
        let (_, report) = matrix.run(bench, Some(folder))?;
        report.write(folder).map_err(Halt::Failed)
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
    let games = |folder: &Path| {
        let text = fs::read_to_string(folder.join(FILE)).unwrap();
        let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(games(&whole), games(&stopped));
    assert_eq!(games(&whole).len(), 6 * 60);
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
    for word in ["http:", "https:", "<script", "src=", "href=", "url(", "@import"] {
        assert!(!bare.contains(word), "{word} in the page");
    }
    assert!(page.matches("<svg").count() >= 3, "heat map, intervals, lengths");
    for deck in decks(&rules(&[])) {
        assert!(page.contains(deck.name()), "{} is not in the page", deck.name());
    }
}

#[test]
fn a_matrix_is_its_own_mirror() {
    let (measured, _) = with_bench(Store::in_memory(), 2, u64::MAX, |bench| matrix(7).run(bench, None))
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

fn greedy_against_random(games: u64, sprt: Option<Sprt>) -> Match<Skirmish> {
    let rules = rules(&[]);
    let side = |bot| Side { bot, brings: decks(&rules) };
    let sides = [side(BotSpec::Greedy), side(BotSpec::Random)];
    Match { series: Series { id: 0, rules: rules.clone(), sides, mirror: false, seed: 3 }, games, sprt }
}

/// The sequential test stops at the same game whatever the threads, and the games beyond are not counted.
#[test]
fn a_match_ends_when_it_is_decided() {
    let sprt = Sprt { lower: 0.45, upper: 0.55, alpha: 0.05, beta: 0.05 };
    let ends: Vec<_> = [1, 3]
        .map(|threads| {
            let run = |bench: &mut Bench<'_>| greedy_against_random(600, Some(sprt)).run(bench, None);
            with_bench(Store::in_memory(), threads, u64::MAX, run).map(|(measured, _)| measured).unwrap()
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
        let (measured, _) =
            plan.run(&mut Bench { threads: 2, stop: &stop, expect: &|_| {}, progress: &progress, store }, None).unwrap();
        assert_eq!((measured.tally.games(), done.into_inner()), (90, 90), "round {round}");
    }
}

/// Two games of a pair share decks and luck and swap seats: random against itself is even over many pairs.
#[test]
fn seats_are_swapped() {
    let mut plan = greedy_against_random(2000, None);
    plan.series.sides[0].bot = BotSpec::Random;
    let (measured, _) = with_bench(Store::in_memory(), 2, u64::MAX, |bench| plan.run(bench, None)).unwrap();
    assert!(measured.score.low < 0.5 && 0.5 < measured.score.high, "{:?}", measured.score);
    let kept = |game| playmat_lab::game::play(&plan.series, game, playmat_lab::game::Watch::Result);
    let pairs: Vec<[Played; 2]> = (0..20).map(|pair| [kept(2 * pair), kept(2 * pair + 1)]).collect();
    assert!(pairs.iter().all(|[one, two]| one.decks == two.decks));
    assert!(pairs.iter().any(|[one, two]| one.a_first != two.a_first));
    assert!(pairs.iter().any(|[one, _]| one.decks[0] != one.decks[1]));
    plan.series.mirror = true;
    let mirrored = |game| playmat_lab::game::play(&plan.series, game, playmat_lab::game::Watch::Result).decks;
    assert!((0..40).map(mirrored).all(|[ours, theirs]| ours == theirs));
}

#[test]
fn cards_are_counted_where_they_are() {
    let rules = rules(&[]);
    let plan = Cards { decks: decks(&rules), rules, bot: BotSpec::Random, seed: 1, games: 200 };
    let (measured, report) = with_bench(Store::in_memory(), 2, u64::MAX, |bench| plan.run(bench, None)).unwrap();
    assert!(measured.cards.len() > 20);
    for card in &measured.cards {
        assert!(card.brought >= card.drawn && card.drawn > 0, "{card:?}");
        assert!(card.played > 0, "{card:?}");
        assert!(report.page.contains(&card.card));
    }
}

#[test]
fn what_a_ruling_changes_comes_first() {
    let arm = |value: &str| {
        let rules = rules(&[("close_front", value)]);
        Arm { name: format!("close_front={value}"), decks: decks(&rules), rules }
    };
    let plan = Compare { arms: [arm("excluded"), arm("included")], bot: BotSpec::Random, seed: 1, games: 12_000 };
    let (measured, _) = with_bench(Store::in_memory(), 2, u64::MAX, |bench| plan.run(bench, None)).unwrap();
    assert!(measured.changes.windows(2).all(|pair| pair[0].q <= pair[1].q));
    assert!(measured.changes[0].q < 0.05, "{:?}", measured.changes[0]);
    for about in [About::Score, About::Length, About::FirstPlayer, About::Draws, About::Ability] {
        assert!(measured.changes.iter().any(|change| change.about == about), "{about:?}");
    }
    // The same rules on both sides meet the same luck: nothing differs at all.
    let same = Compare { arms: [arm("excluded"), arm("excluded")], bot: BotSpec::Random, seed: 1, games: 60 };
    let (measured, _) = with_bench(Store::in_memory(), 2, u64::MAX, |bench| same.run(bench, None)).unwrap();
    assert!(measured.changes.iter().all(|change| change.difference.value == 0.0));
}

#[test]
fn tuning_brings_a_pairing_nearer_to_the_band() {
    let library = library();
    let rules = library.rules(&Terms::default()).unwrap();
    let all = decks(&rules);
    let tune = Tune {
        workshop: Workshop::new(&library, Terms::default()),
        pairs: vec![[all[0].clone(), all[1].clone()]],
        rules,
        band: (0.60, 0.64),
        bot: BotSpec::Random,
        seed: 1,
        games: 80,
        steps: 3,
    };
    let once =
        || with_bench(Store::in_memory(), 2, u64::MAX, |bench| tune.run(bench, None)).map(|(measured, _)| measured).unwrap();
    let measured = once();
    assert_eq!(measured, once(), "the same every time");
    let off = |value: f64| (0.60 - value).max(value - 0.64).max(0.0);
    let nearest = measured.tried.first().expect("something was tried");
    assert!(nearest.outside < off(measured.before[0].value), "{:?} then {:?}", measured.before, nearest);
    assert!(measured.screened.len() > 20 && !nearest.changes.is_empty());
    if let Some(proposal) = &measured.proposal {
        assert_eq!(proposal.outside, 0.0);
    }
}
