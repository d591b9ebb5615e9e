//! Random games, and that they come to an end.

use std::any::Any;
use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use playmat_cards::{CardGame, DefId, Face, Setup};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Listener, MOST_OPTIONS, Occasion, Options, Table};

/// More answers than any game needs.
pub const MOST_ANSWERS: u64 = 100_000;

/// By how much `PLAYMAT_LONG` multiplies the number of seeds.
const LONG: u64 = 20;

/// What was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayedSums {
    /// Games.
    pub games: u64,
    /// Answered questions.
    pub answers: u64,
    /// Those with two or more options.
    pub decisions: u64,
    /// Turns begun.
    pub turns: u64,
    /// The answers of the longest game.
    pub longest: u64,
}

/// Plays random games to the end: every question has an option, picking one gives what the list says, every card is in exactly
/// one place and has a handle of its own while it is followed, the agenda never runs out of room, and the match is over before
/// [`MOST_ANSWERS`].
pub fn plays_to_the_end<G: CardGame>(
    rules: &G::Rules,
    seeds: Range<u64>,
    decks: impl Fn(u64) -> BySeat<Vec<DefId>>,
) -> PlayedSums {
    let mut played = PlayedSums::default();
    each_seed("playing to the end", seeds, |seed| {
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut playmat_kernel::Silence);
        let mut answers = 0;
        while let Some(decision) = game.table.decision() {
            let options = game.options();
            assert!(!options.is_empty(), "a question without an option: {:?}", game.table);
            assert!(options.len() < MOST_OPTIONS, "so many options that some may be lost: {:?}", game.table);
            assert!(!G::question(rules, game.table.position()).words.trim().is_empty(), "a question without words");
            let mut room = Options::new();
            for (place, &choice) in options.iter().enumerate() {
                check_face(&G::face(rules, game.table.position(), choice));
                let which =
                    |count| if count == options.len() { place } else { panic!("{count} options are counted, not listed") };
                let (mut taken, mut at_once) = (game.clone(), game.clone());
                taken.table.take(rules, choice, &mut taken.chance, &mut playmat_kernel::Silence);
                at_once.table.play_at_speed(rules, &mut room, &mut at_once.chance, |_, count| which(count));
                assert_eq!(taken.table, at_once.table, "picking and taking at once leads to the same");
            }
            assert!(
                options.len() > 1
                    || decision.occasion != Occasion::Move
                    || !G::face(rules, game.table.position(), options[0]).is_pass(),
                "an own move that can only be passed: {:?}",
                game.table
            );
            check_census::<G>(game.table.position());
            answers += 1;
            assert!(answers < MOST_ANSWERS, "the match does not end");
            played.decisions += u64::from(options.len() > 1);
            let pick = game.any_of(options.len());
            game.answer(pick, &mut playmat_kernel::Silence);
        }
        assert!(!G::overflowed(game.table.position()), "the agenda ran out of room: {:?}", game.table);
        assert!(game.table.outcome().is_some());
        played.games += 1;
        played.answers += answers;
        played.turns += u64::from(G::turns(game.table.position()));
        played.longest = played.longest.max(answers);
    });
    played
}

/// Two random legal decks for every seed.
pub fn random_decks<G: CardGame>(rules: &G::Rules) -> impl Fn(u64) -> BySeat<Vec<DefId>> {
    |seed| {
        let mut chance = FastChance::nth(seed, 2);
        BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance))
    }
}

/// A game that is being played at random.
pub(crate) struct Match<'a, G: CardGame> {
    pub rules: &'a G::Rules,
    pub table: Table<G>,
    /// The chance of the rules.
    pub chance: FastChance,
    /// The chance of the players.
    pub player: FastChance,
}

impl<'a, G: CardGame> Match<'a, G> {
    pub fn open<L: Listener<G::Event>>(rules: &'a G::Rules, decks: BySeat<Vec<DefId>>, seed: u64, listener: &mut L) -> Self {
        let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
        let mut chance = FastChance::nth(seed, 0);
        let table = Table::start(rules, position, &mut chance, listener);
        Match { rules, table, chance, player: FastChance::nth(seed, 1) }
    }

    pub fn options(&self) -> Options<G::Choice> {
        let mut options = Options::new();
        self.table.options(self.rules, &mut options);
        options
    }

    /// The options as they are shown.
    pub fn faces(&self) -> Vec<Face> {
        self.options().iter().map(|&choice| G::face(self.rules, self.table.position(), choice)).collect()
    }

    /// A place among so many.
    pub fn any_of(&mut self, n: usize) -> usize {
        self.player.one_of(n.max(1) as u32) as usize
    }

    pub fn answer<L: Listener<G::Event>>(&mut self, pick: usize, listener: &mut L) {
        let Some(decision) = self.table.decision() else { return };
        if let Err(refused) = self.table.answer(self.rules, decision.seat, pick, &mut self.chance, listener) {
            panic!("a listed option was refused: {refused:?}");
        }
    }
}

impl<G: CardGame> Clone for Match<'_, G> {
    fn clone(&self) -> Self {
        Match { rules: self.rules, table: self.table.clone(), chance: self.chance.clone(), player: self.player.clone() }
    }
}

/// By how much the number of games is multiplied: more than 1 with `PLAYMAT_LONG=1` in the environment.
pub fn times() -> u64 {
    let long = std::env::var("PLAYMAT_LONG").is_ok_and(|value| !value.is_empty() && value != "0");
    if long { LONG } else { 1 }
}

/// Runs a check for every seed; a panic names the seed.
pub(crate) fn each_seed(check: &str, seeds: Range<u64>, mut run: impl FnMut(u64)) {
    let count = seeds.end.saturating_sub(seeds.start) * times();
    for seed in (seeds.start..).take(count as usize) {
        if let Err(cause) = catch_unwind(AssertUnwindSafe(|| run(seed))) {
            panic!("{check} fails with seed {seed}: {}", message(&*cause));
        }
    }
}

/// No card is at two places, and no two cards have one handle.
pub fn check_census<G: CardGame>(position: &G::Position) {
    let (mut cards, mut handles) = (BTreeSet::new(), BTreeSet::new());
    for counted in G::census(position) {
        assert!(cards.insert(counted.card), "a card is at two places: {counted:?} of {:?}", G::census(position));
        let other = counted.handle.is_none_or(|handle| handles.insert(handle));
        assert!(other, "two cards have one handle: {counted:?} of {:?}", G::census(position));
    }
}

fn check_face(face: &Face) {
    assert!(!face.words.trim().is_empty(), "an option without words: {face:?}");
    assert!(face.card.as_ref().is_none_or(|spot| spot.nth > 0), "cards are counted from 1: {face:?}");
}

fn message(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}
