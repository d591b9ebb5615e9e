//! A lesson: a scene that one person plays against a script. It behaves like a room, but nothing is stored: it ends with its
//! socket, and begins again with the next one.

use std::sync::Arc;
use std::time::Duration;

use playmat_cards::{CardGame, Setup};
use playmat_catalog::RuleSet;
use playmat_chance::Seed;
use playmat_kernel::{BySeat, Entry, Seat};
use playmat_replay::opening;
use playmat_scenario::{LEARNER, Lesson};
use playmat_wire::messages::{
    ClientMessage, Full, LessonStands, Over, PROTOCOL_VERSION, Refusal, ServerMessage, State, Update, Viewer,
};
use playmat_wire::messages::{Ending, Question};
use playmat_wire::tables::{OnTimeout, Pace, SeatInfo, SeatedBy, Stage, TableInfo};
use tokio::sync::{mpsc, watch};

use crate::api_error::{ApiError, Code};
use crate::chance::Draws;
use crate::identity::Identity;
use crate::play::{Play, Running};
use crate::room::{ConnId, Inbox, Out, RoomHandle, text};

/// How long the rival takes, so that people see what happens.
const RIVAL_TAKES: Duration = Duration::from_millis(600);
/// The name of the rival.
const RIVAL: &str = "Rival";

/// A lesson of any game.
pub trait Teaching: Send {
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

/// A lesson of one game.
pub struct LessonMatch<G: CardGame> {
    lesson: Lesson<G>,
    rules: Arc<RuleSet<G>>,
    running: Running<G>,
    /// The name of the learner.
    learner: String,
    /// How many of its scripted answers the rival has given.
    given: usize,
}

impl<G: CardGame> LessonMatch<G> {
    /// The lesson before its first move. The error is for the operator.
    pub fn new(rules: Arc<RuleSet<G>>, lesson: Lesson<G>, learner: &str) -> Result<Self, String> {
        let running = stage(&rules, &lesson, learner)?;
        Ok(LessonMatch { lesson, rules, running, learner: learner.to_owned(), given: 0 })
    }
}

impl<G: CardGame> Teaching for LessonMatch<G> {
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
    let opening = opening(rules, setup, Seed::Number(lesson.seed), players);
    Running::staged(rules.clone(), opening, lesson.position.clone())
}

/// Begins a lesson for the next connection.
pub fn begin(teaching: Box<dyn Teaching>, game: &str, edition: String, learner: &str, chance: Draws) -> RoomHandle {
    let (inbox, said) = mpsc::channel(16);
    let table = table(game, edition, learner);
    let (_, shown) = watch::channel(table.clone());
    let lesson_room = Room { teaching, table, said, out: None, viewed: 0, stands: LessonStands::Open, decision: 0, chance };
    tokio::spawn(lesson_room.run());
    RoomHandle { inbox, shown: shown.clone(), watched: shown }
}

/// The table of one learner.
struct Room {
    teaching: Box<dyn Teaching>,
    table: TableInfo,
    said: mpsc::Receiver<Inbox>,
    out: Option<mpsc::Sender<Out>>,
    /// How many events the learner was told of.
    viewed: u32,
    stands: LessonStands,
    /// The number of the open question; another one after each answer.
    decision: u32,
    chance: Draws,
}

impl Room {
    async fn run(mut self) {
        while let Some(said) = self.said.recv().await {
            match said {
                Inbox::Connect { who, out, reply, .. } => {
                    self.out = Some(out);
                    let _ = reply.send(Ok(ConnId::ONLY));
                    self.welcome(&who);
                    self.start().await;
                }
                Inbox::Said { message, .. } => self.hear(message).await,
                Inbox::Gone { .. } | Inbox::ShutDown => return,
                _ => {}
            }
        }
    }

