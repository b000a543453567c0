//! A game that has an address: `/game/…`, and in a frame on somebody's page, `/embed/…`.

use leptos::prelude::*;

use super::Page;
use super::late::late;
use crate::components::Header;
use crate::components::whole::IntoWhole;

/// The element that holds the game as data, for the part that plays to begin with.
pub const DATA: &str = "shown";

/// What the server sends is the game as it stands. The browser leaves it as it is until the part that
/// plays is there.
pub fn game(page: Page) -> AnyView {
    let head = match page {
        // Nothing but the game.
        Page::Embed => ().into_whole(),
        _ => view! { <Header /> }.into_whole(),
    };
    view! {
        {head}
        <main id="main">{content()}</main>
    }
    .into_whole()
}

fn content() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    return late(|| Box::pin(crate::later::load_game()), still);
    #[cfg(not(feature = "hydrate"))]
    late(still)
}

/// The game as it stands; nothing of it can be pressed yet.
fn still(_words: &'static str) -> AnyView {
    let shown = use_context();
    let game = shown.map(|shown| match Page::here() {
        Page::Embed => crate::components::live::frame(shown),
        _ => crate::components::live::game(shown),
    });
    view! {
        <fieldset class="still" disabled>
            {game}
        </fieldset>
    }
    .into_whole()
}

/// The page of an address that begins like a game's, if it is one and the document has its game.
#[cfg(feature = "ssr")]
pub fn of_game(path: &str) -> Option<Page> {
    use wire::live::GameLink;

    let link = |begin| path.strip_prefix(begin)?.parse::<GameLink>().ok();
    let page = match (link(wire::live::game_link::PAGE), link(super::EMBED)) {
        (Some(_), _) => Page::Game,
        (None, Some(_)) => Page::Embed,
        (None, None) => return None,
    };
    use_context::<wire::visitor::live_games::GameForVisitor>().map(|_| page)
}

/// The page of a document that has a game: which address it is at, the server has read.
#[cfg(not(feature = "ssr"))]
pub fn of_game(path: &str) -> Option<Page> {
    document().get_element_by_id(DATA)?;
    Some(match path.starts_with(super::EMBED) {
        true => Page::Embed,
        false => Page::Game,
    })
}

/// The game as data; nothing in it can end the script that it stands in, nor a line of one.
#[cfg(feature = "ssr")]
pub fn data(shown: &wire::visitor::live_games::GameForVisitor) -> String {
    // Texts and numbers can always be written.
    in_script(&serde_json::to_string(shown).unwrap_or_default())
}

#[cfg(feature = "ssr")]
fn in_script(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(letter)));
            }
            other => text.push(other),
        }
    }
    text
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_script_that_it_stands_in() {
        let name = "</script><!-- & \u{2028}\u{2029} \" \\ \u{e9}";
        let json = serde_json::to_string(name).expect("JSON");
        let text = in_script(&json);
        assert!(
            !text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<String>(&text).expect("JSON"), name);
    }

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
