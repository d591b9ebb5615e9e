//! One line of a card on its way to a program, and what is wrong with it.

use playmat_cards::{Compile, Line, NO_NUMBER, Objection, Stuck};
use playmat_cardtext::ast::{self, Arg, Effect, Quant, Span};
use playmat_cardtext::{Code, number_in};

use crate::Skirmish;
use crate::codes::{HOW_MANY, IN_VAIN, NEVER_MATCHES, NO_PLACE, NO_SUCH_MOMENT, NUMBER, TOO_LARGE, TOO_MUCH, WRONG_THING};
use crate::objections;
use crate::rules::{Action, Amount, Filter, GroupId, Instruction, Landing, Pick, Side, Test, What, Who};
use crate::state::REGISTERS;
use crate::words::{Adjective, Condition, Kind, Noun, SkirmishWords, Tail, Trigger, Verb};

type Clause = ast::Clause<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;
type Asked = ast::Condition<SkirmishWords>;

/// The most that are chosen at once.
const MOST_CHOSEN: u8 = 3;

/// Whether somebody has to choose, rightly said or not.
pub fn is_choice(selector: &Selector) -> bool {
    matches!(selector.quant, Quant::One | Quant::Target | Quant::UpTo(_))
}

/// Whether a selector is about slots and not about units.
pub fn is_slot(selector: &Selector) -> bool {
    matches!(selector.noun, Noun::Slot | Noun::ThisSlot)
}

/// What the steps before have left.
#[derive(Clone, Default)]
pub struct Known {
    /// What "it" means: what was chosen last.
    it: Option<Selector>,
    /// Whether that has left the table.
    left: bool,
    /// Who else has left it for certain: this, or the consuming unit.
    gone: Vec<Noun>,
}

/// One line on its way to a program.
pub struct Pass<'a> {
    pub line: Line<'a, SkirmishWords, Skirmish, Known>,
    pub programs: &'a mut Vec<Instruction>,
    pub kind: Kind,
    pub trigger: Trigger,
    /// What a number counts for each of.
    pub each: Option<GroupId>,
    pub groups: &'a mut Vec<(What, Filter)>,
}

impl<'a> Compile<'a> for Pass<'a> {
    type Words = SkirmishWords;
    type Parts = Skirmish;
    type Known = Known;

    const TOO_MUCH: &'static Code = &TOO_MUCH;
    const WRONG_THING: &'static Code = &WRONG_THING;
    const TOO_LARGE: &'static Code = &TOO_LARGE;
    const NO_SUCH_MOMENT: &'static Code = &NO_SUCH_MOMENT;
    const REGISTERS: usize = REGISTERS;

    fn line(&mut self) -> &mut Line<'a, SkirmishWords, Skirmish, Known> {
        &mut self.line
    }

    fn programs(&mut self) -> &mut Vec<Instruction> {
        self.programs
    }

    fn is_choice(selector: &Selector) -> bool {
        is_choice(selector)
    }

    fn asks_if_done(condition: Condition) -> bool {
        condition == Condition::Done
    }

    fn test(&mut self, condition: &Asked) -> Result<Test, Stuck> {
        let (what, filter) = self.group(condition)?;
        Ok(Test::AtLeast(condition.least(), what, filter))
    }

    fn effect(&mut self, effect: &Effect<SkirmishWords>, optional: bool) {
        let Effect::If(condition, inner) = effect else { return self.usual(effect, optional) };
        if condition.condition != Condition::ForEach {
            return self.usual(effect, optional);
        }
        if self.each.is_some() {
            self.complain(&WRONG_THING, condition.span, ("one `for each` counts already", "leave one of the two out"));
        }
        // A number counts for each of these in all that follows.
        let outer = self.each;
        self.each = self.group(condition).ok().map(|group| {
            self.groups.push(group);
            GroupId(self.groups.len() as u16 - 1)
        });
        self.effect(inner, optional);
        self.each = outer;
    }

    /// Who may have left is still there.
    fn declined(before: Known, after: Known) -> Known {
        Known { gone: before.gone, ..after }
    }

    fn clause(&mut self, clause: &Clause, optional: bool) -> Result<(), Stuck> {
        let mut place = 0;
        for arg in &clause.args {
            match arg {
                Arg::Who(who) => {
                    self.phrase(clause, place, who);
                    place += 1;
                }
                Arg::Card(name, span) if self.line.listing.card(name).is_some_and(|card| !card.kind.is_made()) => {
                    let message = format!("{name} is a card of decks, not a token");
                    self.complain(&WRONG_THING, *span, (message, "name a token"));
                }
                Arg::Number(number, span) => self.number(*number, *span),
                Arg::Count(count, span) if *count > 1 => {
                    self.complain(&HOW_MANY, *span, ("one token enters at a time", "write `a` and the name"));
                }
                _ => {}
            }
        }
        self.moment(clause);
        let action = self.action(clause, optional);
        self.remember(clause);
        self.line.draft.act(action?);
        Ok(())
    }
}

