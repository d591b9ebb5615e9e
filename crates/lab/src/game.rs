//! One game of a series, and what is kept of it.

use playmat_bots::{Bot, BotSpec, Budget, Observation, Resources};
use playmat_cards::{CardGame, DefId, Event, Setup, Value};
use playmat_catalog::{Rules, Visitor};
use playmat_chance::{FastChance, Seed};
use playmat_kernel::{
    Audience, BySeat, Chance, Decision, Entry, Heard, Listener, Occasion, Options, Outcome, Record, Seat, Silence, Table, Told,
};
use playmat_players::bot;
use playmat_wire::{MadeWith, Opening};
use serde::{Deserialize, Serialize};

/// Side A and side B: the same players in every game of a series, whatever seats they sit in.
pub type Sides<T> = [T; 2];

/// Games between the same two sides, which swap the seats after each.
pub struct Series {
    /// What tells it from the other series of a run, in every run of the same plan.
    pub id: u64,
    /// Under which rules.
    pub rules: Rules,
    /// Who plays with what.
    pub sides: Sides<Side>,
    /// Whether side B brings what side A brings: only who decides differs.
    pub mirror: bool,
    /// What two games in a row have in common.
    pub luck: Luck,
    /// Where its games' chance comes from; two series of one seed meet the same luck.
    pub seed: u64,
}

impl Series {
    /// Why one of its bots cannot play, if one needs a model that is not there.
    pub fn unable(&self) -> Option<String> {
        let bot = self.sides.iter().map(|side| side.bot).find(BotSpec::needs_model)?;
        let why = self.rules.network().err()?;
        Some(format!("`{bot}` cannot play: {why}; `{}` needs no model", bot.substitute()))
    }
}

/// What two games in a row have in common, beside who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Luck {
    /// Their decks and shuffles: what the one side met, the other meets too.
    Shared,
    /// Nothing: every game tells something of its own. A mirror with shared luck is the same game twice.
    Own,
}

/// One side of a series.
#[derive(Clone, Debug)]
pub struct Side {
    /// Who decides.
    pub bot: BotSpec,
    /// One of these is brought to each pair of games.
    pub brings: Vec<DeckChoice>,
}

/// A deck, or how one is made for each pair of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeckChoice {
    /// This one.
    Deck {
        /// What people call it.
        name: String,
        /// Its cards.
        cards: Vec<DefId>,
    },
    /// A random one, of a category where one is named.
    Random(Option<String>),
}

impl DeckChoice {
    /// What people call it.
    pub fn name(&self) -> &str {
        match self {
            DeckChoice::Deck { name, .. } => name,
            DeckChoice::Random(Some(category)) => category,
            DeckChoice::Random(None) => "random",
        }
    }
}

/// What is kept of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Of which series.
    pub series: u64,
    /// Its number within the series, from 0.
    pub game: u64,
    /// What side A got of it: 2 a win, 1 a draw, 0 a loss.
    pub halves: u8,
    /// Whether side A made the first move.
    pub a_first: bool,
    /// Turns begun.
    pub turns: u32,
    /// Answered questions with two or more options.
    pub decisions: u32,
    /// Which of its decks each side brought.
    pub decks: Sides<u16>,
    /// What was watched, where something was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watched: Option<Box<Watched>>,
}

/// What a closer look at a game saw.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Watched {
    /// The definitions of the cards each side brought, sorted; only for decks that differ from pair to pair.
    pub brought: Sides<Vec<u16>>,
    /// Cards that each side had in its hand before anybody decided anything, each once, sorted.
    #[serde(default, skip_serializing_if = "no_cards")]
    pub opening: Sides<Vec<u16>>,
    /// Cards that came to each side's hand from its deck, each once, sorted.
    pub drawn: Sides<Vec<u16>>,
    /// Cards each side played, set or fired, each once, sorted.
    pub played: Sides<Vec<u16>>,
    /// How often each part of the rules was used, where it was.
    pub used: Vec<(u32, u32)>,
    /// What the judge said before each decision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judged: Vec<Judgement>,
}

/// What a judge says of a match when one side is to decide, knowing what that side knows and no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(u8, bool, u16)", into = "(u8, bool, u16)")]
pub struct Judgement {
    /// Who is asked: 0 for side A, 1 for side B.
    pub side: u8,
    /// Whether it is to make a move of its own, rather than to answer what happens.
    pub moves: bool,
    /// The chance of winning of side A in thousandths, a draw counting half.
    pub of_a: u16,
}

