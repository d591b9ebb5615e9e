//! People, the same for both databases: accounts and sessions, what players keep, what they played, ratings.

use crate::common::{addresses, fresh};
use playmat_store::{
    Account, Finished, MatchId, Merged, Rating, Readers, SavedDeck, Session, Side, Standing, Store, StoreError, Tally, Write,
    open, rated,
};

fn player() -> String {
    format!("g{:x}", fresh())
}

fn account(player: &str) -> Account {
    Account {
        player: player.into(),
        name: format!("Name {player}"),
        key: format!("name {player}"),
        look: format!("look {player}"),
        hash: "hash".into(),
        since: 1_700_000_000,
    }
}

fn session(player: &str, seen: i64) -> Session {
    let id = format!("{:x}", fresh());
    Session { key: format!("key of {id}").into_bytes(), id, player: player.into(), made: seen, seen, agent: "Browser".into() }
}

fn deck(id: &str, updated: i64) -> SavedDeck {
    SavedDeck { id: id.into(), game: "skirmish".into(), name: format!("Deck {id}"), text: "3 Wolf\n".into(), updated }
}

fn side(player: Option<&str>, deck: &str) -> Side {
    let bot = player.is_none().then(|| "easy".to_owned());
    Side { player: player.map(str::to_owned), name: "Somebody".into(), bot, deck: deck.into(), rating: None }
}

fn over(one: Side, two: Side, winner: Option<u8>, ended: i64) -> Finished {
    Finished {
        id: MatchId(fresh()),
        game: "skirmish".into(),
        edition: "standard".into(),
        rated: false,
        ending: "rules".into(),
        winner,
        alone: false,
        public: false,
        ended,
        sides: [one, two],
    }
}

async fn signed_up(store: &dyn Store) -> String {
    let player = player();
    store.sign_up(&account(&player), &session(&player, 100), b"code").await.expect("it is free");
    player
}

#[tokio::test]
async fn a_name_and_a_player_have_one_account() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, eve) = (player(), player());
        let first = session(&ada, 100);
        store.sign_up(&account(&ada), &first, b"code").await.expect("it is free");
        let same_name = Account { player: eve.clone(), ..account(&ada) };
        assert_eq!(store.sign_up(&same_name, &session(&eve, 1), b"code").await, Err(StoreError::Conflict));
        let look_alike = Account { key: format!("other {eve}"), player: eve.clone(), ..account(&ada) };
        assert_eq!(store.sign_up(&look_alike, &session(&eve, 1), b"code").await, Err(StoreError::Conflict));
        let same_player = Account { key: format!("another {eve}"), look: format!("another {eve}"), ..account(&ada) };
        assert_eq!(store.sign_up(&same_player, &session(&ada, 1), b"code").await, Err(StoreError::Conflict));
        // Neither left a session.
        assert_eq!(store.sessions(&ada).await, Ok(vec![first.clone()]));
        assert_eq!(store.sessions(&eve).await, Ok(vec![]));
        assert_eq!(store.account(&ada).await, Ok(Some(account(&ada))));
        assert_eq!(store.account_named(&account(&ada).key).await, Ok(Some(account(&ada))));
        assert_eq!(store.account(&eve).await, Ok(None));
        assert_eq!(store.account_named("nobody").await, Ok(None));
        assert_eq!(store.session(&first.key).await, Ok(Some((first, account(&ada)))));
        assert_eq!(store.session(b"guessed").await, Ok(None));
    }
}

