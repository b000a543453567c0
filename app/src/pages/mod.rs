//! One file per page. A page owns the state that it shows.

mod analyze;
mod api;
mod bundles;
mod game;
#[cfg(feature = "ssr")]
mod guide;
mod lazy_page;
mod live;
mod me;
mod not_found;
#[cfg(feature = "ssr")]
mod offline;
mod play;
#[cfg(feature = "ssr")]
mod privacy;

pub use analyze::Analyze;
pub use api::Api;
pub use bundles::load_parts;
pub use game::game;
#[cfg(feature = "ssr")]
pub use game::game_data;
#[cfg(feature = "ssr")]
pub use guide::Guide;
pub use live::Live;
pub use me::Me;
pub use not_found::NotFound;
#[cfg(feature = "ssr")]
pub use offline::Offline;
pub use play::Play;
#[cfg(feature = "ssr")]
pub use privacy::Privacy;
