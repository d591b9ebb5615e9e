//! What can be wrong with a Strata card beyond its grammar.

use playmat_cards::{does_not_load, too_much_on_a_line};
use playmat_cardtext::ast::{self, Arg, Quant, Span};
use playmat_cardtext::{Code, Complaint};

use crate::frames::MOST_CHOSEN;
use crate::lower::{self, MOST_CHOICES, discards_itself, header};
use crate::phrases::is_choice;
use crate::rules::EFFECTS;
use crate::rulings::{LEDGER, Rulings};
use crate::words::{Adjective, Event, Kind, Noun, StrataWords, Tail, Trigger, Verb};

type Card = ast::Card<StrataWords>;
type Line = ast::Ability<StrataWords>;
type Clause = ast::Clause<StrataWords>;
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
    explanation: "The header names the type first (water, fire, earth, nature, electric, light or dark), then one to three sub-types.",
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
    explanation: "Only magic is an Equip. `stop` and `redirect` belong to Counters, `the equipped creature` to Equips. `discard this` is the cost of a Normal effect, which is then used from the hand. Only a Counter answers an activation. Magic is never underneath, and a Counter works on the field alone.",
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
    explanation: "Some phrase does not say what its verb needs: which card levels up, how many, of which zone. The message says what is missing.",
    wrong: "magic Spark\n  normal: level up target allied creature with all creatures in your hand.\n  normal: draw 1.\n",
    right: "magic Spark\n  normal: level up target allied creature with a creature in your hand.\n  normal: draw 1.\n",
};

