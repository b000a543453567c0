//! What the tests from outside share: a server process, clients for HTTP and WebSocket, browsers.

pub mod accessibility;
pub mod account;
pub mod analysis_page;
pub mod attacks;
pub mod board;
pub mod browser;
pub mod browser_storage;
pub mod dojo;
#[cfg(unix)]
pub mod faults;
pub mod folder;
pub mod guest_client;
pub mod http;
pub mod keep_alive;
pub mod kill;
pub mod live;
pub mod live_page;
pub mod memory;
pub mod origin;
pub mod other_browser;
pub mod page_timers;
pub mod page_timing;
pub mod play_page;
pub mod pressable;
pub mod recorded;
pub mod rng;
pub mod search_load;
pub mod server;
pub mod statistics;
pub mod usage;
