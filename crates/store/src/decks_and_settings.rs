//! What a player keeps: decks and settings, of guests and accounts alike.

use crate::Stored;

/// A deck that somebody saved, as text: it may be illegal, or of cards that no longer exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedDeck {
    /// Chosen by the player; unique for that player.
    pub id: String,
    /// The game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// When it was last written, in seconds of Unix time.
    pub updated: i64,
}

/// Decks and settings.
pub trait DecksAndSettings: Send + Sync {
    /// All decks of a player, the last written first.
    fn decks<'a>(&'a self, player: &'a str) -> Stored<'a, Vec<SavedDeck>>;
    /// Writes a deck, new or not. False, and nothing written, if the player would have more than `most`.
    fn keep_deck<'a>(&'a self, player: &'a str, deck: &'a SavedDeck, most: u32) -> Stored<'a, bool>;
    /// Deletes a deck. False if there is none.
    fn drop_deck<'a>(&'a self, player: &'a str, id: &'a str) -> Stored<'a, bool>;
    /// The settings of a player, if there are any.
    fn settings<'a>(&'a self, player: &'a str) -> Stored<'a, Option<String>>;
    /// Replaces the settings of a player.
    fn keep_settings<'a>(&'a self, player: &'a str, value: &'a str, now: i64) -> Stored<'a, ()>;
}

/// The id, or that id with a number that is free. It does not get longer than an id may be.
pub(crate) fn free_id(id: &str, taken: &[String]) -> String {
    let free = |id: &String| !taken.contains(id);
    let numbered = |number: u32| {
        let end = format!("-{number}");
        let short: String = id.chars().take(40 - end.len()).collect();
        short + &end
    };
    Some(id.to_owned()).filter(free).or_else(|| (2..).map(numbered).find(free)).unwrap_or_default()
}

macro_rules! decks_and_settings {
    ($name:ident, $db:ty, $begin:literal) => {
        impl DecksAndSettings for $name {
            fn decks<'a>(&'a self, player: &'a str) -> Stored<'a, Vec<SavedDeck>> {
                let work = async move {
                    let text = "SELECT id, game, name, body, updated FROM decks WHERE player = $1 ORDER BY updated DESC, id";
                    let rows = sqlx::query(text).bind(player).fetch_all(&self.0).await?;
                    let deck = |row: &<$db as sqlx::Database>::Row| {
                        Ok(SavedDeck {
                            id: row.try_get(0)?,
                            game: row.try_get(1)?,
                            name: row.try_get(2)?,
                            text: row.try_get(3)?,
                            updated: row.try_get(4)?,
                        })
                    };
                    rows.iter().map(deck).collect()
                };
                told(work)
            }

            fn keep_deck<'a>(&'a self, player: &'a str, deck: &'a SavedDeck, most: u32) -> Stored<'a, bool> {
                let work = async move {
                    let mut change = self.0.begin_with($begin).await?;
                    let text = "SELECT count(*) FROM decks WHERE player = $1 AND id <> $2";
                    let others: i64 = sqlx::query_scalar(text).bind(player).bind(&deck.id).fetch_one(&mut *change).await?;
                    if others >= i64::from(most) {
                        return Ok(false);
                    }
                    let text = "INSERT INTO decks (player, id, game, name, body, updated) VALUES ($1, $2, $3, $4, $5, $6) \
                                ON CONFLICT (player, id) DO UPDATE SET game = excluded.game, name = excluded.name, \
                                body = excluded.body, updated = excluded.updated";
                    let insert = sqlx::query(text).bind(player).bind(&deck.id).bind(&deck.game).bind(&deck.name);
                    insert.bind(&deck.text).bind(deck.updated).execute(&mut *change).await?;
                    change.commit().await?;
                    Ok(true)
                };
                told(work)
            }

            fn drop_deck<'a>(&'a self, player: &'a str, id: &'a str) -> Stored<'a, bool> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM decks WHERE player = $1 AND id = $2").bind(player).bind(id);
                    delete.execute(&self.0).await.map(|done| done.rows_affected() > 0).map_err(unavailable)
                })
            }

            fn settings<'a>(&'a self, player: &'a str) -> Stored<'a, Option<String>> {
                Box::pin(async move {
                    let kept = sqlx::query_scalar("SELECT value FROM settings WHERE player = $1").bind(player);
                    kept.fetch_optional(&self.0).await.map_err(unavailable)
                })
            }

            fn keep_settings<'a>(&'a self, player: &'a str, value: &'a str, now: i64) -> Stored<'a, ()> {
                Box::pin(async move {
                    let text = "INSERT INTO settings (player, value, updated) VALUES ($1, $2, $3) \
                                ON CONFLICT (player) DO UPDATE SET value = excluded.value, updated = excluded.updated";
                    let insert = sqlx::query(text).bind(player).bind(value).bind(now);
                    insert.execute(&self.0).await.map(drop).map_err(unavailable)
                })
            }
        }
    };
}

pub(crate) use decks_and_settings;
