//! The page's server functions: the app's `Backend` over the store.

mod analyses;
mod endings;
mod exercises;
mod learners;
mod networks;
mod recent_folds;

use engine::rules::Game;
use wire::visitor::games::{LevelTally, PlayedGame, PlayedGames};
use wire::visitor::rating::KnownRating;
use wire::{
    Backend, BackendError, BackendFuture, FinishedGame, Games, RecordedGame, SessionToken,
    StrategyTally,
};

use self::recent_folds::RecentFolds;
use crate::account::attempts::Attempts;
use crate::account::effects::Effects;
use crate::account::keys::ApiKeys;
use crate::account::password::Hashers;
use crate::game_check::verify;
use crate::live::Hub;
use crate::moderation::bans::BannedNetworks;
use crate::store::{OtherGame, Store, StoreError, UserId};

/// The backend of all visitors.
#[derive(Clone, Debug)]
pub struct Visitors {
    pub(crate) store: Store,
    pub(crate) hashers: Hashers,
    pub(crate) attempts: Attempts,
    pub(crate) keys: ApiKeys,
    pub(crate) hub: Hub,
    pub(crate) effects: Effects,
    banned: BannedNetworks,
    recent_folds: RecentFolds,
}

impl Visitors {
    /// A backend over `store`, with live games in `hub`.
    pub fn new(store: Store, hub: Hub) -> Self {
        let keys = ApiKeys::new(store.clone());
        let banned = BannedNetworks::default();
        Self {
            effects: Effects::new(store.clone(), hub.clone(), keys.clone(), banned.clone()),
            hub,
            hashers: Hashers::default(),
            attempts: Attempts::default(),
            keys,
            banned,
            recent_folds: RecentFolds::default(),
            store,
        }
    }

    /// API keys.
    pub fn keys(&self) -> &ApiKeys {
        &self.keys
    }

    /// Live games.
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// What follows from changes of accounts.
    pub fn effects(&self) -> &Effects {
        &self.effects
    }

    /// Networks that are banned.
    pub fn banned(&self) -> &BannedNetworks {
        &self.banned
    }

    /// Password hashing.
    pub fn hashers(&self) -> &Hashers {
        &self.hashers
    }

    pub(crate) async fn user(
        &self,
        session: Option<SessionToken>,
    ) -> Result<Option<UserId>, BackendError> {
        match session {
            Some(session) => Ok(self.store.user_of(&session).await?),
            None => Ok(None),
        }
    }
}

impl Backend for Visitors {}

impl Games for Visitors {
    fn record_game(
        &self,
        session: Option<SessionToken>,
        game: FinishedGame,
    ) -> BackendFuture<'_, RecordedGame> {
        Box::pin(async move {
            let game = verify(&game)?;
            let user = self.user(session).await?;
            let kept = self.store.keep_game(user, &game).await?;
            let kept = kept.map_err(|OtherGame| BackendError::Invalid {
                field: "client_id".to_owned(),
                reason: OtherGame.to_string(),
            })?;
            let results = self.store.tallies(kept.user).await?;
            Ok(RecordedGame {
                results,
                new_session: kept.new_session,
            })
        })
    }

    fn results(&self, session: Option<SessionToken>) -> BackendFuture<'_, Vec<StrategyTally>> {
        Box::pin(async move {
            match self.user(session).await? {
                Some(user) => Ok(self.store.tallies(user).await?),
                None => Ok(Vec::new()),
            }
        })
    }

    fn results_by_level(
        &self,
        session: Option<SessionToken>,
    ) -> BackendFuture<'_, Vec<LevelTally>> {
        Box::pin(async move {
            match self.user(session).await? {
                Some(user) => Ok(self.store.level_tallies(user).await?),
                None => Ok(Vec::new()),
            }
        })
    }

    fn rating(&self, session: Option<SessionToken>) -> BackendFuture<'_, KnownRating> {
        Box::pin(async move {
            match self.user(session).await? {
                Some(user) => Ok(self.store.rating(user).await?),
                None => Ok(KnownRating::default()),
            }
        })
    }

    fn reset_rating(&self, session: Option<SessionToken>) -> BackendFuture<'_, KnownRating> {
        Box::pin(async move {
            if let Some(user) = self.user(session).await? {
                self.store.reset_rating(user).await?;
            }
            Ok(KnownRating::default())
        })
    }

    fn played_games(
        &self,
        session: Option<SessionToken>,
        before: Option<i64>,
    ) -> BackendFuture<'_, PlayedGames> {
        Box::pin(async move {
            let Some(user) = self.user(session).await? else {
                return Ok(PlayedGames::default());
            };
            let mut played = self.store.played_games(user, before).await;
            for game in played.iter_mut().flat_map(|played| &mut played.games) {
                game.opening = opening_of(game);
            }
            Ok(played?)
        })
    }
}

/// The name and code of a game's opening.
fn opening_of(game: &PlayedGame) -> Option<String> {
    let played = Game::replay(game.start_fen.as_deref(), &game.moves).ok()?;
    let opening = engine::book::opening(played.keys())?;
    Some(format!("{} {}", opening.eco, opening.name))
}

impl From<StoreError> for BackendError {
    /// Logs the error; the visitor learns only that it failed.
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "a visitor's request failed");
        Self::Unavailable("results can't be kept at the moment".to_owned())
    }
}
