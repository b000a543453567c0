//! The contents of pages that are lazy bundles.

/// A content, by its bundle.
#[derive(Clone, Copy)]
pub enum PageContent {
    Account,
    Analysis,
    Api,
    Live,
    Theatre,
}
