//! The state of the account page.

use leptos::prelude::*;
use wire::visitor::games::{LevelTally, PlayedGames};
use wire::{Account, AnalysisList, BackendError, Secret};

use crate::components::shared::focus::focus;
use crate::controllers::unsent_games;
use crate::platform::endgame_storage;
use crate::platform::exercise_storage::{self, ExerciseStorage};
use crate::platform::game_storage;
use crate::platform::ignore::ignore_failure;
use crate::platform::import_storage::ImportStorage;
use crate::platform::opening_storage::OpeningStorage;
use crate::platform::visitor_change;
use crate::server_fns;

/// What the server knows about the visitor: loaded again whenever the visitor changes, and kept until
/// the answer is there.
pub type VisitorData<T> = LocalResource<Result<T, BackendError>>;

/// The page's state.
#[derive(Clone, Copy)]
pub struct AccountController {
    pub account: VisitorData<Account>,
    pub results: VisitorData<Vec<LevelTally>>,
    /// The latest games.
    pub games: VisitorData<PlayedGames>,
    /// The analyses that were changed last.
    pub analyses: VisitorData<AnalysisList>,
    /// Whether the learner's table has been loaded.
    pub memory_loaded: RwSignal<bool>,
    /// A new recovery code, until the visitor has saved it.
    pub recovery_code: RwSignal<Option<Secret>>,
    /// Incremented whenever the visitor changes.
    pub visitor: RwSignal<u32>,
}

impl AccountController {
    /// Begins to load what the page shows.
    pub fn new() -> Self {
        let visitor = RwSignal::new(0);
        let account = Self {
            account: visitor_data(visitor, server_fns::account),
            results: visitor_data(visitor, server_fns::results_by_level),
            games: visitor_data(visitor, || server_fns::games_before(None)),
            analyses: visitor_data(visitor, || server_fns::kept_analyses(None)),
            memory_loaded: RwSignal::new(false),
            recovery_code: RwSignal::new(None),
            visitor,
        };
        // Games that ended offline are sent first, since they belong in the lists.
        leptos::task::spawn_local(async move {
            if unsent_games::send().await {
                account.visitor.try_update(|visitor| *visitor += 1);
            }
        });
        account
    }

    /// Whether all sections have loaded or failed, so that the layout does not shift when they are
    /// shown.
    pub fn is_ready(self) -> bool {
        self.account.with(Option::is_some)
            && self.results.with(Option::is_some)
            && self.games.with(Option::is_some)
            && self.analyses.with(Option::is_some)
            && self.memory_loaded.get()
    }

    /// The visitor has signed in or out: loads everything again.
    pub fn visitor_changed(self) {
        self.visitor.try_update(|visitor| *visitor += 1);
        focus("account");
    }

    /// The visitor has gone; who comes next in this browser is another one.
    pub fn visitor_left(self) {
        endgame_storage::forget();
        game_storage::forget_rating();
        leptos::task::spawn_local(async move {
            forget_training().await;
            visitor_change::tell();
        });
        self.visitor_changed();
    }

    /// The same as [`AccountController::visitor_changed`], and shows a recovery code first.
    pub fn visitor_changed_with_code(self, code: Secret) {
        self.recovery_code.set(Some(code));
        self.visitor_changed();
    }

    /// Shows a new recovery code.
    pub fn show_code(self, code: Secret) {
        self.recovery_code.set(Some(code));
        focus("account");
    }
}

fn visitor_data<T, F>(visitor: RwSignal<u32>, load: impl Fn() -> F + 'static) -> VisitorData<T>
where
    T: 'static,
    F: Future<Output = Result<T, BackendError>> + 'static,
{
    LocalResource::new(move || {
        visitor.track();
        load()
    })
}

/// Removes exercises, answers, the import of games and openings from this browser. Where it has no such storage there is
/// nothing in it.
async fn forget_training() {
    exercise_storage::forget_notes();
    if let Ok(storage) = ExerciseStorage::open().await {
        ignore_failure("storage refused", storage.clear().await);
    }
    if let Ok(storage) = ImportStorage::open().await {
        ignore_failure("storage refused", storage.forget().await);
    }
    if let Ok(storage) = OpeningStorage::open().await {
        ignore_failure("storage refused", storage.clear().await);
    }
}
