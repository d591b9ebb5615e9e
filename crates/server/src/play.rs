//! A running match of any game. It holds the table and the entries, and nothing that they lead to: what a client missed is
//! found by playing the entries again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use playmat_bots::{Eyes, bot};
use playmat_cards::{CardGame, CardInfo, Event, View};
use playmat_catalog::RuleSet;
use playmat_chance::Secret;
use playmat_kernel::{
    Audience, Decision, Entry, Fault, Form, Heard, Occasion, Options, Outcome, Record, Seat, Table, Told, enter,
};
use playmat_wire::messages::{Change, Numbered, Question, QuestionForm, QuestionOccasion, Viewer, WhyNot};
use playmat_wire::{EventForm, FaceForm, Opening, ReasonForm, ValueForm, ViewForm};

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
    /// Whether the move that is being declared can be taken back, and to which entry.
    fn back_to(&self) -> Option<u32>;

    /// Tries an entry. The match stays as it is until [`Play::accept`].
    fn propose(&mut self, entry: Entry) -> Result<(), Refused>;
    /// How the match would have ended with the proposed entry.
    fn proposed_outcome(&self) -> Option<Outcome>;
    /// The proposed entry stands: it is in the log.
    fn accept(&mut self);
    /// What the last accepted entry changed for a viewer.
    fn news(&self, viewer: Viewer) -> News;
    /// Forgets what the last accepted entry changed, and what was proposed and not accepted.
    fn settle(&mut self);

    /// Everything a viewer may know after so many entries.
    fn whole(&self, viewer: Viewer, entries: usize) -> Whole;
    /// What happened for a viewer between a number of events and so many entries; none if that number is no point between answers.
    fn since(&self, viewer: Viewer, number: u32, entries: usize) -> Option<News>;
    /// The question to the asked seat, without what only the room knows.
    fn question(&self) -> Option<Question>;
    /// The thinking of a bot for the asked seat, to be done elsewhere. It is given what its seat knows.
    fn thought(&self, level: &str, seed: u64) -> Option<Box<dyn FnOnce() -> usize + Send>>;
}

/// Who is asked, as far as the room must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Who.
    pub seat: Seat,
    /// How many options there are.
    pub options: usize,
    /// What it is asked for.
    pub occasion: Occasion,
    /// The place of the option to pass on something that happened; a question with this option alone is forced.
    pub pass: Option<u8>,
}

/// Why an entry was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The match is over.
    Over,
    /// There are fewer options.
    NoSuchOption,
    /// The rules broke down. The match stays as it is.
    Broken,
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
pub struct Whole {
    /// The number of the last event.
    pub number: u32,
    /// The view.
    pub view: ViewForm,
    /// Everything heard.
    pub events: Vec<Numbered>,
    /// Who is asked.
    pub asked: Option<Seat>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// What happened, in all its forms.
type Events = Vec<Told<Event>>;

/// A match of one game.
pub struct Running<G: CardGame> {
    rules: Arc<RuleSet<G>>,
    record: Record<Opening>,
    /// What it begins with, if that is not what the opening says: the scene of a lesson.
    scene: Option<G::Position>,
    now: Point<G>,
    proposed: Option<Box<(Entry, Point<G>, Events)>>,
    last: Option<Box<(Point<G>, Events)>>,
}

/// A point of a match at which somebody is asked, or it is over.
struct Point<G: CardGame> {
    table: Table<G>,
    chance: Secret,
    /// How many events there were.
    number: u32,
    /// How many entries and events there were when the last move was asked for.
    move_at: (u32, u32),
}

impl<G: CardGame> Running<G> {
    /// Plays a record up to its end. What is wrong with it is for the operator.
    pub fn replay(rules: Arc<RuleSet<G>>, record: Record<Opening>) -> Result<Self, String> {
        Running::play_up(rules, record, None)
    }

    /// A match that begins in the middle. Its record alone does not make it again.
    pub fn staged(rules: Arc<RuleSet<G>>, opening: Opening, scene: G::Position) -> Result<Self, String> {
        let record = opening.record(rules.fingerprint);
        Running::play_up(rules, record, Some(scene))
    }

    /// Where it stands.
    pub fn table(&self) -> &Table<G> {
        &self.now.table
    }

    fn play_up(rules: Arc<RuleSet<G>>, record: Record<Opening>, scene: Option<G::Position>) -> Result<Self, String> {
        if record.rules != rules.fingerprint {
            return Err(format!("it was played under the rules {}, those at hand are {}", record.rules, rules.fingerprint));
        }
        let (mut now, _) = first(&rules, &record.setup, scene.as_ref());
        for (place, entry) in standing(&record.entries) {
            let step = step(&rules, &now, entry, place as u32 + 1).map_err(|why| format!("entry {place}: {why:?}"))?;
            now = step.0;
        }
        Ok(Running { rules, record, scene, now, proposed: None, last: None })
    }

