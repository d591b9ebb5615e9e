//! One line of a card on its way to a program, and what is wrong with it. What its steps become stands in `program`.

use playmat_cards::{Compile, Line, NO_NUMBER, Objection, Side, Stuck};
use playmat_cardtext::Code;
use playmat_cardtext::ast::{self, Arg, Effect as Steps, Quant};

use crate::Strata;
use crate::codes::{HEADER, NEVER_MATCHES, NO_SUCH_MOMENT, NUMBER, TOO_LARGE, TOO_MUCH, WRONG_KIND, WRONG_THING};
use crate::frames::MOST_CHOSEN;
use crate::meaning::{At, It, Role, is_off_field, names_cards};
use crate::objections;
use crate::rules::{EffectKind, Group, Instruction, Rules, Test, Who};
use crate::setup::COPIES;
use crate::words::{ActionVerb, ChangeVerb, Condition, Event, Noun, StrataWords, Verb};

type Clause = ast::Clause<StrataWords>;
type Selector = ast::Selector<StrataWords>;
type Asked = ast::Condition<StrataWords>;

/// What the steps before have left.
#[derive(Clone, Copy)]
pub struct Known {
    /// Where the card itself is.
    pub at: At,
    /// What "it" means, if anything.
    pub it: Option<It>,
    /// What that is for a program.
    pub last: Who,
}

/// One line on its way to a program.
pub struct Pass<'a> {
    pub line: Line<'a, StrataWords, Strata, Known>,
    pub rules: &'a mut Rules,
    pub kind: EffectKind,
    event: Option<Event>,
    /// The condition around the step.
    inside: Option<Condition>,
    /// What a number counts for each of.
    pub each: Option<Group>,
    /// When a lasting change counts.
    pub test: Option<Test>,
    /// Whether a choice of the step may be declined.
    pub optional: bool,
    /// Whether "it" was said while it meant the card of the event.
    pub says_it: bool,
}

impl<'a> Compile<'a> for Pass<'a> {
    type Words = StrataWords;
    type Parts = Strata;
    type Known = Known;

    const TOO_MUCH: &'static Code = &TOO_MUCH;
    const WRONG_THING: &'static Code = &WRONG_THING;
    const TOO_LARGE: &'static Code = &TOO_LARGE;
    const NO_SUCH_MOMENT: &'static Code = &NO_SUCH_MOMENT;

    fn line(&mut self) -> &mut Line<'a, StrataWords, Strata, Known> {
        &mut self.line
    }

    fn programs(&mut self) -> &mut Vec<Instruction> {
        &mut self.rules.ops
    }

    /// Whether it is chosen when its step resolves: a target that may be declined is another question.
    fn is_choice(selector: &Selector) -> bool {
        match selector.quant {
            Quant::One => true,
            Quant::Exactly(_) | Quant::UpTo(_) => is_off_field(selector),
            _ => false,
        }
    }

    fn effect(&mut self, effect: &Steps<StrataWords>, optional: bool) {
        match effect {
            Steps::If(condition, inner) => {
                self.condition(condition);
                let outer = (self.inside.replace(condition.condition), self.each, self.test);
                if condition.condition == Condition::ForEach {
                    // A number counts for each of these in all that follows.
                    self.each = self.asked_of(condition, None).ok();
                    self.effect(inner, optional);
                } else if self.line.known.at.lasts() {
                    // What lasts is tested at any time, not once.
                    self.test = self.test(condition).ok();
                    self.effect(inner, optional);
                } else {
                    self.usual(effect, optional);
                }
                (self.inside, self.each, self.test) = outer;
            }
            _ => self.usual(effect, optional),
        }
    }

    fn asks_if_done(condition: Condition) -> bool {
        condition == Condition::Done
    }

    fn test(&mut self, condition: &Asked) -> Result<Test, Stuck> {
        let least = condition.least();
        Ok(match condition.condition {
            Condition::ForEach => Test::AtLeast(1, self.asked_of(condition, None)?),
            Condition::YouHave => Test::AtLeast(least, self.asked_of(condition, Some(Side::Own))?),
            Condition::RivalHas => Test::AtLeast(least, self.asked_of(condition, Some(Side::Enemy))?),
            Condition::FewerPoints => Test::FewerPoints,
            // "If you do" is every game's, and asked for otherwise.
            Condition::Done => return Err(self.line.findings.told("that is no test")),
        })
    }

    fn clause(&mut self, clause: &Clause, optional: bool) -> Result<(), Stuck> {
        self.optional = optional;
        let lasting = self.check(clause);
        let written = match clause.verb {
            Verb::Do(step) => self.step(step, clause),
            Verb::Change(change, lasting) => self.change(change, lasting, clause),
        };
        if lasting {
            let Known { at, it, .. } = &mut self.line.known;
            *it = It::after(*it, clause, at);
            *at = at.after(clause);
        }
        written
    }
}

