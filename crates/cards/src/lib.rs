//! What every card game needs and none should write again: cards in zones, knowledge, programs, and the forms in which a game
//! is shown, staged and handed to those above it. Knows no particular game's phases, words or numbers.

mod card;
mod bytes;
mod zones;
mod handles;
mod byte_sets;
mod bit_set;
mod program;
mod run;
mod programs;
mod machine;
mod lines;
mod findings;
mod draft;
mod compile;
mod book;
mod ruling;
mod face_verb;
mod show;
mod tell_apart;
mod texts;
mod event_kinds;
mod event_draft;
mod scene;
mod board;
mod checks;
mod window;
mod likely;
mod deck_rule;
mod card_game;
mod encode;
mod encoder;
pub mod prelude;
pub mod game;

pub use bit_set::Numbered;
pub use board::{Board, Sight, ZoneSet};
pub use book::{Book, Clauses, LineOf, TriggerOf};
pub use byte_sets::{count_of_eight, nth_of_eight};
pub use bytes::{EVERY, bytes_like};
pub use card::{Card, CardRef, DefId, Note, show_known};
pub use card_game::{
    CardGame, Counted, Decks, Evaluate, Imagine, Rulebook, RulingInfo, SceneWord, Setup, Show, Stage, Terms, census,
};
pub use checks::{leads_back, more_copies_than};
pub use compile::{Compile, Line};
pub use deck_rule::DeckRule;
pub use draft::{Draft, Listing, Side};
pub use encode::{Block, Column, Encode, Holds, Layout, Order, Span};
pub use encoder::Encoder;
pub use event_draft::EventDraft;
pub use event_kinds::EventKinds;
pub use face_verb::FaceVerb;
pub use findings::{Compiled, Findings, NO_NUMBER, Objection, Stuck, out_of_range, too_large};
pub use handles::Handles;
pub use likely::{Known, MOST_LIKELY, ReadyDecks, Recipe};
pub use lines::Lines;
pub use machine::Machine;
pub use program::{Cursor, Mode, Never, Op, Parts, read};
pub use programs::{Programs, RunOf, TargetOf, any_left, possible, program_options};
pub use ruling::Ruling;
pub use run::{Answer, Chosen, Kept, Run};
pub use scene::{Follows, Item, Scene, SceneError, SceneLine, SceneValue, StateWord};
pub use show::{
    CardInfo, CardView, Details, Event, Face, Mark, Part, Question, Reason, SeenCard, Spot, Stats, Term, Value, View,
    hidden_pile, nth, program_question,
};
pub use tell_apart::tell_apart;
pub use texts::{AbilityId, Phrases, SEAT_NAMES, Texts};
pub use window::{Offer, Turns, Window};
pub use zones::{Way, ZoneId, Zones};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
