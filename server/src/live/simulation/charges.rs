//! What the clocks of a game were charged, beside the time in which somebody could have moved.

use std::time::Duration;

use engine::rules::Color;
use tokio::time::Instant;
use wire::live::protocol::GameEvent;
use wire::time_control::TimeControl;

use super::outages::Outages;
use super::store::StoredEvent;
use crate::live::game_time::MAX_DELAY_MS;

/// By how much a charge may be wrong, milliseconds: what the answers about the time were on their way.
const TOLERANCE_MS: i64 = 500;

/// A change may be on its way for so long, milliseconds, before its turn begins.
const DELAY_MS: i64 = MAX_DELAY_MS;

/// What may be charged too much in all, milliseconds: such a change is rare, and a server that was cut off from the
/// store learns with the first heartbeat afterwards that the clock was set meanwhile.
const MAX_UNFAIR_MS: i64 = 2 * DELAY_MS + TOLERANCE_MS;

/// A player's server may learn so much later of the move before, milliseconds, which counts for nobody where the
/// notice was lost: the version is looked at every two seconds.
const LEARNED_AFTER_MS: i64 = 2_000;

/// The moves whose charge is wrong.
pub fn wrong_charges(
    history: &[StoredEvent],
    control: TimeControl,
    outages: &Outages,
    calm_since: Instant,
) -> Vec<String> {
    let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let mut left = [i64::from(control.base_s) * 1_000; 2];
    let mut turn_since = None;
    let mut unfair = 0;
    let mut wrong = Vec::new();
    for StoredEvent { at, event, clocks } in history {
        let Some(clocks) = clocks else { continue };
        let shown = [clocks.white_ms, clocks.black_ms].map(i64::from);
        match event {
            GameEvent::TimeGiven { side, ms } => left[side.index()] += i64::from(*ms),
            GameEvent::Moved { ply, uci, .. } => {
                let mover = Color::ALL[*ply as usize % 2].index();
                if let Some(since) = turn_since
                    && *ply >= 2
                {
                    let charged =
                        left[mover] + i64::from(control.increment_s) * 1_000 - shown[mover];
                    let passed = ms(*at - since);
                    let stood = ms(outages.stood(since, *at));
                    let fair = passed - stood + ms(outages.set_ahead(since, *at));
                    unfair += (charged - fair).max(0);
                    let most = fair + DELAY_MS + TOLERANCE_MS;
                    let least = match since >= calm_since {
                        true => passed - LEARNED_AFTER_MS - DELAY_MS - TOLERANCE_MS,
                        false => 0,
                    };
                    if !(least..=most).contains(&charged) {
                        wrong.push(format!(
                            "{charged} ms were charged for {uci} at {ply}, of {passed} ms, {stood} without a store"
                        ));
                    }
                }
                left[mover] = shown[mover];
                turn_since = Some(*at);
            }
            _ => {}
        }
    }
    if unfair > MAX_UNFAIR_MS {
        wrong.push(format!(
            "{unfair} ms in all were charged beyond what had passed"
        ));
    }
    wrong
}
