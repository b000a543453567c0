//! The pages' handles on their states: what components read and tell.

#[cfg(feature = "hydrate")]
pub mod analysis;
pub mod server_calls;
