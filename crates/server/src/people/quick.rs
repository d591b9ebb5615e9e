//! Quick match: a socket for as long as somebody looks for a match. Closing it leaves the queue.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use playmat_cards::Terms;
use playmat_catalog::is_example;
use playmat_wire::people::{QuickNews, QuickRequest};
use playmat_wire::tables::{Clock, DeckRequest, OnTimeout, Pace, SeatRequest, Sitter, TableInfo, TableRequest};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::queue::{Found, Place, Seeker, window};
use super::{Caller, SessionEndListener};
use crate::App;
use crate::accept::ConnectionGuard;
use crate::api_error::{ApiError, Code};
use crate::clock::moment;
use crate::http::Peer;
use crate::identity::Identity;
use crate::limits::Bucket;
use crate::room::{SeatData, TableData};
use playmat_room::{no_trial, substitute};

/// How often a rival is looked for, and how often the player gets news and a ping.
const LOOK: Duration = Duration::from_millis(500);
const TELL: u32 = 4;
/// After so long without a message a player has gone.
const SILENCE: Duration = Duration::from_secs(15);
/// How long one write, and the first message, may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The clock of a quick match, and how long an asked player may be away.
const CLOCK: Clock = Clock { bank: 900, increment: 10 };
const AWAY: u32 = 90;

pub async fn open(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Extension(here): Extension<ConnectionGuard>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let ends = app.people.ends();
    let caller = app.known(&headers).await?;
    let too_many = || ApiError::too_many("You have too many connections open.");
    let behind = app.config.behind_proxy.then(|| app.connections.hold(peer.0).ok_or_else(too_many)).transpose()?;
    let held = (app.sockets.hold(caller.who.id.clone()).ok_or_else(too_many)?, here, behind);
    let most = app.config.limits.request_bytes;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(1024).write_buffer_size(0);
    Ok(upgrade.on_upgrade(async move |mut socket| {
        let _held = held;
        let last = match seek(&mut socket, &app, caller, peer, ends).await {
            Ok(None) => return,
            Ok(Some(Found { code, rated })) => QuickNews::Matched { code, rated },
            Err(error) => QuickNews::Refused { code: error.code.word().into(), sentence: error.sentence },
        };
        if tell(&mut socket, &last).await {
            let _ = timeout(PATIENCE, socket.send(Message::Close(None))).await;
            // What is still on its way is read and dropped.
            let _ = timeout(PATIENCE, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
        }
    }))
}

/// Looks for a match until there is one. None if the player has gone.
async fn seek(
    socket: &mut WebSocket,
    app: &Arc<App>,
    caller: Caller,
    peer: Peer,
    mut ends: SessionEndListener,
) -> Result<Option<Found>, ApiError> {
    let who = caller.who.clone();
    let Ok(first) = timeout(PATIENCE, heard(socket)).await else { return Ok(None) };
    let (game, deck) = match first? {
        None => return Ok(None),
        Some(Heard::Said(QuickRequest::Seek { game, deck })) => (game, deck),
        Some(_) => return Err(ApiError::new(Code::BadMessage, "The first message is `seek`.")),
    };
    if matches!(deck, DeckRequest::Try { .. }) {
        return Err(no_trial().into());
    }
    app.games.service(&game)?.check_deck(&Terms::default(), &deck)?;
    if is_example(&game) {
        return Err(ApiError::new(
            Code::NoQuickMatch,
            "This game is an example: there is no quick match. Open a table instead.",
        ));
    }
    if !app.makings.take(peer.0) || !app.tables.take(who.id.clone()) {
        return Err(ApiError::too_many("Too many new tables; wait a minute."));
    }
    let ratings = app.log.store().ratings(&who.id).await?;
    let rating = ratings.iter().find(|(of, _)| *of == game).map_or(1500.0, |(_, rating)| rating.rating);
    let begun = Instant::now();
    let (place, mut told) = app.people.queue.enter(who.clone(), game.clone(), deck.clone(), rating, begun)?;
    metrics::counter!("playmat_seeks_total").increment(1);
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut heard_at, mut offered, mut ticks) = (begun, false, 0);
    let rate = app.config.limits.messages;
    let mut bucket = Bucket::new(rate, moment(begun));
    loop {
        tokio::select! {
            biased;
            found = &mut told => return found.map_err(|_| ApiError::internal())?.map(Some),
            () = ends.wait(&caller) => return Err(ApiError::new(Code::LoggedOut, "You were logged out.")),
            next = heard(socket) => {
                heard_at = Instant::now();
                if !bucket.take(rate, moment(heard_at)) {
                    return Err(ApiError::too_many("Too many messages."));
                }
                match next? {
                    None => return Ok(None),
                    Some(Heard::Nothing) => {}
                    Some(Heard::Said(QuickRequest::Bot {})) => {
                        // A rival may have been found at this moment: then the match is with them.
                        if place.leave().is_none() {
                            return told.await.map_err(|_| ApiError::internal())?.map(Some);
                        }
                        let table = app.bot_table(&who, &game, deck).await?;
                        return Ok(Some(Found { code: table.code, rated: false }));
                    }
                    Some(Heard::Said(QuickRequest::Seek { .. })) => {
                        return Err(ApiError::new(Code::BadMessage, "You are looking for a match already."));
                    }
                }
            },
            _ = looks.tick() => {
                let now = Instant::now();
                if let Some(pair) = place.pair(now) {
                    return app.seat_pair(pair).await.map(Some);
                }
                if heard_at.elapsed() > SILENCE {
                    return Ok(None);
                }
                if ticks % TELL == 0 && !report(socket, &place, &game, begun, now).await {
                    return Ok(None);
                }
                ticks += 1;
                if !offered && begun.elapsed() >= app.config.bot_after {
                    offered = true;
                    if !tell(socket, &QuickNews::Offer { level: substitute().into() }).await {
                        return Ok(None);
                    }
                }
            }
        }
    }
}

