//! When a searching bot gives a match up.

/// A match is conceded when the bot's own judgement ([`crate::Bot::judgement`]) is hopeless at several moves in a row. The
/// judgement is made from what the bot's seat sees, so conceding tells nothing more. Only moves count
/// ([`playmat_kernel::Occasion::Move`]): conceding when asked to respond would tell that there is something to respond with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Concession {
    /// A match counts as lost below this chance of winning.
    pub below: f64,
    /// How many of its own moves in a row.
    pub in_a_row: usize,
}

impl Concession {
    /// What the bots of the server and of the terminal do. `playmat lab tension` measures how often it is right.
    pub const USUAL: Concession = Concession { below: 0.03, in_a_row: 3 };

    /// Whether a match is given up, by the chances of winning that one seat saw at its moves so far, the latest last.
    pub fn is_due(&self, own: &[f64]) -> bool {
        self.in_a_row > 0 && own.len() >= self.in_a_row && own[own.len() - self.in_a_row..].iter().all(|&own| own < self.below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_given_up_after_enough_lost_decisions_in_a_row() {
        let concession = Concession { below: 0.03, in_a_row: 3 };
        assert!(!concession.is_due(&[0.5, 0.01, 0.02]));
        assert!(!concession.is_due(&[0.01, 0.01]));
        assert!(!concession.is_due(&[0.01, 0.02, 0.03]));
        assert!(concession.is_due(&[0.5, 0.01, 0.02, 0.0]));
        assert!(!concession.is_due(&[0.01, 0.02, 0.0, 0.4]));
        assert!(!Concession { below: 1.0, in_a_row: 0 }.is_due(&[0.0]));
    }
}
