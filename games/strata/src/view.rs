//! What an audience sees: views and options, built up from nothing.

use crate::{Strata, play, scene, sentences};
use playmat_cards::{
    CardRef, CardView, DefId, Event, EventKinds, Face, FaceVerb, Mark, Part, Question, Reason, Show, Spot, Stats, Value, View,
    hidden_pile, nth, program_question,
};
use playmat_kernel::{Audience, BySeat, Seat};

use crate::choice::{Choice, asked};
use crate::event_kinds::EventKind;
use crate::frames::{Frame, Run};
use crate::rules::{From, Purpose, Rules, When};
use crate::sentences::effect_words;
use crate::state::{Full, PLACES, Phase, Place, Position, SIDE, Trait, Zone, place_of_zone, zone_parts};

impl Show for Strata {
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

    fn turn(pos: &Position) -> (Seat, &'static str) {
        (pos.turn, phase_word(pos.phase))
    }

    /// What an audience sees. The parts always stand in this order.
    fn view(rules: &Rules, pos: &Position, audience: Audience) -> View {
        let mut parts = vec![
            Part::new(None, "turn", Value::Word(pos.turn.tag())),
            Part::new(None, "phase", Value::Word(phase_word(pos.phase))),
            Part::new(None, "turns", Value::Number(i32::from(pos.turns))),
            Part::new(None, "plays", Value::Number(i32::from(pos.plays))),
            Part::new(None, "chain", Value::Cards(chain(rules, pos, audience))),
        ];
        for seat in Seat::BOTH {
            parts.push(Part::new(seat, "points", Value::Number(i32::from(pos.points[seat]))));
            parts.push(Part::new(seat, "extra", Value::Number(extra(pos, seat))));
            parts.push(Part::new(seat, "skip", Value::Number(i32::from(pos.skip[seat]))));
            parts.push(Part::new(seat, "deck", Value::Number(pos.pile(seat, Zone::Deck).len() as i32)));
            parts.push(Part::new(seat, "hand", Value::Cards(hand(rules, pos, seat, audience))));
            for (name, row) in [("field", true), ("magic", false)] {
                parts.push(Part::new(seat, name, Value::Cards(on_table(rules, pos, seat, row, Some(audience)))));
            }
            let discard = pos.pile(seat, Zone::Discard).iter().map(|&card| off_table(rules, pos, card)).collect();
            parts.push(Part::new(seat, "discard", Value::Cards(discard)));
            let limbo = pos.pile(seat, Zone::Limbo).iter();
            let limbo = limbo.map(|&card| on_its_way(rules, pos, card, audience));
            parts.push(Part::new(seat, "playing", Value::Cards(limbo.collect())));
        }
        View { parts }
    }

