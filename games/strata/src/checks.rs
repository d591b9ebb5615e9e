//! What can be wrong with a Strata card beyond its grammar.

use playmat_cards::{does_not_load, too_much_on_a_line};
use playmat_cardtext::ast::{self, Arg, Quant, Span};
use playmat_cardtext::{Code, Complaint, MAX_NUMBER};

use crate::fits::{self, At, Misfit, is_off_field, is_own_zone, is_under_this, names_cards};
use crate::frames::MOST_CHOSEN;
use crate::lower::{self, MOST_CHOICES, discards_itself, header};
use crate::meant::{It, is_player};
use crate::phrases::is_choice;
use crate::rules::EFFECTS;
use crate::rulings::{LEDGER, Rulings};
use crate::words::{Adjective, Condition, Event, Kind, Noun, StrataWords, Tail, Trigger, Verb};

type Card = ast::Card<StrataWords>;
type Line = ast::Ability<StrataWords>;
type Clause = ast::Clause<StrataWords>;
type Effect = ast::Effect<StrataWords>;
type Selector = ast::Selector<StrataWords>;

/// All kinds of mistakes of this file.
pub static CODES: &[&Code] =
    &[&NUMBER, &HEADER, &TWO_EFFECTS, &WRONG_KIND, &NEVER_MATCHES, &NO_SUCH_MOMENT, &WRONG_THING, &TOO_MUCH, &DOES_NOT_LOAD];

static NUMBER: Code = Code {
    id: "T01",
    name: "number-out-of-range",
    title: "a printed number is out of range",
    explanation: "Levels are 1 to 5. Attack and defense are steps of 5 and together 500 for each level. The numbers of an effect are 1 to 20, those of a change 25, 50, 100, 200, 300, 400 or 500, up or down.",
    wrong: "creature Spark, fire ghost, level 1, 300/100\n  normal: draw 1.\n  dormant: draw 1.\n",
    right: "creature Spark, fire ghost, level 1, 300/200\n  normal: draw 1.\n  dormant: draw 1.\n",
};

static HEADER: Code = Code {
    id: "T02",
    name: "type-and-sub-types",
    title: "a creature has one type and one to three sub-types",
    explanation: "The header names the type first (water, fire, earth, nature, electric, light or dark), then one to three sub-types, each once. `becomes` names a type or one to three sub-types.",
    wrong: "creature Spark, fire water, level 1, 300/200\n  normal: draw 1.\n  dormant: draw 1.\n",
    right: "creature Spark, fire ghost, level 1, 300/200\n  normal: draw 1.\n  dormant: draw 1.\n",
};

static TWO_EFFECTS: Code = Code {
    id: "T03",
    name: "two-effects",
    title: "a card has two effects",
    explanation: "Every creature and every magic card has exactly two lines, each beginning with one of the six kinds.",
    wrong: "magic Spark\n  normal: draw 1.\n",
    right: "magic Spark\n  normal: draw 1.\n  normal: the rival loses 1 point.\n",
};

static WRONG_KIND: Code = Code {
    id: "T04",
    name: "wrong-kind",
    title: "this kind of effect cannot do or be that",
    explanation: "Only magic is an Equip. `stop` and `redirect` belong to Counters, `the equipped creature` to Equips. `discard this` is the cost of a Normal effect, which is then used from the hand. Only a Counter answers an activation. Points are paid and a turn is skipped before the colon. Magic is never underneath, and a Counter works on the field alone and answers the rival. A Continuous effect or Equip is made of changes that last.",
    wrong: "creature Spark, fire ghost, level 1, 300/200\n  equip: the equipped creature gains +100/+0.\n  normal: draw 1.\n",
    right: "magic Spark\n  equip: the equipped creature gains +100/+0.\n  normal: draw 1.\n",
};

static NEVER_MATCHES: Code = Code {
    id: "T05",
    name: "never-matches",
    title: "these words together mean no card",
    explanation: "Magic has no type, sub-type, level or stats; nothing has two types, is allied and enemy, or tapped and untapped; a back has no numbers; and only cards on the field are tapped or face down.",
    wrong: "magic Spark\n  normal: destroy target fire magic card.\n  normal: draw 1.\n",
    right: "magic Spark\n  normal: destroy target magic card.\n  normal: draw 1.\n",
};

