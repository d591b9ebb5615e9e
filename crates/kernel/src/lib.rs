//! A turn-taking game with secrets, and nothing else: no cards, no text for people, no generator, no clock, no I/O.
//!
//! A game is a [`Game`]: a flat position with an [`Agenda`] of frames, a `step` that runs the topmost frame once, and a list of
//! options for every question. The [`Table`] is the only loop. Chance is an argument, events exist only where somebody
//! listens. This is a complete game: a secret number is guessed within three tries.
//!
//! ```
//! use playmat_kernel::*;
//!
//! struct Guess;
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Position { secret: u8, agenda: Agenda<Frame, 4> }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! enum Frame { Hide, Guess { left: u8, said: Option<u8> } }
//!
//! impl Game for Guess {
//!     type Rules = u8; // how many numbers there are
//!     type Position = Position;
//!     type Choice = u8;
//!     type Event = &'static str;
//!     type Reason = &'static str;
//!
//!     fn step<C: Chance, L: Listener<Self::Event>>(rules: &u8, at: &mut Position, chance: &mut C, heard: &mut L) -> Step {
//!         match at.agenda.pop() {
//!             None => Step::Over(Outcome::Won(Seat::Two)), // no try is left
//!             Some(Frame::Hide) => {
//!                 at.secret = chance.one_of(*rules as u32) as u8;
//!                 at.agenda.push(Frame::Guess { left: 3, said: None });
//!                 Step::Go
//!             }
//!             Some(frame @ Frame::Guess { said: None, .. }) => {
//!                 at.agenda.push(frame); // asking changes nothing
//!                 Step::Ask(Decision { seat: Seat::One, form: Form::OneOf, occasion: Occasion::Move })
//!             }
//!             Some(Frame::Guess { said: Some(n), .. }) if n == at.secret => Step::Over(Outcome::Won(Seat::One)),
//!             Some(Frame::Guess { left, .. }) => {
//!                 if L::ON { heard.hear(Told::by(|_| Heard::Known("wrong"))); }
//!                 if left > 1 { at.agenda.push(Frame::Guess { left: left - 1, said: None }); }
//!                 Step::Go
//!             }
//!         }
//!     }
//!     fn options(rules: &u8, _: &Position, options: &mut Options<u8>) { options.extend(0..*rules); }
//!     fn take<C: Chance, L: Listener<Self::Event>>(_: &u8, at: &mut Position, choice: u8, _: &mut C, _: &mut L) -> Step {
//!         if let Some(Frame::Guess { said, .. }) = at.agenda.top_mut() { *said = Some(choice); }
//!         Step::Go
//!     }
//!     fn why_not(_: &u8, _: &Position, _: u8) -> &'static str { "there is no such number" }
//!     fn overflowed(at: &Position) -> bool { at.agenda.overflowed() }
//! }
//!
//! struct Always(u32); // chance is asked, never owned: here a test names its coin
//! impl Chance for Always { fn one_of(&mut self, _: u32) -> u32 { self.0 } }
//!
//! let mut agenda = Agenda::new(Frame::Hide);
//! agenda.push(Frame::Hide);
//! let mut events = Vec::new();
//! let mut table = Table::<Guess>::start(&10, Position { secret: 0, agenda }, &mut Always(7), &mut events);
//! let refused = table.choose(&10, Seat::One, 11, &mut Always(0), &mut events).unwrap_err();
//! assert_eq!(refused.reason, RefusalReason::Rules("there is no such number"));
//! table.answer(&10, Seat::One, 3, &mut Always(0), &mut events).unwrap();
//! table.answer(&10, Seat::One, 7, &mut Always(0), &mut events).unwrap();
//! assert_eq!(table.outcome(), Some(Outcome::Won(Seat::One)));
//! assert_eq!(events.len(), 1);
//! ```

mod seat;
mod chance;
mod agenda;
mod event;
mod game;
mod table;
mod fast;
mod record;

pub use agenda::Agenda;
pub use chance::{Chance, shuffle, shuffle_back};
pub use event::{AnyListener, Audience, Heard, Listener, Silence, Told};
pub use fast::Fast;
pub use game::{Decision, Form, Game, Lister, MOST_OPTIONS, Occasion, Options, Outcome, Step};
pub use record::{Entry, Fingerprint, MatchId, RECORD_VERSION, Record, Seal, TRAIL_VERSION, Trail, enter};
pub use seat::{BySeat, Seat};
pub use table::{RefusalReason, Refused, Status, Table, go_on};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
