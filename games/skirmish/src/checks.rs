//! What can be wrong with a Skirmish card beyond its grammar.

use std::collections::BTreeMap;

use playmat_cards::{leads_back, too_much_on_a_line};
use playmat_cardtext::ast::{self, Arg, Quant, Span};
use playmat_cardtext::{Code, Complaint};

use crate::lower::{MOST_CHOICES, cooldown, is_choice, is_slot, printed_power};
use crate::words::{Adjective, Kind, Noun, SkirmishWords, Tail, Trigger, Verb};

type Card = ast::Card<SkirmishWords>;
type Ability = ast::Ability<SkirmishWords>;
type Clause = ast::Clause<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;

/// All kinds of mistakes of this file.
pub static CODES: &[&Code] =
    &[&NUMBER, &NO_PLACE, &NEVER_MATCHES, &NO_SUCH_MOMENT, &MAKES_ITSELF, &WRONG_THING, &TOO_MUCH, &HOW_MANY, &NO_LINE];

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
    explanation: "A token whose entering or leaving deploys a token that leads back to itself could go on for ever.",
    wrong: "unit Ghost 1\n  deploy: deploy a Wisp to an own slot.\n\ntoken unit Wisp 1\n  deploy: deploy a Wisp to an own slot.\n",
    right: "unit Ghost 1\n  deploy: deploy a Wisp to an own slot.\n\ntoken unit Wisp 1\n",
};

static WRONG_THING: Code = Code {
    id: "S06",
    name: "wrong-thing",
    title: "this cannot be done to that",
    explanation: "Units are damaged, killed, moved and returned; slots are cleansed, moved to and deployed to; only the dead and tokens are deployed.",
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
            found.push(Complaint::new(&TOO_MUCH, line.trigger_span, "a unit activates once: it has one such line"));
        }
        if card.abilities.is_empty() && !card.kind.stands() {
            found.push(Complaint::new(&NO_LINE, card.name_span, format!("{} says nothing", card.name)));
        }
        for line in &card.abilities {
            ability(card.kind, line, &kinds, &mut found);
        }
    }
    endless(cards, &mut found);
    found
}

fn is_on(line: &Ability, wanted: Trigger) -> bool {
    matches!(line.trigger, Some((trigger, _)) if trigger == wanted)
}

fn numbers(card: &Card, found: &mut Vec<Complaint>) {
    if let Some(power) = printed_power(card).filter(|power| !(1..=20).contains(power)) {
        let message = format!("a power of {power} is out of range: 1 to 20");
        found.push(Complaint::new(&NUMBER, card.span, message));
    }
    for line in &card.abilities {
        if let Some(turns) = cooldown(line).filter(|turns| !(1..=9).contains(turns)) {
            let message = format!("a cooldown of {turns} is out of range: 1 to 9");
            let complaint = Complaint::new(&NUMBER, line.trigger_span, message);
            found.push(complaint.hint("without a cooldown write `activate`"));
        }
    }
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
                found.push(Complaint::new(&NEVER_MATCHES, who.span, message).hint("write `when a close unit dies`"));
            }
        }
    }
    let mut walk = Walk { kind, trigger, kinds, found, chosen: false, choices: 0 };
    line.effect.each_clause(&mut |clause| walk.clause(clause));
    if let Some(message) = too_much_on_a_line(&line.effect, walk.choices, MOST_CHOICES) {
        found.push(Complaint::new(&TOO_MUCH, line.span, message));
    }
}

struct Walk<'a> {
    kind: Kind,
    trigger: Trigger,
    kinds: &'a BTreeMap<&'a str, Kind>,
    found: &'a mut Vec<Complaint>,
    /// Whether "it" means something by now.
    chosen: bool,
    choices: usize,
}

