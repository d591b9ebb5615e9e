//! What can be wrong with a Skirmish card beyond its grammar.

use std::collections::BTreeMap;

use playmat_cards::{does_not_load, leads_back, too_much_on_a_line};
use playmat_cardtext::ast::{self, Arg, Quant, Span};
use playmat_cardtext::{Code, Complaint, MAX_NUMBER, number_in};

use crate::fits::{self, Misfit};
use crate::lower::{self, MOST_CHOICES, cooldown, is_choice};
use crate::rulings::{LEDGER, Rulings};
use crate::words::{Adjective, Kind, Noun, SkirmishWords, Tail, Trigger, Verb};

type Card = ast::Card<SkirmishWords>;
type Ability = ast::Ability<SkirmishWords>;
type Clause = ast::Clause<SkirmishWords>;
type Effect = ast::Effect<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;

/// All kinds of mistakes of this file.
pub static CODES: &[&Code] = &[
    &NUMBER,
    &NO_PLACE,
    &NEVER_MATCHES,
    &NO_SUCH_MOMENT,
    &MAKES_ITSELF,
    &WRONG_THING,
    &TOO_MUCH,
    &HOW_MANY,
    &NO_LINE,
    &DOES_NOT_LOAD,
];

static NUMBER: Code = Code {
    id: "S01",
    name: "number-out-of-range",
    title: "a printed number is out of range",
    explanation: "Power is 1 to 20, a cooldown 1 to 9; the numbers of an effect are 1 to 20. A unit of power 0 would be dead when it enters.",
    wrong: "unit Ghost 0\n",
    right: "unit Ghost 1\n",
};

static NO_PLACE: Code = Code {
    id: "S02",
    name: "no-place",
    title: "an action stands nowhere",
    explanation: "`this`, `this slot`, `close` and `the enemy in front` are about where a unit stands. An action has no place on the table: it chooses a unit or a slot.",
    wrong: "action Fog\n  kill a close enemy.\n",
    right: "action Fog\n  kill an enemy.\n",
};

static NEVER_MATCHES: Code = Code {
    id: "S03",
    name: "never-matches",
    title: "these words together mean nobody",
    explanation: "A slot is neither wounded nor dead and has no power of its own; who is dead is neither close nor wounded; an enemy is not your own.",
    wrong: "action Fog\n  cleanse a wounded slot.\n",
    right: "action Fog\n  cleanse a slot.\n",
};

static NO_SUCH_MOMENT: Code = Code {
    id: "S04",
    name: "no-such-moment",
    title: "what this speaks of does not exist at that moment",
    explanation: "`that much` is the damage that was dealt, `the last power` that of who died or was consumed, `the consuming unit` exists only for `consumed`, and `it` only after something was chosen.",
    wrong: "unit Ghost 1\n  deploy: this gets the last power.\n",
    right: "unit Ghost 1\n  consume: this gets the last power.\n",
};

static MAKES_ITSELF: Code = Code {
    id: "S05",
    name: "makes-itself",
    title: "a card makes itself without end",
    explanation: "A token whose entering or leaving deploys a token that leads back to itself could go on for ever; so could a unit that raises one of its own name when it enters or leaves, and a unit that deploys whenever an ally dies, because who is replaced dies too. What `you may` do ends when you decline it.",
    wrong: "unit Ghost 1\n  deploy: deploy a Wisp to an own slot.\n\ntoken unit Wisp 1\n  deploy: deploy a Wisp to an own slot.\n",
    right: "unit Ghost 1\n  deploy: deploy a Wisp to an own slot.\n\ntoken unit Wisp 1\n",
};

static WRONG_THING: Code = Code {
    id: "S06",
    name: "wrong-thing",
    title: "this cannot be done to that",
    explanation: "Units are damaged, killed, moved and returned; slots are cleansed, moved to and deployed to; only the dead and tokens are deployed, to own slots. Who was killed or returned has left.",
    wrong: "action Fog\n  kill a slot.\n",
    right: "action Fog\n  kill a unit.\n",
};

