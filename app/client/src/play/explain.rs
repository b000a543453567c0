//! Explanations of moves, questioned moves, and previewed lines.

use engine::player::{Decision, Source};
use engine::rules::{Move, Position};
use engine::search::Score;
use engine::teaching::PruningComparison;

use super::update::{PlayUpdate, start_fen};
use super::{
    EngineDecision, EngineState, Explanation, LinePreview, PendingExplanation, PlayEvent,
    PlayState, Players, QuestionedMove, Verification,
};
use crate::worker::{ToWorker, VerifyOrder};

/// Plies for which decisions are kept: the one to explain and the mover's previous one.
const DECISION_PLIES: usize = 3;
/// Nodes of each of the sound searches around a move, five at most: less than half a second in all,
/// during the visitor's turn.
const VERIFY_NODES: u64 = 150_000;
/// The interval between the moves of a refutation, milliseconds.
const REFUTATION_STEP_MS: u32 = 1_000;
/// How long its last position stays, milliseconds.
const REFUTATION_END_MS: u32 = 2_200;

impl PlayState {
    /// The engine's latest move, if it is verified and has no explanation.
    pub fn pending_explanation(&self) -> Option<PendingExplanation> {
        let ply = self.game.ply().checked_sub(1)?;
        let EngineDecision {
            decision, verified, ..
        } = self.decisions.get(&ply)?;
        let Verification::Done(sound) = verified else {
            return None;
        };
        if self.explanations.contains_key(&ply) {
            return None;
        }
        let earlier = ply.checked_sub(2).and_then(|ply| self.decisions.get(&ply));
        Some(PendingExplanation {
            ply,
            decision: decision.clone(),
            sound: sound.clone(),
            earlier: earlier.map(|earlier| earlier.decision.clone()),
        })
    }

    /// The explanation of the move that led to the shown position.
    pub fn shown_explanation(&self) -> Option<&str> {
        let ply = self.shown_ply().checked_sub(1)?;
        self.explanations.get(&ply).map(|said| said.text.as_str())
    }

    /// The position on the board, preview included, and the move that led to it.
    pub fn board(&self) -> (Position, Option<Move>) {
        match self.preview {
            Some(preview) => (preview.position, preview.last),
            None => (self.shown_position(), self.last_move()),
        }
    }

    /// Whether the visitor has a move to question.
    pub fn can_ask_why_not(&self) -> bool {
        self.viewed_ply.is_none() && !self.playable_moves().is_empty()
    }

    /// The score of the best move here, in the mover's view.
    pub fn best_score(&self) -> Option<Score> {
        let known = self.evaluations.get(&self.game.ply())?;
        Some(known.score.for_white(self.turn()))
    }
}

impl PlayState {
    /// The nodes that pruning saves in a position, if it was the last one counted; the inner `None`
    /// means too many to count.
    pub fn savings_for(&self, position: &Position) -> Option<Option<PruningComparison>> {
        self.savings
            .filter(|(key, _)| *key == position.key())
            .map(|(_, savings)| savings)
    }

    /// The root of the latest finished search, if it pruned.
    pub fn pruned_position(&self) -> Option<Position> {
        let thought = self.search_view.as_ref()?;
        let engine = self.engine_for(thought.root.side_to_move())?;
        let searched = thought.finished && !thought.lines.is_empty();
        let prunes = engine.strategy.prunes() && thought.explored.is_empty();
        (searched && prunes).then_some(thought.root)
    }

    /// Whether the worker is idle.
    pub fn can_count_savings(&self) -> bool {
        self.engine == EngineState::Ready && self.search.is_none()
    }
}

