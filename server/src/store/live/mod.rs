//! Live games: created and joined, changed, loaded, deleted.

mod changes;
mod clocks;
mod created;
mod log;
mod row;
mod seats;
mod servers;
mod time;

#[cfg(test)]
mod tests;

use wire::live::GameLink;

pub use changes::StoredChange;
pub use created::{JoinError, JoiningUser, NewLiveGame};
pub(super) use row::{control, outcome, read_link};
pub use time::{Deadlines, Heartbeat};

use sqlx::AssertSqlSafe;

use super::columns::{Narrow, Parameters};
use super::games::timed_moves;
use super::{Store, StoreError, now_ms, user_id::UserId};
use crate::live::clock::Now;
use crate::live::game_state::LiveGame;
use row::{LiveGameRow, SELECT};

/// A game that nobody plays is deleted after a day.
const OPEN_MS: i64 = 24 * 60 * 60 * 1000;

impl Store {
    /// Loads a live game as it was stored. `now` is for a turn whose beginning an earlier version did not
    /// store.
    ///
    /// # Errors
    /// The store cannot be reached, or the row is damaged.
    pub async fn live(&self, link: &GameLink, now: Now) -> Result<Option<LiveGame>, StoreError> {
        // Row and moves of the same moment.
        let mut reader = self.readers.begin().await?;
        let sql = format!("{SELECT} link = $1");
        let row: Option<LiveGameRow> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(link.as_str())
            .fetch_optional(&mut *reader)
            .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let moves = timed_moves(&mut reader, row.id).await?;
        let live = row.live_game(moves, now);
        live.map(Some)
            .ok_or_else(|| StoreError::Damaged(format!("the game {link}")))
    }

    /// The rows and versions of live games; those that are gone are left out.
    ///
    /// # Errors
    /// The store cannot be reached, or a row is damaged.
    pub async fn versions(
        &self,
        links: &[GameLink],
    ) -> Result<Vec<(GameLink, i64, u32)>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        let list = Parameters::of(&reader).list(0, links.len());
        let sql =
            format!("SELECT link, id, version FROM games WHERE kind = 'live' AND link IN ({list})");
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for link in links {
            query = query.bind(link.as_str());
        }
        let rows: Vec<(String, i64, Narrow<u32>)> = query.fetch_all(&mut *reader).await?;
        let rows = rows.into_iter();
        rows.map(|(link, id, Narrow(version))| Ok((read_link(&link)?, id, version)))
            .collect()
    }

    /// Whether other servers may write into the store at the same time.
    pub fn is_shared(&self) -> bool {
        self.database.has_conflicts()
    }

    /// The user's live games that are open or in progress.
    ///
    /// # Errors
    /// The store cannot be reached, or a row is damaged.
    pub async fn links_in_progress(&self, user: UserId) -> Result<Vec<GameLink>, StoreError> {
        let links: Vec<String> = sqlx::query_scalar(
            "SELECT link FROM games WHERE COALESCE(status, '') IN ('open', 'playing') AND kind = 'live' \
                AND (white = $1 OR black = $1)",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        links.iter().map(|link| read_link(link)).collect()
    }

    /// Deletes games that nobody joined within a day, and cancelled ones.
    ///
    /// # Errors
    /// The store fails.
    pub async fn delete_unplayed_games(&self) -> Result<(), StoreError> {
        let sql = "DELETE FROM games WHERE status IN ('open', 'aborted') AND created < $1";
        let before = now_ms() - OPEN_MS;
        let deleted = self.execute(move || sqlx::query(sql).bind(before));
        deleted.await.map(drop)
    }
}
