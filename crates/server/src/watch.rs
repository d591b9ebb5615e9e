//! Card files that change while the server runs: new matches use the new cards, running ones go on with theirs.

use std::path::PathBuf;
use std::sync::Weak;
use std::time::Duration;

use playmat_catalog::{ALL_GAMES, Origin};

use crate::{App, keep_set};

/// How often the files are read. A change counts if it is still the same the next time: an editor may be writing.
const PERIOD: Duration = Duration::from_millis(500);

/// What lies in the folder of a game, or why it cannot be read.
type Found = Result<Vec<(String, String)>, String>;

/// Looks at the files until the server is gone.
pub async fn watch(app: Weak<App>, folder: PathBuf) {
    let origin = Origin::Folder(folder);
    let Some(mut taken) = app.upgrade().map(|app| at_hand(&app)) else { return };
    let mut seen = taken.clone();
    loop {
        tokio::time::sleep(PERIOD).await;
        let now = look(&origin).await;
        let Some(app) = app.upgrade() else { return };
        for (at, game) in ALL_GAMES.iter().enumerate() {
            if now[at] != seen[at] || now[at] == taken[at] {
                continue;
            }
            match app.renew(game, now[at].clone()).await {
                Ok(set) => tracing::info!(game, set, "new matches are played with the changed cards"),
                Err(Untaken::Cards(error)) => {
                    metrics::counter!("playmat_cards_refused_total").increment(1);
                    tracing::error!(game, %error, "the changed cards are not used; the old ones stay");
                }
                Err(Untaken::Log(error)) => {
                    tracing::error!(game, %error, "the changed cards cannot be stored; this will be tried again");
                    continue;
                }
            }
            taken[at] = now[at].clone();
        }
        seen = now;
    }
}

/// Why changed cards are not used.
enum Untaken {
    /// Something is wrong with them.
    Cards(String),
    /// They cannot be stored now.
    Log(String),
}

/// The files of the current cards, by game.
fn at_hand(app: &App) -> Vec<Found> {
    let texts = |game: &&str| app.games.service(game).map(|service| service.card_set().texts).map_err(|error| error.sentence);
    ALL_GAMES.iter().map(texts).collect()
}

/// The files of all games. They are read whole: a few hundred kilobytes, and file times can be wrong.
async fn look(origin: &Origin) -> Vec<Found> {
    let origin = origin.clone();
    let read = move || {
        let texts = |game: &&str| origin.or_shipped(game).texts(game).map_err(|error| error.to_string());
        ALL_GAMES.iter().map(texts).collect()
    };
    tokio::task::spawn_blocking(read).await.unwrap_or_else(|_| vec![Err("they cannot be read".into()); ALL_GAMES.len()])
}

impl App {
    /// Checks the changed cards of a game, stores them in the log, and uses them for new matches. Returns the name of the set.
    async fn renew(&self, game: &str, found: Found) -> Result<String, Untaken> {
        let service = self.games.service(game).map_err(|error| Untaken::Cards(error.sentence))?;
        let set = found.and_then(|texts| service.checked(texts)).map_err(Untaken::Cards)?;
        // They are stored before they are used: a record outlives its card set.
        keep_set(self.log.store(), &set).await.map_err(Untaken::Log)?;
        let name = set.name.clone();
        service.renew(set).map_err(Untaken::Cards)?;
        Ok(name)
    }
}
