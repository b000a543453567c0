//! What the browser shows below the heading.

use leptos::prelude::*;

use super::course::{COURSE, course};
use super::keys;
use super::lesson::{LESSON, lesson_view};
use crate::components::dialogs::key_list::KeysDialog;
use crate::components::shared::focus::focus;
use crate::components::shared::offline_sign::offline_sign;
use crate::components::shared::shortcuts::LESSON_SHORTCUTS;
use crate::controllers::endgames::EndgameController;

/// The list of lessons, or the lesson of the address.
pub fn endgames() -> AnyView {
    let endgames = EndgameController::new();
    let list = RwSignal::new(false);
    keys::listen(endgames, list);
    let lesson = endgames.read(|state| state.lesson);
    let progress = endgames.read(|state| state.progress.clone());
    // What was pressed to come here is gone: the focus goes to what has come.
    Effect::new(move |before: Option<Option<&'static str>>| {
        let now = lesson.get().map(|lesson| lesson.id);
        if before.is_some_and(|before| before != now) {
            window().scroll_to_with_x_and_y(0.0, 0.0);
            focus(if now.is_some() { LESSON } else { COURSE });
        }
        now
    });
    let content = move || match lesson.get() {
        Some(lesson) => lesson_view(endgames, lesson),
        None => view! { {move || progress.with(course)} }.into_any(),
    };
    view! {
        {content}
        <KeysDialog open=list shortcuts=&LESSON_SHORTCUTS />
        {offline_sign()}
    }
    .into_any()
}
