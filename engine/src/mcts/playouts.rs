//! The loop of both minds: walk down the tree to a new position, judge it, tell everyone on the way.

use super::tree::{Index, Proof, ROOT, Tree};
use crate::player::{Decision, Source, StopReason};
use crate::rules::{Game, Move, Position};
use crate::search::path::Path;
use crate::search::score::MAX_PLY;
use crate::search::time::{self, Course};
use crate::search::watch::Watch;
use crate::search::{Explored, Line, Report, Score, SearchLimits};

/// The longest way down, plies.
const DEEPEST: usize = MAX_PLY / 2;
/// The first report comes after so many visits, each further one after a fifth more.
const FIRST_REPORT: u32 = 32;

/// What the two minds do differently.
pub(super) trait Mind<'a> {
    fn watch(&mut self) -> &mut Watch<'a>;

    /// The keys of the game and of the way down.
    fn path(&mut self) -> &mut Path;

    /// The child to walk to. There is one.
    fn select(&mut self, tree: &Tree, node: Index) -> Index;

    /// How promising each legal move looks, before any of them is tried.
    fn priors(&mut self, position: &Position, moves: &[Move]) -> Vec<f32>;

    /// What a position is worth to the side to move, −1 to 1. Counts the positions it looks at;
    /// means nothing once the search is over.
    fn judge(&mut self, position: &Position) -> f64;

    /// A certain or mean value as a score for display.
    fn score(&self, q: f64) -> Score;

    /// Told of each node whose children were tried: which of them is the best so far.
    fn learn(&mut self, _position: &Position, _best: Move) {}
}

/// Plays out until a limit is reached: those of `limits`, or so many visits of the root.
pub(super) fn run<'a>(
    mind: &mut dyn Mind<'a>,
    tree: &mut Tree,
    game: &Game,
    limits: &SearchLimits,
    most_visits: Option<u32>,
    report: &mut dyn FnMut(Report),
) -> Decision {
    let root = *game.position();
    let wanted = root_moves(&root, &limits.searchmoves);
    if wanted.is_empty() {
        return Decision::game_over(mind.watch().elapsed_ms());
    }
    prepare_root(mind, tree, &root, &wanted);
    let soft = time::budget(limits).soft_after(&Course::default());
    let wanted_lines = usize::from(limits.multipv.max(1));
    let mut next_report = FIRST_REPORT;
    let reason = loop {
        let visits = tree.node(ROOT).visits;
        if let Some(reason) = enough(mind, tree, most_visits, limits.move_only || soft.is_some()) {
            break reason;
        }
        if soft.is_some_and(|soft| visits.is_multiple_of(64) && mind.watch().elapsed() >= soft) {
            break StopReason::Time;
        }
        play_out(mind, tree, root);
        if visits >= next_report {
            next_report = visits + visits / 5;
            tell(mind, tree, wanted_lines, report);
        }
    };
    tell(mind, tree, wanted_lines, report);
    let lines = lines(mind, tree, wanted_lines);
    let best = &lines[0];
    let watch = mind.watch();
    Decision {
        mv: best.pv.first().copied(),
        source: Source::Search,
        depth: best.depth,
        seldepth: best.seldepth,
        nodes: watch.nodes(),
        time_ms: watch.elapsed_ms(),
        stop_reason: reason,
        lines,
        recalled: None,
    }
}

/// The legal moves among those asked for, or all if none of those is legal.
fn root_moves(root: &Position, wanted: &[Move]) -> Vec<Move> {
    let mut moves = root.legal_moves().to_vec();
    if moves.iter().any(|mv| wanted.contains(mv)) {
        moves.retain(|mv| wanted.contains(mv));
    }
    moves
}

/// Gives the root its children, unless it has just these already.
fn prepare_root<'a>(mind: &mut dyn Mind<'a>, tree: &mut Tree, root: &Position, wanted: &[Move]) {
    let known: Vec<Move> = tree
        .children(ROOT)
        .filter_map(|child| tree.node(child).mv)
        .collect();
    if known == wanted && tree.node(ROOT).proof == Proof::Open {
        return;
    }
    tree.clear();
    let priors = mind.priors(root, wanted);
    tree.expand(ROOT, wanted.iter().copied().zip(priors));
    // A mate in one is not to be missed for a slower one that was found first.
    for child in tree.children(ROOT) {
        if tree.node(child).mv.is_some_and(|mv| mates(root, mv)) {
            tree.node_mut(child).proof = Proof::Won(0);
            tree.prove_up(&[ROOT, child]);
        }
    }
}

