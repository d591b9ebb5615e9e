//! From the tree of a card to its definition and programs. What does not fit was complained about by the checks; here it is
//! an error in words, so that a card that does not check does not load.

use std::collections::BTreeMap;

use playmat_cards::{Card, CardInfo, DefId, Op};
use playmat_cardtext::ast::{self, Arg, Effect, Quant};
use playmat_cardtext::{print_ability, print_effect, print_keyword};

use crate::rules::{Ability, AbilityId, Action, Amount, Def, Filter, Instruction, Landing, Pick, Rules, Side, What, Who};
use crate::rulings::Rulings;
use crate::words::{Adjective, Noun, SkirmishWords, Tail, Trigger, Verb};

type Tree = ast::Card<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;

/// Compiles the cards of a set.
pub fn lower(cards: &[&Tree], rulings: Rulings) -> Result<Rules, String> {
    let mut sorted: Vec<&Tree> = cards.to_vec();
    sorted.sort_by(|a, b| (&a.name, a.kind.is_made()).cmp(&(&b.name, b.kind.is_made())));
    if sorted.len() > Card::MOST_DEFINITIONS {
        return Err(format!("{} cards are too many; at most {} fit", sorted.len(), Card::MOST_DEFINITIONS));
    }
    // Where a name leads: a token is meant before a card of the same name.
    let names = sorted.iter().enumerate().map(|(place, card)| (card.name.clone(), DefId(place as u16))).collect();
    let mut lowering = Lowering { rules: Rules::empty(rulings), names };
    for card in &sorted {
        lowering.card(card).map_err(|why| format!("{}: {why}", card.name))?;
    }
    let mut rules = lowering.rules;
    for (place, def) in rules.defs.iter().enumerate().filter(|(_, def)| !def.kind.is_made()) {
        rules.pools[usize::from(def.kind.is_action())].push(DefId(place as u16));
    }
    Ok(rules)
}

/// The printed power of a card.
pub fn printed_power(card: &Tree) -> Option<i32> {
    card.header.iter().find_map(|arg| if let Arg::Number(power, _) = arg { Some(*power) } else { None })
}

/// The number behind a trigger.
pub fn cooldown(line: &ast::Ability<SkirmishWords>) -> Option<i32> {
    match &line.trigger {
        Some((Trigger::Activate, args)) => {
            args.iter().find_map(|arg| if let Arg::Number(turns, _) = arg { Some(*turns) } else { None })
        }
        _ => None,
    }
}

/// Whether somebody has to choose.
pub fn is_choice(selector: &Selector) -> bool {
    selector.quant == Quant::One
}

/// Whether a selector is about slots and not about units.
pub fn is_slot(selector: &Selector) -> bool {
    matches!(selector.noun, Noun::Slot | Noun::ThisSlot)
}

struct Lowering {
    rules: Rules,
    names: BTreeMap<String, DefId>,
}

impl Lowering {
    fn card(&mut self, card: &Tree) -> Result<(), String> {
        let first = self.rules.abilities.len() as u16;
        for line in &card.abilities {
            let ability = self.ability(line)?;
            let id = AbilityId(self.rules.abilities.len() as u16);
            if let Some(words) = branches(&line.effect) {
                self.rules.branches.insert(id, words);
            }
            self.rules.abilities.push(ability);
            self.rules.labels.push(format!("{}: {}", card.name, print_ability(line)));
        }
        let own = &self.rules.abilities[first as usize..];
        self.rules.defs.push(Def {
            kind: card.kind,
            power: printed_power(card).unwrap_or(0).clamp(0, 99) as i16,
            keywords: card.keywords.iter().fold(0, |set, keyword| set | keyword.keyword.bit()),
            heeds: own.iter().fold(0, |heeds, ability| heeds | ability.trigger.bit()),
            cooldown: card.abilities.iter().find_map(cooldown).unwrap_or(0).clamp(0, 99) as u8,
            first,
            count: own.len() as u8,
        });
        self.rules.infos.push(CardInfo {
            name: card.name.clone(),
            kind: card.kind.word(),
            category: None,
            stats: printed_power(card).map(|power| power.to_string()),
            keywords: card.keywords.iter().map(print_keyword).collect(),
            text: card.abilities.iter().map(print_ability).collect(),
            token: card.kind.is_made(),
            generated: false,
            pool: true,
            icon: card.note("icon").map(str::to_owned),
        });
        Ok(())
    }

