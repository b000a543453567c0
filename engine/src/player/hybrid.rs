//! The hybrid: the opening book, then at times the learner, else the search.

use rand::RngExt;

use super::guard::earned_cp;
use super::learner::is_allowed;
use super::{Control, Decision, Learner, Player, Source, StopReason};
use crate::book::{Book, Style};
use crate::rules::Game;
use crate::search::SearchLimits;

/// Probability of asking the learner before the search.
const LEARNER_SHARE: f64 = 0.25;

/// Book, learner and search in this order; the first one with a move decides.
pub struct Hybrid {
    style: Option<Style>,
    learner: Option<Learner>,
    search: Box<dyn Player + Send>,
}

impl Hybrid {
    /// A hybrid of a book with an opening style, a learner, and a search. A level applies to the search
    /// alone.
    #[must_use]
    pub fn new(
        style: Option<Style>,
        learner: Option<Learner>,
        search: impl Player + Send + 'static,
    ) -> Hybrid {
        Hybrid {
            style,
            learner,
            search: Box::new(search),
        }
    }
}

impl Player for Hybrid {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        // Analysis and mate search need the search.
        let wants_move = limits.mate.is_none() && !limits.infinite;
        if wants_move && let Some(decision) = self.book_move(game, limits, control) {
            return decision;
        }
        if wants_move && let Some(decision) = self.learner_move(game, limits, control) {
            return decision;
        }
        self.search.choose(game, limits, control)
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}

impl Hybrid {
    fn book_move(
        &self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Option<Decision> {
        let mv = Book::shared().choose(game.position(), self.style?, &mut control.rng)?;
        is_allowed(limits, Some(mv)).then(|| Decision {
            mv: Some(mv),
            source: Source::Book,
            stop_reason: StopReason::Depth,
            ..Decision::game_over(0)
        })
    }

    fn learner_move(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Option<Decision> {
        let learner = self.learner.as_mut()?;
        if control.rng.random::<f64>() >= LEARNER_SHARE {
            return None;
        }
        learner
            .suggest(game, earned_cp, control)
            .filter(|decision| is_allowed(limits, decision.mv))
    }
}
