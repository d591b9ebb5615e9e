//! A lesson: a scene that one person plays against a script. It behaves like a room, but nothing is stored: it ends with its
//! connection, and begins again with the next one.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use playmat_cards::{CardGame, Setup};
use playmat_catalog::{RuleSet, Rules, Visitor};
use playmat_chance::{Draws, Seed};
use playmat_kernel::{BySeat, Entry, Seat};
use playmat_replay::opening;
use playmat_scenario::{LEARNER, Lesson, Script};
use playmat_wire::messages::{
    ClientMessage, Full, LessonStands, Over, PROTOCOL_VERSION, Refusal, ServerMessage, State, Update, Viewer,
};
use playmat_wire::messages::{Ending, Question};
use playmat_wire::tables::{OnTimeout, Pace, SeatInfo, SeatedBy, Stage, TableInfo};

use crate::play::{News, Play, Running};
use crate::{Code, Identity, Moment, RoomError};

/// How long the rival takes, so that people see what happens.
const RIVAL_TAKES: Duration = Duration::from_millis(600);
/// The name of the rival.
const RIVAL: &str = "Rival";

/// A lesson of any game.
pub trait Teaching: Send {
    /// The game and its edition.
    fn game(&self) -> (&'static str, &'static str);
    /// The name of the learner.
    fn learner(&self) -> &str;
    /// The match.
    fn play(&mut self) -> &mut dyn Play;
    /// Sets the scene up again.
    fn again(&mut self);
    /// What the rival answers, if the rival is asked.
    fn rival(&mut self) -> Option<u8>;
    /// Whether the goal is reached.
    fn reached(&self) -> bool;
    /// The search for whether the goal can still be reached. It takes some milliseconds, so run it on another thread.
    fn reachable(&self) -> Box<dyn FnOnce() -> bool + Send>;
}

/// The lesson of this script before its first move. The error is for the operator.
pub fn teach(rules: &Rules, script: &Script, learner: &str) -> Result<Box<dyn Teaching>, String> {
    struct Teach<'a>(&'a Rules, &'a Script, &'a str);
    impl Visitor for Teach<'_> {
        type Out = Result<Box<dyn Teaching>, String>;
        fn visit<G: CardGame>(self) -> Self::Out {
            let rules = self.0.clone().shared::<G>();
            let lesson = Lesson::<G>::read(&mut |_| Ok(rules.rules.clone()), self.1, &|_| None);
            let lesson = lesson.map_err(|errors| errors.first().map(ToString::to_string).unwrap_or_default())?;
            Ok(Box::new(LessonMatch::new(rules, lesson, self.2)?))
        }
    }
    rules.visit(Teach(rules, script, learner))
}

/// A lesson of one game.
struct LessonMatch<G: CardGame> {
    lesson: Lesson<G>,
    rules: Arc<RuleSet<G>>,
    running: Running<G>,
    /// The name of the learner.
    learner: String,
    /// How many of its scripted answers the rival has given.
    given: usize,
}

impl<G: CardGame> LessonMatch<G> {
    fn new(rules: Arc<RuleSet<G>>, lesson: Lesson<G>, learner: &str) -> Result<Self, String> {
        let running = stage(&rules, &lesson, learner)?;
        Ok(LessonMatch { lesson, rules, running, learner: learner.to_owned(), given: 0 })
    }
}

impl<G: CardGame> Teaching for LessonMatch<G> {
    fn game(&self) -> (&'static str, &'static str) {
        (G::NAME, G::editions()[0])
    }

    fn learner(&self) -> &str {
        &self.learner
    }

    fn play(&mut self) -> &mut dyn Play {
        &mut self.running
    }

    fn again(&mut self) {
        if let Ok(running) = stage(&self.rules, &self.lesson, &self.learner) {
            (self.running, self.given) = (running, 0);
        }
    }

    fn rival(&mut self) -> Option<u8> {
        let asked = self.running.table().decision()?;
        (asked.seat != LEARNER).then(|| self.lesson.rival_answers(self.running.table(), &mut self.given) as u8)
    }

    fn reached(&self) -> bool {
        self.lesson.reached(self.running.table())
    }

    fn reachable(&self) -> Box<dyn FnOnce() -> bool + Send> {
        let (lesson, table, given) = (self.lesson.clone(), self.running.table().clone(), self.given);
        Box::new(move || lesson.reachable(&table, given))
    }
}

fn stage<G: CardGame>(rules: &Arc<RuleSet<G>>, lesson: &Lesson<G>, learner: &str) -> Result<Running<G>, String> {
    let setup = Setup { decks: BySeat::default(), first: None, unshuffled: true };
    let players = BySeat::new(learner.to_owned(), RIVAL.to_owned());
    let opening = opening(&**rules, setup, Seed::Number(lesson.seed), players);
    Running::staged(rules.clone(), opening, lesson.position.clone())
}

/// What a lesson hears.
pub enum LessonInput {
    /// The learner is there.
    Connect(Identity),
    /// The learner says something.
    Said(ClientMessage),
    /// What a search has found ([`LessonEffect::Search`]).
    Searched(bool),
}

