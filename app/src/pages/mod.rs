//! One file per page, and the lazy bundles. A page owns the state that it shows.

mod analyze;
mod api;
mod bundles;
mod characters;
#[cfg(feature = "hydrate")]
mod content_bundles;
mod diagram;
mod endgames;
mod game;
mod guide;
mod lazy_page;
mod not_found;
mod offline;
mod page_content;
mod play;
mod privacy;
mod tours;
mod train;
mod watch;

pub use analyze::Analyze;
pub use api::Api;
pub use bundles::load_parts;
pub use endgames::endgames;
pub use game::game;
pub use lazy_page::titled_page;
pub use not_found::NotFound;
pub use page_content::PageContent;
pub use play::Play;
pub use tours::tour;
#[cfg(feature = "ssr")]
pub use tours::tour_title;
pub use train::train;
pub use watch::watch;

use leptos::prelude::*;

use self::characters::Characters;
use self::guide::Guide;
use self::offline::Offline;
use self::privacy::Privacy;
use crate::components::Header;
use crate::routes::Page;

/// A page of text. Only the server renders it: in the browser only its header is hydrated, and the
/// bundle does not contain the text.
pub fn text_page(page: Page) -> AnyView {
    if cfg!(not(feature = "ssr")) {
        return view! { <Header /> }.into_any();
    }
    match page {
        Page::Characters => view! { <Characters /> }.into_any(),
        Page::Learn => view! { <Guide /> }.into_any(),
        Page::Privacy => view! { <Privacy /> }.into_any(),
        _ => view! { <Offline /> }.into_any(),
    }
}