    /// What the asked seat is asked.
    fn question(rules: &Rules, pos: &Position) -> Question {
        let seat = asked(pos);
        let name = |card: CardRef| if knows(pos, card, seat) { rules.name(pos.def_id(card)) } else { "a face-down card" };
        let (words, about) = match pos.agenda.top() {
            Some(Frame::Turn) => {
                let phase = if pos.phase == Phase::Main { "main phase" } else { "battle" };
                (format!("Your move ({phase})."), None)
            }
            Some(Frame::Base { card, .. }) => (format!("{}: which creature is levelled up?", name(card)), Some(card)),
            Some(Frame::Aim { attacker }) => {
                let card = pos.slot(attacker).card;
                (format!("Whom does {} attack?", name(card)), Some(card))
            }
            Some(Frame::Run(run)) => (run_question(rules, pos, &run), Some(run.source)),
            Some(Frame::Window(_)) => {
                let top = pos.agenda.frames().iter().rev().find(|frame| frame.is_link());
                // ST I3: at the longest chain only responses stop, and the question says so.
                let asks = match crate::chain::is_longest(pos) {
                    true => format!("The chain has {} links: nobody can respond to it.", pos.links()),
                    false => "Do you respond?".to_string(),
                };
                match top {
                    Some(Frame::Link(run)) => {
                        let shown = knows(pos, run.source, seat).then(|| pos.def_id(run.source));
                        let said = shown.and_then(|def| effect_words(rules, def, run.ability.which()));
                        let said = said.map(|(_, does)| format!(": {does}")).unwrap_or_default();
                        (format!("{} is on the chain{said}. {asks}", capital(name(run.source))), Some(run.source))
                    }
                    Some(Frame::Play(play)) => {
                        (format!("{} is being played. {asks}", capital(name(play.card))), Some(play.card))
                    }
                    Some(Frame::Attack(attack)) => {
                        let card = pos.top(attack.attacker);
                        let who = card.map_or("Somebody", name);
                        (format!("{who} attacks. {asks}"), card)
                    }
                    _ => (asks, None),
                }
            }
            Some(Frame::Gather { .. }) => ("Which of your effects resolves first?".into(), None),
            Some(Frame::Which { card, .. }) => (format!("{}: what does it answer?", name(card)), Some(card)),
            Some(Frame::Whom { card, .. }) => (format!("{}: which of the targets does it mean?", name(card)), Some(card)),
            Some(Frame::Discard { left, cause, .. }) => (format!("Discard a card ({left} to go)."), cause.some()),
            Some(Frame::Land(land)) if land.levels && land.base.is_none() => {
                (format!("{}: which creature is levelled up?", name(land.card)), Some(land.card))
            }
            Some(Frame::Land(land)) => (format!("{}: face up or face down?", name(land.card)), Some(land.card)),
            Some(Frame::Lend { card, to, .. }) => (format!("Which effect of {} is copied?", name(card)), Some(to)),
            _ => (String::new(), None),
        };
        Question { words, about: about.filter(|&card| knows(pos, card, seat)).map(|card| pos.def_id(card)) }
    }

    /// How an option is shown to the asked seat.
    fn face(rules: &Rules, pos: &Position, choice: Choice) -> Face {
        let mut face = Face::word(FaceVerb::Choose, "");
        let seat = asked(pos);
        let mut about = |verb, card: CardRef, before: &str, behind: &str| {
            face.verb = verb;
            face.card = spot(pos, card, seat);
            face.words = match &face.card {
                Some(_) => format!("{before}{}{behind}", rules.name(pos.def_id(card))),
                None => format!("{before}a face-down card{}", place_words(pos, card)),
            };
            if face.card.is_none() {
                face.slot = pos.find(card).map(|place| (place.seat(), place.0 % SIDE as u8));
            }
        };
        match choice {
            Choice::Play(card) => about(FaceVerb::Play, card, "play ", ""),
            Choice::PlayDown(card) => about(FaceVerb::Play, card, "play ", " face down"),
            Choice::Level(card) => about(FaceVerb::Level, card, "level up with ", ""),
            Choice::LevelDown(card) => about(FaceVerb::Level, card, "level up with ", " face down"),
            Choice::Use(card, which) => {
                let turns = pos.find(card).is_some_and(|place| pos.is(place, Trait::DOWN));
                about(FaceVerb::Use, card, if turns { "turn up and use " } else { "use " }, "");
                tell_effect(rules, &mut face, which);
            }
            Choice::Flip(card) => about(FaceVerb::Flip, card, "turn up ", ""),
            Choice::Attack(card) => about(FaceVerb::Attack, card, "attack with ", ""),
            Choice::Card(card) => about(FaceVerb::Choose, card, "", ""),
            Choice::Trigger(card, which) => {
                about(FaceVerb::Choose, card, "", "");
                tell_effect(rules, &mut face, which);
            }
            Choice::Link(link) => match pos.agenda.frames().get(link as usize) {
                Some(Frame::Link(run)) => {
                    about(FaceVerb::Choose, run.source, "", "");
                    tell_effect(rules, &mut face, run.ability.which());
                }
                Some(Frame::Play(play)) => about(FaceVerb::Choose, play.card, "the play of ", ""),
                Some(Frame::Attack(attack)) => match pos.top(attack.attacker) {
                    Some(card) => about(FaceVerb::Choose, card, "the attack of ", ""),
                    None => face = Face::word(FaceVerb::Choose, "the attack"),
                },
                _ => {}
            },
            Choice::Rival => {
                face.seat = Some(seat.rival());
                face.words = "the rival".into();
            }
            Choice::Effect(which) => face.words = lent_words(rules, pos, which),
            Choice::Branch(branch) => face.words = branch_words(rules, pos, branch),
            Choice::Up => face.words = "face up".into(),
            Choice::Down => face.words = "face down".into(),
            Choice::Next => face = Face::word(FaceVerb::Next, "go to battle"),
            Choice::End => face = Face::word(FaceVerb::End, "end the turn"),
            Choice::Yes => face = Face::word(FaceVerb::Yes, "yes"),
            Choice::No => face = Face::word(FaceVerb::No, "no"),
            Choice::None => face = Face::word(FaceVerb::None, "none"),
            Choice::Pass => face = Face::pass(),
        }
        face
    }
}

