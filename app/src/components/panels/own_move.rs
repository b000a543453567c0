//! What is said of the visitor's own move, once it has been answered.

use client::play::{PlayEvent, PlayState, judge_own_move};
use client::worker::codec::decode;
use leptos::prelude::*;

use crate::controllers::play::PlayController;

/// The sentence, and the requests for the searches behind it.
pub(super) fn own_move(play: PlayController) -> AnyView {
    // Each move is looked at once, by its ply and the position after it.
    let asked = StoredValue::new(None);
    let waiting = play.read(|state| {
        let ply = state.own_move_to_judge()?;
        Some((ply, *state.game.keys().get(ply + 1)?))
    });
    Effect::new(move |_| {
        let mv = waiting.get();
        if let Some((ply, _)) = mv.filter(|_| asked.get_value() != mv) {
            asked.set_value(mv);
            play.dispatch(PlayEvent::Judge(ply));
        }
    });
    let answered = play.read(|state| {
        let (ply, sound) = state.judged.as_ref()?;
        let sound = sound.as_ref().filter(|_| state.outcome().is_none())?;
        Some((*ply, sound.clone()))
    });
    Effect::new(move |_| {
        let Some((ply, sound)) = answered.get() else {
            return;
        };
        let said = play.with_untracked(|state| {
            let mut game = state.game.clone();
            while game.ply() > ply + 1 {
                game.undo();
            }
            judge_own_move(&game, &decode(&sound).ok()?)
        });
        if let Some(said) = said {
            play.dispatch(PlayEvent::Explained { ply, said });
        }
    });
    let sentence = play.read(PlayState::own_move_sentence);
    let text = move || sentence.get();
    view! {
        <p class="guess" hidden=move || sentence.with(Option::is_none)>
            {text}
        </p>
    }
    .into_any()
}
