//! Matches that run: what may be entered, and what is taken back while it is declared.

use std::sync::Arc;

use playmat_cards::CardGame;
use playmat_catalog::{RuleSet, Visitor, visit_games};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, Chance, Decision, Entry, Occasion, Record, Seat};
use playmat_replay::{Point, ReplayError, RunningMatch, SeenViews, full_replay, verify, walk};
use playmat_wire::Opening;
use playmat_wire::replays::CheckResult;

use crate::common::{options, random_match, shipped, trust};

/// Only the first so many entries of a record, and no hashes.
fn part(record: &Record<Opening>, entries: usize) -> Record<Opening> {
    let mut part = record.clone();
    part.entries.truncate(entries);
    part.trail = Default::default();
    part
}

/// What is wrong with a record, if anything is. Whoever plays it again says the same: at once, entry by entry, or to verify it.
fn verdict<G: CardGame>(rules: &Arc<RuleSet<G>>, record: &Record<Opening>) -> Option<ReplayError> {
    let walked = walk::<G>(&rules.rules, record, record.entries.len(), |_, _| {});
    let replayed = RunningMatch::replay(rules.clone(), record.clone());
    let mut running = RunningMatch::replay(rules.clone(), part(record, 0)).expect("nothing was entered");
    let entered = record.entries.iter().try_for_each(|&entry| {
        let proposed = running.propose(entry)?;
        running.accept(proposed);
        Ok(())
    });
    let verified =
        verify(rules, record, &trust()).checks.into_iter().find(|check| check.what == "entries").expect("decks are legal");
    if let (Ok(point), Ok(replayed)) = (&walked, &replayed) {
        assert!(point.table == *running.table() && point.table == *replayed.table(), "{}: {:?}", G::NAME, record.entries);
        assert_eq!((point.number, running.now().number), (replayed.now().number, replayed.now().number));
        assert_eq!(running.record(), replayed.record());
    }
    let found = walked.err();
    assert_eq!(found, replayed.err(), "{}: {:?}", G::NAME, record.entries);
    assert_eq!(found, entered.err(), "{}: {:?}", G::NAME, record.entries);
    assert_eq!(found.as_ref().map(place), verified.entry, "{}: {verified:?}", G::NAME);
    let told = full_replay(rules, record, &trust());
    let played = found.as_ref().map_or(record.entries.len(), |broken| place(broken) as usize);
    assert_eq!(told.steps.len(), played + 1, "{}: a record is told as far as it can be played", G::NAME);
    found
}

fn place(broken: &ReplayError) -> u32 {
    match broken {
        ReplayError::Refused { entry, .. } | ReplayError::Impossible { entry } => *entry as u32,
        ReplayError::Rules { .. } => panic!("the rules are the same"),
    }
}

#[derive(Clone)]
struct OneRule;

impl Visitor for OneRule {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let rules = shipped::<G>();
        let whole = random_match(&rules, 7);
        let end = whole.entries.len();
        let with = |entries: usize, more: &[Entry]| {
            let mut record = part(&whole, entries);
            record.entries.extend(more);
            verdict(&rules, &record)
        };
        let impossible = |entry: usize| Some(ReplayError::Impossible { entry });
        let refused =
            |found: Option<ReplayError>, at: usize| matches!(found, Some(ReplayError::Refused { entry, .. }) if entry == at);
        let [answer, concede] = [whole.entries[12], Entry::Concede(Seat::One)];
        let [takeover, rewind] = [Entry::Takeover(Seat::One), Entry::Rewind(10)];
        assert_eq!(with(end, &[]), None);
        assert_eq!(with(12, &[rewind, whole.entries[10]]), None);
        // What is over stays over, whoever ended it.
        assert_eq!(with(12, &[concede, rewind]), impossible(13));
        assert_eq!(with(12, &[concede, rewind, whole.entries[10]]), impossible(13));
        assert_eq!(with(end, &[rewind]), impossible(end));
        assert_eq!(with(12, &[concede, answer]), impossible(13));
        assert_eq!(with(12, &[concede, Entry::AgreedDraw]), impossible(13));
        assert_eq!(with(end, &[concede]), impossible(end));
        assert_eq!(with(12, &[concede, takeover, Entry::SeedCommitment([0; 32])]), None);
        // The rules tell no event of a concession, and the log has a line for it.
        let mut conceded = part(&whole, 12);
        conceded.entries.push(concede);
        let told = full_replay(&rules, &conceded, &trust());
        let last = told.steps.last().and_then(|step| step.events.first()).map(|event| (&*event.what, event.text.clone()));
        assert_eq!(last, Some(("conceded", format!("{} concedes.", whole.setup.players[Seat::One]))));
        // What was not possible is no better for being taken back.
        assert!(refused(with(12, &[Entry::Answer(200), Entry::Rewind(12)]), 12));
        // Back to what stands, and to nothing else.
        assert_eq!(with(12, &[Entry::Rewind(12)]), None);
        assert_eq!(with(12, &[Entry::Rewind(13)]), impossible(12));
        assert_eq!(with(12, &[rewind, Entry::Rewind(11)]), impossible(13));
        assert_eq!(with(12, &[rewind, Entry::Rewind(12)]), impossible(13));
        assert_eq!(with(12, &[rewind, Entry::Rewind(9)]), None);
        // Anything at all.
        let mut wrong = 0;
        for seed in 0..60 {
            let mut chance = FastChance::new(seed);
            let mut record = part(&whole, 1);
            let length = chance.one_of(60) as usize;
            let any = std::iter::repeat_with(|| match chance.one_of(40) {
                0 => Entry::Concede(Seat::Two),
                1 => Entry::AgreedDraw,
                2 => Entry::Timeout(Seat::One),
                3..6 => takeover,
                6..12 => Entry::Rewind(chance.one_of(12)),
                other => Entry::Answer((other % 3) as u8),
            });
            record.entries.extend(any.take(length));
            wrong += u32::from(verdict(&rules, &record).is_some());
        }
        assert!((10..60).contains(&wrong), "{}: {wrong} were wrong", G::NAME);
    }
}

