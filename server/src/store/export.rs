//! Everything that is kept about somebody, for themselves.

use serde::Serialize;

use super::{
    Store, StoreError, accounts::Person, exercises::ExerciseData, learners::LearnerData,
    user_id::UserId,
};

/// All of it. What is kept by user has a field here.
#[derive(Debug, Serialize)]
pub struct Everything {
    /// Times are milliseconds since 1970.
    account: Person,
    sessions: Vec<SessionData>,
    devices: Vec<DeviceData>,
    api_keys: Vec<wire::ApiKey>,
    games: Vec<GameData>,
    /// What they have solved of the course of endings.
    endings: Vec<wire::SolvedEnding>,
    /// Their exercises, and what they did with them.
    exercises: ExerciseData,
    /// The analyses that they keep.
    analyses: Vec<wire::KeptAnalysis>,
    /// The networks that they have uploaded; each can be had by its id.
    networks: Vec<wire::visitor::networks::ListedNetwork>,
    /// What learners remember of the games.
    learner: Option<LearnerData>,
}

/// A session's times; its token is not kept, only a hash of it.
#[derive(Debug, Serialize, sqlx::FromRow)]
struct SessionData {
    created: Option<i64>,
    seen: Option<i64>,
    expires: i64,
}

/// A device's times; its token is not kept, only a hash of it.
#[derive(Debug, Serialize, sqlx::FromRow)]
struct DeviceData {
    created: i64,
    used: i64,
    expires: i64,
}

#[derive(Debug, Serialize, sqlx::FromRow)]
struct GameData {
    #[serde(skip)]
    id: i64,
    /// Where they made it: whoever knows it may be taken for them.
    client_id: Option<String>,
    /// Its name in addresses, if it has one.
    link: Option<String>,
    kind: String,
    status: String,
    /// The colours that they played; `none` of a game that they only share.
    color: String,
    strategy: Option<String>,
    level: Option<i64>,
    /// 1.0 to 10.0, where it lies between levels.
    strength: Option<f64>,
    start_fen: Option<String>,
    /// Seconds for the game, and for each move.
    base_s: Option<i64>,
    increment_s: Option<i64>,
    /// Who played a shared game, JSON.
    players: Option<String>,
    /// A shared analysis.
    pgn: Option<String>,
    /// In UCI notation, one after the other.
    #[sqlx(default)]
    moves: String,
    result: Option<String>,
    reason: Option<String>,
    created: i64,
    /// Their moves whose loss was measured, and what these lost, hundredths of a point of the chance to win.
    loss_moves: Option<i64>,
    loss_hundredths: Option<i64>,
}

impl Store {
    /// All that is kept about a user.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn everything(&self, person: Person) -> Result<Everything, StoreError> {
        let user = person.id;
        let sessions = sqlx::query_as(
            "SELECT created, seen, expires FROM sessions WHERE user_id = $1 ORDER BY expires DESC",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        let devices = sqlx::query_as(
            "SELECT created, used, expires FROM devices WHERE user_id = $1 ORDER BY used DESC",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        Ok(Everything {
            account: person,
            sessions,
            devices,
            api_keys: self.keys_of(user).await?,
            games: self.games_of(user).await?,
            endings: self.solved_endings(user).await?,
            exercises: self.exercises_of(user).await?,
            analyses: self.analyses_of(user).await?,
            networks: self.networks_of(user).await?,
            learner: self.learner_of(user).await?,
        })
    }

    async fn games_of(&self, user: UserId) -> Result<Vec<GameData>, StoreError> {
        // The moves of all their games, one after the other: a question for each game would be many.
        let mut games: Vec<GameData> = sqlx::query_as(
            "SELECT id, CASE WHEN kind = 'ai' OR owner = $1 THEN client_id END AS client_id, link, kind, status, \
                CASE WHEN white = $1 AND black = $1 THEN 'both' \
                     WHEN white = $1 THEN 'white' WHEN black = $1 THEN 'black' \
                     ELSE 'none' END AS color, \
                strategy, level, CAST(strength AS DOUBLE PRECISION) / 10 AS strength, start_fen, base_s, increment_s, players, pgn, result, reason, \
                created, loss_moves, loss_hundredths \
             FROM games WHERE white = $1 OR black = $1 OR owner = $1 ORDER BY id",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        let moves: Vec<(i64, String)> = sqlx::query_as(
            "SELECT game_id, uci FROM moves WHERE game_id IN \
                (SELECT id FROM games WHERE white = $1 OR black = $1 OR owner = $1) \
             ORDER BY game_id, ply",
        )
        .bind(user)
        .fetch_all(&self.readers)
        .await?;
        let mut moves = moves.into_iter().peekable();
        for game in &mut games {
            let of_game = std::iter::from_fn(|| moves.next_if(|(id, _)| *id <= game.id));
            let of_game: Vec<String> = of_game
                .filter_map(|(id, uci)| (id == game.id).then_some(uci))
                .collect();
            game.moves = of_game.join(" ");
        }
        Ok(games)
    }
}
