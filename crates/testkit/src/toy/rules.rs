//! The toy's turns.

use playmat_cards::{Card, CardRef, DefId, Event, Reason, SeenCard, ZoneId, show_known};
use playmat_kernel::{
    AnyListener, Audience, Chance, Decision, Form, Game, Heard, Listener, Occasion, Options, Outcome, Seat, Status, Step, Told,
    go_on, shuffle,
};

use super::{Choice, DECK, FIELD, Flaw, Frame, HAND, KINDS, Kind, PILE, PUP, Position, Toy, ToyRules};

/// How many turns both players have together.
const MOST_TURNS: u16 = 40;

impl<const FLAW: u8> Game for Toy<FLAW> {
    type Rules = ToyRules;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Reason = Reason;

    fn step<C: Chance, L: Listener<Event>>(_: &ToyRules, at: &mut Position, chance: &mut C, heard: &mut L) -> Step {
        let lost = Seat::BOTH.map(|seat| at.points[seat] <= 0);
        match lost {
            [true, true] => return Step::Over(Outcome::Draw),
            [true, false] => return Step::Over(Outcome::Won(Seat::Two)),
            [false, true] => return Step::Over(Outcome::Won(Seat::One)),
            _ => {}
        }
        let Some(frame) = at.agenda.top() else { return Step::Over(Outcome::Draw) };
        if L::COUNTS {
            heard.count(frame.number());
        }
        let ask = |seat, form, occasion| Step::Ask(Decision { seat, form, occasion });
        let mover = at.turn;
        match frame {
            Frame::Main => ask(mover, Form::OneOf, Occasion::Move),
            Frame::Meal(..) if FLAW == Flaw::TOLD_DECLARATION => ask(mover, Form::SomeOf, Occasion::Declaring),
            Frame::Meal(..) => ask(mover, Form::SomeOf, Occasion::Raised),
            Frame::Aim(_) => ask(mover, Form::OneOf, Occasion::Declaring),
            Frame::Play(card, branch) if at.asks(card, branch) => ask(mover, Form::OneOf, Occasion::Declaring),
            Frame::React(_) if FLAW == Flaw::TELLING_QUESTION && at.nets(mover.rival()).count() == 0 => {
                at.agenda.pop();
                Step::Go
            }
            Frame::React(_) => ask(mover.rival(), Form::OneOf, Occasion::Raised),
            Frame::Open => {
                at.agenda.pop();
                at.open::<C, L, FLAW>(chance, heard);
                Step::Go
            }
            Frame::Begin => {
                at.agenda.pop();
                at.turns += 1;
                tell(heard, |_| Heard::Known(event("turn", mover)));
                if at.turns > MOST_TURNS {
                    if FLAW == Flaw::ENDLESS {
                        at.turns = 1;
                    } else {
                        return Step::Over(Outcome::Draw);
                    }
                }
                at.fighting = false;
                at.field(mover).to_vec().into_iter().for_each(|card| at.tired[card.0 as usize] = false);
                at.agenda.push(Frame::Main);
                at.draw::<L, FLAW>(mover, heard);
                Step::Go
            }
            Frame::Play(card, branch) => {
                at.agenda.pop();
                at.resolve::<L, FLAW>(card, branch, heard);
                Step::Go
            }
            Frame::Strike(attacker, target) => {
                at.agenda.pop();
                at.strike::<L, FLAW>(attacker, target, heard);
                Step::Go
            }
        }
    }

    fn options(_: &ToyRules, at: &Position, options: &mut Options<Choice>) {
        let mover = at.turn;
        let rivals = at.field(mover.rival());
        match at.agenda.top() {
            Some(Frame::Main) if at.fighting => {
                options
                    .extend(at.field(mover).iter().filter(|card| !at.tired[card.0 as usize]).map(|&card| Choice::Attack(card)));
                options.push(Choice::End);
            }
            Some(Frame::Main) => {
                options.extend(at.sorted(mover, HAND).into_iter().filter(|&card| at.playable(card)).map(Choice::Play));
                options.extend([Choice::Next, Choice::End]);
            }
            Some(Frame::Meal(..)) => {
                options.extend(at.field(mover).iter().map(|&card| Choice::Card(card)));
                options.push(Choice::None);
            }
            Some(Frame::Aim(_)) => {
                options.extend(rivals.iter().map(|&card| Choice::Card(card)));
                options.push(Choice::Player(mover.rival()));
            }
            Some(Frame::Play(card, _)) if at.kind(card) == Kind::Fork => options.extend([Choice::Branch(1), Choice::Branch(2)]),
            Some(Frame::Play(..)) => {
                options.extend(at.field(mover).iter().chain(rivals).map(|&card| Choice::Card(card)));
                options.extend(Seat::BOTH.map(Choice::Player));
            }
            Some(Frame::React(_)) => {
                options.extend(at.nets(mover.rival()).map(Choice::Use));
                options.push(Choice::Pass);
            }
            _ => {}
        }
    }

