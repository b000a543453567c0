//! The HTML document around the application, which the server renders: `shell` with its scripts and the
//! content security policy, `preview` with the tags for link previews, `public_origin` with the start
//! of absolute addresses.

mod preview;
pub mod public_origin;
mod shell;

pub use shell::shell;
