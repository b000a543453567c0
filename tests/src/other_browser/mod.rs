//! Firefox and WebKit, driven over WebDriver where their drivers are installed.

mod driver;
mod window;

pub use driver::Kind;
pub use window::Window;
