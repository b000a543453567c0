//! A player at a playing level.

use super::level::{Level, is_tree};
use super::score_correction::ScoreCorrector;
use super::{Control, Decision, Player, StrategyId};
use crate::eval::EvalConfig;
use crate::rules::{Game, Move};
use crate::search::{Options, SearchLimits};

/// A player at a level.
pub struct Levelled<P> {
    player: P,
    id: StrategyId,
    level: Level,
    seed: u64,
    /// `None` where the level has no noise.
    corrector: Option<ScoreCorrector>,
}

impl<P> Levelled<P> {
    /// `player` at a level; `eval` and `options` are what it searches with.
    pub(super) fn new(
        player: P,
        id: StrategyId,
        level: Level,
        seed: u64,
        (eval, options): (&EvalConfig, Options),
    ) -> Levelled<P> {
        Levelled {
            player,
            id,
            level,
            seed,
            corrector: ScoreCorrector::new(
                eval,
                options,
                is_tree(id) || id == StrategyId::ExplorerRollout,
            ),
        }
    }
}

impl<P: Player> Player for Levelled<P> {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let mut limits = self.level.limits(self.id, limits);
        let mut visible = self.level.visible_moves(game, self.seed);
        if !limits.searchmoves.is_empty() {
            let wanted = |mv: &Move| limits.searchmoves.contains(mv);
            // `searchmoves` takes precedence.
            if visible.iter().any(wanted) {
                visible.retain(wanted);
            } else {
                visible.clone_from(&limits.searchmoves);
            }
        }
        limits.searchmoves = visible;
        let Self {
            player, corrector, ..
        } = self;
        match corrector {
            Some(corrector) => corrector.correct(game, control, |control| {
                player.choose(game, &limits, control)
            }),
            None => player.choose(game, &limits, control),
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}
