//! Game time as the store keeps it, and the clocks and deadlines that go by it.

use sqlx::{AnyConnection, AssertSqlSafe};
use wire::live::GameLink;

use super::servers::{column, note_server};
use crate::live::clock::Now;
use crate::live::game_time::{MAX_DELAY_MS, MAX_SILENCE_MS, StoreTime};
use crate::live::seat::ServerId;
use crate::store::database::clock_of;
use crate::store::{Store, StoreError};

/// What a server learns when it says that it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    pub time: StoreTime,
    /// The time of the heartbeat before; `None` for the first one.
    pub before: Option<StoreTime>,
}

impl Heartbeat {
    /// Whether no server could write since the heartbeat before.
    pub fn ends_a_silence(&self) -> bool {
        self.before
            .is_none_or(|before| before.stood != self.time.stood)
    }
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
    pub async fn beat(&self, server: ServerId) -> Result<Heartbeat, StoreError> {
        let is_shared = self.is_shared();
        self.write(move |connection| {
            Box::pin(async move {
                let heartbeat = beat(connection).await?;
                if is_shared {
                    note_server(connection, &server, heartbeat.time.game_time()).await?;
                }
                Ok(heartbeat)
            })
        })
        .await
    }

    /// What time it is now. It is only read, so that an answer is as quick as the database can be: nothing is
    /// waited for that others write.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn time(&self) -> Result<StoreTime, StoreError> {
        let mut connection = self.readers.acquire().await?;
        let clock = clock_of(&connection);
        let sql = format!("SELECT {clock}, at, stood FROM game_time");
        let (clock, at, stood) = sqlx::query_as(AssertSqlSafe(sql))
            .fetch_one(&mut *connection)
            .await?;
        Ok(StoreTime { at, stood }.go_on(clock))
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
        let by = column(by);
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
        before: before.map(|(at, stood)| StoreTime { at, stood }),
    })
}

/// The condition that game time goes on as a server knew it when it made a change, a moment ago. The parameter
/// with this number is for how long it had stood still by then, the next one what time it was; NULL where a
/// change has nothing to do with the time.
pub(super) fn time_goes_on(connection: &AnyConnection, parameter: u32) -> String {
    let clock = clock_of(connection);
    let made_at = parameter + 1;
    format!(
        "(CAST(${parameter} AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM game_time \
            WHERE stood = ${parameter} AND {clock} - game_time.at BETWEEN 0 AND {MAX_SILENCE_MS} \
            AND ABS({clock} - stood - CAST(${made_at} AS BIGINT)) <= {MAX_DELAY_MS}))"
    )
}
