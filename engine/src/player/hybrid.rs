//! Ponder itself (H1): the opening book, then at times what it remembers, else calculation.

use rand::RngExt;

use super::guard::earned_cp;
use super::learner::allowed;
use super::{Control, Decision, Learner, Player, Source, StopReason};
use crate::book::{Book, Style};
use crate::rules::Game;
use crate::search::SearchLimits;

/// How often memory is asked before the search (L3).
const MEMORY_SHARE: f64 = 0.25;

/// A cascade: whoever answers first decides. Where neither book nor memory has a move, it plays
/// exactly what its calculator plays.
pub struct Hybrid {
    style: Option<Style>,
    learner: Option<Learner>,
    search: Box<dyn Player + Send>,
}

impl Hybrid {
    /// A cascade of an opening style, a learner (or neither), and a search. Where the search plays
    /// at a level, book and memory do not: a beginner may know an opening by heart.
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
        // An analysis or a hunt for a mate wants a search, not a move from a book.
        let plain = limits.mate.is_none() && !limits.infinite;
        if plain && let Some(decision) = self.ask_book(game, limits, control) {
            return decision;
        }
        if plain && let Some(decision) = self.ask_memory(game, limits, control) {
            return decision;
        }
        self.search.choose(game, limits, control)
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}

impl Hybrid {
    fn ask_book(
        &self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Option<Decision> {
        let mv = Book::shared().choose(game.position(), self.style?, &mut control.rng)?;
        allowed(limits, Some(mv)).then(|| Decision {
            mv: Some(mv),
            source: Source::Book,
            stop_reason: StopReason::Depth,
            ..Decision::game_over(0)
        })
    }

    fn ask_memory(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Option<Decision> {
        let learner = self.learner.as_mut()?;
        if control.rng.random::<f64>() >= MEMORY_SHARE {
            return None;
        }
        learner
            .suggest(game, earned_cp, control)
            .filter(|decision| allowed(limits, decision.mv))
    }
}