    fn cards(&self) -> &[CardInfo] {
        G::cards(&self.rules.rules)
    }

    fn view(&self, point: &Point<G>, viewer: Viewer) -> View {
        G::view(&self.rules.rules, point.table.position(), audience(viewer))
    }

    fn heard(&self, told: &[Told<Event>], before: u32, viewer: Viewer) -> Vec<Numbered> {
        let numbered = told.iter().zip(before + 1..);
        let heard = numbered.filter_map(|(told, n)| match told.to(audience(viewer)) {
            Heard::Known(event) => Some((n, event, false)),
            Heard::Veiled(event) => Some((n, event, true)),
            Heard::Unheard => None,
        });
        heard
            .map(|(n, event, veiled)| Numbered { n, veiled, event: EventForm::of(event, self.sentence(event), self.cards()) })
            .collect()
    }

    /// An event in a sentence, with the names of the players.
    fn sentence(&self, event: &Event) -> String {
        let sentence = G::sentence(&self.rules.rules, event);
        let mut parts = sentence.split("Player ");
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match Seat::BOTH.into_iter().find(|seat| part.starts_with(&seat.tag()[1..])) {
                Some(seat) => named.extend([&self.record.setup.players[seat], &part[1..]]),
                None => named.extend(["Player ", part]),
            }
        }
        named
    }

    fn changes(&self, before: &View, now: &View) -> Vec<Change> {
        let change = |(part, now): (usize, &playmat_cards::Part)| Change {
            part: part as u8,
            value: ValueForm::of(&now.value, self.cards()),
        };
        now.changed_since(before).map(change).collect()
    }

    /// Every point of the match in order, each with the events that led to it.
    fn walk(&self, entries: usize, mut visit: impl FnMut(&Point<G>, Events)) {
        let (mut point, told) = first(&self.rules, &self.record.setup, self.scene.as_ref());
        visit(&point, told);
        for (place, entry) in standing(&self.record.entries[..entries]) {
            let Ok((next, told)) = step(&self.rules, &point, entry, place as u32 + 1) else { return };
            point = next;
            visit(&point, told);
        }
    }

    fn options(&self) -> Options<G::Choice> {
        let mut options = Options::new();
        self.now.table.options(&self.rules.rules, &mut options);
        options
    }
}

impl<G: CardGame> Play for Running<G> {
    fn record(&self) -> &Record<Opening> {
        &self.record
    }

    fn asked(&self) -> Option<Asked> {
        let decision = self.now.table.decision()?;
        let options = self.options();
        let is_pass = |choice: &G::Choice| G::face(&self.rules.rules, self.now.table.position(), *choice).verb == "pass";
        let pass = match decision.occasion {
            Occasion::Raised => options.iter().position(is_pass).map(|place| place as u8),
            Occasion::Move | Occasion::Declaring => None,
        };
        Some(Asked { seat: decision.seat, options: options.len(), occasion: decision.occasion, pass })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.table.outcome()
    }

    fn number(&self) -> u32 {
        self.now.number
    }

    /// Nothing that anybody was told of is ever taken back: the move has made no event so far.
    fn back_to(&self) -> Option<u32> {
        let declaring = self.now.table.decision().is_some_and(|decision| decision.occasion == Occasion::Declaring);
        let (entries, number) = self.now.move_at;
        (declaring && number == self.now.number && (entries as usize) < self.record.entries.len()).then_some(entries)
    }

    fn propose(&mut self, entry: Entry) -> Result<(), Refused> {
        if self.outcome().is_some() {
            return Err(Refused::Over);
        }
        let place = self.record.entries.len() as u32 + 1;
        // A rule that panics must not take the match with it: the table is a copy, and the log has not heard of the entry.
        let led_to = catch_unwind(AssertUnwindSafe(|| match entry {
            Entry::Rewind(to) => {
                let mut record = self.record.clone();
                record.entries.truncate(to as usize);
                Running::play_up(self.rules.clone(), record, self.scene.clone())
                    .map(|back| (back.now, Vec::new()))
                    .map_err(|_| Refused::Broken)
            }
            entry => step(&self.rules, &self.now, entry, place),
        }));
        let (next, told) = led_to.unwrap_or(Err(Refused::Broken))?;
        self.proposed = Some(Box::new((entry, next, told)));
        Ok(())
    }

    fn proposed_outcome(&self) -> Option<Outcome> {
        self.proposed.as_ref().and_then(|proposed| proposed.1.table.outcome())
    }

