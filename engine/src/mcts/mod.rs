//! Monte Carlo tree search: two minds on one tree.
//!
//! `tree` keeps what was visited and proven. `explorer` is the strong one: guided by a policy
//! (`policy`), its leaves judged by quiescence. `rollout` is source A's: random games decide (M1, M2),
//! with the sign put right (fault 1). `playouts` is the loop that both share.
//!
//! Floats are added, multiplied, divided and rooted only; everything else comes from `libm`, so a
//! limit by nodes gives the same tree on every target.

mod explorer;
mod playouts;
mod policy;
mod rollout;
mod tree;

pub use explorer::Explorer;
pub use rollout::Rollouts;
