//! What went wrong and was got over: said once, and the game goes on.

use client::play::State;
use client::play::{EngineState, NotKept};
use client::worker::NetworkNews;
use leptos::prelude::*;

use crate::components::shared::memo::read;
use crate::components::shared::notices::use_notices;
use crate::controllers::play::PlayController;
use crate::engine_client::NETWORK_TIMEOUT;

/// Without its network a mind plays on.
pub const NO_NETWORK: &str =
    "The network could not be loaded: the hand-made evaluation judges in its place.";

/// The same until it is here.
const NO_NETWORK_YET: &str =
    "The network is on its way: until it is here, the hand-made evaluation judges.";

/// Looks out for it; shows nothing itself.
pub fn warnings(play: PlayController) -> AnyView {
    let notices = use_notices();
    let not_kept = read(play, |state| state.not_kept);
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
    let restarted = read(play, |state| {
        state.failures > 0 && state.engine == EngineState::Ready
    });
    Effect::new(move |_| {
        if restarted.get() {
            notices.say("The engine broke and was started again. The game goes on.");
        }
    });
    let due = RwSignal::new(true);
    // Nobody waits on a page that is gone.
    let give_up = move || {
        due.try_set(false);
    };
    set_timeout(give_up, NETWORK_TIMEOUT);
    let coming = read(play, |state| {
        matches!(state.network, Some(NetworkNews::Loading(_)))
    });
    Effect::new(move |_| match coming.get() && !due.get() {
        true => notices.say(NO_NETWORK_YET),
        false => notices.unsay(NO_NETWORK_YET),
    });
    let blind = read(play, State::lacks_network);
    Effect::new(move |_| {
        if blind.get() {
            notices.say(NO_NETWORK);
        }
    });
    ().into_any()
}
