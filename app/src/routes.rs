//! The pages of the site and their addresses.

use leptos::prelude::*;

/// The pages of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Play,
    Analyze,
    /// The console of the HTTP API.
    Api,
    /// The visitor's account.
    Me,
    /// The lobby.
    Live,
    /// Games under way, and a search to watch.
    Watch,
    /// The tree of a search.
    Theatre,
    /// Tournaments.
    Arena,
    /// A network of the visitor's own.
    Dojo,
    /// The course of endings.
    Endgames,
    /// Exercises from the visitor's own games.
    Train,
    /// The training of openings.
    Openings,
    /// A live or shared game.
    Game,
    /// The same game, embedded in another site.
    Embed,
    /// Opponents with names, which need no script.
    Characters,
    /// The guide, which needs no script.
    Learn,
    /// A text with searches to look at, one of [`TOURS`].
    Tour,
    /// The page about privacy, which needs no script.
    Privacy,
    /// The replacement of other pages while offline.
    Offline,
    NotFound,
}

/// The address of each page.
const ADDRESSES: [(&str, Page); 23] = [
    ("/", Page::Play),
    (PLAY, Page::Play),
    (SHELL, Page::Play),
    (ANALYZE, Page::Analyze),
    (ANALYSIS_SHELL, Page::Analyze),
    ("/api", Page::Api),
    (ME, Page::Me),
    (LIVE, Page::Live),
    (WATCH, Page::Watch),
    (THEATRE, Page::Theatre),
    (ARENA, Page::Arena),
    (DOJO, Page::Dojo),
    (DOJO_SHELL, Page::Dojo),
    (ENDGAMES, Page::Endgames),
    (ENDGAMES_SHELL, Page::Endgames),
    (TRAIN, Page::Train),
    (TRAIN_SHELL, Page::Train),
    (OPENINGS, Page::Openings),
    (OPENINGS_SHELL, Page::Openings),
    (CHARACTERS, Page::Characters),
    (LEARN, Page::Learn),
    ("/privacy", Page::Privacy),
    (OFFLINE_SHELL, Page::Offline),
];

/// The playing page without a visitor's data, which the service worker shows offline.
pub const SHELL: &str = "/shell";
/// The analysis page, likewise.
pub const ANALYSIS_SHELL: &str = "/shell/analyze";
/// The course of endings, likewise.
pub const ENDGAMES_SHELL: &str = "/shell/endgames";
/// The training with exercises, likewise.
pub const TRAIN_SHELL: &str = "/shell/train";
/// The training of openings, likewise.
pub const OPENINGS_SHELL: &str = "/shell/openings";
/// The dojo, likewise.
pub const DOJO_SHELL: &str = "/shell/dojo";
/// The page that the service worker shows in place of others.
pub const OFFLINE_SHELL: &str = "/shell/offline";

/// All of them.
#[cfg(feature = "ssr")]
pub const SHELLS: [&str; 7] = [
    SHELL,
    ANALYSIS_SHELL,
    DOJO_SHELL,
    ENDGAMES_SHELL,
    TRAIN_SHELL,
    OPENINGS_SHELL,
    OFFLINE_SHELL,
];

/// Whether this document is a shell, cached by the service worker.
pub fn is_shell() -> bool {
    shell_address().is_some()
}

/// The server's address of this document, if it is a shell, which is shown at other addresses.
fn shell_address() -> Option<String> {
    document().document_element()?.get_attribute("data-shell")
}

/// The playing page.
pub const PLAY: &str = "/play";
/// The analysis page, which opens the game that was last played in this browser.
pub const ANALYZE: &str = "/analyze";
/// The analysis page with a review of that game.
pub const REVIEW: &str = "/analyze#review";

/// The prefix of the address of an embedded game.
pub const EMBED: &str = "/embed/";
/// The lobby.
pub const LIVE: &str = "/live";

/// The theatre.
pub const THEATRE: &str = "/theatre";

/// Tournaments.
pub const ARENA: &str = "/arena";

/// The dojo.
pub const DOJO: &str = "/dojo";

/// The course of endings; the lesson is behind `#`.
pub const ENDGAMES: &str = "/endgames";

