//! One pass from the tree of a card to its definition and programs. It complains at the words, with a hint, about whatever a card
//! cannot mean. What stands behind the colon of a line is the business of `pass`.

use playmat_cards::{AbilityId, CardInfo, Compile, Compiled, DefId, Details, Findings, Line, Listing, Objection, Op, Side};
use playmat_cardtext::MAX_NUMBER;
use playmat_cardtext::ast::{self, Arg, Span};

use crate::chain::named_kind;
use crate::codes::{HEADER, NEVER_MATCHES, NO_SUCH_MOMENT, NUMBER, TOO_LARGE, TWO_EFFECTS, WRONG_KIND, WRONG_THING};
use crate::field::Trait;
use crate::meaning::{At, It};
use crate::objections;
use crate::pass::{Known, Pass};
use crate::play::is_own;
use crate::rules::{
    About, Action, Deed, Def, EFFECTS, Effect, EffectKind, Filter, FilterId, From, Group, Instruction, ListensTo, MAGIC, Needs,
    Pick, Purpose, Rules, When, Who,
};
use crate::rulings::Rulings;
use crate::words::{ActionVerb, Adjective, Event, Kind, Noun, StrataWords, Trigger, Verb};

type Tree = ast::Card<StrataWords>;
type Written = ast::Ability<StrataWords>;
type Selector = ast::Selector<StrataWords>;

/// Compiles the cards of a set.
pub fn compile(cards: &[&Tree], rulings: Rulings) -> Compiled<Rules> {
    let mut findings = Findings::default();
    let listing = Listing::new(cards, &TOO_LARGE, &mut findings);
    let rules = listing.compile(|| Rules::empty(rulings), |rules, _, card| compile_card(rules, &listing, card, &mut findings));
    findings.compiled(|| with_tables(rules))
}

/// The rules with what is looked up, once all cards are there.
fn with_tables(mut rules: Rules) -> Rules {
    for (place, def) in rules.defs.iter().enumerate() {
        let id = DefId(place as u16);
        match def.kind {
            MAGIC => rules.magic.push(id),
            kind => rules.pools[kind.trailing_zeros() as usize % 7][usize::from(def.level).clamp(1, 5) - 1].push(id),
        }
    }
    rules.describe();
    rules
}

/// What the header of a creature says.
#[derive(Clone, Debug, Default)]
struct Header {
    /// Type and sub-types, as written.
    adjectives: Vec<Adjective>,
    /// The level.
    level: i32,
    /// Attack and defense.
    stats: (i32, i32),
}

/// Reads the header of a card.
fn header(card: &Tree) -> Header {
    let mut header = Header::default();
    for arg in &card.header {
        match arg {
            Arg::Adjectives(adjectives, _) => header.adjectives.clone_from(adjectives),
            Arg::Number(level, _) => header.level = *level,
            Arg::Stats(attack, defense, _) => header.stats = (*attack, *defense),
            _ => {}
        }
    }
    header
}

/// Whether a line is used from the hand: "discard this" is among its costs (ST H15).
fn discards_itself(line: &Written) -> bool {
    let mut discards = line.costs.iter().filter(|cost| cost.verb == Verb::Do(ActionVerb::Discard));
    discards.any(|cost| cost.selectors().any(|who| who.noun == Noun::This))
}

