//! Several servers, one hall: which nodes live, who owns which table, and how the others reach it. `docs/servers.md` says what holds
//! and why. Without `--nats` nothing of this runs.

mod bus;
mod hear;
mod life;
mod links;
mod message;
mod remote;
mod tables;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::{Duration, Instant};

use playmat_store::{Beat, Lease, NodeId, Store, StoreError};
use tokio::sync::{Mutex as Turn, Notify, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::App;
use crate::config::{ClusterConfig, Config};
use crate::room::Inbox;

use bus::Bus;
use life::{BEAT, Life, SILENT};
pub use message::{AskAll, Say};

/// How long the database may take for a beat.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it is looked for tables that nobody has, whatever is known of the nodes.
const LOOK: Duration = Duration::from_secs(10);
/// The program that this node runs, as operators see it.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// This process as a node.
pub struct Cluster {
    name: String,
    /// For tests: nobody tells it that its life is over.
    deaf: bool,
    bus: Arc<Bus>,
    /// Connections of its own: a beat does not wait behind the log.
    store: Arc<dyn Store>,
    life: Mutex<Arc<Life>>,
    /// Whoever takes tables, one after the other.
    taking: Turn<()>,
    /// There may be tables that nobody has.
    orphans: Notify,
    /// Whether this process takes no tables any more.
    leaving: AtomicBool,
    /// Why this process shall end.
    end: watch::Sender<Option<NodeEnd>>,
}

/// Why a node ends by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeEnd {
    /// Another process has its name.
    Replaced,
    /// An operator wants it.
    Drained,
}

impl Cluster {
    /// Registers this process. None if it is alone on its database.
    pub async fn join(config: &Config, store: &dyn Store) -> Result<Option<Self>, String> {
        let told = |error: StoreError| error.to_string();
        let Some(ClusterConfig { nats, node, lossy, deaf, .. }) = &config.cluster else {
            let living = store.nodes().await.map_err(told)?;
            let living: Vec<_> =
                living.into_iter().filter(|node| !node.over && node.silent < SILENT).map(|node| node.id.name).collect();
            return match &living[..] {
                [] => Ok(None),
                living => Err(format!(
                    "this database belongs to nodes that are running ({}); start this one with --nats and --node too, or stop them",
                    living.join(", ")
                )),
            };
        };
        if !config.database.starts_with("postgres") {
            return Err("several nodes share a PostgreSQL: give --db postgres://... together with --nats".into());
        }
        let sign = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if node.is_empty() || node.len() > 32 || !node.chars().all(sign) {
            return Err(format!("`{node}` cannot be the name of a node: take 1 to 32 letters, digits, `-` and `_`"));
        }
        let fresh = config.chance.draw("cluster", "").text(12, b"0123456789abcdefghjkmnpqrstvwxyz").into_bytes();
        let cluster = String::from_utf8(store.secret("cluster", fresh).await.map_err(told)?)
            .map_err(|_| "the name of the cluster in the database cannot be read".to_owned())?;
        let bus = Arc::new(Bus::connect(nats, &cluster, *lossy).await?);
        let store = playmat_store::open(&config.database).await.map_err(told)?;
        let begun = Instant::now();
        let id = store.register(node, PROGRAM).await.map_err(told)?;
        let life = Mutex::new(Arc::new(Life::new(id, bus.clone(), begun)));
        let (taking, orphans, end) = (Turn::default(), Notify::new(), watch::channel(None).0);
        Ok(Some(Cluster {
            name: node.clone(),
            deaf: *deaf,
            bus,
            store,
            life,
            taking,
            orphans,
            leaving: AtomicBool::new(false),
            end,
        }))
    }

    /// The life that this process has now.
    pub fn life(&self) -> Arc<Life> {
        self.lock().clone()
    }

    /// Which node this is now.
    pub fn id(&self) -> NodeId {
        self.life().id.clone()
    }

