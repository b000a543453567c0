//! The search of one position: principal-variation alpha-beta with null move and late-move
//! reductions. What is left out on a guess, `pruning` says.

use super::Options;
use super::history::{Before, History, Played, Tried};
use super::ordering::{Picker, Wanted, is_tactical};
use super::path::Path;
use super::pruning;
use super::pv::PvTable;
use super::reduction::{self, Late};
use super::score::{self, DRAW, MAX_PLY, mated_at};
use super::singular::Singular;
use super::tt::{Bound, Entry, Table, key_of};
use super::watch::Watch;
use crate::eval::{Evaluator, LIMIT};
use crate::rules::{Color, Move, Piece, Position};

/// A reduced search so far above alpha is repeated a ply deeper, and one not so far a ply less
/// deep, centipawns.
const SURPRISE: i32 = 70;
const NEAR_MISS: i32 = 8;
/// Internal iterative reduction needs so much depth left.
const UNPREPARED_DEPTH: i32 = 4;

/// Everything that one search needs at every node.
pub(super) struct Searcher<'a> {
    pub evaluator: &'a mut (dyn Evaluator + 'static),
    pub table: &'a Table,
    pub history: &'a mut History,
    pub watch: Watch<'a>,
    pub path: Path,
    pub pv: PvTable,
    pub options: Options,
    /// What the nodes of the line being searched know of each other, by ply.
    pub frames: Box<[Frame]>,
    /// Nothing is pruned on a guess: a search for a mate must not overlook one.
    pub exhaustive: bool,
    /// Plies of this iteration.
    pub iteration: u8,
    /// No null moves before this ply, while one is being verified; 0 otherwise.
    pub no_null_before: usize,
    /// The deepest ply reached in this iteration.
    pub seldepth: usize,
}

/// What a node leaves for those below it.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The static evaluation, side to move; none in check.
    pub eval: Option<i32>,
    /// The move being searched.
    pub played: Played,
    /// Left out, to see whether the others can replace it.
    pub excluded: Option<Move>,
    /// Moves extended by two plies on the way here.
    pub doubles: u8,
    /// Nodes refuted at this ply below the same parent.
    pub cutoffs: u8,
}

/// A node about to be searched.
pub(super) struct Node<'p> {
    pub position: &'p Position,
    /// Plies left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    pub in_check: bool,
    /// A move is expected to refute this node: its parent was not expected to be refuted.
    pub cut: bool,
    /// The moves that led here.
    pub before: Before,
    /// The static evaluation, or what the table knows better; means nothing in check.
    pub estimate: i32,
    /// Whether the side to move stands better than two plies ago.
    pub improving: bool,
    /// What the table knows.
    pub known: Option<Entry>,
    /// A move that is not searched.
    pub excluded: Option<Move>,
}

/// What the search of a node's moves found.
struct Best {
    score: i32,
    mv: Option<Move>,
    bound: Bound,
}

/// How a move is searched.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// Plies below the move.
    pub depth: i32,
    /// What comes off them at first.
    pub reduction: i32,
    /// Plies from the root, below the move.
    pub ply: usize,
    /// The first move of its node.
    pub first: bool,
    /// Whether the node expects to be refuted.
    pub cut: bool,
}

/// The bounds between which a score matters.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The same window seen by the opponent.
    pub fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// What a score that was searched for in this window says.
    pub fn bound(self, score: i32) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Asks only whether a score is above alpha.
    pub fn null(alpha: i32) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }
}

