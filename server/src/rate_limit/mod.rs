//! What keeps one client from having the whole server.
//!
//! Each client (an address, or an account by its API key) has a token `bucket` for each kind of thing
//! that it can ask for, so that none is paid for by another: searches, pages, calls of the page,
//! requests that pages of other sites make its browser send, and what its sockets send. `clients`
//! knows whose they are, `middleware` stands before the routes, `api_key` tells accounts apart, and
//! what is spent at one server of a site is `shared` with the others.

pub mod api_key;
pub mod bucket;
mod bucket_key;
pub mod clients;
pub mod middleware;
mod permit;
mod shared;
mod unsent;

pub use bucket::BucketRule;
pub use bucket_key::Purpose;
pub use clients::{Clients, RateLimitKey, Rules};
pub use permit::{RequestPermit, SearchPayer};
