//! Databases of older releases, with data in them: today's program brings them up to date and finds everything again.
//!
//! `tests/data/VERSION.*` was made once with the program of that release (`tools/old-database.py`) and never changes.

use std::sync::Arc;

use crate::common::{file, postgres};
use playmat_store::{MatchId, Readers, Standing, Store, open};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

const TOLD: &str = include_str!("../data/0.1.json");
const ROWS: &str = include_str!("../data/0.1.rows.sql");
const SQLITE: &str = include_str!("../data/0.1.sqlite.sql");
const POSTGRES: &str = include_str!("../data/0.1.postgres.sql");

/// Databases as the old program left them, opened by this one.
async fn upgraded() -> Vec<Arc<dyn Store>> {
    let mut stores = Vec::new();
    let path = file();
    let rows = ROWS.replace("@hex'", "X'").replace("@text(", "CAST(").replace(" @end", " AS BLOB");
    let mut old = SqliteConnection::connect(&format!("sqlite:{}?mode=rwc", path.display())).await.expect("a file");
    for text in [SQLITE.to_owned(), format!("BEGIN; {rows} COMMIT;")] {
        sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut old).await.expect("the old database is made");
    }
    old.close().await.expect("closed");
    stores.push(open(&format!("sqlite:{}", path.display())).await.expect("it is brought up to date"));
    if let Ok(home) = std::env::var("PLAYMAT_POSTGRES_HOME") {
        let address = postgres(&home);
        let rows = ROWS.replace("@hex'", "'\\x").replace("@text(", "convert_to(").replace(" @end", ", 'UTF8'");
        let mut old = PgConnection::connect(&address).await.expect("a server");
        for text in [POSTGRES.to_owned(), rows] {
            sqlx::raw_sql(AssertSqlSafe(text)).execute(&mut old).await.expect("the old database is made");
        }
        old.close().await.expect("closed");
        stores.push(open(&address).await.expect("it is brought up to date"));
    }
    stores
}

#[tokio::test]
async fn a_database_of_an_older_release_is_read_whole() {
    let told: Value = serde_json::from_str(TOLD).expect("what was told when it was made");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let id = |value: &Value| MatchId::parse(&text(value)).expect("a match");
    for store in upgraded().await {
        let [ada, bob, guest, robot] = ["ada", "bob", "guest", "robot"].map(|who| text(&told[who]["id"]));
        // People and what they keep.
        let account = store.account(&ada).await.expect("read").expect("there");
        assert_eq!((&account.name[..], &account.key[..], &account.look[..]), ("Ada", "ada", ""));
        assert!(account.hash.starts_with("$argon2id$"));
        assert_eq!(store.account_named("bob.b").await.expect("read").map(|one| one.player), Some(bob.clone()));
        let without: Vec<String> = store.without_look().await.expect("read").into_iter().map(|one| one.name).collect();
        assert_eq!(without, ["Ada", "Bob.B"], "looks are worked out when the server starts");
        assert_eq!(store.sessions(&ada).await.expect("read").len(), 1);
        assert_eq!(store.recovery_made(&ada).await, Ok(None), "accounts of old have no code yet");
        assert_eq!(store.standing(&guest, "gastlowe").await, Ok(Standing::default()));
        for who in [&ada, &guest] {
            let decks = store.decks(who).await.expect("read");
            assert_eq!((decks.len(), &decks[0].name[..], &decks[0].text[..]), (1, "Wölfe", "deck Wölfe\n4 Wolf\n"));
            assert_eq!(store.settings(who).await, Ok(Some("{\"theme\":\"dark\"}".into())));
        }
        assert_eq!(store.ratings(&ada).await.expect("read").len(), 1);
        // Matches: those that are over are their players' alone, as nobody knows what kind of table they were played at.
        let rated = id(&told["rated"]);
        let listed = store.finished(&ada, None, 99).await.expect("read");
        assert_eq!(listed.len(), 4);
        let of = listed.iter().find(|one| one.finished.id == rated).expect("listed");
        assert!(of.finished.rated && !of.finished.public && of.link.is_none());
        let readers = store.readers(rated).await.expect("read").expect("over");
        assert!(!readers.public && readers.players.contains(&ada) && readers.players.contains(&bob));
        for game in ["food-chain", "skirmish", "strata"] {
            let finished = id(&told["finished"][game]);
            assert_eq!(store.readers(finished).await.expect("read").expect("over").players, std::slice::from_ref(&ada));
            let whole = store.load(finished).await.expect("read").expect("there");
            assert!(!whole.opening.is_empty() && whole.entries.len() > 5, "{game}");
            let conceded = id(&told["conceded"][game]);
            let readers = Readers { public: false, players: vec![guest.clone()], links: vec![] };
            assert_eq!(store.readers(conceded).await, Ok(Some(readers)), "{game}");
            // A match that runs has its table, its opening and its entries.
            let running = &told["running"][game];
            assert_eq!(store.readers(id(&running["match"])).await, Ok(None));
            assert!(store.load(id(&running["match"])).await.expect("read").expect("there").entries.len() >= 5, "{game}");
            let table = store.table(&text(&running["code"])).await.expect("read").expect("open");
            assert!(String::from_utf8_lossy(&table).contains(&robot), "{game}");
        }
        // Nobody owns a table of old; a node can come to own all of them, and where its matches are played is not known yet.
        let node = store.register("one", "test").await.expect("registered");
        let claimed = store.claim_orphans(&node, 100).await.expect("claimed");
        assert!(claimed.len() == 11 && claimed.iter().all(|one| one.lease.epoch == 1 && !one.data.is_empty()));
        assert_eq!(store.table_of(rated).await, Ok(None));
        assert!(store.table(&text(&told["waiting"])).await.expect("read").is_some());
        assert_eq!(store.tables().await.expect("read").len(), 11);
        assert_eq!(store.card_sets().await.expect("read").len(), 3);
        assert_eq!(store.secret("signing key", vec![]).await.expect("read").len(), 32);
        // And what is new works on it.
        assert_eq!(store.share(rated, &ada, "link", 1).await, Ok("link".into()));
        store.keep_look(&ada, "ada").await.expect("written");
        assert!(store.standing(&guest, "ada").await.expect("read").taken);
        store.forget(&guest, "Deleted player").await.expect("forgotten");
    }
}
