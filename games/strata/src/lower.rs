//! From the tree of a card to its definition and programs. What does not fit was complained about by the checks; here it is
//! an error in words, so that a card that does not check does not load.

use playmat_cards::{AbilityId, CardInfo, DefId, Details, Fault, Listing, Op, Side};
use playmat_cardtext::ast::{self, Arg, Words};

use crate::chain::named_kind;
use crate::field::Trait;
use crate::phrases::Phrases;
use crate::play::is_own;
use crate::program;
use crate::rules::{
    About, Action, Cost, Def, Effect, EffectKind, Filter, FilterId, From, Group, Heeds, Instruction, MAGIC, Needs, Pick,
    Purpose, Rules, When, Who,
};
use crate::rulings::Rulings;
use crate::words::{Adjective, Event, Kind, Noun, StrataWords, Trigger, Verb};

type Tree = ast::Card<StrataWords>;
type Line = ast::Ability<StrataWords>;

/// How many choices a line has registers for.
pub const MOST_CHOICES: u8 = 2;

/// Compiles the cards of a set.
pub fn lower(cards: &[&Tree], rulings: Rulings) -> Result<Rules, Vec<Fault>> {
    let mut rules = Rules::empty(rulings);
    let mut faults = Vec::new();
    for (_, card) in Listing::new(cards).map_err(|fault| vec![fault])?.iter() {
        card_of(&mut rules, card, &mut faults);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for (place, def) in rules.defs.iter().enumerate() {
        let id = DefId(place as u16);
        match def.kind {
            MAGIC => rules.magic.push(id),
            kind => rules.pools[kind.trailing_zeros() as usize % 7][usize::from(def.level).clamp(1, 5) - 1].push(id),
        }
    }
    rules.describe();
    Ok(rules)
}

/// What the header of a creature says.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// Type and sub-types, as written.
    pub adjectives: Vec<Adjective>,
    /// The level.
    pub level: i32,
    /// Attack and defense.
    pub stats: (i32, i32),
}

