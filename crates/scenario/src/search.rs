//! How a move finds its way through the questions it raises.
//!
//! What a file leaves out (a question with one answer, which card of a name is meant) makes a move ambiguous. The search tries
//! the likeliest reading first, on copies of the table, and gives the picks of the first reading in which everything written is
//! used up. Nothing has happened until these picks are made.

use std::sync::Arc;

use playmat_cards::{CardGame, FaceVerb};
use playmat_chance::FastChance;
use playmat_kernel::{Form, Occasion, Seat, Silence, Table};

use crate::asked::{Asked, Reading};
use crate::moves::{Act, Answer, Answers, Move};

/// The answers that a move gives to the questions it raises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Path {
    pub picks: Vec<Pick>,
    /// What still waits for its question, because the rival is asked first.
    pub left: Queue,
}

/// One answer of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pick {
    pub at: usize,
    /// Whether the file leaves this answer out.
    pub silent: bool,
}

/// The answers of a move that are not used up yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Queue {
    answers: Arc<Answers>,
    targets: usize,
    meals: usize,
    options: usize,
    /// The meals question has been ended.
    fed: bool,
    /// Whether the played card comes face down, until an answer has said so.
    down: Option<bool>,
    /// Which effect is used, until an answer has said so.
    effect: Option<u8>,
}

/// Whether a move may leave a question to its own player open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    Settled,
    Anyhow,
}

pub(crate) struct Search<'a, G: CardGame> {
    pub rules: &'a G::Rules,
    pub mover: Seat,
    pub reading: Reading,
    pub ends: Ends,
    places: bool,
    budget: usize,
    path: Vec<Pick>,
}

/// How many questions one move may try before it counts as impossible.
const BUDGET: usize = 20_000;

impl Queue {
    pub fn new(answers: &Answers) -> Self {
        let effect = answers.effect;
        Queue { answers: Arc::new(answers.clone()), targets: 0, meals: 0, options: 0, fed: false, down: None, effect }
    }

    fn of_act(act: &Act) -> Self {
        let down = matches!(act.verb, FaceVerb::Play | FaceVerb::Level).then_some(act.answers.facedown);
        Queue { down, ..Queue::new(&act.answers) }
    }

    /// Whether everything that was written has been used.
    pub fn is_empty(&self) -> bool {
        let answers = &self.answers;
        let meals = answers.meals.as_ref().map_or(0, Vec::len);
        self.targets == answers.targets.len()
            && self.meals == meals
            && self.options == answers.options.len()
            && self.down != Some(true)
            && self.effect.is_none()
    }

    fn target(&self) -> Option<&Answer> {
        self.answers.targets.get(self.targets)
    }

    /// Uses up a later answer before the earlier ones.
    fn bring_forward(&mut self, at: usize) {
        let mut answers = Answers::clone(&self.answers);
        answers.targets[self.targets..=at].rotate_right(1);
        self.answers = Arc::new(answers);
        self.targets += 1;
    }

    fn with(&self, change: impl FnOnce(&mut Queue)) -> Queue {
        let mut next = self.clone();
        change(&mut next);
        next
    }
}

impl<'a, G: CardGame> Search<'a, G> {
    pub fn new(rules: &'a G::Rules, mover: Seat, reading: Reading, ends: Ends) -> Self {
        Search { rules, mover, reading, ends, places: false, budget: BUDGET, path: Vec::new() }
    }

