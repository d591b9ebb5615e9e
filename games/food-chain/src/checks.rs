//! What can be wrong with a Food Chain card beyond its grammar.

use std::collections::BTreeMap;

use playmat_cards::{leads_back, too_much_on_a_line};
use playmat_cardtext::ast::{Ability, Arg, Card, Clause, Quant, Selector, Span};
use playmat_cardtext::{Code, Complaint};

use crate::lower::{MOST_CHOICES, is_choice};
use crate::words::{Adjective, CATEGORIES, FoodWords, Kind, Noun, Trigger, Verb};

/// All kinds of mistakes of this file.
pub static CODES: &[&Code] =
    &[&STATS, &TRIGGER, &NEVER_MATCHES, &NO_SUCH_MOMENT, &MAKES_ITSELF, &WRONG_MADE, &POOL, &TOO_MUCH, &HOW_MANY, &NO_LINE];

static STATS: Code = Code {
    id: "F01",
    name: "stats-out-of-range",
    title: "a printed number is out of range",
    explanation: "Attack is 0 to 20, health 1 to 20, nutrition 0 to 9, multi-strike 2 to 9; the numbers of an effect are at most 20. A creature with 0 health would be dead when it enters.",
    wrong: "category Fish\n\nprey Ghost Carp 1/0 (1)\n",
    right: "category Fish\n\nprey Ghost Carp 1/1 (1)\n",
};

static TRIGGER: Code = Code {
    id: "F02",
    name: "trigger-never-seen",
    title: "a card of this kind never sees this trigger",
    explanation: "Creatures enter, fight and die; a field spell sees only the start and the end of turns; a trap waits for one event of the rival's turn. A prey never eats, so it has no `on eat`.",
    wrong: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on eat: draw 1.\n",
    right: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: draw 1.\n",
};

static NEVER_MATCHES: Code = Code {
    id: "F03",
    name: "never-matches",
    title: "these words together mean nobody",
    explanation: "An ally is on your side and an enemy on the rival's, so `enemy ally` is nobody. Cards `from your deck` are creatures, spells or cards, not enemies. Only creatures can be damaged, killed or changed.",
    wrong: "category Fish\n\nspell Fog\n  kill all enemy allies.\n",
    right: "category Fish\n\nspell Fog\n  kill all enemies.\n",
};

static NO_SUCH_MOMENT: Code = Code {
    id: "F04",
    name: "no-such-moment",
    title: "what this speaks of does not exist at that moment",
    explanation: "`the attacker` and `the defender` exist only during an attack, `it` only after something was chosen or in an event about a card, `negate the play` only when a card is played.",
    wrong: "category Fish\n\nspell Fog\n  deal 2 damage to the attacker.\n",
    right: "category Fish\n\nspell Fog\n  deal 2 damage to target enemy.\n",
};

static MAKES_ITSELF: Code = Code {
    id: "F05",
    name: "makes-itself",
    title: "a card makes itself without end",
    explanation: "An `on play` ability that plays a token whose `on play` leads back to itself would go on until the table is full. A copy that does not trigger again is fine.",
    wrong: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Carp Egg.\n\ntoken prey Carp Egg 0/1 (0)\n  on play: play a Carp Egg.\n",
    right: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Carp Egg.\n\ntoken prey Carp Egg 0/1 (0)\n",
};

static WRONG_MADE: Code = Code {
    id: "F06",
    name: "wrong-thing-made",
    title: "this cannot be put there",
    explanation: "Only creatures can be played onto the field or become something; only tokens and generated cards can be added to a hand by name.",
    wrong: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: play a Fog.\n\ntoken spell Fog\n  draw 1.\n",
    right: "category Fish\n\nprey Ghost Carp 1/1 (1)\n  on play: add a Fog to your hand.\n\ntoken spell Fog\n  draw 1.\n",
};

static POOL: Code = Code {
    id: "F07",
    name: "no-deck-possible",
    title: "no legal deck can be made of this category",
    explanation: "A deck has 20 different cards of one category and more prey than predators. A category that has at least 20 deck cards must allow that in every edition in which it has them.",
    wrong: "",
    right: "",
};

