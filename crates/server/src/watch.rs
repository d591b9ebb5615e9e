//! Card files that change while the server runs: new matches are played with the new cards, running ones go on with theirs.

use std::path::PathBuf;
use std::sync::Weak;
use std::time::Duration;

use playmat_catalog::{GAMES, Origin};

use crate::{House, keep_set};

/// How often the files are looked at. A change counts when it has rested for so long: an editor may still be writing.
const PERIOD: Duration = Duration::from_millis(500);

/// What lies in the folder of a game, or why it cannot be read.
type Found = Result<Vec<(String, String)>, String>;

/// Looks at the files until the server is gone.
pub async fn watch(house: Weak<House>, folder: PathBuf) {
    let origin = Origin::Folder(folder);
    let mut taken: Vec<Found> = look(&origin).await;
    let mut seen = taken.clone();
    loop {
        tokio::time::sleep(PERIOD).await;
        let now = look(&origin).await;
        let Some(house) = house.upgrade() else { return };
        for (at, game) in GAMES.iter().enumerate() {
            if now[at] == seen[at] && now[at] != taken[at] {
                taken[at] = now[at].clone();
                match house.renew(game, now[at].clone()).await {
                    Ok(set) => tracing::info!(game, set, "new matches are played with the changed cards"),
                    Err(error) => tracing::error!(game, %error, "the changed cards are not taken; those of before stay"),
                }
            }
        }
        seen = now;
    }
}

/// The files of all games. Read whole: a few hundred kilobytes, and no clock of a file system can be wrong.
async fn look(origin: &Origin) -> Vec<Found> {
    let origin = origin.clone();
    let read = move || {
        let texts = |game: &&str| origin.or_shipped(game).texts(game).map_err(|error| error.to_string());
        GAMES.iter().map(texts).collect()
    };
    tokio::task::spawn_blocking(read).await.unwrap_or_else(|_| vec![Err("they cannot be read".into()); GAMES.len()])
}

impl House {
    /// Checks the changed cards of a game, keeps them in the log, and takes them for new matches; the name of the set.
    async fn renew(&self, game: &str, found: Found) -> Result<String, String> {
        let hall = self.games.hall(game).map_err(|trouble| trouble.sentence)?;
        let set = hall.checked(found?)?;
        // First kept, then used: a record outlives its card set.
        keep_set(self.log.store(), &set).await?;
        let name = set.name.clone();
        hall.renew(set)?;
        Ok(name)
    }
}
