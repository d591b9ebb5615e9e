//! The toy as a card game.

use playmat_cards::{
    Card, CardGame, CardRef, CardView, Compiled, Counted, Decks, DefId, Evaluate, Event, Face, FaceVerb, Follows, Imagine,
    Item, Mark, Part, Question, Reason, Rulebook, RulingInfo, Scene, SceneError, SceneValue, SceneWord, Setup, Show, Spot,
    Stage, Stats, Texts, Value, View, Zones, census,
};
use playmat_cardtext::{Code, ast};
use playmat_kernel::{Agenda, Audience, BySeat, Chance, Fast, Seat};

use super::{
    Choice, DECK, FIELD, Flaw, Frame, HAND, KINDS, Kind, MOST_CARDS, NAMES, NoWords, PILE, Position, Toy, ToyRules, ZONES,
};

const RULINGS: &[RulingInfo] =
    &[RulingInfo { name: "nets", values: &[("one", "one answers"), ("all", "all answer")], editions: &[0] }];
const SCENE: &[(&str, SceneWord)] = &[
    ("deck", SceneWord::Pile),
    ("hand", SceneWord::Pile),
    ("field", SceneWord::Places),
    ("pile", SceneWord::Pile),
    ("points", SceneWord::Number),
];

impl<const FLAW: u8> Rulebook for Toy<FLAW> {
    type Words = NoWords;

    fn editions() -> &'static [&'static str] {
        &["standard"]
    }

    fn rulings() -> &'static [RulingInfo] {
        RULINGS
    }

    fn compile(_: &[&ast::Card<NoWords>], _: usize, _: &[u8]) -> Compiled<ToyRules> {
        Compiled { complaints: Vec::new(), rules: Ok(ToyRules::new()) }
    }

    fn codes() -> &'static [&'static Code] {
        &[]
    }

    fn texts(rules: &ToyRules) -> &Texts {
        &rules.texts
    }

    fn ruling_values(_: &ToyRules) -> Vec<u8> {
        vec![0]
    }

    fn parts(_: &ToyRules) -> Vec<String> {
        ["open", "begin", "main", "play", "meal", "aim", "react", "strike"].map(str::to_string).to_vec()
    }
}

impl<const FLAW: u8> Decks for Toy<FLAW> {
    fn deck_faults(_: &ToyRules, deck: &[DefId]) -> Vec<Reason> {
        let fault = |code, sentence: &str| Reason { code, cards: Vec::new(), sentence: sentence.to_string() };
        let mut faults = Vec::new();
        if deck.len() != 10 {
            faults.push(fault("deck-size", "A deck has ten cards."));
        }
        if deck.iter().any(|def| KINDS[def.0 as usize] == Kind::Creature(1, 2, false)) {
            faults.push(fault("deck-token", "A token is not in a deck."));
        }
        faults
    }

    fn random_deck<C: Chance>(_: &ToyRules, _: Option<&str>, chance: &mut C) -> Vec<DefId> {
        let legal = ["Ant", "Bolt", "Cat", "Den", "Fork", "Net", "Spy", "Wolf"].map(super::def);
        (0..10).map(|_| legal[chance.one_of(legal.len() as u32) as usize]).collect()
    }

    fn open(_: &ToyRules, setup: &Setup) -> Position {
        let mut at = empty();
        for (seat, deck) in setup.decks.iter() {
            // The last card of a zone is its top.
            for &def in deck.iter().rev() {
                at.add(def, seat, DECK, false);
            }
        }
        (at.first, at.unshuffled) = (setup.first, setup.unshuffled);
        at.agenda.push(Frame::Open);
        at
    }
}

impl<const FLAW: u8> Show for Toy<FLAW> {
    fn view(_: &ToyRules, at: &Position, audience: Audience) -> View {
        let mut parts = Vec::new();
        for seat in Seat::BOTH {
            let mut part = |name, value| parts.push(Part { seat: Some(seat), name, value });
            part("points", Value::Number(at.points[seat].into()));
            part("deck", Value::Number(at.zone(seat, DECK).len() as i32));
            for zone in [HAND, FIELD, PILE] {
                let mut cards: Vec<CardView> =
                    at.zone(seat, zone).iter().map(|&card| seen::<FLAW>(at, card, zone, audience)).collect();
                if zone == HAND {
                    cards.sort_by_key(|card| (card.def.is_none(), card.def));
                }
                part(ZONES[zone], Value::Cards(cards));
            }
        }
        parts.push(Part { seat: None, name: "turn", value: Value::Word(at.turn.tag()) });
        parts.push(Part { seat: None, name: "phase", value: Value::Word(phase(at)) });
        View { parts }
    }

    fn question(_: &ToyRules, at: &Position) -> Question {
        let (words, about) = match at.agenda.top() {
            Some(Frame::Main) => ("What next?", None),
            Some(Frame::Meal(card, _)) => ("Which meal?", Some(card)),
            Some(Frame::Aim(card)) => ("Attack whom?", Some(card)),
            Some(Frame::Play(card, _)) => ("Which target or option?", Some(card)),
            _ => ("Do you react?", None),
        };
        Question { words: words.to_string(), about: about.map(|card| at.cards[card.0 as usize].def()) }
    }