static TOO_MUCH: Code = Code {
    id: "S07",
    name: "too-much-on-a-card",
    title: "a card or line asks for more than it can hold",
    explanation: "A line has at most one `either` and at most two choices; a unit has at most one `activate` and eight lines, an action exactly one line. Write `, then` between what belongs together.",
    wrong: "action Fog\n  draw 1.\n  draw 2.\n",
    right: "action Fog\n  draw 1, then draw 2.\n",
};

static HOW_MANY: Code = Code {
    id: "S08",
    name: "how-many",
    title: "an effect is for one or for all",
    explanation: "Effects of this game choose one (`a unit`, `an own slot`) or take all (`all close allies`), and one token enters at a time.",
    wrong: "action Fog\n  kill 2 enemies.\n",
    right: "action Fog\n  kill an enemy.\n",
};

static NO_LINE: Code = Code {
    id: "S09",
    name: "no-line",
    title: "an action says nothing",
    explanation: "An action without a line would do nothing. Only units can do without words.",
    wrong: "action Fog\n",
    right: "action Fog\n  draw 1.\n",
};

static DOES_NOT_LOAD: Code = Code {
    id: "S10",
    name: "does-not-load",
    title: "no rules can be made of these cards",
    explanation: "The words fit each other, but no program comes of them; the message says why. A set has at most 1,024 cards and tokens, and its programs together at most 65,535 steps.",
    wrong: "",
    right: "",
};

/// Everything that is wrong with the cards beyond their grammar.
pub fn check(cards: &[&Card]) -> Vec<Complaint> {
    let mut found = Vec::new();
    let kinds: BTreeMap<&str, Kind> = cards.iter().map(|card| (card.name.as_str(), card.kind)).collect();
    for card in cards {
        numbers(card, &mut found);
        let (most, activates) = (if card.kind.stands() { 8 } else { 1 }, |line: &&Ability| is_on(line, Trigger::Activate));
        if let Some(line) = card.abilities.get(most) {
            let message = format!("an {} has at most {most} line{}", card.kind.word(), if most == 1 { "" } else { "s" });
            found.push(Complaint::new(&TOO_MUCH, line.span, message).hint("write `, then` between the parts of one line"));
        }
        if let Some(line) = card.abilities.iter().filter(activates).nth(1) {
            let complaint = Complaint::new(&TOO_MUCH, line.trigger_span, "a unit activates once: it has one such line");
            found.push(complaint.hint("write `, then` between the parts of one line, or use another trigger"));
        }
        if card.abilities.is_empty() && card.broken == 0 && !card.kind.stands() {
            let complaint = Complaint::new(&NO_LINE, card.name_span, format!("{} says nothing", card.name));
            found.push(complaint.hint("write below it what it does, for example `  draw 1.`"));
        }
        for line in &card.abilities {
            ability(card.kind, line, &kinds, &mut found);
        }
    }
    endless(cards, &mut found);
    if let Err(faults) = lower::lower(cards, defaults()) {
        let more = does_not_load(&DOES_NOT_LOAD, faults, &found);
        found.extend(more);
    }
    found
}

fn defaults() -> Rulings {
    Rulings::from_values(&LEDGER.iter().map(|ruling| ruling.editions[0]).collect::<Vec<_>>())
}

fn is_on(line: &Ability, wanted: Trigger) -> bool {
    matches!(line.trigger, Some((trigger, _)) if trigger == wanted)
}

fn numbers(card: &Card, found: &mut Vec<Complaint>) {
    for arg in &card.header {
        if let Arg::Number(power, span) = arg
            && is_out_of(20, *power)
        {
            let message = format!("a power of {power} is out of range: 1 to 20");
            found.push(Complaint::new(&NUMBER, *span, message).hint("write a number from 1 to 20"));
        }
    }
    for line in &card.abilities {
        if let Some(turns) = cooldown(line).filter(|turns| is_out_of(9, *turns)) {
            let message = format!("a cooldown of {turns} is out of range: 1 to 9");
            let complaint = Complaint::new(&NUMBER, number_span(line), message);
            found.push(complaint.hint("write 1 to 9; without a cooldown write `activate`"));
        }
    }
}

