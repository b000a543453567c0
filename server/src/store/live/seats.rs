//! The players who are connected to the servers of a store.

use std::collections::HashMap;

use engine::rules::Color;
use sqlx::{AnyConnection, AssertSqlSafe};

use crate::live::game_state::GameChange;
use crate::live::seat::{Leave, Seat, ServerId};
use crate::store::columns::{Narrow, Parameters, Truth};
use crate::store::{Store, StoreError};

use super::changes::{StoredChange, store_change};
use super::servers::column;

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

    /// The seats of these games on other servers than `server`, by game.
    ///
    /// # Errors
    /// The store cannot be reached, or a row is damaged.
    pub async fn seats_elsewhere(
        &self,
        games: &[i64],
        server: &ServerId,
    ) -> Result<HashMap<i64, Vec<Seat>>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let list = Parameters::of(&reader).list(1, games.len());
        let own = Parameters::of(&reader).list(0, 1);
        let sql = format!(
            "SELECT game_id, side, server, seen, gone, left_at, goodbye \
             FROM seats JOIN servers ON servers.id = server \
             WHERE server <> {own} AND game_id IN ({list}) ORDER BY game_id, side, server"
        );
        let mut query = sqlx::query_as(AssertSqlSafe(sql)).bind(server.0.clone());
        for game in games {
            query = query.bind(*game);
        }
        let rows: Vec<SeatRow> = query.fetch_all(&mut *reader).await?;
        let mut seats: HashMap<i64, Vec<Seat>> = HashMap::new();
        for row in rows {
            let game = row.game_id;
            let seat = row
                .seat()
                .ok_or_else(|| StoreError::Damaged(format!("a seat of the game {game}")))?;
            seats.entry(game).or_default().push(seat);
        }
        Ok(seats)
    }

    /// Stores a change that answers for a seat that was lost with its server, and forgets the seat; as
    /// [`Store::store_change`].
    ///
    /// # Errors
    /// The store fails.
    pub async fn store_for_lost_seat(
        &self,
        version: u32,
        change: GameChange,
        stood: Option<i64>,
        seat: Seat,
    ) -> Result<StoredChange, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let game = change.live.id;
                let stored = store_change(connection, version, change, stood).await?;
                if stored == StoredChange::Stored && !forget_seat(connection, game, &seat).await? {
                    // Who has answered for it has made another version.
                    return Err(StoreError::Damaged(format!("a seat of the game {game}")));
                }
                Ok(stored)
            })
        })
        .await
    }

    /// Forgets a seat that was lost with its server.
    ///
    /// # Errors
    /// The store fails.
    pub async fn forget_lost_seat(&self, game: i64, seat: Seat) -> Result<(), StoreError> {
        self.write(move |connection| {
            Box::pin(async move { forget_seat(connection, game, &seat).await.map(drop) })
        })
        .await
    }
}

/// Deletes a seat; false if there is none.
async fn forget_seat(
    connection: &mut AnyConnection,
    game: i64,
    seat: &Seat,
) -> Result<bool, StoreError> {
    let deleted = sqlx::query(
        "DELETE FROM seats WHERE game_id = $1 AND side = $2 AND server = $3 AND left_at IS NULL",
    )
    .bind(game)
    .bind(seat.side.to_string())
    .bind(seat.server.0.clone())
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected() > 0)
}

#[derive(sqlx::FromRow)]
struct SeatRow {
    game_id: i64,
    side: String,
    server: String,
    seen: Narrow<u64>,
    gone: Truth,
    left_at: Option<Narrow<u64>>,
    goodbye: Truth,
}

impl SeatRow {
    /// `None` if it is damaged.
    fn seat(self) -> Option<Seat> {
        let side = match self.side.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return None,
        };
        Some(Seat {
            side,
            server: ServerId(self.server),
            seen: self.seen.0,
            gone: self.gone.0,
            left: self.left_at.map(|Narrow(at)| Leave {
                at,
                goodbye: self.goodbye.0,
            }),
        })
    }
}