    fn accept(&mut self) {
        let Some(proposed) = self.proposed.take() else { return };
        let (entry, next, told) = *proposed;
        self.record.entries.push(entry);
        let before = std::mem::replace(&mut self.now, next);
        self.last = Some(Box::new((before, told)));
    }

    fn news(&self, viewer: Viewer) -> News {
        let to = self.now.number;
        match self.last.as_deref() {
            None => News { from: to, to, events: vec![], changes: vec![] },
            Some((before, told)) => News {
                from: before.number,
                to,
                events: self.heard(told, before.number, viewer),
                changes: self.changes(&self.view(before, viewer), &self.view(&self.now, viewer)),
            },
        }
    }

    fn settle(&mut self) {
        self.last = None;
        self.proposed = None;
    }

    fn whole(&self, viewer: Viewer, entries: usize) -> Whole {
        let mut whole = Whole { number: 0, view: ViewForm(vec![]), events: vec![], asked: None, outcome: None };
        let mut view = View::default();
        self.walk(entries, |point, told| {
            whole.events.extend(self.heard(&told, whole.number, viewer));
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
        self.walk(entries, |point, told| {
            if then.is_some() {
                news.events.extend(self.heard(&told, news.to, viewer));
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

    fn question(&self) -> Option<Question> {
        let Decision { seat, form, occasion } = self.now.table.decision()?;
        let (rules, position) = (&*self.rules.rules, self.now.table.position());
        let question = G::question(rules, position);
        let view = G::view(rules, position, Audience::Player(seat));
        let face = |&choice: &G::Choice| FaceForm::of(&G::face(rules, position, choice), &view, self.cards());
        let name = |def: playmat_cards::DefId| self.rules.name(def).to_owned();
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
            take_back: self.back_to().is_some(),
            options: self.options().iter().map(face).collect(),
            why_not: why_not.collect(),
        })
    }

    fn thought(&self, level: &str, seed: u64) -> Option<Box<dyn FnOnce() -> usize + Send>> {
        let mut bot = bot::<G>(level, seed)?;
        let (rules, table) = (self.rules.clone(), self.now.table.clone());
        Some(Box::new(move || {
            let mut options = Options::new();
            table.options(&rules.rules, &mut options);
            let pick = || Eyes::<G>::of(&rules.rules, &table, &options).map_or(0, |eyes| bot.pick(&eyes));
            // A bot that breaks down takes the first option.
            catch_unwind(AssertUnwindSafe(pick)).unwrap_or(0).min(options.len().saturating_sub(1))
        }))
    }
}

/// The first point of a match, and what happened before it.
fn first<G: CardGame>(rules: &RuleSet<G>, opening: &Opening, scene: Option<&G::Position>) -> (Point<G>, Events) {
    let mut told = Vec::new();
    let mut chance = Secret::new(opening.seed);
    let position = scene.cloned().unwrap_or_else(|| G::open(&rules.rules, &opening.setup));
    let table = Table::<G>::start(&rules.rules, position, &mut chance, &mut told);
    let number = told.len() as u32;
    (Point { table, chance, number, move_at: (0, number) }, told)
}

/// What an entry leads to. `entries` is how many there are with it.
fn step<G: CardGame>(rules: &RuleSet<G>, from: &Point<G>, entry: Entry, entries: u32) -> Result<(Point<G>, Events), Refused> {
    let mut told = Vec::new();
    let mut next = Point {
        table: from.table.clone(),
        chance: from.chance.clone(),
        number: from.number,
        move_at: match from.table.decision() {
            Some(Decision { occasion: Occasion::Move, .. }) => (entries - 1, from.number),
            _ => from.move_at,
        },
    };
    enter(&mut next.table, &rules.rules, entry, &mut next.chance, &mut told).map_err(|refused| match refused.reason {
        Fault::Over => Refused::Over,
        _ => Refused::NoSuchOption,
    })?;
    next.number += told.len() as u32;
    Ok((next, told))
}

/// The entries that still stand after all take-backs, with their places.
fn standing(entries: &[Entry]) -> Vec<(usize, Entry)> {
    let mut standing: Vec<(usize, Entry)> = Vec::with_capacity(entries.len());
    for (place, &entry) in entries.iter().enumerate() {
        match entry {
            Entry::Rewind(to) => standing.retain(|&(made, _)| made < to as usize),
            _ => standing.push((place, entry)),
        }
    }
    standing
}

fn audience(viewer: Viewer) -> Audience {
    match viewer {
        Viewer::P1 => Audience::Player(Seat::One),
        Viewer::P2 => Audience::Player(Seat::Two),
        Viewer::Public => Audience::Public,
    }
}
