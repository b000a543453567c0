//! A user's games, as they were or are: one by one, and those against an AI counted by level.

use engine::rules::Color;
use sqlx::AssertSqlSafe;
use wire::Tally;
use wire::live::game_view::PlayerInfo;
use wire::visitor::games::{LevelTally, PlayedGame, PlayedGames};

use super::columns::{Narrow, Parameters, Truth, read_strength};
use super::{Store, StoreError, live::outcome, user_id::UserId};

/// Games in one answer.
const AT_ONCE: usize = 20;

/// A row of `games`, as its player sees it.
#[derive(sqlx::FromRow)]
struct HistoryRow {
    id: i64,
    created: i64,
    link: Option<String>,
    start_fen: Option<String>,
    own_is_white: Truth,
    other: Option<UserId>,
    other_name: Option<String>,
    strategy: Option<String>,
    level: Option<Narrow<u8>>,
    strength: Option<Narrow<u8>>,
    status: String,
    result: Option<String>,
    reason: Option<String>,
}

/// Strategy, level, wins, draws, losses.
type LevelTallyRow = (String, Narrow<u8>, Narrow<u32>, Narrow<u32>, Narrow<u32>);

/// The games of the user `$1` on one side, the latest `$3` before `$2`.
macro_rules! games_of_side {
    ($own:literal, $other:literal) => {
        concat!(
            "SELECT * FROM (SELECT games.*, '",
            $own,
            "' = 'white' AS own_is_white, ",
            $other,
            " AS other FROM games WHERE ",
            $own,
            " = $1 AND kind IN ('ai', 'live') AND status <> 'aborted' AND id < $2 ",
            "ORDER BY id DESC LIMIT $3) AS side"
        )
    };
}

impl HistoryRow {
    fn game(self, moves: Vec<String>) -> PlayedGame {
        let opponent = match (self.other, self.strategy) {
            (Some(_), _) => match self.other_name {
                Some(name) => PlayerInfo::Named { name },
                None => PlayerInfo::Guest,
            },
            (None, Some(strategy)) => {
                let strength = |level| read_strength(level, self.strength);
                PlayerInfo::engine(strategy, self.level.and_then(strength))
            }
            (None, None) if self.status == "open" => PlayerInfo::Nobody,
            (None, None) => PlayerInfo::Gone,
        };
        let ended = self.result.as_deref().zip(self.reason.as_deref());
        PlayedGame {
            kept_ms: self.created,
            start_fen: self.start_fen,
            moves,
            human: match self.own_is_white.0 {
                true => Color::White,
                false => Color::Black,
            },
            opponent,
            outcome: ended.and_then(|(result, reason)| outcome(result, reason)),
            link: self.link.and_then(|link| link.parse().ok()),
            opening: None,
        }
    }
}

impl Store {
    /// The user's latest games, against minds and live, or the latest of those before the one with
    /// the number `before`. Who plays both sides has it once for each.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn played_games(
        &self,
        user: UserId,
        before: Option<i64>,
    ) -> Result<PlayedGames, StoreError> {
        // One more than is answered, to know whether there are any before.
        let mut rows: Vec<HistoryRow> = sqlx::query_as(concat!(
            "SELECT own.id, own.created, link, start_fen, own_is_white, other, \
                users.name AS other_name, strategy, level, strength, status, result, \
                reason FROM (",
            games_of_side!("white", "black"),
            " UNION ALL ",
            games_of_side!("black", "white"),
            ") AS own LEFT JOIN users ON users.id = other ORDER BY own.id DESC LIMIT $3",
        ))
        .bind(user)
        .bind(before.unwrap_or(i64::MAX))
        .bind(AT_ONCE as i64 + 1)
        .fetch_all(&self.readers)
        .await?;
        let more = rows.len() > AT_ONCE;
        rows.truncate(AT_ONCE);
        let before = rows.last().filter(|_| more).map(|row| row.id);
        let moves = self.moves_of(&rows).await?;
        let game = |row: HistoryRow| {
            let own = moves.iter().filter(|(game, _)| *game == row.id);
            let own = own.map(|(_, uci)| uci.clone()).collect();
            row.game(own)
        };
        Ok(PlayedGames {
            games: rows.into_iter().map(game).collect(),
            before,
        })
    }

    /// The moves of all these games, in their order.
    async fn moves_of(&self, games: &[HistoryRow]) -> Result<Vec<(i64, String)>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let mut reader = self.readers.acquire().await?;
        let list = Parameters::of(&reader).list(0, games.len());
        let sql = format!(
            "SELECT game_id, uci FROM moves WHERE game_id IN ({list}) ORDER BY game_id, ply"
        );
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for game in games {
            query = query.bind(game.id);
        }
        Ok(query.fetch_all(&mut *reader).await?)
    }

    /// The user's tallies, by strategy and level.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn level_tallies(&self, user: UserId) -> Result<Vec<LevelTally>, StoreError> {
        let rows: Vec<LevelTallyRow> = sqlx::query_as(
            "SELECT strategy, level, \
                COUNT(CASE WHEN result = CASE white WHEN $1 THEN '1-0' ELSE '0-1' END THEN 1 END), \
                COUNT(CASE WHEN result = '1/2-1/2' THEN 1 END), \
                COUNT(CASE WHEN result = CASE white WHEN $1 THEN '0-1' ELSE '1-0' END THEN 1 END) \
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
        let tally = |row: LevelTallyRow| LevelTally {
            strategy: row.0,
            level: row.1.0,
            tally: Tally {
                wins: row.2.0,
                draws: row.3.0,
                losses: row.4.0,
            },
        };
        Ok(rows.into_iter().map(tally).collect())
    }
}
