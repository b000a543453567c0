//! How far the network is that judges positions.

use crate::worker::NetworkNews;

/// How far the network is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Awaited {
    /// What the worker said last; `None` until it has said anything.
    pub news: Option<NetworkNews>,
    /// It was waited for long enough: the hand-made evaluation stands in.
    pub(super) late: bool,
}

impl Awaited {
    /// Whether a search is better begun a little later: a worker that searches hears of nothing, so
    /// the network would come when the search is over.
    pub fn is_due(&self) -> bool {
        !self.late && matches!(self.news, None | Some(NetworkNews::Loading(_)))
    }

    /// Whether the hand-made evaluation judges in its place.
    pub(super) fn is_replaced(&self) -> bool {
        match self.news {
            Some(NetworkNews::Ready(_)) => false,
            Some(NetworkNews::Failed(_)) => true,
            Some(NetworkNews::Loading(_)) | None => self.late,
        }
    }

    /// Whether it cannot be had.
    pub fn has_failed(&self) -> bool {
        matches!(self.news, Some(NetworkNews::Failed(_)))
    }
}
