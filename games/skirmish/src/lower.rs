//! From the tree of a card to its definition and programs. What does not fit was complained about by the checks; here it is
//! an error in words, so that a card that does not check does not load.

use playmat_cards::{CardInfo, DefId, Draft, Fault, Listing, Lower};
use playmat_cardtext::ast::{self, Clause, Condition, Quant};
use playmat_cardtext::number_in;

use crate::rules::{Ability, AbilityId, Action, Amount, Def, Filter, Landing, Never, Pick, Rules, Side, What, Who};
use crate::rulings::Rulings;
use crate::words::{Adjective, Noun, SkirmishWords, Tail, Trigger, Verb};

type Tree = ast::Card<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;

/// How many choices a line has registers for.
pub const MOST_CHOICES: u8 = 2;

/// Compiles the cards of a set.
pub fn lower(cards: &[&Tree], rulings: Rulings) -> Result<Rules, Vec<Fault>> {
    let listing = Listing::new(cards).map_err(|fault| vec![fault])?;
    let mut rules = Rules::empty(rulings);
    let mut faults = Vec::new();
    for (_, card) in listing.iter() {
        lower_card(&mut rules, &listing, card, &mut faults);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for (place, def) in rules.defs.iter().enumerate().filter(|(_, def)| !def.kind.is_made()) {
        rules.pools[usize::from(def.kind.is_action())].push(DefId(place as u16));
    }
    Ok(rules)
}

/// The printed power of a card.
pub fn printed_power(card: &Tree) -> Option<i32> {
    number_in(&card.header)
}

/// The number behind a trigger.
pub fn cooldown(line: &ast::Ability<SkirmishWords>) -> Option<i32> {
    match &line.trigger {
        Some((Trigger::Activate, args)) => number_in(args),
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

fn lower_card(rules: &mut Rules, listing: &Listing<SkirmishWords>, card: &Tree, faults: &mut Vec<Fault>) {
    let first = rules.abilities.len() as u16;
    for line in &card.abilities {
        match lower_line(rules, listing, line) {
            Ok(ability) => rules.abilities.push(ability),
            Err(fault) => faults.push(fault.at(line.span).of_card(&card.name)),
        }
    }
    rules.texts.add_lines(card, AbilityId(first));
    let own = &rules.abilities[first as usize..];
    rules.defs.push(Def {
        kind: card.kind,
        power: printed_power(card).unwrap_or(0).clamp(0, 99) as i16,
        keywords: card.keywords.iter().fold(0, |set, keyword| set | keyword.keyword.bit()),
        heeds: own.iter().fold(0, |heeds, ability| heeds | ability.trigger.bit()),
        cooldown: card.abilities.iter().find_map(cooldown).unwrap_or(0).clamp(0, 99) as u8,
        first,
        count: own.len() as u8,
    });
    let stats = printed_power(card).map(|power| power.to_string());
    rules.texts.cards.push(CardInfo { stats, ..CardInfo::printed(card, card.kind.word()) });
}

fn lower_line(
    rules: &mut Rules,
    listing: &Listing<SkirmishWords>,
    line: &ast::Ability<SkirmishWords>,
) -> Result<Ability, Fault> {
    let (trigger, about) = match &line.trigger {
        None => (Trigger::Played, Filter::ANY),
        // Only its own player's actions.
        Some((Trigger::ActionPlayed, _)) => (Trigger::ActionPlayed, Filter { side: Side::Own, ..Filter::ANY }),
        Some((trigger, args)) => {
            let about = args.iter().find_map(|arg| if let ast::Arg::Who(who) = arg { Some(filter(who)) } else { None });
            (*trigger, about.unwrap_or(Filter::ANY))
        }
    };
    let mut lowering = Line { listing, draft: Draft::new(MOST_CHOICES) };
    lowering.effect(&line.effect, false)?;
    let mut beside = false;
    line.effect.each_clause(&mut |clause| beside |= clause.selectors().any(|who| who.tailed(Tail::BesideIt)));
    Ok(Ability { trigger, about, start: lowering.draft.append_to(&mut rules.ops)?, beside })
}

/// One line on its way to a program.
struct Line<'a> {
    listing: &'a Listing<'a, SkirmishWords>,
    draft: Draft<Action, Never>,
}

impl Lower for Line<'_> {
    type Words = SkirmishWords;
    type Action = Action;
    type Test = Never;

    fn draft(&mut self) -> &mut Draft<Action, Never> {
        &mut self.draft
    }

    fn is_choice(selector: &Selector) -> bool {
        is_choice(selector)
    }

    fn test(&mut self, condition: &Condition<SkirmishWords>) -> Result<Never, Fault> {
        match condition.condition {}
    }

    fn clause(&mut self, clause: &Clause<SkirmishWords>, optional: bool) -> Result<(), Fault> {
        let listing = self.listing;
        let mut who = |place: usize, landing| self.who(clause.selector(place)?, landing, optional);
        let nobody = Landing::Nobody;
        let more = |who, amount| match clause.selector(0) {
            Ok(selector) if is_slot(selector) => Action::Modify(who, amount),
            _ => Action::Gain(who, amount),
        };
        let action = match clause.verb {
            Verb::Draw => Action::Draw(clause.count(0)?),
            Verb::Get => more(who(0, nobody)?, Amount::Fixed(clause.count(1)?)),
            Verb::GetThatMuch | Verb::GetLastPower => more(who(0, nobody)?, Amount::Brought),
            Verb::Damage => Action::Damage(Amount::Fixed(clause.count(0)?), who(1, nobody)?),
            Verb::DamageAround => Action::Blast(Amount::Fixed(clause.count(0)?), who(1, nobody)?),
            Verb::DamageLastPower => Action::Damage(Amount::Brought, who(0, nobody)?),
            Verb::Kill => Action::Kill(who(0, nobody)?),
            Verb::DeployToken => {
                let def = listing.named(clause.arg(1)?)?;
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
        self.draft.act(action);
        Ok(())
    }
}

impl Line<'_> {
    /// A selector as a group, or as a choice made just before.
    fn who(&mut self, selector: &Selector, landing: Landing, optional: bool) -> Result<Who, Fault> {
        let whole = match selector.noun {
            Noun::This => Who::This,
            Noun::ThisSlot => Who::ThisSlot,
            Noun::It => Who::It,
            Noun::Front => Who::Front,
            Noun::Consumer => Who::Consumer,
            _ if is_choice(selector) => {
                let register = self.draft.register()?;
                let pick = Pick { what: what(selector), filter: filter(selector), landing, optional };
                self.draft.act(Action::Choose { register, pick });
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
        _ if selector.has(Adjective::Dead) => What::Dead,
        Noun::Slot => What::Slot,
        _ => What::Unit,
    }
}

fn filter(selector: &Selector) -> Filter {
    let side = match selector.noun {
        Noun::Ally => Side::Own,
        Noun::Enemy => Side::Enemy,
        _ if selector.has(Adjective::Own) => Side::Own,
        _ => Side::Both,
    };
    let mut filter =
        Filter { side, close: selector.has(Adjective::Close), wounded: selector.has(Adjective::Wounded), ..Filter::ANY };
    for (tail, args) in &selector.tails {
        let number = number_in(args).unwrap_or(0).clamp(0, 99) as u8;
        match tail {
            Tail::PowerOrMore => filter.at_least = number,
            Tail::PrintedOrLess => filter.at_most = number,
            Tail::OtherName => filter.other = true,
            Tail::BesideIt => filter.beside = true,
        }
    }
    filter
}
