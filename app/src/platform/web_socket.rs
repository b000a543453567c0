//! The page's socket, and what carries out a line's effects.

use std::{rc::Rc, time::Duration};

use client::live::connection::{ConnectionEffect, ConnectionEvent};
use js_sys::Reflect;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{MessageEvent, WebSocket};
use wire::live::protocol::{ClientMessage, ServerMessage};

use super::browser_only::BrowserOnly;
use super::random;

/// What is heard over a socket.
pub enum SocketEvent {
    /// Of itself.
    Connection(ConnectionEvent),
    /// From the server.
    Message(Box<ServerMessage>),
}

/// An open or opening socket.
pub struct Socket {
    socket: WebSocket,
    // What the socket calls; they must live as long.
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut()>,
}

impl Socket {
    /// Opens one; `None` where the browser refuses even to try.
    fn open(number: u32, on_event: impl Fn(SocketEvent) + Copy + 'static) -> Option<Self> {
        // `http` becomes `ws`, and `https` `wss`.
        let origin = window().location().origin().ok()?;
        let socket = WebSocket::new(&format!("ws{}/ws", origin.strip_prefix("http")?)).ok()?;
        let on_open = Closure::<dyn FnMut()>::new(move || {
            on_event(SocketEvent::Connection(ConnectionEvent::Opened(number)));
        });
        let on_message = Closure::<dyn FnMut(_)>::new(move |event: MessageEvent| {
            let text = event.data().as_string();
            match text.and_then(|text| serde_json::from_str(&text).ok()) {
                Some(ServerMessage::Pong { id }) => {
                    on_event(SocketEvent::Connection(ConnectionEvent::Pong(id)))
                }
                Some(message) => on_event(SocketEvent::Message(Box::new(message))),
                // Of a newer server: what it means for the game shows in the next version.
                None => {}
            }
        });
        let on_close = Closure::<dyn FnMut()>::new(move || {
            on_event(closed(number));
        });
        // An error is always followed by the close that it leads to.
        listen(&socket, "onopen", on_open.as_ref());
        listen(&socket, "onmessage", on_message.as_ref());
        listen(&socket, "onclose", on_close.as_ref());
        Some(Self {
            socket,
            _on_open: on_open,
            _on_message: on_message,
            _on_close: on_close,
        })
    }

    fn send(&self, request: &ClientMessage) {
        // Texts and numbers can always be written; a socket that closes says so by itself.
        if let Ok(text) = serde_json::to_string(request) {
            self.socket.send_with_str(&text).ok();
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        for event in ["onopen", "onmessage", "onclose"] {
            listen(&self.socket, event, &JsValue::NULL);
        }
        // Refused only for a wrong code.
        self.socket.close().ok();
    }
}

/// By its property's name: each setter of its own would be in everybody's first bundle.
fn listen(socket: &WebSocket, event: &str, listener: &JsValue) {
    // Setting a property of a socket can't fail.
    Reflect::set(socket, &event.into(), listener).ok();
}

/// Carries out what a line wants done.
pub fn run(
    slot: BrowserOnly<Option<Rc<Socket>>>,
    effect: ConnectionEffect,
    on_event: impl Fn(SocketEvent) + Copy + 'static,
) {
    match effect {
        ConnectionEffect::Connect(number) => {
            let socket = Socket::open(number, on_event).map(Rc::new);
            let refused = socket.is_none();
            let before = slot.update(|slot| std::mem::replace(slot, socket));
            // Only now, outside of the update: closing calls into the browser.
            drop(before);
            if refused {
                on_event(closed(number));
            }
        }
        ConnectionEffect::Close(number) => {
            drop(slot.update(Option::take));
            on_event(closed(number));
        }
        ConnectionEffect::Send(request) => {
            if let Some(socket) = slot.with(Option::clone).flatten() {
                socket.send(&request);
            }
        }
        ConnectionEffect::After { ms, event } => set_timeout(
            move || on_event(SocketEvent::Connection(event)),
            Duration::from_millis(u64::from(ms)),
        ),
    }
}

fn closed(socket: u32) -> SocketEvent {
    let [draw] = random::bytes();
    SocketEvent::Connection(ConnectionEvent::Closed {
        socket,
        jitter: draw,
    })
}

/// Calls `on_wake` whenever the page has come back or its network has changed, and `on_leave` when it is
/// about to go, for as long as whoever calls this is shown.
pub fn watch_page(on_wake: impl Fn() + Copy + 'static, on_leave: impl Fn() + 'static) {
    let online = window_event_listener(ev::online, move |_| on_wake());
    let offline = window_event_listener(ev::offline, move |_| on_wake());
    let shown = window_event_listener_untyped("pageshow", move |_| on_wake());
    let visible = window_event_listener_untyped("visibilitychange", move |_| {
        let hidden = Reflect::get(&document(), &"hidden".into());
        if hidden.is_ok_and(|hidden| hidden.is_falsy()) {
            on_wake();
        }
    });
    let left = window_event_listener_untyped("pagehide", move |_| on_leave());
    on_cleanup(move || {
        online.remove();
        offline.remove();
        shown.remove();
        visible.remove();
        left.remove();
    });
}
