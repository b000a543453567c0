//! Networks that visitors upload: checked (`check`), kept by content, loaded for searches (`loader`), and
//! reached over HTTP (`handlers`).

mod check;
pub mod handlers;
mod loader;

pub use check::check_file;
pub use loader::NetworkLoader;
