//! Rows of `q_values` and the engine's table, one from the other.

use engine::learning::{ActionValue, QTable, Value};
use sqlx::{QueryBuilder, SqliteConnection};

use super::{StoreError, UserId, execute_for};

/// Rows in one statement: far from SQLite's limit of 32,766 parameters.
const AT_ONCE: usize = 1_000;

/// A row of `q_values`, its owner apart.
type QValueRow = (i64, String, i32, u32);

/// Reads everything that a user's learner knows into `known`.
pub async fn read(
    connection: &mut SqliteConnection,
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
    connection: &mut SqliteConnection,
    user: UserId,
    mut keys: Vec<u64>,
    known: &mut QTable,
) -> Result<(), StoreError> {
    keys.sort_unstable();
    keys.dedup();
    for keys in keys.chunks(AT_ONCE) {
        let mut query =
            QueryBuilder::new("SELECT state, action, q, visits FROM q_values WHERE user_id = ");
        query.push_bind(user).push(" AND state IN (");
        let mut list = query.separated(", ");
        keys.iter().for_each(|key| {
            list.push_bind(key.cast_signed());
        });
        query.push(")");
        let rows: Vec<QValueRow> = query.build_query_as().fetch_all(&mut *connection).await?;
        remember(rows, known)?;
    }
    Ok(())
}

/// Writes what is known of these positions, and leaves the others as they are.
pub async fn write(
    connection: &mut SqliteConnection,
    user: UserId,
    known: &QTable,
) -> Result<(), StoreError> {
    let values = known
        .known()
        .flat_map(|(key, values)| values.iter().map(move |value| (key, value)));
    let values: Vec<(u64, &ActionValue)> = values.collect();
    for values in values.chunks(AT_ONCE) {
        let mut query =
            QueryBuilder::new("INSERT INTO q_values (user_id, state, action, q, visits) ");
        query.push_values(values, |mut row, (key, value)| {
            row.push_bind(user)
                .push_bind(key.cast_signed())
                .push_bind(value.action.to_string())
                .push_bind(value.q.millionths())
                .push_bind(value.visits);
        });
        query.push(
            " ON CONFLICT (user_id, state, action) \
             DO UPDATE SET q = excluded.q, visits = excluded.visits",
        );
        query.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Writes this table in place of all that was known.
pub async fn rewrite(
    connection: &mut SqliteConnection,
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
    connection: &mut SqliteConnection,
    user: UserId,
    known: &QTable,
) -> Result<(), StoreError> {
    let games: Vec<String> = known.learnt().map(|id| format!("{:032x}", id.0)).collect();
    for games in games.chunks(AT_ONCE) {
        let mut query = QueryBuilder::new("INSERT INTO learn_log (user_id, deed) ");
        query.push_values(games, |mut row, game| {
            row.push_bind(user).push_bind(game);
        });
        query.push(" ON CONFLICT DO NOTHING");
        query.build().execute(&mut *connection).await?;
    }
    Ok(())
}

fn remember(rows: Vec<QValueRow>, known: &mut QTable) -> Result<(), StoreError> {
    for (state, action, q, visits) in rows {
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
