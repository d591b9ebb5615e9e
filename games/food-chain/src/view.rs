//! What an audience sees: views and options, built up from nothing.

use crate::rulings::BeforeCombat;
use crate::{FoodChain, play, scene, sentences};
use playmat_cards::{
    CardRef, CardView, DefId, Event, EventKinds, Face, FaceVerb, Mark, Part, Question, Reason, Show, Spot, Stats, Value, View,
    hidden_pile, nth, program_question,
};
use playmat_kernel::{Audience, BySeat, Seat};

use crate::choice::{Choice, asked};
use crate::event_kinds::EventKind;
use crate::rules::{From, Purpose, Rules};
use crate::state::{Frame, Phase, Position, Run, Slot, Window, Zone, zone_parts};
use crate::words::{Keyword, Trigger};

impl Show for FoodChain {
    fn why_not_in_hand(rules: &Rules, pos: &Position, seat: Seat) -> Vec<(DefId, Reason)> {
        let hand = pos.pile(seat, Zone::Hand).iter();
        hand.filter_map(|&card| {
            let def = pos.def_id(card);
            play::why_not_play(rules, pos, seat, card).map(|why| (def, sentences::reason(rules, why, Some(def))))
        })
        .collect()
    }

    fn event_words() -> Vec<&'static str> {
        EventKind::words()
    }

    fn sentence(rules: &Rules, event: &Event, names: BySeat<&str>) -> String {
        sentences::sentence(rules, event, names)
    }

    fn turns(pos: &Position) -> u32 {
        u32::from(pos.turns)
    }

    fn phases() -> &'static [&'static str] {
        scene::PHASES
    }

    fn turn_phases(rules: &Rules) -> Vec<&'static str> {
        // FC B `before_combat`: where those abilities belong to each attack, there is no phase for them.
        let none = rules.rulings.before_combat == BeforeCombat::EachAttack;
        scene::PHASES.iter().copied().filter(|&word| !none || word != phase_word(Phase::Before)).collect()
    }

    fn turn(pos: &Position) -> (Seat, &'static str) {
        (pos.turn, phase_word(pos.phase))
    }

    /// What an audience sees. The parts always stand in this order.
    fn view(rules: &Rules, pos: &Position, audience: Audience) -> View {
        let mut parts = vec![
            Part::new(None, "turn", Value::Word(pos.turn.tag())),
            Part::new(None, "phase", Value::Word(phase_word(pos.phase))),
            Part::new(None, "turns", Value::Number(i32::from(pos.turns))),
            Part::new(None, "played", Value::Number(i32::from(pos.counted))),
        ];
        for seat in Seat::BOTH {
            parts.push(Part::new(seat, "hp", Value::Number(i32::from(pos.life[seat]))));
            parts.push(Part::new(seat, "deck", Value::Number(pos.pile(seat, Zone::Deck).len() as i32)));
            parts.push(Part::new(seat, "hand", Value::Cards(hidden(rules, pos, seat, Zone::Hand, audience))));
            parts.push(Part::new(seat, "set", Value::Cards(hidden(rules, pos, seat, Zone::Set, audience))));
            parts.push(Part::new(seat, "field", Value::Cards(field(pos, seat))));
            for which in [Zone::Carrion, Zone::Exile, Zone::Limbo] {
                let cards = pos.pile(seat, which).iter().map(|&card| off_field(rules, pos, card)).collect();
                parts.push(Part::new(seat, which.word(), Value::Cards(cards)));
            }
        }
        View { parts }
    }

    /// What the asked seat is asked.
    fn question(rules: &Rules, pos: &Position) -> Question {
        let name = |card: CardRef| rules.name(pos.def_id(card));
        let (words, about) = match pos.agenda.top() {
            None => (format!("Your move ({}).", phase_title(pos.phase)), None),
            Some(Frame::Opening(_)) => ("You rolled higher. Do you go first or second?".into(), None),
            Some(Frame::Waiting { trigger, .. }) => {
                let when = match trigger {
                    Trigger::StartOfTurn => "At the start of the turn",
                    Trigger::BeforeCombat => "Before combat",
                    _ => "At the end of the turn",
                };
                (format!("{when}: which ability is next?"), None)
            }
            Some(Frame::Enter(enter)) => (format!("What does {} eat?", name(enter.card)), Some(enter.card)),
            Some(Frame::Attack(attack)) => (format!("Whom does {} attack?", name(attack.attacker)), Some(attack.attacker)),
            Some(Frame::Run(run)) => (run_question(rules, pos, &run), Some(run.source)),
            Some(Frame::Window(Window { about, .. })) => {
                let what = match about.event {
                    Trigger::AttackedDirectly => format!("{} attacks you.", name(about.subject)),
                    Trigger::AllyAttacked => format!("{} is attacked.", name(about.subject)),
                    Trigger::AllyTargeted => format!("{} is targeted.", name(about.subject)),
                    Trigger::RivalPlaysPredator | Trigger::RivalPlaysPrey | Trigger::RivalPlaysCard => {
                        format!("The rival plays {}.", name(about.subject))
                    }
                    Trigger::RivalDraws => "The rival draws.".into(),
                    Trigger::DamagedIndirectly => "You are about to be dealt damage.".into(),
                    _ => "Your life is zero.".into(),
                };
                (format!("{what} Do you react?"), about.subject.some())
            }
            Some(Frame::Discard { left, cause, .. }) => (format!("Discard a card ({left} to go)."), cause.some()),
            Some(Frame::Check { .. } | Frame::Hurt { .. } | Frame::Stings { .. }) => (String::new(), None),
        };
        Question { words, about: about.map(|card| pos.def_id(card)) }
    }

    /// How an option is shown to the asked seat.
    fn face(rules: &Rules, pos: &Position, choice: Choice) -> Face {
        let about = |verb, card: CardRef, words: &str| {
            Face::card(verb, spot(rules, pos, card), format!("{words}{}", rules.name(pos.def_id(card))))
        };
        match choice {
            Choice::Play(card) => about(FaceVerb::Play, card, "play "),
            Choice::Set(card) => about(FaceVerb::Set, card, "set "),
            Choice::Use(card, _) => about(FaceVerb::Use, card, "use "),
            Choice::Attack(card) => about(FaceVerb::Attack, card, "attack with "),
            Choice::Card(card) if matches!(pos.agenda.top(), Some(Frame::Window(_))) => about(FaceVerb::Use, card, "use "),
            Choice::Card(card) | Choice::Ability(card, _) => about(FaceVerb::Choose, card, ""),
            Choice::Player(seat) => {
                let words = if asked(pos) == seat { "you" } else { "the rival" };
                Face { seat: Some(seat), ..Face::word(FaceVerb::Choose, words) }
            }
            Choice::Branch(branch) => Face::word(FaceVerb::Choose, branch_words(rules, pos, branch)),
            Choice::Next => Face::word(FaceVerb::Next, next_words(pos.phase)),
            Choice::End => Face::word(FaceVerb::End, "end the turn"),
            Choice::Yes => Face::word(FaceVerb::Yes, "yes"),
            Choice::No => Face::word(FaceVerb::No, "no"),
            Choice::None => Face::word(FaceVerb::None, if is_eating(pos) { "eat nothing more" } else { "none" }),
            Choice::Pass => Face::pass(),
            Choice::First => Face::word(FaceVerb::First, "go first"),
            Choice::Second => Face::word(FaceVerb::Second, "go second"),
        }
    }
}

