//! Monte Carlo tree search: the sign of values, mates, draws, tree reuse and reproducibility.

use engine::eval::Evaluation;
use engine::mcts::{Explorer, Rollouts};
use engine::player::{Calculator, Player, StopReason, StrategyId};
use engine::rules::{Game, Move, Position, Reason};
use engine::search::{Options, Score, SearchLimits};

use super::{choose, game, mv, played, player, positions_of_random_games};

const MAX_VISITS: u32 = 10_000;

fn explorer() -> Explorer {
    let mut explorer = Explorer::new(16, Evaluation::Tuned.into());
    explorer.limit_visits(Some(MAX_VISITS));
    explorer
}

/// Alpha-beta's mate score up to this many moves.
fn mate_within(position: &Position, moves: u8) -> Option<i32> {
    let limits = SearchLimits {
        mate: Some(moves),
        ..SearchLimits::nodes(40_000)
    };
    let decision = choose(
        &mut Calculator::new(1),
        &Game::from_position(*position),
        &limits,
        0,
    );
    match decision.lines[0].score {
        Score::Mate(found) if (1..=i32::from(moves)).contains(&found) => Some(found),
        _ => None,
    }
}

#[test]
fn the_explorer_finds_every_mate_in_one_and_two() {
    for moves in [1, 2] {
        let wanted = |position: &Position| mate_within(position, moves) == Some(i32::from(moves));
        for position in positions_of_random_games(u64::from(moves), 40, wanted) {
            let game = Game::from_position(position);
            let decision = choose(&mut explorer(), &game, &SearchLimits::default(), 0);
            let fen = position.to_fen();
            assert_eq!(decision.stop_reason, StopReason::Mate, "{fen}");
            match decision.lines[0].score {
                // A slower mate may be certain before the quickest is found.
                Score::Mate(found) => assert!(found == 1 || moves > 1 && found > 1, "{fen}"),
                Score::Cp(cp) => panic!("{fen}: {cp}"),
            }
        }
    }
}

#[test]
fn rollouts_find_every_mate_in_one() {
    let wanted = |position: &Position| mate_within(position, 1) == Some(1);
    for position in positions_of_random_games(3, 30, wanted) {
        let game = Game::from_position(position);
        let mut rollouts = Rollouts::new(8, Evaluation::Classic.into());
        let decision = choose(&mut rollouts, &game, &SearchLimits::depth(1), 1);
        assert_eq!(
            decision.lines[0].score,
            Score::Mate(1),
            "{}",
            position.to_fen()
        );
    }
}

/// Whether the opponent mates at once after `mv`.
fn walks_into_mate(position: &Position, mv: Move) -> bool {
    let child = position.play(mv);
    child.legal_moves().iter().any(|&reply| {
        let after = child.play(reply);
        after.in_check() && !after.has_legal_move()
    })
}

#[test]
fn nobody_walks_into_a_mate_in_one_that_can_be_avoided() {
    // With an inverted sign, as in the article, the player plays for the opponent.
    let wanted = |position: &Position| {
        let moves = position.legal_moves();
        let walks = moves
            .iter()
            .filter(|&&mv| walks_into_mate(position, mv))
            .count();
        walks > 0 && walks < moves.len()
    };
    for (seed, position) in positions_of_random_games(5, 30, wanted)
        .into_iter()
        .enumerate()
    {
        let game = Game::from_position(position);
        for id in [StrategyId::Explorer, StrategyId::ExplorerRollout] {
            let limits = SearchLimits {
                depth: Some(2),
                nodes: Some(30_000),
                ..SearchLimits::default()
            };
            let decision = choose(&mut *player(id), &game, &limits, seed as u64);
            let chosen = decision.mv.unwrap();
            assert!(
                !walks_into_mate(&position, chosen),
                "{id} plays {chosen} in {}",
                position.to_fen()
            );
        }
    }
}

