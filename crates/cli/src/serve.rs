//! `playmat serve`: the server.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use playmat_bots::Concession;
use playmat_server::{ClusterConfig, Config, Limits, NodeEnd, Randomness, Rate, Server};
use serde::Deserialize;
use tracing_subscriber::filter::LevelFilter;

use crate::common::read_text;
use crate::failure::{Failure, Finished};

/// Host tables for people in browsers and for programs
///
/// Everything can be set by a flag, by an environment variable, or in a file; a flag counts before a variable, and a variable
/// before the file.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat serve
  playmat serve --listen 0.0.0.0:80 --db postgres://playmat@localhost/playmat
  playmat serve --db postgres://playmat@db/playmat --nats nats://nats:4222 --node one
  playmat serve --cards my-cards --watch
  playmat serve --config playmat.toml

A file has the names of the long flags:
  listen = \"0.0.0.0:7878\"
  db = \"sqlite:/var/lib/playmat/matches.db\"
  origins = [\"https://play.example.org\"]
  messages-per-second = 20")]
pub struct Serve {
    /// A file with settings (TOML)
    #[arg(long, value_name = "FILE", env = "PLAYMAT_CONFIG")]
    config: Option<PathBuf>,
    /// For tests: every key, secret and code follows from this number, so nothing of this server is secret. Only this flag can
    /// set it
    #[arg(long, value_name = "N", hide = true)]
    test_seed: Option<u64>,
    /// For tests: to the bots of this server every match looks lost, so that they offer to concede it with their first move
    #[arg(long, hide = true, requires = "test_seed")]
    test_hopeless: bool,
    /// For tests: this node writes for tables that another one owns by now
    #[arg(long, hide = true, requires = "test_seed")]
    test_unfenced: bool,
    /// For tests: this node does not notice that the others have declared it over
    #[arg(long, hide = true, requires = "test_seed")]
    test_deaf: bool,
    /// For tests: one in so many messages to other nodes is lost
    #[arg(long, value_name = "N", hide = true, requires = "test_seed", default_value_t = 0)]
    test_lossy: u32,
    /// Sign records with a new key from now on. The public half of the old key stays published, its secret half is deleted
    #[arg(long)]
    new_record_key: bool,
    #[command(flatten)]
    settings: Settings,
}

/// The settings, with the same names as in a file.
#[derive(Args, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Settings {
    /// Where to listen [default: 127.0.0.1:7878]
    #[arg(long, value_name = "ADDRESS", env = "PLAYMAT_LISTEN")]
    listen: Option<SocketAddr>,
    /// The database: sqlite:PATH or postgres://... [default: sqlite:playmat.db]
    #[arg(long, value_name = "URL", env = "PLAYMAT_DB", hide_env_values = true)]
    db: Option<String>,
    /// Be one of several nodes that are one server, and meet the others at this NATS; all have the same PostgreSQL
    #[arg(long, value_name = "URL", env = "PLAYMAT_NATS", hide_env_values = true)]
    nats: Option<String>,
    /// The name of this node: with --nats, each has its own
    #[arg(long, value_name = "NAME", env = "PLAYMAT_NODE")]
    node: Option<String>,
    /// Take the cards of this folder instead of the shipped ones
    #[arg(long, value_name = "DIR", env = "PLAYMAT_CARDS")]
    cards: Option<PathBuf>,
    /// Watch that folder: new matches are played with changed cards, and mistakes in them are reported
    #[arg(long, env = "PLAYMAT_WATCH", num_args = 0..=1, default_missing_value = "true")]
    watch: Option<bool>,
    /// Look for older card sets here, for older records: DIR/<game>/<set>/*.cards
    #[arg(long, value_name = "DIR", env = "PLAYMAT_ARCHIVE")]
    archive: Option<PathBuf>,
    /// An origin that browsers may come from besides the server's own; may be given several times
    #[arg(long = "origin", value_name = "URL", env = "PLAYMAT_ORIGINS", value_delimiter = ',')]
    origins: Option<Vec<String>>,
    /// A proxy in front tells the caller's address (X-Forwarded-For); requests without a valid address are refused
    #[arg(long, env = "PLAYMAT_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true")]
    behind_proxy: Option<bool>,
    /// Cookies are for HTTPS only, and browsers are told to stay with HTTPS for a year
    #[arg(long, env = "PLAYMAT_SECURE_COOKIES", num_args = 0..=1, default_missing_value = "true")]
    secure_cookies: Option<bool>,
    /// Allow other machines to read /metrics
    #[arg(long, env = "PLAYMAT_OPEN_METRICS", num_args = 0..=1, default_missing_value = "true")]
    open_metrics: Option<bool>,
    /// How logs are written: text or json [default: text on a terminal, else json]
    #[arg(long, value_name = "FORM", env = "PLAYMAT_LOG", value_parser = ["text", "json"])]
    log: Option<String>,
    /// What is logged: error, warn, info or debug [default: info]
    #[arg(long, value_name = "LEVEL", env = "PLAYMAT_LOG_LEVEL")]
    log_level: Option<String>,
    /// No limits for anybody: for measuring only
    #[arg(long, env = "PLAYMAT_UNLIMITED", num_args = 0..=1, default_missing_value = "true")]
    unlimited: Option<bool>,
    /// HTTP requests a second of one address, twice as many at once [default: 20]
    #[arg(long, value_name = "N", env = "PLAYMAT_REQUESTS_PER_SECOND")]
    requests_per_second: Option<f32>,
    /// New guests and tables a minute of one address [default: 30]
    #[arg(long, value_name = "N", env = "PLAYMAT_NEW_PER_MINUTE")]
    new_per_minute: Option<f32>,
    /// Messages a second of one connection of a person, twice as many at once [default: 20]
    #[arg(long, value_name = "N", env = "PLAYMAT_MESSAGES_PER_SECOND")]
    messages_per_second: Option<f32>,
    /// Connections of one address [default: 64]
    #[arg(long, value_name = "N", env = "PLAYMAT_CONNECTIONS_PER_ADDRESS")]
    connections_per_address: Option<usize>,
    /// All connections [default: 10000]
    #[arg(long, value_name = "N", env = "PLAYMAT_CONNECTIONS")]
    connections: Option<usize>,
    /// The most tables [default: 20000]
    #[arg(long, value_name = "N", env = "PLAYMAT_TABLES")]
    tables: Option<usize>,
    /// How many bots think at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", env = "PLAYMAT_THINKING")]
    thinking: Option<usize>,
    /// Seconds that a match waits for the players' shares of its seed, longer for players who are not connected yet [default: 3]
    #[arg(long, value_name = "SECONDS", env = "PLAYMAT_SHARE_SECONDS")]
    share_seconds: Option<u64>,
    /// Seconds in the queue after which a player is offered a bot [default: 20]
    #[arg(long, value_name = "SECONDS", env = "PLAYMAT_BOT_AFTER_SECONDS")]
    bot_after_seconds: Option<u64>,
    /// Seconds that a match waits at most while a player looks at revealed cards [default: 3]
    #[arg(long, value_name = "SECONDS", env = "PLAYMAT_REVEAL_SECONDS")]
    reveal_seconds: Option<u64>,
    /// Minutes after which an empty table without a running match is closed [default: 30]
    #[arg(long, value_name = "MINUTES", env = "PLAYMAT_IDLE_MINUTES")]
    idle_minutes: Option<u64>,
}

