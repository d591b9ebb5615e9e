//! Walking a tree: every value and every clause, through choices, tails and quoted abilities.

use crate::ast::{Ability, Arg, Card, Clause, Effect, Selector, Words};

impl<W: Words> Card<W> {
    /// Every printed number, to be changed: of the header, the keywords and the lines, in the order in which they are printed. How
    /// many a phrase is about (`up to 2 enemies`) is part of the phrase and none of them.
    pub fn numbers_mut(&mut self) -> Vec<&mut i32> {
        let mut found = Vec::new();
        self.header.iter_mut().for_each(|arg| numbers_in(arg, &mut found));
        found.extend(self.keywords.iter_mut().filter_map(|keyword| keyword.number.as_mut()));
        self.abilities.iter_mut().for_each(|ability| ability_numbers(ability, &mut found));
        found
    }
}

fn ability_numbers<'a, W: Words>(ability: &'a mut Ability<W>, found: &mut Vec<&'a mut i32>) {
    if let Some((_, args)) = &mut ability.trigger {
        args.iter_mut().for_each(|arg| numbers_in(arg, found));
    }
    ability.costs.iter_mut().flat_map(|cost| &mut cost.args).for_each(|arg| numbers_in(arg, found));
    effect_numbers(&mut ability.effect, found);
}

fn effect_numbers<'a, W: Words>(effect: &'a mut Effect<W>, found: &mut Vec<&'a mut i32>) {
    match effect {
        Effect::Do(clause) => clause.args.iter_mut().for_each(|arg| numbers_in(arg, found)),
        Effect::Then(steps) | Effect::Either(steps, _) => steps.iter_mut().for_each(|step| effect_numbers(step, found)),
        Effect::May(step, _) => effect_numbers(step, found),
        Effect::If(condition, step) => {
            condition.args.iter_mut().for_each(|arg| numbers_in(arg, found));
            effect_numbers(step, found);
        }
    }
}

fn numbers_in<'a, W: Words>(arg: &'a mut Arg<W>, found: &mut Vec<&'a mut i32>) {
    match arg {
        Arg::Number(number, _) | Arg::Count(number, _) => found.push(number),
        Arg::Stats(first, second, _) | Arg::Delta(first, second, _) => found.extend([first, second]),
        Arg::Keyword(keyword) => found.extend(keyword.number.as_mut()),
        Arg::Who(selector) => {
            selector.tails.iter_mut().flat_map(|(_, args)| args).for_each(|arg| numbers_in(arg, found));
        }
        Arg::Ability(ability) => ability_numbers(ability, found),
        Arg::Card(..) | Arg::Adjectives(..) => {}
    }
}

impl<W: Words> Ability<W> {
    /// Every value of the ability: of its trigger, costs, conditions, clauses and tails, and of abilities it quotes.
    pub fn each_arg<'a>(&'a self, see: &mut dyn FnMut(&'a Arg<W>)) {
        if let Some((_, args)) = &self.trigger {
            each_value(args, see);
        }
        self.costs.iter().for_each(|cost| each_value(&cost.args, see));
        self.effect.each_arg(see);
    }

    /// This ability and every ability it quotes.
    pub fn each_ability<'a>(&'a self, see: &mut dyn FnMut(&'a Ability<W>)) {
        see(self);
        let mut quoted = Vec::new();
        self.each_arg(&mut |arg| {
            if let Arg::Ability(ability) = arg {
                quoted.push(&**ability);
            }
        });
        quoted.into_iter().for_each(see);
    }
}

impl<W: Words> Effect<W> {
    /// Every value of the effect, also of abilities it quotes.
    pub fn each_arg<'a>(&'a self, see: &mut dyn FnMut(&'a Arg<W>)) {
        match self {
            Self::Do(clause) => each_value(&clause.args, see),
            Self::Then(steps) | Self::Either(steps, _) => steps.iter().for_each(|step| step.each_arg(see)),
            Self::May(step, _) => step.each_arg(see),
            Self::If(condition, step) => {
                each_value(&condition.args, see);
                step.each_arg(see);
            }
        }
    }

    /// Every clause of the effect, not of abilities it quotes.
    pub fn each_clause<'a>(&'a self, see: &mut dyn FnMut(&'a Clause<W>)) {
        match self {
            Self::Do(clause) => see(clause),
            Self::Then(steps) | Self::Either(steps, _) => steps.iter().for_each(|step| step.each_clause(see)),
            Self::May(step, _) | Self::If(_, step) => step.each_clause(see),
        }
    }
}

impl<W: Words> Selector<W> {
    /// Every value of its tails.
    pub fn each_arg<'a>(&'a self, see: &mut dyn FnMut(&'a Arg<W>)) {
        self.tails.iter().for_each(|(_, args)| each_value(args, see));
    }
}

/// Every value of a list, and the values inside of it.
pub(crate) fn each_value<'a, W: Words>(args: impl IntoIterator<Item = &'a Arg<W>>, see: &mut dyn FnMut(&'a Arg<W>)) {
    for arg in args {
        see(arg);
        match arg {
            Arg::Who(selector) => selector.each_arg(see),
            Arg::Ability(ability) => ability.each_arg(see),
            _ => {}
        }
    }
}
