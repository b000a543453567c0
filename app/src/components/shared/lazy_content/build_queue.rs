//! Parts of a page that are built one after another, each in a task of its own, so that a slow device
//! answers to input in between.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::platform::tasks::next_task;

/// The queue.
#[derive(Clone, Copy)]
pub struct BuildQueue {
    /// The number of parts built.
    built: RwSignal<usize>,
    /// The number of parts to be built.
    wanted: StoredValue<usize>,
}

impl BuildQueue {
    /// Starts with the next task, and ends when every part is built.
    pub fn begin() -> Self {
        let queue = Self {
            built: RwSignal::new(0),
            wanted: StoredValue::new(0),
        };
        spawn_local(async move {
            loop {
                next_task().await;
                let wanted = queue.wanted.try_get_value().unwrap_or(0);
                let built = queue.built.try_get_untracked().unwrap_or(wanted);
                if built >= wanted {
                    break;
                }
                queue.built.set(built + 1);
            }
        });
        queue
    }

    /// A part, and what stands there until it is built. Once everything was built, it is built at once.
    pub fn next(
        self,
        placeholder: fn() -> AnyView,
        part: impl Fn() -> AnyView + Send + 'static,
    ) -> AnyView {
        let index = self.wanted.get_value();
        if index > 0 && self.built.get_untracked() >= index {
            return part();
        }
        self.wanted.set_value(index + 1);
        let is_built = Memo::new(move |_| self.built.get() > index);
        (move || match is_built.get() {
            true => part(),
            false => placeholder(),
        })
        .into_any()
    }
}
