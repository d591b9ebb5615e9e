//! The bots that have learned, with networks of a seed: they see what their seat sees, answer the same every time, and are replaced by a
//! search where there is no model.

use std::panic::catch_unwind;
use std::sync::Arc;

use playmat_bots::{Beside, Bot, BotSpec, Budget, Learned, Master, Observation, Tally, Temperature, play, play_together};
use playmat_cards::{CardGame, Column, Encode, Encoder, Holds, Setup, Terms};
use playmat_catalog::{EncodedVisitor, GAMES, Library, ModelOrigin, Origin, RuleSet, visit_encoded};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Decision, Game, Options, Seat, Silence, Table};
use playmat_network::{Model, Network, wanted};
use playmat_testkit::networks::{SMALL, weight_file};
use playmat_testkit::{Imagines, Mutant, RealTable, Twins, random_decks, seed};

fn rule_set<G: CardGame>(origin: ModelOrigin) -> Arc<RuleSet<G>> {
    let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
    library.with_models(origin).rules(&Terms::default()).expect("the default terms are right")
}

/// A model of a seed for a game or for a mutant of it.
fn model<G: CardGame>(rules: &G::Rules, seed: u64) -> Arc<Model<G>> {
    let file = weight_file::<G>(&SMALL, seed).expect("the game has numbers");
    let network = Network::read(&file, wanted::<G>().expect("the game has numbers")).expect("it fits");
    Arc::new(Model::new(Arc::new(network), rules).expect("the game has numbers"))
}

fn each_game<V: EncodedVisitor + Clone>(visitor: V) -> Vec<V::Out> {
    GAMES.iter().map(|game| visit_encoded(game, visitor.clone()).expect("there is such a game")).collect()
}

/// The bots that are looked at. Some hundredths of a temperature, so that the drawn answers are looked at too.
fn bots<G: CardGame>(model: &Arc<Model<G>>, seed: u64) -> Vec<(&'static str, Box<dyn Bot<G>>)> {
    vec![
        ("learned", Box::new(Learned::new(model.clone(), Temperature(0), seed)) as Box<dyn Bot<G>>),
        ("learned:2", Box::new(Learned::new(model.clone(), Temperature(200), seed))),
        ("master:24", Box::new(Master::new(model.clone(), Budget::iterations(24), seed))),
    ]
}

/// Plays a game beside its twin. The bots of both are kept from question to question, as in a match, and each twin has its own. How many
/// questions left something to choose while the two differed.
fn see_only_their_side<G: CardGame>(rules: &G::Rules, seat: Seat, seed: u64) -> u32 {
    let model = model::<G>(rules, seed);
    let mut twins = Twins::<G>::open(rules, random_decks::<G>(rules)(seed), seat, seed);
    let mut kept = [bots(&model, seed), bots(&model, seed)];
    let mut chance = FastChance::nth(seed, 9);
    let (mut elsewhere, mut asked) = (Options::new(), 0);
    while let Some(decision) = twins.real().decision() {
        let options = twins.options();
        if decision.seat == seat && options.len() > 1 {
            twins.other().options(rules, &mut elsewhere);
            let here = Observation::of(rules, twins.real(), &options).expect("somebody is asked");
            let there = Observation::of(rules, twins.other(), &elsewhere).expect("somebody is asked in the other match too");
            let [ours, others] = &mut kept;
            for ((name, one), (_, other)) in ours.iter_mut().zip(others) {
                let picks = (one.pick(&here), other.pick(&there));
                assert_eq!(picks.0, picks.1, "{name} sees through cards: {}, {seat:?}, seed {seed}", G::NAME);
                assert_eq!(one.judgement(), other.judgement(), "{name} sees through cards: {}, {seat:?}, seed {seed}", G::NAME);
            }
            asked += u32::from(twins.differ());
        }
        twins.answer(chance.one_of(options.len() as u32) as usize);
    }
    asked
}

#[derive(Clone)]
struct Honest(u64);

impl EncodedVisitor for Honest {
    type Out = u32;

