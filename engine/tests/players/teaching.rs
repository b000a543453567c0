//! The teaching strategies: what each finds and overlooks, and the article's bugs that they do not have.

use std::collections::BTreeSet;

use engine::eval::Evaluation;
use engine::player::{Control, NeverStop, Player, Source, StoppedClock, StrategyId};
use engine::rules::Game;
use engine::search::{Cause, NoRecorder, Options, Score, SearchLimits, SearchTree, TreeRecorder};
use engine::teaching::{BasicAlphaBeta, MinimaxPlayer, MinimaxSearch, compare_pruning};

use super::{choose, game, mv, played, player};

/// The depth-1 trap from the article on server-side search: after 6... Nxe4 taking the queen allows mate at
/// the fourth ply.
const TRAP: &str = "e2e4 e7e5 g1f3 g8f6 f3e5 b8c6 e5c6 d7c6 d2d3 f8c5 c1g5 f6e4";

fn plain(quiescence: bool) -> BasicAlphaBeta {
    let options = Options {
        quiescence,
        null_move: quiescence,
    };
    BasicAlphaBeta::new(Evaluation::Classic.into(), options)
}

#[test]
fn dice_play_every_legal_move_and_say_so() {
    let game = Game::new();
    let mut drawn = BTreeSet::new();
    for seed in 0..400 {
        let decision = choose(
            &mut *player(StrategyId::Dice),
            &game,
            &SearchLimits::default(),
            seed,
        );
        assert_eq!((decision.source, decision.nodes), (Source::Chance, 0));
        drawn.insert(decision.mv.unwrap());
    }
    assert_eq!(drawn.len(), 20);
}

#[test]
fn the_grabber_takes_what_it_can_whatever_comes_back() {
    let game = game("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1");
    let mut grabber = PlayerConfig::material(StrategyId::Grabber);
    let decision = choose(&mut *grabber, &game, &SearchLimits::depth(5), 0);
    assert_eq!(decision.mv, Some(mv(&game, "e2e5")));
    assert_eq!((decision.depth, decision.nodes), (1, 14));
}

/// Players with the material evaluation.
struct PlayerConfig;

impl PlayerConfig {
    fn material(id: StrategyId) -> Box<dyn Player + Send> {
        let config = engine::player::PlayerConfig {
            evaluation: Some(Evaluation::Material),
            ..engine::player::PlayerConfig::default()
        };
        config.player(id).unwrap()
    }
}

#[test]
fn equal_moves_are_drawn_by_lot_from_the_seed() {
    let game = Game::new();
    for id in [StrategyId::Grabber, StrategyId::Plodder, StrategyId::Pruner] {
        let once = |seed| {
            choose(
                &mut *PlayerConfig::material(id),
                &game,
                &SearchLimits::depth(1),
                seed,
            )
            .mv
        };
        assert_eq!(once(3), once(3), "{id}");
        let moves: BTreeSet<_> = (0..60).map(once).collect();
        assert!(moves.len() > 10, "{id}: {moves:?}");
    }
}

#[test]
fn the_plain_stages_fall_into_the_trap_until_they_see_four_plies() {
    let game = played(TRAP);
    let queen = mv(&game, "g5d8");
    for depth in 1..=5 {
        let mut limits = SearchLimits::depth(depth);
        let pruner = choose(&mut plain(false), &game, &limits, 0);
        assert_eq!(pruner.mv == Some(queen), depth < 4, "pruner, depth {depth}");
        if depth == 5 {
            // Without pruning, five plies of all moves take twenty seconds; one move that is better
            // than the queen is enough.
            limits.searchmoves = [queen].into_iter().chain(pruner.mv).collect();
        }
        let plodder = choose(
            &mut MinimaxPlayer::new(Evaluation::Classic.into()),
            &game,
            &limits,
            0,
        );
        assert_eq!(
            plodder.mv == Some(queen),
            depth < 4,
            "plodder, depth {depth}"
        );
    }
}

#[test]
fn the_full_engine_refuses_from_depth_four_at_the_latest() {
    let game = played(TRAP);
    let queen = mv(&game, "g5d8");
    for id in [StrategyId::Calculator, StrategyId::Pruner] {
        for depth in 4..=6 {
            let decision = choose(&mut *player(id), &game, &SearchLimits::depth(depth), 0);
            assert_ne!(decision.mv, Some(queen), "{id}, depth {depth}");
        }
    }
}

