//! A running match of any game. It holds the table and the entries, and nothing that follows from them: what a client missed is
//! found by playing the entries again.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use playmat_bots::{BotSpec, Observation, Resources};
use playmat_cards::{CardGame, CardInfo, Event, View, tell_apart};
use playmat_catalog::{RuleSet, Rules, Visitor};
use playmat_kernel::{Audience, Decision, Entry, Form, Occasion, Options, Outcome, Record, Seal, Seat, Table, Told};
use playmat_replay::{
    CannotCopy, Chain, Done, Point, Proposed, ReplayError, RunningMatch, Transition, Undo, copy_seen, fullest_form, heard,
    reason,
};
use playmat_wire::messages::{Change, Numbered, Question, QuestionForm, QuestionOccasion, Viewer, WhyNot};
use playmat_wire::{AimForm, FaceForm, Opening, ReasonForm, ValueForm, ViewForm};

/// A running match, whatever the game.
pub trait Play: Send {
    /// The record so far.
    fn record(&self) -> &Record<Opening>;
    /// Who is asked what; nobody at the end.
    fn asked(&self) -> Option<Asked>;
    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// How many events there were.
    fn number(&self) -> u32;
    /// The last move of a seat, and whether it may be taken back without asking anybody.
    fn undo(&self, seat: Seat) -> Option<Undo>;
    /// The first entry that leads elsewhere than its hash in the record says: the rules have changed during the match.
    fn differs(&self) -> Option<usize>;

    /// Tries an entry. The match does not change before [`Play::accept`].
    fn propose(&mut self, entry: Entry) -> Result<(), Refused>;
    /// The chain of hashes after the proposed entry.
    fn proposed_chain(&self) -> Option<Chain>;
    /// How the match would have ended with the proposed entry.
    fn proposed_outcome(&self) -> Option<Outcome>;
    /// Makes the proposed entry: it is in the log.
    fn accept(&mut self);
    /// Keeps the server's signature.
    fn keep_seal(&mut self, seal: Seal);
    /// Gives a player another name, also in everything that was told.
    fn rename(&mut self, seat: Seat, name: String);
    /// What the last accepted entry changed for a viewer.
    fn news(&self, viewer: Viewer) -> News;
    /// The events of the last accepted entry that show cards to a player: their numbers, and to whom.
    fn shown(&self) -> Vec<(u32, Seat)>;
    /// Forgets what the last accepted entry changed, and a proposal that was not accepted.
    fn settle(&mut self);

    /// Everything a viewer may know after so many entries.
    fn whole(&self, viewer: Viewer, entries: usize) -> FullView;
    /// What happened for a viewer from an event number up to so many entries; none if no answer ended at that number.
    fn since(&self, viewer: Viewer, number: u32, entries: usize) -> Option<News>;
    /// What a viewer sees, as a scenario file without unknown cards; or why that is not possible.
    fn scene(&self, seat: Seat) -> Result<String, String>;
    /// The question to the asked seat, without the parts that only the room knows.
    fn question(&self) -> Option<Question>;
    /// Says with each option of that question where it can be aimed.
    fn aim(&self, question: &mut Question);
    /// Lets a bot answer for the asked seat, on another thread. It is given what its seat knows.
    fn thought(&self, level: &str, seed: u64, on: Resources) -> Option<Box<dyn FnOnce() -> Thought + Send>>;
}

/// The answer of a bot.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Thought {
    /// The place of the option it takes.
    pub pick: usize,
    /// Its estimate of its chance of winning; none if it did not search.
    pub judgement: Option<f64>,
}

/// Who is asked, as far as the room must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The seat that is asked.
    pub seat: Seat,
    /// How many options there are.
    pub options: usize,
    /// What it is asked for.
    pub occasion: Occasion,
    /// The place of the option to pass, where something happened that one may respond to. If it is the only option, the question
    /// is forced.
    pub pass: Option<u8>,
}