impl From<(u8, bool, u16)> for Judgement {
    fn from((side, moves, of_a): (u8, bool, u16)) -> Self {
        Judgement { side, moves, of_a }
    }
}

impl From<Judgement> for (u8, bool, u16) {
    fn from(judgement: Judgement) -> Self {
        (judgement.side, judgement.moves, judgement.of_a)
    }
}

/// How closely games are watched. What is not asked for costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watch {
    /// Only how they end.
    Result,
    /// Which cards are drawn and played.
    Cards,
    /// Which abilities are used.
    Abilities,
    /// How a search of this budget judges the match before each decision.
    Judged(Budget),
}

/// Plays the `game`-th game of a series. It depends on the series and the number alone.
pub fn play(series: &Series, game: u64, watch: Watch) -> PlayedGame {
    struct Play<'a>(&'a Series, u64, Watch);
    impl Visitor for Play<'_> {
        type Out = PlayedGame;
        fn visit<G: CardGame>(self) -> PlayedGame {
            play_watched::<G>(self.0, self.1, self.2)
        }
    }
    series.rules.visit(Play(series, game, watch))
}

fn play_watched<G: CardGame>(series: &Series, game: u64, watch: Watch) -> PlayedGame {
    match watch {
        Watch::Result => play_heard::<G, _>(series, game, &mut Silence),
        Watch::Cards => {
            let mut hands = Hands::default();
            let mut played = play_heard::<G, _>(series, game, &mut hands);
            let (drawn, cards) = (sides(hands.drawn, game), sides(hands.played, game));
            let (brought, opening) = (sides(hands.brought, game), sides(hands.opening, game));
            played.watched = Some(Box::new(Watched { brought, opening, drawn, played: cards, ..Watched::default() }));
            played
        }
        Watch::Abilities => {
            let mut uses = Uses::default();
            let mut played = play_heard::<G, _>(series, game, &mut uses);
            let used = (0..).zip(uses.counts).filter(|(_, count)| *count > 0).collect();
            played.watched = Some(Box::new(Watched { used, ..Watched::default() }));
            played
        }
        Watch::Judged(budget) => {
            let seed = crate::mixed(series.seed ^ JUDGE, game);
            let mut court = Court::<G> {
                judge: bot(BotSpec::Ismcts(budget), Resources::default(), seed, series.rules.of()),
                judged: Vec::new(),
            };
            let mut played = play_heard::<G, _>(series, game, &mut court);
            let a = seat_of_a(game);
            let judgement = |(Decision { seat, occasion, .. }, own): (Decision, f64)| {
                let of_a = if seat == a { own } else { 1.0 - own };
                Judgement { side: u8::from(seat != a), moves: occasion == Occasion::Move, of_a: (1000.0 * of_a).round() as u16 }
            };
            let judged = court.judged.into_iter().map(judgement).collect();
            played.watched = Some(Box::new(Watched { judged, ..Watched::default() }));
            played
        }
    }
}

/// Keeps the luck of a judge apart from that of the match and its bots.
const JUDGE: u64 = 0x6a75_6467_6500_0000;

/// In which seat side A sits.
const fn seat_of_a(game: u64) -> Seat {
    if game.is_multiple_of(2) { Seat::One } else { Seat::Two }
}

/// By seat, turned into by side.
fn sides(by_seat: BySeat<Vec<u16>>, game: u64) -> Sides<Vec<u16>> {
    let [mut one, mut two] = Seat::BOTH.map(|seat| by_seat[seat].clone());
    for list in [&mut one, &mut two] {
        list.sort_unstable();
        list.dedup();
    }
    if seat_of_a(game) == Seat::One { [one, two] } else { [two, one] }
}

