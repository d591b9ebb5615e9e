//! A match of any game. It holds the table and the entries, and nothing that follows from them: what an audience has heard is found
//! by playing the entries again.

use std::sync::Arc;

use anstream::adapter::strip_str;
use playmat_bots::Observation;
use playmat_cards::{CardGame, CardInfo, Face, View, tell_apart};
use playmat_cardtext::nearest;
use playmat_catalog::RuleSet;
use playmat_chance::{FastChance, SecureChance, Seed};
use playmat_kernel::{Audience, Decision, Entry, Occasion, Options, Outcome, Record, Seat, Silence, Table, enter};
use playmat_replay::{ReplayError, Transition, entry_event, heard, reason, up_to, walk, walk_from};
use playmat_wire::messages::{Numbered, WhyNot};
use playmat_wire::{FaceForm, Opening, ReasonForm, ViewForm};
use serde::Serialize;

use crate::bot::without_model;
use crate::rules::without_numbers;
use crate::table::{Page, draw};
use crate::{AnyBot, FrontendError, Kind};

/// What happens to questions that have a single option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Forced {
    /// They are answered by themselves, as in a batch.
    #[default]
    Answered,
    /// They are asked like any other.
    Asked,
}

/// A match, whatever the game.
pub trait AnyMatch: Send {
    /// The asked seat; none at the end.
    fn asked(&self) -> Option<Seat>;
    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// How many options there are.
    fn count(&self) -> usize;
    /// What becomes of questions with a single option.
    fn forced(&self) -> Forced;
    /// How many turns were begun.
    fn turns(&self) -> u32;
    /// Whose turn it is, and the phase.
    fn turn(&self) -> (Seat, &'static str);
    /// The setup and everything that was entered. Of an imagined match it is no record.
    fn entered(&self) -> &Record<Opening>;
    /// The seat that this match was imagined for, if it was.
    fn imagined_for(&self) -> Option<Seat>;

    /// The question in words, and the name of the card that asks.
    fn question(&self) -> Option<(String, Option<String>)>;
    /// The options as the asked seat reads them.
    fn options(&self) -> Vec<FaceForm>;
    /// For every card in the hand of the asked seat that cannot be played now: why not.
    fn reasons(&self) -> Vec<WhyNot>;
    /// The place of the option with these words.
    fn find(&self, words: &str) -> Result<usize, FrontendError>;
    /// Answers with the place of an option.
    fn answer(&mut self, pick: usize) -> Result<(), FrontendError>;
    /// This seat gives up.
    fn concede(&mut self, seat: Seat) -> Result<(), FrontendError>;

    /// What an audience sees.
    fn view(&self, audience: Audience) -> ViewForm;
    /// What an audience has heard from the event after this number on.
    fn events(&self, audience: Audience, since: u32) -> Vec<Numbered>;
    /// The table as an audience sees it, drawn as text without colours.
    fn drawn(&self, audience: Audience, page: Page) -> String;
    /// Everything that a seat has been told, has been asked and has answered, and what it sees now. It is the same in all worlds that
    /// the seat cannot tell apart.
    fn information_state(&self, seat: Seat) -> String;

    /// Another one at the same point.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// A match at the same question, in a world that the asked seat cannot tell from the real one.
    fn imagine(&self, seat: Seat, seed: u64) -> Result<Box<dyn AnyMatch>, FrontendError>;
    /// What the asked seat sees and its options, as numbers. Unused rows of options are zero.
    fn encode(&self, observation: &mut [i16], options: &mut [i16], mask: &mut [i8]) -> Result<(), FrontendError>;
    /// The option that a bot takes. It is given what the asked seat knows.
    fn pick(&self, bot: &mut AnyBot) -> Result<usize, FrontendError>;
    /// The record so far, with its hashes.
    fn record(&self) -> Result<Record<Opening>, FrontendError>;
    /// The match after each of its entries, the opening first.
    fn positions(&self) -> Vec<Box<dyn AnyMatch>>;
}

/// A match of one game.
pub(crate) struct MatchOf<G: CardGame> {
    set: Arc<RuleSet<G>>,
    /// Without hashes, unless it was loaded and nothing was entered since.
    record: Record<Opening>,
    imagined: Option<Box<Imagined<G>>>,
    table: Table<G>,
    chance: SecureChance,
    options: Options<G::Choice>,
    forced: Forced,
}

/// Where an imagined match begins.
struct Imagined<G: CardGame> {
    seat: Seat,
    position: G::Position,
    /// What the seat and the public have lived through: what the rival has in this world nobody knows.
    own: Arc<Past>,
    public: Arc<Past>,
}

/// What somebody has lived through.
#[derive(Clone, Default)]
struct Past {
    /// How many events there were, those included that were not heard.
    number: u32,
    events: Vec<Numbered>,
    /// The events, own answers and what ended the match, a line each.
    lines: Vec<String>,
}

impl<G: CardGame> MatchOf<G> {
    /// Plays a record to its end, which has no answer that is not possible.
    pub fn replay(set: Arc<RuleSet<G>>, record: Record<Opening>, forced: Forced) -> Result<Self, FrontendError> {
        let point = walk::<G>(&set.rules, &record, record.entries.len(), |_, _| {}).map_err(unplayable)?;
        let (table, chance) = (point.table, point.chance);
        let mut made = MatchOf { set, record, imagined: None, table, chance, options: Options::new(), forced };
        made.settle();
        Ok(made)
    }