static TOO_MUCH: Code = Code {
    id: "F08",
    name: "too-much-on-a-line",
    title: "a line asks for more than it can hold",
    explanation: "A line has at most one `either` and at most two choices, a creature at most eight lines, a spell or trap exactly one. Write `, then` between what belongs together, or two cards.",
    wrong: "category Fish\n\nspell Fog\n  kill target enemy, then kill target ally, then kill target animal.\n",
    right: "category Fish\n\nspell Fog\n  kill target enemy, then kill target ally.\n",
};

static HOW_MANY: Code = Code {
    id: "F09",
    name: "how-many",
    title: "an effect is for one or for all",
    explanation: "Effects of this game choose one (`target enemy`, `a carrion`) or take all (`all enemies`). Numbers of targets are not among its words.",
    wrong: "category Fish\n\nspell Fog\n  kill 2 enemies.\n",
    right: "category Fish\n\nspell Fog\n  kill all enemies.\n",
};

static NO_LINE: Code = Code {
    id: "F10",
    name: "no-line",
    title: "a spell or trap says nothing",
    explanation: "A spell, field spell or trap without a line would do nothing. Only creatures can do without words.",
    wrong: "category Fish\n\nspell Fog\n",
    right: "category Fish\n\nspell Fog\n  draw 1.\n",
};

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
        if card.abilities.is_empty() && !card.kind.is_creature() {
            found.push(Complaint::new(&NO_LINE, card.name_span, format!("{} says nothing", card.name)));
        }
        for line in &card.abilities {
            ability(card.kind, line, &kinds, &mut found);
        }
    }
    endless(cards, &mut found);
    pool(cards, &mut found);
    found
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
    let mut wrong = |span: Span, message: String| found.push(Complaint::new(&STATS, span, message));
    for arg in &card.header {
        match *arg {
            Arg::Stats(attack, health, span) => {
                if !(0..=20).contains(&attack) {
                    wrong(span, format!("an attack of {attack} is out of range: 0 to 20"));
                }
                if !(1..=20).contains(&health) {
                    wrong(span, format!("a health of {health} is out of range: 1 to 20"));
                }
            }
            Arg::Number(nutrition, span) if !(0..=9).contains(&nutrition) => {
                wrong(span, format!("a nutrition of {nutrition} is out of range: 0 to 9"));
            }
            _ => {}
        }
    }
    for keyword in &card.keywords {
        if keyword.number.is_some_and(|number| !(2..=9).contains(&number)) {
            wrong(keyword.span, "this number is out of range: 2 to 9".into());
        }
    }
}