    /// The other nodes that live, as the database knows them at this moment.
    pub async fn others(&self) -> Result<Vec<NodeId>, StoreError> {
        let life = self.life();
        life.saw(self.store.nodes().await?);
        Ok(life.others())
    }

    /// Says something to all nodes, if they can be reached now.
    pub async fn say_to_all(&self, say: Say) {
        if !self.life().say_to_all(say).await {
            tracing::warn!("the other nodes were not told something");
        }
    }

    /// Waits until this process shall end.
    pub async fn ends(&self) -> NodeEnd {
        let mut end = self.end.subscribe();
        match end.wait_for(Option::is_some).await.map(|end| *end) {
            Ok(Some(end)) => end,
            // The sender lives as long as this.
            Ok(None) | Err(_) => std::future::pending().await,
        }
    }

    /// The owner gives a table up: whoever is asked for it next takes it.
    pub async fn hand_over(&self, lease: &Lease) {
        if let Err(error) = self.store.release(lease).await {
            tracing::warn!(code = lease.code, %error, "a table could not be handed over; it is free in a few seconds");
        }
    }

    /// This process is about to end: it takes no tables any more.
    pub fn leave(&self) {
        self.leaving.store(true, Ordering::Release);
    }

    /// Whether this process is about to end.
    pub fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Acquire)
    }

    /// The life is over, by the own word: its tables are anybody's.
    pub async fn sign_off(&self) {
        let life = self.life();
        if let Ok(Err(error)) = timeout(PATIENCE, self.store.sign_off(&life.id)).await {
            tracing::warn!(%error, "this node could not sign off; the others notice in a few seconds");
        }
        life.end();
        self.store.close().await;
    }

    fn lock(&self) -> MutexGuard<'_, Arc<Life>> {
        self.life.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl App {
    /// Begins to live as a node, and takes the tables that nobody has; returns how many.
    pub async fn live(self: &Arc<Self>, cluster: &Cluster) -> Result<usize, String> {
        let life = cluster.life();
        self.hear_others(cluster, &life).await?;
        // A subscription is certain only once something came over it.
        let heard = timeout(PATIENCE, async { while life.ask(&life.id, Say::Hello).await.is_err() {} }).await;
        if heard.is_err() {
            return Err("NATS does not deliver messages".into());
        }
        cluster.others().await.map_err(|error| error.to_string())?;
        tokio::spawn(beats(Arc::downgrade(self)));
        tokio::spawn(link_beats(Arc::downgrade(self)));
        let taken = self.take_orphans(cluster).await;
        tokio::spawn(look_for_tables(Arc::downgrade(self)));
        tracing::info!(node = life.id.name, life = life.id.life, taken, "this node lives");
        Ok(taken)
    }

    async fn hear_others(self: &Arc<Self>, cluster: &Cluster, life: &Arc<Life>) -> Result<(), String> {
        let subscribers = cluster.bus.hear(&life.id).await?;
        tokio::spawn(hear::hear(self.clone(), cluster.bus.clone(), life.clone(), subscribers));
        Ok(())
    }

    /// The life of this node is over: everything goes, and another life begins. False if another process has the name.
    async fn live_again(self: &Arc<Self>, cluster: &Cluster) -> Result<bool, String> {
        let life = cluster.life();
        life.end();
        for room in self.lobby.take_all() {
            tokio::spawn(async move { room.inbox.send(Inbox::Moved).await });
        }
        let told = |error: StoreError| error.to_string();
        let mut known = cluster.store.nodes().await.map_err(told)?;
        let later = known.iter().find(|node| node.id.name == cluster.name && node.id != life.id && !node.over);
        if let Some(later) = later.map(|node| node.id.clone()) {
            // Another process, which beats, or a life that this one began and was never told of.
            tokio::time::sleep(SILENT).await;
            known = cluster.store.nodes().await.map_err(told)?;
            if known.iter().any(|node| node.id == later && !node.over && node.silent < SILENT / 2) {
                tracing::error!(node = cluster.name, "another process has the name of this node");
                return Ok(false);
            }
        }
        let begun = Instant::now();
        let id = cluster.store.register(&cluster.name, PROGRAM).await.map_err(told)?;
        let next = Arc::new(Life::new(id, cluster.bus.clone(), begun));
        self.hear_others(cluster, &next).await?;
        tracing::warn!(node = next.id.name, life = next.id.life, "this node was declared over, and lives again");
        next.saw(known);
        *cluster.lock() = next;
        cluster.orphans.notify_one();
        Ok(true)
    }
}

