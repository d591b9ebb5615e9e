//! One line of a card on its way to a program, and what is wrong with it.

use playmat_cards::{Compile, Line, NO_NUMBER, Objection, Stuck};
use playmat_cardtext::ast::{Ability, Arg, Clause, Condition as Asked, Effect, Keyword as Had, Quant, Selector, Span};
use playmat_cardtext::{Code, MAX_NUMBER, number_in};

use crate::FoodChain;
use crate::codes::{HOW_MANY, NEVER_MATCHES, NO_SUCH_MOMENT, STATS, TOO_LARGE, TOO_MUCH, WRONG_MADE, WRONG_THING};
use crate::compile::Compiler;
use crate::meaning::{Attack, It, Source};
use crate::objections;
use crate::rules::{
    AbilityId, Action, Amount, Filter, From as Place, GroupId, Growth, Instruction, Now, Pick, Purpose, Rules, Side, Test,
    What, Who,
};
use crate::state::{REGISTERS, SLOTS};
use crate::words::{Adjective, Condition, FoodWords, Keyword, Noun, Tail, Trigger, Verb};

/// Whether somebody has to choose.
pub fn is_choice(selector: &Selector<FoodWords>) -> bool {
    matches!(selector.quant, Quant::Target | Quant::One | Quant::UpTo(_)) || selector.noun == Noun::AnyTarget
}

/// What the steps before have left.
#[derive(Clone)]
pub struct Known {
    /// What "it" means.
    it: It,
    /// What cannot be done a second time, and was done.
    done: Vec<Verb>,
    /// Who has left the table for certain: this, the attacker or the defender.
    gone: Vec<Noun>,
}

impl From<Trigger> for Known {
    /// At the beginning of a line.
    fn from(trigger: Trigger) -> Known {
        Known { it: trigger.moment().it, done: vec![], gone: vec![] }
    }
}

/// One line on its way to a program.
pub struct Pass<'a> {
    pub line: Line<'a, FoodWords, FoodChain, Known>,
    pub rules: &'a mut Rules,
    pub trigger: Trigger,
    pub source: Source,
    /// The keywords that it simply has.
    pub has: u32,
    /// What a number counts for each of.
    pub each: Option<GroupId>,
}

/// The most that are chosen at once.
const MOST_CHOSEN: u8 = 3;

