//! What the page asks for about games that have an address: the trait `LiveGames`.

use tokio::sync::oneshot;
use wire::{
    BackendError, BoxFuture, LiveGames, SessionToken,
    live::{GameLink, game_view::GameStage, protocol::RefusalCode},
    search::request::FieldError,
    visitor::live_games::{CreatedGame, GameForVisitor, GameSetup, SharedGame},
};

use super::{
    room::{command::Command, registry::Sent},
    share::share,
    validate,
};
use crate::{
    backend::{Visitors, unavailable},
    offload::offload,
    store::{NotSeated, Seated},
};

impl LiveGames for Visitors {
    fn new_game<'a>(
        &'a self,
        session: Option<SessionToken>,
        game: GameSetup,
    ) -> BoxFuture<'a, Result<CreatedGame, BackendError>> {
        Box::pin(async move {
            let table = validate::new_table(game).map_err(invalid)?;
            let user = self.user(session).await?;
            let seated = self.store.new_table(user, table).await;
            seated.map_err(unavailable)?.map(placed).map_err(not_seated)
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
                None => return Err(not_seated(NotSeated::NoGame)),
                Some((GameStage::Open, _) | (_, Some(_))) => {}
                Some(_) => return Err(not_seated(NotSeated::Taken)),
            }
            let somebody = self.store.somebody(user).await.map_err(unavailable)?;
            let (user, new_session, name) = somebody.map_err(not_seated)?;
            let (answer, joined) = oneshot::channel();
            let join = Command::Join { user, name, answer };
            match self.hub.services().send(&game, join).await {
                Sent::NoGame => return Err(not_seated(NotSeated::NoGame)),
                Sent::Yes | Sent::NotNow => {}
            }
            match joined.await {
                Ok(Ok(())) => Ok(CreatedGame { game, new_session }),
                Ok(Err(RefusalCode::Busy)) | Err(_) => Err(BackendError::Unavailable(
                    "the game can't be joined at the moment".to_owned(),
                )),
                Ok(Err(_)) => Err(not_seated(NotSeated::Taken)),
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
            seated.map_err(unavailable)?.map(placed).map_err(not_seated)
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

fn placed(seated: Seated) -> CreatedGame {
    CreatedGame {
        game: seated.link,
        new_session: seated.new_session,
    }
}

fn invalid(FieldError { field, reason }: FieldError) -> BackendError {
    BackendError::Invalid { field, reason }
}

fn not_seated(why: NotSeated) -> BackendError {
    let field = match why {
        NotSeated::OtherGame => "client_id",
        NotSeated::NoGame | NotSeated::Taken => "game",
        NotSeated::TooMany => return BackendError::TooMany { wait_s: 60 },
    };
    invalid(FieldError::new(field, why))
}
