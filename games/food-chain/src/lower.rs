//! From the tree of a card to its definition and programs. What does not fit was complained about by the checks; here it is
//! an error in words, so that a card that does not check does not load.

use std::collections::HashMap;

use playmat_cards::{Card, CardInfo, DefId, Op, Stats};
use playmat_cardtext::ast::{self, Arg, Effect, Quant};
use playmat_cardtext::{print_ability, print_effect, print_keyword};

use crate::rules::{
    Ability, AbilityId, Action, Class, Def, Filter, From, Instruction, Needs, Pick, Play, Purpose, Rules, Side, What, Who,
};
use crate::rulings::{EDITIONS, FieldSpellCost, Rulings, Traps};
use crate::words::{Adjective, CATEGORIES, FoodWords, Keyword, Kind, Noun, Tail, Trigger, Verb};

/// Compiles the cards of a set, all of them, whatever the edition's pool.
pub fn lower(cards: &[&ast::Card<FoodWords>], edition: usize, rulings: Rulings) -> Result<Rules, String> {
    let mut sorted: Vec<&ast::Card<FoodWords>> = cards.to_vec();
    sorted.sort_by(|a, b| (&a.name, a.kind.is_made()).cmp(&(&b.name, b.kind.is_made())));
    sorted.dedup_by(|a, b| a.name == b.name && a.kind.is_made() && b.kind.is_made());
    if sorted.len() > Card::MOST_DEFINITIONS {
        return Err(format!("{} cards are too many; at most {} fit", sorted.len(), Card::MOST_DEFINITIONS));
    }
    let mut lowering = Lowering { rules: Rules { rulings, edition, ..Rules::empty() }, names: names(&sorted) };
    for (place, card) in sorted.iter().enumerate() {
        lowering.card(DefId(place as u16), card).map_err(|why| format!("{}: {why}", card.name))?;
    }
    let mut rules = lowering.rules;
    for op in &rules.ops {
        if let Op::Act(Action::AddToken(_, def)) = op {
            rules.infos[def.0 as usize].generated = true;
        }
    }
    for (place, def) in rules.defs.iter().enumerate().filter(|(_, def)| def.pool && !def.kind.is_made()) {
        rules.pools[def.category as usize][share(def.kind)].push(DefId(place as u16));
    }
    Ok(rules)
}

/// Which share of a random deck a kind belongs to (FC A1); a field spell counts as a free spell.
pub const fn share(kind: Kind) -> usize {
    match kind {
        Kind::Prey | Kind::TokenPrey => 0,
        Kind::Predator | Kind::TokenPredator => 1,
        Kind::Spell | Kind::TokenSpell => 2,
        Kind::FreeSpell | Kind::FieldSpell | Kind::TokenFreeSpell => 3,
        Kind::Trap => 4,
    }
}

/// The printed numbers of a card.
pub fn printed_stats(card: &ast::Card<FoodWords>) -> Option<(Stats, Option<i32>)> {
    let mut stats = None;
    let mut nutrition = None;
    for arg in &card.header {
        match *arg {
            Arg::Stats(attack, health, _) => stats = Some(Stats::Pair(attack as i16, health as i16)),
            Arg::Number(number, _) => nutrition = Some(number),
            _ => {}
        }
    }
    stats.map(|stats| (stats, nutrition))
}

struct Lowering {
    rules: Rules,
    names: HashMap<String, DefId>,
}

/// Where a name leads: a token is meant before a card of the same name.
fn names(sorted: &[&ast::Card<FoodWords>]) -> HashMap<String, DefId> {
    sorted.iter().enumerate().map(|(place, card)| (card.name.clone(), DefId(place as u16))).collect()
}

