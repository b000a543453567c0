//! Game time as the store keeps it, and the deadlines that go by it.

use sqlx::{AnyConnection, AssertSqlSafe};
use wire::live::GameLink;

use crate::live::clock::Now;
use crate::live::game_time::StoreTime;
use crate::store::database::clock_of;
use crate::store::{Store, StoreError};

/// Servers that can write do so at least so often, milliseconds, while the time of a game runs. A longer
/// silence counts for no clock.
pub(super) const MAX_SILENCE_MS: i64 = 3_000;

/// What a server learns when it says that it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    pub time: StoreTime,
    /// The game time of the heartbeat before; `None` for the first one.
    pub before: Option<Now>,
}

/// Deadlines of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deadlines {
    /// Whether any game has one.
    pub any: bool,
    /// The games whose deadline is over.
    pub overdue: Vec<GameLink>,
}

impl Store {
    /// Notes that a server can write. If none could for a while, game time has stood still since the
    /// last one did.
    ///
    /// # Errors
    /// The store fails.
    pub async fn beat(&self) -> Result<Heartbeat, StoreError> {
        self.write(|connection| Box::pin(beat(connection))).await
    }

    /// Whether any game has a deadline, and the games whose deadline is `by` or earlier, as many as `at_most`.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn deadlines(&self, by: Now, at_most: u32) -> Result<Deadlines, StoreError> {
        let earliest: Option<i64> =
            sqlx::query_scalar("SELECT MIN(deadline) FROM games WHERE deadline IS NOT NULL")
                .fetch_one(&self.readers)
                .await?;
        let by = i64::try_from(by).unwrap_or(i64::MAX);
        let mut deadlines = Deadlines {
            any: earliest.is_some(),
            overdue: Vec::new(),
        };
        if earliest.is_none_or(|earliest| earliest > by) {
            return Ok(deadlines);
        }
        let links: Vec<String> = sqlx::query_scalar(
            "SELECT link FROM games WHERE deadline <= $1 AND link IS NOT NULL \
             ORDER BY deadline LIMIT $2",
        )
        .bind(by)
        .bind(i64::from(at_most))
        .fetch_all(&self.readers)
        .await?;
        // One that is damaged leaves the others their time.
        let links = links.iter().filter_map(|link| link.parse().ok());
        deadlines.overdue = links.collect();
        Ok(deadlines)
    }
}

pub(super) async fn beat(connection: &mut AnyConnection) -> Result<Heartbeat, StoreError> {
    let before: Option<(i64, i64)> = sqlx::query_as("SELECT at, stood FROM game_time")
        .fetch_optional(&mut *connection)
        .await?;
    let clock = clock_of(connection);
    let sql = format!(
        "INSERT INTO game_time (key, at, stood) SELECT 1, {clock}, 0 WHERE TRUE \
         ON CONFLICT (key) DO UPDATE SET at = excluded.at, stood = game_time.stood + \
            CASE WHEN excluded.at - game_time.at BETWEEN 0 AND $1 THEN 0 \
                ELSE excluded.at - game_time.at END \
         RETURNING at, stood"
    );
    let (at, stood) = sqlx::query_as(AssertSqlSafe(sql))
        .bind(MAX_SILENCE_MS)
        .fetch_one(connection)
        .await?;
    Ok(Heartbeat {
        time: StoreTime { at, stood },
        before: before.map(|(at, stood)| StoreTime { at, stood }.game_time()),
    })
}

/// The condition that game time goes on as a server knows it. The parameter with this number is for how
/// long it has stood still by then; NULL where a change has nothing to do with the time.
pub(super) fn time_goes_on(connection: &AnyConnection, parameter: u32) -> String {
    let clock = clock_of(connection);
    format!(
        "(CAST(${parameter} AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM game_time \
            WHERE stood = ${parameter} AND {clock} - game_time.at BETWEEN 0 AND {MAX_SILENCE_MS}))"
    )
}