impl<'a> Pass<'a> {
    /// A line of this kind, about this event.
    pub fn new(
        line: Line<'a, StrataWords, Strata, Known>,
        rules: &'a mut Rules,
        kind: EffectKind,
        event: Option<Event>,
    ) -> Self {
        Pass { line, rules, kind, event, inside: None, each: None, test: None, optional: false, says_it: false }
    }

    /// What is paid, and what an Equip is attached to.
    pub fn costs(&mut self, line: &ast::Ability<StrataWords>) {
        for cost in &line.costs {
            self.numbers(cost);
            for (who, role) in cost.selectors().zip(cost.verb.roles()) {
                self.moment(who);
                let Known { at, it, .. } = self.line.known;
                let target = (who.quant == Quant::Target).then_some(("a cost has no target", "write `a` or a number"));
                let target = target.map(|objection| (&WRONG_THING, objection));
                let wrong_cost = || objections::wrong_cost(who, &at, it).map(|objection| (&WRONG_THING, objection));
                if let Some((code, objection)) = target.or_else(|| self.wrong(cost.verb, *role, who)).or_else(wrong_cost) {
                    self.complain(code, who.span, objection);
                }
            }
            drop(self.cost(cost));
        }
        if let Some((place, objection)) = objections::unpayable_costs(&line.costs, &self.line.known.at) {
            self.complain(&WRONG_THING, line.costs[place].span, objection);
        }
        self.line.known.at = self.line.known.at.paid(line);
        if self.kind == EffectKind::Equip {
            self.host();
        }
    }

    /// What is wrong with a clause where it stands. False if it has no program at all.
    fn check(&mut self, clause: &Clause) -> bool {
        self.numbers(clause);
        let at = self.line.known.at;
        if matches!(clause.verb.roles(), [Role::Stopped | Role::Redirected, ..]) && !at.is_counter() {
            let objection = ("only a Counter stops or redirects something", "begin the line with `counter when`");
            self.complain(&WRONG_KIND, clause.span, objection);
        }
        if let (Verb::Change(ChangeVerb::Kind, _), Some(Arg::Adjectives(words, span))) = (clause.verb, clause.args.get(1))
            && let Some(objection) = objections::wrong_new_types(words)
        {
            self.complain(&HEADER, *span, objection);
        }
        if let Verb::Do(ActionVerb::PayPoints | ActionVerb::SkipTurn) = clause.verb {
            self.complain(&WRONG_KIND, clause.span, ONLY_COST);
        }
        if let Some(objection) = objections::not_lasting(clause.verb, &at) {
            self.complain(&WRONG_KIND, clause.span, objection);
            return false;
        }
        if self.inside == Some(Condition::ForEach) && !clause.verb.counts() {
            self.complain(&WRONG_THING, clause.span, NO_NUMBER);
        }
        if let Some(Arg::Card(_, span)) = clause.args.get(1)
            && clause.number(0).is_ok_and(|many| many > COPIES as i32 && many <= 20)
        {
            self.complain(&NEVER_MATCHES, *span, ("a deck has at most two of a card", "write `a` or `2` before its name"));
        }
        let before = self.line.findings.count();
        for (who, role) in clause.selectors().zip(clause.verb.roles()) {
            self.moment(who);
            if let Some((code, objection)) = self.wrong(clause.verb, *role, who) {
                self.complain(code, who.span, objection);
            }
        }
        let mismatch = objections::mismatch(clause, &at, self.line.known.it).filter(|_| self.line.findings.count() == before);
        if let Some((place, objection)) = mismatch {
            let span = clause.selectors().nth(place).map_or(clause.span, |who| who.span);
            self.complain(&WRONG_THING, span, objection);
        }
        true
    }

    /// The first thing that is wrong with a phrase where it stands.
    fn wrong(&self, verb: Verb, role: Role, who: &Selector) -> Option<(&'static Code, Objection)> {
        let Known { at, it, .. } = &self.line.known;
        let printed = role.is_sought() || role == Role::Described || is_off_field(who);
        let never = || objections::impossible(who, at).or_else(|| objections::never_printed(who).filter(|_| printed));
        objections::absent(who, at)
            .map(|objection| (&NO_SUCH_MOMENT, objection))
            .or_else(|| never().map(|objection| (&NEVER_MATCHES, objection)))
            .or_else(|| objections::objection(verb, role, who, at, *it).map(|objection| (&WRONG_THING, objection)))
    }

