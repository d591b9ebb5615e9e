//! The server: tables and matches over HTTP and WebSockets, as `docs/protocol.md` describes.
//!
//! What a table is and does stands in `playmat_room`, without input or output. Here each room gets one task with one inbox, which
//! carries out what the room wants done (`room.rs`).

mod accept;
mod card_pages;
mod chance;
pub mod client;
mod clock;
mod cluster;
mod config;
mod health;
mod http;
mod identity;
mod lesson;
mod limits;
mod lobby;
mod log_check;
mod open_tables;
mod page;
mod pictures;
mod people;
mod api_error;
mod replays;
mod room;
mod signing;
mod socket;
mod watch;
mod workshop;

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use playmat_catalog::CardSet;
use playmat_room::{Games, Settings};
use playmat_store::{Log, Store};
use tokio::sync::{Semaphore, watch as signal};
use tokio::task::{JoinHandle, JoinSet};

pub use chance::Randomness;
pub use clock::Clock;
pub use config::{ClusterConfig, Config, Limits};
pub use http::own_cpu;
pub use limits::Rate;
pub use log_check::{LogCheck, check_log};
pub use open_tables::{OpenTable, open_tables};
pub use pictures::ClientPictures;

use crate::card_pages::Previews;
use crate::cluster::Cluster;
pub use crate::cluster::NodeEnd;
use crate::health::Health;
use crate::identity::Keys;
use crate::limits::{Buckets, Counts};
use crate::lobby::Lobby;
use crate::people::People;
use crate::replays::ReplayCache;
use crate::room::Inbox;
use crate::signing::Signing;

/// How many tables a node that ends hands over at a time, and how long that may take: their players wait from their good-bye until
/// another node has the table.
const HANDED_OVER: usize = 4;
const HANDING_OVER: Duration = Duration::from_secs(60);

/// What all rooms and requests share.
struct App {
    config: Config,
    settings: Settings,
    games: Games,
    log: Log,
    keys: Keys,
    lobby: Lobby,
    /// The other nodes; none if this server is one process.
    cluster: Option<Cluster>,
    people: People,
    health: Health,
    /// How many bots may think at the same time.
    thinking: Arc<Semaphore>,
    requests: Buckets<IpAddr>,
    makings: Buckets<IpAddr>,
    tables: Buckets<String>,
    guesses: Buckets<IpAddr>,
    replayings: Buckets<IpAddr>,
    replay_cache: ReplayCache,
    /// Forecasts that were asked for lately, and the turn to work one out.
    forecast_cache: ReplayCache,
    forecasting: Semaphore,
    previews: Previews,
    signing: Signing,
    connections: Counts<IpAddr>,
    sockets: Counts<String>,
    numbers: PrometheusHandle,
}

/// A running server.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// How many tables came back from the log.
    pub reopened: usize,
    app: Arc<App>,
    stop: signal::Sender<bool>,
    accepting: JoinHandle<()>,
}

impl Server {
    /// Opens the log, reopens all tables, and listens. The error is for the operator.
    pub async fn start(config: Config) -> Result<Self, String> {
        config.chance.may_listen(config.listen)?;
        let games = Games::load(config.cards.as_deref(), config.archive.as_deref())?;
        let store = playmat_store::open(&config.database).await.map_err(|error| error.to_string())?;
        keep_cards(&games, &*store).await?;
        let key = store.secret("signing key", config.chance.signing_key()).await.map_err(|error| error.to_string())?;
        config.chance.accepts(&key)?;
        if config.chance.is_seeded() {
            tracing::warn!(chance = ?config.chance, "this server uses a test seed: none of its secrets are secret");
        }
        let signing = Signing::load(&*store, &config).await?;
        let cluster = Cluster::join(&config, &*store).await?;
        let limits = config.limits;
        let app = Arc::new(App {
            settings: config.rooms(),
            games,
            log: Log::start(store),
            keys: Keys::new(&key),
            lobby: Lobby::default(),
            cluster,
            people: People::new(&config),
            health: Health::default(),
            thinking: Arc::new(Semaphore::new(config.thinking.max(1))),
            requests: Buckets::new(limits.requests),
            makings: Buckets::new(limits.makings),
            tables: Buckets::new(limits.makings),
            guesses: Buckets::new(limits.guesses),
            replayings: Buckets::new(limits.replays),
            replay_cache: ReplayCache::default(),
            forecast_cache: ReplayCache::default(),
            forecasting: Semaphore::new(1),
            previews: Previews::default(),
            signing,
            connections: Counts::new(limits.connections_of_address),
            sockets: Counts::new(limits.sockets_of_guest),
            numbers: numbers()?,
            config,
        });
        app.work_out_looks().await.map_err(|error| error.sentence)?;
        let reopened = match &app.cluster {
            Some(cluster) => app.live(cluster).await?,
            None => app.reopen().await.map_err(|error| error.sentence)?,
        };
        tokio::spawn(People::tidy(Arc::downgrade(&app)));
        if let (true, Some(folder)) = (app.config.watch, app.config.cards.clone()) {
            tokio::spawn(watch::watch(Arc::downgrade(&app), folder));
        }
        let listen = app.config.listen;
        let listener = accept::listen(listen).map_err(|error| format!("cannot listen on {listen}: {error}"))?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let (stop, stopped) = signal::channel(false);
        let accepting = tokio::spawn(accept::accept(app.clone(), http::router(app.clone()), listener, stopped));
        tracing::info!(%address, reopened, "the server listens");
        Ok(Server { address, reopened, app, stop, accepting })
    }

