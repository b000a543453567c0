//! The dialogs of a game, as what opens them asks for them.

use leptos::prelude::*;

/// Which dialogs are open.
#[derive(Clone, Copy)]
pub struct DialogRequests {
    pub resign: RwSignal<bool>,
    pub draw: RwSignal<bool>,
    /// The list of keys.
    pub shortcuts: RwSignal<bool>,
    /// The field for moves, to be typed in.
    pub typing: RwSignal<bool>,
    /// A link to the game.
    pub share: RwSignal<bool>,
}

impl DialogRequests {
    /// Nothing yet; the dialogs find it in the context.
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
