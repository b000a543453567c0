//! The page's handle on its game: signals to read, and one way to say what happened.

use client::live::{Event, State};
use leptos::prelude::*;

use crate::platform::clock::now;

/// One game that has an address, on one page. Copied freely; its socket closes with the page that
/// made it.
#[derive(Clone, Copy)]
pub struct LiveGameController {
    state: RwSignal<State>,
    #[cfg(feature = "hydrate")]
    socket: crate::platform::web_socket::SocketSlot,
}

impl LiveGameController {
    /// A controller for the component that calls this, with the game that its page came with.
    pub fn new(state: State) -> Self {
        let live_game = Self {
            state: RwSignal::new(state),
            #[cfg(feature = "hydrate")]
            socket: StoredValue::new_local(None),
        };
        #[cfg(feature = "hydrate")]
        live_game.begin();
        live_game
    }

    /// Says what happened. Does nothing once the page is gone.
    pub fn dispatch(self, event: Event) {
        let effects = self.state.try_update(|state| state.update(event, now()));
        #[cfg(feature = "hydrate")]
        for effect in effects.into_iter().flatten() {
            self.run(effect);
        }
        #[cfg(not(feature = "hydrate"))]
        drop(effects);
    }

    /// Reads the state, and follows every change of it: best inside a memo.
    pub fn with<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with(read)
    }

    /// Reads the state without following it; for handlers.
    pub fn with_untracked<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with_untracked(read)
    }

    /// A part of the state; its readers run only when the part has changed.
    pub fn read<T>(self, part: impl Fn(&State) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.with(&part))
    }
}

#[cfg(feature = "hydrate")]
impl LiveGameController {
    fn begin(self) {
        use crate::platform::web_socket::watch_page;
        use client::live::connection::LineEvent;

        let stir = move || self.dispatch(Event::Line(LineEvent::Stir));
        watch_page(stir, move || self.dispatch(Event::Leave));
        let listener = window_event_listener_untyped("hashchange", move |_| self.follow_address());
        on_cleanup(move || listener.remove());
        self.follow_address();
        stir();
    }

    /// Shows the move that the address asks for, `#12` the twelfth, if it asks for one.
    fn follow_address(self) {
        let fragment = window().location().hash().unwrap_or_default();
        if let Ok(ply) = fragment.trim_start_matches('#').parse() {
            self.dispatch(Event::View(ply));
        }
    }

    fn run(self, effect: client::live::Effect) {
        use crate::platform::web_socket::{SocketEvent, run};
        use client::live::Effect;

        match effect {
            Effect::Line(effect) => run(self.socket, effect, move |heard| {
                self.dispatch(match heard {
                    SocketEvent::Connection(event) => Event::Line(event),
                    SocketEvent::Message(tell) => Event::Told(*tell),
                });
            }),
            Effect::After { ms, event } => set_timeout(
                move || self.dispatch(event),
                std::time::Duration::from_millis(u64::from(ms)),
            ),
            Effect::Remember => self.write_address(),
            Effect::GoTo(game) => crate::routes::go_to(&game.page()),
        }
    }

    /// Has the address say which move is on the board.
    fn write_address(self) {
        let path = window().location().pathname().unwrap_or_default();
        let here = match self.with_untracked(|state| state.viewed) {
            Some(ply) => format!("{path}#{ply}"),
            None => path,
        };
        if let Ok(history) = window().history() {
            // Refused where a page does it too often: the address is then a little behind.
            drop(history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&here)));
        }
    }
}