    /// Whether what a phrase speaks of is there at this moment, and whether so many can be chosen.
    fn moment(&mut self, who: &Selector) {
        let Known { at, it, .. } = &self.line.known;
        let attack = matches!(self.event, Some(Event::Attacks | Event::AttacksWhom));
        let counter = at.is_counter();
        let missing = match who.noun {
            Noun::It => it.is_none().then_some("say first which card: `tap target creature, then destroy it`"),
            Noun::Attacker | Noun::Defender => {
                (!attack).then_some("begin the line with `counter when an enemy creature attacks`")
            }
            Noun::TheAttack => (!(counter && attack)).then_some("begin the line with `counter when an enemy creature attacks`"),
            Noun::ThePlay => (!(counter && self.event == Some(Event::Played)))
                .then_some("begin the line with `counter when an enemy card is played`"),
            Noun::TheEffect => (!(counter && matches!(self.event, Some(Event::Activated | Event::Targeted))))
                .then_some("begin the line with `counter when an enemy effect is activated`"),
            _ => None,
        };
        if let Some(hint) = missing {
            self.complain(&NO_SUCH_MOMENT, who.span, ("there is no such thing at this moment", hint));
        }
        if who.noun == Noun::Equipped && self.kind != EffectKind::Equip {
            let objection = ("only an Equip has an equipped creature", "begin the line with `equip:`, or choose a creature");
            self.complain(&WRONG_KIND, who.span, objection);
        }
        objections::check_levels(who, self.line.findings);
        if let Quant::Exactly(many) | Quant::UpTo(many) = who.quant
            && names_cards(who)
            && usize::from(many) > MOST_CHOSEN
        {
            let message = format!("at most {MOST_CHOSEN} cards are chosen at once");
            self.complain(&TOO_MUCH, who.span, (message, format!("write {MOST_CHOSEN} or less, or `all`")));
        }
    }

    /// What is wrong with a condition.
    fn condition(&mut self, condition: &Asked) {
        let at = self.line.known.at;
        if condition.condition == Condition::Done && at.lasts() {
            let objection = ("what lasts is not done once", "leave `if you do` out, or make it a `normal` effect");
            self.complain(&WRONG_KIND, condition.span, objection);
        }
        if let Some(objection) = objections::nested(self.inside, condition.condition, &at) {
            self.complain(&WRONG_THING, condition.span, objection);
        }
        for arg in &condition.args {
            let Arg::Who(who) = arg else { continue };
            objections::check_levels(who, self.line.findings);
            if let Some(objection) = objections::absent(who, &at) {
                self.complain(&NO_SUCH_MOMENT, who.span, objection);
            } else if let Some(objection) = objections::impossible(who, &at) {
                self.complain(&NEVER_MATCHES, who.span, objection);
            } else if let Some(objection) = objections::wrong_condition_subject(condition) {
                self.complain(&WRONG_THING, who.span, objection);
            } else if let Some(objection) = objections::never_holds(condition, &at) {
                self.complain(&NEVER_MATCHES, who.span, objection);
            }
        }
    }

    fn numbers(&mut self, clause: &Clause) {
        for arg in &clause.args {
            match arg {
                Arg::Number(level, span) if matches!(clause.verb, Verb::Change(ChangeVerb::Level, _)) => {
                    objections::check_level(*level, *span, self.line.findings);
                }
                Arg::Count(0, _) => {}
                Arg::Number(n, span) | Arg::Count(n, span) => self.line.findings.range(&NUMBER, *span, "", *n, 1..=20),
                Arg::Delta(0, 0, span) => {
                    self.complain(&NUMBER, *span, ("+0/+0 changes nothing", "write a change such as `+100/+0`"));
                }
                Arg::Delta(attack, defense, span)
                    if [attack, defense].into_iter().any(|n| !matches!(n.abs(), 0 | 25 | 50 | 100 | 200 | 300 | 400 | 500)) =>
                {
                    let objection = ("a change is 25, 50, 100, 200, 300, 400 or 500", "write a change such as `+100/+0`");
                    self.complain(&NUMBER, *span, objection);
                }
                _ => {}
            }
        }
    }
}

/// What is paid does not happen.
pub const ONLY_COST: Objection = ("that is only a cost", "put it before the colon, like `normal, pay 2 points:`");