    fn take<C: Chance, L: Listener<Event>>(_: &ToyRules, at: &mut Position, choice: Choice, _: &mut C, heard: &mut L) -> Step {
        let mover = at.turn;
        match choice {
            Choice::Next => {
                at.fighting = true;
                tell(heard, |_| Heard::Known(event("phase", mover)));
            }
            Choice::End => {
                at.agenda.pop();
                at.turn = mover.rival();
                at.agenda.push(Frame::Begin);
            }
            Choice::Play(card) => at.agenda.push(Frame::Play(card, 0)),
            Choice::Attack(card) => at.agenda.push(Frame::Aim(card)),
            Choice::Branch(branch) => at.branch(branch),
            Choice::Card(target) => match at.agenda.top() {
                Some(Frame::Aim(attacker)) => at.attack(attacker, target, heard),
                Some(Frame::Meal(eater, left)) => {
                    at.agenda.pop();
                    at.agenda.push(Frame::Meal(eater, left - 1));
                    let stats = &mut at.stats[eater.0 as usize];
                    *stats = (stats.0 + 1, stats.1 + 1);
                    at.bury(target, heard);
                    if left == 1 || at.field(mover).is_empty() {
                        at.end_meal(heard);
                    }
                }
                _ => at.branch(target.0 + 3),
            },
            Choice::Player(seat) => match at.agenda.top() {
                Some(Frame::Aim(attacker)) => at.attack(attacker, CardRef::NONE, heard),
                _ => at.branch(1 + seat.bit()),
            },
            Choice::None => at.end_meal(heard),
            Choice::Pass => {
                at.agenda.pop();
            }
            Choice::Use(net) => {
                at.agenda.pop();
                at.agenda.pop();
                at.publish("used", net, None, heard);
                at.move_to(net, PILE);
            }
        }
        Step::Go
    }

    fn why_not(_: &ToyRules, at: &Position, choice: Choice) -> Reason {
        at.reason::<FLAW>(match choice {
            Choice::Play(_) => "not-playable",
            _ => "not-listed",
        })
    }

    fn overflowed(at: &Position) -> bool {
        at.agenda.overflowed()
    }

    fn run(
        rules: &ToyRules,
        at: &mut Position,
        choice: Option<Choice>,
        chance: &mut dyn Chance,
        listener: Option<&mut dyn AnyListener<Event>>,
    ) -> Status {
        go_on::<Self>(rules, at, choice, chance, listener)
    }
}

impl Frame {
    /// The numbers of the parts that are counted.
    fn number(self) -> u32 {
        match self {
            Frame::Open => 0,
            Frame::Begin => 1,
            Frame::Main => 2,
            Frame::Play(..) => 3,
            Frame::Meal(..) => 4,
            Frame::Aim(_) => 5,
            Frame::React(_) => 6,
            Frame::Strike(..) => 7,
        }
    }
}

impl Position {
    pub(crate) fn zone(&self, seat: Seat, zone: usize) -> &[CardRef] {
        self.zones.zone(number(seat, zone))
    }

    pub(crate) fn field(&self, seat: Seat) -> &[CardRef] {
        self.zone(seat, FIELD)
    }

    pub(crate) fn kind(&self, card: CardRef) -> Kind {
        KINDS[self.cards[card.0 as usize].def().0 as usize]
    }

    /// Cards of a zone sorted by name.
    pub(crate) fn sorted(&self, seat: Seat, zone: usize) -> Vec<CardRef> {
        let mut cards = self.zone(seat, zone).to_vec();
        cards.sort_by_key(|card| self.cards[card.0 as usize].def());
        cards
    }

    /// The first card of each name with which a player can react.
    pub(crate) fn nets(&self, seat: Seat) -> impl Iterator<Item = CardRef> {
        self.sorted(seat, HAND).into_iter().filter(|&card| self.kind(card) == Kind::Net)
    }

    pub(crate) fn playable(&self, card: CardRef) -> bool {
        let room = self.field(self.turn).len() < 4;
        match self.kind(card) {
            Kind::Net => false,
            Kind::Creature(..) | Kind::Eater(..) | Kind::Den => room,
            Kind::Bolt | Kind::Fork | Kind::Spy => true,
        }
    }

