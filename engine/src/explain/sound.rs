//! What a sound search says of a move, whoever chose it. A level's own search misjudges and sees
//! little; what is said of a threat, of a gain or of a better place has to hold against best play.

use super::material::best_capture;
use crate::player::{Calculator, Control, NeverStop, Player, StoppedClock};
use crate::rules::{BitBoard, Game, Move};
use crate::search::{Line, Score, SearchLimits};

/// A move that costs more than this is not called good for anything, centipawns.
const MAX_LOSS: i32 = 25;

/// A threat has to be worth so much more than what the position is worth anyway, centipawns.
const THREAT: i32 = 90;

/// Scores count up to this, centipawns; a mate counts as much.
const MAX_CP: i32 = 2_000;

/// Three searches around a move. All scores are the mover's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sound {
    /// The best line before the move.
    pub best: Line,
    /// The best line that begins with the move.
    pub played: Line,
    /// The mover's best exchange, should its opponent pass; `None` where nobody can pass, or nothing
    /// can be taken.
    pub threat: Option<Line>,
}

impl Sound {
    /// Searches for so many nodes before the move and, where it is not the best, to the same depth
    /// after it; then for so many after the best exchange, should the opponent pass. `None` where the
    /// move is not legal.
    pub fn look(game: &Game, mv: Move, search: &mut Calculator, nodes: u64) -> Option<Sound> {
        if !game.position().is_legal(mv) {
            return None;
        }
        let best = line(search, game, &SearchLimits::nodes(nodes))?;
        let played = match best.pv.first() == Some(&mv) {
            true => best.clone(),
            false => {
                let limits = SearchLimits {
                    depth: Some(best.depth.max(1)),
                    searchmoves: vec![mv],
                    ..SearchLimits::nodes(nodes)
                };
                line(search, game, &limits)?
            }
        };
        let after = game.position().play(mv);
        let threat = (!after.in_check())
            .then(|| after.play_null())
            .and_then(|passed| Some((passed, best_capture(&passed, BitBoard::FULL)?.0)))
            .and_then(|(passed, capture)| {
                let limits = SearchLimits {
                    searchmoves: vec![capture],
                    ..SearchLimits::nodes(nodes)
                };
                line(search, &Game::from_position(passed), &limits)
            });
        Some(Sound {
            best,
            played,
            threat,
        })
    }

    /// What the move costs against the best, centipawns.
    pub(super) fn loss(&self) -> i32 {
        worth(self.best.score) - worth(self.played.score)
    }

    /// Whether the move is as good as the best, or nearly.
    pub(super) fn is_good(&self) -> bool {
        self.loss() <= MAX_LOSS
    }

    /// Whether the mover gains by this exchange, could it make it now.
    pub(super) fn threatens(&self, mv: Move) -> bool {
        self.threat.as_ref().is_some_and(|threat| {
            let gain = worth(threat.score) - worth(self.played.score);
            threat.pv.first() == Some(&mv) && gain >= THREAT
        })
    }
}

/// A score on one scale.
pub(super) fn worth(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-MAX_CP, MAX_CP),
        Score::Mate(1..) => MAX_CP,
        Score::Mate(_) => -MAX_CP,
    }
}

fn line(search: &mut Calculator, game: &Game, limits: &SearchLimits) -> Option<Line> {
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: crate::rng(0),
    };
    let decision = search.choose(game, limits, &mut control);
    decision.lines.into_iter().next()
}
