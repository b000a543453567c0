//! The action bar of the analysis page.

use client::analysis::{AnalysisEvent, BoardSetup};
use leptos::prelude::*;

use super::dialogs::AnalysisDialogs;
use crate::components::controls::actions::ActionButton;
use crate::components::shared::icons::Icon;
use crate::controllers::analysis::AnalysisController;

#[component]
pub fn Tools(analysis: AnalysisController, dialogs: AnalysisDialogs) -> impl IntoView {
    let over = analysis.read(|state| state.outcome().is_some());
    let always = Signal::derive(|| true);
    let place = move |()| {
        let position = analysis.with_untracked(|state| *state.position());
        dialogs
            .placing
            .set(Some(BoardSetup::from_position(&position)));
    };
    view! {
        <section class="actions" aria-label="Actions">
            <ActionButton
                icon=Icon::Import
                name="Import"
                enabled=always
                on_press=move |()| dialogs.import.set(true)
            />
            <ActionButton icon=Icon::Board name="Set up" enabled=always on_press=place />
            <ActionButton
                icon=Icon::Flip
                name="Flip"
                enabled=always
                on_press=move |()| analysis.dispatch(AnalysisEvent::Flip)
            />
            <ActionButton
                icon=Icon::Start
                name="Play on"
                enabled=Signal::derive(move || !over.get())
                on_press=move |()| dialogs.play.set(true)
            />
        </section>
    }
}
