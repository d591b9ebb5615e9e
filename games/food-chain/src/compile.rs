//! One pass from the tree of a card to its definition and programs. It complains at the words, with a hint, about whatever a card
//! cannot mean. What happens in a line is the business of `pass`.

use playmat_cards::{CardInfo, Compile, Compiled, DefId, Draft, Findings, Line, Listing, Objection, Op, Stats};
use playmat_cardtext::ast::{self, Arg, Span};
use playmat_cardtext::print_ability;

use crate::FoodChain;
use crate::codes::{AT_ODDS, NO_LINE, STATS, TOO_LARGE, TOO_MUCH, TRIGGER, WRONG_THING};
use crate::demands::Demands;
use crate::meaning::Source;
use crate::objections;
use crate::pass::Pass;
use crate::rules::{Ability, AbilityId, Action, Def, Instruction, Needs, Now, Purpose, Rules, Side, What, Who};
use crate::rulings::{DryDrop, EDITIONS, FieldSpellCost, Rulings};
use crate::running::chosen_when_announcing;
use crate::setup::DECK;
use crate::state::Slot;
use crate::whole_set::{endless, pool};
use crate::words::{CATEGORIES, FoodWords, Keyword, Kind, Noun, Trigger, Verb};

type Tree = ast::Card<FoodWords>;
type Written = ast::Ability<FoodWords>;

/// Compiles the cards of a set, all of them, whatever the edition's pool.
pub fn compile(cards: &[&Tree], edition: usize, rulings: Rulings) -> Compiled<Rules> {
    let mut findings = Findings::default();
    let listing = Listing::new(cards, &TOO_LARGE, &mut findings);
    let empty = || Rules { rulings, edition, ..Rules::empty() };
    let rules = listing.compile(empty, |rules, id, card| {
        Compiler { rules, listing: &listing, findings: &mut findings }.card(id, card);
    });
    endless(cards, &mut findings);
    pool(cards, &mut findings);
    findings.compiled(|| with_tables(rules))
}

/// The rules with what is looked up, once all cards are there.
fn with_tables(mut rules: Rules) -> Rules {
    for op in &rules.ops {
        if let Op::Act(Action::AddToken(_, def)) = op {
            rules.texts.cards[def.0 as usize].generated = true;
        }
    }
    for (place, def) in rules.defs.iter().enumerate().filter(|(_, def)| def.pool && !def.kind.is_made()) {
        rules.pools[def.category as usize][share(def.kind)].push(DefId(place as u16));
    }
    let full = |at: &usize| rules.pools[*at].iter().map(Vec::len).sum::<usize>() >= DECK;
    rules.playable = (0..CATEGORIES.len()).filter(full).collect();
    rules.demands = Demands::of(&rules);
    rules.standing = rules.defs.iter().map(Slot::of).collect();
    let mutes = rules.rulings.dry_drop == DryDrop::LosesKeywords;
    rules.entering = rules.standing.iter().map(|slot| [slot.entering(), slot.entering().dry(mutes)]).collect();
    rules
}

/// Which share of a random deck a kind belongs to (FC A1); a field spell counts as a free spell.
pub const fn share(kind: Kind) -> usize {
    match kind {
        Kind::Prey | Kind::TokenPrey => 0,
        Kind::Predator | Kind::TokenPredator => 1,
        Kind::Spell | Kind::TokenSpell => 2,
        Kind::FreeSpell | Kind::FieldSpell | Kind::TokenFreeSpell => 3,
        Kind::Trap => 4,
    }
}

/// The printed numbers of a card.
pub fn printed_stats(card: &ast::Card<FoodWords>) -> Option<(Stats, Option<i32>)> {
    let mut stats = None;
    let mut nutrition = None;
    for arg in &card.header {
        match *arg {
            Arg::Stats(attack, health, _) => stats = Some(Stats::Pair(attack as i16, health as i16)),
            Arg::Number(number, _) => nutrition = Some(number),
            _ => {}
        }
    }
    stats.map(|stats| (stats, nutrition))
}

/// What the cards are compiled with.
pub struct Compiler<'a> {
    pub rules: &'a mut Rules,
    pub listing: &'a Listing<'a, FoodWords>,
    pub findings: &'a mut Findings,
}

