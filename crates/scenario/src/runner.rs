//! Plays the lines of a script on a table.
//!
//! A question with exactly one answer may be left out. It stays open as long as the file may still mention it: `expect asks` sees
//! it, and the next move in the file may answer it. Anything else answers it silently first. A line that could answer either such
//! a question or a real one behind it answers the one that the rest of the file needs it for.

use playmat_cards::{CardGame, Event, FaceVerb};
use playmat_chance::FastChance;
use playmat_kernel::{Listener, Occasion, Outcome, Seat, Silence, Table, Told};

use crate::asked::{Asked, Reading};
use crate::check;
use crate::expect::Expectation;
use crate::moves::{Answer, Move, PLAIN};
use crate::plan::{PlannedStep, What};
use crate::run::Verdict;
use crate::search::{Ends, Path, Queue, Search};
use crate::show;

pub(crate) struct Runner<'a, G: CardGame, L> {
    rules: &'a G::Rules,
    table: Table<G>,
    chance: FastChance,
    ears: AnyListener<'a, L>,
    /// Answers of earlier lines that wait until somebody else has answered.
    carried: Vec<Carried>,
    /// What was answered silently since the last move: the file may still say it.
    silent: Vec<(Asked, usize)>,
    /// All answers so far.
    given: Vec<usize>,
    /// How many more questions may be answered silently. A scenario that needs more goes round in circles.
    patience: usize,
}

const PATIENCE: usize = 10_000;

/// Takes down events, and passes counted parts on.
struct AnyListener<'a, L> {
    log: Vec<Told<Event>>,
    counter: &'a mut L,
}

#[derive(Clone)]
struct Carried {
    seat: Seat,
    queue: Queue,
    line: usize,
    text: String,
}

/// An answer that fits no option, and why in words.
struct Misread {
    answer: Answer,
    why: String,
}

/// What failed: the line, what it says, what is there.
struct Failure {
    line: usize,
    expected: String,
    actual: String,
}

impl<'a, G: CardGame, L: Listener<Event>> Runner<'a, G, L> {
    pub fn new(rules: &'a G::Rules, position: G::Position, seed: u64, counter: &'a mut L) -> Self {
        let mut ears = AnyListener { log: Vec::new(), counter };
        let mut chance = FastChance::new(seed);
        let table = Table::start(rules, position, &mut chance, &mut ears);
        Runner { rules, table, chance, ears, carried: Vec::new(), silent: Vec::new(), given: Vec::new(), patience: PATIENCE }
    }

    /// Plays every line.
    pub fn play(self, steps: &[PlannedStep]) -> Verdict {
        self.solve(steps).0
    }

    /// Plays every line, and returns all answers that were given.
    pub fn solve(mut self, steps: &[PlannedStep]) -> (Verdict, Vec<usize>) {
        let mut played = Ok(());
        for at in 0..steps.len() {
            played = self.step(&steps[at], &steps[at + 1..]);
            if played.is_err() {
                break;
            }
        }
        let verdict = match played.and_then(|()| self.settle(&[])) {
            Ok(()) => Verdict::Passed,
            Err(Failure { line, expected, actual }) => {
                Verdict::Failed { line, expected, actual, log: show::log::<G>(self.rules, &self.ears.log) }
            }
        };
        (verdict, self.given)
    }

