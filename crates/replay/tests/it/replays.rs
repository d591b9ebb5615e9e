//! Random matches of every game: their records hold, what is changed in them is found, moves are taken back, positions are copied.

use playmat_cards::{CardGame, Event, Terms};
use playmat_catalog::{Archive, CardSet, Library, Needed, Origin, RuleSet, Visitor, visit_games};
use playmat_chance::{Bound, FastChance, Seed, ShareOutcome, Shared};
use playmat_kernel::{Audience, BySeat, Chance, Entry, Fingerprint, Record, Seat, Silence, Table, Told, Trail};
use playmat_replay::{
    Chain, Point, SeenViews, Transition, Trust, UndoHistory, copy, first, full_replay, rename, step, step_back, up_to, verify,
    verify_signature, walk,
};
use playmat_scenario::{parse_file, run, set_up};
use playmat_wire::replays::{CheckResult, Verification};
use playmat_wire::{Opening, Readable, Stored, ViewForm, to_binary, unhex};

use crate::common::{options, random_match, shipped, sign, signer, trust};

#[derive(Clone)]
struct Tamper;

impl Visitor for Tamper {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let rules = shipped::<G>();
        for seed in 1..6 {
            let record = random_match(&rules, seed);
            let found = verify(&rules, &record, &trust());
            assert!(found.holds && found.checks.iter().all(|check| check.result == CheckResult::Passed), "{found:?}");
            // Both forms hold.
            let text = serde_json::to_string(&Readable::of(&record, G::cards(&rules.rules))).unwrap();
            let again = Stored::read(text.as_bytes()).unwrap().record(G::cards(&rules.rules)).unwrap();
            assert_eq!(again, record);
            let fails = |what: &str, entry: Option<u32>, change: &dyn Fn(&mut Record<Opening>)| {
                let mut changed = record.clone();
                change(&mut changed);
                let found = verify(&rules, &changed, &trust());
                let failed: Vec<_> = found.checks.iter().filter(|check| check.result == CheckResult::Failed).collect();
                assert!(!found.holds && failed[0].what == what, "{}: {what}: {found:?}", G::NAME);
                if let Some(entry) = entry {
                    // An entry has one byte of hash: a change is missed there once in 256 times, and found a little later.
                    let near = failed[0].entry.is_some_and(|found| (entry..entry + 3).contains(&found));
                    assert!(near, "{}: {found:?}", G::NAME);
                }
            };
            let shared = *record.setup.shared().unwrap();
            fails("promise", Some(0), &|record| {
                record.setup.seed = Seed::Shared(Shared { secret: [99; 32], ..shared });
            });
            fails("promise", Some(0), &|record| record.entries[0] = Entry::SeedCommitment([1; 32]));
            fails("promise", Some(0), &|record| {
                record.entries.remove(0);
            });
            // Another share is another seed: nothing that follows is the same.
            fails("trail", Some(0), &|record| {
                record.setup.seed = Seed::Shared(Shared { shares: BySeat::new([7; 32], [9; 32]), ..shared });
            });
            let players = BySeat::new([9; 16], [2; 16]);
            let stolen = Shared { bound: shared.bound.map(|bound| Bound { players, ..bound }), ..shared };
            fails("promise", Some(0), &|record| record.setup.seed = Seed::Shared(stolen));
            let moved = Shared { bound: shared.bound.map(|bound| Bound { game_match: 99, ..bound }), ..shared };
            fails("promise", Some(0), &|record| record.setup.seed = Seed::Shared(moved));
            for brought in [ShareOutcome::Nothing, ShareOutcome::Unopened] {
                let brought = BySeat::new(ShareOutcome::Opened, brought);
                let without = Shared { bound: shared.bound.map(|bound| Bound { brought, ..bound }), ..shared };
                fails("promise", None, &|record| record.setup.seed = Seed::Shared(without));
            }
            fails("rules", None, &|record| record.setup.made_with.version = 99);
            fails("rules", None, &|record| record.setup.made_with.cards = Some(Fingerprint([7; 16])));
            // Whoever makes all hashes anew has no key: the signature is of another match.
            fails("signature", None, &|record| {
                record.setup.setup.decks[Seat::One].reverse();
                record.setup.setup.decks[Seat::Two].reverse();
                let (entries, seal) = (1, record.trail.seal);
                record.entries.truncate(entries);
                record.entries.push(Entry::Concede(Seat::One));
                *record = up_to(&rules, record, entries + 1, None).unwrap();
                record.trail.seal = seal;
            });
            fails("signature", None, &|record| record.trail.seal.as_mut().unwrap().signature[9] ^= 1);
            // Nor whoever keeps the first link, so that another beginning is not noticed.
            fails("signature", None, &|record| {
                let first = first::<G>(&rules.rules, &record.setup);
                record.trail.unnamed = Some(*Chain::begin(record, &first, G::cards(&rules.rules)).whole());
                record.trail.version = 1;
                record.setup.continues = Some(1);
            });
            let lacks = |what: &str, change: &dyn Fn(&mut Record<Opening>)| {
                let mut changed = record.clone();
                change(&mut changed);
                let found = verify(&rules, &changed, &trust());
                let missing: Vec<_> = found.checks.iter().filter(|check| check.result == CheckResult::Missing).collect();
                assert!(!found.holds && missing[0].what == what, "{}: {what}: {found:?}", G::NAME);
                assert!(found.checks.iter().all(|check| check.result != CheckResult::Failed), "{}: {found:?}", G::NAME);
            };
            lacks("trail", &|record| record.trail.steps.clear());
            lacks("trail", &|record| record.trail.last.clear());
            lacks("rules", &|record| record.setup.made_with.cards = None);
            lacks("signature", &|record| record.trail.seal = None);
            lacks("end", &|record| {
                *record = up_to(&rules, record, 2, None).unwrap();
                sign(&rules, record);
            });
            // Without its key a signature proves nothing, and who demands one is told so.
            let stranger = verify(&rules, &record, &Trust::default());
            let of = |found: &Verification| found.checks.last().map(|check| (check.what.clone(), check.result)).unwrap();
            assert_eq!((stranger.holds, of(&stranger)), (true, ("signature".into(), CheckResult::Unclaimed)));
            let strict = verify(&rules, &record, &Trust { demanded: true, ..Trust::default() });
            assert_eq!((strict.holds, of(&strict)), (false, ("signature".into(), CheckResult::Failed)));
            signature_alone(&rules, &record);
            // A name is no part of what is proven.
            let mut renamed = record.clone();
            rename::<G>(&rules.rules, &mut renamed, Seat::One, "Deleted player".into());
            assert_eq!(renamed.trail, record.trail);
            assert!(verify(&rules, &renamed, &trust()).holds);
            // It was one once: then the first link is kept instead.
            let mut old = record.clone();
            old.setup.seed = Seed::Shared(Shared { bound: None, ..shared });
            old.entries[0] = Entry::SeedCommitment(old.setup.shared().unwrap().commitment());
            old.trail = Trail { version: 1, ..Trail::default() };
            let old = up_to(&rules, &old, old.entries.len(), None).unwrap();
            assert!(verify(&rules, &old, &trust()).holds, "{}: {:?}", G::NAME, verify(&rules, &old, &trust()));
            let mut eve = old.clone();
            eve.setup.players[Seat::One] = "Eve".into();
            assert!(!verify(&rules, &eve, &trust()).holds);
            let mut renamed = old.clone();
            rename::<G>(&rules.rules, &mut renamed, Seat::One, "Deleted player".into());
            rename::<G>(&rules.rules, &mut renamed, Seat::Two, "Deleted player".into());
            assert!(verify(&rules, &renamed, &trust()).holds && renamed.trail.steps == old.trail.steps);
            // A match that was played on says so, and nobody signs it.
            let names = BySeat::new("Bob".to_owned(), "Eve".to_owned());
            let on = up_to(&rules, &record, record.entries.len(), Some(names)).unwrap();
            assert_eq!((on.setup.continues, on.trail.seal), (Some(record.entries.len() as u32), None));
            assert!(verify(&rules, &on, &trust()).holds);
            // An answer that is changed is found where it stands, or at once after if its byte happens to be the same.
            let at = (1..record.entries.len()).find(|&at| {
                let mut part = record.clone();
                part.entries.truncate(at);
                let point: Point<G> = walk::<G>(&rules.rules, &part, at, |_, _| {}).unwrap();
                matches!(record.entries[at], Entry::Answer(pick) if pick == 0 && options(&rules, &point.table) > 1)
            });
            if let Some(at) = at {
                let mut changed = record.clone();
                changed.entries[at] = Entry::Answer(1);
                let found = verify(&rules, &changed, &trust());
                let wrong = found
                    .checks
                    .iter()
                    .filter(|check| check.result == CheckResult::Failed)
                    .filter_map(|check| check.entry)
                    .min();
                assert!(!found.holds && wrong.is_some_and(|wrong| (at as u32..at as u32 + 4).contains(&wrong)), "{found:?}");
                changed.entries[at] = Entry::Answer(200);
                let found = verify(&rules, &changed, &trust());
                assert!(
                    found.checks.iter().any(|check| check.what == "entries" && check.entry == Some(at as u32)),
                    "{found:?}"
                );
            }
            fails("trail", None, &|record| {
                record.entries.pop();
            });
            fails("trail", None, &|record| record.trail.last[3] ^= 1);
            fails("decks", None, &|record| {
                record.setup.setup.decks[Seat::Two].truncate(1);
            });
            fails("trail", None, &|record| {
                record.entries.push(Entry::Answer(0));
            });
            let mut other = record.clone();
            other.rules.0[0] ^= 1;
            assert!(
                verify(&rules, &other, &trust())
                    .checks
                    .iter()
                    .any(|check| check.what == "rules" && check.result == CheckResult::Failed)
            );
        }
    }
}