/// Everything that is wrong with the cards beyond their grammar.
pub fn check(cards: &[&Card]) -> Vec<Complaint> {
    let mut found = Vec::new();
    for card in cards {
        check_header(card, &mut found);
        if card.abilities.len() != usize::from(EFFECTS) {
            let message = format!("{} has {} effects; a card has two", card.name, card.abilities.len());
            found.push(Complaint::new(&TWO_EFFECTS, card.name_span, message));
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
    let types = head.adjectives.iter().filter(|word| word.type_bit() != 0).count();
    let subtypes = head.adjectives.iter().filter(|word| word.subtype_bit() != 0).count();
    if types != 1 || !(1..=3).contains(&subtypes) || types + subtypes != head.adjectives.len() {
        let message = "a creature has one type and one to three sub-types";
        found.push(Complaint::new(&HEADER, card.span, message).hint("write `fire beast` or `water aquatic ghost`"));
    }
    let (attack, defense) = head.stats;
    if !(1..=5).contains(&head.level) {
        let message = format!("level {} is out of range: 1 to 5", head.level);
        found.push(Complaint::new(&NUMBER, card.span, message));
    } else if attack < 0 || defense < 0 || attack % 5 != 0 || attack + defense != 500 * head.level {
        let message = format!("attack and defense are steps of 5 and together {}", 500 * head.level);
        found.push(Complaint::new(&NUMBER, card.span, message));
    }
}

fn check_line(kind: Kind, line: &Line, found: &mut Vec<Complaint>) {
    let Some((trigger, args)) = &line.trigger else { return };
    let event = match *trigger {
        Trigger::Counter(event) | Trigger::Latent(event) => Some(event),
        _ => None,
    };
    let mut walk = Walk { trigger: *trigger, event, it: event.is_some_and(is_about_a_card), choices: 0, found };
    if *trigger == Trigger::Equip {
        walk.choices += 1;
        walk.it = true;
        if kind == Kind::Creature {
            walk.complain(&WRONG_KIND, line.trigger_span, "only magic is an Equip");
        }
    }
    for arg in args {
        match arg {
            Arg::Adjectives(words, span) if kind == Kind::Magic && words.contains(&Adjective::Underneath) => {
                walk.complain(&WRONG_KIND, *span, "magic is never underneath");
            }
            Arg::Adjectives(words, span) if words.iter().any(|word| word.zone_bit() == 0) => {
                walk.complain(&WRONG_KIND, *span, "behind `latent` stand the zones it triggers from");
            }
            Arg::Who(who) => walk.subject(who),
            _ => {}
        }
    }
    if discards_itself(line) && !matches!(trigger, Trigger::Normal | Trigger::Latent(_)) {
        walk.complain(&WRONG_KIND, line.trigger_span, "only a Normal effect is used by discarding its card");
    }
    for cost in &line.costs {
        walk.numbers(&cost.args);
        for who in cost.selectors() {
            walk.phrase(who);
            if who.quant == Quant::Target {
                walk.complain(&WRONG_THING, who.span, "a cost has no target; write `a` or a number");
            }
        }
    }
    line.effect.each_clause(&mut |clause| walk.clause(clause));
    line.effect.each_arg(&mut |arg| {
        // Conditions are not clauses: their phrases are looked at here too.
        if let Arg::Who(who) = arg
            && let Some(message) = impossible(who)
        {
            walk.never(who.span, message);
        }
    });
    if let Some(message) = too_much_on_a_line(&line.effect, walk.choices, MOST_CHOICES) {
        found.push(Complaint::new(&TOO_MUCH, line.span, message));
    }
}

/// Whether an event has a card that "it" can mean.
fn is_about_a_card(event: Event) -> bool {
    !matches!(event, Event::StartOfTurn | Event::EndOfTurn)
}

struct Walk<'a> {
    trigger: Trigger,
    event: Option<Event>,
    /// Whether "it" means something by now.
    it: bool,
    choices: usize,
    found: &'a mut Vec<Complaint>,
}

impl Walk<'_> {
    fn complain(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.found.push(Complaint::new(code, span, message.into()));
    }

    /// The same words may be met twice.
    fn never(&mut self, span: Span, message: &str) {
        let known = |complaint: &Complaint| complaint.code.id == NEVER_MATCHES.id && complaint.span.start == span.start;
        if !self.found.iter().any(known) {
            self.complain(&NEVER_MATCHES, span, message);
        }
    }

    /// Whom an event is about.
    fn subject(&mut self, who: &Selector) {
        let effects = who.noun == Noun::Effect;
        if effects != (self.event == Some(Event::Activated)) {
            self.complain(&WRONG_KIND, who.span, "effects are activated, cards are attacked, played and sent somewhere");
        } else if self.event == Some(Event::Activated) && !matches!(self.trigger, Trigger::Counter(_)) {
            self.complain(&WRONG_KIND, who.span, "only a Counter answers an activation");
        }
        if let Some(message) = impossible(who) {
            self.never(who.span, message);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.numbers(&clause.args);
        let counter = matches!(self.trigger, Trigger::Counter(_));
        if matches!(clause.verb, Verb::Stop | Verb::Redirect) && !counter {
            self.complain(&WRONG_KIND, clause.span, "only a Counter stops or redirects something");
        }
        for (place, who) in clause.selectors().enumerate() {
            self.phrase(who);
            if let Some(message) = wrong_thing(clause.verb, place, who) {
                self.complain(&WRONG_THING, who.span, message);
            }
        }
        self.it |= clause.selectors().any(|who| !is_player(who));
    }

    fn phrase(&mut self, who: &Selector) {
        let attack = matches!(self.event, Some(Event::Attacks | Event::AttacksWhom));
        let counter = matches!(self.trigger, Trigger::Counter(_));
        let missing = match who.noun {
            Noun::It => !self.it,
            Noun::Attacker | Noun::Defender => !attack,
            Noun::TheAttack => !(counter && attack),
            Noun::ThePlay => !(counter && self.event == Some(Event::Played)),
            Noun::TheEffect => !(counter && matches!(self.event, Some(Event::Activated | Event::Targeted))),
            _ => false,
        };
        if missing {
            self.complain(&NO_SUCH_MOMENT, who.span, "there is no such thing at this moment");
        }
        if who.noun == Noun::Equipped && self.trigger != Trigger::Equip {
            self.complain(&WRONG_KIND, who.span, "only an Equip has an equipped creature");
        }
        if is_choice(who) && names_cards(who) {
            self.choices += 1;
            if let Quant::Exactly(many) | Quant::UpTo(many) = who.quant
                && usize::from(many) > MOST_CHOSEN
            {
                self.complain(&TOO_MUCH, who.span, format!("at most {MOST_CHOSEN} cards are chosen at once"));
            }
        }
    }

    fn numbers(&mut self, args: &[Arg<StrataWords>]) {
        for arg in args {
            match arg {
                Arg::Number(n, span) | Arg::Count(n, span) if !(1..=20).contains(n) => {
                    self.complain(&NUMBER, *span, format!("{n} is out of range: 1 to 20"));
                }
                Arg::Delta(attack, defense, span)
                    if [attack, defense].into_iter().any(|n| !matches!(n.abs(), 0 | 25 | 50 | 100 | 200 | 300 | 400 | 500)) =>
                {
                    self.complain(&NUMBER, *span, "a change is 25, 50, 100, 200, 300, 400 or 500");
                }
                _ => {}
            }
        }
    }
}

fn is_player(who: &Selector) -> bool {
    matches!(who.noun, Noun::You | Noun::Rival | Noun::BothPlayers)
}

fn names_cards(who: &Selector) -> bool {
    matches!(who.noun, Noun::Creature | Noun::Magic | Noun::Card)
}

/// Where the cards of a phrase are, if not on the field.
fn is_off_field(who: &Selector) -> bool {
    let zones = [Tail::InYourHand, Tail::InYourDeck, Tail::InYourDiscardPile, Tail::InRivalsDiscardPile, Tail::Under];
    zones.into_iter().any(|zone| who.tailed(zone))
}

/// Why a phrase can never match, if that is so.
fn impossible(who: &Selector) -> Option<&'static str> {
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
    match who.noun {
        Noun::Magic if typed || numbered => Some("magic has no type, sub-type, level or stats"),
        _ if types > 1 => Some("nothing has two types"),
        _ if who.has(Adjective::Allied) && who.has(Adjective::Enemy) => Some("an ally is no enemy"),
        _ if who.has(Adjective::Tapped) && who.has(Adjective::Untapped) => Some("what is tapped is not untapped"),
        _ if down && (typed || numbered) => Some("a back has no type, level or stats"),
        _ if state && is_off_field(who) => Some("only cards on the field are tapped or face down"),
        _ => None,
    }
}

