//! From the tree of a card to its definition and programs. What does not fit was complained about by the checks; here it is
//! an error in words, so that a card that does not check does not load.

use playmat_cards::{AbilityId, CardInfo, DefId, Details, Draft, Listing, Lower, Op, Side};
use playmat_cardtext::ast::{self, Arg, Clause, Condition as Asked, Effect as Steps, Quant, Words};

use crate::chain::named_kind;
use crate::field::Trait;
use crate::phrases::{Phrases, is_choice};
use crate::play::is_own;
use crate::rules::{
    About, Action, Amount, ChangeDef, ChangeId, Changed, Cost, Def, Effect, EffectKind, From, Group, Heeds, Instruction,
    Landing, Lasts, MAGIC, Needs, Onto, Pick, Players, Purpose, Rules, Test, When, Who, depends,
};
use crate::rulings::Rulings;
use crate::words::{Adjective, Condition, Event, Kind, Lasting, Noun, StrataWords, Tail, Trigger, Verb};

type Tree = ast::Card<StrataWords>;
type Line = ast::Ability<StrataWords>;
type Selector = ast::Selector<StrataWords>;

/// How many choices a line has registers for.
pub const MOST_CHOICES: u8 = 2;

/// Compiles the cards of a set.
pub fn lower(cards: &[&Tree], rulings: Rulings) -> Result<Rules, String> {
    let mut rules = Rules::empty(rulings);
    for (_, card) in Listing::new(cards)?.iter() {
        card_of(&mut rules, card).map_err(|why| format!("{}: {why}", card.name))?;
    }
    for (place, def) in rules.defs.iter().enumerate() {
        let id = DefId(place as u16);
        match def.kind {
            MAGIC => rules.magic.push(id),
            kind => rules.pools[kind.trailing_zeros() as usize % 7][usize::from(def.level).clamp(1, 5) - 1].push(id),
        }
    }
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

fn card_of(rules: &mut Rules, card: &Tree) -> Result<(), String> {
    let head = header(card);
    let kind = match card.kind {
        Kind::Magic => MAGIC,
        Kind::Creature => head.adjectives.iter().fold(0, |set, adjective| set | adjective.type_bit()),
    };
    if card.abilities.len() != usize::from(crate::rules::EFFECTS) {
        return Err("a card has two effects".into());
    }
    let mut def = Def {
        kind,
        level: if kind == MAGIC { 0 } else { head.level.clamp(1, 5) as u8 },
        traits: 0,
        subtypes: head.adjectives.iter().fold(0, |set, adjective| set | adjective.subtype_bit()),
        attack: head.stats.0.clamp(0, 9999) as i16,
        defense: head.stats.1.clamp(0, 9999) as i16,
        heeds: Heeds::default(),
        onto: 0,
        from_hand: false,
    };
    def.onto = match def.level {
        0 => Onto::MAGIC,
        1 => Onto::STACK,
        level => Onto::base(kind, level - 1),
    };
    rules.texts.add_lines(card, AbilityId(rules.effects.len() as u16));
    for (which, line) in (0..).zip(&card.abilities) {
        let effect = line_of(rules, line)?;
        let bit = effect.event.map_or(0, Event::bit);
        def.traits |= traits(&effect, which);
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
            _ => def.from_hand |= effect.zones & From::IN_HAND != 0,
        }
        rules.effects.push(effect);
    }
    def.heeds.elsewhere = def.heeds.hand | def.heeds.deck | def.heeds.pile | def.heeds.under;
    let stats = (card.kind == Kind::Creature).then(|| format!("{}/{}", head.stats.0, head.stats.1));
    let info = CardInfo::printed(card, card.kind.word());
    let details = Some(details(card, &head, &info));
    rules.texts.cards.push(CardInfo { stats, details, ..info });
    rules.defs.push(def);
    Ok(())
}

