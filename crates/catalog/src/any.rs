//! The rules and cards of a game whose type is not known: what stands above and plays no match itself is written for these, and
//! compiled once. Who needs the game's type gets it by `visit`, and then the rules or cards of that game by `of`.

use std::any::Any;
use std::sync::Arc;

use playmat_cards::{CardGame, CardInfo, DefId, Reason, RulingInfo, Terms};
use playmat_cardtext::ast::Words;
use playmat_cardtext::{Card, Explained, Sources, print_card};
use playmat_kernel::{Chance, Fingerprint};
use playmat_network::Network;

use crate::{
    Archive, CardSet, Deck, DeckError, DeckList, Library, LoadError, ModelOrigin, Needed, NoModel, Origin, RuleSet, Visitor,
    visit,
};

/// Rules of any game, shared by all who play under them.
pub type Rules = Arc<dyn AnyRules>;

/// Cards of any game, checked.
pub type Cards = Arc<dyn AnyLibrary>;

/// A [`RuleSet`] of any game.
pub trait AnyRules: Any + Send + Sync {
    /// `CardGame::NAME`
    fn game(&self) -> &'static str;
    /// `CardGame::TITLE`
    fn title(&self) -> &'static str;
    /// `CardGame::RULE_VERSION`
    fn version(&self) -> u16;
    /// `Rulebook::editions`
    fn editions(&self) -> &'static [&'static str];
    /// `CardGame::PLACES`
    fn places(&self) -> u8;
    /// `Show::turn_phases`
    fn turn_phases(&self) -> Vec<&'static str>;
    /// `Rulebook::guide`
    fn guide(&self) -> &'static [(&'static str, &'static [&'static str])];
    /// `Rulebook::glossary`
    fn glossary(&self) -> Vec<Explained>;
    /// All rulings with the values that they have.
    fn ruled(&self) -> Vec<(&'static RulingInfo, &'static str)>;
    /// Equal on every machine for equal cards, rulings and rule version.
    fn fingerprint(&self) -> Fingerprint;
    /// Equal for equal cards.
    fn set(&self) -> Fingerprint;
    /// The terms, as they were asked for.
    fn terms(&self) -> &Terms;
    /// The card files that it was built from.
    fn sources(&self) -> &Sources;
    /// All definitions, in their order.
    fn cards(&self) -> &[CardInfo];
    /// What counts of the rules are called: `CardGame::parts`.
    fn parts(&self) -> Vec<String>;
    /// Why a deck is not legal.
    fn deck_faults(&self, deck: &[DefId]) -> Vec<Reason>;
    /// A deck with everything that is wrong with it.
    fn legal(&self, list: &DeckList) -> Result<Deck, Vec<DeckError>>;
    /// A random deck of this category, or of any; an error if the cards allow no legal one.
    fn random_deck(&self, category: Option<&str>, chance: &mut dyn Chance) -> Result<Deck, String>;
    /// The network of learned players, ready for these cards; or why there is none.
    fn network(&self) -> Result<&Network, &NoModel>;
    /// The weight file of its model; none if that is part of every program of this version.
    fn own_weights(&self) -> Result<Option<Vec<u8>>, NoModel>;
}

/// A [`Library`] of any game.
pub trait AnyLibrary: Any + Send + Sync {
    /// `CardGame::NAME`
    fn game(&self) -> &'static str;
    /// `CardGame::TITLE`
    fn title(&self) -> &'static str;
    /// The rule set of these terms, or what is wrong with the terms.
    fn rules(&self, terms: &Terms) -> Result<Rules, String>;
    /// The rule set that a record names: of these cards, or of an older set.
    fn rules_of(&self, sets: &Archive, needed: &Needed) -> Result<Rules, String>;
    /// The card files.
    fn card_set(&self) -> CardSet;
    /// The text of each card.
    fn card_texts(&self) -> Vec<CardText>;
}

/// The text of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardText {
    /// Its name.
    pub name: String,
    /// Whether it is never in a deck: it may share its name with a card.
    pub token: bool,
    /// All of it, in canonical form.
    pub text: String,
}

impl dyn AnyRules {
    /// The rules of this game, which it must be.
    pub fn of<G: CardGame>(&self) -> &RuleSet<G> {
        let any: &dyn Any = self;
        any.downcast_ref().expect("rules are of the game that they name")
    }

