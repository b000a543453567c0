//! What the server keeps of a game beyond its moves: variations, comments, clocks, a review.
//!
//! A game's page links to the analysis with its moves and the field `game`, its own address; the analysis
//! asks the server for the PGN and adds what is not there yet.

use engine::rules::{Move, NodeId};
use wire::live::GameLink;

use super::{AnalysisEffect, AnalysisState, RequestedReview, import};
use crate::url_fragment::{Fields, push_field};

const GAME: &str = "game";

/// Adds the address of a game to a fragment.
pub fn push_game_link(fragment: &mut String, game: &GameLink) {
    push_field(fragment, GAME, &game.to_string());
}

/// The game whose PGN the server has, if a fragment, without `#`, names one.
pub fn game_link(fragment: &str) -> Option<GameLink> {
    Fields::parse(fragment).get(GAME)?.parse().ok()
}

impl AnalysisState {
    /// The moves of the main line.
    pub fn main_moves(&self) -> Vec<Move> {
        let line = self.tree.main_line().into_iter();
        line.filter_map(|at| self.tree.last_move(at)).collect()
    }

    /// Adds the variations, annotations and review of a PGN with the same start, unless another game than the one with
    /// these moves has been opened since. What is here stays as it is.
    pub(super) fn add_stored_pgn(
        &mut self,
        moves: &[Move],
        text: &str,
        effects: &mut Vec<AnalysisEffect>,
    ) {
        let Ok(stored) = import(text) else {
            return;
        };
        if !self.main_moves().starts_with(moves) {
            return;
        }
        let stored = stored.opened;
        if stored.tree.start() != self.tree.start() {
            return;
        }
        let mut pairs = vec![(NodeId::START, NodeId::START)];
        while let Some((at, here)) = pairs.pop() {
            for &next in stored.tree.replies(at).iter().rev() {
                let mv = stored.tree.last_move(next);
                pairs.push((next, self.tree.add_line(here, mv)));
            }
            if let Some(said) = stored.annotations.get(at) {
                self.annotations.edit(here, |annotations| {
                    if annotations.is_empty() {
                        annotations.clone_from(said);
                    }
                });
            }
        }
        effects.push(AnalysisEffect::UpdateAddress);
        if let RequestedReview::Stored(text) = stored.review
            && self.finished_review().is_none()
        {
            // A review that is running here goes on if the stored one cannot be read.
            match self.restore_review(&text, effects) {
                Err(error) if !self.is_reviewing() => self.review_error = Some(error),
                _ => {}
            }
        }
    }
}
