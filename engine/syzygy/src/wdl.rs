//! The five results of a position.

use std::ops::Neg;

/// The result of a position for its side to move, as if the halfmove clock stood at zero. The order is
/// from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SyzygyWdl {
    /// Lost; the fifty-move rule does not help.
    Loss,
    /// Lost, but drawn by the fifty-move rule.
    BlessedLoss,
    Draw,
    /// Won, but drawn by the fifty-move rule.
    CursedWin,
    /// Won in spite of the fifty-move rule.
    Win,
}

impl SyzygyWdl {
    /// All results from the worst to the best, as the files number them.
    pub const ALL: [SyzygyWdl; 5] = [
        SyzygyWdl::Loss,
        SyzygyWdl::BlessedLoss,
        SyzygyWdl::Draw,
        SyzygyWdl::CursedWin,
        SyzygyWdl::Win,
    ];

    /// −2 for a loss to 2 for a win, the numbers that other programs print.
    #[must_use]
    pub const fn score(self) -> i32 {
        self as i32 - 2
    }

    /// The distance to zeroing in plies of a position whose best move is a zeroing one: 1 or, where the
    /// fifty-move rule takes the result away, 101; negative for the losing side.
    pub(crate) const fn zeroing_dtz(self) -> i32 {
        match self {
            SyzygyWdl::Loss => -1,
            SyzygyWdl::BlessedLoss => -101,
            SyzygyWdl::Draw => 0,
            SyzygyWdl::CursedWin => 101,
            SyzygyWdl::Win => 1,
        }
    }
}

impl Neg for SyzygyWdl {
    type Output = SyzygyWdl;

    /// The result for the other side.
    fn neg(self) -> SyzygyWdl {
        match self {
            SyzygyWdl::Loss => SyzygyWdl::Win,
            SyzygyWdl::BlessedLoss => SyzygyWdl::CursedWin,
            SyzygyWdl::Draw => SyzygyWdl::Draw,
            SyzygyWdl::CursedWin => SyzygyWdl::BlessedLoss,
            SyzygyWdl::Win => SyzygyWdl::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_has_the_opposite_result() {
        for wdl in SyzygyWdl::ALL {
            assert_eq!((-wdl).score(), -wdl.score());
            assert_eq!((-wdl).zeroing_dtz(), -wdl.zeroing_dtz());
        }
        assert!(SyzygyWdl::ALL.is_sorted());
    }
}
