//! The shortcuts of the analysis page.

use client::analysis::{AnalysisEvent, NavigationStep};
use leptos::prelude::*;

use super::dialogs::AnalysisDialogs;
use crate::components::shared::shortcuts::listen_to_shortcuts;
use crate::controllers::analysis::AnalysisController;

/// Listens until the owner is cleaned up.
pub fn listen(analysis: AnalysisController, dialogs: AnalysisDialogs) {
    let act = move |key: &str| {
        // The editor has keys of its own.
        if dialogs.placing.with_untracked(Option::is_some) {
            return false;
        }
        match key {
            "ArrowLeft" => analysis.dispatch(AnalysisEvent::Navigate(NavigationStep::Previous)),
            "ArrowRight" => analysis.dispatch(AnalysisEvent::Navigate(NavigationStep::Next)),
            "Home" => analysis.dispatch(AnalysisEvent::Navigate(NavigationStep::First)),
            "End" => analysis.dispatch(AnalysisEvent::Navigate(NavigationStep::Last)),
            "f" => analysis.dispatch(AnalysisEvent::Flip),
            "l" => {
                let on = analysis.with_untracked(|state| state.engine_on);
                analysis.dispatch(AnalysisEvent::SetEngineOn(!on));
            }
            "i" => dialogs.import.set(true),
            "?" => dialogs.keys.set(true),
            _ => return false,
        }
        true
    };
    listen_to_shortcuts(act);
}