/// Whether a number is none of 1 to `most`. What is larger than any number was complained about by the language.
fn is_out_of(most: i32, number: i32) -> bool {
    !(1..=most).contains(&number) && number <= MAX_NUMBER
}

/// Where the number behind a trigger stands.
fn number_span(line: &Ability) -> Span {
    let args = line.trigger.iter().flat_map(|(_, args)| args);
    args.into_iter()
        .find_map(|arg| if let Arg::Number(_, span) = arg { Some(*span) } else { None })
        .unwrap_or(line.trigger_span)
}

fn ability(kind: Kind, line: &Ability, kinds: &BTreeMap<&str, Kind>, found: &mut Vec<Complaint>) {
    let trigger = line.trigger.as_ref().map_or(Trigger::Played, |(trigger, _)| *trigger);
    for arg in line.trigger.iter().flat_map(|(_, args)| args) {
        if let Arg::Who(who) = arg {
            let plain = who.quant == Quant::One
                && matches!(who.noun, Noun::Unit | Noun::Ally | Noun::Enemy)
                && who.tails.is_empty()
                && who.adjectives.iter().all(|adjective| *adjective == Adjective::Close);
            if !plain {
                let message = "a trigger is about a unit, ally or enemy, close or anywhere";
                found.push(Complaint::new(&NEVER_MATCHES, who.span, message).hint(about_hint(trigger, who)));
            }
        }
    }
    let mut walk = Walk { kind, trigger, kinds, found, it: None, left: false, choices: 0 };
    walk.effect(&line.effect);
    if let Some(message) = too_much_on_a_line(&line.effect, walk.choices, MOST_CHOICES) {
        found.push(Complaint::new(&TOO_MUCH, line.span, message).hint("make two lines or two cards of it"));
    }
}

/// What to write where a trigger is about something else.
fn about_hint(trigger: Trigger, who: &Selector) -> &'static str {
    match (trigger, who.noun) {
        (Trigger::Dies, Noun::This) => "write `death:`",
        (Trigger::Dies, _) => "write `when a close unit dies`",
        (_, Noun::This) => "a unit does not see its own damage; write `when a close unit is dealt damage`",
        _ => "write `when a close unit is dealt damage`",
    }
}

struct Walk<'a> {
    kind: Kind,
    trigger: Trigger,
    kinds: &'a BTreeMap<&'a str, Kind>,
    found: &'a mut Vec<Complaint>,
    /// What "it" means by now: what was chosen last.
    it: Option<Selector>,
    /// Whether that has left the table by now.
    left: bool,
    choices: usize,
}