/// The training with exercises.
pub const TRAIN: &str = "/train";
/// The training of openings.
pub const OPENINGS: &str = "/train/openings";

/// The page with what can be watched.
pub const WATCH: &str = "/watch";

/// Opponents with names.
pub const CHARACTERS: &str = "/characters";

/// The guide.
pub const LEARN: &str = "/learn";
/// The guided tours of the theatre.
pub const TOURS: [&str; 5] = [
    "/learn/alpha-beta",
    "/learn/horizon",
    "/learn/zugzwang",
    "/learn/move-ordering",
    "/learn/change-of-mind",
];

/// The account page.
pub const ME: &str = "/me";

/// Navigates to an address.
pub fn go_to(address: &str) {
    // Fails only for an invalid address.
    window().location().set_href(address).ok();
}

impl Page {
    /// The page at an address that has one. Pages of games are recognised by their documents.
    pub fn at(path: &str) -> Self {
        if TOURS.contains(&path) {
            return Self::Tour;
        }
        let known = ADDRESSES.iter().find(|(address, _)| *address == path);
        known.map_or(Self::NotFound, |(_, page)| *page)
    }

    /// The requested page on the server, and the document's page in the browser: offline the service
    /// worker shows a shell at the address of another page.
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

    /// The title of the browser tab.
    pub fn title(self) -> &'static str {
        match self {
            Self::Play => "Ponder: chess that thinks in the open",
            Self::Analyze => "Analyze \u{b7} Ponder",
            Self::Api => "The engine over HTTP \u{b7} Ponder",
            Self::Me => "Me \u{b7} Ponder",
            Self::Live => "Play live \u{b7} Ponder",
            Self::Theatre => "The theatre: watch a search \u{b7} Ponder",
            Self::Arena => "Tournaments \u{b7} Ponder",
            Self::Dojo => "The dojo: raise a network \u{b7} Ponder",
            Self::Endgames => "Endgames \u{b7} Ponder",
            Self::Train => "Train on your own games \u{b7} Ponder",
            Self::Openings => "Train your openings \u{b7} Ponder",
            // With a game in the document, its players are the title.
            Self::Game | Self::Embed => "A game \u{b7} Ponder",
            Self::Watch => "Watch \u{b7} Ponder",
            Self::Characters => "Six characters \u{b7} Ponder",
            Self::Learn => "How to play \u{b7} Ponder",
            // Its heading is the title.
            Self::Tour => "A tour \u{b7} Ponder",
            Self::Privacy => "What is kept about you \u{b7} Ponder",
            Self::Offline => "Offline \u{b7} Ponder",
            Self::NotFound => "Not found \u{b7} Ponder",
        }
    }

    /// The address of the page in the header that this page belongs to.
    pub fn section(self) -> Option<&'static str> {
        match self {
            Self::Play | Self::Characters | Self::Live | Self::Game => Some(PLAY),
            Self::Watch | Self::Theatre | Self::Arena | Self::Dojo => Some(WATCH),
            Self::Learn | Self::Tour | Self::Endgames | Self::Train | Self::Openings => Some(LEARN),
            Self::Analyze => Some(ANALYZE),
            Self::Me => Some(ME),
            _ => None,
        }
    }

    /// Whether the page needs a script; of the others the text is there without one.
    #[cfg(feature = "ssr")]
    pub fn needs_script(self) -> bool {
        !matches!(
            self,
            Self::Characters | Self::Learn | Self::Tour | Self::Privacy | Self::Offline
        )
    }

    /// The addresses of all pages but those of games.
    pub fn addresses() -> impl Iterator<Item = &'static str> {
        ADDRESSES
            .into_iter()
            .map(|(address, _)| address)
            .chain(TOURS)
    }
}

/// The path of the request.
#[cfg(feature = "ssr")]
pub fn requested_path() -> Option<String> {
    use_context::<http::request::Parts>().map(|parts| parts.uri.path().to_owned())
}

/// The id of the element with the game's data, from which the live page starts.
pub const GAME_DATA: &str = "shown";

/// The page of a game's address, if the request has found the game.
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

/// The page of a document with a game's data; the server has checked its address.
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
        for path in [
            "", "play", "/play/", "/Play", "//", "/play/x", "/learn/", "/learn/x",
        ] {
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
