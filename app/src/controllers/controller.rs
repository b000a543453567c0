//! How a page drives a state of `client`: it reads parts of the state and says what happened.

use leptos::prelude::*;

use crate::platform::browser_only::BrowserOnly;
use crate::platform::clock::now;

/// A pure state of `client`, and how its effects are carried out.
pub trait StateMachine: Sized + Send + Sync + 'static {
    type Event: 'static;
    type Effect: 'static;
    /// What the effects work with: a worker, a socket, timers.
    type Resources: 'static;

    /// Takes an event in and says what is to be done after it. `now` is in milliseconds, by
    /// [`now`].
    fn handle(&mut self, event: Self::Event, now: u64) -> Vec<Self::Effect>;

    /// Whether the event is a running search's report, which comes every few frames. It wakes only
    /// those who read by [`Controller::read_search`].
    fn is_search_report(_event: &Self::Event) -> bool {
        false
    }

    /// Carries out an effect, in the browser.
    fn run(controller: Controller<Self>, effect: Self::Effect);
}

/// One state on one page. Copied freely; its resources end with the component that made it.
pub struct Controller<M: StateMachine> {
    state: RwSignal<M>,
    /// Notified by each report of a running search.
    search: RwSignal<()>,
    resources: BrowserOnly<M::Resources>,
}

impl<M: StateMachine> Clone for Controller<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: StateMachine> Copy for Controller<M> {}

type Selector<M, T> = Box<dyn Fn(&M) -> T + Send + Sync>;

impl<M: StateMachine> Controller<M> {
    /// Nothing has happened yet.
    pub(super) fn with_resources(state: M, resources: M::Resources) -> Self {
        Self {
            state: RwSignal::new(state),
            search: RwSignal::new(()),
            resources: BrowserOnly::new(resources),
        }
    }

    /// What the effects work with.
    pub(super) fn resources(self) -> BrowserOnly<M::Resources> {
        self.resources
    }

    /// Puts another state in place of this one.
    pub(super) fn replace(self, state: M) {
        self.state.set(state);
    }

    /// Says what happened. Does nothing once the page is gone.
    pub fn dispatch(self, event: M::Event) {
        for effect in self.update(event) {
            M::run(self, effect);
        }
    }

    /// Has the state take an event in, and hands its effects over instead of carrying them out.
    pub(super) fn update(self, event: M::Event) -> Vec<M::Effect> {
        let is_report = M::is_search_report(&event);
        let effects = self.state.try_maybe_update(|state| {
            let effects = state.handle(event, now());
            // A report with effects has changed more than the search: a flag fell meanwhile.
            (!is_report || !effects.is_empty(), effects)
        });
        if is_report {
            self.search.notify();
        }
        effects.unwrap_or_default()
    }

    /// Reads the state and follows every change of it except a running search's reports.
    pub fn with<T>(self, read: impl FnOnce(&M) -> T) -> T {
        self.state.with(read)
    }

    /// Reads the state without following it; for handlers.
    pub fn with_untracked<T>(self, read: impl FnOnce(&M) -> T) -> T {
        self.state.with_untracked(read)
    }

    /// The same, unless the page is gone.
    pub fn try_with_untracked<T>(self, read: impl FnOnce(&M) -> T) -> Option<T> {
        self.state.try_with_untracked(read)
    }

    /// A part of the state; its readers run only when the part has changed.
    pub fn read<T>(self, part: impl Fn(&M) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        self.memo(false, Box::new(part))
    }

    /// A part of the state that a running search's reports change: lines, scores.
    pub fn read_search<T>(self, part: impl Fn(&M) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        self.memo(true, Box::new(part))
    }

    /// Has the reader follow a running search's reports.
    pub fn follow_search(self) {
        self.search.track();
    }

    /// Compiled once per type, not once per part: a page has a hundred parts.
    fn memo<T>(self, follows_search: bool, part: Selector<M, T>) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| {
            if follows_search {
                self.follow_search();
            }
            self.with(&*part)
        })
    }
}
