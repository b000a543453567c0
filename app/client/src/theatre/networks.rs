//! The networks by which the minds of the theatre evaluate.

use engine::eval::SharedEval;
use engine::player::StrategyId;

/// The site's network, and those that the visitor has.
#[derive(Default)]
pub struct Networks {
    /// `None` before it is loaded.
    pub site: Option<SharedEval>,
    /// Of the request's minds that play by one of the visitor's, or why it is not there.
    pub visitors: Vec<(StrategyId, Result<SharedEval, String>)>,
}

impl Networks {
    /// The network of a mind, if it is there.
    #[must_use]
    pub fn of(&self, mind: StrategyId) -> Option<SharedEval> {
        if mind.strategy().ready {
            return self.site.clone();
        }
        let own = self.visitors.iter().find(|(owner, _)| *owner == mind);
        own.and_then(|(_, network)| network.clone().ok())
    }

    /// Why a network of the visitor's is not there, as a sentence.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let reasons = self.visitors.iter().map(|(_, network)| network.as_ref());
        let mut reason = reasons.filter_map(Result::err).next()?.chars();
        let first = reason.next().map(|first| first.to_ascii_uppercase());
        Some(first.into_iter().chain(reason).chain(['.']).collect())
    }
}