impl Lowering {
    fn card(&mut self, id: DefId, card: &ast::Card<FoodWords>) -> Result<(), String> {
        let (attack, health, nutrition) = match printed_stats(card) {
            Some((Stats::Pair(attack, health), nutrition)) => (attack, health, nutrition.unwrap_or(0)),
            _ => (0, 0, 0),
        };
        let lines = card.abilities.iter();
        let mut own = Vec::new();
        for line in lines {
            own.push(self.ability(id, line)?);
        }
        // A granted ability was compiled in between, so that a card's own abilities are put in a row only now.
        let first = self.rules.abilities.len() as u16;
        self.rules.abilities.extend_from_slice(&own);
        for (place, line) in card.abilities.iter().enumerate() {
            if let Some(words) = branches(&line.effect) {
                self.rules.branches.insert(AbilityId(first + place as u16), words);
            }
        }
        self.rules.labels.extend(card.abilities.iter().map(|line| format!("{}: {}", card.name, print_ability(line))));
        let heeds = own.iter().fold(0, |heeds, ability| heeds | ability.trigger.bit());
        self.rules.heeds |= heeds;
        let counts = match card.kind {
            Kind::FreeSpell | Kind::TokenFreeSpell => false,
            Kind::FieldSpell => self.rules.rulings.field_spell_cost == FieldSpellCost::Counts,
            _ => !card.keywords.iter().any(|keyword| keyword.keyword == Keyword::FreePlay),
        };
        let class = match (card.kind, counts) {
            (kind, true) if kind.is_prey() => Class::CountingPrey,
            (kind, false) if kind.is_prey() => Class::FreePrey,
            (kind, true) if kind.is_predator() => Class::CountingPredator,
            (kind, false) if kind.is_predator() => Class::FreePredator,
            (kind, true) if kind.is_spell() && own.iter().all(|line| line.needs == Needs::default()) => Class::CountingSpell,
            (kind, false) if kind.is_spell() && own.iter().all(|line| !line.needs.closely) => Class::FreeSpell,
            (Kind::FieldSpell, true) => Class::CountingFieldSpell,
            (Kind::FieldSpell, false) => Class::FreeFieldSpell,
            (Kind::Trap, _) if self.rules.rulings.traps == Traps::Hand => Class::Never,
            _ => Class::Other,
        };
        let needs = if card.kind.is_spell() { own.first().map_or([0; 2], |line| line.needs.any_of) } else { [0; 2] };
        self.rules.plays[id.0 as usize] = Play::new(class, needs).with_uses(heeds & Trigger::Discard.bit() != 0);
        self.rules.defs.push(Def {
            kind: card.kind,
            attack,
            health,
            nutrition: nutrition as u8,
            keywords: card.keywords.iter().fold(0, |set, keyword| set | keyword.keyword.bit()),
            strikes: card.keywords.iter().find_map(|keyword| keyword.number).unwrap_or(1) as u8,
            first,
            count: own.len() as u8,
            heeds,
            counts,
            what: What::of(card.kind),
            category: CATEGORIES.iter().position(|&name| Some(name) == card.section.as_deref()).unwrap_or(0) as u8,
            pool: card.pools.is_empty() || card.pools.iter().any(|pool| pool == EDITIONS[self.rules.edition]),
        });
        self.rules.infos.push(CardInfo {
            name: card.name.clone(),
            kind: card.kind.word(),
            category: card.section.clone(),
            stats: printed_stats(card).map(|(stats, nutrition)| {
                let Stats::Pair(attack, health) = stats else { unreachable!("a creature has two numbers") };
                match nutrition {
                    Some(nutrition) => format!("{attack}/{health} ({nutrition})"),
                    None => format!("{attack}/{health}"),
                }
            }),
            keywords: card.keywords.iter().map(print_keyword).collect(),
            text: card.abilities.iter().map(print_ability).collect(),
            token: card.kind.is_made() && card.kind.is_creature(),
            generated: card.kind.is_made() && !card.kind.is_creature(),
            pool: self.rules.defs[id.0 as usize].pool,
            icon: card.note("icon").map(str::to_owned),
        });
        Ok(())
    }

    fn ability(&mut self, def: DefId, line: &ast::Ability<FoodWords>) -> Result<Ability, String> {
        let trigger = line.trigger.as_ref().map_or(Trigger::Played, |(trigger, _)| *trigger);
        let mut program = Program { ops: vec![], registers: 0, branched: false, trigger, has: 0 };
        self.effect(&mut program, &line.effect, false)?;
        program.ops.push(Op::End);
        // Programs of nested abilities were appended while this one was compiled: it begins where they end.
        let start = self.rules.ops.len() as u16;
        let shift = |to: u16| to + start;
        self.rules.ops.extend(program.ops.iter().map(|&op| match op {
            Op::Jump(to) => Op::Jump(shift(to)),
            Op::May(to) => Op::May(shift(to)),
            op => op,
        }));
        let acts = || program.ops.iter().filter_map(|op| if let Op::Act(action) = op { Some(action) } else { None });
        Ok(Ability {
            trigger,
            start,
            def,
            copies: acts().any(|action| matches!(action, Action::CopyAbilities(_))),
            replaces_death: trigger == Trigger::Slain && acts().any(|action| matches!(action, Action::Become(Who::This, _))),
            has: program.has,
            needs: needs(&program),
        })
    }