/// Says again and again that this node lives, and looks at the others.
async fn beats(app: Weak<App>) {
    let mut ticks = interval(BEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // When the last beat went through, and since when there was no gap.
    let mut steady: Option<(Instant, Instant)> = None;
    loop {
        ticks.tick().await;
        let Some(app) = app.upgrade() else { return };
        let Some(cluster) = &app.cluster else { return };
        let (life, begun) = (cluster.life(), Instant::now());
        match timeout(PATIENCE, cluster.store.beat(&life.id)).await {
            _ if cluster.is_leaving() => return,
            Ok(Ok(beat @ (Beat::Alive | Beat::Draining))) => {
                if beat == Beat::Draining {
                    cluster.end.send_replace(Some(NodeEnd::Drained));
                }
                life.beaten(begun);
                steady = match steady {
                    Some((last, since)) if begun - last < SILENT / 2 => Some((begun, since)),
                    _ => Some((begun, begun)),
                };
            }
            Ok(Ok(Beat::Over)) if cluster.deaf => continue,
            Ok(Ok(Beat::Over)) => {
                steady = None;
                match timeout(3 * SILENT, app.live_again(cluster)).await {
                    Ok(Ok(true)) => {}
                    Ok(Ok(false)) => {
                        cluster.end.send_replace(Some(NodeEnd::Replaced));
                        return;
                    }
                    Ok(Err(error)) => tracing::warn!(error, "this node cannot live again yet"),
                    Err(_) => tracing::warn!("this node cannot live again yet: no answer"),
                }
                continue;
            }
            Ok(Err(error)) => {
                steady = None;
                tracing::warn!(%error, "this node cannot say that it lives");
                continue;
            }
            Err(_) => {
                steady = None;
                tracing::warn!("this node cannot say that it lives: the database does not answer");
                continue;
            }
        }
        // Who could not be heard judges nobody: the others may not have been heard either.
        if steady.is_some_and(|(_, since)| since.elapsed() >= SILENT)
            && let Ok(Ok(over)) = timeout(PATIENCE, cluster.store.declare_over(SILENT)).await
        {
            for node in over {
                tracing::warn!(node = node.name, life = node.life, "a node is silent: its life is over");
                metrics::counter!("playmat_nodes_over_total").increment(1);
            }
        }
        if let Ok(Ok(nodes)) = timeout(PATIENCE, cluster.store.nodes()).await
            && life.saw(nodes)
        {
            cluster.orphans.notify_one();
        }
    }
}

/// Tells the other nodes again and again how much was sent on each link.
async fn link_beats(app: Weak<App>) {
    let mut ticks = interval(BEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let Some(app) = app.upgrade() else { return };
        let Some(cluster) = &app.cluster else { return };
        let life = cluster.life();
        for (to, beat) in life.links.beats() {
            life.say(&to, beat, b"").await;
        }
        life.links.break_silent(SILENT);
    }
}

/// Takes tables that nobody has whenever a node begins or ends, and now and then.
async fn look_for_tables(app: Weak<App>) {
    let mut missing = Vec::new();
    loop {
        let Some(living) = app.upgrade() else { return };
        let Some(cluster) = living.cluster.as_ref().filter(|cluster| !cluster.is_leaving()) else { return };
        let _ = timeout(LOOK, cluster.orphans.notified()).await;
        living.take_orphans(cluster).await;
        missing = living.take_missing(cluster, missing).await;
    }
}
