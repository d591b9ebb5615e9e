//! The page that a table is drawn on: its size, and how it is cleared.

use std::io::{self, IsTerminal, Write};

use terminal_size::{Height, Width, terminal_size_of};

/// The width of a table if the terminal does not tell its own.
const USUAL: usize = 110;
/// The least width: nothing narrower can be read.
const NARROWEST: usize = 60;
/// The most width: longer lines are hard to follow.
const WIDEST: usize = 160;
/// Below so many lines rows of boxes are drawn as low as possible.
const FEW_LINES: usize = 40;
/// So many empty lines push the old screen out of sight on any terminal.
const OUT_OF_SIGHT: usize = 200;

/// The size of what is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// How many columns are used.
    pub width: usize,
    /// Whether there are few lines.
    pub low: bool,
}

impl Page {
    /// The terminal as it is now; other output has the usual width.
    pub fn now() -> Self {
        match terminal_size_of(io::stdout()) {
            Some((Width(width), Height(height))) => Page::of(width.into(), height.into()),
            None => Page { width: USUAL, low: false },
        }
    }

    /// A page for a terminal of this size, which is 0 if it is unknown.
    fn of(width: usize, height: usize) -> Self {
        let width = if width == 0 { USUAL } else { width.clamp(NARROWEST, WIDEST) };
        Page { width, low: (1..FEW_LINES).contains(&height) }
    }
}

/// Clears the terminal and its scrollback. Other output is not changed.
pub fn wipe(out: &mut dyn Write) -> io::Result<()> {
    if !io::stdout().is_terminal() {
        return Ok(());
    }
    let height = terminal_size_of(io::stdout()).map_or(0, |(_, Height(height))| height.into());
    write!(out, "{}", "\n".repeat(OUT_OF_SIGHT.max(height)))?;
    out.flush()?;
    if steered(std::env::var_os("TERM").as_deref().and_then(|term| term.to_str())) {
        // Not through `out`, which drops every control sequence where colours are not wanted.
        let mut raw = io::stdout().lock();
        raw.write_all(b"\x1b[H\x1b[2J\x1b[3J")?;
        raw.flush()?;
    }
    Ok(())
}

/// Whether a terminal of this kind understands control sequences.
fn steered(term: Option<&str>) -> bool {
    match term {
        Some(term) => term != "dumb",
        None => cfg!(windows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_as_wide_as_its_terminal_within_reason() {
        assert_eq!(Page::of(80, 24), Page { width: 80, low: true });
        assert_eq!(Page::of(120, 40), Page { width: 120, low: false });
        assert_eq!(Page::of(20, 100).width, NARROWEST);
        assert_eq!(Page::of(900, 100).width, WIDEST);
        assert_eq!(Page::of(0, 0), Page { width: USUAL, low: false });
    }

    #[test]
    fn a_dumb_terminal_is_not_steered() {
        assert!(steered(Some("xterm-256color")) && !steered(Some("dumb")));
    }
}
