//! The models of learned players: where they come from, and whether they fit.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use playmat_cards::CardGame;
use playmat_network::{Misfit, Model, Network, wanted};

/// Where the models of games come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ModelOrigin {
    /// Those that are part of this program.
    #[default]
    Shipped,
    /// `DIR/GAME.playnet`.
    Folder(PathBuf),
    /// A weight file in memory.
    Bytes(Vec<u8>),
    /// There is one where bots think, which is not here.
    Elsewhere,
}

/// Why no model plays a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoModel {
    /// None is part of this program.
    NotShipped {
        /// The title of the game.
        game: &'static str,
    },
    /// It is where bots think, which is not here.
    Elsewhere {
        /// The title of the game.
        game: &'static str,
    },
    /// The file cannot be read.
    Unreadable {
        /// Which.
        file: PathBuf,
        /// Why not.
        why: String,
    },
    /// There is one, and it does not fit.
    Misfit {
        /// Its file, if it was read from one.
        file: Option<PathBuf>,
        /// Why not.
        why: Misfit,
    },
}

/// A weight file that is part of this program, by the name that pages ask for it with: `food-chain-0123456789abcdef.playnet`, the game and
/// the checksum at the end of the file. What is asked for by such a name never changes.
pub fn shipped_model(name: &str) -> Option<&'static [u8]> {
    let is_named = |game: &str, bytes: &[u8]| {
        let checksum = bytes.last_chunk().map(|last| u64::from_le_bytes(*last)).unwrap_or_default();
        name == format!("{game}-{checksum:016x}.playnet")
    };
    playmat_data::MODELS.iter().find(|(game, bytes)| is_named(game, bytes)).map(|(_, bytes)| *bytes)
}

/// The network of one game, read once for all of its rule sets.
#[derive(Debug, Default)]
pub struct Models {
    origin: ModelOrigin,
    network: OnceLock<Result<Arc<Network>, NoModel>>,
}

impl From<ModelOrigin> for Models {
    fn from(origin: ModelOrigin) -> Self {
        Models { origin, network: OnceLock::new() }
    }
}

impl Models {
    /// The model of this game, ready for the cards of these rules.
    pub fn model<G: CardGame>(&self, rules: &G::Rules) -> Result<Arc<Model<G>>, NoModel> {
        let network = self.network.get_or_init(|| self.read::<G>().map(Arc::new)).clone()?;
        Model::new(network, rules).map(Arc::new).map_err(|why| NoModel::Misfit { file: self.file::<G>(), why })
    }

    /// The weight file as it was given; none for a model that is part of this program.
    pub fn own_weights<G: CardGame>(&self) -> Result<Option<Vec<u8>>, NoModel> {
        match &self.origin {
            ModelOrigin::Shipped | ModelOrigin::Elsewhere => Ok(None),
            ModelOrigin::Bytes(bytes) => Ok(Some(bytes.clone())),
            ModelOrigin::Folder(folder) => read_file(file_in(folder, G::NAME)).map(Some),
        }
    }

    fn file<G: CardGame>(&self) -> Option<PathBuf> {
        match &self.origin {
            ModelOrigin::Folder(folder) => Some(file_in(folder, G::NAME)),
            ModelOrigin::Shipped | ModelOrigin::Bytes(_) | ModelOrigin::Elsewhere => None,
        }
    }

    fn read<G: CardGame>(&self) -> Result<Network, NoModel> {
        let file = self.file::<G>();
        let misfit = |why| NoModel::Misfit { file: file.clone(), why };
        let wanted = wanted::<G>().map_err(misfit)?;
        match (&self.origin, &file) {
            (ModelOrigin::Elsewhere, _) => Err(NoModel::Elsewhere { game: G::TITLE }),
            (ModelOrigin::Bytes(bytes), _) => Network::read(bytes, wanted).map_err(misfit),
            (_, Some(path)) => Network::read(&read_file(path.clone())?, wanted).map_err(misfit),
            (_, None) => match playmat_data::MODELS.iter().find(|(game, _)| *game == G::NAME) {
                Some((_, bytes)) => Network::read(bytes, wanted).map_err(misfit),
                None => Err(NoModel::NotShipped { game: G::TITLE }),
            },
        }
    }
}

fn read_file(file: PathBuf) -> Result<Vec<u8>, NoModel> {
    fs::read(&file).map_err(|error| NoModel::Unreadable { file, why: error.to_string() })
}

fn file_in(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{game}.playnet"))
}

impl fmt::Display for NoModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoModel::NotShipped { game } => write!(f, "this program has no model for {game}"),
            NoModel::Elsewhere { game } => write!(f, "the model for {game} is not loaded"),
            NoModel::Unreadable { file, why } => write!(f, "{} cannot be read: {why}", file.display()),
            NoModel::Misfit { file: Some(file), why } => write!(f, "{}: {why}", file.display()),
            NoModel::Misfit { file: None, why } => why.fmt(f),
        }
    }
}

impl std::error::Error for NoModel {}
