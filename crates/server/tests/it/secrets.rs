//! Hidden cards stay hidden: every frame that was ever sent is searched.

use std::collections::{BTreeMap, BTreeSet};

use playmat_server::client::{Caller, Client, Failure};
use playmat_wire::ValueForm;
use playmat_wire::tables::{DeckRequest, GameInfo, JoinRequest, Table};

use crate::common::*;

/// The zones whose cards are their owner's secret.
const SECRET: &[&str] = &["hand", "set", "deck"];

/// Two ready decks with different cards are played. A card of one player that has never left the hidden zones, and about which nothing
/// happened but that it was drawn, must not be named in any frame to the rival or to a spectator. What spectators read, both players have
/// read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hidden_cards_are_in_no_frame() -> Result<(), Failure> {
    let server = server("secrets").await;
    let mut searched = 0;
    for game in games() {
        for mut seed in 0..2u64 {
            let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
            let info: GameInfo = ada.get(&format!("/api/games/{game}")).await?;
            let (one, two) = apart(&info);
            let mut wish = request(game);
            wish.seats[0].deck = Some(DeckRequest::List { cards: one.clone() });
            let table: Table = ada.post("/api/tables", &wish).await?;
            let join = JoinRequest { seat: None, deck: Some(DeckRequest::List { cards: two.clone() }) };
            let _: Table = bob.post(&format!("/api/tables/{}/join", table.code), &join).await?;
            let mut clients = [kept(&ada, &table.code).await?, kept(&bob, &table.code).await?];
            let eve = Caller::guest(server.address, "Eve").await?;
            let mut watcher = kept(&eve, &table.code).await?;
            let inside =
                |name: &String| info.cards.iter().any(|card| card.info.name != *name && card.info.name.contains(name.as_str()));
            let decks = [only(&one, &two), only(&two, &one)].map(|mut deck| {
                deck.retain(|name| !inside(name));
                deck
            });
            assert!(decks.iter().all(|deck| deck.len() > 3), "{game}: there is something to search for: {decks:?}");
            let mut seen = Seen::default();
            loop {
                let goes_on = step(&mut clients, &mut seed).await?;
                let asked = clients[0].mirror.state.asked;
                until(&mut watcher, clients[0].mirror.number, asked).await?;
                for (at, deck) in decks.iter().enumerate() {
                    seen.look(&clients[at], at);
                    let hidden: Vec<&String> = deck.iter().filter(|name| !seen.public[&at].contains(*name)).collect();
                    for (client, frames) in [(&clients[1 - at], "the rival"), (&watcher, "a spectator")] {
                        for name in &hidden {
                            let found = fresh(client).find(|frame| frame.contains(name.as_str()));
                            assert!(found.is_none(), "{game}: {name} was told to {frames}: {}", found.unwrap_or(""));
                            searched += 1;
                        }
                    }
                    for name in deck {
                        if fresh(&watcher).any(|frame| frame.contains(name.as_str())) {
                            let both = clients.iter().all(|client| fresh(client).any(|frame| frame.contains(name.as_str())));
                            assert!(both, "{game}: a spectator read {name}, and not both players");
                        }
                    }
                }
                if !goes_on {
                    break;
                }
            }
        }
    }
    assert!(searched > 1000, "{searched} searches");
    server.stop().await;
    Ok(())
}

/// What has been public, by seat: seen outside of the hidden zones, or something happened to it besides being drawn.
#[derive(Default)]
struct Seen {
    public: BTreeMap<usize, BTreeSet<String>>,
}

impl Seen {
    fn look(&mut self, client: &Client, at: usize) {
        let public = self.public.entry(at).or_default();
        for part in client.mirror.view.iter().filter(|part| !SECRET.contains(&&*part.name)) {
            if let ValueForm::Cards(cards) = &part.value {
                for card in cards {
                    public.extend(card.card.iter().chain(&card.under).cloned());
                }
            }
        }
        for event in client.mirror.events.iter().filter(|event| event.event.what != "drawn") {
            public.extend(event.event.cards.iter().filter_map(|card| card.card.clone()).chain(event.event.cause.clone()));
        }
    }
}

/// The two ready decks that have the fewest cards in common.
fn apart(info: &GameInfo) -> (Vec<String>, Vec<String>) {
    let pairs = info.decks.iter().flat_map(|one| info.decks.iter().map(move |two| (&one.cards, &two.cards)));
    let (one, two) = pairs.max_by_key(|(one, two)| only(one, two).len() + only(two, one).len()).expect("there are decks");
    (one.clone(), two.clone())
}

/// The cards of one deck that the other has not: what can be searched for.
fn only(one: &[String], two: &[String]) -> BTreeSet<String> {
    one.iter().filter(|name| !two.contains(name)).cloned().collect()
}

/// A client that keeps every frame.
async fn kept(caller: &Caller, code: &str) -> Result<Client, Failure> {
    let mut client = caller.sit(code, None).await?;
    client.frames = Some(Vec::new());
    while client.mirror.viewer.is_none() {
        next(&mut client).await?;
    }
    Ok(client)
}

fn fresh(client: &Client) -> impl Iterator<Item = &str> {
    client.frames.iter().flatten().map(String::as_str)
}
