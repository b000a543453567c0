//! The controller of a game that has an address.

use std::rc::Rc;
use std::time::Duration;

use client::live::connection::ConnectionEvent;
use client::live::{LiveEffect, LiveEvent, LiveState};
use client::navigation::NavigationStep;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::controller::{Controller, StateMachine};
use crate::platform::timers::set_timeout;
use crate::platform::web_socket::{self, Socket, SocketEvent};
use crate::routes;

/// One game that has an address, on one page; its socket closes with the page.
pub type LiveGameController = Controller<LiveState>;

impl StateMachine for LiveState {
    type Event = LiveEvent;
    type Effect = LiveEffect;
    type Resources = Option<Rc<Socket>>;

    fn handle(&mut self, event: LiveEvent, now: u64) -> Vec<LiveEffect> {
        self.update(event, now)
    }

    fn run(controller: LiveGameController, effect: LiveEffect) {
        match effect {
            LiveEffect::Connection(effect) => {
                web_socket::run(controller.resources(), effect, move |heard| {
                    controller.dispatch(match heard {
                        SocketEvent::Connection(event) => LiveEvent::Connection(event),
                        SocketEvent::Message(tell) => LiveEvent::ServerMessage(*tell),
                    });
                });
            }
            LiveEffect::After { ms, event } => set_timeout(
                move || controller.dispatch(event),
                Duration::from_millis(u64::from(ms)),
            ),
            LiveEffect::UpdateAddress => controller.write_address(),
            LiveEffect::OpenGame(game) => routes::go_to(&game.page()),
        }
    }
}

impl LiveGameController {
    /// A controller for the component that calls this, with the game that its page came with.
    pub fn new(state: LiveState) -> Self {
        let live_game = Self::with_resources(state, None);
        if cfg!(feature = "hydrate") {
            live_game.begin();
        }
        live_game
    }

    /// Steps through the moves.
    pub fn navigate(self, step: NavigationStep) {
        let (shown, end) = self.with_untracked(|state| (state.shown_ply(), state.game.ply()));
        self.dispatch(LiveEvent::ViewPly(step.target(shown, end)));
    }

    fn begin(self) {
        let wake = move || self.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
        web_socket::watch_page(wake, move || self.dispatch(LiveEvent::Leave));
        let listener = window_event_listener_untyped("hashchange", move |_| self.follow_address());
        on_cleanup(move || listener.remove());
        self.follow_address();
        wake();
    }

    /// Shows the move that the address asks for, `#12` the twelfth, if it asks for one.
    fn follow_address(self) {
        let fragment = window().location().hash().unwrap_or_default();
        if let Ok(ply) = fragment.trim_start_matches('#').parse() {
            self.dispatch(LiveEvent::ViewPly(ply));
        }
    }

    /// Has the address say which move is on the board.
    fn write_address(self) {
        let path = window().location().pathname().unwrap_or_default();
        let here = match self.with_untracked(|state| state.viewed_ply) {
            Some(ply) => format!("{path}#{ply}"),
            None => path,
        };
        if let Ok(history) = window().history() {
            // Refused where a page does it too often: the address is then a little behind.
            drop(history.replace_state_with_url(&JsValue::NULL, "", Some(&here)));
        }
    }
}