    /// The path of a whole move from here; none if the move is not possible now.
    pub fn find(mut self, table: &Table<G>, chance: &FastChance, what: &Move) -> Option<Path> {
        self.places = has_places(what);
        let asked = Asked::now(self.rules, table, self.places).filter(|asked| asked.decision.seat == self.mover)?;
        let (firsts, queue) = match what {
            Move::Concede => return Some(Path { picks: Vec::new(), left: Queue::new(&Answers::default()) }),
            Move::Pass => (asked.declining(FaceVerb::Pass), Queue::new(&Answers::default())),
            Move::Act(act) => (self.begins(&asked, act), Queue::of_act(act)),
            Move::Choose { answers, whole } => {
                for at in asked.exactly(whole) {
                    if let Some(left) = self.pick(table, chance, at, Queue::new(&Answers::default()), None) {
                        return Some(Path { picks: self.path, left });
                    }
                }
                let queue = Queue::new(answers);
                if asked.decision.occasion != Occasion::Move {
                    let left = self.go(table, chance, queue, None)?;
                    return Some(Path { picks: self.path, left });
                }
                // A player's own move is made by its verb. Only an option that is a mere answer can be chosen, also by number: a
                // stray `choose 2` must not end the phase.
                let meant = queue.target().map(|answer| asked.meant(answer, self.reading)).unwrap_or_default();
                let answers = |at: &usize| {
                    let verb = asked.options[*at].face.verb;
                    verb.declines() || matches!(verb, FaceVerb::Choose | FaceVerb::Yes)
                };
                (meant.into_iter().filter(answers).collect(), queue.with(|queue| queue.targets = 1))
            }
        };
        for at in firsts {
            let queue = match what {
                Move::Act(_) => told_by_option(&asked, at, queue.clone()),
                _ => queue.clone(),
            };
            if let Some(left) = self.pick(table, chance, at, queue, None) {
                return Some(Path { picks: self.path, left });
            }
        }
        None
    }

    /// The path of answers that had to wait for the rival.
    pub fn resume(mut self, table: &Table<G>, chance: &FastChance, queue: Queue) -> Option<Path> {
        self.places = queue.answers.targets.iter().any(has_place);
        let left = self.go(table, chance, queue, None)?;
        Some(Path { picks: self.path, left })
    }

    /// The options that begin a move.
    fn begins(&self, asked: &Asked, act: &Act) -> Vec<usize> {
        let Some(card) = &act.card else {
            let listed = asked.verb(act.verb);
            // Where the turn can only be ended, the next phase belongs to the rival.
            return if listed.is_empty() && act.verb == FaceVerb::Next { asked.verb(FaceVerb::End) } else { listed };
        };
        let mut listed = asked.cards(card, self.reading, |face| face.verb == act.verb);
        if act.verb == FaceVerb::Use && asked.decision.occasion != Occasion::Move {
            let others = asked.usable(card, self.reading);
            listed.extend(
                others.into_iter().filter(|at| !matches!(asked.options[*at].face.verb, FaceVerb::Use | FaceVerb::Flip)),
            );
        }
        let options = |at: &usize| &asked.options[*at];
        if listed.iter().any(|at| options(at).face_down()) && listed.iter().any(|at| !options(at).face_down()) {
            listed.retain(|at| options(at).face_down() == act.answers.facedown);
        }
        if let Some(effect) = act.answers.effect
            && listed.iter().any(|at| options(at).face.effect.is_some())
        {
            listed.retain(|at| options(at).face.effect == Some(effect));
        }
        listed
    }

    /// Goes on from a question, or ends there. Returns what is left of the queue.
    fn go(&mut self, table: &Table<G>, chance: &FastChance, queue: Queue, before: Option<&Asked>) -> Option<Queue> {
        self.budget = self.budget.checked_sub(1)?;
        let Some(asked) = Asked::now(self.rules, table, self.places) else { return queue.is_empty().then_some(queue) };
        if asked.decision.occasion == Occasion::Move {
            return queue.is_empty().then_some(queue);
        }
        if asked.decision.seat != self.mover {
            if queue.is_empty() || self.reading == Reading::Kind {
                return Some(queue);
            }
            // The rest is judged as if the rival passed.
            let at = asked.declining(FaceVerb::Pass).first().copied().unwrap_or(0);
            return self.silently(table, chance, at, queue);
        }
        let unfed = asked.decision.form == Form::SomeOf && queue.answers.meals.is_some() && !queue.fed;
        let goes_on = before.is_some_and(|before| asked.goes_on(before));
        for (at, next) in self.fitting(&asked, &queue, unfed) {
            if let Some(left) = self.pick(table, chance, at, next, Some(&asked)) {
                return Some(left);
            }
        }
        // The end of a list ends the question that it answered.
        if goes_on && let Some(&at) = asked.verb(FaceVerb::None).first() {
            return self.silently(table, chance, at, queue);
        }
        let dry = unfed && queue.answers.meals.as_ref().is_some_and(Vec::is_empty);
        if queue.is_empty() && !dry && (self.ends == Ends::Anyhow || asked.forced()) {
            return Some(queue);
        }
        if asked.forced() && !queue.is_empty() { self.silently(table, chance, 0, queue) } else { None }
    }

