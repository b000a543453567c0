//! Signals by which components open the dialogs of the analysis page.

use client::analysis::BoardSetup;
use leptos::prelude::*;

use crate::components::shared::notices::Notices;

/// Which dialogs are open, and their contents.
#[derive(Clone, Copy)]
pub struct AnalysisDialogs {
    /// The position that is being set up.
    pub placing: RwSignal<Option<BoardSetup>>,
    /// The dialog that takes a FEN or a PGN.
    pub import: RwSignal<bool>,
    /// The text in it.
    pub text: RwSignal<String>,
    /// The error of that text.
    pub error: RwSignal<String>,
    /// The dialog that starts a game from the position.
    pub play: RwSignal<bool>,
    /// The list of shortcuts.
    pub keys: RwSignal<bool>,
    /// Sharing a link to the analysis.
    pub share: RwSignal<bool>,
    pub notices: Notices,
}