/// What a lesson wants done, in this order.
pub enum LessonEffect {
    /// Send a message to the learner.
    Tell(Box<ServerMessage>),
    /// Search whether the goal can still be reached, on another thread or now, and say [`LessonInput::Searched`].
    Search(Box<dyn FnOnce() -> bool + Send>),
}

/// The table of one learner. It does one thing after the other: what is said while the rival takes time waits.
pub struct LessonRoom {
    teaching: Box<dyn Teaching>,
    table: TableInfo,
    now: Moment,
    effects: Vec<LessonEffect>,
    busy: Option<Busy>,
    unheard: VecDeque<LessonInput>,
    /// How many events the learner was told of.
    viewed: u32,
    stands: LessonStands,
    /// The number of the open question; another one after each answer.
    decision: u32,
    draws: Draws,
}

/// What a lesson waits for.
#[derive(Clone, Copy)]
enum Busy {
    /// The rival's answer, which is made then.
    Rival(u8, Moment),
    Search,
}

impl LessonRoom {
    /// A lesson for the next connection.
    pub fn new(teaching: Box<dyn Teaching>, draws: Draws) -> Self {
        let table = table(&*teaching);
        let (now, effects, unheard) = (Moment::default(), Vec::new(), VecDeque::new());
        let stands = LessonStands::Open;
        LessonRoom { teaching, table, now, effects, busy: None, unheard, viewed: 0, stands, decision: 0, draws }
    }

    /// The table as a client expects to see one.
    pub fn table(&self) -> &TableInfo {
        &self.table
    }

    /// Something comes in.
    pub fn hear(&mut self, input: LessonInput, now: Moment) -> Vec<LessonEffect> {
        self.now = self.now.max(now);
        match (input, self.busy) {
            (LessonInput::Searched(reachable), Some(Busy::Search)) => {
                self.busy = None;
                self.judged(if reachable { LessonStands::Open } else { LessonStands::Wrong });
            }
            (LessonInput::Searched(_), _) => {}
            (input, _) => self.unheard.push_back(input),
        }
        self.hear_on();
        mem::take(&mut self.effects)
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Moment) -> Vec<LessonEffect> {
        self.now = self.now.max(now);
        if let Some(Busy::Rival(pick, at)) = self.busy
            && at <= self.now
        {
            self.busy = None;
            match self.enter(Entry::Answer(pick)) {
                Ok(()) => self.go_on(),
                Err(_) => self.judge(),
            }
        }
        self.hear_on();
        mem::take(&mut self.effects)
    }

    /// When the rival answers.
    pub fn wakes_at(&self) -> Option<Moment> {
        match self.busy {
            Some(Busy::Rival(_, at)) => Some(at),
            Some(Busy::Search) | None => None,
        }
    }

    fn hear_on(&mut self) {
        while self.busy.is_none()
            && let Some(input) = self.unheard.pop_front()
        {
            match input {
                LessonInput::Connect(who) => {
                    self.welcome(&who);
                    self.start();
                }
                LessonInput::Said(message) => self.said(message),
                // That is heard at once.
                LessonInput::Searched(_) => {}
            }
        }
    }

    fn said(&mut self, message: ClientMessage) {
        let (to, decision) = match message {
            ClientMessage::Answer { decision, .. } => ("answer", Some(decision)),
            ClientMessage::TakeBack { decision } => ("take-back", Some(decision)),
            _ => ("message", None),
        };
        let done = match message {
            ClientMessage::Ping { id } => {
                self.send(ServerMessage::Pong { id });
                Ok(())
            }
            ClientMessage::Resync {} => {
                self.send_full();
                Ok(())
            }
            ClientMessage::Rematch { .. } => {
                self.teaching.again();
                self.start();
                Ok(())
            }
            ClientMessage::Answer { decision, pick } => self.answer(decision, Entry::Answer(pick)),
            ClientMessage::TakeBack { decision } => match self.declaring() {
                Some(to) => self.answer(decision, Entry::Rewind(to)),
                None => {
                    Err(RoomError::new(Code::NothingToTakeBack, "Only a move that is still being declared can be taken back."))
                }
            },
            _ => Err(RoomError::new(Code::NotInALesson, "This cannot be done in a lesson.")),
        };
        if let Err(error) = done {
            let refusal = Refusal { to: to.into(), code: error.code.word().into(), sentence: error.sentence, decision };
            self.send(ServerMessage::Refused(refusal));
        }
    }

    /// The first entry of the move that is being declared.
    fn declaring(&mut self) -> Option<u32> {
        let play = self.teaching.play();
        play.question().filter(|question| question.take_back)?;
        play.undo(LEARNER).map(|undo| undo.to)
    }

    fn answer(&mut self, decision: u32, entry: Entry) -> Result<(), RoomError> {
        if self.question().is_none_or(|question| question.decision != decision) {
            return Err(RoomError::new(Code::OldDecision, "This question has been answered."));
        }
        self.enter(entry)?;
        if let Entry::Rewind(_) = entry {
            self.stands = LessonStands::Open;
        }
        self.go_on();
        Ok(())
    }

