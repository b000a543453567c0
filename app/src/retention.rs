//! What whoever runs the site has switched on that the page about privacy has to tell.

/// For how many days addresses of refused requests are kept; provided to Leptos by the server where
/// they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressesKept {
    /// Days.
    pub days: u32,
}
