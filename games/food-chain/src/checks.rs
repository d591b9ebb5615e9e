//! What can be wrong with a Food Chain card beyond its grammar.

use std::collections::BTreeMap;

use playmat_cards::{Stats, does_not_load, leads_back, too_much_on_a_line};
use playmat_cardtext::ast::{Ability, Arg, Card, Clause, Effect, Keyword as Had, Quant, Selector, Span};
use playmat_cardtext::{Code, Complaint, MAX_NUMBER, number_in};

use crate::codes::{
    DOES_NOT_LOAD, HOW_MANY, MAKES_ITSELF, NEVER_MATCHES, NO_LINE, NO_SUCH_MOMENT, POOL, STATS, TOO_MUCH, TRIGGER, WRONG_MADE,
    WRONG_THING,
};
use crate::fits::{self, It, Misfit, NOT_OTHER, Source};
use crate::lower::{self, MOST_CHOICES, is_choice};
use crate::rulings::{LEDGER, Rulings};
use crate::words::{Adjective, CATEGORIES, FoodWords, Keyword, Kind, Noun, Trigger, Verb};

/// Everything that is wrong with the cards beyond their grammar.
pub fn check(cards: &[&Card<FoodWords>]) -> Vec<Complaint> {
    let mut found = Vec::new();
    let kinds = kinds_by_name(cards);
    for card in cards {
        stats(card, &mut found);
        let most = if card.kind.is_spell() || card.kind == Kind::Trap { 1 } else { 8 };
        if card.abilities.len() > most {
            let message = format!("a {} has at most {most} line{}", card.kind.word(), if most == 1 { "" } else { "s" });
            found.push(
                Complaint::new(&TOO_MUCH, card.abilities[most].span, message)
                    .hint("write `, then` between the parts of one line"),
            );
        }
        if card.abilities.is_empty() && card.broken == 0 && !card.kind.is_creature() {
            let complaint = Complaint::new(&NO_LINE, card.name_span, format!("{} says nothing", card.name));
            let example = match card.kind {
                Kind::Trap => "when an enemy attacks directly: negate the attack.",
                Kind::FieldSpell => "end of turn: draw 1.",
                _ => "draw 1.",
            };
            found.push(complaint.hint(format!("write below it what it does, for example `  {example}`")));
        }
        for line in &card.abilities {
            ability(card.kind, line, &kinds, &mut found);
        }
    }
    endless(cards, &mut found);
    pool(cards, &mut found);
    if let Err(faults) = lower::lower(cards, 0, defaults()) {
        let more = does_not_load(&DOES_NOT_LOAD, faults, &found);
        found.extend(more);
    }
    found
}

fn defaults() -> Rulings {
    Rulings::from_values(&LEDGER.iter().map(|ruling| ruling.editions[0]).collect::<Vec<_>>())
}

/// What a name means: a token before a card of the same name.
fn kinds_by_name<'a>(cards: &[&'a Card<FoodWords>]) -> BTreeMap<&'a str, Kind> {
    let mut kinds = BTreeMap::new();
    for card in cards {
        let kind = kinds.entry(card.name.as_str()).or_insert(card.kind);
        if card.kind.is_made() {
            *kind = card.kind;
        }
    }
    kinds
}

fn stats(card: &Card<FoodWords>, found: &mut Vec<Complaint>) {
    let mut check = |what: &str, number: i32, least: i32, most: i32, span: Span| {
        if !(least..=most).contains(&number) && number <= MAX_NUMBER {
            let message = format!("{what} {number} is out of range: {least} to {most}");
            found.push(Complaint::new(&STATS, span, message).hint(format!("write a number from {least} to {most}")));
        }
    };
    for arg in &card.header {
        match *arg {
            Arg::Stats(attack, health, span) => {
                check("an attack of", attack, 0, 20, span);
                check("a health of", health, 1, 20, span);
            }
            Arg::Number(nutrition, span) => check("a nutrition of", nutrition, 0, 9, span),
            _ => {}
        }
    }
    for keyword in &card.keywords {
        keyword.number.into_iter().for_each(|number| check("a number of", number, 2, 9, keyword.span));
    }
}

