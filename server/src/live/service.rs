//! What the page asks for about games that have an address: the trait `LiveGames`.

use tokio::sync::oneshot;
use wire::{
    BackendError, BoxFuture, FieldError, LiveGames, SessionToken,
    live::{GameLink, game_view::GameStage, protocol::RefusalCode},
    visitor::live_games::{CreatedGame, GameForVisitor, GameSetup, SharedGame},
};

use super::{
    room::{command::RoomCommand, registry::SendOutcome},
    share::share,
    validate,
};
use crate::{
    backend::{Visitors, unavailable},
    offload::offload,
    store::{CreatedLiveGame, JoinError, JoiningUser},
};

impl LiveGames for Visitors {
    fn new_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: GameSetup,
    ) -> BoxFuture<'a, Result<CreatedGame, BackendError>> {
        Box::pin(async move {
            let live = validate::new_live_game(game).map_err(invalid)?;
            let user = self.user(session).await?;
            let seated = self.store.new_live_game(user, live).await;
            seated
                .map_err(unavailable)?
                .map(created_game)
                .map_err(join_error)
        })
    }

    fn join_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: GameLink,
    ) -> BoxFuture<'a, Result<CreatedGame, BackendError>> {
        Box::pin(async move {
            let user = self.user(session).await?;
            // Nobody is made for a game that can't be joined.
            let shown = self.hub.shown(user, &game).await.map_err(unavailable)?;
            match shown.map(|shown| (shown.view.stage, shown.seat)) {
                None => return Err(join_error(JoinError::NoGame)),
                Some((GameStage::Open, _) | (_, Some(_))) => {}
                Some(_) => return Err(join_error(JoinError::Taken)),
            }
            let joining = self.store.joining_user(user).await.map_err(unavailable)?;
            let JoiningUser {
                id: user,
                new_session,
                name,
            } = joining.map_err(join_error)?;
            let (answer, joined) = oneshot::channel();
            let join = RoomCommand::Join { user, name, answer };
            match self.hub.services().send(&game, join).await {
                SendOutcome::NoGame => return Err(join_error(JoinError::NoGame)),
                SendOutcome::Sent | SendOutcome::Unavailable => {}
            }
            match joined.await {
                Ok(Ok(())) => Ok(CreatedGame { game, new_session }),
                Ok(Err(RefusalCode::Busy)) | Err(_) => Err(BackendError::Unavailable(
                    "the game can't be joined at the moment".to_owned(),
                )),
                Ok(Err(_)) => Err(join_error(JoinError::Taken)),
            }
        })
    }

    fn share_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: SharedGame,
    ) -> BoxFuture<'a, Result<CreatedGame, BackendError>> {
        Box::pin(async move {
            // The largest PGN takes some 40 ms to read.
            let checked = offload(move || share(game)).await;
            let share = checked
                .map_err(|refusal| BackendError::Unavailable(refusal.to_string()))?
                .map_err(invalid)?;
            let user = self.user(session).await?;
            let seated = self.store.share(user, share).await;
            seated
                .map_err(unavailable)?
                .map(created_game)
                .map_err(join_error)
        })
    }

    fn shown_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: GameLink,
    ) -> BoxFuture<'a, Result<Option<GameForVisitor>, BackendError>> {
        Box::pin(async move {
            let user = self.user(session).await?;
            self.hub.shown(user, &game).await.map_err(unavailable)
        })
    }
}

fn created_game(seated: CreatedLiveGame) -> CreatedGame {
    CreatedGame {
        game: seated.link,
        new_session: seated.new_session,
    }
}

fn invalid(FieldError { field, reason }: FieldError) -> BackendError {
    BackendError::Invalid { field, reason }
}

fn join_error(why: JoinError) -> BackendError {
    let field = match why {
        JoinError::OtherGame => "client_id",
        JoinError::NoGame | JoinError::Taken => "game",
        JoinError::TooMany => return BackendError::TooMany { wait_s: 60 },
    };
    invalid(FieldError::new(field, why))
}
