//! The page's handle on the lobby.

#[cfg(feature = "hydrate")]
use client::live::connection::LineEvent;
use client::live::lobby::Lobby;
#[cfg(feature = "hydrate")]
use client::live::lobby::LobbyEvent;
use leptos::prelude::*;

/// One lobby on one page. Copied freely; its socket closes with the page that made it.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // The server has none to listen to.
pub struct LobbyController {
    lobby: RwSignal<Lobby>,
    #[cfg(feature = "hydrate")]
    socket: crate::platform::web_socket::SocketSlot,
}

#[cfg(feature = "hydrate")]
impl LobbyController {
    /// For the component that calls this.
    #[allow(clippy::new_without_default)] // It opens a socket: nothing to be made in passing.
    pub fn new() -> Self {
        let controller = Self {
            lobby: RwSignal::new(Lobby::default()),
            socket: StoredValue::new_local(None),
        };
        let stir = move || controller.dispatch(LobbyEvent::Line(LineEvent::Stir));
        crate::platform::web_socket::watch_page(stir, move || {
            controller.dispatch(LobbyEvent::Leave)
        });
        stir();
        controller
    }

    /// A part of what is known; its readers run only when the part has changed.
    pub fn read<T>(self, part: impl Fn(&Lobby) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.lobby.with(&part))
    }

    fn dispatch(self, event: LobbyEvent) {
        use crate::platform::web_socket::{SocketEvent, run};

        let now = crate::platform::clock::now();
        let effects = self.lobby.try_update(|lobby| lobby.update(event, now));
        for effect in effects.into_iter().flatten() {
            run(self.socket, effect, move |heard| {
                self.dispatch(match heard {
                    SocketEvent::Connection(event) => LobbyEvent::Line(event),
                    SocketEvent::Message(tell) => LobbyEvent::Told(*tell),
                });
            });
        }
    }
}