fn compile_card(rules: &mut Rules, listing: &Listing<StrataWords>, card: &Tree, findings: &mut Findings) {
    findings.enter(&card.name);
    let head = header(card);
    let kind = match card.kind {
        Kind::Magic => MAGIC,
        Kind::Creature => head.adjectives.iter().fold(0, |set, adjective| set | adjective.type_bit()),
    };
    check_header(card, &head, findings);
    let lines = card.abilities.len() + card.broken;
    if lines != usize::from(EFFECTS) {
        let message = format!("{} has {lines} effect{}; a card has two", card.name, if lines == 1 { "" } else { "s" });
        let hint = "write two lines below it, each beginning with a kind of effect such as `normal:`";
        findings.stuck(&TWO_EFFECTS, card.name_span, (message, hint));
    } else if card.broken > 0 {
        findings.told("a card has two effects");
    }
    let mut def = Def {
        kind,
        level: if kind == MAGIC { 0 } else { head.level.clamp(1, 5) as u8 },
        traits: 0,
        subtypes: head.adjectives.iter().fold(0, |set, adjective| set | adjective.subtype_bit()),
        attack: head.stats.0.clamp(0, 9999) as i16,
        defense: head.stats.1.clamp(0, 9999) as i16,
        listens_to: ListensTo::default(),
    };
    rules.texts.add_lines(card, AbilityId(rules.effects.len() as u16));
    for (which, line) in (0..).zip(&card.abilities) {
        let Some(effect) = compile_line(rules, listing, card.kind, line, findings) else { continue };
        let bit = effect.event.map_or(0, Event::bit);
        def.traits |= traits(rules, &effect, which);
        match effect.kind {
            EffectKind::Counter => {}
            EffectKind::Latent if is_own(&effect) => def.listens_to.own |= bit,
            EffectKind::Latent => {
                let zones = [
                    (From::IN_HAND, &mut def.listens_to.hand),
                    (From::IN_DECK, &mut def.listens_to.deck),
                    (From::IN_PILE, &mut def.listens_to.pile),
                    (From::UNDERNEATH, &mut def.listens_to.under),
                ];
                zones.into_iter().filter(|(zone, _)| effect.zones & zone != 0).for_each(|(_, listens_to)| *listens_to |= bit);
            }
            _ if effect.zones & From::IN_HAND != 0 => def.listens_to.hand |= ListensTo::USED,
            _ => {}
        }
        rules.effects.push(effect);
    }
    def.listens_to.note();
    let stats = (card.kind == Kind::Creature).then(|| format!("{}/{}", head.stats.0, head.stats.1));
    let info = CardInfo::printed(card, card.kind.word());
    let details = Some(details(card, &head, &info));
    rules.texts.cards.push(CardInfo { stats, details, ..info });
    rules.defs.push(def);
}

/// What is wrong with the header of a creature.
fn check_header(card: &Tree, head: &Header, findings: &mut Findings) {
    if card.kind != Kind::Creature {
        return;
    }
    let place = |wanted: fn(&Arg<StrataWords>) -> Option<Span>| card.header.iter().find_map(wanted).unwrap_or(card.span);
    let types = head.adjectives.iter().filter(|word| word.type_bit() != 0).count();
    let subtypes = head.adjectives.iter().filter(|word| word.subtype_bit() != 0).count();
    let repeated = objections::repeats(&head.adjectives);
    if types != 1 || !(1..=3).contains(&subtypes) || types + subtypes != head.adjectives.len() || repeated {
        let span = place(|arg| if let Arg::Adjectives(_, span) = arg { Some(*span) } else { None });
        let message = match repeated {
            true => "each type or sub-type is named once",
            false => "a creature has one type and one to three sub-types",
        };
        findings.complain(&HEADER, span, (message, "write `fire beast` or `water aquatic ghost`"));
    }
    let (attack, defense) = head.stats;
    if [head.level, attack, defense].iter().any(|number| *number > MAX_NUMBER) {
        return;
    }
    if !(1..=5).contains(&head.level) {
        let span = place(|arg| if let Arg::Number(_, span) = arg { Some(*span) } else { None });
        let message = format!("level {} is out of range: 1 to 5", head.level);
        findings.complain(&NUMBER, span, (message, "write a level from 1 to 5"));
    } else if attack < 0 || defense < 0 || attack % 5 != 0 || attack + defense != 500 * head.level {
        let span = place(|arg| if let Arg::Stats(_, _, span) = arg { Some(*span) } else { None });
        let whole = 500 * head.level;
        let message = format!("attack and defense are steps of 5 and together {whole}");
        let attack = (attack.clamp(0, whole) + 2) / 5 * 5;
        findings.complain(&NUMBER, span, (message, format!("write for example `{attack}/{}`", whole - attack)));
    }
}