impl Compiler<'_> {
    fn card(&mut self, id: DefId, card: &Tree) {
        self.header(card);
        let (attack, health, nutrition) = match printed_stats(card) {
            Some((Stats::Pair(attack, health), nutrition)) => (attack, health, nutrition.unwrap_or(0)),
            _ => (0, 0, 0),
        };
        let mut own = Vec::new();
        for line in &card.abilities {
            own.extend(self.ability(id, card.kind, line));
        }
        // A granted ability was compiled in between, so that a card's own abilities are put in a row only now.
        let first = self.rules.abilities.len() as u16;
        self.rules.abilities.extend_from_slice(&own);
        self.rules.texts.add_lines(card, AbilityId(first));
        let listens_to = own.iter().fold(0, |listens_to, ability| listens_to | ability.trigger.bit());
        self.rules.listens_to |= listens_to;
        let counts = match card.kind {
            Kind::FreeSpell | Kind::TokenFreeSpell => false,
            Kind::FieldSpell => self.rules.rulings.field_spell_cost == FieldSpellCost::Counts,
            _ => !card.keywords.iter().any(|keyword| keyword.keyword == Keyword::FreePlay),
        };
        self.rules.defs.push(Def {
            kind: card.kind,
            attack,
            health,
            nutrition: nutrition as u8,
            keywords: card.keywords.iter().fold(0, |set, keyword| set | keyword.keyword.bit()),
            strikes: card.keywords.iter().find_map(|keyword| keyword.number).unwrap_or(1) as u8,
            first,
            count: own.len() as u8,
            listens_to,
            counts,
            what: What::of(card.kind),
            category: CATEGORIES.iter().position(|&name| Some(name) == card.section.as_deref()).unwrap_or(0) as u8,
            pool: card.pools.is_empty() || card.pools.iter().any(|pool| pool == EDITIONS[self.rules.edition]),
        });
        self.rules.texts.cards.push(CardInfo {
            stats: printed_stats(card).map(|(stats, nutrition)| {
                let Stats::Pair(attack, health) = stats else { unreachable!("a creature has two numbers") };
                match nutrition {
                    Some(nutrition) => format!("{attack}/{health} ({nutrition})"),
                    None => format!("{attack}/{health}"),
                }
            }),
            token: card.kind.is_made() && card.kind.is_creature(),
            generated: card.kind.is_made() && !card.kind.is_creature(),
            pool: self.rules.defs[id.0 as usize].pool,
            ..CardInfo::printed(card, card.kind.word())
        });
    }

    /// What is wrong with a card beside its lines.
    fn header(&mut self, card: &Tree) {
        self.findings.enter(&card.name);
        for arg in &card.header {
            match *arg {
                Arg::Stats(attack, health, span) => {
                    self.findings.range(&STATS, span, "an attack of ", attack, 0..=20);
                    self.findings.range(&STATS, span, "a health of ", health, 1..=20);
                }
                Arg::Number(nutrition, span) => self.findings.range(&STATS, span, "a nutrition of ", nutrition, 0..=9),
                _ => {}
            }
        }
        for keyword in &card.keywords {
            keyword.number.into_iter().for_each(|number| {
                self.findings.range(&STATS, keyword.span, "a number of ", number, 2..=9);
            });
        }
        self.odds(card);
        let most = if card.kind.is_spell() || card.kind == Kind::Trap { 1 } else { 8 };
        if let Some(line) = card.abilities.get(most) {
            let message = format!("a {} has at most {most} line{}", card.kind.word(), if most == 1 { "" } else { "s" });
            self.findings.complain(&TOO_MUCH, line.span, (message, "write `, then` between the parts of one line"));
        }
        if card.abilities.is_empty() && card.broken == 0 && !card.kind.is_creature() {
            let example = match card.kind {
                Kind::Trap => "when an enemy attacks directly: negate the attack.",
                Kind::FieldSpell => "end of turn: draw 1.",
                _ => "draw 1.",
            };
            let hint = format!("write below it what it does, for example `  {example}`");
            self.findings.complain(&NO_LINE, card.name_span, (format!("{} says nothing", card.name), hint));
        }
    }

    /// Words of one card that make each other idle.
    fn odds(&mut self, card: &Tree) {
        let keywords: Vec<Keyword> = card.keywords.iter().map(|had| had.keyword).collect();
        let mut complain = |span: Span, objection: Option<Objection>| {
            objection.into_iter().for_each(|objection| self.findings.complain(&AT_ODDS, span, objection));
        };
        for had in &card.keywords {
            complain(had.span, objections::useless_keyword(card.kind, had.keyword, &keywords));
        }
        for line in &card.abilities {
            let Some((trigger, _)) = &line.trigger else { continue };
            complain(line.trigger_span, objections::never_attacks(*trigger, &keywords));
            // A creature that has just entered has what is printed on it, unless it was dry-dropped, which prey never is.
            if *trigger == Trigger::OnPlay && card.kind.is_prey() {
                line.effect.each_clause(&mut |clause| {
                    let itself = clause.verb == Verb::GainKeyword && clause.selectors().all(|who| who.noun == Noun::This);
                    for arg in clause.args.iter().filter(|_| itself) {
                        if let Arg::Keyword(gained) = arg
                            && keywords.contains(&gained.keyword)
                        {
                            complain(gained.span, Some(("it has that already", "leave it out here or behind the header")));
                        }
                    }
                });
            }
        }
    }

    /// A line, also one that another gives.
    fn ability(&mut self, def: DefId, kind: Kind, line: &Written) -> Option<Ability> {
        let trigger = line.trigger.as_ref().map_or(Trigger::Played, |(trigger, _)| *trigger);
        // That a spell has no trigger is the language's own complaint.
        if !kind.sees(trigger) && !kind.is_spell() {
            let message = format!("a {} never sees this trigger", kind.word());
            self.findings.complain(&TRIGGER, quoted(line), (message, hint_for(kind)));
        }
        let line_of = Line { listing: self.listing, findings: self.findings, draft: Draft::default(), known: trigger.into() };
        let mut pass =
            Pass { line: line_of, rules: self.rules, trigger, source: Source::of(kind, trigger), has: 0, each: None };
        pass.effect(&line.effect, false);
        // Programs of nested abilities were appended while this one was compiled: it begins where they end.
        let start = pass.finish(line).ok()?;
        let Pass { line: Line { draft, .. }, has, .. } = pass;
        let acts = || draft.ops.iter().filter_map(|op| if let Op::Act(action) = op { Some(action) } else { None });
        Some(Ability {
            trigger,
            start,
            def,
            copies: acts().any(|action| matches!(action, Action::CopyAbilities(_))),
            replaces_death: trigger == Trigger::Slain && acts().any(|action| matches!(action, Action::Become(Who::This, _))),
            has,
            needs: needs(&draft),
            announces: draft.ops.iter().any(|op| match op {
                Op::Choose(_, pick) => chosen_when_announcing(pick),
                Op::Either(_) => true,
                _ => false,
            }),
        })
    }

    /// An ability that another one gives. The creature that gains it is on the table, and may be a predator.
    pub fn given(&mut self, line: &Written) -> Option<AbilityId> {
        let objection = match &line.trigger {
            None => Some((&TRIGGER, ("an ability that is given begins with its trigger", "write it like `\"slain: draw 1\"`"))),
            Some((trigger, _)) => trigger.moment().given.map(|objection| (&WRONG_THING, objection)),
        };
        if let Some((code, objection)) = objection {
            let span = if line.trigger.is_some() { quoted(line) } else { line.span };
            self.findings.complain(code, span, objection);
        }
        let before = self.findings.count();
        let given = self.ability(DefId(self.rules.defs.len() as u16), Kind::Predator, line);
        if objection.is_some() {
            self.findings.forget(before);
        }
        let given = given?;
        self.rules.listens_to |= given.trigger.bit();
        self.rules.abilities.push(given);
        self.rules.texts.labels.push(format!("given: {}", print_ability(line)));
        Some(AbilityId(self.rules.abilities.len() as u16 - 1))
    }
}

