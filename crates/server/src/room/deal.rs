//! Before a match: the server promises its secret and the players promise their shares of the seed. Only when nothing more can be
//! promised are the shares opened. Nothing is drawn before. `docs/fair-play.md` says what that proves.

use std::time::Duration;

use playmat_chance::{Bound, NO_SHARE, Seed, ShareOutcome, Shared, player_tag};
use playmat_kernel::{BySeat, Entry, Seat};
use playmat_store::{MatchId, Write};
use playmat_wire::messages::ServerMessage;
use playmat_wire::{hex, to_binary, unhex};

use super::data::{Dealing, TableData};
use super::tell::text;
use super::{Loaded, RETRY, Room};
use crate::api_error::{ApiError, Code};
use crate::chance::Randomness;

/// How many times longer the server waits for a player whose page is still loading than for one who was told the promise.
const PATIENCE: u32 = 5;
/// Stands for a bot instead of a player's id.
const BOT: &str = "bot";

impl Dealing {
    /// The server draws its secret, and the shares of its bots.
    pub fn new(table: &TableData, chance: &Randomness) -> Self {
        let mut draws = chance.draw("seed of a match", &table.code);
        let salt = draws.bytes::<16>();
        let id = |seat: Seat| table.seat(seat).player.as_ref().filter(|_| table.shares(seat)).map_or(BOT, |player| &player.id);
        let mut dealing = Dealing {
            game_match: Some(chance.draw("match", &table.code).bits()),
            salt: hex(&salt),
            players: Seat::BOTH.map(|seat| hex(&player_tag(&salt, seat, id(seat)))),
            secret: hex(&draws.bytes::<32>()),
            commitments: [None, None],
            shares: [None, None],
            sealed: false,
        };
        for seat in Seat::BOTH.into_iter().filter(|&seat| !table.shares(seat)) {
            let share = draws.bytes::<32>();
            let place = usize::from(seat.bit());
            dealing.shares[place] = Some(hex(&share));
            dealing.commitments[place] = dealing.commitment_of(seat, &share).map(|hash| hex(&hash));
        }
        dealing
    }

    /// What the promises are bound to.
    fn bound(&self) -> Option<Bound> {
        let [one, two] = &self.players;
        let brought = BySeat::from_fn(|seat: Seat| {
            let place = usize::from(seat.bit());
            match (&self.commitments[place], &self.shares[place]) {
                (None, _) => ShareOutcome::Nothing,
                (Some(_), Some(_)) => ShareOutcome::Opened,
                (Some(_), None) => ShareOutcome::Unopened,
            }
        });
        Some(Bound { game_match: self.game_match?, players: BySeat::new(bytes(one)?, bytes(two)?), brought })
    }

    /// The server's promise.
    fn commitment(&self) -> Option<[u8; 32]> {
        Some(self.bound()?.commitment(&bytes(&self.secret)?))
    }

    /// The promise that this share opens.
    fn commitment_of(&self, seat: Seat, share: &[u8; 32]) -> Option<[u8; 32]> {
        Some(self.bound()?.share_commitment(&self.commitment()?, seat, share))
    }

    /// All parts of the seed.
    fn shared(&self) -> Option<Shared> {
        let share = |seat: Seat| self.shares[usize::from(seat.bit())].as_deref().and_then(bytes).unwrap_or(NO_SHARE);
        Some(Shared { secret: bytes(&self.secret)?, shares: BySeat::from_fn(share), bound: Some(self.bound()?) })
    }

    fn is_of(&self, game_match: &str) -> bool {
        self.game_match.is_some_and(|id| MatchId(id).to_string() == game_match)
    }

    /// The seats whose shares were promised and are not opened.
    fn unopened(&self) -> Vec<Seat> {
        let is = |seat: &Seat| {
            let place = usize::from(seat.bit());
            self.commitments[place].is_some() && self.shares[place].is_none()
        };
        Seat::BOTH.into_iter().filter(is).collect()
    }
}

impl Room {
    /// All seats are taken. The promise is in the log before anybody is told of it.
    pub(super) async fn deal(&mut self) -> Result<(), ApiError> {
        let mut data = self.data.clone();
        data.dealing = Some(Dealing::new(&data, &self.app.config.chance));
        self.app.log.write(vec![data.write()]).await?;
        self.data = data;
        self.await_shares();
        if self.all_promised() {
            return self.seal().await;
        }
        self.show();
        (0..self.conns.len()).for_each(|at| self.promise(at));
        Ok(())
    }

    /// The server waits a while for promises; for the opening of a promised share it waits as long as a player may be away.
    pub(super) fn await_shares(&mut self) {
        let patience = self.data.dealing.as_ref().map(|dealing| match dealing.sealed {
            false => PATIENCE * self.app.config.shares,
            true => Duration::from_secs(self.data.away.into()),
        });
        self.deal_by = patience.map(|patience| self.now() + patience);
        self.deal_at = self.deal_by.or_else(|| self.forfeited().map(|_| self.now()));
    }

