//! The recorded tree of a search: it has every node, each cause is right by its own numbers, and what was
//! folded can be opened.

use std::collections::BTreeMap;

use engine::player::{Decision, NeverStop, StoppedClock};
use engine::rules::{Game, Move, Position};
use engine::search::{
    Cause, CauseFamily, SearchLimits, SearchTree, TraceNode, TreeRecorder, VisitKind,
};
use engine::tables::{EndgameTables, EndgameValue, SharedTables, Wdl};

use super::random_positions::walked;
use super::{HASH_MB, choose, game, new_calculator};

const MIDDLEGAME: &str = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8";
/// Enough for every tree here.
const WHOLE: usize = 1 << 22;

fn traced(
    game: &Game,
    limits: &SearchLimits,
    mut recorder: TreeRecorder,
) -> (Decision, SearchTree) {
    let decision = new_calculator(HASH_MB).trace_by_limits(game, limits, &mut recorder);
    (decision, recorder.into_tree())
}

fn whole(game: &Game, depth: u8) -> SearchTree {
    let (_, tree) = traced(game, &SearchLimits::depth(depth), TreeRecorder::new(WHOLE));
    assert_eq!(tree.fold_below(), None, "the tree is not whole");
    tree
}

/// Games with trees of some thousand nodes.
fn games() -> Vec<Game> {
    let mut rng = engine::rng(7);
    let mut games: Vec<Game> = (0..60).map(|_| walked(&mut rng)).collect();
    games.retain(|game| game.outcome().is_none());
    games.push(game(MIDDLEGAME));
    games.push(Game::new());
    games
}

fn nodes_below_roots(tree: &SearchTree) -> u64 {
    let roots = tree.nodes().iter().filter(|node| node.parent.is_none());
    roots.map(|root| u64::from(root.nodes)).sum()
}

#[test]
fn a_recorder_changes_nothing_and_has_every_node() {
    for game in games() {
        for limits in [
            SearchLimits::depth(5),
            SearchLimits::nodes(3_000),
            SearchLimits::depth(3).with_multipv(3),
        ] {
            let mut player = new_calculator(HASH_MB);
            let plain = choose(&mut player, &game, &limits, &StoppedClock, &NeverStop).0;
            for capacity in [WHOLE, 500, 1] {
                let (decision, tree) = traced(&game, &limits, TreeRecorder::new(capacity));
                assert_eq!(decision, plain);
                assert_eq!(nodes_below_roots(&tree), plain.nodes);
                assert_eq!(u64::from(tree.visits()), plain.nodes);
            }
        }
    }
}

/// The children of each node.
fn children(tree: &SearchTree) -> Vec<Vec<&TraceNode>> {
    let mut children = vec![Vec::new(); tree.nodes().len()];
    for node in tree.nodes() {
        if let Some(parent) = node.parent {
            children[parent as usize].push(node);
        }
    }
    children
}

/// The position of a node; `None` after a null move.
fn position_at(game: &Game, tree: &SearchTree, index: usize) -> Option<Position> {
    let line = tree.line(index as u32);
    line.into_iter()
        .try_fold(*game.position(), |position, mv| Some(position.play(mv?)))
}

#[test]
fn every_cause_is_reproduced_by_its_numbers() {
    let mut seen: BTreeMap<Cause, u32> = BTreeMap::new();
    let shallow = games().into_iter().map(|game| (game, 6));
    // Singular extensions begin at depth 7.
    let deep = games().into_iter().rev().take(4).map(|game| (game, 10));
    for (game, depth) in shallow.chain(deep) {
        let tree = whole(&game, depth);
        let children = children(&tree);
        for (index, node) in tree.nodes().iter().enumerate() {
            if node.kind == VisitKind::Root {
                continue;
            }
            *seen.entry(node.cause).or_insert(0) += 1;
            let position = position_at(&game, &tree, index);
            check(node, &children[index], position.as_ref());
        }
    }
    // No tables are lent here.
    let rare = [
        Cause::Interrupted,
        Cause::MateDistance,
        Cause::Leaf,
        Cause::Tablebase,
    ];
    for &cause in Cause::ALL {
        assert!(
            rare.contains(&cause) || seen.get(&cause).is_some_and(|&count| count >= 3),
            "{} is hardly tested: {seen:?}",
            cause.name()
        );
    }
}

/// Tables that call every ending of four men drawn.
struct AllDrawn;

