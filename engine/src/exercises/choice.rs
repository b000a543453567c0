//! Whether one move, or a few, are clearly better than all others.

use super::settings::{DECIDED_CHANCE, EQUAL_POINTS, MAX_ACCEPTED, MIN_CHANCE, MIN_GAP};
use crate::explain::chance;
use crate::rules::Move;
use crate::search::Line;

/// Lines of a search that looks for one good move.
pub(super) const TWO_LINES: u8 = 2;
/// Lines of a search that looks for several.
pub(super) const MORE_LINES: u8 = MAX_ACCEPTED as u8 + 1;

/// What the lines of a search say about the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// These moves are good, the best first, and every other one is worse by a clear margin.
    Clear(Vec<Move>),
    /// All moves shown are equally good; more lines are needed.
    Open,
    /// There is no clear margin, or the position is decided whatever is played.
    Unclear,
}

impl Choice {
    /// The choice by the lines of a search, best first, in a position with so many legal moves.
    pub fn of(lines: &[Line], legal_moves: usize) -> Choice {
        let Some(best) = lines.first().map(|line| chance(line.score)) else {
            return Choice::Unclear;
        };
        let is_equal = |line: &&Line| best - chance(line.score) <= EQUAL_POINTS;
        let equal: Vec<&Line> = lines.iter().take_while(is_equal).collect();
        if best < MIN_CHANCE || equal.len() > MAX_ACCEPTED {
            return Choice::Unclear;
        }
        let Some(next) = lines.get(equal.len()).map(|line| chance(line.score)) else {
            return match lines.len() < legal_moves && lines.len() <= MAX_ACCEPTED {
                true => Choice::Open,
                false => Choice::Unclear,
            };
        };
        if best - next < MIN_GAP || next >= DECIDED_CHANCE {
            return Choice::Unclear;
        }
        let moves = equal.iter().filter_map(|line| line.pv.first().copied());
        Choice::Clear(moves.collect())
    }

    /// The only good move.
    pub fn only(&self) -> Option<Move> {
        match self {
            Choice::Clear(moves) if moves.len() == 1 => moves.first().copied(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::search::Score::{self, Cp, Mate};

    fn choice(scores: &[Score], legal_moves: usize) -> Choice {
        let moves = Position::startpos().legal_moves();
        let lines = scores.iter().zip(moves.iter());
        let lines: Vec<Line> = lines.map(|(&score, &mv)| line(mv, score)).collect();
        Choice::of(&lines, legal_moves)
    }

    fn line(mv: Move, score: Score) -> Line {
        Line {
            rank: 1,
            depth: 9,
            seldepth: 9,
            score,
            nodes: 1,
            time_ms: 1,
            hashfull: 0,
            explored: None,
            pv: vec![mv],
        }
    }

    /// Numbers of good moves; 300 centipawns of the network are 80.6 %, 150 are 66.7 %, 20 are 52.4 %.
    #[test]
    fn moves_are_good_where_every_other_one_is_clearly_worse() {
        let clear = |scores: &[Score]| match choice(scores, 20) {
            Choice::Clear(moves) => Some(moves.len()),
            _ => None,
        };
        assert_eq!(clear(&[Cp(150), Cp(0)]), Some(1));
        assert_eq!(clear(&[Cp(150), Cp(140), Cp(0)]), Some(2));
        assert_eq!(clear(&[Cp(0), Cp(0), Cp(-10), Cp(-300)]), Some(3));
        assert_eq!(clear(&[Cp(0), Cp(0), Cp(-10), Cp(-10)]), None);
        assert_eq!(clear(&[Mate(2), Mate(5), Cp(0)]), Some(2));
        // Neither equal nor clearly worse.
        assert_eq!(clear(&[Cp(150), Cp(90)]), None);
        // The other one wins, too.
        assert_eq!(clear(&[Mate(2), Cp(350)]), None);
        assert_eq!(clear(&[Mate(2), Cp(200)]), Some(1));
        // Lost anyway.
        assert_eq!(clear(&[Cp(-300), Mate(-2)]), None);
        assert_eq!(clear(&[]), None);
    }

    #[test]
    fn where_all_lines_are_equal_more_are_needed_until_too_many_are() {
        assert_eq!(choice(&[Cp(0), Cp(0)], 20), Choice::Open);
        assert_eq!(choice(&[Cp(0), Cp(0)], 2), Choice::Unclear);
        assert_eq!(choice(&[Cp(0); 4], 20), Choice::Unclear);
        assert_eq!(choice(&[Cp(0)], 1), Choice::Unclear);
    }
}
