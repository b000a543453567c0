//! Clocks of live games where no move changes them: they stand while no server runs, and until their player is back.

use super::servers::column;
use crate::live::clock::Now;
use crate::live::game_state::{LiveGame, PlayState};
use crate::store::{Store, StoreError};

impl Store {
    /// Lets the clocks of all games stand between two game times; a turn that began later is charged nothing. Engine
    /// players' turns are left alone: those have no deadline.
    ///
    /// # Errors
    /// The store fails.
    pub async fn pause_clocks(&self, from: Now, until: Now) -> Result<(), StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let games: Vec<(i64, i64, String)> = sqlx::query_as(
                    "SELECT id, version, state FROM games \
                     WHERE deadline IS NOT NULL AND state IS NOT NULL",
                )
                .fetch_all(&mut *connection)
                .await?;
                for (game, version, state) in games {
                    // One that is damaged leaves the others their time.
                    let Ok(mut state) = serde_json::from_str::<PlayState>(&state) else {
                        continue;
                    };
                    match &mut state.clock {
                        Some(clock) if clock.running_since().is_some() => clock.pause(from, until),
                        _ => continue,
                    }
                    // Another server may have gone on with it.
                    sqlx::query("UPDATE games SET state = $1 WHERE id = $2 AND version = $3")
                        .bind(serde_json::to_string(&state)?)
                        .bind(game)
                        .bind(version)
                        .execute(&mut *connection)
                        .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Stores the clock and the deadline of a game, if it still has this version.
    ///
    /// # Errors
    /// The store fails.
    pub async fn store_clock(&self, live: LiveGame) -> Result<(), StoreError> {
        let state = serde_json::to_string(&live.play_state())?;
        let deadline = live.deadline().map(column);
        let set = self.execute(move || {
            sqlx::query("UPDATE games SET state = $1, deadline = $2 WHERE id = $3 AND version = $4")
                .bind(state)
                .bind(deadline)
                .bind(live.id)
                .bind(i64::from(live.version))
        });
        set.await.map(drop)
    }
}
