//! The border: codecs of the record and the JSON forms of what is shown. Knows no rules; what is inside has no serde, the
//! mirror types here have.

mod opening;
mod binary;
mod readable;
mod stored;
mod show;
mod error;

pub use binary::{MAGIC, from_binary, seal, to_binary};
pub use error::RecordError;
pub use opening::Opening;
pub use readable::Readable;
pub use show::{
    CardForm, CardInfoForm, EventForm, FaceForm, PartForm, ReasonForm, SeatForm, SeenForm, TermForm, ValueForm, ViewForm,
};
pub use stored::Stored;