/// Why an entry was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The match is over.
    Over,
    /// There are fewer options.
    NoSuchOption,
    /// The rules have failed. The match does not change.
    Broken,
}

/// Why a match of the log cannot go on. The text is for the operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotGoOn {
    /// The log does not answer now.
    Log(String),
    /// Its rules are not available any more.
    Rules(String),
    /// It is damaged.
    Broken(String),
}

impl fmt::Display for CannotGoOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (CannotGoOn::Log(why) | CannotGoOn::Rules(why) | CannotGoOn::Broken(why)) = self;
        f.write_str(why)
    }
}

/// What happened for a viewer, and what it changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The number of the last event before.
    pub from: u32,
    /// The number of the last event now.
    pub to: u32,
    /// What was heard.
    pub events: Vec<Numbered>,
    /// The changed parts.
    pub changes: Vec<Change>,
}

/// Everything a viewer may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullView {
    /// The number of the last event.
    pub number: u32,
    /// The view.
    pub view: ViewForm,
    /// Everything that was heard.
    pub events: Vec<Numbered>,
    /// Who is asked.
    pub asked: Option<Seat>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// A match of one game.
pub struct Running<G: CardGame> {
    running: RunningMatch<G>,
    proposed: Option<Box<Proposed<G>>>,
    /// What the last entry has done.
    last: Option<Box<Done>>,
}

/// Plays a record of any game to its end. The error is for the operator.
pub fn replay(rules: &Rules, record: Record<Opening>) -> Result<Box<dyn Play>, String> {
    struct Replay<'a>(&'a Rules, Record<Opening>);
    impl Visitor for Replay<'_> {
        type Out = Result<Box<dyn Play>, String>;
        fn visit<G: CardGame>(self) -> Self::Out {
            let running = RunningMatch::<G>::replay(self.0.clone().shared(), self.1);
            Ok(Box::new(Running::on(running)?))
        }
    }
    rules.visit(Replay(rules, record))
}

impl<G: CardGame> Running<G> {
    /// A match that begins with a scene. It cannot be made again from its record alone.
    pub fn staged(rules: Arc<RuleSet<G>>, opening: Opening, scene: G::Position) -> Result<Self, String> {
        Running::on(RunningMatch::staged(rules, opening, scene))
    }

    fn on(running: Result<RunningMatch<G>, ReplayError>) -> Result<Self, String> {
        let running = running.map_err(|broken| reason(&broken))?;
        Ok(Running { running, proposed: None, last: None })
    }

    /// The table.
    pub fn table(&self) -> &Table<G> {
        self.running.table()
    }

    fn rules(&self) -> &G::Rules {
        &self.running.rules().rules
    }

    fn cards(&self) -> &[CardInfo] {
        G::cards(self.rules())
    }

    fn view(&self, point: &Point<G>, viewer: Viewer) -> View {
        G::view(self.rules(), point.table.position(), audience(viewer))
    }

    fn heard(&self, told: &[Told<Event>], before: u32, viewer: Viewer) -> Vec<Numbered> {
        heard::<G>(self.rules(), told, before, audience(viewer), &self.running.record().setup.players)
    }

    /// Where a move can be aimed: the answers to the question that would come with it, as far as the asked seat may know them.
    fn aims(&self, pick: u8, view: &View) -> Vec<AimForm> {
        // A rule that panics here would panic again when the move is made, and is met there.
        let Ok(Some(table)) = catch_unwind(AssertUnwindSafe(|| self.running.declaring(pick))) else { return vec![] };
        let (rules, position) = (self.rules(), table.position());
        let mut options = Options::new();
        table.options(rules, &mut options);
        options.iter().filter_map(|&choice| AimForm::of(&G::face(rules, position, choice), view, self.cards())).collect()
    }

    fn changes(&self, before: &View, now: &View) -> Vec<Change> {
        let change = |(part, now): (usize, &playmat_cards::Part)| Change {
            part: part as u8,
            value: ValueForm::of(&now.value, self.cards()),
        };
        now.changed_since(before).map(change).collect()
    }
}