#[tokio::test]
async fn sessions_are_listed_ended_and_never_too_many() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, bob) = (signed_up(&*store).await, signed_up(&*store).await);
        assert_eq!(store.log_in(&session("nobody", 1), 3).await, Ok(false));
        for seen in [200, 300, 400] {
            assert_eq!(store.log_in(&session(&ada, seen), 3).await, Ok(true));
        }
        let seen = async || -> Vec<i64> { store.sessions(&ada).await.expect("read").iter().map(|one| one.seen).collect() };
        assert_eq!(seen().await, [400, 300, 200], "the longest unused has gone");
        let all = store.sessions(&ada).await.expect("read");
        store.used(&all[2].key, 500).await.expect("written");
        assert_eq!(seen().await, [500, 400, 300]);
        // Somebody else's is out of reach.
        assert_eq!(store.end_session(&bob, &all[0].id).await, Ok(false));
        assert_eq!(store.end_session(&ada, &all[0].id).await, Ok(true));
        assert_eq!(store.end_session(&ada, &all[0].id).await, Ok(false));
        assert_eq!(store.session(&all[0].key).await, Ok(None));
        assert_eq!(store.end_others(&ada, &all[2].id).await, Ok(1));
        assert_eq!(seen().await, [500]);
        // Another password ends the others, and only the right old one changes it.
        assert_eq!(store.log_in(&session(&ada, 600), 3).await, Ok(true));
        assert_eq!(store.change_password(&ada, "wrong", "new", &all[2].id).await, Ok(false));
        assert_eq!(seen().await, [600, 500]);
        assert_eq!(store.change_password(&ada, "hash", "new", &all[2].id).await, Ok(true));
        assert_eq!(seen().await, [500]);
        assert_eq!(store.account(&ada).await.expect("read").expect("there").hash, "new");
        assert_eq!(store.sessions(&bob).await.expect("read").len(), 1);
    }
}

#[tokio::test]
async fn decks_and_settings_are_their_players_alone() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, eve) = (player(), player());
        assert_eq!(store.keep_deck(&ada, &deck("one", 10), 2).await, Ok(true));
        assert_eq!(store.keep_deck(&ada, &deck("two", 20), 2).await, Ok(true));
        assert_eq!(store.keep_deck(&ada, &deck("three", 30), 2).await, Ok(false), "too many");
        let changed = SavedDeck { text: "2 Golem \u{1f43a}\n".into(), ..deck("one", 40) };
        assert_eq!(store.keep_deck(&ada, &changed, 2).await, Ok(true), "an old one may change");
        assert_eq!(store.decks(&ada).await, Ok(vec![changed, deck("two", 20)]));
        assert_eq!(store.decks(&eve).await, Ok(vec![]));
        assert_eq!(store.drop_deck(&eve, "one").await, Ok(false));
        assert_eq!(store.drop_deck(&ada, "one").await, Ok(true));
        assert_eq!(store.decks(&ada).await, Ok(vec![deck("two", 20)]));

        assert_eq!(store.settings(&ada).await, Ok(None));
        store.keep_settings(&ada, "{}", 1).await.expect("written");
        store.keep_settings(&ada, "{\"theme\":\"dark\"}", 2).await.expect("written");
        assert_eq!(store.settings(&ada).await, Ok(Some("{\"theme\":\"dark\"}".into())));
        assert_eq!(store.settings(&eve).await, Ok(None));
    }
}

#[tokio::test]
async fn finished_matches_are_listed_in_pages_and_add_up() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, bob) = (player(), player());
        let all = [
            over(side(Some(&ada), "fish-1"), side(Some(&bob), "bird-1"), Some(0), 10),
            over(side(Some(&bob), "bird-1"), side(Some(&ada), "fish-1"), Some(0), 20),
            over(side(Some(&ada), "random"), side(None, "random"), None, 20),
            over(side(Some(&ada), "bird-1"), side(None, "random"), Some(0), 30),
            Finished { alone: true, ..over(side(Some(&ada), "random"), side(None, "random"), Some(0), 40) },
        ];
        for one in &all {
            store.append(&[Write::Finished(Box::new(one.clone()))]).await.expect("written");
        }
        assert_eq!(store.append(&[Write::Finished(Box::new(all[0].clone()))]).await, Err(StoreError::Conflict), "once");
        let mut found = Vec::new();
        let mut before = None;
        loop {
            let page = store.finished(&ada, before, 2).await.expect("read");
            let Some(last) = page.last() else { break };
            before = Some((last.finished.ended, last.finished.id));
            found.extend(page);
        }
        let ended: Vec<i64> = found.iter().map(|one| one.finished.ended).collect();
        assert_eq!(ended, [40, 30, 20, 20, 10], "the latest first, each once");
        let one = found.iter().find(|one| one.finished.id == all[1].id).expect("listed");
        assert_eq!((one.seat, &one.finished), (1, &all[1]));
        let tallies = store.tallies(&ada).await.expect("read");
        let tally = Tally { game: "skirmish".into(), wins: 2, losses: 1, draws: 1, favourite: Some("fish-1".into()) };
        assert_eq!(tallies, [tally]);
        assert_eq!(store.tallies(&bob).await.expect("read")[0].wins, 1);
        assert_eq!(store.finished(&player(), None, 10).await, Ok(vec![]));
    }
}

