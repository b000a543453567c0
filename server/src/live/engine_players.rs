//! Engine players search on the server's search threads, in turns with searches of other addresses.
//! The wait for a thread does not count on the engine player's clock.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use engine::book::Style;
use engine::player::{StrategyId, Strength};
use engine::rules::Color;
use engine::search::{Options, SearchLimits};
use engine::tables::TableSet;
use tokio::task::AbortHandle;
use wire::SearchAnswer;
use wire::live::game_view::Clocks;
use wire::search::answer::ScoreText;
use wire::search::request::{LimitsSpec, ResolvedSearch};

use super::game_state::LiveGame;
use super::room::command::{EngineDecision, EngineScore, RoomCommand, SearchedPosition};
use super::services::LiveServices;
use crate::rate_limit::{RateLimitKey, SearchPayer};

/// The nodes that the strongest level searches per move; see `engine::player::Level`.
const MAX_NODES: u64 = 4_000_000;

/// The hash size of one search, MB.
const HASH_MB: u32 = 16;

/// Minimum time of a move, so that it can be seen.
const MIN_MOVE_TIME: Duration = Duration::from_millis(300);

/// A move gets this part of the remaining time, and most of the increment.
const MOVES_LEFT: u32 = 30;

/// Time reserved for the network, milliseconds.
const RESERVE_MS: u32 = 100;

/// An engine player declines draws before this ply.
const EARLY_PLIES: usize = 20;

/// An engine player accepts a draw at or below this score, centipawns.
const LEVEL_CP: i32 = 10;

/// Whether an engine player accepts a draw.
pub fn accepts_draw(plies: usize, thought: Option<&EngineDecision>) -> bool {
    plies >= EARLY_PLIES
        && match thought.and_then(|thought| thought.score) {
            Some(EngineScore::Cp(cp)) => cp <= LEVEL_CP,
            Some(EngineScore::IsMated) => true,
            Some(EngineScore::Mates) | None => false,
        }
}

impl LiveServices {
    /// Starts the search of the side to move and sends its result to the room; `None` where no
    /// engine player is to move. The search is queued under the opponent's address `from`.
    pub fn start_search(
        &self,
        live: &LiveGame,
        clocks: Option<Clocks>,
        from: IpAddr,
    ) -> Option<AbortHandle> {
        let turn = live.turn();
        let (strategy, strength) = live.player(turn).engine()?;
        live.player(!turn).user()?;
        let request = request(live, strategy, strength, clocks);
        let payer = SearchPayer::without_allowance(RateLimitKey::Address(from));
        let (services, link, at) = (self.clone(), live.link.clone(), SearchedPosition::of(live));
        let task = tokio::spawn(async move {
            let asked = Instant::now();
            let search = services.searches.decide(request, &payer);
            let (found, ()) = tokio::join!(search, tokio::time::sleep(MIN_MOVE_TIME));
            let (answer, thread_time) = found.ok().unzip();
            let search_time = thread_time.unwrap_or_default().max(MIN_MOVE_TIME);
            let waited = asked.elapsed().saturating_sub(search_time);
            let score = answer
                .as_ref()
                .and_then(|answer: &SearchAnswer| answer.lines.first());
            let thought = EngineDecision {
                at,
                score: score.map(|line| engine_score(line.score, turn)),
                uci: answer.and_then(|answer| Some(answer.bestmove?.uci)),
                waited_ms: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX),
            };
            services
                .send_if_open(&link, RoomCommand::EngineDecided(thought))
                .await;
        });
        Some(task.abort_handle())
    }
}

fn request(
    live: &LiveGame,
    strategy: StrategyId,
    strength: Strength,
    clocks: Option<Clocks>,
) -> ResolvedSearch {
    let movetime_ms = clocks.map(|clocks| {
        let increment = live.control.map_or(0, |control| control.increment_ms());
        let left = clocks.left_ms(live.turn()).saturating_sub(RESERVE_MS);
        let share = left / MOVES_LEFT + increment / 4 * 3;
        u64::from(share.min(left / 2).max(10))
    });
    let limits_spec = LimitsSpec {
        depth: None,
        nodes: Some(MAX_NODES),
        movetime_ms,
    };
    ResolvedSearch {
        game: live.game.clone(),
        strategy,
        limits: SearchLimits {
            nodes: limits_spec.nodes,
            movetime: movetime_ms.map(Duration::from_millis),
            ..SearchLimits::default()
        },
        limits_spec,
        // Each game gets its own seed.
        seed: live.id.unsigned_abs().wrapping_mul(1_000) + live.game.ply() as u64,
        hash_mb: HASH_MB,
        threads: 1,
        options: Options::default(),
        evaluation: None,
        network_id: None,
        network: None,
        strength: Some(strength),
        book: Some(Style::default()),
        playing_style: None,
        tables: TableSet::None,
        trace: None,
    }
}

/// Converts a score from White's view to `side`'s.
fn engine_score(score: ScoreText, side: Color) -> EngineScore {
    let own = |value: i32| if side == Color::White { value } else { -value };
    match score {
        ScoreText::Cp(cp) => EngineScore::Cp(own(cp)),
        ScoreText::Mate(moves) if own(moves) > 0 => EngineScore::Mates,
        ScoreText::Mate(_) => EngineScore::IsMated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mind_takes_a_draw_where_it_stands_no_better() {
        let thought = |score| EngineDecision {
            at: SearchedPosition { ply: 1, key: 1 },
            uci: None,
            score,
            waited_ms: 0,
        };
        for (plies, score, takes) in [
            (19, Some(EngineScore::IsMated), false),
            (20, Some(EngineScore::IsMated), true),
            (20, Some(EngineScore::Cp(10)), true),
            (20, Some(EngineScore::Cp(11)), false),
            (20, Some(EngineScore::Mates), false),
            (20, None, false),
        ] {
            assert_eq!(
                accepts_draw(plies, Some(&thought(score))),
                takes,
                "{score:?}"
            );
        }
        assert!(!accepts_draw(100, None));
        assert_eq!(
            engine_score(ScoreText::Cp(30), Color::Black),
            EngineScore::Cp(-30)
        );
        assert_eq!(
            engine_score(ScoreText::Mate(-2), Color::Black),
            EngineScore::Mates
        );
    }
}
