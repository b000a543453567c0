//! What the network that judges positions has to do with searches: they wait for it, but not for
//! long.

use super::state::{Analysis, Effect};
use crate::worker::NetworkNews;

/// How far the network is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Awaited {
    /// What the worker said last; `None` until it has said anything.
    pub news: Option<NetworkNews>,
    /// It was waited for long enough: the hand-made evaluation stands in.
    late: bool,
}

impl Awaited {
    /// Whether a search is better begun a little later: a worker that searches hears of nothing, so
    /// the network would come when the search is over.
    pub fn is_due(&self) -> bool {
        !self.late && matches!(self.news, None | Some(NetworkNews::Loading(_)))
    }

    /// Whether the hand-made evaluation judges in its place.
    fn is_replaced(&self) -> bool {
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

impl Analysis {
    /// The worker is started, or another in its place: its network is on its way again.
    pub(super) fn start_engine(&mut self, effects: &mut Vec<Effect>) {
        self.network = Awaited::default();
        effects.push(Effect::StartEngine);
    }

    /// The network has not come in good time.
    pub(super) fn do_without_network(&mut self) {
        self.network.late |= self.network.is_due();
    }

    /// What was found without the network is looked for again with it, and a review in progress
    /// begins again: two judges' scores are not to be compared.
    pub(super) fn hear_of_network(&mut self, news: NetworkNews, effects: &mut Vec<Effect>) {
        if self.network.is_replaced() && matches!(news, NetworkNews::Ready(_)) {
            self.stop_looking(effects);
            self.found.clear();
            self.review_anew(effects);
        }
        self.network.news = Some(news);
    }
}
