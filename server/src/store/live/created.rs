//! Live games that are created and joined, and how many one visitor may have.

use engine::player::{StrategyId, Strength};
use engine::rules::{Color, Position};
use sqlx::AnyConnection;
use wire::SessionToken;
use wire::live::GameLink;
use wire::live::game_view::OpenOffers;
use wire::time_control::TimeControl;
use wire::visitor::live_games::CreatedGame;

use super::servers::column;
use super::time::beat;
use crate::account::token;
use crate::live::clock::LiveClock;
use crate::live::game_state::{FIRST_MOVE_MS, LiveGame, PlayState, SidePlayer};
use crate::store::columns::strength_columns;
use crate::store::user_id::UserId;
use crate::store::{Store, StoreError, now_ms, sessions};

/// Live games of one visitor that may be open or in progress.
const MAX_IN_PROGRESS: i64 = 50;

/// Open games of one visitor that may be listed in the lobby.
const MAX_LISTED: i64 = 5;

/// A checked request for a live game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLiveGame {
    /// 32 hexadecimal digits.
    pub client_id: String,
    /// The creator's side.
    pub color: Color,
    /// The engine player; `None` for an open challenge.
    pub mind: Option<SidePlayer>,
    /// `None` for the standard start position.
    pub start_fen: Option<String>,
    /// `None` without clocks.
    pub control: Option<TimeControl>,
    /// Whether it is in the public lists.
    pub listed: bool,
}

/// A user who joins a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoiningUser {
    pub id: UserId,
    /// The session of a guest who was created for this.
    pub new_session: Option<SessionToken>,
    /// The account's name; `None` for a guest.
    pub name: Option<String>,
}

/// Why a game is not created or joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// Another user's game has the id.
    #[error("another game has this id")]
    OtherGame,
    /// The user has too many games.
    #[error(
        "at most {MAX_IN_PROGRESS} games may be open or under way, {MAX_LISTED} of them listed"
    )]
    TooMany,
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// No side is free, or the game was cancelled.
    #[error("somebody else was faster, or the game was called off")]
    Taken,
}

impl Store {
    /// Creates a live game for `user` or a new guest, unless its id exists.
    ///
    /// # Errors
    /// The outer one when the store fails.
    pub async fn new_live_game(
        &self,
        user: Option<UserId>,
        live: NewLiveGame,
    ) -> Result<Result<CreatedGame, JoinError>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                if let Some((link, owner)) = by_client_id(connection, &live.client_id).await? {
                    return reclaim(connection, user, owner, link).await;
                }
                if let Some(user) = user
                    && (under_way(connection, user).await? >= MAX_IN_PROGRESS
                        || live.listed && listed(connection, user).await? >= MAX_LISTED)
                {
                    return Ok(Err(JoinError::TooMany));
                }
                let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
                let game = insert(connection, user, &live).await?;
                Ok(Ok(CreatedGame { game, new_session }))
            })
        })
        .await
    }

    /// The user who joins: `user`, or a new guest.
    ///
    /// # Errors
    /// The store fails.
    pub async fn joining_user(
        &self,
        user: Option<UserId>,
    ) -> Result<Result<JoiningUser, JoinError>, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                if let Some(user) = user
                    && under_way(connection, user).await? >= MAX_IN_PROGRESS
                {
                    return Ok(Err(JoinError::TooMany));
                }
                let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
                let name = sqlx::query_scalar("SELECT name FROM users WHERE id = $1")
                    .bind(user)
                    .fetch_one(&mut *connection)
                    .await?;
                Ok(Ok(JoiningUser {
                    id: user,
                    new_session,
                    name,
                }))
            })
        })
        .await
    }
}

async fn by_client_id(
    connection: &mut AnyConnection,
    client_id: &str,
) -> Result<Option<(Option<String>, Option<UserId>)>, StoreError> {
    let found = sqlx::query_as("SELECT link, owner FROM games WHERE client_id = $1")
        .bind(client_id)
        .fetch_optional(connection)
        .await?;
    Ok(found)
}

/// Finds a game that was created before: its creator gets it again.
async fn reclaim(
    connection: &mut AnyConnection,
    user: Option<UserId>,
    owner: Option<UserId>,
    link: Option<String>,
) -> Result<Result<CreatedGame, JoinError>, StoreError> {
    let (Some(owner), Some(game)) = (owner, link.and_then(|link| link.parse().ok())) else {
        return Ok(Err(JoinError::OtherGame));
    };
    let claimed = sessions::claim(connection, user, owner).await?;
    Ok(claimed
        .map(|(_, new_session)| CreatedGame { game, new_session })
        .ok_or(JoinError::OtherGame))
}

