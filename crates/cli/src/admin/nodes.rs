//! The nodes of a server: which there are, and that one shall end.

use std::io::Write;
use std::time::{Duration, Instant};

use playmat_store::{NodeInfo, Store};

use super::failed;
use crate::failure::{Failure, Finished};

/// After so long without a word a node is about to be declared over.
const LATE: Duration = Duration::from_secs(2);

/// Lists the nodes.
pub async fn list(store: &dyn Store, out: &mut dyn Write) -> Result<Finished, Failure> {
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

/// Asks a node to end.
pub async fn drain(store: &dyn Store, name: &str, wait: Duration, out: &mut dyn Write) -> Result<Finished, Failure> {
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
