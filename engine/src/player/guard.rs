//! Keeps what is remembered or tried from being a blunder: a shallow search has the last word.

use super::{Calculator, Control, Player};
use crate::rules::{Game, Move};
use crate::search::{Line, Score, SearchLimits};

/// A remembered move may be so much worse than the best, centipawns: experience says what the
/// search does not see.
pub(super) const REMEMBERED_CP: i32 = 60;
/// A move that is only tried has nothing to say for itself: it must look as good as the best. At
/// 15 centipawns, 196 games against the same without a learner were -16 ± 16 Elo: what looks best of
/// many glances is worse than it looks.
pub(super) const TRIED_CP: i32 = 0;
/// What one look may cost: enough for about six plies.
const NODES: u64 = 8_000;
/// MB; a small table is cleared fast.
const HASH_MB: u32 = 1;

/// Looks at moves before they are played.
pub(super) struct Guard {
    search: Calculator,
}

impl Guard {
    pub fn new() -> Guard {
        Guard {
            search: Calculator::new(HASH_MB),
        }
    }

    /// The move's line, if it is at most `margin` centipawns worse than the best. Nodes looked at
    /// are added to `nodes`.
    pub fn approves(
        &mut self,
        game: &Game,
        mv: Move,
        margin: i32,
        control: &mut Control<'_>,
        nodes: &mut u64,
    ) -> Option<Line> {
        let best = self.look(game, &[], control, nodes)?;
        if best.pv.first() == Some(&mv) {
            return Some(best);
        }
        let line = self.look(game, &[mv], control, nodes)?;
        (worth(line.score) >= worth(best.score) - margin).then_some(line)
    }

    fn look(
        &mut self,
        game: &Game,
        moves: &[Move],
        control: &mut Control<'_>,
        nodes: &mut u64,
    ) -> Option<Line> {
        let limits = SearchLimits {
            searchmoves: moves.to_vec(),
            ..SearchLimits::nodes(NODES)
        };
        let mut silent = Control {
            clock: control.clock,
            stop: control.stop,
            report: &mut |_| {},
            rng: control.rng.clone(),
        };
        let decision = self.search.choose(game, &limits, &mut silent);
        *nodes += decision.nodes;
        decision.lines.into_iter().next()
    }
}

/// A score on one scale: mates beyond every evaluation, the nearer the further out.
fn worth(score: Score) -> i32 {
    const MATE: i32 = 100_000;
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(moves @ 1..) => MATE - moves * 100,
        Score::Mate(moves) => -MATE - moves * 100,
    }
}
