//! A text with its lines. Places are bytes here and lines with UTF-16 columns in the protocol of editors, as in JavaScript.

use std::ops::Range;

/// A place as editors count: the line and the UTF-16 column, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A text, and where its lines begin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    text: String,
    starts: Vec<usize>,
}

impl Text {
    /// With its lines.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Text { text, starts }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The bytes of a line, counted from 0, without its line break.
    pub fn line(&self, line: usize) -> Range<usize> {
        let Some(&start) = self.starts.get(line) else { return self.text.len()..self.text.len() };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        start..start + self.text[start..end].trim_end_matches('\r').len()
    }

    /// The line in which a byte is, from 0.
    pub fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The place of a byte. A byte within a character is at its beginning.
    pub fn position(&self, at: usize) -> Position {
        let at = self.boundary(at);
        let line = self.line_of(at);
        let column = self.text[self.starts[line]..at].encode_utf16().count();
        Position { line: line as u32, column: column as u32 }
    }

    /// The byte of a place. What is beyond a line is at its end, and what is beyond the text at the end of that.
    pub fn offset(&self, place: Position) -> usize {
        let line = self.line(place.line as usize);
        let mut column = 0;
        for (at, c) in self.text[line.clone()].char_indices() {
            column += c.len_utf16();
            if column > place.column as usize {
                return line.start + at;
            }
        }
        line.end
    }

    /// How many UTF-16 units come before a byte: its place as JavaScript counts.
    pub fn units(&self, at: usize) -> usize {
        self.text[..self.boundary(at)].encode_utf16().count()
    }

    /// The byte after so many UTF-16 units; the end, if there are fewer.
    pub fn byte_of_unit(&self, units: usize) -> usize {
        let mut before = 0;
        let beyond = |c: &(usize, char)| {
            before += c.1.len_utf16();
            before > units
        };
        self.text.char_indices().find(beyond).map_or(self.text.len(), |(at, _)| at)
    }

    /// The text after a change.
    #[must_use]
    pub fn replaced(&self, range: Range<usize>, by: &str) -> Text {
        let (start, end) = (self.boundary(range.start), self.boundary(range.end));
        Text::new([&self.text[..start], by, &self.text[end.max(start)..]].concat())
    }

    /// The word at a byte, or the one that ends there: letters with the hyphens and apostrophes between them.
    pub fn word_at(&self, at: usize) -> &str {
        let at = self.boundary(at);
        let belongs = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '\u{2019}');
        let start = self.text[..at]
            .rfind(|c| !belongs(c))
            .map_or(0, |last| last + self.text[last..].chars().next().map_or(1, char::len_utf8));
        let end = self.text[at..].find(|c| !belongs(c)).map_or(self.text.len(), |length| at + length);
        &self.text[start..end]
    }

    fn boundary(&self, at: usize) -> usize {
        (0..=at.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_utf_16_and_every_place_is_found_again() {
        let text = Text::new("prey Tāikoā\r\n  𝄞 x\n\nend");
        assert_eq!(text.position("prey Tāikoā".len()), Position { line: 0, column: 11 });
        let clef = text.as_str().find('x').unwrap();
        assert_eq!(text.position(clef), Position { line: 1, column: 5 });
        assert_eq!(text.offset(Position { line: 1, column: 3 }), clef - 5, "within a pair of surrogates is before it");
        for (at, _) in text.as_str().char_indices().filter(|(_, c)| *c != '\n') {
            if text.as_str().as_bytes()[at] != b'\r' {
                assert_eq!(text.offset(text.position(at)), at);
            }
        }
        assert_eq!((text.units(clef), text.byte_of_unit(text.units(clef))), (text.units(clef - 1) + 1, clef));
        assert_eq!(text.byte_of_unit(text.units(clef) - 2), clef - 5, "within a pair of surrogates is before it");
        assert_eq!(text.byte_of_unit(999), text.as_str().len());
        assert_eq!(text.offset(Position { line: 0, column: 99 }), "prey Tāikoā".len());
        assert_eq!(text.offset(Position { line: 99, column: 0 }), text.as_str().len());
        assert_eq!(text.line(2).len(), 0);
    }

    #[test]
    fn a_change_is_what_it_says() {
        let text = Text::new("a\nbc\n");
        assert_eq!(text.replaced(2..3, "x\ny").as_str(), "a\nx\nyc\n");
        assert_eq!(text.replaced(2..3, "x\ny"), Text::new("a\nx\nyc\n"));
        assert_eq!(Text::new("Man O' War, multi-strike").word_at(6), "O'");
        assert_eq!(Text::new("Man O' War, multi-strike").word_at(14), "multi-strike");
        assert_eq!(Text::new("—é").word_at(3), "é");
    }
}
