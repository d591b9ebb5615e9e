//! Where a table is: here, at another node, or nobody's, so that it is taken.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use playmat_store::{Claimed, MatchId, Owner, StoreError};
use playmat_wire::tables::TableInfo;
use tokio::time::timeout;

use super::bus::NoAnswer;
use super::message::{AskAll, Say};
use super::{Cluster, remote};
use crate::App;
use crate::api_error::{ApiError, Code};
use crate::identity::Identity;
use crate::lobby::{self, Lobby};
use crate::room::RoomHandle;

/// For so long somebody who wants a table waits for its owner, or for the next one.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long a node may take to show a table, or its list of tables.
const SHOWING: Duration = Duration::from_secs(2);
/// How often the owner is looked up while it does not answer.
const AGAIN: Duration = Duration::from_millis(200);
/// How many tables a node takes at a time; the others take theirs meanwhile.
const SOME: u32 = 16;

impl App {
    /// The room of a code, as people write it, wherever it is. None if there is no such table.
    pub async fn find(self: &Arc<Self>, code: &str) -> Result<Option<RoomHandle>, ApiError> {
        let code = Lobby::code(code);
        let Some(cluster) = &self.cluster else { return Ok(self.lobby.find(&code)) };
        let until = Instant::now() + PATIENCE;
        let mut mine = 0;
        loop {
            if cluster.is_leaving() {
                return Err(ApiError::new(Code::ShuttingDown, "This server is stopping; connect again in a moment."));
            }
            let life = cluster.life();
            if self.lobby.find(&code).is_some() {
                // A node that slept must not show what was, so it makes sure first.
                life.sure(until.saturating_duration_since(Instant::now())).await?;
                if let Some(room) = self.lobby.find(&code) {
                    return Ok(Some(room));
                }
            }
            match timeout(SHOWING, cluster.store.owner(&code)).await.map_err(|_| ApiError::log())?? {
                None => return Ok(None),
                Some(Owner::Node(owner)) if owner == life.id => {
                    // It is being opened, or whoever took it was never told so.
                    mine += 1;
                    if mine > 2
                        && let Some(room) = self.take(cluster, &code).await
                    {
                        return Ok(Some(room));
                    }
                }
                Some(Owner::Node(owner)) => match timeout(SHOWING, remote::look(&life, owner, &code)).await {
                    Ok(Ok(room)) => return Ok(Some(room)),
                    Ok(Err(NoAnswer::Refused(error))) => return Err(error),
                    Ok(Err(NoAnswer::NotHere | NoAnswer::Silence)) | Err(_) => {}
                },
                Some(Owner::Nobody) => {
                    if let Some(room) = self.take(cluster, &code).await {
                        return Ok(Some(room));
                    }
                }
            }
            if Instant::now() >= until {
                return Err(ApiError::unreachable());
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// The room where a match is played, or was played last, wherever it is.
    pub async fn room_of_match(self: &Arc<Self>, id: MatchId) -> Result<Option<RoomHandle>, ApiError> {
        let name = id.to_string();
        let here = self.lobby.of_match(&name);
        let Some(cluster) = self.cluster.as_ref().filter(|_| here.is_none()) else { return Ok(here) };
        let Some(code) = cluster.store.table_of(id).await? else { return Ok(None) };
        Ok(self.find(&code).await?.filter(|room| lobby::shows(room, &name)))
    }

    /// The tables that everybody may know of.
    pub async fn listed(&self) -> Vec<TableInfo> {
        Lobby::sorted_for_all(self.everywhere_else(self.lobby.listed(), || AskAll::Listed).await)
    }

    /// The tables where somebody sits.
    pub async fn tables_of(&self, who: &Identity) -> Vec<TableInfo> {
        Lobby::sorted_by_code(self.everywhere_else(self.lobby.of(who), || AskAll::Of { who: who.clone() }).await)
    }

    /// The tables of the other nodes besides these; of a node that does not answer in time there are none. A table that has just
    /// changed hands is there once.
    async fn everywhere_else(&self, here: Vec<TableInfo>, ask: impl Fn() -> AskAll) -> Vec<TableInfo> {
        let Some(cluster) = &self.cluster else { return here };
        let life = cluster.life();
        let asked = life.others().into_iter().map(|node| {
            let (life, say) = (life.clone(), Say::AskAll(ask()));
            async move { timeout(SHOWING, life.ask(&node, say)).await.ok()?.ok() }
        });
        let mut tables: BTreeMap<String, TableInfo> = here.into_iter().map(|table| (table.code.clone(), table)).collect();
        for answer in join_all(asked).await.into_iter().flatten() {
            for table in remote::parse::<Vec<TableInfo>>(&answer).unwrap_or_default() {
                tables.entry(table.code.clone()).or_insert(table);
            }
        }
        tables.into_values().collect()
    }

    /// Takes a table that nobody has, or that is here without a room. None if that does not succeed now.
    async fn take(self: &Arc<Self>, cluster: &Cluster, code: &str) -> Option<RoomHandle> {
        let _turn = cluster.taking.lock().await;
        if let Some(room) = self.lobby.find(code) {
            return Some(room);
        }
        match cluster.store.claim(code, &cluster.id()).await {
            Ok(claimed) => drop(self.open_claimed(cluster, claimed?).await),
            Err(error) => tracing::warn!(code, %error, "a table cannot be taken"),
        }
        self.lobby.find(code)
    }

    /// Takes tables that nobody has, until there are none left or something fails. Returns how many.
    pub async fn take_orphans(self: &Arc<Self>, cluster: &Cluster) -> usize {
        let mut taken = 0;
        loop {
            let _turn = cluster.taking.lock().await;
            if cluster.is_leaving() {
                return taken;
            }
            let claimed = match cluster.store.claim_orphans(&cluster.id(), SOME).await {
                Ok(claimed) if claimed.is_empty() => return taken,
                Ok(claimed) => claimed,
                Err(error) => {
                    tracing::warn!(%error, "tables that nobody has cannot be taken");
                    return taken;
                }
            };
            let opened = join_all(claimed.into_iter().map(|one| self.open_claimed(cluster, one))).await;
            // Those that could not be opened come last the next time.
            let all_failed = opened.iter().all(Result::is_err);
            taken += opened.into_iter().filter(|opened| *opened == Ok(true)).count();
            if all_failed {
                return taken;
            }
        }
    }

    /// Takes those of the own tables again that have no room and had none the last time either: whoever took them was never told
    /// so. Returns those that have no room now.
    pub(super) async fn take_missing(self: &Arc<Self>, cluster: &Cluster, before: Vec<String>) -> Vec<String> {
        let Ok(mut owned) = cluster.store.owned(&cluster.id()).await else { return before };
        owned.retain(|code| self.lobby.find(code).is_none());
        for code in owned.iter().filter(|code| before.contains(code)) {
            self.take(cluster, code).await;
        }
        owned
    }

    /// Opens a table that this node has just come to own.
    async fn open_claimed(self: &Arc<Self>, cluster: &Cluster, claimed: Claimed) -> Result<bool, ApiError> {
        let Claimed { lease, data } = claimed;
        let code = lease.code.clone();
        metrics::counter!("playmat_taken_total").increment(1);
        let opened = self.reopen_table(&code, &data, Some(lease.clone())).await;
        if let Err(error) = &opened {
            tracing::warn!(code, error = error.sentence, "a table was taken and cannot be opened now");
            let given_up: Result<(), StoreError> = cluster.store.release(&lease).await;
            if let Err(error) = given_up {
                tracing::warn!(code, %error, "nor can it be given up; it is tried again");
            }
        }
        opened
    }
}
