//! From the tree of a card to its definition and programs. What does not fit was complained about by the checks; here it is
//! an error in words, so that a card that does not check does not load.

use playmat_cards::{CardInfo, DefId, Draft, Fault, Listing, Lower, Op, Stats};
use playmat_cardtext::ast::{self, Arg, Clause, Condition, Quant, Selector};
use playmat_cardtext::print_ability;

use crate::choice::chosen_when_announcing;
use crate::demands::Demands;
use crate::rules::{
    Ability, AbilityId, Action, Def, Filter, From, Instruction, Needs, Never, Pick, Purpose, Rules, Side, What, Who,
};
use crate::rulings::{DryDrop, EDITIONS, FieldSpellCost, Rulings};
use crate::setup::DECK;
use crate::state::Slot;
use crate::words::{Adjective, CATEGORIES, FoodWords, Keyword, Kind, Noun, Tail, Trigger, Verb};

/// How many choices a line has registers for.
pub const MOST_CHOICES: u8 = 2;

/// Compiles the cards of a set, all of them, whatever the edition's pool.
pub fn lower(cards: &[&ast::Card<FoodWords>], edition: usize, rulings: Rulings) -> Result<Rules, Vec<Fault>> {
    let listing = Listing::new(cards).map_err(|fault| vec![fault])?;
    let mut lowering = Lowering { rules: Rules { rulings, edition, ..Rules::empty() }, listing: &listing };
    let mut faults = Vec::new();
    for (id, card) in listing.iter() {
        lowering.card(id, card, &mut faults);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut rules = lowering.rules;
    for op in &rules.ops {
        if let Op::Act(Action::AddToken(_, def)) = op {
            rules.texts.cards[def.0 as usize].generated = true;
        }
    }
    for (place, def) in rules.defs.iter().enumerate().filter(|(_, def)| def.pool && !def.kind.is_made()) {
        rules.pools[def.category as usize][share(def.kind)].push(DefId(place as u16));
    }
    let full = |at: &usize| rules.pools[*at].iter().map(Vec::len).sum::<usize>() >= DECK;
    rules.playable = (0..CATEGORIES.len()).filter(full).collect();
    rules.demands = Demands::of(&rules);
    rules.standing = rules.defs.iter().map(Slot::of).collect();
    let mutes = rules.rulings.dry_drop == DryDrop::LosesKeywords;
    rules.entering = rules.standing.iter().map(|slot| [slot.entering(), slot.entering().dry(mutes)]).collect();
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

/// Whether somebody has to choose.
pub fn is_choice(selector: &Selector<FoodWords>) -> bool {
    matches!(selector.quant, Quant::Target | Quant::One) || selector.noun == Noun::AnyTarget
}

struct Lowering<'a> {
    rules: Rules,
    listing: &'a Listing<'a, FoodWords>,
}

impl Lowering<'_> {
    fn card(&mut self, id: DefId, card: &ast::Card<FoodWords>, faults: &mut Vec<Fault>) {
        let (attack, health, nutrition) = match printed_stats(card) {
            Some((Stats::Pair(attack, health), nutrition)) => (attack, health, nutrition.unwrap_or(0)),
            _ => (0, 0, 0),
        };
        let mut own = Vec::new();
        for line in &card.abilities {
            match self.ability(id, line) {
                Ok(ability) => own.push(ability),
                Err(fault) => faults.push(fault.at(line.span).of_card(&card.name)),
            }
        }
        // A granted ability was compiled in between, so that a card's own abilities are put in a row only now.
        let first = self.rules.abilities.len() as u16;
        self.rules.abilities.extend_from_slice(&own);
        self.rules.texts.add_lines(card, AbilityId(first));
        let heeds = own.iter().fold(0, |heeds, ability| heeds | ability.trigger.bit());
        self.rules.heeds |= heeds;
        let counts = match card.kind {
            Kind::FreeSpell | Kind::TokenFreeSpell => false,
            Kind::FieldSpell => self.rules.rulings.field_spell_cost == FieldSpellCost::Counts,
            _ => !card.keywords.iter().any(|keyword| keyword.keyword == Keyword::FreePlay),
        };
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
        self.rules.texts.cards.push(CardInfo {
            stats: printed_stats(card).map(|(stats, nutrition)| {
                let Stats::Pair(attack, health) = stats else { unreachable!("a creature has two numbers") };
                match nutrition {
                    Some(nutrition) => format!("{attack}/{health} ({nutrition})"),
                    None => format!("{attack}/{health}"),
                }
            }),
            token: card.kind.is_made() && card.kind.is_creature(),
            generated: card.kind.is_made() && !card.kind.is_creature(),
            pool: self.rules.defs[id.0 as usize].pool,
            ..CardInfo::printed(card, card.kind.word())
        });
    }

    fn ability(&mut self, def: DefId, line: &ast::Ability<FoodWords>) -> Result<Ability, Fault> {
        let trigger = line.trigger.as_ref().map_or(Trigger::Played, |(trigger, _)| *trigger);
        let mut lowering = Line { outer: self, draft: Draft::new(MOST_CHOICES), trigger, has: 0 };
        lowering.effect(&line.effect, false)?;
        let Line { mut draft, has, .. } = lowering;
        // Programs of nested abilities were appended while this one was compiled: it begins where they end.
        let start = draft.append_to(&mut self.rules.ops)?;
        let acts = || draft.ops.iter().filter_map(|op| if let Op::Act(action) = op { Some(action) } else { None });
        Ok(Ability {
            trigger,
            start,
            def,
            copies: acts().any(|action| matches!(action, Action::CopyAbilities(_))),
            replaces_death: trigger == Trigger::Slain && acts().any(|action| matches!(action, Action::Become(Who::This, _))),
            has,
            needs: needs(&draft),
            announces: draft.ops.iter().any(|op| match op {
                Op::Act(Action::Choose { pick, .. }) => chosen_when_announcing(pick),
                Op::Either(_) => true,
                _ => false,
            }),
        })
    }

    /// An ability that another one gives.
    fn given(&mut self, line: &ast::Ability<FoodWords>) -> Result<AbilityId, Fault> {
        let given = self.ability(DefId(self.rules.defs.len() as u16), line)?;
        self.rules.heeds |= given.trigger.bit();
        self.rules.abilities.push(given);
        self.rules.texts.labels.push(format!("given: {}", print_ability(line)));
        Ok(AbilityId(self.rules.abilities.len() as u16 - 1))
    }
}

