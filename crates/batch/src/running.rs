//! One place of a batch: the match that is played there, and the one before it.

use playmat_bots::{Bot, Observation, Resources};
use playmat_cards::{CardGame, Encode, Setup};
use playmat_catalog::RuleSet;
use playmat_chance::{FastChance, SecureChance, Seed};
use playmat_kernel::{BySeat, Options, Outcome, Seat, Silence, Table};

use crate::out::{Row, Sizes};
use crate::plan::{Plan, bot_seed, match_seed};

/// What a match of a batch was made of and what was answered: enough to play it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The seed of its chance.
    pub seed: u64,
    /// Decks, and who begins.
    pub setup: Setup,
    /// The place of the option that was taken at each question, those with one option included.
    pub answers: Vec<u8>,
    /// The seat that a bot played.
    pub bot: Option<Seat>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
}

/// The match that is played at a place.
pub(crate) struct Running<G: CardGame> {
    table: Table<G>,
    chance: SecureChance,
    /// The options of the pending question.
    choices: Vec<G::Choice>,
    bot: Option<Box<dyn Bot<G>>>,
    round: u64,
    account: Account,
    before: Option<Account>,
}

impl<G: CardGame + Encode> Running<G> {
    /// The first match at a place, at the first question for the learner.
    pub fn start(set: &RuleSet<G>, plan: &Plan, place: usize, room: &mut Options<G::Choice>) -> Self {
        let (table, chance, bot, account) = begin::<G>(set, plan, place, 0);
        let mut running = Running { table, chance, choices: Vec::new(), bot, round: 0, account, before: None };
        running.advance(set, plan, place, room);
        running
    }

    /// How many options the pending question has.
    pub fn count(&self) -> usize {
        self.choices.len()
    }

    /// The match that is played.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// The match that ended here last.
    pub fn before(&self) -> Option<&Account> {
        self.before.as_ref()
    }

    /// Takes an option and goes on to the next question for the learner. How the match ended, if it did.
    #[inline]
    pub fn step(
        &mut self,
        set: &RuleSet<G>,
        plan: &Plan,
        place: usize,
        action: usize,
        room: &mut Options<G::Choice>,
    ) -> Option<Outcome> {
        // The batch has checked every action before the first was taken.
        let choice = self.choices.get(action).copied()?;
        self.account.answers.push(action as u8);
        self.table.take(&set.rules, choice, &mut self.chance, &mut Silence);
        self.advance(set, plan, place, room)
    }

    /// Goes on to the next question for the learner that has two or more options.
    #[inline]
    fn advance(&mut self, set: &RuleSet<G>, plan: &Plan, place: usize, room: &mut Options<G::Choice>) -> Option<Outcome> {
        let rules: &G::Rules = &set.rules;
        let mut ended = None;
        loop {
            let Some(decision) = self.table.decision() else {
                // A match that the learner was never asked in is not told of: it has nothing to do with what was answered.
                ended = ended.or(self.table.outcome());
                self.next_match(set, plan, place);
                continue;
            };
            self.table.options(rules, room);
            let pick = if room.len() == 1 {
                0
            } else if self.account.bot == Some(decision.seat)
                && let (Some(bot), Some(seen)) = (&mut self.bot, Observation::of(rules, &self.table, room))
            {
                bot.pick(&seen).min(room.len() - 1)
            } else {
                self.choices.clear();
                self.choices.extend_from_slice(room);
                return ended;
            };
            self.account.answers.push(pick as u8);
            self.table.take(rules, room[pick], &mut self.chance, &mut Silence);
        }
    }

    #[cold]
    fn next_match(&mut self, set: &RuleSet<G>, plan: &Plan, place: usize) {
        self.round += 1;
        let (table, chance, bot, account) = begin::<G>(set, plan, place, self.round);
        let outcome = self.table.outcome();
        let ended = std::mem::replace(&mut self.account, account);
        // The room of the match before the last is used again.
        if let Some(older) = self.before.replace(Account { outcome, ..ended }) {
            self.account.answers = older.answers;
            self.account.answers.clear();
        }
        (self.table, self.chance, self.bot) = (table, chance, bot);
    }

    /// Writes what the asked seat sees, and what the step led to.
    #[inline]
    pub fn write(&self, rules: &G::Rules, ended: Option<Outcome>, sizes: Sizes, row: Row<'_>) {
        let Some(decision) = self.table.decision() else { return };
        let position = self.table.position();
        G::encode(rules, position, decision, row.observation);
        let count = self.choices.len().min(sizes.rows);
        for (choice, out) in self.choices.iter().zip(row.options.chunks_exact_mut(sizes.columns)) {
            G::encode_option(rules, position, decision, *choice, out);
        }
        row.mask[..count].fill(1);
        let unused = row.mask[count..].iter().take_while(|&&used| used != 0).count();
        row.mask[count..count + unused].fill(0);
        row.options[count * sizes.columns..(count + unused) * sizes.columns].fill(0);
        *row.count = count as i32;
        *row.seat = decision.seat.bit();
        *row.done = u8::from(ended.is_some());
        row.reward.copy_from_slice(&worth(ended));
        *row.seed = self.account.seed;
    }
}

/// What the end of a match is worth to both seats.
fn worth(ended: Option<Outcome>) -> [f32; 2] {
    match ended {
        Some(Outcome::Won(Seat::One)) => [1.0, -1.0],
        Some(Outcome::Won(Seat::Two)) => [-1.0, 1.0],
        Some(Outcome::Draw) | None => [0.0, 0.0],
    }
}

type Begun<G> = (Table<G>, SecureChance, Option<Box<dyn Bot<G>>>, Account);

/// A new match. Decks and chance are those of its seed, as in the terminal; the bot has a stream of its own.
fn begin<G: CardGame>(set: &RuleSet<G>, plan: &Plan, place: usize, round: u64) -> Begun<G> {
    let rules: &G::Rules = &set.rules;
    let seed = match_seed(plan.seed, place as u64, round);
    let decks = BySeat::from_fn(|seat| plan.decks[seat].draw::<G, _>(rules, &mut FastChance::for_deck(seed, seat)));
    let setup = Setup { decks, first: plan.first, unshuffled: false };
    let mut chance = Seed::Number(seed).chance();
    let table = Table::start(rules, G::open(rules, &setup), &mut chance, &mut Silence);
    let bot = plan.opponent.map(|opponent| playmat_players::bot(opponent.bot, Resources::default(), bot_seed(seed), set));
    let account = Account { seed, setup, answers: Vec::new(), bot: plan.bot_seat(place, round), outcome: None };
    (table, chance, bot, account)
}
