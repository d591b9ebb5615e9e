//! What the crate of a game is written with: `use playmat_cards::game::*`. The kernel's part of it is here too.

pub use playmat_kernel::{Agenda, Audience, BySeat, Chance, Fast, Game, Listener, Options, Outcome, Seat, Step};

pub use crate::{
    AbilityId, Answer, Board, Book, CardGame, CardInfo, CardRef, CardView, Chosen, Clauses, Compile, Compiled, Counted, Cursor,
    DeckRule, Decks, DefId, Encoder, Evaluate, Event, EventDraft, Face, FaceVerb, Findings, Imagine, LineOf, Machine, Never,
    Part, Parts, Phrases, Programs, Question, Reason, Rulebook, Run, Scene, SceneError, SceneLine, SceneValue, SceneWord,
    Setup, Show, Side, Stage, Stats, Stuck, Texts, Value, View, ZoneSet, program_options, program_question, too_large,
    usual_decks, usual_machine, usual_programs, usual_stage, zones,
};