    fn effect(&mut self, program: &mut Program, effect: &Effect<FoodWords>, optional: bool) -> Result<(), String> {
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

    fn clause(&mut self, program: &mut Program, clause: &ast::Clause<FoodWords>, optional: bool) -> Result<(), String> {
        let arg = |place: usize| clause.args.get(place).ok_or("a value is missing");
        let number = |place: usize| match arg(place)? {
            Arg::Number(n, _) | Arg::Count(n, _) => Ok((*n).clamp(0, 99) as u8),
            _ => Err("a number is missing"),
        };
        let verb = clause.verb;
        let mut who = |place: usize| match arg(place)? {
            Arg::Who(selector) => program.who(selector, verb, optional),
            _ => Err("it is not said who".into()),
        };
        let action = match verb {
            Verb::Draw => Action::Draw(number(0)?),
            Verb::Discard => Action::Discard(number(0)?),
            Verb::RivalDiscards => Action::RivalDiscards(number(0)?),
            Verb::RevealHand => Action::RevealHand,
            Verb::Heal => Action::Heal(number(0)?),
            Verb::Damage => Action::Damage(number(0)?, who(1)?),
            Verb::Kill => Action::Kill(who(0)?),
            Verb::Destroy => Action::Destroy(who(0)?),
            Verb::Eat => Action::Eat(who(0)?),
            Verb::PlayToken => Action::PlayToken(number(0)?, self.named(arg(1)?)?),
            Verb::PlayCopy => Action::PlayCopy(who(0)?),
            Verb::Play => match who(0)? {
                Who::Chosen(register) => Action::Play(register),
                _ => return Err("only a chosen card can be played".into()),
            },
            Verb::AddToken => Action::AddToken(number(0)?, self.named(arg(1)?)?),
            Verb::AddToHand => match (who(0)?, arg(0)?) {
                (Who::Chosen(register), Arg::Who(selector)) if program_is_pile(selector) => Action::Fetch(register),
                (who, _) => Action::TakeToHand(who),
            },
            Verb::Return => Action::Return(who(0)?),
            Verb::Grow => match *arg(1)? {
                Arg::Delta(attack, health, _) => Action::Grow(who(0)?, attack as i8, health as i8),
                _ => return Err("a change such as +1/+1 is missing".into()),
            },
            Verb::GainKeyword => match *arg(1)? {
                Arg::Keyword(keyword) => Action::Grant(who(0)?, keyword.keyword, keyword.number.unwrap_or(1) as u8),
                _ => return Err("a keyword is missing".into()),
            },
            Verb::HasKeyword => {
                if let Arg::Keyword(keyword) = arg(0)? {
                    program.has |= keyword.keyword.bit();
                }
                return Ok(());
            }
            Verb::GainAbility => {
                let who = who(0)?;
                let Arg::Ability(line) = arg(1)? else { return Err("an ability is missing".into()) };
                let granted = self.ability(DefId(self.rules.defs.len() as u16), line)?;
                self.rules.heeds |= granted.trigger.bit();
                self.rules.abilities.push(granted);
                self.rules.labels.push(format!("given: {}", print_ability(line)));
                Action::GrantAbility(who, AbilityId(self.rules.abilities.len() as u16 - 1))
            }
            Verb::LoseAbilities => Action::LoseAbilities(who(0)?),
            Verb::Freeze => Action::Freeze(who(0)?),
            Verb::Unfreeze => Action::Unfreeze(who(0)?),
            Verb::Paralyse => Action::Paralyse(who(0)?),
            Verb::Regenerate => Action::Regenerate(who(0)?),
            Verb::TakeControl => Action::TakeControl(who(0)?),
            Verb::CopyAbilities => Action::CopyAbilities(who(0)?),
            Verb::CopyStats => Action::CopyStats(who(0)?),
            Verb::Become => Action::Become(who(0)?, self.named(arg(2)?)?),
            Verb::Sacrifice => Action::Sacrifice(who(0)?),
            Verb::NegateAttack => Action::NegateAttack,
            Verb::NegatePlay => Action::NegatePlay,
            Verb::NegateDamage => Action::NegateDamage,
            Verb::PlayAnother => Action::PlayAnother,
            Verb::EndTurn => Action::EndTurn,
            Verb::Revive => Action::Revive,
        };
        program.ops.push(Op::Act(action));
        Ok(())
    }

    fn named(&self, arg: &Arg<FoodWords>) -> Result<DefId, String> {
        match arg {
            Arg::Card(name, _) => self.names.get(name).copied().ok_or_else(|| format!("there is no card `{name}`")),
            _ => Err("a card's name is missing".into()),
        }
    }
}

/// The words of the branches, if there are any.
fn branches(effect: &Effect<FoodWords>) -> Option<Vec<String>> {
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
    trigger: Trigger,
    has: u32,
}

/// What a program cannot be announced without.
fn needs(program: &Program) -> Needs {
    if program.branched && program.has_free_branch() {
        return Needs::default();
    }
    let mut needs = Needs { closely: program.branched, ..Needs::default() };
    let mut next = 0;
    for op in &program.ops {
        let Op::Act(Action::Choose { pick, .. }) = op else { continue };
        if !pick.targeted || pick.optional || pick.players {
            continue;
        }
        needs.closely |= pick.purpose != Purpose::Any;
        needs.any_of[next] = match pick.filter.side {
            Side::Own => Needs::bit(false, pick.filter.what),
            Side::Enemy => Needs::bit(true, pick.filter.what),
            Side::Both => Needs::bit(false, pick.filter.what) | Needs::bit(true, pick.filter.what),
        };
        next += 1;
    }
    needs
}

/// Whether somebody has to choose.
fn is_choice(selector: &ast::Selector<FoodWords>) -> bool {
    matches!(selector.quant, Quant::Target | Quant::One) || selector.noun == Noun::AnyTarget
}

fn program_is_pile(selector: &ast::Selector<FoodWords>) -> bool {
    selector.noun == Noun::Carrion || selector.adjectives.contains(&Adjective::Carrion) || !selector.tails.is_empty()
}

impl Program {
    /// Whether one of the branches needs nothing, so that the line can always be announced.
    fn has_free_branch(&self) -> bool {
        let Some(Op::Either(count)) = self.ops.first() else { return false };
        let needs = |op: &Instruction| match op {
            Op::Act(Action::Choose { pick, .. }) => pick.targeted && !pick.optional,
            Op::Act(Action::PlayToken(..) | Action::PlayCopy(_)) => true,
            _ => false,
        };
        self.ops[1..=*count as usize].iter().any(|head| match head {
            Op::Jump(to) => !self.ops[*to as usize..].iter().take_while(|op| !matches!(op, Op::Jump(_))).any(needs),
            _ => false,
        })
    }