async fn under_way(connection: &mut AnyConnection, user: UserId) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar(
        "SELECT COUNT(*) FROM games \
         WHERE COALESCE(status, '') IN ('open', 'playing') AND kind = 'live' AND (white = $1 OR black = $1)",
    )
    .bind(user)
    .fetch_one(connection)
    .await?;
    Ok(count)
}

async fn listed(connection: &mut AnyConnection, user: UserId) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar(
        "SELECT COUNT(*) FROM games WHERE owner = $1 AND listed AND status = 'open'",
    )
    .bind(user)
    .fetch_one(connection)
    .await?;
    Ok(count)
}

async fn insert(
    connection: &mut AnyConnection,
    user: UserId,
    live: &NewLiveGame,
) -> Result<GameLink, StoreError> {
    let mut players = [None, None];
    players[live.color.index()] = Some(user);
    let row = NewRow {
        client_id: &live.client_id,
        owner: user,
        players,
        mind: live.mind.as_ref().and_then(SidePlayer::engine),
        start_fen: live.start_fen.as_deref(),
        control: live.control,
        listed: live.listed,
    };
    row.insert(connection).await
}

/// Creates the rematch with colours swapped.
pub(super) async fn insert_rematch(
    connection: &mut AnyConnection,
    before: &LiveGame,
) -> Result<GameLink, StoreError> {
    let players = [Color::Black, Color::White].map(|color| before.player(color).user());
    let Some(owner) = players.into_iter().flatten().next() else {
        return Err(StoreError::Damaged("a rematch of nobody".to_owned()));
    };
    let row = NewRow {
        client_id: &token::draw_tag()?,
        owner,
        players,
        mind: before.players.iter().find_map(SidePlayer::engine),
        start_fen: before.start_fen.as_deref(),
        control: before.control,
        listed: false,
    };
    row.insert(connection).await
}

/// The row of a live game before its first move.
struct NewRow<'a> {
    client_id: &'a str,
    owner: UserId,
    players: [Option<UserId>; 2],
    mind: Option<(StrategyId, Strength)>,
    start_fen: Option<&'a str>,
    control: Option<TimeControl>,
    listed: bool,
}

impl NewRow<'_> {
    async fn insert(self, connection: &mut AnyConnection) -> Result<GameLink, StoreError> {
        let link = token::draw_link()?;
        let full = self.mind.is_some() || self.players.iter().all(Option::is_some);
        let now = match full && self.control.is_some() {
            true => Some(beat(connection).await?.time.game_time()),
            false => None,
        };
        let state = PlayState {
            clock: self.control.map(LiveClock::new),
            offers: OpenOffers::default(),
            turn_since: now,
            offered_at: [None; 2],
            takeback_offered_at: [None; 2],
        };
        let deadline = now
            .filter(|_| self.is_person_to_move())
            .map(|now| column(now + FIRST_MOVE_MS));
        let strength = self.mind.map(|(_, strength)| strength_columns(strength));
        let (level, between) = strength.unzip();
        sqlx::query(
            "INSERT INTO games (client_id, link, kind, owner, white, black, strategy, level, \
                strength, start_fen, base_s, increment_s, listed, status, state, deadline, created) \
             VALUES ($1, $2, 'live', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        )
        .bind(self.client_id)
        .bind(link.as_str())
        .bind(self.owner)
        .bind(self.players[0])
        .bind(self.players[1])
        .bind(self.mind.map(|(strategy, _)| strategy.as_str()))
        .bind(level)
        .bind(between)
        .bind(self.start_fen)
        .bind(self.control.map(|control| i64::from(control.base_s)))
        .bind(self.control.map(|control| i64::from(control.increment_s)))
        .bind(self.listed)
        .bind(if full { "playing" } else { "open" })
        .bind(serde_json::to_string(&state)?)
        .bind(deadline)
        .bind(now_ms())
        .execute(&mut *connection)
        .await?;
        Ok(link)
    }

    fn is_person_to_move(&self) -> bool {
        let turn = match self.start_fen.map(Position::from_fen) {
            Some(Ok(position)) => position.side_to_move(),
            _ => Color::White,
        };
        self.players[turn.index()].is_some()
    }
}