#[tokio::test]
async fn a_rated_match_of_two_accounts_changes_ratings_once() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, bob, guest) = (signed_up(&*store).await, signed_up(&*store).await, player());
        let rated_match = |one: &str, two: &str| Finished {
            rated: true,
            ..over(side(Some(one), "random"), side(Some(two), "random"), Some(0), 1_700_000_000)
        };
        let first = rated_match(&ada, &bob);
        let entry = Write::Entry { id: first.id, place: 0, entry: vec![1], note: vec![] };
        store.append(&[entry.clone(), Write::Finished(Box::new(first.clone()))]).await.expect("written");
        let [one, two] = rated([Rating::default(); 2], Some(0), 1_700_000_000);
        assert_eq!(store.ratings(&ada).await, Ok(vec![("skirmish".into(), one)]));
        assert_eq!(store.ratings(&bob).await, Ok(vec![("skirmish".into(), two)]));
        // An end that is written twice, as after a crash, changes nothing.
        let again = Finished { id: MatchId(fresh()), ..first.clone() };
        assert_eq!(store.append(&[Write::Finished(Box::new(again.clone())), entry]).await, Err(StoreError::Conflict));
        assert_eq!(store.append(&[Write::Finished(Box::new(first.clone()))]).await, Err(StoreError::Conflict));
        assert_eq!(store.ratings(&ada).await, Ok(vec![("skirmish".into(), one)]));
        let listed = store.finished(&ada, None, 10).await.expect("read");
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].finished.sides[0].rating, Some((1500.0, one.rating)));
        assert_eq!(listed[0].finished.sides[1].rating, Some((1500.0, two.rating)));
        // With a guest, or against oneself, nothing is rated whatever the table says.
        for other in [&guest, &ada] {
            let unrated = rated_match(&ada, other);
            store.append(&[Write::Finished(Box::new(unrated.clone()))]).await.expect("written");
            let listed = store.finished(&ada, None, 10).await.expect("read");
            let found = listed.iter().find(|one| one.finished.id == unrated.id).expect("listed");
            assert!(!found.finished.rated && found.finished.sides[0].rating.is_none());
        }
        assert_eq!(store.ratings(&ada).await, Ok(vec![("skirmish".into(), one)]));
        assert_eq!(store.ratings(&guest).await, Ok(vec![]));
    }
}

#[tokio::test]
async fn a_guest_is_merged_without_losing_anything() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, guest) = (signed_up(&*store).await, player());
        store.keep_deck(&ada, &deck("same", 1), 9).await.expect("written");
        for (id, updated) in [("same", 2), ("other", 3), ("old", 1)] {
            store.keep_deck(&guest, &deck(id, updated), 9).await.expect("written");
        }
        store.keep_settings(&guest, "{\"sound\":true}", 1).await.expect("written");
        let own = over(side(Some(&guest), "random"), side(None, "random"), Some(0), 10);
        let both = over(side(Some(&guest), "random"), side(Some(&ada), "random"), Some(0), 20);
        store
            .append(&[Write::Finished(Box::new(own.clone())), Write::Finished(Box::new(both.clone()))])
            .await
            .expect("written");
        assert_eq!(store.merge(&guest, &ada, 3).await, Ok(Merged { matches: 1, decks: 2 }));
        let ids: Vec<String> = store.decks(&ada).await.expect("read").into_iter().map(|deck| deck.id).collect();
        assert_eq!(ids, ["other", "same-2", "same"]);
        assert_eq!(store.decks(&guest).await, Ok(vec![deck("old", 1)]), "what does not fit stays where it is");
        assert_eq!(store.settings(&ada).await, Ok(Some("{\"sound\":true}".into())));
        let listed: Vec<MatchId> =
            store.finished(&ada, None, 10).await.expect("read").iter().map(|one| one.finished.id).collect();
        assert_eq!(listed, [both.id, own.id]);
        // Settings of the account win over those of another guest.
        let other = player();
        store.keep_settings(&other, "{}", 1).await.expect("written");
        assert_eq!(store.merge(&other, &ada, 3).await, Ok(Merged { matches: 0, decks: 0 }));
        assert_eq!(store.settings(&ada).await, Ok(Some("{\"sound\":true}".into())));
    }
}

