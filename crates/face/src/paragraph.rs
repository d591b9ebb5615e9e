//! Text in lines: broken at spaces, and where a word is longer than a line, within the word.

use kurbo::Point;

use crate::letters::Letters;
use crate::luck::Colour;
use crate::shapes::{Shape, Text};

/// The distance of two lines, as a share of the size of their letters.
pub const LEADING: f64 = 1.17;
/// How far the letters of a line reach above the line on which they stand.
pub const ASCENT: f64 = 0.93;

/// Words in one kind of letters and one colour.
#[derive(Clone, Debug)]
pub struct Piece {
    pub letters: Letters,
    pub colour: Colour,
    pub words: String,
}

/// A line: pieces with the places where they begin.
pub type Line = Vec<(f64, Piece)>;

impl Piece {
    pub fn new(letters: Letters, colour: Colour, words: impl Into<String>) -> Self {
        Piece { letters, colour, words: words.into() }
    }

    fn width(&self, size: f64) -> f64 {
        self.letters.width(&self.words, size)
    }
}

/// The lines of a paragraph.
pub fn wrap(pieces: &[Piece], size: f64, width: f64) -> Vec<Line> {
    let mut lines = vec![Line::new()];
    let mut x = 0.0;
    // Whether a space stands before the next word, at the end of a piece or within one. What follows without a space is not parted.
    let mut spaced = false;
    for (place, piece) in pieces.iter().enumerate() {
        let wide = |words: &str| piece.letters.width(words, size);
        let mut words = piece.words.split(' ').enumerate().peekable();
        while let Some((at, word)) = words.next() {
            spaced |= at > 0;
            if word.is_empty() {
                continue;
            }
            // The comma behind a word that stands out belongs to it.
            let behind = pieces.get(place + 1).filter(|_| words.peek().is_none());
            let behind = behind.and_then(|next| Some(next.letters.width(next.words.split(' ').next()?, size)));
            if spaced && x > 0.0 && x + wide(" ") + wide(word) + behind.unwrap_or_default() > width {
                lines.push(Line::new());
                x = 0.0;
            }
            let mut rest = word;
            while x == 0.0 && wide(rest) > width && rest.chars().nth(1).is_some() {
                let end = fitting(piece.letters, rest, size, width);
                put(&mut lines, 0.0, piece, &rest[..end]);
                lines.push(Line::new());
                rest = &rest[end..];
            }
            let words = if spaced && x > 0.0 { format!(" {rest}") } else { rest.to_owned() };
            put(&mut lines, x, piece, &words);
            x += wide(&words);
            spaced = false;
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// How much of a word fits into a line, at least a letter.
fn fitting(letters: Letters, word: &str, size: f64, width: f64) -> usize {
    let mut used = 0.0;
    for (at, letter) in word.char_indices() {
        used += letters.advance(letter) * size;
        if used > width && at > 0 {
            return at;
        }
    }
    word.len()
}

/// Puts words behind those of a line; words of the same piece are one text.
fn put(lines: &mut [Line], x: f64, piece: &Piece, words: &str) {
    let Some(line) = lines.last_mut().filter(|_| !words.is_empty()) else { return };
    match line.last_mut().filter(|(_, last)| last.letters == piece.letters && last.colour == piece.colour) {
        Some((_, last)) => last.words.push_str(words),
        None => line.push((x, Piece::new(piece.letters, piece.colour, words))),
    }
}

/// Lines as shapes, from a corner downwards.
pub fn set(lines: &[Line], size: f64, corner: Point) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        for (x, piece) in line {
            shapes.push(Shape::Text(Text {
                at: Point::new(corner.x + x, corner.y + (row as f64 * LEADING + ASCENT) * size),
                size,
                letters: piece.letters,
                words: piece.words.clone(),
                colour: piece.colour,
            }));
        }
    }
    shapes
}

/// How long the longest line is.
pub fn longest(lines: &[Line], size: f64) -> f64 {
    let end = |line: &Line| line.last().map_or(0.0, |(x, piece)| x + piece.width(size));
    lines.iter().map(end).fold(0.0, f64::max)
}

/// How high lines are.
pub fn height(lines: &[Line], size: f64) -> f64 {
    lines.len() as f64 * LEADING * size
}

/// One line around a middle, its letters standing so that they look centred.
pub fn centred(words: &str, letters: Letters, size: f64, middle: Point, colour: Colour) -> Shape {
    let x = middle.x - letters.width(words, size) / 2.0;
    Shape::Text(Text { at: Point::new(x, middle.y + 0.35 * size), size, letters, words: words.to_owned(), colour })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[(Letters, &str)], width: f64) -> Vec<String> {
        let pieces: Vec<Piece> = pieces.iter().map(|(letters, words)| Piece::new(*letters, Colour::BLACK, *words)).collect();
        let lines = wrap(&pieces, 3.0, width);
        assert!(longest(&lines, 3.0) <= width, "{lines:?}");
        lines.iter().map(|line| line.iter().map(|(_, piece)| piece.words.as_str()).collect()).collect()
    }

    #[test]
    fn lines_are_broken_at_spaces_also_between_pieces() {
        let text = [(Letters::Body, "one two three "), (Letters::Bold, "four five"), (Letters::Body, ", six")];
        assert_eq!(lines(&text, 200.0), ["one two three four five, six"]);
        for width in 10..60 {
            let lines = lines(&text, f64::from(width));
            assert_eq!(lines.join(" "), "one two three four five, six", "in {width} mm");
            assert!(lines.iter().all(|line| !line.starts_with([' ', ','])), "{lines:?}");
        }
    }

    #[test]
    fn a_word_that_is_longer_than_a_line_is_broken_within() {
        let word = "Donaudampfschiff".repeat(4);
        let broken = lines(&[(Letters::Bold, &word)], 30.0);
        assert!(broken.len() > 2);
        assert_eq!(broken.concat(), word);
    }
}