#[test]
fn a_queen_that_hangs_is_taken_and_one_that_is_missing_is_missed() {
    // No mate is near, so only the sign of leaf values decides.
    let cases = [
        (
            "4k3/ppp2ppp/8/3q4/8/2N5/PPP2PPP/4K3 w - - 0 1",
            Some("c3d5"),
        ),
        (
            "4k3/ppp2ppp/2n5/8/3Q4/8/PPP2PPP/4K3 b - - 0 1",
            Some("c6d4"),
        ),
        ("4k3/ppp2ppp/8/3q4/8/8/PPP2PPP/4K3 w - - 0 1", None),
        ("4k3/ppp2ppp/8/8/3Q4/8/PPP2PPP/4K3 b - - 0 1", None),
    ];
    for (fen, taking) in cases {
        let game = game(fen);
        for id in [StrategyId::Explorer, StrategyId::ExplorerRollout] {
            let decision = choose(&mut *player(id), &game, &SearchLimits::nodes(100_000), 1);
            let Score::Cp(cp) = decision.lines[0].score else {
                panic!("{id}: {fen}: a mate");
            };
            assert_eq!(cp > 0, taking.is_some(), "{id}: {fen}: {cp}");
            if let Some(taking) = taking {
                assert_eq!(decision.mv, Some(mv(&game, taking)), "{id}: {fen}");
            }
        }
    }
}

