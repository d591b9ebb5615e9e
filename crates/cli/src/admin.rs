//! `playmat admin`: what an operator of several nodes asks and orders, through their database.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use playmat_store::{NodeInfo, Store, StoreError};

use crate::failure::{Failure, Finished};

/// After so long without a word a node is about to be declared over.
const LATE: Duration = Duration::from_secs(2);

/// See and steer the nodes of a server
///
/// Everything goes through the database, so whoever has its address may do it.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat admin nodes --db postgres://playmat@db/playmat
  playmat admin drain one --db postgres://playmat@db/playmat")]
pub struct Admin {
    #[command(subcommand)]
    order: Order,
    /// The database of the server
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
}

impl Admin {
    /// Does what was ordered.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let Some(db) = &self.db else {
            return Err(Failure::bad("which server? Give the address of its database: --db postgres://..."));
        };
        if !db.starts_with("postgres") {
            return Err(Failure::bad("only servers on PostgreSQL have nodes: --db postgres://..."));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = playmat_store::open(db).await.map_err(failed)?;
            let done = match &self.order {
                Order::Nodes => list(&*store, out).await,
                Order::Drain { node, wait } => drain(&*store, node, Duration::from_secs(*wait), out).await,
            };
            store.close().await;
            done
        })
    }
}

async fn list(store: &dyn Store, out: &mut dyn Write) -> Result<Finished, Failure> {
    let nodes = store.nodes().await.map_err(failed)?;
    if nodes.is_empty() {
        writeln!(out, "No node has ever used this database.")?;
    }
    for node in nodes {
        let tables = store.owned(&node.id).await.map_err(failed)?.len();
        let NodeInfo { id, program, silent, .. } = &node;
        let state = state(&node);
        let heard = silent.as_secs();
        writeln!(
            out,
            "{:<16} {state:<9} {tables:>6} tables  playmat {program}, life {}, heard {heard} s ago",
            id.name, id.life
        )?;
    }
    Ok(Finished::Well)
}

fn state(node: &NodeInfo) -> &'static str {
    match node {
        NodeInfo { over: true, .. } => "over",
        NodeInfo { silent, .. } if *silent > LATE => "silent",
        NodeInfo { draining: true, .. } => "draining",
        _ => "alive",
    }
}

async fn drain(store: &dyn Store, name: &str, wait: Duration, out: &mut dyn Write) -> Result<Finished, Failure> {
    if !store.drain(name).await.map_err(failed)? {
        let living: Vec<String> =
            store.nodes().await.map_err(failed)?.into_iter().filter(|node| !node.over).map(|node| node.id.name).collect();
        let known = if living.is_empty() { "none does".to_owned() } else { living.join(", ") };
        return Err(Failure::bad(format!("no node called `{name}` lives; these do: {known}")));
    }
    let until = Instant::now() + wait;
    while Instant::now() < until {
        let nodes = store.nodes().await.map_err(failed)?;
        if nodes.iter().any(|node| node.id.name == name && node.over) {
            writeln!(out, "{name} has handed its tables over and ended.")?;
            return Ok(Finished::Well);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    if wait.is_zero() {
        writeln!(out, "{name} was asked to hand its tables over and end.")?;
        return Ok(Finished::Well);
    }
    Err(Failure::Failed(format!("{name} was asked to end and has not within {} seconds; it may still do so", wait.as_secs())))
}

fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::BadAddress(_) => Failure::bad(error),
        error => Failure::Failed(error.to_string()),
    }
}