impl Serve {
    /// Runs until it is stopped.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let file = match &self.config {
            None => Settings::default(),
            Some(path) => toml::from_str(&read_text(path)?)
                .map_err(|error| Failure::bad(format!("{}: {}", path.display(), error.message())))?,
        };
        let settings = self.settings.or(file);
        if settings.watch == Some(true) && settings.cards.is_none() {
            return Err(Failure::bad("--watch needs a folder to watch: add --cards DIR; the shipped cards never change"));
        }
        if self.test_seed.is_some() && settings.behind_proxy == Some(true) {
            return Err(Failure::bad(
                "--test-seed is for tests on this machine, never behind a proxy: others would know every secret",
            ));
        }
        let cluster = match (&settings.nats, &settings.node) {
            (Some(nats), Some(node)) => {
                let (nats, node) = (nats.clone(), node.clone());
                Some(ClusterConfig { nats, node, unfenced: self.test_unfenced, deaf: self.test_deaf, lossy: self.test_lossy })
            }
            (None, None) => None,
            (Some(_), None) => return Err(Failure::bad("--nats needs the name of this node: add --node NAME")),
            (None, Some(_)) => return Err(Failure::bad("--node is for one of several nodes: add --nats URL, or leave it out")),
        };
        if cluster.is_some() && self.new_record_key {
            return Err(Failure::bad("--new-record-key changes the key of all nodes: stop them, and start one without --nats"));
        }
        settings.start_logging()?;
        let mut config = Config { new_record_key: self.new_record_key, cluster, ..settings.config() };
        if let Some(seed) = self.test_seed {
            config.chance = Randomness::seeded(seed);
        }
        if self.test_hopeless {
            config.concession = Concession { below: 2.0, in_a_row: 1 };
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(serve(config, out))
    }
}