/// A signature is checked without playing: of the whole last link, as `docs/fair-play.md` says. That the link is of these entries is what playing
/// shows.
fn signature_alone<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) {
    let strict = Trust { demanded: true, ..trust() };
    let alone = |trail: &Trail| verify_signature(trail, &strict).result;
    assert_eq!((record.trail.last.len(), alone(&record.trail)), (32, CheckResult::Passed));
    let seal = record.trail.seal.expect("it is signed");
    let key = ed25519_dalek::VerifyingKey::from_bytes(&unhex(&signer().public().text()).unwrap().try_into().unwrap()).unwrap();
    let signed = [b"playmat record 1\0", &record.trail.last[..]].concat();
    assert!(key.verify_strict(&signed, &ed25519_dalek::Signature::from_bytes(&seal.signature)).is_ok());
    for change in [|trail: &mut Trail| trail.last[31] ^= 1, |trail: &mut Trail| trail.seal = None] {
        let mut trail = record.trail.clone();
        change(&mut trail);
        assert_eq!(alone(&trail), CheckResult::Failed);
    }
    let stranger = Trust { keys: vec![], demanded: true };
    assert_eq!(verify_signature(&record.trail, &stranger).result, CheckResult::Failed);
    let mut other = record.clone();
    other.entries.truncate(1);
    assert!(alone(&other.trail) == CheckResult::Passed && !verify(rules, &other, &strict).holds);
    // Under other rules nothing is played, and what is signed stays unproven.
    let mut other = record.clone();
    other.rules.0[0] ^= 1;
    let found = verify(rules, &other, &strict);
    let last = found.checks.last().unwrap();
    assert_eq!((&*last.what, last.result, found.holds), ("signature", CheckResult::Missing, false));
    // A record from before kept half of the link: it holds as before, but has to be played.
    let mut old = record.clone();
    old.trail.last.truncate(16);
    assert!(verify(rules, &old, &strict).holds);
    assert_eq!(alone(&old.trail), CheckResult::Missing);
}

