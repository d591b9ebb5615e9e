//! The free suite by one line: [`free_suite!`](crate::free_suite) makes a test of every check, for a game whose cards lie in
//! `cards/GAME` of the repository.

use std::marker::PhantomData;
use std::ops::Range;
use std::path::{Path, PathBuf};

use playmat_cards::{CardGame, Terms};
use playmat_cardtext::{Sources, Words, glossary, parse, print_card, print_file};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, Seat, Silence};

use crate::play::{Match, each_seed};

/// The checks of a game with its shipped cards.
#[derive(Clone, Debug)]
pub struct FreeSuite<G> {
    folder: PathBuf,
    game: PhantomData<G>,
}

impl<G: CardGame> FreeSuite<G> {
    /// For the cards in `cards/GAME`, beside the folder that the crate of the game lies in.
    pub fn new(manifest: &str) -> Self {
        let folder = Path::new(manifest).join("../../cards").join(G::NAME);
        FreeSuite { folder, game: PhantomData }
    }

    /// The shipped card files, by name.
    pub fn sources(&self) -> Sources {
        let files = std::fs::read_dir(&self.folder).unwrap_or_else(|error| panic!("{}: {error}", self.folder.display()));
        let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a folder can be listed").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "cards"));
        paths.sort();
        let mut sources = Sources::default();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            sources.add(name, std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        }
        sources
    }

    /// The rules that the shipped cards make under these terms.
    pub fn rules(&self, terms: &Terms) -> G::Rules {
        let sources = self.sources();
        let parsed = parse::<G::Words>(&sources);
        let cards: Vec<_> = parsed.cards().collect();
        G::build(&cards, terms).unwrap_or_else(|why| panic!("{terms:?}: {why}"))
    }

    /// Every edition, every single ruling of the default edition at every other value, and all rulings at their last value.
    pub fn all_terms() -> Vec<Terms> {
        let ruling = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut all: Vec<Terms> =
            G::editions().iter().map(|edition| Terms { edition: Some((*edition).to_owned()), rulings: vec![] }).collect();
        for info in G::rulings() {
            let others = info.values.iter().enumerate().filter(|(place, _)| info.editions[0] != *place as u8);
            all.extend(others.map(|(_, (value, _))| Terms { edition: None, rulings: vec![ruling(info.name, value)] }));
        }
        let last = |info: &playmat_cards::RulingInfo| info.values.last().map(|(value, _)| ruling(info.name, value));
        all.push(Terms { edition: None, rulings: G::rulings().iter().filter_map(last).collect() });
        all
    }

    /// Runs a check under all terms, about so many games in all.
    fn under_all_terms(&self, games: u64, mut check: impl FnMut(&G::Rules, Range<u64>)) {
        let all = Self::all_terms();
        let each = (games / all.len() as u64).max(4);
        for (seeds, terms) in (0..).map(|nth| nth * 1000..nth * 1000 + each).zip(&all) {
            check(&self.rules(terms), seeds);
        }
    }

    /// The vocabulary is sound, and every word is explained.
    pub fn the_vocabulary_is_sound(&self) {
        assert_eq!(G::Words::vocabulary().faults(), Vec::<String>::new());
        for word in glossary::<G::Words>() {
            assert!(word.gloss.trim().ends_with('.'), "`{}` is explained by a whole sentence", word.usage);
        }
    }

    /// The shipped cards check, are written in their canonical form, and read back as they are.
    pub fn the_cards_check(&self) {
        let sources = self.sources();
        let parsed = parse::<G::Words>(&sources);
        let cards: Vec<_> = parsed.cards().collect();
        assert!(!cards.is_empty(), "there are cards in {}", self.folder.display());
        let complaints = parsed.complaints.iter().cloned().chain(G::check(&cards));
        let complaints: Vec<String> = complaints.map(|complaint| complaint.render(&sources)).collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        for (file, source) in parsed.files.iter().zip(sources.iter()) {
            assert_eq!(print_file(file), source.text, "{} is written in its canonical form", source.name);
        }
        for card in parsed.cards() {
            let head = G::Words::vocabulary().section.zip(card.section.as_ref());
            let head = head.map(|((word, _), section)| format!("{word} {section}\n\n")).unwrap_or_default();
            let one = Sources::one("one.cards", format!("{head}{}\n", print_card(card)));
            let again = parse::<G::Words>(&one);
            // Names of other cards are unknown in a file of one card, and nobody makes its tokens: only those complaints are allowed.
            let allowed = ["unknown-card", "unmade-token"];
            let others: Vec<_> = again.complaints.iter().filter(|found| !allowed.contains(&found.code.name)).collect();
            assert!(others.is_empty(), "{others:?}");
            assert_eq!(again.cards().next(), Some(card), "{} reads back", card.name);
        }
    }

