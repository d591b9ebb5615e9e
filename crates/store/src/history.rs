//! Finished matches by player, with totals and ratings. A match is finished in the transaction that writes its last entry, so
//! that it counts exactly once, whatever breaks.

use crate::{MatchId, Rating, Stored};

/// The ending of a match that could not go on. It counts for nobody.
pub const CLOSED: &str = "closed";

/// A match that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The match.
    pub id: MatchId,
    /// The game.
    pub game: String,
    /// The edition of its rules.
    pub edition: String,
    /// Whether it changes ratings; only if both players have accounts.
    pub rated: bool,
    /// How it ended.
    pub ending: String,
    /// The place of the winner; none for a draw.
    pub winner: Option<u8>,
    /// Whether one person played both sides.
    pub alone: bool,
    /// Whether it was played at a public table, so that everybody may read it.
    pub public: bool,
    /// When it ended, in seconds of Unix time.
    pub ended: i64,
    /// Player 1's side, then player 2's.
    pub sides: [Side; 2],
}

/// One side of a finished match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Side {
    /// The player; nobody for a bot, for the second side of a match played alone, and for somebody who is forgotten.
    pub player: Option<String>,
    /// The name of the player.
    pub name: String,
    /// The level, if a bot played.
    pub bot: Option<String>,
    /// The name of the deck.
    pub deck: String,
    /// The rating before and after, of a rated match. Ignored when a match is written.
    pub rating: Option<(f64, f64)>,
}

/// A finished match as one of its players lists it.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMatch {
    /// The match.
    pub finished: Finished,
    /// The place of the player who asks.
    pub seat: u8,
    /// The end of the player's link to it, if it is shared.
    pub link: Option<String>,
}

/// Who may read a finished match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Readers {
    /// Everybody.
    pub public: bool,
    /// Those who played it; nobody if only bots did.
    pub players: Vec<String>,
    /// Whoever has one of these links of its players.
    pub links: Vec<String>,
}

/// The totals of the matches of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The game.
    pub game: String,
    /// How many were won.
    pub wins: i64,
    /// How many were lost.
    pub losses: i64,
    /// How many were drawn.
    pub draws: i64,
    /// The deck that was played most.
    pub favourite: Option<String>,
}

/// Finished matches and ratings.
pub trait History: Send + Sync {
    /// Finished matches of a player, the latest first, those before one of them if it is given.
    fn finished<'a>(&'a self, player: &'a str, before: Option<(i64, MatchId)>, most: u32) -> Stored<'a, Vec<PlayedMatch>>;
    /// The totals of a player's matches, by game. Matches that were played alone do not count.
    fn tallies<'a>(&'a self, player: &'a str) -> Stored<'a, Vec<Tally>>;
    /// The ratings of a player by game.
    fn ratings<'a>(&'a self, player: &'a str) -> Stored<'a, Vec<(String, Rating)>>;
    /// All matches that were begun and not finished.
    fn unfinished(&self) -> Stored<'_, Vec<MatchId>>;
    /// How a match was set up; none if there is no such match.
    fn opening(&self, id: MatchId) -> Stored<'_, Option<Vec<u8>>>;
    /// Who may read a finished match; none if there is no such match, or it is not over.
    fn readers(&self, id: MatchId) -> Stored<'_, Option<Readers>>;
    /// A player shares a match by a link: by this one, or by the link that the player has already given it.
    fn share<'a>(&'a self, id: MatchId, player: &'a str, link: &'a str, now: i64) -> Stored<'a, String>;
    /// The link of a player to a match, if it is shared.
    fn shared<'a>(&'a self, id: MatchId, player: &'a str) -> Stored<'a, Option<String>>;
    /// A player shares a match no longer. False if it was not shared.
    fn unshare<'a>(&'a self, id: MatchId, player: &'a str) -> Stored<'a, bool>;
    /// Replaces the opening of a match by one that leads to the same match, when names must be removed.
    fn change_opening<'a>(&'a self, id: MatchId, opening: &'a [u8]) -> Stored<'a, ()>;
}