    fn ability(&mut self, line: &ast::Ability<SkirmishWords>) -> Result<Ability, String> {
        let (trigger, about) = match &line.trigger {
            None => (Trigger::Played, Filter::ANY),
            // Only its own player's actions.
            Some((Trigger::ActionPlayed, _)) => (Trigger::ActionPlayed, Filter { side: Side::Own, ..Filter::ANY }),
            Some((trigger, args)) => {
                let about = args.iter().find_map(|arg| if let Arg::Who(who) = arg { Some(filter(who)) } else { None });
                (*trigger, about.unwrap_or(Filter::ANY))
            }
        };
        let mut program = Program { ops: vec![], registers: 0, branched: false };
        self.effect(&mut program, &line.effect, false)?;
        program.ops.push(Op::End);
        let start = self.rules.ops.len() as u16;
        self.rules.ops.extend(program.ops.iter().map(|&op| match op {
            Op::Jump(to) => Op::Jump(to + start),
            Op::May(to) => Op::May(to + start),
            op => op,
        }));
        Ok(Ability { trigger, about, start })
    }

    fn effect(&mut self, program: &mut Program, effect: &Effect<SkirmishWords>, optional: bool) -> Result<(), String> {
        match effect {
            Effect::Do(clause) => self.clause(program, clause, optional),
            Effect::Then(steps) => steps.iter().try_for_each(|step| self.effect(program, step, optional)),
            Effect::Either(branches, _) => {
                if std::mem::replace(&mut program.branched, true) {
                    return Err("only one `either` fits on a line".into());
                }
                let head = program.ops.len();
                program.ops.push(Op::Either(branches.len() as u8));
                program.ops.extend(branches.iter().map(|_| Op::Jump(0)));
                let mut ends = Vec::new();
                for (place, branch) in branches.iter().enumerate() {
                    program.ops[head + 1 + place] = Op::Jump(program.ops.len() as u16);
                    self.effect(program, branch, optional)?;
                    ends.push(program.ops.len());
                    program.ops.push(Op::Jump(0));
                }
                let after = program.ops.len() as u16;
                for end in ends {
                    program.ops[end] = Op::Jump(after);
                }
                Ok(())
            }
            // A choice that may be declined asks one question: which one, or none.
            Effect::May(inner, _) => match &**inner {
                Effect::Do(clause) if clause.args.iter().any(|arg| matches!(arg, Arg::Who(who) if is_choice(who))) => {
                    self.clause(program, clause, true)
                }
                inner => {
                    let head = program.ops.len();
                    program.ops.push(Op::May(0));
                    self.effect(program, inner, optional)?;
                    program.ops[head] = Op::May(program.ops.len() as u16);
                    Ok(())
                }
            },
            Effect::If(condition, _) => match condition.condition {},
        }
    }

