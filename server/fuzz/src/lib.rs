//! What the fuzz targets demand of the server, as plain functions of a request's body, of an address's
//! parameters, or of a message of another server or a worker: read and checked or refused, never a panic, and a
//! refusal stays short.
//!
//! `fuzz_targets/` hands them to libFuzzer, one file each; the server's tests run them on `seeds/`,
//! where every input that once failed is kept.

pub mod learner;
pub mod live;
pub mod notices;
#[cfg(feature = "nats")]
pub mod orders;
pub mod positions;
pub mod record;
mod refused;
pub mod search;