#[test]
fn a_record_holds_and_a_changed_one_does_not() {
    visit_games(Tamper);
}

#[derive(Clone)]
struct Back;

impl Visitor for Back {
    type Out = ();

    /// After a free take-back every seat sees what it saw before the move, byte for byte, and so does the public; nobody had learned
    /// anything; the record can be played again.
    fn visit<G: CardGame>(self) {
        let rules = shipped::<G>();
        let cards = G::cards(&rules.rules);
        let views = |point: &Point<G>| {
            Audience::ALL.map(|audience| {
                let view = G::view(&rules.rules, point.table.position(), audience);
                serde_json::to_string(&ViewForm::of(&view, cards)).unwrap()
            })
        };
        let (mut free, mut asked, mut told) = (0, 0, 0);
        for seed in 1..40 {
            let mut chance = FastChance::new(seed);
            let record = random_match(&rules, seed);
            let mut record = up_to(&rules, &record, 1, None).unwrap();
            let mut points: Vec<Point<G>> = Vec::new();
            let mut marks = UndoHistory::default();
            let mut now = first::<G>(&rules.rules, &record.setup).point;
            let enter = |record: &mut Record<Opening>,
                         marks: &mut UndoHistory,
                         points: &mut Vec<Point<G>>,
                         now: &mut Point<G>,
                         entry| {
                let step = match entry {
                    Entry::Rewind(to) => step_back(now, &points[to as usize]),
                    entry => step::<G>(&rules.rules, now, entry).expect("a listed option"),
                };
                mark(&rules, marks, now, points.len() as u32, entry, &step);
                points.push(now.clone());
                if points.len() > record.entries.len() {
                    record.entries.push(entry);
                }
                *now = step.point;
            };
            let commitment = record.entries[0];
            enter(&mut record, &mut marks, &mut points, &mut now, commitment);
            while now.table.decision().is_some() && record.entries.len() < 300 {
                let pick = chance.one_of(options(&rules, &now.table)) as u8;
                enter(&mut record, &mut marks, &mut points, &mut now, Entry::Answer(pick));
                let Some(seat) = Seat::BOTH.into_iter().find(|_| chance.one_of(4) == 0) else { continue };
                let Some(undo) = marks.of(seat).filter(|_| now.table.outcome().is_none()) else { continue };
                let before = views(&points[undo.to as usize]);
                let number = now.number;
                if undo.free {
                    free += 1;
                    told += u32::from(number != points[undo.to as usize].number);
                } else if chance.one_of(8) > 0 {
                    continue;
                } else {
                    asked += 1;
                }
                let there = points[undo.to as usize].clone();
                enter(&mut record, &mut marks, &mut points, &mut now, Entry::Rewind(undo.to));
                assert_eq!(views(&now), before, "{}: seed {seed}", G::NAME);
                assert_eq!(now.table, there.table);
                assert!(now.chance == there.chance, "the same draws come again");
                assert!(now.number >= number, "nothing that was told is untold");
            }
            let again =
                walk::<G>(&rules.rules, &record, record.entries.len(), |_, _| {}).expect("the record can be played again");
            assert!(again.table == now.table && again.number == now.number);
            let part = up_to(&rules, &record, record.entries.len(), None).unwrap();
            let found = verify(&rules, &part, &trust());
            assert!(found.checks.iter().all(|check| check.result != CheckResult::Failed), "{found:?}");
            let told = full_replay(&rules, &part, &trust());
            assert_eq!(told.steps.len(), part.entries.len() + 1);
        }
        println!("{}: {free} free, {told} of them told, {asked} by consent", G::NAME);
        assert!(free > 50 && told > 0 && asked > 20, "{}: {free} free, {told} of them told, {asked} by consent", G::NAME);
    }
}

