//! The open tables of a database, for operators.

use std::collections::BTreeMap;

use playmat_kernel::Seat;
use playmat_room::TableData;
use playmat_store::Store;

/// An open table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenTable {
    /// Its code.
    pub code: String,
    /// The game.
    pub game: String,
    /// Who sits there.
    pub players: [String; 2],
    /// The match that is played or was played last.
    pub game_match: Option<String>,
    /// The node that owns it, where there are nodes.
    pub node: Option<String>,
}

/// All open tables. The error is for the operator.
pub async fn open_tables(store: &dyn Store) -> Result<Vec<OpenTable>, String> {
    let told = |error: playmat_store::StoreError| error.to_string();
    let mut owners = BTreeMap::new();
    for node in store.nodes().await.map_err(told)?.into_iter().filter(|node| !node.over) {
        for code in store.owned(&node.id).await.map_err(told)? {
            owners.insert(code, node.id.name.clone());
        }
    }
    let mut tables = Vec::new();
    for stored in store.tables().await.map_err(told)? {
        let data: TableData = serde_json::from_slice(&stored.data)
            .map_err(|error| format!("the data of the table {} cannot be read: {error}", stored.code))?;
        let names = data.names();
        tables.push(OpenTable {
            node: owners.remove(&stored.code),
            players: Seat::BOTH.map(|seat| names[seat].clone()),
            game_match: data.match_id().map(|id| id.to_string()),
            game: data.game,
            code: stored.code,
        });
    }
    Ok(tables)
}
