//! A tree search on the stage: the root's moves by expected result and visits, and how they came there;
//! the tree as a list; what became of one move.

mod candidates;
mod chips;
mod move_card;
mod text;
mod tree_list;

pub use candidates::Candidates;
pub use chips::chips;
pub use move_card::MoveCard;
pub use text::{moment_text, sentence, step_name};
pub use tree_list::TreeList;