    fn visit<G: CardGame + Encode>(self) -> u32 {
        let set = rule_set::<G>(ModelOrigin::Shipped);
        let games = (self.0..self.0 + 3).flat_map(|seed| Seat::BOTH.map(|seat| (seed, seat)));
        games.map(|(seed, seat)| see_only_their_side::<G>(&set.rules, seat, seed)).sum()
    }
}

#[test]
fn what_was_learned_sees_only_its_side() {
    for asked in each_game(Honest(seed("learned bots beside twins") % 1000)) {
        assert!(asked > 40, "only {asked} questions");
    }
}

/// A game whose observations tell the top card of the rival's deck.
struct PeekingEncoder<G>(std::marker::PhantomData<G>);

impl<G: CardGame + Encode> Imagines for PeekingEncoder<G> {
    type Game = G;

    fn imagine<C: Chance>(rules: &G::Rules, position: &G::Position, seat: Seat, chance: &mut C) -> G::Position {
        G::imagine(rules, position, seat, chance)
    }

    fn encoder() -> Option<Encoder<G>> {
        Some(Encoder::<Peeking<G>>::of().shared())
    }
}

/// The game as [`PeekingEncoder`] encodes it.
struct Peeking<G>(std::marker::PhantomData<G>);

impl<G: CardGame> Game for Peeking<G> {
    type Rules = G::Rules;
    type Position = G::Position;
    type Choice = G::Choice;
    type Event = G::Event;
    type Reason = G::Reason;

    fn step<C: Chance, L: playmat_kernel::Listener<G::Event>>(
        rules: &G::Rules,
        position: &mut G::Position,
        chance: &mut C,
        listener: &mut L,
    ) -> playmat_kernel::Step {
        G::step(rules, position, chance, listener)
    }

    fn options(rules: &G::Rules, position: &G::Position, options: &mut Options<G::Choice>) {
        G::options(rules, position, options);
    }

    fn take<C: Chance, L: playmat_kernel::Listener<G::Event>>(
        rules: &G::Rules,
        position: &mut G::Position,
        choice: G::Choice,
        chance: &mut C,
        listener: &mut L,
    ) -> playmat_kernel::Step {
        G::take(rules, position, choice, chance, listener)
    }

    fn why_not(rules: &G::Rules, position: &G::Position, choice: G::Choice) -> G::Reason {
        G::why_not(rules, position, choice)
    }

    fn overflowed(position: &G::Position) -> bool {
        G::overflowed(position)
    }

    fn run(
        rules: &G::Rules,
        position: &mut G::Position,
        choice: Option<G::Choice>,
        chance: &mut dyn Chance,
        listener: Option<&mut dyn playmat_kernel::AnyListener<G::Event>>,
    ) -> playmat_kernel::Status {
        G::run(rules, position, choice, chance, listener)
    }
}

impl<G: CardGame + Encode> Encode for Peeking<G> {
    const LAYOUT: playmat_cards::Layout = G::LAYOUT;

    fn encode(rules: &G::Rules, position: &G::Position, decision: Decision, out: &mut [i16]) {
        G::encode(rules, position, decision, out);
        let top = G::inspect(rules, position, decision.seat.rival(), "deck").first().and_then(|card| card.def);
        // Somewhere among the numbers of the first block, where nobody would look for it.
        let is_number = |column: &Column| matches!(column.holds, Holds::Number(_));
        let place = G::LAYOUT.observation[0].columns.iter().rposition(is_number).expect("there is a number");
        out[place] = top.map_or(0, |def| def.0 as i16);
    }

    fn encode_option(rules: &G::Rules, position: &G::Position, decision: Decision, choice: G::Choice, out: &mut [i16]) {
        G::encode_option(rules, position, decision, choice, out);
    }

    fn encode_definition(rules: &G::Rules, def: playmat_cards::DefId, out: &mut [i16]) {
        G::encode_definition(rules, def, out);
    }
}

#[derive(Clone)]
struct Cheating;

