//! The shortcuts of the analysis page.

use client::analysis::AnalysisEvent;
use leptos::prelude::*;

use super::dialogs::AnalysisDialogs;
use crate::components::shared::shortcuts::{
    ANALYSIS_SHORTCUTS, ShortcutAction, listen_to_shortcuts,
};
use crate::controllers::analysis::AnalysisController;

/// Listens until the owner is cleaned up.
pub fn listen(analysis: AnalysisController, dialogs: AnalysisDialogs) {
    listen_to_shortcuts(&ANALYSIS_SHORTCUTS, move |action| {
        match action {
            // The editor has keys of its own.
            _ if dialogs.placing.with_untracked(Option::is_some) => return false,
            ShortcutAction::Navigate(step) => analysis.dispatch(AnalysisEvent::Navigate(step)),
            ShortcutAction::Flip => analysis.dispatch(AnalysisEvent::Flip),
            ShortcutAction::ToggleEngine => {
                let on = analysis.with_untracked(|state| state.engine_on);
                analysis.dispatch(AnalysisEvent::SetEngineOn(!on));
            }
            ShortcutAction::Import => dialogs.import.set(true),
            ShortcutAction::ListShortcuts => dialogs.keys.set(true),
            _ => return false,
        }
        true
    });
}
