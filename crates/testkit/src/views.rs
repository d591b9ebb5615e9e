//! What is seen changes only by what is heard.

use std::ops::Range;

use playmat_cards::{CardGame, DefId, Event, Part, SEAT_NAMES, View};
use playmat_kernel::{Audience, BySeat, Heard, Told};

use crate::play::{Match, each_seed};

/// For every audience: between two questions the view changes only if an event was heard, its parts are always the same ones,
/// and the view with its changed parts merged in is the next view.
pub fn views_follow_events<G: CardGame>(rules: &G::Rules, seeds: Range<u64>, decks: impl Fn(u64) -> BySeat<Vec<DefId>>) {
    each_seed("following events", seeds, |seed| {
        let mut heard: Vec<Told<Event>> = Vec::new();
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut heard);
        let view = |game: &Match<G>, audience| G::view(rules, game.table.position(), audience);
        let mut views = Audience::ALL.map(|audience| view(&game, audience));
        while game.table.decision().is_some() {
            heard.clear();
            let pick = game.any_of(game.options().len());
            let face = G::face(rules, game.table.position(), game.options()[pick]);
            game.answer(pick, &mut heard);
            for (audience, before) in Audience::ALL.into_iter().zip(&mut views) {
                let now = view(&game, audience);
                same_parts(before, &now);
                let changed: Vec<(usize, Part)> =
                    now.changed_since(before).map(|(place, part)| (place, part.clone())).collect();
                let told = heard.iter().any(|told| *told.to(audience) != Heard::Unheard);
                assert!(changed.is_empty() || told, "{audience:?} saw {changed:?} change after {face:?} and heard nothing");
                before.merge(changed);
                assert_eq!(*before, now, "the merged view is not the next one");
            }
            for told in &heard {
                check_sentences::<G>(rules, told);
            }
        }
    });
}

fn same_parts(before: &View, now: &View) {
    let names = |view: &View| view.parts.iter().map(|part| (part.seat, part.name)).collect::<Vec<_>>();
    assert_eq!(names(before), names(now), "a view has other parts than before");
}

fn check_sentences<G: CardGame>(rules: &G::Rules, told: &Told<Event>) {
    for audience in Audience::ALL {
        if let Heard::Known(event) | Heard::Veiled(event) = told.to(audience) {
            assert!(!G::sentence(rules, event, SEAT_NAMES).trim().is_empty(), "an event without a sentence: {event:?}");
        }
    }
}