    fn step(&mut self, step: &PlannedStep, later: &[PlannedStep]) -> Result<(), Failure> {
        let failure = |actual| Failure { line: step.line.line, expected: step.line.text.clone(), actual };
        match &step.what {
            What::Expect(expectation @ Expectation::Asks(..)) => loop {
                self.feed()?;
                match check::holds(self.rules, &self.table, expectation) {
                    Ok(()) => return Ok(()),
                    Err(actual) => self.answer_forced().ok_or_else(|| failure(actual))?,
                }
            },
            What::Expect(expectation) => {
                self.settle(later)?;
                let Err(found) = check::holds(self.rules, &self.table, expectation) else { return Ok(()) };
                let found = failure(found + &self.still_asked());
                // The question that waits for the next line may have been left out, and that line may be about another one.
                while self.answer_forced().is_some() {
                    self.feed()?;
                    if check::holds(self.rules, &self.table, expectation).is_ok() {
                        return Ok(());
                    }
                }
                Err(found)
            }
            What::Cannot(seat, what) => {
                self.settle(later)?;
                match self.possible(*seat, what) {
                    true => Err(failure("it is possible".to_string())),
                    // A move that means nothing is a mistake in the file, not an impossible move.
                    false => match self.misread(*seat, what, Reading::Strict) {
                        Some(Misread { answer: Answer::Word(word), why }) if !PLAIN.contains(&word.as_str()) => {
                            Err(failure(why))
                        }
                        _ => Ok(()),
                    },
                }
            }
            What::Move(seat, Move::Concede) => match self.table.outcome() {
                Some(_) => Err(failure("the match is over".to_string())),
                None => {
                    self.carried.clear();
                    self.table.end(Outcome::Won(seat.rival()));
                    Ok(())
                }
            },
            What::Move(seat, what) => self.make(step, *seat, what, later),
        }
    }

    /// Makes a move, after the questions with one answer that stand before it.
    fn make(&mut self, step: &PlannedStep, seat: Seat, what: &Move, later: &[PlannedStep]) -> Result<(), Failure> {
        let before = (self.table.clone(), self.chance.clone(), self.carried.clone());
        let lengths = (self.ears.log.len(), self.silent.len(), self.given.len());
        loop {
            self.feed()?;
            if let Some(path) = self.find(seat, what, later)
                && !self.fits_later(&path, seat, what, later)
            {
                self.silent.clear();
                self.follow(path, seat, step.line.line, &step.line.text);
                return Ok(());
            }
            if self.answer_forced().is_some() {
                continue;
            }
            if !self.said_already(seat, what) {
                let actual = self.why_not(seat, what);
                return Err(Failure { line: step.line.line, expected: step.line.text.clone(), actual });
            }
            // The file repeats what was answered silently before: nothing more happens.
            (self.table, self.chance, self.carried) = before;
            self.ears.log.truncate(lengths.0);
            self.silent.truncate(lengths.1);
            self.given.truncate(lengths.2);
            return Ok(());
        }
    }

    /// Whether a move that could answer a question with one answer is needed for a real question behind it, which would otherwise
    /// stay open.
    fn fits_later(&self, path: &Path, seat: Seat, what: &Move, later: &[PlannedStep]) -> bool {
        let mut silence = Silence;
        let mut copy = self.copy(&mut silence);
        if !copy.asked().is_some_and(|asked| asked.forced()) || !copy.leaves_open(path.clone(), seat, later) {
            return false;
        }
        while copy.answer_forced().is_some() && copy.feed().is_ok() {
            if copy.find(seat, what, later).is_some_and(|path| !copy.leaves_open(path, seat, later)) {
                return true;
            }
        }
        false
    }

    /// Whether a player is left with a question that the file does not answer.
    fn leaves_open(&self, path: Path, seat: Seat, later: &[PlannedStep]) -> bool {
        if may_stay_open(seat, later) {
            return false;
        }
        let mut silence = Silence;
        let mut copy = self.copy(&mut silence);
        copy.follow(path, seat, 0, "");
        let settled = copy.settle(later).is_ok();
        let open = |asked: Asked| asked.decision.seat == seat && asked.decision.occasion != Occasion::Move && !asked.forced();
        settled && copy.asked().is_some_and(open)
    }

