//! Several servers on one database: lives of nodes, owners of tables, and what an owner of before can still do: nothing.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{addresses, fresh};
use playmat_store::{Beat, Lease, MatchId, NodeId, Owner, Store, StoreError, Write, open};

/// A store, and another one on the same database, as two servers have them.
async fn stores() -> Vec<(String, [Arc<dyn Store>; 2])> {
    let mut all = Vec::new();
    for address in addresses() {
        let two = [open(&address).await.expect("it opens"), open(&address).await.expect("it opens again")];
        all.push((address, two));
    }
    all
}

fn table(code: &str, data: &[u8]) -> Write {
    Write::Table { code: code.into(), data: data.to_vec() }
}

fn entry(id: MatchId, place: u32) -> Write {
    Write::Entry { id, place, entry: vec![place as u8], note: vec![] }
}

fn held(lease: &Lease, write: Write) -> Vec<Write> {
    vec![Write::Hold(lease.clone()), write]
}

#[tokio::test]
async fn a_life_that_is_over_never_comes_back() {
    for (_, [one, two]) in stores().await {
        let first = one.register("one", "0.1").await.expect("registered");
        assert_eq!(first, NodeId { name: "one".into(), life: 1 });
        assert_eq!(one.beat(&first).await, Ok(Beat::Alive));
        assert_eq!(two.declare_over(Duration::from_secs(60)).await, Ok(vec![]), "it was heard of");
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert_eq!(two.declare_over(Duration::from_millis(1)).await, Ok(vec![first.clone()]));
        assert_eq!(two.declare_over(Duration::ZERO).await, Ok(vec![]), "it is over already");
        assert_eq!(one.beat(&first).await, Ok(Beat::Over));
        // The same name begins anew; whoever has a name twice keeps it with the second process alone.
        let second = one.register("one", "0.2").await.expect("registered");
        assert_eq!(second.life, 2);
        assert_eq!((one.beat(&first).await, one.beat(&second).await), (Ok(Beat::Over), Ok(Beat::Alive)));
        one.sign_off(&first).await.expect("nothing happens");
        assert_eq!((two.drain("one").await, two.drain("nobody").await), (Ok(true), Ok(false)));
        assert_eq!(one.beat(&second).await, Ok(Beat::Draining));
        let seen = two.nodes().await.expect("read");
        assert_eq!((seen.len(), &seen[0].id, &seen[0].program[..], seen[0].over), (1, &second, "0.2", false));
        assert!(seen[0].silent < Duration::from_secs(60), "{:?}", seen[0].silent);
        one.sign_off(&second).await.expect("it signs off");
        assert_eq!(one.beat(&second).await, Ok(Beat::Over));
        assert_eq!(two.drain("one").await, Ok(false));
        let third = one.register("one", "0.2").await.expect("registered");
        assert_eq!(one.beat(&third).await, Ok(Beat::Alive), "a new life is not asked to end");
    }
}

