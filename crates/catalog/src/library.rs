//! The cards of one game, read and checked, and the rule sets that are built from them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use playmat_cards::{CardGame, DefId, Terms};
use playmat_cardtext::{Card, Complaint, File, Parsed, Sources, identity, parse};
use playmat_kernel::Fingerprint;
use playmat_network::Model;
use sha2::{Digest, Sha256};

use crate::deck::ready_decks;
use crate::models::{ModelOrigin, Models, NoModel};
use crate::{ALL_GAMES, UnknownGame, shipped};

/// Where the cards of a game come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// The sets that are part of this program.
    #[default]
    Shipped,
    /// `DIR/<game>/*.cards`, or `DIR/*.cards` where there is no folder of any game's name.
    Folder(PathBuf),
    /// Texts in memory, each with the name that messages use for it.
    Texts(Vec<(String, String)>),
}

/// The cards of one game, without a single complaint.
pub struct Library<G: CardGame> {
    sources: Arc<Sources>,
    parsed: Parsed<G::Words>,
    set: Fingerprint,
    models: Arc<Models>,
}

/// Why there is no library.
#[derive(Debug)]
pub enum LoadError {
    /// There is no such game.
    NoGame(UnknownGame),
    /// The files cannot be read, or there are none: a sentence.
    Unreadable(String),
    /// The cards are wrong, each complaint with its place in the sources.
    Wrong(Sources, Vec<Complaint>),
}

/// The rules of an edition with single rulings changed, and what identifies them.
pub struct RuleSet<G: CardGame> {
    /// The compiled rules.
    pub rules: Arc<G::Rules>,
    /// Equal on every machine for equal cards, rulings and rule version.
    pub fingerprint: Fingerprint,
    /// Equal for equal cards: see [`Library::set`].
    pub set: Fingerprint,
    /// The terms, as they were asked for.
    pub terms: Terms,
    /// The card files that it was built from.
    pub sources: Arc<Sources>,
    models: Arc<Models>,
    model: OnceLock<Result<Arc<Model<G>>, NoModel>>,
}

impl Origin {
    /// The shipped cards instead, if the folder holds cards of other games only.
    pub fn or_shipped(&self, game: &str) -> Origin {
        match self {
            Origin::Folder(folder)
                if !folder.join(game).is_dir() && ALL_GAMES.iter().any(|other| folder.join(other).is_dir()) =>
            {
                Origin::Shipped
            }
            origin => origin.clone(),
        }
    }

    /// The card files of a game: names and texts.
    pub fn texts(&self, game: &str) -> Result<Vec<(String, String)>, LoadError> {
        match self {
            Origin::Shipped => Ok(shipped::cards(game)),
            Origin::Folder(folder) => folder_texts(game, folder),
            Origin::Texts(texts) => Ok(texts.clone()),
        }
    }
}

impl<G: CardGame> Library<G> {
    /// Reads and checks all cards. The complaints of the grammar and those of the game come together.
    pub fn load(origin: &Origin) -> Result<Self, LoadError> {
        let library = Self::unchecked(origin.texts(G::NAME)?);
        let mut complaints = library.parsed.complaints.clone();
        complaints.extend(G::check(&library.cards().collect::<Vec<_>>()));
        if complaints.is_empty() {
            Ok(library)
        } else {
            Complaint::sort(&mut complaints);
            Err(LoadError::Wrong(Arc::unwrap_or_clone(library.sources), complaints))
        }
    }

    /// Cards as they are written, whatever is wrong with them. For older sets, the fingerprint tells whether they are the right
    /// ones.
    pub(crate) fn unchecked(texts: Vec<(String, String)>) -> Self {
        let mut sources = Sources::new();
        for (name, text) in texts {
            sources.add(name, text);
        }
        let parsed = parse::<G::Words>(&sources);
        let mut library = Library { sources: Arc::new(sources), parsed, set: Fingerprint([0; 16]), models: Arc::default() };
        library.set = hashed(&[], library.cards());
        library
    }

    /// Takes models from elsewhere. They are read when the first one is wanted.
    #[must_use]
    pub fn with_models(mut self, origin: ModelOrigin) -> Self {
        self.models = Arc::new(Models::from(origin));
        self
    }

    /// Its models, for another library of the game: what was read is not read again.
    pub fn models(&self) -> &Arc<Models> {
        &self.models
    }

    /// Takes the models of another library of the game.
    #[must_use]
    pub fn sharing(mut self, models: &Arc<Models>) -> Self {
        self.models = models.clone();
        self
    }

    /// The texts it was read from.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// All cards as written, in the order of the files.
    pub fn cards(&self) -> impl Iterator<Item = &Card<G::Words>> {
        self.parsed.cards()
    }