impl Walk<'_> {
    /// Every clause in order. What "it" means after branches is what it meant before.
    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Do(clause) => self.clause(clause),
            Effect::Then(steps) => steps.iter().for_each(|step| self.effect(step)),
            Effect::Either(branches, _) => {
                let (it, left) = (self.it.clone(), self.left);
                for branch in branches {
                    (self.it, self.left) = (it.clone(), left);
                    self.effect(branch);
                }
                (self.it, self.left) = (it, left);
            }
            Effect::May(step, _) | Effect::If(_, step) => self.effect(step),
        }
    }

    fn complain(&mut self, code: &'static Code, span: Span, (message, hint): (&str, &str)) {
        self.found.push(Complaint::new(code, span, message).hint(hint));
    }

    fn number(&mut self, number: i32, span: Span) {
        if is_out_of(20, number) {
            let message = format!("{number} is out of range: 1 to 20");
            self.found.push(Complaint::new(&NUMBER, span, message).hint("write a number from 1 to 20"));
        }
    }

    fn clause(&mut self, clause: &Clause) {
        let mut whos = 0;
        for arg in &clause.args {
            match arg {
                Arg::Who(who) => {
                    self.selector(clause, whos, who);
                    whos += 1;
                }
                Arg::Card(name, span) if self.kinds.get(name.as_str()).is_some_and(|kind| !kind.is_made()) => {
                    let message = format!("{name} is a card of decks, not a token");
                    self.found.push(Complaint::new(&WRONG_THING, *span, message).hint("name a token"));
                }
                Arg::Number(n, span) => self.number(*n, *span),
                Arg::Count(n, span) if *n > 1 => {
                    self.complain(&HOW_MANY, *span, ("one token enters at a time", "write `a` and the name"));
                }
                _ => {}
            }
        }
        let moment = match clause.verb {
            Verb::GetThatMuch => self.trigger == Trigger::Damaged,
            Verb::GetLastPower | Verb::DamageLastPower => {
                matches!(self.trigger, Trigger::Death | Trigger::Consume | Trigger::Consumed)
            }
            _ => true,
        };
        if !moment {
            let hint = match clause.verb {
                Verb::GetThatMuch => "begin the line with `when a close unit is dealt damage`, or write a number",
                _ => "begin the line with `death`, `consume` or `consumed`, or write a number",
            };
            self.complain(&NO_SUCH_MOMENT, clause.span, ("there is nothing of that kind at this moment", hint));
        }
        if let Some(chosen) = clause.selectors().filter(|who| is_choice(who)).last() {
            (self.it, self.left) = (Some(chosen.clone()), false);
        }
        let about_it = clause.selectors().any(|who| is_choice(who) || who.noun == Noun::It);
        self.left |= about_it && matches!(clause.verb, Verb::Kill | Verb::Return);
    }

    fn selector(&mut self, clause: &Clause, place: usize, who: &Selector) {
        self.choices += usize::from(is_choice(who));
        for arg in who.tails.iter().flat_map(|(_, args)| args) {
            if let Arg::Number(n, span) = arg {
                self.number(*n, *span);
            }
        }
        if let Some((code, misfit)) = self.wrong(clause, place, who) {
            self.complain(code, who.span, misfit);
        }
    }

    /// The first thing that is wrong with a phrase where it stands.
    fn wrong(&self, clause: &Clause, place: usize, who: &Selector) -> Option<(&'static Code, Misfit)> {
        let here = matches!(who.noun, Noun::This | Noun::ThisSlot | Noun::Front) || who.has(Adjective::Close);
        if self.kind == Kind::Action && (here || who.tailed(Tail::OtherName)) {
            return Some((&NO_PLACE, ("an action stands nowhere", "choose one: `an enemy`, `an ally`, `a slot`")));
        }
        // The second phrase of a clause may be about what the first one chooses.
        let chosen = self.it.is_some() || place > 0 && clause.selectors().next().is_some_and(is_choice);
        let missing = match who.noun {
            Noun::Consumer => (self.trigger != Trigger::Consumed).then_some("begin the line with `consumed`"),
            Noun::It => (!chosen).then_some("choose something first: `kill a unit`"),
            _ => (who.tailed(Tail::BesideIt) && !chosen).then(|| fits::beside_hint(self.kind, clause, place)),
        };
        if let Some(hint) = missing {
            return Some((&NO_SUCH_MOMENT, ("there is no such thing at this moment", hint)));
        }
        if matches!(who.quant, Quant::Exactly(_) | Quant::UpTo(_) | Quant::Target) {
            return Some((&HOW_MANY, ("an effect is for one or for all", "write `a` or `all` before the noun")));
        }
        if let Some(misfit) = impossible(who) {
            return Some((&NEVER_MATCHES, misfit));
        }
        if let Some(misfit) = fits::only_one(clause.verb, place, who) {
            return Some((&HOW_MANY, misfit));
        }
        let gone = fits::Gone { trigger: self.trigger, it: self.it.as_ref(), left: self.left };
        fits::misfit(clause, place, who, &gone).map(|misfit| (&WRONG_THING, misfit))
    }
}

/// Why a selector can never match, and what would be right.
fn impossible(who: &Selector) -> Option<Misfit> {
    match who.noun {
        Noun::Slot if who.has(Adjective::Wounded) || who.has(Adjective::Dead) => {
            Some(("a slot is neither wounded nor dead", "write `unit` or `ally`, or leave the adjective out"))
        }
        Noun::Slot if who.tailed(Tail::PowerOrMore) || who.tailed(Tail::PrintedOrLess) || who.tailed(Tail::OtherName) => {
            Some(("a slot has neither power nor name", "write `unit`, or leave the tail out"))
        }
        Noun::Enemy if who.has(Adjective::Own) => Some(("an enemy is not your own", "write `ally` or `enemy`")),
        Noun::Enemy | Noun::Unit if who.has(Adjective::Dead) => {
            Some(("only dead allies lie in your graveyard", "write `a dead ally`"))
        }
        _ if who.has(Adjective::Dead)
            && (who.has(Adjective::Close) || who.has(Adjective::Wounded) || who.tailed(Tail::BesideIt)) =>
        {
            Some(("who is dead stands nowhere", "write `a dead ally`"))
        }
        _ => None,
    }
}

