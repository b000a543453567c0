//! The page's WebSocket, and the effects of a connection.

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
use super::page_shown::on_page_shown;
use super::random;
use super::timers::set_timeout;

/// An event of a socket.
pub enum SocketEvent {
    /// Of the connection.
    Connection(ConnectionEvent),
    /// From the server.
    Message(Box<ServerMessage>),
}

/// An open or opening socket.
pub struct Socket {
    socket: WebSocket,
    // The socket's callbacks, which must live as long.
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut()>,
}

impl Socket {
    /// Opens a socket; `None` where the browser refuses to try.
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
                // A message of a newer server: the next snapshot contains its effect.
                None => {}
            }
        });
        let on_close = Closure::<dyn FnMut()>::new(move || {
            on_event(closed(number));
        });
        // An error is always followed by a close.
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
        // Serialising texts and numbers cannot fail; a closing socket fires `close`.
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
        // Fails only for an invalid code.
        self.socket.close().ok();
    }
}

/// Sets a listener by its property's name: web-sys's setters would enlarge the first bundle.
fn listen(socket: &WebSocket, event: &str, listener: &JsValue) {
    // Setting a property of a socket cannot fail.
    Reflect::set(socket, &event.into(), listener).ok();
}

/// Runs an effect of a connection.
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
            // Dropped outside the update, since closing calls into the browser.
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

/// Calls `on_wake` whenever the page becomes visible or its network changes, and `on_leave` when it is
/// about to be left, until the owner is cleaned up.
pub fn watch_page(on_wake: impl Fn() + Copy + 'static, on_leave: impl Fn() + 'static) {
    let online = window_event_listener(ev::online, move |_| on_wake());
    let offline = window_event_listener(ev::offline, move |_| on_wake());
    on_page_shown(on_wake);
    let left = window_event_listener_untyped("pagehide", move |_| on_leave());
    on_cleanup(move || {
        online.remove();
        offline.remove();
        left.remove();
    });
}
