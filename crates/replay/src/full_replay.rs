//! A match that is over, as people look at it: every position for both seats.

use playmat_cards::{CardGame, Part, View};
use playmat_catalog::RuleSet;
use playmat_kernel::{Audience, BySeat, Entry, Options, Outcome, Record, Seat, Trail};
use playmat_wire::messages::{Change, Ending, Over};
use playmat_wire::replays::{Replay, ReplayStep, ReplayViews};
use playmat_wire::workshop::CardFile;
use playmat_wire::{EventForm, Opening, ValueForm, ViewForm};

use crate::points::{Point, ReplayError, entry_event, fullest_form, sentence, standing, walk};
use crate::sign::Trust;
use crate::trail::walk_hashed;
use crate::verify::verify;

/// Everything about a match, from its record. It tells all secrets, so it is only for a match that is over. A record that cannot
/// be played to its end is shown as far as it can.
pub fn full_replay<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>, trust: &Trust) -> Replay {
    let verification = verify(rules, record, trust);
    let Opening { game, terms, players, own_cards, .. } = &record.setup;
    let mut replay = Replay {
        game_match: None,
        game: game.clone(),
        edition: terms.edition.clone(),
        rulings: terms.rulings.iter().cloned().collect(),
        rules: record.rules.to_string(),
        own_cards: own_cards.iter().cloned().map(CardFile::from).collect(),
        players: Seat::BOTH.map(|seat| players[seat].clone()),
        over: None,
        verification,
        start: ReplayViews { p1: ViewForm(vec![]), p2: ViewForm(vec![]) },
        steps: Vec::new(),
    };
    if record.rules != rules.fingerprint || crate::legal(rules, record).is_err() {
        return replay;
    }
    let (deep, cards) = (&*rules.rules, G::cards(&rules.rules));
    let mut before: Option<(Point<G>, BySeat<View>)> = None;
    let walked = walk::<G>(deep, record, record.entries.len(), |entries, step| {
        let views = BySeat::from_fn(|seat| G::view(deep, step.point.table.position(), Audience::Player(seat)));
        let entry = entries.checked_sub(1).map(|place| record.entries[place]);
        let mut made = ReplayStep {
            by: None,
            words: "the match begins".into(),
            events: step
                .told
                .iter()
                .filter_map(fullest_form)
                .map(|event| EventForm::of(event, sentence::<G>(deep, event, players), cards))
                .collect(),
            p1: vec![],
            p2: vec![],
            asked: step.point.table.decision().map(|decision| decision.seat.into()),
            to_move: step.point.to_move().is_some(),
            undone: false,
        };
        match (&before, entry) {
            (Some((point, seen)), Some(entry)) => {
                let (by, words) = told(rules, point, entry);
                (made.by, made.words) = (by.map(Into::into), words);
                if let Some((what, text)) = entry_event(entry, players) {
                    made.events.insert(
                        0,
                        EventForm {
                            what: what.into(),
                            cause: None,
                            seat: made.by,
                            cards: vec![],
                            number: None,
                            word: None,
                            shown_to: None,
                            text,
                        },
                    );
                }
                let change = |(part, now): (usize, &Part)| Change { part: part as u8, value: ValueForm::of(&now.value, cards) };
                made.p1 = views[Seat::One].changed_since(&seen[Seat::One]).map(change).collect();
                made.p2 = views[Seat::Two].changed_since(&seen[Seat::Two]).map(change).collect();
            }
            _ => {
                replay.start.p1 = ViewForm::of(&views[Seat::One], cards);
                replay.start.p2 = ViewForm::of(&views[Seat::Two], cards);
            }
        }
        replay.steps.push(made);
        before = Some((step.point.clone(), views));
    });
    let played = &record.entries[..replay.steps.len() - 1];
    let stands = standing(played);
    for (place, (entry, made)) in played.iter().zip(&mut replay.steps[1..]).enumerate() {
        made.undone = !matches!(entry, Entry::Rewind(_)) && stands.binary_search(&place).is_err();
    }
    if let Ok(point) = walked {
        replay.over = point.table.outcome().map(|outcome| Over {
            winner: Outcome::winner(outcome).map(Into::into),
            by: match record.entries.last() {
                Some(Entry::Concede(_)) => Ending::Concession,
                Some(Entry::Timeout(_)) => Ending::Timeout,
                Some(Entry::AgreedDraw) => Ending::Agreement,
                _ => Ending::Rules,
            },
        });
    }
    replay
}

/// The first entries of a record, with their trail. With other players it is a match that begins in the middle of another, and
/// its record says so.
pub fn up_to<G: CardGame>(
    rules: &RuleSet<G>,
    record: &Record<Opening>,
    entries: usize,
    players: Option<BySeat<String>>,
) -> Result<Record<Opening>, ReplayError> {
    let mut part = record.clone();
    part.entries.truncate(entries);
    part.trail = Trail { steps: Vec::new(), last: Vec::new(), seal: None, ..part.trail };
    if let Some(players) = players {
        let taken = part.entries.len() as u32;
        part.setup.continues = Some(part.setup.continues.map_or(taken, |before| before.min(taken)));
        (part.setup.players, part.trail) = (players, Trail::default());
    }
    let mut trail = part.trail.clone();
    walk_hashed::<G>(&rules.rules, &part, None, |entries, _, chain| {
        if entries > 0 {
            chain.leave(&mut trail);
        }
    })?;
    part.trail = trail;
    Ok(part)
}

/// Who made an entry, and the entry in words.
fn told<G: CardGame>(rules: &RuleSet<G>, before: &Point<G>, entry: Entry) -> (Option<Seat>, String) {
    match entry {
        Entry::Answer(pick) => {
            let mut options = Options::new();
            before.table.options(&rules.rules, &mut options);
            let face = options.get(pick as usize).map(|&choice| G::face(&rules.rules, before.table.position(), choice).words);
            (before.table.decision().map(|decision| decision.seat), face.unwrap_or_default())
        }
        Entry::Concede(seat) => (Some(seat), "concede".into()),
        Entry::Timeout(seat) => (Some(seat), "the clock runs out".into()),
        Entry::Takeover(seat) => (Some(seat), "a bot plays on".into()),
        Entry::AgreedDraw => (None, "a draw is agreed".into()),
        Entry::Rewind(_) => (None, "a move is taken back".into()),
        Entry::SeedCommitment(_) => (None, "the seed is promised".into()),
    }
}
