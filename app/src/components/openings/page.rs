//! What the browser shows below the heading.

use client::openings::{OpeningsEvent, RepertoireId};
use leptos::prelude::*;

use super::lead::openings_lead;
use super::line::{LINE, line_view};
use super::new_repertoire::NewRepertoire;
use super::repertoires::{REPERTOIRES, Repertoires};
use crate::components::dialogs::key_list::KeysDialog;
use crate::components::shared::focus::focus;
use crate::components::shared::offline_sign::offline_sign;
use crate::components::shared::shortcuts::{
    OPENING_SHORTCUTS, ShortcutAction, listen_to_shortcuts,
};
use crate::controllers::openings::OpeningsController;
use crate::platform::clock::local_time;

/// The line on the board, or the repertoires and the way to a new one.
pub fn openings() -> AnyView {
    let openings = OpeningsController::new();
    let list = RwSignal::new(false);
    listen(openings, list);
    let shown = openings.read(|state| {
        let line = state.line.as_ref();
        line.map(|line| (line.repertoire, line.is_browsed))
    });
    // What was pressed to come here is gone: the focus goes to what has come.
    Effect::new(move |before: Option<Option<(RepertoireId, bool)>>| {
        let now = shown.get();
        if before.is_some_and(|before| before != now) {
            window().scroll_to_with_x_and_y(0.0, 0.0);
            focus(if now.is_some() { LINE } else { REPERTOIRES });
        }
        now
    });
    let content = move || match shown.get() {
        Some(_) => line_view(openings),
        None => view! {
            {openings_lead()}
            <div class="train-panels">
                <Repertoires openings />
                <NewRepertoire openings />
            </div>
        }
        .into_any(),
    };
    view! {
        {content}
        {move || {
            openings
                .troubles()
                .into_iter()
                .map(|text| view! { <p class="trouble" role="alert">{text}</p> })
                .collect_view()
        }}
        <KeysDialog open=list shortcuts=&OPENING_SHORTCUTS />
        {offline_sign()}
    }
    .into_any()
}

/// Listens to the shortcuts until the owner is cleaned up.
fn listen(openings: OpeningsController, list: RwSignal<bool>) {
    listen_to_shortcuts(&OPENING_SHORTCUTS, move |action| {
        if openings.with_untracked(|state| state.line.is_none()) {
            return false;
        }
        match action {
            ShortcutAction::TakeBack => openings.dispatch(OpeningsEvent::TakeBack),
            ShortcutAction::NewGame => openings.dispatch(OpeningsEvent::Next(local_time())),
            ShortcutAction::Hint => openings.dispatch(OpeningsEvent::Hint),
            ShortcutAction::ListShortcuts => list.set(true),
            _ => return false,
        }
        true
    });
}