#[test]
fn a_third_occurrence_is_seen_as_a_draw() {
    let mut game = game("7k/8/8/8/8/8/5PPP/3Q2K1 b - - 0 1");
    for uci in ["h8g8", "d1d2", "g8h8", "d2d1", "h8g8", "d1d2", "g8h8"] {
        let step = mv(&game, uci);
        game.play(step).unwrap();
    }
    let limits = SearchLimits {
        searchmoves: vec![mv(&game, "d2d1")],
        ..SearchLimits::depth(3)
    };
    for id in [StrategyId::Plodder, StrategyId::Pruner] {
        let decision = choose(&mut *player(id), &game, &limits, 0);
        assert_eq!(decision.lines[0].score, Score::Cp(0), "{id}");
    }
}

#[test]
fn pruning_changes_the_price_and_not_the_value() {
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    for fen in positions {
        let game = game(fen);
        for depth in 1..=3 {
            let control = Control {
                clock: &StoppedClock,
                stop: &NeverStop,
                report: &mut |_| {},
                rng: engine::rng(0),
            };
            let saved = compare_pruning(
                &game,
                depth,
                Evaluation::Classic,
                &SearchLimits::default(),
                &control,
            );
            let saved = saved.unwrap();
            // Minimax visits every position of perft, and the ends before that depth.
            let all: u64 = (1..=depth)
                .map(|plies| engine::rules::perft(game.position(), plies))
                .sum();
            assert_eq!(saved.minimax, all, "{fen}, depth {depth}");
            assert!(saved.alpha_beta <= saved.minimax);
            assert!(
                depth < 3 || saved.alpha_beta * 3 < saved.minimax,
                "{fen}: {saved:?}"
            );
        }
        let limits = SearchLimits::depth(3);
        let value = |player: &mut dyn Player| choose(player, &game, &limits, 0).lines[0].score;
        let all = value(&mut MinimaxPlayer::new(Evaluation::Classic.into()));
        // Without quiescence and null move, pruning is sound up to depth 2; reductions begin at 3.
        let two = SearchLimits::depth(2);
        let plodder = choose(
            &mut MinimaxPlayer::new(Evaluation::Classic.into()),
            &game,
            &two,
            0,
        );
        let pruner = choose(&mut plain(false), &game, &two, 0);
        assert_eq!(plodder.lines[0].score, pruner.lines[0].score, "{fen}");
        assert!(matches!(all, Score::Cp(_)));
    }
}

#[test]
fn the_two_switches_change_the_search() {
    let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let nodes = |quiescence, null_move| {
        let options = Options {
            quiescence,
            null_move,
        };
        let mut pruner = BasicAlphaBeta::new(Evaluation::Classic.into(), options);
        choose(&mut pruner, &game, &SearchLimits::depth(4), 0).nodes
    };
    assert_ne!(nodes(true, true), nodes(true, false));
    assert_ne!(nodes(true, true), nodes(false, true));
}

#[test]
fn limits_hold_for_every_stage_and_an_unfinished_depth_replaces_nothing() {
    let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut finished_depths = 0;
    for id in [StrategyId::Plodder, StrategyId::Pruner] {
        for nodes in [1, 10, 100, 3_000] {
            let limited = choose(&mut *player(id), &game, &SearchLimits::nodes(nodes), 0);
            assert!(limited.nodes <= nodes, "{id}: {} of {nodes}", limited.nodes);
            assert!(limited.mv.is_some());
            if limited.depth > 0 {
                finished_depths += 1;
                let limits = SearchLimits::depth(limited.depth);
                let finished = choose(&mut *player(id), &game, &limits, 0);
                assert_eq!(limited.mv, finished.mv, "{id}, {nodes} nodes");
            }
        }
    }
    assert!(finished_depths >= 2, "{finished_depths}");
}

#[test]
fn a_stage_without_moves_says_that_the_game_is_over() {
    let mated = game("8/8/8/8/8/2k5/1q6/K7 w - - 0 1");
    for id in [
        StrategyId::Dice,
        StrategyId::Grabber,
        StrategyId::Plodder,
        StrategyId::Pruner,
        StrategyId::Explorer,
        StrategyId::ExplorerRollout,
        StrategyId::Learner,
        StrategyId::Ponder,
    ] {
        let decision = choose(&mut *player(id), &mated, &SearchLimits::depth(2), 0);
        assert_eq!(decision.mv, None, "{id}");
        assert_eq!(
            decision.stop_reason,
            engine::player::StopReason::GameOver,
            "{id}"
        );
    }
}