impl EndgameTables for AllDrawn {
    fn men(&self) -> usize {
        4
    }

    fn wdl(&self, _: &Position) -> Option<Wdl> {
        Some(Wdl::Draw)
    }

    fn mate(&self, _: &Position) -> Option<EndgameValue> {
        Some(EndgameValue::Draw)
    }

    fn zeroing(&self, _: &Position) -> Option<u8> {
        None
    }
}

#[test]
fn a_position_that_a_table_has_ends_a_line() {
    let game = game("8/8/2k5/2p5/1P6/2K5/4R3/8 b - - 0 1");
    let mut recorder = TreeRecorder::new(WHOLE);
    let mut calculator = new_calculator(HASH_MB);
    calculator.set_tables(Some(SharedTables::new(AllDrawn)));
    calculator.trace_by_limits(&game, &SearchLimits::depth(6), &mut recorder);
    let tree = recorder.into_tree();
    let children = children(&tree);
    let mut found = 0;
    for (index, node) in tree.nodes().iter().enumerate() {
        if node.cause == Cause::Tablebase {
            assert_eq!((node.score, children[index].len()), (0, 0));
            let position = position_at(&game, &tree, index).expect("no null move");
            assert!(position.occupied().len() <= 4 && position.halfmove_clock() == 0);
            found += 1;
        }
    }
    assert!(found >= 3, "{found}");
}

/// A node's cause against what is known of it.
fn check(node: &TraceNode, children: &[&TraceNode], position: Option<&Position>) {
    let TraceNode {
        alpha,
        beta,
        score,
        value,
        limit,
        ..
    } = *node;
    let last = |kind: VisitKind| children.iter().rfind(|child| child.kind == kind);
    let fails_high = score >= beta;
    let right = match node.cause {
        Cause::AllMoves => {
            let searched = children.iter().filter(|child| child.nodes > 0);
            let best = searched
                .filter(|child| {
                    matches!(
                        child.kind,
                        VisitKind::Move | VisitKind::Unreduced | VisitKind::OpenWindow
                    )
                })
                .map(|child| -child.score)
                .max();
            score < beta && (node.depth == 0 || best.is_none_or(|best| score <= best))
        }
        Cause::Draw => score == 0 && children.is_empty(),
        Cause::NoMove => position.is_none_or(|position| !position.has_legal_move()),
        Cause::MateDistance => value >= limit,
        // No tables were lent.
        Cause::Tablebase => false,
        Cause::Table => value >= limit && children.is_empty(),
        Cause::HashMove | Cause::Capture | Cause::Killer | Cause::Quiet => {
            let refutation = children.last().is_some_and(|last| {
                last.nodes > 0
                    && -last.score == score
                    && last.mv.is_some_and(|mv| fits(node.cause, mv))
            });
            // Mate distance may have lowered beta.
            value == score && value >= limit && limit <= beta && refutation
        }
        Cause::StandPat => fails_high && value == score && children.is_empty(),
        Cause::Leaf => children.is_empty(),
        Cause::ReverseFutility => fails_high && value == score && value >= limit && limit >= beta,
        Cause::Razoring => {
            let captures = last(VisitKind::Razoring).is_some_and(|child| child.score == score);
            score <= alpha && value <= limit && limit < alpha && captures
        }
        Cause::NullMove => {
            let passed = last(VisitKind::NullMove).is_some_and(|child| -child.score >= beta);
            fails_high && value == score && passed
        }
        Cause::ProbCut => {
            let found = last(VisitKind::ProbCut).is_some_and(|child| -child.score == score);
            fails_high && value >= limit && limit > beta && found
        }
        Cause::MultiCut => {
            let others = last(VisitKind::Singular).is_some_and(|child| child.score >= value);
            fails_high && value == score && others
        }
        Cause::LateMove => value >= limit && node.mv.is_some_and(|mv| !mv.is_tactical()),
        Cause::Futility => value <= limit && node.mv.is_some_and(|mv| !mv.is_tactical()),
        Cause::Exchange => limit <= 0,
        Cause::Delta => value <= limit && node.mv.is_some_and(Move::is_tactical),
        Cause::Interrupted => false,
    };
    assert!(right, "{}: {node:?} over {children:?}", node.cause.name());
    let is_move = matches!(
        node.cause,
        Cause::LateMove | Cause::Futility | Cause::Exchange | Cause::Delta
    );
    assert_eq!(node.nodes == 0, is_move, "{node:?}");
}

