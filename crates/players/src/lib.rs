//! The bots of all games, compiled here and nowhere else: a search that is written for any game is large once it is made for one.

use std::any::Any;

use playmat_bots::{Bot, BotSpec, Resources};
use playmat_cards::CardGame;
use playmat_catalog::{AnyRules, RuleSet, Visitor};

/// A bot with a random stream of its own, for a machine with these resources. If it needs a model and there is none, its
/// [substitute](BotSpec::substitute) plays: whoever must not have that, or says so to people, looks before.
pub fn bot<G: CardGame>(spec: BotSpec, on: Resources, seed: u64, rules: &RuleSet<G>) -> Box<dyn Bot<G>> {
    *made(spec, on, seed, rules).downcast().expect("a bot is of the game that its rules name")
}

/// A `Box<dyn Bot<G>>`. The type of the game is found again, so that callers do not bring it along and have their bots made anew.
fn made(spec: BotSpec, on: Resources, seed: u64, rules: &dyn AnyRules) -> Box<dyn Any> {
    struct Make<'a>(BotSpec, Resources, u64, &'a dyn AnyRules);
    impl Visitor for Make<'_> {
        type Out = Box<dyn Any>;
        fn visit<G: CardGame>(self) -> Box<dyn Any> {
            let Make(spec, on, seed, rules) = self;
            Box::new(spec.bot_on::<G>(on, seed, || rules.of::<G>().model().ok()))
        }
    }
    rules.visit(Make(spec, on, seed, rules))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use playmat_bots::{BOTS, Resources};
    use playmat_cards::Terms;
    use playmat_catalog::{Library, Origin, visit_all};

    use super::*;

    /// Every bot of every game is of the type that is asked for.
    #[test]
    fn every_game_has_its_bots() {
        #[derive(Clone)]
        struct All;
        impl Visitor for All {
            type Out = usize;
            fn visit<G: CardGame>(self) -> usize {
                let library = Library::<G>::load(&Origin::Shipped).unwrap_or_else(|error| panic!("{error}"));
                let rules: Arc<RuleSet<G>> = library.rules(&Terms::default()).expect("the usual terms are right");
                let specs = BOTS.iter().map(|name| name.parse().expect("it is a bot"));
                specs.map(|spec| bot(spec, Resources::default(), 1, &*rules)).filter(|bot| bot.judgement().is_none()).count()
            }
        }
        assert!(visit_all(All).into_iter().all(|bots| bots == BOTS.len()));
    }
}
