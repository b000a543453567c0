//! What is said of the visitor's own move, once it has been answered.

use client::play::{PlayState, judge_own_move};
use leptos::prelude::*;

use crate::controllers::play::PlayController;

/// The sentence, and the requests for the searches behind it.
pub(super) fn own_move(play: PlayController) -> AnyView {
    let next = play.read(PlayState::own_move_to_judge);
    Effect::new(move |_| {
        let event = next.get().and_then(|(ply, sound)| {
            play.with_untracked(|state| judge_own_move(state, ply, sound.as_deref()))
        });
        if let Some(event) = event {
            play.dispatch(event);
        }
    });
    let sentence = play.read(PlayState::own_move_sentence);
    view! { <p class="guess own-move">{move || sentence.get()}</p> }.into_any()
}