fn ability(kind: Kind, line: &Ability<FoodWords>, kinds: &BTreeMap<&str, Kind>, found: &mut Vec<Complaint>) {
    let trigger = line.trigger.as_ref().map_or(Trigger::Played, |(trigger, _)| *trigger);
    if !sees(kind, trigger) {
        let message = format!("a {} never sees this trigger", kind.word());
        found.push(Complaint::new(&TRIGGER, line.trigger_span, message).hint(hint_for(kind)));
    }
    let mut walk = Walk { trigger, kinds, found, chosen: false, choices: 0 };
    line.effect.each_clause(&mut |clause| walk.clause(clause));
    if let Some(message) = too_much_on_a_line(&line.effect, walk.choices, MOST_CHOICES) {
        found.push(Complaint::new(&TOO_MUCH, line.span, message));
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

/// Which triggers a kind of card can ever see.
fn sees(kind: Kind, trigger: Trigger) -> bool {
    use Trigger as T;
    match trigger {
        T::Played => kind.is_spell(),
        T::OnEat => kind.is_predator(),
        T::StartOfTurn | T::EndOfTurn => kind.is_creature() || kind == Kind::FieldSpell,
        T::RivalPlaysPredator
        | T::RivalPlaysPrey
        | T::RivalPlaysCard
        | T::RivalDraws
        | T::AttackedDirectly
        | T::AllyAttacked
        | T::AllyTargeted
        | T::DamagedIndirectly
        | T::LifeIsZero => kind == Kind::Trap,
        _ => kind.is_creature(),
    }
}

struct Walk<'a> {
    trigger: Trigger,
    kinds: &'a BTreeMap<&'a str, Kind>,
    found: &'a mut Vec<Complaint>,
    /// Whether "it" means something by now.
    chosen: bool,
    choices: usize,
}

impl Walk<'_> {
    fn clause(&mut self, clause: &Clause<FoodWords>) {
        for arg in &clause.args {
            match arg {
                Arg::Who(selector) => self.selector(clause, selector),
                Arg::Card(name, span) => self.named(clause.verb, name, *span),
                // Whoever gains it is a creature, and may be a predator.
                Arg::Ability(inner) => ability(Kind::Predator, inner, self.kinds, self.found),
                Arg::Number(amount, span) | Arg::Count(amount, span) if !(1..=20).contains(amount) => {
                    self.found.push(Complaint::new(&STATS, *span, format!("{amount} is out of range: 1 to 20")));
                }
                Arg::Delta(attack, health, span) if !(-20..=20).contains(attack) || !(-20..=20).contains(health) => {
                    self.found.push(Complaint::new(&STATS, *span, "a change is out of range: -20 to +20"));
                }
                Arg::Keyword(keyword) if keyword.number.is_some_and(|number| !(2..=9).contains(&number)) => {
                    self.found.push(Complaint::new(&STATS, keyword.span, "this number is out of range: 2 to 9"));
                }
                _ => {}
            }
        }
        if matches!(clause.verb, Verb::Play | Verb::PlayToken | Verb::PlayCopy) {
            self.chosen = true;
        }
        use Trigger as T;
        let moment = match clause.verb {
            Verb::NegateAttack => matches!(
                self.trigger,
                T::AttackedDirectly | T::AllyAttacked | T::Attacked | T::DiscardWhenAttackedDirectly | T::DefendingBeforeCombat
            ),
            Verb::NegatePlay | Verb::PlayAnother => {
                matches!(self.trigger, T::RivalPlaysCard | T::RivalPlaysPrey | T::RivalPlaysPredator)
            }
            Verb::NegateDamage => self.trigger == T::DamagedIndirectly,
            Verb::HasKeyword => self.trigger == T::WhileDefending,
            Verb::Revive => self.trigger == T::Slain,
            _ => self.trigger != T::WhileDefending,
        };
        if !moment {
            let message = "there is nothing of that kind at this moment";
            self.found.push(Complaint::new(&NO_SUCH_MOMENT, clause.span, message));
        }
    }

    fn named(&mut self, verb: Verb, name: &str, span: Span) {
        let Some(&kind) = self.kinds.get(name) else { return };
        let fine = match verb {
            Verb::AddToken => kind.is_made(),
            _ => kind.is_creature(),
        };
        if !fine {
            let message = match verb {
                Verb::AddToken => format!("{name} is a card of decks and cannot be generated"),
                _ => format!("{name} is a {}, not a creature", kind.word()),
            };
            self.found.push(Complaint::new(&WRONG_MADE, span, message));
        }
    }

    fn selector(&mut self, clause: &Clause<FoodWords>, selector: &Selector<FoodWords>) {
        use Trigger as T;
        if is_choice(selector) {
            self.choices += 1;
            self.chosen = true;
        }
        let attack = matches!(
            self.trigger,
            T::Attacked
                | T::AttackedDirectly
                | T::AllyAttacked
                | T::DiscardWhenAttackedDirectly
                | T::BeforeCombat
                | T::AfterCombat
                | T::AttackingBeforeCombat
                | T::AttackingAfterCombat
                | T::DefendingBeforeCombat
        );
        let event = attack
            || matches!(
                self.trigger,
                T::RivalPlaysPredator | T::RivalPlaysPrey | T::RivalPlaysCard | T::AllyTargeted | T::Targeted
            );
        let missing = match selector.noun {
            Noun::Attacker | Noun::Defender => !attack,
            Noun::It => !event && !self.chosen,
            _ => false,
        };
        if missing {
            self.found.push(Complaint::new(&NO_SUCH_MOMENT, selector.span, "there is no such card at this moment"));
        }
        if matches!(selector.quant, Quant::Exactly(_) | Quant::UpTo(_)) {
            let message = "an effect is for one or for all";
            self.found
                .push(Complaint::new(&HOW_MANY, selector.span, message).hint("write `target`, `a` or `all` before the noun"));
        }
        if let Some(message) = impossible(clause.verb, selector) {
            self.found.push(Complaint::new(&NEVER_MATCHES, selector.span, message));
        }
    }
}

