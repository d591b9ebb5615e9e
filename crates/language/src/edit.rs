//! Changes of texts.

use std::collections::BTreeMap;
use std::ops::Range;

/// A change of one file: these bytes become this text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edit {
    /// The file.
    pub path: String,
    /// The place of the change: where it begins, and where it ends.
    pub start: usize,
    /// One past the last byte that is replaced.
    pub end: usize,
    /// What stands there then.
    pub text: String,
}

impl Edit {
    /// The bytes that are replaced.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The change from one text to another: the lines between those that are equal at the beginning and at the end. None if they are
    /// equal.
    pub fn between(path: &str, old: &str, new: &str) -> Option<Edit> {
        if old == new {
            return None;
        }
        let same = |(one, other): &(&str, &str)| one == other;
        let lines = |text: &'_ str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
        let (before, after) = (lines(old), lines(new));
        let pairs = before.iter().map(String::as_str).zip(after.iter().map(String::as_str));
        let head = pairs.take_while(same).count();
        let pairs = before[head..].iter().rev().map(String::as_str).zip(after[head..].iter().rev().map(String::as_str));
        let tail = pairs.take_while(same).count();
        let length = |lines: &[String]| lines.iter().map(String::len).sum::<usize>();
        Some(Edit {
            path: path.to_owned(),
            start: length(&before[..head]),
            end: length(&before[..before.len() - tail]),
            text: after[head..after.len() - tail].concat(),
        })
    }

    /// What the files become: the texts after these changes, of which no two overlap.
    pub fn applied<'t>(edits: &[Edit], text_of: impl Fn(&str) -> Option<&'t str>) -> BTreeMap<String, String> {
        let mut sorted: Vec<&Edit> = edits.iter().collect();
        sorted.sort();
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for edit in sorted.into_iter().rev() {
            let text = texts.entry(edit.path.clone()).or_insert_with(|| text_of(&edit.path).unwrap_or_default().to_owned());
            text.replace_range(edit.range(), &edit.text);
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_differ_are_changed() {
        let cases = [
            ("a\nb\nc\n", "a\nx\ny\nc\n", "x\ny\n"),
            ("a\n", "a\n\n", "\n"),
            ("a\na\n", "a\n", ""),
            ("", "a", "a"),
            ("a", "b\n", "b\n"),
        ];
        for (old, new, text) in cases {
            let edit = Edit::between("f", old, new).unwrap();
            assert_eq!(edit.text, text, "{old:?} {new:?}");
            assert_eq!(Edit::applied(&[edit], |_| Some(old))["f"], new);
        }
        assert_eq!(Edit::between("f", "a\r\n", "a\r\n"), None);
    }
}