/// A zone with nothing hidden, for scenarios and tests.
pub fn inspect(rules: &Rules, pos: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
    match Zone::named(zone) {
        Some(Zone::Field) => field(pos, seat),
        Some(which) => pos.pile(seat, which).iter().map(|&card| off_field(rules, pos, card)).collect(),
        None => vec![],
    }
}

/// As scenario files write it.
pub const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Start | Phase::Started => "start",
        Phase::Draw | Phase::Drawn => "draw",
        Phase::Main1 => "main1",
        Phase::Before | Phase::Prepared => "before",
        Phase::Combat => "combat",
        Phase::Main2 => "main2",
        Phase::End | Phase::Sting | Phase::Close | Phase::Pass => "end",
    }
}

/// Where a card is and how it is told from others of its name.
fn spot(rules: &Rules, pos: &Position, card: CardRef) -> Option<Spot> {
    let def = pos.def_id(card);
    let (side, which) = zone_parts(pos.zones.zone_of(card))?;
    let name = |card| rules.name(pos.def_id(card));
    let nth = match which {
        Zone::Field => nth(card, pos.field[side].iter().filter_map(|slot| slot.card.some()), name),
        // The order of a deck is nobody's business; its options stand sorted by name.
        Zone::Deck => 1,
        _ => nth(card, pos.pile(side, which).iter().copied(), name),
    };
    Some(Spot { def, side, zone: which.word(), nth, token: pos.card(card).made(), handle: pos.handles.of(card) })
}

