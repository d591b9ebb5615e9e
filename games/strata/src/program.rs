//! What the costs and steps of a line become: its choices, what it does and for how long.

use playmat_cards::{Compile, Side, Stuck};
use playmat_cardtext::ast::{self, Arg, Quant, Span};

use crate::codes::{TOO_MUCH, WRONG_KIND};
use crate::frames::MOST_CHOSEN;
use crate::pass::{ONLY_COST, Pass};
use crate::phrases::is_choice;
use crate::rules::{
    Action, Amount, ChangeDef, ChangeId, Changed, Deed, EffectKind, FilterId, From, Group, Landing, Lasts, Pick, Players,
    Purpose, Rules, Test, When, Who, depends,
};
use crate::words::{ActionVerb, ChangeVerb, Lasting, Narrows, Noun, StrataWords, Tail, Verb};

type Clause = ast::Clause<StrataWords>;
type Selector = ast::Selector<StrataWords>;
type Asked = ast::Condition<StrataWords>;

impl Pass<'_> {
    /// What happens at once.
    pub fn step(&mut self, verb: ActionVerb, clause: &Clause) -> Result<(), Stuck> {
        let deed = Deed::of(verb);
        match verb {
            ActionVerb::Draw | ActionVerb::ExtraPlays => {
                let amount = self.amount(clause, 0)?;
                self.does(Deed { amount, ..deed });
            }
            ActionVerb::Mill | ActionVerb::PlayerDiscards | ActionVerb::GainPoints | ActionVerb::LosePoints => {
                let (players, amount) = (self.players(clause)?, self.amount(clause, 1)?);
                self.does(Deed { players, amount, ..deed });
            }
            ActionVerb::Discard | ActionVerb::Return | ActionVerb::Shuffle | ActionVerb::Destroy => {
                self.of_cards(clause, Purpose::Any, deed)?;
            }
            ActionVerb::Tap | ActionVerb::Untap | ActionVerb::Copy => self.of_cards(clause, Purpose::Any, deed)?,
            ActionVerb::Search | ActionVerb::SearchPile => self.search(deed, clause)?,
            ActionVerb::Play | ActionVerb::PlayFaceDown => {
                let phrase = self.selector(clause, 0)?;
                let mut tails = phrase.tails.iter().map(|(tail, _)| *tail);
                let levelled = tails.any(|tail| tail.narrows() == Narrows::Level || tail == Tail::AnyLevel);
                let landing = if levelled || phrase.noun == Noun::This { Landing::Free } else { Landing::ByLevel };
                self.of_cards(clause, Purpose::Play(landing), Deed { landing, ..deed })?;
            }
            ActionVerb::ExtraPlaysFor => {
                let (amount, filter) = (self.amount(clause, 0)?, Some(self.filter(clause, 1)?));
                self.does(Deed { amount, filter, ..deed });
            }
            ActionVerb::LevelUp => {
                let (base, phrase) = (self.selector(clause, 0)?, self.selector(clause, 1)?);
                let onto = self.who(base, When::Step, Purpose::Any)?;
                let any_type = phrase.tails.iter().any(|(tail, _)| *tail == Tail::AnyType);
                let who = self.who(phrase, When::Step, Purpose::LevelUp(onto, any_type))?;
                if !matches!(who, Who::Chosen(_)) {
                    let objection = ("a level-up needs one card that is chosen", "write `with a creature in your hand`");
                    return Err(self.stuck(phrase.span, objection));
                }
                self.does_to(Deed { who, onto, ..deed }, phrase);
            }
            ActionVerb::PutUnder => {
                let (card, top) = (self.selector(clause, 0)?, self.selector(clause, 1)?);
                // Only what is on the field could go under itself.
                let on_field = self.zone_of(card)? == From::Field;
                let fixed = on_field && !is_choice(top);
                let purpose = if fixed { Purpose::Apart(self.who(top, When::Step, Purpose::Any)?) } else { Purpose::Any };
                let who = self.who(card, When::Step, purpose)?;
                let purpose = if on_field { Purpose::Apart(who) } else { Purpose::Any };
                let onto = self.who(top, When::Step, purpose)?;
                self.does_to(Deed { who, onto, ..deed }, card);
            }
            ActionVerb::Stop => self.does(deed),
            ActionVerb::Redirect => {
                let phrase = self.selector(clause, 1)?;
                let who = self.who(phrase, When::Target, Purpose::Redirect)?;
                self.does(Deed { who, ..deed });
                self.line.known.last = who;
            }
            ActionVerb::Forbid => {
                let (players, filter) = (self.players(clause)?, Some(self.filter(clause, 1)?));
                self.does(Deed { players, filter, ..deed });
            }
            ActionVerb::PayPoints | ActionVerb::SkipTurn => {
                return Err(self.line.findings.stuck(&WRONG_KIND, clause.span, ONLY_COST));
            }
        }
        Ok(())
    }

    pub fn act(&mut self, action: Action) {
        self.line.draft.act(action);
    }

    fn does(&mut self, deed: Deed) {
        self.act(Action::Do(deed));
    }

    /// What is done to the cards of a phrase. "It" means them from then on.
    fn does_to(&mut self, deed: Deed, phrase: &Selector) {
        self.does(deed);
        self.after_deck(phrase);
        self.line.known.last = deed.who;
    }

    /// The cards that a condition is about.
    pub fn asked_of(&mut self, condition: &Asked, side: Option<Side>) -> Result<Group, Stuck> {
        let phrase = condition.args.iter().find_map(|arg| if let Arg::Who(who) = arg { Some(who) } else { None });
        match phrase {
            Some(phrase) => self.group(phrase, side),
            None => Err(self.stuck(condition.span, ("it is not said of what", "write which cards are asked for"))),
        }
    }

    /// ST H14: the host is a target, any face-up creature.
    pub fn host(&mut self) {
        let group = Group { from: From::Field, filter: self.rules.face_up_creature() };
        self.choose(Pick { group, least: 1, most: 1, whole: 1, when: When::Target, purpose: Purpose::Any });
        self.act(Action::Attach);
        self.line.known.last = Who::Host;
    }

    pub fn cost(&mut self, clause: &Clause) -> Result<(), Stuck> {
        // That it is no cost is the language's own complaint.
        let Verb::Do(verb) = clause.verb else { return Err(self.line.findings.told("that is no cost")) };
        let deed = Deed::of(verb);
        let cost = match verb {
            ActionVerb::PayPoints => Deed { amount: Amount { number: self.count(clause, 0)?, each: None }, ..deed },
            ActionVerb::SkipTurn => deed,
            ActionVerb::Destroy => Deed { who: self.paid(clause, Purpose::Destroy)?, ..deed },
            ActionVerb::Discard | ActionVerb::Return => Deed { who: self.paid(clause, Purpose::Any)?, ..deed },
            _ => return Err(self.line.findings.told("that is no cost")),
        };
        self.act(Action::Cost(cost));
        Ok(())
    }

    /// What a cost is paid with. "It" in the effect does not mean that.
    fn paid(&mut self, clause: &Clause, purpose: Purpose) -> Result<Who, Stuck> {
        let phrase = self.selector(clause, 0)?;
        self.who(phrase, When::Cost, purpose)
    }

    fn players(&mut self, clause: &Clause) -> Result<Players, Stuck> {
        let phrase = self.selector(clause, 0)?;
        match phrase.noun {
            Noun::You => Ok(Players::You),
            Noun::Rival => Ok(Players::Rival),
            Noun::BothPlayers => Ok(Players::Both),
            _ => Err(self.stuck(phrase.span, ("only players do that", "write `you`, `the rival` or `both players`"))),
        }
    }

    fn of_cards(&mut self, clause: &Clause, purpose: Purpose, deed: Deed) -> Result<(), Stuck> {
        let phrase = self.selector(clause, 0)?;
        let who = self.who(phrase, When::Step, purpose)?;
        self.does_to(Deed { who, ..deed }, phrase);
        Ok(())
    }

    /// ST H24: a deck that was looked through is shuffled.
    fn after_deck(&mut self, phrase: &Selector) {
        if is_choice(phrase) && phrase.tailed(Tail::InYourDeck) {
            self.act(Action::ShuffleDeck);
        }
    }

    /// ST H24, I14: what is looked for, by a description or by name, comes to the hand.
    fn search(&mut self, deed: Deed, clause: &Clause) -> Result<(), Stuck> {
        let (filter, (least, most), whole) = if clause.args.len() > 1 {
            let (count, def) = (self.count(clause, 0)?, self.named(clause, 1)?);
            (self.rules.filter_of_name(def), (count, count), count)
        } else {
            let phrase = self.selector(clause, 0)?;
            (self.filter(clause, 0)?, self.many(phrase)?, whole(phrase))
        };
        // A deck is hidden: there one may find nothing.
        let deck = deed.verb == ActionVerb::Search;
        let (from, least) = if deck { (From::Deck, 0) } else { (From::Pile, if self.optional { 0 } else { least }) };
        let group = Group { from, filter };
        let register = self.choose(Pick { group, least, most, whole, when: When::Step, purpose: Purpose::Any });
        let who = Who::Chosen(register);
        self.does(Deed { who, ..deed });
        if deck {
            self.act(Action::ShuffleDeck);
        }
        self.line.known.last = who;
        self.chosen_at_once(most, clause.span)
    }

    pub fn change(&mut self, change: ChangeVerb, lasting: Lasting, clause: &Clause) -> Result<(), Stuck> {
        let phrase = self.selector(clause, 0)?;
        let who = self.who(phrase, When::Step, Purpose::Any)?;
        let what = match (change, change.fixed(), clause.args.get(1)) {
            (_, Some(fixed), _) => fixed,
            (ChangeVerb::Stats, _, Some(Arg::Delta(attack, defense, _))) => {
                Changed::Stats((*attack).clamp(-999, 999) as i16, (*defense).clamp(-999, 999) as i16)
            }
            (ChangeVerb::Level, ..) => Changed::Level(self.count(clause, 1)?),
            (ChangeVerb::Kind, _, Some(Arg::Adjectives(words, _))) => {
                let kind = words.iter().fold(0, |set, word| set | word.type_bit());
                let subtypes = words.iter().fold(0, |set, word| set | word.subtype_bit());
                if kind != 0 { Changed::Kind(kind) } else { Changed::Subtypes(subtypes) }
            }
            (ChangeVerb::Resist, ..) => Changed::Resist(self.filter(clause, 1)?),
            _ => return Err(self.missing(clause, "a change is missing")),
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
        self.line.known.last = who;
        Ok(())
    }

    fn amount(&mut self, clause: &Clause, place: usize) -> Result<Amount, Stuck> {
        Ok(Amount { number: self.count(clause, place)?, each: self.each })
    }

    /// A phrase as a group, or as a choice made just before.
    fn who(&mut self, phrase: &Selector, when: When, purpose: Purpose) -> Result<Who, Stuck> {
        Ok(match phrase.noun {
            Noun::This => Who::This,
            Noun::ThisStack => Who::ThisStack,
            Noun::It => {
                self.says_it |= self.line.known.last == Who::Event;
                self.line.known.last
            }
            Noun::Attacker => Who::Attacker,
            Noun::Defender => Who::Defender,
            Noun::Equipped => Who::Host,
            Noun::Creature | Noun::Magic | Noun::Card if is_choice(phrase) => {
                let group = self.group(phrase, None)?;
                let (least, most) = self.many(phrase)?;
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
                let register = self.choose(Pick { group, least, most, whole: whole(phrase), when, purpose });
                self.chosen_at_once(most, phrase.span)?;
                Who::Chosen(register)
            }
            Noun::Creature | Noun::Magic | Noun::Card if phrase.quant == Quant::All => Who::All(self.group(phrase, None)?),
            _ => {
                let objection = ("it is not said which cards", "write cards such as `target creature` or `all creatures`");
                return Err(self.stuck(phrase.span, objection));
            }
        })
    }

    fn choose(&mut self, pick: Pick) -> u8 {
        self.line.draft.choose(1, pick)
    }

    /// A register has room for so many.
    fn chosen_at_once(&mut self, most: u8, span: Span) -> Result<(), Stuck> {
        if usize::from(most) <= MOST_CHOSEN {
            return Ok(());
        }
        let message = format!("at most {MOST_CHOSEN} cards are chosen at once");
        Err(self.line.findings.stuck(&TOO_MUCH, span, (message, format!("write {MOST_CHOSEN} or less, or `all`"))))
    }

    /// The filter of a phrase that only describes cards.
    fn filter(&mut self, clause: &Clause, place: usize) -> Result<FilterId, Stuck> {
        let phrase = self.selector(clause, place)?;
        self.filter_of(phrase, None)
    }

    fn filter_of(&mut self, phrase: &Selector, side: Option<Side>) -> Result<FilterId, Stuck> {
        self.rules.filter_of(phrase, side).map_err(|objection| self.stuck(phrase.span, objection))
    }

    fn zone_of(&mut self, phrase: &Selector) -> Result<From, Stuck> {
        Rules::zone_of(phrase).map_err(|objection| self.stuck(phrase.span, objection))
    }

    fn group(&mut self, phrase: &Selector, side: Option<Side>) -> Result<Group, Stuck> {
        let mut from = self.zone_of(phrase)?;
        if let Some((_, args)) = phrase.tails.iter().find(|(tail, _)| *tail == Tail::Under)
            && let Some(Arg::Who(tops)) = args.first()
        {
            from = match (tops.noun, self.line.known.last) {
                (Noun::This | Noun::ThisStack, _) | (Noun::It, Who::This) => From::UnderThis,
                (Noun::Equipped, _) | (Noun::It, Who::Host) => From::UnderHost,
                (Noun::It, Who::Chosen(register)) => From::UnderChosen(register),
                _ if is_choice(tops) => match self.who(tops, When::Step, Purpose::Any)? {
                    Who::Chosen(register) => From::UnderChosen(register),
                    _ => From::UnderThis,
                },
                _ => From::Under(self.filter_of(tops, None)?),
            };
        }
        let side = side.filter(|_| from == From::Field);
        Ok(Group { from, filter: self.filter_of(phrase, side)? })
    }

    /// How many a phrase takes, at least and at most.
    fn many(&mut self, phrase: &Selector) -> Result<(u8, u8), Stuck> {
        match phrase.quant {
            Quant::One | Quant::Target => Ok((1, 1)),
            Quant::Exactly(count) => Ok((count, count)),
            Quant::UpTo(count) => Ok((0, count)),
            Quant::Bare | Quant::All | Quant::Each => {
                Err(self.stuck(phrase.span, ("it is not said how many", "write `a` or a number before the noun")))
            }
        }
    }
}

/// How many must be taken for a step to be done wholly (ST I9): of "up to", one.
fn whole(phrase: &Selector) -> u8 {
    if let Quant::Exactly(count) = phrase.quant { count } else { 1 }
}
