//! Backups: what is kept comes back whole, in either kind of database, and what is wrong with a file is told.

use std::io::{Cursor, Read, Write as _};

use crate::common::{addresses, fresh};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use playmat_store::{Account, Contents, Finished, Logged, MatchId, Session, Side, Store, StoreError, Write, open};

/// A server's database with something of everything, also what is in the middle of being played.
async fn fill(store: &dyn Store) -> [MatchId; 2] {
    store.secret("signing key", vec![0, 1, 254, 255]).await.expect("kept");
    store.keep_cards("skirmish", "0011", b"cards\0").await.expect("kept");
    let [over, running] = [MatchId(fresh()), MatchId(fresh() >> 1)];
    for (id, code) in [(over, "AAAA"), (running, "BBBB")] {
        let table = Write::Table { code: code.into(), data: br#"{"name":"W\u00f6lfe"}"#.to_vec() };
        let begun = Write::Match { id, code: code.into(), opening: vec![7; 300] };
        store.append(&[table, begun]).await.expect("written");
        for place in 0..450 {
            let entry = Write::Entry { id, place, entry: vec![place as u8, 0, 200], note: vec![1] };
            store.append(&[entry]).await.expect("written");
        }
    }
    let side = |player: Option<&str>| Side { player: player.map(Into::into), name: "Zo\u{eb}\n".into(), ..Side::default() };
    let finished = Finished {
        id: over,
        game: "skirmish".into(),
        edition: "core".into(),
        rated: true,
        ending: "won".into(),
        winner: Some(1),
        alone: false,
        public: true,
        ended: 1_700_000_000,
        sides: [side(Some("p1")), side(Some("p2"))],
    };
    for (player, name) in [("p1", "Ada"), ("p2", "bob"), ("p3", "\u{c4}rger")] {
        let account = Account {
            player: player.into(),
            name: name.into(),
            key: name.to_lowercase(),
            look: name.into(),
            hash: "$argon2id$".into(),
            since: 5,
        };
        let session = Session {
            key: player.into(),
            id: player.into(),
            player: player.into(),
            made: 5,
            seen: 6,
            agent: "a browser".into(),
        };
        store.sign_up(&account, &session, &[9; 32]).await.expect("signed up");
    }
    store.append(&[Write::Finished(Box::new(finished)), Write::CloseTable { code: "AAAA".into() }]).await.expect("written");
    store.keep_settings("p1", "{\"theme\":\"dark\"}", 6).await.expect("written");
    [over, running]
}

async fn backup(store: &dyn Store) -> (Vec<u8>, Contents) {
    let mut file = Vec::new();
    let contents = store.backup(&mut file).await.expect("written");
    (file, contents)
}

/// The lines of a backup, without its compression.
fn lines(file: &[u8]) -> Vec<String> {
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    text.lines().map(str::to_owned).collect()
}

fn file_of(lines: &[String]) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::default());
    lines.iter().for_each(|line| writeln!(file, "{line}").expect("memory"));
    file.finish().expect("memory")
}

#[tokio::test]
async fn what_is_kept_comes_back_in_either_database() {
    for from in addresses() {
        let source = open(&from).await.expect("a database");
        let [over, running] = fill(&*source).await;
        let (file, contents) = backup(&*source).await;
        let rows = |name: &str| contents.iter().find(|(table, _)| *table == name).expect("a table").1;
        assert_eq!((rows("entries"), rows("matches"), rows("accounts"), rows("sides"), rows("ratings")), (900, 2, 3, 2, 2));
        // Each database takes over what each has written, and then writes the same file.
        for to in addresses() {
            let target = open(&to).await.expect("a database");
            assert_eq!(target.restore(&mut Cursor::new(&file)).await.as_ref(), Ok(&contents), "{from} to {to}");
            assert!(lines(&backup(&*target).await.0) == lines(&file), "{from} to {to}");
            for id in [over, running] {
                assert_eq!(target.load(id).await, source.load(id).await);
            }
            assert_eq!(target.tables().await, source.tables().await);
            assert_eq!(target.ratings("p1").await, source.ratings("p1").await);
            assert_eq!(target.secret("signing key", vec![]).await, Ok(vec![0, 1, 254, 255]));
            // Servers go on with it.
            let entry = Write::Entry { id: running, place: 450, entry: vec![], note: vec![] };
            target.append(&[entry]).await.expect("the match goes on");
            let again = target.restore(&mut Cursor::new(&file)).await.expect_err("it is not empty any more");
            assert!(again.to_string().contains("not empty"), "{again}");
        }
    }
}