    /// The scene is set up.
    fn start(&mut self) {
        self.stands = LessonStands::Open;
        self.decision = self.draws.bits() as u32;
        self.table.game_match = Some(format!("{:016x}", self.draws.bits()));
        self.send_full();
        self.go_on();
    }

    /// The rival answers until the learner is asked; then the lesson is judged.
    fn go_on(&mut self) {
        if !self.teaching.reached()
            && let Some(pick) = self.teaching.rival()
        {
            self.busy = Some(Busy::Rival(pick, self.now + RIVAL_TAKES));
        } else {
            self.judge();
        }
    }

    fn judge(&mut self) {
        match self.stands {
            _ if self.teaching.reached() => self.judged(LessonStands::Done),
            LessonStands::Open => {
                self.effects.push(LessonEffect::Search(self.teaching.reachable()));
                self.busy = Some(Busy::Search);
            }
            // What was out of reach once stays out of reach.
            _ => self.judged(LessonStands::Wrong),
        }
    }

    fn judged(&mut self, stands: LessonStands) {
        self.stands = stands;
        self.send(ServerMessage::Lesson { stands });
        // After the goal is reached nothing is asked.
        self.send_update(None);
    }

    fn enter(&mut self, entry: Entry) -> Result<(), RoomError> {
        let play = self.teaching.play();
        play.propose(entry).map_err(|_| RoomError::new(Code::NoSuchOption, "There is no such option."))?;
        play.accept();
        self.decision = self.decision.wrapping_add(1);
        let news = self.teaching.play().news(Viewer::P1);
        self.teaching.play().settle();
        self.send_update(Some(news));
        Ok(())
    }

    fn welcome(&mut self, who: &Identity) {
        let me = who.me();
        self.table.seats[0].player = Some(who.id.clone());
        let (seats, table) = (vec![LEARNER.into()], self.table.clone());
        let welcome = ServerMessage::Welcome { version: PROTOCOL_VERSION, me, seats, table, decks: vec![] };
        self.send(welcome);
    }

    fn send_full(&mut self) {
        let play = self.teaching.play();
        let whole = play.whole(Viewer::P1, play.record().entries.len());
        self.viewed = whole.number;
        let full = Full {
            game_match: self.table.game_match.clone().unwrap_or_default(),
            viewer: Viewer::P1,
            number: whole.number,
            view: whole.view,
            events: whole.events,
            state: self.state(),
            question: self.question(),
            take_back: None,
        };
        self.send(ServerMessage::Full(full));
    }

    fn send_update(&mut self, news: Option<News>) {
        let (from, to) = news.as_ref().map_or((self.viewed, self.viewed), |news| (news.from, news.to));
        self.viewed = to;
        let (events, changes) = news.map_or_else(Default::default, |news| (news.events, news.changes));
        let update = Update {
            game_match: self.table.game_match.clone().unwrap_or_default(),
            from,
            to,
            events,
            changes,
            state: self.state(),
            question: self.question(),
            take_back: None,
        };
        self.send(ServerMessage::Update(update));
    }

    fn state(&mut self) -> State {
        let play = self.teaching.play();
        let over = play.outcome().map(|outcome| Over { winner: outcome.winner().map(Into::into), by: Ending::Rules });
        State { asked: play.asked().map(|asked| asked.seat.into()), over, ..State::default() }
    }

    /// The open question, if the learner is asked and the goal is not reached.
    fn question(&mut self) -> Option<Question> {
        let play = self.teaching.play();
        let mut question = play.question()?;
        play.aim(&mut question);
        let asks = question.seat == LEARNER.into() && self.stands != LessonStands::Done;
        asks.then_some(Question { decision: self.decision, ..question })
    }

    fn send(&mut self, message: ServerMessage) {
        self.effects.push(LessonEffect::Tell(Box::new(message)));
    }
}

/// The table as a client expects to see one.
fn table(teaching: &dyn Teaching) -> TableInfo {
    let ((game, edition), learner) = (teaching.game(), teaching.learner());
    let seat = |seat: Seat| SeatInfo {
        seat: seat.into(),
        who: if seat == LEARNER { SeatedBy::Person } else { SeatedBy::Bot },
        name: Some(if seat == LEARNER { learner } else { RIVAL }.to_owned()),
        player: None,
        level: (seat != LEARNER).then(|| "lesson".to_owned()),
        online: true,
        account: false,
    };
    TableInfo {
        code: "LESSON".into(),
        game: game.into(),
        edition: edition.into(),
        rulings: Default::default(),
        stage: Stage::Playing,
        game_match: None,
        seats: Seat::BOTH.map(seat),
        clock: None,
        away: 0,
        on_timeout: OnTimeout::Lose,
        public: false,
        spectators: None,
        watching: 0,
        rated: false,
        closed: None,
        own_cards: None,
        pace: Pace::People,
    }
}