    pub(crate) fn reason<const FLAW: u8>(&self, code: &'static str) -> Reason {
        let mut sentence = "This is not possible now; pick one of the listed options.".to_string();
        if FLAW == Flaw::TELLING_REASON {
            sentence += &format!(" The rival holds {} nets.", self.nets(self.turn.rival()).count());
        }
        if FLAW == Flaw::EMPTY_REASON {
            sentence.clear();
        }
        Reason { code, cards: Vec::new(), sentence }
    }

    pub(crate) fn add(&mut self, def: DefId, owner: Seat, zone: usize, made: bool) -> Option<CardRef> {
        let card = self.zones.take_new(number(owner, zone))?;
        self.cards[card.0 as usize] = Card::new(def, owner, made);
        self.refresh(card);
        match zone {
            HAND => self.cards[card.0 as usize].learn(owner),
            FIELD | PILE => self.cards[card.0 as usize].reveal(),
            _ => {}
        }
        Some(card)
    }

    fn refresh(&mut self, card: CardRef) {
        self.stats[card.0 as usize] = match self.kind(card) {
            Kind::Creature(attack, life, _) | Kind::Eater(attack, life) => (attack, life),
            _ => (0, 0),
        };
        self.tired[card.0 as usize] = false;
    }

    fn move_to(&mut self, card: CardRef, zone: usize) {
        let owner = self.cards[card.0 as usize].owner();
        self.zones.put(card, number(owner, zone));
        self.refresh(card);
    }

    /// Whether playing this card asks something more.
    fn asks(&self, card: CardRef, branch: u8) -> bool {
        branch == 0 && matches!(self.kind(card), Kind::Bolt | Kind::Fork)
    }

    fn branch(&mut self, branch: u8) {
        if let Some(Frame::Play(_, picked)) = self.agenda.top_mut() {
            *picked = branch;
        }
    }

    fn open<C: Chance, L: Listener<Event>, const FLAW: u8>(&mut self, chance: &mut C, heard: &mut L) {
        for seat in Seat::BOTH {
            if !self.unshuffled {
                shuffle(self.zones.order_mut(number(seat, DECK)), chance);
            }
            (0..3).for_each(|_| self.draw::<L, FLAW>(seat, heard));
        }
        self.turn = self.first.unwrap_or_else(|| Seat::from_bit(chance.one_of(2) as u8));
        self.agenda.push(Frame::Begin);
    }

    fn draw<L: Listener<Event>, const FLAW: u8>(&mut self, seat: Seat, heard: &mut L) {
        let Some(&card) = self.zone(seat, DECK).last() else { return };
        self.move_to(card, HAND);
        self.cards[card.0 as usize].learn(seat);
        let drawn = Event { cards: vec![self.seen(card)], ..event("drawn", seat) };
        tell(heard, |audience| match audience {
            Audience::Player(who) if who == seat => Heard::Known(drawn.clone()),
            _ if FLAW == Flaw::TOLD_DRAW => Heard::Known(drawn.clone()),
            _ => Heard::Veiled(event("drawn", seat)),
        });
    }

    fn resolve<L: Listener<Event>, const FLAW: u8>(&mut self, card: CardRef, branch: u8, heard: &mut L) {
        let mover = self.turn;
        let left = (FLAW == Flaw::TELLING_PLAY).then(|| self.nets(mover).count() as i16);
        self.publish("played", card, left, heard);
        match self.kind(card) {
            Kind::Creature(..) => {
                self.move_to(card, FIELD);
                self.tired[card.0 as usize] = true;
                return;
            }
            Kind::Eater(..) if self.field(mover).is_empty() => {
                self.move_to(card, FIELD);
                return;
            }
            Kind::Eater(..) => {
                self.cards[card.0 as usize].reveal();
                self.agenda.push(Frame::Meal(card, 2));
                return;
            }
            Kind::Bolt if branch <= 2 => self.hurt::<L, FLAW>(Seat::from_bit(branch - 1), 2, heard),
            Kind::Bolt => self.wound(CardRef(branch - 3), 2, heard),
            Kind::Den => {
                if let Some(pup) = self.add(PUP, mover, FIELD, true) {
                    self.publish("made", pup, None, heard);
                }
            }
            Kind::Fork if branch == 1 => self.draw::<L, FLAW>(mover, heard),
            Kind::Fork => {
                self.points[mover] += 1;
                tell(heard, |_| Heard::Known(Event { number: Some(1), ..event("healed", mover) }));
            }
            Kind::Spy => {
                let hand = self.sorted(mover.rival(), HAND);
                for &shown in &hand {
                    self.cards[shown.0 as usize].learn(mover);
                    let seen = Event { cards: vec![self.seen(shown)], ..event("shown", mover.rival()) };
                    tell(heard, |audience| match audience {
                        Audience::Player(_) => Heard::Known(seen.clone()),
                        Audience::Public => Heard::Veiled(event("shown", mover.rival())),
                    });
                }
            }
            Kind::Net => {}
        }
        self.move_to(card, PILE);
        if FLAW == Flaw::TELLING_EVENT {
            let traps = self.nets(mover.rival()).count() as i16;
            tell(heard, |_| Heard::Known(Event { number: Some(traps), ..event("telling", mover) }));
        }
    }

