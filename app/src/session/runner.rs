//! Carries effects out, in the browser.

use leptos::prelude::*;

use super::{browser, handle::Session, state::Effect};
use crate::prefs::Prefs;

/// What the effects of one session need.
pub struct Runner {
    prefs: RwSignal<Prefs>,
}

impl Runner {
    /// Nothing running yet.
    pub fn new(prefs: RwSignal<Prefs>) -> Self {
        Self { prefs }
    }
}

/// Carries one effect out.
pub fn run(session: Session, runner: StoredValue<Runner, LocalStorage>, effect: Effect) {
    let _ = session;
    match effect {
        Effect::Save(game) => browser::save(&game),
        Effect::SaveSettings(settings) => {
            if let Some(prefs) = runner.try_with_value(|runner| runner.prefs) {
                prefs.update(|prefs| prefs.settings = settings);
            }
        }
        Effect::KeepUnsent(game) => browser::keep_unsent(&game),
        Effect::ForgetUnsent { client_id } => browser::forget_unsent(&client_id),
        _ => {}
    }
}
