//! The worker of one page: started, replaced and commanded by the page's controller.

use std::rc::{Rc, Weak};

use client::worker::{EngineCommand, FromWorker};

use super::worker_client::EngineClient;
use crate::platform::browser_only::BrowserOnly;

/// A page's worker, once it is started. It ends with the page.
pub struct PageWorker(BrowserOnly<Option<Rc<EngineClient>>>);

impl Clone for PageWorker {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for PageWorker {}

impl PageWorker {
    /// Not started yet.
    pub fn unstarted() -> Self {
        Self(BrowserOnly::new(None))
    }

    /// Starts the worker, or replaces it. `on_message` gets all its messages, also the one that it
    /// could not be started.
    pub fn start(self, on_message: impl Fn(FromWorker) + Copy + 'static) -> Weak<EngineClient> {
        match EngineClient::start(on_message) {
            Ok(client) => {
                let client = Rc::new(client);
                let started = Rc::downgrade(&client);
                let before = self.0.update(|slot| slot.replace(client));
                // Only now, outside of the update: ending a worker calls into the browser.
                drop(before);
                started
            }
            Err(error) => {
                on_message(FromWorker::Failed {
                    message: error.to_string(),
                });
                Weak::new()
            }
        }
    }

    /// Ends the worker at once. It can be started again.
    pub fn end(self) {
        let before = self.0.update(Option::take);
        // Only now, outside of the update: ending a worker calls into the browser.
        drop(before);
    }

    /// Carries a command out, except [`EngineCommand::Start`], for which each page has its own time.
    pub fn run(self, command: EngineCommand) {
        let Some(client) = self.0.with(Option::clone).flatten() else {
            return;
        };
        match command {
            EngineCommand::Start => {}
            EngineCommand::Send(message) => client.send(message),
            EngineCommand::Stop(id) => client.stop(id),
            EngineCommand::Cancel(id) => client.cancel(id),
        }
    }
}
