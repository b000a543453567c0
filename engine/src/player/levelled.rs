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
        let left = limits.clock.map(|clock| clock.time);
        limits.sight = self.level.sight(game, left, self.seed);
        if let Some(sight) = limits.sight {
            limits.searchmoves = considered(sight.seen_moves(game), &limits.searchmoves);
        }
        let Self {
            player, corrector, ..
        } = self;
        let decision = match corrector {
            Some(corrector) => corrector.correct(game, limits.sight, control, |control| {
                player.choose(game, &limits, control)
            }),
            None => player.choose(game, &limits, control),
        };
        Decision {
            sight: limits.sight,
            ..decision
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}

/// The seen moves among the wanted ones; the wanted ones take precedence.
fn considered(seen: Vec<Move>, wanted: &[Move]) -> Vec<Move> {
    let both = || seen.iter().filter(|mv| wanted.contains(mv)).copied();
    if wanted.is_empty() {
        seen
    } else if both().next().is_some() {
        both().collect()
    } else {
        wanted.to_vec()
    }
}
