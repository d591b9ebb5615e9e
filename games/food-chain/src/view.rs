//! What an audience sees: views and options, built up from nothing.

use playmat_cards::{CardRef, CardView, Face, Mark, Part, Question, Spot, Stats, Value, View, Wants, next};
use playmat_kernel::{Audience, Seat};

use crate::choice::{Choice, asked};
use crate::rules::{Action, From, Purpose, Rules};
use crate::state::{Frame, Phase, Position, Run, Slot, Zone, zone_parts};
use crate::words::{Keyword, Trigger};

/// What an audience sees. The parts always stand in this order.
pub fn view(rules: &Rules, pos: &Position, audience: Audience) -> View {
    let mut parts = vec![
        part(None, "turn", Value::Word(pos.turn.tag())),
        part(None, "phase", Value::Word(phase_word(pos.phase))),
        part(None, "turns", Value::Number(i32::from(pos.turns))),
        part(None, "played", Value::Number(i32::from(pos.counted))),
    ];
    for seat in Seat::BOTH {
        let own = audience == Audience::Player(seat);
        parts.push(part(Some(seat), "hp", Value::Number(i32::from(pos.life[seat]))));
        parts.push(part(Some(seat), "deck", Value::Number(pos.pile(seat, Zone::Deck).len() as i32)));
        parts.push(part(Some(seat), "hand", Value::Cards(hidden_pile(rules, pos, seat, Zone::Hand, audience, own))));
        parts.push(part(Some(seat), "set", Value::Cards(hidden_pile(rules, pos, seat, Zone::Set, audience, own))));
        parts.push(part(Some(seat), "field", Value::Cards(field(pos, seat))));
        for (name, which) in [("carrion", Zone::Carrion), ("exile", Zone::Exile), ("playing", Zone::Limbo)] {
            let cards = pos.pile(seat, which).iter().map(|&card| off_field(rules, pos, card, true)).collect();
            parts.push(part(Some(seat), name, Value::Cards(cards)));
        }
    }
    View { parts }
}

/// A zone with nothing hidden, for scenarios and tests.
pub fn inspect(rules: &Rules, pos: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
    let which = match zone {
        "field" => return field(pos, seat),
        "hand" => Zone::Hand,
        "deck" => Zone::Deck,
        "carrion" => Zone::Carrion,
        "exile" => Zone::Exile,
        "set" => Zone::Set,
        _ => return vec![],
    };
    let cards = pos.pile(seat, which).iter().map(|&card| off_field(rules, pos, card, true));
    if which == Zone::Deck { cards.rev().collect() } else { cards.collect() }
}

/// How an option is shown to the asked seat.
pub fn face(rules: &Rules, pos: &Position, choice: Choice) -> Face {
    let mut face = Face { verb: "choose", card: None, seat: None, slot: None, words: String::new() };
    let mut about = |verb, card: CardRef, words: &str| {
        face.verb = verb;
        face.card = spot(rules, pos, card);
        face.words = format!("{words}{}", rules.name(pos.def_id(card)));
    };
    match choice {
        Choice::Play(card) => about("play", card, "play "),
        Choice::Set(card) => about("set", card, "set "),
        Choice::Use(card, _) => about("use", card, "use "),
        Choice::Attack(card) => about("attack", card, "attack with "),
        Choice::Card(card) if matches!(pos.agenda.top(), Some(Frame::Window(_))) => about("use", card, "use "),
        Choice::Card(card) | Choice::Ability(card, _) => about("choose", card, ""),
        Choice::Player(seat) => {
            face.seat = Some(seat);
            face.words = if asked(pos) == seat { "you".into() } else { "the rival".into() };
        }
        Choice::Branch(branch) => face.words = branch_words(rules, pos, branch),
        Choice::Next => word(&mut face, "next", next_words(pos.phase)),
        Choice::End => word(&mut face, "end", "end the turn"),
        Choice::Yes => word(&mut face, "yes", "yes"),
        Choice::No => word(&mut face, "no", "no"),
        Choice::None => word(&mut face, "none", if is_eating(pos) { "eat nothing more" } else { "none" }),
        Choice::Pass => word(&mut face, "pass", "pass"),
        Choice::First => word(&mut face, "first", "go first"),
        Choice::Second => word(&mut face, "second", "go second"),
    }
    face
}

/// What the asked seat is asked.
pub fn question(rules: &Rules, pos: &Position) -> Question {
    let name = |card: CardRef| rules.name(pos.def_id(card));
    let (words, about) = match pos.agenda.top() {
        Some(Frame::Turn) => (format!("Your move ({}).", phase_title(pos.phase)), None),
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
        Some(Frame::Window(window)) => {
            let what = match window.event {
                Trigger::AttackedDirectly => format!("{} attacks you.", name(window.subject)),
                Trigger::AllyAttacked => format!("{} is attacked.", name(window.subject)),
                Trigger::AllyTargeted => format!("{} is targeted.", name(window.subject)),
                Trigger::RivalPlaysPredator | Trigger::RivalPlaysPrey | Trigger::RivalPlaysCard => {
                    format!("The rival plays {}.", name(window.subject))
                }
                Trigger::RivalDraws => "The rival draws.".into(),
                Trigger::DamagedIndirectly => "You are about to be dealt damage.".into(),
                _ => "Your life is zero.".into(),
            };
            (format!("{what} Do you react?"), window.subject.some())
        }
        Some(Frame::Discard { left, cause, .. }) => (format!("Discard a card ({left} to go)."), cause.some()),
        Some(Frame::Check { .. } | Frame::Hurt { .. }) | None => (String::new(), None),
    };
    Question { words, about: about.map(|card| pos.def_id(card)) }
}

