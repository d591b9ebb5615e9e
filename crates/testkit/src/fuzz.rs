//! Arbitrary bytes as answers: nothing panics, and a refused answer changes nothing.

use std::ops::Range;

use playmat_cards::{CardGame, DefId};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Entry, Outcome, Seat, Silence, enter};

use crate::play::{Match, each_seed};

/// How many bytes one seed tries.
const BYTES: usize = 600;

/// Feeds random bytes to running games, see [`drive`].
pub fn answers_fuzz<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) {
    each_seed("arbitrary answers", seeds, |seed| {
        let mut chance = FastChance::nth(seed, 4);
        let length = chance.one_of(BYTES as u32) as usize + 8;
        let bytes: Vec<u8> = (0..length).map(|_| chance.one_of(256) as u8).collect();
        drive::<G>(rules, &decks(seed), &bytes);
    });
}

/// Plays a match by arbitrary bytes: most are answers, listed or not, some are other entries, the rest comes from the wrong player.
/// Panics only where the game or the kernel has a fault; usable by a fuzzer.
pub fn drive<G: CardGame>(rules: &G::Rules, decks: &BySeat<Vec<DefId>>, bytes: &[u8]) {
    let seed = bytes.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte));
    let mut game = Match::<G>::open(rules, decks.clone(), seed, &mut Silence);
    for &byte in bytes {
        let before = game.table.clone();
        let listed = game.options().len();
        let entry = entry(byte, listed);
        if byte == 0xf0 {
            let seat = before.decision().map_or(Seat::One, |decision| decision.seat.rival());
            assert!(game.table.answer(rules, seat, 0, &mut game.chance, &mut Silence).is_err(), "the wrong player was heard");
            assert!(game.table == before, "a refusal changed the table");
        }
        let over = before.outcome();
        match (enter(&mut game.table, rules, entry, &mut game.chance, &mut Silence), entry) {
            (Ok(()), Entry::Answer(pick)) => {
                assert!(over.is_none() && (pick as usize) < listed, "what is not listed was taken")
            }
            (Ok(()), Entry::Takeover(_) | Entry::SeedCommitment(_)) => assert!(game.table == before, "it changed the table"),
            (Ok(()), Entry::Concede(seat) | Entry::Timeout(seat)) => {
                assert!(over.is_none(), "a match ended twice");
                assert_eq!(game.table.outcome(), Some(Outcome::Won(seat.rival())));
            }
            (Ok(()), _) => assert!(over.is_none(), "a match ended twice"),
            (Err(refused), _) => {
                assert!(over.is_some() || refused.answer >= listed, "a listed option was refused: {refused:?}");
                assert!(game.table == before, "a refusal changed the table");
            }
        }
        assert!(!G::overflowed(game.table.position()), "the agenda ran out of room");
    }
}

fn entry(byte: u8, listed: usize) -> Entry {
    let seat = Seat::from_bit(byte);
    match byte {
        0xfe | 0xff => Entry::Concede(seat),
        0xfc | 0xfd => Entry::Timeout(seat),
        0xfa | 0xfb => Entry::Takeover(seat),
        0xf9 => Entry::AgreedDraw,
        0xf8 => Entry::SeedCommitment([byte; 32]),
        0xf4..=0xf7 => Entry::Rewind(u32::from(byte - 0xf4) * 3),
        0xf0..=0xf3 => Entry::Answer(byte),
        // One more than there are: the last one is not listed.
        _ => Entry::Answer((byte as usize % (listed + 1)) as u8),
    }
}