    fn rules(&self) -> &G::Rules {
        &self.set.rules
    }

    fn cards(&self) -> &[CardInfo] {
        G::cards(self.rules())
    }

    fn seen(&self, audience: Audience) -> View {
        G::view(self.rules(), self.table.position(), audience)
    }

    fn enter(&mut self, entry: Entry) {
        // Hashes of what was entered before say nothing of what comes now.
        self.record.trail.steps.clear();
        self.record.trail.last.clear();
        self.record.trail.seal = None;
        self.record.entries.push(entry);
    }

    fn take(&mut self, pick: usize) {
        let choice = self.options[pick];
        self.enter(Entry::Answer(pick as u8));
        self.table.take(&self.set.rules, choice, &mut self.chance, &mut Silence);
    }

    /// Lists the options of the pending question, and answers those that need no answer.
    fn settle(&mut self) {
        loop {
            self.table.options(&self.set.rules, &mut self.options);
            if self.forced == Forced::Asked || self.options.len() != 1 {
                return;
            }
            self.take(0);
        }
    }

    fn over(&self) -> FrontendError {
        Kind::Refused.error("the match is over: nobody is asked any more")
    }

    fn decision(&self) -> Result<Decision, FrontendError> {
        self.table.decision().ok_or_else(|| self.over())
    }

    /// The options as the asked seat reads them, and what it sees.
    fn faces(&self) -> (Vec<Face>, View) {
        let Some(decision) = self.table.decision() else { return Default::default() };
        let position = self.table.position();
        let view = self.seen(Audience::Player(decision.seat));
        let mut faces: Vec<Face> = self.options.iter().map(|&choice| G::face(self.rules(), position, choice)).collect();
        tell_apart(&mut faces, decision.seat, &view);
        (faces, view)
    }

    /// What an audience has lived through.
    fn past(&self, audience: Audience) -> Past {
        let mut past = match self.imagined.as_deref() {
            Some(imagined) if Audience::Player(imagined.seat) == audience => (*imagined.own).clone(),
            Some(imagined) => (*imagined.public).clone(),
            None => Past::default(),
        };
        // What was played once can be played again.
        let _ = self.walk(|place, step| {
            let events = heard::<G>(self.rules(), &step.told, past.number, audience, &self.record.setup.players);
            past.number += step.told.len() as u32;
            past.lines.extend(events.iter().map(as_json));
            past.events.extend(events);
            if let Some(&entry) = self.record.entries.get(place) {
                past.lines.extend(self.lived(&step.point.table, entry, audience));
            }
        });
        past
    }

    /// What an audience lives through, beside events, when an entry is made at this table.
    fn lived(&self, table: &Table<G>, entry: Entry, audience: Audience) -> Option<String> {
        let own = table.decision().is_some_and(|decision| Audience::Player(decision.seat) == audience);
        match entry {
            Entry::Answer(pick) if own => {
                let mut options = Options::new();
                table.options(self.rules(), &mut options);
                // Where nothing could be chosen, nothing was asked.
                let &choice = options.get(usize::from(pick)).filter(|_| options.len() > 1)?;
                let question = G::question(self.rules(), table.position()).words;
                let answer = G::face(self.rules(), table.position(), choice).words;
                Some(format!("? {question} [{}]: {pick} {answer}", options.len()))
            }
            Entry::Rewind(_) if own => Some("? taken back".into()),
            entry => entry_event(entry, &self.record.setup.players).map(|(_, sentence)| format!("! {sentence}")),
        }
    }

