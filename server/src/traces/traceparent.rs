//! The field that says where in a trace something belongs.

/// Its name, by W3C's Trace Context; https://www.w3.org/TR/trace-context/.
pub const TRACEPARENT: &str = "traceparent";