/// A zone with nothing hidden, for scenarios and tests.
pub fn inspect(rules: &Rules, pos: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
    let which = match zone {
        "field" => return on_table(rules, pos, seat, true, None),
        "magic" => return on_table(rules, pos, seat, false, None),
        "under" => {
            let stacks = (0..PLACES).map(|at| Place::stack(seat, at));
            return stacks.flat_map(|place| pos.under(place)).map(|&card| off_table(rules, pos, card)).collect();
        }
        "hand" => Zone::Hand,
        "deck" => Zone::Deck,
        "discard" => Zone::Discard,
        "playing" => Zone::Limbo,
        _ => return vec![],
    };
    let cards = pos.pile(seat, which).iter().map(|&card| off_table(rules, pos, card));
    if which == Zone::Deck { cards.rev().collect() } else { cards.collect() }
}

/// How many extra plays a player has this turn, restricted ones included.
pub fn extra(pos: &Position, seat: Seat) -> i32 {
    let special = if pos.turn == seat { pos.extras.iter().map(|extra| i32::from(extra.left)).sum() } else { 0 };
    i32::from(pos.extra[seat]) + special
}

/// Says which effect of its card an option is about, unless the card is only a back.
fn tell_effect(rules: &Rules, face: &mut Face, which: u8) {
    face.effect = Some(which + 1);
    if let Some((cost, does)) = face.card.as_ref().and_then(|spot| effect_words(rules, spot.def, which)) {
        let cost = cost.map(|cost| format!(" ({cost})")).unwrap_or_default();
        face.words = format!("{}{cost}: {does}", face.words);
    }
}

/// What there was no room for.
pub const fn full_word(full: Full) -> &'static str {
    match full {
        Full::Changes => "lasting changes",
        Full::Extras => "extra plays",
        Full::Forbids => "forbidden plays",
        Full::Triggers => "triggers",
        Full::Links => "links on the chain",
    }
}

/// As scenario files write it.
pub const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Begin | Phase::Start => "start",
        Phase::Drawn => "draw",
        Phase::Main => "main",
        Phase::Battle => "battle",
        Phase::End | Phase::Limit | Phase::Pass => "end",
    }
}

/// Whether a player knows which card it is.
fn knows(pos: &Position, card: CardRef, seat: Seat) -> bool {
    pos.card(card).known(seat) || pos.owner(card) == seat
}

fn sees(pos: &Position, card: CardRef, audience: Audience) -> bool {
    match audience {
        Audience::Player(seat) => knows(pos, card, seat),
        // A spectator knows what both players know.
        Audience::Public => Seat::BOTH.into_iter().all(|seat| pos.card(card).known(seat)),
    }
}