#[test]
fn moves_are_taken_back() {
    visit_games(Back);
}

#[derive(Clone)]
struct Tells;

impl Visitor for Tells {
    type Out = ();

    /// Two worlds: whether a seat may take back its move freely is the same in a world that this seat cannot tell from the real one.
    fn visit<G: CardGame>(self) {
        let rules = shipped::<G>();
        let (mut compared, mut free, mut differing) = (0, 0, 0);
        for seed in 1..40 {
            let mut chance = FastChance::new(seed);
            let record = random_match(&rules, seed);
            let mut marks = UndoHistory::default();
            let mut now = first::<G>(&rules.rules, &record.setup).point;
            for (place, &entry) in record.entries.iter().enumerate() {
                let asked = now.table.decision();
                if let Some(seat) = asked.map(|asked| asked.seat).filter(|_| chance.one_of(3) == 0) {
                    let position = G::imagine(&rules.rules, now.table.position(), seat, &mut chance);
                    differing += u32::from(position != *now.table.position());
                    let table = Table::<G>::start(&rules.rules, position, &mut FastChance::new(1), &mut Silence);
                    let imagined = Point { table, ..now.clone() };
                    let told = both_worlds(&rules, seat, [now.clone(), imagined], &marks, place as u32, &mut chance);
                    compared += told.len();
                    free += told.iter().filter(|&&free| free).count();
                }
                let led_to = step::<G>(&rules.rules, &now, entry).expect("it was played");
                mark(&rules, &mut marks, &now, place as u32, entry, &led_to);
                now = led_to.point;
            }
        }
        assert!(free > 100 && compared - free > 100 && differing > 100, "{}: {compared}, {free}, {differing}", G::NAME);
    }
}

