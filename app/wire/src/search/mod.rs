//! The API's searches: `request` and `query` ask, `answer` and `stream` answer, `batch` holds many.

pub mod answer;
#[cfg(feature = "server")]
pub mod batch;
#[cfg(feature = "server")]
pub mod query;
pub mod request;
#[cfg(feature = "server")]
pub mod stream;
