//! Games that were played elsewhere and are shown under a link.

use engine::rules::{Color, Outcome};
use serde::{Deserialize, Serialize};
use sqlx::AnyConnection;
use wire::live::game_view::{GameKind, GameStage, OpenOffers, PlayerInfo};
use wire::live::{GameLink, GameView};
use wire::time_control::TimeControl;
use wire::visitor::live_games::CreatedGame;

use super::columns::{Narrow, Truth, read_strength};
use super::live::{JoinError, control, outcome, read_link};
use super::user_id::UserId;
use super::{Store, StoreError, games, now_ms, sessions};
use crate::account::token;

/// Shared games of one visitor; beyond it the oldest are deleted.
const MAX_SHARES: i64 = 200;

/// A checked shared game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewShare {
    /// 32 hexadecimal digits.
    pub client_id: String,
    /// `None` for the standard start position.
    pub start_fen: Option<String>,
    /// In UCI notation, as the rules write it.
    pub moves: Vec<String>,
    /// The players.
    pub players: Sides,
    /// The outcome; `None` if unknown.
    pub outcome: Option<Outcome>,
    /// `None` without clocks.
    pub control: Option<TimeControl>,
    /// The mover's remaining time after each move, or empty.
    pub left_ms: Vec<u32>,
    /// The side at the bottom.
    pub bottom: Color,
    /// The PGN with variations, as the rules write it.
    pub pgn: Option<String>,
}

/// The players of a shared game; `None` is the visitor who shares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    /// White.
    pub white: Option<PlayerInfo>,
    /// Black.
    pub black: Option<PlayerInfo>,
}

/// A shared game and its analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedView {
    /// The game.
    pub view: GameView,
    /// The PGN with variations, if it was shared with them.
    pub pgn: Option<String>,
    /// The visitor who shared it.
    pub owner: Option<UserId>,
}

#[derive(sqlx::FromRow)]
struct ShareRow {
    id: i64,
    owner: Option<UserId>,
    owner_name: Option<String>,
    human_is_white: Truth,
    strategy: Option<String>,
    level: Option<Narrow<u8>>,
    strength: Option<Narrow<u8>>,
    start_fen: Option<String>,
    base_s: Option<Narrow<u16>>,
    increment_s: Option<Narrow<u8>>,
    bottom: Option<String>,
    players: Option<String>,
    pgn: Option<String>,
    version: Narrow<u32>,
    result: Option<String>,
    reason: Option<String>,
    created: i64,
}

impl Store {
    /// Stores a game under a link for `user` or a new guest. The same id keeps its link and
    /// replaces the game.
    ///
    /// # Errors
    /// The outer one when the store fails.
    pub async fn share(
        &self,
        user: Option<UserId>,
        share: NewShare,
    ) -> Result<Result<CreatedGame, JoinError>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                // Ids of recorded games are separate.
                let client_id = format!("share-{}", share.client_id);
                let known: Option<(i64, Option<UserId>, String)> =
                    sqlx::query_as("SELECT id, owner, link FROM games WHERE client_id = $1")
                        .bind(&client_id)
                        .fetch_optional(&mut *connection)
                        .await?;
                let (row, game, new_session) = match known {
                    Some((_, owner, _)) if owner.is_none() || owner != user => {
                        return Ok(Err(JoinError::OtherGame));
                    }
                    Some((row, _, link)) => (row, read_link(&link)?, None),
                    None => {
                        if let Some(user) = user
                            && let Some(game) = link_recorded(connection, user, &share).await?
                        {
                            let new_session = None;
                            return Ok(Ok(CreatedGame { game, new_session }));
                        }
                        let (user, new_session) =
                            sessions::find_or_create_user(connection, user).await?;
                        let (row, game) = insert(connection, user, &client_id).await?;
                        forget_oldest(connection, user).await?;
                        (row, game, new_session)
                    }
                };
                write(connection, row, &share).await?;
                Ok(Ok(CreatedGame { game, new_session }))
            })
        })
        .await
    }

    /// The shared game of a link.
    ///
    /// # Errors
    /// The store cannot be reached, or the row is damaged.
    pub async fn shared(&self, link: &GameLink) -> Result<Option<SharedView>, StoreError> {
        // Row and moves of the same moment.
        let mut reader = self.readers.begin().await?;
        let row: Option<ShareRow> = sqlx::query_as(
            "SELECT games.id, COALESCE(owner, white, black) AS owner, users.name AS owner_name, \
                white IS NOT NULL AS human_is_white, strategy, level, strength, start_fen, base_s, \
                increment_s, bottom, players, pgn, version, result, reason, games.created \
             FROM games LEFT JOIN users ON users.id = COALESCE(owner, white, black) \
             WHERE link = $1 AND kind IN ('ai', 'board')",
        )
        .bind(link.as_str())
        .fetch_optional(&mut *reader)
        .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let moves = games::timed_moves(&mut reader, row.id).await?;
        let shown = view(row, moves, link.clone());
        shown
            .map(Some)
            .ok_or_else(|| StoreError::Damaged(format!("the game {link}")))
    }
}