/// Tokens that lead back to themselves, units that raise themselves, and reactions to deaths that cause deaths.
fn endless(cards: &[&Card], found: &mut Vec<Complaint>) {
    for card in cards {
        for line in &card.abilities {
            let mut deploys = Vec::new();
            forced_deploys(&line.effect, &mut deploys);
            if let Some((clause, (message, hint))) = deploys.iter().find_map(|step| Some((step, repeats(card, line, step)?))) {
                found.push(Complaint::new(&MAKES_ITSELF, clause.span, message).hint(hint));
            }
        }
    }
    let made: BTreeMap<&str, Vec<&str>> = cards.iter().map(|card| (card.name.as_str(), tokens_of(card))).collect();
    for card in cards.iter().filter(|card| card.kind.is_made()) {
        if leads_back(&card.name, &tokens_of(card), &made) {
            let message = format!("{} makes itself without end", card.name);
            found.push(Complaint::new(&MAKES_ITSELF, card.name_span, message).hint("make another token"));
        }
    }
}

/// The deploying steps of an effect that its player can neither decline nor avoid.
fn forced_deploys<'a>(effect: &'a Effect, found: &mut Vec<&'a Clause>) {
    match effect {
        Effect::Do(clause) if matches!(clause.verb, Verb::DeployToken | Verb::Deploy) => found.push(clause),
        Effect::Then(steps) => steps.iter().for_each(|step| forced_deploys(step, found)),
        Effect::If(_, step) => forced_deploys(step, found),
        Effect::Do(_) | Effect::Either(..) | Effect::May(..) => {}
    }
}

/// Why a deploying step can set off its own line again and again.
fn repeats(card: &Card, line: &Ability, step: &Clause) -> Option<Misfit> {
    let (trigger, about) = line.trigger.as_ref()?;
    let raised = step.selectors().next().filter(|_| step.verb == Verb::Deploy && card.kind == Kind::Unit);
    match trigger {
        Trigger::Deploy | Trigger::Consume | Trigger::Consumed | Trigger::Death
            if raised.is_some_and(|who| raises(card, who)) =>
        {
            Some((
                "a unit of this name could be raised without end",
                "write `a dead ally with another name`, or `you may deploy`",
            ))
        }
        // Who is deployed onto a taken slot replaces an ally, which dies; whoever replaces this itself ends it.
        Trigger::Dies if step.selectors().all(|who| who.noun != Noun::ThisSlot) => {
            let enemies = about.iter().any(|arg| matches!(arg, Arg::Who(who) if who.noun == Noun::Enemy));
            let told = "who is replaced dies too, and this could go on without end";
            (!enemies).then_some((told, "write `you may deploy`, or `when an enemy dies`"))
        }
        _ => None,
    }
}

/// Whether a card is among the dead allies of a phrase.
fn raises(card: &Card, who: &Selector) -> bool {
    let power = lower::printed_power(card).unwrap_or(0);
    who.tails.iter().all(|(tail, args)| match (tail, number_in(args)) {
        (Tail::OtherName, _) => false,
        (Tail::PrintedOrLess, Some(most)) => power <= most,
        (Tail::PowerOrMore, Some(least)) => power >= least,
        _ => true,
    })
}

/// The tokens that a card deploys by itself, without a turn beginning in between.
fn tokens_of(card: &Card) -> Vec<&str> {
    let mut names = Vec::new();
    let slow = |line: &&Ability| !is_on(line, Trigger::Activate) && !is_on(line, Trigger::StartOfTurn);
    for line in card.abilities.iter().filter(slow) {
        line.effect.each_clause(&mut |clause| names.extend(clause.card_names()));
    }
    names
}