/// Plays on in both worlds for as long as a seat cannot tell them apart; whether it could take back its move freely, each time.
fn both_worlds<G: CardGame>(
    rules: &RuleSet<G>,
    seat: Seat,
    mut worlds: [Point<G>; 2],
    marks: &UndoHistory,
    place: u32,
    chance: &mut FastChance,
) -> Vec<bool> {
    let (mut marks, mut told) = ([marks.clone(), marks.clone()], Vec::new());
    let seen = |point: &Point<G>| G::view(&rules.rules, point.table.position(), Audience::Player(seat));
    for place in place..place + 8 {
        let Some(asked) = worlds[0].table.decision() else { break };
        let pick = chance.one_of(options(rules, &worlds[0].table)) as u8;
        let real = step::<G>(&rules.rules, &worlds[0], Entry::Answer(pick)).expect("a listed option");
        let heard =
            |told: &[Told<Event>]| told.iter().map(|told| format!("{:?}", told.to(Audience::Player(seat)))).collect::<Vec<_>>();
        let alike = |step: &Transition<G>| {
            heard(&step.told) == heard(&real.told)
                && seen(&step.point) == seen(&real.point)
                && step.point.table.status() == real.point.table.status()
        };
        // The seat answers the same; the rival may have others that look the same.
        let picks = if asked.seat == seat { pick..pick + 1 } else { 0..options(rules, &worlds[1].table) as u8 };
        let other = picks
            .filter_map(|pick| Some((pick, step::<G>(&rules.rules, &worlds[1], Entry::Answer(pick)).ok()?)))
            .find(|(_, step)| alike(step));
        let Some((other_pick, other)) = other else { break };
        mark(rules, &mut marks[0], &worlds[0], place, Entry::Answer(pick), &real);
        mark(rules, &mut marks[1], &worlds[1], place, Entry::Answer(other_pick), &other);
        let undo = marks[0].of(seat);
        assert_eq!(undo, marks[1].of(seat), "{}: {seat:?} learns something from it at {place}", G::NAME);
        told.extend(undo.map(|undo| undo.free));
        worlds = [real.point, other.point];
    }
    told
}

fn mark<G: CardGame>(
    rules: &RuleSet<G>,
    marks: &mut UndoHistory,
    before: &Point<G>,
    place: u32,
    entry: Entry,
    step: &Transition<G>,
) {
    let [then, now] = [before, &step.point].map(|point| SeenViews::of::<G>(&rules.rules, &point.table));
    marks.entered::<G>(&rules.rules, place, entry, (before.table.decision(), &then), (step, &now));
}

#[test]
fn whether_a_move_can_be_taken_back_tells_nothing() {
    visit_games(Tells);
}

#[derive(Clone)]
struct Copies;

impl Visitor for Copies {
    type Out = ();

