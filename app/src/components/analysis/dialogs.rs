//! The dialogs of the page for analysis, as what opens them asks for them.

use client::analysis::BoardSetup;
use leptos::prelude::*;

use crate::components::shared::notices::Notices;

/// Which dialogs are open, and what is in them.
#[derive(Clone, Copy)]
pub struct AnalysisDialogs {
    /// The position that is being set up.
    pub placing: RwSignal<Option<BoardSetup>>,
    /// The dialog that takes a FEN or a PGN.
    pub import: RwSignal<bool>,
    /// The text in it.
    pub text: RwSignal<String>,
    /// What there is to say of that text.
    pub said: RwSignal<String>,
    /// The dialog that begins a game.
    pub play: RwSignal<bool>,
    /// The list of keys.
    pub keys: RwSignal<bool>,
    /// A link to all of it.
    pub share: RwSignal<bool>,
    pub notices: Notices,
}