type FoodDraft = Draft<Action, Never>;

/// One line on its way to a program.
struct Line<'a, 'l> {
    outer: &'a mut Lowering<'l>,
    draft: FoodDraft,
    trigger: Trigger,
    /// The keywords that it simply has.
    has: u32,
}

impl Lower for Line<'_, '_> {
    type Words = FoodWords;
    type Action = Action;
    type Test = Never;

    fn draft(&mut self) -> &mut FoodDraft {
        &mut self.draft
    }

    fn is_choice(selector: &Selector<FoodWords>) -> bool {
        is_choice(selector)
    }

    fn test(&mut self, condition: &Condition<FoodWords>) -> Result<Never, Fault> {
        match condition.condition {}
    }

    fn clause(&mut self, clause: &Clause<FoodWords>, optional: bool) -> Result<(), Fault> {
        let listing = self.outer.listing;
        let verb = clause.verb;
        let mut who = |place: usize| self.who(clause.selector(place)?, verb, optional);
        let action = match verb {
            Verb::Draw => Action::Draw(clause.count(0)?),
            Verb::Discard => Action::Discard(clause.count(0)?),
            Verb::RivalDiscards => Action::RivalDiscards(clause.count(0)?),
            Verb::RevealHand => Action::RevealHand,
            Verb::Heal => Action::Heal(clause.count(0)?),
            Verb::Damage => Action::Damage(clause.count(0)?, who(1)?),
            Verb::Kill => Action::Kill(who(0)?),
            Verb::Destroy => Action::Destroy(who(0)?),
            Verb::Eat => Action::Eat(who(0)?),
            Verb::PlayToken => Action::PlayToken(clause.count(0)?, listing.named(clause.arg(1)?)?),
            Verb::PlayCopy => Action::PlayCopy(who(0)?),
            Verb::Play => match who(0)? {
                Who::Chosen(register) => Action::Play(register),
                _ => return Err("only a chosen card can be played".into()),
            },
            Verb::AddToken => Action::AddToken(clause.count(0)?, listing.named(clause.arg(1)?)?),
            Verb::AddToHand => match (who(0)?, clause.arg(0)?) {
                (Who::Chosen(register), Arg::Who(selector)) if is_pile(selector) => Action::Fetch(register),
                (who, _) => Action::TakeToHand(who),
            },
            Verb::Return => Action::Return(who(0)?),
            Verb::Grow => match *clause.arg(1)? {
                Arg::Delta(attack, health, _) => Action::Grow(who(0)?, attack as i8, health as i8),
                _ => return Err("a change such as +1/+1 is missing".into()),
            },
            Verb::GainKeyword => match *clause.arg(1)? {
                Arg::Keyword(keyword) => Action::Grant(who(0)?, keyword.keyword, keyword.number.unwrap_or(1) as u8),
                _ => return Err("a keyword is missing".into()),
            },
            Verb::HasKeyword => {
                if let Arg::Keyword(keyword) = clause.arg(0)? {
                    self.has |= keyword.keyword.bit();
                }
                return Ok(());
            }
            Verb::GainAbility => {
                let who = who(0)?;
                let Arg::Ability(line) = clause.arg(1)? else { return Err("an ability is missing".into()) };
                Action::GrantAbility(who, self.outer.given(line)?)
            }
            Verb::LoseAbilities => Action::LoseAbilities(who(0)?),
            Verb::Freeze => Action::Freeze(who(0)?),
            Verb::Unfreeze => Action::Unfreeze(who(0)?),
            Verb::Paralyse => Action::Paralyse(who(0)?),
            Verb::Regenerate => Action::Regenerate(who(0)?),
            Verb::TakeControl => Action::TakeControl(who(0)?),
            Verb::CopyAbilities => Action::CopyAbilities(who(0)?),
            Verb::CopyStats => Action::CopyStats(who(0)?),
            Verb::Become => Action::Become(who(0)?, listing.named(clause.arg(2)?)?),
            Verb::Sacrifice => Action::Sacrifice(who(0)?),
            Verb::NegateAttack => Action::NegateAttack,
            Verb::NegatePlay => Action::NegatePlay,
            Verb::NegateDamage => Action::NegateDamage,
            Verb::PlayAnother => Action::PlayAnother,
            Verb::EndTurn => Action::EndTurn,
            Verb::Revive => Action::Revive,
        };
        self.draft.act(action);
        Ok(())
    }
}

