//! Text in a given width: cut, filled up, wrapped.

use unicode_width::UnicodeWidthStr;

/// Parts of a text that is broken into lines.
pub struct Flow {
    /// All lines so far.
    pub text: String,
    /// How much of the last line is used.
    used: usize,
    width: usize,
}

impl Flow {
    /// Lines of this width.
    pub fn new(width: usize) -> Self {
        Flow { text: String::new(), used: 0, width }
    }

    /// A part without styles.
    pub fn plain(&mut self, part: &str) {
        self.add(part, part);
    }

    /// A part, and that part with styles.
    pub fn add(&mut self, part: &str, styled: &str) {
        let lead = match self.used {
            0 => " ",
            used if used + 3 + part.width() > self.width => "\n    ",
            _ => "   ",
        };
        self.text.push_str(lead);
        self.text.push_str(styled);
        self.used = lead.trim_start_matches('\n').len() + part.width() + if lead.starts_with('\n') { 0 } else { self.used };
    }
}

/// Exactly so wide: cut or filled up.
pub fn fit(text: &str, width: usize) -> String {
    let text = shortened(text, width);
    let fill = " ".repeat(width.saturating_sub(text.width()));
    text + &fill
}

/// At most so wide; dots stand for what is cut off.
pub fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        short.push(c);
        if short.width() >= width {
            short.pop();
            break;
        }
    }
    short.push('…');
    short
}

/// Cut at spaces into lines of at most this width.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    packed(text.split(' ').filter(|word| !word.is_empty()), " ", width)
}

/// Puts as many parts on each line as fit. A part that is too wide stays whole and is cut later.
pub fn packed<'a>(parts: impl Iterator<Item = &'a str>, between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.width() + between.width() + part.width() <= width => {
                line.push_str(between);
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_fitted_to_its_width() {
        assert_eq!(fit("abc", 5), "abc  ");
        assert_eq!(fit("abcdefgh", 5), "abcd…");
        assert_eq!(fit("💤💤💤", 5).width(), 5);
        assert_eq!(wrapped("a bb ccc", 4), ["a bb", "ccc"]);
        assert!(wrapped("", 4).is_empty());
    }
}
