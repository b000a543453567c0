//! A trained evaluation behind a trait object, so that a page can load its code together with the
//! network.

use std::fmt;
use std::sync::Arc;

use super::evaluator::Evaluator;
use super::part::{Contribution, Part};
use crate::rules::Position;

/// A trained evaluation.
pub trait EvalModel: fmt::Debug + Send + Sync {
    /// An evaluator, for one search at a time.
    fn evaluator(self: Arc<Self>) -> Box<dyn Evaluator>;

    /// See [`EvalConfig::parts`](super::EvalConfig::parts).
    fn parts(self: Arc<Self>, position: &Position) -> Vec<Part>;

    /// The contribution of each piece but the kings; see
    /// [`Network::contributions`](super::nnue::Network::contributions).
    fn contributions(&self, position: &Position) -> Vec<Contribution>;

    /// The checksum of its file, which identifies it.
    fn checksum(&self) -> u32;

    /// Width of the hidden layer, neurons.
    fn width(&self) -> usize;

    /// How it was made, in words.
    fn provenance(&self) -> &str;
}

/// A trained evaluation, shared. Two are equal when they are the same object.
#[derive(Clone, Debug)]
pub struct SharedEval {
    model: Arc<dyn EvalModel>,
    checksum: u32,
}

impl SharedEval {
    #[must_use]
    pub fn new(model: impl EvalModel + 'static) -> SharedEval {
        SharedEval {
            checksum: model.checksum(),
            model: Arc::new(model),
        }
    }

    /// See [`EvalModel::checksum`]; cached.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// An evaluator, for one search at a time.
    #[must_use]
    pub fn evaluator(&self) -> Box<dyn Evaluator> {
        Arc::clone(&self.model).evaluator()
    }

    pub(super) fn parts(&self, position: &Position) -> Vec<Part> {
        Arc::clone(&self.model).parts(position)
    }
}

impl std::ops::Deref for SharedEval {
    type Target = dyn EvalModel;

    fn deref(&self) -> &Self::Target {
        &*self.model
    }
}

impl PartialEq for SharedEval {
    fn eq(&self, other: &SharedEval) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.model), Arc::as_ptr(&other.model))
    }
}

impl Eq for SharedEval {}
