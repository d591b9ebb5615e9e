//! How commands fail.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use playmat_catalog::{UnknownGame, printable};

/// How a command that ran to its end went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// All is well.
    Well,
    /// It found something wrong and has said what.
    WithFailures,
}

/// Why a command could not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Something that should have worked did not.
    Failed(String),
    /// The input makes no sense: what, where, and what would be right.
    BadInput(String),
    /// Nobody reads the output any more.
    Pipe,
}

impl Failure {
    /// Bad input, from anything that says what is wrong.
    pub fn bad(message: impl ToString) -> Self {
        Failure::BadInput(message.to_string())
    }

    /// Prints what went wrong and returns the exit code.
    pub fn tell(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Failed(message) => (message, 1),
            Failure::BadInput(message) => (message, 2),
            Failure::Pipe => return ExitCode::SUCCESS,
        };
        let style = anstyle::AnsiColor::Red.on_default().bold();
        let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {}", message.trim_end());
        ExitCode::from(code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Failure::Failed(message) | Failure::BadInput(message) => message,
            Failure::Pipe => "nobody reads the output any more",
        })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Pipe,
            _ => Failure::Failed(error.to_string()),
        }
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        // The name of the game may come from a file.
        Failure::bad(printable(&error.to_string()))
    }
}
