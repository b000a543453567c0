//! The coach: asks before a move that loses, with hints in steps.

pub mod remember;

use client::play::{Coach, CoachQuestion, PlayEvent, PlayState};
use client::worker::codec::decode;
use leptos::prelude::*;

use crate::controllers::play::PlayController;

/// What is to be done about the held move.
#[derive(Clone, PartialEq)]
enum Judgement {
    /// There is none, or the searches are not done.
    None,
    /// It is good enough.
    Fine,
    Doubtful(CoachQuestion),
}

impl Judgement {
    fn of(state: &PlayState) -> Judgement {
        let Coach::Judged(sound) = &state.coach else {
            return Judgement::None;
        };
        // The end of the game makes the question void.
        if state.outcome().is_some() {
            return Judgement::None;
        }
        let sound = decode(sound).ok();
        let question = sound.and_then(|sound| CoachQuestion::of(&state.game, &sound));
        question.map_or(Judgement::Fine, Judgement::Doubtful)
    }
}

/// The bar with the question, while a move is doubted.
pub fn coach(play: PlayController) -> AnyView {
    let is_on = play.read(|state| state.settings.coached);
    Effect::new(move |_| play.dispatch(PlayEvent::ShowCoach(is_on.get())));
    on_cleanup(move || play.dispatch(PlayEvent::ShowCoach(false)));
    let judgement = play.read(Judgement::of);
    Effect::new(move |_| {
        if judgement.with(|judgement| *judgement == Judgement::Fine) {
            play.dispatch(PlayEvent::Answer);
        }
    });
    let bar = move || match judgement.get() {
        Judgement::Doubtful(question) => bar(play, question),
        Judgement::None | Judgement::Fine => ().into_any(),
    };
    view! { {bar} }.into_any()
}

fn bar(play: PlayController, question: CoachQuestion) -> AnyView {
    let CoachQuestion {
        chances: [before, after],
        mv,
        hints,
        explanation,
    } = question;
    let asked = format!(
        "Are you sure? With {mv} your chance to win falls from {before} to {after} of 100."
    );
    let count = hints.len();
    let shown = RwSignal::new(0);
    let text = move || match shown.get() {
        0 => asked.clone(),
        number => hints.get(number - 1).cloned().unwrap_or_default(),
    };
    let hint = move |_| {
        shown.update(|shown| *shown += 1);
        // The last one can be played on the board, too.
        let held = play.with_untracked(PlayState::held_move);
        if let Some((ply, _)) = held.filter(|_| shown.get_untracked() == count) {
            let said = explanation.clone();
            play.dispatch(PlayEvent::Explained { ply, said });
        }
    };
    view! {
        <div class="notices coach" role="alert">
            <span>{text}</span>
            <div class="row">
                <button
                    type="button"
                    class="button quiet primary"
                    on:click=move |_| play.dispatch(PlayEvent::Undo)
                >
                    "Take it back"
                </button>
                <button
                    type="button"
                    class="button quiet"
                    hidden=move || shown.get() == count
                    on:click=hint
                >
                    "Hint"
                </button>
                <button
                    type="button"
                    class="button quiet"
                    on:click=move |_| play.dispatch(PlayEvent::Answer)
                >
                    "Play it"
                </button>
            </div>
        </div>
    }
    .into_any()
}
