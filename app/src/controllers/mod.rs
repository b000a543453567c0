//! The pages' handles on their states: what components read and tell.

#[cfg(feature = "hydrate")]
pub mod analysis;
#[cfg(feature = "hydrate")]
pub mod api_console;
pub mod server_calls;
