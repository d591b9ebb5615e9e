//! A refusal changes nothing and carries a reason a person can act on.

use std::ops::Range;

use playmat_cards::{CardGame, DefId, Event, FaceVerb, Reason};
use playmat_kernel::{BySeat, Occasion, RefusalReason, Refused, Seat, Told};

use crate::play::{Match, each_seed};

/// How many earlier options are tried again at each question.
const TRIED: usize = 24;

/// The wrong player, a place that is not listed, a choice that is not listed, an answer after the end: each is refused, changes
/// neither the table nor chance, is no event, and has a reason in words.
pub fn refusals_change_nothing<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) {
    each_seed("refusing", seeds, |seed| {
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut playmat_kernel::Silence);
        let mut known: Vec<G::Choice> = Vec::new();
        while let Some(decision) = game.table.decision() {
            let (seat, listed) = (decision.seat, game.options());
            let refused =
                unchanged(&mut game, |game, heard| game.table.answer(rules, seat.rival(), 0, &mut game.chance, heard));
            assert_eq!(refused, RefusalReason::NotAsked { asked: seat });
            for pick in [listed.len(), listed.len() + 1, usize::MAX] {
                let refused = unchanged(&mut game, |game, heard| game.table.answer(rules, seat, pick, &mut game.chance, heard));
                assert_eq!(refused, RefusalReason::NoSuchOption { listed: listed.len() });
            }
            for _ in 0..TRIED.min(known.len()) {
                let choice = known[game.any_of(known.len())];
                if listed.contains(&choice) {
                    continue;
                }
                match unchanged(&mut game, |game, heard| game.table.choose(rules, seat, choice, &mut game.chance, heard)) {
                    RefusalReason::Rules(reason) => check_reason(&reason),
                    other => panic!("an unlisted choice needs the game's own reason, not {other:?}"),
                }
            }
            if decision.occasion == Occasion::Move {
                check_hand::<G>(&game, seat);
            }
            known.extend(listed.iter().filter(|choice| !known.contains(choice)).copied().collect::<Vec<_>>());
            let pick = game.any_of(listed.len());
            game.answer(pick, &mut playmat_kernel::Silence);
        }
        for seat in Seat::BOTH {
            let refused = unchanged(&mut game, |game, heard| game.table.answer(rules, seat, 0, &mut game.chance, heard));
            assert_eq!(refused, RefusalReason::Over);
        }
    });
}

/// Cards that cannot be played have a reason, and those with a reason are not listed.
fn check_hand<G: CardGame>(game: &Match<G>, seat: Seat) {
    let position = game.table.position();
    let reasons = G::why_not_in_hand(game.rules, position, seat);
    let hand = G::inspect(game.rules, position, seat, "hand");
    let faces = game.faces();
    for (def, reason) in &reasons {
        check_reason(reason);
        // Of two cards of one name one may be barred and the other not.
        let alone = hand.iter().filter(|card| card.def == Some(*def)).count() == 1;
        let listed = faces.iter().any(|face| {
            face.verb == FaceVerb::Play
                && face.card.as_ref().is_some_and(|spot| spot.def == *def && spot.zone == "hand" && spot.side == seat)
        });
        assert!(!(alone && listed), "{def:?} can be played, and yet cannot: {}", reason.sentence);
    }
}

fn check_reason(reason: &Reason) {
    assert!(!reason.code.trim().is_empty(), "a reason without a code: {reason:?}");
    assert!(!reason.sentence.trim().is_empty(), "a reason without a sentence: {reason:?}");
}

fn unchanged<G: CardGame, A>(
    game: &mut Match<G>,
    answer: impl FnOnce(&mut Match<G>, &mut Vec<Told<Event>>) -> Result<(), Refused<A, Reason>>,
) -> RefusalReason<Reason> {
    let before = game.clone();
    let mut heard = Vec::new();
    let answered = answer(game, &mut heard);
    assert!(game.table == before.table, "a refusal changed the table:\n{:?}\n{:?}", before.table, game.table);
    assert_eq!(game.chance, before.chance, "a refusal asked chance");
    assert!(heard.is_empty(), "a refusal is an event: {heard:?}");
    match answered {
        Err(refused) => refused.reason,
        Ok(()) => panic!("what is not possible was taken: {:?}", game.table),
    }
}