/// What a line of a card lets hold of it on the table.
fn traits(rules: &Rules, effect: &Effect, which: u8) -> u32 {
    let acts = Trait::acts(which).bit() | taken(rules, &effect.needs, which);
    let acts = if effect.zones & From::ON_FIELD != 0 { acts } else { 0 };
    match (effect.kind, effect.event) {
        (EffectKind::Normal | EffectKind::Continuous | EffectKind::Equip, _) => acts,
        (EffectKind::Dormant, _) => acts | Trait::sleeps(which).bit(),
        (EffectKind::Counter, Some(event)) => Trait::counters(named_kind(event).trailing_zeros() as u8).bit(),
        (EffectKind::Latent, Some(event)) if effect.zones & From::ON_FIELD != 0 && !is_own(effect) => {
            Trait::listens_to(event).bit()
        }
        _ => 0,
    }
}

/// What announcing an effect takes beside its card.
fn taken(rules: &Rules, needs: &Needs, which: u8) -> u32 {
    let filter = rules.filter(needs.filter);
    let admits = filter.bare && filter.side != Side::Enemy && filter.kinds & Filter::CREATURE != 0;
    let whichever = !filter.other && (filter.with | filter.without & Filter::TAPPED) == 0;
    match needs {
        Needs { points: 0, targets: 0, in_detail: false, .. } => 0,
        Needs { points: 0..=Needs::FEW_POINTS, targets, in_detail: false, .. }
            if *targets == 0 || *targets == 1 && admits && whichever =>
        {
            Trait::wants(which).bit()
        }
        _ => Trait::takes(which).bit(),
    }
}

fn details(card: &Tree, head: &Header, info: &CardInfo) -> Details {
    let pattern = |word: &Adjective| word.entry().map(|entry| entry.pattern.to_string());
    let (types, subtypes): (Vec<_>, Vec<_>) = head.adjectives.iter().partition(|word| word.type_bit() != 0);
    let kinds = card.abilities.iter().map(|line| line.trigger.as_ref().map_or("", |(trigger, _)| trigger.kind()));
    Details {
        kind: types.into_iter().find_map(pattern).unwrap_or_else(|| info.kind.to_string()),
        subtypes: subtypes.into_iter().filter_map(pattern).collect(),
        level: (card.kind == Kind::Creature).then_some(head.level.clamp(1, 5) as u8),
        effects: kinds.zip(info.text.iter().cloned()).collect(),
    }
}

