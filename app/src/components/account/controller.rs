//! The state of the account page.

use leptos::prelude::*;
use wire::{Account, Secret};

use crate::components::shared::error_text::error_text;
use crate::components::shared::focus::focus;
use crate::controllers::unsent_games;
use crate::server_fns;

/// What the account section shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountState {
    /// The account is being loaded.
    Loading,
    /// The account could not be loaded.
    Failed(String),
    /// A new recovery code.
    RecoveryCode(Secret),
    /// The visitor's account.
    Known(Account),
}

/// The page's state.
#[derive(Clone, Copy)]
pub struct AccountController {
    pub state: RwSignal<AccountState>,
    /// Incremented whenever the visitor changes.
    pub visitor: RwSignal<u32>,
    /// Which sections have loaded or failed, by [`Section`].
    loaded_sections: RwSignal<[bool; 3]>,
}

/// A section that loads its content.
#[derive(Clone, Copy)]
pub enum Section {
    Results,
    Games,
    Memory,
}

impl AccountController {
    /// Begins to load the account.
    pub fn new() -> Self {
        let account = Self {
            state: RwSignal::new(AccountState::Loading),
            visitor: RwSignal::new(0),
            loaded_sections: RwSignal::new([false; 3]),
        };
        account.load();
        // Games that ended offline are sent first, since they belong in the lists.
        leptos::task::spawn_local(async move {
            if unsent_games::send().await {
                account.visitor_changed();
            }
        });
        account
    }

    /// Marks a section as loaded.
    pub fn section_loaded(self, section: Section) {
        self.loaded_sections
            .try_update(|loaded| loaded[section as usize] = true);
    }

    /// Whether all sections have loaded, so that the layout does not shift when they are shown.
    pub fn is_ready(self) -> bool {
        self.loaded_sections.get() == [true; 3]
            && self.state.with(|state| *state != AccountState::Loading)
    }

    /// Loads the account.
    pub fn load(self) {
        leptos::task::spawn_local(async move {
            let state = match server_fns::account().await {
                Ok(account) => AccountState::Known(account),
                Err(error) => AccountState::Failed(error_text(&error)),
            };
            self.state.try_set(state);
        });
    }

    /// The visitor has signed in or out: loads everything again.
    pub fn visitor_changed(self) {
        self.load();
        self.visitor.try_update(|visitor| *visitor += 1);
    }

    /// The same, and shows a recovery code first.
    pub fn visitor_changed_with_code(self, code: Secret) {
        self.state.set(AccountState::RecoveryCode(code));
        self.visitor.update(|visitor| *visitor += 1);
        focus("account");
    }

    /// Shows a new recovery code.
    pub fn show_code(self, code: Secret) {
        self.state.set(AccountState::RecoveryCode(code));
        focus("account");
    }
}