    /// Every mistake that the game looks for is found in its wrong example, and nowhere else.
    pub fn every_mistake_is_found_in_its_example(&self) {
        for code in G::codes().iter().filter(|code| !code.wrong.is_empty()) {
            for (text, expected) in [(code.wrong, vec![code.id]), (code.right, vec![])] {
                let sources = Sources::one("example.cards", text);
                let parsed = parse::<G::Words>(&sources);
                let cards: Vec<_> = parsed.cards().collect();
                let of_language: Vec<&str> = parsed.complaints.iter().map(|complaint| complaint.code.id).collect();
                assert_eq!(of_language, Vec::<&str>::new(), "{text}");
                let found: Vec<&str> = G::check(&cards).iter().map(|complaint| complaint.code.id).collect();
                assert_eq!(found, expected, "{}: {text}", code.name);
            }
        }
    }

    /// A random deck is legal under all terms, and so is one of every category.
    pub fn random_decks_are_legal(&self) {
        for terms in Self::all_terms() {
            let rules = self.rules(&terms);
            for seed in 0..50 {
                let deck = G::random_deck(&rules, None, &mut FastChance::new(seed));
                assert_eq!(G::deck_faults(&rules, &deck), vec![], "{terms:?}, seed {seed}");
            }
        }
    }

