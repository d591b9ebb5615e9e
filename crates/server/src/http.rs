//! The HTTP interface.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Extension, Path, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use playmat_cards::Terms;
use playmat_room::{NoLesson, RoomError, TableData, terms};
use playmat_wire::tables::{
    DeckCheck, DeckCheckRequest, GameInfo, GameSummary, JoinRequest, LessonInfo, Me, MeRequest, TableInfo, TableRequest,
};
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;

use crate::App;
use crate::accept::ConnectionGuard;
use crate::api_error::{ApiError, Code};
use crate::card_pages;
use crate::identity::{COOKIE, Identity, LIFETIME, TOKEN_LIFETIME, clean_name, newcomer, seconds_now};
use crate::lesson;
use crate::page;
use crate::people;
use crate::replays;
use crate::room::{Inbox, RoomHandle};
use crate::socket;
use crate::workshop::{self, CARD_BYTES, aside};

/// No request takes longer than this, sockets aside.
const PATIENCE: Duration = Duration::from_secs(15);

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Peer(pub IpAddr);

/// Everything that can be asked.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/me", get(me).post(become_somebody))
        .route("/me/tables", get(my_tables))
        .route("/games", get(games))
        .route("/games/{game}", get(game))
        .route("/games/{game}/deck", post(check_deck))
        .route("/games/{game}/lessons", get(lessons))
        .route("/games/{game}/lessons/{lesson}/socket", get(open_lesson))
        .route("/tables", get(tables).post(new_table).layer(DefaultBodyLimit::max(CARD_BYTES)))
        .route("/tables/{code}", get(table))
        .route("/tables/{code}/join", post(join))
        .route("/tables/{code}/leave", post(leave))
        .route("/tables/{code}/socket", get(open_socket))
        .merge(replays::routes())
        .merge(people::routes())
        .merge(workshop::routes())
        .merge(card_pages::routes())
        .fallback(nothing_here);
    Router::new()
        .nest("/api", api)
        .merge(card_pages::pages())
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .fallback(get(page::page))
        .layer(DefaultBodyLimit::max(app.config.limits.request_bytes))
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// The rules of every request: where it may come from, how often, how long it may take, and what headers browsers get.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let peer = app.peer(&request);
    let origin_fits = app.origin_fits(request.headers());
    let mut request = request;
    if let Some(peer) = peer {
        request.extensions_mut().insert(peer);
    }
    let mut response = if peer.is_none() {
        let sentence = "The proxy in front must tell who asks: the last entry of X-Forwarded-For is no address.";
        ApiError::new(Code::BadForwarded, sentence).into_response()
    } else if peer.is_some_and(|peer| !app.requests.take(peer.0)) {
        ApiError::too_many("Too many requests; wait a moment.").into_response()
    } else if !origin_fits && (method != Method::GET || path.ends_with("/socket")) {
        ApiError::new(Code::BadOrigin, "Requests from pages of other sites are not accepted.").into_response()
    } else {
        match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::internal().into_response(),
        }
    };
    if response.status() == StatusCode::PAYLOAD_TOO_LARGE {
        response = ApiError::new(Code::TooLarge, "This request is too large.").into_response();
    }
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    if app.config.secure_cookies {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if path.starts_with("/api/") {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    metrics::counter!("playmat_requests_total", "status" => response.status().as_u16().to_string()).increment(1);
    tracing::debug!(%method, path, status = response.status().as_u16(), ms = begun.elapsed().as_millis() as u64, "request");
    response
}

const SECURITY: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

impl App {
    /// The address of a request: the other end, or what a proxy in front says. None if the proxy's header cannot be read:
    /// otherwise the request would count as the proxy itself, which is often this machine. Without the header, the request did
    /// not come through the proxy.
    fn peer(&self, request: &Request) -> Option<Peer> {
        let direct = request.extensions().get::<Peer>().copied();
        match request.headers().get_all("x-forwarded-for").iter().next_back() {
            Some(said) if self.config.behind_proxy => forwarded(said.to_str().ok()?).map(Peer),
            _ => direct,
        }
    }

    /// Browsers say where the page came from, in one way or another; programs say nothing.
    fn origin_fits(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else {
            let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
            return matches!(site, None | Some(b"same-origin" | b"none"));
        };
        let Ok(origin) = origin.to_str() else { return false };
        let own = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        (bare.is_some() && bare == own) || self.config.origins.iter().any(|known| known.trim_end_matches('/') == origin)
    }

    /// Sets the server's one cookie, for so many seconds.
    pub fn cookie(&self, value: &str, seconds: u64) -> Result<HeaderValue, ApiError> {
        let secure = if self.config.secure_cookies { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
        HeaderValue::from_str(&cookie).map_err(|_| ApiError::internal())
    }

    /// A table by its code. Callers that guess soon have to wait.
    pub(crate) async fn room(self: &Arc<Self>, code: &str, peer: Peer) -> Result<RoomHandle, ApiError> {
        if !self.guesses.has(&peer.0) {
            return Err(ApiError::too_many("Too many wrong codes; wait a minute."));
        }
        self.find(code).await?.ok_or_else(|| {
            self.guesses.take(peer.0);
            ApiError::no_table()
        })
    }
}

type Shared = State<Arc<App>>;

async fn me(State(app): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    let who = app.who(&headers).await?;
    if who.program || who.account || !app.keys.grows_old(&headers) {
        return Ok(Json(who.me()).into_response());
    }
    Ok(([(header::SET_COOKIE, app.cookie(&app.keys.sign(&who), LIFETIME)?)], Json(who.me())).into_response())
}

async fn become_somebody(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let request: MeRequest = read(&body)?;
    let bad = || ApiError::new(Code::BadName, "A name has 1 to 24 visible characters.");
    let known = app.caller(&headers).await?.map(|known| known.who).filter(|known| known.program == request.program);
    let identity = match (known, &request.name) {
        (Some(known), None) if known.account => return Ok(Json(known.me()).into_response()),
        (Some(known), Some(_)) if known.account => {
            return Err(ApiError::new(Code::NotYours, "The name of an account cannot be changed."));
        }
        (Some(known), None) => known,
        (Some(known), Some(name)) => Identity { name: clean_name(name).ok_or_else(bad)?, ..known },
        (None, _) if !app.makings.take(peer.0) => {
            return Err(ApiError::too_many("Too many new guests from your address; wait a minute."));
        }
        (None, name) => newcomer(name.as_deref(), request.program, &app.config.chance).ok_or_else(bad)?,
    };
    if request.name.is_some() {
        app.may_be_called(&identity.id, &identity.name, peer).await?;
    }
    let signed = app.keys.sign(&identity);
    if identity.program {
        let expires = Some((seconds_now() + TOKEN_LIFETIME) as i64);
        return Ok(Json(Me { token: Some(signed), expires, ..identity.me() }).into_response());
    }
    Ok(([(header::SET_COOKIE, app.cookie(&signed, LIFETIME)?)], Json(identity.me())).into_response())
}

async fn my_tables(State(app): Shared, headers: HeaderMap) -> Result<Json<Vec<TableInfo>>, ApiError> {
    Ok(Json(app.tables_of(&app.who(&headers).await?).await))
}

async fn games(State(app): Shared) -> Json<Vec<GameSummary>> {
    Json(app.games.all().map(|service| service.summary()).collect())
}

async fn game(State(app): Shared, Path(game): Path<String>, RawQuery(query): RawQuery) -> Result<Json<GameInfo>, ApiError> {
    let terms = terms(&query.unwrap_or_default())?;
    Ok(Json(app.games.service(&game)?.info(&terms)?))
}

async fn check_deck(State(app): Shared, Path(game): Path<String>, body: Bytes) -> Result<Json<DeckCheck>, ApiError> {
    let request: DeckCheckRequest = read(&body)?;
    let terms = Terms { edition: request.edition, rulings: request.rulings.into_iter().take(64).collect() };
    let seed = app.config.chance.draw("deck to look at", &game).bits();
    Ok(Json(app.games.service(&game)?.judge_deck(&terms, &request.deck, seed)?))
}

async fn lessons(State(app): Shared, Path(game): Path<String>) -> Result<Json<Vec<LessonInfo>>, ApiError> {
    Ok(Json(app.games.service(&game)?.lessons()))
}

async fn open_lesson(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Extension(here): Extension<ConnectionGuard>,
    Path((game, lesson)): Path<(String, String)>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let room = async |app: &Arc<App>, who: &Identity| {
        let teaching = app.games.service(&game)?.lesson(&lesson, &who.name).map_err(|none| {
            if let NoLesson::OtherCards(error) = &none {
                tracing::warn!(%game, %lesson, error, "a lesson cannot be taught");
            }
            RoomError::from(none)
        })?;
        Ok(lesson::begin(teaching, app.config.chance.draw("lesson", &who.id)))
    };
    serve_socket(app, peer, here, &headers, room, upgrade).await
}

async fn tables(State(app): Shared) -> Json<Vec<TableInfo>> {
    Json(app.listed().await)
}

async fn new_table(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<TableInfo>, ApiError> {
    let who = app.who(&headers).await?;
    let request: TableRequest = read(&body)?;
    if !app.makings.take(peer.0) || !app.tables.take(who.id.clone()) {
        return Err(ApiError::too_many("Too many new tables; wait a minute."));
    }
    let (games, me) = (app.clone(), who.clone());
    let data = aside(move || TableData::read(&games.games, &me, request)).await?;
    // Names are compared as they are shown: cutting a name off does not make it a different one.
    for name in data.seats.iter().filter_map(|seat| seat.name.as_deref()) {
        app.may_be_called(&who.id, name, peer).await?;
    }
    Ok(Json(app.open_table(data).await?))
}

async fn table(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<TableInfo>, ApiError> {
    let room = app.room(&code, peer).await?;
    let who = app.who(&headers).await.ok();
    let table = room.shown.borrow().clone();
    let sits = who.is_some_and(|who| table.seats.iter().any(|seat| seat.player.as_ref() == Some(&who.id)));
    let told = if sits { table } else { room.watched.borrow().clone() };
    Ok(Json(Arc::unwrap_or_clone(told)))
}

async fn join(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<TableInfo>, ApiError> {
    let who = app.who(&headers).await?;
    let request: JoinRequest = read(&body)?;
    ask(&app.room(&code, peer).await?, |reply| Inbox::Join { who, request, reply }).await.map(Json)
}

async fn leave(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<TableInfo>, ApiError> {
    let who = app.who(&headers).await?;
    ask(&app.room(&code, peer).await?, |reply| Inbox::Leave { who, reply }).await.map(Json)
}

async fn open_socket(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Extension(here): Extension<ConnectionGuard>,
    Path(code): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    serve_socket(app, peer, here, &headers, async |app: &Arc<App>, _: &Identity| app.room(&code, peer).await, upgrade).await
}

/// Opens a socket to a room.
async fn serve_socket(
    app: Arc<App>,
    peer: Peer,
    here: ConnectionGuard,
    headers: &HeaderMap,
    room: impl AsyncFnOnce(&Arc<App>, &Identity) -> Result<RoomHandle, ApiError>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let ends = app.people.ends();
    let caller = app.known(headers).await?;
    let room = room(&app, &caller.who).await?;
    let too_many = || ApiError::too_many("You have too many connections open.");
    let behind = app.config.behind_proxy.then(|| app.connections.hold(peer.0).ok_or_else(too_many)).transpose()?;
    let held = (app.sockets.hold(caller.who.id.clone()).ok_or_else(too_many)?, here, behind);
    let most = app.config.limits.message_bytes;
    // Small buffers: most sockets are quiet most of the time, and there are many.
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(1024).write_buffer_size(0);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _held = held;
        socket::serve(socket, &app, caller, ends, room).await;
    }))
}

async fn healthz(State(app): Shared) -> Response {
    match app.health.look(&app.log, &app.config.chance).await {
        None => "ok\n".into_response(),
        Some(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response(),
    }
}

async fn metrics(State(app): Shared, Extension(peer): Extension<Peer>) -> Result<String, ApiError> {
    match app.config.open_metrics || peer.0.is_loopback() {
        true => Ok(app.numbers.render() + &own_numbers()),
        false => Err(ApiError::new(Code::NotFound, "There is nothing here.")),
    }
}

/// How much memory and processor time this process has used, if the system tells.
fn own_numbers() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: Option<u64> = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
    let memory =
        kib.map(|kib| format!("# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {}\n", kib * 1024));
    let cpu = own_cpu();
    let cpu = cpu.map(|seconds| format!("# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total {seconds}\n"));
    memory.unwrap_or_default() + &cpu.unwrap_or_default()
}

/// How many seconds of processor time this process has used, if the system tells.
pub fn own_cpu() -> Option<f64> {
    /// Linux counts them in hundredths of a second.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may contain anything, so count from its end: the 12th and 13th word are user and system time.
    let mut words = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || words.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS)
}

/// The address that the proxy has added, which is the last; some proxies add the port.
fn forwarded(said: &str) -> Option<IpAddr> {
    let last = said.rsplit(',').next()?.trim();
    let address = last.parse().ok().or_else(|| last.parse().ok().map(|with_port: SocketAddr| with_port.ip()));
    address.or_else(|| last.strip_prefix('[')?.strip_suffix(']')?.parse().ok())
}

async fn nothing_here() -> ApiError {
    ApiError::new(Code::NotFound, "There is nothing here; docs/protocol.md says what there is.")
}

/// Asks a room something and waits for the answer.
pub(crate) async fn ask<T>(
    room: &RoomHandle,
    message: impl FnOnce(oneshot::Sender<Result<T, ApiError>>) -> Inbox,
) -> Result<T, ApiError> {
    let (reply, answer) = oneshot::channel();
    room.inbox.send(message(reply)).await.map_err(|_| ApiError::no_table())?;
    answer.await.map_err(|_| ApiError::no_table())?
}

/// Reads a body. An empty one counts as `{}`.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    let body = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body)
        .map_err(|error| ApiError::new(Code::BadRequest, format!("This request cannot be understood: {error}.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_proxy_says_is_an_address_or_nothing() {
        for (said, address) in [
            ("203.0.113.7", "203.0.113.7"),
            ("junk, 203.0.113.7", "203.0.113.7"),
            ("10.0.0.1,203.0.113.7:4711", "203.0.113.7"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
        ] {
            assert_eq!(forwarded(said), address.parse().ok(), "{said}");
        }
        for junk in
            ["", " ", ",", "203.0.113.7,", "unknown", "_hidden", "localhost", "127.0.0.1.1", "1.2.3.4 5.6.7.8", "\u{661}.2.3.4"]
        {
            assert_eq!(forwarded(junk), None, "{junk}");
        }
    }
}