fn ability(kind: Kind, line: &Ability<FoodWords>, kinds: &BTreeMap<&str, Kind>, found: &mut Vec<Complaint>) {
    let trigger = line.trigger.as_ref().map_or(Trigger::Played, |(trigger, _)| *trigger);
    // That a spell has no trigger is the language's own complaint.
    if !kind.sees(trigger) && !kind.is_spell() {
        let message = format!("a {} never sees this trigger", kind.word());
        found.push(Complaint::new(&TRIGGER, quoted(line), message).hint(hint_for(kind)));
    }
    let mut walk =
        Walk { trigger, kinds, found, source: Source::of(kind, trigger), it: it_of(trigger), negated: false, choices: 0 };
    walk.effect(&line.effect);
    if let Some(message) = too_much_on_a_line(&line.effect, walk.choices, MOST_CHOICES) {
        found.push(Complaint::new(&TOO_MUCH, line.span, message).hint("make two lines or two cards of it"));
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

/// What "it" means when a line begins.
fn it_of(trigger: Trigger) -> It {
    use Trigger as T;
    match trigger {
        T::RivalPlaysPredator | T::RivalPlaysPrey => It::Entering,
        T::RivalPlaysCard => It::Played,
        T::AllyTargeted | T::Targeted => It::Standing,
        _ if is_attack(trigger) => It::Standing,
        _ => It::Nothing,
    }
}

/// Whether an attack goes on, in every edition.
fn is_attack(trigger: Trigger) -> bool {
    use Trigger as T;
    matches!(
        trigger,
        T::Attacked
            | T::AttackedDirectly
            | T::AllyAttacked
            | T::DiscardWhenAttackedDirectly
            | T::AfterCombat
            | T::AttackingBeforeCombat
            | T::AttackingAfterCombat
            | T::DefendingBeforeCombat
    )
}

struct Walk<'a> {
    trigger: Trigger,
    kinds: &'a BTreeMap<&'a str, Kind>,
    found: &'a mut Vec<Complaint>,
    source: Source,
    /// What "it" means by now.
    it: It,
    /// Whether a play was negated by now.
    negated: bool,
    choices: usize,
}

impl Walk<'_> {
    /// Every clause in order. What "it" means after branches is what it meant before, unless all agree.
    fn effect(&mut self, effect: &Effect<FoodWords>) {
        match effect {
            Effect::Do(clause) => self.clause(clause),
            Effect::Then(steps) => steps.iter().for_each(|step| self.effect(step)),
            Effect::Either(branches, span) => {
                self.lasting(*span);
                let before = self.it;
                let after: Vec<It> = branches.iter().map(|branch| self.branch(branch, before)).collect();
                self.it = if after.iter().all(|it| *it == after[0]) { after[0] } else { before };
            }
            Effect::May(step, span) => {
                self.lasting(*span);
                self.effect(step);
            }
            Effect::If(_, step) => self.effect(step),
        }
    }

    fn branch(&mut self, branch: &Effect<FoodWords>, it: It) -> It {
        self.it = it;
        self.effect(branch);
        self.it
    }

    /// What is simply so is not chosen.
    fn lasting(&mut self, span: Span) {
        if self.trigger == Trigger::WhileDefending {
            let message = "what holds while defending is not chosen";
            self.complain(&NO_SUCH_MOMENT, span, message, "write `this has` and a keyword");
        }
    }

    fn complain(&mut self, code: &'static Code, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.found.push(Complaint::new(code, span, message).hint(hint));
    }

    fn misfit(&mut self, span: Span, misfit: Option<Misfit>) -> bool {
        if let Some((message, hint)) = misfit {
            self.complain(&WRONG_THING, span, message, hint);
        }
        misfit.is_some()
    }

    fn clause(&mut self, clause: &Clause<FoodWords>) {
        for arg in &clause.args {
            match arg {
                Arg::Who(selector) => self.selector(clause, selector),
                Arg::Card(name, span) => self.named(clause.verb, name, *span),
                Arg::Ability(inner) => self.given(inner),
                Arg::Count(0, _) => {}
                Arg::Number(amount, span) | Arg::Count(amount, span) => self.amount(clause.verb, *amount, *span),
                Arg::Delta(attack, health, span) => self.delta(*attack, *health, *span),
                Arg::Keyword(keyword) => self.keyword(clause.verb, keyword),
                _ => {}
            }
        }
        self.moment(clause);
        self.negated |= clause.verb == Verb::NegatePlay;
        self.it = fits::it_after(clause, self.it);
    }

    fn amount(&mut self, verb: Verb, amount: i32, span: Span) {
        if verb == Verb::Become && amount != 1 {
            self.complain(&HOW_MANY, span, "a creature becomes one card", "write `becomes a` and the name");
        } else if (21..=MAX_NUMBER).contains(&amount) || amount < 1 {
            self.complain(&STATS, span, format!("{amount} is out of range: 1 to 20"), "write a number from 1 to 20");
        }
    }

    fn delta(&mut self, attack: i32, health: i32, span: Span) {
        if !(-20..=20).contains(&attack) || !(-20..=20).contains(&health) {
            self.complain(&STATS, span, "a change is out of range: -20 to +20", "write a change such as `+2/+1`");
        } else if (attack, health) == (0, 0) {
            self.complain(&STATS, span, "+0/+0 changes nothing", "write a change such as `+1/+0`");
        }
    }

    fn keyword(&mut self, verb: Verb, keyword: &Had<FoodWords>) {
        if keyword.number.is_some_and(|number| !(2..=9).contains(&number)) {
            self.complain(&STATS, keyword.span, "this number is out of range: 2 to 9", "write a number from 2 to 9");
        }
        let misfit = match verb {
            Verb::HasKeyword => fits::misdefended(keyword.keyword),
            _ => fits::misgranted(keyword.keyword),
        };
        self.misfit(keyword.span, misfit);
    }

    /// Whoever gains an ability is a creature on the table, and may be a predator.
    fn given(&mut self, inner: &Ability<FoodWords>) {
        let trigger = inner.trigger.as_ref().map(|(trigger, _)| *trigger);
        if trigger.is_none() {
            let message = "an ability that is given begins with its trigger";
            return self.complain(&TRIGGER, inner.span, message, "write it like `\"slain: draw 1\"`");
        }
        if !self.misfit(quoted(inner), trigger.and_then(fits::misgiven)) {
            ability(Kind::Predator, inner, self.kinds, self.found);
        }
    }

    fn moment(&mut self, clause: &Clause<FoodWords>) {
        use Trigger as T;
        let (moment, hint) = match clause.verb {
            Verb::NegateAttack => {
                let attacks = [T::AttackedDirectly, T::AllyAttacked, T::Attacked];
                let more = [T::DiscardWhenAttackedDirectly, T::DefendingBeforeCombat];
                (
                    attacks.contains(&self.trigger) || more.contains(&self.trigger),
                    "begin the line with `when attacked`, or a trap's with `when an ally is attacked`",
                )
            }
            Verb::NegatePlay => {
                let plays = matches!(self.trigger, T::RivalPlaysCard | T::RivalPlaysPrey | T::RivalPlaysPredator);
                (plays, "begin the line of a trap with `when the rival plays a card`")
            }
            Verb::PlayAnother => (self.negated, "write `negate the play` before it"),
            Verb::NegateDamage => {
                (self.trigger == T::DamagedIndirectly, "begin the line of a trap with `when you are damaged indirectly`")
            }
            Verb::HasKeyword => {
                (self.trigger == T::WhileDefending, "begin the line with `while defending`, or write `this gains`")
            }
            Verb::Revive => (self.trigger == T::Slain, "begin the line with `slain`"),
            _ => (self.trigger != T::WhileDefending, "write `this has` and a keyword, or `when attacked`"),
        };
        if !moment {
            self.complain(&NO_SUCH_MOMENT, clause.span, "there is nothing of that kind at this moment", hint);
        } else if clause.verb == Verb::Revive && self.it != It::Nothing {
            let message = "its slot is not known any more once something else was chosen or played";
            self.complain(&NO_SUCH_MOMENT, clause.span, message, "begin with `revive this`, then say the other steps");
        }
    }

    fn named(&mut self, verb: Verb, name: &str, span: Span) {
        let Some(&kind) = self.kinds.get(name) else { return };
        let fine = match verb {
            Verb::AddToken => kind.is_made(),
            _ => kind.is_creature(),
        };
        if !fine {
            let (message, hint) = match verb {
                Verb::AddToken => (
                    format!("{name} is a card of decks and cannot be generated"),
                    "name a token, or `add a card from your deck to your hand`",
                ),
                _ => {
                    (format!("{name} is a {}, not a creature", kind.word()), "name a creature, or `add` the spell to your hand")
                }
            };
            self.complain(&WRONG_MADE, span, message, hint);
        }
    }

    fn selector(&mut self, clause: &Clause<FoodWords>, selector: &Selector<FoodWords>) {
        self.choices += usize::from(is_choice(selector));
        if let Some((message, hint)) = self.missing(selector) {
            return self.complain(&NO_SUCH_MOMENT, selector.span, message, hint);
        }
        if matches!(selector.quant, Quant::Exactly(_) | Quant::UpTo(_)) {
            let hint = "write `target`, `a` or `all` before the noun";
            return self.complain(&HOW_MANY, selector.span, "an effect is for one or for all", hint);
        }
        if let Some((message, hint)) = impossible(selector) {
            return self.complain(&NEVER_MATCHES, selector.span, message, hint);
        }
        if selector.noun == Noun::Opponent && selector.quant != Quant::All {
            let hint = "write `all opponents`, or for one of them `target enemy`, `the rival` or `any target`";
            return self.complain(&HOW_MANY, selector.span, "opponents are the rival and all enemies together", hint);
        }
        if let Some(message) = fits::only_one(clause.verb, selector) {
            return self.complain(&HOW_MANY, selector.span, message, "write `target` or `a` before the noun");
        }
        let misfit = fits::misfit(clause.verb, selector);
        self.misfit(selector.span, misfit.or_else(|| fits::misplaced(clause.verb, selector, self.source, self.it)));
    }

    /// Why there is nobody of that name at this moment.
    fn missing(&self, selector: &Selector<FoodWords>) -> Option<(&'static str, &'static str)> {
        let direct = matches!(self.trigger, Trigger::AttackedDirectly | Trigger::DiscardWhenAttackedDirectly);
        match selector.noun {
            Noun::Attacker | Noun::Defender if self.trigger == Trigger::BeforeCombat => {
                Some(("nobody is attacked yet before combat", "begin the line with `attacking before combat`"))
            }
            Noun::Attacker | Noun::Defender if !is_attack(self.trigger) => Some((
                "there is no such card at this moment",
                "choose one, `target enemy`, or begin the line with `when attacked`",
            )),
            Noun::Defender if direct => Some(("it is you who is attacked", "write `the attacker`")),
            Noun::It if self.it == It::Nothing => {
                Some(("there is no such card at this moment", "choose one first: `freeze target enemy, then kill it`"))
            }
            _ => None,
        }
    }
}