impl<G: CardGame> Play for Running<G> {
    fn record(&self) -> &Record<Opening> {
        self.running.record()
    }

    fn asked(&self) -> Option<Asked> {
        let decision = self.table().decision()?;
        let options = self.running.options();
        let is_pass = |choice: &G::Choice| G::face(self.rules(), self.table().position(), *choice).is_pass();
        let pass = match decision.occasion {
            Occasion::Raised => options.iter().position(is_pass).map(|place| place as u8),
            Occasion::Move | Occasion::Declaring => None,
        };
        Some(Asked { seat: decision.seat, options: options.len(), occasion: decision.occasion, pass })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.running.outcome()
    }

    fn number(&self) -> u32 {
        self.running.now().number
    }

    fn undo(&self, seat: Seat) -> Option<Undo> {
        self.running.undo(seat)
    }

    fn differs(&self) -> Option<usize> {
        self.running.differs()
    }

    fn propose(&mut self, entry: Entry) -> Result<(), Refused> {
        if self.outcome().is_some() {
            return Err(Refused::Over);
        }
        // A rule that panics must not end the match: the table is a copy, and the log does not have the entry.
        let led_to = catch_unwind(AssertUnwindSafe(|| self.running.propose(entry)));
        let proposed = led_to.map_err(|_| Refused::Broken)?.map_err(|broken| match broken {
            ReplayError::Refused { .. } => Refused::NoSuchOption,
            ReplayError::Impossible { .. } | ReplayError::Rules { .. } => Refused::Broken,
        })?;
        self.proposed = Some(Box::new(proposed));
        Ok(())
    }

    fn proposed_chain(&self) -> Option<Chain> {
        self.proposed.as_ref().map(|proposed| proposed.chain())
    }

    fn proposed_outcome(&self) -> Option<Outcome> {
        self.proposed.as_ref().and_then(|proposed| proposed.outcome())
    }

    fn accept(&mut self) {
        let Some(proposed) = self.proposed.take() else { return };
        self.last = Some(Box::new(self.running.accept(*proposed)));
    }

    fn keep_seal(&mut self, seal: Seal) {
        self.running.keep_seal(seal);
    }

    fn rename(&mut self, seat: Seat, name: String) {
        self.running.rename(seat, name);
    }

    fn news(&self, viewer: Viewer) -> News {
        let to = self.number();
        match self.last.as_deref() {
            None => News { from: to, to, events: vec![], changes: vec![] },
            Some(Done { number: from, seen, told }) => News {
                from: *from,
                to,
                events: self.heard(told, *from, viewer),
                changes: self.changes(seen.by(audience(viewer)), self.running.seen().by(audience(viewer))),
            },
        }
    }

    fn shown(&self) -> Vec<(u32, Seat)> {
        let Some(Done { number, told, .. }) = self.last.as_deref() else { return vec![] };
        let shown_to = |told| fullest_form(told).and_then(|event| event.shown_to);
        told.iter().zip(number + 1..).filter_map(|(told, n)| Some((n, shown_to(told)?))).collect()
    }

    fn settle(&mut self) {
        self.last = None;
        self.proposed = None;
    }

    fn whole(&self, viewer: Viewer, entries: usize) -> FullView {
        let mut whole = FullView { number: 0, view: ViewForm(vec![]), events: vec![], asked: None, outcome: None };
        let mut view = View::default();
        self.running.walk(entries, |_, Transition { point, told, .. }| {
            whole.events.extend(self.heard(told, whole.number, viewer));
            whole.number = point.number;
            view = self.view(point, viewer);
            whole.asked = point.table.decision().map(|decision| decision.seat);
            whole.outcome = point.table.outcome();
        });
        whole.view = ViewForm::of(&view, self.cards());
        whole
    }