/// One line: its head, then its costs and what happens.
fn compile_line(
    rules: &mut Rules,
    listing: &Listing<StrataWords>,
    card: Kind,
    line: &Written,
    findings: &mut Findings,
) -> Option<Effect> {
    // That a line lacks its trigger is the language's own complaint.
    let Some((trigger, args)) = &line.trigger else {
        findings.told("an effect begins with its kind");
        return None;
    };
    let (kind, event) = match *trigger {
        Trigger::Normal => (EffectKind::Normal, None),
        Trigger::Continuous => (EffectKind::Continuous, None),
        Trigger::Equip => (EffectKind::Equip, None),
        Trigger::Dormant => (EffectKind::Dormant, None),
        Trigger::Counter(event) => (EffectKind::Counter, Some(event)),
        Trigger::Latent(event) => (EffectKind::Latent, Some(event)),
    };
    let at = At::of(card, *trigger, line);
    let mut complain = |span: Span, objection: Objection| findings.complain(&WRONG_KIND, span, objection);
    if *trigger == Trigger::Equip && card == Kind::Creature {
        complain(line.trigger_span, ("only magic is an Equip", "write `continuous`, or make it a magic card"));
    }
    if discards_itself(line) && !matches!(trigger, Trigger::Normal | Trigger::Latent(_)) {
        let objection = ("only a Normal effect is used by discarding its card", "write `normal, discard this:`");
        complain(line.trigger_span, objection);
    }
    let mut zones = 0;
    let mut phrases: Vec<&Selector> = Vec::new();
    for arg in args {
        match arg {
            Arg::Adjectives(words, span) => {
                zones = words.iter().fold(zones, |set, word| set | word.zone_bit());
                check_zones(card, event, (words, *span), args, findings);
            }
            Arg::Who(who) => {
                subject(event, phrases.len(), who, &at, findings);
                phrases.push(who);
            }
            _ => {}
        }
    }
    if discards_itself(line) && kind == EffectKind::Normal {
        zones = From::IN_HAND;
    } else if zones == 0 {
        zones = From::ON_FIELD;
    }
    let mut about = |place: usize| match phrases.get(place).map(|phrase| (phrase.span, rules.about(phrase))) {
        None => Some((About::Any, 0)),
        Some((_, Ok(about))) => Some(about),
        Some((span, Err(objection))) => {
            findings.stuck(&WRONG_THING, span, objection);
            None
        }
    };
    let (about, whom) = (about(0), about(1));
    let last = match event {
        Some(Event::Attacks | Event::AttacksWhom) => Who::Attacker,
        _ => Who::Event,
    };
    let known = Known { at, it: It::of(&at, phrases.first().copied()), last };
    let mut pass = Pass::new(Line { listing, findings, draft: Default::default(), known }, rules, kind, event);
    pass.costs(line);
    pass.effect(&line.effect, false);
    let start = pass.finish(line);
    let (draft, says_it) = (pass.line.draft, pass.says_it);
    let ((about, kinds), (whom, _), start) = (about?, whom?, start.ok()?);
    let needs = needs(&draft.ops);
    let backs = asks_for_backs(rules, [about, whom], &draft.ops);
    let does = |verb| draft.ops.iter().any(|op| matches!(op, Op::Act(Action::Do(deed)) if deed.verb == verb));
    let (copies, redirects) = (does(ActionVerb::Copy), does(ActionVerb::Redirect));
    let speaks = match event {
        Some(Event::Targeted) if kind == EffectKind::Counter => says_it || redirects,
        Some(Event::Activated) => redirects,
        _ => false,
    };
    Some(Effect { kind, event, about, whom, kinds, zones, copies, speaks, backs, needs, start })
}

/// What is wrong with the zones from which a Latent triggers.
fn check_zones(
    card: Kind,
    event: Option<Event>,
    (words, span): (&[Adjective], Span),
    args: &[Arg<StrataWords>],
    findings: &mut Findings,
) {
    if card == Kind::Magic && words.contains(&Adjective::Underneath) {
        findings.complain(&WRONG_KIND, span, ("magic is never underneath", "leave it out, or make it a creature"));
    } else if words.iter().any(|word| word.zone_bit() == 0) {
        let hint = "write `in hand`, `in the deck`, `in the discard pile` or `underneath`";
        findings.complain(&WRONG_KIND, span, ("behind `latent` stand the zones it triggers from", hint));
    } else if let Some(objection) = event.and_then(|event| objections::wrong_latent_zone(event, words, args)) {
        findings.complain(&NO_SUCH_MOMENT, span, objection);
    }
}

