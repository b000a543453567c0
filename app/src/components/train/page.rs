//! What the browser shows below the heading.

use engine::exercises::ExerciseId;
use leptos::prelude::*;

use super::exercise::{EXERCISE, exercise_view};
use super::import::Import;
use super::keys;
use super::lead::lead;
use super::report::Report;
use super::today::{TODAY, Today};
use crate::components::dialogs::key_list::KeysDialog;
use crate::components::shared::focus::focus;
use crate::components::shared::offline_sign::offline_sign;
use crate::components::shared::shortcuts::EXERCISE_SHORTCUTS;
use crate::controllers::game_import::ImportController;
use crate::controllers::train::TrainController;

/// The exercise that is shown, or what is due, the import and its report.
pub fn train() -> AnyView {
    let train = TrainController::new();
    let import = ImportController::new(train);
    let list = RwSignal::new(false);
    keys::listen(train, list);
    let shown = train.read(|state| state.shown.is_some());
    let stage = train.read(|state| {
        let attempt = state.shown.as_ref();
        attempt.map(|attempt| (attempt.exercise.id(), attempt.ending().is_some()))
    });
    // What was pressed to come here is gone: the focus goes to what has come.
    Effect::new(move |before: Option<Option<(ExerciseId, bool)>>| {
        let now = stage.get();
        if let Some(before) = before.filter(|before| *before != now) {
            if before.is_some() != now.is_some() {
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
            focus(if now.is_some() { EXERCISE } else { TODAY });
        }
        now
    });
    let content = move || match shown.get() {
        true => exercise_view(train),
        false => view! {
            {lead()}
            <div class="train-panels">
                <Today train />
                <Import import />
            </div>
            <Report train import />
        }
        .into_any(),
    };
    view! {
        {content}
        <KeysDialog open=list shortcuts=&EXERCISE_SHORTCUTS />
        {offline_sign()}
    }
    .into_any()
}