    fn since(&self, viewer: Viewer, number: u32, entries: usize) -> Option<News> {
        let mut news = News { from: number, to: 0, events: vec![], changes: vec![] };
        let (mut then, mut now) = (None, View::default());
        self.running.walk(entries, |_, Transition { point, told, .. }| {
            if then.is_some() {
                news.events.extend(self.heard(told, news.to, viewer));
            }
            news.to = point.number;
            now = self.view(point, viewer);
            if point.number == number {
                then = Some(now.clone());
                news.events.clear();
            }
        });
        news.changes = self.changes(&then?, &now);
        Some(news)
    }

    fn scene(&self, seat: Seat) -> Result<String, String> {
        self.running.now().to_move().ok_or_else(|| CannotCopy::NotToMove.to_string())?;
        let view = self.running.seen().by(Audience::Player(seat));
        copy_seen(self.running.rules(), self.record(), seat, view).map(|copied| copied.text).map_err(|why| why.to_string())
    }

    fn question(&self) -> Option<Question> {
        let Decision { seat, form, occasion } = self.table().decision()?;
        let (rules, position) = (self.rules(), self.table().position());
        let question = G::question(rules, position);
        let view = self.running.seen().by(Audience::Player(seat));
        let mut faces: Vec<_> = self.running.options().iter().map(|&choice| G::face(rules, position, choice)).collect();
        tell_apart(&mut faces, seat, view);
        let name = |def: playmat_cards::DefId| self.running.rules().name(def).to_owned();
        let why_not = match occasion {
            Occasion::Move => G::why_not_in_hand(rules, position, seat),
            Occasion::Declaring | Occasion::Raised => vec![],
        };
        let why_not = why_not.into_iter().map(|(def, reason)| WhyNot {
            card: name(def),
            zone: "hand".into(),
            reason: ReasonForm::of(&reason, self.cards()),
        });
        Some(Question {
            decision: 0,
            seat: seat.into(),
            words: question.words,
            about: question.about.map(name),
            form: match form {
                Form::OneOf => QuestionForm::OneOf,
                Form::SomeOf => QuestionForm::SomeOf,
                Form::Order => QuestionForm::Order,
            },
            occasion: match occasion {
                Occasion::Move => QuestionOccasion::Move,
                Occasion::Declaring => QuestionOccasion::Declaring,
                Occasion::Raised => QuestionOccasion::Raised,
            },
            forced: false,
            take_back: self.running.declared().is_some(),
            options: faces.iter().map(|face| FaceForm::of(face, view, self.cards())).collect(),
            why_not: why_not.collect(),
        })
    }

    fn aim(&self, question: &mut Question) {
        if question.occasion == QuestionOccasion::Declaring {
            return;
        }
        let view = self.running.seen().by(Audience::Player(question.seat.into()));
        for (option, pick) in question.options.iter_mut().zip(0..) {
            if option.card.is_some() {
                option.aims = self.aims(pick, view);
            }
        }
    }

    fn thought(&self, level: &str, seed: u64, on: Resources) -> Option<Box<dyn FnOnce() -> Thought + Send>> {
        let spec: BotSpec = level.parse().ok()?;
        let (rules, table) = (self.running.rules().clone(), self.table().clone());
        let mut bot = playmat_players::bot(spec, on, seed, &rules);
        Some(Box::new(move || {
            let mut options = Options::new();
            table.options(&rules.rules, &mut options);
            let think = || {
                let pick = Observation::<G>::of(&rules.rules, &table, &options).map_or(0, |observation| bot.pick(&observation));
                Thought { pick: pick.min(options.len().saturating_sub(1)), judgement: bot.judgement() }
            };
            // If a bot fails, the first option is taken.
            catch_unwind(AssertUnwindSafe(think)).unwrap_or_default()
        }))
    }
}

fn audience(viewer: Viewer) -> Audience {
    match viewer {
        Viewer::P1 => Audience::Player(Seat::One),
        Viewer::P2 => Audience::Player(Seat::Two),
        Viewer::Public => Audience::Public,
    }
}
