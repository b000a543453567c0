//! What the page asks for about games that have an address: the trait `LiveGames`.

use tokio::sync::oneshot;
use wire::live::GameLink;
use wire::live::game_view::GameStage;
use wire::live::protocol::RefusalCode;
use wire::visitor::live_games::{CreatedGame, GameForVisitor, GameSetup, SharedGame};
use wire::{BackendError, BackendFuture, FieldError, LiveGames, SessionToken};

use super::room::command::RoomCommand;
use super::room::registry::SendOutcome;
use super::share::share;
use super::validate;
use crate::backend::Visitors;
use crate::offload::offload;
use crate::store::{JoinError, JoiningUser};

impl LiveGames for Visitors {
    fn new_game(
        &self,
        session: Option<SessionToken>,
        game: GameSetup,
    ) -> BackendFuture<'_, CreatedGame> {
        Box::pin(async move {
            let live = validate::new_live_game(game).map_err(invalid)?;
            let user = self.user(session).await?;
            Ok(self.store.new_live_game(user, live).await??)
        })
    }

    fn join_game(
        &self,
        session: Option<SessionToken>,
        game: GameLink,
    ) -> BackendFuture<'_, CreatedGame> {
        Box::pin(async move {
            let user = self.user(session).await?;
            // Nobody is made for a game that can't be joined.
            let shown = self.hub.shown(user, &game).await?;
            match shown.map(|shown| (shown.view.stage, shown.seat)) {
                None => return Err(JoinError::NoGame.into()),
                Some((GameStage::Open, _) | (_, Some(_))) => {}
                Some(_) => return Err(JoinError::Taken.into()),
            }
            let JoiningUser {
                id: user,
                new_session,
                name,
            } = self.store.joining_user(user).await??;
            let (answer, joined) = oneshot::channel();
            let join = RoomCommand::Join { user, name, answer };
            match self.hub.services().send(&game, join).await {
                SendOutcome::NoGame => return Err(JoinError::NoGame.into()),
                SendOutcome::Sent | SendOutcome::Unavailable => {}
            }
            match joined.await {
                Ok(Ok(())) => Ok(CreatedGame { game, new_session }),
                Ok(Err(RefusalCode::Busy)) | Err(_) => Err(BackendError::Unavailable(
                    "the game can't be joined at the moment".to_owned(),
                )),
                Ok(Err(_)) => Err(JoinError::Taken.into()),
            }
        })
    }

    fn share_game(
        &self,
        session: Option<SessionToken>,
        game: SharedGame,
    ) -> BackendFuture<'_, CreatedGame> {
        Box::pin(async move {
            // The largest PGN takes some 40 ms to read.
            let checked = offload(move || share(game)).await;
            let share = checked
                .map_err(|refusal| BackendError::Unavailable(refusal.to_string()))?
                .map_err(invalid)?;
            let user = self.user(session).await?;
            Ok(self.store.share(user, share).await??)
        })
    }

    fn shown_game(
        &self,
        session: Option<SessionToken>,
        game: GameLink,
    ) -> BackendFuture<'_, Option<GameForVisitor>> {
        Box::pin(async move {
            let user = self.user(session).await?;
            Ok(self.hub.shown(user, &game).await?)
        })
    }
}

fn invalid(FieldError { field, reason }: FieldError) -> BackendError {
    BackendError::Invalid { field, reason }
}

impl From<JoinError> for BackendError {
    fn from(why: JoinError) -> Self {
        let field = match why {
            JoinError::OtherGame => "client_id",
            JoinError::NoGame | JoinError::Taken => "game",
            JoinError::TooMany => return Self::TooMany { wait_s: 60 },
        };
        invalid(FieldError::new(field, why))
    }
}