impl<'a> Compile<'a> for Pass<'a> {
    type Words = FoodWords;
    type Parts = FoodChain;
    type Known = Known;

    const TOO_MUCH: &'static Code = &TOO_MUCH;
    const WRONG_THING: &'static Code = &WRONG_THING;
    const TOO_LARGE: &'static Code = &TOO_LARGE;
    const NO_SUCH_MOMENT: &'static Code = &NO_SUCH_MOMENT;
    const REGISTERS: usize = REGISTERS;

    fn line(&mut self) -> &mut Line<'a, FoodWords, FoodChain, Known> {
        &mut self.line
    }

    fn programs(&mut self) -> &mut Vec<Instruction> {
        &mut self.rules.ops
    }

    fn is_choice(selector: &Selector<FoodWords>) -> bool {
        is_choice(selector)
    }

    fn asks_if_done(condition: Condition) -> bool {
        condition == Condition::Done
    }

    fn test(&mut self, condition: &Asked<FoodWords>) -> Result<Test, Stuck> {
        if condition.condition == Condition::LessLife {
            return Ok(Test::LessLife);
        }
        Ok(Test::AtLeast(condition.least(), self.counted(condition)?))
    }

    /// What "it" means after branches is what it meant before, unless all agree.
    fn branched(before: Known, after: Vec<Known>) -> Known {
        let agreed = after.iter().map(|known| known.it).reduce(|one, other| if one == other { one } else { before.it });
        Known { it: agreed.unwrap_or(before.it), ..before }
    }

    /// What may have been declined may still be done, but a play that was negated is one all the same.
    fn declined(before: Known, mut after: Known) -> Known {
        after.done.retain(|verb| before.done.contains(verb) || *verb == Verb::NegatePlay);
        Known { gone: before.gone, ..after }
    }

    fn effect(&mut self, effect: &Effect<FoodWords>, optional: bool) {
        if let (Effect::Either(_, span) | Effect::May(_, span), Trigger::WhileDefending) = (effect, self.trigger) {
            let objection = ("what holds while defending is not chosen", "write `this has` and a keyword");
            self.complain(&NO_SUCH_MOMENT, *span, objection);
        }
        let Effect::If(condition, inner) = effect else { return self.usual(effect, optional) };
        if self.trigger == Trigger::WhileDefending {
            let objection = ("what holds while defending has no condition", "write `this has` and a keyword");
            self.complain(&NO_SUCH_MOMENT, condition.span, objection);
        }
        if condition.condition != Condition::ForEach {
            return self.usual(effect, optional);
        }
        if self.each.is_some() {
            self.complain(&WRONG_THING, condition.span, ("one `for each` counts already", "leave one of the two out"));
        }
        // A number counts for each of these in all that follows.
        let outer = self.each;
        self.each = self.counted(condition).ok().map(|filter| {
            self.rules.groups.push(filter);
            GroupId(self.rules.groups.len() as u16 - 1)
        });
        self.effect(inner, optional);
        self.each = outer;
    }

    fn clause(&mut self, clause: &Clause<FoodWords>, optional: bool) -> Result<(), Stuck> {
        for arg in &clause.args {
            match arg {
                Arg::Who(selector) => self.phrase(clause.verb, selector),
                Arg::Card(name, span) => self.made(clause.verb, name, *span),
                Arg::Count(0, _) => {}
                Arg::Number(amount, span) | Arg::Count(amount, span) => self.amount(clause.verb, *amount, *span),
                Arg::Delta(attack, health, span) => self.delta(*attack, *health, *span),
                Arg::Keyword(keyword) => self.keyword(clause.verb, keyword),
                _ => {}
            }
        }
        self.moment(clause);
        let action = self.action(clause, optional);
        self.remember(clause);
        if let Some(action) = action? {
            self.line.draft.act(action);
        }
        Ok(())
    }
}

