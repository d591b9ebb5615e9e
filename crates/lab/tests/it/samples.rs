//! From a number to matches: every link of a report leads to a record that plays again to the end that the link promises.

use playmat_bots::{BotSpec, Budget};
use playmat_cards::CardGame;
use playmat_catalog::{Rules, Visitor};
use playmat_kernel::{Outcome, Record, Seat};
use playmat_lab::cards::Cards;
use playmat_lab::game::{Luck, Series, Side, Watch, play, record};
use playmat_lab::matchup::Match;
use playmat_lab::matrix::Matrix;
use playmat_lab::report::Report;
use playmat_lab::tension::Tension;
use playmat_replay::{RunningMatch, replays};
use playmat_wire::{Opening, Stored};

use crate::common::{decks, folder, in_memory, rules};

/// Plays a record as the replay viewer does; returns who won, the name of each player, and the turns.
pub fn replayed(rules: &Rules, bytes: &[u8]) -> (Option<Outcome>, [String; 2], u32) {
    let stored = Stored::read(bytes).unwrap_or_else(|error| panic!("{error}"));
    let record = stored.record(rules.cards()).unwrap_or_else(|error| panic!("{error}"));
    replays(rules).legal(&record).unwrap_or_else(|error| panic!("{error}"));
    let names = Seat::BOTH.map(|seat| record.setup.players[seat].clone());
    struct Play<'a>(&'a Rules, Record<Opening>);
    impl Visitor for Play<'_> {
        type Out = (Option<Outcome>, u32);
        fn visit<G: CardGame>(self) -> Self::Out {
            let running = RunningMatch::<G>::replay(self.0.clone().shared(), self.1);
            let running = running.unwrap_or_else(|_| panic!("it cannot be played again"));
            (running.outcome(), G::turns(running.table().position()))
        }
    }
    let (outcome, turns) = rules.visit(Play(rules, record));
    (outcome, names, turns)
}

/// A record is the game that was measured: the same winner after as many turns.
fn records_are_the_games(game: &str, bot: BotSpec) {
    let rules = rules(game, &[]);
    let decks = decks(&rules);
    let sides = [0, 1].map(|at| Side { bot, brings: vec![decks[at].clone()] });
    for luck in [Luck::Shared, Luck::Own] {
        let series = Series { id: 0, rules: rules.clone(), sides: sides.clone(), mirror: false, luck, seed: 9 };
        for game in 0..4 {
            let played = play(&series, game, Watch::Result);
            let bytes = playmat_wire::to_binary(&record(&series, game));
            let (outcome, names, turns) = replayed(&rules, &bytes);
            assert_eq!(turns, played.turns);
            let a = if game % 2 == 0 { Seat::One } else { Seat::Two };
            assert!(names[usize::from(game % 2 == 1)].starts_with(decks[0].name()), "{names:?}");
            let halves = match outcome.expect("it is over") {
                Outcome::Draw => 1,
                Outcome::Won(seat) => 2 * u8::from(seat == a),
            };
            assert_eq!(halves, played.halves);
        }
    }
}

#[test]
fn records_are_the_games_that_were_measured() {
    records_are_the_games("skirmish", BotSpec::Greedy);
    records_are_the_games("food-chain", BotSpec::Random);
    records_are_the_games("strata", BotSpec::Ismcts(Budget::iterations(4)));
}

/// Every link of a page with what it says.
fn links(page: &str) -> Vec<(String, String)> {
    let link = |rest: &str| {
        let (file, rest) = rest.split_once("\">")?;
        Some((file.to_owned(), rest.split_once("</a>")?.0.to_owned()))
    };
    page.split("<a href=\"").skip(1).filter_map(link).filter(|(file, _)| !file.starts_with('#')).collect()
}

/// Every row with a number leads to matches, which open.
fn check(rules: &Rules, report: &Report, name: &str) {
    let folder = folder(&format!("samples-{name}"));
    report.write(&folder).unwrap();
    let links = links(&report.page);
    assert!(!links.is_empty(), "{name} leads nowhere");
    for (file, says) in links {
        let bytes = std::fs::read(folder.join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let (outcome, ..) = replayed(rules, &bytes);
        assert!(!matches!(says.as_str(), "won" | "lost") || matches!(outcome, Some(Outcome::Won(_))), "{file}: {says}");
    }
}

#[test]
fn every_report_leads_to_matches_that_open() {
    let rules = rules("skirmish", &[]);
    let decks = decks(&rules)[..3].to_vec();
    let bot = BotSpec::Random;
    let matrix = Matrix { decks: decks.clone(), rules: rules.clone(), bots: [bot; 2], seed: 1, games: 20, limit: None };
    let report = in_memory(|context| matrix.run(context, None)).1;
    check(&rules, &report, "matrix");
    // Whoever reads that the row's deck lost finds a match that it lost.
    let rows: Vec<&str> = report.page.split("<tr id=\"pairing-").skip(1).collect();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let first = row.split_once("<td>").unwrap().1.split_once(" against ").unwrap().0;
        for (file, says) in links(row.split("</tr>").next().unwrap()) {
            let bytes = &report.files.iter().find(|(name, _)| *name == file).unwrap().1;
            let (outcome, names, _) = replayed(&rules, bytes);
            let Some(Outcome::Won(winner)) = outcome else { panic!("{file} was drawn") };
            let won = names[usize::from(winner == Seat::Two)].starts_with(first);
            assert_eq!(won, says == "won", "{file}: {first} {says}, {names:?}");
        }
    }
    let side = |at: usize| Side { bot, brings: vec![decks[at].clone()] };
    let series = Series { id: 0, rules: rules.clone(), sides: [side(0), side(1)], mirror: false, luck: Luck::Shared, seed: 3 };
    let duel = Match { series, games: 20, sprt: None };
    check(&rules, &in_memory(|context| duel.run(context, None)).1, "match");
    let cards = Cards { decks: decks.clone(), rules: rules.clone(), bot, seed: 1, games: 60 };
    check(&rules, &in_memory(|context| cards.run(context, None)).1, "cards");
    let judge = Budget::iterations(4);
    let tension = Tension { decks, rules: rules.clone(), bot, judge, decided: 0.9, seed: 1, games: 6 };
    check(&rules, &in_memory(|context| tension.run(context, None)).1, "tension");
}
