//! Hidden cards stay hidden: every frame that was ever sent is searched.

use std::collections::BTreeSet;

use playmat_server::client::{Caller, Client, Failure};
use playmat_wire::tables::{DeckRequest, GameInfo, JoinRequest, TableInfo};
use playmat_wire::{EventForm, ValueForm};

use crate::common::*;

/// The zones whose cards are their owner's secret.
const SECRET: &[&str] = &["hand", "set", "deck"];
/// The events by which a card comes into the open, unless it comes face down; it need not be there any more when the next question
/// is asked. Whatever else is told of a card may be told of one that lies open, and of one whose back alone is seen.
const OPENING: &[&str] = &[
    "played",
    "entered",
    "levelled",
    "turned-up",
    "put-under",
    "destroyed",
    "discarded",
    "milled",
    "shown",
    "fired",
    "brought",
    "added",
];

/// Two ready decks with different cards are played. A card of one player that a spectator has never been shown in the open must not
/// be named in any frame to a spectator; nor to the rival, unless the rival was told of it and then sees it. What spectators read,
/// both players have read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hidden_cards_are_in_no_frame() -> Result<(), Failure> {
    let server = server("secrets").await;
    for game in games() {
        for mut seed in 0..2u64 {
            let mut searched = 0;
            let (ada, bob) = (Caller::program(server.address, "Ada").await?, Caller::program(server.address, "Bob").await?);
            let info: GameInfo = ada.get(&format!("/api/games/{game}")).await?;
            let (one, two) = apart(&info);
            let mut wish = request(game);
            if *game == "food-chain" && seed == 1 {
                // Face-down traps.
                wish.rulings.insert("traps".into(), "set".into());
            }
            wish.seats[0].deck = Some(DeckRequest::List { cards: one.clone() });
            let table: TableInfo = ada.post("/api/tables", &wish).await?;
            let join = JoinRequest { seat: None, deck: Some(DeckRequest::List { cards: two.clone() }), cards: None };
            let _: TableInfo = bob.post(&format!("/api/tables/{}/join", table.code), &join).await?;
            let (one_kept, two_kept) = tokio::try_join!(kept(&ada, &table.code), kept(&bob, &table.code))?;
            let mut clients = [one_kept, two_kept];
            let eve = Caller::guest(server.address, "Eve").await?;
            let mut watcher = kept(&eve, &table.code).await?;
            let inside =
                |name: &String| info.cards.iter().any(|card| card.info.name != *name && card.info.name.contains(name.as_str()));
            let decks = [only(&one, &two), only(&two, &one)].map(|mut deck| {
                deck.retain(|name| !inside(name));
                deck
            });
            assert!(decks.iter().all(|deck| deck.len() > 3), "{game}: there is something to search for: {decks:?}");
            let mut seen = SeenInTheOpen::default();
            loop {
                let goes_on = step(&mut clients, &mut seed).await?;
                let asked = clients[0].mirror.state.asked;
                until(&mut watcher, clients[0].mirror.number, asked).await?;
                seen.look(&watcher);
                for (at, deck) in decks.iter().enumerate() {
                    seen.look_for(&clients[1 - at], 1 - at);
                    let hidden: Vec<&String> = deck.iter().filter(|name| !seen.public.contains(*name)).collect();
                    let known = &seen.known[1 - at];
                    for (client, known, frames) in
                        [(&clients[1 - at], known, "the rival"), (&watcher, &BTreeSet::new(), "a spectator")]
                    {
                        for name in hidden.iter().filter(|name| !known.contains(**name)) {
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
            // Both decks are more than a hand: some of it is hidden for a while in every match.
            assert!(searched > 20, "{game}: {searched} searches");
        }
    }
    server.stop().await;
    Ok(())
}

/// What has been in the open, as a spectator saw and heard it, and what each player was told besides.
#[derive(Default)]
struct SeenInTheOpen {
    public: BTreeSet<String>,
    known: [BTreeSet<String>; 2],
}

impl SeenInTheOpen {
    fn look(&mut self, watcher: &Client) {
        self.public.extend(shown(watcher, |zone| !SECRET.contains(&zone)));
        let opens = |event: &&EventForm| {
            OPENING.contains(&&*event.what) && !event.word.as_deref().unwrap_or_default().starts_with("facedown")
        };
        self.public.extend(heard(watcher).filter(opens).flat_map(cards));
    }

    /// The rival of a hidden card has heard of it, and sees it: a hand that was revealed to them, or a card that was found before the
    /// eyes of all.
    fn look_for(&mut self, client: &Client, at: usize) {
        let told: BTreeSet<String> = heard(client).flat_map(cards).collect();
        let found: BTreeSet<String> = heard(client).filter(|event| event.what == "found").flat_map(cards).collect();
        for name in shown(client, |_| true).filter(|name| told.contains(name)) {
            if found.contains(&name) {
                self.public.insert(name.clone());
            }
            self.known[at].insert(name);
        }
    }
}

fn heard(client: &Client) -> impl Iterator<Item = &EventForm> {
    client.mirror.events.iter().map(|numbered| &numbered.event)
}

fn cards(event: &EventForm) -> impl Iterator<Item = String> {
    event.cards.iter().filter_map(|card| card.card.clone())
}

/// The cards that a client sees in some zones.
fn shown(client: &Client, zones: impl Fn(&str) -> bool) -> impl Iterator<Item = String> {
    let parts = client.mirror.view.iter().filter(move |part| zones(&part.name));
    let cards = parts.filter_map(|part| if let ValueForm::Cards(cards) = &part.value { Some(cards) } else { None });
    cards.flatten().flat_map(|card| card.card.iter().chain(&card.under).cloned())
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
