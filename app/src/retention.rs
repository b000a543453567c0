//! The operator's settings that the page about privacy has to mention.

/// How long addresses of refused requests are stored; provided to Leptos where the server stores them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressesKept {
    /// Days.
    pub days: u32,
}
