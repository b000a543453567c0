//! Parts of a page that are built one after another, each in a task of its own, so that a slow device
//! answers to input in between.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::platform::tasks::next_task;

/// Whose turn it is.
#[derive(Clone, Copy)]
pub struct Turns {
    /// So many parts are built.
    built: RwSignal<usize>,
    /// So many are to be built.
    wanted: StoredValue<usize>,
}

impl Turns {
    /// Begins with the next task, and ends when nothing is left to build.
    pub fn begin() -> Self {
        let turns = Self {
            built: RwSignal::new(0),
            wanted: StoredValue::new(0),
        };
        spawn_local(async move {
            loop {
                next_task().await;
                let wanted = turns.wanted.try_get_value().unwrap_or(0);
                let built = turns.built.try_get_untracked().unwrap_or(wanted);
                if built >= wanted {
                    break;
                }
                turns.built.set(built + 1);
            }
        });
        turns
    }

    /// A part, and what stands there until it is built. Once everything was built, it is built at once.
    pub fn next(
        self,
        meanwhile: fn() -> AnyView,
        part: impl Fn() -> AnyView + Send + 'static,
    ) -> AnyView {
        let turn = self.wanted.get_value();
        if turn > 0 && self.built.get_untracked() >= turn {
            return part();
        }
        self.wanted.set_value(turn + 1);
        let is_built = Memo::new(move |_| self.built.get() > turn);
        (move || match is_built.get() {
            true => part(),
            false => meanwhile(),
        })
        .into_any()
    }
}
