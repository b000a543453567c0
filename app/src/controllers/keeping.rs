//! What became of keeping the open analysis.

use leptos::prelude::*;
use wire::AnalysisId;

/// What the page says about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum KeepStatus {
    #[default]
    Idle,
    /// The kept analysis is on its way from the server.
    Loading,
    /// The analysis is on its way to the server.
    Sending,
    /// It is kept, since this time of the day.
    Kept { at: String },
    /// It was changed after it was kept.
    Unsaved,
    /// Another version is kept than the one that was seen here.
    Changed,
    /// The visitor has no such analysis, or no longer.
    Gone,
    /// It could not be loaded, and why.
    NotLoaded(String),
    /// It was not kept, and why.
    NotKept(String),
}

/// What the address has of a kept analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenedFrom {
    /// The moves too, which are on the page.
    Address,
    /// The entry alone.
    Entry,
}

/// The state of keeping on one page.
#[derive(Clone, Copy)]
pub struct Keeping {
    pub status: RwSignal<KeepStatus>,
    /// The id under which a new analysis was sent without an answer: sent again, it is the same.
    pub new_id: StoredValue<Option<AnalysisId>>,
}

impl Keeping {
    pub fn new() -> Self {
        Self {
            status: RwSignal::new(KeepStatus::Idle),
            new_id: StoredValue::new(None),
        }
    }

    /// Says what became of it, unless the page is gone.
    pub fn say(self, status: KeepStatus) {
        self.status.try_set(status);
    }
}
