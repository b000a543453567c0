//! The review of a whole game: runs the searches that the engine's reviewer wants, then presents
//! its result.

use engine::exercises::GamePhase;
use engine::explain::{ClaimKind, MoveReason, Review, ReviewedGame, Reviewer, why_not};
use engine::player::Decision;
use engine::rules::{Color, Game, Move, NodeId, Position, san};
use engine::search::Line;

use super::event::AnalysisEffect;
use super::review_state::{
    FinishedReview, ReviewSentence, ReviewState, RunningReview, TurningPoint,
};
use super::state::AnalysisState;
use super::stored_review::{
    ReviewedLine, StoredReviewError, read_review, stored_line, write_review,
};
use crate::phase_losses::{MoveLosses, losses_by_phase};
use crate::worker::ToWorker;

impl AnalysisState {
    pub fn finished_review(&self) -> Option<&FinishedReview> {
        match &self.review {
            ReviewState::Done(reviewed) => Some(reviewed),
            ReviewState::None | ReviewState::Running(_) => None,
        }
    }

    pub(super) fn is_reviewing(&self) -> bool {
        matches!(self.review, ReviewState::Running(_))
    }

    pub(super) fn start_review(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if self.tree.is_empty() || self.is_reviewing() {
            return;
        }
        self.cancel_search(effects);
        self.review_error = None;
        self.review = ReviewState::Running(self.new_review());
        // A hash table filled by other searches would change the review.
        effects.push(AnalysisEffect::send(ToWorker::NewGame));
        effects.push(AnalysisEffect::UpdateAddress);
    }

    /// A review of the current line, before its first search.
    fn new_review(&self) -> RunningReview {
        let places: Vec<NodeId> = [NodeId::START]
            .into_iter()
            .chain(self.current_line())
            .collect();
        let last = places.last().copied().unwrap_or(NodeId::START);
        RunningReview {
            reviewer: Reviewer::new(&self.tree.game_at(last)),
            nodes: places,
            solved: Vec::new(),
        }
    }

    /// Restarts a running review.
    pub(super) fn restart_review(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if let ReviewState::Running(running) = &mut self.review {
            let last = running.nodes.last().copied().unwrap_or(NodeId::START);
            running.reviewer = Reviewer::new(&self.tree.game_at(last));
            running.solved.clear();
            effects.push(AnalysisEffect::send(ToWorker::NewGame));
        }
    }

    pub(super) fn stop_review(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if self.is_reviewing() {
            self.cancel_search(effects);
        }
        self.review_error = None;
        self.review = ReviewState::None;
        effects.push(AnalysisEffect::UpdateAddress);
    }

    /// Sends the next search of the review, or finishes it.
    pub(super) fn continue_review(&mut self, effects: &mut Vec<AnalysisEffect>) {
        let ReviewState::Running(running) = &self.review else {
            return;
        };
        if let Some(wanted) = running.reviewer.wanted() {
            let at = running.nodes[wanted.ply];
            return self.send_search(at, wanted.limits, effects);
        }
        let done = self.finish_review(running.clone());
        self.review = ReviewState::Done(done);
        effects.push(AnalysisEffect::UpdateAddress);
    }

    /// Handles the result of a review's search.
    pub(super) fn handle_review_search(
        &mut self,
        at: NodeId,
        decision: &Decision,
        effects: &mut Vec<AnalysisEffect>,
    ) {
        let ReviewState::Running(running) = &mut self.review else {
            return;
        };
        if !running.reviewer.leaves_moves_out() {
            let found = self.evaluations.entry(at).or_default();
            found.store_decision(decision);
            if decision.solved.is_some()
                && let Some(ply) = running.nodes.iter().position(|&node| node == at)
                && !running.solved.contains(&ply)
            {
                running.solved.push(ply);
            }
        }
        // Only what a stored review keeps counts, so that a restored one is the same.
        let position = self.tree.position(at);
        let lines = decision.lines.iter();
        let lines: Vec<Line> = lines
            .map_while(|line| stored_line(position, line))
            .collect();
        running.reviewer.found(&lines);
        effects.push(AnalysisEffect::UpdateAddress);
    }

    /// Restores a review of the main line from its text; one that is not finished goes on.
    ///
    /// # Errors
    /// The text cannot be read, or is of other moves.
    pub(super) fn restore_review(
        &mut self,
        text: &str,
        effects: &mut Vec<AnalysisEffect>,
    ) -> Result<(), StoredReviewError> {
        let main = self.tree.main_line();
        let end = main.last().copied().unwrap_or(NodeId::START);
        let ReviewedLine { reviewer, solved } = read_review(text, &self.tree.game_at(end))?;
        let places = [NodeId::START].into_iter().chain(main);
        let running = RunningReview {
            nodes: places.take(reviewer.progress().1).collect(),
            reviewer,
            solved,
        };
        self.stop_review(effects);
        self.cancel_search(effects);
        for (&at, line) in running.found_lines() {
            let found = self.evaluations.entry(at).or_default();
            if found.lines.is_empty() {
                found.lines.push(line);
            }
        }
        if running.reviewer.wanted().is_none() {
            self.review = ReviewState::Done(self.finish_review(running));
        } else {
            self.review = ReviewState::Running(running);
            effects.push(AnalysisEffect::send(ToWorker::NewGame));
        }
        Ok(())
    }