impl EncodedVisitor for Cheating {
    type Out = [(&'static str, Option<String>); 2];

    /// What the check says of bots that search the real table, and of those that are shown a hidden card.
    fn visit<G: CardGame + Encode>(self) -> Self::Out {
        fn noticed<M: CardGame>(rules: &M::Rules) -> Option<String> {
            let rules = std::panic::AssertUnwindSafe(rules);
            let cause = catch_unwind(move || (0..4).map(|seed| see_only_their_side::<M>(&rules, Seat::One, seed)).sum::<u32>());
            cause.err().and_then(|cause| cause.downcast_ref::<String>().cloned())
        }
        let set = rule_set::<G>(ModelOrigin::Shipped);
        [(G::NAME, noticed::<Mutant<RealTable<G>>>(&set.rules)), (G::NAME, noticed::<Mutant<PeekingEncoder<G>>>(&set.rules))]
    }
}

#[test]
fn bots_that_peek_are_noticed() {
    for [(game, table), (_, encoder)] in each_game(Cheating) {
        let table = table.unwrap_or_else(|| panic!("{game}: a search on the real table is not noticed"));
        assert!(table.contains("master:24 sees through cards"), "{table}");
        let encoder = encoder.unwrap_or_else(|| panic!("{game}: an observation that peeks is not noticed"));
        assert!(encoder.contains("sees through cards"), "{encoder}");
    }
}

/// The answers of a bot in a match in which both seats are played by it, and how many worlds were imagined for them.
fn match_of<G: CardGame>(set: &RuleSet<G>, spec: BotSpec, seed: u64, model: Option<&Arc<Model<G>>>) -> Vec<usize> {
    let rules: &G::Rules = &set.rules;
    let mut chance = FastChance::nth(seed, 21);
    let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
    let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
    let mut table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
    let mut bots = BySeat::from_fn(|seat| spec.bot::<G>(seed ^ u64::from(seat.bit()), || model));
    let (mut options, mut picks) = (Options::new(), Vec::new());
    while let Some(decision) = table.decision().filter(|_| picks.len() < 40) {
        table.options(rules, &mut options);
        let observation = Observation::of(rules, &table, &options).expect("somebody is asked");
        let pick = bots[decision.seat].pick(&observation);
        if options.len() > 1 {
            picks.push(pick);
        }
        table.take(rules, options[pick], &mut chance, &mut Silence);
    }
    picks
}

#[derive(Clone)]
struct Repeatable;

impl EncodedVisitor for Repeatable {
    type Out = ();

    fn visit<G: CardGame + Encode>(self) {
        let file = weight_file::<G>(&SMALL, 4).expect("the game has numbers");
        let set = rule_set::<G>(ModelOrigin::Bytes(file));
        let model = set.model().expect("it fits");
        for name in ["learned", "learned:1", "master:30"] {
            let spec: BotSpec = name.parse().expect("the bot exists");
            assert_eq!(match_of(&set, spec, 5, Some(model)), match_of(&set, spec, 5, Some(model)), "{name}, {}", G::NAME);
        }
        // The luck of a seed matters where answers are drawn, and nowhere else.
        let rules: &G::Rules = &set.rules;
        let picks = |name: &str, seed| {
            let spec: BotSpec = name.parse().expect("the bot exists");
            let mut chance = FastChance::new(3);
            let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
            let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
            let mut options = Options::new();
            let mut picks = Vec::new();
            while table.decision().is_some() && picks.len() < 60 {
                table.options(rules, &mut options);
                let observation = Observation::of(rules, &table, &options).expect("somebody is asked");
                picks.push(spec.pick(&observation, seed, || Some(model)));
                let pick = chance.one_of(options.len() as u32) as usize;
                table.take(rules, options[pick], &mut chance, &mut Silence);
            }
            picks
        };
        assert_eq!(picks("learned", 1), picks("learned", 2));
        assert_ne!(picks("learned:50", 1), picks("learned:50", 2));
    }
}

#[test]
fn the_same_seed_answers_the_same() {
    each_game(Repeatable);
}

#[derive(Clone)]
struct Together;

impl EncodedVisitor for Together {
    type Out = u32;

    /// Matches side by side, of bots with two models and of others, end as each of them alone. How many decisions there were.
    fn visit<G: CardGame + Encode>(self) -> u32 {
        let set = rule_set::<G>(ModelOrigin::Shipped);
        let rules: &G::Rules = &set.rules;
        let models = [model::<G>(rules, 1), model::<G>(rules, 2)];
        let open = |game: u64| {
            let mut chance = FastChance::nth(game, 31);
            let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
            let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
            let table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
            let name = ["learned", "learned:1", "random"][game as usize % 3];
            let spec: BotSpec = name.parse().expect("the bot exists");
            let bots = BySeat::from_fn(|seat| {
                let spec = if seat == Seat::One { spec } else { BotSpec::Learned(Temperature(50)) };
                spec.bot::<G>(game, || Some(&models[game as usize / 2 % 2]))
            });
            (table, chance, bots)
        };
        let alone: Vec<(Table<G>, Tally)> = (0..20)
            .map(|game| {
                let (mut table, mut chance, mut bots) = open(game);
                let tally = play(rules, &mut table, &mut chance, &mut bots);
                (table, tally)
            })
            .collect();
        for size in [1, 3, 20] {
            let games: Vec<u64> = (0..20).collect();
            let mut ended = Vec::new();
            for batch in games.chunks(size) {
                let mut matches: Vec<Beside<G, FastChance>> = batch
                    .iter()
                    .map(|&game| {
                        let (table, chance, bots) = open(game);
                        Beside::new(table, chance, bots)
                    })
                    .collect();
                let tallies = play_together(rules, &mut matches);
                ended.extend(matches.into_iter().map(|beside| beside.table).zip(tallies));
            }
            assert!(ended == alone, "{}: matches of {size} side by side end otherwise", G::NAME);
        }
        alone.iter().map(|(_, tally)| tally.decisions).sum()
    }
}

#[test]
fn matches_side_by_side_end_as_each_alone() {
    assert!(each_game(Together).into_iter().all(|decisions| decisions > 300));
}

#[derive(Clone)]
struct Without;

impl EncodedVisitor for Without {
    type Out = ();

    fn visit<G: CardGame + Encode>(self) {
        let set = rule_set::<G>(ModelOrigin::Bytes(b"nothing".to_vec()));
        let why = set.model().err().expect("it is no model").to_string();
        assert!(why.contains("this is no model"), "{why}");
        let learned = match_of(&set, "learned".parse().expect("it exists"), 6, None);
        let search = match_of(&set, "ismcts:1000".parse().expect("it exists"), 6, None);
        assert_eq!(learned[..8], search[..8], "{}", G::NAME);
    }
}

#[test]
fn without_a_model_a_search_plays() {
    visit_encoded(GAMES[0], Without).expect("there is such a game");
}

#[derive(Clone)]
struct Keeps;

impl EncodedVisitor for Keeps {
    type Out = (u32, u32);

    /// At how many questions a search went on from what it had found out before, and at how many not.
    fn visit<G: CardGame + Encode>(self) -> Self::Out {
        let set = rule_set::<G>(ModelOrigin::Shipped);
        let rules: &G::Rules = &set.rules;
        let model = model::<G>(rules, 8);
        let (mut kept, mut fresh) = (0, 0);
        for seed in 0..6 {
            let mut chance = FastChance::nth(seed, 21);
            let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
            let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
            let mut bots =
                BySeat::from_fn(|seat| Master::new(model.clone(), Budget::iterations(60), seed ^ u64::from(seat.bit())));
            let mut options = Options::new();
            while let Some(decision) = table.decision() {
                table.options(rules, &mut options);
                let observation = Observation::of(rules, &table, &options).expect("somebody is asked");
                assert_eq!(observation.view(), G::view(rules, table.position(), Audience::Player(decision.seat)));
                let bot = &mut bots[decision.seat];
                let pick = bot.pick(&observation);
                if options.len() > 1 {
                    match bot.kept() {
                        0 => fresh += 1,
                        _ => kept += 1,
                    }
                }
                table.take(rules, options[pick], &mut chance, &mut Silence);
            }
        }
        (kept, fresh)
    }
}

#[test]
fn a_search_goes_on_where_it_was() {
    for (kept, fresh) in each_game(Keeps) {
        assert!(kept > 20 && fresh > 20, "kept {kept} times, begun anew {fresh} times");
    }
}