impl Pass<'_> {
    /// How much, for each of what is counted if something is.
    fn number(&mut self, clause: &Clause<FoodWords>, place: usize) -> Result<Amount, Stuck> {
        Ok(Amount { number: self.count(clause, place)?, each: self.each })
    }

    /// What a condition counts.
    fn counted(&mut self, condition: &Asked<FoodWords>) -> Result<Filter, Stuck> {
        let Some(who) = condition.who() else {
            return Err(self.stuck(condition.span, ("it is not said of whom", "write `if you have 2 allies`")));
        };
        self.numbers_of(who);
        let wrong = objections::unlikely(who, MOST_CHOSEN).or_else(|| objections::miscounted(condition.condition, who));
        let wrong = wrong.or_else(|| {
            let wrong = objections::wrong_this_or_it(Verb::Damage, who, self.source, self.line.known.it);
            wrong.map(|objection| (&WRONG_THING, objection))
        });
        if let Some((code, objection)) = wrong {
            return Err(self.line.findings.stuck(code, who.span, objection));
        }
        let filter = filter(who);
        Ok(match condition.condition {
            Condition::YouHave => Filter { side: Side::Own, ..filter },
            Condition::RivalHas => Filter { side: Side::Enemy, ..filter },
            _ => filter,
        })
    }

    /// The numbers behind a noun.
    fn numbers_of(&mut self, who: &Selector<FoodWords>) {
        for arg in who.tails.iter().flat_map(|(_, args)| args) {
            if let Arg::Number(number, span) = arg {
                self.line.findings.range(&STATS, *span, "", *number, 1..=20);
            }
        }
    }

    /// What a clause becomes; nothing if it only holds.
    fn action(&mut self, clause: &Clause<FoodWords>, optional: bool) -> Result<Option<Action>, Stuck> {
        Ok(Some(match clause.verb {
            Verb::Draw => Action::Draw(self.number(clause, 0)?),
            Verb::Discard => Action::Discard(self.number(clause, 0)?),
            Verb::RivalDiscards => Action::RivalDiscards(self.number(clause, 0)?),
            Verb::RevealHand => Action::RevealHand,
            Verb::Heal => Action::Heal(self.number(clause, 0)?),
            Verb::Damage => Action::Damage(self.number(clause, 0)?, self.who(clause, 1, optional)?),
            Verb::Kill => Action::Kill(self.who(clause, 0, optional)?),
            Verb::Destroy => Action::Destroy(self.who(clause, 0, optional)?),
            Verb::Eat => Action::Eat(self.who(clause, 0, optional)?),
            Verb::PlayToken => Action::PlayToken(self.number(clause, 0)?, self.named(clause, 1)?),
            Verb::PlayCopy => Action::PlayCopy(self.who(clause, 0, optional)?),
            Verb::Play => match self.who(clause, 0, optional)? {
                Who::Chosen(register) => Action::Play(register),
                _ => {
                    let objection =
                        ("only a chosen card can be played", "write `play a carrion`, or `a creature from your deck`");
                    return Err(self.stuck(clause.span, objection));
                }
            },
            Verb::AddToken => Action::AddToken(self.number(clause, 0)?, self.named(clause, 1)?),
            Verb::AddToHand => match self.who(clause, 0, optional)? {
                Who::Chosen(register) if clause.selectors().any(is_pile) => Action::Fetch(register),
                who => Action::TakeToHand(who),
            },
            Verb::Return => Action::Return(self.who(clause, 0, optional)?),
            Verb::Grow | Verb::GrowThisTurn => match clause.arg(1) {
                Ok(&Arg::Delta(attack, health, _)) => {
                    let this_turn = clause.verb == Verb::GrowThisTurn;
                    let growth = Growth { attack: attack as i8, health: health as i8, each: self.each, this_turn };
                    Action::Grow(self.who(clause, 0, optional)?, growth)
                }
                _ => return Err(self.missing(clause, "a change such as +1/+1 is missing")),
            },
            Verb::GainKeyword | Verb::GainKeywordThisTurn => match clause.arg(1) {
                Ok(&Arg::Keyword(keyword)) => {
                    let (who, number) = (self.who(clause, 0, optional)?, keyword.number.unwrap_or(1) as u8);
                    match clause.verb {
                        Verb::GainKeyword => Action::Grant(who, keyword.keyword, number),
                        _ => Action::GrantThisTurn(who, keyword.keyword, number),
                    }
                }
                _ => return Err(self.missing(clause, "a keyword is missing")),
            },
            Verb::HasKeyword => {
                if let Ok(Arg::Keyword(keyword)) = clause.arg(0) {
                    self.has |= keyword.keyword.bit();
                }
                return Ok(None);
            }
            Verb::GainAbility => {
                let who = self.who(clause, 0, optional);
                let Ok(Arg::Ability(line)) = clause.arg(1) else { return Err(self.missing(clause, "an ability is missing")) };
                let given = self.given(line);
                Action::GrantAbility(who?, given?)
            }
            Verb::LoseAbilities => Action::LoseAbilities(self.who(clause, 0, optional)?),
            Verb::Freeze => Action::Freeze(self.who(clause, 0, optional)?),
            Verb::Unfreeze => Action::Unfreeze(self.who(clause, 0, optional)?),
            Verb::Paralyse => Action::Paralyse(self.who(clause, 0, optional)?),
            Verb::Regenerate => Action::Regenerate(self.who(clause, 0, optional)?),
            Verb::TakeControl => Action::TakeControl(self.who(clause, 0, optional)?),
            Verb::CopyAbilities => Action::CopyAbilities(self.who(clause, 0, optional)?),
            Verb::CopyStats => Action::CopyStats(self.who(clause, 0, optional)?),
            Verb::Become => Action::Become(self.who(clause, 0, optional)?, self.named(clause, 2)?),
            Verb::Sacrifice => Action::Sacrifice(self.who(clause, 0, optional)?),
            Verb::NegateAttack => Action::NegateAttack,
            Verb::NegatePlay => Action::NegatePlay,
            Verb::NegateDamage => Action::NegateDamage,
            Verb::PlayAnother => Action::PlayAnother,
            Verb::EndTurn => Action::EndTurn,
            Verb::Revive => Action::Revive,
        }))
    }

    fn given(&mut self, line: &Ability<FoodWords>) -> Result<AbilityId, Stuck> {
        let Line { listing, findings, .. } = &mut self.line;
        let given = Compiler { rules: self.rules, listing, findings }.given(line);
        given.ok_or_else(|| self.line.findings.told("an ability that is given does not fit"))
    }

    /// The phrase in a slot as a group, or as a choice made just before.
    fn who(&mut self, clause: &Clause<FoodWords>, place: usize, optional: bool) -> Result<Who, Stuck> {
        let selector = self.selector(clause, place)?;
        Ok(match selector.noun {
            Noun::This => Who::This,
            Noun::It => Who::It,
            Noun::You => Who::You,
            Noun::Rival => Who::Rival,
            Noun::BothPlayers => Who::Players,
            Noun::Attacker => Who::Attacker,
            Noun::Defender => Who::Defender,
            Noun::Opponent if selector.quant == Quant::All => Who::Opponents,
            _ if is_choice(selector) => {
                if selector.noun == Noun::Opponent {
                    return Err(self.line.findings.stuck(&HOW_MANY, selector.span, ALL_OPPONENTS));
                }
                let pick = pick(selector, clause.verb, self.trigger, optional);
                let register = self.line.draft.choose(pick.most, pick);
                if pick.most == 1 { Who::Chosen(register) } else { Who::Several(register, pick.most) }
            }
            _ if selector.quant == Quant::All => Who::All(filter(selector)),
            _ => return Err(self.line.findings.stuck(&HOW_MANY, selector.span, ONE_OR_ALL)),
        })
    }

    /// What a later step must know of this one.
    fn remember(&mut self, clause: &Clause<FoodWords>) {
        let known = &mut self.line.known;
        if clause.verb.uses().once {
            known.done.push(clause.verb);
        }
        known.gone.extend(clause.selectors().filter_map(|who| objections::leaver(clause.verb, who)));
        known.it = known.it.after(clause, clause.selectors().any(is_choice));
    }

    fn amount(&mut self, verb: Verb, amount: i32, span: Span) {
        if verb == Verb::Become && amount != 1 {
            self.complain(&HOW_MANY, span, ("a creature becomes one card", "write `becomes a` and the name"));
        } else if verb == Verb::PlayToken && (SLOTS as i32 + 1..=MAX_NUMBER).contains(&amount) {
            let message = format!("{amount} is out of range: a field has {SLOTS} slots");
            self.complain(&STATS, span, (message, "write a number from 1 to 3"));
        } else {
            self.line.findings.range(&STATS, span, "", amount, 1..=20);
        }
    }

    fn delta(&mut self, attack: i32, health: i32, span: Span) {
        if !(-20..=20).contains(&attack) || !(-20..=20).contains(&health) {
            self.complain(&STATS, span, ("a change is out of range: -20 to +20", "write a change such as `+2/+1`"));
        } else if (attack, health) == (0, 0) {
            self.complain(&STATS, span, ("+0/+0 changes nothing", "write a change such as `+1/+0`"));
        }
    }

    fn keyword(&mut self, verb: Verb, keyword: &Had<FoodWords>) {
        if keyword.number.is_some_and(|number| !(2..=9).contains(&number)) {
            self.complain(&STATS, keyword.span, ("this number is out of range: 2 to 9", "write a number from 2 to 9"));
        }
        if verb == Verb::GainKeywordThisTurn && keyword.keyword == Keyword::Frozen {
            let objection = ("frost has an end of its own", "write `freeze`");
            self.complain(&WRONG_THING, keyword.span, objection);
        }
        if let Some(objection) = objections::useless_grant(verb, keyword.keyword) {
            self.complain(&WRONG_THING, keyword.span, objection);
        }
    }

    /// Whether a step can be done at its moment.
    fn moment(&mut self, clause: &Clause<FoodWords>) {
        let Known { it, done, .. } = &self.line.known;
        if self.each.is_some() && !clause.verb.counts() {
            self.line.findings.complain(&WRONG_THING, clause.span, NO_NUMBER);
        }
        let (there, hint) = match (clause.verb, clause.verb.uses().on) {
            (Verb::PlayAnother, _) => (done.contains(&Verb::NegatePlay), "write `negate the play` before it"),
            (Verb::EndTurn, _) if self.trigger == Trigger::EndOfTurn => {
                (false, "the turn is ending: leave it out, or write `start of turn`")
            }
            (_, Some((triggers, hint))) => (triggers.contains(&self.trigger), hint),
            _ => (self.trigger != Trigger::WhileDefending, "write `this has` and a keyword, or `when attacked`"),
        };
        let objection = if !there {
            ("there is nothing of that kind at this moment", hint)
        } else if done.contains(&clause.verb) {
            ("that is done already by then", "say it once")
        } else if clause.verb == Verb::Revive && *it != It::Nothing {
            let message = "its slot is not known any more once something else was chosen or played";
            (message, "begin with `revive this`, then say the other steps")
        } else {
            return;
        };
        self.complain(&NO_SUCH_MOMENT, clause.span, objection);
    }

    /// Whether a card of that name can be made so.
    fn made(&mut self, verb: Verb, name: &str, span: Span) {
        let Some(kind) = self.line.listing.card(name).map(|card| card.kind) else { return };
        if verb == Verb::AddToken && !kind.is_made() {
            let message = format!("{name} is a card of decks and cannot be generated");
            self.complain(&WRONG_MADE, span, (message, "name a token, or `add a card from your deck to your hand`"));
        } else if verb != Verb::AddToken && !kind.is_creature() {
            let message = format!("{name} is a {}, not a creature", kind.word());
            self.complain(&WRONG_MADE, span, (message, "name a creature, or `add` the spell to your hand"));
        }
    }

    fn phrase(&mut self, verb: Verb, selector: &Selector<FoodWords>) {
        self.numbers_of(selector);
        if let Some((code, objection)) = self.wrong(verb, selector) {
            self.complain(code, selector.span, objection);
        }
    }

    /// The first thing that is wrong with a phrase where it stands.
    fn wrong(&self, verb: Verb, selector: &Selector<FoodWords>) -> Option<(&'static Code, Objection)> {
        let Known { it, gone, .. } = &self.line.known;
        if let Some(objection) = self.absent(selector) {
            return Some((&NO_SUCH_MOMENT, objection));
        }
        if matches!(selector.quant, Quant::Exactly(_) | Quant::Each) {
            return Some((&HOW_MANY, ONE_OR_ALL));
        }
        if let Some(objection) = objections::impossible(selector) {
            return Some((&NEVER_MATCHES, objection));
        }
        if let Some(unlikely) = objections::unlikely(selector, MOST_CHOSEN) {
            return Some(unlikely);
        }
        if selector.noun == Noun::Opponent && selector.quant != Quant::All {
            return Some((&HOW_MANY, ALL_OPPONENTS));
        }
        if let Some(message) = objections::only_one(verb, selector) {
            return Some((&HOW_MANY, (message, "write `target` or `a` before the noun")));
        }
        let left = ("that creature has left by then", "say this step first, or choose another creature");
        let objection =
            || objections::objection(verb, selector).or_else(|| objections::wrong_this_or_it(verb, selector, self.source, *it));
        gone.contains(&selector.noun).then_some(left).or_else(objection).map(|objection| (&WRONG_THING, objection))
    }

    /// Why there is nobody of that name at this moment.
    fn absent(&self, selector: &Selector<FoodWords>) -> Option<Objection> {
        let attack = self.trigger.moment().attack;
        match selector.noun {
            Noun::Attacker | Noun::Defender if self.trigger == Trigger::BeforeCombat => {
                Some(("nobody is attacked yet before combat", "begin the line with `attacking before combat`"))
            }
            Noun::Attacker | Noun::Defender if attack == Attack::None => Some((
                "there is no such card at this moment",
                "choose one, `target enemy`, or begin the line with `when attacked`",
            )),
            Noun::Defender if attack == Attack::Direct => Some(("it is you who is attacked", "write `the attacker`")),
            Noun::It if self.line.known.it == It::Nothing => {
                Some(("there is no such card at this moment", "choose one first: `freeze target enemy, then kill it`"))
            }
            _ => None,
        }
    }
}