impl Line<'_, '_> {
    /// A selector as a group, or as a choice made just before.
    fn who(&mut self, selector: &Selector<FoodWords>, verb: Verb, optional: bool) -> Result<Who, Fault> {
        let whole = match selector.noun {
            Noun::This => Who::This,
            Noun::It => Who::It,
            Noun::You => Who::You,
            Noun::Rival => Who::Rival,
            Noun::BothPlayers => Who::Players,
            Noun::Attacker => Who::Attacker,
            Noun::Defender => Who::Defender,
            Noun::Opponent if selector.quant == Quant::All => Who::Opponents,
            Noun::Opponent => return Err("write `all` before `opponents`".into()),
            _ if is_choice(selector) => {
                let pick = pick(selector, verb, self.trigger, optional);
                let register = self.draft.register()?;
                self.draft.act(Action::Choose { register, pick });
                Who::Chosen(register)
            }
            _ if selector.quant == Quant::All => Who::All(filter(selector)),
            _ => return Err("write `all`, `target` or `a` before the noun".into()),
        };
        Ok(whole)
    }
}

/// What a program cannot be announced without.
fn needs(draft: &FoodDraft) -> Needs {
    if draft.branched() && has_free_branch(draft) {
        return Needs::default();
    }
    let mut needs = Needs { closely: draft.branched(), ..Needs::default() };
    let mut next = 0;
    for op in &draft.ops {
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

fn is_pile(selector: &Selector<FoodWords>) -> bool {
    selector.noun == Noun::Carrion || selector.has(Adjective::Carrion) || !selector.tails.is_empty()
}

/// Whether one of the branches needs nothing, so that the line can always be announced.
fn has_free_branch(draft: &FoodDraft) -> bool {
    let Some(Op::Either(count)) = draft.ops.first() else { return false };
    let needs = |op: &Instruction| match op {
        Op::Act(Action::Choose { pick, .. }) => pick.targeted && !pick.optional,
        Op::Act(Action::PlayToken(..) | Action::PlayCopy(_)) => true,
        _ => false,
    };
    draft.ops[1..=*count as usize].iter().any(|head| match head {
        Op::Jump(to) => !draft.ops[*to as usize..].iter().take_while(|op| !matches!(op, Op::Jump(_))).any(needs),
        _ => false,
    })
}

fn pick(selector: &Selector<FoodWords>, verb: Verb, trigger: Trigger, optional: bool) -> Pick {
    let carrion = selector.noun == Noun::Carrion || selector.has(Adjective::Carrion);
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

fn filter(selector: &Selector<FoodWords>) -> Filter {
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
    let side = if selector.has(Adjective::Enemy) {
        Side::Enemy
    } else if selector.has(Adjective::Allied) {
        Side::Own
    } else {
        side
    };
    Filter { side, what, other: selector.has(Adjective::Other) }
}