    fn face(_: &ToyRules, at: &Position, choice: Choice) -> Face {
        let spot = |card: CardRef| {
            let zone = at.zones.zone_of(card);
            let def = at.cards[card.0 as usize].def();
            let same = |other: &&CardRef| at.cards[other.0 as usize].def() == def;
            let nth = at.zones.zone(zone).iter().filter(same).position(|&other| other == card).unwrap_or(0) as u8 + 1;
            let token = at.cards[card.0 as usize].made();
            Spot { def, side: Seat::from_bit((zone.0 / 4) as u8), zone: ZONES[zone.0 % 4], nth, token, handle: None }
        };
        let name = |card: CardRef| NAMES[at.cards[card.0 as usize].def().0 as usize];
        let (verb, card, seat, words) = match choice {
            Choice::Play(card) => (FaceVerb::Play, Some(card), None, format!("play {}", name(card))),
            Choice::Attack(card) => (FaceVerb::Attack, Some(card), None, format!("attack with {}", name(card))),
            Choice::Use(card) => (FaceVerb::Use, Some(card), None, format!("use {}", name(card))),
            Choice::Card(card) => (FaceVerb::Choose, Some(card), None, name(card).to_string()),
            Choice::Player(seat) => (FaceVerb::Choose, None, Some(seat), seat.tag().to_string()),
            Choice::Branch(1) => (FaceVerb::Choose, None, None, "draw a card".to_string()),
            Choice::Branch(_) => (FaceVerb::Choose, None, None, "heal 1".to_string()),
            Choice::None => (FaceVerb::None, None, None, "no more".to_string()),
            Choice::Pass => (FaceVerb::Pass, None, None, "pass".to_string()),
            Choice::Next => (FaceVerb::Next, None, None, "go to combat".to_string()),
            Choice::End => (FaceVerb::End, None, None, "end the turn".to_string()),
        };
        Face { card: card.map(spot), seat, ..Face::word(verb, words) }
    }

    fn why_not_in_hand(_: &ToyRules, at: &Position, seat: Seat) -> Vec<(DefId, Reason)> {
        let hand = at.sorted(seat, HAND).into_iter().filter(|&card| at.fighting || !at.playable(card));
        hand.map(|card| (at.cards[card.0 as usize].def(), at.reason::<FLAW>("not-playable"))).collect()
    }

    fn sentence(_: &ToyRules, event: &Event, _: BySeat<&str>) -> String {
        let name = |def: DefId| NAMES[def.0 as usize];
        let card = event.cards.first().and_then(|card| card.def).map(name).unwrap_or_default();
        let number = event.number.map(|number| format!(" {number}")).unwrap_or_default();
        format!("{} {} {card}{number}", event.seat.map_or("", Seat::tag), event.what).trim().to_string()
    }

    fn phases() -> &'static [&'static str] {
        &["main", "combat"]
    }

    fn turn(at: &Position) -> (Seat, &'static str) {
        (at.turn, phase(at))
    }

    fn turns(at: &Position) -> u32 {
        at.turns.into()
    }
}

impl<const FLAW: u8> Imagine for Toy<FLAW> {
    fn imagine<C: Chance>(rules: &ToyRules, at: &Position, seat: Seat, chance: &mut C) -> Position {
        let mut imagined = at.clone();
        let hidden = |at: &Position, owner, zone| -> Vec<CardRef> {
            at.zone(owner, zone).iter().copied().filter(|card| !at.cards[card.0 as usize].known(seat)).collect()
        };
        let deck = imagined.zones.order_mut(super::rules::number(seat, DECK));
        deck.sort_unstable();
        playmat_kernel::shuffle(deck, chance);
        for zone in [DECK, HAND] {
            for card in hidden(at, seat.rival(), zone) {
                let deck = Self::random_deck(rules, None, chance);
                imagined.cards[card.0 as usize].set_def(deck[0]);
            }
        }
        // Stats of cards that are not on the field are nobody's business.
        for card in 0..MOST_CARDS as u8 {
            if at.zones.zone_of(CardRef(card)).0 % 4 != FIELD {
                let def = imagined.cards[card as usize].def();
                imagined.stats[card as usize] = match KINDS[def.0 as usize] {
                    Kind::Creature(attack, life, _) | Kind::Eater(attack, life) => (attack, life),
                    _ => (0, 0),
                };
            }
        }
        // An eater that is being played keeps what it has eaten.
        if let Some(Frame::Meal(eater, _)) = at.agenda.top() {
            imagined.stats[eater.0 as usize] = at.stats[eater.0 as usize];
        }
        imagined
    }
}

impl<const FLAW: u8> Evaluate for Toy<FLAW> {
    fn evaluate(_: &ToyRules, at: &Position, seat: Seat) -> i32 {
        let traps = if FLAW == Flaw::DISHONEST_EVALUATION { at.nets(seat.rival()).count() as i32 } else { 0 };
        i32::from(at.points[seat]) - i32::from(at.points[seat.rival()]) - traps
    }
}

