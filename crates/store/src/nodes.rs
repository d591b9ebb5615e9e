//! Several servers on one database: which processes live, and who owns which table (`docs/servers.md`). Time is the database's:
//! clocks of servers are never compared.

use std::time::Duration;

use crate::{MatchId, Stored};

/// A process that serves under a name. Each start of a name is another life of it, and a life that is over never comes back.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId {
    /// Its name.
    pub name: String,
    /// Which life of that name.
    pub life: i64,
}

/// A node as the others see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeInfo {
    /// Which.
    pub id: NodeId,
    /// The program that it runs.
    pub program: String,
    /// Whether this life is over.
    pub over: bool,
    /// Whether it was asked to give its tables up and end.
    pub draining: bool,
    /// How long ago it was heard of.
    pub silent: Duration,
}

/// What a node is told when it says that it lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beat {
    /// It does.
    Alive,
    /// It shall give its tables up and end.
    Draining,
    /// Its life is over.
    Over,
}

/// The right to write for a table. The epoch grows with every owner.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lease {
    /// The table.
    pub code: String,
    /// Under this owner.
    pub epoch: i64,
}

/// A table that somebody has just come to own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// The right to write for it.
    pub lease: Lease,
    /// What was written last of it.
    pub data: Vec<u8>,
}

/// Who owns an open table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// This node, which lives.
    Node(NodeId),
    /// Nobody, or a node whose life is over.
    Nobody,
}

/// Nodes and the tables that they own.
pub trait Nodes: Send + Sync {
    /// A life of this name begins, and every earlier one is over.
    fn register<'a>(&'a self, name: &'a str, program: &'a str) -> Stored<'a, NodeId>;
    /// The node lives.
    fn beat<'a>(&'a self, node: &'a NodeId) -> Stored<'a, Beat>;
    /// The node of this name shall give its tables up and end. False if none lives.
    fn drain<'a>(&'a self, name: &'a str) -> Stored<'a, bool>;
    /// The life of a node is over, by its own word.
    fn sign_off<'a>(&'a self, node: &'a NodeId) -> Stored<'a, ()>;
    /// The lives of all nodes are over that were silent for so long; returns them.
    fn declare_over(&self, silent: Duration) -> Stored<'_, Vec<NodeId>>;
    /// The last life of every name.
    fn nodes(&self) -> Stored<'_, Vec<NodeInfo>>;
    /// A new table that this node owns. None, and nothing written, if an open table has this code.
    fn found<'a>(&'a self, code: &'a str, data: &'a [u8], node: &'a NodeId) -> Stored<'a, Option<Lease>>;
    /// Who owns a table; none if it is closed, or there is no such table.
    fn owner<'a>(&'a self, code: &'a str) -> Stored<'a, Option<Owner>>;
    /// The node owns this table from now on. None if another living node owns it, if somebody writes for it at this moment, or if
    /// the node's life is over. Who owns it already gets another epoch.
    fn claim<'a>(&'a self, code: &'a str, node: &'a NodeId) -> Stored<'a, Option<Claimed>>;
    /// The node owns so many of the open tables that no living node owns, if there are any; those first that had the fewest owners.
    fn claim_orphans<'a>(&'a self, node: &'a NodeId, most: u32) -> Stored<'a, Vec<Claimed>>;
    /// The codes of all open tables that a node owns.
    fn owned<'a>(&'a self, node: &'a NodeId) -> Stored<'a, Vec<String>>;
    /// The owner gives a table up. Nothing happens if it is somebody else's by now.
    fn release<'a>(&'a self, lease: &'a Lease) -> Stored<'a, ()>;
    /// Where a match is played or was played; none if that is not known.
    fn table_of(&self, id: MatchId) -> Stored<'_, Option<String>>;
    /// A match from before that was written down is played at this table.
    fn keep_table_of<'a>(&'a self, id: MatchId, code: &'a str) -> Stored<'a, ()>;
}

