//! WDL: expected wins, draws and losses of a score.

use super::report::Score;

/// Score at which half of the games are won, centipawns.
const HALF_WON_CP: f64 = 130.0;
/// Scale of the logistic curve, centipawns.
const SLOPE_CP: f64 = 70.0;

impl Score {
    /// Expected wins, draws and losses of 1,000 games, in the view of the score.
    ///
    /// Two logistic curves, for winning and for losing; the rest is drawn. The two constants are a
    /// reading of ordinary engine play, not yet fitted to games of this engine. `Mate(0)` has lost.
    ///
    /// ```
    /// use engine::search::Score;
    ///
    /// assert_eq!(Score::Mate(3).wdl(), [1000, 0, 0]);
    /// assert_eq!(Score::Cp(130).wdl(), [500, 476, 24]);
    /// ```
    #[must_use]
    pub fn wdl(self) -> [u16; 3] {
        match self {
            Score::Mate(1..) => [1000, 0, 0],
            Score::Mate(_) => [0, 0, 1000],
            Score::Cp(cp) => {
                let (win, loss) = (won_per_mille(cp), won_per_mille(cp.saturating_neg()));
                [win, 1000_u16.saturating_sub(win + loss), loss]
            }
        }
    }
}

fn won_per_mille(cp: i32) -> u16 {
    let odds_against = libm::exp((HALF_WON_CP - f64::from(cp)) / SLOPE_CP);
    (1000.0 / (1.0 + odds_against)).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_add_up_and_grow_with_the_score() {
        let mut wins = 0;
        for cp in (-3_000..=3_000).step_by(50) {
            let [win, draw, loss] = Score::Cp(cp).wdl();
            assert_eq!(win + draw + loss, 1000, "{cp}");
            assert!(win >= wins, "{cp}");
            let [other_win, _, other_loss] = Score::Cp(-cp).wdl();
            assert_eq!((win, loss), (other_loss, other_win));
            wins = win;
        }
    }
}