impl PlayUpdate<'_> {
    pub(super) fn request_savings(&mut self, position: &Position) {
        if self.state.can_count_savings() {
            self.send(ToWorker::CountPruning(position.into()));
        }
    }

    /// Stores a decision until it is explained.
    pub(super) fn store_decision(&mut self, ply: usize, decision: Decision) {
        let verified = match (decision.source, decision.mv) {
            (Source::Search, Some(mv)) => {
                self.request_verification(ply, mv);
                Verification::Pending
            }
            _ => Verification::Done(Vec::new()),
        };
        let decided = &mut self.state.decisions;
        decided.retain(|&known, _| known < ply && known + DECISION_PLIES > ply);
        let level = self.state.searched_level;
        let decided_now = EngineDecision {
            decision,
            verified,
            level,
        };
        decided.insert(ply, decided_now);
    }

    /// Requests sound searches around the move of a ply.
    fn request_verification(&mut self, ply: usize, mv: Move) {
        let nodes = match self.state.players {
            // The next move waits for them.
            Players::TwoEngines => VERIFY_NODES / 5,
            Players::Engine { .. } | Players::TwoPeople => VERIFY_NODES,
        };
        self.verify(ply, mv, nodes, false);
    }

    /// Requests sound searches around the move of a ply, of so many nodes each.
    pub(super) fn verify(&mut self, ply: usize, mv: Move, nodes: u64, only_loss: bool) {
        let game = &self.state.game;
        let order = VerifyOrder {
            key: game.position_at(ply + 1).key(),
            start_fen: start_fen(game),
            moves: game.moves()[..ply].to_vec(),
            mv,
            nodes,
            only_loss,
        };
        self.send(ToWorker::Verify(Box::new(order)));
    }

    /// Handles the result of the sound searches around the latest requested move.
    pub(super) fn handle_verification(&mut self, key: u64, sound: Vec<u8>) {
        let game = &self.state.game;
        if self.state.coach.holds() && game.position().key() == key {
            return self.held_move_verified(sound);
        }
        let asked = self
            .state
            .decisions
            .iter_mut()
            .rev()
            .find(|(ply, decided)| {
                decided.verified == Verification::Pending
                    && **ply < game.ply()
                    && game.position_at(**ply + 1).key() == key
            });
        if let Some((_, decided)) = asked {
            decided.verified = Verification::Done(sound);
        } else if let Some((ply, judged @ None)) = &mut self.state.judged
            && game.keys().get(*ply + 1) == Some(&key)
        {
            *judged = Some(sound);
        }
    }

    /// The requests were lost with the worker.
    pub(super) fn cancel_verifications(&mut self) {
        self.lose_judgement();
        for (_, decided) in self.state.decisions.iter_mut() {
            if decided.verified == Verification::Pending {
                decided.verified = Verification::Done(Vec::new());
            }
        }
    }

    pub(super) fn store_explanation(&mut self, ply: usize, said: Explanation) {
        let held = self.state.held_move().map(|(ply, _)| ply);
        let judged = self.state.judged.as_ref().map(|(ply, _)| *ply);
        let is_coachs = [held, judged].contains(&Some(ply));
        let is_known = self.state.decisions.contains_key(&ply) || is_coachs;
        if is_known && ply < self.state.game.ply() {
            self.state.explanations.insert(ply, said);
            self.save = true;
        }
    }

    /// Sets whether the next move on the board is questioned instead of played.
    pub(super) fn ask_why_not(&mut self, on: bool) {
        self.clear_question();
        self.state.asking_why_not = on && self.state.can_ask_why_not();
    }

    pub(super) fn question_move(&mut self, mv: Move) {
        self.state.asking_why_not = false;
        self.cancel_search();
        self.state.questioned_move = Some(QuestionedMove { mv, line: None });
        self.schedule_search();
    }

    pub(super) fn clear_question(&mut self) {
        self.state.asking_why_not = false;
        self.state.questioned_move = None;
        self.state.preview = None;
    }

    /// Shows what follows a questioned move on the board.
    pub(super) fn show_refutation(&mut self, decision: &Decision) {
        let root = *self.state.game.position();
        let Some(doubt) = &mut self.state.questioned_move else {
            return;
        };
        let line = decision.lines.first();
        let Some(line) = line.filter(|line| line.pv.first() == Some(&doubt.mv)) else {
            self.state.questioned_move = None;
            return;
        };
        doubt.line = Some(line.clone());
        let moves = line.pv.clone();
        let shown = moves.len().min(2);
        let id = self.state.last_search;
        for plies in 2..=shown {
            self.after(REFUTATION_STEP_MS, PlayEvent::ShowRefutation { id, plies });
        }
        self.after(
            REFUTATION_STEP_MS * shown as u32 + REFUTATION_END_MS,
            PlayEvent::ShowRefutation { id, plies: 0 },
        );
        self.state.preview = LinePreview::after(root, &moves[..1]);
    }

    /// Shows the next step of a refutation.
    pub(super) fn show_refutation_step(&mut self, plies: usize) {
        let root = *self.state.game.position();
        let Some(doubt) = &self.state.questioned_move else {
            return;
        };
        let moves = doubt.line.as_ref().map_or(&[][..], |line| &line.pv);
        self.state.preview = LinePreview::after(root, &moves[..plies.min(moves.len())]);
    }
}
