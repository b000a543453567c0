//! Players: the [`Player`] trait, the [`Control`] that a caller lends it, the players of this folder,
//! and the list of strategies.
//!
//! Architecture invariant: a player wraps a search; no search knows a player.

mod between_levels;
mod calculator;
mod character;
mod config;
mod decision;
mod guard;
mod hybrid;
mod learner;
mod level;
mod levelled;
mod score_correction;
mod strategy;
mod strength;
mod styled_player;

use crate::rules::Game;
use crate::search::{Report, SearchLimits};

pub use crate::control::{Clock, NeverStop, Stop, StopReason, StoppedClock};
pub use calculator::Calculator;
pub use character::{CHARACTERS, Character, UnknownCharacter};
pub use config::PlayerConfig;
pub use decision::{Decision, Recalled, SolvedRoot, Source};
pub use hybrid::Hybrid;
pub use learner::{Learner, LearnerConfig, LearnerMemory, Memory};
pub use level::{InvalidLevel, Level};
pub use levelled::Levelled;
pub use strategy::{Strategy, StrategyId, UnknownStrategy, strategies};
pub use strength::{InvalidStrength, Strength};

/// What the caller lends to a player for one move.
pub struct Control<'a> {
    pub clock: &'a dyn Clock,
    pub stop: &'a dyn Stop,
    pub report: &'a mut dyn FnMut(Report),
    /// Used by randomised players only; see [`rng`](crate::rng).
    pub rng: crate::Rng,
}

/// A strategy that plays.
///
/// ```
/// use engine::player::{
///     Control, NeverStop, Player, PlayerConfig, StoppedClock, StrategyId,
/// };
/// use engine::rules::Game;
/// use engine::search::SearchLimits;
///
/// let config = PlayerConfig::default();
/// let mut player = config.player(StrategyId::Calculator).unwrap();
/// let mut control = Control {
///     clock: &StoppedClock,
///     stop: &NeverStop,
///     report: &mut |_| {},
///     rng: engine::rng(0),
/// };
/// let decision = player.choose(&Game::new(), &SearchLimits::depth(4), &mut control);
/// assert_eq!(decision.depth, 4);
/// assert!(decision.mv.is_some());
/// ```
pub trait Player {
    /// Chooses a move for the side to move.
    ///
    /// Always returns a legal move if there is one, however early it is stopped and whatever the
    /// limits.
    fn choose(&mut self, game: &Game, limits: &SearchLimits, control: &mut Control<'_>)
    -> Decision;

    /// Clears everything kept from earlier moves.
    fn new_game(&mut self);
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        (**self).choose(game, limits, control)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }
}