    /// Copied positions run, and show what was to be seen but for what the file itself says it cannot say.
    fn visit<G: CardGame>(self) {
        let rules = shipped::<G>();
        let (mut copied, mut whole) = (0, 0);
        for seed in 1..12 {
            let record = random_match(&rules, seed);
            for at in (1..record.entries.len()).step_by(3) {
                let point: Point<G> = walk::<G>(&rules.rules, &record, at, |_, _| {}).unwrap();
                for seen_by in [None, Some(Seat::One), Some(Seat::Two)] {
                    let made = copy(&rules, &record, at, seen_by);
                    if point.to_move().is_none() {
                        assert!(made.is_err());
                        continue;
                    }
                    let made = made.unwrap_or_else(|why| panic!("{} at {at} of seed {seed}: {why}", G::NAME));
                    let scripts = parse_file("copied.scn", &made.text)
                        .unwrap_or_else(|errors| panic!("{}: {errors:?}\n{}", G::NAME, made.text));
                    let mut rules_for = |_: &Terms| Ok(rules.rules.clone());
                    let verdict = run::<G>(&mut rules_for, &scripts[0], &|_| None, &mut Silence);
                    assert!(matches!(verdict, playmat_scenario::Verdict::Passed), "{}: {verdict:?}\n{}", G::NAME, made.text);
                    let staged = set_up::<G>(&mut rules_for, &scripts[0], &|_| None, &mut Silence)
                        .unwrap_or_else(|_| panic!("{}", made.text));
                    copied += 1;
                    whole += u32::from(made.unsaid.is_empty());
                    assert_eq!(made.text.matches("# A scene has no words").count(), made.unsaid.len());
                    if seen_by.is_none() {
                        for seat in Seat::BOTH {
                            let then = G::view(&rules.rules, point.table.position(), Audience::Player(seat));
                            let now = G::view(&rules.rules, staged.table.position(), Audience::Player(seat));
                            for (then, now) in then.parts.iter().zip(&now.parts) {
                                let whose = then.seat.map_or(String::new(), |seat| format!("{} ", seat.tag()));
                                let said = format!("{whose}{} is ", then.name);
                                let same = then.name == "turns"
                                    || bare(then) == bare(now)
                                    || made.unsaid.iter().any(|line| line.starts_with(&said));
                                assert!(same, "{}: {then:?}\n{now:?}\n{}", G::NAME, made.text);
                            }
                        }
                    }
                }
            }
        }
        println!("{}: {copied} positions copied, {whole} of them without a loss", G::NAME);
        assert!(copied > 40, "{}: {copied} copies", G::NAME);
    }
}

/// Without handles, which every table numbers for itself.
fn bare(part: &playmat_cards::Part) -> playmat_cards::Part {
    let mut part = part.clone();
    if let playmat_cards::Value::Cards(cards) = &mut part.value {
        cards.iter_mut().for_each(|card| (card.handle, card.terms) = (None, vec![]));
    }
    part
}

#[test]
fn positions_are_copied_as_scenarios() {
    visit_games(Copies);
}

#[derive(Clone)]
struct Changed;

impl Visitor for Changed {
    type Out = ();

    /// A card file is really changed: the record is played with the cards of then, or says which it needs.
    fn visit<G: CardGame>(self) {
        let then = Library::<G>::load(&Origin::Shipped).unwrap();
        let rules = then.rules(&Terms::default()).unwrap();
        let record = random_match(&rules, 3);
        let mut texts = CardSet::of(&then).texts;
        let name =
            G::cards(&rules.rules).iter().find(|card| !card.token && texts[0].1.contains(&card.name)).unwrap().name.clone();
        for (_, text) in &mut texts {
            *text = text.replace(&name, &format!("Old {name}"));
        }
        let now = Library::<G>::load(&Origin::Texts(texts)).unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
        assert_ne!(now.set(), then.set());
        let made_with = record.setup.made_with;
        let needed = Needed {
            rules: record.rules,
            cards: made_with.cards,
            version: made_with.version,
            terms: Terms::default(),
            own_cards: vec![],
        };
        let mut archive = Archive::shipped();
        let missing = archive.rules(&now, &needed).err().expect("the cards of then are not there");
        let set = then.set().to_string();
        assert!(missing.contains(&set) && missing.contains("--archive DIR") && missing.contains(G::NAME), "{missing}");
        let old = Needed { version: made_with.version + 1, ..needed.clone() };
        assert!(archive.rules(&now, &old).err().unwrap().contains("an older program"), "the version is named");
        // From a folder, whatever it is called, and from a set that a log has kept.
        let folder = std::env::temp_dir().join(format!("playmat-archive-{}-{}", G::NAME, std::process::id()));
        let place = folder.join(G::NAME).join(&set);
        std::fs::create_dir_all(&place).unwrap();
        for (at, (_, text)) in CardSet::of(&then).texts.iter().enumerate() {
            std::fs::write(place.join(format!("{at}.cards")), text).unwrap();
        }
        let mut kept = Archive::shipped();
        kept.add_folder(&folder).unwrap();
        archive.add(CardSet::of(&then));
        for archive in [kept, archive] {
            let found = archive.rules(&now, &needed).unwrap();
            let stored = Stored::read(&to_binary(&record)).unwrap();
            assert!(verify(&found, &stored.record(G::cards(&found.rules)).unwrap(), &trust()).holds);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn records_outlive_their_card_sets() {
    visit_games(Changed);
}