impl Searcher<'_> {
    /// The score of `position`, fail-soft, side to move. After the search is over (see
    /// [`Watch::over`]) the answer means nothing.
    ///
    /// The position's key is the last of `path`. `PV` nodes have an open window; the compiler
    /// makes two functions of this one.
    pub fn negamax<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        // Check is never the end of a line.
        let in_check = position.in_check();
        let depth = if in_check && ply < MAX_PLY / 2 {
            depth + 1
        } else {
            depth
        };
        if depth <= 0 {
            return self.leaf::<PV>(position, window, ply);
        }
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        if self.watch.visit() || self.path.is_draw(position) {
            return DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate_at(position, ply);
        }
        self.frames[ply + 1].cutoffs = 0;
        // No line from here is better than mating at once or worse than being mated here.
        window.alpha = window.alpha.max(mated_at(ply));
        window.beta = window.beta.min(-mated_at(ply + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }

        let excluded = self.frames[ply].excluded;
        let known = self.table.probe(key_of(position), ply);
        let cutoff = known.and_then(|entry| cutoff::<PV>(entry, window, depth));
        if let (Some(score), None) = (cutoff, excluded) {
            return score;
        }
        let raw = self.raw_eval(position, known, ply);
        let eval = self.corrected(position, raw);
        self.frames[ply].eval = (!in_check).then_some(eval);
        let hash_move = known.and_then(|entry| entry.mv);
        let node = Node {
            position,
            depth: depth - i32::from((PV || cut) && is_unprepared(hash_move, depth)),
            ply,
            in_check,
            cut,
            before: self.before(ply),
            estimate: known.map_or(eval, |entry| pruning::refined(eval, entry)),
            improving: self.is_improving(ply),
            known,
            excluded,
        };
        if !PV && let Some(score) = self.without_moves(&node, window) {
            return score;
        }

        let best = self.moves::<PV>(&node, window);
        if self.watch.over().is_some() {
            return DRAW;
        }
        if excluded.is_none() {
            self.keep(&node, raw, eval, &best);
        }
        best.score
    }

    /// What the evaluator says, or the table has kept of it; nothing in check.
    pub fn raw_eval(&mut self, position: &Position, known: Option<Entry>, ply: usize) -> i32 {
        match known {
            _ if position.in_check() => 0,
            Some(entry) => entry.eval,
            None => self.evaluator.evaluate_at(position, ply),
        }
    }

    /// The evaluation corrected by what searches found with the same pawns.
    pub fn corrected(&self, position: &Position, raw: i32) -> i32 {
        (raw + self.history.correction(position)).clamp(1 - LIMIT, LIMIT - 1)
    }

    /// Keeps what was found out about a node for whoever meets the position, or its pawns, again.
    fn keep(&mut self, node: &Node<'_>, raw: i32, eval: i32, best: &Best) {
        let told = match best.bound {
            Bound::Exact => true,
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
        };
        // A capture's gain says nothing about the pawns.
        let quiet = !best.mv.is_some_and(is_tactical);
        if told && quiet && !node.in_check && !score::is_mate(best.score) {
            let error = best.score - eval;
            self.history.correct(node.position, error, node.depth);
        }
        let entry = Entry {
            mv: best.mv,
            score: best.score,
            eval: raw,
            depth: node.depth.min(i32::from(u8::MAX)) as u8,
            bound: best.bound,
        };
        self.table.store(key_of(node.position), node.ply, entry);
    }

    /// The root as its moves see it.
    pub fn root_node<'p>(&self, position: &'p Position, depth: i32) -> Node<'p> {
        Node {
            position,
            depth,
            ply: 0,
            in_check: position.in_check(),
            cut: false,
            before: Before::default(),
            estimate: self.frames[0].eval.unwrap_or(0),
            improving: true,
            known: None,
            excluded: None,
        }
    }

    /// The last two moves before `ply`.
    pub fn before(&self, ply: usize) -> Before {
        let played = |back: usize| {
            let ply = ply.checked_sub(back);
            ply.map_or(Played::NONE, |ply| self.frames[ply].played)
        };
        [played(1), played(2)]
    }

    /// Whether the side to move at `ply` stands better than before its last move.
    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        match (self.frames[ply].eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// Searches the moves of a node one after the other.
    fn moves<const PV: bool>(&mut self, node: &Node<'_>, mut window: Window) -> Best {
        let &Node { position, ply, .. } = node;
        let killers = self.history.killers(ply);
        let hash_move = node.known.and_then(|entry| entry.mv);
        let mut picker = Picker::new(position, Wanted::All, hash_move, killers, node.before);
        let mut best = Best {
            score: -score::INFINITE,
            mv: None,
            bound: Bound::Upper,
        };
        let mut tried = Tried::new();
        let mut count = 0;
        let mut hopeless = false;
        let mut checks = None;
        while let Some(mv) = picker.next(position, self.history) {
            if node.excluded == Some(mv) {
                continue;
            }
            self.table.expect(|| position.likely_key_after(mv));
            let quiet = !is_tactical(mv);
            if !PV && !self.exhaustive && !score::is_mated(best.score) {
                hopeless |= pruning::enough_quiets(node, count, window.alpha);
                // A check may be the mate that S9 wants to be seen at its depth.
                let mut gives_check = || {
                    let checks = checks.get_or_insert_with(|| position.checks());
                    checks.are_given_by(position, mv)
                };
                if hopeless && quiet && !gives_check() || pruning::loses_too_much(node, mv, quiet) {
                    continue;
                }
            }
            let extension = match self.singular::<PV>(node, mv, window) {
                Singular::Extend(plies) => plies,
                Singular::Refuted(score) => {
                    best.score = score;
                    best.bound = Bound::Lower;
                    return best;
                }
            };
            let value = self.follow::<PV>(node, mv, window, count, extension);
            count += 1;
            if self.watch.over().is_some() {
                return best;
            }
            if value > best.score {
                best.score = value;
                if value > window.alpha {
                    best.mv = Some(mv);
                    best.bound = Bound::Exact;
                    window.alpha = value;
                    if PV {
                        self.pv.extend(ply, mv);
                    }
                    if value >= window.beta {
                        best.bound = Bound::Lower;
                        let cutoffs = &mut self.frames[ply].cutoffs;
                        *cutoffs = cutoffs.saturating_add(1);
                        self.history.refuted_by(node, mv, &tried);
                        return best;
                    }
                }
            }
            tried.push(mv);
        }
        if count == 0 {
            best.score = no_move_score(node, window.alpha);
            best.bound = Bound::Exact;
        }
        best
    }

    /// Plays one move of a node and searches what follows.
    fn follow<const PV: bool>(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        window: Window,
        count: usize,
        extension: i32,
    ) -> i32 {
        let ply = node.ply;
        let child = self.enter(node.position, mv, ply);
        let step = Step {
            depth: node.depth - 1 + extension,
            reduction: self.late::<PV>(node, &child, mv, count),
            ply: ply + 1,
            first: count == 0,
            cut: node.cut,
        };
        self.frames[ply + 1].doubles = self.frames[ply].doubles + u8::from(extension > 1);
        let value = self.child::<PV>(&child, window, step);
        self.path.pop();
        value
    }

    /// Plays a move at `ply`: the position after it, which ends the path until it is popped.
    pub(super) fn enter(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        let child = position.play(mv);
        self.frames[ply].played = Played::new(position, mv);
        self.path.push(child.key());
        child
    }

    /// Searches one move's position: the first of a PV node with the open window, others with a
    /// null window (is it better at all?) and, where it is, again.
    pub fn child<const PV: bool>(&mut self, child: &Position, window: Window, step: Step) -> i32 {
        let Step { depth, ply, .. } = step;
        if PV && step.first {
            return -self.negamax::<true>(child, window.turned(), depth, ply, false);
        }
        let question = Window::null(window.alpha).turned();
        let mut value = window.alpha + 1;
        if step.reduction > 0 {
            value = -self.negamax::<false>(child, question, depth - step.reduction, ply, true);
        }
        if value > window.alpha {
            // A surprise deserves a closer look, a near miss no more than it had.
            let mut depth = depth;
            if step.reduction > 0 {
                depth += i32::from(value > window.alpha + SURPRISE);
                depth -= i32::from(value < window.alpha + NEAR_MISS);
            }
            if step.reduction == 0 || depth > step.depth - step.reduction {
                value = -self.negamax::<false>(child, question, depth, ply, !step.cut);
            }
        }
        if PV && value > window.alpha && value < window.beta {
            value = -self.negamax::<true>(child, window.turned(), depth, ply, false);
        }
        value
    }

    /// Plies taken off a move far down the order; see [`reduction::plies`].
    pub fn late<const PV: bool>(
        &self,
        node: &Node<'_>,
        child: &Position,
        mv: Move,
        count: usize,
    ) -> i32 {
        if self.exhaustive || node.in_check || count < reduction::LATE_AFTER {
            return 0;
        }
        let quiet = !is_tactical(mv);
        let late = Late {
            count,
            quiet,
            killer: self.history.killers(node.ply).contains(&Some(mv)),
            hash_capture: node
                .known
                .and_then(|entry| entry.mv)
                .is_some_and(is_tactical),
            cutoffs: self.frames[node.ply + 1].cutoffs,
            gives_check: child.in_check(),
            history: if quiet {
                self.history.quiet(node.position, node.before, mv)
            } else {
                self.history.capture(node.position, mv)
            },
        };
        reduction::plies::<PV>(node, &late)
    }

    /// Where the depth ends: quiescence, or without it the bare evaluation (S3).
    pub(super) fn leaf<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> i32 {
        if self.options.quiescence {
            return self.quiescence::<PV>(position, window, ply);
        }
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        if self.watch.visit() || self.path.is_draw(position) {
            return DRAW;
        }
        if position.has_legal_move() {
            return self.evaluator.evaluate_at(position, ply);
        }
        if position.in_check() {
            mated_at(ply)
        } else {
            DRAW
        }
    }
}

