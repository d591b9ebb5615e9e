//! `playmat admin` beside servers that run: backups, the way back, and what is found in a damaged log.

use std::path::Path;

use playmat_catalog::GAMES;
use playmat_kernel::MatchId;
use playmat_server::client::{Caller, Failure};
use playmat_store::Write;
use playmat_wire::messages::{ClientMessage, ServerMessage};

use crate::common::{self, folder};
use crate::server::{Process, Seats, databases, open, record};

/// Both players answer so many questions with their first option.
async fn play(table: &mut Seats, answers: u32) -> Result<(), Failure> {
    for _ in 0..answers {
        let [one, two] = &mut table.clients;
        let asked = if one.mirror.question.is_some() { one } else { two };
        let decision = asked.mirror.question.as_ref().map(|question| question.decision);
        asked.answer(0).await?;
        while asked.mirror.question.as_ref().map(|question| question.decision) == decision {
            asked.next().await?.ok_or("closed")?;
        }
        // What the other one is told of it was sent before this comes back.
        for client in &mut table.clients {
            client.send(&ClientMessage::Ping { id: 1 }).await?;
            while !matches!(client.next().await?.ok_or("closed")?, ServerMessage::Pong { .. }) {}
        }
    }
    Ok(())
}

fn admin(arguments: &[&str]) -> common::Ran {
    common::playmat(&[&["admin"], arguments].concat())
}

fn well(arguments: &[&str]) -> String {
    let ran = admin(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}{}", ran.out, ran.err);
    ran.out
}

fn refused(arguments: &[&str], words: &str) {
    let ran = admin(arguments);
    assert!(ran.code == 2 && ran.err.contains(words), "{arguments:?}: {}{}", ran.out, ran.err);
}

/// A backup is taken while matches are played. Taken over by the other kind of database, another server goes on with them: the players have
/// their seats and hands, and the records of their matches hold.
#[test]
fn a_backup_of_running_matches_goes_on_elsewhere() {
    let folder = folder("backup");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let sources = databases(&folder, "source");
    let mut targets = databases(&folder, "target");
    targets.reverse();
    for (number, (source, target)) in sources.iter().zip(&targets).enumerate() {
        let process = Process::start(source, "127.0.0.1:0");
        let mut tables: Vec<Seats> = runtime.block_on(async {
            let mut tables = Vec::new();
            for game in GAMES {
                let mut table = open(process.address, game).await.expect("a table");
                play(&mut table, 12).await.expect("they play");
                tables.push(table);
            }
            tables
        });
        let listed = well(&["tables", "--db", source]);
        for table in &tables {
            let line = listed.lines().find(|line| line.starts_with(&table.code)).expect("the table is listed");
            assert!(line.contains("Ada and Bob, match "), "{line}");
        }
        let file = folder.join(format!("{number}.backup"));
        let path = file.to_str().expect("a path");
        let said = well(&["backup", path, "--db", source]);
        assert!(said.contains("4 matches, 0 accounts") || said.contains(&format!("{} matches", GAMES.len())), "{said}");
        private(&file);
        refused(&["backup", path, "--db", source], "is there already");
        refused(&["restore", path, "--db", source], "not empty");
        // What is played after it is not in it.
        runtime.block_on(async { play(&mut tables[0], 3).await }).expect("they play");
        drop(process);

        if target.starts_with("postgres") {
            // Looking at a database that nobody has used leaves it empty.
            assert!(well(&["check", "--db", target]).starts_with("0 finished and 0 other matches"));
            assert_eq!(well(&["tables", "--db", target]), "No table is open.\n");
        }
        well(&["restore", path, "--db", target]);
        let found = well(&["check", "--db", target]);
        assert!(
            found.contains(&format!("0 finished and {} other matches", GAMES.len())) && found.contains("0 broken"),
            "{found}"
        );
        let process = Process::start(target, "127.0.0.1:0");
        runtime
            .block_on(async {
                for table in tables {
                    let callers = table.callers.map(|caller| Caller { server: process.address, ..caller });
                    let mut clients = Vec::new();
                    for caller in &callers {
                        let mut client = caller.sit(&table.code, None).await?;
                        while client.mirror.viewer.is_none() {
                            client.next().await?.ok_or("closed")?;
                        }
                        clients.push(client);
                    }
                    let clients = clients.try_into().map_err(|_| "two")?;
                    let mut again = Seats { code: table.code, callers, clients };
                    play(&mut again, 6).await?;
                    let [one, _] = &mut again.clients;
                    one.send(&ClientMessage::Concede { seat: None }).await?;
                    while one.mirror.state.over.is_none() {
                        one.next().await?.ok_or("closed")?;
                    }
                    let id = one.mirror.game_match.clone();
                    let kept = folder.join(format!("{id}.record"));
                    std::fs::write(&kept, record(&again.callers[0], &id).await?)?;
                    let ran = common::playmat(&["verify", kept.to_str().expect("a path")]);
                    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
                }
                Ok::<_, Failure>(())
            })
            .expect("the matches go on");
        drop(process);
        let found = well(&["check", "--db", target]);
        assert!(found.contains(&format!("{} finished and 0 other matches", GAMES.len())), "{found}");
        assert!(well(&["vacuum", "--db", target]).contains("given back"));
    }
}