/// Reads the header of a card.
pub fn header(card: &Tree) -> Header {
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
pub fn discards_itself(line: &Line) -> bool {
    line.costs.iter().any(|cost| {
        cost.verb == Verb::Discard && cost.args.iter().any(|arg| matches!(arg, Arg::Who(who) if who.noun == Noun::This))
    })
}

fn card_of(rules: &mut Rules, card: &Tree, faults: &mut Vec<Fault>) {
    let head = header(card);
    let kind = match card.kind {
        Kind::Magic => MAGIC,
        Kind::Creature => head.adjectives.iter().fold(0, |set, adjective| set | adjective.type_bit()),
    };
    if card.abilities.len() != usize::from(crate::rules::EFFECTS) {
        let fault = Fault::from("a card has two effects").at(card.name_span).of_card(&card.name);
        faults.push(Fault { told: card.broken > 0, ..fault });
    }
    let mut def = Def {
        kind,
        level: if kind == MAGIC { 0 } else { head.level.clamp(1, 5) as u8 },
        traits: 0,
        subtypes: head.adjectives.iter().fold(0, |set, adjective| set | adjective.subtype_bit()),
        attack: head.stats.0.clamp(0, 9999) as i16,
        defense: head.stats.1.clamp(0, 9999) as i16,
        heeds: Heeds::default(),
    };
    rules.texts.add_lines(card, AbilityId(rules.effects.len() as u16));
    for (which, line) in (0..).zip(&card.abilities) {
        let effect = match line_of(rules, line) {
            Ok(effect) => effect,
            Err(fault) => {
                faults.push(fault.at(line.span).of_card(&card.name));
                continue;
            }
        };
        let bit = effect.event.map_or(0, Event::bit);
        def.traits |= traits(rules, &effect, which);
        match effect.kind {
            EffectKind::Counter => {}
            EffectKind::Latent if is_own(&effect) => def.heeds.own |= bit,
            EffectKind::Latent => {
                let zones = [
                    (From::IN_HAND, &mut def.heeds.hand),
                    (From::IN_DECK, &mut def.heeds.deck),
                    (From::IN_PILE, &mut def.heeds.pile),
                    (From::UNDERNEATH, &mut def.heeds.under),
                ];
                zones.into_iter().filter(|(zone, _)| effect.zones & zone != 0).for_each(|(_, heeds)| *heeds |= bit);
            }
            _ if effect.zones & From::IN_HAND != 0 => def.heeds.hand |= Heeds::USED,
            _ => {}
        }
        rules.effects.push(effect);
    }
    def.heeds.note();
    let stats = (card.kind == Kind::Creature).then(|| format!("{}/{}", head.stats.0, head.stats.1));
    let info = CardInfo::printed(card, card.kind.word());
    let details = Some(details(card, &head, &info));
    rules.texts.cards.push(CardInfo { stats, details, ..info });
    rules.defs.push(def);
}

/// What a line of a card lets hold of it on the table.
fn traits(rules: &Rules, effect: &Effect, which: u8) -> u32 {
    let acts = Trait::acts(which).bit() | taken(rules, &effect.needs, which);
    let acts = if effect.zones & From::ON_FIELD != 0 { acts } else { 0 };
    match (effect.kind, effect.event) {
        (EffectKind::Normal | EffectKind::Continuous | EffectKind::Equip, _) => acts,
        (EffectKind::Dormant, _) => acts | Trait::sleeps(which).bit(),
        (EffectKind::Counter, Some(event)) => Trait::counters(named_kind(event).trailing_zeros() as u8).bit(),
        (EffectKind::Latent, Some(event)) if effect.zones & From::ON_FIELD != 0 && !is_own(effect) => Trait::heeds(event).bit(),
        _ => 0,
    }
}

/// What announcing an effect takes beside its card.
fn taken(rules: &Rules, needs: &Needs, which: u8) -> u32 {
    let filter = rules.filter(needs.filter);
    let admits = filter.bare && filter.side != Side::Enemy && filter.kinds & Filter::CREATURE != 0;
    let whichever = !filter.other && (filter.with | filter.without & Filter::TAPPED) == 0;
    match needs {
        Needs { points: 0, targets: 0, closely: false, .. } => 0,
        Needs { points: 0..=Needs::FEW_POINTS, targets, closely: false, .. }
            if *targets == 0 || *targets == 1 && admits && whichever =>
        {
            Trait::wants(which).bit()
        }
        _ => Trait::takes(which).bit(),
    }
}

fn details(card: &Tree, head: &Header, info: &CardInfo) -> Details {
    let words = &StrataWords::vocabulary().adjectives;
    let pattern = |word: &Adjective| words.iter().find(|entry| entry.word == *word).map(|entry| entry.pattern.to_string());
    let (types, subtypes): (Vec<_>, Vec<_>) = head.adjectives.iter().partition(|word| word.type_bit() != 0);
    let kinds = card.abilities.iter().map(|line| line.trigger.as_ref().map_or("", |(trigger, _)| trigger.kind()));
    Details {
        kind: types.into_iter().find_map(pattern).unwrap_or_else(|| info.kind.to_string()),
        subtypes: subtypes.into_iter().filter_map(pattern).collect(),
        level: (card.kind == Kind::Creature).then_some(head.level.clamp(1, 5) as u8),
        effects: kinds.zip(info.text.iter().cloned()).collect(),
    }
}

fn line_of(rules: &mut Rules, line: &Line) -> Result<Effect, Fault> {
    let Some((trigger, args)) = &line.trigger else { return Err("an effect begins with its kind".into()) };
    let (kind, event) = match *trigger {
        Trigger::Normal => (EffectKind::Normal, None),
        Trigger::Continuous => (EffectKind::Continuous, None),
        Trigger::Equip => (EffectKind::Equip, None),
        Trigger::Dormant => (EffectKind::Dormant, None),
        Trigger::Counter(event) => (EffectKind::Counter, Some(event)),
        Trigger::Latent(event) => (EffectKind::Latent, Some(event)),
    };
    let mut zones = 0;
    let mut phrases = Vec::new();
    for arg in args {
        match arg {
            Arg::Adjectives(words, _) => zones = words.iter().fold(zones, |set, word| set | word.zone_bit()),
            Arg::Who(who) => phrases.push(who),
            _ => {}
        }
    }
    if discards_itself(line) && kind == EffectKind::Normal {
        zones = From::IN_HAND;
    } else if zones == 0 {
        zones = From::ON_FIELD;
    }
    let (mut about, mut kinds) = (About::Any, 0);
    if let Some(phrase) = phrases.first() {
        (about, kinds) = rules.about(phrase)?;
    }
    let whom = phrases.get(1).map_or(Ok(About::Any), |phrase| rules.about(phrase).map(|(about, _)| about))?;
    let last = match event {
        Some(Event::Attacks | Event::AttacksWhom) => Who::Attacker,
        _ => Who::Event,
    };
    let mut draft = program::draft(rules, kind, last, line)?;
    let needs = needs(&draft.ops);
    let backs = asks_for_backs(rules, [about, whom], &draft.ops);
    let copies = draft.ops.iter().any(|op| matches!(op, Op::Act(Action::Copy(_))));
    let start = draft.append_to(&mut rules.ops)?;
    Ok(Effect { kind, event, about, whom, kinds, zones, copies, backs, needs, start })
}

/// Whether an event or a choice of a program asks for cards that lie face down.
fn asks_for_backs(rules: &Rules, events: [About; 2], ops: &[Instruction]) -> bool {
    let down = |filter: FilterId| rules.filter(filter).with & Filter::DOWN != 0;
    let answered = events.into_iter().any(|about| matches!(about, About::Fits(filter) if down(filter)));
    answered || ops.iter().any(|op| matches!(op, Op::Act(Action::Choose { pick, .. }) if down(pick.group.filter)))
}

/// What announcing a program takes, if that is points and one choice of targets on the field.
fn needs(ops: &[Instruction]) -> Needs {
    let mut needs = Needs::default();
    for op in ops {
        needs.asks |= match op {
            Op::Act(Action::Choose { pick, .. }) => pick.when != When::Step,
            Op::Either(_) => true,
            _ => false,
        };
        match op {
            Op::Act(Action::Cost(Cost::Points(points))) if needs.points == 0 => needs.points = *points,
            Op::Act(Action::Cost(Cost::SkipTurn)) => {}
            Op::Act(Action::Choose { pick, .. }) => match pick {
                Pick { when: When::Step, .. } => {}
                Pick {
                    when: When::Target, purpose: Purpose::Any, group: Group { from: From::Field, filter }, least, ..
                } if needs.targets == 0 => {
                    (needs.targets, needs.filter) = (*least, *filter);
                }
                _ => needs.closely = true,
            },
            Op::Act(Action::Cost(_) | Action::Redirect(_)) | Op::Either(_) => needs.closely = true,
            _ => {}
        }
    }
    needs
}