/// Why a selector can never match, if that is so.
fn impossible(verb: Verb, selector: &Selector<FoodWords>) -> Option<&'static str> {
    let pile = selector.noun == Noun::Carrion || selector.has(Adjective::Carrion) || !selector.tails.is_empty();
    let player = matches!(selector.noun, Noun::You | Noun::Rival | Noun::BothPlayers);
    match selector.noun {
        _ if selector.has(Adjective::Enemy) && selector.has(Adjective::Allied) => Some("nobody is an enemy and allied"),
        Noun::Ally if selector.has(Adjective::Enemy) => Some("an ally is never an enemy"),
        Noun::Enemy if selector.has(Adjective::Allied) => Some("an enemy is never allied"),
        Noun::Carrion | Noun::Prey | Noun::Predator
            if selector.has(Adjective::Carrion)
                && !matches!(verb, Verb::Play | Verb::AddToHand | Verb::CopyAbilities | Verb::CopyStats) =>
        {
            Some("a card in carrion can only be played, copied or taken")
        }
        Noun::Carrion if !matches!(verb, Verb::Play | Verb::AddToHand | Verb::CopyAbilities | Verb::CopyStats) => {
            Some("a card in carrion can only be played, copied or taken")
        }
        Noun::Ally | Noun::Enemy | Noun::Animal | Noun::Token | Noun::FieldSpell | Noun::Opponent
            if !selector.tails.is_empty() =>
        {
            Some("what stands on the field is not in a deck or hand")
        }
        Noun::Spell | Noun::Card if selector.tails.is_empty() => {
            Some("spells and cards are in a deck or hand: write `from your deck` or `from your hand`")
        }
        Noun::Creature if selector.tails.is_empty() => Some("on the field write `ally`, `enemy` or `animal`"),
        Noun::FieldSpell if verb != Verb::Destroy => Some("a field spell can only be destroyed"),
        _ if player && verb != Verb::Damage => Some("that cannot be done to a player"),
        Noun::AnyTarget | Noun::Opponent if verb != Verb::Damage => Some("that cannot be done to a player"),
        _ if verb == Verb::Play && !pile => Some("only a card from carrion, deck or hand can be played"),
        _ => None,
    }
}

/// `on play` abilities that lead back to themselves.
fn endless(cards: &[&Card<FoodWords>], found: &mut Vec<Complaint>) {
    let made: BTreeMap<&str, Vec<&str>> = cards.iter().map(|card| (card.name.as_str(), made_on_play(card))).collect();
    let is_token = |name: &str| cards.iter().any(|other| other.kind.is_made() && other.name == name);
    for card in cards.iter().filter(|card| card.kind.is_creature()) {
        // A name that a card and a token share means the token.
        let meant = card.kind.is_made() || !is_token(&card.name);
        if meant && leads_back(&card.name, &made_on_play(card), &made) {
            let message = format!("{} makes itself without end", card.name);
            found.push(Complaint::new(&MAKES_ITSELF, card.name_span, message).hint("use another trigger, or another token"));
        }
    }
}

fn made_on_play(card: &Card<FoodWords>) -> Vec<&str> {
    let mut names = Vec::new();
    for line in card.abilities.iter().filter(|line| matches!(line.trigger, Some((Trigger::OnPlay, _)))) {
        line.effect.each_clause(&mut |clause| {
            if clause.verb == Verb::PlayToken {
                names.extend(clause.card_names());
            }
        });
    }
    names
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
                found.push(Complaint::new(&POOL, all[0].name_span, message));
            }
        }
    }
}
