//! What the asked seat may see, as numbers for learning players: see [`Encode`]. Like the view it is built up from nothing, and all is
//! said from the asked player's side: "own" and "rival", never a seat. Nothing depends on which number a hidden card has or on the
//! order of a hidden zone.
//!
//! In reading order: the columns (`rows`), the layout, the observation with what asks (`asking`) and `piles`, the options, the
//! definitions (`features`).

mod rows;
mod asking;
mod piles;
mod features;

use playmat_cards::{Block, CardRef, DefId, Encode, Layout, Order, Span};
use playmat_kernel::{Decision, Form, Occasion, Seat};

use crate::Skirmish;
use crate::choice::Choice;
use crate::resolve;
use crate::rules::Rules;
use crate::rulings::CloseFront;
use crate::setup::DECK;
use crate::state::{Frame, Phase, Place, Places, Position, REGISTERS, Slot, TERRAINS, Zone, zone};
use crate::words::{Keyword, Trigger};
use asking::{asking, chosen, waiting};
use piles::{hand, known, pile};
use rows::{ChosenRow, HandRow, Header, OptionRow, PILE_COLUMNS, PlaceRow, TerrainRow, WaitingRow};

/// The rows of a hand or pile. No card ever goes to the other player's, so that none holds more than a legal deck has (SK Match).
const PILE: usize = *DECK.end();
/// Both sides.
const PLACES: usize = 2 * TERRAINS;
/// "It", then the registers.
const CHOSEN: usize = 1 + REGISTERS;
/// How much of what waits has a row.
const WAITING: usize = 4;
/// The longest list is that of a move: a whole deck in hand, five tokens that can be activated, and being done. Every other list has
/// at most the own dead or ten slots, and none of them; an `either` has at most eight branches.
const MOST_LISTED: usize = PILE + TERRAINS + 1;

/// The keywords of a unit have a column each.
const _: () = assert!(Keyword::ALL.len() == 3);
/// What the column `trigger` says of an action.
const _: () = assert!(Trigger::Played as u8 == 10);

const PILE_ORDER: &str = "A card each, ordered by definition; rows of 0 follow.";

const LAYOUT: Layout = Layout {
    version: 1,
    observation: &[
        Block {
            name: "header",
            meaning: "The match and what is asked.",
            rows: 1,
            order: Order::Each,
            columns: Header::COLUMNS,
        },
        Block {
            name: "places",
            meaning: "A slot each: the own ones of terrain 0 to 4, then the rival's.",
            rows: PLACES,
            order: Order::Each,
            columns: PlaceRow::COLUMNS,
        },
        Block {
            name: "terrains",
            meaning: "A terrain each, from 0 to 4.",
            rows: TERRAINS,
            order: Order::Each,
            columns: TerrainRow::COLUMNS,
        },
        Block {
            name: "chosen",
            meaning: "What was chosen by the line that asks: what `it` means, then each choice in the order of the line.",
            rows: CHOSEN,
            order: Order::Each,
            columns: ChosenRow::COLUMNS,
        },
        Block {
            name: "waiting",
            meaning: "What is done after what asks, the next first; those beyond the rows are counted in the header.",
            rows: WAITING,
            order: Order::Each,
            columns: WaitingRow::COLUMNS,
        },
        Block {
            name: "hand",
            meaning: "A card of the own hand each, in the order of the hand; rows of 0 follow.",
            rows: PILE,
            order: Order::Alike,
            columns: HandRow::COLUMNS,
        },
        Block { name: "own_deck", meaning: PILE_ORDER, rows: PILE, order: Order::Alike, columns: PILE_COLUMNS },
        Block { name: "own_graveyard", meaning: PILE_ORDER, rows: PILE, order: Order::Alike, columns: PILE_COLUMNS },
        Block { name: "rival_graveyard", meaning: PILE_ORDER, rows: PILE, order: Order::Alike, columns: PILE_COLUMNS },
        Block {
            name: "rival_known",
            meaning: "A card of the rival's hand that was seen each, ordered by definition; rows of 0 follow.",
            rows: PILE,
            order: Order::Alike,
            columns: PILE_COLUMNS,
        },
    ],
    options: Block {
        name: "options",
        meaning: "An option each, in the order of the list.",
        rows: MOST_LISTED,
        order: Order::Alike,
        columns: OptionRow::COLUMNS,
    },
    definitions: Block {
        name: "definitions",
        meaning: "A card each, by name.",
        rows: 0,
        order: Order::Alike,
        columns: features::COLUMNS,
    },
    // The places, then the own hand: see `at` and `in_hand`.
    pointed: &[Span { block: 1, from: 0, rows: PLACES }, Span { block: 5, from: 0, rows: PILE }],
};

impl Encode for Skirmish {
    const LAYOUT: Layout = LAYOUT;