    /// The cards by file: the name of each file with its cards. A token that several files make stands in each of them.
    pub fn files(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = &Card<G::Words>>)> {
        self.sources.iter().map(|source| source.name.as_str()).zip(self.parsed.files.iter().map(File::cards))
    }

    /// Builds the rule set of these terms, or says what is wrong with the terms.
    pub fn rules(&self, terms: &Terms) -> Result<Arc<RuleSet<G>>, String> {
        let (edition, _) = terms.resolve::<G>()?;
        let mut rules = G::build(&self.cards().collect::<Vec<_>>(), terms)?;
        let decks = ready_decks::<G>(&rules);
        G::know_decks(&mut rules, &decks);
        let fingerprint = self.fingerprint(G::editions()[edition], &G::ruled(&rules));
        Ok(Arc::new(RuleSet {
            rules: Arc::new(rules),
            fingerprint,
            set: self.set,
            terms: terms.clone(),
            sources: self.sources.clone(),
            models: self.models.clone(),
            model: OnceLock::new(),
        }))
    }

    /// The fingerprint of the cards alone, whatever the edition.
    pub fn set(&self) -> Fingerprint {
        self.set
    }

    /// Hashes everything that decides where the same answers lead, and nothing else: no notes, no order of files.
    fn fingerprint(&self, edition: &str, ruled: &[&str]) -> Fingerprint {
        let version = G::RULE_VERSION.to_string();
        let mut head = vec![G::NAME, &version, edition];
        for (ruling, value) in G::rulings().iter().zip(ruled) {
            head.extend([ruling.name, value]);
        }
        hashed(&head, self.cards())
    }
}

/// A hash over some words and cards, whatever the order of the cards.
fn hashed<'a, W: playmat_cardtext::ast::Words>(head: &[&str], cards: impl Iterator<Item = &'a Card<W>>) -> Fingerprint {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    head.iter().for_each(|word| add(word));
    let mut cards: Vec<String> = cards.map(identity).collect();
    cards.sort();
    cards.iter().for_each(|card| add(card));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    Fingerprint(bytes)
}

impl<G: CardGame> RuleSet<G> {
    /// What plays this game as it was learned, ready for these cards; or why there is nothing. It is made when it is first wanted.
    pub fn model(&self) -> Result<&Arc<Model<G>>, &NoModel> {
        self.model.get_or_init(|| self.models.model::<G>(&self.rules)).as_ref()
    }

    /// The weight file of its model; none if that is part of every program of this version.
    pub fn own_weights(&self) -> Result<Option<Vec<u8>>, NoModel> {
        self.models.own_weights::<G>()
    }

    /// The name of a card.
    pub fn name(&self, def: DefId) -> &str {
        G::cards(&self.rules).get(def.0 as usize).map_or("?", |info| &info.name)
    }
}

/// All files with this ending in a folder and the folders below it, sorted; a path to a file gives that file.
pub fn card_files(path: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("{} cannot be read: {error}", path.display());
    if !fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?.path();
        if entry.is_dir() {
            files.extend(card_files(&entry, ending)?);
        } else if entry.extension().is_some_and(|found| found == ending) {
            files.push(entry);
        }
    }
    files.sort();
    Ok(files)
}

fn folder_texts(game: &str, folder: &Path) -> Result<Vec<(String, String)>, LoadError> {
    let others: Vec<&str> = ALL_GAMES.iter().copied().filter(|other| folder.join(other).is_dir()).collect();
    let folder = match folder.join(game) {
        own if own.is_dir() => own,
        own if !others.is_empty() => {
            let message = format!("there is no folder {}; there is one of {}", own.display(), others.join(", "));
            return Err(LoadError::Unreadable(message));
        }
        _ => folder.to_owned(),
    };
    let files = card_files(&folder, "cards").map_err(LoadError::Unreadable)?;
    if files.is_empty() {
        let message = format!("there is no `*.cards` file in {}; card files end in `.cards`", folder.display());
        return Err(LoadError::Unreadable(message));
    }
    read_texts(files).map_err(LoadError::Unreadable)
}

/// Files with their texts.
pub(crate) fn read_texts(files: Vec<PathBuf>) -> Result<Vec<(String, String)>, String> {
    files.into_iter().map(|path| Ok((path.display().to_string(), read_text(&path)?))).collect()
}

/// The text of a file that somebody wrote. If it is not UTF-8, the error says where.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    String::from_utf8(bytes).map_err(|error| {
        let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
        format!("{}:{line}: the byte 0x{:02x} is not UTF-8; save the file as UTF-8", path.display(), bytes[at])
    })
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NoGame(unknown) => unknown.fmt(f),
            LoadError::Unreadable(message) => f.write_str(message),
            LoadError::Wrong(sources, complaints) => {
                complaints.iter().try_for_each(|one| writeln!(f, "{}", one.render(sources)))
            }
        }
    }
}

impl std::error::Error for LoadError {}
