//! What is told while a search runs.

use engine::player::{Calculator, NeverStop, StoppedClock};
use engine::rules::{Color, Game};
use engine::search::{Line, Report, RootMove, Score, SearchLimits};

use super::{HASH_MB, assert_playable, choose, game};

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn reports(game: &Game, limits: &SearchLimits) -> (Vec<Line>, Vec<RootMove>) {
    let mut calculator = Calculator::new(HASH_MB);
    let (_, reports) = choose(&mut calculator, game, limits, &StoppedClock, &NeverStop);
    let mut lines = Vec::new();
    let mut root_moves = Vec::new();
    for report in reports {
        match report {
            Report::Depth(line) => lines.push(line),
            Report::RootMove(root_move) => root_moves.push(root_move),
        }
    }
    (lines, root_moves)
}

#[test]
fn every_finished_depth_is_reported_once_with_a_playable_line() {
    let game = game(MIDDLEGAME);
    let (lines, _) = reports(&game, &SearchLimits::depth(7));
    let depths: Vec<u8> = lines.iter().map(|line| line.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
    for pair in lines.windows(2) {
        assert!(pair[0].nodes < pair[1].nodes);
    }
    for line in &lines {
        assert!(!line.pv.is_empty() && line.seldepth >= line.depth);
        assert_playable(&game, &line.pv);
    }
}

#[test]
fn every_root_move_is_reported_at_every_depth() {
    let game = game(MIDDLEGAME);
    let count = game.position().legal_moves().len();
    let (_, root_moves) = reports(&game, &SearchLimits::depth(4));
    for depth in 1..=4 {
        let at_depth: Vec<&RootMove> = root_moves
            .iter()
            .filter(|report| report.depth == depth)
            .collect();
        assert_eq!(at_depth.len(), count);
        for (index, report) in at_depth.iter().enumerate() {
            assert_eq!(
                (usize::from(report.number), usize::from(report.of)),
                (index + 1, count)
            );
            assert!(game.position().is_legal(report.mv) && report.nodes > 0);
        }
    }
}

#[test]
fn several_lines_come_best_first_and_begin_differently() {
    let game = game(MIDDLEGAME);
    let value = |score: Score| match score {
        Score::Cp(cp) => cp,
        Score::Mate(moves) => moves.signum() * (100_000 - moves.abs()),
    };
    for multipv in [2, 3, 5] {
        let (lines, _) = reports(&game, &SearchLimits::depth(6).with_multipv(multipv));
        assert_eq!(lines.len(), 6 * usize::from(multipv));
        for depth in lines.chunks(usize::from(multipv)) {
            let ranks: Vec<u8> = depth.iter().map(|line| line.rank).collect();
            assert_eq!(ranks, (1..=multipv).collect::<Vec<_>>());
            for pair in depth.windows(2) {
                assert!(value(pair[0].score) >= value(pair[1].score), "{pair:?}");
                assert_ne!(pair[0].pv[0], pair[1].pv[0]);
            }
            for line in depth {
                assert_playable(&game, &line.pv);
            }
        }
    }
}

#[test]
fn more_lines_than_moves_are_cut_to_the_moves() {
    let game = game("7k/8/8/8/8/8/r7/7K w - - 0 1");
    let count = game.position().legal_moves().len();
    let (lines, _) = reports(&game, &SearchLimits::depth(2).with_multipv(200));
    assert_eq!(lines.len(), 2 * count);
}

#[test]
fn a_score_turns_for_black() {
    assert_eq!(Score::Cp(31).for_white(Color::White), Score::Cp(31));
    assert_eq!(Score::Cp(31).for_white(Color::Black), Score::Cp(-31));
    assert_eq!(Score::Mate(-2).for_white(Color::Black), Score::Mate(2));
}
