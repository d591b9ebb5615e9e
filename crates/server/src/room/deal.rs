//! Before a match: the server promises its secret, the players bring their shares of the seed, and only then is anything drawn.

use std::time::Instant;

use playmat_chance::{NO_SHARE, Seed, Shared, commitment};
use playmat_kernel::{BySeat, Seat};
use playmat_store::{MatchId, Write};
use playmat_wire::messages::ServerMessage;
use playmat_wire::{hex, to_binary, unhex};

use super::data::Dealing;
use super::tell::text;
use super::{Loaded, RETRY, Room};
use crate::chance;
use crate::problem::Trouble;

/// A player whose page still loads is waited for so many times longer than one who was told the promise.
const PATIENCE: u32 = 5;

impl Room {
    /// All seats are taken. The promise is in the log before anybody is told of it.
    pub(super) async fn deal(&mut self) -> Result<(), Trouble> {
        let mut data = self.data.clone();
        data.dealing = Some(Dealing { secret: hex(&chance::bytes::<32>()), shares: [None, None] });
        self.house.log.write(vec![data.write()]).await?;
        self.data = data;
        self.await_shares();
        if self.all_shared() {
            return self.begin().await;
        }
        self.show();
        (0..self.conns.len()).for_each(|at| self.promise(at));
        Ok(())
    }

    /// Shares are waited for, for a while.
    pub(super) fn await_shares(&mut self) {
        self.deal_by = self.data.dealing.as_ref().map(|_| Instant::now() + PATIENCE * self.house.config.shares);
        self.deal_at = self.deal_by;
    }

    /// Tells the promise to a player.
    pub(super) fn promise(&mut self, at: usize) {
        let Some(secret) = self.data.dealing.as_ref().and_then(|dealing| bytes(&dealing.secret)) else { return };
        if !self.conns[at].seats.is_empty() {
            let commitment = hex(&commitment(&secret));
            self.send(at, text(&ServerMessage::Commitment { commitment }));
            self.expect_shares();
        }
    }

    /// When everybody whose share is missing was told the promise, the shares come soon or not at all.
    fn expect_shares(&mut self) {
        let told = |seat: Seat| self.conns.iter().any(|conn| conn.seats.contains(&seat));
        if Seat::BOTH.into_iter().all(|seat| self.has_shared(seat) || told(seat)) {
            self.deal_at = self.deal_by.map(|by| by.min(Instant::now() + self.house.config.shares));
        }
    }

    /// A player brings a share. The first of a seat counts.
    pub(super) async fn share(&mut self, place: usize, promise: &str, share: &str) -> Result<(), Trouble> {
        let Some(dealing) = &self.data.dealing else {
            return Err(Trouble::new("late-share", "This share came too late, or twice: the match has begun."));
        };
        let expected = bytes(&dealing.secret).map(|secret| hex(&commitment(&secret)));
        if expected.as_deref() != Some(promise) {
            return Err(Trouble::new("bad-share", "This share answers another promise."));
        }
        if bytes(share).is_none() {
            return Err(Trouble::new("bad-share", "A share is 32 bytes in hexadecimal."));
        }
        let mut data = self.data.clone();
        let Some(dealing) = &mut data.dealing else { return Ok(()) };
        // The seats of a rematch are swapped before anybody is told.
        for seat in self.data.seats_of(&self.conns[place].who) {
            dealing.shares[usize::from(seat.bit())].get_or_insert_with(|| share.to_ascii_lowercase());
        }
        self.house.log.write(vec![data.write()]).await?;
        self.data = data;
        match self.all_shared() {
            true => self.begin().await,
            false => Ok(()),
        }
    }

    /// The time for shares is over; who brought none counts as [`NO_SHARE`]. False when the room is closed: what no later try can
    /// mend, a deck that the cards of now do not know, ends the table.
    pub(super) async fn deal_anyway(&mut self) -> bool {
        let Err(trouble) = self.begin().await else { return true };
        tracing::warn!(code = %self.data.code, trouble = trouble.code, "a match cannot begin");
        self.deal_at = Some(Instant::now() + RETRY);
        trouble.passes() || !self.close(&trouble.sentence).await
    }

    /// Whether both decks can be played with the cards of now: they may have changed since the decks were chosen.
    pub(super) fn check_decks(&self) -> Result<(), Trouble> {
        let hall = self.house.games.hall(&self.data.game)?;
        Seat::BOTH.into_iter().try_for_each(|seat| hall.check_deck(&self.data.terms(), &self.data.seat(seat).deck))
    }

    /// The match begins: the seed follows from what everybody brought.
    async fn begin(&mut self) -> Result<(), Trouble> {
        let dealing = self.data.dealing.as_ref().ok_or_else(Trouble::internal)?;
        let secret = bytes(&dealing.secret).ok_or_else(Trouble::internal)?;
        let share = |seat: Seat| dealing.shares[usize::from(seat.bit())].as_deref().and_then(bytes).unwrap_or(NO_SHARE);
        let seed = Seed::Shared(Shared { secret, shares: BySeat::from_fn(share) });
        let decks = BySeat::from_fn(|seat| &self.data.seat(seat).deck);
        let hall = self.house.games.hall(&self.data.game)?;
        let play = hall.open(&self.data.terms(), decks, self.data.names(), seed)?;
        let id = MatchId(chance::bits());
        let mut data = self.data.clone();
        (data.playing, data.dealing) = (Some(id.0), None);
        let opening = to_binary(play.record());
        self.house.log.write(vec![Write::Match { id, opening }, data.write()]).await?;
        let before = std::mem::replace(&mut self.data, data);
        (self.deal_at, self.deal_by) = (None, None);
        self.replace(before.match_id());
        self.put(Loaded { play, clocks: None });
        self.show();
        self.greet_all();
        tracing::info!(code = %self.data.code, game = %self.data.game, game_match = %id, "a match begins");
        metrics::counter!("playmat_matches_total").increment(1);
        Ok(())
    }

    fn all_shared(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.has_shared(seat))
    }

    /// Whether nothing more is expected of a seat.
    fn has_shared(&self, seat: Seat) -> bool {
        let shares = self.data.dealing.as_ref().map(|dealing| &dealing.shares[usize::from(seat.bit())]);
        !self.data.shares(seat) || shares.is_none_or(Option::is_some)
    }
}

fn bytes(text: &str) -> Option<[u8; 32]> {
    unhex(text)?.try_into().ok()
}