impl Walk<'_> {
    fn complain(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.found.push(Complaint::new(code, span, message.into()));
    }

    fn clause(&mut self, clause: &Clause) {
        let mut whos = 0;
        for arg in &clause.args {
            match arg {
                Arg::Who(who) => {
                    self.selector(who);
                    if let Some(message) = wrong_thing(clause.verb, whos, who) {
                        self.complain(&WRONG_THING, who.span, message);
                    }
                    whos += 1;
                }
                Arg::Card(name, span) if self.kinds.get(name.as_str()).is_some_and(|kind| !kind.is_made()) => {
                    self.complain(&WRONG_THING, *span, format!("{name} is a card of decks, not a token"));
                }
                Arg::Number(n, span) if !(1..=20).contains(n) => {
                    self.complain(&NUMBER, *span, format!("{n} is out of range: 1 to 20"));
                }
                Arg::Count(n, span) if *n != 1 => self.complain(&HOW_MANY, *span, "one token enters at a time"),
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
            self.complain(&NO_SUCH_MOMENT, clause.span, "there is nothing of that kind at this moment");
        }
    }

    fn selector(&mut self, who: &Selector) {
        let here = matches!(who.noun, Noun::This | Noun::ThisSlot | Noun::Front) || who.has(Adjective::Close);
        if self.kind == Kind::Action && (here || who.tailed(Tail::OtherName)) {
            self.complain(&NO_PLACE, who.span, "an action stands nowhere");
        }
        let missing = match who.noun {
            Noun::Consumer => self.trigger != Trigger::Consumed,
            Noun::It => !self.chosen,
            _ => who.tailed(Tail::BesideIt) && !self.chosen,
        };
        if missing {
            self.complain(&NO_SUCH_MOMENT, who.span, "there is no such thing at this moment");
        }
        if matches!(who.quant, Quant::Exactly(_) | Quant::UpTo(_) | Quant::Target) {
            let complaint = Complaint::new(&HOW_MANY, who.span, "an effect is for one or for all");
            self.found.push(complaint.hint("write `a` or `all` before the noun"));
        }
        if let Some(message) = impossible(who) {
            self.complain(&NEVER_MATCHES, who.span, message);
        }
        for (_, args) in &who.tails {
            for arg in args {
                if let Arg::Number(n, span) = arg
                    && !(1..=20).contains(n)
                {
                    self.complain(&NUMBER, *span, format!("{n} is out of range: 1 to 20"));
                }
            }
        }
        if is_choice(who) {
            self.choices += 1;
            self.chosen = true;
        }
    }
}

/// Why a selector can never match, if that is so.
fn impossible(who: &Selector) -> Option<&'static str> {
    match who.noun {
        Noun::Slot if who.has(Adjective::Wounded) || who.has(Adjective::Dead) => Some("a slot is neither wounded nor dead"),
        Noun::Slot if who.tailed(Tail::PowerOrMore) || who.tailed(Tail::PrintedOrLess) || who.tailed(Tail::OtherName) => {
            Some("a slot has neither power nor name")
        }
        Noun::Enemy if who.has(Adjective::Own) => Some("an enemy is not your own"),
        Noun::Enemy | Noun::Unit if who.has(Adjective::Dead) => Some("only dead allies lie in your graveyard"),
        _ if who.has(Adjective::Dead)
            && (who.has(Adjective::Close) || who.has(Adjective::Wounded) || who.tailed(Tail::BesideIt)) =>
        {
            Some("who is dead stands nowhere")
        }
        _ => None,
    }
}

/// Why a verb cannot be done to that, if that is so; `place` counts the selectors of the clause.
fn wrong_thing(verb: Verb, place: usize, who: &Selector) -> Option<&'static str> {
    let dead = who.has(Adjective::Dead);
    let slots = match (verb, place) {
        (Verb::Get | Verb::GetThatMuch | Verb::GetLastPower, _) => is_slot(who),
        (Verb::DamageAround | Verb::Cleanse | Verb::DeployToken, _) | (Verb::Move | Verb::Deploy, 1) => true,
        _ => false,
    };
    match verb {
        Verb::Deploy if place == 0 => (!dead || !is_choice(who)).then_some("only a chosen dead ally can be deployed"),
        _ if dead => Some("a dead ally can only be deployed"),
        // What was chosen may be either.
        _ if who.noun == Noun::It => None,
        _ if slots && !is_slot(who) => Some("that is done to a slot"),
        _ if !slots && is_slot(who) => Some("that is done to a unit"),
        Verb::Move | Verb::DeployToken | Verb::Deploy if who.quant == Quant::All => Some("there is only one"),
        _ => None,
    }
}

/// Tokens that lead back to themselves.
fn endless(cards: &[&Card], found: &mut Vec<Complaint>) {
    let made: BTreeMap<&str, Vec<&str>> = cards.iter().map(|card| (card.name.as_str(), tokens_of(card))).collect();
    for card in cards.iter().filter(|card| card.kind.is_made()) {
        if leads_back(&card.name, &tokens_of(card), &made) {
            let message = format!("{} makes itself without end", card.name);
            found.push(Complaint::new(&MAKES_ITSELF, card.name_span, message).hint("make another token"));
        }
    }
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
