//! One pass from the tree of a card to its definition and programs. It complains at the words, with a hint, about whatever a card
//! cannot mean. What happens in a line is the business of `pass`.

use playmat_cards::{CardInfo, Compile, Compiled, DefId, Findings, Line, Listing, out_of_range};
use playmat_cardtext::ast::{self, Arg, Quant};
use playmat_cardtext::number_in;

use crate::codes::{IN_VAIN, NEVER_MATCHES, NO_LINE, NUMBER, TOO_LARGE, TOO_MUCH};
use crate::endless::endless;
use crate::pass::{Pass, filter};
use crate::rules::{Ability, AbilityId, Def, Filter, Rules, Side};
use crate::rulings::Rulings;
use crate::words::{Adjective, Noun, SkirmishWords, Tail, Trigger, Verb};

type Tree = ast::Card<SkirmishWords>;
type Selector = ast::Selector<SkirmishWords>;

/// Compiles the cards of a set.
pub fn compile(cards: &[&Tree], rulings: Rulings) -> Compiled<Rules> {
    let mut findings = Findings::default();
    let listing = Listing::new(cards, &TOO_LARGE, &mut findings);
    let mut rules =
        listing.compile(|| Rules::empty(rulings), |rules, _, card| compile_card(rules, &listing, card, &mut findings));
    endless(cards, &mut findings);
    for (place, def) in rules.defs.iter().enumerate().filter(|(_, def)| !def.kind.is_made()) {
        rules.pools[usize::from(def.kind.is_action())].push(DefId(place as u16));
    }
    findings.compiled(|| rules.with_tables())
}

/// The printed power of a card.
pub fn printed_power(card: &Tree) -> Option<i32> {
    number_in(&card.header)
}

/// Whether a line begins with this trigger.
pub fn is_on(line: &ast::Ability<SkirmishWords>, wanted: Trigger) -> bool {
    matches!(line.trigger, Some((trigger, _)) if trigger == wanted)
}

fn compile_card(rules: &mut Rules, listing: &Listing<SkirmishWords>, card: &Tree, findings: &mut Findings) {
    findings.enter(&card.name);
    for arg in &card.header {
        if let Arg::Number(power, span) = arg {
            findings.range(&NUMBER, *span, "a power of ", *power, 1..=20);
        }
    }
    let most = if card.kind.stands() { 8 } else { 1 };
    if let Some(line) = card.abilities.get(most) {
        let message = format!("an {} has at most {most} line{}", card.kind.word(), if most == 1 { "" } else { "s" });
        findings.complain(&TOO_MUCH, line.span, (message, "write `, then` between the parts of one line"));
    }
    if let Some(line) = card.abilities.iter().filter(|line| is_on(line, Trigger::Activate)).nth(1) {
        let hint = "write `, then` between the parts of one line, or use another trigger";
        findings.complain(&TOO_MUCH, line.trigger_span, ("a unit activates once: it has one such line", hint));
    }
    if card.abilities.is_empty() && card.broken == 0 && !card.kind.stands() {
        let hint = "write below it what it does, for example `  draw 1.`";
        findings.complain(&NO_LINE, card.name_span, (format!("{} says nothing", card.name), hint));
    }
    let first = rules.abilities.len() as u16;
    let mut cooldown = None;
    for ability in &card.abilities {
        let (trigger, about) = begin(ability, &mut cooldown, findings);
        let line = Line { listing, findings, draft: Default::default(), known: Default::default() };
        let mut pass = Pass { line, programs: &mut rules.ops, kind: card.kind, trigger, each: None, groups: &mut rules.groups };
        pass.effect(&ability.effect, false);
        let mut last = None;
        ability.effect.each_clause(&mut |clause| last = Some(clause));
        if let Some(clause) = last.filter(|clause| trigger == Trigger::Played && clause.verb == Verb::GetThisTurn) {
            let hint = "put what it is for behind it, or leave `this turn` out";
            pass.complain(&IN_VAIN, clause.span, ("the turn is over when an action is done", hint));
        }
        let Ok(start) = pass.finish(ability) else { continue };
        let mut beside = false;
        ability.effect.each_clause(&mut |clause| beside |= clause.selectors().any(|who| who.tailed(Tail::BesideIt)));
        rules.abilities.push(Ability { trigger, about, start, beside });
    }
    rules.texts.add_lines(card, AbilityId(first));
    let own = &rules.abilities[first as usize..];
    rules.defs.push(Def {
        kind: card.kind,
        power: printed_power(card).unwrap_or(0).clamp(0, 99) as i16,
        keywords: card.keywords.iter().fold(0, |set, keyword| set | keyword.keyword.bit()),
        listens_to: own.iter().fold(0, |listens_to, ability| listens_to | ability.trigger.bit()),
        cooldown: cooldown.unwrap_or(0).clamp(0, 99) as u8,
        first,
        count: own.len() as u8,
    });
    let stats = printed_power(card).map(|power| power.to_string());
    rules.texts.cards.push(CardInfo { stats, ..CardInfo::printed(card, card.kind.word()) });
}

/// What stands before the colon: when it happens, and about whom. The first cooldown of a card is kept.
fn begin(line: &ast::Ability<SkirmishWords>, cooldown: &mut Option<i32>, findings: &mut Findings) -> (Trigger, Filter) {
    let Some((trigger, args)) = &line.trigger else { return (Trigger::Played, Filter::ANY) };
    let mut about = Filter::ANY;
    if *trigger == Trigger::ActionPlayed {
        // Only its own player's actions.
        about.side = Side::Own;
    }
    for arg in args {
        match arg {
            Arg::Number(turns, span) if *trigger == Trigger::Activate => {
                let complaint = out_of_range(&NUMBER, *span, "a cooldown of ", *turns, 1..=9);
                findings.add(complaint.map(|one| one.hint("write 1 to 9; without a cooldown write `activate`")));
                cooldown.get_or_insert(*turns);
            }
            Arg::Who(who) => {
                let plain = who.quant == Quant::One
                    && matches!(who.noun, Noun::Unit | Noun::Ally | Noun::Enemy)
                    && who.tails.is_empty()
                    && who.adjectives.iter().all(|adjective| *adjective == Adjective::Close);
                if !plain {
                    let message = "a trigger is about a unit, ally or enemy, close or anywhere";
                    findings.complain(&NEVER_MATCHES, who.span, (message, about_hint(*trigger, who)));
                }
                about = filter(who);
            }
            _ => {}
        }
    }
    (*trigger, about)
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
