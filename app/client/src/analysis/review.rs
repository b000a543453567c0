//! A whole game gone through: what the engine's reviewer wants searched is ordered, then it is said
//! where the game turned.

use engine::explain::{ReviewedGame, Reviewer, why_not};
use engine::rules::{Color, Move, NodeId, Position, san};
use engine::search::Line;

use super::review_state::{Reviewed, Reviewing, Running, Turn};
use super::state::{Analysis, Effect};

impl Analysis {
    /// The review, when it is done.
    pub fn reviewed(&self) -> Option<&Reviewed> {
        match &self.review {
            Reviewing::Done(reviewed) => Some(reviewed),
            Reviewing::None | Reviewing::Running(_) => None,
        }
    }

    /// Whether a review is in progress.
    pub(super) fn reviews(&self) -> bool {
        matches!(self.review, Reviewing::Running(_))
    }

    pub(super) fn begin_review(&mut self, effects: &mut Vec<Effect>) {
        if self.tree.is_empty() || self.reviews() {
            return;
        }
        self.stop_looking(effects);
        self.review = Reviewing::Running(self.fresh_review());
        // What was remembered of other searches would make it another review.
        effects.push(Effect::ForgetGame);
    }

    /// A review of the line that is shown, of which nothing is searched yet.
    fn fresh_review(&self) -> Running {
        let places: Vec<NodeId> = [NodeId::START].into_iter().chain(self.line()).collect();
        let last = places.last().copied().unwrap_or(NodeId::START);
        Running {
            reviewer: Reviewer::new(&self.tree.game_at(last)),
            places,
        }
    }

    /// A review in progress begins again.
    pub(super) fn review_anew(&mut self, effects: &mut Vec<Effect>) {
        if let Reviewing::Running(running) = &mut self.review {
            let last = running.places.last().copied().unwrap_or(NodeId::START);
            running.reviewer = Reviewer::new(&self.tree.game_at(last));
            effects.push(Effect::ForgetGame);
        }
    }

    pub(super) fn stop_review(&mut self, effects: &mut Vec<Effect>) {
        if self.reviews() {
            self.stop_looking(effects);
        }
        self.review = Reviewing::None;
    }

    /// Orders the next search of the review; after the last one, the review is done.
    pub(super) fn review_next(&mut self, effects: &mut Vec<Effect>) {
        let Reviewing::Running(running) = &self.review else {
            return;
        };
        if let Some(wanted) = running.reviewer.wanted() {
            let at = running.places[wanted.ply];
            return self.order(at, wanted.limits, effects);
        }
        let done = self.judged(running.clone());
        self.review = Reviewing::Done(done);
    }

    /// A search of the review has ended.
    pub(super) fn review_found(&mut self, at: NodeId, best: Option<&Line>) {
        let Reviewing::Running(running) = &mut self.review else {
            return;
        };
        if let Some(best) = best.filter(|_| !running.reviewer.looks_at_one_move()) {
            self.found.entry(at).or_default().keep(best);
        }
        running.reviewer.found(best.cloned());
    }

    fn judged(&self, Running { places, reviewer }: Running) -> Reviewed {
        let game = reviewer.finish();
        let turns = game.review.turning_points.iter();
        let turns = turns.filter_map(|&ply| self.turn(&places, ply, &game));
        Reviewed {
            turns: turns.collect(),
            review: game.review.clone(),
            places,
        }
    }

    fn turn(&self, places: &[NodeId], ply: usize, game: &ReviewedGame) -> Option<Turn> {
        let (before, at) = (*places.get(ply)?, *places.get(ply + 1)?);
        let position = self.tree.position(before);
        let mv = self.tree.last_move(at)?;
        let best = game.best.get(ply)?.as_ref()?;
        let pv = wire::search::answer::pv_text(position, &best.pv);
        let better = pv.san.into_iter().take(4).collect::<Vec<_>>();
        let played = game.played.get(ply)?.as_ref()?;
        Some(Turn {
            at,
            mv: numbered(position, mv),
            verdict: game.verdict(ply),
            moves: best.pv.iter().copied().take(better.len()).collect(),
            better,
            why: why_not(&self.tree.game_at(before), mv, played, best.score).text,
        })
    }
}

/// A move with its number: `12. Nf3`, `12… Qxb2`.
pub fn numbered(position: &Position, mv: Move) -> String {
    let dots = match position.side_to_move() {
        Color::White => ".",
        Color::Black => "\u{2026}",
    };
    let number = position.fullmove_number();
    format!("{number}{dots} {}", san::write(position, mv))
}
