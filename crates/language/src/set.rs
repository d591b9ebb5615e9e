//! The cards of one game that are read together, and everything the language and the rules say of them.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use playmat_cards::{CardGame, CardInfo, SceneWord, Terms};
use playmat_cardtext::ast::{Span, Words};
use playmat_cardtext::{
    Complaint, Explained, Located, Parsed, Sources, Suggestions, explain_word, glossary, locate, parse, print_card, print_file,
    print_header, suggest,
};
use playmat_catalog::{DeckError, DeckList, Visitor};
use playmat_kernel::Silence;
use playmat_scenario::{Script, Verdict, run};

/// A set of any game.
pub(crate) trait CardSet {
    /// Everything that is wrong with the cards, as `check` says it.
    fn complaints(&self) -> &[Complaint];
    /// A file in its canonical form; none for one that cannot be read as it is.
    fn formatted(&self, file: u32) -> Option<String>;
    /// Every place where a card is named.
    fn mentions(&self) -> Vec<(&str, Span)>;
    /// Where the cards of this name begin, with their texts. A card and a token may share a name.
    fn cards(&self) -> &[SetCard];
    /// How they are printed and what their words mean; none if nothing can be made of them.
    fn printed(&self) -> Option<(Vec<CardInfo>, Vec<Explained>)>;
    /// What can stand at a place.
    fn suggest(&self, file: u32, at: usize) -> Suggestions;
    /// What stands at a place.
    fn locate(&self, file: u32, at: usize, word: &str) -> Option<Located>;
    /// What a word means.
    fn explain(&self, word: &str) -> Option<Explained>;
    /// How a scenario ends; the ready-made decks are these.
    fn judge(&self, script: &Script, decks: &dyn Fn(&str) -> Option<Vec<String>>) -> Verdict;
    /// What is wrong with a deck.
    fn deck_faults(&self, list: &DeckList) -> Vec<DeckError>;
    /// The words of scenarios, with what each is.
    fn scene_words(&self) -> SceneWords;
}

/// A card of a set.
#[derive(Clone, Debug)]
pub(crate) struct SetCard {
    pub name: String,
    pub name_span: Span,
    pub span: Span,
    /// All of it, in canonical form.
    pub text: String,
    /// Its first line.
    pub header: String,
    /// Whether it is never in a deck.
    pub token: bool,
}

/// The words of one game's scenarios.
pub(crate) struct SceneWords {
    pub states: Vec<&'static str>,
    pub scene: Vec<(&'static str, SceneWord)>,
    pub phases: &'static [&'static str],
    pub editions: &'static [&'static str],
    /// `name=value`, and what it means.
    pub rulings: Vec<(String, &'static str)>,
}

/// The set of these texts.
pub(crate) struct Read {
    pub texts: Vec<(String, String)>,
}

impl Visitor for Read {
    type Out = Box<dyn CardSet>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let mut sources = Sources::new();
        for (name, text) in self.texts {
            sources.add(name, text);
        }
        let parsed = parse::<G::Words>(&sources);
        Box::new(Set::<G> { sources, parsed, complaints: OnceCell::new(), cards: OnceCell::new(), rules: RefCell::default() })
    }
}

type Built<R> = Result<Arc<R>, String>;

struct Set<G: CardGame> {
    sources: Sources,
    parsed: Parsed<G::Words>,
    complaints: OnceCell<Vec<Complaint>>,
    cards: OnceCell<Vec<SetCard>>,
    /// The rule sets that scenarios asked for.
    rules: RefCell<HashMap<Terms, Built<G::Rules>>>,
}

impl<G: CardGame> Set<G> {
    fn rules(&self, terms: &Terms) -> Built<G::Rules> {
        let build = || G::build(&self.parsed.cards().collect::<Vec<_>>(), terms).map(Arc::new);
        self.rules.borrow_mut().entry(terms.clone()).or_insert_with(build).clone()
    }
}