    async fn hear(&mut self, message: ClientMessage) {
        let (to, decision) = match message {
            ClientMessage::Answer { decision, .. } => ("answer", Some(decision)),
            ClientMessage::TakeBack { decision } => ("take-back", Some(decision)),
            _ => ("message", None),
        };
        let done = match message {
            ClientMessage::Ping { id } => {
                self.send(&ServerMessage::Pong { id });
                Ok(())
            }
            ClientMessage::Resync {} => {
                self.send_full();
                Ok(())
            }
            ClientMessage::Rematch { .. } => {
                self.teaching.again();
                self.start().await;
                Ok(())
            }
            ClientMessage::Answer { decision, pick } => self.answer(decision, Entry::Answer(pick)).await,
            ClientMessage::TakeBack { decision } => match self.declaring() {
                Some(to) => self.answer(decision, Entry::Rewind(to)).await,
                None => {
                    Err(ApiError::new(Code::NothingToTakeBack, "Only a move that is still being declared can be taken back."))
                }
            },
            _ => Err(ApiError::new(Code::NotInALesson, "This cannot be done in a lesson.")),
        };
        if let Err(error) = done {
            let refusal = Refusal { to: to.into(), code: error.code.word().into(), sentence: error.sentence, decision };
            self.send(&ServerMessage::Refused(refusal));
        }
    }

    /// The first entry of the move that is being declared.
    fn declaring(&mut self) -> Option<u32> {
        let play = self.teaching.play();
        play.question().filter(|question| question.take_back)?;
        play.undo(LEARNER).map(|undo| undo.to)
    }

    async fn answer(&mut self, decision: u32, entry: Entry) -> Result<(), ApiError> {
        if self.question().is_none_or(|question| question.decision != decision) {
            return Err(ApiError::new(Code::OldDecision, "This question has been answered."));
        }
        self.enter(entry)?;
        if let Entry::Rewind(_) = entry {
            self.stands = LessonStands::Open;
        }
        self.go_on().await;
        Ok(())
    }

    /// The scene is set up.
    async fn start(&mut self) {
        self.stands = LessonStands::Open;
        self.decision = self.chance.bits() as u32;
        self.table.game_match = Some(format!("{:016x}", self.chance.bits()));
        self.send_full();
        self.go_on().await;
    }

    /// The rival answers until the learner is asked; then the lesson is judged.
    async fn go_on(&mut self) {
        while !self.teaching.reached()
            && let Some(pick) = self.teaching.rival()
        {
            tokio::time::sleep(RIVAL_TAKES).await;
            if self.enter(Entry::Answer(pick)).is_err() {
                break;
            }
        }
        self.stands = match self.stands {
            _ if self.teaching.reached() => LessonStands::Done,
            LessonStands::Open => {
                // If the search fails, the goal counts as reachable.
                let reachable = tokio::task::spawn_blocking(self.teaching.reachable()).await.unwrap_or(true);
                if reachable { LessonStands::Open } else { LessonStands::Wrong }
            }
            // What was out of reach once stays out of reach.
            _ => LessonStands::Wrong,
        };
        self.send(&ServerMessage::Lesson { stands: self.stands });
        // After the goal is reached nothing is asked.
        self.send_update(None);
    }

    fn enter(&mut self, entry: Entry) -> Result<(), ApiError> {
        let play = self.teaching.play();
        play.propose(entry).map_err(|_| ApiError::new(Code::NoSuchOption, "There is no such option."))?;
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
        self.send(&welcome);
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
        self.send(&ServerMessage::Full(full));
    }

    fn send_update(&mut self, news: Option<crate::play::News>) {
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
        self.send(&ServerMessage::Update(update));
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

    fn send(&mut self, message: &ServerMessage) {
        if let Some(out) = &self.out
            && out.try_send(Out::Text(text(message))).is_err()
        {
            self.out = None;
        }
    }
}

/// The table as a client expects to see one.
fn table(game: &str, edition: String, learner: &str) -> TableInfo {
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
        edition,
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
        pace: Pace::People,
    }
}
