//! Two programs at a table. They parse of a message only what playing needs, and keep the rest: it is merged and compared with
//! the record when nothing is being measured.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use playmat_chance::FastChance;
use playmat_kernel::Chance;
use playmat_server::client::{Caller, Client, Failure as ApiError, Mirror};
use playmat_wire::SeatForm;
use playmat_wire::messages::ClientMessage;
use playmat_wire::tables::{JoinRequest, Pace, SeatRequest, Sitter, TableInfo, TableRequest};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::sync::watch;

use super::{Phase, Run};

/// Two programs at a table.
pub struct Pair {
    caller: Caller,
    players: [Player; 2],
}

/// A match that is over, and all that two players were sent of it.
pub struct LoadMatch {
    /// A caller who may read its record.
    pub caller: Caller,
    /// The match.
    pub id: String,
    frames: [String; 2],
}

/// A socket, what was read of it, and what is still to be merged.
struct Player {
    client: Client,
    game_match: String,
    number: u32,
    asked: Option<SeatForm>,
    over: bool,
    question: Option<Asked>,
    /// The messages of this match, one in each line.
    frames: String,
    /// The messages of the match before.
    before: String,
}

/// As much of a message as playing needs.
#[derive(Deserialize)]
struct Glance<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(rename = "match", default)]
    game_match: &'a str,
    #[serde(default)]
    number: Option<u32>,
    #[serde(default)]
    to: Option<To>,
    #[serde(default)]
    state: Option<Stands>,
    #[serde(default)]
    question: Option<Asked>,
    #[serde(default, borrow)]
    sentence: Cow<'a, str>,
}

/// A number in an update; other messages have words here.
#[derive(Deserialize)]
#[serde(untagged)]
enum To {
    Number(u32),
    Other(IgnoredAny),
}

#[derive(Deserialize)]
struct Stands {
    #[serde(default)]
    asked: Option<SeatForm>,
    #[serde(default)]
    over: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Asked {
    decision: u32,
    options: Vec<IgnoredAny>,
}

impl Pair {
    /// Seats two programs at a new table; their match begins.
    pub async fn open(run: &Run, number: usize) -> Result<Self, ApiError> {
        let (one, two) = (Caller::program(run.server, "Load 1").await?, Caller::program(run.server, "Load 2").await?);
        let seat = |who| SeatRequest { who, level: None, deck: None, name: None };
        let request = TableRequest {
            game: run.games[number % run.games.len()].clone(),
            edition: None,
            rulings: Default::default(),
            seats: [seat(Sitter::Me), seat(Sitter::Open)],
            clock: None,
            away: None,
            on_timeout: Default::default(),
            public: false,
            spectators: None,
            pace: Pace::Programs,
            cards: None,
        };
        let table: TableInfo = one.post("/api/tables", &request).await?;
        let _: TableInfo = two.post(&format!("/api/tables/{}/join", table.code), &JoinRequest::default()).await?;
        let players = [Player::new(one.sit(&table.code, None).await?), Player::new(two.sit(&table.code, None).await?)];
        let mut pair = Pair { caller: one, players };
        pair.begin().await?;
        let at = usize::from(pair.players[0].question.is_none());
        pair.follow(at).await?;
        Ok(pair)
    }

    /// Plays one match after the other until it is told to stop.
    pub async fn play(mut self, run: &Run, number: usize, mut phase: watch::Receiver<Phase>) -> Result<(), ApiError> {
        let mut chance = FastChance::nth(run.seed, number as u64);
        let mut due = Instant::now();
        loop {
            if *phase.borrow() == Phase::Hold {
                let goes_on = *phase.wait_for(|phase| *phase != Phase::Hold).await?;
                due = Instant::now() + gap(goes_on, &mut chance);
            }
            let goes_on = *phase.borrow();
            let asked = self.players.iter().position(|player| player.question.is_some());
            match (asked, goes_on) {
                (Some(at), Phase::Stop) => self.concede(at).await?,
                (None, Phase::Stop) => {
                    let frames = self.players.each_mut().map(|player| std::mem::take(&mut player.frames));
                    run.keep(LoadMatch { caller: self.caller, id: std::mem::take(&mut self.players[0].game_match), frames });
                    return Ok(());
                }
                (None, _) => {
                    let id = self.players[0].game_match.clone();
                    for player in &mut self.players {
                        player.client.send(&ClientMessage::Rematch { want: true }).await?;
                    }
                    self.begin().await?;
                    let frames = self.players.each_mut().map(|player| std::mem::take(&mut player.before));
                    run.keep(LoadMatch { caller: self.caller.clone(), id, frames });
                }
                (Some(at), _) => {
                    // A late player does not catch up for long: that would only measure its own queue.
                    due = due.max(Instant::now() - Duration::from_secs(1));
                    tokio::time::sleep_until(due.into()).await;
                    due += gap(goes_on, &mut chance);
                    let taken = self.players[at].answer(&mut chance).await?;
                    run.measured(taken);
                    self.follow(at).await?;
                    let read = self.players.each_mut().map(|player| std::mem::take(&mut player.client.received));
                    run.received(read[0] + read[1]);
                }
            }
        }
    }