async fn serve(config: Config, out: &mut dyn Write) -> Result<Finished, Failure> {
    let server = Server::start(config).await.map_err(Failure::Failed)?;
    let mut said = format!("Playmat is at http://{}", server.address);
    if server.reopened > 0 {
        let _ = write!(said, "  ({} tables came back)", server.reopened);
    }
    writeln!(out, "{said}")?;
    out.flush()?;
    tokio::select! {
        stopped = stopped() => stopped?,
        end = server.ends_as_node() => {
            server.stop().await;
            return match end {
                NodeEnd::Drained => Ok(Finished::Well),
                NodeEnd::Replaced => {
                    Err(Failure::Failed("another process has the name of this node: give each its own --node".into()))
                }
            };
        }
    }
    server.stop().await;
    Ok(Finished::Well)
}

/// Waits until somebody stops the process.
async fn stopped() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut term = signal(SignalKind::terminate())?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed?,
            _ = term.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}

impl Settings {
    /// Fills in what is missing from other settings.
    fn or(self, other: Settings) -> Settings {
        Settings {
            listen: self.listen.or(other.listen),
            db: self.db.or(other.db),
            nats: self.nats.or(other.nats),
            node: self.node.or(other.node),
            cards: self.cards.or(other.cards),
            watch: self.watch.or(other.watch),
            archive: self.archive.or(other.archive),
            origins: self.origins.or(other.origins),
            behind_proxy: self.behind_proxy.or(other.behind_proxy),
            secure_cookies: self.secure_cookies.or(other.secure_cookies),
            open_metrics: self.open_metrics.or(other.open_metrics),
            log: self.log.or(other.log),
            log_level: self.log_level.or(other.log_level),
            unlimited: self.unlimited.or(other.unlimited),
            requests_per_second: self.requests_per_second.or(other.requests_per_second),
            new_per_minute: self.new_per_minute.or(other.new_per_minute),
            messages_per_second: self.messages_per_second.or(other.messages_per_second),
            connections_per_address: self.connections_per_address.or(other.connections_per_address),
            connections: self.connections.or(other.connections),
            tables: self.tables.or(other.tables),
            thinking: self.thinking.or(other.thinking),
            share_seconds: self.share_seconds.or(other.share_seconds),
            bot_after_seconds: self.bot_after_seconds.or(other.bot_after_seconds),
            reveal_seconds: self.reveal_seconds.or(other.reveal_seconds),
            idle_minutes: self.idle_minutes.or(other.idle_minutes),
        }
    }

    fn config(self) -> Config {
        let usual = Config::default();
        let free = self.unlimited.unwrap_or(false);
        let mut limits = if free { Limits::none() } else { Limits::default() };
        if let Some(requests) = self.requests_per_second {
            limits.requests = Rate::per_second(requests);
        }
        if let Some(makings) = self.new_per_minute {
            limits.makings = Rate::per_minute(makings);
        }
        if let Some(messages) = self.messages_per_second {
            limits.messages = Rate::per_second(messages);
        }
        limits.connections_of_address = self.connections_per_address.unwrap_or(limits.connections_of_address);
        limits.connections = self.connections.unwrap_or(limits.connections);
        Config {
            listen: self.listen.unwrap_or(usual.listen),
            database: self.db.unwrap_or(usual.database),
            cards: self.cards,
            watch: self.watch.unwrap_or(false),
            archive: self.archive,
            origins: self.origins.unwrap_or_default(),
            behind_proxy: self.behind_proxy.unwrap_or(false),
            secure_cookies: self.secure_cookies.unwrap_or(false),
            open_metrics: self.open_metrics.unwrap_or(false),
            limits,
            most_tables: self.tables.unwrap_or(usual.most_tables),
            thinking: self.thinking.unwrap_or(usual.thinking),
            shares: self.share_seconds.map_or(usual.shares, Duration::from_secs),
            bot_after: self.bot_after_seconds.map_or(usual.bot_after, Duration::from_secs),
            reveal: self.reveal_seconds.map_or(usual.reveal, Duration::from_secs),
            idle: self.idle_minutes.map_or(usual.idle, |minutes| Duration::from_secs(minutes * 60)),
            ..usual
        }
    }

    /// Logs go to standard error, the output of the command to standard output.
    fn start_logging(&self) -> Result<(), Failure> {
        let level = self.log_level.as_deref().unwrap_or("info");
        let level: LevelFilter = level
            .parse()
            .map_err(|_| Failure::bad(format!("there is no log level `{level}`; there are error, warn, info, debug")))?;
        let terminal = std::io::stderr().is_terminal();
        let logs = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
        match self.log.as_deref() {
            Some("json") => logs.json().flatten_event(true).init(),
            None if !terminal => logs.json().flatten_event(true).init(),
            _ => logs.with_ansi(terminal).init(),
        }
        Ok(())
    }
}