macro_rules! history {
    ($name:ident, $db:ty, $lock:literal) => {
        impl $name {
            /// Enters a finished match, and changes the ratings if it is a rated one of two accounts.
            async fn finish(change: &mut <$db as sqlx::Database>::Connection, over: &Finished) -> Result<(), sqlx::Error> {
                let players = [&over.sides[0].player, &over.sides[1].player].map(|player| player.as_deref());
                let mut ratings = None;
                if let (true, [Some(one), Some(two)]) = (over.rated && players[0] != players[1], players) {
                    // Two servers on one database take turns.
                    sqlx::raw_sql($lock).execute(&mut *change).await?;
                    let text = "SELECT count(*) FROM accounts WHERE player = $1 OR player = $2";
                    let known: i64 = sqlx::query_scalar(text).bind(one).bind(two).fetch_one(&mut *change).await?;
                    if known == 2 {
                        let before =
                            [Self::rating(change, one, &over.game).await?, Self::rating(change, two, &over.game).await?];
                        let after = crate::ratings::rated(before, over.winner, over.ended);
                        Self::keep_rating(change, one, &over.game, after[0]).await?;
                        Self::keep_rating(change, two, &over.game, after[1]).await?;
                        ratings = Some([0, 1].map(|seat| (before[seat].rating, after[seat].rating)));
                    }
                }
                let text = "INSERT INTO finished (id, game, edition, rated, ending, winner, alone, ended, public) \
                            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
                let insert = sqlx::query(text).bind(over.id.0 as i64).bind(&over.game).bind(&over.edition);
                let insert = insert.bind(ratings.is_some()).bind(&over.ending).bind(over.winner.map(i64::from));
                insert.bind(over.alone).bind(over.ended).bind(over.public).execute(&mut *change).await?;
                for (seat, side) in over.sides.iter().enumerate() {
                    let text = "INSERT INTO sides (id, seat, player, name, bot, deck, before, after, ended) \
                                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
                    let insert = sqlx::query(text).bind(over.id.0 as i64).bind(seat as i64).bind(&side.player);
                    let insert = insert.bind(&side.name).bind(&side.bot).bind(&side.deck);
                    let insert = insert.bind(ratings.map(|both| both[seat].0)).bind(ratings.map(|both| both[seat].1));
                    insert.bind(over.ended).execute(&mut *change).await?;
                }
                Ok(())
            }

            async fn rating(
                change: &mut <$db as sqlx::Database>::Connection,
                player: &str,
                game: &str,
            ) -> Result<Rating, sqlx::Error> {
                let text = "SELECT game, rating, deviation, volatility, games, updated FROM ratings WHERE player = $1 AND game = $2";
                let row = sqlx::query(text).bind(player).bind(game).fetch_optional(change).await?;
                Ok(row.map(|row| Self::read_rating(&row)).transpose()?.unwrap_or_default())
            }

            async fn keep_rating(
                change: &mut <$db as sqlx::Database>::Connection,
                player: &str,
                game: &str,
                now: Rating,
            ) -> Result<(), sqlx::Error> {
                let text = "INSERT INTO ratings (player, game, rating, deviation, volatility, games, updated) \
                            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, game) DO UPDATE SET rating = excluded.rating, \
                            deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
                            updated = excluded.updated";
                let insert = sqlx::query(text).bind(player).bind(game).bind(now.rating).bind(now.deviation);
                insert.bind(now.volatility).bind(now.games).bind(now.updated).execute(change).await.map(drop)
            }

            fn read_rating(row: &<$db as sqlx::Database>::Row) -> Result<Rating, sqlx::Error> {
                Ok(Rating {
                    rating: row.try_get(1)?,
                    deviation: row.try_get(2)?,
                    volatility: row.try_get(3)?,
                    games: row.try_get(4)?,
                    updated: row.try_get(5)?,
                })
            }

            fn read_played(row: &<$db as sqlx::Database>::Row) -> Result<PlayedMatch, sqlx::Error> {
                let side = |at: usize| -> Result<Side, sqlx::Error> {
                    let rating: (Option<f64>, Option<f64>) = (row.try_get(at + 4)?, row.try_get(at + 5)?);
                    Ok(Side {
                        player: row.try_get(at)?,
                        name: row.try_get(at + 1)?,
                        bot: row.try_get(at + 2)?,
                        deck: row.try_get(at + 3)?,
                        rating: rating.0.zip(rating.1),
                    })
                };
                let (seat, winner): (i64, Option<i64>) = (row.try_get(8)?, row.try_get(5)?);
                let (mine, other) = (side(9)?, side(15)?);
                let finished = Finished {
                    id: MatchId(row.try_get::<i64, _>(0)? as u64),
                    game: row.try_get(1)?,
                    edition: row.try_get(2)?,
                    rated: row.try_get(3)?,
                    ending: row.try_get(4)?,
                    winner: winner.map(|seat| seat as u8),
                    alone: row.try_get(6)?,
                    ended: row.try_get(7)?,
                    public: row.try_get(21)?,
                    sides: if seat == 0 { [mine, other] } else { [other, mine] },
                };
                Ok(PlayedMatch { finished, seat: seat as u8, link: row.try_get(22)? })
            }
        }

        impl History for $name {
            fn finished<'a>(&'a self, player: &'a str, before: Option<(i64, MatchId)>, most: u32) -> Stored<'a, Vec<PlayedMatch>> {
                let work = async move {
                    let (ended, id) = before.map_or((i64::MAX, i64::MAX), |(ended, id)| (ended, id.0 as i64));
                    let text = "SELECT f.id, f.game, f.edition, f.rated, f.ending, f.winner, f.alone, f.ended, m.seat, \
                                m.player, m.name, m.bot, m.deck, m.before, m.after, \
                                o.player, o.name, o.bot, o.deck, o.before, o.after, f.public, l.link \
                                FROM sides m JOIN finished f ON f.id = m.id JOIN sides o ON o.id = m.id AND o.seat <> m.seat \
                                LEFT JOIN shares l ON l.id = m.id AND l.player = m.player \
                                WHERE m.player = $1 AND (m.ended < $2 OR (m.ended = $2 AND m.id < $3)) \
                                ORDER BY m.ended DESC, m.id DESC LIMIT $4";
                    let rows = sqlx::query(text).bind(player).bind(ended).bind(id).bind(i64::from(most));
                    rows.fetch_all(&self.0).await?.iter().map(Self::read_played).collect()
                };
                told(work)
            }

            fn tallies<'a>(&'a self, player: &'a str) -> Stored<'a, Vec<Tally>> {
                let work = async move {
                    let text = "SELECT f.game, m.deck, count(*), \
                                count(CASE WHEN f.winner = m.seat THEN 1 END), \
                                count(CASE WHEN f.winner <> m.seat THEN 1 END) \
                                FROM sides m JOIN finished f ON f.id = m.id \
                                WHERE m.player = $1 AND NOT f.alone AND f.ending <> $2 \
                                GROUP BY f.game, m.deck ORDER BY f.game, count(*) DESC, m.deck";
                    let mut tallies: Vec<Tally> = Vec::new();
                    for row in sqlx::query(text).bind(player).bind(crate::history::CLOSED).fetch_all(&self.0).await? {
                        let (game, deck): (String, String) = (row.try_get(0)?, row.try_get(1)?);
                        let (all, wins, losses): (i64, i64, i64) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
                        if tallies.last().is_none_or(|last| last.game != game) {
                            // The first deck of a game is the one that was played most.
                            tallies.push(Tally { game, favourite: Some(deck), ..Tally::default() });
                        }
                        if let Some(tally) = tallies.last_mut() {
                            tally.wins += wins;
                            tally.losses += losses;
                            tally.draws += all - wins - losses;
                        }
                    }
                    Ok(tallies)
                };
                told(work)
            }

            fn ratings<'a>(&'a self, player: &'a str) -> Stored<'a, Vec<(String, Rating)>> {
                let work = async move {
                    let text =
                        "SELECT game, rating, deviation, volatility, games, updated FROM ratings WHERE player = $1 ORDER BY game";
                    let rows = sqlx::query(text).bind(player).fetch_all(&self.0).await?;
                    rows.iter().map(|row| Ok((row.try_get(0)?, Self::read_rating(row)?))).collect()
                };
                told(work)
            }

            fn unfinished(&self) -> Stored<'_, Vec<MatchId>> {
                let work = async move {
                    let text = "SELECT m.id FROM matches m WHERE NOT EXISTS (SELECT 1 FROM finished f WHERE f.id = m.id) ORDER BY m.id";
                    let ids: Vec<i64> = sqlx::query_scalar(text).fetch_all(&self.0).await?;
                    Ok(ids.into_iter().map(|id| MatchId(id as u64)).collect())
                };
                told(work)
            }

            fn opening(&self, id: MatchId) -> Stored<'_, Option<Vec<u8>>> {
                Box::pin(async move {
                    let row = sqlx::query_scalar("SELECT opening FROM matches WHERE id = $1").bind(id.0 as i64);
                    row.fetch_optional(&self.0).await.map_err(unavailable)
                })
            }

            fn readers(&self, id: MatchId) -> Stored<'_, Option<Readers>> {
                let work = async move {
                    let id = id.0 as i64;
                    let public = sqlx::query_scalar("SELECT public FROM finished WHERE id = $1").bind(id);
                    let Some(public) = public.fetch_optional(&self.0).await? else { return Ok(None) };
                    let players = sqlx::query_scalar("SELECT player FROM sides WHERE id = $1 AND player IS NOT NULL ORDER BY seat");
                    let players = players.bind(id).fetch_all(&self.0).await?;
                    let links = sqlx::query_scalar("SELECT link FROM shares WHERE id = $1 ORDER BY player").bind(id);
                    Ok(Some(Readers { public, players, links: links.fetch_all(&self.0).await? }))
                };
                told(work)
            }

            fn share<'a>(&'a self, id: MatchId, player: &'a str, link: &'a str, now: i64) -> Stored<'a, String> {
                let work = async move {
                    let text = "INSERT INTO shares (id, player, link, made) VALUES ($1, $2, $3, $4) ON CONFLICT (id, player) DO NOTHING";
                    sqlx::query(text).bind(id.0 as i64).bind(player).bind(link).bind(now).execute(&self.0).await?;
                    let kept = sqlx::query_scalar("SELECT link FROM shares WHERE id = $1 AND player = $2");
                    kept.bind(id.0 as i64).bind(player).fetch_one(&self.0).await
                };
                told(work)
            }

            fn shared<'a>(&'a self, id: MatchId, player: &'a str) -> Stored<'a, Option<String>> {
                Box::pin(async move {
                    let link = sqlx::query_scalar("SELECT link FROM shares WHERE id = $1 AND player = $2");
                    link.bind(id.0 as i64).bind(player).fetch_optional(&self.0).await.map_err(unavailable)
                })
            }

            fn unshare<'a>(&'a self, id: MatchId, player: &'a str) -> Stored<'a, bool> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM shares WHERE id = $1 AND player = $2").bind(id.0 as i64).bind(player);
                    delete.execute(&self.0).await.map(|done| done.rows_affected() > 0).map_err(unavailable)
                })
            }

            fn change_opening<'a>(&'a self, id: MatchId, opening: &'a [u8]) -> Stored<'a, ()> {
                Box::pin(async move {
                    let update = sqlx::query("UPDATE matches SET opening = $1 WHERE id = $2").bind(opening).bind(id.0 as i64);
                    update.execute(&self.0).await.map(drop).map_err(unavailable)
                })
            }
        }
    };
}

pub(crate) use history;
