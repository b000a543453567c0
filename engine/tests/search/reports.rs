//! Reports of a running search.

use engine::player::{NeverStop, StoppedClock};
use engine::rules::{Color, Game};
use engine::search::{Bound, Line, Report, RootMove, Score, SearchLimits};

use super::{HASH_MB, assert_playable, choose, game, new_calculator, value};

const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

const OPENING: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

/// Quiet and sharp; together their windows fail on both sides.
const WINDOWS: [&str; 5] = [
    MIDDLEGAME,
    OPENING,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/pp2bppp/2npbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R b - - 4 10",
    // A quiet move mates and is found late: a fail high.
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
];

fn reports(game: &Game, limits: &SearchLimits) -> (Vec<Line>, Vec<RootMove>) {
    let mut calculator = new_calculator(HASH_MB);
    let (_, reports) = choose(&mut calculator, game, limits, &StoppedClock, &NeverStop);
    let mut lines = Vec::new();
    let mut root_moves = Vec::new();
    for report in reports {
        match report {
            Report::Depth(line) => lines.push(line),
            Report::RootMove(root_move) => root_moves.push(root_move),
            Report::Trying(_) | Report::Unfinished { .. } | Report::Explored(_) => {}
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

/// Each root move's last report at a depth, in the order of reporting.
fn last_reports(root_moves: &[RootMove], depth: u8) -> Vec<&RootMove> {
    let mut last: Vec<&RootMove> = Vec::new();
    for report in root_moves.iter().filter(|report| report.depth == depth) {
        last.retain(|known| known.mv != report.mv);
        last.push(report);
    }
    last
}

#[test]
fn the_last_report_of_each_root_move_says_truly_what_its_score_is() {
    let mut searched_again = 0;
    for fen in WINDOWS {
        let game = game(fen);
        let count = game.position().legal_moves().len();
        let (lines, root_moves) = reports(&game, &SearchLimits::depth(8));
        for line in &lines {
            let last = last_reports(&root_moves, line.depth);
            assert_eq!(last.len(), count, "{fen} at depth {}", line.depth);
            let best = last.iter().find(|report| report.mv == line.pv[0]).unwrap();
            assert_eq!((best.score, best.bound), (line.score, Bound::Exact));
            for report in last {
                assert!(value(report.score) <= value(line.score), "{report:?}");
                assert_ne!(report.bound, Bound::Lower, "{report:?}");
            }
            let passes = root_moves
                .iter()
                .filter(|report| report.depth == line.depth);
            searched_again += passes.count() - count;
        }
    }
    assert!(
        searched_again > 0,
        "no window was too narrow: nothing was tested"
    );
}

#[test]
fn scores_outside_the_expected_window_are_reported_as_bounds() {
    let mut seen = Vec::new();
    for fen in WINDOWS {
        let (_, root_moves) = reports(&game(fen), &SearchLimits::depth(8));
        for (report, next) in root_moves.iter().zip(&root_moves[1..]) {
            let again = next.depth == report.depth && next.number == 1;
            // A pass that ends before the last move ends with a fail high.
            if again && report.number < report.of {
                assert_eq!(report.bound, Bound::Lower, "{report:?}");
                seen.push(report.bound);
            }
            // The first move of a pass has the whole window: an upper bound is a fail low.
            if report.number == 1 && report.bound == Bound::Upper {
                seen.push(report.bound);
            }
        }
    }
    assert!(
        seen.contains(&Bound::Lower) && seen.contains(&Bound::Upper),
        "{seen:?}"
    );
}

#[test]
fn several_lines_come_best_first_and_begin_differently() {
    let game = game(MIDDLEGAME);
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

#[test]
fn a_root_move_is_announced_before_it_is_searched() {
    let mut calculator = new_calculator(HASH_MB);
    let (_, reports) = choose(
        &mut calculator,
        &game(MIDDLEGAME),
        &SearchLimits::depth(6),
        &StoppedClock,
        &NeverStop,
    );
    let mut announced = None;
    let mut searched = 0;
    for report in reports {
        match report {
            Report::Trying(trying) => announced = Some((trying.mv, trying.depth, trying.number)),
            Report::RootMove(root_move) => {
                let move_searched = (root_move.mv, root_move.depth, root_move.number);
                assert_eq!(announced.take(), Some(move_searched));
                searched += 1;
            }
            _ => {}
        }
    }
    assert!(searched >= 6, "{searched}");
}

#[test]
fn a_depth_searched_again_says_what_it_knows_so_far() {
    let mut bounds = Vec::new();
    for fen in WINDOWS {
        let game = game(fen);
        let mut calculator = new_calculator(HASH_MB);
        let limits = SearchLimits::depth(9);
        let (_, reports) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
        let mut finished = 0;
        for report in &reports {
            match report {
                Report::Depth(line) => finished = line.depth,
                Report::Unfinished { line, bound } => {
                    assert_eq!(line.depth, finished + 1);
                    assert_playable(&game, &line.pv);
                    bounds.push(*bound);
                }
                _ => {}
            }
        }
    }
    assert!(bounds.contains(&Bound::Lower) && bounds.contains(&Bound::Upper));
    assert!(!bounds.contains(&Bound::Exact));
}