static NO_SUCH_MOMENT: Code = Code {
    id: "T06",
    name: "no-such-moment",
    title: "what this speaks of does not exist at that moment",
    explanation: "`the attacker` and `the defender` exist when something attacks, `the attack`, `the play` and `the effect` in a Counter that answers one, and `it` after a step that was about a card, or in a Counter or Latent about one.",
    wrong: "magic Spark\n  normal: destroy the attacker.\n  normal: draw 1.\n",
    right: "magic Spark\n  counter when an enemy creature attacks: destroy the attacker.\n  normal: draw 1.\n",
};

static WRONG_THING: Code = Code {
    id: "T07",
    name: "wrong-thing",
    title: "this cannot be done to that",
    explanation: "Players gain, lose, mill and discard; cards are destroyed, tapped and changed, and that on the field. What is played or looked for comes from a hand, deck, discard pile or from underneath.",
    wrong: "magic Spark\n  normal: destroy a creature in your hand.\n  normal: draw 1.\n",
    right: "magic Spark\n  normal: discard a creature in your hand.\n  normal: draw 1.\n",
};

static TOO_MUCH: Code = Code {
    id: "T08",
    name: "too-much-on-a-line",
    title: "a line asks for more than it can hold",
    explanation: "A line has at most one `either` and at most two choices of at most three cards each. The host of an Equip is one of the choices.",
    wrong: "magic Spark\n  normal: destroy 4 creatures.\n  normal: draw 1.\n",
    right: "magic Spark\n  normal: destroy 3 creatures.\n  normal: draw 1.\n",
};

static DOES_NOT_LOAD: Code = Code {
    id: "T09",
    name: "does-not-load",
    title: "the words fit each other, but no effect comes of them",
    explanation: "Some phrase does not say what its verb needs: which card levels up, how many, of which zone. The message says what is missing. A set has at most 1,024 cards.",
    wrong: "magic Spark\n  normal: level up target allied creature with all creatures in your hand.\n  normal: draw 1.\n",
    right: "magic Spark\n  normal: level up target allied creature with a creature in your hand.\n  normal: draw 1.\n",
};

/// Everything that is wrong with the cards beyond their grammar.
pub fn check(cards: &[&Card]) -> Vec<Complaint> {
    let mut found = Vec::new();
    for card in cards {
        check_header(card, &mut found);
        let lines = card.abilities.len() + card.broken;
        if lines != usize::from(EFFECTS) {
            let message = format!("{} has {lines} effect{}; a card has two", card.name, if lines == 1 { "" } else { "s" });
            let hint = "write two lines below it, each beginning with a kind of effect such as `normal:`";
            found.push(Complaint::new(&TWO_EFFECTS, card.name_span, message).hint(hint));
        }
        for line in &card.abilities {
            check_line(card.kind, line, &mut found);
        }
    }
    if let Err(faults) = lower::lower(cards, defaults()) {
        let more = does_not_load(&DOES_NOT_LOAD, faults, &found);
        found.extend(more);
    }
    found
}

fn defaults() -> Rulings {
    Rulings::from_values(&LEDGER.iter().map(|ruling| ruling.editions[0]).collect::<Vec<_>>())
}

fn check_header(card: &Card, found: &mut Vec<Complaint>) {
    if card.kind != Kind::Creature {
        return;
    }
    let head = header(card);
    let place = |wanted: fn(&Arg<StrataWords>) -> Option<Span>| card.header.iter().find_map(wanted).unwrap_or(card.span);
    let types = head.adjectives.iter().filter(|word| word.type_bit() != 0).count();
    let subtypes = head.adjectives.iter().filter(|word| word.subtype_bit() != 0).count();
    let repeated = fits::repeats(&head.adjectives);
    if types != 1 || !(1..=3).contains(&subtypes) || types + subtypes != head.adjectives.len() || repeated {
        let span = place(|arg| if let Arg::Adjectives(_, span) = arg { Some(*span) } else { None });
        let message = match repeated {
            true => "each type or sub-type is named once",
            false => "a creature has one type and one to three sub-types",
        };
        found.push(Complaint::new(&HEADER, span, message).hint("write `fire beast` or `water aquatic ghost`"));
    }
    let (attack, defense) = head.stats;
    if [head.level, attack, defense].iter().any(|number| *number > MAX_NUMBER) {
        return;
    }
    if !(1..=5).contains(&head.level) {
        let span = place(|arg| if let Arg::Number(_, span) = arg { Some(*span) } else { None });
        let message = format!("level {} is out of range: 1 to 5", head.level);
        found.push(Complaint::new(&NUMBER, span, message).hint("write a level from 1 to 5"));
    } else if attack < 0 || defense < 0 || attack % 5 != 0 || attack + defense != 500 * head.level {
        let span = place(|arg| if let Arg::Stats(_, _, span) = arg { Some(*span) } else { None });
        let whole = 500 * head.level;
        let message = format!("attack and defense are steps of 5 and together {whole}");
        let attack = (attack.clamp(0, whole) + 2) / 5 * 5;
        found.push(Complaint::new(&NUMBER, span, message).hint(format!("write for example `{attack}/{}`", whole - attack)));
    }
}