/// The `game`-th game of a series as a record, which `playmat replay` and the replay page read.
pub fn record(series: &Series, game: u64) -> Record<Opening> {
    struct Write<'a>(&'a Series, u64);
    impl Visitor for Write<'_> {
        type Out = Scribe;
        fn visit<G: CardGame>(self) -> Scribe {
            let mut scribe = Scribe::default();
            play_heard::<G, _>(self.0, self.1, &mut scribe);
            scribe
        }
    }
    let scribe = series.rules.visit(Write(series, game));
    let a = seat_of_a(game);
    let name = |seat: Seat| {
        let side = &series.sides[usize::from(seat != a)];
        match &side.brings[..] {
            [only] => format!("{} ({})", only.name(), side.bot),
            _ => side.bot.to_string(),
        }
    };
    let opening = Opening {
        game: series.rules.game().to_owned(),
        terms: series.rules.terms().clone(),
        made_with: MadeWith { cards: Some(series.rules.set()), version: series.rules.version() },
        setup: Setup { decks: scribe.decks, first: None, unshuffled: false },
        seed: Seed::Number(scribe.seed),
        players: BySeat::from_fn(name),
        continues: None,
        own_cards: vec![],
    };
    let mut record = opening.record(series.rules.fingerprint());
    record.entries.extend(scribe.picks.into_iter().map(Entry::Answer));
    record
}

fn no_cards(sides: &Sides<Vec<u16>>) -> bool {
    sides.iter().all(Vec::is_empty)
}

/// A listener that is told how a match begins, what the asked seat sees before it decides, and every answer.
trait Ear<G: CardGame>: Listener<Event> {
    fn bring(&mut self, _decks: &BySeat<Vec<DefId>>, _seed: u64) {}

    /// Both hands are dealt, and the first move is about to be made.
    fn dealt(&mut self, _rules: &G::Rules, _position: &G::Position) {}

    fn asked(&mut self, _eyes: &Observation<'_, G>) {}

    fn answered(&mut self, _pick: usize) {}
}

fn play_heard<G: CardGame, L: Ear<G>>(series: &Series, game: u64, listener: &mut L) -> PlayedGame {
    let set = series.rules.of::<G>();
    let rules: &G::Rules = &set.rules;
    let mut chance = FastChance::nth(series.seed, if series.luck == Luck::Shared { game / 2 } else { game });
    let mut bring = |side: usize| {
        let brings = &series.sides[side].brings;
        let place = if brings.len() > 1 { chance.one_of(brings.len() as u32) } else { 0 };
        let cards = match &brings[place as usize] {
            DeckChoice::Deck { cards, .. } => cards.clone(),
            DeckChoice::Random(category) => G::random_deck(rules, category.as_deref(), &mut chance),
        };
        (place as u16, cards)
    };
    let (place_a, deck_a) = bring(0);
    let (place_b, deck_b) = if series.mirror { (place_a, deck_a.clone()) } else { bring(1) };
    let a = seat_of_a(game);
    let decks = if a == Seat::One { BySeat::new(deck_a, deck_b) } else { BySeat::new(deck_b, deck_a) };
    // From here on the match has the chance of a record with this number as its seed, so that it can be told by one.
    let seed = chance.bits();
    let mut chance = Seed::Number(seed).chance();
    listener.bring(&decks, seed);
    let setup = Setup { decks, first: None, unshuffled: false };
    let mut table = Table::<G>::start(rules, G::open(rules, &setup), &mut chance, listener);
    let side_in = |seat: Seat| &series.sides[usize::from(seat != a)];
    let mut seeds = FastChance::nth(!series.seed, game);
    let all_random = series.sides.iter().all(|side| side.bot == BotSpec::Random);
    let mut bots: Option<BySeat<Box<dyn Bot<G>>>> =
        (!all_random).then(|| BySeat::from_fn(|seat| bot(side_in(seat).bot, Resources::default(), seeds.bits(), set)));
    let mut options = Options::new();
    let (mut decisions, mut first) = (0, None);
    let outcome = loop {
        let decision = match (table.outcome(), table.decision()) {
            (None, Some(decision)) => decision,
            (outcome, _) => break outcome.unwrap_or(Outcome::Draw),
        };
        if first.is_none() && decision.occasion == Occasion::Move {
            first = Some(decision.seat);
            listener.dealt(rules, table.position());
        }
        table.options(rules, &mut options);
        let count = options.len();
        if count > 1
            && let Some(observation) = Observation::of(rules, &table, &options)
        {
            listener.asked(&observation);
        }
        let pick = match &mut bots {
            _ if count == 1 => 0,
            None => seeds.one_of(count as u32) as usize,
            Some(bots) => {
                Observation::of(rules, &table, &options).map_or(0, |observation| bots[decision.seat].pick(&observation))
            }
        };
        decisions += u32::from(count > 1);
        let pick = pick.min(count - 1);
        listener.answered(pick);
        table.take(rules, options[pick], &mut chance, listener);
    };
    let halves = match outcome {
        Outcome::Draw => 1,
        Outcome::Won(seat) => 2 * u8::from(seat == a),
    };
    let a_first = first.is_none_or(|seat| seat == a);
    let turns = G::turns(table.position());
    PlayedGame { series: series.id, game, halves, a_first, turns, decisions, decks: [place_a, place_b], watched: None }
}

impl<G: CardGame> Ear<G> for Silence {}

/// Hears which cards are brought, drawn and played.
#[derive(Default)]
struct Hands {
    brought: BySeat<Vec<u16>>,
    opening: BySeat<Vec<u16>>,
    drawn: BySeat<Vec<u16>>,
    played: BySeat<Vec<u16>>,
}

impl<G: CardGame> Ear<G> for Hands {
    fn bring(&mut self, decks: &BySeat<Vec<DefId>>, _: u64) {
        self.brought = BySeat::from_fn(|seat| decks[seat].iter().map(|def| def.0).collect());
    }

