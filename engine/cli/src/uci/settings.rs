//! What the options are set to.

use std::time::Duration;

use super::options::SetOption;
use engine::book::Style;
use engine::eval::{Evaluation, Judge, Learned};
use engine::player::{Level, Seat, StrategyId};
use engine::search::OVERHEAD;

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
    /// `Evaluation`: who judges positions (E3); `None` is the strategy's own.
    pub evaluation: Option<Evaluation>,
    /// The network of `EvalFile`, or the one that the program comes with; whoever has files sets it.
    pub network: Option<Learned>,
    /// `Book`: what the hybrid opens with (B1); `None` is off.
    pub book: Option<Style>,
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
            strategy: StrategyId::Intuition,
            evaluation: None,
            network: None,
            book: Some(Style::default()),
        }
    }
}

impl Settings {
    /// `UCI_Elo` of the weakest level.
    pub const ELO_LEAST: u16 = Level::WEAKEST.elo();
    /// `UCI_Elo` of the strongest level.
    pub const ELO_MOST: u16 = Level::STRONGEST.elo();

    /// Takes over what a `setoption` says; a button changes nothing, nor does the name of a file.
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
            SetOption::Evaluation(evaluation) => self.evaluation = evaluation,
            SetOption::Book(book) => self.book = book,
            SetOption::ClearHash | SetOption::EvalFile(_) => {}
        }
    }

    /// The level that a limited strength comes down to, if it is limited: the strongest whose
    /// engine Elo is not above `UCI_Elo`.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        if !self.limit_strength {
            return None;
        }
        Level::all()
            .take_while(|level| level.elo() <= self.elo)
            .last()
            .or_else(|| Level::new(1))
    }

    /// Who judges positions.
    #[must_use]
    pub fn judge(&self) -> Judge {
        Judge {
            evaluation: self.evaluation.unwrap_or(self.strategy.evaluation()),
            network: self.network.clone(),
            noise: None,
        }
    }

    /// Who plays, and how; `None` is alpha-beta at its best, which may have several threads.
    #[must_use]
    pub fn seat(&self) -> Option<(StrategyId, Seat)> {
        let level = self.level();
        let is_plain = matches!(
            self.strategy,
            StrategyId::Calculator | StrategyId::Intuition
        );
        if is_plain && level.is_none() {
            return None;
        }
        let seat = Seat {
            hash_mb: self.hash_mb,
            evaluation: self.evaluation,
            network: self.network.clone(),
            level,
            remember: true,
            book: self.book,
            ..Seat::default()
        };
        Some((self.strategy, seat))
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
        for known in Level::all() {
            assert_eq!(level(known.elo()), Some(known.number()));
            let below = known.number().saturating_sub(1).max(1);
            assert_eq!(level(known.elo() - 1), Some(below));
        }
        assert_eq!(level(0), Some(1));
        assert_eq!(level(u16::MAX), Some(10));
        assert_eq!(Settings::default().level(), None);
        assert!(Settings::default().seat().is_none());
    }
}
