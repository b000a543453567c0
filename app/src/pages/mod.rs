//! One file per page. A page owns the state that it shows.

mod not_found;
mod play;

pub use not_found::NotFound;
pub use play::Play;

use leptos::prelude::*;

/// The pages of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Play,
    NotFound,
}

/// Where each page is found.
const ADDRESSES: [(&str, Page); 2] = [("/", Page::Play), ("/play", Page::Play)];

impl Page {
    /// The page at an address's path.
    pub fn at(path: &str) -> Self {
        let known = ADDRESSES.iter().find(|(address, _)| *address == path);
        known.map_or(Self::NotFound, |(_, page)| *page)
    }

    /// The page of this address: of the request on the server, of the document in the browser.
    pub fn here() -> Self {
        #[cfg(feature = "ssr")]
        let path = use_context::<http::request::Parts>().map(|parts| parts.uri.path().to_owned());
        #[cfg(not(feature = "ssr"))]
        let path = window().location().pathname().ok();
        Self::at(&path.unwrap_or_default())
    }

    /// What the browser's tab says.
    pub fn title(self) -> &'static str {
        match self {
            Self::Play => "Ponder: chess that thinks in the open",
            Self::NotFound => "Not found \u{b7} Ponder",
        }
    }

    /// The addresses of all pages.
    pub fn addresses() -> impl Iterator<Item = &'static str> {
        ADDRESSES.into_iter().map(|(address, _)| address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_its_page_and_nothing_else_has() {
        assert!(Page::addresses().all(|path| Page::at(path) != Page::NotFound));
        for path in ["", "play", "/play/", "/Play", "//", "/play/x"] {
            assert_eq!(Page::at(path), Page::NotFound, "{path:?}");
        }
    }
}
