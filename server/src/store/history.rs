//! A user's games against an AI, as they were: one by one, and counted by level.

use app::api::{
    Tally,
    games::{LevelTally, PlayedGame, PlayedGames},
};
use engine::rules::Color;
use sqlx::QueryBuilder;

use super::{Store, StoreError, sessions::UserId};

/// Games in one answer.
const AT_ONCE: usize = 20;

/// A row of `games`, as its player sees it.
#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    created: i64,
    start_fen: Option<String>,
    human_is_white: bool,
    strategy: String,
    level: u8,
    result: String,
    reason: String,
}

impl Store {
    /// The user's latest games, or the latest of those before the one with the number `before`.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn played_games(
        &self,
        user: UserId,
        before: Option<i64>,
    ) -> Result<PlayedGames, StoreError> {
        // One more than is answered, to know whether there are any before.
        let mut rows: Vec<Row> = sqlx::query_as(
            "SELECT id, created, start_fen, white IS NOT NULL AS human_is_white, \
                strategy, level, result, reason \
             FROM (SELECT * FROM games WHERE white = $1 AND kind = 'ai' AND status = 'finished' \
                   UNION ALL \
                   SELECT * FROM games WHERE black = $1 AND kind = 'ai' AND status = 'finished') \
                AS own \
             WHERE id < $2 ORDER BY id DESC LIMIT $3",
        )
        .bind(user)
        .bind(before.unwrap_or(i64::MAX))
        .bind(AT_ONCE as i64 + 1)
        .fetch_all(&self.readers)
        .await?;
        let more = rows.len() > AT_ONCE;
        rows.truncate(AT_ONCE);
        let before = rows.last().filter(|_| more).map(|row| row.id);
        let mut moves = self.moves_of(&rows).await?;
        let game = |row: Row| PlayedGame {
            kept_ms: row.created,
            start_fen: row.start_fen,
            moves: moves
                .extract_if(.., |(game, _)| *game == row.id)
                .map(|(_, uci)| uci)
                .collect(),
            human: match row.human_is_white {
                true => Color::White,
                false => Color::Black,
            },
            strategy: row.strategy,
            level: row.level,
            result: row.result,
            reason: row.reason,
            opening: None,
        };
        Ok(PlayedGames {
            games: rows.into_iter().map(game).collect(),
            before,
        })
    }

    /// The moves of all these games, in their order.
    async fn moves_of(&self, games: &[Row]) -> Result<Vec<(i64, String)>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::new("SELECT game_id, uci FROM moves WHERE game_id IN (");
        let mut list = query.separated(", ");
        for game in games {
            list.push_bind(game.id);
        }
        query.push(") ORDER BY game_id, ply");
        Ok(query.build_query_as().fetch_all(&self.readers).await?)
    }

    /// The user's tallies, by strategy and level.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn level_tallies(&self, user: UserId) -> Result<Vec<LevelTally>, StoreError> {
        let rows: Vec<(String, u8, u32, u32, u32)> = sqlx::query_as(
            "SELECT strategy, level, \
                SUM(result = CASE white WHEN $1 THEN '1-0' ELSE '0-1' END), \
                SUM(result = '1/2-1/2'), \
                SUM(result = CASE white WHEN $1 THEN '0-1' ELSE '1-0' END) \
             FROM (SELECT strategy, level, result, white FROM games \
                    WHERE white = $1 AND kind = 'ai' AND status = 'finished' \
                   UNION ALL \
                   SELECT strategy, level, result, white FROM games \
                    WHERE black = $1 AND kind = 'ai' AND status = 'finished') AS own \
             GROUP BY strategy, level ORDER BY strategy, level",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        let tally = |(strategy, level, wins, draws, losses)| LevelTally {
            strategy,
            level,
            tally: Tally {
                wins,
                draws,
                losses,
            },
        };
        Ok(rows.into_iter().map(tally).collect())
    }
}