    /// A runner on a copy of the table, to look ahead.
    fn copy<'b>(&self, silence: &'b mut Silence) -> Runner<'b, G, Silence>
    where
        'a: 'b,
    {
        Runner {
            rules: self.rules,
            table: self.table.clone(),
            chance: self.chance.clone(),
            ears: AnyListener { log: Vec::new(), counter: silence },
            carried: self.carried.clone(),
            silent: Vec::new(),
            given: Vec::new(),
            patience: self.patience.min(100),
        }
    }

    fn find(&self, seat: Seat, what: &Move, later: &[PlannedStep]) -> Option<Path> {
        let search = |ends| Search::new(self.rules, seat, Reading::Kind, ends).find(&self.table, &self.chance, what);
        let settled = if may_stay_open(seat, later) { None } else { search(Ends::Settled) };
        settled.or_else(|| search(Ends::Anyhow))
    }

    /// Whether the whole move is possible now. Changes nothing.
    fn possible(&self, seat: Seat, what: &Move) -> bool {
        match what {
            Move::Concede => self.table.outcome().is_none(),
            _ => Search::new(self.rules, seat, Reading::Strict, Ends::Anyhow).find(&self.table, &self.chance, what).is_some(),
        }
    }

    /// Silently answers questions with one answer, until none is left or the next move of the file answers it.
    fn settle(&mut self, later: &[PlannedStep]) -> Result<(), Failure> {
        loop {
            self.feed()?;
            let Some(asked) = self.asked().filter(Asked::forced) else { return Ok(()) };
            let next = later.iter().find_map(|step| match &step.what {
                What::Move(seat, what) => Some((*seat, what)),
                _ => None,
            });
            if next.is_some_and(|(seat, what)| seat == asked.decision.seat && speaks_of(&asked, what)) {
                return Ok(());
            }
            if self.answer_forced().is_none() {
                return Ok(());
            }
        }
    }

    /// Gives waiting answers to the questions they were written for.
    fn feed(&mut self) -> Result<(), Failure> {
        loop {
            let asked =
                self.table.decision().filter(|decision| decision.occasion != Occasion::Move).map(|decision| decision.seat);
            let waiting = self.carried.iter().position(|carried| asked.is_none_or(|seat| carried.seat == seat));
            let Some(waiting) = waiting else { return Ok(()) };
            let Carried { seat, queue, line, text } = self.carried.remove(waiting);
            let search = Search::new(self.rules, seat, Reading::Kind, Ends::Anyhow);
            match search.resume(&self.table, &self.chance, queue) {
                Some(path) => self.follow(path, seat, line, &text),
                None => {
                    let asked = show::asked(self.asked().as_ref());
                    let actual = format!("not all of its answers fit a question; {asked}");
                    return Err(Failure { line, expected: text, actual });
                }
            }
        }
    }

    /// Answers a question that has one answer; none if there is no such question.
    fn answer_forced(&mut self) -> Option<()> {
        let asked = self.asked().filter(Asked::forced)?;
        self.patience = self.patience.checked_sub(1)?;
        self.answer(0);
        self.silent.push((asked, 0));
        Some(())
    }

    /// Gives the answers of a path, and keeps what must wait.
    fn follow(&mut self, path: Path, seat: Seat, line: usize, text: &str) {
        for pick in &path.picks {
            if pick.silent
                && let Some(asked) = self.asked()
            {
                self.silent.push((asked, pick.at));
            }
            self.answer(pick.at);
        }
        if !path.left.is_empty() {
            self.carried.push(Carried { seat, queue: path.left, line, text: text.to_string() });
        }
    }

    fn answer(&mut self, at: usize) {
        let seat = self.table.decision().map_or(Seat::One, |decision| decision.seat);
        self.given.push(at);
        let answered = self.table.answer(self.rules, seat, at, &mut self.chance, &mut self.ears);
        debug_assert!(answered.is_ok(), "a pick that was found on a copy is possible on the table");
    }

    fn asked(&self) -> Option<Asked> {
        Asked::now(self.rules, &self.table, false)
    }

    /// Whether a line only says what was answered silently before.
    fn said_already(&self, seat: Seat, what: &Move) -> bool {
        let said = |answer: &dyn Fn(&Asked) -> Vec<usize>| {
            self.silent.iter().any(|(asked, at)| asked.decision.seat == seat && answer(asked).contains(at))
        };
        match what {
            Move::Pass => said(&|asked| asked.declining(FaceVerb::Pass)),
            Move::Choose { answers, .. } => {
                answers.targets.iter().all(|answer| said(&|asked| asked.meant(answer, Reading::Kind)))
            }
            Move::Act(act) => act.verb == FaceVerb::Use && said(&|asked| accepts(asked, what)),
            Move::Concede => false,
        }
    }

    /// A remark about a question that nobody has answered: it may be why something has not happened yet.
    fn still_asked(&self) -> String {
        let open = self.asked().filter(|asked| asked.decision.occasion != Occasion::Move);
        open.map(|asked| format!(" (and {})", show::asked(Some(&asked)))).unwrap_or_default()
    }

    /// The first answer of a move that fits no option of the question it stands for, if all before it do.
    fn misread(&self, seat: Seat, what: &Move, reading: Reading) -> Option<Misread> {
        let Move::Act(act) = what else { return None };
        let with = |count: usize| {
            let mut shorter = act.clone();
            shorter.answers.targets.truncate(count);
            let search = Search::new(self.rules, seat, reading, Ends::Anyhow);
            search.find(&self.table, &self.chance, &Move::Act(shorter))
        };
        let mut before = with(0)?;
        for (at, answer) in act.answers.targets.iter().enumerate() {
            let Some(path) = with(at + 1) else {
                let mut silence = Silence;
                let mut copy = self.copy(&mut silence);
                copy.follow(before, seat, 0, "");
                let asked = copy.asked().filter(|asked| asked.decision.occasion != Occasion::Move);
                let now = match asked {
                    Some(asked) => show::asked(Some(&asked)),
                    None => "nothing more is asked".to_string(),
                };
                let why = format!("{}; {now}", show::misread(answer));
                return Some(Misread { answer: answer.clone(), why });
            };
            before = path;
        }
        None
    }

    /// Why a move is not possible, in words.
    fn why_not(&self, seat: Seat, what: &Move) -> String {
        if let Some(Misread { why, .. }) = self.misread(seat, what, Reading::Kind) {
            return why;
        }
        let asked = self.asked();
        if let (Move::Choose { .. }, Some(asked)) = (what, &asked)
            && asked.decision.seat == seat
            && asked.decision.occasion == Occasion::Move
        {
            return format!(
                "nothing is open that could be chosen; a move is written with its verb: {}",
                show::asked(Some(asked))
            );
        }
        let mut why = show::asked(asked.as_ref());
        if let (Move::Act(act), Some(asked)) = (what, asked)
            && let Some(card) = &act.card
            && asked.decision.seat == seat
        {
            let cards = G::cards(self.rules);
            let reasons = G::why_not_in_hand(self.rules, self.table.position(), seat);
            let reason = reasons.iter().find(|(def, _)| cards[def.0 as usize].name == card.name);
            if let Some((_, reason)) = reason {
                why = format!("{} ({}); {why}", reason.sentence, reason.code);
            }
        }
        format!("not possible: {why}")
    }
}