/// The tree of minimax, with the score of the search without a recorder.
fn minimax_tree(game: &Game, depth: u8, prunes: bool) -> (Score, u64, SearchTree) {
    let control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    let search = MinimaxSearch {
        depth,
        prunes,
        eval_config: Evaluation::Classic.into(),
    };
    let limits = SearchLimits::default();
    let plain = search.run(game, &limits, &control, NoRecorder).unwrap();
    let mut recorder = TreeRecorder::new(usize::MAX);
    let found = search.run(game, &limits, &control, &mut recorder);
    assert_eq!(found.as_ref(), Some(&plain));
    (plain.score, plain.nodes, recorder.into_tree())
}

#[test]
fn the_tree_of_the_articles_search_has_every_node_and_every_cut_its_reason() {
    let mut causes = BTreeSet::new();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "7k/5Q2/5K2/8/8/8/8/8 w - - 97 80",
    ] {
        let game = game(fen);
        for (quiescence, depth) in [(false, 3), (true, 3), (true, 4)] {
            let limits = SearchLimits::depth(depth);
            let plain_decision = choose(&mut plain(quiescence), &game, &limits, 0);
            let mut recorder = TreeRecorder::new(usize::MAX);
            let mut control = Control {
                clock: &StoppedClock,
                stop: &NeverStop,
                report: &mut |_| {},
                rng: engine::rng(0),
            };
            let decision = plain(quiescence).trace(&game, &limits, &mut control, &mut recorder);
            assert_eq!(decision, plain_decision);
            let tree = recorder.into_tree();
            assert_eq!(u64::from(tree.visits()), decision.nodes);
            let nodes = tree.nodes();
            let mut roots = nodes.iter().filter(|node| node.parent.is_none());
            assert_eq!(roots.clone().count(), usize::from(decision.depth));
            let score = roots.next_back().unwrap().score();
            assert_eq!(score, Some(decision.lines[0].score));
            for node in nodes.iter().filter(|node| node.parent.is_some()) {
                causes.insert(node.cause);
                let right = match node.cause {
                    Cause::HashMove | Cause::Capture | Cause::Killer | Cause::Quiet => {
                        node.score >= node.beta && node.value == node.score
                    }
                    Cause::StandPat | Cause::NullMove => node.score >= node.beta,
                    Cause::Table => node.value >= node.limit,
                    Cause::Draw => node.score == 0,
                    Cause::AllMoves => node.score < node.beta,
                    Cause::Leaf | Cause::NoMove => node.nodes == 1,
                    cause => panic!("{}", cause.name()),
                };
                assert!(right, "{node:?}");
            }
        }
    }
    assert!(causes.len() >= 9, "{causes:?}");
}

#[test]
fn the_tree_of_minimax_has_every_node_and_its_values_back_up() {
    let mut cuts = 0;
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // Stalemate, mate and draws within three plies.
        "7k/5Q2/5K2/8/8/8/8/8 w - - 97 80",
    ] {
        let game = game(fen);
        let (score, nodes, all) = minimax_tree(&game, 3, false);
        let (pruned_score, pruned_nodes, pruned) = minimax_tree(&game, 3, true);
        assert_eq!(score, pruned_score, "{fen}");
        for (tree, nodes) in [(&all, nodes), (&pruned, pruned_nodes)] {
            assert_eq!(tree.nodes().len() as u64, nodes);
            assert_eq!(tree.nodes()[0].score(), Some(score));
            let mut best = vec![i16::MIN; tree.nodes().len()];
            for (index, node) in tree.nodes().iter().enumerate().rev() {
                match node.cause {
                    Cause::AllMoves => assert_eq!(node.score, best[index]),
                    Cause::Capture | Cause::Quiet => {
                        assert_eq!(node.score, best[index]);
                        assert!(node.score >= node.beta && node.value == node.score);
                        cuts += 1;
                    }
                    Cause::Draw => assert_eq!(node.score, 0),
                    Cause::Leaf | Cause::NoMove => assert_eq!(node.nodes, 1),
                    cause => panic!("{}", cause.name()),
                }
                if let Some(parent) = node.parent {
                    best[parent as usize] = best[parent as usize].max(-node.score);
                }
            }
        }
    }
    assert!(cuts > 100, "{cuts}");
}
