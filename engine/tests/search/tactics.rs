//! Mates and traps that the search has to find.

use engine::rules::{Color, Game};
use engine::search::{Options, Score, SearchLimits};

use super::{HASH_MB, assert_playable, choose, game, new_calculator, played, search};
use engine::player::{NeverStop, StopReason, StoppedClock};

/// Positions with the number of moves to mate, for the side to move.
const MATES: [(&str, i32); 12] = [
    ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1),
    (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        1,
    ),
    (
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2",
        1,
    ),
    ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1),
    ("8/8/8/8/8/1k6/7r/K7 w - - 0 1", -1),
    ("k7/2Q5/2K5/8/8/8/8/8 w - - 0 1", 1),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    (
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
        3,
    ),
    (
        "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1",
        3,
    ),
    ("8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 0 1", 3),
    ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 0),
];

#[test]
fn mates_are_found_a_few_plies_beyond_their_depth() {
    for (fen, moves) in MATES {
        let game = game(fen);
        if moves == 0 {
            let decision = search(&game, &SearchLimits::depth(3));
            assert_eq!(
                (decision.mv, decision.stop_reason),
                (None, StopReason::GameOver),
                "{fen}"
            );
            continue;
        }
        let decision = search(
            &game,
            // A quiet sacrifice is pruned by its price until the table knows better.
            &SearchLimits::depth(2 * moves.unsigned_abs() as u8 + 12),
        );
        assert_eq!(decision.lines[0].score, Score::Mate(moves), "{fen}");
        assert_playable(&game, &decision.lines[0].pv);
    }
}

#[test]
fn a_search_for_a_mate_finds_the_shortest_and_ends() {
    for (fen, moves) in MATES.into_iter().filter(|(_, moves)| *moves > 0) {
        let limits = SearchLimits {
            mate: Some(moves as u8),
            ..SearchLimits::default()
        };
        let decision = search(&game(fen), &limits);
        assert_eq!(decision.lines[0].score, Score::Mate(moves), "{fen}");
        assert_eq!(decision.stop_reason, StopReason::Mate, "{fen}");
    }
}

#[test]
fn a_search_for_a_mate_that_is_not_there_ends_too() {
    let limits = SearchLimits {
        mate: Some(2),
        ..SearchLimits::default()
    };
    let decision = search(&Game::new(), &limits);
    assert_eq!(
        (decision.stop_reason, decision.depth),
        (StopReason::Depth, 3)
    );
    assert!(decision.mv.is_some());
}

#[test]
fn a_mate_is_played_out_move_by_move() {
    let mut game = game("8/8/8/8/8/5K2/7Q/5k2 w - - 0 1");
    let mut calculator = new_calculator(HASH_MB);
    calculator.remember(true);
    for _ in 0..5 {
        if game.outcome().is_some() {
            break;
        }
        let limits = SearchLimits::depth(6);
        let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
        game.play(decision.mv.unwrap()).unwrap();
    }
    assert_eq!(
        game.outcome().map(|outcome| outcome.winner),
        Some(Some(Color::White))
    );
}

/// The depth-1 trap from the article on server-side search: taking the queen on d8 allows mate at ply 4.
const TRAP: &str = "e2e4 e7e5 g1f3 g8f6 f3e5 b8c6 e5c6 d7c6 d2d3 f8c5 c1g5 f6e4";

#[test]
fn from_depth_four_the_queen_of_the_trap_is_refused() {
    let game = played(TRAP);
    let bait = game.position().parse_uci("g5d8").unwrap();
    let mut calculator = new_calculator(HASH_MB);
    for (quiescence, null_move) in [(true, true), (false, true), (true, false), (false, false)] {
        calculator.set_options(Options {
            quiescence,
            null_move,
        });
        for depth in 4..=8 {
            let limits = SearchLimits::depth(depth);
            let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
            assert_ne!(decision.mv, Some(bait), "depth {depth}");
        }
    }
}

#[test]
fn the_mate_behind_the_trap_is_seen_once_the_queen_is_taken() {
    let game = super::continued(played(TRAP), "g5d8");
    let decision = search(&game, &SearchLimits::depth(4));
    assert_eq!(decision.lines[0].score, Score::Mate(2));
}

#[test]
fn switches_change_the_search() {
    let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut nodes = Vec::new();
    for (quiescence, null_move) in [(true, true), (false, true), (true, false)] {
        let mut calculator = new_calculator(HASH_MB);
        calculator.set_options(Options {
            quiescence,
            null_move,
        });
        let limits = SearchLimits::depth(5);
        nodes.push(
            choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop)
                .0
                .nodes,
        );
    }
    assert!(nodes[1] != nodes[0] && nodes[2] != nodes[0], "{nodes:?}");
}

#[test]
fn won_endings_are_won() {
    let endings = [
        "8/8/8/8/3k4/8/2R5/3K4 w - - 0 1",
        "8/8/8/8/3k4/8/2Q5/3K4 w - - 0 1",
        "8/8/8/3k4/8/8/2BB4/3K4 w - - 0 1",
    ];
    for fen in endings {
        let mut game = game(fen);
        let mut calculator = new_calculator(HASH_MB);
        calculator.remember(true);
        while game.outcome().is_none() {
            let limits = SearchLimits::depth(8);
            let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
            game.play(decision.mv.unwrap()).unwrap();
        }
        assert_eq!(game.outcome().unwrap().winner, Some(Color::White), "{fen}");
    }
}
