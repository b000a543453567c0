//! What the tests from outside share: a server of one's own and a plain way to speak HTTP to it.

pub mod account;
pub mod attacks;
pub mod board;
pub mod browser;
pub mod chance;
pub mod folder;
pub mod guest;
pub mod http;
pub mod kept;
pub mod kill;
pub mod line;
pub mod live;
pub mod live_page;
pub mod memory;
pub mod origin;
pub mod other_browser;
pub mod pressable;
pub mod reader;
pub mod recorded;
pub mod server;
pub mod smooth;
pub mod spread;
pub mod table;
pub mod usage;