/// What a line of a card lets hold of it on the table.
fn traits(effect: &Effect, which: u8) -> u32 {
    let acts = if effect.zones & From::ON_FIELD != 0 { Trait::acts(which).bit() } else { 0 };
    match (effect.kind, effect.event) {
        (EffectKind::Normal | EffectKind::Continuous | EffectKind::Equip, _) => acts,
        (EffectKind::Dormant, _) => acts | Trait::sleeps(which).bit(),
        (EffectKind::Counter, Some(event)) => Trait::counters(named_kind(event).trailing_zeros() as u8).bit(),
        (EffectKind::Latent, Some(event)) if effect.zones & From::ON_FIELD != 0 && !is_own(effect) => Trait::heeds(event).bit(),
        _ => 0,
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

fn line_of(rules: &mut Rules, line: &Line) -> Result<Effect, String> {
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
    let draft = Draft::new(MOST_CHOICES);
    let mut program = Program { rules, draft, kind, each: None, test: None, optional: false, last };
    for cost in &line.costs {
        program.cost(cost)?;
    }
    if kind == EffectKind::Equip {
        program.host()?;
    }
    program.effect(&line.effect, false)?;
    let mut draft = program.draft;
    let needs = needs(&draft.ops);
    let copies = draft.ops.iter().any(|op| matches!(op, Op::Act(Action::Copy(_))));
    let start = draft.append_to(&mut rules.ops)?;
    Ok(Effect { kind, event, about, whom, kinds, zones, copies, needs, start })
}

/// What announcing a program takes, if that is points and one choice of targets on the field.
fn needs(ops: &[Instruction]) -> Needs {
    let mut needs = Needs::default();
    for op in ops {
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

/// One line on its way to a program.
struct Program<'r> {
    rules: &'r mut Rules,
    draft: Draft<Action, Test>,
    kind: EffectKind,
    /// What a number counts for each of.
    each: Option<Group>,
    /// When a lasting change counts.
    test: Option<Test>,
    /// Whether a choice of the step may be declined.
    optional: bool,
    /// What "it" means.
    last: Who,
}

impl Lower for Program<'_> {
    type Words = StrataWords;
    type Action = Action;
    type Test = Test;

    fn draft(&mut self) -> &mut Draft<Action, Test> {
        &mut self.draft
    }

    /// Whether it is chosen when its step resolves: a target that may be declined is another question.
    fn is_choice(selector: &Selector) -> bool {
        let zones = [Tail::InYourHand, Tail::InYourDeck, Tail::InYourDiscardPile, Tail::InRivalsDiscardPile, Tail::Under];
        match selector.quant {
            Quant::One => true,
            Quant::Exactly(_) | Quant::UpTo(_) => zones.iter().any(|&zone| selector.tailed(zone)),
            _ => false,
        }
    }

    fn effect(&mut self, effect: &Steps<StrataWords>, optional: bool) -> Result<(), String> {
        match effect {
            // A number counts for each of these in all that follows.
            Steps::If(condition, inner) if condition.condition == Condition::ForEach => {
                let each = self.asked_of(condition, None)?;
                let outer = self.each.replace(each);
                self.effect(inner, optional)?;
                self.each = outer;
                Ok(())
            }
            // What lasts is tested at any time, not once.
            Steps::If(condition, inner) if matches!(self.kind, EffectKind::Continuous | EffectKind::Equip) => {
                let test = self.test(condition)?;
                let outer = self.test.replace(test);
                self.effect(inner, optional)?;
                self.test = outer;
                Ok(())
            }
            // What "it" means after a branch depends on the branch, so it means what it meant before.
            Steps::Either(..) => {
                let last = self.last;
                self.usual(effect, optional)?;
                self.last = last;
                Ok(())
            }
            _ => self.usual(effect, optional),
        }
    }

    fn test(&mut self, condition: &Asked<StrataWords>) -> Result<Test, String> {
        let least = condition.args.iter().find_map(|arg| match arg {
            Arg::Who(Selector { quant: Quant::Exactly(least) | Quant::UpTo(least), .. }) => Some(*least),
            _ => None,
        });
        let least = least.unwrap_or(1);
        Ok(match condition.condition {
            Condition::ForEach => Test::AtLeast(1, self.asked_of(condition, None)?),
            Condition::YouHave => Test::AtLeast(least, self.asked_of(condition, Some(Side::Own))?),
            Condition::RivalHas => Test::AtLeast(least, self.asked_of(condition, Some(Side::Enemy))?),
            Condition::FewerPoints => Test::FewerPoints,
        })
    }

    fn clause(&mut self, clause: &Clause<StrataWords>, optional: bool) -> Result<(), String> {
        self.optional = optional;
        match clause.verb {
            Verb::Draw => {
                let amount = self.amount(clause, 0)?;
                self.act(Action::Draw(amount));
            }
            Verb::Mill => self.of_players(clause, Action::Mill)?,
            Verb::PlayerDiscards => self.of_players(clause, Action::PlayerDiscards)?,
            Verb::GainPoints => self.of_players(clause, Action::Gain)?,
            Verb::LosePoints => self.of_players(clause, Action::Lose)?,
            Verb::Discard => self.of_cards(clause, Purpose::Any, Action::Discard)?,
            Verb::Return => self.of_cards(clause, Purpose::Any, Action::Return)?,
            Verb::Shuffle => self.of_cards(clause, Purpose::Any, Action::Shuffle)?,
            Verb::Destroy => self.of_cards(clause, Purpose::Any, Action::Destroy)?,
            Verb::Tap => self.of_cards(clause, Purpose::Any, Action::Tap)?,
            Verb::Untap => self.of_cards(clause, Purpose::Any, Action::Untap)?,
            Verb::Copy => self.of_cards(clause, Purpose::Any, Action::Copy)?,
            Verb::Search => self.search(clause)?,
            Verb::Play | Verb::PlayFaceDown => {
                let phrase = clause.selector(0)?;
                let levelled = phrase
                    .tails
                    .iter()
                    .any(|(tail, _)| matches!(tail, Tail::Level | Tail::LevelOrLower | Tail::LevelOrHigher | Tail::AnyLevel));
                let landing = if levelled || phrase.noun == Noun::This { Landing::Free } else { Landing::ByLevel };
                let down = clause.verb == Verb::PlayFaceDown;
                self.of_cards(clause, Purpose::Play(landing), |who| Action::Play { who, down, landing })?;
            }
            Verb::ExtraPlays => {
                let amount = self.amount(clause, 0)?;
                self.act(Action::ExtraPlays(amount, None));
            }
            Verb::ExtraPlaysFor => {
                let amount = self.amount(clause, 0)?;
                let filter = self.rules.filter_of(clause.selector(1)?, None)?;
                self.act(Action::ExtraPlays(amount, Some(filter)));
            }
            Verb::LevelUp => {
                let base = self.who(clause.selector(0)?, When::Step, Purpose::Any)?;
                let phrase = clause.selector(1)?;
                let any_type = phrase.tails.iter().any(|(tail, _)| *tail == Tail::AnyType);
                match self.who(phrase, When::Step, Purpose::LevelUp(base, any_type))? {
                    Who::Chosen(register) => self.act(Action::LevelUp { base, register }),
                    _ => return Err("a level-up needs one card that is chosen".into()),
                }
                self.after_deck(phrase)?;
                self.last = base;
            }
            Verb::PutUnder => {
                let who = self.who(clause.selector(0)?, When::Step, Purpose::Any)?;
                let whom = self.who(clause.selector(1)?, When::Step, Purpose::Any)?;
                self.act(Action::PutUnder(who, whom));
                self.after_deck(clause.selector(0)?)?;
                self.last = who;
            }
            Verb::Stop => self.act(Action::Stop),
            Verb::Redirect => {
                let who = self.who(clause.selector(1)?, When::Target, Purpose::Redirect)?;
                self.act(Action::Redirect(who));
                self.last = who;
            }
            Verb::Forbid => {
                let players = players(clause.selector(0)?)?;
                let filter = self.rules.filter_of(clause.selector(1)?, None)?;
                self.act(Action::Forbid(players, filter));
            }
            Verb::PayPoints | Verb::SkipTurn => return Err("that is only a cost".into()),
            Verb::Change(_)
            | Verb::DoubleAttack(_)
            | Verb::DoubleDefense(_)
            | Verb::Swap(_)
            | Verb::BecomeLevel(_)
            | Verb::Become(_)
            | Verb::Indestructible(_)
            | Verb::Untargetable(_)
            | Verb::CannotAttack(_)
            | Verb::AttacksTwice(_)
            | Verb::Resist(_) => self.change(clause)?,
        }
        Ok(())
    }
}

impl Program<'_> {
    fn act(&mut self, action: Action) {
        self.draft.act(action);
    }

    /// The cards that a condition is about.
    fn asked_of(&mut self, condition: &Asked<StrataWords>, side: Option<Side>) -> Result<Group, String> {
        let phrase = condition.args.iter().find_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None });
        self.group(phrase.ok_or("it is not said of what")?, side)
    }

    /// ST H14: the host is a target, any face-up creature.
    fn host(&mut self) -> Result<(), String> {
        let filter = self.rules.face_up_creature();
        let group = Group { from: From::Field, filter };
        self.choose(Pick { group, least: 1, most: 1, when: When::Target, purpose: Purpose::Any })?;
        self.act(Action::Attach);
        self.last = Who::Host;
        Ok(())
    }

    fn cost(&mut self, clause: &Clause<StrataWords>) -> Result<(), String> {
        let cost = match clause.verb {
            Verb::PayPoints => Cost::Points(clause.count(0)?),
            Verb::SkipTurn => Cost::SkipTurn,
            Verb::Destroy => Cost::Destroy(self.paid(clause, Purpose::Destroy)?),
            Verb::Discard => Cost::Discard(self.paid(clause, Purpose::Any)?),
            Verb::Return => Cost::Return(self.paid(clause, Purpose::Any)?),
            _ => return Err("that is no cost".into()),
        };
        self.act(Action::Cost(cost));
        Ok(())
    }

    /// What a cost is paid with. "It" in the effect does not mean that.
    fn paid(&mut self, clause: &Clause<StrataWords>, purpose: Purpose) -> Result<Who, String> {
        self.who(clause.selector(0)?, When::Cost, purpose)
    }

    fn of_players(&mut self, clause: &Clause<StrataWords>, action: impl Fn(Players, Amount) -> Action) -> Result<(), String> {
        let players = players(clause.selector(0)?)?;
        let amount = self.amount(clause, 1)?;
        self.act(action(players, amount));
        Ok(())
    }

    fn of_cards(
        &mut self,
        clause: &Clause<StrataWords>,
        purpose: Purpose,
        action: impl Fn(Who) -> Action,
    ) -> Result<(), String> {
        let phrase = clause.selector(0)?;
        let who = self.who(phrase, When::Step, purpose)?;
        self.act(action(who));
        self.after_deck(phrase)?;
        self.last = who;
        Ok(())
    }

    /// ST H24: a deck that was looked through is shuffled.
    fn after_deck(&mut self, phrase: &Selector) -> Result<(), String> {
        if is_choice(phrase) && phrase.tails.iter().any(|(tail, _)| *tail == Tail::InYourDeck) {
            self.act(Action::ShuffleDeck);
        }
        Ok(())
    }

    fn search(&mut self, clause: &Clause<StrataWords>) -> Result<(), String> {
        let phrase = clause.selector(0)?;
        let most = many(phrase)?.1;
        let filter = self.rules.filter_of(phrase, None)?;
        let group = Group { from: From::Deck, filter };
        let register = self.choose(Pick { group, least: 0, most, when: When::Step, purpose: Purpose::Any })?;
        self.act(Action::Search(register));
        self.act(Action::ShuffleDeck);
        self.last = Who::Chosen(register);
        Ok(())
    }

    fn change(&mut self, clause: &Clause<StrataWords>) -> Result<(), String> {
        use crate::changes::mark;
        let who = self.who(clause.selector(0)?, When::Step, Purpose::Any)?;
        let (what, lasting) = match clause.verb {
            Verb::Change(lasting) => match clause.args.get(1) {
                Some(Arg::Delta(attack, defense, _)) => {
                    (Changed::Stats((*attack).clamp(-999, 999) as i16, (*defense).clamp(-999, 999) as i16), lasting)
                }
                _ => return Err("a change such as +100/+0 is missing".into()),
            },
            Verb::DoubleAttack(lasting) => (Changed::DoubleAttack, lasting),
            Verb::DoubleDefense(lasting) => (Changed::DoubleDefense, lasting),
            Verb::Swap(lasting) => (Changed::Swap, lasting),
            Verb::BecomeLevel(lasting) => (Changed::Level(clause.count(1)?), lasting),
            Verb::Become(lasting) => match clause.args.get(1) {
                Some(Arg::Adjectives(words, _)) => {
                    let kind = words.iter().fold(0, |set, word| set | word.type_bit());
                    let subtypes = words.iter().fold(0, |set, word| set | word.subtype_bit());
                    let what = if kind != 0 { Changed::Kind(kind) } else { Changed::Subtypes(subtypes) };
                    (what, lasting)
                }
                _ => return Err("a type or sub-type is missing".into()),
            },
            Verb::Indestructible(lasting) => (Changed::Mark(mark::INDESTRUCTIBLE), lasting),
            Verb::Untargetable(lasting) => (Changed::Mark(mark::UNTARGETABLE), lasting),
            Verb::CannotAttack(lasting) => (Changed::Mark(mark::CANNOT_ATTACK), lasting),
            Verb::AttacksTwice(lasting) => (Changed::Mark(mark::TWICE), lasting),
            Verb::Resist(lasting) => (Changed::Resist(self.rules.filter_of(clause.selector(1)?, None)?), lasting),
            _ => return Err("that is no change".into()),
        };
        let lasts = match (lasting, self.kind) {
            (Lasting::Turn, _) => Lasts::Turn,
            (Lasting::Field, EffectKind::Continuous) => Lasts::On,
            (Lasting::Field, EffectKind::Equip) => Lasts::Attached,
            (Lasting::Field, _) => Lasts::Stay,
        };
        let id = ChangeId(self.rules.changes.len() as u16);
        let test = match self.test {
            Some(Test::AtLeast(_, group)) => Some(group),
            _ => None,
        };
        let counted = [self.each, test].into_iter().flatten();
        let counts = counted.fold(0, |set, group| set | group.depends(self.rules.filter(group.filter), who));
        let whom = match who {
            Who::All(group) => depends::WHOM | self.rules.filter(group.filter).depends(),
            Who::This => 0,
            // Who is meant by an Equip changes when its host levels up.
            _ => depends::WHOM,
        };
        let points = if self.test == Some(Test::FewerPoints) { depends::POINTS } else { 0 };
        let resists = match what {
            // What a card is immune to must not hang on numbers that are just being worked out.
            Changed::Resist(filter) if self.rules.filter(filter).asks_stats() => depends::RESISTS | depends::COUNTS,
            Changed::Resist(_) => depends::RESISTS,
            _ => 0,
        };
        let first = if what.is_first() { depends::FIRST } else { 0 };
        let depends = counts | whom | points | resists | first;
        self.rules.changes.push(ChangeDef { what, who, each: self.each, test: self.test, depends });
        self.act(Action::Change(id, who, lasts));
        self.last = who;
        Ok(())
    }

    fn amount(&self, clause: &Clause<StrataWords>, place: usize) -> Result<Amount, String> {
        Ok(Amount { number: clause.count(place)?, each: self.each })
    }

    /// A phrase as a group, or as a choice made just before.
    fn who(&mut self, phrase: &Selector, when: When, purpose: Purpose) -> Result<Who, String> {
        Ok(match phrase.noun {
            Noun::This => Who::This,
            Noun::ThisStack => Who::ThisStack,
            Noun::It => self.last,
            Noun::Attacker => Who::Attacker,
            Noun::Defender => Who::Defender,
            Noun::Equipped => Who::Host,
            Noun::Creature | Noun::Magic | Noun::Card if is_choice(phrase) => {
                let group = self.group(phrase, None)?;
                let (least, most) = many(phrase)?;
                let on_field = group.from == From::Field;
                let target = match phrase.quant {
                    Quant::Target => true,
                    Quant::Exactly(_) | Quant::UpTo(_) => on_field,
                    _ => false,
                };
                let when = match when {
                    When::Cost => When::Cost,
                    _ if target || purpose == Purpose::Redirect => When::Target,
                    _ => When::Step,
                };
                let up_to = matches!(phrase.quant, Quant::UpTo(_));
                let free = when == When::Step && (self.optional || group.from == From::Deck);
                let least = match up_to {
                    _ if free => 0,
                    true => u8::from(on_field || when == When::Target),
                    false => least,
                };
                Who::Chosen(self.choose(Pick { group, least, most, when, purpose })?)
            }
            Noun::Creature | Noun::Magic | Noun::Card if phrase.quant == Quant::All => Who::All(self.group(phrase, None)?),
            _ => return Err("it is not said which cards".into()),
        })
    }

    fn choose(&mut self, pick: Pick) -> Result<u8, String> {
        if usize::from(pick.most) > crate::frames::MOST_CHOSEN {
            return Err(format!("at most {} cards are chosen at once", crate::frames::MOST_CHOSEN));
        }
        let register = self.draft.register()?;
        self.act(Action::Choose { register, pick });
        Ok(register)
    }

    fn group(&mut self, phrase: &Selector, side: Option<Side>) -> Result<Group, String> {
        let mut from = self.rules.zone_of(phrase)?;
        if let Some((_, args)) = phrase.tails.iter().find(|(tail, _)| *tail == Tail::Under)
            && let Some(Arg::Who(tops)) = args.first()
        {
            from = match (tops.noun, self.last) {
                (Noun::This | Noun::ThisStack, _) | (Noun::It, Who::This) => From::UnderThis,
                (Noun::Equipped, _) | (Noun::It, Who::Host) => From::UnderHost,
                (Noun::It, Who::Chosen(register)) => From::UnderChosen(register),
                _ if is_choice(tops) => match self.who(tops, When::Step, Purpose::Any)? {
                    Who::Chosen(register) => From::UnderChosen(register),
                    _ => From::UnderThis,
                },
                _ => From::Under(self.rules.filter_of(tops, None)?),
            };
        }
        let side = side.filter(|_| from == From::Field);
        Ok(Group { from, filter: self.rules.filter_of(phrase, side)? })
    }
}

/// How many a phrase takes, at least and at most.
fn many(phrase: &Selector) -> Result<(u8, u8), String> {
    match phrase.quant {
        Quant::One | Quant::Target => Ok((1, 1)),
        Quant::Exactly(count) => Ok((count, count)),
        Quant::UpTo(count) => Ok((0, count)),
        Quant::Bare | Quant::All | Quant::Each => Err("it is not said how many".into()),
    }
}

fn players(phrase: &Selector) -> Result<Players, String> {
    match phrase.noun {
        Noun::You => Ok(Players::You),
        Noun::Rival => Ok(Players::Rival),
        Noun::BothPlayers => Ok(Players::Both),
        _ => Err("only players do that".into()),
    }
}
