//! A match: plain data that is copied, compared and hashed.

use playmat_cards::game::*;

use crate::rules::Rules;

zones! {
    /// Where cards are; each player has all of these.
    pub enum Zone { Deck = "deck" for Nobody, Hand = "hand" for Owner, Field = "field" for All, Discard = "discard" for All }
}

/// VG 5: the turns of a night.
pub const NIGHT: u8 = 24;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Up to 48 cards, in four zones of each player and one for what is not in the game. The number of a card is its light.
    pub board: Board<Zone, 48, 9>,
    pub life: BySeat<i16>,
    pub turn: Seat,
    /// How many turns were begun, and how many cards were played in this one.
    pub turns: u8,
    pub plays: u8,
    /// What is still to be done, the next on top; where there is nothing, a turn begins.
    pub agenda: Agenda<Frame, 32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Decks are shuffled, and hands are dealt.
    Open { first: Option<Seat>, shuffle: bool },
    /// The player in turn plays cards.
    Main,
    /// Light is compared.
    Compare,
    /// A line of a card happens: which, where in its program, of which card, for whom, and what was chosen.
    Run(Run<Chosen>),
}

/// One option of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    Play(CardRef),
    #[default]
    End,
    /// To what a card asks.
    Answer(Answer<CardRef>),
}

/// Everything a step of the rules needs at hand.
pub struct Cx<'a, C, L> {
    pub rules: &'a Rules,
    pub pos: &'a mut Position,
    pub chance: &'a mut C,
    pub heard: &'a mut L,
}

impl Position {
    /// Before anything has happened (VG 1).
    pub fn empty() -> Self {
        let (life, agenda) = (BySeat::new(20, 20), Agenda::new(Frame::Main));
        Position { board: Board::new(), life, turn: Seat::One, turns: 0, plays: 0, agenda }
    }

    pub fn candles(&self, seat: Seat) -> &[CardRef] {
        self.board.zone(seat, Zone::Field)
    }

    /// VG 4: the light of all candles of a player.
    pub fn light(&self, seat: Seat) -> i16 {
        self.candles(seat).iter().map(|&card| i16::from(self.board.number(card))).sum()
    }

    /// VG 5: somebody has no life left, or it dawns.
    pub fn is_over(&self) -> bool {
        let dawn = self.turns == NIGHT && self.agenda.depth() == 0;
        dawn || Seat::BOTH.into_iter().any(|seat| self.life[seat] <= 0)
    }
}
