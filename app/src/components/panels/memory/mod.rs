//! What learners remember, as the drawer and the visitor's own page show it (P6).

mod documents;
mod figures;

pub use documents::{Documents, Troubles};
pub use figures::Figures;