/// `$now` is the time of the database in milliseconds; `$lock` locks what a `SELECT` finds, `$skip` does so and goes past what
/// somebody else has locked.
macro_rules! nodes {
    ($name:ident, $db:ty, $now:literal, $lock:literal, $skip:literal) => {
        impl $name {
            /// Locks these tables until the transaction ends. False if one of them is somebody else's.
            async fn hold(
                change: &mut <$db as sqlx::Database>::Connection,
                leases: &[(&str, i64)],
            ) -> Result<bool, sqlx::Error> {
                let mut rest = leases;
                while !rest.is_empty() {
                    // In powers of two, so that few statements have to be prepared.
                    let (some, after) = rest.split_at(1 << rest.len().ilog2());
                    let mut select = QueryBuilder::<$db>::new("SELECT code, epoch FROM tables WHERE code IN (");
                    let mut codes = select.separated(", ");
                    some.iter().for_each(|(code, _)| {
                        codes.push_bind(*code);
                    });
                    // In one order, so that no two transactions wait for each other.
                    select.push(concat!(") ORDER BY code", $lock));
                    let held = select.build().fetch_all(&mut *change).await?;
                    if held.len() != some.len() {
                        return Ok(false);
                    }
                    for (row, (code, epoch)) in held.iter().zip(some) {
                        if row.try_get::<&str, _>(0)? != *code || row.try_get::<i64, _>(1)? != *epoch {
                            return Ok(false);
                        }
                    }
                    rest = after;
                }
                Ok(true)
            }

            fn claimed(row: &<$db as sqlx::Database>::Row) -> Result<Claimed, sqlx::Error> {
                Ok(Claimed { lease: Lease { code: row.try_get(0)?, epoch: row.try_get(1)? }, data: row.try_get(2)? })
            }

            fn node_id(row: &<$db as sqlx::Database>::Row) -> Result<NodeId, sqlx::Error> {
                Ok(NodeId { name: row.try_get(0)?, life: row.try_get(1)? })
            }
        }

        impl Nodes for $name {
            fn register<'a>(&'a self, name: &'a str, program: &'a str) -> Stored<'a, NodeId> {
                told(async move {
                    let text = concat!(
                        "INSERT INTO nodes (name, life, program, seen, ended) VALUES ($1, 1, $2, ", $now, ", FALSE) \
                         ON CONFLICT (name) DO UPDATE SET life = nodes.life + 1, program = excluded.program, \
                         seen = excluded.seen, ended = FALSE, draining = FALSE RETURNING name, life"
                    );
                    let row = sqlx::query(text).bind(name).bind(program).fetch_one(&self.0).await?;
                    Self::node_id(&row)
                })
            }

            fn beat<'a>(&'a self, node: &'a NodeId) -> Stored<'a, Beat> {
                told(async move {
                    let text = concat!(
                        "UPDATE nodes SET seen = ",
                        $now,
                        " WHERE name = $1 AND life = $2 AND NOT ended RETURNING draining"
                    );
                    let draining = sqlx::query_scalar(text).bind(&node.name).bind(node.life).fetch_optional(&self.0).await?;
                    Ok(match draining {
                        None => Beat::Over,
                        Some(true) => Beat::Draining,
                        Some(false) => Beat::Alive,
                    })
                })
            }

            fn drain<'a>(&'a self, name: &'a str) -> Stored<'a, bool> {
                told(async move {
                    let text = "UPDATE nodes SET draining = TRUE WHERE name = $1 AND NOT ended";
                    Ok(sqlx::query(text).bind(name).execute(&self.0).await?.rows_affected() == 1)
                })
            }

            fn sign_off<'a>(&'a self, node: &'a NodeId) -> Stored<'a, ()> {
                told(async move {
                    let text = "UPDATE nodes SET ended = TRUE WHERE name = $1 AND life = $2";
                    sqlx::query(text).bind(&node.name).bind(node.life).execute(&self.0).await.map(drop)
                })
            }

            fn declare_over(&self, silent: Duration) -> Stored<'_, Vec<NodeId>> {
                told(async move {
                    let text = concat!(
                        "UPDATE nodes SET ended = TRUE WHERE name IN (SELECT name FROM nodes WHERE NOT ended AND seen < ",
                        $now, " - $1 ORDER BY name", $lock, ") RETURNING name, life"
                    );
                    let rows = sqlx::query(text).bind(silent.as_millis() as i64).fetch_all(&self.0).await?;
                    rows.iter().map(Self::node_id).collect()
                })
            }

            fn nodes(&self) -> Stored<'_, Vec<NodeInfo>> {
                told(async move {
                    let text = concat!(
                        "SELECT name, life, program, ended, draining, ", $now, " - seen FROM nodes ORDER BY name"
                    );
                    let rows = sqlx::query(text).fetch_all(&self.0).await?;
                    let info = |row: &<$db as sqlx::Database>::Row| {
                        Ok(NodeInfo {
                            id: Self::node_id(row)?,
                            program: row.try_get(2)?,
                            over: row.try_get(3)?,
                            draining: row.try_get(4)?,
                            silent: Duration::from_millis(row.try_get::<i64, _>(5)?.max(0) as u64),
                        })
                    };
                    rows.iter().map(info).collect()
                })
            }

            fn found<'a>(&'a self, code: &'a str, data: &'a [u8], node: &'a NodeId) -> Stored<'a, Option<Lease>> {
                told(async move {
                    let text = "INSERT INTO tables (code, data, owner, life, epoch) VALUES ($1, $2, $3, $4, 1) \
                                ON CONFLICT (code) DO UPDATE SET data = excluded.data, closed = FALSE, owner = excluded.owner, \
                                life = excluded.life, epoch = tables.epoch + 1 WHERE tables.closed RETURNING epoch";
                    let new = sqlx::query_scalar(text).bind(code).bind(data).bind(&node.name).bind(node.life);
                    let epoch: Option<i64> = new.fetch_optional(&self.0).await?;
                    Ok(epoch.map(|epoch| Lease { code: code.to_owned(), epoch }))
                })
            }

            fn owner<'a>(&'a self, code: &'a str) -> Stored<'a, Option<Owner>> {
                told(async move {
                    let text = "SELECT nodes.name, nodes.life FROM tables LEFT JOIN nodes \
                                ON nodes.name = tables.owner AND nodes.life = tables.life AND NOT nodes.ended \
                                WHERE tables.code = $1 AND NOT tables.closed";
                    let Some(row) = sqlx::query(text).bind(code).fetch_optional(&self.0).await? else { return Ok(None) };
                    let name: Option<String> = row.try_get(0)?;
                    Ok(Some(match name {
                        Some(name) => Owner::Node(NodeId { name, life: row.try_get(1)? }),
                        None => Owner::Nobody,
                    }))
                })
            }

            fn claim<'a>(&'a self, code: &'a str, node: &'a NodeId) -> Stored<'a, Option<Claimed>> {
                told(async move {
                    let text = concat!(
                        "UPDATE tables SET owner = $1, life = $2, epoch = epoch + 1 WHERE code IN ( \
                         SELECT t.code FROM tables t WHERE t.code = $3 AND NOT t.closed AND (t.owner IS NULL \
                         OR (t.owner = $1 AND t.life = $2) OR NOT EXISTS (SELECT 1 FROM nodes n \
                         WHERE n.name = t.owner AND n.life = t.life AND NOT n.ended))", $skip,
                        ") AND EXISTS (SELECT 1 FROM nodes WHERE name = $1 AND life = $2 AND NOT ended) \
                         RETURNING code, epoch, data"
                    );
                    let row = sqlx::query(text).bind(&node.name).bind(node.life).bind(code).fetch_optional(&self.0).await?;
                    row.as_ref().map(Self::claimed).transpose()
                })
            }

            fn claim_orphans<'a>(&'a self, node: &'a NodeId, most: u32) -> Stored<'a, Vec<Claimed>> {
                told(async move {
                    let text = concat!(
                        "UPDATE tables SET owner = $1, life = $2, epoch = epoch + 1 WHERE code IN ( \
                         SELECT t.code FROM tables t WHERE NOT t.closed AND (t.owner IS NULL OR NOT EXISTS ( \
                         SELECT 1 FROM nodes n WHERE n.name = t.owner AND n.life = t.life AND NOT n.ended)) ORDER BY t.epoch LIMIT $3",
                        $skip,
                        ") AND EXISTS (SELECT 1 FROM nodes WHERE name = $1 AND life = $2 AND NOT ended) \
                         RETURNING code, epoch, data"
                    );
                    let rows = sqlx::query(text).bind(&node.name).bind(node.life).bind(i64::from(most));
                    rows.fetch_all(&self.0).await?.iter().map(Self::claimed).collect()
                })
            }

            fn owned<'a>(&'a self, node: &'a NodeId) -> Stored<'a, Vec<String>> {
                told(async move {
                    let text = "SELECT code FROM tables WHERE owner = $1 AND life = $2 AND NOT closed ORDER BY code";
                    sqlx::query_scalar(text).bind(&node.name).bind(node.life).fetch_all(&self.0).await
                })
            }

            fn release<'a>(&'a self, lease: &'a Lease) -> Stored<'a, ()> {
                told(async move {
                    let text = "UPDATE tables SET owner = NULL, epoch = epoch + 1 WHERE code = $1 AND epoch = $2";
                    sqlx::query(text).bind(&lease.code).bind(lease.epoch).execute(&self.0).await.map(drop)
                })
            }

            fn table_of(&self, id: MatchId) -> Stored<'_, Option<String>> {
                told(async move {
                    let text = "SELECT code FROM matches WHERE id = $1";
                    let code = sqlx::query_scalar(text).bind(id.0 as i64).fetch_optional(&self.0).await?;
                    Ok(code.flatten())
                })
            }

            fn keep_table_of<'a>(&'a self, id: MatchId, code: &'a str) -> Stored<'a, ()> {
                told(async move {
                    let text = "UPDATE matches SET code = $2 WHERE id = $1 AND code IS NULL";
                    sqlx::query(text).bind(id.0 as i64).bind(code).execute(&self.0).await.map(drop)
                })
            }
        }
    };
}
pub(crate) use nodes;
