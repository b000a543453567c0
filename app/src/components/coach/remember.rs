//! What is to be remembered of a finished game: the visitor's moves that lost most.

use std::collections::BTreeSet;

use client::analysis::numbered_san;
use client::play::{CoachQuestion, Explanation, PlayEvent, PlayState};
use client::worker::codec::decode;
use leptos::prelude::*;

use crate::controllers::play::PlayController;
use crate::routes::TRAIN;

/// A move to remember.
#[derive(Clone, PartialEq)]
struct RememberedMove {
    ply: usize,
    /// With its number: `12. Qxb2`.
    name: String,
    text: String,
}

/// The moves, each with a press to its position; `open` is the dialog that shows them.
pub fn remembered(play: PlayController, open: RwSignal<bool>) -> AnyView {
    let is_over = play.read(|state| state.settings.coached && state.outcome().is_some());
    let plies = play.read(PlayState::worst_moves);
    // Each is looked at once.
    let asked = StoredValue::new(BTreeSet::new());
    let answered = play.read(|state| {
        let (ply, sound) = state.judged.as_ref()?;
        Some((*ply, sound.clone()?))
    });
    Effect::new(move |_| {
        if !is_over.get() {
            asked.set_value(BTreeSet::new());
            return;
        }
        if let Some((ply, sound)) = answered.get()
            && let Some(said) = play.with_untracked(|state| explanation(state, ply, &sound))
        {
            play.dispatch(PlayEvent::Explained { ply, said });
        }
        let known = |ply: &usize| {
            let is_told = play.with_untracked(|state| state.explanations.contains_key(ply));
            is_told || asked.with_value(|asked| asked.contains(ply))
        };
        if let Some(ply) = plies.get().into_iter().find(|ply| !known(ply)) {
            asked.update_value(|asked| {
                asked.insert(ply);
            });
            play.dispatch(PlayEvent::Judge(ply));
        }
    });
    let moves = play.read(move |state| match is_over.get() {
        true => moves(state),
        false => Vec::new(),
    });
    let row = move |mv: RememberedMove| {
        let show = move |_| {
            open.set(false);
            play.dispatch(PlayEvent::ViewPly(mv.ply + 1));
        };
        view! {
            <li>
                <button type="button" class="button quiet" on:click=show>
                    {mv.name}
                </button>
                <span>{mv.text}</span>
            </li>
        }
    };
    let list = move || {
        let moves = moves.get();
        (!moves.is_empty()).then(|| {
            view! {
                <div class="remember">
                    <h3>"To remember"</h3>
                    <ul>{moves.into_iter().map(row).collect_view()}</ul>
                    <a href=TRAIN>"Train what I missed"</a>
                </div>
            }
        })
    };
    view! { {list} }.into_any()
}

/// What is said of a move, by the searches around it.
fn explanation(state: &PlayState, ply: usize, sound: &[u8]) -> Option<Explanation> {
    let mut game = state.game.clone();
    while game.ply() > ply + 1 {
        game.undo();
    }
    let sound = decode(sound).ok()?;
    Some(CoachQuestion::of(&game, &sound)?.explanation)
}

/// The moves of which something is said.
fn moves(state: &PlayState) -> Vec<RememberedMove> {
    let plies = state.worst_moves().into_iter();
    let told = plies.filter_map(|ply| {
        let text = state.explanations.get(&ply)?.text.clone();
        let position = state.game.position_at(ply);
        let name = numbered_san(&position, *state.game.moves().get(ply)?);
        Some(RememberedMove { ply, name, text })
    });
    told.collect()
}