impl Pass<'_> {
    /// What a clause becomes.
    fn action(&mut self, clause: &Clause, optional: bool) -> Result<Action, Stuck> {
        let nobody = Landing::Nobody;
        let slot = clause.selectors().next().is_some_and(is_slot);
        let more = |who, amount| if slot { Action::Modify(who, amount) } else { Action::Gain(who, amount) };
        Ok(match clause.verb {
            Verb::Draw => Action::Draw(self.amount(clause, 0)?),
            Verb::Get => more(self.who(clause, 0, nobody, optional)?, self.amount(clause, 1)?),
            Verb::GetThisTurn => Action::GainThisTurn(self.who(clause, 0, nobody, optional)?, self.amount(clause, 1)?),
            Verb::GetThatMuch | Verb::GetLastPower => more(self.who(clause, 0, nobody, optional)?, Amount::Brought),
            Verb::Damage => Action::Damage(self.amount(clause, 0)?, self.who(clause, 1, nobody, optional)?),
            Verb::DamageAround => Action::Blast(self.amount(clause, 0)?, self.who(clause, 1, nobody, optional)?),
            Verb::DamageLastPower => Action::Damage(Amount::Brought, self.who(clause, 0, nobody, optional)?),
            Verb::Kill => Action::Kill(self.who(clause, 0, nobody, optional)?),
            Verb::DeployToken => {
                let def = self.named(clause, 1)?;
                Action::DeployToken(def, self.who(clause, 2, Landing::Token(def), optional)?)
            }
            Verb::Deploy => {
                let card = self.who(clause, 0, nobody, optional)?;
                let landing = if let Who::Chosen(register) = card { Landing::Chosen(register) } else { nobody };
                let slot = self.who(clause, 1, landing, optional)?;
                let Who::Chosen(register) = card else { return Err(self.stuck(clause.span, objections::ONLY_DEAD)) };
                Action::Deploy(register, slot)
            }
            Verb::Cleanse => Action::Cleanse(self.who(clause, 0, nobody, optional)?),
            Verb::Move => Action::Move(self.who(clause, 0, nobody, optional)?, self.who(clause, 1, nobody, optional)?),
            Verb::Match => Action::Match(self.who(clause, 0, nobody, optional)?, self.who(clause, 1, nobody, optional)?),
            Verb::Return => Action::Return(self.who(clause, 0, nobody, optional)?),
        })
    }

    /// Whether chance chooses whom the second phrase of a clause calls "it".
    fn it_is_random(&self, clause: &Clause) -> bool {
        let first = clause.selectors().next().filter(|first| is_choice(first) && !first.tailed(Tail::BesideIt));
        first.or(self.line.known.it.as_ref()).is_some_and(|it| it.has(Adjective::Random))
    }

    /// How much, for each of what is counted if something is.
    fn amount(&mut self, clause: &Clause, place: usize) -> Result<Amount, Stuck> {
        let number = self.count(clause, place)?;
        Ok(self.each.map_or(Amount::Fixed(number), |group| Amount::Each(number, group)))
    }

    /// The units or slots that a condition is about.
    fn group(&mut self, condition: &Asked) -> Result<(What, Filter), Stuck> {
        let Some(who) = condition.who() else {
            return Err(self.stuck(condition.span, ("it is not said of whom", "write `if you have a wounded ally`")));
        };
        self.numbers_of(who);
        if let Some((code, objection)) = self.absent(who, None).or_else(|| objections::miscounted(condition.condition, who)) {
            return Err(self.line.findings.stuck(code, who.span, objection));
        }
        let side = match condition.condition {
            Condition::YouHave => Side::Own,
            Condition::RivalHas => Side::Enemy,
            Condition::Done | Condition::ForEach => filter(who).side,
        };
        Ok((what(who), Filter { side, ..filter(who) }))
    }

    /// The phrase in a slot as a group, or as a choice made just before.
    fn who(&mut self, clause: &Clause, place: usize, landing: Landing, optional: bool) -> Result<Who, Stuck> {
        let selector = self.selector(clause, place)?;
        Ok(match selector.noun {
            Noun::This => Who::This,
            Noun::ThisSlot => Who::ThisSlot,
            Noun::It => Who::It,
            Noun::Front => Who::Front,
            Noun::Consumer => Who::Consumer,
            _ if is_choice(selector) => {
                let (most, optional) = if let Quant::UpTo(most) = selector.quant { (most, true) } else { (1, optional) };
                let most = most.clamp(1, MOST_CHOSEN);
                let random = selector.has(Adjective::Random);
                let late = random || selector.tailed(Tail::BesideIt) && self.it_is_random(clause);
                let pick = Pick { what: what(selector), filter: filter(selector), landing, optional, most, random, late };
                let register = self.line.draft.choose(most, pick);
                if most == 1 { Who::Chosen(register) } else { Who::Several(register, most) }
            }
            _ if selector.quant == Quant::All => Who::All(what(selector), filter(selector)),
            _ => return Err(self.line.findings.stuck(&HOW_MANY, selector.span, ONE_OR_ALL)),
        })
    }

    fn number(&mut self, number: i32, span: Span) {
        self.line.findings.range(&NUMBER, span, "", number, 1..=20);
    }

    /// The numbers behind a noun.
    fn numbers_of(&mut self, who: &Selector) {
        for arg in who.tails.iter().flat_map(|(_, args)| args) {
            if let Arg::Number(number, span) = arg {
                self.number(*number, *span);
            }
        }
    }

    /// What is wrong with a phrase where it stands; `place` counts the phrases of the clause.
    fn phrase(&mut self, clause: &Clause, place: usize, who: &Selector) {
        self.numbers_of(who);
        let idle = || objections::idle(who).map(|objection| (&IN_VAIN, objection));
        if let Some((code, objection)) = self.wrong(clause, place, who).or_else(idle) {
            self.complain(code, who.span, objection);
        }
    }

    /// The first thing that is wrong with it.
    fn wrong(&self, clause: &Clause, place: usize, who: &Selector) -> Option<(&'static Code, Objection)> {
        let Known { it, left, gone } = &self.line.known;
        if let Some(absent) = self.absent(who, Some((clause, place))) {
            return Some(absent);
        }
        if who.quant == Quant::Target {
            let message = "`target` is no word of Skirmish: whoever is chosen is `a unit`, `an enemy`, `an ally`";
            return Some((&HOW_MANY, (message, "write `a` or `an` for `target`")));
        }
        if let Quant::Exactly(_) | Quant::Each = who.quant {
            return Some((&HOW_MANY, ONE_OR_ALL));
        }
        if let Some(objection) = objections::unlikely(who, MOST_CHOSEN) {
            return Some((&HOW_MANY, objection));
        }
        if let Some(objection) = objections::impossible(who) {
            return Some((&NEVER_MATCHES, objection));
        }
        if let Some(objection) = objections::only_one(clause.verb, place, who) {
            return Some((&HOW_MANY, objection));
        }
        if gone.contains(&who.noun) {
            return Some((&WRONG_THING, ("that unit has left by then", "say this step first, or choose another unit")));
        }
        let gone = objections::Gone { trigger: self.trigger, it: it.as_ref(), left: *left };
        objections::objection(clause, place, who, &gone).map(|objection| (&WRONG_THING, objection))
    }

    /// Why there is nobody of that kind at this moment; `at` = where it stands in a clause.
    fn absent(&self, who: &Selector, at: Option<(&Clause, usize)>) -> Option<(&'static Code, Objection)> {
        let it = &self.line.known.it;
        let here = matches!(who.noun, Noun::This | Noun::ThisSlot | Noun::Front) || who.has(Adjective::Close);
        if self.kind == Kind::Action && (here || who.tailed(Tail::OtherName)) {
            return Some((&NO_PLACE, ("an action stands nowhere", "choose one: `an enemy`, `an ally`, `a slot`")));
        }
        // The second phrase of a clause may be about what the first one chooses.
        let before = at.filter(|&(_, place)| place > 0).and_then(|(clause, _)| clause.selectors().next());
        let chosen = it.is_some() || before.is_some_and(is_choice);
        let missing = match who.noun {
            Noun::Consumer => (self.trigger != Trigger::Consumed).then_some("begin the line with `consumed`"),
            Noun::It => (!chosen).then_some("choose something first: `kill a unit`"),
            _ => (who.tailed(Tail::BesideIt) && !chosen).then(|| {
                at.map_or("choose something first", |(clause, place)| objections::beside_hint(self.kind, clause, place))
            }),
        };
        missing.map(|hint| (&NO_SUCH_MOMENT, ("there is no such thing at this moment", hint)))
    }

    /// Whether what the verb speaks of is there, and whether it would change something.
    fn moment(&mut self, clause: &Clause) {
        let (there, hint) = match clause.verb {
            Verb::GetThatMuch => {
                let hint = "begin the line with `when a close unit is dealt damage`, or write a number";
                (self.trigger == Trigger::Damaged, hint)
            }
            Verb::GetLastPower | Verb::DamageLastPower => {
                let left = matches!(self.trigger, Trigger::Death | Trigger::Consume | Trigger::Consumed);
                (left, "begin the line with `death`, `consume` or `consumed`, or write a number")
            }
            _ => (true, ""),
        };
        if !there {
            self.complain(&NO_SUCH_MOMENT, clause.span, ("there is nothing of that kind at this moment", hint));
        }
        if self.each.is_some() && !clause.verb.counts() {
            self.complain(&WRONG_THING, clause.span, NO_NUMBER);
        }
        if self.trigger == Trigger::Conquer && matches!(clause.verb, Verb::Get | Verb::GetThisTurn | Verb::Match) {
            let hint = "write what lasts: `draw 1`, or another trigger such as `start of turn`";
            self.complain(&IN_VAIN, clause.span, ("the skirmish is over by then, and gains are cleared", hint));
        }
    }

    /// What a later step must know of this one.
    fn remember(&mut self, clause: &Clause) {
        let known = &mut self.line.known;
        if let Some(chosen) = clause.selectors().filter(|who| is_choice(who)).last() {
            // Several are no "it".
            let one = !matches!(chosen.quant, Quant::UpTo(2..));
            (known.it, known.left) = (one.then(|| chosen.clone()), false);
        }
        if clause.verb.phrase(0).leaves {
            known.left |= clause.selectors().any(|who| is_choice(who) || who.noun == Noun::It);
            known.gone.extend(clause.selectors().filter_map(objections::leaver));
        }
    }
}

const ONE_OR_ALL: Objection = ("an effect is for one or for all", "write `a` or `all` before the noun");

fn what(selector: &Selector) -> What {
    match selector.noun {
        _ if selector.has(Adjective::Dead) => What::Dead,
        Noun::Slot => What::Slot,
        _ => What::Unit,
    }
}

/// Which units or slots a phrase means.
pub fn filter(selector: &Selector) -> Filter {
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
            Tail::PowerOrLess => filter.weaker = number,
            Tail::PrintedOrLess => filter.at_most = number,
            Tail::OtherName => filter.other = true,
            Tail::BesideIt => filter.beside = true,
        }
    }
    filter
}