#[tokio::test]
async fn a_table_has_one_owner() {
    for (_, [one, two]) in stores().await {
        let [ada, bob] = [one.register("ada", "").await, two.register("bob", "").await].map(|node| node.expect("registered"));
        let lease = one.found("K7WQ3N", b"first", &ada).await.expect("written").expect("free");
        assert_eq!(two.found("K7WQ3N", b"other", &bob).await, Ok(None), "the code is taken");
        assert_eq!(two.owner("K7WQ3N").await, Ok(Some(Owner::Node(ada.clone()))));
        assert_eq!(two.owner("NOBODY").await, Ok(None));
        // A living owner keeps it.
        assert_eq!(two.claim("K7WQ3N", &bob).await, Ok(None));
        assert_eq!(two.claim_orphans(&bob, 10).await, Ok(vec![]));
        one.append(&held(&lease, table("K7WQ3N", b"second"))).await.expect("written");
        assert_eq!(one.owned(&ada).await, Ok(vec!["K7WQ3N".to_owned()]));
        // It gives the table up: what it writes afterwards is not written, also beside what is.
        one.release(&lease).await.expect("given up");
        assert_eq!(two.owner("K7WQ3N").await, Ok(Some(Owner::Nobody)));
        assert_eq!(one.append(&held(&lease, table("K7WQ3N", b"stale"))).await, Err(StoreError::Lost));
        let claimed = two.claim("K7WQ3N", &bob).await.expect("claimed").expect("an orphan");
        assert_eq!((&claimed.data[..], claimed.lease.epoch), (&b"second"[..], lease.epoch + 2));
        let other = one.found("OTHER2", b"other", &ada).await.expect("written").expect("free");
        let both = [held(&other, table("OTHER2", b"new")), held(&lease, table("K7WQ3N", b"stale"))].concat();
        assert_eq!(one.append(&both).await, Err(StoreError::Lost));
        assert_eq!(one.table("OTHER2").await, Ok(Some(b"other".to_vec())), "all or nothing");
        // A life that is over owns nothing, and comes to own nothing.
        one.sign_off(&ada).await.expect("signed off");
        assert_eq!(one.claim("K7WQ3N", &ada).await, Ok(None));
        assert_eq!(one.found("AFTER2", b"", &ada).await.map(|lease| lease.is_some()), Ok(true), "nobody's until it is claimed");
        let codes: Vec<_> = two.claim_orphans(&bob, 10).await.expect("claimed").into_iter().map(|one| one.lease.code).collect();
        assert_eq!(codes.len(), 2, "{codes:?}");
        assert!(["OTHER2", "AFTER2"].iter().all(|code| codes.iter().any(|one| one == code)), "{codes:?}");
        // Whoever owns it can have another epoch, which ends the one before.
        let again = two.claim("K7WQ3N", &bob).await.expect("claimed").expect("it is bob's");
        assert_eq!(two.append(&held(&claimed.lease, table("K7WQ3N", b"old"))).await, Err(StoreError::Lost));
        // Closed: nobody's, and a new table of this code is another one.
        two.append(&held(&again.lease, Write::CloseTable { code: "K7WQ3N".into() })).await.expect("closed");
        assert_eq!((two.owner("K7WQ3N").await, two.claim("K7WQ3N", &bob).await), (Ok(None), Ok(None)));
        let new = two.found("K7WQ3N", b"new", &bob).await.expect("written").expect("free again");
        assert_eq!(two.append(&held(&again.lease, table("K7WQ3N", b"old"))).await, Err(StoreError::Lost));
        assert!(new.epoch > again.lease.epoch);
    }
}

#[tokio::test]
async fn where_a_match_is_played_is_known() {
    for (_, [one, two]) in stores().await {
        let id = MatchId(fresh());
        one.append(&[Write::Match { id, code: "K7WQ3N".into(), opening: vec![] }]).await.expect("written");
        assert_eq!(two.table_of(id).await, Ok(Some("K7WQ3N".into())));
        two.keep_table_of(id, "OTHER2").await.expect("known already");
        assert_eq!(two.table_of(id).await, Ok(Some("K7WQ3N".into())));
        assert_eq!(two.table_of(MatchId(fresh())).await, Ok(None));
    }
}

/// An owner that was declared over while it appends. Whatever was acknowledged to it was there when the next owner read the log; what
/// comes later is not written. The same owner without its lease is found out.
#[tokio::test]
async fn what_an_owner_of_before_writes_is_not_written() {
    for (address, [one, two]) in stores().await {
        for fenced in [true, false] {
            let (id, code) = (MatchId(fresh()), format!("T{}", fresh()));
            let [ada, bob] = [one.register(&format!("ada{id}"), "").await, two.register("bob", "").await]
                .map(|node| node.expect("registered"));
            let lease = one.found(&code, b"", &ada).await.expect("written").expect("free");
            let write = |place| if fenced { held(&lease, entry(id, place)) } else { vec![entry(id, place)] };
            one.append(&held(&lease, Write::Match { id, code: code.clone(), opening: vec![] })).await.expect("written");
            one.append(&write(0)).await.expect("written");
            one.sign_off(&ada).await.expect("over");
            two.claim(&code, &bob).await.expect("claimed").expect("an orphan");
            let seen = two.load(id).await.expect("read").expect("there").entries.len();
            let late = one.append(&write(1)).await;
            let lost = late.is_ok() && seen == 1;
            assert_eq!(lost, !fenced, "{address}: {late:?}");
        }
    }
}