/// The trigger of a quoted ability, or all of it if that has none.
fn quoted(inner: &Ability<FoodWords>) -> Span {
    if inner.trigger_span.end > inner.trigger_span.start { inner.trigger_span } else { inner.span }
}

/// Why a selector can never match, and what would be right.
fn impossible(selector: &Selector<FoodWords>) -> Option<Misfit> {
    let tailed = !selector.tails.is_empty();
    match selector.noun {
        _ if selector.has(Adjective::Enemy) && selector.has(Adjective::Allied) => {
            Some(("nobody is an enemy and allied", "leave one of them out"))
        }
        Noun::Ally if selector.has(Adjective::Enemy) => Some(("an ally is never an enemy", "write `enemy` or `ally`")),
        Noun::Enemy if selector.has(Adjective::Allied) => Some(("an enemy is never allied", "write `enemy` or `ally`")),
        Noun::Opponent if !selector.adjectives.is_empty() => {
            Some(("opponents are the rival and all enemies, whatever they are", "write `all opponents` or `all enemies`"))
        }
        _ if selector.has(Adjective::Other) && (selector.noun == Noun::Enemy || selector.has(Adjective::Enemy)) => {
            Some(("`other` means all but this card, which is never an enemy", NOT_OTHER))
        }
        Noun::Ally | Noun::Enemy | Noun::Animal | Noun::Token | Noun::FieldSpell | Noun::Opponent if tailed => Some((
            "what stands on the field is not in a deck or hand",
            "write `creature`, `spell` or `card`, or leave the tail out",
        )),
        Noun::Spell | Noun::Card if !tailed => Some((
            "spells and cards are in a deck or hand: write `from your deck` or `from your hand`",
            "for a creature on the table write `ally`, `enemy` or `animal`",
        )),
        Noun::Creature if !tailed => {
            Some(("on the field write `ally`, `enemy` or `animal`", "or write `from your deck` behind it"))
        }
        _ => None,
    }
}