    fn encode(rules: &Rules, pos: &Position, decision: Decision, out: &mut [i16]) {
        assert_eq!(out.len(), const { LAYOUT.len() }, "an observation has as many numbers as its layout says");
        let me = decision.seat;
        let rival = me.rival();
        let (_, below) = pos.agenda.frames().split_last().unwrap_or((&Frame::Turn, &[]));
        let fixed = below.iter().find_map(|frame| if let Frame::Resolve { won, .. } = frame { Some(*won) } else { None });
        let won = fixed.unwrap_or_else(|| resolve::controlled(pos));
        let (header, mut rest) = out.split_at_mut(Header::LEN);
        let rest = &mut rest;
        places(pos, [me, rival], cut(rest));
        terrains(pos, me, won, cut(rest));
        chosen(pos, me, cut(rest));
        let waiting = waiting(rules, pos, me, below, cut(rest));
        hand(pos, me, cut(rest));
        pile(pos, pos.pile(me, Zone::Deck), cut(rest));
        pile(pos, pos.pile(me, Zone::Graveyard), cut(rest));
        pile(pos, pos.pile(rival, Zone::Graveyard), cut(rest));
        let known = known(pos, me, cut(rest));

        let count = |seat, which| pos.zones.len(zone(seat, which)) as i16;
        let size = |set: Places, seat| set.and(Places::of(seat)).0.count_ones() as i16;
        let beyond = |count: i16| (count - PILE as i16).max(0);
        let [own_hand, own_deck, own_graveyard] = [Zone::Hand, Zone::Deck, Zone::Graveyard].map(|which| count(me, which));
        let rival_graveyard = count(rival, Zone::Graveyard);
        let row = Header {
            occasion: occasion(decision.occasion),
            form: form(decision.form),
            phase: phase(pos.phase),
            own_turn: i16::from(pos.turn == me),
            turns: pos.turns.min(i16::MAX as u16) as i16,
            skirmish: i16::from(pos.skirmish),
            own_began: i16::from(pos.starter == me),
            own_taken: i16::from(pos.taken[me]),
            rival_taken: i16::from(pos.taken[rival]),
            own_wins: i16::from(pos.wins[me]),
            rival_wins: i16::from(pos.wins[rival]),
            own_done: i16::from(pos.done[me]),
            rival_done: i16::from(pos.done[rival]),
            own_points: size(won, me),
            rival_points: size(won, rival),
            resolving: i16::from(fixed.is_some()),
            front_is_close: i16::from(rules.rulings.close_front == CloseFront::Included),
            most_copies: rules.rulings.copies.most() as i16,
            set_off: i16::from(pos.set_off),
            own_hand,
            own_deck,
            own_graveyard,
            own_units: size(pos.field.taken(), me),
            rival_hand: count(rival, Zone::Hand),
            rival_deck: count(rival, Zone::Deck),
            rival_graveyard,
            rival_units: size(pos.field.taken(), rival),
            rival_known: known,
            more: [own_hand, own_deck, own_graveyard, rival_graveyard, known].map(beyond).iter().sum(),
            waiting,
            ..asking(rules, pos, me)
        };
        header.copy_from_slice(&row.numbers());
    }

    #[inline]
    fn encode_option(_rules: &Rules, pos: &Position, decision: Decision, choice: Choice, out: &mut [i16]) {
        let me = decision.seat;
        let plain = |verb| OptionRow { verb, ..OptionRow::default() };
        let row = match choice {
            Choice::Play(card) => {
                let entity = in_hand(pos.zones.place_in(zone(me, Zone::Hand), card));
                OptionRow { card: number(pos.def_id(card)), entity, whose: 1, ..plain(1) }
            }
            Choice::Use(card) => on_card(pos, me, card, plain(2)),
            Choice::Done => plain(3),
            Choice::End => plain(4),
            Choice::Card(card) => on_card(pos, me, card, plain(5)),
            Choice::Slot(place) => on_slot(me, place, OptionRow { card: standing(pos, place), ..plain(6) }),
            Choice::Branch(branch) => OptionRow { branch: i16::from(branch), ..plain(7) },
            Choice::Yes => plain(8),
            Choice::No => plain(9),
            Choice::None => plain(10),
        };
        out.copy_from_slice(&row.numbers());
    }

    fn encode_definition(rules: &Rules, def: DefId, out: &mut [i16]) {
        features::write(rules, def, out);
    }
}

/// The next rows.
#[inline(always)]
fn cut<'a, const N: usize>(rest: &mut &'a mut [i16]) -> &'a mut [i16; N] {
    let (rows, others) = std::mem::take(rest).split_first_chunk_mut().expect("the blocks are as long as the layout");
    *rest = others;
    rows
}

/// A definition as a column holds it.
#[inline(always)]
const fn number(def: DefId) -> i16 {
    def.0 as i16 + 1
}

/// The definition of a card, as far as the asked player knows it.
#[inline]
fn seen(pos: &Position, me: Seat, card: CardRef) -> i16 {
    let known = card.some().map(|card| pos.card(card)).filter(|card| card.known(me));
    known.map_or(0, |card| number(card.def()))
}

