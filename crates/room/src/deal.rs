//! Before a match: the server promises its secret and the players promise their shares of the seed. Only when nothing more can be
//! promised are the shares opened. Nothing is drawn before. `docs/fair-play.md` says what that proves.

use std::time::Duration;

use playmat_chance::{Bound, NO_SHARE, Seed, ShareOutcome, Shared, player_tag};
use playmat_kernel::{BySeat, Entry, MatchId, Seat};
use playmat_wire::messages::ServerMessage;
use playmat_wire::{hex, to_binary, unhex};

use crate::play::Play;
use crate::unkept::{Acted, Progress, Then, Unkept};
use crate::{Code, Dealing, Host, Incident, Loaded, RETRY, Room, RoomError, TableData, Write};

/// How many times longer the server waits for a player whose page is still loading than for one who was told the promise.
const PATIENCE: u32 = 5;
/// Stands for a bot instead of a player's id.
const BOT: &str = "bot";

impl Dealing {
    /// The server draws its secret, and the shares of its bots.
    pub fn new(table: &TableData, host: &dyn Host) -> Self {
        let mut draws = host.draw("seed of a match", &table.code);
        let salt = draws.bytes::<16>();
        let id = |seat: Seat| table.seat(seat).player.as_ref().filter(|_| table.shares(seat)).map_or(BOT, |player| &player.id);
        let mut dealing = Dealing {
            game_match: Some(host.draw("match", &table.code).bits()),
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
    pub(crate) fn deal(&self, mut data: TableData) -> Acted {
        data.dealing = Some(Dealing::new(&data, &*self.host));
        Ok(Progress::append(vec![data.write()], Unkept::Dealt(data)))
    }

    /// The promise is kept.
    pub(crate) fn dealt(&mut self, data: TableData) -> Acted {
        self.hold();
        self.data = data;
        self.wait_for_shares();
        if self.all_promised() {
            return self.seal();
        }
        self.show();
        (0..self.conns.len()).for_each(|at| self.promise(at));
        Ok(Progress::Done)
    }

    /// The server waits a while for promises; for the opening of a promised share it waits as long as a player may be away.
    pub(crate) fn wait_for_shares(&mut self) {
        let patience = self.data.dealing.as_ref().map(|dealing| match dealing.sealed {
            false => PATIENCE * self.host.settings().shares,
            true => Duration::from_secs(self.data.away.into()),
        });
        self.deal_by = patience.map(|patience| self.now() + patience);
        self.deal_at = self.deal_by.or_else(|| self.forfeited().map(|_| self.now()));
    }

    /// Tells a player what was promised.
    pub(crate) fn promise(&mut self, at: usize) {
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
        self.send(at, promise);
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
            self.send(at, sealed);
        }
    }

    /// Once everybody whose promise is missing was told the server's promise, theirs come soon or not at all.
    fn expect_promises(&mut self) {
        let told = |seat: Seat| self.conns.iter().any(|conn| self.data.seats_of(&conn.who).contains(&seat));
        if Seat::BOTH.into_iter().all(|seat| self.has_promised(seat) || told(seat)) {
            self.deal_at = self.deal_by.map(|by| by.min(self.now() + self.host.settings().shares));
        }
    }

    /// A player promises a share. The first promise of a seat counts.
    pub(crate) fn commit(&mut self, place: usize, (id, seat): (&str, Seat), promised: &str) -> Acted {
        let dealing = self.dealt_for(place, id, seat)?;
        let promised = bytes::<32>(promised).map(|hash| hex(&hash));
        let promised = promised.ok_or_else(|| RoomError::new(Code::BadShare, "A promise is 32 bytes in hexadecimal."))?;
        let known = dealing.commitments[usize::from(seat.bit())].clone();
        match known {
            // It is repeated after a reconnection.
            Some(known) if known == promised => return Ok(Progress::Done),
            None if !dealing.sealed => {}
            _ => return Err(late_share()),
        }
        let mut data = self.data.clone();
        if let Some(dealing) = &mut data.dealing {
            dealing.commitments[usize::from(seat.bit())] = Some(promised);
        }
        Ok(Progress::append(vec![data.write()], Unkept::Promised(data)))
    }

    /// Nothing more can be promised. That is in the log before anybody is told, and only then is anything opened.
    pub(crate) fn seal(&self) -> Acted {
        let mut data = self.data.clone();
        let Some(dealing) = &mut data.dealing else { return Ok(Progress::Done) };
        dealing.sealed = true;
        Ok(Progress::append(vec![data.write()], Unkept::Sealed(data)))
    }

    /// That nothing more can be promised is kept.
    pub(crate) fn sealed(&mut self, data: TableData) -> Acted {
        self.data = data;
        self.wait_for_shares();
        if self.all_opened() {
            return self.begin();
        }
        self.show();
        (0..self.conns.len()).for_each(|at| self.tell_sealed(at));
        Ok(Progress::Done)
    }

    /// A player opens a share.
    pub(crate) fn open_share(&mut self, place: usize, (id, seat): (&str, Seat), share: &str) -> Acted {
        let dealing = self.dealt_for(place, id, seat)?;
        let wrong = |sentence: &str| Err(RoomError::new(Code::BadShare, sentence));
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
        Ok(Progress::append(vec![data.write()], Unkept::Opened(data)))
    }

    /// The parts of the seed, if this connection may say something about this match for this seat.
    fn dealt_for(&self, place: usize, game_match: &str, seat: Seat) -> Result<&Dealing, RoomError> {
        let Some(dealing) = &self.data.dealing else { return Err(late_share()) };
        if !dealing.is_of(game_match) {
            return Err(RoomError::new(Code::BadShare, "This is about another match than the one that is about to begin."));
        }
        let own = self.data.seats_of(&self.conns[place].who).contains(&seat) && self.data.shares(seat);
        own.then_some(dealing).ok_or_else(|| RoomError::new(Code::NotYourSeat, "This is not your seat."))
    }

    /// Time is up for promises, then for opening them. A deck that the current cards do not have ends the table, because no later
    /// try can help.
    pub(crate) fn deal_anyway(&mut self) {
        let sealed = self.data.dealing.as_ref().map(|dealing| (dealing.sealed, dealing.unopened().len()));
        let done = match sealed {
            None => self.forfeit(),
            Some((false, _)) => self.seal(),
            Some((true, 2)) => {
                // There is nobody who could win.
                self.deal_at = Some(self.now() + RETRY);
                let closing = self.close("Nobody opened a share of the seed.");
                return self.go_on(closing, Then::Nothing);
            }
            Some((true, _)) => self.begin(),
        };
        self.go_on(done, Then::DealtAnyway);
    }

    /// Whether both decks can be played with the current cards, which may have changed since the decks were chosen.
    pub(crate) fn check_decks(&self) -> Result<(), RoomError> {
        let service = self.host.games().service_for(&self.data)?;
        Seat::BOTH.into_iter().try_for_each(|seat| service.check_deck(&self.data.terms(), &self.data.seat(seat).deck))
    }

    /// The match begins, or is tried again soon.
    pub(crate) fn begin(&mut self) -> Acted {
        let begun = self.set_up();
        if begun.is_err() {
            self.deal_at = Some(self.now() + RETRY);
        }
        begun
    }

    /// The match is set up: the seed follows from the secret and the shares.
    fn set_up(&self) -> Acted {
        let dealing = self.data.dealing.as_ref().ok_or_else(RoomError::internal)?;
        let shared = dealing.shared().ok_or_else(RoomError::internal)?;
        let id = MatchId(dealing.game_match.ok_or_else(RoomError::internal)?);
        let decks = BySeat::from_fn(|seat| &self.data.seat(seat).deck);
        let service = self.host.games().service_for(&self.data)?;
        let play = service.open(&self.data.terms(), decks, self.data.names(), Seed::Shared(shared))?;
        let mut data = self.data.clone();
        (data.playing, data.dealing) = (Some(id.0), None);
        let opening = to_binary(play.record());
        Ok(Progress::append(vec![Write::Match { id, opening }, data.write()], Unkept::Begun { data, play }))
    }

    /// The match is kept.
    pub(crate) fn begun(&mut self, data: TableData, play: Box<dyn Play>) -> Acted {
        let before = std::mem::replace(&mut self.data, data);
        (self.deal_at, self.deal_by) = (None, None);
        self.replace(before.match_id());
        self.put(Loaded::new(play));
        self.greet_all();
        self.data.match_id().into_iter().for_each(|id| self.report(Incident::Began(id)));
        self.forfeit()
    }

    /// A player who promised a share and did not open it has lost: nobody may look at the others' shares and then step back.
    fn forfeit(&mut self) -> Acted {
        self.deal_at = None;
        let Some(seat) = self.forfeited() else { return Ok(Progress::Done) };
        self.report(Incident::ShareNotOpened(seat));
        self.enter(Entry::Timeout(seat), None)
    }

    /// The seat that has lost because its share was not opened, as long as that is not entered.
    fn forfeited(&self) -> Option<Seat> {
        let play = self.play.as_ref().filter(|play| play.outcome().is_none())?;
        let record = play.record();
        let bound = record.setup.shared().and_then(|shared| shared.bound).filter(|_| record.setup.continues.is_none())?;
        Seat::BOTH.into_iter().find(|&seat| bound.brought[seat] == ShareOutcome::Unopened)
    }

    pub(crate) fn all_opened(&self) -> bool {
        self.data.dealing.as_ref().is_some_and(|dealing| dealing.unopened().is_empty())
    }

    pub(crate) fn all_promised(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.has_promised(seat))
    }

    /// Whether nothing more is expected of a seat.
    fn has_promised(&self, seat: Seat) -> bool {
        let promised = self.data.dealing.as_ref().map(|dealing| &dealing.commitments[usize::from(seat.bit())]);
        !self.data.shares(seat) || promised.is_none_or(Option::is_some)
    }
}

fn late_share() -> RoomError {
    RoomError::new(Code::LateShare, "This share came too late, or twice: it does not count.")
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    unhex(text)?.try_into().ok()
}
