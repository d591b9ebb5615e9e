//! `playmat lsp`: the language server.

use std::io::Write;

use clap::Args;

use crate::common::write_json;
use crate::failure::{Failure, Finished};

/// Serve an editor over standard input and output: what is wrong in card, scenario and deck files, and what can stand where
///
/// Editors start this command themselves; docs/editors.md says how to tell them.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lsp
  playmat lsp --grammar cards")]
pub struct Lsp {
    /// Print the TextMate grammar of a kind of file instead: cards, scn or deck
    #[arg(long, value_name = "ENDING")]
    grammar: Option<String>,
    /// Taken for editors that say so; there is no other way to talk
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Lsp {
    /// Whether it talks with an editor.
    pub fn talks(&self) -> bool {
        self.stdio || self.grammar.is_none()
    }

    /// Talks with an editor until it says goodbye.
    pub fn talk(self) -> Result<Finished, Failure> {
        playmat_lsp::serve_stdio().map_err(|error| Failure::Failed(format!("the editor was lost: {error}")))?;
        Ok(Finished::Well)
    }

    /// Prints what was asked for.
    pub fn print(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let ending = self.grammar.unwrap_or_default();
        let unknown = || Failure::bad(format!("there is no grammar of `{ending}`; there are cards, scn and deck"));
        write_json(out, &playmat_language::grammar(&ending).ok_or_else(unknown)?)?;
        Ok(Finished::Well)
    }
}