#[tokio::test]
async fn who_is_forgotten_leaves_the_rivals_matches_without_a_name() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, bob) = (signed_up(&*store).await, signed_up(&*store).await);
        let both = over(side(Some(&ada), "random"), side(Some(&bob), "random"), Some(0), 10);
        let own = over(side(Some(&ada), "random"), side(None, "random"), Some(0), 20);
        for one in [&both, &own] {
            let begin = Write::Match { id: one.id, code: "K7WQ3N".into(), opening: b"Ada".to_vec() };
            let entry = Write::Entry { id: one.id, place: 0, entry: vec![1], note: vec![] };
            let rated = Finished { rated: true, ..one.clone() };
            store.append(&[begin, entry, Write::Finished(Box::new(rated))]).await.expect("written");
        }
        store.keep_deck(&ada, &deck("one", 1), 9).await.expect("written");
        store.keep_settings(&ada, "{}", 1).await.expect("written");
        store.change_opening(both.id, b"Nobody").await.expect("written");
        store.forget(&ada, "Deleted player").await.expect("written");
        assert_eq!(store.account(&ada).await, Ok(None));
        assert_eq!(store.sessions(&ada).await, Ok(vec![]));
        assert_eq!(store.decks(&ada).await, Ok(vec![]));
        assert_eq!(store.settings(&ada).await, Ok(None));
        assert_eq!(store.ratings(&ada).await, Ok(vec![]));
        assert_eq!(store.finished(&ada, None, 10).await, Ok(vec![]));
        assert_eq!(store.load(own.id).await, Ok(None), "nobody else played it");
        let kept = store.load(both.id).await.expect("read").expect("the rival's match stays");
        assert_eq!((kept.opening, kept.entries.len()), (b"Nobody".to_vec(), 1));
        let listed = store.finished(&bob, None, 10).await.expect("read");
        let ghost = &listed[0].finished.sides[0];
        assert_eq!((ghost.player.as_deref(), &ghost.name[..]), (None, "Deleted player"));
        assert_eq!(store.ratings(&bob).await.expect("read").len(), 1);
        // The name is free again.
        store.sign_up(&Account { player: player(), ..account(&ada) }, &session(&ada, 1), b"code").await.expect("free");
    }
}

#[tokio::test]
async fn a_finished_match_is_read_by_its_players_and_whom_they_give_a_link() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, bob, guest) = (signed_up(&*store).await, player(), player());
        let own = over(side(Some(&ada), "random"), side(Some(&bob), "random"), Some(0), 10);
        let seen = Finished { public: true, ..over(side(Some(&guest), "random"), side(None, "random"), Some(0), 20) };
        for one in [&own, &seen] {
            store.append(&[Write::Finished(Box::new(one.clone()))]).await.expect("written");
        }
        assert_eq!(store.readers(MatchId(fresh())).await, Ok(None));
        let players = |players: &[&String]| players.iter().map(|player| player.to_string()).collect::<Vec<_>>();
        let readers = Readers { public: false, players: players(&[&ada, &bob]), links: vec![] };
        assert_eq!(store.readers(own.id).await, Ok(Some(readers.clone())));
        let public = Readers { public: true, players: players(&[&guest]), links: vec![] };
        assert_eq!(store.readers(seen.id).await, Ok(Some(public)));
        // The first link of a player stays, others have their own, and each ends by itself.
        assert_eq!(store.shared(own.id, &ada).await, Ok(None));
        assert_eq!(store.share(own.id, &ada, "first", 1).await, Ok("first".into()));
        assert_eq!(store.share(own.id, &ada, "second", 2).await, Ok("first".into()));
        assert_eq!(store.share(own.id, &bob, "third", 3).await, Ok("third".into()));
        let mut links = store.readers(own.id).await.expect("read").expect("there").links;
        links.sort();
        assert_eq!(links, ["first", "third"]);
        assert_eq!(store.finished(&ada, None, 9).await.expect("read")[0].link.as_deref(), Some("first"));
        assert_eq!(store.unshare(own.id, &ada).await, Ok(true));
        assert_eq!(store.unshare(own.id, &ada).await, Ok(false));
        assert_eq!(store.finished(&ada, None, 9).await.expect("read")[0].link, None);
        assert_eq!(store.readers(own.id).await.expect("read").expect("there").links, ["third"]);
        // A guest's link goes along, and with a player who is forgotten it goes.
        store.share(seen.id, &guest, "fourth", 4).await.expect("written");
        store.merge(&guest, &ada, 9).await.expect("merged");
        assert_eq!(store.shared(seen.id, &ada).await, Ok(Some("fourth".into())));
        store.forget(&bob, "Deleted player").await.expect("forgotten");
        let readers = Readers { public: false, players: players(&[&ada]), links: vec![] };
        assert_eq!(store.readers(own.id).await, Ok(Some(readers)));
    }
}