/// Builds the view of a game from its row; `None` if the row is damaged.
fn view(row: ShareRow, moves: Vec<(String, Option<u32>)>, game: GameLink) -> Option<SharedView> {
    let sharer = match row.owner_name {
        Some(name) => PlayerInfo::Named { name },
        None if row.owner.is_some() => PlayerInfo::Guest,
        None => PlayerInfo::Gone,
    };
    let (white, black) = match (row.players, row.strategy) {
        (Some(players), _) => {
            let sides: Sides = serde_json::from_str(&players).ok()?;
            (
                sides.white.unwrap_or_else(|| sharer.clone()),
                sides.black.unwrap_or_else(|| sharer.clone()),
            )
        }
        (None, Some(strategy)) => {
            let strength = |level| read_strength(level, row.strength);
            let mind = PlayerInfo::engine(strategy, row.level.and_then(strength));
            match row.human_is_white.0 {
                true => (sharer, mind),
                false => (mind, sharer),
            }
        }
        (None, None) => return None,
    };
    let has_mind = [&white, &black]
        .into_iter()
        .any(|player| matches!(player, PlayerInfo::Mind { .. }));
    let stage = match (row.result, row.reason) {
        (Some(result), Some(reason)) => GameStage::Over {
            outcome: outcome(&result, &reason)?,
        },
        _ => GameStage::Playing,
    };
    let black_below = match row.bottom.as_deref() {
        Some(bottom) => bottom == "black",
        None => !row.human_is_white.0,
    };
    let (moves, left): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
    Some(SharedView {
        view: GameView {
            game,
            version: row.version.0,
            kind: if has_mind {
                GameKind::Ai
            } else {
                GameKind::Board
            },
            stage,
            white,
            black,
            start_fen: row.start_fen,
            moves,
            control: control(row.base_s, row.increment_s),
            clocks: None,
            left_ms: left.into_iter().flatten().collect(),
            offers: OpenOffers::default(),
            next: None,
            bottom: if black_below {
                Color::Black
            } else {
                Color::White
            },
            created_ms: row.created,
        },
        pgn: row.pgn,
        owner: row.owner,
    })
}

/// Gives the user's recorded game a link, if it is the same game.
async fn link_recorded(
    connection: &mut AnyConnection,
    user: UserId,
    share: &NewShare,
) -> Result<Option<GameLink>, StoreError> {
    let ended = share.outcome.map(|outcome| outcome.result());
    let found: Option<(i64, Option<String>)> = sqlx::query_as(
        "SELECT id, link FROM games WHERE client_id = $1 AND kind = 'ai' \
            AND (white = $2 OR black = $2) AND result IS NOT DISTINCT FROM $3 AND start_fen IS NOT DISTINCT FROM $4",
    )
    .bind(&share.client_id)
    .bind(user)
    .bind(ended)
    .bind(&share.start_fen)
    .fetch_optional(&mut *connection)
    .await?;
    let Some((game, link)) = found else {
        return Ok(None);
    };
    if games::moves_of(connection, game).await? != share.moves {
        return Ok(None);
    }
    let link = match link {
        Some(link) => read_link(&link)?,
        None => token::draw_link()?,
    };
    sqlx::query(
        "UPDATE games SET version = version + CASE WHEN link IS DISTINCT FROM $1 \
                OR bottom IS DISTINCT FROM $2 OR base_s IS DISTINCT FROM $3 THEN 1 ELSE 0 END, \
            link = $1, bottom = $2, base_s = $3, increment_s = $4 WHERE id = $5",
    )
    .bind(link.as_str())
    .bind(share.bottom.to_string())
    .bind(share.control.map(|control| i64::from(control.base_s)))
    .bind(share.control.map(|control| i64::from(control.increment_s)))
    .bind(game)
    .execute(&mut *connection)
    .await?;
    for (ply, left) in (1_i64..).zip(&share.left_ms) {
        sqlx::query("UPDATE moves SET clock = $1 WHERE game_id = $2 AND ply = $3")
            .bind(i64::from(*left))
            .bind(game)
            .bind(ply)
            .execute(&mut *connection)
            .await?;
    }
    Ok(Some(link))
}

async fn insert(
    connection: &mut AnyConnection,
    user: UserId,
    client_id: &str,
) -> Result<(i64, GameLink), StoreError> {
    let link = token::draw_link()?;
    let game = sqlx::query_scalar(
        "INSERT INTO games (client_id, link, kind, owner, status, created) \
         VALUES ($1, $2, 'board', $3, 'playing', $4) RETURNING id",
    )
    .bind(client_id)
    .bind(link.as_str())
    .bind(user)
    .bind(now_ms())
    .fetch_one(&mut *connection)
    .await?;
    Ok((game, link))
}

/// Writes the game's row.
async fn write(
    connection: &mut AnyConnection,
    game: i64,
    share: &NewShare,
) -> Result<(), StoreError> {
    let players = serde_json::to_string(&share.players)?;
    sqlx::query(
        "UPDATE games SET start_fen = $1, base_s = $2, increment_s = $3, bottom = $4, \
            players = $5, pgn = $6, status = $7, result = $8, reason = $9, version = version + 1 \
         WHERE id = $10",
    )
    .bind(&share.start_fen)
    .bind(share.control.map(|control| i64::from(control.base_s)))
    .bind(share.control.map(|control| i64::from(control.increment_s)))
    .bind(share.bottom.to_string())
    .bind(players)
    .bind(&share.pgn)
    .bind(if share.outcome.is_some() {
        "finished"
    } else {
        "playing"
    })
    .bind(share.outcome.map(|outcome| outcome.result()))
    .bind(share.outcome.map(|outcome| outcome.reason.id()))
    .bind(game)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM moves WHERE game_id = $1")
        .bind(game)
        .execute(&mut *connection)
        .await?;
    games::insert_moves(connection, game, &share.moves, &share.left_ms).await
}

async fn forget_oldest(connection: &mut AnyConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM games WHERE owner = $1 AND kind = 'board' AND id NOT IN \
            (SELECT id FROM games WHERE owner = $1 AND kind = 'board' ORDER BY id DESC LIMIT $2)",
    )
    .bind(user)
    .bind(MAX_SHARES)
    .execute(connection)
    .await?;
    Ok(())
}