/// Cards that lead back to themselves without anybody doing anything, and free spells that do so in a hand.
fn endless(cards: &[&Card<FoodWords>], found: &mut Vec<Complaint>) {
    let made: BTreeMap<&str, Vec<&str>> = cards.iter().map(|card| (card.name.as_str(), made_at_once(card))).collect();
    let is_token = |name: &str| cards.iter().any(|other| other.kind.is_made() && other.name == name);
    for card in cards.iter().filter(|card| card.kind.is_creature() || is_free_spell(card.kind)) {
        // A name that a card and a token share means the token.
        let meant = card.kind.is_made() || !is_token(&card.name);
        if meant && leads_back(&card.name, &made_at_once(card), &made) {
            let message = format!("{} makes itself without end", card.name);
            found.push(Complaint::new(&MAKES_ITSELF, card.name_span, message).hint("use another trigger, or another token"));
        }
    }
}

fn is_free_spell(kind: Kind) -> bool {
    matches!(kind, Kind::FreeSpell | Kind::TokenFreeSpell)
}

/// What a card makes when it enters: by `on play`, and by `slain` if it enters only to die. A free spell makes what it adds to the hand.
fn made_at_once(card: &Card<FoodWords>) -> Vec<&str> {
    let dies = lines(card, Trigger::OnPlay).any(|line| kills_itself(card, &line.effect));
    let mut names = Vec::new();
    for trigger in [Trigger::OnPlay, Trigger::Slain].into_iter().take(1 + usize::from(dies)) {
        for line in lines(card, trigger) {
            line.effect.each_clause(&mut |clause| match clause.verb {
                Verb::PlayToken => names.extend(clause.card_names()),
                Verb::PlayCopy if clause.selectors().any(|who| who.noun == Noun::This) => names.push(card.name.as_str()),
                _ => {}
            });
        }
    }
    for line in card.abilities.iter().filter(|_| is_free_spell(card.kind)) {
        line.effect.each_clause(&mut |clause| {
            if clause.verb == Verb::AddToken {
                names.extend(clause.card_names());
            }
        });
    }
    names
}