    fn clause(&mut self, program: &mut Program, clause: &ast::Clause<SkirmishWords>, optional: bool) -> Result<(), String> {
        let arg = |place: usize| clause.args.get(place).ok_or("a value is missing");
        let number = |place: usize| match arg(place)? {
            Arg::Number(n, _) | Arg::Count(n, _) => Ok((*n).clamp(0, 99) as u8),
            _ => Err("a number is missing"),
        };
        let selector = |place: usize| match arg(place)? {
            Arg::Who(selector) => Ok(selector),
            _ => Err("it is not said who"),
        };
        let mut who = |place: usize, landing| program.who(selector(place)?, landing, optional);
        let nobody = Landing::Nobody;
        let more = |who, amount| match selector(0) {
            Ok(selector) if is_slot(selector) => Action::Modify(who, amount),
            _ => Action::Gain(who, amount),
        };
        let action = match clause.verb {
            Verb::Draw => Action::Draw(number(0)?),
            Verb::Get => more(who(0, nobody)?, Amount::Fixed(number(1)?)),
            Verb::GetThatMuch | Verb::GetLastPower => more(who(0, nobody)?, Amount::Brought),
            Verb::Damage => Action::Damage(Amount::Fixed(number(0)?), who(1, nobody)?),
            Verb::DamageAround => Action::Blast(Amount::Fixed(number(0)?), who(1, nobody)?),
            Verb::DamageLastPower => Action::Damage(Amount::Brought, who(0, nobody)?),
            Verb::Kill => Action::Kill(who(0, nobody)?),
            Verb::DeployToken => {
                let def = self.named(arg(1)?)?;
                Action::DeployToken(def, who(2, Landing::Token(def))?)
            }
            Verb::Deploy => match who(0, nobody)? {
                Who::Chosen(register) => Action::Deploy(register, who(1, Landing::Chosen(register))?),
                _ => return Err("only a chosen card can be deployed".into()),
            },
            Verb::Cleanse => Action::Cleanse(who(0, nobody)?),
            Verb::Move => {
                let whom = who(0, nobody)?;
                Action::Move(whom, who(1, nobody)?)
            }
            Verb::Match => {
                let whom = who(0, nobody)?;
                Action::Match(whom, who(1, nobody)?)
            }
            Verb::Return => Action::Return(who(0, nobody)?),
        };
        program.ops.push(Op::Act(action));
        Ok(())
    }

    fn named(&self, arg: &Arg<SkirmishWords>) -> Result<DefId, String> {
        match arg {
            Arg::Card(name, _) => self.names.get(name).copied().ok_or_else(|| format!("there is no card `{name}`")),
            _ => Err("a card's name is missing".into()),
        }
    }
}

/// The words of the branches, if there are any.
fn branches(effect: &Effect<SkirmishWords>) -> Option<Vec<String>> {
    match effect {
        Effect::Either(branches, _) => Some(branches.iter().map(print_effect).collect()),
        Effect::Then(steps) => steps.iter().find_map(branches),
        Effect::May(inner, _) => branches(inner),
        _ => None,
    }
}

struct Program {
    ops: Vec<Instruction>,
    registers: u8,
    branched: bool,
}

impl Program {
    /// A selector as a group, or as a choice made just before.
    fn who(&mut self, selector: &Selector, landing: Landing, optional: bool) -> Result<Who, String> {
        let whole = match selector.noun {
            Noun::This => Who::This,
            Noun::ThisSlot => Who::ThisSlot,
            Noun::It => Who::It,
            Noun::Front => Who::Front,
            Noun::Consumer => Who::Consumer,
            _ if is_choice(selector) => {
                let register = self.registers;
                if register >= 2 {
                    return Err("at most two choices fit on a line".into());
                }
                self.registers += 1;
                let pick = Pick { what: what(selector), filter: filter(selector), landing, optional };
                self.ops.push(Op::Act(Action::Choose { register, pick }));
                Who::Chosen(register)
            }
            _ if selector.quant == Quant::All => Who::All(what(selector), filter(selector)),
            _ => return Err("write `all` or `a` before the noun".into()),
        };
        Ok(whole)
    }
}

fn what(selector: &Selector) -> What {
    match selector.noun {
        _ if selector.adjectives.contains(&Adjective::Dead) => What::Dead,
        Noun::Slot => What::Slot,
        _ => What::Unit,
    }
}

fn filter(selector: &Selector) -> Filter {
    let has = |adjective| selector.adjectives.contains(&adjective);
    let side = match selector.noun {
        Noun::Ally => Side::Own,
        Noun::Enemy => Side::Enemy,
        _ if has(Adjective::Own) => Side::Own,
        _ => Side::Both,
    };
    let mut filter = Filter { side, close: has(Adjective::Close), wounded: has(Adjective::Wounded), ..Filter::ANY };
    for (tail, args) in &selector.tails {
        let number = args.iter().find_map(|arg| if let Arg::Number(n, _) = arg { Some(*n) } else { None });
        let number = number.unwrap_or(0).clamp(0, 99) as u8;
        match tail {
            Tail::PowerOrMore => filter.at_least = number,
            Tail::PrintedOrLess => filter.at_most = number,
            Tail::OtherName => filter.other = true,
            Tail::BesideIt => filter.beside = true,
        }
    }
    filter
}