    /// The options that the front of one of the queues means, each with what is then left of the queue.
    fn fitting(&self, asked: &Asked, queue: &Queue, unfed: bool) -> Vec<(usize, Queue)> {
        let mut fitting = Vec::new();
        let mut add = |meant: Vec<usize>, next: Queue| fitting.extend(meant.into_iter().map(|at| (at, next.clone())));
        if unfed {
            match queue.answers.meals.as_ref().and_then(|meals| meals.get(queue.meals)) {
                Some(meal) => add(asked.meant(meal, self.reading), queue.with(|queue| queue.meals += 1)),
                None => add(asked.verb(FaceVerb::None), queue.with(|queue| queue.fed = true)),
            }
        }
        if let Some(down) = queue.down
            && asked.in_words()
            && asked.options.iter().any(|option| option.face_down())
        {
            let meant = (0..asked.options.len()).filter(|&at| asked.options[at].face_down() == down).collect();
            add(meant, queue.with(|queue| queue.down = None));
        }
        if let Some(effect) = queue.effect {
            add(asked.meant(&Answer::Nth(usize::from(effect)), self.reading), queue.with(|queue| queue.effect = None));
        }
        let option = queue.answers.options.get(queue.options).map(|&n| asked.meant(&Answer::Nth(n), self.reading));
        let optioned = queue.with(|queue| queue.options += 1);
        let in_words = asked.in_words();
        if in_words && let Some(meant) = option.clone() {
            add(meant, optioned.clone());
        }
        if let Some(answer) = queue.target() {
            add(asked.meant(answer, self.reading), queue.with(|queue| queue.targets += 1));
        }
        if asked.decision.form == Form::SomeOf {
            // Of several that are chosen together, any may be named first.
            for at in queue.targets + 1..queue.answers.targets.len() {
                let meant = asked.meant(&queue.answers.targets[at], self.reading);
                if !meant.is_empty() {
                    add(meant, queue.with(|queue| queue.bring_forward(at)));
                }
            }
        }
        if !in_words && let Some(meant) = option {
            add(meant, optioned);
        }
        fitting
    }

    fn pick(
        &mut self,
        table: &Table<G>,
        chance: &FastChance,
        at: usize,
        queue: Queue,
        before: Option<&Asked>,
    ) -> Option<Queue> {
        self.step(table, chance, Pick { at, silent: false }, queue, before)
    }

    fn silently(&mut self, table: &Table<G>, chance: &FastChance, at: usize, queue: Queue) -> Option<Queue> {
        self.step(table, chance, Pick { at, silent: true }, queue, None)
    }

    fn step(
        &mut self,
        table: &Table<G>,
        chance: &FastChance,
        pick: Pick,
        queue: Queue,
        before: Option<&Asked>,
    ) -> Option<Queue> {
        let (mut table, mut chance) = (table.clone(), chance.clone());
        let seat = table.decision()?.seat;
        table.answer(self.rules, seat, pick.at, &mut chance, &mut Silence).ok()?;
        self.path.push(pick);
        let left = self.go(&table, &chance, queue, before);
        if left.is_none() {
            self.path.pop();
        }
        left
    }
}

/// What the option that begins a move has already said: face up or down, and which effect.
fn told_by_option(asked: &Asked, at: usize, queue: Queue) -> Queue {
    let option = &asked.options[at];
    let told_face = asked.options.iter().any(|other| other.name == option.name && other.face_down());
    let told_effect = queue.effect.is_some() && option.face.effect == queue.effect;
    queue.with(|queue| {
        queue.down = queue.down.filter(|_| !told_face);
        queue.effect = queue.effect.filter(|_| !told_effect);
    })
}

fn has_places(what: &Move) -> bool {
    match what {
        Move::Act(act) => {
            act.card.as_ref().is_some_and(|card| card.place.is_some()) || act.answers.targets.iter().any(has_place)
        }
        Move::Choose { answers, .. } => answers.targets.iter().any(has_place),
        Move::Pass | Move::Concede => false,
    }
}

fn has_place(answer: &Answer) -> bool {
    matches!(answer, Answer::Card(named) if named.place.is_some())
}