#[test]
fn there_is_one_rule_of_what_a_record_may_hold() {
    visit_games(OneRule);
}

#[derive(Clone)]
struct Declares;

impl Visitor for Declares {
    /// How many responses could be taken back: they are rare.
    type Out = u32;

    /// What is taken back while it is declared are the asked seat's own answers, of this move or response alone. Nobody has been told
    /// anything since, nobody else has seen anything, and the table is as it was.
    fn visit<G: CardGame>(self) -> u32 {
        let rules = shipped::<G>();
        let (mut moves, mut responses, mut kept) = (0, 0, 0);
        let seeds = if std::env::var_os("PLAYMAT_LONG").is_some() { 1..1000 } else { 1..90 };
        for seed in seeds {
            let mut chance = FastChance::new(seed);
            let mut running =
                RunningMatch::<G>::replay(rules.clone(), part(&random_match(&rules, seed), 1)).expect("it was played");
            // The point before every entry and who was asked; the places of those that stand.
            let mut points: Vec<(Point<G>, Option<Decision>)> = vec![(running.now().clone(), None)];
            let mut stands: Vec<usize> = Vec::new();
            while let Some(asked) = running.table().decision() {
                let enter = |running: &mut RunningMatch<G>, points: &mut Vec<_>, entry| {
                    points.push((running.now().clone(), Some(asked)));
                    let proposed = running.propose(entry).expect("it is possible");
                    running.accept(proposed)
                };
                if let Some(to) = running.declared().map(|to| to as usize) {
                    let name = format!("{}: seed {seed}, entry {}", G::NAME, points.len());
                    let (then, first) = points[to].clone();
                    let first = first.expect("an answer");
                    let begins = stands.iter().position(|&made| made == to).expect("it stands");
                    let answers = || stands[begins..].iter().filter_map(|&made| points[made].1);
                    assert!(answers().all(|made| made.seat == asked.seat), "{name}: somebody else's answers");
                    assert!(answers().skip(1).all(|made| made.occasion == Occasion::Declaring), "{name}: an earlier move");
                    assert_ne!(first.occasion, Occasion::Declaring, "{name}: half a move");
                    assert_eq!(running.now().number, then.number, "{name}: somebody was told");
                    let before = SeenViews::of::<G>(&rules.rules, &then.table);
                    for other in [Audience::Public, Audience::Player(asked.seat.rival())] {
                        assert_eq!(running.seen().by(other), before.by(other), "{name}: {other:?} has seen something");
                    }
                    moves += u32::from(first.occasion == Occasion::Move);
                    responses += u32::from(first.occasion == Occasion::Raised);
                    if chance.one_of(2) == 0 {
                        let done = enter(&mut running, &mut points, Entry::Rewind(to as u32));
                        assert!(done.told.is_empty(), "{name}: what nobody knew was told");
                        assert!(running.table() == &then.table && running.now().chance == then.chance, "{name}: another table");
                        assert_eq!(running.seen(), &before, "{name}");
                        stands.truncate(begins);
                        continue;
                    }
                } else if asked.occasion == Occasion::Declaring {
                    kept += 1;
                }
                stands.push(points.len());
                let pick = chance.one_of(options(&rules, running.table())) as u8;
                enter(&mut running, &mut points, Entry::Answer(pick));
            }
            let found = verify(&rules, running.record(), &trust());
            assert!(
                found.checks.iter().all(|check| check.result != CheckResult::Failed),
                "{}: seed {seed}: {found:?}",
                G::NAME
            );
        }
        println!("{}: {moves} moves and {responses} responses can be taken back, {kept} cannot", G::NAME);
        assert!(moves > 50, "{}: {moves} moves, {responses} responses, {kept} kept", G::NAME);
        responses
    }
}

#[test]
fn only_what_is_being_declared_is_taken_back() {
    let responses: u32 = visit_games(Declares).into_iter().sum();
    assert!(responses > 0, "no response could be taken back");
}
