//! The shares of seeds that a client brings: promises that it heard and made, and that it never answers the same match twice.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use playmat_chance::{Bound, Draws, ShareOutcome, player_tag};
use playmat_kernel::{BySeat, Seat};
use playmat_wire::messages::{ClientMessage, ServerMessage};
use playmat_wire::{SeatForm, hex, unhex};

/// What a client remembers of all matches, over all its connections.
#[derive(Clone)]
pub struct Shares {
    matches: Arc<Mutex<HashMap<String, Promised>>>,
    /// Where shares come from: random numbers for each subject.
    draw: Arc<dyn Fn(&str) -> Draws + Send + Sync>,
}

/// What was promised about the seed of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promised {
    /// The match.
    pub game_match: String,
    /// The server's promise.
    pub commitment: String,
    /// The tags of the players.
    pub players: [String; 2],
    /// The own shares, with their promises.
    pub shares: Vec<(SeatForm, String, String)>,
    /// All promises, once they were told.
    pub sealed: Option<[Option<String>; 2]>,
}

impl fmt::Debug for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A share is a secret until it is opened.
        f.debug_struct("Shares").field("matches", &self.lock().len()).finish_non_exhaustive()
    }
}

impl Shares {
    /// Nothing is promised yet. The shares will come from there.
    pub fn new(draw: impl Fn(&str) -> Draws + Send + Sync + 'static) -> Self {
        Shares { matches: Arc::default(), draw: Arc::new(draw) }
    }

    /// The answers to a message about a seed; none to any other message. An error where a client must not answer.
    pub fn answer(&self, me: &str, message: &ServerMessage) -> Result<Vec<ClientMessage>, String> {
        match message {
            ServerMessage::Commitment { game_match, seats, players, salt, commitment } => {
                self.commit(me, game_match, seats, (players, salt, commitment))
            }
            ServerMessage::Sealed { game_match, commitment, shares } => self.open(game_match, commitment, shares),
            _ => Ok(vec![]),
        }
    }

    /// What was promised about a match.
    pub fn of(&self, game_match: &str) -> Option<Promised> {
        self.lock().get(game_match).cloned()
    }

    /// Promises the own shares. The same promise of the server gets the same answer; another promise for the same match gets
    /// none.
    fn commit(
        &self,
        me: &str,
        game_match: &str,
        seats: &[SeatForm],
        (players, salt, commitment): (&[String; 2], &str, &str),
    ) -> Result<Vec<ClientMessage>, String> {
        let mut matches = self.lock();
        let promised = match matches.get(game_match) {
            Some(known) if known.commitment != commitment || known.players != *players => {
                return Err(format!("the server promises match {game_match} a second time, with another secret or for others"));
            }
            Some(known) => known.clone(),
            None => {
                let bad = || format!("the promise of match {game_match} makes no sense");
                let (salt, hash) = (bytes::<16>(salt).ok_or_else(bad)?, bytes::<32>(commitment).ok_or_else(bad)?);
                let [one, two] = players;
                let tags = BySeat::new(bytes(one).ok_or_else(bad)?, bytes(two).ok_or_else(bad)?);
                let id = u64::from_str_radix(game_match, 16).map_err(|_| bad())?;
                let brought = BySeat::new(ShareOutcome::Nothing, ShareOutcome::Nothing);
                let bound = Bound { game_match: id, players: tags, brought };
                let mut shares = Vec::new();
                for &form in seats {
                    let seat = Seat::from(form);
                    if player_tag(&salt, seat, me) != tags[seat] {
                        return Err(format!("the promise of match {game_match} is for somebody else"));
                    }
                    let share = (self.draw)(&format!("{me} {seat:?} {commitment}")).bytes::<32>();
                    shares.push((form, hex(&share), hex(&bound.share_commitment(&hash, seat, &share))));
                }
                Promised {
                    game_match: game_match.to_owned(),
                    commitment: commitment.to_owned(),
                    players: players.clone(),
                    shares,
                    sealed: None,
                }
            }
        };
        let commit = |(seat, _, commitment): &(SeatForm, String, String)| ClientMessage::Commit {
            game_match: game_match.to_owned(),
            seat: *seat,
            commitment: commitment.clone(),
        };
        let answers = promised.shares.iter().map(commit).collect();
        matches.insert(game_match.to_owned(), promised);
        Ok(answers)
    }

    /// Opens the own shares, once for each match, if all promises are as they were.
    fn open(&self, game_match: &str, commitment: &str, sealed: &[Option<String>; 2]) -> Result<Vec<ClientMessage>, String> {
        let mut matches = self.lock();
        // A client that promised nothing has nothing to open.
        let Some(promised) = matches.get_mut(game_match) else { return Ok(vec![]) };
        let others = promised.sealed.as_ref().is_some_and(|known| known != sealed);
        if promised.commitment != commitment || others {
            return Err(format!("what was promised for match {game_match} is told in two ways"));
        }
        let mut answers = Vec::new();
        for (seat, share, own) in &promised.shares {
            match &sealed[usize::from(Seat::from(*seat).bit())] {
                Some(told) if told == own => {
                    answers.push(ClientMessage::Open { game_match: game_match.to_owned(), seat: *seat, share: share.clone() })
                }
                // It came too late, as everybody was told.
                None => {}
                Some(_) => {
                    return Err(format!("the server tells another promise for match {game_match} than the one it was given"));
                }
            }
        }
        promised.sealed = Some(sealed.clone());
        Ok(answers)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Promised>> {
        self.matches.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    unhex(text)?.try_into().ok()
}