#[cfg(unix)]
fn private(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(file).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[cfg(not(unix))]
fn private(_: &Path) {}

/// A gap, an opening that is none, an entry that is no option, and entries of nobody are found, each with its match.
#[test]
fn a_damaged_log_is_told_match_by_match() {
    let folder = folder("damaged");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    for database in databases(&folder, "damaged") {
        let process = Process::start(&database, "127.0.0.1:0");
        let id = runtime.block_on(async {
            let mut table = open(process.address, "skirmish").await.expect("a table");
            play(&mut table, 8).await.expect("they play");
            table.clients[0].mirror.game_match.clone()
        });
        drop(process);
        let good = MatchId::parse(&id).expect("an id");
        runtime.block_on(async {
            let store = playmat_store::open(&database).await.expect("a database");
            let whole = store.load(good).await.expect("read").expect("there");
            let entry = |id, place: usize| {
                // The first place is that of the promise of the seed, which the opening has.
                let (entry, note) = whole.entries[place - 1].clone();
                Write::Entry { id, place: place as u32, entry, note }
            };
            let begun = |id, opening: &[u8]| Write::Match { id, code: "XXXX".into(), opening: opening.to_vec() };
            let [gap, nonsense, unreadable, nobody] = [1, 2, 3, 4].map(MatchId);
            let writes = [
                begun(gap, &whole.opening),
                entry(gap, 1),
                entry(gap, 3),
                begun(nonsense, b"nothing of the kind"),
                begun(unreadable, &whole.opening),
                Write::Entry { id: unreadable, place: 1, entry: vec![250; 40], note: vec![] },
                entry(nobody, 1),
            ];
            store.append(&writes).await.expect("written");
            store.close().await;
        });
        let ran = admin(&["check", "--db", &database]);
        assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
        for (number, why) in [(1, "1 of its 3 entries are missing"), (2, ""), (3, "")] {
            let line = format!("BROKEN   match {}: {why}", MatchId(number));
            assert!(ran.out.lines().any(|found| found.starts_with(&line)), "{line} is not in\n{}", ran.out);
        }
        assert!(ran.out.contains("1 entry belongs to no match") && !ran.out.contains(&id), "{}", ran.out);
        assert!(ran.out.contains("4 broken"), "{}", ran.out);
    }
    refused(&["check"], "--db");
    refused(&["check", "--db", "sqlite:/nowhere/at/all.db"], "there is no database");
    refused(&["restore", "/nowhere", "--db", &format!("sqlite:{}", folder.join("new.db").display())], "cannot be read");
}