    /// [`AnyRules::of`] for who shares them.
    pub fn shared<G: CardGame>(self: Arc<Self>) -> Arc<RuleSet<G>> {
        let any: Arc<dyn Any + Send + Sync> = self;
        any.downcast().expect("rules are of the game that they name")
    }

    /// Does something with their game.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Out {
        visit(self.game(), visitor).expect("rules are of a game that is known")
    }

    /// The name of a card.
    pub fn name(&self, def: DefId) -> &str {
        self.cards().get(def.0 as usize).map_or("?", |info| &info.name)
    }
}

impl dyn AnyLibrary {
    /// Does something with their game.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Out {
        visit(self.game(), visitor).expect("cards are of a game that is known")
    }

    /// The cards of this game, which it must be.
    pub fn of<G: CardGame>(&self) -> &Library<G> {
        let any: &dyn Any = self;
        any.downcast_ref().expect("cards are of the game that they name")
    }
}

impl<G: CardGame> AnyRules for RuleSet<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn version(&self) -> u16 {
        G::RULE_VERSION
    }

    fn editions(&self) -> &'static [&'static str] {
        G::editions()
    }

    fn places(&self) -> u8 {
        G::PLACES
    }

    fn turn_phases(&self) -> Vec<&'static str> {
        G::turn_phases(&self.rules)
    }

    fn guide(&self) -> &'static [(&'static str, &'static [&'static str])] {
        G::guide()
    }

    fn glossary(&self) -> Vec<Explained> {
        G::glossary(&self.rules)
    }

    fn ruled(&self) -> Vec<(&'static RulingInfo, &'static str)> {
        G::rulings().iter().zip(G::ruled(&self.rules)).collect()
    }

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    fn set(&self) -> Fingerprint {
        self.set
    }

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn sources(&self) -> &Sources {
        &self.sources
    }

    fn cards(&self) -> &[CardInfo] {
        G::cards(&self.rules)
    }

    fn parts(&self) -> Vec<String> {
        G::parts(&self.rules)
    }

    fn deck_faults(&self, deck: &[DefId]) -> Vec<Reason> {
        G::deck_faults(&self.rules, deck)
    }

    fn legal(&self, list: &DeckList) -> Result<Deck, Vec<DeckError>> {
        list.legal::<G>(&self.rules)
    }

    fn random_deck(&self, category: Option<&str>, chance: &mut dyn Chance) -> Result<Deck, String> {
        crate::random_deck::<G>(&self.rules, category, &mut &mut *chance)
    }

    fn network(&self) -> Result<&Network, &NoModel> {
        self.model().map(|model| model.network())
    }

    fn own_weights(&self) -> Result<Option<Vec<u8>>, NoModel> {
        RuleSet::own_weights(self)
    }
}

impl<G: CardGame> AnyLibrary for Library<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self, terms: &Terms) -> Result<Rules, String> {
        Library::rules(self, terms).map(|rules| rules as Rules)
    }

    fn rules_of(&self, sets: &Archive, needed: &Needed) -> Result<Rules, String> {
        sets.rules(self, needed).map(|rules| rules as Rules)
    }

    fn card_set(&self) -> CardSet {
        CardSet::of(self)
    }

    fn card_texts(&self) -> Vec<CardText> {
        let is_token = |kind| <G::Words as Words>::vocabulary().is_token(kind);
        let text =
            |card: &Card<G::Words>| CardText { name: card.name.clone(), token: is_token(card.kind), text: print_card(card) };
        self.cards().map(text).collect()
    }
}

/// Reads and checks the cards of a game.
pub fn load(game: &str, origin: &Origin, models: &ModelOrigin) -> Result<Cards, LoadError> {
    struct Load<'a>(&'a Origin, &'a ModelOrigin);
    impl Visitor for Load<'_> {
        type Out = Result<Cards, LoadError>;
        fn visit<G: CardGame>(self) -> Self::Out {
            Ok(Arc::new(Library::<G>::load(self.0)?.with_models(self.1.clone())))
        }
    }
    visit(game, Load(origin, models)).map_err(LoadError::NoGame)?
}