    /// Tells a player what was promised.
    pub(super) fn promise(&mut self, at: usize) {
        let Some(dealing) = &self.data.dealing else { return };
        // The seats of a rematch are swapped before anybody is told.
        let seats = self.data.seats_of(&self.conns[at].who);
        let Some((id, commitment)) = dealing.game_match.zip(dealing.commitment()).filter(|_| !seats.is_empty()) else { return };
        let sealed = dealing.sealed;
        let promise = ServerMessage::Commitment {
            game_match: MatchId(id).to_string(),
            seats: seats.into_iter().map(Into::into).collect(),
            players: dealing.players.clone(),
            salt: dealing.salt.clone(),
            commitment: hex(&commitment),
        };
        self.send(at, text(&promise));
        match sealed {
            true => self.tell_sealed(at),
            false => self.expect_promises(),
        }
    }

    /// Tells a player that nothing more can be promised, and all that was.
    fn tell_sealed(&mut self, at: usize) {
        let Some(dealing) = &self.data.dealing else { return };
        let Some((id, commitment)) = dealing.game_match.zip(dealing.commitment()) else { return };
        let (game_match, shares) = (MatchId(id).to_string(), dealing.commitments.clone());
        let sealed = ServerMessage::Sealed { game_match, commitment: hex(&commitment), shares };
        if !self.data.seats_of(&self.conns[at].who).is_empty() {
            self.send(at, text(&sealed));
        }
    }

    /// Once everybody whose promise is missing was told the server's promise, theirs come soon or not at all.
    fn expect_promises(&mut self) {
        let told = |seat: Seat| self.conns.iter().any(|conn| self.data.seats_of(&conn.who).contains(&seat));
        if Seat::BOTH.into_iter().all(|seat| self.has_promised(seat) || told(seat)) {
            self.deal_at = self.deal_by.map(|by| by.min(self.now() + self.app.config.shares));
        }
    }

    /// A player promises a share. The first promise of a seat counts.
    pub(super) async fn commit(&mut self, place: usize, (id, seat): (&str, Seat), promised: &str) -> Result<(), ApiError> {
        let dealing = self.dealt_for(place, id, seat)?;
        let promised = bytes::<32>(promised).map(|hash| hex(&hash));
        let promised = promised.ok_or_else(|| ApiError::new(Code::BadShare, "A promise is 32 bytes in hexadecimal."))?;
        let known = dealing.commitments[usize::from(seat.bit())].clone();
        match known {
            // It is repeated after a reconnection.
            Some(known) if known == promised => return Ok(()),
            None if !dealing.sealed => {}
            _ => return Err(late_share()),
        }
        let mut data = self.data.clone();
        if let Some(dealing) = &mut data.dealing {
            dealing.commitments[usize::from(seat.bit())] = Some(promised);
        }
        self.app.log.write(vec![data.write()]).await?;
        self.data = data;
        match self.all_promised() {
            true => self.seal().await,
            false => Ok(()),
        }
    }

    /// Nothing more can be promised. That is in the log before anybody is told, and only then is anything opened.
    async fn seal(&mut self) -> Result<(), ApiError> {
        let mut data = self.data.clone();
        let Some(dealing) = &mut data.dealing else { return Ok(()) };
        dealing.sealed = true;
        let opened = dealing.unopened().is_empty();
        self.app.log.write(vec![data.write()]).await?;
        self.data = data;
        self.await_shares();
        if opened {
            return self.begin().await;
        }
        self.show();
        (0..self.conns.len()).for_each(|at| self.tell_sealed(at));
        Ok(())
    }

    /// A player opens a share.
    pub(super) async fn open(&mut self, place: usize, (id, seat): (&str, Seat), share: &str) -> Result<(), ApiError> {
        let dealing = self.dealt_for(place, id, seat)?;
        let wrong = |sentence: &str| Err(ApiError::new(Code::BadShare, sentence));
        if !dealing.sealed {
            return wrong("No share can be opened before all are promised.");
        }
        let Some(share) = bytes::<32>(share) else { return wrong("A share is 32 bytes in hexadecimal.") };
        let promised = dealing.commitments[usize::from(seat.bit())].clone();
        if promised.is_none() || dealing.commitment_of(seat, &share).map(|hash| hex(&hash)) != promised {
            return wrong("This share is not the one that was promised.");
        }
        let mut data = self.data.clone();
        if let Some(dealing) = &mut data.dealing {
            dealing.shares[usize::from(seat.bit())] = Some(hex(&share));
        }
        let written = self.app.log.write(vec![data.write()]).await;
        // It counts in any case: a player who opened a share must not lose because the log failed. After a restart it is asked
        // for again.
        self.data = data;
        match self.data.dealing.as_ref().is_some_and(|dealing| dealing.unopened().is_empty()) {
            true => self.begin().await,
            false => Ok(written?),
        }
    }

