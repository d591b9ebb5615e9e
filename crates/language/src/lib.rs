//! What an editor asks about card files, and about the scenarios and decks beside them: what is wrong and how it is put right, what can
//! stand at a place, what a word means, where a card is and who names it.
//!
//! A [`Workspace`] holds texts under the paths that somebody else gives them. It reads no file, has no clock and no thread, so that
//! the same code serves `playmat lsp` and an editor in the browser. What it knows of the language comes from where the commands have
//! it: complaints and their fixes from `check`, the canonical form from `fmt`, words and what they mean from the games' tables.
//!
//! ```
//! use playmat_language::Workspace;
//!
//! let mut workspace = Workspace::default();
//! let path = "cards/food-chain/mine.cards";
//! workspace.write(path, "category Fish\n\nprey Moonfish 3/2 (2), hasty\n");
//! let found = workspace.diagnostics(path);
//! assert_eq!((found[0].code, found[0].fixes[0].title.as_str()), (Some("C07"), "Write `haste`"));
//! ```

mod text;
mod paths;
mod edit;
mod set;
mod names;
mod workspace;
mod diagnose;
mod complete;
mod explain;
mod look;
mod rename;
mod grammar;

pub use complete::{Completion, Inserted};
pub use diagnose::{Diagnostic, Fix};
pub use edit::Edit;
pub use explain::Hover;
pub use grammar::grammar;
pub use look::Look;
pub use rename::NotRenamed;
pub use text::{Position, Text};
pub use workspace::{CardPlace, Target, Workspace};