    /// What each player sees in the own hand before the first move; not every game tells how it came there.
    fn dealt(&mut self, rules: &G::Rules, position: &G::Position) {
        self.opening = BySeat::from_fn(|seat| {
            let view = G::view(rules, position, Audience::Player(seat));
            let own = view.parts.into_iter().filter(|part| part.seat == Some(seat) && part.name == "hand");
            let cards = own.flat_map(|part| if let Value::Cards(cards) = part.value { cards } else { Vec::new() });
            cards.filter_map(|card| Some(card.def?.0)).collect()
        });
        Seat::BOTH.into_iter().for_each(|seat| self.drawn[seat].extend(&self.opening[seat]));
    }
}

/// Writes down what a record needs.
#[derive(Default)]
struct Scribe {
    decks: BySeat<Vec<DefId>>,
    seed: u64,
    picks: Vec<u8>,
}

impl<G: CardGame> Ear<G> for Scribe {
    fn bring(&mut self, decks: &BySeat<Vec<DefId>>, seed: u64) {
        (self.decks, self.seed) = (decks.clone(), seed);
    }

    fn answered(&mut self, pick: usize) {
        self.picks.push(pick as u8);
    }
}

impl Listener<Event> for Scribe {
    const ON: bool = false;

    fn hear(&mut self, _: Told<Event>) {}
}

impl Listener<Event> for Hands {
    const ON: bool = true;

    fn hear(&mut self, told: Told<Event>) {
        // Who may know most is asked: the player whose card it is.
        for seat in Seat::BOTH {
            if let Heard::Known(event) = told.to(Audience::Player(seat))
                && event.seat == Some(seat)
                && let Some(def) = event.cards.first().and_then(|seen| seen.def)
            {
                match event.what {
                    "drawn" | "fetched" => self.drawn[seat].push(def.0),
                    "played" | "set" | "fired" => self.played[seat].push(def.0),
                    _ => {}
                }
            }
        }
    }
}

/// Counts which parts of the rules are used.
#[derive(Default)]
struct Uses {
    counts: Vec<u32>,
}

impl<G: CardGame> Ear<G> for Uses {}

impl Listener<Event> for Uses {
    const ON: bool = false;
    const COUNTS: bool = true;

    fn hear(&mut self, _: Told<Event>) {}

    fn count(&mut self, part: u32) {
        let part = part as usize;
        if self.counts.len() <= part {
            self.counts.resize(part + 1, 0);
        }
        self.counts[part] += 1;
    }
}

/// Has every decision judged.
struct Court<G: CardGame> {
    judge: Box<dyn Bot<G>>,
    /// What was asked, and the chance that the judge gave the asked seat.
    judged: Vec<(Decision, f64)>,
}

impl<G: CardGame> Ear<G> for Court<G> {
    fn asked(&mut self, observation: &Observation<'_, G>) {
        self.judge.pick(observation);
        self.judged.push((observation.decision(), self.judge.judgement().unwrap_or(0.5)));
    }
}

impl<G: CardGame> Listener<Event> for Court<G> {
    const ON: bool = false;

    fn hear(&mut self, _: Told<Event>) {}
}
