//! Vetoes blunders among remembered and exploratory moves by a shallow search.

use super::{Calculator, Control, Player, Recalled};
use crate::learning::Value;
use crate::rules::{Game, Move};
use crate::search::{Line, Score, SearchLimits};

/// How much worse than the best a learner's move may be, centipawns.
pub(super) const MAX_LOSS_CP: i32 = 60;

/// How much worse than the best a hybrid's remembered move may be: [`MAX_LOSS_CP`] scaled by its Q
/// value, nothing for an exploratory move, since a move that a shallow search finds slightly worse may
/// be much worse. Measured in NOTES.md.
pub(super) fn earned_cp(recalled: &Recalled) -> i32 {
    if recalled.exploratory {
        return 0;
    }
    (i64::from(MAX_LOSS_CP) * i64::from(recalled.q.max(0)) / i64::from(Value::MAX.millionths()))
        as i32
}

/// Nodes of one search; about six plies.
const NODES: u64 = 8_000;
/// MB; a small table is cleared fast.
const HASH_MB: u32 = 1;

/// A shallow search that checks moves before they are played.
pub(super) struct Guard {
    search: Calculator,
}

impl Guard {
    pub fn new() -> Guard {
        let mut search = Calculator::new(HASH_MB);
        search.remember(true);
        Guard { search }
    }

    /// The move's line, if it is at most `margin` centipawns worse than the best. Adds the nodes
    /// searched to `nodes`.
    pub fn approves(
        &mut self,
        game: &Game,
        mv: Move,
        margin: i32,
        control: &mut Control<'_>,
        nodes: &mut u64,
    ) -> Option<Line> {
        self.search.new_game();
        let best = self.search_line(game, &SearchLimits::nodes(NODES), control, nodes)?;
        if best.pv.first() == Some(&mv) {
            return Some(best);
        }
        // Only scores of the same depth are comparable.
        let same_depth = SearchLimits {
            depth: Some(best.depth.max(1)),
            searchmoves: vec![mv],
            ..SearchLimits::nodes(NODES)
        };
        let line = self.search_line(game, &same_depth, control, nodes)?;
        (scalar(line.score) >= scalar(best.score) - margin).then_some(line)
    }

    fn search_line(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
        nodes: &mut u64,
    ) -> Option<Line> {
        let mut silent = Control {
            clock: control.clock,
            stop: control.stop,
            report: &mut |_| {},
            rng: control.rng.clone(),
        };
        let decision = self.search.choose(game, limits, &mut silent);
        *nodes += decision.nodes;
        decision.lines.into_iter().next()
    }
}

/// A score on one scale: mates beyond every evaluation, shorter ones further out.
pub(super) fn scalar(score: Score) -> i32 {
    const MATE: i32 = 100_000;
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(moves @ 1..) => MATE - moves * 100,
        Score::Mate(moves) => -MATE - moves * 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_earned_by_winning() {
        let earned = |q, exploratory| {
            earned_cp(&Recalled {
                q,
                visits: 9,
                exploratory,
            })
        };
        assert_eq!(earned(1_000_000, false), MAX_LOSS_CP);
        assert_eq!(earned(500_000, false), MAX_LOSS_CP / 2);
        assert_eq!(earned(30_000, false), 1, "won once");
        assert_eq!(earned(0, false), 0);
        assert_eq!(earned(-500_000, false), 0);
        assert_eq!(earned(1_000_000, true), 0, "tried, not remembered");
    }
}
