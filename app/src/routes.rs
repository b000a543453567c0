//! The pages of the site and their addresses.

use leptos::prelude::*;

/// The pages of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Play,
    Analyze,
    /// The HTTP API, to be tried.
    Api,
    /// The visitor's own.
    Me,
    /// Games with others.
    Live,
    /// A game that has an address.
    Game,
    /// The same in a frame on somebody's page.
    Embed,
    /// Text that needs no script.
    Guide,
    /// The same, on what is kept about visitors.
    Privacy,
    /// In the place of a page that cannot be had without a network.
    Offline,
    NotFound,
}

/// Where each page is found.
const ADDRESSES: [(&str, Page); 11] = [
    ("/", Page::Play),
    (PLAY, Page::Play),
    (SHELL, Page::Play),
    (ANALYZE, Page::Analyze),
    (ANALYSIS_SHELL, Page::Analyze),
    ("/api", Page::Api),
    (ME, Page::Me),
    (LIVE, Page::Live),
    (GUIDE, Page::Guide),
    ("/privacy", Page::Privacy),
    (OFFLINE_SHELL, Page::Offline),
];

/// The playing page as it is for everybody: what the service worker shows without a server.
pub const SHELL: &str = "/shell";
/// The same of the page for analysis.
pub const ANALYSIS_SHELL: &str = "/shell/analyze";
/// What the service worker shows for every other page.
pub const OFFLINE_SHELL: &str = "/shell/offline";

/// Whether this document is a shell, kept from an earlier visit.
pub fn is_shell() -> bool {
    shell_address().is_some()
}

/// Where the server has this document, if it is a shell: it is shown at other addresses.
fn shell_address() -> Option<String> {
    document().document_element()?.get_attribute("data-shell")
}

/// The page with the board.
pub const PLAY: &str = "/play";
/// The page for analysis: with the game that was last played in this browser.
pub const ANALYZE: &str = "/analyze";
/// The same, to go through that game at once.
pub const REVIEW: &str = "/analyze#review";

/// What the address of a game in a frame on somebody's page begins with.
pub const EMBED: &str = "/embed/";
/// Games with others: those that wait for somebody, and a new one.
pub const LIVE: &str = "/live";

/// How to play.
pub const GUIDE: &str = "/guide";

/// The visitor's own page.
pub const ME: &str = "/me";

/// Leaves this document for another one.
pub fn go_to(address: &str) {
    // Refused only for what is no address.
    window().location().set_href(address).ok();
}

impl Page {
    /// The page at an address's path. Those of games are known by their documents.
    pub fn at(path: &str) -> Self {
        let known = ADDRESSES.iter().find(|(address, _)| *address == path);
        known.map_or(Self::NotFound, |(_, page)| *page)
    }

    /// The page that is answered on the server, and the one that the document in the browser is:
    /// without a network the service worker shows a shell at the address of another page.
    pub fn here() -> Self {
        #[cfg(feature = "ssr")]
        let path = requested_path();
        #[cfg(not(feature = "ssr"))]
        let path = shell_address().or_else(|| window().location().pathname().ok());
        let path = path.unwrap_or_default();
        match Self::at(&path) {
            Self::NotFound => of_game(&path).unwrap_or(Self::NotFound),
            page => page,
        }
    }

    /// What the browser's tab says.
    pub fn title(self) -> &'static str {
        match self {
            Self::Play => "Ponder: chess that thinks in the open",
            Self::Analyze => "Analyze \u{b7} Ponder",
            Self::Api => "The engine over HTTP \u{b7} Ponder",
            Self::Me => "Me \u{b7} Ponder",
            Self::Live => "Play live \u{b7} Ponder",
            // Where it is known, its players are named instead.
            Self::Game | Self::Embed => "A game \u{b7} Ponder",
            Self::Guide => "How to play \u{b7} Ponder",
            Self::Privacy => "What is kept about you \u{b7} Ponder",
            Self::Offline => "Offline \u{b7} Ponder",
            Self::NotFound => "Not found \u{b7} Ponder",
        }
    }

    /// Where it is found, of the pages that every page leads to.
    pub fn address(self) -> Option<&'static str> {
        match self {
            Self::Play => Some(PLAY),
            Self::Analyze => Some(ANALYZE),
            Self::Live => Some(LIVE),
            Self::Guide => Some(GUIDE),
            Self::Me => Some(ME),
            _ => None,
        }
    }

    /// Whether it does nothing without a script; text is there to be read, and only its head is
    /// brought to life.
    #[cfg(feature = "ssr")]
    pub fn needs_script(self) -> bool {
        !matches!(self, Self::Guide | Self::Privacy | Self::Offline)
    }

    /// The addresses of all pages but those of games, which are as many as there are games.
    pub fn addresses() -> impl Iterator<Item = &'static str> {
        ADDRESSES.into_iter().map(|(address, _)| address)
    }
}

/// The path that is being answered.
#[cfg(feature = "ssr")]
pub fn requested_path() -> Option<String> {
    use_context::<http::request::Parts>().map(|parts| parts.uri.path().to_owned())
}

/// The element that holds the game as data, for the part that plays to begin with.
pub const GAME_DATA: &str = "shown";

/// The page of an address that begins like a game's, if it is one and the document has its game.
#[cfg(feature = "ssr")]
fn of_game(path: &str) -> Option<Page> {
    use wire::live::GameLink;

    let link = |begin| path.strip_prefix(begin)?.parse::<GameLink>().ok();
    let page = match (link(wire::live::game_link::PAGE), link(EMBED)) {
        (Some(_), _) => Page::Game,
        (None, Some(_)) => Page::Embed,
        (None, None) => return None,
    };
    use_context::<wire::visitor::live_games::GameForVisitor>().map(|_| page)
}

/// The page of a document that has a game: which address it is at, the server has read.
#[cfg(not(feature = "ssr"))]
fn of_game(path: &str) -> Option<Page> {
    document().get_element_by_id(GAME_DATA)?;
    Some(match path.starts_with(EMBED) {
        true => Page::Embed,
        false => Page::Game,
    })
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

    #[cfg(feature = "ssr")]
    #[test]
    fn an_address_of_a_game_that_is_not_there_is_no_page() {
        for path in [
            "/game/q3ZkV9dYw7Ab",
            "/embed/q3ZkV9dYw7Ab",
            "/game/",
            "/game/q3ZkV9dYw7A",
            "/game/q3ZkV9dYw7Ab/",
        ] {
            assert_eq!(of_game(path), None, "{path}");
        }
    }
}
