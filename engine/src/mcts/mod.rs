//! Monte Carlo tree search.
//!
//! `tree` has the nodes with visits, values and proofs, `explored_tree` shows them, `playouts` the loop that both policies share.
//! `explorer` selects by PUCT with the priors of `prior` and evaluates leaves by quiescence; `rollouts`
//! is the article's: UCB1 and random games.
//!
//! Floats are added, multiplied, divided and rooted only; everything else comes from `libm`, so a
//! node limit gives the same tree on every target.

mod explored_tree;
mod explorer;
mod playouts;
mod prior;
mod rollouts;
mod tree;

pub use explored_tree::ExploredNode;
pub use explorer::Explorer;
pub use rollouts::Rollouts;