fn hint_for(kind: Kind) -> &'static str {
    match kind {
        Kind::FieldSpell => "write `start of turn` or `end of turn`",
        Kind::Trap => "write an event such as `when an enemy attacks directly`",
        Kind::Prey | Kind::TokenPrey => "a prey has `on play`, `slain`, `end of turn` and the like, but never eats",
        _ => "write `on eat`, `slain`, `end of turn` or the like",
    }
}

/// The trigger of a quoted ability, or all of it if that has none.
fn quoted(inner: &Written) -> Span {
    if inner.trigger_span.end > inner.trigger_span.start { inner.trigger_span } else { inner.span }
}

/// What a program cannot be announced without.
fn needs(draft: &Draft<FoodChain>) -> Needs {
    if draft.branched() && has_free_branch(draft) {
        return Needs::default();
    }
    let mut needs = Needs { in_detail: draft.branched(), ..Needs::default() };
    let mut next = 0;
    for op in &draft.ops {
        let Op::Choose(_, pick) = op else { continue };
        if !pick.targeted || pick.optional || pick.players {
            continue;
        }
        needs.in_detail |= pick.purpose != Purpose::Any || pick.filter.now != Now::ANY;
        needs.any_of[next] = match pick.filter.side {
            Side::Own => Needs::bit(false, pick.filter.what),
            Side::Enemy => Needs::bit(true, pick.filter.what),
            Side::Both => Needs::bit(false, pick.filter.what) | Needs::bit(true, pick.filter.what),
        };
        next += 1;
    }
    needs
}

/// Whether one of the branches needs nothing, so that the line can always be announced.
fn has_free_branch(draft: &Draft<FoodChain>) -> bool {
    let Some(Op::Either(count)) = draft.ops.first() else { return false };
    let needs = |op: &Instruction| match op {
        Op::Choose(_, pick) => pick.targeted && !pick.optional,
        Op::Act(Action::PlayToken(..) | Action::PlayCopy(_)) => true,
        _ => false,
    };
    draft.ops[1..=*count as usize].iter().any(|head| match head {
        Op::Jump(to) => !draft.ops[*to as usize..].iter().take_while(|op| !matches!(op, Op::Jump(_))).any(needs),
        _ => false,
    })
}