/// As scenario files write it.
pub const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Start => "start",
        Phase::Draw => "draw",
        Phase::Main1 => "main1",
        Phase::Before => "before",
        Phase::Combat => "combat",
        Phase::Main2 => "main2",
        Phase::End | Phase::Close | Phase::Pass => "end",
    }
}

/// Where a card is and how it is told from others of its name.
fn spot(rules: &Rules, pos: &Position, card: CardRef) -> Option<Spot> {
    let def = pos.def_id(card);
    let (side, which) = zone_parts(pos.shelf.zone_of(card))?;
    let before = |cards: &mut dyn Iterator<Item = CardRef>| {
        1 + cards.take_while(|&other| other != card).filter(|&other| rules.name(pos.def_id(other)) == rules.name(def)).count()
            as u8
    };
    let nth = match which {
        Zone::Field => before(&mut pos.field[side].iter().map(|slot| slot.card).filter(|&card| card != CardRef::NONE)),
        // The order of a deck is nobody's business; its options stand sorted by name.
        Zone::Deck => before(&mut std::iter::once(card)),
        _ => before(&mut pos.pile(side, which).iter().copied()),
    };
    let public = matches!(which, Zone::Exile | Zone::Carrion | Zone::Field | Zone::Limbo);
    Some(Spot {
        def,
        side,
        zone: zone_word(which),
        nth,
        token: pos.card(card).made(),
        handle: public.then(|| pos.handles[card.0 as usize]),
    })
}

const fn zone_word(zone: Zone) -> &'static str {
    match zone {
        Zone::Exile => "exile",
        Zone::Carrion => "carrion",
        Zone::Set => "set",
        Zone::Deck => "deck",
        Zone::Hand => "hand",
        Zone::Field => "field",
        Zone::Limbo => "playing",
    }
}

fn part(seat: Option<Seat>, name: &'static str, value: Value) -> Part {
    Part { seat, name, value }
}

fn word(face: &mut Face, verb: &'static str, words: &str) {
    face.verb = verb;
    face.words = words.into();
}

/// A hidden zone: the owner sees it in order; the others see what they know, by name, and backs for the rest.
fn hidden_pile(rules: &Rules, pos: &Position, seat: Seat, which: Zone, audience: Audience, own: bool) -> Vec<CardView> {
    let pile = pos.pile(seat, which);
    if own {
        return pile.iter().map(|&card| off_field(rules, pos, card, true)).collect();
    }
    let knows = |card: CardRef| audience.seat().is_some_and(|viewer| pos.card(card).known(viewer));
    let mut known: Vec<CardRef> = pile.iter().copied().filter(|&card| knows(card)).collect();
    known.sort_by_key(|&card| pos.def_id(card));
    let backs = pile.len() - known.len();
    let back = CardView {
        handle: None,
        def: None,
        owner: seat,
        place: None,
        stats: None,
        terms: vec![],
        marks: vec![],
        under: vec![],
    };
    known.iter().map(|&card| off_field(rules, pos, card, true)).chain(std::iter::repeat_n(back, backs)).collect()
}

fn off_field(rules: &Rules, pos: &Position, card: CardRef, known: bool) -> CardView {
    let data = pos.card(card);
    let def = rules.def(data.def());
    let public =
        zone_parts(pos.shelf.zone_of(card)).is_some_and(|(_, zone)| matches!(zone, Zone::Exile | Zone::Carrion | Zone::Limbo));
    let mut marks: Vec<Mark> = Vec::new();
    if data.made() {
        marks.push(Mark::word("token"));
    }
    keyword_marks(def.keywords, def.strikes, &mut marks);
    CardView {
        handle: public.then(|| pos.handles[card.0 as usize]),
        def: known.then(|| data.def()),
        owner: data.owner(),
        place: None,
        stats: def.kind.is_creature().then_some(Stats::Pair(def.attack, def.health)),
        terms: vec![],
        marks,
        under: vec![],
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
        handle: Some(pos.handles[slot.card.0 as usize]),
        def: Some(data.def()),
        owner: data.owner(),
        place: Some(place as u8),
        stats: slot.creature().then_some(Stats::Pair(slot.attack, slot.health)),
        terms: vec![],
        marks,
        under: vec![],
    }
}

fn keyword_marks(keywords: u32, strikes: u8, marks: &mut Vec<Mark>) {
    for keyword in Keyword::ALL.into_iter().filter(|keyword| keywords & keyword.bit() != 0) {
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
    rules.branches.get(&run.ability).and_then(|words| words.get(branch as usize - 1)).cloned().unwrap_or_default()
}

fn run_question(rules: &Rules, pos: &Position, run: &Run) -> String {
    let name = rules.name(pos.def_id(run.source));
    let mut cursor = run.cursor;
    match next(&rules.ops, &mut cursor) {
        Wants::Branch(_) => format!("{name}: which one?"),
        Wants::May(_) => format!("{name}: do you want that?"),
        Wants::Act(Action::Choose { pick, .. }) => match (pick.from, pick.purpose) {
            (From::Deck, Purpose::Enter) => format!("{name}: which card of your deck comes into play?"),
            (From::Deck, _) => format!("{name}: which card of your deck goes to your hand?"),
            (From::Hand, _) => format!("{name}: which card do you play?"),
            (From::OwnCarrion | From::AnyCarrion, _) => format!("{name}: which carrion?"),
            (From::Field, Purpose::Eat | Purpose::EatInCombat) => format!("{name}: what is eaten?"),
            (From::Field, _) => format!("{name}: which target?"),
        },
        _ => String::new(),
    }
}
