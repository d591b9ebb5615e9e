//! What every store must do, the same for both databases. PostgreSQL is tested where `PLAYMAT_POSTGRES_HOME` says where one is:
//! `tools/with-postgres.sh cargo test -p playmat-store` starts one.

use std::sync::Arc;

use crate::common::{addresses, file, fresh};
use playmat_store::{Log, MatchId, Store, StoreError, Write, open};

fn entry(id: MatchId, place: u32) -> Write {
    Write::Entry { id, place, entry: vec![place as u8, 0, 255], note: place.to_le_bytes().to_vec() }
}

fn begin(id: MatchId) -> Write {
    Write::Match { id, code: "K7WQ3N".into(), opening: id.0.to_le_bytes().to_vec() }
}

async fn places(store: &dyn Store, id: MatchId) -> Vec<u8> {
    let stored = store.load(id).await.expect("it can be read").expect("the match is there");
    assert_eq!(stored.opening, id.0.to_le_bytes());
    stored.entries.iter().map(|(entry, _)| entry[0]).collect()
}

#[tokio::test]
async fn what_is_written_is_read_in_order_also_by_another() {
    for address in addresses() {
        let id = MatchId(fresh());
        let store = open(&address).await.expect("it opens");
        assert_eq!(store.load(id).await, Ok(None));
        store.append(&[begin(id), entry(id, 0), entry(id, 1)]).await.expect("it is written");
        let many: Vec<Write> = (2..150).map(|place| entry(id, place)).collect();
        store.append(&many).await.expect("it is written");
        store.append(&[Write::Pulse(vec![1; 9000])]).await.expect("it is written");
        store.append(&[Write::Pulse(vec![2; 9000])]).await.expect("it is written again");
        store.close().await;
        // The schema is there already.
        let again = open(&address).await.expect("it opens again");
        assert_eq!(places(&*again, id).await, (0..150).collect::<Vec<u8>>());
        let stored = again.load(id).await.expect("it can be read").expect("the match is there");
        assert_eq!(stored.entries[7], (vec![7, 0, 255], 7u32.to_le_bytes().to_vec()));
    }
}

#[tokio::test]
async fn card_sets_are_kept_once_each() {
    for address in addresses() {
        let name = fresh().to_string();
        let store = open(&address).await.expect("it opens");
        store.keep_cards("newt", &name, b"one").await.expect("they are kept");
        store.keep_cards("newt", &name, b"another").await.expect("the same name is the same cards");
        store.keep_cards("eel", &name, b"two").await.expect("they are kept");
        store.close().await;
        let sets = open(&address).await.expect("it opens again").card_sets().await.expect("they are read");
        let own: Vec<_> =
            sets.iter().filter(|(_, kept, _)| *kept == name).map(|(game, _, cards)| (game.as_str(), &cards[..])).collect();
        assert_eq!(own, [("eel", &b"two"[..]), ("newt", b"one")]);
    }
}

#[tokio::test]
async fn a_place_is_written_once_and_a_failed_write_leaves_nothing() {
    for address in addresses() {
        let (one, two) = (MatchId(fresh()), MatchId(fresh()));
        let store = open(&address).await.expect("it opens");
        store.append(&[begin(one), begin(two), entry(one, 0)]).await.expect("it is written");
        let fork = store.append(&[entry(two, 0), entry(one, 0)]).await;
        assert_eq!(fork, Err(StoreError::Conflict));
        assert_eq!(store.append(&[begin(one)]).await, Err(StoreError::Conflict));
        assert_eq!(places(&*store, one).await, [0]);
        assert!(places(&*store, two).await.is_empty());
        store.append(&[entry(two, 0), entry(one, 1)]).await.expect("it goes on");
        assert_eq!(places(&*store, one).await, [0, 1]);
    }
}

#[tokio::test]
async fn tables_are_kept_until_they_are_closed() {
    for address in addresses() {
        let code = format!("T{}", fresh());
        let store = open(&address).await.expect("it opens");
        let mine = async || {
            let all = store.tables().await.expect("they can be read");
            all.into_iter().find(|table| table.code == code).map(|table| table.data)
        };
        let table = |data: &[u8]| Write::Table { code: code.clone(), data: data.to_vec() };
        store.append(&[table(b"one")]).await.expect("it is written");
        store.append(&[table(b"two"), table(b"three \0 \xff")]).await.expect("it is written");
        assert_eq!(mine().await.as_deref(), Some(&b"three \0 \xff"[..]));
        assert_eq!(store.table(&code).await.expect("it can be read"), mine().await);
        store.append(&[Write::CloseTable { code: code.clone() }]).await.expect("it is written");
        assert_eq!(mine().await, None);
        assert_eq!(store.table(&code).await, Ok(None));
    }
}

