//! The names of all cards of the loaded set, collected from the headers before any ability is read.

use crate::glossary::nearest;
use std::collections::{HashMap, HashSet};

/// All names, of cards and of tokens.
#[derive(Debug, Default)]
pub(crate) struct Names {
    known: HashSet<String>,
    folded: HashMap<String, String>,
    longest: usize,
}

impl Names {
    /// Adds a name.
    pub fn add(&mut self, name: &str) {
        if name.is_empty() {
            return;
        }
        self.known.insert(name.to_string());
        self.folded.entry(name.to_lowercase()).or_insert_with(|| name.to_string());
        self.longest = self.longest.max(name.split(' ').count());
    }

    pub fn contains(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    /// The name that differs in capitals only.
    pub fn ignoring_case(&self, name: &str) -> Option<&str> {
        self.folded.get(&name.to_lowercase()).map(String::as_str)
    }

    /// The most words in a name.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The most similar name.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let mut all: Vec<&str> = self.known.iter().map(String::as_str).collect();
        all.sort_unstable();
        self.ignoring_case(name).or_else(|| nearest(name, all.into_iter()))
    }
}