/// Why there is nothing more to find out, if that is so.
fn enough<'a>(
    mind: &mut dyn Mind<'a>,
    tree: &Tree,
    most_visits: Option<u32>,
    is_move_enough: bool,
) -> Option<StopReason> {
    let root = tree.node(ROOT);
    if let Some(reason) = mind.watch().over() {
        return Some(reason);
    }
    if root.proof != Proof::Open {
        return Some(StopReason::Mate);
    }
    if is_move_enough && tree.children(ROOT).len() == 1 && root.visits > 0 {
        return Some(StopReason::OnlyMove);
    }
    most_visits
        .is_some_and(|most| root.visits >= most)
        .then_some(StopReason::Nodes)
}

/// One playout: down to a new or a certain position, and back up with its value.
fn play_out<'a>(mind: &mut dyn Mind<'a>, tree: &mut Tree, root: Position) {
    let mut way = vec![ROOT];
    let mut position = root;
    let value = loop {
        let index = way[way.len() - 1];
        let node = tree.node(index);
        if index != ROOT {
            if let Some(value) = node.proof.value() {
                mind.watch().visit();
                break value;
            }
            if mind.path().is_draw(&position) {
                mind.watch().visit();
                break 0.0;
            }
        }
        if !node.is_expanded() {
            let first = node.visits == 0;
            if let Some(proof) = ending(&position, first) {
                mind.watch().visit();
                tree.node_mut(index).proof = proof;
                tree.prove_up(&way);
                break proof.value().unwrap_or_default();
            }
            if first || way.len() > DEEPEST || !expand(mind, tree, index, &position) {
                break -mind.judge(&position);
            }
        }
        let child = mind.select(tree, index);
        // Only the root has no move.
        let Some(mv) = tree.node(child).mv else {
            break 0.0;
        };
        position = position.play(mv);
        mind.path().push(position.key());
        way.push(child);
    };
    for _ in 1..way.len() {
        mind.path().pop();
    }
    if mind.watch().over().is_none() {
        tree.back_up(&way, value);
        tell_mind(mind, tree, &way, root);
    }
}

/// Lets the mind know which moves are the best now along the way.
fn tell_mind<'a>(mind: &mut dyn Mind<'a>, tree: &Tree, way: &[Index], root: Position) {
    let mut position = root;
    for pair in way.windows(2) {
        let (parent, child) = (pair[0], pair[1]);
        let Some(mv) = tree.node(child).mv else {
            return;
        };
        if tree.best_child(parent) == Some(child) {
            mind.learn(&position, mv);
        }
        position = position.play(mv);
    }
}

fn expand<'a>(mind: &mut dyn Mind<'a>, tree: &mut Tree, index: Index, position: &Position) -> bool {
    let moves = position.legal_moves();
    let priors = mind.priors(position, &moves);
    tree.expand(index, moves.iter().copied().zip(priors))
}

/// What the rules or one more move make certain of a position, for who moved there: mate,
/// stalemate, or (looked for on the first visit only) a mate in one by the side to move.
fn ending(position: &Position, first: bool) -> Option<Proof> {
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
    mates_at_once(position).then_some(Proof::Lost(1))
}

fn mates_at_once(position: &Position) -> bool {
    let legal = position.legal_moves();
    legal.iter().any(|&mv| mates(position, mv))
}

fn mates(position: &Position, mv: Move) -> bool {
    position.gives_check(mv) && !position.play(mv).has_legal_move()
}

/// Reports the best lines and what each root move has come to.
fn tell<'a>(mind: &mut dyn Mind<'a>, tree: &Tree, wanted: usize, report: &mut dyn FnMut(Report)) {
    let moves = tree
        .ranking()
        .into_iter()
        .filter_map(|child| Some(explored(tree, child, tree.node(child).mv?)))
        .collect();
    report(Report::Explored(moves));
    for line in lines(mind, tree, wanted) {
        report(Report::Depth(line));
    }
}

/// The best root moves with their most visited lines.
fn lines<'a>(mind: &mut dyn Mind<'a>, tree: &Tree, wanted: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for child in tree.ranking().into_iter().take(wanted) {
        let node = tree.node(child);
        let Some(mv) = node.mv else { continue };
        let pv: Vec<Move> = std::iter::once(mv).chain(tree.line(child)).collect();
        let score = match node.proof {
            Proof::Won(plies) => Score::Mate((i32::from(plies) + 2) / 2),
            Proof::Lost(plies) => Score::Mate(-(i32::from(plies) + 1) / 2),
            Proof::Open | Proof::Drawn => mind.score(node.q(0.0)),
        };
        let length = pv.len().min(usize::from(u8::MAX)) as u8;
        lines.push(Line {
            rank: lines.len() as u8 + 1,
            depth: length,
            seldepth: length,
            score,
            nodes: mind.watch().nodes(),
            time_ms: mind.watch().elapsed_ms(),
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