    /// Visits every point of the match.
    fn walk(&self, visit: impl FnMut(usize, &Transition<G>)) -> Result<(), FrontendError> {
        let scene = self.imagined.as_deref().map(|imagined| &imagined.position);
        let walked = walk_from::<G>(self.rules(), &self.record, scene, self.record.entries.len(), visit);
        walked.map(drop).map_err(unplayable)
    }
}

/// The error of a record that cannot be played.
fn unplayable(broken: ReplayError) -> FrontendError {
    Kind::Record.error(reason(&broken))
}

fn as_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can always be written")
}

impl<G: CardGame> AnyMatch for MatchOf<G> {
    fn asked(&self) -> Option<Seat> {
        self.table.decision().map(|decision| decision.seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    fn count(&self) -> usize {
        self.options.len()
    }

    fn forced(&self) -> Forced {
        self.forced
    }

    fn turns(&self) -> u32 {
        G::turns(self.table.position())
    }

    fn turn(&self) -> (Seat, &'static str) {
        G::turn(self.table.position())
    }

    fn entered(&self) -> &Record<Opening> {
        &self.record
    }

    fn imagined_for(&self) -> Option<Seat> {
        self.imagined.as_ref().map(|imagined| imagined.seat)
    }

    fn question(&self) -> Option<(String, Option<String>)> {
        self.table.decision()?;
        let question = G::question(self.rules(), self.table.position());
        Some((question.words, question.about.map(|def| self.set.name(def).to_owned())))
    }

    fn options(&self) -> Vec<FaceForm> {
        let (faces, view) = self.faces();
        faces.iter().map(|face| FaceForm::of(face, &view, self.cards())).collect()
    }

    fn reasons(&self) -> Vec<WhyNot> {
        let why_not = match self.table.decision() {
            Some(Decision { seat, occasion: Occasion::Move, .. }) => {
                G::why_not_in_hand(self.rules(), self.table.position(), seat)
            }
            _ => vec![],
        };
        let form = |(def, reason)| WhyNot {
            card: self.set.name(def).to_owned(),
            zone: "hand".into(),
            reason: ReasonForm::of(&reason, self.cards()),
        };
        why_not.into_iter().map(form).collect()
    }

    fn find(&self, words: &str) -> Result<usize, FrontendError> {
        self.decision()?;
        let (faces, _) = self.faces();
        let wanted = words.trim();
        let found = faces.iter().position(|face| face.words == wanted);
        let alike = || faces.iter().position(|face| face.words.eq_ignore_ascii_case(wanted));
        found.or_else(alike).ok_or_else(|| {
            let near = nearest(wanted, faces.iter().map(|face| face.words.as_str()));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Kind::Refused.error(format!("`{words}` is not one of the {} options{hint}", faces.len()))
        })
    }

    fn answer(&mut self, pick: usize) -> Result<(), FrontendError> {
        self.decision()?;
        let count = self.options.len();
        if pick >= count {
            let last = count.saturating_sub(1);
            return Err(Kind::Refused.error(format!("there is no option {pick}: there are {count}, from 0 to {last}")));
        }
        self.take(pick);
        self.settle();
        Ok(())
    }

    fn concede(&mut self, seat: Seat) -> Result<(), FrontendError> {
        let entry = Entry::Concede(seat);
        enter(&mut self.table, &self.set.rules, entry, &mut self.chance, &mut Silence).map_err(|_| self.over())?;
        self.enter(entry);
        self.settle();
        Ok(())
    }

    fn view(&self, audience: Audience) -> ViewForm {
        ViewForm::of(&self.seen(audience), self.cards())
    }

    fn events(&self, audience: Audience, since: u32) -> Vec<Numbered> {
        let mut events = self.past(audience).events;
        events.retain(|event| event.n > since);
        events
    }

    fn drawn(&self, audience: Audience, page: Page) -> String {
        let text = draw::<G>(self.rules(), &self.seen(audience), audience.seat(), &self.record.setup.players, page);
        strip_str(&text).to_string()
    }

    fn information_state(&self, seat: Seat) -> String {
        let audience = Audience::Player(seat);
        let Opening { game, setup, .. } = &self.record.setup;
        let deck: Vec<&str> = setup.decks[seat].iter().map(|&def| self.set.name(def)).collect();
        let mut text = format!("{game} {} {}\ndeck: {}\n", self.record.rules, seat.tag(), deck.join(", "));
        match self.imagined_for() {
            Some(other) if other != seat => text.push_str(&format!("in a world imagined for {}\n", other.tag())),
            _ => {}
        }
        for line in self.past(audience).lines {
            text.push_str(&line);
            text.push('\n');
        }
        text.push_str(&as_json(&self.view(audience)));
        match (self.table.outcome(), self.asked()) {
            (Some(Outcome::Won(winner)), _) => text.push_str(&format!("\nwon by {}", winner.tag())),
            (Some(Outcome::Draw), _) => text.push_str("\ndrawn"),
            (None, Some(asked)) if asked == seat => {
                let (words, _) = self.question().unwrap_or_default();
                text.push_str(&format!("\n? {words}"));
                for (place, face) in self.faces().0.iter().enumerate() {
                    text.push_str(&format!("\n{place} {}", face.words));
                }
            }
            (None, asked) => text.push_str(&format!("\n{} is asked", asked.map_or("nobody", Seat::tag))),
        }
        text
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn imagine(&self, seat: Seat, seed: u64) -> Result<Box<dyn AnyMatch>, FrontendError> {
        let asked = self.decision()?.seat;
        if asked != seat {
            let (asked, seat) = (asked.bit(), seat.bit());
            let sentence = format!("seat {asked} is asked now; worlds are imagined for the asked seat, not for seat {seat}");
            return Err(Kind::Refused.error(sentence));
        }
        let mut luck = FastChance::new(seed);
        let position = G::imagine(self.rules(), self.table.position(), seat, &mut luck);
        let table = Table::start(self.rules(), position.clone(), &mut luck, &mut Silence);
        let seed = Seed::Number(luck.bits());
        let (own, public) = (self.past(Audience::Player(seat)), self.past(Audience::Public));
        let imagined = Imagined { seat, position, own: Arc::new(own), public: Arc::new(public) };
        let setup = Opening { seed, ..self.record.setup.clone() };
        let record = Record { setup, entries: Vec::new(), trail: Default::default(), ..self.record.clone() };
        let mut world = MatchOf {
            set: self.set.clone(),
            record,
            imagined: Some(Box::new(imagined)),
            table,
            chance: seed.chance(),
            options: Options::new(),
            forced: self.forced,
        };
        world.settle();
        Ok(Box::new(world))
    }

    fn encode(&self, observation: &mut [i16], options: &mut [i16], mask: &mut [i8]) -> Result<(), FrontendError> {
        let encoder = G::encoder().ok_or_else(|| without_numbers(G::NAME))?;
        let decision = self.decision()?;
        let position = self.table.position();
        encoder.observation(self.rules(), position, decision, observation);
        options.fill(0);
        encoder.options(self.rules(), position, decision, &self.options, options);
        mask.fill(0);
        mask.iter_mut().take(self.options.len()).for_each(|used| *used = 1);
        Ok(())
    }

    fn pick(&self, bot: &mut AnyBot) -> Result<usize, FrontendError> {
        let seen = Observation::of(self.rules(), &self.table, &self.options).ok_or_else(|| self.over())?;
        if bot.spec().needs_model()
            && let Err(why) = self.set.model()
        {
            return Err(without_model(bot.spec(), why));
        }
        Ok(bot.ask::<G>(&self.set, |bot| bot.pick(&seen)).min(self.options.len() - 1))
    }

    fn record(&self) -> Result<Record<Opening>, FrontendError> {
        if let Some(seat) = self.imagined_for() {
            let seat = seat.bit();
            let sentence = format!("this match was imagined for seat {seat}: it was never played, so it has no record");
            return Err(Kind::Refused.error(sentence));
        }
        match self.record.trail.steps.len() == self.record.entries.len() && !self.record.trail.last.is_empty() {
            true => Ok(self.record.clone()),
            false => up_to(&self.set, &self.record, self.record.entries.len(), None).map_err(unplayable),
        }
    }

    fn positions(&self) -> Vec<Box<dyn AnyMatch>> {
        let mut positions: Vec<Box<dyn AnyMatch>> = Vec::new();
        let _ = self.walk(|place, step| {
            let mut at = self.clone();
            at.forced = Forced::Asked;
            at.record.entries.truncate(place);
            (at.table, at.chance) = (step.point.table.clone(), step.point.chance.clone());
            at.settle();
            positions.push(Box::new(at));
        });
        positions
    }
}

impl<G: CardGame> Clone for Imagined<G> {
    fn clone(&self) -> Self {
        let (own, public) = (self.own.clone(), self.public.clone());
        Imagined { seat: self.seat, position: self.position.clone(), own, public }
    }
}

impl<G: CardGame> Clone for MatchOf<G> {
    fn clone(&self) -> Self {
        MatchOf {
            set: self.set.clone(),
            record: self.record.clone(),
            imagined: self.imagined.clone(),
            table: self.table.clone(),
            chance: self.chance.clone(),
            options: self.options.clone(),
            forced: self.forced,
        }
    }
}
