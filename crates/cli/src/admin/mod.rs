//! `playmat admin`: what an operator asks and orders, through the database of the server.

mod keep;
mod nodes;
mod tables;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use playmat_store::StoreError;

use crate::failure::{Failure, Finished};

/// See and steer a server, and keep what it has
///
/// Everything goes through the database, so whoever has its address may do it. Servers may run meanwhile.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat admin tables --db sqlite:playmat.db
  playmat admin backup playmat.backup --db sqlite:playmat.db
  playmat admin restore playmat.backup --db postgres://playmat@db/playmat
  playmat admin check --db postgres://playmat@db/playmat
  playmat admin nodes --db postgres://playmat@db/playmat
  playmat admin drain one --db postgres://playmat@db/playmat")]
pub struct Admin {
    #[command(subcommand)]
    order: Order,
    /// The database of the server: sqlite:PATH or postgres://...
    #[arg(long, value_name = "URL", env = "PLAYMAT_DB", hide_env_values = true, global = true)]
    db: Option<String>,
}

#[derive(Subcommand, Debug)]
enum Order {
    /// List the nodes: their state, program and tables
    Nodes,
    /// Let a node hand its tables over to the others, one by one, and end
    Drain {
        /// Its name
        node: String,
        /// Seconds to wait until it has ended; 0 does not wait
        #[arg(long, value_name = "SECONDS", default_value_t = 60)]
        wait: u64,
    },
    /// List the open tables: their game, players and node
    Tables,
    /// Write all that is kept into a file, as it is at one moment
    ///
    /// Either kind of database takes it over. The file has the keys and the password hashes of the server: only its owner may read it.
    Backup {
        /// The file. It must not be there yet
        file: PathBuf,
    },
    /// Take a backup over into an empty database: all of it, or nothing
    Restore {
        /// A file that `backup` has written
        file: PathBuf,
    },
    /// Play every match of the log again, and tell what does not hold
    ///
    /// The exit code is 1 if something does not.
    Check {
        /// The cards of the server, if they are not the shipped ones
        #[arg(long, value_name = "DIR")]
        cards: Option<PathBuf>,
        /// Older card sets of the server: DIR/<game>/<set>/*.cards
        #[arg(long, value_name = "DIR")]
        archive: Option<PathBuf>,
    },
    /// Look whether the files of the database are whole, and give free space back
    Vacuum,
}

impl Admin {
    /// Does what was ordered.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let Some(db) = &self.db else {
            return Err(Failure::bad(
                "which server? Give the address of its database: --db sqlite:PATH or --db postgres://...",
            ));
        };
        if matches!(self.order, Order::Nodes | Order::Drain { .. }) && !db.starts_with("postgres") {
            return Err(Failure::bad("only servers on PostgreSQL have nodes: --db postgres://..."));
        }
        if let Some(path) = db.strip_prefix("sqlite:")
            && !matches!(self.order, Order::Restore { .. })
            && !std::path::Path::new(path).exists()
        {
            return Err(Failure::bad(format!("there is no database {path}")));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = playmat_store::open(db).await.map_err(failed)?;
            let done = match &self.order {
                Order::Nodes => nodes::list(&*store, out).await,
                Order::Drain { node, wait } => nodes::drain(&*store, node, Duration::from_secs(*wait), out).await,
                Order::Tables => tables::list(&*store, out).await,
                Order::Backup { file } => keep::backup(&*store, file, out).await,
                Order::Restore { file } => keep::restore(&*store, file, out).await,
                Order::Check { cards, archive } => keep::check(&*store, cards.as_deref(), archive.as_deref(), out).await,
                Order::Vacuum => keep::vacuum(&*store, out).await,
            };
            store.close().await;
            done
        })
    }
}

fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::BadAddress(_) | StoreError::BadBackup(_) => Failure::bad(error),
        error => Failure::Failed(error.to_string()),
    }
}
