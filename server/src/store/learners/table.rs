//! Rows of `q_values` and the engine's table, one from the other.

use engine::learning::{ActionValue, QTable, Value};
use sqlx::{AnyConnection, AssertSqlSafe};

use super::{StoreError, UserId, execute_for};
use crate::store::columns::{Narrow, Parameters};

/// Rows in one statement: far from SQLite's limit of 32,766 parameters.
const AT_ONCE: usize = 1_000;

/// A row of `q_values`, its owner apart.
type QValueRow = (i64, String, i32, Narrow<u32>);

/// Reads everything that a user's learner knows into `known`.
pub async fn read(
    connection: &mut AnyConnection,
    user: UserId,
    known: &mut QTable,
) -> Result<(), StoreError> {
    let rows: Vec<QValueRow> =
        sqlx::query_as("SELECT state, action, q, visits FROM q_values WHERE user_id = $1")
            .bind(user)
            .fetch_all(connection)
            .await?;
    remember(rows, known)
}

/// The same of these positions alone.
pub async fn read_at(
    connection: &mut AnyConnection,
    user: UserId,
    mut keys: Vec<u64>,
    known: &mut QTable,
) -> Result<(), StoreError> {
    keys.sort_unstable();
    keys.dedup();
    for keys in keys.chunks(AT_ONCE) {
        let list = Parameters::of(connection).list(1, keys.len());
        let user_id = Parameters::of(connection).list(0, 1);
        let sql = format!(
            "SELECT state, action, q, visits FROM q_values \
             WHERE user_id = {user_id} AND state IN ({list})"
        );
        let mut query = sqlx::query_as(AssertSqlSafe(sql)).bind(user);
        for key in keys {
            query = query.bind(key.cast_signed());
        }
        let rows: Vec<QValueRow> = query.fetch_all(&mut *connection).await?;
        remember(rows, known)?;
    }
    Ok(())
}

/// Writes what is known of these positions, and leaves the others as they are.
pub async fn write(
    connection: &mut AnyConnection,
    user: UserId,
    known: &QTable,
) -> Result<(), StoreError> {
    let values = known
        .known()
        .flat_map(|(key, values)| values.iter().map(move |value| (key, value)));
    let values: Vec<(u64, &ActionValue)> = values.collect();
    for values in values.chunks(AT_ONCE) {
        let rows = Parameters::of(connection).rows(values.len(), 5);
        let sql = format!(
            "INSERT INTO q_values (user_id, state, action, q, visits) VALUES {rows} \
             ON CONFLICT (user_id, state, action) \
             DO UPDATE SET q = excluded.q, visits = excluded.visits"
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (key, value) in values {
            query = query
                .bind(user)
                .bind(key.cast_signed())
                .bind(value.action.to_string())
                .bind(value.q.millionths())
                .bind(i64::from(value.visits));
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Writes this table in place of all that was known.
pub async fn rewrite(
    connection: &mut AnyConnection,
    user: UserId,
    known: &QTable,
) -> Result<(), StoreError> {
    execute_for(
        connection,
        user,
        &["DELETE FROM q_values WHERE user_id = $1"],
    )
    .await?;
    write(connection, user, known).await
}

/// Notes the games that a table has learnt, so that none of them is learnt again.
pub async fn know_games(
    connection: &mut AnyConnection,
    user: UserId,
    known: &QTable,
) -> Result<(), StoreError> {
    let games: Vec<String> = known.learnt().map(|id| format!("{:032x}", id.0)).collect();
    for games in games.chunks(AT_ONCE) {
        let rows = Parameters::of(connection).rows(games.len(), 2);
        let sql =
            format!("INSERT INTO learn_log (user_id, deed) VALUES {rows} ON CONFLICT DO NOTHING");
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for game in games {
            query = query.bind(user).bind(game);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

fn remember(rows: Vec<QValueRow>, known: &mut QTable) -> Result<(), StoreError> {
    for (state, action, q, Narrow(visits)) in rows {
        let value = action
            .parse()
            .ok()
            .zip(Value::from_millionths(q))
            .map(|(action, q)| ActionValue { action, q, visits })
            .ok_or_else(|| StoreError::Damaged(format!("a value {q} of the move {action:?}")))?;
        known.remember(state.cast_unsigned(), value);
    }
    Ok(())
}
