//! The controller of a public list: open challenges, or games under way.

use std::rc::Rc;

use client::live::connection::{ConnectionEffect, ConnectionEvent};
use client::live::public_list::{ListEntry, ListEvent, PublicList};
use wire::live::protocol::{OpenChallenge, RunningGame};

use super::controller::{Controller, StateMachine};
use crate::platform::web_socket::{self, Socket, SocketEvent};

/// One public list on one page; its socket closes with the page.
pub type PublicListController<T> = Controller<PublicList<T>>;
/// The open challenges.
pub type LobbyController = PublicListController<OpenChallenge>;
/// The games under way.
pub type RunningGamesController = PublicListController<RunningGame>;

impl<T: ListEntry + Send + Sync + 'static> StateMachine for PublicList<T> {
    type Event = ListEvent;
    type Effect = ConnectionEffect;
    type Resources = Option<Rc<Socket>>;

    fn handle(&mut self, event: ListEvent, now: u64) -> Vec<ConnectionEffect> {
        self.update(event, now)
    }

    fn run(controller: PublicListController<T>, effect: ConnectionEffect) {
        web_socket::run(controller.resources(), effect, move |heard| {
            controller.dispatch(match heard {
                SocketEvent::Connection(event) => ListEvent::Connection(event),
                SocketEvent::Message(tell) => ListEvent::ServerMessage(*tell),
            });
        });
    }
}

impl<T: ListEntry + Send + Sync + 'static> PublicListController<T> {
    /// A controller for the component that calls this; it asks for the list at once.
    #[allow(clippy::new_without_default)] // It opens a socket: nothing to be made in passing.
    pub fn new() -> Self {
        let list = Self::with_resources(PublicList::default(), None);
        let wake = move || list.dispatch(ListEvent::Connection(ConnectionEvent::Wake));
        web_socket::watch_page(wake, move || list.dispatch(ListEvent::Leave));
        wake();
        list
    }
}
