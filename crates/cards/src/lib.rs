//! What every card game needs and none should write again: cards in zones, knowledge, programs, and the forms in which a game
//! is shown, staged and handed to those above it. Knows no particular game's phases, words or numbers.

mod card;
mod shelf;
mod program;
mod ruling;
mod show;
mod tale;
mod scene;
mod house;

pub use card::{Card, CardRef, DefId};
pub use house::{CardGame, RulingInfo, SceneWord, Setup, Terms};
pub use program::{Cursor, Op, Wants, next};
pub use ruling::Ruling;
pub use scene::{Follows, Item, Scene, SceneError, SceneLine, SceneValue, StateWord};
pub use shelf::Shelf;
pub use show::{CardInfo, CardView, Event, Face, Mark, Part, Question, Reason, Seen, Spot, Stats, Term, Value, View};
pub use tale::{Tale, tale};