/// A zone of which others see only what they know.
fn hidden(rules: &Rules, pos: &Position, seat: Seat, which: Zone, audience: Audience) -> Vec<CardView> {
    let known = |card| audience.seat().is_some_and(|viewer| pos.card(card).known(viewer));
    hidden_pile(pos.pile(seat, which), seat, audience, known, |card| off_field(rules, pos, card))
}

fn off_field(rules: &Rules, pos: &Position, card: CardRef) -> CardView {
    let data = pos.card(card);
    let def = rules.def(data.def());
    let mut marks: Vec<Mark> = Vec::new();
    if data.made() {
        marks.push(Mark::word("token"));
    }
    keyword_marks(def.keywords, def.strikes, &mut marks);
    CardView {
        handle: pos.handles.of(card),
        def: Some(data.def()),
        stats: def.kind.is_creature().then_some(Stats::Pair(def.attack, def.health)),
        marks,
        ..CardView::back(data.owner())
    }
}

fn field(pos: &Position, seat: Seat) -> Vec<CardView> {
    let standing = pos.field[seat].iter().enumerate().filter(|(_, slot)| slot.taken());
    standing.map(|(place, slot)| on_field(pos, place, slot)).collect()
}

fn on_field(pos: &Position, place: usize, slot: &Slot) -> CardView {
    let data = pos.card(slot.card);
    let mut marks = Vec::new();
    for (state, word) in
        [(Slot::EXHAUSTED, "exhausted"), (Slot::FROZEN, "frozen"), (Slot::PARALYSED, "paralysed"), (Slot::DRY, "dry")]
    {
        if slot.is(state) {
            marks.push(Mark::word(word));
        }
    }
    if data.made() {
        marks.push(Mark::word("token"));
    }
    keyword_marks(slot.keywords, slot.strikes, &mut marks);
    CardView {
        handle: pos.handles.of(slot.card),
        def: Some(data.def()),
        place: Some(place as u8),
        stats: slot.creature().then_some(Stats::Pair(slot.attack, slot.health)),
        marks,
        ..CardView::back(data.owner())
    }
}

fn keyword_marks(keywords: u32, strikes: u8, marks: &mut Vec<Mark>) {
    for keyword in Keyword::ALL.iter().copied().filter(|keyword| keywords & keyword.bit() != 0) {
        let number = (keyword == Keyword::MultiStrike).then_some(i16::from(strikes));
        marks.push(Mark { word: keyword.mark(), number, card: None });
    }
}

fn is_eating(pos: &Position) -> bool {
    matches!(pos.agenda.top(), Some(Frame::Enter(_)))
}

const fn next_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Main1 => "go to combat",
        Phase::Combat => "go to the second main phase",
        _ => "end the turn",
    }
}

const fn phase_title(phase: Phase) -> &'static str {
    match phase {
        Phase::Main1 => "first main phase",
        Phase::Combat => "combat",
        Phase::Main2 => "second main phase",
        _ => "turn",
    }
}

/// The words of a branch, as the card says them.
fn branch_words(rules: &Rules, pos: &Position, branch: u8) -> String {
    let Some(Frame::Run(run)) = pos.agenda.top() else { return String::new() };
    rules.texts.branch(run.ability, branch)
}

fn run_question(rules: &Rules, pos: &Position, run: &Run) -> String {
    program_question::<FoodChain>(rules.name(pos.def_id(run.source)), rules, run, |pick| match (pick.from, pick.purpose) {
        (From::Deck, Purpose::Enter) => "which card of your deck comes into play?",
        (From::Deck, _) => "which card of your deck goes to your hand?",
        (From::Hand, _) => "which card do you play?",
        (From::OwnCarrion | From::AnyCarrion, _) => "which carrion?",
        (From::Field, Purpose::Eat | Purpose::EatInCombat) => "what is eaten?",
        (From::Field, _) => "which target?",
    })
}
