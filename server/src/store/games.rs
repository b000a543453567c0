//! Finished games against the engine, recorded once each, with tallies.

use engine::player::Strength;
use engine::rating::MoveLosses;
use engine::rules::Color;
use sqlx::{AnyConnection, AssertSqlSafe};
use wire::{SessionToken, StrategyTally, Tally};

use super::columns::{Narrow, Parameters, Truth, read_strength, strength_columns};
use super::{Store, StoreError, now_ms, sessions, user_id::UserId};

/// A verified game against an engine player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// 32 hexadecimal digits.
    pub client_id: String,
    /// `None` for the standard start position.
    pub start_fen: Option<String>,
    /// In UCI notation, as the rules write it.
    pub moves: Vec<String>,
    /// The visitor's side.
    pub human: Color,
    /// The strategy's id.
    pub strategy: &'static str,
    /// The opponent's strength.
    pub strength: Strength,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// Why it ended: `checkmate`, `fifty_move`, …
    pub reason: &'static str,
    /// What the visitor's moves lost; `None` of a game that does not tell their strength.
    pub losses: Option<MoveLosses>,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub user: UserId,
    /// The session of a guest who was created for it.
    pub new_session: Option<SessionToken>,
}

/// The id belongs to another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("another game was recorded under this id")]
pub struct OtherGame;

impl Store {
    /// Records a game for `user`, or for a new guest, unless it is there already.
    ///
    /// The id alone decides whether it is: of two requests at the same time one records and the
    /// other finds. A guest whose first answer got lost (the server died between the commit and
    /// the answer) sends the game again without a token, and gets a token for the same guest.
    ///
    /// # Errors
    /// The outer one when the store fails; the inner one when the id stands for another game or
    /// for somebody else's.
    pub async fn keep_game(
        &self,
        user: Option<UserId>,
        game: &NewGame,
    ) -> Result<Result<Kept, OtherGame>, StoreError> {
        let game = game.clone();
        self.write(move |connection| {
            Box::pin(async move {
                Ok(match find(connection, &game.client_id).await? {
                    Some(found) if !is_same(connection, &found, &game).await? => Err(OtherGame),
                    Some(found) => {
                        let claimed = sessions::claim(connection, user, found.owner).await?;
                        claimed
                            .map(|(user, new_session)| Kept { user, new_session })
                            .ok_or(OtherGame)
                    }
                    None if is_used(connection, &game.client_id).await? => Err(OtherGame),
                    None => Ok(insert(connection, user, &game).await?),
                })
            })
        })
        .await
    }

    /// The user's tallies by strategy.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn tallies(&self, user: UserId) -> Result<Vec<StrategyTally>, StoreError> {
        let rows: Vec<TallyRow> = sqlx::query_as(
            "SELECT strategy, \
                COUNT(CASE WHEN (white = $1 AND result = '1-0') \
                    OR (black = $1 AND result = '0-1') THEN 1 END), \
                COUNT(CASE WHEN result = '1/2-1/2' THEN 1 END), \
                COUNT(CASE WHEN (white = $1 AND result = '0-1') \
                    OR (black = $1 AND result = '1-0') THEN 1 END) \
             FROM (SELECT strategy, result, white, NULL AS black FROM games \
                    WHERE white = $1 AND kind = 'ai' AND status = 'finished' \
                   UNION ALL \
                   SELECT strategy, result, NULL AS white, black FROM games \
                    WHERE black = $1 AND kind = 'ai' AND status = 'finished') AS own \
             GROUP BY strategy ORDER BY strategy",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows
            .into_iter()
            .map(
                |(strategy, Narrow(wins), Narrow(draws), Narrow(losses))| StrategyTally {
                    strategy,
                    tally: Tally {
                        wins,
                        draws,
                        losses,
                    },
                },
            )
            .collect())
    }
}

/// Strategy, wins, draws, losses.
type TallyRow = (String, Narrow<u32>, Narrow<u32>, Narrow<u32>);

/// The game of an id.
#[derive(sqlx::FromRow)]
struct Found {
    id: i64,
    owner: UserId,
    human_is_white: Truth,
    strategy: String,
    level: Narrow<u8>,
    strength: Option<Narrow<u8>>,
    start_fen: Option<String>,
    result: String,
    reason: String,
}

