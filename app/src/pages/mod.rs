//! One file per page. A page owns the state that it shows.

mod not_found;
mod play;

pub use not_found::NotFound;
pub use play::Play;

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
