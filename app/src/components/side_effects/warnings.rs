//! Notices about failures that do not stop the game.

use client::play::PlayState;
use client::play::{EngineState, StorageError};
use client::worker::NetworkProgress;
use leptos::prelude::*;

use crate::components::shared::notices::use_notices;
use crate::controllers::play::PlayController;
use crate::engine_client::NETWORK_TIMEOUT;
use crate::platform::timers::set_timeout;

/// The network could not be loaded.
pub const NO_NETWORK: &str =
    "The network could not be loaded: the hand-made evaluation judges in its place.";

/// The network is still loading after [`NETWORK_TIMEOUT`].
const NO_NETWORK_YET: &str =
    "The network is on its way: until it is here, the hand-made evaluation judges.";

/// Watches the state for failures; shows nothing itself.
pub fn warnings(play: PlayController) -> AnyView {
    let notices = use_notices();
    let not_kept = play.read(|state| state.storage_error);
    Effect::new(move |_| match not_kept.get() {
        None => {}
        Some(StorageError::QuotaExceeded) => {
            notices.show_once(
                "This browser\u{2019}s storage is full: your game is lost when you close the page.",
            );
        }
        Some(StorageError::Denied) => {
            notices.show_once(
                "This browser keeps nothing for this page: your game is lost when you close it.",
            );
        }
    });
    let restarted = play.read(|state| state.failures > 0 && state.engine == EngineState::Ready);
    Effect::new(move |_| {
        if restarted.get() {
            notices.show_once("The engine broke and was started again. The game goes on.");
        }
    });
    let is_early = RwSignal::new(true);
    // Fails once the page is gone.
    let give_up = move || {
        is_early.try_set(false);
    };
    set_timeout(give_up, NETWORK_TIMEOUT);
    let loading = play.read(|state| matches!(state.network, Some(NetworkProgress::Loading(_))));
    Effect::new(move |_| match loading.get() && !is_early.get() {
        true => notices.show_once(NO_NETWORK_YET),
        false => notices.hide(NO_NETWORK_YET),
    });
    let lacks_tables = play.read(|state| state.lacks_tables);
    Effect::new(move |_| {
        if lacks_tables.get() {
            notices.show_once(
                "The endgame tables of this game can\u{2019}t be had now: it goes on without them.",
            );
        }
    });
    let lacks_network = play.read(PlayState::network_failed);
    Effect::new(move |_| {
        if lacks_network.get() {
            notices.show_once(NO_NETWORK);
        }
    });
    ().into_any()
}
