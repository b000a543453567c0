//! Games that come by the page's address, and the game that made room for one, or for a new one.

use client::play::Event;
use client::play::link::{self, Opened};
use client::play::saved_game::SavedGame;
use client::play::stashed_game::Aside;
use client::settings::Settings;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsValue;

use crate::components::shared::notices::{Notices, Offer, use_notices};
use crate::{
    controllers::play::PlayController,
    platform::{game_storage, new_game},
};

/// A new game with fewer half-moves may still have been begun by mistake.
const YOUNG: usize = 4;

/// The page's own game and the one aside.
#[derive(Clone, Copy)]
struct Links {
    play: PlayController,
    notices: Notices,
    /// What made room for the game on the board.
    aside: RwSignal<Option<Aside>>,
}

/// Begins the games that the address brings, and offers to go back; shows nothing itself.
pub fn links(play: PlayController) {
    let links = Links {
        play,
        notices: use_notices(),
        aside: RwSignal::new(game_storage::stashed_game()),
    };
    let on_board = play.read(|state| state.client_id.clone());
    Effect::new(move |_| {
        let Some(id) = on_board.get() else {
            return; // Not loaded yet.
        };
        let is_here = |aside: &Option<Aside>| aside.as_ref().is_none_or(|aside| aside.by == id);
        let left = play.with_untracked(|state| state.left.clone());
        match left {
            Some(left) => links.lay(Some(Aside::behind(id, &left))),
            None if links.aside.with_untracked(is_here) => {}
            None => links.lay(None),
        }
    });
    let is_young = play.read(|state| state.game.ply() < YOUNG);
    Effect::new(move |_| links.offer(is_young.get()));
    let loaded = play.read(|state| state.loaded);
    Effect::new(move |_| {
        if loaded.get() {
            links.follow_address();
        }
    });
    Effect::new(move |_| {
        let listener = window_event_listener_untyped("hashchange", move |_| links.follow_address());
        on_cleanup(move || listener.remove());
    });
}

impl Links {
    /// Begins the game of the address, unless it is the one on the board, and cleans the address, so
    /// that a reload keeps what is played. What cannot be read changes nothing.
    fn follow_address(self) {
        let fragment = window().location().hash().unwrap_or_default();
        match link::read(fragment.trim_start_matches('#')) {
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

    fn open(self, opened: &Opened) {
        let begun = self.play.with_untracked(|state| {
            let before = state.saved();
            let begin = || opened.begin(&state.settings, &new_game::draw(), before.as_ref());
            (!opened.is_on(state)).then(begin)
        });
        if let Some((game, settings)) = begun {
            self.put(game, settings, true);
        }
    }

    /// Puts a game on the board; the one there is laid aside if it is worth that.
    fn put(self, game: SavedGame, settings: Settings, by_link: bool) {
        let before = self.aside.get_untracked();
        let aside = |state: &_| Aside::after(state, before, &game, by_link);
        self.lay(self.play.with_untracked(aside));
        self.play.dispatch(Event::TakeUp {
            saved: Box::new(game),
            settings: Box::new(settings),
        });
    }

    fn lay(self, aside: Option<Aside>) {
        // Where the browser keeps nothing, it is there as long as the page is.
        game_storage::store_stashed_game(aside.as_ref()).ok();
        self.aside.set(aside);
    }

    fn offer(self, is_young: bool) {
        let words = self.aside.with(|aside| {
            let aside = aside.as_ref()?;
            match (aside.by_new_game, aside.came_with) {
                (true, _) if !is_young => None,
                (true, _) => Some(("A new game. Your last one is kept.", "Undo")),
                (false, Some(_)) => Some((
                    "You opened a shared game; yours is saved.",
                    "Back to my game",
                )),
                (false, None) => Some(("The other game is kept.", "Back to it")),
            }
        });
        self.notices.offer(words.map(|(words, name)| Offer {
            text: words,
            button: name,
            on_accept: Callback::new(move |()| self.go_back()),
        }));
    }

    fn go_back(self) {
        let Some(aside) = self.aside.get_untracked() else {
            return;
        };
        let now = self.play.with_untracked(|state| state.settings);
        let settings = aside.settings(&now);
        self.put(aside.saved, settings, false);
    }
}

/// Leaves the address without a fragment, in place of what it was.
fn clean_address() {
    let location = window().location();
    let part = |text: Result<String, JsValue>| text.unwrap_or_default();
    let address = part(location.pathname()) + &part(location.search());
    if let Ok(history) = window().history() {
        // Refused where a page does it too often: the game is then begun again at a reload.
        drop(history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
    }
}