/// The append is open, with everything written, when the next owner comes: it cannot commit after the takeover.
#[tokio::test]
async fn an_open_append_ends_before_the_table_changes_hands() {
    for (address, [one, two]) in stores().await.into_iter().filter(|(address, _)| address.starts_with("postgres")) {
        let (id, code) = (MatchId(fresh()), format!("T{}", fresh()));
        let [ada, bob] = [one.register("ada", "").await, two.register("bob", "").await].map(|node| node.expect("registered"));
        let lease = one.found(&code, b"", &ada).await.expect("written").expect("free");
        one.append(&held(&lease, Write::Match { id, code: code.clone(), opening: vec![] })).await.expect("written");
        // Something makes the commit wait: a trigger that is run at its end, and wants a lock that this test holds.
        let holder = sqlx::PgPool::connect(&address).await.expect("connected");
        let wait = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS \
                    'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END'; \
                    CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED \
                    FOR EACH ROW EXECUTE FUNCTION wait()";
        sqlx::raw_sql(wait).execute(&holder).await.expect("made");
        let mut lock = holder.begin().await.expect("begun");
        sqlx::raw_sql("SELECT pg_advisory_xact_lock(1)").execute(&mut *lock).await.expect("locked");
        let (appending, writes) = (one.clone(), held(&lease, entry(id, 0)));
        let append = tokio::spawn(async move { appending.append(&writes).await });
        let waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
                     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        while sqlx::query_scalar::<_, i64>(waits).fetch_one(&holder).await.expect("read") == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        one.sign_off(&ada).await.expect("over");
        assert_eq!(two.claim(&code, &bob).await, Ok(None), "an append is open");
        assert_eq!(two.claim_orphans(&bob, 10).await, Ok(vec![]), "and nobody waits for it");
        lock.rollback().await.expect("released");
        assert_eq!(append.await.expect("it ends"), Ok(()));
        two.claim(&code, &bob).await.expect("claimed").expect("an orphan");
        assert_eq!(two.load(id).await.expect("read").expect("there").entries.len(), 1, "what was acknowledged is there");
        assert_eq!(one.append(&held(&lease, entry(id, 1))).await, Err(StoreError::Lost));
    }
}

/// Two servers take tables from each other as fast as they can, and append in between: every acknowledged place was seen by the
/// next owner.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_change_hands_lose_nothing() {
    for (address, stores) in stores().await {
        let (id, code) = (MatchId(fresh()), format!("T{}", fresh()));
        let first = stores[0].register("founder", "").await.expect("registered");
        let lease = stores[0].found(&code, b"", &first).await.expect("written").expect("free");
        stores[0].append(&held(&lease, Write::Match { id, code: code.clone(), opening: vec![] })).await.expect("written");
        stores[0].sign_off(&first).await.expect("over");
        let mut tasks = Vec::new();
        for (at, store) in stores.iter().cloned().enumerate() {
            let code = code.clone();
            tasks.push(tokio::spawn(async move {
                let mut acknowledged = Vec::new();
                let (mut lost, mut turns) = (0, 0);
                while turns < 20 {
                    // Whoever comes ends the other's life, however alive it is.
                    store.declare_over(Duration::ZERO).await.expect("written");
                    let node = store.register(&format!("node{at}"), "").await.expect("registered");
                    let Some(claimed) = store.claim(&code, &node).await.expect("asked") else { continue };
                    turns += 1;
                    let begun = store.load(id).await.expect("read").expect("there").entries.len() as u32;
                    for place in begun..begun + 5 {
                        match store.append(&held(&claimed.lease, entry(id, place))).await {
                            Ok(()) => acknowledged.push(place),
                            Err(StoreError::Lost) => {
                                lost += 1;
                                break;
                            }
                            Err(error) => panic!("place {place} of {begun}..: {error}"),
                        }
                    }
                }
                (acknowledged, lost)
            }));
        }
        let mut all = Vec::new();
        let mut lost = 0;
        for task in tasks {
            let (acknowledged, times) = task.await.expect("it ends");
            all.extend(acknowledged);
            lost += times;
        }
        all.sort_unstable();
        let entries = stores[0].load(id).await.expect("read").expect("there").entries.len() as u32;
        assert_eq!(all, (0..entries).collect::<Vec<u32>>(), "{address}: each place once, none missing");
        eprintln!("{}: {entries} entries, {lost} appends refused", address.split(':').next().unwrap_or_default());
    }
}
