//! The MCTS loop: selection, expansion, evaluation, backpropagation.

use super::tree::{Index, Proof, ROOT, Tree};
use crate::control::{SearchControl, SearchLimits, SoftTimeFactors, StopReason, time_budget};
use crate::rules::{Game, Move, Position};
use crate::search::path::Path;
use crate::search::score::MAX_PLY;
use crate::search::{Explored, Line, Report, Score, SearchResult};

/// Maximum length of a path, plies.
const MAX_PATH: usize = MAX_PLY / 2;
/// Visits before the first report; each further one comes after a fifth more.
const FIRST_REPORT: u32 = 32;

/// Selection and evaluation of a Monte Carlo tree search.
pub(super) trait MctsPolicy<'a> {
    fn control(&mut self) -> &mut SearchControl<'a>;

    /// The keys of the game and of the path down the tree.
    fn path(&mut self) -> &mut Path;

    /// Selects a child of an expanded node.
    fn select(&mut self, tree: &Tree, node: Index) -> Index;

    /// The prior probability of each legal move.
    fn priors(&mut self, position: &Position, moves: &[Move]) -> Vec<f32>;

    /// The value of a position for the side to move, −1 to 1. Counts nodes; undefined once the search
    /// is over.
    fn evaluate(&mut self, position: &Position) -> f64;

    /// A value as a score for display.
    fn score(&self, q: f64) -> Score;

    /// Takes in the best child of a visited node.
    fn update_history(&mut self, _position: &Position, _best: Move) {}
}

/// Runs playouts until a limit is reached: those of `limits`, or `max_visits` of the root.
pub(super) fn run<'a>(
    policy: &mut dyn MctsPolicy<'a>,
    tree: &mut Tree,
    game: &Game,
    limits: &SearchLimits,
    max_visits: Option<u32>,
    report: &mut dyn FnMut(Report),
) -> SearchResult {
    let root = *game.position();
    let wanted = limits.root_moves(root.legal_moves().to_vec());
    if wanted.is_empty() {
        return SearchResult::game_over(policy.control().elapsed_ms());
    }
    prepare_root(policy, tree, &root, &wanted);
    let soft = time_budget(limits).scaled_soft(&SoftTimeFactors::default());
    let wanted_lines = usize::from(limits.multipv.max(1));
    let mut next_report = FIRST_REPORT;
    let reason = loop {
        let visits = tree.node(ROOT).visits;
        if let Some(reason) =
            stop_reason(policy, tree, max_visits, limits.move_only || soft.is_some())
        {
            break reason;
        }
        if soft.is_some_and(|soft| visits.is_multiple_of(64) && policy.control().elapsed() >= soft)
        {
            break StopReason::Time;
        }
        playout(policy, tree, root);
        if visits >= next_report {
            next_report = visits + visits / 5;
            report_lines(policy, tree, wanted_lines, report);
        }
    };
    report_lines(policy, tree, wanted_lines, report);
    let lines = lines(policy, tree, wanted_lines);
    let depth = lines[0].depth;
    SearchResult::new(lines, depth, reason, policy.control())
}

/// Gives the root its children, unless it has just these already.
fn prepare_root<'a>(
    policy: &mut dyn MctsPolicy<'a>,
    tree: &mut Tree,
    root: &Position,
    wanted: &[Move],
) {
    let known: Vec<Move> = tree
        .children(ROOT)
        .filter_map(|child| tree.node(child).mv)
        .collect();
    if known == wanted && tree.node(ROOT).proof == Proof::Open {
        return;
    }
    tree.clear();
    let priors = policy.priors(root, wanted);
    tree.expand(ROOT, wanted.iter().copied().zip(priors), false);
    // A mate in one takes precedence over a slower one found first.
    for child in tree.children(ROOT) {
        if tree.node(child).mv.is_some_and(|mv| mates(root, mv)) {
            tree.node_mut(child).proof = Proof::Won(0);
            tree.propagate_proof(&[ROOT, child]);
        }
    }
}

/// Why the search ends, if it does.
fn stop_reason<'a>(
    policy: &mut dyn MctsPolicy<'a>,
    tree: &Tree,
    max_visits: Option<u32>,
    is_move_enough: bool,
) -> Option<StopReason> {
    let root = tree.node(ROOT);
    if let Some(reason) = policy.control().stop_reason() {
        return Some(reason);
    }
    if root.proof != Proof::Open {
        return Some(StopReason::Mate);
    }
    if is_move_enough && tree.children(ROOT).len() == 1 && root.visits > 0 {
        return Some(StopReason::OnlyMove);
    }
    max_visits
        .is_some_and(|max| root.visits >= max)
        .then_some(StopReason::Nodes)
}