    /// The parts of the seed, if this connection may say something about this match for this seat.
    fn dealt_for(&self, place: usize, game_match: &str, seat: Seat) -> Result<&Dealing, ApiError> {
        let Some(dealing) = &self.data.dealing else { return Err(late_share()) };
        if !dealing.is_of(game_match) {
            return Err(ApiError::new(Code::BadShare, "This is about another match than the one that is about to begin."));
        }
        let own = self.data.seats_of(&self.conns[place].who).contains(&seat) && self.data.shares(seat);
        own.then_some(dealing).ok_or_else(|| ApiError::new(Code::NotYourSeat, "This is not your seat."))
    }

    /// Time is up for promises, then for opening them. False when the room is closed: a deck that the current cards do not have
    /// ends the table, because no later try can help.
    pub(super) async fn deal_anyway(&mut self) -> bool {
        let sealed = self.data.dealing.as_ref().map(|dealing| (dealing.sealed, dealing.unopened().len()));
        let done = match sealed {
            None => self.forfeit().await,
            Some((false, _)) => self.seal().await,
            // There is nobody who could win.
            Some((true, 2)) => return !self.close("Nobody opened a share of the seed.").await,
            Some((true, _)) => self.begin().await,
        };
        let Err(error) = done else { return true };
        tracing::warn!(code = %self.data.code, error = error.code.word(), "a match cannot begin");
        self.deal_at = Some(self.now() + RETRY);
        error.passes() || !self.close(&error.sentence).await
    }

    /// Whether both decks can be played with the current cards, which may have changed since the decks were chosen.
    pub(super) fn check_decks(&self) -> Result<(), ApiError> {
        let service = self.app.games.service(&self.data.game)?;
        Seat::BOTH.into_iter().try_for_each(|seat| service.check_deck(&self.data.terms(), &self.data.seat(seat).deck))
    }

    /// The match begins, or is tried again soon.
    async fn begin(&mut self) -> Result<(), ApiError> {
        let begun = self.try_to_begin().await;
        if begun.is_err() && self.data.dealing.is_some() {
            self.deal_at = Some(self.now() + RETRY);
        }
        begun
    }

    /// The match begins: the seed follows from the secret and the shares.
    async fn try_to_begin(&mut self) -> Result<(), ApiError> {
        let dealing = self.data.dealing.as_ref().ok_or_else(ApiError::internal)?;
        let shared = dealing.shared().ok_or_else(ApiError::internal)?;
        let id = MatchId(dealing.game_match.ok_or_else(ApiError::internal)?);
        let decks = BySeat::from_fn(|seat| &self.data.seat(seat).deck);
        let service = self.app.games.service(&self.data.game)?;
        let play = service.open(&self.data.terms(), decks, self.data.names(), Seed::Shared(shared))?;
        let mut data = self.data.clone();
        (data.playing, data.dealing) = (Some(id.0), None);
        let opening = to_binary(play.record());
        self.app.log.write(vec![Write::Match { id, opening }, data.write()]).await?;
        let before = std::mem::replace(&mut self.data, data);
        (self.deal_at, self.deal_by) = (None, None);
        self.replace(before.match_id());
        self.put(Loaded { play, clocks: None });
        self.greet_all();
        tracing::info!(code = %self.data.code, game = %self.data.game, game_match = %id, "a match begins");
        metrics::counter!("playmat_matches_total").increment(1);
        self.forfeit().await
    }

    /// A player who promised a share and did not open it has lost: nobody may look at the others' shares and then step back.
    async fn forfeit(&mut self) -> Result<(), ApiError> {
        self.deal_at = None;
        let Some(seat) = self.forfeited() else { return Ok(()) };
        tracing::info!(code = %self.data.code, seat = seat.tag(), "a share was not opened");
        self.enter(Entry::Timeout(seat), None).await
    }

    /// The seat that has lost because its share was not opened, as long as that is not entered.
    fn forfeited(&self) -> Option<Seat> {
        let play = self.play.as_ref().filter(|play| play.outcome().is_none())?;
        let record = play.record();
        let bound = record.setup.shared().and_then(|shared| shared.bound).filter(|_| record.setup.continues.is_none())?;
        Seat::BOTH.into_iter().find(|&seat| bound.brought[seat] == ShareOutcome::Unopened)
    }

    fn all_promised(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.has_promised(seat))
    }

    /// Whether nothing more is expected of a seat.
    fn has_promised(&self, seat: Seat) -> bool {
        let promised = self.data.dealing.as_ref().map(|dealing| &dealing.commitments[usize::from(seat.bit())]);
        !self.data.shares(seat) || promised.is_none_or(Option::is_some)
    }
}

fn late_share() -> ApiError {
    ApiError::new(Code::LateShare, "This share came too late, or twice: it does not count.")
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    unhex(text)?.try_into().ok()
}
