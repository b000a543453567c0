//! WDL: expected wins, draws and losses of a score.

use super::report::Score;

/// Two logistic curves, for winning and for losing; the rest is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlCurve {
    /// Score at which half of the games are won, centipawns.
    pub half_won: f64,
    /// Scale of the logistic curve, centipawns.
    pub slope: f64,
}

impl WdlCurve {
    /// The curve of [`Score::wdl`].
    pub const SHIPPED: WdlCurve = WdlCurve {
        half_won: 130.0,
        slope: 70.0,
    };

    /// Shares of wins, draws and losses at a score in centipawns; they add up to 1.
    #[must_use]
    pub fn shares(self, cp: f64) -> [f64; 3] {
        let above = |cp: f64| 1.0 / (1.0 + libm::exp((self.half_won - cp) / self.slope));
        let (win, loss) = (above(cp), above(-cp));
        [win, 1.0 - win - loss, loss]
    }
}

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
                let shares = WdlCurve::SHIPPED.shares(f64::from(cp));
                let [win, _, loss] = shares.map(|share| (1000.0 * share).round() as u16);
                [win, 1000_u16.saturating_sub(win + loss), loss]
            }
        }
    }
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
