//! What is whose: finished matches, names, tokens, and the way back into an account.

use playmat_server::client::{Caller, Failure, request_once};
use playmat_server::{Limits, Rate, Server};
use playmat_wire::messages::ClientMessage;
use playmat_wire::people::{MatchPage, MatchShare, RecoveryInfo, SignedUp};
use playmat_wire::tables::{JoinRequest, Me, MeRequest, Sitter, TableInfo};
use serde_json::{Value, json};

use crate::common::*;
use crate::people::*;

type Tested = Result<(), Failure>;

/// A match of two at a table, given up at once. Its number.
async fn played(one: &Caller, two: &Caller, public: bool) -> Result<String, Failure> {
    let mut wish = request("skirmish");
    wish.public = public;
    let table: TableInfo = one.post("/api/tables", &wish).await?;
    two.post::<TableInfo>(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
    let (mut client, _rival) = tokio::try_join!(met(one, &table.code), met(two, &table.code))?;
    concede(&mut client).await?;
    Ok(client.mirror.game_match.clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_match_is_read_by_its_players_and_whom_they_give_a_link() -> Tested {
    let server = server("private").await;
    let (ada, bob) = (account(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let (eve, nobody) = (Caller::guest(server.address, "Eve").await?, nobody(server.address));
    let private = played(&ada, &bob, false).await?;
    let public = played(&ada, &bob, true).await?;
    let paths = |id: &str, key: &str| {
        let more = if key.is_empty() { String::new() } else { format!("&key={key}") };
        ["record", "record?form=json", "replay", "forecast"].map(|form| {
            let path = format!("/api/matches/{id}/{form}{more}");
            if path.contains('?') { path } else { path.replacen('&', "?", 1) }
        })
    };
    let none = eve.ask("GET", "/api/matches/0123456789abcdef/record", b"").await?;
    assert_eq!(problem(&none).await, (404, "no-match".into()));
    // Players read it, also after it was asked for by others and kept ready; the others are told as if there were none.
    for round in 0..2 {
        for (path, of_public) in paths(&private, "").iter().zip(paths(&public, "")) {
            for player in [&ada, &bob] {
                assert_eq!(player.ask("GET", path, b"").await?.status, 200, "{round} {path}");
            }
            for stranger in [&eve, &nobody] {
                let answer = stranger.ask("GET", path, b"").await?;
                assert_eq!((answer.status, &answer.body), (404, &none.body), "{round} {path}");
                assert_eq!(stranger.ask("GET", &of_public, b"").await?.status, 200, "{of_public}");
            }
        }
    }
    // Sharing is each player's own, and ends with a word.
    let share = format!("/api/matches/{private}/share");
    assert_eq!(ada.get::<MatchShare>(&share).await?, MatchShare::default());
    for method in ["GET", "POST", "DELETE"] {
        assert_eq!(problem(&eve.ask(method, &share, b"").await?).await, (404, "no-match".into()), "{method}");
        assert_eq!(nobody.ask(method, &share, b"").await?.status, 401, "{method}");
    }
    let shared: MatchShare = ada.post(&share, &json!({})).await?;
    let link = shared.link.clone().ok_or("a link")?;
    let key = link.strip_prefix(&format!("/replay/{private}?key=")).ok_or("a key")?.to_owned();
    assert_eq!(ada.post::<MatchShare>(&share, &json!({})).await?, shared, "the same link");
    assert_eq!(bob.get::<MatchShare>(&share).await?.link, None);
    let listed: MatchPage = ada.get("/api/me/matches").await?;
    let of = |id: &str| listed.matches.iter().find(|one| one.game_match == id).map(|one| one.share.clone());
    assert_eq!(of(&private), Some(shared));
    assert_eq!(of(&public), Some(MatchShare { public: true, link: None }));
    for (path, wrong) in paths(&private, &key).iter().zip(paths(&private, "0123")) {
        for stranger in [&eve, &nobody] {
            assert_eq!(stranger.ask("GET", path, b"").await?.status, 200, "{path}");
            assert_eq!(stranger.ask("GET", &wrong, b"").await?.body, none.body, "{wrong}");
        }
    }
    let theirs: MatchShare = bob.post(&share, &json!({})).await?;
    body::<Value>(&ada.ask("DELETE", &share, b"").await?, 200)?;
    for path in paths(&private, &key) {
        assert_eq!(eve.ask("GET", &path, b"").await?.body, none.body, "the link leads nowhere now: {path}");
    }
    let other = theirs.link.ok_or("a link")?.replace("/replay/", "/api/matches/").replace("?", "/replay?");
    assert_eq!(eve.ask("GET", &other, b"").await?.status, 200, "the rival's own link still does");
    let again: MatchShare = ada.post(&share, &json!({})).await?;
    assert_ne!(again.link, Some(link), "a link that was ended never comes back");
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_like_an_account_of_somebody_else() -> Tested {
    let mut config = config("look-alike");
    config.limits = Limits { guesses: Rate::per_minute(40.0), ..Limits::none() };
    let server = Server::start(config).await?;
    let early = Caller::guest(server.address, "ADA").await?;
    let ada = account(server.address, "Ada-L").await?;
    let name = account(server.address, "Ada").await?;
    let eve = Caller::guest(server.address, "Eve").await?;
    // Whoever was called so before there was an account is called otherwise now.
    let now: Me = early.get("/api/me").await?;
    assert!(now.id == early.me.id && now.name.starts_with("Guest "), "{now:?}");
    for alike in ["Ada", "ada", "Аda", "A d a", "Ádа", "Ada\u{ad}L", "ADA_l", "Admin", "Deleted player", "p1aymat"] {
        for program in [false, true] {
            let request = serde_json::to_value(MeRequest { name: Some(alike.into()), program })?;
            let fresh = send(&nobody(server.address), "POST", "/api/me", &request).await?;
            assert_eq!(problem(&fresh).await, (409, "name-taken".into()), "{alike}");
            assert!(fresh.header("set-cookie").is_none());
        }
        let renamed = send(&eve, "POST", "/api/me", &json!({"name": alike})).await?;
        assert_eq!(problem(&renamed).await, (409, "name-taken".into()), "{alike}");
    }
    assert_eq!(eve.get::<Me>("/api/me").await?.name, "Eve");
    // Nor is a seat of a table.
    let mut wish = request("skirmish");
    wish.seats = [seat(Sitter::Me), seat(Sitter::Me)];
    wish.seats[1].name = Some("Adа".into());
    assert_eq!(
        problem(&send(&eve, "POST", "/api/tables", &serde_json::to_value(&wish)?).await?).await,
        (409, "name-taken".into())
    );
    assert_eq!(send(&name, "POST", "/api/tables", &serde_json::to_value(&wish)?).await?.status, 200, "one's own");
    // Of a long name only the beginning is shown, so that counts.
    wish.seats[1].name = Some(format!("Ada {} and more", ".".repeat(20)));
    assert_eq!(
        problem(&send(&eve, "POST", "/api/tables", &serde_json::to_value(&wish)?).await?).await,
        (409, "name-taken".into())
    );
    // Other names are free, and one cannot go through a list of them.
    for free in ["Adam", "Bda", "Löwe"] {
        assert_eq!(send(&eve, "POST", "/api/me", &json!({"name": free})).await?.status, 200, "{free}");
    }
    let mut last = 0;
    for _ in 0..40 {
        last = send(&eve, "POST", "/api/me", &json!({"name": "Ada"})).await?.status;
    }
    assert_eq!(last, 429);
    assert_eq!(ada.me.name, "Ada-L");
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_signed_can_be_revoked() -> Tested {
    let server = server("revoked").await;
    for program in [true, false] {
        let who = match program {
            true => Caller::program(server.address, "Robot").await?,
            false => Caller::guest(server.address, "Gast").await?,
        };
        assert_eq!(who.me.expires.is_some(), program, "a token says until when it is good");
        let (_, mut socket) = against_a_bot(&who).await?;
        body::<Value>(&who.ask("DELETE", "/api/me/token", b"").await?, 200)?;
        // A guest may have become somebody else meanwhile; a program has nothing to come back with.
        assert_eq!(farewell(&mut socket).await?, ("logged-out".into(), !program));
        for path in ["/api/me", "/api/me/tables", "/api/me/matches"] {
            assert_eq!(problem(&who.ask("GET", path, b"").await?).await, (401, "who-are-you".into()), "{path}");
        }
        // Not even for another one of the same program.
        let request = serde_json::to_value(MeRequest { name: None, program })?;
        assert_ne!(body::<Me>(&send(&who, "POST", "/api/me", &request).await?, 200)?.id, who.me.id);
    }
    // A token in use is renewed: the same program, and a later end.
    let robot = Caller::program(server.address, "Robot").await?;
    let again: Me = robot.post("/api/me", &MeRequest { name: None, program: true }).await?;
    assert!(again.id == robot.me.id && again.token.is_some() && again.expires >= robot.me.expires);
    // An account has sessions instead, and what was signed for the guest before it stays worthless when the account is gone.
    let guest = Caller::guest(server.address, "Gast").await?;
    let ada = sign_up(&guest, "Ada").await?;
    assert_eq!(problem(&ada.ask("DELETE", "/api/me/token", b"").await?).await, (409, "has-account".into()));
    assert_eq!(send(&ada, "DELETE", "/api/me", &json!({"password": PASSWORD})).await?.status, 200);
    assert_eq!(guest.ask("GET", "/api/me", b"").await?.status, 401);
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recovery_code_opens_an_account_once() -> Tested {
    let mut config = config("recovery");
    config.limits = Limits { wrong_passwords: 6, ..Limits::none() };
    let path = config.database.strip_prefix("sqlite:").ok_or("a path")?.to_owned();
    let server = Server::start(config).await?;
    let (ada, code) = sign_up_with_code(&Caller::guest(server.address, "Ada").await?, "Ada").await?;
    let (_, mut socket) = against_a_bot(&ada).await?;
    let outside = nobody(server.address);
    let recover = async |name: &str, code: &str, password: &str| {
        send(&outside, "POST", "/api/recover", &json!({"name": name, "recovery": code, "password": password})).await
    };
    // A wrong code and a wrong name are one answer, and a bad password uses nothing up.
    let wrong = recover("Ada", "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", "another good one").await?;
    let unknown = recover("Nobody", &code, "another good one").await?;
    assert_eq!(problem(&wrong).await, (401, "bad-recovery".into()));
    assert_eq!((wrong.status, &wrong.body), (unknown.status, &unknown.body));
    assert_eq!(problem(&recover("Ada", &code, "password123").await?).await, (400, "bad-password".into()));
    assert!(ada.get::<RecoveryInfo>("/api/me/recovery").await?.made.is_some());
    // As people type it.
    let answer = recover(" ada ", &code.to_lowercase().replace('-', " "), "another good one").await?;
    let SignedUp { me, recovery: next } = body(&answer, 200)?;
    let back = with_cookie(&outside, &answer, me);
    assert_eq!((back.get::<Me>("/api/me").await?.id, next == code), (ada.me.id.clone(), false));
    // All that was logged in is out, its sockets too, and the old password is nothing.
    assert_eq!(farewell(&mut socket).await?, ("logged-out".into(), false));
    assert_eq!(ada.ask("GET", "/api/me", b"").await?.status, 401);
    let old = send(&outside, "POST", "/api/login", &json!({"name": "Ada", "password": PASSWORD})).await?;
    assert_eq!(problem(&old).await, (401, "bad-login".into()));
    log_in(&outside, "Ada", "another good one", false).await?;
    assert_eq!(problem(&recover("Ada", &code, "yet another good one").await?).await, (401, "bad-recovery".into()), "once");
    // It can be renewed with the password, and then only the newest is good.
    let refused = send(&back, "POST", "/api/me/recovery", &json!({"password": PASSWORD})).await?;
    assert_eq!(problem(&refused).await, (401, "bad-login".into()));
    let renewed = send(&back, "POST", "/api/me/recovery", &json!({"password": "another good one"})).await?;
    let renewed = body::<RecoveryInfo>(&renewed, 200)?.recovery.ok_or("a code")?;
    assert_eq!(recover("Ada", &next, "yet another good one").await?.status, 401);
    // Nothing of a code is in the database.
    let kept = [std::fs::read(&path)?, std::fs::read(format!("{path}-wal"))?].concat();
    for code in [&code, &next, &renewed] {
        assert!(!kept.windows(11).any(|bytes| bytes == &code.as_bytes()[..11]), "{code} is in the file");
    }
    assert_eq!(recover("Ada", &renewed, "yet another good one").await?.status, 200);
    // Guessing takes longer and longer, as with passwords.
    let mut last = 0;
    for _ in 0..8 {
        last = recover("Ada", "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", "another good one").await?.status;
    }
    assert_eq!(last, 429);
    let guest = Caller::guest(server.address, "Gast").await?;
    assert_eq!(problem(&guest.ask("GET", "/api/me/recovery", b"").await?).await, (403, "no-account".into()));
    server.stop().await;
    Ok(())
}

#[tokio::test]
async fn a_proxy_that_says_nonsense_is_refused_and_browsers_stay_with_https() -> Tested {
    let mut config = config("proxy");
    (config.behind_proxy, config.secure_cookies) = (true, true);
    let server = Server::start(config).await?;
    let ask = async |path: &str, said: &str| request_once(server.address, "GET", path, said, b"").await;
    for junk in ["junk", "127.0.0.1, junk", "", "unknown", "127.0.0.1,", "\u{fc}"] {
        for path in ["/api/games", "/metrics", "/healthz", "/"] {
            let answer = ask(path, &format!("X-Forwarded-For: {junk}\r\n")).await?;
            assert_eq!(problem(&answer).await, (400, "bad-forwarded".into()), "{path} {junk}");
        }
    }
    // Two lines are one list: what the proxy added last counts.
    let lines = "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-For: junk\r\n";
    assert_eq!(ask("/api/games", lines).await?.status, 400);
    for good in ["203.0.113.7", "junk, 203.0.113.7", "2001:db8::1", "203.0.113.7:4711"] {
        let said = format!("X-Forwarded-For: {good}\r\n");
        assert_eq!(ask("/api/games", &said).await?.status, 200, "{good}");
        assert_eq!(ask("/metrics", &said).await?.status, 404, "only this machine reads them: {good}");
    }
    // Who connects without the proxy is who it is: here, this machine.
    let answer = ask("/metrics", "").await?;
    assert_eq!((answer.status, answer.header("strict-transport-security")), (200, Some("max-age=31536000")));
    let cookie = request_once(server.address, "POST", "/api/me", "", b"{}").await?;
    assert!(cookie.header("set-cookie").is_some_and(|cookie| cookie.ends_with("; Secure")));
    let policy = ask("/", "").await?;
    let policy = policy.header("content-security-policy").ok_or("a policy")?;
    // The module for playing offline may be compiled; nothing else that is unsafe is allowed.
    assert!(policy.contains("style-src 'self'") && policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
    assert_eq!(policy.matches("unsafe").count(), 1, "{policy}");
    server.stop().await;
    // Without HTTPS nobody is sent there.
    let server = crate::common::server("plain").await;
    let answer = request_once(server.address, "GET", "/", "X-Forwarded-For: junk\r\n", b"").await?;
    assert_eq!((answer.status, answer.header("strict-transport-security")), (200, None));
    server.stop().await;
    Ok(())
}

/// At people's pace a pass is told only while its player is there: of somebody who is away the rival cannot tell whether there was a choice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_passes_who_is_away() -> Tested {
    let server = server("away").await;
    let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
    let mut seed = 11;
    for attempt in 0.. {
        assert!(attempt < 20, "nobody was forced to pass");
        let mut wish = request("strata");
        (wish.pace, wish.away) = (playmat_wire::tables::Pace::People, Some(5));
        let table: TableInfo = ada.post("/api/tables", &wish).await?;
        bob.post::<TableInfo>(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
        let (one, two) = tokio::try_join!(met(&ada, &table.code), met(&bob, &table.code))?;
        let mut clients = [Some(one), Some(two)];
        // Everything but passing is done at once, so that it does not take long.
        let forced = loop {
            let asked = clients.iter().position(|client| client.as_ref().is_some_and(|one| one.mirror.question.is_some()));
            let over = clients.iter().flatten().any(|one| one.mirror.state.over.is_some());
            match asked {
                _ if over => break None,
                Some(at) => {
                    let client = clients[at].as_mut().ok_or("there")?;
                    let question = client.mirror.question.clone().ok_or("asked")?;
                    if question.forced {
                        break Some(at);
                    }
                    let number = client.mirror.number;
                    client.answer(pick(&question, &mut seed)).await?;
                    while client.mirror.question.as_ref().map(|one| one.decision) == Some(question.decision) {
                        next(client).await?;
                    }
                    let (number, asked) = (client.mirror.number.max(number), client.mirror.state.asked);
                    until(clients[1 - at].as_mut().ok_or("there")?, number, asked).await?;
                }
                None => {
                    let behind = clients.iter().flatten().map(|one| one.mirror.number).collect::<Vec<_>>();
                    let at = usize::from(behind[1] < behind[0]);
                    next(clients[at].as_mut().ok_or("there")?).await?;
                }
            }
        };
        let Some(at) = forced else { continue };
        // The one who has nothing to choose goes away. No pass comes: the time for coming back runs out, as with any question.
        let before = clients[1 - at].as_ref().ok_or("there")?.mirror.number;
        drop(clients[at].take());
        let rival = clients[1 - at].as_mut().ok_or("there")?;
        while rival.mirror.state.over.is_none() {
            next(rival).await?;
        }
        let over = rival.mirror.state.over.clone().ok_or("over")?;
        assert_eq!((over.by, rival.mirror.number), (playmat_wire::messages::Ending::Timeout, before));
        rival.send(&ClientMessage::Ping { id: 1 }).await?;
        break;
    }
    server.stop().await;
    Ok(())
}
