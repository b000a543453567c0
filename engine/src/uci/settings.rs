//! What the options are set to.

use std::time::Duration;

use super::options::SetOption;
use crate::player::{Level, StrategyId};
use crate::search::OVERHEAD;

/// The options' values; the default ones are those at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `Hash`: the hash table, MB.
    pub hash_mb: u32,
    /// `Threads` that search.
    pub threads: u16,
    /// `MultiPV`: lines to report.
    pub multipv: u8,
    /// `Move Overhead`: kept back on every move for the way to whoever holds the clock.
    pub overhead: Duration,
    /// `Ponder`: whether the GUI is going to use `go ponder`. Nothing depends on it.
    pub ponder: bool,
    /// `UCI_ShowWDL`: wins, draws and losses beside each score.
    pub show_wdl: bool,
    /// `UCI_LimitStrength`: play as `UCI_Elo` says.
    pub limit_strength: bool,
    /// `UCI_Elo`; see [`Settings::level`].
    pub elo: u16,
    /// `Strategy`: who plays.
    pub strategy: StrategyId,
}

/// MB, as in the design: a reproducible search names its hash size.
const DEFAULT_HASH: u32 = 16;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mb: DEFAULT_HASH,
            threads: 1,
            multipv: 1,
            overhead: OVERHEAD,
            ponder: false,
            show_wdl: false,
            limit_strength: false,
            elo: Settings::ELO_MOST,
            strategy: StrategyId::Calculator,
        }
    }
}

impl Settings {
    /// `UCI_Elo` of the weakest level.
    pub const ELO_LEAST: u16 = 1_000;
    /// `UCI_Elo` of the strongest level.
    pub const ELO_MOST: u16 = 2_000;

    /// Takes over what a `setoption` says; a button changes nothing.
    pub fn set(&mut self, option: &SetOption) {
        match *option {
            SetOption::Hash(megabytes) => self.hash_mb = megabytes,
            SetOption::Threads(threads) => self.threads = threads,
            SetOption::MultiPv(lines) => self.multipv = lines,
            SetOption::MoveOverhead(overhead) => self.overhead = overhead,
            SetOption::Ponder(ponder) => self.ponder = ponder,
            SetOption::ShowWdl(show) => self.show_wdl = show,
            SetOption::LimitStrength(limit) => self.limit_strength = limit,
            SetOption::Elo(elo) => self.elo = elo,
            SetOption::Strategy(strategy) => self.strategy = strategy,
            SetOption::ClearHash => {}
        }
    }

    /// The level that a limited strength comes down to, if it is limited.
    ///
    /// Coarse: `UCI_Elo` chooses among the six levels, evenly spaced, and a level is a search to as
    /// many plies. More is stronger, but no number has been measured against anything.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        if !self.limit_strength {
            return None;
        }
        let steps = Level::ALL.len() as u16 - 1;
        let above = self.elo.clamp(Self::ELO_LEAST, Self::ELO_MOST) - Self::ELO_LEAST;
        let index = above * steps / (Self::ELO_MOST - Self::ELO_LEAST);
        Some(Level::ALL[usize::from(index)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_strength_is_one_of_the_levels() {
        let level = |elo| {
            let settings = Settings {
                limit_strength: true,
                elo,
                ..Settings::default()
            };
            settings.level().map(Level::number)
        };
        let cases = [
            (0, 1),
            (1_000, 1),
            (1_199, 1),
            (1_200, 2),
            (1_999, 5),
            (2_000, 6),
        ];
        for (elo, number) in cases {
            assert_eq!(level(elo), Some(number), "{elo}");
        }
        assert_eq!(level(u16::MAX), Some(6));
        assert_eq!(Settings::default().level(), None);
    }
}