fn check_line(kind: Kind, line: &Line, found: &mut Vec<Complaint>) {
    let Some((trigger, args)) = &line.trigger else { return };
    let event = match *trigger {
        Trigger::Counter(event) | Trigger::Latent(event) => Some(event),
        _ => None,
    };
    let at = At::of(kind, *trigger, line);
    let subject = args.iter().find_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None });
    let it = It::of(&at, subject);
    let mut walk = Walk { at, event, it, inside: None, choices: 0, found };
    if *trigger == Trigger::Equip {
        walk.choices += 1;
        if kind == Kind::Creature {
            walk.complain(
                &WRONG_KIND,
                line.trigger_span,
                ("only magic is an Equip", "write `continuous`, or make it a magic card"),
            );
        }
    }
    let mut place = 0;
    for arg in args {
        match arg {
            Arg::Adjectives(words, span) if kind == Kind::Magic && words.contains(&Adjective::Underneath) => {
                walk.complain(&WRONG_KIND, *span, ("magic is never underneath", "leave it out, or make it a creature"));
            }
            Arg::Adjectives(words, span) if words.iter().any(|word| word.zone_bit() == 0) => {
                let hint = "write `in hand`, `in the deck`, `in the discard pile` or `underneath`";
                walk.complain(&WRONG_KIND, *span, ("behind `latent` stand the zones it triggers from", hint));
            }
            Arg::Adjectives(words, span) => {
                if let Some(misfit) = event.and_then(|event| fits::misplaced(event, words, args)) {
                    walk.complain(&NO_SUCH_MOMENT, *span, misfit);
                }
            }
            Arg::Who(who) => {
                walk.subject(place, who);
                place += 1;
            }
            _ => {}
        }
    }
    if discards_itself(line) && !matches!(trigger, Trigger::Normal | Trigger::Latent(_)) {
        let misfit = ("only a Normal effect is used by discarding its card", "write `normal, discard this:`");
        walk.complain(&WRONG_KIND, line.trigger_span, misfit);
    }
    for cost in &line.costs {
        walk.numbers(cost.verb, &cost.args);
        for who in cost.selectors() {
            walk.phrase(who);
            if who.quant == Quant::Target {
                walk.complain(&WRONG_THING, who.span, ("a cost has no target", "write `a` or a number"));
            } else if let Some((code, misfit)) = walk.wrong(cost.verb, 0, who) {
                walk.complain(code, who.span, misfit);
            }
        }
    }
    walk.at = at.paid(line);
    walk.effect(&line.effect);
    if let Some(message) = too_much_on_a_line(&line.effect, walk.choices, MOST_CHOICES) {
        found.push(Complaint::new(&TOO_MUCH, line.span, message).hint("make two lines or two cards of it"));
    }
}

struct Walk<'a> {
    at: At,
    event: Option<Event>,
    /// What "it" means by now, if anything.
    it: Option<It>,
    /// The condition around it.
    inside: Option<Condition>,
    choices: usize,
    found: &'a mut Vec<Complaint>,
}