/// What is wrong with whom an event is about; `place` counts its phrases.
fn subject(event: Option<Event>, place: usize, who: &Selector, at: &At, findings: &mut Findings) {
    let Some(event) = event else { return };
    let effects = who.noun == Noun::Effect;
    objections::check_levels(who, findings);
    let (code, objection) = if effects != (event == Event::Activated) {
        let objection = match effects {
            true => ("an effect is activated, and nothing else happens to it", "write `is activated`, or a card instead of it"),
            false => ("cards are not activated, their effects are", "write `an effect of` before it, or another event"),
        };
        (&WRONG_KIND, Some(objection))
    } else if effects && !at.is_counter() {
        (&WRONG_KIND, Some(("only a Counter answers an activation", "write `counter` instead of `latent`")))
    } else if let Some(objection) = objections::wrong_event_subject(place, who) {
        (&WRONG_THING, Some(objection))
    } else if let Some(objection) = objections::never_answered(event, place, who, at) {
        (&WRONG_KIND, Some(objection))
    } else if let Some(objection) = objections::absent(who, at).filter(|_| who.noun == Noun::ThisStack) {
        (&NO_SUCH_MOMENT, Some(objection))
    } else {
        (&NEVER_MATCHES, objections::impossible(who, at).or_else(|| objections::never_happens(event, place, who, at)))
    };
    objection.into_iter().for_each(|objection| findings.complain(code, who.span, objection));
}

/// Whether an event or a choice of a program asks for cards that lie face down.
fn asks_for_backs(rules: &Rules, events: [About; 2], ops: &[Instruction]) -> bool {
    let down = |filter: FilterId| rules.filter(filter).with & Filter::DOWN != 0;
    let answered = events.into_iter().any(|about| matches!(about, About::Fits(filter) if down(filter)));
    answered || ops.iter().any(|op| matches!(op, Op::Choose(_, pick) if down(pick.group.filter)))
}

/// What announcing a program takes, if that is points and one choice of targets on the field.
fn needs(ops: &[Instruction]) -> Needs {
    let mut needs = Needs::default();
    // What may be declined ends here: nothing before that must be there.
    let mut declined = 0;
    // ST H15, I12: a card that is discarded as a cost may be what the effect needs in the discard pile.
    let mut discards_itself = false;
    for (op, at) in ops.iter().zip(0..) {
        needs.asks |= match op {
            Op::Choose(_, pick) => pick.when != When::Step,
            Op::Either(_) => true,
            _ => false,
        };
        let decides = match op {
            Op::Choose(_, pick) => pick.when != When::Step || pick.group.from.is_pile(),
            Op::Act(Action::Cost(_) | Action::Do(Deed { verb: ActionVerb::Redirect, .. })) | Op::Either(_) => true,
            _ => false,
        };
        if decides {
            needs.until = at + 1;
        }
        match op {
            Op::Act(Action::Cost(cost)) => match (cost.verb, cost.who) {
                (ActionVerb::PayPoints, _) if needs.points == 0 => needs.points = cost.amount.number,
                (ActionVerb::SkipTurn, _) => {}
                (ActionVerb::Discard, Who::This) => discards_itself = true,
                _ => (needs.in_detail, needs.pile) = (true, None),
            },
            Op::Choose(_, pick) => match pick {
                // ST I12: a required card of a discard pile must be there.
                Pick {
                    when: When::Step, group: group @ Group { from: From::Pile | From::RivalPile, .. }, least: 1.., ..
                } if at >= declined => {
                    needs.pile = Some(*group).filter(|_| !needs.in_detail && pick.least == 1);
                    (needs.in_detail, needs.recalls) = (true, true);
                }
                Pick { when: When::Step, .. } => {}
                Pick {
                    when: When::Target, purpose: Purpose::Any, group: Group { from: From::Field, filter }, least, ..
                } if needs.targets == 0 => {
                    (needs.targets, needs.filter) = (*least, *filter);
                }
                _ => (needs.in_detail, needs.pile) = (true, None),
            },
            Op::Act(Action::Do(Deed { verb: ActionVerb::Redirect, .. })) | Op::Either(_) => {
                (needs.in_detail, needs.pile) = (true, None);
            }
            Op::May(to) => declined = *to,
            _ => {}
        }
    }
    needs.pile = needs.pile.filter(|_| !discards_itself);
    needs
}
