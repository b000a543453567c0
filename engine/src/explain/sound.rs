//! A search of a move at full strength. Claims of threats, gains and better squares have to hold against
//! best play, which the search of a low level does not show.

use super::material::best_capture;
use crate::player::Calculator;
use crate::rules::{BitBoard, Game, Move};
use crate::search::{Line, Score, SearchLimits};

/// Maximum loss of a move that is called good, centipawns.
const MAX_LOSS: i32 = 25;

/// Minimum gain of a threat over the position's score, centipawns.
const THREAT: i32 = 90;

/// Scores are clamped to this, centipawns; mates count as much.
const MAX_CP: i32 = 2_000;

/// Three searches around a move. All scores are the mover's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sound {
    /// The best line before the move.
    pub best: Line,
    /// The best line that begins with the move.
    pub played: Line,
    /// The line of the mover's best capture if the opponent passes; `None` in check or without
    /// captures.
    pub threat: Option<Line>,
}

impl Sound {
    /// Searches the position before the move with `nodes`, the move itself to the same depth where it is
    /// not the best, and the best capture after a pass with `nodes`. `None` for an illegal move.
    pub fn search(game: &Game, mv: Move, searcher: &mut Calculator, nodes: u64) -> Option<Sound> {
        if !game.position().is_legal(mv) {
            return None;
        }
        let best = line(searcher, game, &SearchLimits::nodes(nodes))?;
        let played = match best.pv.first() == Some(&mv) {
            true => best.clone(),
            false => {
                let limits = SearchLimits {
                    depth: Some(best.depth.max(1)),
                    searchmoves: vec![mv],
                    ..SearchLimits::nodes(nodes)
                };
                line(searcher, game, &limits)?
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
                line(searcher, &Game::from_position(passed), &limits)
            });
        Some(Sound {
            best,
            played,
            threat,
        })
    }

    /// The move's loss against the best, centipawns.
    pub(super) fn loss(&self) -> i32 {
        worth(self.best.score) - worth(self.played.score)
    }

    /// Whether the move is close to the best.
    pub(super) fn is_good(&self) -> bool {
        self.loss() <= MAX_LOSS
    }

    /// Whether this capture would gain if the opponent passed.
    pub(super) fn threatens(&self, mv: Move) -> bool {
        self.threat.as_ref().is_some_and(|threat| {
            let gain = worth(threat.score) - worth(self.played.score);
            threat.pv.first() == Some(&mv) && gain >= THREAT
        })
    }
}

/// A score on one scale, mates included.
pub(super) fn worth(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-MAX_CP, MAX_CP),
        Score::Mate(1..) => MAX_CP,
        Score::Mate(_) => -MAX_CP,
    }
}

fn line(search: &mut Calculator, game: &Game, limits: &SearchLimits) -> Option<Line> {
    let decision = search.choose_by_limits(game, limits);
    decision.lines.into_iter().next()
}
