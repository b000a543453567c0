//! The controller of the lobby.

use std::rc::Rc;

use client::live::connection::{ConnectionEffect, ConnectionEvent};
use client::live::lobby::{Lobby, LobbyEvent};

use super::controller::{Controller, StateMachine};
use crate::platform::web_socket::{self, Socket, SocketEvent};

/// One lobby on one page; its socket closes with the page.
pub type LobbyController = Controller<Lobby>;

impl StateMachine for Lobby {
    type Event = LobbyEvent;
    type Effect = ConnectionEffect;
    type Resources = Option<Rc<Socket>>;

    fn handle(&mut self, event: LobbyEvent, now: u64) -> Vec<ConnectionEffect> {
        self.update(event, now)
    }

    fn run(controller: LobbyController, effect: ConnectionEffect) {
        web_socket::run(controller.resources(), effect, move |heard| {
            controller.dispatch(match heard {
                SocketEvent::Connection(event) => LobbyEvent::Connection(event),
                SocketEvent::Message(tell) => LobbyEvent::ServerMessage(*tell),
            });
        });
    }
}

impl LobbyController {
    /// A controller for the component that calls this; it asks for the open challenges at once.
    #[allow(clippy::new_without_default)] // It opens a socket: nothing to be made in passing.
    pub fn new() -> Self {
        let lobby = Self::with_resources(Lobby::default(), None);
        let wake = move || lobby.dispatch(LobbyEvent::Connection(ConnectionEvent::Wake));
        web_socket::watch_page(wake, move || lobby.dispatch(LobbyEvent::Leave));
        wake();
        lobby
    }
}
