//! What the page knows and decides, without Leptos and without a browser: pure state machines, the
//! formats in which games are saved and linked, and the messages between page and worker.
//!
//! Architecture invariant: nothing here touches the DOM, a signal, a clock or chance. What happens
//! comes in as an event with its time, what is to be done goes out as an effect, so everything is
//! tested natively.

pub mod analysis;
pub mod api_console;
pub mod chess_clock;
pub mod live;
pub mod play;
pub mod prefs;
pub mod settings;
pub mod url_fragment;
pub mod worker;