const ONE_OR_ALL: Objection = ("an effect is for one or for all", "write `target`, `a` or `all` before the noun");
const ALL_OPPONENTS: Objection = (
    "opponents are the rival and all enemies together",
    "write `all opponents`, or for one of them `target enemy`, `the rival` or `any target`",
);

fn is_pile(selector: &Selector<FoodWords>) -> bool {
    selector.noun == Noun::Carrion || selector.has(Adjective::Carrion) || selector.tails.iter().any(|(tail, _)| tail.is_zone())
}

fn pick(selector: &Selector<FoodWords>, verb: Verb, trigger: Trigger, optional: bool) -> Pick {
    let carrion = selector.noun == Noun::Carrion || selector.has(Adjective::Carrion);
    let from = match selector.tails.iter().map(|(tail, _)| *tail).find(|tail| tail.is_zone()) {
        Some(Tail::FromYourDeck) => Place::Deck,
        Some(_) => Place::Hand,
        // FC A11: for copying "a carrion" means either pile, "a carrion predator" the own one.
        None if carrion && objections::copies(verb) && selector.noun == Noun::Carrion => Place::AnyCarrion,
        None if carrion => Place::OwnCarrion,
        None => Place::Field,
    };
    let purpose = match (verb, trigger, from) {
        (Verb::Eat, Trigger::InsteadOfAttacking, _) => Purpose::EatInCombat,
        (Verb::Eat, _, _) => Purpose::Eat,
        (Verb::Play, _, Place::Hand) => Purpose::Cast,
        (Verb::Play, _, _) => Purpose::Enter,
        _ => Purpose::Any,
    };
    let mut filter = filter(selector);
    // FC A11: copying never chooses itself.
    filter.other |= objections::copies(verb);
    let (most, optional) = if let Quant::UpTo(most) = selector.quant { (most, true) } else { (1, optional) };
    let random = selector.has(Adjective::Random);
    let (players, targeted) = (selector.noun == Noun::AnyTarget, from == Place::Field && !random);
    Pick { from, filter, players, targeted, purpose, optional, most: most.clamp(1, MOST_CHOSEN), random }
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
    let mut now = Now::ANY;
    let states = [(Adjective::Frozen, Now::FROZEN), (Adjective::Paralysed, Now::PARALYSED), (Adjective::Wounded, Now::WOUNDED)];
    for (_, state) in states.into_iter().filter(|(adjective, _)| selector.has(*adjective)) {
        now = now.union(state);
    }
    for (tail, args) in &selector.tails {
        let number = number_in(args).unwrap_or(0).clamp(0, 31) as u8;
        now = now.union(match tail {
            Tail::AttackOrMore => Now::attack(number),
            Tail::HealthOrLess => Now::health(number),
            Tail::FromYourDeck | Tail::FromYourHand => Now::ANY,
        });
    }
    Filter { side, what, other: selector.has(Adjective::Other), now }
}
