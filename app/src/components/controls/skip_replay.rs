//! Any input ends a slowed replay of the search, whose move is known already.

use client::play::{GameStatus, PlayEvent};
use leptos::ev;
use leptos::prelude::*;

use crate::controllers::play::PlayController;

/// Listens for as long as the page that calls this is shown.
pub fn skip_on_input(play: PlayController) {
    let skip = move || {
        if play.status().get_untracked() == (GameStatus::Thinking { slowed: true }) {
            play.dispatch(PlayEvent::Skip);
        }
    };
    Effect::new(move |_| {
        let pointer = window_event_listener(ev::pointerdown, move |_| skip());
        let key = window_event_listener(ev::keydown, move |_| skip());
        on_cleanup(move || {
            pointer.remove();
            key.remove();
        });
    });
}
