//! The rule sets of one library, each built once.

use std::collections::HashMap;
use std::sync::Arc;

use playmat_cards::{CardGame, Terms};
use playmat_catalog::Library;

/// Builds rule sets on demand and keeps them.
pub struct RuleSets<G: CardGame> {
    library: Library<G>,
    built: HashMap<Terms, Arc<G::Rules>>,
}

impl<G: CardGame> RuleSets<G> {
    /// None is built yet.
    pub fn new(library: Library<G>) -> Self {
        RuleSets { library, built: HashMap::new() }
    }

    /// The rule set of these terms, or what is wrong with them.
    pub fn of(&mut self, terms: &Terms) -> Result<Arc<G::Rules>, String> {
        if let Some(rules) = self.built.get(terms) {
            return Ok(rules.clone());
        }
        let rules = self.library.rules(terms)?.rules.clone();
        self.built.insert(terms.clone(), rules.clone());
        Ok(rules)
    }
}