    /// What the protocol promises of a view: the same parts in the same order for every audience and at every point of every match,
    /// no part twice, a hand and a deck for both players, and whose turn it is.
    pub fn views_have_the_same_parts(&self) {
        self.under_all_terms(40, |rules, seeds| {
            let mut promised: Option<Vec<(Option<Seat>, &'static str)>> = None;
            each_seed("the parts of a view", seeds, |seed| {
                let decks = crate::random_decks::<G>(rules);
                let mut game = Match::<G>::open(rules, decks(seed), seed, &mut Silence);
                loop {
                    for audience in Audience::ALL {
                        let view = G::view(rules, game.table.position(), audience);
                        let parts: Vec<_> = view.parts.iter().map(|part| (part.seat, part.name)).collect();
                        assert_eq!(*promised.get_or_insert_with(|| parts.clone()), parts, "for {audience:?}");
                    }
                    if game.table.decision().is_none() {
                        break;
                    }
                    let pick = game.any_of(game.options().len());
                    game.answer(pick, &mut Silence);
                }
            });
            let promised = promised.unwrap_or_default();
            let mut sorted = promised.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), promised.len(), "a part stands twice: {promised:?}");
            for seat in Seat::BOTH {
                for name in ["hand", "deck"] {
                    assert!(promised.contains(&(Some(seat), name)), "{seat:?} has a {name}: {promised:?}");
                }
            }
        });
    }

    /// Matches come to an end, under all terms.
    pub fn plays_to_the_end(&self) {
        self.under_all_terms(2000, |rules, seeds| {
            let played = crate::plays_to_the_end::<G>(rules, seeds, crate::random_decks::<G>(rules));
            assert!(played.decisions > played.games, "there is something to decide");
        });
    }

    /// A copy of a match goes on as the match does.
    pub fn clones_are_equal(&self) {
        let rules = self.rules(&Terms::default());
        crate::clone_equals::<G>(&rules, 0..100, crate::random_decks::<G>(&rules));
    }

    /// A record leads to the same match again.
    pub fn replays_are_equal(&self) {
        self.under_all_terms(200, |rules, seeds| crate::replay_equals::<G>(rules, seeds, crate::random_decks::<G>(rules)));
    }

    /// Another process plays the same; `test` is the whole name of the test that calls this.
    pub fn another_process_plays_the_same(&self, test: &str) {
        crate::same_in_another_process(test, || {
            let rules = self.rules(&Terms::default());
            let decks = crate::random_decks::<G>(&rules);
            (0..20).fold(0, |all, seed| all ^ crate::digest::<G>(&rules, seed, decks(seed)))
        });
    }

    /// A refused answer changes nothing, and its reason is one that a person can act on.
    pub fn refusals_change_nothing(&self) {
        self.under_all_terms(100, |rules, seeds| {
            crate::refusals_change_nothing::<G>(rules, seeds, crate::random_decks::<G>(rules));
        });
    }

    /// What a view shows changes only with an event that its audience hears.
    pub fn views_change_only_with_events(&self) {
        self.under_all_terms(200, |rules, seeds| {
            crate::views_follow_events::<G>(rules, seeds, crate::random_decks::<G>(rules));
        });
    }

    /// No event names what its audience does not see.
    pub fn nobody_hears_of_what_they_do_not_see(&self) {
        let mut looked = 0;
        self.under_all_terms(400, |rules, seeds| {
            looked += crate::tells_no_secrets::<G>(rules, seeds, crate::random_decks::<G>(rules));
        });
        assert!(looked > 1000, "{looked} names were looked for");
    }

    /// Two worlds: nobody can tell an imagined match from the real one.
    pub fn nobody_can_tell_an_imagined_world(&self) {
        let mut steps = 0;
        self.under_all_terms(400, |rules, seeds| {
            steps += crate::two_worlds::<G>(rules, seeds, crate::random_decks::<G>(rules)).steps;
        });
        assert!(steps > 1000, "the worlds were compared for {steps} steps only");
    }

    /// What is imagined depends only on what the seat knows.
    pub fn nothing_but_what_is_known_is_imagined_from(&self) {
        let mut looked = 0;
        self.under_all_terms(60, |rules, seeds| {
            looked += crate::imagines_what_is_known::<G>(rules, seeds, crate::random_decks::<G>(rules));
        });
        assert!(looked > 1000, "{looked} cards were looked at");
    }

    /// Two matches that a seat cannot tell apart give equal imagined worlds.
    pub fn what_is_imagined_is_the_same_for_twins(&self) {
        let mut looked = 0;
        for edition in G::editions() {
            let rules = self.rules(&Terms { edition: Some((*edition).to_owned()), rulings: vec![] });
            looked += crate::imagines_the_same_for_twins::<G>(&rules, 0..8, crate::random_decks::<G>(&rules));
        }
        assert!(looked > 100, "only {looked} worlds that differ");
    }

    /// The evaluation for a seat does not depend on what the seat cannot see.
    pub fn the_evaluation_does_not_peek(&self) {
        let rules = self.rules(&Terms::default());
        crate::honest_evaluation::<G>(&rules, 0..60, crate::random_decks::<G>(&rules));
    }

    /// Nonsense answers are refused.
    pub fn garbage_answers_are_refused(&self) {
        let rules = self.rules(&Terms::default());
        crate::answers_fuzz::<G>(&rules, 0..200, crate::random_decks::<G>(&rules));
    }
}

/// Every check of the free suite as a test of its own: `playmat_testkit::free_suite!(MyGame);` in a file of tests.
#[macro_export]
macro_rules! free_suite {
    ($game:ty) => {
        fn suite() -> $crate::FreeSuite<$game> {
            $crate::FreeSuite::new(env!("CARGO_MANIFEST_DIR"))
        }

        $crate::free_suite!(@tests
            the_vocabulary_is_sound the_cards_check every_mistake_is_found_in_its_example random_decks_are_legal views_have_the_same_parts plays_to_the_end
            clones_are_equal replays_are_equal refusals_change_nothing views_change_only_with_events
            nobody_hears_of_what_they_do_not_see nobody_can_tell_an_imagined_world
            nothing_but_what_is_known_is_imagined_from what_is_imagined_is_the_same_for_twins the_evaluation_does_not_peek
            garbage_answers_are_refused);

        #[test]
        fn another_process_plays_the_same() {
            let module = module_path!().split_once("::").map_or("", |(_, inside)| inside);
            suite().another_process_plays_the_same(&format!("{module}::another_process_plays_the_same"));
        }
    };
    (@tests $($check:ident)*) => {
        $(#[test]
        fn $check() {
            suite().$check();
        })*
    };
}