#[test]
fn a_won_position_is_never_stalemated() {
    for fen in [
        "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
        "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1",
        "5k2/5P2/5K2/8/8/8/8/6R1 w - - 0 1",
        "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1",
        "k7/2K5/8/8/8/8/1R6/8 w - - 0 1",
        "8/8/8/8/8/5k2/4q3/7K b - - 0 1",
        "7k/7P/5K2/8/8/8/8/1Q6 w - - 0 1",
        "8/8/8/8/8/1k6/2q5/K7 b - - 0 1",
    ] {
        let game = game(fen);
        for id in [StrategyId::Explorer, StrategyId::ExplorerRollout] {
            let limits = SearchLimits::nodes(20_000);
            let decision = choose(&mut *player(id), &game, &limits, 4);
            let mut after = game.clone();
            after.play(decision.mv.unwrap()).unwrap();
            let reason = after.outcome().map(|outcome| outcome.reason);
            assert_ne!(reason, Some(Reason::Stalemate), "{id}: {fen}");
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_tree() {
    let game = played("e2e4 e7e5 g1f3 b8c6 f1c4");
    for id in [StrategyId::Explorer, StrategyId::ExplorerRollout] {
        let once = |seed| choose(&mut *player(id), &game, &SearchLimits::nodes(30_000), seed);
        assert_eq!(once(7), once(7), "{id}");
    }
    let rollouts = |seed| {
        choose(
            &mut *player(StrategyId::ExplorerRollout),
            &game,
            &SearchLimits::nodes(30_000),
            seed,
        )
    };
    assert_ne!(rollouts(7).lines, rollouts(8).lines, "seeds matter");
}

#[test]
fn nodes_are_never_exceeded_and_visits_are_told() {
    let game = Game::new();
    for id in [StrategyId::Explorer, StrategyId::ExplorerRollout] {
        for nodes in [1, 50, 5_000] {
            let decision = choose(&mut *player(id), &game, &SearchLimits::nodes(nodes), 1);
            assert!(
                decision.nodes <= nodes,
                "{id}: {} of {nodes}",
                decision.nodes
            );
            assert!(decision.mv.is_some());
        }
        let limits = SearchLimits::nodes(20_000).with_multipv(5);
        let decision = choose(&mut *player(id), &game, &limits, 1);
        assert_eq!(decision.lines.len(), 5);
        let visits: Vec<u32> = decision
            .lines
            .iter()
            .map(|line| line.explored.unwrap().visits)
            .collect();
        assert!(
            visits.is_sorted_by(|a, b| a >= b) && visits[0] > 0,
            "{visits:?}"
        );
    }
}

#[test]
fn source_as_visits_follow_the_depth() {
    let game = Game::new();
    for (depth, visits) in [(1, 250), (3, 750)] {
        let mut rollouts = Rollouts::new(8, Evaluation::Classic.into());
        let limits = SearchLimits::depth(depth).with_multipv(20);
        let decision = choose(&mut rollouts, &game, &limits, 1);
        let sum: u32 = decision
            .lines
            .iter()
            .map(|line| line.explored.unwrap().visits)
            .sum();
        assert_eq!(
            sum, visits,
            "each visit of the root is one of its children's"
        );
    }
}

#[test]
fn a_tree_serves_the_next_move_and_a_full_one_stays_in_its_memory() {
    let mut explorer = Explorer::new(2, Evaluation::Tuned.into());
    explorer.remember(true);
    let mut game = Game::new();
    let first = choose(&mut explorer, &game, &SearchLimits::nodes(60_000), 0);
    let pv = &first.lines[0].pv;
    game.play(pv[0]).unwrap();
    game.play(pv[1]).unwrap();
    // Without new visits, all visits come from the reused tree.
    let second = choose(&mut explorer, &game, &SearchLimits::nodes(1), 0);
    assert!(second.lines[0].explored.unwrap().visits > 10);
    let full = choose(&mut explorer, &game, &SearchLimits::nodes(400_000), 0);
    assert!(full.lines[0].hashfull <= 1_000);
    assert!(full.mv.is_some());
}

#[test]
fn a_repetition_is_seen_as_a_draw() {
    // White, a queen ahead, brings about the third occurrence of the first position.
    let mut game = game("7k/8/8/8/8/8/5PPP/3Q2K1 b - - 0 1");
    for uci in ["h8g8", "d1d2", "g8h8", "d2d1", "h8g8", "d1d2", "g8h8"] {
        let step = mv(&game, uci);
        game.play(step).unwrap();
    }
    for id in [StrategyId::Explorer, StrategyId::ExplorerRollout] {
        let limits = SearchLimits {
            searchmoves: vec![mv(&game, "d2d1")],
            ..SearchLimits::nodes(5_000)
        };
        let decision = choose(&mut *player(id), &game, &limits, 0);
        let line = &decision.lines[0];
        assert!(line.explored.unwrap().visits > 0, "{id}");
        assert_eq!(line.score, Score::Cp(0), "{id}");
    }
}

#[test]
fn only_moves_asked_for_are_chosen() {
    let game = Game::new();
    for id in [StrategyId::Explorer, StrategyId::ExplorerRollout] {
        let limits = SearchLimits {
            searchmoves: vec![mv(&game, "a2a3"), mv(&game, "h2h4")],
            ..SearchLimits::nodes(2_000)
        };
        let decision = choose(&mut *player(id), &game, &limits, 3);
        assert!(limits.searchmoves.contains(&decision.mv.unwrap()), "{id}");
    }
}

#[test]
fn a_new_game_forgets_the_tree() {
    let mut explorer = Explorer::new(4, Evaluation::Tuned.into());
    explorer.remember(true);
    let game = Game::new();
    let first = choose(&mut explorer, &game, &SearchLimits::nodes(20_000), 0);
    explorer.new_game();
    let again = choose(&mut explorer, &game, &SearchLimits::nodes(20_000), 0);
    assert_eq!(first, again);
}

#[test]
fn without_quiescence_the_explorer_sees_no_exchange() {
    let game = game("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1");
    let takes_the_guarded_pawn = |quiescence| {
        let mut explorer = explorer();
        explorer.set_options(Options {
            quiescence,
            ..Options::default()
        });
        let limits = SearchLimits {
            searchmoves: vec![mv(&game, "d1d5"), mv(&game, "e1e2")],
            ..SearchLimits::nodes(3)
        };
        choose(&mut explorer, &game, &limits, 0).mv == Some(mv(&game, "d1d5"))
    };
    assert!(takes_the_guarded_pawn(false));
    assert!(!takes_the_guarded_pawn(true));
}

#[test]
fn the_shown_tree_has_the_visits_and_values_of_the_search() {
    let game = game("r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8");
    let mut explorer = explorer();
    explorer.limit_visits(Some(2_000));
    let limits = SearchLimits::default().with_multipv(5);
    let decision = choose(&mut explorer, &game, &limits, 0);
    let whole = explorer.explored_tree(usize::MAX);
    assert_eq!(
        (whole[0].visits, whole[0].mv, whole[0].parent),
        (2_000, None, None)
    );
    for line in &decision.lines {
        let found = line.explored.unwrap();
        let root_move = whole
            .iter()
            .find(|node| node.parent == Some(0) && node.mv == Some(found.mv));
        let root_move = root_move.unwrap();
        assert_eq!((root_move.visits, root_move.q), (found.visits, found.q));
    }
    for max in [usize::MAX, 300, 1] {
        let nodes = explorer.explored_tree(max);
        assert!(nodes.len() <= max);
        let mut last_visits = vec![u32::MAX; nodes.len()];
        let mut below = vec![0; nodes.len()];
        for (index, node) in nodes.iter().enumerate().skip(1) {
            let parent = node.parent.unwrap() as usize;
            assert!(parent < index);
            // The most visited of siblings first.
            assert!(node.visits <= last_visits[parent]);
            last_visits[parent] = node.visits;
            below[parent] += node.visits;
        }
        for (node, below) in nodes.iter().zip(below) {
            assert!(below <= node.visits);
        }
    }
}
