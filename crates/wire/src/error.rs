//! Why a file is not a record that can be read.

use std::fmt;

use playmat_kernel::RECORD_VERSION;

/// Why a file is not a record that can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// It is no record at all.
    NotARecord,
    /// It was written in a form that this version cannot read.
    Version {
        /// The version of the record.
        found: u16,
    },
    /// Its end is missing.
    Truncated,
    /// It was changed after it was written.
    Checksum,
    /// Something in it makes no sense: what.
    Malformed(String),
    /// A card that the rule set does not have.
    UnknownCard {
        /// The name in the record.
        name: String,
        /// A similar name, if there is one.
        near: Option<String>,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NotARecord => f.write_str("this is not a record of a match; `playmat play` writes one at its end"),
            RecordError::Version { found } => {
                write!(f, "this record has version {found}, and this program reads versions up to {RECORD_VERSION}")
            }
            RecordError::Truncated => f.write_str("the end of this record is missing"),
            RecordError::Checksum => f.write_str("this record was damaged or changed: its checksum is wrong"),
            RecordError::Malformed(what) => write!(f, "this record cannot be understood: {what}"),
            RecordError::UnknownCard { name, near } => {
                write!(f, "this record has a card `{name}` that its rule set does not have")?;
                near.as_ref().map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
            }
        }
    }
}

impl std::error::Error for RecordError {}