    /// Both wait for a new match, at the same time, because each brings a share of the seed.
    async fn begin(&mut self) -> Result<(), ApiError> {
        let [one, two] = &mut self.players;
        tokio::try_join!(one.begins(), two.begins())?;
        Ok(())
    }

    /// The other player receives what happened. While a move is still being declared that is nothing.
    async fn follow(&mut self, at: usize) -> Result<(), ApiError> {
        let (number, asked) = (self.players[at].number, self.players[at].asked);
        let rival = &mut self.players[1 - at];
        while rival.number < number || rival.asked != asked {
            rival.next().await?;
        }
        Ok(())
    }

    async fn concede(&mut self, at: usize) -> Result<(), ApiError> {
        self.players[at].client.send(&ClientMessage::Concede { seat: None }).await?;
        for player in &mut self.players {
            while !player.over {
                player.next().await?;
            }
        }
        Ok(())
    }
}

impl LoadMatch {
    /// What both players have at the end, merged from all messages.
    pub fn mirrors(&self) -> Result<[Mirror; 2], ApiError> {
        let merged = |frames: &str| {
            let mut mirror = Mirror { forget: true, ..Mirror::default() };
            for frame in frames.lines() {
                mirror.take(&serde_json::from_str(frame)?)?;
            }
            Ok::<_, ApiError>(mirror)
        };
        Ok([merged(&self.frames[0])?, merged(&self.frames[1])?])
    }
}

impl Player {
    fn new(client: Client) -> Self {
        let (game_match, frames, before) = Default::default();
        Player { client, game_match, number: 0, asked: None, over: false, question: None, frames, before }
    }

    /// Answers at random. Returns how long it took until the server confirmed it.
    async fn answer(&mut self, chance: &mut FastChance) -> Result<Duration, ApiError> {
        let Asked { decision, options } = self.question.take().ok_or("nothing is asked")?;
        let pick = chance.one_of(options.len() as u32) as u8;
        let begun = Instant::now();
        self.client.send(&ClientMessage::Answer { decision, pick }).await?;
        while !self.next().await? {}
        Ok(begun.elapsed())
    }

    async fn begins(&mut self) -> Result<(), ApiError> {
        let before = self.game_match.clone();
        while self.game_match == before {
            self.next().await?;
        }
        Ok(())
    }

    /// Reads a message. True if it has the state of the match.
    async fn next(&mut self) -> Result<bool, ApiError> {
        let text = self.client.next_text().await?.ok_or("the server hung up")?;
        let Glance { kind, game_match, number, to, state, question, sentence } = serde_json::from_str(&text)?;
        match kind {
            "full" | "update" => {}
            "refused" | "bye" => return Err(sentence.into_owned().into()),
            "commitment" | "sealed" => {
                self.client.bring_shares(&serde_json::from_str(&text)?).await?;
                return Ok(false);
            }
            _ => return Ok(false),
        }
        if game_match != self.game_match {
            self.before = std::mem::take(&mut self.frames);
            self.game_match = game_match.to_owned();
        }
        self.number = match to {
            Some(To::Number(to)) => to,
            Some(To::Other(_)) | None => number.ok_or("a message without a number")?,
        };
        let state = state.ok_or("a message without a state")?;
        (self.asked, self.over, self.question) = (state.asked, state.over.is_some(), question);
        self.frames.push_str(&text);
        self.frames.push('\n');
        Ok(true)
    }
}

/// How long a match waits before its next move: random, around its pace.
fn gap(phase: Phase, chance: &mut FastChance) -> Duration {
    let Phase::Play { pace } = phase else { return Duration::ZERO };
    let spread = f64::from(chance.one_of(2001)) / 1000.0;
    if pace > 0.0 { Duration::from_secs_f64((spread / pace).min(60.0)) } else { Duration::ZERO }
}
