//! Same seed, same games, on every platform: what searches answer, against what is written down in `digests.txt`.
//!
//! A game's line changes with its rules and cards, all lines with the search itself: `PLAYMAT_WRITE=1 cargo test -p playmat-bots
//! --test digests` writes them anew. The lines of the toy game and of the numbers change with neither cards nor rules: where they differ on
//! another platform, or after a change that should not touch the search, something is wrong.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use playmat_bots::{Bot, Budget, Ismcts, Observation};
use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, Origin, Visitor, visit_games};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Options, Silence, Table};
use playmat_testkit::toy::{Toy, ToyRules};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/digests.txt");

/// A hash that is the same everywhere: FNV-1a.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Two searches play some games: every answer, and how many worlds were tried for it, which a difference in the last bit of a
/// bound changes sooner than an answer.
fn searched<G: CardGame>(rules: &G::Rules, games: u64, questions: u32) -> u64 {
    let mut digest = Digest::new();
    for seed in 0..games {
        let mut chance = FastChance::nth(seed, 21);
        let decks = BySeat::from_fn(|_| G::random_deck(rules, None, &mut chance));
        let position = G::open(rules, &Setup { decks, first: None, unshuffled: false });
        let mut table = Table::<G>::start(rules, position, &mut chance, &mut Silence);
        let mut bots = BySeat::from_fn(|seat| Ismcts::new(seed ^ u64::from(seat.bit()), Budget::iterations(150)));
        let (mut options, mut asked) = (Options::new(), 0);
        while let Some(decision) = table.decision().filter(|_| asked < questions) {
            table.options(rules, &mut options);
            let observation = Observation::of(rules, &table, &options).expect("somebody is asked");
            let pick = bots[decision.seat].pick(&observation);
            digest.add(pick as u64);
            digest.add(bots[decision.seat].worlds());
            asked += u32::from(options.len() > 1);
            table.take(rules, options[pick], &mut chance, &mut Silence);
        }
    }
    digest.0
}

/// The bits of the functions that bounds and judgements are made of.
fn numbers() -> u64 {
    let mut digest = Digest::new();
    for number in 1..20_000 {
        let number = f64::from(number);
        digest.add(libm::log(number).to_bits());
        digest.add(libm::exp(-1.0986 * (number - 10_000.0) / 700.0).to_bits());
    }
    digest.0
}

#[derive(Clone)]
struct Searched;

impl Visitor for Searched {
    type Out = (&'static str, u64);

    fn visit<G: CardGame>(self) -> Self::Out {
        let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
        let rules = library.rules(&Terms::default()).expect("the default terms are right");
        (G::NAME, searched::<G>(&rules.rules, 2, 40))
    }
}

#[test]
fn searches_are_the_same_on_every_platform() {
    let mut digests = vec![("numbers", numbers()), ("toy", searched::<Toy<0>>(&ToyRules::new(), 10, 200))];
    digests.extend(visit_games(Searched));
    let mut text = String::new();
    for (name, digest) in &digests {
        writeln!(text, "{name} {digest:016x}").expect("a text has room");
    }
    if std::env::var("PLAYMAT_WRITE").is_ok_and(|value| value == "1") {
        std::fs::write(FILE, &text).expect("the file can be written");
    }
    let stored = std::fs::read_to_string(FILE).expect("the file is there");
    assert_eq!(
        stored, text,
        "a search answers otherwise than it did; if rules, cards or the search were changed on purpose, write the digests anew: \
         PLAYMAT_WRITE=1 cargo test -p playmat-bots --test digests"
    );
}

/// What the standard library takes from the system differs between systems in the last bit.
#[test]
fn no_function_of_the_system_is_called_where_games_are_played() {
    const SYSTEM: [&str; 17] = [
        ".ln(", ".ln_1p(", ".log(", ".log2(", ".log10(", ".exp(", ".exp2(", ".exp_m1(", ".powf(", ".powi(", ".sin(", ".cos(",
        ".tan(", ".tanh(", ".atan2(", ".cbrt(", ".hypot(",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders =
        ["crates/kernel", "crates/chance", "crates/cards", "crates/bots", "games/food-chain", "games/skirmish", "games/strata"];
    let mut looked = 0;
    for folder in folders {
        for path in sources(&root.join(folder).join("src")) {
            let text = std::fs::read_to_string(&path).expect("sources are files of text");
            for (at, line) in text.lines().enumerate() {
                let called =
                    SYSTEM.iter().find(|call| line.contains(**call) && !line.contains(&format!("libm::{}", &call[1..])));
                assert_eq!(called, None, "{}:{}: {line}\nuse libm instead", path.display(), at + 1);
            }
            looked += 1;
        }
    }
    assert!(looked > 50, "only {looked} files");
}

/// All files of a folder and the folders below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}
