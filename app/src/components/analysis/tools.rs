//! The action bar of the analysis page.

use client::analysis::{AnalysisEvent, BoardSetup};
use client::theatre::{TraceSetup, fragment};
use engine::player::StrategyId;
use leptos::prelude::*;

use super::dialogs::AnalysisDialogs;
use crate::components::controls::actions::ActionButton;
use crate::components::shared::icons::Icon;
use crate::controllers::analysis::AnalysisController;
use crate::routes::{THEATRE, go_to};

/// The theatre with the position on the board.
fn theatre_address(analysis: AnalysisController) -> String {
    let game = analysis.with_untracked(|state| state.tree.game_at(state.current));
    let setup = TraceSetup::of_game(&game, usize::MAX, StrategyId::Intuition);
    format!("{THEATRE}#{}", fragment(&setup, None, None))
}

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
                icon=Icon::Tree
                name="Theatre"
                enabled=Signal::derive(move || !over.get())
                on_press=move |()| go_to(&theatre_address(analysis))
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