fn lines(card: &Card<FoodWords>, wanted: Trigger) -> impl Iterator<Item = &Ability<FoodWords>> {
    card.abilities.iter().filter(move |line| matches!(line.trigger, Some((trigger, _)) if trigger == wanted))
}

/// Whether an effect kills the card itself, whatever is chosen.
fn kills_itself(card: &Card<FoodWords>, effect: &Effect<FoodWords>) -> bool {
    match effect {
        Effect::Then(steps) => steps.iter().any(|step| kills_itself(card, step)),
        Effect::Do(clause) => {
            let deadly = match clause.verb {
                Verb::Kill => true,
                Verb::Damage => number_in(&clause.args).is_some_and(|amount| is_deadly(card, amount)),
                _ => false,
            };
            let all = |who: &Selector<FoodWords>| who.quant == Quant::All && !who.has(Adjective::Other);
            let itself = |who: &Selector<FoodWords>| match who.noun {
                Noun::This => true,
                Noun::Ally | Noun::Animal => all(who),
                _ => false,
            };
            deadly && clause.selectors().any(itself)
        }
        Effect::Either(..) | Effect::May(..) | Effect::If(..) => false,
    }
}

/// Whether a creature as printed dies of so much damage.
fn is_deadly(card: &Card<FoodWords>, amount: i32) -> bool {
    let safe = card.keywords.iter().any(|had| matches!(had.keyword, Keyword::Barrier | Keyword::Immune));
    let dies = matches!(lower::printed_stats(card), Some((Stats::Pair(_, health), _)) if i32::from(health) <= amount);
    dies && !safe
}

/// FC A1: a category that could fill a deck must allow a legal one.
fn pool(cards: &[&Card<FoodWords>], found: &mut Vec<Complaint>) {
    for category in CATEGORIES {
        for edition in crate::rulings::EDITIONS {
            let mut pool = cards.iter().filter(|card| {
                card.section.as_deref() == Some(category)
                    && !card.kind.is_made()
                    && (card.pools.is_empty() || card.pools.iter().any(|pool| pool == edition))
            });
            let all: Vec<_> = pool.by_ref().collect();
            let prey = all.iter().filter(|card| card.kind == Kind::Prey).count();
            let others = all.iter().filter(|card| !card.kind.is_creature()).count();
            if all.len() >= crate::setup::DECK && prey + others + prey.saturating_sub(1) < crate::setup::DECK {
                let message = format!("{category} has too few prey for a legal deck in the {edition} edition");
                found.push(Complaint::new(&POOL, all[0].name_span, message).hint("add prey, or take predators out"));
            }
        }
    }
}