impl<L: Listener<Event>> Listener<Event> for AnyListener<'_, L> {
    const ON: bool = true;
    const COUNTS: bool = L::COUNTS;

    fn hear(&mut self, told: Told<Event>) {
        if L::ON {
            self.counter.hear(told.clone());
        }
        self.log.push(told);
    }

    fn count(&mut self, part: u32) {
        self.counter.count(part);
    }
}

/// Whether the file goes on about a question that a move of this seat leaves open.
fn may_stay_open(seat: Seat, later: &[PlannedStep]) -> bool {
    for step in later {
        match &step.what {
            What::Expect(Expectation::Asks(asked, _)) if *asked == seat => return true,
            What::Expect(_) | What::Cannot(..) => {}
            What::Move(mover, what) => {
                let answers = match what {
                    Move::Choose { .. } | Move::Pass => true,
                    Move::Act(act) => act.verb == FaceVerb::Use,
                    Move::Concede => false,
                };
                return answers && *mover == seat;
            }
        }
    }
    false
}

/// Whether a move answers this very question.
fn speaks_of(asked: &Asked, what: &Move) -> bool {
    let meant = match what {
        Move::Pass => asked.declining(FaceVerb::Pass),
        Move::Choose { answers, whole } => {
            let mut meant = asked.exactly(whole);
            meant.extend(answers.targets.first().map(|answer| asked.meant(answer, Reading::Kind)).unwrap_or_default());
            meant
        }
        Move::Act(_) => accepts(asked, what),
        Move::Concede => Vec::new(),
    };
    !meant.is_empty()
}

/// The options that `use CARD` accepts.
fn accepts(asked: &Asked, what: &Move) -> Vec<usize> {
    match what {
        Move::Act(act) if act.verb == FaceVerb::Use => {
            act.card.as_ref().map(|card| asked.usable(card, Reading::Kind)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}
