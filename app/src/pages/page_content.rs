//! The contents of pages that are lazy bundles.

/// A content, by its bundle.
#[derive(Clone, Copy)]
pub enum PageContent {
    Account,
    Analysis,
    Endgames,
    /// What tries the engine: the console of the HTTP API, tournaments, and the dojo. One bundle, since each more of
    /// them adds to the first visit.
    Lab,
    Live,
    Theatre,
    Train,
}
