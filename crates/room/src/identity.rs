//! Who somebody is, and texts that people may write.

use playmat_wire::tables::Me;
use serde::{Deserialize, Serialize};

/// The most characters of a name.
const LONGEST_NAME: usize = 24;

/// A guest or a program.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Identity {
    /// Random and stable.
    pub id: String,
    /// The name, as others read it.
    pub name: String,
    /// Whether it is a program.
    pub program: bool,
    /// Whether there is an account. Signed texts never say so: an account is known by a session of the database.
    #[serde(default)]
    pub account: bool,
}

impl Identity {
    /// The identity as it is sent, without a token.
    pub fn me(&self) -> Me {
        let Identity { id, name, program, account } = self.clone();
        Me { id, name, program, account, token: None, expires: None }
    }
}

/// A name that people can read: no control characters, no stray spaces, not too long. None if nothing is left.
pub fn clean_name(name: &str) -> Option<String> {
    clean_text(name, LONGEST_NAME)
}

/// A line that people can read, of at most so many characters. None if nothing is left.
pub fn clean_text(text: &str, longest: usize) -> Option<String> {
    // A line break separates words; other control characters would only confuse the screen.
    let visible = |c: char| if c.is_whitespace() { Some(' ') } else { (!c.is_control() && !is_invisible(c)).then_some(c) };
    let visible: String = text.chars().filter_map(visible).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let text: String = words.join(" ").chars().take(longest).collect();
    let text = text.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// Characters that turn or hide text.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
