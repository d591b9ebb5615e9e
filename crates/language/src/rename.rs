//! A card gets another name, wherever it is named.

use std::fmt;
use std::ops::Range;

use playmat_catalog::visit;

use crate::edit::Edit;
use crate::set::Read;
use crate::workspace::Workspace;

/// Why a card does not get a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotRenamed(String);

impl fmt::Display for NotRenamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotRenamed {}

impl Workspace {
    /// The name at a place that can be changed.
    pub fn renamable(&self, path: &str, at: usize) -> Result<Range<usize>, NotRenamed> {
        let named = self.named_at(path, at).ok_or_else(|| NotRenamed("no card is named here".into()))?;
        if self.definition(path, at).is_empty() {
            return Err(NotRenamed(format!("`{}` is a shipped card; its file is not part of this workspace", named.name)));
        }
        Ok(named.at)
    }

    /// The changes that give the card at a place another name: in its header, in the lines of others, in scenarios and decks. What a
    /// card and a token share is changed for both, because scenarios name both by it. Texts for people are left as they are.
    pub fn rename(&self, path: &str, at: usize, name: &str) -> Result<Vec<Edit>, NotRenamed> {
        self.renamable(path, at)?;
        let named = self.named_at(path, at).ok_or_else(|| NotRenamed("no card is named here".into()))?;
        let set = &named.set.set;
        if set.cards().iter().any(|card| card.name == name && card.name != named.name) {
            return Err(NotRenamed(format!("there is a card or token `{name}` already")));
        }
        let mut edits: Vec<Edit> = self
            .mentions_of(&named.set, &named.name)
            .into_iter()
            .map(|place| Edit { path: place.path, start: place.start, end: place.end, text: name.to_owned() })
            .collect();
        edits.sort();
        edits.dedup();
        // Whether it is a name is found out by reading the cards with it.
        let after = Edit::applied(&edits, |path| self.text(path).map(crate::Text::as_str));
        let text = |path: &String| {
            let now = || self.text(path).map_or_else(String::new, |text| text.as_str().to_owned());
            (path.clone(), after.get(path).cloned().unwrap_or_else(now))
        };
        let texts = named.set.paths.iter().map(text).collect();
        let read = visit(named.set.id.game, Read { texts }).map_err(|unknown| NotRenamed(unknown.to_string()))?;
        let new = read
            .complaints()
            .iter()
            .find(|one| !set.complaints().iter().any(|old| old.code == one.code && old.message == one.message));
        let named_so = read.cards().iter().filter(|card| card.name == name).count();
        match new.filter(|_| read.complaints().len() > set.complaints().len()) {
            Some(wrong) => Err(NotRenamed(format!("{} [{} {}]", wrong.message, wrong.code.id, wrong.code.name))),
            None if named_so == 0 => Err(NotRenamed(format!("`{name}` is no name of a card"))),
            None => Ok(edits),
        }
    }
}