/// One playout: down to a new or proven position, and back up with its value.
fn playout<'a>(policy: &mut dyn MctsPolicy<'a>, tree: &mut Tree, root: Position) {
    let mut nodes = vec![ROOT];
    let mut position = root;
    let value = loop {
        let index = nodes[nodes.len() - 1];
        let node = tree.node(index);
        if index != ROOT {
            if let Some(value) = node.proof.value() {
                policy.control().count_node();
                break value;
            }
            if policy.path().is_draw(&position) {
                policy.control().count_node();
                break 0.0;
            }
        }
        if !node.is_expanded() {
            let first = node.visits == 0;
            if let Some(proof) = ending(policy.path(), &position, first) {
                policy.control().count_node();
                tree.node_mut(index).proof = proof;
                tree.propagate_proof(&nodes);
                break proof.value().unwrap_or_default();
            }
            if first || nodes.len() > MAX_PATH || !expand(policy, tree, index, &position) {
                break -policy.evaluate(&position);
            }
        }
        let child = policy.select(tree, index);
        // Only the root has no move.
        let Some(mv) = tree.node(child).mv else {
            break 0.0;
        };
        position = position.play(mv);
        policy.path().push(position.key(), mv);
        nodes.push(child);
    };
    for _ in 1..nodes.len() {
        policy.path().pop();
    }
    if policy.control().stop_reason().is_none() {
        tree.backpropagate(&nodes, value);
        update_histories(policy, tree, &nodes, root);
    }
}

/// Updates the move history with the best moves along the path.
fn update_histories<'a>(
    policy: &mut dyn MctsPolicy<'a>,
    tree: &Tree,
    nodes: &[Index],
    root: Position,
) {
    let mut position = root;
    for pair in nodes.windows(2) {
        let (parent, child) = (pair[0], pair[1]);
        let Some(mv) = tree.node(child).mv else {
            return;
        };
        if tree.best_child(parent) == Some(child) {
            policy.update_history(&position, mv);
        }
        position = position.play(mv);
    }
}

fn expand<'a>(
    policy: &mut dyn MctsPolicy<'a>,
    tree: &mut Tree,
    index: Index,
    position: &Position,
) -> bool {
    let legal = position.legal_moves();
    let path = policy.path();
    let sees = |mv: &Move| path.sees(position, *mv);
    let moves: Vec<Move> = legal.iter().copied().filter(sees).collect();
    if moves.is_empty() {
        return false;
    }
    let priors = policy.priors(position, &moves);
    let has_unseen = moves.len() < legal.len();
    tree.expand(index, moves.iter().copied().zip(priors), has_unseen)
}

/// The proof of a position in the view of the side that moved there: mate, stalemate, or a mate in one
/// by the side to move. Checked on the first visit only.
fn ending(path: &Path, position: &Position, first: bool) -> Option<Proof> {
    if !first {
        return None;
    }
    if !position.has_legal_move() {
        return Some(if position.in_check() {
            Proof::Won(0)
        } else {
            Proof::Drawn
        });
    }
    mates_at_once(path, position).then_some(Proof::Lost(1))
}

fn mates_at_once(path: &Path, position: &Position) -> bool {
    let legal = position.legal_moves();
    let mates = |&mv: &Move| mates(position, mv) && path.sees(position, mv);
    legal.iter().any(mates)
}

fn mates(position: &Position, mv: Move) -> bool {
    position.gives_check(mv) && !position.play(mv).has_legal_move()
}

/// Reports the root moves and the best lines.
fn report_lines<'a>(
    policy: &mut dyn MctsPolicy<'a>,
    tree: &Tree,
    wanted: usize,
    report: &mut dyn FnMut(Report),
) {
    let moves = tree
        .ranking()
        .into_iter()
        .filter_map(|child| Some(explored(tree, child, tree.node(child).mv?)))
        .collect();
    report(Report::Explored(moves));
    for line in lines(policy, tree, wanted) {
        report(Report::Depth(line));
    }
}

/// The best root moves with their most visited lines.
fn lines<'a>(policy: &mut dyn MctsPolicy<'a>, tree: &Tree, wanted: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for child in tree.ranking().into_iter().take(wanted) {
        let node = tree.node(child);
        let Some(mv) = node.mv else { continue };
        let pv: Vec<Move> = std::iter::once(mv).chain(tree.line(child)).collect();
        let score = match node.proof {
            Proof::Won(plies) => Score::Mate((i32::from(plies) + 2) / 2),
            Proof::Lost(plies) => Score::Mate(-(i32::from(plies) + 1) / 2),
            Proof::Open | Proof::Drawn => policy.score(node.q(0.0)),
        };
        let length = pv.len().min(usize::from(u8::MAX)) as u8;
        lines.push(Line {
            rank: lines.len() as u8 + 1,
            depth: length,
            seldepth: length,
            score,
            nodes: policy.control().nodes(),
            time_ms: policy.control().elapsed_ms(),
            hashfull: tree.fullness(),
            explored: Some(explored(tree, child, mv)),
            pv,
        });
    }
    lines
}

fn explored(tree: &Tree, child: Index, mv: Move) -> Explored {
    let node = tree.node(child);
    Explored {
        mv,
        visits: node.visits,
        q: per_mille(node.q(0.0)),
        prior: per_mille(node.prior()),
    }
}

fn per_mille(share: f64) -> i16 {
    (share * 1_000.0) as i16
}
