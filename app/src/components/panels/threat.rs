//! What the engine's latest move threatens, at a press.

use client::play::{PlayState, Verification};
use client::worker::codec::decode;
use engine::explain::{Sound, threat};
use leptos::prelude::*;

use crate::controllers::play::PlayController;

/// The answer, and whether it was asked for.
#[derive(Clone, Copy)]
pub struct ThreatView {
    /// Whether there is a move to ask about.
    can_ask: Memo<bool>,
    answer: Memo<Option<String>>,
    /// The position of the question.
    asked: RwSignal<Option<u64>>,
    position: Memo<u64>,
}

impl ThreatView {
    /// Nothing is asked yet.
    pub fn new(play: PlayController) -> ThreatView {
        let asked = RwSignal::new(None);
        let position = play.read(|state| state.game.position().key());
        let answer = play.read(move |state| {
            let is_asked = asked.get() == Some(state.game.position().key());
            is_asked.then(|| answer(state)).flatten()
        });
        ThreatView {
            can_ask: play.read(|state| sound(state).is_some()),
            answer,
            asked,
            position,
        }
    }

    /// What is threatened, once it was asked for.
    pub fn text(self) -> Option<String> {
        self.answer.get()
    }
}

/// Asks, once in a position.
#[component]
pub fn ThreatButton(threat: ThreatView) -> impl IntoView {
    let ThreatView {
        can_ask,
        asked,
        position,
        ..
    } = threat;
    view! {
        <button
            type="button"
            class="button quiet"
            hidden=move || !can_ask.get() || asked.get() == Some(position.get())
            on:click=move |_| asked.set(Some(position.get_untracked()))
        >
            "What is threatened?"
        </button>
    }
}

/// The searches around the engine's latest move, encoded, while the visitor may answer it.
fn sound(state: &PlayState) -> Option<&[u8]> {
    let last = state.game.ply().checked_sub(1)?;
    let decided = state.decisions.get(&last)?;
    match &decided.verified {
        Verification::Done(sound) if state.can_ask_why_not() && !sound.is_empty() => Some(sound),
        _ => None,
    }
}

fn answer(state: &PlayState) -> Option<String> {
    let sound: Sound = decode(sound(state)?).ok()?;
    let reason = threat(&state.game, &sound);
    Some(reason.map_or_else(
        || "Nothing is threatened that wins something.".to_owned(),
        |reason| reason.text,
    ))
}
