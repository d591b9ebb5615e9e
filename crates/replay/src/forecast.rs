//! Who was going to win a match that is over, turn by turn, and the move that turned it: by a quick estimate of bounded work.

use playmat_bots::forecast as estimate;
use playmat_cards::CardGame;
use playmat_catalog::RuleSet;
use playmat_kernel::{Entry, Options, Outcome, Record, Seat};
use playmat_wire::Opening;
use playmat_wire::replays::{Forecast, ForecastPoint, TurningPoint};

use crate::points::{Point, standing, walk};

/// How many worlds are played on for each seat at the beginning of a turn.
const WORLDS: u32 = 24;
/// At most so many turns of a match are looked at, and so many moves of the turn that decided it.
const TURNS: usize = 40;
const MOVES: usize = 24;
/// A match turned only where the winner's chance rose by so many percent at once.
const RISE: i32 = 8;

/// A position at which somebody is to move.
struct ToMove<G: CardGame> {
    /// After how many entries.
    at: usize,
    turn: u32,
    point: Point<G>,
}

/// The forecast of a match from its record. It knows all secrets: only for a match that is over. The same record always leads to the
/// same one.
pub fn forecast<G: CardGame>(rules: &RuleSet<G>, record: &Record<Opening>) -> Forecast {
    let mut told = Forecast { points: Vec::new(), turning: None };
    if record.rules != rules.fingerprint || crate::legal(rules, record).is_err() {
        return told;
    }
    let stands = standing(&record.entries);
    let mut moves: Vec<ToMove<G>> = Vec::new();
    let walked = walk::<G>(&rules.rules, record, record.entries.len(), |at, step| {
        let counts = at.checked_sub(1).is_none_or(|place| stands.binary_search(&place).is_ok());
        if counts && step.point.to_move().is_some() {
            moves.push(ToMove { at, turn: G::turns(step.point.table.position()), point: step.point.clone() });
        }
    });
    let Some(outcome) = walked.ok().and_then(|end| end.table.outcome()) else { return told };
    let percent =
        |one: &ToMove<G>| (100.0 * estimate::<G>(&rules.rules, &one.point.table, WORLDS, one.at as u64)).round() as u8;

    let begins: Vec<usize> =
        (0..moves.len()).filter(|&place| place == 0 || moves[place - 1].turn != moves[place].turn).collect();
    let apart = begins.len().div_ceil(TURNS).max(1);
    let looked_at: Vec<usize> = begins.into_iter().step_by(apart).collect();
    let point = |one: &ToMove<G>| ForecastPoint { at: one.at as u32, turn: one.turn, percent: percent(one) };
    told.points = looked_at.iter().map(|&place| point(&moves[place])).collect();
    let last = moves.last().map_or(0, |one| one.turn);
    let end = match outcome {
        Outcome::Won(Seat::One) => 100,
        Outcome::Won(Seat::Two) => 0,
        Outcome::Draw => 50,
    };
    told.points.push(ForecastPoint { at: record.entries.len() as u32, turn: last, percent: end });

    if let Outcome::Won(winner) = outcome {
        // Somebody who gives up or runs out of time turns nothing.
        let by_rules = matches!(record.entries.last(), Some(Entry::Answer(_)));
        told.turning = turned(rules, record, winner, by_rules, &told.points, &moves, &percent);
    }
    told
}

/// The move after which the winner's chance had risen most, in the turn in which it rose most.
fn turned<G: CardGame>(
    rules: &RuleSet<G>,
    record: &Record<Opening>,
    winner: Seat,
    by_rules: bool,
    points: &[ForecastPoint],
    moves: &[ToMove<G>],
    percent: &impl Fn(&ToMove<G>) -> u8,
) -> Option<TurningPoint> {
    let for_winner = |percent: u8| if winner == Seat::One { i32::from(percent) } else { 100 - i32::from(percent) };
    let spans = points.windows(2).take(points.len() - if by_rules { 1 } else { 2 }.min(points.len()));
    let rise = |span: &&[ForecastPoint]| for_winner(span[1].percent) - for_winner(span[0].percent);
    // Of equals the first.
    let span = spans.rev().max_by_key(rise).filter(|span| rise(span) >= RISE)?;
    let (from, to) = (span[0].at as usize, span[1].at as usize);
    let inside: Vec<&ToMove<G>> = moves.iter().filter(|one| (from..to).contains(&one.at)).take(MOVES).collect();
    let mut chances: Vec<i32> = inside.iter().map(|one| for_winner(percent(one))).collect();
    chances.push(for_winner(span[1].percent));
    let place = (0..inside.len()).rev().max_by_key(|&place| chances[place + 1] - chances[place])?;
    let found = inside[place];
    // What was taken back before is not what was played.
    let made = standing(&record.entries).into_iter().find(|&place| place >= found.at)?;
    let Entry::Answer(pick) = record.entries[made] else { return None };
    let mut options = Options::new();
    found.point.table.options(&rules.rules, &mut options);
    let face = options.get(usize::from(pick)).map(|&choice| G::face(&rules.rules, found.point.table.position(), choice))?;
    Some(TurningPoint {
        at: found.at as u32,
        turn: found.turn,
        by: found.point.to_move()?.into(),
        words: face.words,
        card: face.card.map(|spot| rules.name(spot.def).to_owned()),
    })
}
