//! The page that a table is drawn on: its size, and how it is cleared.

use std::io::{self, IsTerminal, Write};

use playmat_frontend::Page;
use terminal_size::{Height, Width, terminal_size_of};

/// So many empty lines push the old screen out of sight on any terminal.
const OUT_OF_SIGHT: usize = 200;

/// The terminal as it is now; other output has the usual width.
pub fn page() -> Page {
    match terminal_size_of(io::stdout()) {
        Some((Width(width), Height(height))) => Page::of(width.into(), height.into()),
        None => Page::of(0, 0),
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
    fn a_dumb_terminal_is_not_steered() {
        assert!(steered(Some("xterm-256color")) && !steered(Some("dumb")));
    }
}
