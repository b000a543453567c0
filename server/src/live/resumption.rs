//! How a stored game goes on.

use wire::live::game_view::GameStage;

use super::clock::{FREE_PLIES, Now};
use super::game_state::LiveGame;
use super::game_time::{Beginning, GameTime};

/// After a restart of the server a clock stands until its player connects, or for this time, milliseconds.
const RESTART_GRACE_MS: Now = 15_000;

/// A stored game as it goes on here. Where no server ran, the side to move was charged as long as one did, and
/// the turn goes on when its player connects; an engine player's with the beginning of its search.
pub fn resumed(mut live: LiveGame, time: &GameTime) -> LiveGame {
    let turn = live.turn();
    let plays = live.stage == GameStage::Playing && live.game.ply() >= FREE_PLIES;
    let is_engine = live.player(turn).engine().is_some();
    let Some(clock) = live.clock.as_mut().filter(|_| plays) else {
        return live;
    };
    let Beginning { left_at, at } = time.began();
    let back_by = at + RESTART_GRACE_MS;
    match clock.running_since() {
        _ if is_engine => clock.stand(),
        None => clock.start(turn, back_by),
        Some(since) if since < at => {
            if let Some(left_at) = left_at {
                clock.pause(left_at.max(since), back_by);
            }
        }
        Some(_) => {}
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

    /// The server before was last heard of at 9,000 and this one began at 10,000.
    fn time() -> GameTime {
        begun(Some(9_000))
    }

    fn begun(left_at: Option<Now>) -> GameTime {
        let answer = StoreTime {
            at: 10_000,
            stood: 0,
        };
        GameTime::begin(Instant::now(), answer, left_at)
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
    async fn a_clock_stands_until_its_player_could_come_back() {
        let moments = [10_000, 25_000, 26_000];
        assert_eq!(white_ms(Some(4_000), moments), [55_000, 55_000, 54_000]);
        assert_eq!(white_ms(None, moments), [60_000, 60_000, 59_000]);
        // The heartbeat is only written now and then.
        assert_eq!(white_ms(Some(9_500), moments), [60_000, 60_000, 59_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_turn_that_began_here_goes_on() {
        let moments = [10_500, 25_000, 26_000];
        assert_eq!(white_ms(Some(10_000), moments), [59_500, 45_000, 44_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_runs_on_where_other_servers_do() {
        let mut game = played(live(Some(CONTROL)), "e2e4 e7e5");
        let mut clock = LiveClock::new(CONTROL);
        clock.start(Color::White, 4_000);
        game.clock = Some(clock);
        let clock = resumed(game, &begun(None)).clock.expect("a clock");
        assert_eq!(clock.reading(14_000).white_ms, 50_000);
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