impl<const FLAW: u8> Stage for Toy<FLAW> {
    fn state_words() -> &'static [(&'static str, Follows)] {
        &[("tired", Follows::Nothing), ("token", Follows::Nothing)]
    }

    fn scene_words() -> &'static [(&'static str, SceneWord)] {
        SCENE
    }

    fn stage(_: &ToyRules, scene: &Scene) -> Result<Position, SceneError> {
        let mut at = empty();
        for line in &scene.lines {
            match &line.value {
                SceneValue::Numbers(numbers) => at.points[line.seat] = numbers[0] as i16,
                SceneValue::Cards(items) => {
                    let zone = ZONES.iter().position(|zone| *zone == line.word).unwrap_or(PILE);
                    let place = |item: &Item| stage_card(&mut at, line.seat, zone, item);
                    let mut items: Vec<&Item> = items.iter().collect();
                    if zone == DECK {
                        items.reverse();
                    }
                    let missing = SceneError { line: line.line, message: "the table is full".to_string() };
                    items.into_iter().map(place).collect::<Option<()>>().ok_or(missing)?;
                }
            }
        }
        let (seat, words) = scene.turn.clone().unwrap_or((Seat::One, Vec::new()));
        at.turn = seat;
        at.fighting = words.first().is_some_and(|word| word == "combat");
        at.turns = 1;
        at.agenda.push(Frame::Main);
        Ok(at)
    }

    fn inspect(_: &ToyRules, at: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
        let Some(zone) = ZONES.iter().position(|known| *known == zone) else { return Vec::new() };
        let mut cards: Vec<CardView> = at.zone(seat, zone).iter().map(|&card| shown(at, card, zone)).collect();
        if zone == DECK {
            cards.reverse();
        }
        cards
    }

    fn number(at: &Position, seat: Seat, word: &str, _: Option<i32>) -> Option<i32> {
        (word == "points").then(|| at.points[seat].into())
    }

    fn census(at: &Position) -> Vec<Counted> {
        let mut all = census(&at.zones, |_| (FLAW == Flaw::ONE_HANDLE).then_some(7));
        if FLAW == Flaw::TWICE && at.turns > 3 {
            all.extend(all.first().copied());
        }
        all
    }
}

impl<const FLAW: u8> Fast for Toy<FLAW> {}

impl<const FLAW: u8> CardGame for Toy<FLAW> {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "Toy";
    const RULE_VERSION: u16 = 1;
}

fn empty() -> Position {
    Position {
        cards: [Card::default(); MOST_CARDS],
        stats: [(0, 0); MOST_CARDS],
        tired: [false; MOST_CARDS],
        zones: Zones::new(),
        points: BySeat::new(10, 10),
        turn: Seat::One,
        fighting: false,
        turns: 0,
        unshuffled: false,
        first: None,
        agenda: Agenda::new(Frame::Open),
    }
}

fn stage_card(at: &mut Position, seat: Seat, zone: usize, item: &Item) -> Option<()> {
    let has = |word: &str| item.words.iter().any(|state| state.word == word && !state.absent);
    let def = super::def(&item.name);
    let made = has("token") || KINDS[def.0 as usize] == Kind::Creature(1, 2, false);
    let card = at.add(def, seat, zone, made)?;
    at.tired[card.0 as usize] = has("tired");
    if let Some(Stats::Pair(attack, life)) = item.stats {
        at.stats[card.0 as usize] = (attack as i8, life as i8);
    }
    Some(())
}

fn phase(at: &Position) -> &'static str {
    if at.fighting { "combat" } else { "main" }
}

/// A card with nothing hidden.
fn shown(at: &Position, card: CardRef, zone: usize) -> CardView {
    let index = card.0 as usize;
    let (attack, life) = at.stats[index];
    let mut marks = Vec::new();
    if at.tired[index] && zone == FIELD {
        marks.push(Mark::word("tired"));
    }
    if at.cards[index].made() {
        marks.push(Mark::word("token"));
    }
    let stats = (zone == FIELD).then_some(Stats::Pair(attack.into(), life.into()));
    let def = Some(at.cards[index].def());
    CardView {
        handle: None,
        def,
        owner: at.cards[index].owner(),
        place: None,
        stats,
        terms: Vec::new(),
        marks,
        under: Vec::new(),
    }
}

/// A card as an audience sees it.
fn seen<const FLAW: u8>(at: &Position, card: CardRef, zone: usize, audience: Audience) -> CardView {
    let kept = at.cards[card.0 as usize];
    let known = match audience {
        _ if zone != HAND || FLAW == Flaw::SEEN_HAND => true,
        Audience::Player(seat) => kept.known(seat),
        Audience::Public => kept.known(Seat::One) && kept.known(Seat::Two),
    };
    let view = shown(at, card, zone);
    if known { view } else { CardView { def: None, stats: None, marks: Vec::new(), ..view } }
}
