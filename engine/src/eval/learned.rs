//! A learned evaluation as its users see it. What is behind it is reached through a table of functions
//! only, so that a page may load that code with the network and not before.

use std::fmt;
use std::sync::Arc;

use super::nnue::Contribution;
use super::{Evaluator, Part};
use crate::rules::Position;

/// What has learnt to judge positions.
pub trait Judges: fmt::Debug + Send + Sync {
    /// A judge of positions, for one search at a time.
    fn evaluator(self: Arc<Self>) -> Box<dyn Evaluator>;

    /// See [`Judge::parts`](super::Judge::parts).
    fn parts(self: Arc<Self>, position: &Position) -> Vec<Part>;

    /// What each piece but the kings adds; see
    /// [`Network::contributions`](super::nnue::Network::contributions).
    fn contributions(&self, position: &Position) -> Vec<Contribution>;

    /// What tells it from others: the checksum of its file.
    fn checksum(&self) -> u32;

    /// Neurons of its hidden layer.
    fn width(&self) -> usize;

    /// Where it comes from, in words.
    fn provenance(&self) -> &str;
}

/// A learned evaluation that many may share. Two are equal when they are the same one.
#[derive(Clone, Debug)]
pub struct Learned {
    judges: Arc<dyn Judges>,
    checksum: u32,
}

impl Learned {
    /// Shares it.
    #[must_use]
    pub fn new(judges: impl Judges + 'static) -> Learned {
        Learned {
            checksum: judges.checksum(),
            judges: Arc::new(judges),
        }
    }

    /// See [`Judges::checksum`]; it was worked out once.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// A judge of positions, for one search at a time.
    #[must_use]
    pub fn evaluator(&self) -> Box<dyn Evaluator> {
        Arc::clone(&self.judges).evaluator()
    }

    pub(super) fn parts(&self, position: &Position) -> Vec<Part> {
        Arc::clone(&self.judges).parts(position)
    }
}

impl std::ops::Deref for Learned {
    type Target = dyn Judges;

    fn deref(&self) -> &Self::Target {
        &*self.judges
    }
}

impl PartialEq for Learned {
    fn eq(&self, other: &Learned) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.judges), Arc::as_ptr(&other.judges))
    }
}

impl Eq for Learned {}
