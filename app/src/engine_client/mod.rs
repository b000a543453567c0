//! The engine in the browser: a worker that searches, and the page's way to it.
//!
//! `protocol` is what the two say to each other and is tested natively; `client` runs on the page
//! and `worker` inside the worker. Only `session` and the bench call the client.

pub mod protocol;

pub use protocol::{SearchId, SearchOrder};