/// Whether a move that reached beta can have this cause.
fn fits(cause: Cause, mv: Move) -> bool {
    match cause {
        Cause::Capture => mv.is_tactical(),
        Cause::Killer | Cause::Quiet => !mv.is_tactical(),
        _ => true,
    }
}

#[test]
fn an_exchange_that_is_left_out_loses_what_is_told() {
    let mut checked = 0;
    for game in games() {
        let tree = whole(&game, 5);
        for node in tree.nodes() {
            let (Cause::Exchange, Some(parent), Some(mv)) = (node.cause, node.parent, node.mv)
            else {
                continue;
            };
            if let Some(position) = position_at(&game, &tree, parent as usize) {
                assert!(!position.see_ge(mv, i32::from(node.limit)), "{mv} {node:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

/// Every node and move by its cause, folded or not.
fn causes(tree: &SearchTree) -> BTreeMap<Cause, u32> {
    let mut causes = BTreeMap::new();
    for (index, node) in tree.nodes().iter().enumerate() {
        *causes.entry(node.cause).or_insert(0) += 1;
        for (cause, count) in tree.folded(index as u32) {
            *causes.entry(cause).or_insert(0) += count;
        }
    }
    causes
}

#[test]
fn folding_loses_no_node_and_keeps_the_largest_branches() {
    for game in games() {
        let all = whole(&game, 6);
        for capacity in [2_000, 200, 50] {
            let (_, tree) = traced(&game, &SearchLimits::depth(6), TreeRecorder::new(capacity));
            assert_eq!(causes(&tree), causes(&all));
            let Some(size) = tree.fold_below() else {
                assert!(all.nodes().len() <= capacity);
                continue;
            };
            let branches = |tree: &SearchTree| -> Vec<TraceNode> {
                let is_large = |node: &&TraceNode| node.nodes > size || node.parent.is_none();
                let parentless = |node: &TraceNode| TraceNode {
                    parent: None,
                    ..*node
                };
                tree.nodes()
                    .iter()
                    .filter(is_large)
                    .map(parentless)
                    .collect()
            };
            assert_eq!(branches(&tree), branches(&all));
            assert_eq!(tree.nodes().len(), branches(&tree).len());
        }
    }
}

#[test]
fn a_branch_opens_by_the_same_search_again() {
    for game in games().into_iter().rev().take(8) {
        let all = whole(&game, 6);
        let large = all.nodes().iter().enumerate();
        let large: Vec<_> = large
            .filter(|(_, node)| node.parent.is_some() && node.nodes > 40)
            .step_by(40)
            .collect();
        for (index, node) in large {
            let tree = TreeRecorder::below(node.visit, WHOLE);
            let (_, branch) = traced(&game, &SearchLimits::depth(6), tree);
            let expected = &all.nodes()[index..index + branch.nodes().len()];
            assert_eq!(nodes_below_roots(&branch), u64::from(node.nodes));
            for (found, expected) in branch.nodes().iter().zip(expected) {
                let parent = expected
                    .parent
                    .and_then(|parent| parent.checked_sub(index as u32));
                assert_eq!(
                    *found,
                    TraceNode {
                        parent,
                        ..*expected
                    }
                );
            }
        }
    }
}

#[test]
fn an_interrupted_search_says_so_on_the_way_to_its_last_node() {
    let game = game(MIDDLEGAME);
    let (decision, tree) = traced(&game, &SearchLimits::nodes(2_000), TreeRecorder::new(WHOLE));
    assert_eq!(u64::from(tree.visits()), decision.nodes);
    let interrupted = tree
        .nodes()
        .iter()
        .filter(|node| node.cause == Cause::Interrupted)
        .collect::<Vec<_>>();
    assert!(interrupted.len() > 1);
    for pair in interrupted.windows(2) {
        let parent = pair[1].parent.unwrap() as usize;
        assert_eq!(tree.nodes()[parent], *pair[0]);
    }
}

#[test]
fn proofs_and_bets_are_told_apart() {
    let family = Cause::family;
    assert_eq!(family(Cause::Table), CauseFamily::Proof);
    assert_eq!(family(Cause::NullMove), CauseFamily::Bet);
    assert_eq!(family(Cause::StandPat), CauseFamily::Evaluation);
}
