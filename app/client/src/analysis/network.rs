//! What the network that judges positions has to do with searches: they wait for it, but not for
//! long.

use super::network_wait::Awaited;
use super::state::{Analysis, Effect};
use crate::worker::NetworkNews;

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