/// Why a verb cannot be done to that, if that is so; `place` counts the phrases of the clause.
fn wrong_thing(verb: Verb, place: usize, who: &Selector) -> Option<&'static str> {
    let of_player =
        matches!((verb, place), (Verb::Mill | Verb::PlayerDiscards | Verb::GainPoints | Verb::LosePoints | Verb::Forbid, 0));
    let answered = matches!(who.noun, Noun::TheAttack | Noun::ThePlay | Noun::TheEffect);
    match (verb, place) {
        _ if of_player => (!is_player(who)).then_some("only players do that"),
        _ if is_player(who) => Some("that is done to cards, not to players"),
        (Verb::Stop, _) | (Verb::Redirect, 0) => (!answered).then_some("only the attack, the play or the effect is answered"),
        _ if answered => Some("what is answered can only be stopped or redirected"),
        (Verb::Redirect, _) if who.quant == Quant::All => Some("there is one new target"),
        (Verb::Destroy | Verb::Tap | Verb::Untap, _) if is_off_field(who) => Some("that is done to cards on the field"),
        (Verb::Play | Verb::PlayFaceDown, _) if names_cards(who) && !is_off_field(who) => {
            Some("what is played comes from a hand, deck, discard pile or from underneath")
        }
        (Verb::Search, _) if is_off_field(who) => Some("what is looked for is in your deck"),
        (Verb::LevelUp, 0) if is_off_field(who) => Some("a creature on the field is levelled up"),
        (verb, 0) if verb.lasting().is_some() && is_off_field(who) => Some("only cards on the field are changed"),
        _ => None,
    }
}
