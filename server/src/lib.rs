//! The server: renders the app, answers the HTTP API, plays live games, stores results.
//!
//! `main` reads the configuration and calls `run`, which starts and stops the parts: `http_server`
//! (connections), `site` (built files), `store` (all SQL), `search` (the engine's threads),
//! `rate_limit` (a token bucket per client and purpose), `positions` (answers without a search),
//! `backend` and `account` (the page's server functions), `live` (games that have an address),
//! `card` (their pictures), `tables` (solved endings), `networks` (uploaded ones), `moderation`, `doctor` (of
//! configurations), `nats`
//! and `other_processes` (of the site); `run_worker` runs a program that only searches. `api` and `routes` hold every address; tests call `routes::router`
//! without a socket.
//!
//! Architecture invariants:
//!
//! - Only `store` contains SQL, and it knows no HTTP. A write that has returned is on the disk.
//! - `search::pool` knows no chess, and searches run on its threads, never on tokio's.
//! - `live::game_state`, `live::clock` and the drawing in `card` are pure: no clock, no I/O.
//! - Errors (`error`), counters (`metrics`) and state (`state`) lie below the handlers. No file
//!   imports a file that imports it, directly or through others; `cargo xtask loops` checks this.

pub mod abuse_log;
pub mod account;
mod api;
mod assets;
pub mod backend;
pub mod body;
mod body_budget;
pub mod bus;
pub mod card;
mod conditional;
pub mod config;
pub mod doctor;
pub mod error;
mod fallbacks;
pub mod game_check;
mod headers;
mod host;
pub mod http_server;
pub mod live;
pub mod log;
pub mod metrics;
pub mod metrics_page;
pub mod moderation;
pub mod nats;
pub mod networks;
mod offload;
mod other_processes;
mod positions;
pub mod query;
pub mod rate_limit;
pub mod readiness;
mod readyz;
mod request_id;
pub mod routes;
pub mod run;
#[cfg(feature = "nats")]
pub mod run_worker;
pub mod search;
mod server_fn_layers;
pub mod site;
pub mod state;
pub mod storage;
pub mod store;
pub mod tables;
pub mod traces;
mod write_limits;
