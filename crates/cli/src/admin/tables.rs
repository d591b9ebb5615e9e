//! The open tables of a server.

use std::io::Write;

use playmat_catalog::printable;
use playmat_server::{OpenTable, open_tables};
use playmat_store::Store;

use crate::failure::{Failure, Finished};

/// Lists them.
pub async fn list(store: &dyn Store, out: &mut dyn Write) -> Result<Finished, Failure> {
    let tables = open_tables(store).await.map_err(Failure::Failed)?;
    if tables.is_empty() {
        writeln!(out, "No table is open.")?;
    }
    for OpenTable { code, game, players, game_match, node } in tables {
        let players = players.map(|name| printable(&name));
        let playing = game_match.map_or("no match yet".to_owned(), |id| format!("match {id}"));
        let node = node.map(|node| format!(", at {node}")).unwrap_or_default();
        writeln!(out, "{code:<8} {game:<11} {} and {}, {playing}{node}", players[0], players[1])?;
    }
    Ok(Finished::Well)
}
