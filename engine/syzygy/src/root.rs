//! The moves of a game's position, ranked so that no won or drawn result is let slip.

use std::cmp::Reverse;

use engine::rules::{Game, Move, Position};

use crate::probe_dtz::{dtz_of_move, is_zeroing};
use crate::probe_wdl::probe_wdl;
use crate::tables::{Probe, Tables};
use crate::wdl::SyzygyWdl;

/// Plies without a capture or pawn move after which a draw is claimed.
const FIFTY_MOVES: i32 = 100;

/// A move with what the tables have of it, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    pub mv: Move,
    /// The result by the fifty-move rule and the halfmove clock. Where the distance, which may be a ply too
    /// few, just fits, it is a win or a loss; such a win ranks below those that are sure.
    pub wdl: SyzygyWdl,
    /// Plies to the next capture, pawn move or mate, this move included: above 0 if the mover wins, below 0
    /// if it loses. 100 plies are added where the fifty-move rule takes the result away from a clock at
    /// zero. It may be a ply too few.
    pub dtz: i32,
    /// Whether it is a capture or a pawn move.
    pub is_zeroing: bool,
    /// Whether the position after it was on the board before.
    pub repeats: bool,
    /// 0 for the moves that hold the best result, among which a search may choose, then upwards.
    pub rank: usize,
}

/// The legal moves from the best to the worst. `NoTable` if a position after one of them has no table.
pub(crate) fn rank_moves(tables: &Tables, game: &Game) -> Probe<Vec<RankedMove>> {
    let position = game.position();
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        moves.push(probe_move(tables, game, position, mv)?);
    }
    // After a repetition only the quickest win makes sure that there is progress.
    let is_strict = has_repetition(game);
    let class = |ranked: &RankedMove| {
        let is_free = !is_strict && is_sure(ranked, position.halfmove_clock());
        let by_distance = ranked.wdl == SyzygyWdl::Win && !is_free;
        (
            Reverse(ranked.wdl),
            if by_distance { ranked.dtz } else { 0 },
        )
    };
    // Wins the quickest first, losses the slowest: the lowest distance in both cases.
    moves.sort_by_key(|ranked| (class(ranked), ranked.dtz, ranked.repeats));
    let mut rank = 0;
    for at in 1..moves.len() {
        if class(&moves[at]) != class(&moves[at - 1]) {
            rank += 1;
        }
        moves[at].rank = rank;
    }
    Ok(moves)
}

fn probe_move(tables: &Tables, game: &Game, position: &Position, mv: Move) -> Probe<RankedMove> {
    let child = position.play(mv);
    let is_zeroing = is_zeroing(position, mv);
    let earlier = if is_zeroing {
        0
    } else {
        game.occurrences_of(&child)
    };
    let (wdl, dtz) = if is_zeroing {
        let wdl = -probe_wdl(tables, &child)?;
        (wdl, wdl.zeroing_dtz())
    } else {
        let dtz = dtz_of_move(tables, &child)?;
        let mates = dtz == 1;
        // The third occurrence is a draw.
        match earlier {
            0 | 1 => (with_clock(dtz, mates, position.halfmove_clock()), dtz),
            _ => (SyzygyWdl::Draw, 0),
        }
    };
    Ok(RankedMove {
        mv,
        wdl,
        dtz,
        is_zeroing,
        repeats: earlier > 0,
        rank: 0,
    })
}

/// The result of a move that is no zeroing one, with the clock before it. Mate counts on the hundredth ply.
fn with_clock(dtz: i32, mates: bool, clock: u16) -> SyzygyWdl {
    let is_in_time = mates || dtz.abs() + i32::from(clock) <= FIFTY_MOVES;
    match (dtz.signum(), is_in_time) {
        (0, _) => SyzygyWdl::Draw,
        (1, true) => SyzygyWdl::Win,
        (1, false) => SyzygyWdl::CursedWin,
        (_, true) => SyzygyWdl::Loss,
        (_, false) => SyzygyWdl::BlessedLoss,
    }
}

/// Whether a win is in time even if it takes a ply more. From a clock at zero a distance is exact where the
/// ply matters.
fn is_sure(ranked: &RankedMove, clock: u16) -> bool {
    let is_exact = ranked.is_zeroing || ranked.dtz == 1 || clock == 0;
    is_exact || ranked.dtz + i32::from(clock) < FIFTY_MOVES
}

/// Whether a position was on the board twice since the last zeroing move.
fn has_repetition(game: &Game) -> bool {
    let reach = usize::from(game.position().halfmove_clock()) + 1;
    let mut keys: Vec<u64> = game.keys().iter().rev().take(reach).copied().collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_turns_wins_and_losses_into_draws() {
        let result = |dtz, clock| with_clock(dtz, false, clock);
        assert_eq!(result(100, 0), SyzygyWdl::Win);
        assert_eq!(result(101, 0), SyzygyWdl::CursedWin);
        assert_eq!(result(10, 90), SyzygyWdl::Win);
        assert_eq!(result(10, 91), SyzygyWdl::CursedWin);
        assert_eq!(result(-10, 90), SyzygyWdl::Loss);
        assert_eq!(result(-10, 91), SyzygyWdl::BlessedLoss);
        assert_eq!(result(0, 40), SyzygyWdl::Draw);
        assert_eq!(with_clock(1, true, 99), SyzygyWdl::Win);
    }
}
