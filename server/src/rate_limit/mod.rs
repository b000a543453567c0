//! What keeps one client from having the whole server.
//!
//! Each client (an address, or an account by its API key) has a token `bucket` for each kind of thing
//! that it can ask for, so that none is paid for by another: searches, pages, calls of the page,
//! requests that pages of other sites make its browser send, and what its sockets send. `clients`
//! knows whose they are, `middleware` stands before the routes, `api_key` tells accounts apart.

pub mod api_key;
pub mod bucket;
pub mod clients;
pub mod middleware;
mod permit;

pub use bucket::BucketRule;
pub use clients::{Clients, Purpose, RateLimitKey, Rules};
pub use permit::{RequestPermit, SearchPayer};