    fn end_meal<L: Listener<Event>>(&mut self, heard: &mut L) {
        if let Some(Frame::Meal(eater, _)) = self.agenda.pop() {
            let grown = self.stats[eater.0 as usize];
            self.move_to(eater, FIELD);
            self.stats[eater.0 as usize] = grown;
            self.tired[eater.0 as usize] = true;
            self.publish("entered", eater, None, heard);
        }
    }

    fn attack<L: Listener<Event>>(&mut self, attacker: CardRef, target: CardRef, heard: &mut L) {
        self.agenda.pop();
        self.tired[attacker.0 as usize] = true;
        self.publish("attacks", attacker, None, heard);
        self.agenda.push(Frame::Strike(attacker, target));
        // Whoever holds a card might hold a Net: being asked tells nothing more.
        if target == CardRef::NONE && !self.zone(self.turn.rival(), HAND).is_empty() {
            self.agenda.push(Frame::React(attacker));
        }
    }

    fn strike<L: Listener<Event>, const FLAW: u8>(&mut self, attacker: CardRef, target: CardRef, heard: &mut L) {
        let (attack, _) = self.stats[attacker.0 as usize];
        if target == CardRef::NONE {
            self.hurt::<L, FLAW>(self.turn.rival(), attack, heard);
            return;
        }
        let (back, _) = self.stats[target.0 as usize];
        self.wound(target, attack, heard);
        self.wound(attacker, back, heard);
    }

    fn hurt<L: Listener<Event>, const FLAW: u8>(&mut self, seat: Seat, damage: i8, heard: &mut L) {
        self.points[seat] -= i16::from(damage);
        if FLAW != Flaw::SILENT_DAMAGE {
            tell(heard, |_| Heard::Known(Event { number: Some(damage.into()), ..event("hurt", seat) }));
        }
    }

    fn wound<L: Listener<Event>>(&mut self, card: CardRef, damage: i8, heard: &mut L) {
        self.stats[card.0 as usize].1 -= damage;
        self.publish("wounded", card, None, heard);
        if self.stats[card.0 as usize].1 <= 0 {
            self.bury(card, heard);
        }
    }

    fn bury<L: Listener<Event>>(&mut self, card: CardRef, heard: &mut L) {
        self.publish("died", card, None, heard);
        if self.cards[card.0 as usize].made() {
            self.zones.put(card, ZoneId(8));
        } else {
            self.move_to(card, PILE);
        }
    }

    /// An event about a card that everybody sees from now on.
    fn publish<L: Listener<Event>>(&mut self, what: &'static str, card: CardRef, told: Option<i16>, heard: &mut L) {
        let kept = self.cards[card.0 as usize];
        let (owner, rival) = (kept.owner(), kept.owner().rival());
        let hand = self.zones.zone(number(owner, HAND));
        if hand.contains(&card) {
            show_known(&mut self.cards, hand, card, rival);
        }
        self.cards[card.0 as usize].reveal();
        let event = Event { cards: vec![self.seen(card)], number: told, ..event(what, owner) };
        tell(heard, |_| Heard::Known(event.clone()));
    }

    fn seen(&self, card: CardRef) -> SeenCard {
        SeenCard { def: Some(self.cards[card.0 as usize].def()), handle: None }
    }
}

/// A player's zone as a number of the zones.
pub(super) fn number(seat: Seat, zone: usize) -> ZoneId {
    ZoneId(seat.bit() as usize * 4 + zone)
}

fn event(what: &'static str, seat: Seat) -> Event {
    Event { what, cause: None, seat: Some(seat), cards: Vec::new(), number: None, word: None, shown_to: None }
}

fn tell<L: Listener<Event>>(heard: &mut L, form: impl FnMut(Audience) -> Heard<Event>) {
    if L::ON {
        heard.hear(Told::by(form));
    }
}
