//! Lines of a search as the other side sees them.

use crate::explain::scene::legal_part;
use crate::rules::{Move, Position};
use crate::search::{Line, Score};

/// A line up to its first illegal move; `None` if that is the first one.
pub(super) fn legal(from: &Position, line: &Line) -> Option<Line> {
    let pv = legal_part(from, &line.pv).to_vec();
    (!pv.is_empty()).then(|| Line { pv, ..line.clone() })
}

/// The rest of a line after its first move, as the side sees it that replies; `None` without a reply.
pub(super) fn after_first(line: &Line) -> Option<Line> {
    let (_, rest) = line.pv.split_first()?;
    (!rest.is_empty()).then(|| Line {
        depth: line.depth.saturating_sub(1),
        score: after_move(line.score),
        pv: rest.to_vec(),
        ..line.clone()
    })
}

/// A line with a move before it, as the side sees it that makes the move.
pub(super) fn with_first(mv: Move, line: &Line) -> Line {
    Line {
        depth: line.depth.saturating_add(1),
        score: before_move(line.score),
        pv: [&[mv], &line.pv[..]].concat(),
        ..line.clone()
    }
}

/// A line of a move that ends the game, with the score of the position after it.
pub(super) fn last_move(mv: Move, end: Score) -> Line {
    Line {
        rank: 1,
        depth: 1,
        seldepth: 1,
        score: before_move(end),
        nodes: 0,
        time_ms: 0,
        hashfull: 0,
        explored: None,
        pv: vec![mv],
    }
}

/// The score of the side that replies, by the mover's score with a move of its own to make.
fn after_move(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(cp.saturating_neg()),
        Score::Mate(moves @ 1..) => Score::Mate(1 - moves),
        Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
    }
}

/// The mover's score, by the score of the side that replies.
fn before_move(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(cp.saturating_neg()),
        Score::Mate(moves @ 1..) => Score::Mate(-moves),
        Score::Mate(moves) => Score::Mate(1i32.saturating_sub(moves)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Score::{Cp, Mate};

    fn line(uci: &str, score: Score) -> Line {
        let start = Position::startpos();
        let first = start.parse_uci("e2e4").unwrap();
        let moves = uci.split_whitespace().scan(start, |position, uci| {
            let mv = position.parse_uci(uci).unwrap();
            *position = position.play(mv);
            Some(mv)
        });
        Line {
            score,
            pv: moves.collect(),
            ..last_move(first, Cp(0))
        }
    }

    #[test]
    fn a_score_before_and_after_a_move_is_one_score() {
        for (before, after) in [
            (Cp(30), Cp(-30)),
            (Mate(1), Mate(0)),
            (Mate(3), Mate(-2)),
            (Mate(-2), Mate(2)),
        ] {
            assert_eq!(after_move(before), after);
            assert_eq!(before_move(after), before);
        }
        assert_eq!(before_move(Mate(i32::MIN)), Mate(i32::MAX));
        assert_eq!(after_move(Mate(i32::MIN)), Mate(i32::MAX));
        assert_eq!(after_move(Cp(i32::MIN)), Cp(i32::MAX));
    }

    #[test]
    fn a_line_without_its_first_move_and_with_it_again_is_the_line() {
        let whole = Line {
            depth: 9,
            ..line("e2e4 e7e5 g1f3", Cp(20))
        };
        let rest = after_first(&whole).unwrap();
        assert_eq!((rest.pv.len(), rest.depth, rest.score), (2, 8, Cp(-20)));
        assert_eq!(with_first(whole.pv[0], &rest), whole);
        assert_eq!(after_first(&line("e2e4", Cp(20))), None);
        assert_eq!(after_first(&line("", Cp(20))), None);
    }

    #[test]
    fn a_line_ends_before_its_first_illegal_move() {
        let start = Position::startpos();
        let whole = line("e2e4 e7e5 g1f3", Cp(20));
        let mut broken = whole.clone();
        broken.pv[2] = whole.pv[0];
        assert_eq!(legal(&start, &whole), Some(whole.clone()));
        assert_eq!(legal(&start, &broken).unwrap().pv, whole.pv[..2]);
        broken.pv[0] = whole.pv[1];
        assert_eq!(legal(&start, &broken), None);
        assert_eq!(legal(&start, &line("", Cp(20))), None);
    }
}
