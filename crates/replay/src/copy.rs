//! A position of a match as a scenario file.

use std::fmt;

use playmat_cards::{CardGame, View};
use playmat_catalog::RuleSet;
use playmat_kernel::{Audience, Record, Seat};
use playmat_scenario::{Written, write_position, write_view};
use playmat_wire::Opening;

use crate::points::{Point, walk};

/// A position as a scenario file.
pub type Copied = Written;

/// Why a position cannot be copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotCopy {
    /// Nobody is to move there, or something is half done.
    NotToMove,
    /// The record cannot be played to that point.
    Unplayable,
    /// A scene cannot express it: what.
    Unsaid(String),
}

/// The position after so many entries: in full, or as one seat saw it.
pub fn copy<G: CardGame>(
    rules: &RuleSet<G>,
    record: &Record<Opening>,
    entries: usize,
    seen_by: Option<Seat>,
) -> Result<Copied, CannotCopy> {
    let point: Point<G> = walk::<G>(&rules.rules, record, entries, |_, _| {}).map_err(|_| CannotCopy::Unplayable)?;
    point.to_move().ok_or(CannotCopy::NotToMove)?;
    let Opening { terms, players, .. } = &record.setup;
    let title = format!("{} against {}, position {entries}", players[Seat::One], players[Seat::Two]);
    match seen_by {
        None => write_position::<G>(&rules.rules, terms, &title, point.table.position()).map_err(CannotCopy::Unsaid),
        Some(seat) => {
            let view = G::view(&rules.rules, point.table.position(), Audience::Player(seat));
            copy_seen(rules, record, seat, &view)
        }
    }
}

/// What one seat sees, without unknown cards: for a match that is not over.
pub fn copy_seen<G: CardGame>(
    rules: &RuleSet<G>,
    record: &Record<Opening>,
    seat: Seat,
    view: &View,
) -> Result<Copied, CannotCopy> {
    let Opening { terms, players, .. } = &record.setup;
    let title = format!("{} against {}, as {} sees it", players[Seat::One], players[Seat::Two], players[seat]);
    write_view::<G>(&rules.rules, terms, &title, seat, view).map_err(CannotCopy::Unsaid)
}

impl fmt::Display for CannotCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotCopy::NotToMove => {
                f.write_str("Only a position where a player is to move, with nothing half done, can be copied.")
            }
            CannotCopy::Unplayable => f.write_str("The record cannot be played up to this position."),
            CannotCopy::Unsaid(why) => write!(f, "This position cannot be written as a scenario: {why}."),
        }
    }
}

impl std::error::Error for CannotCopy {}
