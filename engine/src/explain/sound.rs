//! A search of a move at full strength. Claims of threats, gains and better squares have to hold against
//! best play, which the search of a low level does not show.

use super::material::best_capture;
use super::review::chance;
use crate::player::Calculator;
use crate::rules::{BitBoard, Game, Move};
use crate::search::{Line, Score, SearchLimits};

/// Maximum loss of a move that is called good, centipawns.
const MAX_LOSS: i32 = 25;

/// Minimum gain of a threat over the position's score, centipawns.
pub(super) const THREAT: i32 = 90;

/// Scores from here on count as decided, centipawns.
pub(super) const DECIDED: i32 = 900;

/// Scores are clamped to this, centipawns; mates count as much.
const MAX_CP: i32 = 2_000;

/// A game is open while the side to move wins with at least so many chances of a hundred, and loses with as many.
const OPEN: f64 = 10.0;

/// The searches around a move. All scores are the mover's, but for `yours`.
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
    /// The mover's best line if the opponent passes; `None` in check.
    pub free: Option<Line>,
    /// The opponent's best line, in its view, if the mover had passed; `None` in check.
    pub yours: Option<Line>,
}

impl Sound {
    /// Searches with `nodes` each: the position before the move, the move itself to the same depth where
    /// it is not the best, and what either side would do if the other passed. `None` for an illegal
    /// move.
    pub fn search(game: &Game, mv: Move, searcher: &mut Calculator, nodes: u64) -> Option<Sound> {
        if !game.position().is_legal(mv) {
            return None;
        }
        let (best, played) = best_and_played(game, mv, searcher, nodes)?;
        let after = game.position().play(mv);
        let passed = (!after.in_check()).then(|| after.play_null());
        let after_pass = |searcher: &mut Calculator, passed, searchmoves| {
            let limits = SearchLimits {
                searchmoves,
                ..SearchLimits::nodes(nodes)
            };
            line(searcher, &Game::from_position(passed), &limits)
        };
        let free = passed.and_then(|passed| after_pass(searcher, passed, Vec::new()));
        let threat = passed.and_then(|passed| {
            let (capture, _) = best_capture(&passed, BitBoard::FULL)?;
            let found = free.clone();
            let found = found.filter(|free| free.pv.first() == Some(&capture));
            found.or_else(|| after_pass(searcher, passed, vec![capture]))
        });
        let unmoved = (!game.position().in_check()).then(|| game.position().play_null());
        let yours = unmoved.and_then(|unmoved| after_pass(searcher, unmoved, Vec::new()));
        Some(Sound {
            best,
            played,
            threat,
            free,
            yours,
        })
    }

    /// The lines of searches before a move and of the move. What takes a search after a pass, such as a
    /// threat, cannot be claimed with it.
    pub(super) fn of_lines(best: Line, played: Line) -> Sound {
        Sound {
            best,
            played,
            threat: None,
            free: None,
            yours: None,
        }
    }

    /// What the move lost against the best, points of the chance to win, 0 to 100; `None` where the game was
    /// decided, since then other things count.
    #[must_use]
    pub fn points_lost(&self) -> Option<f64> {
        lost_points(&self.best, &self.played)
    }

    /// Whether the game is decided for either side.
    pub(super) fn is_decided(&self) -> bool {
        worth(self.played.score).abs() > DECIDED
    }

    /// Whether the game is decided against the mover.
    pub(super) fn is_beaten(&self) -> bool {
        worth(self.played.score) < -DECIDED
    }

    /// The move's loss against the best, centipawns.
    pub(super) fn loss(&self) -> i32 {
        worth(self.best.score) - worth(self.played.score)
    }

    /// Whether the move is close to the best.
    pub(super) fn is_good(&self) -> bool {
        self.loss() <= MAX_LOSS
    }

    /// The line of this capture if the opponent passed, where it would gain: half of what the exchange
    /// wins, and nearly a pawn.
    pub(super) fn threat_of(&self, mv: Move, won: i32) -> Option<&Line> {
        let threat = self.threat.as_ref()?;
        let gain = worth(threat.score) - worth(self.played.score);
        let gains = gain >= THREAT.max(won / 2);
        (threat.pv.first() == Some(&mv) && gains).then_some(threat)
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

/// What a move loses by two searches of so many nodes at most, as [`Sound::points_lost`]; `None` also for an illegal
/// move and an only one.
pub fn points_lost(game: &Game, mv: Move, searcher: &mut Calculator, nodes: u64) -> Option<f64> {
    let position = game.position();
    if !position.is_legal(mv) || position.count_legal_moves() < 2 {
        return None;
    }
    let (best, played) = best_and_played(game, mv, searcher, nodes)?;
    lost_points(&best, &played)
}

fn lost_points(best: &Line, played: &Line) -> Option<f64> {
    let before = chance(best.score);
    let is_open = (OPEN..=100.0 - OPEN).contains(&before);
    is_open.then(|| (before - chance(played.score)).max(0.0))
}

/// The best line of a legal move's position, and the line of the move to the same depth.
fn best_and_played(
    game: &Game,
    mv: Move,
    searcher: &mut Calculator,
    nodes: u64,
) -> Option<(Line, Line)> {
    let best = line(searcher, game, &SearchLimits::nodes(nodes))?;
    if best.pv.first() == Some(&mv) {
        return Some((best.clone(), best));
    }
    let limits = SearchLimits {
        depth: Some(best.depth.max(1)),
        searchmoves: vec![mv],
        ..SearchLimits::nodes(nodes)
    };
    let played = line(searcher, game, &limits)?;
    Some((best, played))
}
