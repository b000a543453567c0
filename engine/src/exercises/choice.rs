//! Whether one move, or a few, are clearly better than all others.

use super::settings::{
    DECIDED_CHANCE, EQUAL_POINTS, FEW_MEN, MAX_ACCEPTED, MIN_CHANCE, MIN_ENDING_GAP, MIN_GAP,
};
use crate::explain::chance;
use crate::rules::{Move, Position};
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
    /// The choice by the lines of a search of the position, best first.
    pub fn of(lines: &[Line], position: &Position) -> Choice {
        let Some(best) = lines.first().map(|line| chance(line.score)) else {
            return Choice::Unclear;
        };
        let is_equal = |line: &&Line| best - chance(line.score) <= EQUAL_POINTS;
        let equal: Vec<&Line> = lines.iter().take_while(is_equal).collect();
        if best < MIN_CHANCE || equal.len() > MAX_ACCEPTED {
            return Choice::Unclear;
        }
        let Some(next) = lines.get(equal.len()).map(|line| chance(line.score)) else {
            return match lines.len() < position.count_legal_moves() && lines.len() <= MAX_ACCEPTED {
                true => Choice::Open,
                false => Choice::Unclear,
            };
        };
        let gap = match position.occupied().len() as u32 <= FEW_MEN {
            true => MIN_ENDING_GAP,
            false => MIN_GAP,
        };
        if best - next < gap || next >= DECIDED_CHANCE {
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
    use crate::search::Score::{self, Cp, Mate};

    /// A middlegame, and an ending with two legal moves.
    const MANY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const TWO: &str = "7k/8/8/8/8/8/7q/K7 w - - 0 1";
    const ROOKS: &str = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 40";

    fn choice(scores: &[Score], fen: &str) -> Choice {
        let position = Position::from_fen(fen).unwrap();
        let moves = position.legal_moves();
        let lines = scores.iter().zip(moves.iter());
        let lines: Vec<Line> = lines.map(|(&score, &mv)| line(mv, score)).collect();
        Choice::of(&lines, &position)
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
        let clear = |scores: &[Score]| match choice(scores, MANY) {
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
        assert_eq!(choice(&[Cp(0), Cp(0)], MANY), Choice::Open);
        assert_eq!(choice(&[Cp(0), Cp(0)], TWO), Choice::Unclear);
        assert_eq!(choice(&[Cp(0); 4], MANY), Choice::Unclear);
    }

    #[test]
    fn among_few_men_the_gap_is_that_between_a_win_and_a_draw() {
        let only = |best, next| choice(&[Cp(best), Cp(next)], ROOKS).only().is_some();
        assert!(!only(0, -190));
        assert!(only(0, -500));
        assert!(only(600, 0));
    }
}