#[tokio::test]
async fn a_recovery_code_opens_an_account_once() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let ada = player();
        store.sign_up(&account(&ada), &session(&ada, 100), b"code").await.expect("it is free");
        assert_eq!(store.recovery_made(&ada).await, Ok(Some(account(&ada).since)));
        assert_eq!(store.recovery_made(&player()).await, Ok(None));
        let (key, fresh) = (account(&ada).key, session("", 200));
        assert_eq!(store.recover(&key, b"wrong", b"next", "new", &fresh).await, Ok(None));
        assert_eq!(store.recover("nobody", b"code", b"next", "new", &fresh).await, Ok(None));
        assert_eq!(store.account(&ada).await, Ok(Some(account(&ada))), "nothing was done");
        let changed = Account { hash: "new".into(), ..account(&ada) };
        assert_eq!(store.recover(&key, b"code", b"next", "new", &fresh).await, Ok(Some(changed)));
        let sessions = store.sessions(&ada).await.expect("read");
        assert_eq!(sessions, [Session { player: ada.clone(), ..fresh.clone() }], "all others have ended");
        assert_eq!(store.recover(&key, b"code", b"more", "other", &session("", 300)).await, Ok(None), "once");
        store.renew_recovery(&ada, b"renewed", 400).await.expect("written");
        assert_eq!(store.recovery_made(&ada).await, Ok(Some(400)));
        assert_eq!(store.recover(&key, b"next", b"more", "other", &session("", 500)).await, Ok(None), "replaced");
        assert!(store.recover(&key, b"renewed", b"more", "other", &session("", 500)).await.expect("read").is_some());
    }
}

#[tokio::test]
async fn who_is_revoked_or_looks_like_somebody_is_known() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let (ada, robot) = (signed_up(&*store).await, player());
        let look = account(&ada).look;
        assert_eq!(store.standing(&robot, "none").await, Ok(Standing::default()));
        assert_eq!(store.standing(&robot, &look).await, Ok(Standing { taken: true, ..Standing::default() }));
        assert_eq!(store.standing(&ada, &look).await, Ok(Standing { account: true, ..Standing::default() }), "one's own name");
        store.revoke(&robot, 10).await.expect("written");
        store.revoke(&robot, 20).await.expect("twice is once");
        assert_eq!(store.standing(&robot, "none").await, Ok(Standing { revoked: true, ..Standing::default() }));
        // What the guest had signed before there was an account is not good again when the account is gone.
        store.forget(&ada, "Deleted player").await.expect("forgotten");
        assert_eq!(store.standing(&ada, &look).await, Ok(Standing { revoked: true, ..Standing::default() }));
        assert!(store.without_look().await.expect("read").iter().all(|one| one.look.is_empty() && one.player != ada));
    }
}