    /// A selector as a group, or as a choice made just before.
    fn who(&mut self, selector: &ast::Selector<FoodWords>, verb: Verb, optional: bool) -> Result<Who, String> {
        let whole = match selector.noun {
            Noun::This => Who::This,
            Noun::It => Who::It,
            Noun::You => Who::You,
            Noun::Rival => Who::Rival,
            Noun::BothPlayers => Who::Players,
            Noun::Attacker => Who::Attacker,
            Noun::Defender => Who::Defender,
            Noun::Opponent => Who::Opponents,
            _ if is_choice(selector) => {
                let pick = pick(selector, verb, self.trigger, optional);
                let register = self.registers;
                if register >= 2 {
                    return Err("at most two choices fit on a line".into());
                }
                self.registers += 1;
                self.ops.push(Op::Act(Action::Choose { register, pick }));
                Who::Chosen(register)
            }
            _ if selector.quant == Quant::All => Who::All(filter(selector)),
            _ => return Err("write `all`, `target` or `a` before the noun".into()),
        };
        Ok(whole)
    }
}

fn pick(selector: &ast::Selector<FoodWords>, verb: Verb, trigger: Trigger, optional: bool) -> Pick {
    let carrion = selector.noun == Noun::Carrion || selector.adjectives.contains(&Adjective::Carrion);
    let from = match selector.tails.first() {
        Some((Tail::FromYourDeck, _)) => From::Deck,
        Some((Tail::FromYourHand, _)) => From::Hand,
        // FC A11: for copying "a carrion" means either pile, "a carrion predator" the own one.
        None if carrion && matches!(verb, Verb::CopyAbilities | Verb::CopyStats) && selector.noun == Noun::Carrion => {
            From::AnyCarrion
        }
        None if carrion => From::OwnCarrion,
        None => From::Field,
    };
    let purpose = match (verb, trigger, from) {
        (Verb::Eat, Trigger::InsteadOfAttacking, _) => Purpose::EatInCombat,
        (Verb::Eat, _, _) => Purpose::Eat,
        (Verb::Play, _, From::Hand) => Purpose::Cast,
        (Verb::Play, _, _) => Purpose::Enter,
        _ => Purpose::Any,
    };
    let mut filter = filter(selector);
    // FC A11: copying never chooses itself.
    filter.other |= matches!(verb, Verb::CopyAbilities | Verb::CopyStats);
    Pick { from, filter, players: selector.noun == Noun::AnyTarget, targeted: from == From::Field, purpose, optional }
}

fn filter(selector: &ast::Selector<FoodWords>) -> Filter {
    let (side, what) = match selector.noun {
        Noun::Ally => (Side::Own, What::Creature),
        Noun::Enemy => (Side::Enemy, What::Creature),
        Noun::Prey => (Side::Both, What::Prey),
        Noun::Predator => (Side::Both, What::Predator),
        Noun::Token => (Side::Both, What::Token),
        Noun::FieldSpell => (Side::Both, What::FieldSpell),
        Noun::Spell => (Side::Both, What::Spell),
        Noun::Card => (Side::Both, What::Card),
        _ => (Side::Both, What::Creature),
    };
    let side = if selector.adjectives.contains(&Adjective::Enemy) {
        Side::Enemy
    } else if selector.adjectives.contains(&Adjective::Allied) {
        Side::Own
    } else {
        side
    };
    Filter { side, what, other: selector.adjectives.contains(&Adjective::Other) }
}
