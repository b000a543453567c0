//! A visitor's log: the numbers of what came, how much there is, and the cursors of devices.

use sqlx::AnyConnection;
use wire::visitor::exercise_sync::CURSOR_NUMBER_BITS;

use crate::account::token;
use crate::store::{StoreError, UserId};

/// The bits of a visitor's tag; with those of a row's number, 53.
const TAG_BITS: u32 = 21;

/// A row of `exercise_logs`. Who adds rows writes it in the same transaction: of two that are under way together
/// one waits for the other or is run again, so that numbers are committed in their order.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Log {
    #[sqlx(rename = "user_id")]
    pub user: UserId,
    tag: i64,
    pub last_seq: i64,
    pub exercises: i64,
    pub answers: i64,
}

impl Log {
    pub async fn find(
        connection: &mut AnyConnection,
        user: UserId,
    ) -> Result<Option<Self>, StoreError> {
        let sql = "SELECT user_id, tag, last_seq, exercises, answers FROM exercise_logs \
             WHERE user_id = $1";
        let found = sqlx::query_as(sql).bind(user).fetch_optional(connection);
        Ok(found.await?)
    }

    /// Finds the log of a user, or makes an empty one.
    pub async fn find_or_make(
        connection: &mut AnyConnection,
        user: UserId,
    ) -> Result<Self, StoreError> {
        if let Some(found) = Self::find(connection, user).await? {
            return Ok(found);
        }
        let drawn = u32::from_be_bytes(token::bytes()?);
        let log = Self {
            user,
            // Not 0, which is nobody's, and not 1, that of all who have none.
            tag: i64::from(drawn % ((1 << TAG_BITS) - 2)) + 2,
            last_seq: 0,
            exercises: 0,
            answers: 0,
        };
        let sql = "INSERT INTO exercise_logs (user_id, tag, last_seq, exercises, answers) \
             VALUES ($1, $2, 0, 0, 0)";
        sqlx::query(sql)
            .bind(user)
            .bind(log.tag)
            .execute(connection)
            .await?;
        Ok(log)
    }

    /// Writes the numbers down.
    pub async fn save(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let sql = "UPDATE exercise_logs SET last_seq = $2, exercises = $3, answers = $4 \
             WHERE user_id = $1";
        sqlx::query(sql)
            .bind(self.user)
            .bind(self.last_seq)
            .bind(self.exercises)
            .bind(self.answers)
            .execute(connection)
            .await?;
        Ok(())
    }

    /// The number of the next row.
    pub fn next_seq(&mut self) -> i64 {
        self.last_seq += 1;
        self.last_seq
    }

    /// The cursor of a device that knows everything up to a number.
    pub fn cursor(&self, seq: i64) -> u64 {
        (self.tag.unsigned_abs() << CURSOR_NUMBER_BITS) + seq.unsigned_abs()
    }

    /// The number that a cursor stands for; 0, the beginning, for one that this log has not given.
    pub fn seq(&self, cursor: u64) -> i64 {
        let seq = cursor.checked_sub(self.cursor(0));
        let seq = seq.and_then(|seq| i64::try_from(seq).ok());
        seq.filter(|seq| *seq <= self.last_seq).unwrap_or(0)
    }
}
