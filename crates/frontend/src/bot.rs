//! A bot for whichever game it is asked in.

use std::any::Any;

use playmat_bots::{BOTS, Bot, BotSpec, Resources, UnknownBot};
use playmat_cards::CardGame;
use playmat_cardtext::nearest;
use playmat_catalog::{NoModel, RuleSet};

use crate::{FrontendError, Kind};

/// A bot with a random stream of its own. It is made for a game when it is first asked in one.
pub struct AnyBot {
    spec: BotSpec,
    seed: u64,
    /// A `Box<dyn Bot<G>>` of the game that it was last asked in.
    made: Option<Box<dyn Any + Send>>,
    judgement: Option<f64>,
}

impl AnyBot {
    /// The bot of this kind and seed.
    pub fn new(spec: BotSpec, seed: u64) -> Self {
        AnyBot { spec, seed, made: None, judgement: None }
    }

    /// Which bot it is.
    pub fn spec(&self) -> BotSpec {
        self.spec
    }

    /// The seed of its random stream.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The chance of winning that it gave its own seat when it last picked, if it makes such estimates.
    pub fn judgement(&self) -> Option<f64> {
        self.judgement
    }

    /// Asks it as a bot of this game.
    pub(crate) fn ask<G: CardGame>(&mut self, rules: &RuleSet<G>, ask: impl FnOnce(&mut dyn Bot<G>) -> usize) -> usize {
        let kept = self.made.take().and_then(|made| made.downcast::<Box<dyn Bot<G>>>().ok());
        let mut bot = kept.unwrap_or_else(|| Box::new(playmat_players::bot(self.spec, Resources::default(), self.seed, rules)));
        let pick = ask(&mut **bot);
        self.judgement = bot.judgement();
        self.made = Some(bot);
        pick
    }
}

/// Why a bot that needs a model cannot play.
pub(crate) fn without_model(bot: BotSpec, why: &NoModel) -> FrontendError {
    Kind::Bot.error(format!("`{bot}` cannot play: {why}; `{}` needs no model", bot.substitute()))
}

/// The bot that a word means, or what else it could mean.
pub fn bot_named(text: &str) -> Result<BotSpec, FrontendError> {
    text.parse().map_err(|unknown: UnknownBot| {
        let near = nearest(text, BOTS.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
        Kind::Bot.error(format!("{unknown}{}", near.unwrap_or_default()))
    })
}
