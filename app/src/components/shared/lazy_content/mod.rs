//! What several lazily loaded pages show or use; only the browser has them.

pub mod build_queue;
pub mod choice_list;
pub mod copy_link;
pub mod sure_button;