/// Who stands on a slot.
#[inline]
fn standing(pos: &Position, place: Place) -> i16 {
    pos.field.cards[place].some().map_or(0, |card| number(pos.def_id(card)))
}

/// The row of a slot among the places, from 1.
#[inline(always)]
fn at(me: Seat, place: Place) -> i16 {
    (usize::from(place.seat() != me) * TERRAINS + place.terrain() + 1) as i16
}

/// The row of a card of the own hand among all that is an entity, behind the places; 0 if it has none.
#[inline(always)]
const fn in_hand(nth: usize) -> i16 {
    if nth < PILE { (PLACES + nth + 1) as i16 } else { 0 }
}

/// The row of a card among the places and the own hand, from 1; 0 if it is elsewhere.
fn entity(pos: &Position, me: Seat, card: CardRef) -> i16 {
    match pos.find(card) {
        Some(place) => at(me, place),
        None => pos.pile(me, Zone::Hand).iter().position(|&other| other == card).map_or(0, in_hand),
    }
}

#[inline]
fn on_card(pos: &Position, me: Seat, card: CardRef, row: OptionRow) -> OptionRow {
    let row = OptionRow { card: seen(pos, me, card), ..row };
    match pos.find(card) {
        Some(place) => on_slot(me, place, row),
        None => OptionRow { whose: whose(me, pos.card(card).owner()), ..row },
    }
}

#[inline]
fn on_slot(me: Seat, place: Place, row: OptionRow) -> OptionRow {
    OptionRow { entity: at(me, place), whose: whose(me, place.seat()), terrain: place.terrain() as i16 + 1, ..row }
}

#[inline]
fn whose(me: Seat, seat: Seat) -> i16 {
    if seat == me { 1 } else { 2 }
}

const fn occasion(occasion: Occasion) -> i16 {
    match occasion {
        Occasion::Move => 0,
        Occasion::Declaring => 1,
        Occasion::Raised => 2,
    }
}

const fn form(form: Form) -> i16 {
    match form {
        Form::OneOf => 0,
        Form::SomeOf => 1,
        Form::Order => 2,
    }
}

const fn phase(phase: Phase) -> i16 {
    match phase {
        Phase::Start => 0,
        Phase::Move => 1,
        Phase::Activated => 2,
        Phase::Pass => 3,
    }
}

/// The slots of both sides. The states of all units are sets of slots: a bit of each is a number here.
#[inline]
fn places(pos: &Position, sides: [Seat; 2], out: &mut [i16; PLACES * PlaceRow::LEN]) {
    let (field, powers) = (&pos.field, pos.powers());
    let ready = field.rested().without(field.cooling());
    let [used, fresh, silenced] = [Slot::USED, Slot::FRESH, Slot::SILENCED].map(|state| field.being(state));
    let [devourers, guards, underdogs] =
        [Keyword::Devourer, Keyword::Guard, Keyword::Underdog].map(|keyword| field.with(keyword));
    let (rows, _) = out.as_chunks_mut::<{ PlaceRow::LEN }>();
    for (side, rows) in sides.into_iter().zip(rows.chunks_exact_mut(TERRAINS)) {
        for (terrain, out) in rows.iter_mut().enumerate() {
            let place = Place::new(side, terrain);
            let is = |set: Places| i16::from(set.has(place));
            // An empty slot has card 255, which has no definition.
            let card = field.cards[place];
            let data = pos.cards.get(card.0 as usize).copied();
            let row = PlaceRow {
                card: data.map_or(0, |data| number(data.def())),
                power: powers[place] * is(field.taken()),
                printed: field.base[place],
                gain: field.gain[place],
                passing: field.passing.of(place),
                damage: field.damage[place],
                modifier: pos.mods[place],
                cooldown: i16::from(field.cooldown(place)),
                ready: is(ready),
                used: is(used),
                fresh: is(fresh),
                silenced: is(silenced),
                token: data.map_or(0, |data| i16::from(data.made())),
                devourer: is(devourers),
                guard: is(guards),
                underdog: is(underdogs),
            };
            *out = row.numbers();
        }
    }
}

/// The terrains, from what both sides have there.
#[inline]
fn terrains(pos: &Position, me: Seat, won: Places, out: &mut [i16; TERRAINS * TerrainRow::LEN]) {
    let (field, powers) = (&pos.field, pos.powers());
    let (guards, underdogs) = (field.with(Keyword::Guard), field.with(Keyword::Underdog));
    let (rows, _) = out.as_chunks_mut::<{ TerrainRow::LEN }>();
    for (terrain, out) in rows.iter_mut().enumerate() {
        let own = Place::new(me, terrain);
        let front = own.front();
        let is = |set: Places, place: Place| i16::from(set.has(place));
        let row = TerrainRow {
            leader: is(won, own) - is(won, front),
            margin: powers[own] * is(field.taken(), own) - powers[front] * is(field.taken(), front),
            inverted: is(underdogs, own) | is(underdogs, front),
            own_shut: is(guards, front),
            rival_shut: is(guards, own),
        };
        *out = row.numbers();
    }
}
