//! The values of the options.

use std::time::Duration;

use engine::book::Style;
use engine::eval::{EvalConfig, Evaluation, PlayingStyle, SharedEval};
use engine::player::{Level, PlayerConfig, StrategyId, Strength};
use engine::search::OVERHEAD;
use engine::tables::{SharedTables, TableSet};

/// The values of the UCI options; the default is what the engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciSettings {
    /// `Hash`: the hash table, MB.
    pub hash_mb: u32,
    /// `Threads` that search.
    pub threads: u16,
    /// `MultiPV`: lines to report.
    pub multipv: u8,
    /// `Move Overhead`: kept back on every move for the delay between the clock and the engine.
    pub move_overhead: Duration,
    /// `Ponder`: whether the GUI may send `go ponder`. Changes nothing.
    pub ponder: bool,
    /// `UCI_ShowWDL`: wins, draws and losses beside each score.
    pub show_wdl: bool,
    /// `UCI_LimitStrength`: play as `UCI_Elo` says.
    pub limit_strength: bool,
    /// `UCI_Elo`; see [`UciSettings::strength`].
    pub elo: u16,
    /// `Strategy`: what chooses the moves.
    pub strategy: StrategyId,
    /// `Evaluation`; `None` is the strategy's own.
    pub evaluation: Option<Evaluation>,
    /// The network of `EvalFile`, or the one that the program comes with. The session loads it.
    pub network: Option<SharedEval>,
    /// `Book`: the opening style of the strategy `ponder`; `None` is off.
    pub book: Option<Style>,
    /// `Style`: the playing style.
    pub playing_style: Option<PlayingStyle>,
    /// `EndgameTables`.
    pub table_set: TableSet,
    /// `SyzygyProbeDepth`, plies.
    pub syzygy_probe_depth: u32,
    /// `SyzygyProbeLimit`.
    pub syzygy_men: u32,
    /// The set, and the tables of `SyzygyPath`. The session makes or opens them.
    pub tables: Option<SharedTables>,
}

/// MB.
const DEFAULT_HASH_MB: u32 = 16;

impl Default for UciSettings {
    fn default() -> UciSettings {
        UciSettings {
            hash_mb: DEFAULT_HASH_MB,
            threads: 1,
            multipv: 1,
            move_overhead: OVERHEAD,
            ponder: false,
            show_wdl: false,
            limit_strength: false,
            elo: UciSettings::MAX_ELO,
            strategy: StrategyId::Intuition,
            evaluation: None,
            network: None,
            book: Some(Style::default()),
            playing_style: None,
            table_set: TableSet::None,
            syzygy_probe_depth: 1,
            syzygy_men: 7,
            tables: None,
        }
    }
}

impl UciSettings {
    /// The weakest level's Elo.
    pub const MIN_ELO: u16 = Level::WEAKEST.elo();
    /// The strongest level's Elo.
    pub const MAX_ELO: u16 = Level::STRONGEST.elo();

    /// With `UCI_LimitStrength` that of `UCI_Elo`, to the tenth of a level.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        self.limit_strength.then(|| Strength::of_elo(self.elo))
    }

    /// The evaluation in force, with its network.
    #[must_use]
    pub fn eval_config(&self) -> EvalConfig {
        EvalConfig {
            network: self.network.clone(),
            ..self.evaluation.unwrap_or(self.strategy.evaluation()).into()
        }
    }

    /// Whether Syzygy tables are asked in other cases than by `other`.
    #[must_use]
    pub fn has_other_syzygy_limits(&self, other: &UciSettings) -> bool {
        (self.syzygy_probe_depth, self.syzygy_men) != (other.syzygy_probe_depth, other.syzygy_men)
    }

    /// The tables that the player is lent.
    #[must_use]
    pub fn lent_tables(&self) -> Option<&SharedTables> {
        let tables = self.tables.as_ref();
        tables.filter(|_| self.strategy.may_use_tables(self.strength()))
    }

    /// The player in place of the multi-threaded search, if the strategy, strength or style needs one.
    #[must_use]
    pub fn alternate_player(&self) -> Option<(StrategyId, PlayerConfig)> {
        let strength = self.strength();
        let is_plain = matches!(
            self.strategy,
            StrategyId::Calculator | StrategyId::Intuition
        );
        if is_plain && strength.is_none() && self.playing_style.is_none() {
            return None;
        }
        let config = PlayerConfig {
            hash_mb: self.hash_mb,
            evaluation: self.evaluation,
            network: self.network.clone(),
            strength,
            playing_style: self.playing_style,
            remember: true,
            book: self.book,
            tables: self.lent_tables().cloned(),
            ..PlayerConfig::default()
        };
        Some((self.strategy, config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_strength_is_that_of_the_elo() {
        let strength = |elo| {
            let settings = UciSettings {
                limit_strength: true,
                elo,
                ..UciSettings::default()
            };
            settings.strength()
        };
        for known in Level::all() {
            assert_eq!(strength(known.elo()), Some(known.into()));
        }
        let (below, above) = (Level::new(3).expect("a level"), Level::new(4).expect("one"));
        let middle = strength(u16::midpoint(below.elo(), above.elo()));
        assert_eq!(middle, Strength::from_tenths(35));
        assert_eq!(UciSettings::default().strength(), None);
        assert!(UciSettings::default().alternate_player().is_none());
    }
}
