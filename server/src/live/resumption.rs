//! How a stored game goes on.

use wire::live::game_view::GameStage;

use super::clock::{FREE_PLIES, Now};
use super::game_state::LiveGame;
use super::game_time::GameTime;

/// Where no server ran, a clock stands until its player connects, or for this time after the beginning of the
/// next one, milliseconds.
pub const RESTART_GRACE_MS: Now = 15_000;

/// A stored game as it goes on here. An engine player's turn goes on with the beginning of its search.
pub fn resumed(mut live: LiveGame, time: &GameTime) -> LiveGame {
    let turn = live.turn();
    let plays = live.stage == GameStage::Playing && live.game.ply() >= FREE_PLIES;
    let is_engine = live.player(turn).engine().is_some();
    let Some(clock) = live.clock.as_mut().filter(|_| plays) else {
        return live;
    };
    if is_engine {
        clock.stand();
    } else if clock.running_since().is_none() {
        // As earlier versions left it.
        clock.start(turn, time.began().at + RESTART_GRACE_MS);
    }
    live
}

#[cfg(test)]
mod tests {
    use engine::player::{Level, StrategyId};
    use engine::rules::Color;
    use tokio::time::Instant;

    use super::*;
    use crate::live::clock::LiveClock;
    use crate::live::game_state::SidePlayer;
    use crate::live::game_state::tests::{live, played};
    use crate::live::game_time::StoreTime;
    use wire::time_control::TimeControl;

    const CONTROL: TimeControl = TimeControl {
        base_s: 60,
        increment_s: 0,
    };

    /// This server began at 10,000.
    fn time() -> GameTime {
        let answer = StoreTime {
            at: 10_000,
            stood: 0,
        };
        GameTime::begin(Instant::now(), answer, Some(9_000))
    }

    /// White's time at some moments, where White is to move and its turn began at `since`.
    fn white_ms(since: Option<Now>, moments: [Now; 3]) -> [u32; 3] {
        let mut game = played(live(Some(CONTROL)), "e2e4 e7e5");
        let mut clock = LiveClock::new(CONTROL);
        if let Some(since) = since {
            clock.start(Color::White, since);
        }
        game.clock = Some(clock);
        let clock = resumed(game, &time()).clock.expect("a clock");
        moments.map(|moment| clock.reading(moment).white_ms)
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_stands_does_so_until_its_player_could_come_back() {
        let moments = [10_000, 25_000, 26_000];
        assert_eq!(white_ms(None, moments), [60_000, 60_000, 59_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_runs_runs_on() {
        let moments = [10_500, 25_000, 26_000];
        assert_eq!(white_ms(Some(4_000), moments), [53_500, 39_000, 38_000]);
        assert_eq!(white_ms(Some(10_000), moments), [59_500, 45_000, 44_000]);
        assert_eq!(white_ms(Some(25_000), moments), [60_000, 60_000, 59_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn an_engine_players_clock_stands_until_it_is_searched_for() {
        let mut game = played(live(Some(CONTROL)), "e2e4 e7e5");
        game.players[0] = SidePlayer::Engine {
            strategy: StrategyId::Calculator,
            strength: Level::WEAKEST.into(),
        };
        let mut clock = LiveClock::new(CONTROL);
        clock.start(Color::White, 4_000);
        game.clock = Some(clock);
        let clock = resumed(game, &time()).clock.expect("a clock");
        assert_eq!(clock.running_since(), None);
    }
}