    /// The review of the main line as text: what it has found, or nothing where it has to start again;
    /// `None` if there is none that a reload could restore.
    pub(super) fn review_text(&self) -> Option<String> {
        let nodes = match &self.review {
            ReviewState::None => return None,
            ReviewState::Running(running) => &running.nodes,
            ReviewState::Done(done) => &done.nodes,
        };
        let is_main = self.tree.main_line().starts_with(&nodes[1..]);
        match &self.review {
            ReviewState::Done(done) if is_main => done.stored.clone(),
            ReviewState::Running(running) if is_main && !self.network.uses_fallback() => {
                let end = running.nodes.last().copied().unwrap_or(NodeId::START);
                let game = self.tree.game_at(end);
                write_review(&game, &running.reviewer, &running.solved)
            }
            // The page starts with the line through the shown node.
            ReviewState::Running(_) => (self.current_line() == nodes[1..]).then(String::new),
            _ => None,
        }
    }

    /// Whether the finished review is too long for a link or a PGN.
    pub(super) fn has_too_long_review(&self) -> bool {
        self.finished_review()
            .is_some_and(|done| done.stored.is_none())
    }

    fn finish_review(
        &self,
        RunningReview {
            nodes: places,
            reviewer,
            solved,
        }: RunningReview,
    ) -> FinishedReview {
        let end = places.last().copied().unwrap_or(NodeId::START);
        let line = self.tree.game_at(end);
        let stored = write_review(&line, &reviewer, &solved);
        let game = reviewer.finish();
        let plies = 0..game.review.moves.len();
        let sentences = plies.map(|ply| sentences(&line, ply, &game)).collect();
        let turns = game.review.turning_points.iter();
        let turns = turns.filter_map(|&ply| self.turning_point(&places, &line, ply, &game));
        FinishedReview {
            stored,
            phases: Color::ALL.map(|side| phase_losses(&line, &game.review, side)),
            solved: solved.len(),
            turning_points: turns.collect(),
            sentences,
            review: game.review.clone(),
            nodes: places,
        }
    }

    fn turning_point(
        &self,
        places: &[NodeId],
        line: &Game,
        ply: usize,
        game: &ReviewedGame,
    ) -> Option<TurningPoint> {
        let (before, at) = (*places.get(ply)?, *places.get(ply + 1)?);
        let position = self.tree.position(before);
        let mv = self.tree.last_move(at)?;
        let best = game.best.get(ply)?.as_ref()?;
        let pv = wire::search::answer::pv_text(position, &best.pv);
        let better = pv.san.into_iter().take(4).collect::<Vec<_>>();
        Some(TurningPoint {
            node: at,
            mv: numbered_san(position, mv),
            verdict: game.verdict(ply),
            better_moves: best.pv.iter().copied().take(better.len()).collect(),
            better_sans: better,
            sentences: sentences(line, ply, game),
        })
    }
}

/// The losses of a side's moves, by the phase of the position before each.
fn phase_losses(line: &Game, review: &Review, side: Color) -> [MoveLosses; 3] {
    let moves = review.moves.iter().enumerate();
    let own = moves.filter(|(_, mv)| mv.mover == side);
    losses_by_phase(own.map(|(ply, mv)| (GamePhase::of(&line.position_at(ply)), mv.loss)))
}

/// What can be proved of a move; of a bad one of which nothing can, by how much it was worse.
pub(crate) fn sentences(line: &Game, ply: usize, game: &ReviewedGame) -> Vec<ReviewSentence> {
    let judgement = game.judgement(line, ply);
    let mut reasons: Vec<MoveReason> = judgement.reasons().cloned().collect();
    let is_bad = game.verdict(ply).is_some();
    if is_bad
        && judgement.allowed.is_none()
        && let Some(refuted) = refutation(line, ply, game)
        && (reasons.is_empty() || refuted.kind() != ClaimKind::LessGood)
    {
        reasons.insert(0, refuted);
    }
    reasons.iter().map(sentence).collect()
}

/// What refutes a move, or how much worse it is than the best.
fn refutation(line: &Game, ply: usize, game: &ReviewedGame) -> Option<MoveReason> {
    let (best, played) = (
        game.best.get(ply)?.as_ref()?,
        game.played.get(ply)?.as_ref()?,
    );
    let (earlier, rest) = line.moves().split_at_checked(ply)?;
    let mut before = Game::from_position(*line.start());
    for &mv in earlier {
        before.play(mv).ok()?;
    }
    Some(why_not(&before, *rest.first()?, played, best.score))
}

fn sentence(reason: &MoveReason) -> ReviewSentence {
    // A pass cannot be played on from.
    let moves = reason.proof.moves.iter().map_while(|mv| *mv);
    ReviewSentence {
        text: reason.text.clone(),
        moves: moves.collect(),
    }
}

/// A move in SAN with its number: `12. Nf3`, `12… Qxb2`.
pub fn numbered_san(position: &Position, mv: Move) -> String {
    let dots = match position.side_to_move() {
        Color::White => ".",
        Color::Black => "\u{2026}",
    };
    let number = position.fullmove_number();
    format!("{number}{dots} {}", san::write(position, mv))
}