    /// How many passwords were compared with a hash, also for names that do not exist.
    pub fn passwords_worked_out(&self) -> u64 {
        self.app.people.passwords_worked_out()
    }

    /// How many people look for a match.
    pub fn seeking(&self) -> usize {
        self.app.people.seeking()
    }

    /// Waits until this server shall stop as a node: an operator wants it, or another process has its name.
    pub async fn ends_as_node(&self) -> NodeEnd {
        match &self.app.cluster {
            Some(cluster) => cluster.ends().await,
            None => std::future::pending().await,
        }
    }

    /// Stops: accepts nobody new, tells everybody, and finishes what is under way.
    pub async fn stop(self) {
        tracing::info!("the server stops");
        if let Some(cluster) = &self.app.cluster {
            cluster.leave();
        }
        let mut telling = JoinSet::new();
        let turns = Arc::new(Semaphore::new(if self.app.cluster.is_some() { HANDED_OVER } else { Semaphore::MAX_PERMITS }));
        for room in self.app.lobby.all() {
            let turns = turns.clone();
            telling.spawn(async move {
                let _turn = turns.acquire().await;
                let _ = room.inbox.send(Inbox::ShutDown).await;
                // The room has ended, and its table can be opened by another node.
                room.inbox.closed().await;
            });
        }
        // A room that waits for its log is not waited for.
        let patience = if self.app.cluster.is_some() { HANDING_OVER } else { Duration::from_secs(5) };
        let _ = tokio::time::timeout(patience, telling.join_all()).await;
        if let Some(cluster) = &self.app.cluster {
            cluster.sign_off().await;
        }
        let _ = self.stop.send(true);
        let _ = self.accepting.await;
        let _ = tokio::time::timeout(Duration::from_secs(5), self.app.log.store().close()).await;
        tracing::info!("the server has stopped");
    }
}

/// Stores the current cards in the log, and loads those that it stored before: a record outlives its card set.
async fn keep_cards(games: &Games, store: &dyn Store) -> Result<(), String> {
    for set in games.all().map(|service| service.card_set()).collect::<Vec<_>>() {
        keep_set(store, &set).await?;
    }
    read_card_sets(games, store).await
}

/// Loads the card sets that are in the log, which other nodes may have stored there.
async fn read_card_sets(games: &Games, store: &dyn Store) -> Result<(), String> {
    for (game, name, texts) in store.card_sets().await.map_err(|error| error.to_string())? {
        match serde_json::from_slice(&texts) {
            Ok(texts) => games.keep(CardSet { game, name, texts }),
            Err(error) => tracing::error!(game, name, %error, "a card set of the log cannot be read"),
        }
    }
    Ok(())
}

/// Stores a card set in the log.
async fn keep_set(store: &dyn Store, set: &CardSet) -> Result<(), String> {
    let texts = serde_json::to_vec(&set.texts).map_err(|error| error.to_string())?;
    store.keep_cards(&set.game, &set.name, &texts).await.map_err(|error| error.to_string())
}

/// The metrics for Prometheus. A process has them once, however many servers it runs.
fn numbers() -> Result<PrometheusHandle, String> {
    static NUMBERS: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();
    NUMBERS.get_or_init(|| PrometheusBuilder::new().install_recorder().map_err(|error| error.to_string())).clone()
}