#[tokio::test]
async fn a_broken_backup_is_refused_whole() {
    for address in addresses() {
        let source = open(&address).await.expect("a database");
        fill(&*source).await;
        let (file, _) = backup(&*source).await;
        let good = lines(&file);
        let entries = good.iter().position(|line| line.contains("\"table\":\"entries\"")).expect("a table");
        let changed = |change: &dyn Fn(&mut Vec<String>)| {
            let mut lines = good.clone();
            change(&mut lines);
            file_of(&lines)
        };
        let cases: [(Vec<u8>, &str); 11] = [
            (b"nothing of the kind".to_vec(), "no backup"),
            (Vec::new(), "no backup"),
            (file_of(&["{\"format\":\"other\"}".into()]), "no backup"),
            (file[..file.len() / 2].to_vec(), "cannot be read"),
            (changed(&|lines| lines[0] = lines[0].replace("\"version\":1", "\"version\":2")), "newer program"),
            (changed(&|lines| lines[0] = lines[0].replace("\"schema\":", "\"schema\":9")), "newer program"),
            (changed(&|lines| drop(lines.pop())), "ends in the middle"),
            (changed(&|lines| drop(lines.remove(entries + 3))), "rows are missing"),
            (changed(&|lines| lines[entries + 3] = "[1,2]".into()), "does not fit"),
            (changed(&|lines| lines[entries + 3] = "[1,2,\"not base64!\",\"\"]".into()), "does not fit"),
            (
                changed(&|lines| lines[entries] = lines[entries].replace("note", "notes")),
                "column that this program does not know",
            ),
        ];
        for (file, why) in cases {
            let target = open(&addresses()[usize::from(address.starts_with("postgres"))]).await.expect("a database");
            let error = target.restore(&mut Cursor::new(file)).await.expect_err(why);
            assert!(matches!(&error, StoreError::BadBackup(sentence) if sentence.contains(why)), "{error}, not {why}");
            assert_eq!(target.tables().await, Ok(vec![]), "nothing of it was taken");
            assert_eq!(target.logged(None, 10).await, Ok(vec![]));
            target.restore(&mut Cursor::new(file_of(&good))).await.expect("the good one is");
        }
    }
}

#[tokio::test]
async fn the_log_lists_matches_with_what_is_missing() {
    for address in addresses() {
        let store = open(&address).await.expect("a database");
        let [over, running] = fill(&*store).await;
        let gap = MatchId(77);
        let writes = [
            Write::Match { id: gap, code: "CCCC".into(), opening: vec![] },
            Write::Entry { id: gap, place: 0, entry: vec![], note: vec![] },
            Write::Entry { id: gap, place: 2, entry: vec![], note: vec![] },
            Write::Entry { id: MatchId(78), place: 0, entry: vec![], note: vec![] },
        ];
        store.append(&writes).await.expect("written");
        let mut all: Vec<Logged> = Vec::new();
        while let Some(next) = store.logged(all.last().map(|last| last.id), 1).await.expect("read").pop() {
            all.push(next);
        }
        let logged = |id, entries, last, finished| Logged { id, entries, places: Some((0, last)), finished };
        // In the order of numbers with a sign, as both databases have them.
        assert_eq!(all, [logged(over, 450, 449, true), logged(gap, 2, 2, false), logged(running, 450, 449, false)]);
        assert_eq!(store.stray_entries().await, Ok(1));
        assert_eq!(store.vacuum().await, Ok(vec![]));
    }
}
