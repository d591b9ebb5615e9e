//! The program of one line: its costs, its choices, what it does and for how long.

use playmat_cards::{Draft, Fault, Lower, Side};
use playmat_cardtext::ast::{self, Arg, Clause, Condition as Asked, Effect as Steps, Quant};

use crate::lower::MOST_CHOICES;
use crate::phrases::{Phrases, is_choice};
use crate::rules::{
    Action, Amount, ChangeDef, ChangeId, Changed, Cost, EffectKind, From, Group, Landing, Lasts, Pick, Players, Purpose, Rules,
    Test, When, Who, depends,
};
use crate::words::{Condition, Lasting, Noun, StrataWords, Tail, Verb};

type Line = ast::Ability<StrataWords>;
type Selector = ast::Selector<StrataWords>;

/// Compiles a line. `it` is what "it" means at its beginning.
pub fn draft(rules: &mut Rules, kind: EffectKind, it: Who, line: &Line) -> Result<Draft<Action, Test>, Fault> {
    let draft = Draft::new(MOST_CHOICES);
    let mut program = Program { rules, draft, kind, each: None, test: None, optional: false, last: it };
    for cost in &line.costs {
        program.cost(cost).map_err(|fault| fault.at(cost.span))?;
    }
    if kind == EffectKind::Equip {
        program.host()?;
    }
    program.effect(&line.effect, false)?;
    Ok(program.draft)
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

    fn effect(&mut self, effect: &Steps<StrataWords>, optional: bool) -> Result<(), Fault> {
        match effect {
            // A number counts for each of these in all that follows.
            Steps::If(condition, inner) if condition.condition == Condition::ForEach => {
                let each = self.asked_of(condition, None).map_err(|fault| fault.at(condition.span))?;
                let outer = self.each.replace(each);
                self.effect(inner, optional)?;
                self.each = outer;
                Ok(())
            }
            // What lasts is tested at any time, not once.
            Steps::If(condition, inner) if matches!(self.kind, EffectKind::Continuous | EffectKind::Equip) => {
                let test = self.test(condition).map_err(|fault| fault.at(condition.span))?;
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

    fn test(&mut self, condition: &Asked<StrataWords>) -> Result<Test, Fault> {
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

    fn clause(&mut self, clause: &Clause<StrataWords>, optional: bool) -> Result<(), Fault> {
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
                    Who::Chosen(register) => {
                        self.act(Action::LevelUp { base, register });
                        self.last = Who::Chosen(register);
                    }
                    _ => return Err("a level-up needs one card that is chosen".into()),
                }
                self.after_deck(phrase)?;
            }
            Verb::PutUnder => {
                let (card, top) = (clause.selector(0)?, clause.selector(1)?);
                // Only what is on the field could go under itself.
                let on_field = self.rules.zone_of(card)? == From::Field;
                let fixed = on_field && !is_choice(top);
                let purpose = if fixed { Purpose::Apart(self.who(top, When::Step, Purpose::Any)?) } else { Purpose::Any };
                let who = self.who(card, When::Step, purpose)?;
                let purpose = if on_field { Purpose::Apart(who) } else { Purpose::Any };
                let whom = self.who(top, When::Step, purpose)?;
                self.act(Action::PutUnder(who, whom));
                self.after_deck(card)?;
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
            verb => match verb.lasting() {
                Some(lasting) => self.change(clause, lasting)?,
                None => return Err("that is not known".into()),
            },
        }
        Ok(())
    }
}

impl Program<'_> {
    fn act(&mut self, action: Action) {
        self.draft.act(action);
    }

    /// The cards that a condition is about.
    fn asked_of(&mut self, condition: &Asked<StrataWords>, side: Option<Side>) -> Result<Group, Fault> {
        let phrase = condition.args.iter().find_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None });
        self.group(phrase.ok_or("it is not said of what")?, side)
    }

    /// ST H14: the host is a target, any face-up creature.
    fn host(&mut self) -> Result<(), Fault> {
        let filter = self.rules.face_up_creature();
        let group = Group { from: From::Field, filter };
        self.choose(Pick { group, least: 1, most: 1, when: When::Target, purpose: Purpose::Any })?;
        self.act(Action::Attach);
        self.last = Who::Host;
        Ok(())
    }

    fn cost(&mut self, clause: &Clause<StrataWords>) -> Result<(), Fault> {
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
    fn paid(&mut self, clause: &Clause<StrataWords>, purpose: Purpose) -> Result<Who, Fault> {
        self.who(clause.selector(0)?, When::Cost, purpose)
    }

    fn of_players(&mut self, clause: &Clause<StrataWords>, action: impl Fn(Players, Amount) -> Action) -> Result<(), Fault> {
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
    ) -> Result<(), Fault> {
        let phrase = clause.selector(0)?;
        let who = self.who(phrase, When::Step, purpose)?;
        self.act(action(who));
        self.after_deck(phrase)?;
        self.last = who;
        Ok(())
    }

    /// ST H24: a deck that was looked through is shuffled.
    fn after_deck(&mut self, phrase: &Selector) -> Result<(), Fault> {
        if is_choice(phrase) && phrase.tails.iter().any(|(tail, _)| *tail == Tail::InYourDeck) {
            self.act(Action::ShuffleDeck);
        }
        Ok(())
    }

    fn search(&mut self, clause: &Clause<StrataWords>) -> Result<(), Fault> {
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

    fn change(&mut self, clause: &Clause<StrataWords>, lasting: Lasting) -> Result<(), Fault> {
        use crate::changes::mark;
        let who = self.who(clause.selector(0)?, When::Step, Purpose::Any)?;
        let what = match clause.verb {
            Verb::Change(_) => match clause.args.get(1) {
                Some(Arg::Delta(attack, defense, _)) => {
                    Changed::Stats((*attack).clamp(-999, 999) as i16, (*defense).clamp(-999, 999) as i16)
                }
                _ => return Err("a change such as +100/+0 is missing".into()),
            },
            Verb::DoubleAttack(_) => Changed::DoubleAttack,
            Verb::DoubleDefense(_) => Changed::DoubleDefense,
            Verb::Swap(_) => Changed::Swap,
            Verb::BecomeLevel(_) => Changed::Level(clause.count(1)?),
            Verb::Become(_) => match clause.args.get(1) {
                Some(Arg::Adjectives(words, _)) => {
                    let kind = words.iter().fold(0, |set, word| set | word.type_bit());
                    let subtypes = words.iter().fold(0, |set, word| set | word.subtype_bit());
                    if kind != 0 { Changed::Kind(kind) } else { Changed::Subtypes(subtypes) }
                }
                _ => return Err("a type or sub-type is missing".into()),
            },
            Verb::Indestructible(_) => Changed::Mark(mark::INDESTRUCTIBLE),
            Verb::Untargetable(_) => Changed::Mark(mark::UNTARGETABLE),
            Verb::CannotAttack(_) => Changed::Mark(mark::CANNOT_ATTACK),
            Verb::AttacksTwice(_) => Changed::Mark(mark::TWICE),
            Verb::Resist(_) => Changed::Resist(self.rules.filter_of(clause.selector(1)?, None)?),
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
            Who::All(group) => self.rules.filter(group.filter).depends(),
            _ => 0,
        };
        let points = if self.test == Some(Test::FewerPoints) { depends::POINTS } else { 0 };
        let resists = match what {
            // What a card is immune to must not hang on numbers that are just being worked out.
            Changed::Resist(filter) if self.rules.filter(filter).asks_stats() => depends::COUNTS,
            _ => 0,
        };
        let depends = counts | whom | points | resists | what.depends();
        self.rules.changes.push(ChangeDef { what, who, each: self.each, test: self.test, depends });
        self.act(Action::Change(id, who, lasts));
        self.last = who;
        Ok(())
    }

    fn amount(&self, clause: &Clause<StrataWords>, place: usize) -> Result<Amount, Fault> {
        Ok(Amount { number: clause.count(place)?, each: self.each })
    }

    /// A phrase as a group, or as a choice made just before.
    fn who(&mut self, phrase: &Selector, when: When, purpose: Purpose) -> Result<Who, Fault> {
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

    fn choose(&mut self, pick: Pick) -> Result<u8, Fault> {
        if usize::from(pick.most) > crate::frames::MOST_CHOSEN {
            return Err(format!("at most {} cards are chosen at once", crate::frames::MOST_CHOSEN).into());
        }
        let register = self.draft.register()?;
        self.act(Action::Choose { register, pick });
        Ok(register)
    }

    fn group(&mut self, phrase: &Selector, side: Option<Side>) -> Result<Group, Fault> {
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
fn many(phrase: &Selector) -> Result<(u8, u8), Fault> {
    match phrase.quant {
        Quant::One | Quant::Target => Ok((1, 1)),
        Quant::Exactly(count) => Ok((count, count)),
        Quant::UpTo(count) => Ok((0, count)),
        Quant::Bare | Quant::All | Quant::Each => Err("it is not said how many".into()),
    }
}

fn players(phrase: &Selector) -> Result<Players, Fault> {
    match phrase.noun {
        Noun::You => Ok(Players::You),
        Noun::Rival => Ok(Players::Rival),
        Noun::BothPlayers => Ok(Players::Both),
        _ => Err("only players do that".into()),
    }
}
