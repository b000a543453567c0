//! Import of games from the page's address, and restoring the game that was stashed for one, or for a
//! new game.

use client::play::PlayEvent;
use client::play::link::{self, LinkedGame};
use client::play::saved_game::SavedGame;
use client::play::stashed_game::StashedGame;
use client::settings::Settings;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsValue;

use crate::components::shared::notices::{Notices, Offer, use_notices};
use crate::controllers::play::PlayController;
use crate::platform::{game_storage, new_game};

/// A new game can be undone up to this many plies.
const MAX_UNDO_PLIES: usize = 4;

/// The game on the board and the stashed one.
#[derive(Clone, Copy)]
struct LinkImport {
    play: PlayController,
    notices: Notices,
    /// The game that was replaced by the one on the board.
    stashed: RwSignal<Option<StashedGame>>,
}

/// Opens games from the address, and offers to restore the stashed one; shows nothing itself.
pub fn import_links(play: PlayController) {
    let import = LinkImport {
        play,
        notices: use_notices(),
        stashed: RwSignal::new(game_storage::stashed_game()),
    };
    let on_board = play.read(|state| state.client_id.clone());
    Effect::new(move |_| {
        let Some(id) = on_board.get() else {
            return; // Not loaded yet.
        };
        let is_current = |stashed: &Option<StashedGame>| {
            stashed
                .as_ref()
                .is_none_or(|stashed| stashed.replaced_by == id)
        };
        let left = play.with_untracked(|state| state.replaced_game.clone());
        match left {
            Some(left) => import.stash(Some(StashedGame::before_new_game(id, &left))),
            None if import.stashed.with_untracked(is_current) => {}
            None => import.stash(None),
        }
    });
    let can_undo = play.read(|state| state.game.ply() < MAX_UNDO_PLIES);
    Effect::new(move |_| import.update_offer(can_undo.get()));
    let loaded = play.read(|state| state.loaded);
    Effect::new(move |_| {
        if loaded.get() {
            import.follow_address();
        }
    });
    Effect::new(move |_| {
        let listener =
            window_event_listener_untyped("hashchange", move |_| import.follow_address());
        on_cleanup(move || listener.remove());
    });
}

impl LinkImport {
    /// Opens the game of the address, unless it is on the board, and removes the fragment, so that a
    /// reload keeps the progress of the game. An unreadable fragment changes nothing.
    fn follow_address(self) {
        let fragment = window().location().hash().unwrap_or_default();
        match link::parse_fragment(fragment.trim_start_matches('#')) {
            None => {}
            Some(Err(refused)) => {
                let why = format!("The game in this link can\u{2019}t be read: {refused}.");
                self.notices.show(why);
            }
            Some(Ok(opened)) => {
                clean_address();
                self.notices.show(String::new());
                self.open(&opened);
            }
        }
    }

    fn open(self, opened: &LinkedGame) {
        let begun = self.play.with_untracked(|state| {
            let before = state.saved();
            let begin = || opened.start(&state.settings, &new_game::draw(), before.as_ref());
            (!opened.is_on(state)).then(begin)
        });
        if let Some((game, settings)) = begun {
            self.open_game(game, settings, true);
        }
    }

    /// Opens a game; the present one is stashed if it has moves worth keeping.
    fn open_game(self, game: SavedGame, settings: Settings, by_link: bool) {
        let before = self.stashed.get_untracked();
        let stashed = |state: &_| StashedGame::after_replacement(state, before, &game, by_link);
        self.stash(self.play.with_untracked(stashed));
        self.play.dispatch(PlayEvent::RestoreGame {
            saved: Box::new(game),
            settings: Box::new(settings),
        });
    }

    fn stash(self, stashed: Option<StashedGame>) {
        // Where the browser stores nothing, it is kept as long as the page.
        game_storage::store_stashed_game(stashed.as_ref()).ok();
        self.stashed.set(stashed);
    }

    fn update_offer(self, can_undo: bool) {
        let text = self.stashed.with(|stashed| {
            let stashed = stashed.as_ref()?;
            match (stashed.by_new_game, stashed.linked_moves) {
                (true, _) if !can_undo => None,
                (true, _) => Some(("A new game. Your last one is kept.", "Undo")),
                (false, Some(_)) => Some((
                    "You opened a shared game; yours is saved.",
                    "Back to my game",
                )),
                (false, None) => Some(("The other game is kept.", "Back to it")),
            }
        });
        self.notices.offer(text.map(|(text, name)| Offer {
            text,
            button: name,
            on_accept: Callback::new(move |()| self.restore()),
        }));
    }

    fn restore(self) {
        let Some(stashed) = self.stashed.get_untracked() else {
            return;
        };
        let now = self.play.with_untracked(|state| state.settings);
        let settings = stashed.settings(&now);
        self.open_game(stashed.saved, settings, false);
    }
}

/// Removes the fragment from the address.
fn clean_address() {
    let location = window().location();
    let part = |text: Result<String, JsValue>| text.unwrap_or_default();
    let address = part(location.pathname()) + &part(location.search());
    if let Ok(history) = window().history() {
        // Refused where a page does it too often: a reload then opens the link's game again.
        drop(history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
    }
}
