//! Ratings by Glickman's Glicko-2: strength, deviation and volatility. Every match is a rating period of its own, and every day
//! without one raises the deviation.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

/// The deviation never falls below this, so that a rating can always move, and never rises above that of a new player.
const SUREST: f64 = 45.0;
const UNSURE: f64 = 350.0;
/// How much volatility changes; Glickman advises 0.3 to 1.2, less for games with surprises.
const TAU: f64 = 0.5;
const DAY: i64 = 24 * 3600;

/// How strong a player is in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// 1500 for a new player.
    pub rating: f64,
    /// The deviation: the true strength is within twice this with a probability of 95 %.
    pub deviation: f64,
    /// The volatility: how much the strength of the player changes.
    pub volatility: f64,
    /// How many rated matches there were.
    pub games: i64,
    /// When the last one ended, in seconds of Unix time.
    pub updated: i64,
}

impl Default for Rating {
    fn default() -> Self {
        Rating { rating: 1500.0, deviation: UNSURE, volatility: 0.06, games: 0, updated: 0 }
    }
}

impl Rating {
    /// The rating after days without a match: its deviation is higher.
    pub fn at(self, now: i64) -> Self {
        let days = if self.games == 0 { 0 } else { now.saturating_sub(self.updated).max(0) / DAY };
        let mut plain = self.plain();
        // After about three years the deviation is that of a new player.
        for _ in 0..days.min(4000) {
            plain = decay_deviation(&plain);
        }
        Rating { deviation: plain.deviation.clamp(SUREST, UNSURE), ..self }
    }

    fn plain(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn after(self, plain: Glicko2Rating, now: i64) -> Self {
        Rating {
            rating: plain.rating,
            deviation: plain.deviation.clamp(SUREST, UNSURE),
            volatility: plain.volatility,
            games: self.games + 1,
            updated: now,
        }
    }
}

/// The ratings of both after a match. `winner` is the place of the winner, none for a draw.
pub fn rated([one, two]: [Rating; 2], winner: Option<u8>, now: i64) -> [Rating; 2] {
    let outcome = match winner {
        Some(0) => Outcomes::WIN,
        Some(_) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let config = Glicko2Config { tau: TAU, ..Glicko2Config::new() };
    let (one, two) = (one.at(now), two.at(now));
    let (first, second) = glicko2(&one.plain(), &two.plain(), &outcome, &config);
    [one.after(first, now), two.after(second, now)]
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    fn close(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} is not {wanted}");
    }

    /// The worked example of Glickman's paper: three matches in one period.
    #[test]
    fn the_worked_example() {
        let rating = |rating: f64, deviation: f64| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let results = [
            (rating(1400.0, 30.0), Outcomes::WIN),
            (rating(1550.0, 100.0), Outcomes::LOSS),
            (rating(1700.0, 300.0), Outcomes::LOSS),
        ];
        let config = Glicko2Config { tau: 0.5, ..Glicko2Config::new() };
        let after = glicko2_rating_period(&rating(1500.0, 200.0), &results, &config);
        close(after.rating, 1464.06, 0.05);
        close(after.deviation, 151.52, 0.05);
        close(after.volatility, 0.05999, 0.0001);
    }

    #[test]
    fn a_win_moves_both_and_makes_them_surer() {
        let [one, two] = rated([Rating::default(); 2], Some(0), 1_000_000);
        close(one.rating - 1500.0, 1500.0 - two.rating, 0.001);
        assert!(one.rating > 1600.0 && one.deviation < 330.0 && one.games == 1 && two.updated == 1_000_000);
        let [same, _] = rated([one, one], None, 1_000_000);
        close(same.rating, one.rating, 0.001);
        let [loser, winner] = rated([Rating::default(); 2], Some(1), 1_000_000);
        assert_eq!((loser.rating, winner.rating), (two.rating, one.rating));
    }

    #[test]
    fn days_without_a_match_make_it_less_sure_and_never_worse_than_new() {
        let sure = Rating { deviation: 50.0, games: 40, updated: 0, ..Rating::default() };
        assert_eq!(sure.at(DAY - 1), sure);
        // sqrt(50^2 + 100 * (173.7178 * 0.06)^2)
        close(sure.at(100 * DAY).deviation, 115.6, 0.1);
        assert_eq!(sure.at(i64::MAX).deviation, 350.0);
        let many = (0..300).fold([Rating::default(); 2], |both, game| rated(both, Some((game % 2) as u8), 0));
        assert!(many[0].deviation >= SUREST && many[0].rating.is_finite());
    }
}
