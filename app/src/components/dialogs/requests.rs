//! Signals by which components open a game's dialogs.

use leptos::prelude::*;

/// Which dialogs are open.
#[derive(Clone, Copy)]
pub struct DialogRequests {
    pub resign: RwSignal<bool>,
    pub draw: RwSignal<bool>,
    /// The list of shortcuts.
    pub shortcuts: RwSignal<bool>,
    /// The focus of the field for typed moves.
    pub typing: RwSignal<bool>,
    /// Sharing a link to the game.
    pub share: RwSignal<bool>,
}

impl DialogRequests {
    /// All closed, in the context.
    pub fn provide() -> DialogRequests {
        let requests = DialogRequests {
            resign: RwSignal::new(false),
            draw: RwSignal::new(false),
            shortcuts: RwSignal::new(false),
            typing: RwSignal::new(false),
            share: RwSignal::new(false),
        };
        provide_context(requests);
        requests
    }
}
