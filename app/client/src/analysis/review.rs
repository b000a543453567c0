//! The review of a whole game: runs the searches that the engine's reviewer wants, then presents
//! its result.

use engine::explain::{ReviewedGame, Reviewer, why_not};
use engine::player::Decision;
use engine::rules::{Color, Move, NodeId, Position, san};

use super::review_state::{FinishedReview, ReviewState, RunningReview, TurningPoint};
use super::state::{AnalysisEffect, AnalysisState};
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
        self.review = ReviewState::Running(self.new_review());
        // A hash table filled by other searches would change the review.
        effects.push(AnalysisEffect::send(ToWorker::NewGame));
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
        }
    }

    /// Restarts a running review.
    pub(super) fn restart_review(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if let ReviewState::Running(running) = &mut self.review {
            let last = running.nodes.last().copied().unwrap_or(NodeId::START);
            running.reviewer = Reviewer::new(&self.tree.game_at(last));
            effects.push(AnalysisEffect::send(ToWorker::NewGame));
        }
    }

    pub(super) fn stop_review(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if self.is_reviewing() {
            self.cancel_search(effects);
        }
        self.review = ReviewState::None;
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
    }

    /// Handles the result of a review's search.
    pub(super) fn handle_review_search(&mut self, at: NodeId, decision: &Decision) {
        let ReviewState::Running(running) = &mut self.review else {
            return;
        };
        if !running.reviewer.looks_at_one_move() {
            let found = self.evaluations.entry(at).or_default();
            found.store_decision(decision);
        }
        running.reviewer.found(decision.lines.first().cloned());
    }

    fn finish_review(
        &self,
        RunningReview {
            nodes: places,
            reviewer,
        }: RunningReview,
    ) -> FinishedReview {
        let game = reviewer.finish();
        let turns = game.review.turning_points.iter();
        let turns = turns.filter_map(|&ply| self.turning_point(&places, ply, &game));
        let is_solved = |place: &&NodeId| {
            let found = self.evaluations.get(place);
            found.is_some_and(|found| found.solved.is_some())
        };
        FinishedReview {
            solved: places.iter().filter(is_solved).count(),
            turning_points: turns.collect(),
            review: game.review.clone(),
            nodes: places,
        }
    }

    fn turning_point(
        &self,
        places: &[NodeId],
        ply: usize,
        game: &ReviewedGame,
    ) -> Option<TurningPoint> {
        let (before, at) = (*places.get(ply)?, *places.get(ply + 1)?);
        let position = self.tree.position(before);
        let mv = self.tree.last_move(at)?;
        let best = game.best.get(ply)?.as_ref()?;
        let pv = wire::search::answer::pv_text(position, &best.pv);
        let better = pv.san.into_iter().take(4).collect::<Vec<_>>();
        let played = game.played.get(ply)?.as_ref()?;
        Some(TurningPoint {
            node: at,
            mv: numbered_san(position, mv),
            verdict: game.verdict(ply),
            better_moves: best.pv.iter().copied().take(better.len()).collect(),
            better_sans: better,
            explanation: why_not(&self.tree.game_at(before), mv, played, best.score).text,
        })
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
