//! The offer of another strength after several equal results in a row.

use engine::player::Strength;

use super::PlayState;

/// Games in a row after which another strength is offered.
const MIN_STREAK: u8 = 2;

impl PlayState {
    /// The strength to offer for the next game: a level lower after two losses in a row, one higher after
    /// two wins; none where the next opponent is as strong as the visitor anyway.
    pub fn offered_strength(&self) -> Option<Strength> {
        let engine = self.settings.engine;
        let fits = self.streak.engine == Some(engine)
            && self.streak.games >= MIN_STREAK
            && self.players.human().is_some()
            && !self.is_matched()
            && self.settings.depth_of(&engine).is_none()
            && engine.strategy.searches();
        let tenths = engine.strength.tenths();
        let offered = match self.streak.won {
            true => tenths + 10,
            false => tenths - 10,
        };
        Strength::from_tenths(offered).filter(|_| fits)
    }
}

#[cfg(test)]
mod tests {
    use engine::player::{Level, StrategyId};
    use engine::rules::Reason;

    use engine::rules::{Color, Outcome};

    use super::super::seats::Players;
    use super::*;
    use crate::settings::{EngineSettings, Settings};

    fn state(level: u8, ends: &[Option<Color>]) -> PlayState {
        let engine = EngineSettings {
            strength: Level::new(level).unwrap().into(),
            ..EngineSettings::new(StrategyId::Calculator)
        };
        let mut state = PlayState::new(Settings {
            engine,
            ..Settings::default()
        });
        state.players = Players::Engine {
            human: Color::White,
        };
        for &winner in ends {
            let result = Outcome {
                winner,
                reason: Reason::Checkmate,
            };
            state.streak.count(Color::White, engine, &result);
        }
        state
    }

    #[test]
    fn two_losses_offer_a_lower_level_and_two_wins_a_higher_one() {
        const WIN: Option<Color> = Some(Color::White);
        const LOSS: Option<Color> = Some(Color::Black);
        for (level, ends, offered) in [
            (3, &[LOSS, LOSS][..], Some(2)),
            (3, &[WIN, WIN], Some(4)),
            (3, &[WIN, WIN, WIN], Some(4)),
            (3, &[LOSS], None),
            (3, &[LOSS, WIN], None),
            (3, &[LOSS, None, LOSS], None),
            (1, &[LOSS, LOSS], None),
            (10, &[WIN, WIN], None),
        ] {
            let found = state(level, ends).offered_strength();
            let offered = offered.and_then(Level::new).map(Strength::from);
            assert_eq!(found, offered, "{level} {ends:?}");
        }
    }

    #[test]
    fn games_against_another_opponent_do_not_count() {
        let mut state = state(3, &[Some(Color::Black), Some(Color::Black)]);
        state.settings.engine.strategy = StrategyId::Explorer;
        assert_eq!(state.offered_strength(), None);
        state.settings.engine.strategy = StrategyId::Calculator;
        state.settings.engine.strength = Level::new(4).unwrap().into();
        assert_eq!(state.offered_strength(), None);
    }
}
