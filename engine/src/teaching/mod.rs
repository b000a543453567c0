//! The teaching strategies, each as plain as its idea: `random_mover` plays random moves, `one_ply`
//! looks one move ahead, `minimax_player` searches every move, `basic_alpha_beta` is the alpha-beta
//! search of the article on server-side search. `minimax_search` searches one position to one depth,
//! `pruning_comparison` counts what pruning saves there.
//!
//! They share `root`: the order of the root moves and their search. The full engine is in `search`.

mod basic_alpha_beta;
mod minimax;
mod minimax_player;
mod minimax_search;
mod one_ply;
mod pruning_comparison;
mod random_mover;
mod root;

pub use basic_alpha_beta::BasicAlphaBeta;
pub use minimax_player::MinimaxPlayer;
pub use minimax_search::{MinimaxResult, MinimaxSearch};
pub use one_ply::OnePly;
pub use pruning_comparison::{PruningComparison, compare_pruning};
pub use random_mover::RandomMover;
pub(crate) use root::shuffled_moves;