/// Sends news. False if the player has gone.
async fn report(socket: &mut WebSocket, place: &Place, game: &str, begun: Instant, now: Instant) -> bool {
    let waited = now.saturating_duration_since(begun).as_secs() as u32;
    let others = place.others(game) as u32;
    let ping = timeout(PATIENCE, socket.send(Message::Ping(Bytes::new()))).await;
    matches!(ping, Ok(Ok(()))) && tell(socket, &QuickNews::Waiting { waited, window: window(begun, now), others }).await
}

impl App {
    /// Opens a table for two matched players. Both are told; the one who has waited, through the queue.
    async fn seat_pair(self: &Arc<Self>, pair: (Seeker, Seeker)) -> Result<Found, ApiError> {
        let (mine, rival) = pair;
        // Whether a match is rated is decided before it begins.
        let rated = mine.who.account && rival.who.account;
        let mut seats = [(mine.who, mine.deck), (rival.who, rival.deck)];
        let pair = format!("{} {}", seats[0].0.id, seats[1].0.id);
        if self.config.chance.draw("seats", &pair).below(2) == 1 {
            seats.swap(0, 1);
        }
        let made = self.quick_table(&mine.game, seats, rated).await.map(|table| Found { code: table.code, rated });
        let _ = rival.tell.send(made.clone());
        made
    }

    async fn quick_table(
        self: &Arc<Self>,
        game: &str,
        [one, two]: [(Identity, DeckRequest); 2],
        rated: bool,
    ) -> Result<TableInfo, ApiError> {
        let mut data = TableData::read(&self.games, &one.0, request(game, one.1, Sitter::Open))?;
        data.clock = Some(CLOCK);
        data.seats[1] = SeatData { player: Some(two.0), bot: None, name: None, deck: two.1 };
        data.rated = rated;
        self.open_table(data).await
    }

    async fn bot_table(self: &Arc<Self>, who: &Identity, game: &str, deck: DeckRequest) -> Result<TableInfo, ApiError> {
        let data = TableData::read(&self.games, who, request(game, deck, Sitter::Bot))?;
        self.open_table(data).await
    }
}

fn request(game: &str, deck: DeckRequest, rival: Sitter) -> TableRequest {
    let level = (rival == Sitter::Bot).then(|| substitute().to_owned());
    TableRequest {
        game: game.to_owned(),
        edition: None,
        rulings: Default::default(),
        seats: [
            SeatRequest { who: Sitter::Me, level: None, deck: Some(deck), name: None },
            SeatRequest { who: rival, level, deck: None, name: None },
        ],
        clock: None,
        away: Some(AWAY),
        on_timeout: OnTimeout::Lose,
        public: false,
        spectators: None,
        pace: Pace::People,
        cards: None,
    }
}

/// What a frame says.
enum Heard {
    Said(QuickRequest),
    Nothing,
}

/// The next frame. None when the connection is closed.
async fn heard(socket: &mut WebSocket) -> Result<Option<Heard>, ApiError> {
    match socket.recv().await {
        None | Some(Err(_) | Ok(Message::Close(_))) => Ok(None),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Some(Heard::Nothing)),
        Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
            Ok(said) => Ok(Some(Heard::Said(said))),
            Err(_) => Err(ApiError::new(Code::BadMessage, "This is no message of the protocol; see docs/protocol.md.")),
        },
        Some(Ok(Message::Binary(_))) => Err(ApiError::new(Code::BadMessage, "Messages are text.")),
    }
}

/// Sends a message. False if the other end has gone.
async fn tell(socket: &mut WebSocket, news: &QuickNews) -> bool {
    let Ok(text) = serde_json::to_string(news) else { return false };
    matches!(timeout(PATIENCE, socket.send(Message::Text(text.into()))).await, Ok(Ok(())))
}
