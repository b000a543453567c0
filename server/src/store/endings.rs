//! What visitors have solved of the course of endings.

use sqlx::AnyConnection;
use wire::visitor::endings::MAX_ENDINGS;
use wire::{RecordedEndings, SolvedEnding};

use super::{Store, StoreError, columns::Narrow, sessions, user_id::UserId};

/// Of two solutions the better one: without help before with it, then the shorter.
const ADD: &str = "INSERT INTO endings (user_id, lesson, moves) VALUES ($1, $2, $3) \
     ON CONFLICT (user_id, lesson) DO UPDATE SET moves = \
        CASE WHEN excluded.moves < endings.moves THEN excluded.moves \
            ELSE COALESCE(endings.moves, excluded.moves) END";

impl Store {
    /// What a user has solved, by lesson.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn solved_endings(&self, user: UserId) -> Result<Vec<SolvedEnding>, StoreError> {
        let mut reader = self.readers.acquire().await?;
        all(&mut reader, user).await
    }

    /// Adds what `user`, or a new guest, has solved. What would be more than [`MAX_ENDINGS`] of one user
    /// is left out.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn record_endings(
        &self,
        user: Option<UserId>,
        solved: Vec<SolvedEnding>,
    ) -> Result<RecordedEndings, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
                for ending in &solved {
                    add(connection, user, ending).await?;
                }
                Ok(RecordedEndings {
                    solved: all(connection, user).await?,
                    new_session,
                })
            })
        })
        .await
    }
}

async fn all(
    connection: &mut AnyConnection,
    user: UserId,
) -> Result<Vec<SolvedEnding>, StoreError> {
    let sql = "SELECT lesson, moves FROM endings WHERE user_id = $1 ORDER BY lesson";
    let rows: Vec<(String, Option<Narrow<u8>>)> =
        sqlx::query_as(sql).bind(user).fetch_all(connection).await?;
    let solved = rows.into_iter().map(|(lesson, moves)| SolvedEnding {
        lesson,
        moves: moves.map(|Narrow(moves)| moves),
    });
    Ok(solved.collect())
}

async fn add(
    connection: &mut AnyConnection,
    user: UserId,
    ending: &SolvedEnding,
) -> Result<(), StoreError> {
    sqlx::query(ADD)
        .bind(user)
        .bind(&ending.lesson)
        .bind(ending.moves.map(i64::from))
        .execute(&mut *connection)
        .await?;
    let sql = "DELETE FROM endings WHERE user_id = $1 AND lesson = $2 \
         AND (SELECT COUNT(*) FROM endings WHERE user_id = $1) > $3";
    sqlx::query(sql)
        .bind(user)
        .bind(&ending.lesson)
        .bind(MAX_ENDINGS as i64)
        .execute(connection)
        .await?;
    Ok(())
}

/// Gives what a guest has solved to the account.
pub(super) async fn merge(
    connection: &mut AnyConnection,
    guest: UserId,
    account: UserId,
) -> Result<(), StoreError> {
    for ending in all(connection, guest).await? {
        add(connection, account, &ending).await?;
    }
    Ok(())
}
