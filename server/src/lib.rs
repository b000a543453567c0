//! The server: renders the app, answers the HTTP API, keeps visitors' results.
//!
//! `run` puts the parts together and takes them apart again: `site` (the built files), `store`
//! (all SQL), `search` (the engine's threads), `rate_limit` (what each client may ask for), `positions`
//! (what can be said of a position without a search), `visitors` and `learners` (what the page asks
//! for in a visitor's name), `live` (games that have an address), `card` (pictures of them), `api`
//! and `routes` (every address). `main` reads the configuration and calls it; the
//! tests drive `routes` without a socket.

pub mod abuse_log;
pub mod account;
mod api;
mod assets;
pub mod backend;
pub mod body;
mod body_budget;
pub mod card;
mod conditional;
pub mod config;
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
mod offload;
mod positions;
pub mod query;
pub mod rate_limit;
pub mod readiness;
mod readyz;
mod request_id;
pub mod routes;
pub mod run;
pub mod search;
mod server_fn_layers;
pub mod site;
pub mod state;
pub mod storage;
pub mod store;
mod write_limits;