#[tokio::test]
async fn a_secret_stays() {
    for address in addresses() {
        let name = format!("secret {}", fresh());
        let store = open(&address).await.expect("it opens");
        assert_eq!(store.secret(&name, b"first".to_vec()).await, Ok(b"first".to_vec()));
        assert_eq!(store.secret(&name, b"second".to_vec()).await, Ok(b"first".to_vec()));
    }
}

/// Many matches write at once: each keeps its order, and the one that forks fails alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_matches_share_commits() {
    for address in addresses() {
        let store: Arc<dyn Store> = open(&address).await.expect("it opens");
        let log = Log::start(store.clone());
        let ids: Vec<MatchId> = (0..40).map(|_| MatchId(fresh())).collect();
        let mut tasks = Vec::new();
        for &id in &ids {
            let log = log.clone();
            tasks.push(tokio::spawn(async move {
                log.write(vec![begin(id)]).await.expect("it begins");
                for place in 0..20 {
                    log.write(vec![entry(id, place)]).await.expect("it is written");
                    if place % 5 == 0 {
                        assert_eq!(log.write(vec![entry(id, place)]).await, Err(StoreError::Conflict));
                    }
                }
            }));
        }
        for task in tasks {
            task.await.expect("nobody fails");
        }
        for &id in &ids {
            assert_eq!(places(&*store, id).await, (0..20).collect::<Vec<u8>>());
        }
    }
}

#[tokio::test]
async fn what_makes_no_sense_is_said() {
    for (address, word) in [("mysql://x", "sqlite:"), ("sqlite:", "path"), ("postgres://[", "postgres://"), ("", "sqlite:")] {
        let wrong = open(address).await.map(drop).expect_err(address).to_string();
        assert!(wrong.contains(word), "{address}: {wrong}");
    }
    let nowhere = open("sqlite:/nowhere/at/all.db").await.map(drop).expect_err("there is no such folder");
    assert!(matches!(nowhere, StoreError::Unavailable(_)));
}

/// Nobody else on the machine reads it: neither a new file, nor one that was made with other rights, nor what SQLite puts beside it.
#[cfg(unix)]
#[tokio::test]
async fn the_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &str| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    for made_before in [false, true] {
        let path = file();
        if made_before {
            std::fs::write(&path, b"").expect("it is made");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("others may read it");
        }
        let store = open(&format!("sqlite:{}", path.display())).await.expect("it opens");
        let id = MatchId(fresh());
        store.append(&[begin(id), entry(id, 0)]).await.expect("it is written");
        for ending in ["", "-wal", "-shm"] {
            assert_eq!(mode(&format!("{}{ending}", path.display())), 0o600, "{ending}");
        }
    }
}

/// A disk that is full, or a database that somebody else holds: an error, nothing written, and all is well afterwards.
#[tokio::test]
async fn a_database_that_cannot_be_written_is_an_error() {
    let path = file();
    let store = open(&format!("sqlite:{}", path.display())).await.expect("it opens");
    let id = MatchId(fresh());
    store.append(&[begin(id), entry(id, 0)]).await.expect("it is written");
    // It is held for as long as the holder's input is open.
    let holder = "import sqlite3, sys\n\
                  c = sqlite3.connect(sys.argv[1], isolation_level=None)\n\
                  c.execute('BEGIN IMMEDIATE')\nprint('held', flush=True)\nsys.stdin.read()\nc.execute('ROLLBACK')";
    let mut child = std::process::Command::new("python3")
        .args(["-c", holder, &path.display().to_string()])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().expect("a pipe")), &mut line).expect("a line");
    assert!(matches!(store.append(&[entry(id, 1)]).await, Err(StoreError::Unavailable(_))));
    assert_eq!(places(&*store, id).await, [0], "it can still be read");
    drop(child.stdin.take());
    tokio::task::spawn_blocking(move || child.wait()).await.expect("it ends").expect("it ends");
    store.append(&[entry(id, 1)]).await.expect("it is written");
    assert_eq!(places(&*store, id).await, [0, 1]);
}
