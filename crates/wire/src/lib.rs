//! The border of the program: codecs of the record, the messages between server and client, the JSON forms of what is shown.
//! Knows no rules. Types inside have no serde; the mirror types here have it.

mod opening;
mod binary;
mod readable;
mod stored;
mod show;
mod glossary;
mod error;
mod codes;
pub mod messages;
pub mod tables;
pub mod replays;
pub mod people;
pub mod workshop;
mod generated;

pub use binary::{MAGIC, entry_from_bytes, entry_to_bytes, from_binary, seal, to_binary};
pub use codes::{Code, Notice};
pub use error::RecordError;
pub use generated::{schema, typescript};
pub use glossary::words_used;
pub use opening::{MadeWith, Opening};
pub use readable::{BoundForm, BroughtForm, Readable, hex, unhex};
pub use show::{
    AimForm, CardForm, CardInfoForm, EventForm, FaceForm, MarkForm, PartForm, ReasonForm, SeatForm, SeenForm, SpotForm,
    TermForm, ValueForm, ViewForm, Word,
};
pub use stored::Stored;

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