impl Walk<'_> {
    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Do(clause) => self.clause(clause),
            Effect::Then(steps) => steps.iter().for_each(|step| self.effect(step)),
            // What "it" means after a branch is what it meant before.
            Effect::Either(branches, _) => {
                let before = (self.it, self.at);
                for branch in branches {
                    (self.it, self.at) = before;
                    self.effect(branch);
                }
                (self.it, self.at) = before;
            }
            Effect::May(step, _) => self.effect(step),
            Effect::If(condition, step) => {
                self.condition(condition);
                let outer = self.inside.replace(condition.condition);
                self.effect(step);
                self.inside = outer;
            }
        }
    }

    fn condition(&mut self, condition: &ast::Condition<StrataWords>) {
        if let Some(misfit) = fits::nested(self.inside, condition.condition, &self.at) {
            self.complain(&WRONG_THING, condition.span, misfit);
        }
        for arg in &condition.args {
            let Arg::Who(who) = arg else { continue };
            self.tails(who);
            if let Some(misfit) = fits::absent(who, &self.at) {
                self.complain(&NO_SUCH_MOMENT, who.span, misfit);
            } else if let Some(misfit) = impossible(who, &self.at) {
                self.complain(&NEVER_MATCHES, who.span, misfit);
            } else if let Some(misfit) = fits::miscondition(condition) {
                self.complain(&WRONG_THING, who.span, misfit);
            }
        }
    }

    fn complain(&mut self, code: &'static Code, span: Span, (message, hint): (&str, &str)) {
        self.found.push(Complaint::new(code, span, message).hint(hint));
    }

    /// Whom an event is about; `place` counts its phrases.
    fn subject(&mut self, place: usize, who: &Selector) {
        let Some(event) = self.event else { return };
        let effects = who.noun == Noun::Effect;
        let counter = matches!(self.at.trigger, Trigger::Counter(_));
        self.tails(who);
        if effects != (event == Event::Activated) {
            let misfit =
                ("effects are activated, cards are attacked, played and sent somewhere", "write `a card`, or `is activated`");
            self.complain(&WRONG_KIND, who.span, misfit);
        } else if effects && !counter {
            let misfit = ("only a Counter answers an activation", "write `counter` instead of `latent`");
            self.complain(&WRONG_KIND, who.span, misfit);
        } else if let Some(misfit) = fits::missubject(place, who) {
            self.complain(&WRONG_THING, who.span, misfit);
        } else if let Some(misfit) = fits::unanswered(event, place, who, &self.at) {
            self.complain(&WRONG_KIND, who.span, misfit);
        } else if let Some(misfit) = fits::absent(who, &self.at).filter(|_| who.noun == Noun::ThisStack) {
            self.complain(&NO_SUCH_MOMENT, who.span, misfit);
        } else if let Some(misfit) = impossible(who, &self.at).or_else(|| fits::unheard(event, place, who, &self.at)) {
            self.complain(&NEVER_MATCHES, who.span, misfit);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.numbers(clause.verb, &clause.args);
        let counter = matches!(self.at.trigger, Trigger::Counter(_));
        if matches!(clause.verb, Verb::Stop | Verb::Redirect) && !counter {
            let misfit = ("only a Counter stops or redirects something", "begin the line with `counter when`");
            self.complain(&WRONG_KIND, clause.span, misfit);
        }
        if let (Verb::Become(_), Some(Arg::Adjectives(words, span))) = (clause.verb, clause.args.get(1))
            && let Some(misfit) = fits::unbecoming(words)
        {
            self.complain(&HEADER, *span, misfit);
        }
        if matches!(clause.verb, Verb::PayPoints | Verb::SkipTurn) {
            self.complain(
                &WRONG_KIND,
                clause.span,
                ("that is only a cost", "put it before the colon, like `normal, pay 2 points:`"),
            );
        }
        if let Some(misfit) = fits::unlasting(clause.verb, &self.at) {
            self.complain(&WRONG_KIND, clause.span, misfit);
            return;
        }
        let uncounted = self.inside.filter(|condition| *condition == Condition::ForEach);
        if let Some(misfit) = uncounted.and_then(|_| fits::uncounted(clause.verb)) {
            self.complain(&WRONG_THING, clause.span, misfit);
        }
        let before = self.found.len();
        for (place, who) in clause.selectors().enumerate() {
            self.phrase(who);
            if let Some((code, misfit)) = self.wrong(clause.verb, place, who) {
                self.complain(code, who.span, misfit);
            }
        }
        let mismatch = fits::mismatch(clause, &self.at, self.it).filter(|_| self.found.len() == before);
        if let Some((place, misfit)) = mismatch {
            let span = clause.selectors().nth(place).map_or(clause.span, |who| who.span);
            self.complain(&WRONG_THING, span, misfit);
        }
        self.it = It::after(self.it, clause, &self.at);
        self.at = self.at.after(clause);
    }

    /// The first thing that is wrong with a phrase where it stands.
    fn wrong(&self, verb: Verb, place: usize, who: &Selector) -> Option<(&'static Code, Misfit)> {
        let absent = || fits::absent(who, &self.at).map(|misfit| (&NO_SUCH_MOMENT, misfit));
        let never = || impossible(who, &self.at).map(|misfit| (&NEVER_MATCHES, misfit));
        let thing = || wrong_thing(verb, place, who).or_else(|| fits::misfit(verb, place, who, &self.at, self.it));
        absent().or_else(never).or_else(|| thing().map(|misfit| (&WRONG_THING, misfit)))
    }

    fn phrase(&mut self, who: &Selector) {
        let attack = matches!(self.event, Some(Event::Attacks | Event::AttacksWhom));
        let counter = matches!(self.at.trigger, Trigger::Counter(_));
        let missing = match who.noun {
            Noun::It => self.it.is_none().then_some("say first which card: `tap target creature, then destroy it`"),
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
        if who.noun == Noun::Equipped && self.at.trigger != Trigger::Equip {
            let misfit = ("only an Equip has an equipped creature", "begin the line with `equip:`, or choose a creature");
            self.complain(&WRONG_KIND, who.span, misfit);
        }
        self.tails(who);
        if is_choice(who) && names_cards(who) {
            self.choices += 1;
            if let Quant::Exactly(many) | Quant::UpTo(many) = who.quant
                && usize::from(many) > MOST_CHOSEN
            {
                let message = format!("at most {MOST_CHOSEN} cards are chosen at once");
                let complaint = Complaint::new(&TOO_MUCH, who.span, message);
                self.found.push(complaint.hint(format!("write {MOST_CHOSEN} or less, or `all`")));
            }
        }
    }

    /// The numbers behind a noun.
    fn tails(&mut self, who: &Selector) {
        for (tail, args) in &who.tails {
            let Some(Arg::Number(number, span)) = args.first() else { continue };
            let level = matches!(tail, Tail::Level | Tail::LevelOrLower | Tail::LevelOrHigher);
            if level {
                self.level(*number, *span);
            }
        }
    }

    fn level(&mut self, level: i32, span: Span) {
        if !(1..=5).contains(&level) && level <= MAX_NUMBER {
            let message = format!("level {level} is out of range: 1 to 5");
            self.found.push(Complaint::new(&NUMBER, span, message).hint("write a level from 1 to 5"));
        }
    }

    fn numbers(&mut self, verb: Verb, args: &[Arg<StrataWords>]) {
        for arg in args {
            match arg {
                Arg::Number(n, span) if matches!(verb, Verb::BecomeLevel(_)) => self.level(*n, *span),
                Arg::Count(0, _) => {}
                Arg::Number(n, span) | Arg::Count(n, span) if !(1..=20).contains(n) && *n <= MAX_NUMBER => {
                    let message = format!("{n} is out of range: 1 to 20");
                    self.found.push(Complaint::new(&NUMBER, *span, message).hint("write a number from 1 to 20"));
                }
                Arg::Delta(0, 0, span) => {
                    self.complain(&NUMBER, *span, ("+0/+0 changes nothing", "write a change such as `+100/+0`"));
                }
                Arg::Delta(attack, defense, span)
                    if [attack, defense].into_iter().any(|n| !matches!(n.abs(), 0 | 25 | 50 | 100 | 200 | 300 | 400 | 500)) =>
                {
                    let misfit = ("a change is 25, 50, 100, 200, 300, 400 or 500", "write a change such as `+100/+0`");
                    self.complain(&NUMBER, *span, misfit);
                }
                _ => {}
            }
        }
    }
}

/// Why a phrase can never match, and what would be right.
fn impossible(who: &Selector, at: &At) -> Option<Misfit> {
    let types = who.adjectives.iter().filter(|word| word.type_bit() != 0).count();
    let numbered = [
        Tail::Level,
        Tail::LevelOrLower,
        Tail::LevelOrHigher,
        Tail::AnyLevel,
        Tail::AnyType,
        Tail::AttackOrMore,
        Tail::DefenseOrLess,
    ];
    let numbered = numbered.into_iter().any(|tail| who.tailed(tail));
    let typed = who.adjectives.iter().any(|word| word.type_bit() != 0 || word.subtype_bit() != 0);
    let down = who.has(Adjective::FaceDown);
    let state = down || who.has(Adjective::Tapped) || who.has(Adjective::Untapped);
    let (allied, enemy) = (who.has(Adjective::Allied), who.has(Adjective::Enemy));
    match who.noun {
        Noun::Magic if typed || numbered => {
            Some(("magic has no type, sub-type, level or stats", "write `creature`, or leave that out"))
        }
        _ if who.adjectives.iter().any(|word| word.zone_bit() != 0) => {
            Some(("that stands behind `latent`", "write `in your hand`, `under this` and the like behind the noun"))
        }
        noun if noun != Noun::Effect && who.adjectives.iter().any(|word| word.effect_bit() != 0) => {
            Some(("effects are of a kind, cards are not", "leave it out, or write `an effect` and `is activated`"))
        }
        _ if who.has(Adjective::Other) && is_another(who, at) => Some((
            "`other` means all but this card, which is none of them",
            "leave `other` out; for different cards write a number, such as `2 enemy creatures`",
        )),
        _ if types > 1 => Some(("nothing has two types", "leave one of them out")),
        _ if allied && enemy => Some(("an ally is no enemy", "leave one of them out")),
        _ if who.has(Adjective::Tapped) && who.has(Adjective::Untapped) => {
            Some(("what is tapped is not untapped", "leave one of them out"))
        }
        _ if down && (typed || numbered) => Some(("a back has no type, level or stats", "leave one of them out")),
        _ if state && is_off_field(who) => Some(("only cards on the field are tapped or face down", "leave one of them out")),
        Noun::Magic if who.tailed(Tail::Under) => Some(("magic is never underneath", "write `creature` or `card`")),
        _ if enemy && is_under_this(who) => Some(("no card of the rival is under this", "leave `enemy` out")),
        _ if enemy && is_own_zone(who) => Some(("that zone has only cards of yours", "leave `enemy` out")),
        _ if allied && who.tailed(Tail::InRivalsDiscardPile) => {
            Some(("that pile has only cards of the rival", "leave `allied` out"))
        }
        _ => None,
    }
}

/// Whether the cards of a phrase are none of the kind of this card, or the rival's.
fn is_another(who: &Selector, at: &At) -> bool {
    match who.noun {
        _ if who.has(Adjective::Enemy) => true,
        Noun::Creature => at.kind == Kind::Magic,
        Noun::Magic => at.kind == Kind::Creature,
        _ => false,
    }
}

/// Why a verb cannot be done to that, and what would be right; `place` counts the phrases of the clause.
fn wrong_thing(verb: Verb, place: usize, who: &Selector) -> Option<Misfit> {
    let of_player =
        matches!((verb, place), (Verb::Mill | Verb::PlayerDiscards | Verb::GainPoints | Verb::LosePoints | Verb::Forbid, 0));
    let answered = matches!(who.noun, Noun::TheAttack | Noun::ThePlay | Noun::TheEffect);
    match (verb, place) {
        _ if of_player => (!is_player(who)).then_some(("only players do that", "write `you`, `the rival` or `both players`")),
        _ if is_player(who) => Some(("that is done to cards, not to players", "write a card such as `target creature`")),
        (Verb::Stop, _) | (Verb::Redirect, 0) => (!answered).then_some((
            "only the attack, the play or the effect is answered",
            "write `the attack`, `the play` or `the effect`",
        )),
        _ if answered => Some(("what is answered can only be stopped or redirected", "write `stop`, or choose a card")),
        (Verb::Destroy | Verb::Tap | Verb::Untap, _) if is_off_field(who) => {
            Some(("that is done to cards on the field", "leave the zone out, or write `discard`"))
        }
        (Verb::Play | Verb::PlayFaceDown, _) if names_cards(who) && !is_off_field(who) => {
            Some(("what is played comes from a hand, deck, discard pile or from underneath", "write `in your hand` behind it"))
        }
        (Verb::Search, _) if is_off_field(who) => Some(("what is looked for is in your deck", "leave the zone out")),
        (Verb::LevelUp, 0) if is_off_field(who) => {
            Some(("a creature on the field is levelled up", "write `target allied creature`"))
        }
        (verb, 0) if verb.lasting().is_some() && is_off_field(who) => {
            Some(("only cards on the field are changed", "leave the zone out"))
        }
        _ => None,
    }
}
