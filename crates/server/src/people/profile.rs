//! Profiles. Everybody may see the rating of an account; its list of matches is private.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Path, RawQuery, State};
use axum::http::HeaderMap;
use playmat_store::{CLOSED, Finished, MatchId, PlayedMatch, Rating};
use playmat_wire::SeatForm;
use playmat_wire::people::{FinishedMatch, GameTally, MatchPage, MatchResult, Profile, RatingChange, RatingInfo, Rival};

use super::{now, share};
use crate::App;
use crate::api_error::{ApiError, Code};
use crate::http::Peer;

/// How many matches are listed at a time.
const PAGE: u32 = 30;
/// A rating with a higher deviation is provisional.
const GUESS: f64 = 110.0;

pub async fn own(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Profile>, ApiError> {
    let who = app.who(&headers).await?;
    profile(&app, &who.id, &who.name, true).await.map(Json)
}

/// The profile of somebody else. Callers that guess ids soon have to wait, as with codes of tables.
pub async fn of(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
) -> Result<Json<Profile>, ApiError> {
    if !app.guesses.has(&peer.0) {
        return Err(ApiError::too_many("Too many wrong ids; wait a minute."));
    }
    let Some(account) = app.log.store().account(&id).await? else {
        app.guesses.take(peer.0);
        return Err(ApiError::new(Code::NoPlayer, "There is no account with this id."));
    };
    profile(&app, &account.player, &account.name, false).await.map(Json)
}

pub async fn matches(
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Json<MatchPage>, ApiError> {
    let who = app.who(&headers).await?;
    let before = match query.as_deref().filter(|query| !query.is_empty()) {
        None => None,
        Some(query) => Some(
            query
                .strip_prefix("before=")
                .and_then(|at| at.split_once('-'))
                .and_then(|(ended, id)| Some((ended.parse().ok()?, MatchId::parse(id)?)))
                .ok_or_else(|| {
                    ApiError::new(Code::BadRequest, "The query may have `before=NEXT`, with the `next` of another page.")
                })?,
        ),
    };
    let mut page = app.log.store().finished(&who.id, before, PAGE + 1).await?;
    let more = page.len() > PAGE as usize;
    page.truncate(PAGE as usize);
    let next = page.last().filter(|_| more).map(|last| format!("{}-{}", last.finished.ended, last.finished.id));
    Ok(Json(MatchPage { matches: page.into_iter().map(finished_match).collect(), next }))
}

/// The profile of a player; the player's own shows more.
pub async fn profile(app: &App, id: &str, name: &str, own: bool) -> Result<Profile, ApiError> {
    let store = app.log.store();
    let since = store.account(id).await?.map(|account| account.since);
    let ratings = store.ratings(id).await?;
    let games = store.tallies(id).await?.into_iter().map(|tally| GameTally {
        wins: count(tally.wins),
        losses: count(tally.losses),
        draws: count(tally.draws),
        favourite: tally.favourite.filter(|_| own),
        rating: ratings.iter().find(|(game, _)| *game == tally.game).map(|(_, rating)| rating_info(*rating)),
        game: tally.game,
    });
    Ok(Profile { id: id.to_owned(), name: name.to_owned(), since, games: games.collect() })
}

/// A finished match as one of its players sees it.
pub fn finished_match(PlayedMatch { finished, seat, link }: PlayedMatch) -> FinishedMatch {
    let Finished { id, game, edition, ending, winner, alone, public, ended, sides, .. } = finished;
    let [one, two] = sides;
    let (mine, rival) = if seat == 0 { (one, two) } else { (two, one) };
    FinishedMatch {
        game_match: id.to_string(),
        game,
        edition,
        ended,
        seat: if seat == 0 { SeatForm::P1 } else { SeatForm::P2 },
        result: match winner {
            Some(winner) if winner == seat => MatchResult::Won,
            Some(_) => MatchResult::Lost,
            None if ending == CLOSED => MatchResult::Unfinished,
            None => MatchResult::Drawn,
        },
        by: ending.into(),
        deck: mine.deck,
        rival: Rival { name: rival.name, player: rival.player, bot: rival.bot, deck: rival.deck },
        alone,
        share: share::shown(id, public, link),
        rating: mine.rating.map(|(before, after)| RatingChange { before, after }),
    }
}

fn rating_info(rating: Rating) -> RatingInfo {
    let Rating { rating, deviation, games, .. } = rating.at(now());
    RatingInfo { rating, deviation, games: count(games), provisional: deviation > GUESS }
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}