impl<G: CardGame> CardSet for Set<G> {
    fn complaints(&self) -> &[Complaint] {
        self.complaints.get_or_init(|| {
            let mut complaints = self.parsed.complaints.clone();
            complaints.extend(G::check(&self.parsed.cards().collect::<Vec<_>>()));
            Complaint::sort(&mut complaints);
            complaints
        })
    }

    fn formatted(&self, file: u32) -> Option<String> {
        let broken = self.parsed.complaints.iter().any(|complaint| complaint.span.file == file);
        self.parsed.files.get(file as usize).filter(|_| !broken).map(print_file)
    }

    fn mentions(&self) -> Vec<(&str, Span)> {
        self.parsed.mentions()
    }

    fn cards(&self) -> &[SetCard] {
        self.cards.get_or_init(|| {
            let card = |card: &playmat_cardtext::Card<G::Words>| SetCard {
                name: card.name.clone(),
                name_span: card.name_span,
                span: card.span,
                text: print_card(card),
                header: print_header(card),
                token: <G::Words as Words>::vocabulary().is_token(card.kind),
            };
            self.parsed.cards().map(card).collect()
        })
    }

    fn printed(&self) -> Option<(Vec<CardInfo>, Vec<Explained>)> {
        let mut cards: Vec<_> = self.parsed.cards().collect();
        loop {
            if let Ok(rules) = G::build(&cards, &Terms::default()) {
                return Some((G::cards(&rules).to_vec(), G::glossary(&rules)));
            }
            // Those that the rules do not take are left out; what names them is refused in the next round.
            let wrong: Vec<Span> = G::check(&cards).into_iter().map(|complaint| complaint.span).collect();
            let begins = |place: Span| {
                let before =
                    cards.iter().map(|card| card.span).filter(|card| card.file == place.file && card.start <= place.start);
                before.max_by_key(|card| card.start)
            };
            let refused: Vec<Span> = wrong.into_iter().filter_map(begins).collect();
            if refused.is_empty() {
                return None;
            }
            cards.retain(|card| !refused.contains(&card.span));
        }
    }

    fn suggest(&self, file: u32, at: usize) -> Suggestions {
        suggest::<G::Words>(&self.sources, file, at, self.parsed.cards().map(|card| card.name.as_str()))
    }

    fn locate(&self, file: u32, at: usize, word: &str) -> Option<Located> {
        locate(&self.parsed, file, at, word)
    }

    fn explain(&self, word: &str) -> Option<Explained> {
        let whole = |found: &Explained| found.word == word || found.usage.split(", ").any(|form| form == word);
        explain_word::<G::Words>(word)?.into_iter().find(whole)
    }

    fn judge(&self, script: &Script, decks: &dyn Fn(&str) -> Option<Vec<String>>) -> Verdict {
        run::<G>(&mut |terms| self.rules(terms), script, decks, &mut Silence)
    }

    fn deck_faults(&self, list: &DeckList) -> Vec<DeckError> {
        match self.rules(&Terms::default()) {
            Ok(rules) => list.legal::<G>(&rules).err().unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }

    fn scene_words(&self) -> SceneWords {
        let ruling = |ruling: &playmat_cards::RulingInfo| -> Vec<(String, &'static str)> {
            ruling.values.iter().map(|(value, meaning)| (format!("{}={value}", ruling.name), *meaning)).collect()
        };
        SceneWords {
            states: G::state_words().iter().map(|(word, _)| *word).collect(),
            scene: G::scene_words().to_vec(),
            phases: G::phases(),
            editions: G::editions(),
            rulings: G::rulings().iter().flat_map(ruling).collect(),
        }
    }
}

/// The words of a game with what they mean: for the grammar.
#[derive(Clone)]
pub(crate) struct Glossary;

impl Visitor for Glossary {
    type Out = Vec<Explained>;

    fn visit<G: CardGame>(self) -> Self::Out {
        glossary::<G::Words>()
    }
}
