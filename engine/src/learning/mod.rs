//! What is learnt from finished games. Behind the feature `train`: nothing that plays needs it.
//!
//! `fit` chooses the hand-made evaluation's weights so that they foretell results.

pub mod fit;