#[tokio::test]
async fn what_was_not_used_for_long_is_swept_away() {
    // A database of its own: the others must not be swept.
    let store = open(&addresses()[0]).await.expect("it opens");
    let (ada, guest) = (signed_up(&*store).await, player());
    store.log_in(&session(&ada, 50), 9).await.expect("written");
    for who in [&ada, &guest] {
        store.keep_deck(who, &deck("old", 10), 9).await.expect("written");
        store.keep_deck(who, &deck("new", 90), 9).await.expect("written");
        store.keep_settings(who, "{}", 10).await.expect("written");
    }
    store.revoke(&guest, 10).await.expect("written");
    store.revoke("pnew", 90).await.expect("written");
    assert_eq!(store.sweep(60, 60).await, Ok(4));
    assert!(
        !store.standing(&guest, "").await.expect("read").revoked && store.standing("pnew", "").await.expect("read").revoked
    );
    assert_eq!(store.sessions(&ada).await.expect("read").len(), 1);
    assert_eq!(store.decks(&ada).await.expect("read").len(), 2, "an account keeps its decks");
    assert_eq!(store.decks(&guest).await, Ok(vec![deck("new", 90)]));
    assert_eq!((store.settings(&ada).await, store.settings(&guest).await), (Ok(Some("{}".into())), Ok(None)));
}

/// What is forgotten is in no file of the database any more, however often its pages were split and moved.
#[tokio::test]
async fn what_is_forgotten_is_in_no_file() {
    let folder = std::env::temp_dir().join(format!("playmat-scrub-{:x}", fresh()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let store = open(&format!("sqlite:{}", folder.join("matches.db").display())).await.expect("it opens");
    let (ada, bob) = (player(), player());
    let name = "Zyxomma";
    store.sign_up(&Account { name: name.into(), ..account(&ada) }, &session(&ada, 1), b"code").await.expect("it is free");
    let mut ids = Vec::new();
    for round in 0..400u32 {
        let sides = [side(Some(&ada), "wolves"), side(Some(&bob), "wolves")];
        let [one, two] = sides.map(|side| Side { name: format!("{name} {round}"), ..side });
        let over = over(one, two, Some(0), i64::from(round));
        let opening = format!("{name} plays {}", "x".repeat(round as usize % 90)).into_bytes();
        ids.push(over.id);
        let writes = [Write::Match { id: over.id, code: "K7WQ3N".into(), opening }, Write::Finished(Box::new(over))];
        store.append(&writes).await.expect("it is written");
    }
    let found = || -> Vec<std::path::PathBuf> {
        let files = std::fs::read_dir(&folder).expect("files").map(|file| file.expect("a file").path());
        files
            .filter(|file| std::fs::read(file).expect("bytes").windows(name.len()).any(|part| part == name.as_bytes()))
            .collect()
    };
    assert!(!found().is_empty());
    for id in ids {
        assert!(store.opening(id).await.expect("it is read").is_some());
        store.change_opening(id, b"Deleted player plays").await.expect("it is written");
    }
    store.forget(&ada, "Deleted player").await.expect("it is forgotten");
    store.forget(&bob, "Deleted player").await.expect("it is forgotten");
    store.scrub().await.expect("nobody reads");
    assert_eq!(found(), Vec::<std::path::PathBuf>::new());
    store.close().await;
    std::fs::remove_dir_all(&folder).expect("it is removed");
}

/// A secret stays what it was first, until it is changed; matches without an end are listed.
#[tokio::test]
async fn secrets_change_and_lost_matches_are_found() {
    for address in addresses() {
        let store = open(&address).await.expect("it opens");
        let name = format!("key {:x}", fresh());
        assert_eq!(store.secret(&name, vec![1]).await, Ok(vec![1]));
        assert_eq!(store.secret(&name, vec![2]).await, Ok(vec![1]));
        store.change_secret(&name, &[3]).await.expect("it is written");
        assert_eq!(store.secret(&name, vec![2]).await, Ok(vec![3]));
        let over = over(side(Some(&player()), "wolves"), side(None, "wolves"), None, 5);
        let (done, lost) = (over.id, MatchId(fresh()));
        let begun = |id| Write::Match { id, code: "K7WQ3N".into(), opening: b"opening".to_vec() };
        store.append(&[begun(done), begun(lost), Write::Finished(Box::new(over))]).await.expect("it is written");
        let unfinished = store.unfinished().await.expect("they are read");
        assert!(unfinished.contains(&lost) && !unfinished.contains(&done));
        store.scrub().await.expect("it is cleaned");
        store.close().await;
    }
}
