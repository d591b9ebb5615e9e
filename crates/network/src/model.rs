//! A network ready for the cards of a rule set.

use std::sync::Arc;

use playmat_cards::{CardGame, Encoder};
use playmat_kernel::{Options, Table};

use crate::{Cards, Misfit, Network, Scratch, Sheet, Wanted};

/// A network that plays a game under one rule set.
pub struct Model<G: CardGame> {
    network: Arc<Network>,
    encoder: Encoder<G>,
    cards: Cards,
}

/// What a network must fit to play this game.
pub fn wanted<G: CardGame>() -> Result<Wanted, Misfit> {
    let encoder = G::encoder().ok_or_else(|| Misfit::NoNumbers { game: G::TITLE.to_owned() })?;
    Ok(Wanted { game: G::NAME, layout: encoder.layout(), rules: G::RULE_VERSION })
}

impl<G: CardGame> Model<G> {
    /// Makes the network ready for the cards of these rules.
    pub fn new(network: Arc<Network>, rules: &G::Rules) -> Result<Self, Misfit> {
        let encoder = G::encoder().ok_or_else(|| Misfit::NoNumbers { game: G::TITLE.to_owned() })?;
        let columns = encoder.layout().definitions.columns.len();
        let mut definitions = vec![0; columns * G::cards(rules).len()];
        encoder.definitions(rules, &mut definitions);
        let cards = Cards::new(&network, &definitions);
        Ok(Model { network, encoder, cards })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What it makes of the cards.
    pub fn cards(&self) -> &Cards {
        &self.cards
    }

    /// Room for a question.
    pub fn sheet(&self) -> Sheet {
        Sheet::new(self.encoder.layout())
    }

    /// Writes the pending question, whose options the caller has just listed, as its seat sees it.
    pub fn write(&self, rules: &G::Rules, table: &Table<G>, options: &Options<G::Choice>, sheet: &mut Sheet) {
        sheet.write(&self.encoder, rules, table, options);
    }

    /// Says of each question what it is worth and how good its options look: the same whatever the others are.
    pub fn judge(&self, sheets: &mut [&mut Sheet], scratch: &mut Scratch) {
        self.network.judge(&self.cards, sheets, scratch);
    }
}