async fn find(
    connection: &mut AnyConnection,
    client_id: &str,
) -> Result<Option<Found>, StoreError> {
    let found = sqlx::query_as(
        "SELECT id, COALESCE(white, black) AS owner, white IS NOT NULL AS human_is_white, \
            strategy, level, strength, start_fen, result, reason \
         FROM games WHERE client_id = $1 AND kind = 'ai'",
    )
    .bind(client_id)
    .fetch_optional(&mut *connection)
    .await?;
    Ok(found)
}

/// Whether a live game has this id.
async fn is_used(connection: &mut AnyConnection, client_id: &str) -> Result<bool, StoreError> {
    let Truth(used) =
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM games WHERE client_id = $1)")
            .bind(client_id)
            .fetch_one(connection)
            .await?;
    Ok(used)
}

async fn is_same(
    connection: &mut AnyConnection,
    found: &Found,
    game: &NewGame,
) -> Result<bool, StoreError> {
    Ok(moves_of(connection, found.id).await? == game.moves
        && found.human_is_white.0 == (game.human == Color::White)
        && found.strategy == game.strategy
        && read_strength(found.level, found.strength) == Some(game.strength)
        && found.start_fen == game.start_fen
        && found.result == game.result
        && found.reason == game.reason)
}

async fn insert(
    connection: &mut AnyConnection,
    user: Option<UserId>,
    game: &NewGame,
) -> Result<Kept, StoreError> {
    let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
    let (white, black) = match game.human {
        Color::White => (Some(user), None),
        Color::Black => (None, Some(user)),
    };
    let (level, between) = strength_columns(game.strength);
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO games (client_id, kind, white, black, strategy, level, strength, start_fen, \
            version, status, result, reason, created, loss_moves, loss_hundredths) \
         VALUES ($1, 'ai', $2, $3, $4, $5, $6, $7, $8, 'finished', $9, $10, $11, $12, $13) RETURNING id",
    )
    .bind(&game.client_id)
    .bind(white)
    .bind(black)
    .bind(game.strategy)
    .bind(level)
    .bind(between)
    .bind(&game.start_fen)
    .bind(ply(game.moves.len()))
    .bind(game.result)
    .bind(game.reason)
    .bind(now_ms())
    .bind(game.losses.map(|losses| i64::from(losses.moves)))
    .bind(game.losses.map(|losses| i64::from(losses.hundredths)))
    .fetch_one(&mut *connection)
    .await?;
    insert_moves(connection, id, &game.moves, &[]).await?;
    Ok(Kept { user, new_session })
}

/// A game's moves in UCI, each with the time left after it where that is known.
pub(super) async fn timed_moves(
    connection: &mut AnyConnection,
    game: i64,
) -> Result<Vec<(String, Option<u32>)>, StoreError> {
    let query = sqlx::query_as("SELECT uci, clock FROM moves WHERE game_id = $1 ORDER BY ply");
    let rows: Vec<(String, Option<Narrow<u32>>)> = query.bind(game).fetch_all(connection).await?;
    let moves = rows.into_iter();
    Ok(moves
        .map(|(uci, clock)| (uci, clock.map(|Narrow(clock)| clock)))
        .collect())
}

/// A game's moves in UCI.
pub(super) async fn moves_of(
    connection: &mut AnyConnection,
    game: i64,
) -> Result<Vec<String>, StoreError> {
    let query = sqlx::query_scalar("SELECT uci FROM moves WHERE game_id = $1 ORDER BY ply");
    Ok(query.bind(game).fetch_all(connection).await?)
}

/// Moves per statement.
const AT_ONCE: usize = 500;

/// Inserts a game's moves, with the remaining times where they are known.
pub(super) async fn insert_moves(
    connection: &mut AnyConnection,
    game: i64,
    moves: &[String],
    left_ms: &[u32],
) -> Result<(), StoreError> {
    let moves: Vec<_> = moves.iter().enumerate().collect();
    for some in moves.chunks(AT_ONCE) {
        let rows = Parameters::of(connection).rows(some.len(), 4);
        let sql = format!("INSERT INTO moves (game_id, ply, uci, clock) VALUES {rows}");
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (index, uci) in some {
            query = query
                .bind(game)
                .bind(ply(index + 1))
                .bind(*uci)
                .bind(left_ms.get(*index).copied().map(i64::from));
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// A game has far fewer plies than an `i64` can count.
fn ply(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
