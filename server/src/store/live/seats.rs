//! The players who are connected to the servers of a store.

use std::collections::HashMap;

use engine::rules::Color;
use sqlx::{AnyConnection, AssertSqlSafe};

use crate::live::game_state::GameChange;
use crate::live::game_time::TimeReading;
use crate::live::seat::{LOST_AFTER_MS, Leave, Seat, SeatState, ServerId};
use crate::store::columns::{Narrow, Parameters, Truth};
use crate::store::{Store, StoreError};

use super::changes::{StoredChange, store_change};
use super::servers::column;

/// How long a seat that was left is kept, milliseconds of game time.
const KEPT_MS: i64 = 60 * 60 * 1000;

impl Store {
    /// Notes that a player is connected to a server.
    ///
    /// # Errors
    /// The store fails.
    pub async fn take_seat(
        &self,
        game: i64,
        side: Color,
        server: ServerId,
    ) -> Result<(), StoreError> {
        // The game may be deleted by now.
        let sql = "INSERT INTO seats (game_id, side, server) SELECT id, $1, $2 FROM games WHERE id = $3 \
             ON CONFLICT (game_id, side, server) DO UPDATE SET left_at = NULL, goodbye = FALSE";
        let taken = self.execute(move || {
            let query = sqlx::query(sql).bind(side.to_string());
            query.bind(server.0).bind(game)
        });
        taken.await.map(drop)
    }

    /// Notes that a player's last connection to a server has ended.
    ///
    /// # Errors
    /// The store fails.
    pub async fn leave_seat(
        &self,
        game: i64,
        side: Color,
        server: ServerId,
        leave: Leave,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE seats SET left_at = $1, goodbye = $2 \
             WHERE game_id = $3 AND side = $4 AND server = $5";
        let left = self.execute(move || {
            let query = sqlx::query(sql).bind(column(leave.at)).bind(leave.goodbye);
            query.bind(game).bind(side.to_string()).bind(server.0)
        });
        left.await.map(drop)
    }

    /// The seats of these games, by game.
    ///
    /// # Errors
    /// The store cannot be reached, or a row is damaged.
    pub async fn seats(&self, games: &[i64]) -> Result<HashMap<i64, Vec<Seat>>, StoreError> {
        let mut seats: HashMap<i64, Vec<Seat>> = HashMap::new();
        if games.is_empty() {
            return Ok(seats);
        }
        let mut reader = self.readers.acquire().await?;
        let list = Parameters::of(&reader).list(0, games.len());
        // A server is lost if it was silent while another one was not.
        let sql = format!(
            "SELECT game_id, side, server, seen, left_at, goodbye, \
                gone OR seen < game_time.at - stood - {LOST_AFTER_MS} AS is_silent \
             FROM seats JOIN servers ON servers.id = server CROSS JOIN game_time \
             WHERE game_id IN ({list}) ORDER BY game_id, side, server"
        );
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for game in games {
            query = query.bind(*game);
        }
        let rows: Vec<SeatRow> = query.fetch_all(&mut *reader).await?;
        for row in rows {
            let game = row.game_id;
            let seat = row
                .seat()
                .ok_or_else(|| StoreError::Damaged(format!("a seat of the game {game}")))?;
            seats.entry(game).or_default().push(seat);
        }
        Ok(seats)
    }

    /// Stores a change that answers for seats that were lost with their servers, and forgets the seats; as
    /// [`Store::store_change`]. `None` if another server has answered for one, or one was not lost; nothing
    /// was stored then.
    ///
    /// # Errors
    /// The store fails.
    pub async fn store_for_lost_seats(
        &self,
        version: u32,
        change: GameChange,
        made: Option<TimeReading>,
        seats: Vec<Seat>,
    ) -> Result<Option<StoredChange>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let game = change.live.id;
                for seat in &seats {
                    if !is_lost(connection, game, seat).await? {
                        return Ok(None);
                    }
                }
                let stored = store_change(connection, version, change, made).await?;
                if stored == StoredChange::Stored {
                    forget(connection, game, &seats).await?;
                }
                Ok(Some(stored))
            })
        })
        .await
    }

    /// Forgets seats that were lost with their servers.
    ///
    /// # Errors
    /// The store fails.
    pub async fn forget_lost_seats(&self, game: i64, seats: Vec<Seat>) -> Result<(), StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let mut lost = Vec::new();
                for seat in seats {
                    if is_lost(connection, game, &seat).await? {
                        lost.push(seat);
                    }
                }
                forget(connection, game, &lost).await
            })
        })
        .await
    }

    /// Forgets seats that were left an hour ago.
    ///
    /// # Errors
    /// The store fails.
    pub async fn forget_old_seats(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM seats WHERE left_at < (SELECT at - stood FROM game_time) - $1";
        let forgotten = self.execute(move || sqlx::query(sql).bind(KEPT_MS));
        forgotten.await.map(drop)
    }
}

/// Whether a seat is as it was when it was found to be lost.
async fn is_lost(
    connection: &mut AnyConnection,
    game: i64,
    seat: &Seat,
) -> Result<bool, StoreError> {
    let Truth(is_lost) = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM seats JOIN servers ON servers.id = server \
            WHERE game_id = $1 AND side = $2 AND server = $3 AND left_at IS NULL AND seen = $4)",
    )
    .bind(game)
    .bind(seat.side.to_string())
    .bind(seat.server.0.clone())
    .bind(column(seat.seen))
    .fetch_one(connection)
    .await?;
    Ok(is_lost)
}

async fn forget(
    connection: &mut AnyConnection,
    game: i64,
    seats: &[Seat],
) -> Result<(), StoreError> {
    for seat in seats {
        sqlx::query("DELETE FROM seats WHERE game_id = $1 AND side = $2 AND server = $3")
            .bind(game)
            .bind(seat.side.to_string())
            .bind(seat.server.0.clone())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
struct SeatRow {
    game_id: i64,
    side: String,
    server: String,
    seen: Narrow<u64>,
    left_at: Option<Narrow<u64>>,
    goodbye: Truth,
    is_silent: Truth,
}

impl SeatRow {
    /// `None` if it is damaged.
    fn seat(self) -> Option<Seat> {
        let side = match self.side.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return None,
        };
        let state = match self.left_at {
            Some(Narrow(at)) => SeatState::Left(Leave {
                at,
                goodbye: self.goodbye.0,
            }),
            None if self.is_silent.0 => SeatState::Lost,
            None => SeatState::Connected,
        };
        Some(Seat {
            side,
            server: ServerId(self.server),
            seen: self.seen.0,
            state,
        })
    }
}
