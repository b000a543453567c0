//! Where a mind plays, the server's search threads think for it, in turns with those of other
//! addresses. What it waits for them is the server's doing and not its opponent's gain: it does not
//! count on its clock.

use std::{
    net::IpAddr,
    time::{Duration, Instant},
};

use engine::{
    book::Style,
    player::{Level, StrategyId},
    rules::Color,
    search::{Options, SearchLimits},
};
use tokio::task::AbortHandle;
use wire::{
    SearchAnswer,
    live::game_view::Clocks,
    search::{
        answer::ScoreText,
        request::{LimitsSpec, ResolvedSearch},
    },
};

use super::{
    game_state::{Seat, Table},
    room::command::{At, Command, Thought, Worth},
    services::LiveServices,
};
use crate::rate_limit::{RateLimitKey, SearchPayer};

/// As much as the strongest level searches for a move; see `engine::player::Level`.
const MOST_NODES: u64 = 4_000_000;

/// The memory of one search, MB.
const HASH_MB: u32 = 16;

/// No move is made faster: it could not be seen.
const LEAST: Duration = Duration::from_millis(300);

/// The time for a move is the game's by so much, and most of the increment.
const MOVES_LEFT: u32 = 30;

/// What is kept for the way, milliseconds.
const RESERVE_MS: u32 = 100;

/// Before this many plies a mind takes no draw.
const EARLY_PLIES: usize = 20;

/// A mind takes a draw where it stands no better than this, centipawns.
const LEVEL_CP: i32 = 10;

/// Whether a mind takes a draw after so many plies.
pub fn takes_draw(plies: usize, thought: Option<&Thought>) -> bool {
    plies >= EARLY_PLIES
        && match thought.and_then(|thought| thought.score) {
            Some(Worth::Cp(cp)) => cp <= LEVEL_CP,
            Some(Worth::IsMated) => true,
            Some(Worth::Mates) | None => false,
        }
}

impl LiveServices {
    /// Has the side to move think about its move, and tells the room; `None` where there is nobody
    /// to think for. The search waits in the lane of the address `from`.
    pub fn think(
        &self,
        table: &Table,
        clocks: Option<Clocks>,
        from: IpAddr,
    ) -> Option<AbortHandle> {
        let turn = table.turn();
        let (Seat::Mind { strategy, level }, Seat::User { .. }) =
            (table.seat(turn), table.seat(!turn))
        else {
            return None;
        };
        let request = request(table, *strategy, *level, clocks);
        let payer = SearchPayer::without_allowance(RateLimitKey::Address(from));
        let (services, link, at) = (self.clone(), table.link.clone(), At::of(table));
        let task = tokio::spawn(async move {
            let asked = Instant::now();
            let search = services.searches.decide(request, &payer);
            let (found, ()) = tokio::join!(search, tokio::time::sleep(LEAST));
            let (answer, thread_time) = found.ok().unzip();
            let thought_for = thread_time.unwrap_or_default().max(LEAST);
            let waited = asked.elapsed().saturating_sub(thought_for);
            let score = answer
                .as_ref()
                .and_then(|answer: &SearchAnswer| answer.lines.first());
            let thought = Thought {
                at,
                score: score.map(|line| worth(line.score, turn)),
                uci: answer.and_then(|answer| Some(answer.bestmove?.uci)),
                waited_ms: u64::try_from(waited.as_millis()).unwrap_or(u64::MAX),
            };
            services
                .send_if_open(&link, Command::Thought(thought))
                .await;
        });
        Some(task.abort_handle())
    }
}

fn request(
    table: &Table,
    strategy: StrategyId,
    level: Level,
    clocks: Option<Clocks>,
) -> ResolvedSearch {
    let movetime_ms = clocks.map(|clocks| {
        let increment = table.control.map_or(0, |control| control.increment_ms());
        let left = clocks.left_ms(table.turn()).saturating_sub(RESERVE_MS);
        let share = left / MOVES_LEFT + increment / 4 * 3;
        u64::from(share.min(left / 2).max(10))
    });
    let limits_spec = LimitsSpec {
        depth: None,
        nodes: Some(MOST_NODES),
        movetime_ms,
    };
    ResolvedSearch {
        game: table.game.clone(),
        strategy,
        limits: SearchLimits {
            nodes: limits_spec.nodes,
            movetime: movetime_ms.map(Duration::from_millis),
            ..SearchLimits::default()
        },
        limits_spec,
        // Two games are two games.
        seed: table.id.unsigned_abs().wrapping_mul(1_000) + table.game.ply() as u64,
        hash_mb: HASH_MB,
        threads: 1,
        options: Options::default(),
        evaluation: None,
        level: Some(level),
        book: Some(Style::default()),
    }
}

/// A score in white's view, as `side` sees it.
fn worth(score: ScoreText, side: Color) -> Worth {
    let own = |value: i32| if side == Color::White { value } else { -value };
    match score {
        ScoreText::Cp(cp) => Worth::Cp(own(cp)),
        ScoreText::Mate(moves) if own(moves) > 0 => Worth::Mates,
        ScoreText::Mate(_) => Worth::IsMated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mind_takes_a_draw_where_it_stands_no_better() {
        let thought = |score| Thought {
            at: At { ply: 1, key: 1 },
            uci: None,
            score,
            waited_ms: 0,
        };
        for (plies, score, takes) in [
            (19, Some(Worth::IsMated), false),
            (20, Some(Worth::IsMated), true),
            (20, Some(Worth::Cp(10)), true),
            (20, Some(Worth::Cp(11)), false),
            (20, Some(Worth::Mates), false),
            (20, None, false),
        ] {
            assert_eq!(takes_draw(plies, Some(&thought(score))), takes, "{score:?}");
        }
        assert!(!takes_draw(100, None));
        assert_eq!(worth(ScoreText::Cp(30), Color::Black), Worth::Cp(-30));
        assert_eq!(worth(ScoreText::Mate(-2), Color::Black), Worth::Mates);
    }
}
