//! Searches of the API: `request` and `query` are the request, `answer` and `stream` the answer, `tree` the
//! tree of a search,
//! `batch` many of them.

pub mod answer;
#[cfg(feature = "server")]
pub mod batch;
#[cfg(feature = "server")]
pub mod query;
pub mod request;
#[cfg(feature = "server")]
pub mod stream;
#[cfg(feature = "server")]
pub mod tree;
