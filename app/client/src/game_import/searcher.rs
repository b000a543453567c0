//! The searches of an analysis, which can be stopped; those of openings, too.

use engine::eval::{EvalConfig, SharedEval};
use engine::player::{Calculator, Control, Player as _, StopReason, StrategyId};
use engine::rules::Game;
use engine::search::{Line, SearchLimits};

/// The hash size in MB, as in play.
const HASH_MB: u32 = 16;

/// An engine that remembers its table from one search to the next.
pub(crate) struct Searcher<'a, 'b> {
    calculator: Calculator,
    control: &'a mut Control<'b>,
}

impl<'a, 'b> Searcher<'a, 'b> {
    /// A searcher with this network, or the hand-made evaluation.
    pub fn new(network: Option<SharedEval>, control: &'a mut Control<'b>) -> Self {
        let mut calculator = Calculator::new(HASH_MB);
        calculator.set_eval(EvalConfig {
            network,
            ..StrategyId::Intuition.evaluation().into()
        });
        calculator.remember(true);
        Self {
            calculator,
            control,
        }
    }

    /// The lines of a search; `None` where it was stopped. `fresh` forgets the earlier ones first.
    pub fn search(&mut self, game: &Game, limits: &SearchLimits, fresh: bool) -> Option<Vec<Line>> {
        if self.control.stop.is_set() {
            return None;
        }
        if fresh {
            self.calculator.new_game();
        }
        let decision = self.calculator.choose(game, limits, self.control);
        let is_stopped = decision.stop_reason == StopReason::Stopped || self.control.stop.is_set();
        (!is_stopped).then_some(decision.lines)
    }

    /// The time by the caller's clock.
    pub fn now(&self) -> std::time::Duration {
        self.control.clock.now()
    }
}
