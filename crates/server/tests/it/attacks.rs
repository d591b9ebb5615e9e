//! Whoever wants what is somebody else's: planted cookies, foreign pages, lists of names, guessed passwords.

use std::fmt::Write as _;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use playmat_server::client::{Caller, Failure};
use playmat_server::{Limits, Rate, Server};
use playmat_wire::people::{MatchPage, Profile, SavedDeck, SessionInfo};
use playmat_wire::tables::{Me, MeRequest};
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span;

use crate::common::*;
use crate::people::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_planted_cookie_is_worth_nothing_after_the_login() -> Result<(), Failure> {
    let server = server("fixation").await;
    // The thief makes a guest and plants its cookie in the victim's browser, where the victim signs up.
    let planted = Caller::guest(server.address, "Planted").await?;
    let victim = planted.clone();
    let mut spying = against_a_bot(&planted).await?.1;
    let ada = sign_up(&victim, "Ada").await?;
    assert_ne!(ada.credentials, planted.credentials);
    assert_eq!(farewell(&mut spying).await?.0, "logged-out", "what the thief has open is closed");
    for path in ["/api/me", "/api/me/decks", "/api/me/matches", "/api/me/sessions", "/api/me/export"] {
        assert_eq!(problem(&planted.ask("GET", path, b"").await?).await, (401, "who-are-you".into()), "{path}");
    }
    // With the planted cookie one becomes a new guest, and nobody else.
    let answer = send(&planted, "POST", "/api/me", &serde_json::to_value(MeRequest::default())?).await?;
    assert_ne!(body::<Me>(&answer, 200)?.id, ada.me.id);

    // A made-up session is not taken over by logging in, and a known one neither.
    let made_up =
        Caller { credentials: "Cookie: playmat=s.0123456789abcdef0123456789abcdef01234567\r\n".into(), ..planted.clone() };
    let (first, _) = log_in(&made_up, "Ada", PASSWORD, true).await?;
    assert_ne!(first.credentials, made_up.credentials);
    assert_eq!(made_up.ask("GET", "/api/me", b"").await?.status, 401);
    let (second, _) = log_in(&first, "Ada", PASSWORD, false).await?;
    assert_ne!(second.credentials, first.credentials);
    assert_eq!(first.ask("GET", "/api/me", b"").await?.status, 401, "the session before has ended");
    assert_eq!(second.get::<Vec<SessionInfo>>("/api/me/sessions").await?.len(), 2);
    // The thief's own session, planted: the victim logs in beside it, and the thief's account gains nothing.
    let thief = account(server.address, "Thief").await?;
    let (victim, _) = log_in(&thief, "Ada", PASSWORD, true).await?;
    assert_eq!(victim.me.id, ada.me.id);
    let cookie = victim.credentials.clone();
    assert!(!cookie.contains(&thief.credentials[8..40]));
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        let answer = send(&nobody(server.address), "POST", "/api/login", &json!({"name": "Ada", "password": PASSWORD})).await?;
        assert!(answer.header("set-cookie").expect("a cookie").contains(attribute));
    }
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_pages_change_nothing() -> Result<(), Failure> {
    let server = server("cross-site").await;
    let ada = account(server.address, "Ada").await?;
    save_deck(&ada, "wolves").await?;
    let own = format!("http://{}", server.address);
    let changes = [
        ("POST", "/api/me"),
        ("DELETE", "/api/me"),
        ("POST", "/api/account"),
        ("POST", "/api/login"),
        ("POST", "/api/logout"),
        ("POST", "/api/me/password"),
        ("POST", "/api/me/recovery"),
        ("POST", "/api/recover"),
        ("DELETE", "/api/me/token"),
        ("POST", "/api/matches/0123456789abcdef/share"),
        ("DELETE", "/api/matches/0123456789abcdef/share"),
        ("DELETE", "/api/me/sessions"),
        ("DELETE", "/api/me/sessions/x"),
        ("PUT", "/api/me/decks/wolves"),
        ("DELETE", "/api/me/decks/wolves"),
        ("PUT", "/api/me/settings"),
        ("POST", "/api/tables"),
        ("POST", "/api/tables/ABCDEF/join"),
        ("POST", "/api/tables/ABCDEF/leave"),
        // A socket is opened by GET.
        ("GET", "/api/quick/socket"),
        ("GET", "/api/tables/ABCDEF/socket"),
    ];
    for (method, path) in changes {
        for foreign in [
            "Origin: https://evil.example\r\n".to_owned(),
            "Origin: null\r\n".to_owned(),
            format!("Origin: {own}.evil.example\r\n"),
            "Sec-Fetch-Site: cross-site\r\n".to_owned(),
            "Sec-Fetch-Site: same-site\r\n".to_owned(),
        ] {
            let headers = format!("{}{foreign}", ada.credentials);
            let answer = bare(server.address, method, path, &headers, &json!({})).await?;
            assert_eq!(problem(&answer).await, (403, "bad-origin".into()), "{method} {path} {foreign}");
            assert!(answer.header("set-cookie").is_none());
        }
    }
    assert_eq!(ada.get::<Vec<SavedDeck>>("/api/me/decks").await?.len(), 1);
    assert_eq!(ada.get::<Me>("/api/me").await?, ada.me);
    // Its own page may, as browsers say it.
    let headers = format!("{}Origin: {own}\r\nSec-Fetch-Site: same-origin\r\n", ada.credentials);
    let answer = bare(server.address, "DELETE", "/api/me/decks/wolves", &headers, &json!({})).await?;
    assert_eq!(answer.status, 200);
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_cannot_be_listed_by_logging_in() -> Result<(), Failure> {
    let server = server("enumeration").await;
    account(server.address, "Ada").await?;
    let eve = nobody(server.address);
    let attempt = async |name: &str| -> Result<(u16, Vec<u8>), Failure> {
        let answer = send(&eve, "POST", "/api/login", &json!({"name": name, "password": "a wrong password"})).await?;
        assert!(answer.header("set-cookie").is_none());
        Ok((answer.status, answer.body))
    };
    // An unknown or impossible name gets the same answer after the same work. The work is counted, because a clock would measure
    // how busy the machine is.
    let right = attempt("Ada").await?;
    assert_eq!(right.0, 401);
    for name in ["Nobody", "no such name, and much too long to be one", "Ada"] {
        let before = server.passwords_worked_out();
        assert_eq!(attempt(name).await?, right, "{name}");
        assert_eq!(server.passwords_worked_out(), before + 1, "{name}");
    }
    // Ids are not listed either: guessing them has a limit.
    server.stop().await;
    let mut limited = config("guessing");
    limited.limits =
        Limits { guesses: five_and_no_more(), makings: Rate { burst: 3.0, ..five_and_no_more() }, ..Limits::none() };
    let server = Server::start(limited).await?;
    let mut answers = Vec::new();
    for number in 0..8 {
        let answer = nobody(server.address).ask("GET", &format!("/api/players/g{number:010}"), b"").await?;
        answers.push(answer.status);
    }
    assert_eq!(answers, [404, 404, 404, 404, 404, 429, 429, 429]);
    // Signing up tells that a name is taken; so it is slow to ask for many.
    let mut answers = Vec::new();
    for number in 0..5 {
        let request = json!({"name": format!("name-{}", number % 2), "password": PASSWORD});
        answers.push(send(&nobody(server.address), "POST", "/api/account", &request).await?.status);
    }
    assert_eq!(answers, [200, 200, 409, 429, 429]);
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessing_passwords_takes_longer_and_longer_and_owners_play_on() -> Result<(), Failure> {
    let mut config = config("brute-force");
    config.limits = Limits { wrong_passwords: 3, ..Limits::none() };
    let clock = config.clock.clone();
    let server = Server::start(config).await?;
    let ada = account(server.address, "Ada").await?;
    let bob = account(server.address, "Bob").await?;
    let eve = nobody(server.address);
    let attempt = async |name: &str, password: &str| -> Result<(u16, u64), Failure> {
        let answer = send(&eve, "POST", "/api/login", &json!({"name": name, "password": password})).await?;
        let sentence = String::from_utf8_lossy(&answer.body).into_owned();
        let seconds = sentence.split("wait ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        Ok((answer.status, seconds.unwrap_or(0)))
    };
    // Goes on guessing as soon as it may, until the wait is so long that no machine is too slow to see it.
    let mut number = 0;
    let mut guess_on = async |same: bool| -> Result<usize, Failure> {
        let mut tried = 0;
        loop {
            number += 1;
            let name = if same { "ada".to_owned() } else { format!("nobody-{number}") };
            match attempt(&name, "wrong wrong wrong").await? {
                (401, _) => tried += 1,
                (429, wait) if wait >= 60 => return Ok(tried),
                (429, wait) => clock.advance(Duration::from_secs(wait)),
                other => return Err(format!("{other:?}").into()),
            }
        }
    };
    // Many at once gain nothing: three are free, the fourth makes wait.
    let many = futures_util::future::join_all((0..12).map(|_| attempt("ada", "wrong wrong wrong"))).await;
    let tried = many.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().filter(|(status, _)| *status == 401).count();
    assert_eq!(tried, 4);
    // Two seconds, then 4, 8, 16, 32 and 60: a wrong guess for each.
    assert!(guess_on(true).await? <= 5);
    assert_eq!(attempt("Ada", PASSWORD).await?.0, 429, "not even the right one");
    // Whoever is logged in notices nothing.
    assert_eq!(ada.get::<Me>("/api/me").await?, ada.me);
    save_deck(&ada, "wolves").await?;
    // Other names from the same address are still tried, until the address has to wait too.
    assert!(guess_on(false).await? <= 8);
    assert_eq!(attempt("Bob", PASSWORD).await?.0, 429);
    // Whoever is logged in proves it nevertheless, though others have guessed their name and from their address.
    let request = json!({"old": PASSWORD, "new": "another good one"});
    body::<Value>(&send(&ada, "POST", "/api/me/password", &request).await?, 200)?;
    // A stolen session cannot be used to guess either: it has attempts of its own.
    let wrong = [
        ("POST", "/api/me/password", json!({"old": "wrong wrong wrong", "new": "another good one"})),
        ("DELETE", "/api/me", json!({"password": "wrong wrong wrong"})),
        ("POST", "/api/me/recovery", json!({"password": "wrong wrong wrong"})),
    ];
    let mut answers = Vec::new();
    for (method, path, request) in wrong.iter().cycle().take(7) {
        answers.push(send(&bob, method, path, request).await?.status);
    }
    assert_eq!(answers, [401, 401, 401, 401, 429, 429, 429]);
    assert_eq!(bob.get::<Me>("/api/me").await?, bob.me);
    server.stop().await;
    Ok(())
}

/// Who has guessed so much that the address has to wait cannot keep others from their accounts with what is not even tried.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_waits_locks_nobody_out() -> Result<(), Failure> {
    let mut config = config("lock-out");
    config.limits = Limits { wrong_passwords: 3, ..Limits::none() };
    config.behind_proxy = true;
    let server = Server::start(config).await?;
    account(server.address, "Ada").await?;
    let attempt = async |from: &str, name: &str, password: &str| -> Result<u16, Failure> {
        let from = format!("X-Forwarded-For: {from}\r\n");
        let request = json!({"name": name, "password": password});
        Ok(bare(server.address, "POST", "/api/login", &from, &request).await?.status)
    };
    let mut number = 0;
    while attempt("203.0.113.7", &format!("nobody-{number}"), "wrong wrong wrong").await? == 401 {
        number += 1;
    }
    assert_eq!(number, 7, "six are free, the seventh makes wait");
    for _ in 0..8 {
        attempt("203.0.113.7", "ada", "wrong wrong wrong").await?;
    }
    assert_eq!(attempt("203.0.113.8", "ada", PASSWORD).await?, 200);
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_somebody_elses_is_out_of_reach() -> Result<(), Failure> {
    let server = server("others").await;
    let (ada, eve) = (account(server.address, "Ada").await?, account(server.address, "Eve").await?);
    save_deck(&ada, "wolves").await?;
    let (_, mut socket) = against_a_bot(&ada).await?;
    let running = socket.mirror.game_match.clone();
    // A match that runs is told to nobody, and that it runs at a private table only to its players.
    let record = format!("/api/matches/{running}/record");
    assert_eq!(problem(&ada.ask("GET", &record, b"").await?).await, (409, "match-not-over".into()));
    assert_eq!(problem(&eve.ask("GET", &record, b"").await?).await, (404, "no-match".into()));
    concede(&mut socket).await?;
    assert!(matches(&eve).await?.is_empty());
    assert_eq!(eve.get::<Vec<SavedDeck>>("/api/me/decks").await?, []);
    assert_eq!(problem(&eve.ask("DELETE", "/api/me/decks/wolves", b"").await?).await, (404, "no-deck".into()));
    let session = ada.get::<Vec<SessionInfo>>("/api/me/sessions").await?[0].id.clone();
    let answer = eve.ask("DELETE", &format!("/api/me/sessions/{session}"), b"").await?;
    assert_eq!(problem(&answer).await, (404, "no-session".into()));
    // No parameter says who somebody is.
    for query in ["?player=", "?id=", "?before="] {
        let answer = eve.ask("GET", &format!("/api/me/matches{query}{}", ada.me.id), b"").await?;
        assert_eq!(answer.status, 400, "{query}");
    }
    let page: MatchPage = ada.get("/api/me/matches").await?;
    let last = &page.matches[0];
    let beyond = format!("/api/me/matches?before={}-{}", last.ended + 10, last.game_match);
    assert!(eve.get::<MatchPage>(&beyond).await?.matches.is_empty());
    // The profile that everybody sees names neither matches nor decks.
    let answer = eve.ask("GET", &format!("/api/players/{}", ada.me.id), b"").await?;
    let text = String::from_utf8(answer.body.clone())?;
    assert!(!text.contains(&running) && !text.contains("random") && !text.contains("favourite"), "{text}");
    let profile: Profile = body(&answer, 200)?;
    assert_eq!(profile.games[0].losses, 1);
    // A guest has no profile for others, and a program no account.
    let guest = Caller::guest(server.address, "Guest").await?;
    assert_eq!(eve.ask("GET", &format!("/api/players/{}", guest.me.id), b"").await?.status, 404);
    let program = Caller::program(server.address, "Program").await?;
    let answer = send(&program, "POST", "/api/account", &json!({"name": "Robot", "password": PASSWORD})).await?;
    assert_eq!(problem(&answer).await, (403, "not-yours".into()));
    // The token of a session is no token of a program.
    let bearer = format!("Authorization: Bearer {}\r\n", ada.credentials.trim().trim_start_matches("Cookie: playmat="));
    assert_eq!(bare(server.address, "GET", "/api/me", &bearer, &json!({})).await?.status, 401);
    server.stop().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_are_in_no_log_and_in_no_error() -> Result<(), Failure> {
    let seen = listen();
    let server = server("logs").await;
    let (ada, code) = sign_up_with_code(&nobody(server.address), "Ada").await?;
    let secret = ada.credentials.trim().trim_start_matches("Cookie: playmat=s.").to_owned();
    let wrong = "a very secret wrong password";
    for (path, value) in [
        ("/api/login", json!({"name": "Ada", "password": wrong})),
        ("/api/login", json!({"name": 1, "password": wrong})),
        ("/api/login", json!({"name": "Ada", "password": wrong, "more": 1})),
        ("/api/account", json!({"name": "x", "password": wrong})),
        ("/api/account", json!({"name": "Ada", "password": wrong})),
        ("/api/me/password", json!({"old": wrong, "new": wrong})),
        ("/api/recover", json!({"name": "Bob", "recovery": code, "password": wrong})),
        ("/api/me/recovery", json!({"password": wrong})),
    ] {
        let answer = send(&ada, "POST", path, &value).await?;
        assert_ne!(answer.status, 200);
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(!text.contains(wrong) && !text.contains(&secret) && !text.contains(&code), "{path}: {text}");
    }
    let export: Value = ada.get("/api/me/export").await?;
    assert!(!export.to_string().contains(&secret));
    server.stop().await;
    let log = seen.lock().expect("free").clone();
    assert!(log.contains("an account was made") && log.contains("/api/login"), "something was logged");
    for word in [wrong, PASSWORD, &secret, &code, "argon2id"] {
        assert!(!log.contains(word), "the log has {word}");
    }
    Ok(())
}

/// Everything that any test of this process logs from now on.
fn listen() -> &'static Mutex<String> {
    static SEEN: OnceLock<Mutex<String>> = OnceLock::new();
    let seen = SEEN.get_or_init(Mutex::default);
    let _ = tracing::subscriber::set_global_default(Listener(seen));
    seen
}

struct Listener(&'static Mutex<String>);

struct Words<'a>(&'a mut String);

impl Visit for Words<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

impl tracing::Subscriber for Listener {
    // Other crates log below this: sockets, databases.
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        attributes.record(&mut Words(&mut self.0.lock().expect("free")));
        span::Id::from_u64(1)
    }
    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut Words(&mut self.0.lock().expect("free")));
    }
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut Words(&mut self.0.lock().expect("free")));
    }
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}
