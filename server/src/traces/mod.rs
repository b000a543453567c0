//! Traces: what a request has had done, on whichever machine, told to a collector of OpenTelemetry.
//!
//! `export` is left out with the feature `otlp`, and `left_out` stands in its place.

mod address;
#[cfg(feature = "otlp")]
mod export;
#[cfg(not(feature = "otlp"))]
mod left_out;
mod traceparent;

pub use address::{CollectorAddress, NoCollector, NoTraces};
#[cfg(feature = "otlp")]
pub use export::{Traces, follow, traceparent};
#[cfg(not(feature = "otlp"))]
pub use left_out::{LeftOut as Traces, follow, traceparent};
pub use traceparent::TRACEPARENT;