/// Where a card is and how it is told from others of its name; none for a back.
fn spot(pos: &Position, card: CardRef, seat: Seat) -> Option<Spot> {
    if !knows(pos, card, seat) {
        return None;
    }
    let def = pos.def_id(card);
    let number = pos.zones.zone_of(card);
    let (side, which) = zone_parts(number)?;
    // Backs have no names.
    let before = |cards: &mut dyn Iterator<Item = CardRef>| {
        nth(card, cards.filter(|&other| knows(pos, other, seat)), |other| pos.def_id(other))
    };
    let row = |first: Place| {
        (first.0 as usize..first.0 as usize + PLACES).map(|at| pos.field.slots[at].card).filter(|&card| card != CardRef::NONE)
    };
    let place = place_of_zone(number);
    let top = place.is_some_and(|place| pos.slot(place).card == card);
    let (zone, nth) = match which {
        Zone::Stack if top => ("field", before(&mut row(Place::stack(side, 0)))),
        Zone::Stack => {
            let stacks = (0..PLACES).map(|at| Place::stack(side, at));
            ("under", before(&mut stacks.flat_map(|place| pos.under(place).iter().copied())))
        }
        Zone::Magic => ("magic", before(&mut row(Place::magic(side, 0)))),
        // The order of a deck is nobody's business; its options stand sorted by name.
        Zone::Deck => ("deck", 1),
        Zone::Hand => ("hand", before(&mut pos.pile(side, which).iter().copied())),
        Zone::Discard => ("discard", before(&mut pos.pile(side, which).iter().copied())),
        Zone::Limbo => ("playing", before(&mut pos.pile(side, which).iter().copied())),
    };
    Some(Spot { def, side, zone, nth, token: false, handle: pos.handles.of(card) })
}