/// The score of a node none of whose moves was searched: mate, stalemate, or only a move left out.
fn no_move_score(node: &Node<'_>, alpha: i32) -> i32 {
    if node.excluded.is_some() {
        alpha
    } else if node.in_check {
        mated_at(node.ply)
    } else {
        DRAW
    }
}

/// Internal iterative reduction: without a move from the table the order is poor, so a ply less now
/// and a good first move the next time.
fn is_unprepared(hash_move: Option<Move>, depth: i32) -> bool {
    depth >= UNPREPARED_DEPTH && hash_move.is_none()
}

/// Whether a known score ends the search of a node. Not in PV nodes, so that their line is whole.
pub(super) fn cutoff<const PV: bool>(entry: Entry, window: Window, depth: i32) -> Option<i32> {
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    };
    let usable = !PV && i32::from(entry.depth) >= depth;
    (enough && usable).then_some(entry.score)
}

/// Whether a side has more than king and pawns.
pub(crate) fn has_pieces(position: &Position, side: Color) -> bool {
    let plain = position.colored(side, Piece::Pawn) | position.colored(side, Piece::King);
    position.by_color(side) != plain
}

/// Whether the side to move has so little that every move may be a bad one.
pub(super) fn in_zugzwangs_reach(position: &Position) -> bool {
    let us = position.side_to_move();
    let minors = position.colored(us, Piece::Knight) | position.colored(us, Piece::Bishop);
    let majors = position.colored(us, Piece::Rook) | position.colored(us, Piece::Queen);
    majors.is_empty() && minors.len() <= 1
}
