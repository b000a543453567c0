//! What went wrong and was got over: said once, and the game goes on.

use leptos::prelude::*;

use super::notices::use_notices;
use super::read::read;
use crate::engine_client::NetworkNews;
use crate::session::Session;
use crate::session::state::{EngineState, NotKept};

/// Without its network a mind plays on.
pub const NO_NETWORK: &str =
    "The network could not be loaded: the hand-made evaluation judges in its place.";

/// Looks out for it; shows nothing itself.
pub fn warnings(session: Session) -> AnyView {
    let notices = use_notices();
    let not_kept = read(session, |state| state.not_kept);
    Effect::new(move |_| match not_kept.get() {
        None => {}
        Some(NotKept::Full) => {
            notices.say(
                "This browser\u{2019}s storage is full: your game is lost when you close the page.",
            );
        }
        Some(NotKept::Refused) => {
            notices.say(
                "This browser keeps nothing for this page: your game is lost when you close it.",
            );
        }
    });
    let restarted = read(session, |state| {
        state.failures > 0 && state.engine == EngineState::Ready
    });
    Effect::new(move |_| {
        if restarted.get() {
            notices.say("The engine broke and was started again. The game goes on.");
        }
    });
    let blind = read(session, |state| {
        matches!(state.network, Some(NetworkNews::Failed(_)))
    });
    Effect::new(move |_| {
        if blind.get() {
            notices.say(NO_NETWORK);
        }
    });
    ().into_any()
}