fn place_words(pos: &Position, card: CardRef) -> String {
    match pos.find(card) {
        Some(place) => {
            let row = if place.is_stack() { "creature" } else { "magic" };
            format!(" ({row} place {})", place.at() + 1)
        }
        None => String::new(),
    }
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The links of the chain, the first one first: their cards, with the number of the effect.
fn chain(rules: &Rules, pos: &Position, audience: Audience) -> Vec<CardView> {
    let link = |frame: &Frame| {
        let (card, word, number) = match frame {
            Frame::Link(run) => (run.source, "effect", Some(i16::from(run.ability.which()) + 1)),
            Frame::Play(play) => (play.card, "play", None),
            Frame::Attack(attack) => (pos.top(attack.attacker)?, "attack", None),
            _ => return None,
        };
        let mut view = if sees(pos, card, audience) { off_table(rules, pos, card) } else { back(pos, card) };
        view.marks = vec![Mark { word, number, card: None }];
        Some(view)
    };
    pos.agenda.frames().iter().filter_map(link).collect()
}

/// A hand: the owner sees it in order; the others see what they know, by name, and backs for the rest.
fn hand(rules: &Rules, pos: &Position, seat: Seat, audience: Audience) -> Vec<CardView> {
    let known = |card: CardRef| pos.card(card).known(seat.rival());
    hidden_pile(pos.pile(seat, Zone::Hand), seat, audience, known, |card| off_table(rules, pos, card))
}

fn off_table(rules: &Rules, pos: &Position, card: CardRef) -> CardView {
    let data = pos.card(card);
    let def = rules.def(data.def());
    CardView {
        handle: pos.handles.of(card),
        def: Some(data.def()),
        stats: (!def.is_magic()).then_some(Stats::Pair(def.attack, def.defense)),
        marks: if def.is_magic() { vec![] } else { vec![level(def.level)] },
        ..CardView::back(data.owner())
    }
}

fn back(pos: &Position, card: CardRef) -> CardView {
    CardView { handle: pos.handles.of(card), marks: vec![Mark::word("facedown")], ..CardView::back(pos.owner(card)) }
}

/// ST H6: a card being played, with the place it goes to; the places of a side are numbered row by row.
fn on_its_way(rules: &Rules, pos: &Position, card: CardRef, audience: Audience) -> CardView {
    let mut view = if sees(pos, card, audience) { off_table(rules, pos, card) } else { back(pos, card) };
    let base = pos.agenda.frames().iter().find_map(|frame| match frame {
        Frame::Play(play) if play.card == card => play.base,
        _ => None,
    });
    let seat = pos.owner(card);
    let free = || if rules.def(pos.def_id(card)).is_magic() { pos.free_magic(seat) } else { pos.free_stack(seat) };
    view.place = base.map(|(place, _)| place).or_else(free).map(|place| place.0 % SIDE as u8);
    view
}

/// A row of the table as an audience sees it, or with nothing hidden.
fn on_table(rules: &Rules, pos: &Position, seat: Seat, stacks: bool, audience: Option<Audience>) -> Vec<CardView> {
    let place = |at| if stacks { Place::stack(seat, at) } else { Place::magic(seat, at) };
    let places = (0..PLACES).map(place).filter(|&place| pos.slot(place).taken());
    places.map(|place| lying(rules, pos, place, audience)).collect()
}

fn lying(rules: &Rules, pos: &Position, place: Place, audience: Option<Audience>) -> CardView {
    let slot = pos.slot(place);
    let card = slot.card;
    let mut marks: Vec<Mark> = Vec::new();
    let is = |has: Trait| pos.is(place, has);
    for (has, word) in [(Trait::TAPPED, "tapped"), (Trait::DOWN, "facedown")] {
        if is(has) {
            marks.push(Mark::word(word));
        }
    }
    if slot.attacks > 0 {
        marks.push(Mark::word("attacked"));
    }
    if is(Trait::TIRED) || is(Trait::FRESH) && is(Trait::DOWN) {
        marks.push(Mark::word("fresh"));
    }
    let seen = audience.is_none_or(|audience| sees(pos, card, audience));
    let mut stats = None;
    if place.is_stack() && seen {
        // Who knows a face-down card sees what is printed on it.
        let def = rules.def(pos.def_id(card));
        let numbers =
            if is(Trait::DOWN) { (def.level, def.attack, def.defense) } else { (slot.level, slot.attack, slot.defense) };
        marks.push(level(numbers.0));
        stats = Some(Stats::Pair(numbers.1, numbers.2));
    }
    for which in 0..2 {
        if is(Trait::on(which)) {
            marks.push(Mark { word: "on", number: Some(i16::from(which) + 1), card: None });
        }
    }
    for equip in pos.field.equips(card).iter() {
        let equip: DefId = pos.def_id(pos.slot(equip).card);
        marks.push(Mark { word: "equipped", number: None, card: Some(equip) });
    }
    CardView {
        handle: pos.handles.of(card),
        def: seen.then(|| pos.def_id(card)),
        place: Some(place.at() as u8),
        stats,
        marks,
        under: pos.under(place).iter().map(|&card| pos.def_id(card)).collect(),
        ..CardView::back(place.seat())
    }
}

fn level(level: u8) -> Mark {
    Mark { word: "level", number: Some(i16::from(level)), card: None }
}

/// The words of a branch, as the card says them.
fn branch_words(rules: &Rules, pos: &Position, branch: u8) -> String {
    let Some(Frame::Run(run)) = pos.agenda.top() else { return String::new() };
    rules.texts.branch(run.ability.ability(), branch)
}

/// The words of an effect that is to be copied.
fn lent_words(rules: &Rules, pos: &Position, which: u8) -> String {
    let Some(Frame::Lend { card, .. }) = pos.agenda.top() else { return String::new() };
    rules.texts.cards[pos.def_id(card).0 as usize].text.get(which as usize).cloned().unwrap_or_default()
}

fn run_question(rules: &Rules, pos: &Position, run: &Run) -> String {
    let name = rules.name(pos.def_id(run.source));
    program_question::<Strata>(name, rules, run, |pick| match (pick.when, pick.purpose, pick.group.from) {
        (When::Cost, ..) => "what do you pay with?",
        (_, Purpose::Redirect, _) => "which target instead?",
        (_, _, From::Deck) => "which card of your deck?",
        (_, _, From::Hand) => "which card of your hand?",
        (_, _, From::Pile | From::RivalPile) => "which card of the discard pile?",
        (_, _, From::UnderThis | From::UnderHost | From::UnderChosen(_) | From::Under(_)) => "which card underneath?",
        (When::Target, _, From::Field) => "which target?",
        (When::Step, _, From::Field) => "which card?",
    })
}
