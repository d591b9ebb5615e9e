//! What the fuzz targets do with arbitrary bytes. Nothing here may ever panic, except where a promise is broken. The ordinary
//! tests run the same functions over the committed corpora.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use playmat_cards::{CardGame, Setup, Terms};
use playmat_cardtext::{Sources, parse, print_file};
use playmat_catalog::{GAMES, Library, Origin, RuleSet, Visitor, shipped_deck, visit, visit_all};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Options, Seat, Silence, Table};
use playmat_replay::{legal, walk};
use playmat_scenario::{Script, parse_file, run};
use playmat_wire::{Stored, from_binary, seal, to_binary};

/// Any text is cards with complaints; what has no complaint is printed and read again as the same cards.
pub fn card_parser(data: &[u8]) {
    visit_all(ReadCards { text: &String::from_utf8_lossy(data) });
}

/// Any text is scenarios or errors; a scenario has a verdict.
pub fn scenario_parser(data: &[u8]) {
    let Ok(scripts) = parse_file("fuzz.scn", &String::from_utf8_lossy(data)) else { return };
    for script in &scripts {
        let _ = visit(&script.game, RunScript { script });
    }
}

/// Any bytes are a record or an error, with and without a checksum that fits; a record is written and read as the same.
pub fn record_reader(data: &[u8]) {
    for bytes in [data.to_vec(), seal(1, data)] {
        let Ok(stored) = Stored::read(&bytes) else { continue };
        if let Stored::Compact(record) = &stored {
            assert_eq!(from_binary(&to_binary(record)).as_ref(), Ok(record), "a record is read as it was written");
        }
        let game = stored.game().to_owned();
        let _ = visit(&game, PlayRecord { stored });
    }
}

/// Any bytes are answers to a running game: taken, or refused without changing anything. The first four bytes choose the game,
/// the edition and the seed.
pub fn answers(data: &[u8]) {
    let Some((&[game, edition, seed, more], picks)) = data.split_first_chunk() else { return };
    let game = GAMES[usize::from(game) % GAMES.len()];
    let _ = visit(game, Answer { edition, seed: u64::from(seed) << 8 | u64::from(more), picks });
}

#[derive(Clone)]
struct ReadCards<'a> {
    text: &'a str,
}

impl Visitor for ReadCards<'_> {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let parsed = parse::<G::Words>(&Sources::one("fuzz.cards", self.text));
        let complaints = G::check(&parsed.cards().collect::<Vec<_>>());
        let sources = Sources::one("fuzz.cards", self.text);
        parsed.complaints.iter().chain(&complaints).for_each(|complaint| assert!(!complaint.render(&sources).is_empty()));
        if !parsed.complaints.is_empty() {
            return;
        }
        let printed: String = parsed.files.iter().map(print_file).collect();
        let again = parse::<G::Words>(&Sources::one("fuzz.cards", printed.as_str()));
        assert!(again.complaints.is_empty(), "what was printed has complaints:\n{printed}");
        assert!(again.cards().eq(parsed.cards()), "what was printed is something else:\n{printed}");
        let twice: String = again.files.iter().map(print_file).collect();
        assert_eq!(printed, twice, "the canonical form is not canonical");
        if complaints.is_empty() {
            let library = Library::<G>::load(&Origin::Texts(vec![("fuzz.cards".into(), self.text.into())]));
            let _ = library.expect("cards without complaints are loaded").rules(&Terms::default());
        }
    }
}

struct RunScript<'a> {
    script: &'a Script,
}

impl Visitor for RunScript<'_> {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let decks = |name: &str| shipped_deck(G::NAME, name).map(|list| list.cards.into_iter().map(|(_, card)| card).collect());
        let mut rules = |terms: &Terms| rule_set::<G>(terms).map(|set| set.rules.clone());
        run::<G>(&mut rules, self.script, &decks, &mut Silence);
    }
}

struct PlayRecord {
    stored: Stored,
}

impl Visitor for PlayRecord {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let Ok(set) = rule_set::<G>(&self.stored.terms()) else { return };
        let Ok(record) = self.stored.record(G::cards(&set.rules)) else { return };
        // The fingerprint is of no concern here: no fuzzer finds it, and a hostile record would have the right one.
        if legal(&set, &record).is_ok() {
            let _ = walk::<G>(&set.rules, &record, record.entries.len(), |_, _| {});
        }
    }
}

struct Answer<'a> {
    edition: u8,
    seed: u64,
    picks: &'a [u8],
}

impl Visitor for Answer<'_> {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let edition = G::editions()[usize::from(self.edition) % G::editions().len()];
        let terms = Terms { edition: Some(edition.to_owned()), rulings: Vec::new() };
        let set = rule_set::<G>(&terms).expect("the shipped rules are right");
        let mut chance = FastChance::new(self.seed);
        let decks = BySeat::from_fn(|_| G::random_deck(&set.rules, None, &mut chance));
        let setup = Setup { decks, first: None, unshuffled: false };
        let mut table = Table::<G>::start(&set.rules, G::open(&set.rules, &setup), &mut chance, &mut Silence);
        for &pick in self.picks {
            let before = table.clone();
            // The highest bit is the seat, mostly the asked one; the rest is mostly a listed option.
            let asked = table.decision().map_or(Seat::One, |decision| decision.seat);
            let seat = if pick & 0x80 == 0 { asked } else { asked.rival() };
            let mut options = Options::new();
            table.options(&set.rules, &mut options);
            let place = usize::from(pick & 0x7f);
            let taken = table.answer(&set.rules, seat, place, &mut chance, &mut Silence).is_ok();
            assert_eq!(taken, seat == asked && place < options.len(), "exactly the listed options of the asked seat are taken");
            assert!(taken || table == before, "a refused answer changed something");
        }
    }
}

/// The shipped rules of these terms, built once: a fuzzer has no time to build them again.
fn rule_set<G: CardGame>(terms: &Terms) -> Result<Arc<RuleSet<G>>, String> {
    type Kept = Mutex<HashMap<(&'static str, Terms), Arc<dyn Any + Send + Sync>>>;
    static KEPT: OnceLock<Kept> = OnceLock::new();
    let mut kept = KEPT.get_or_init(Kept::default).lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(Ok(set)) = kept.get(&(G::NAME, terms.clone())).map(|set| set.clone().downcast::<RuleSet<G>>()) {
        return Ok(set);
    }
    let library = Library::<G>::load(&Origin::Shipped).map_err(|error| error.to_string())?;
    let set = library.rules(terms)?;
    // Terms come from the fuzzer too: only so many are kept.
    if kept.len() > 1000 {
        kept.clear();
    }
    kept.insert((G::NAME, terms.clone()), set.clone());
    Ok(set)
}
