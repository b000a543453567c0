//! The page of a live or shared game: `/game/…`, and embedded, `/embed/…`.

use leptos::prelude::*;

use super::lazy_page::lazy_page;
use crate::components::Header;
use crate::components::shared::erased_view::Erase;
use crate::routes::Page;

/// The server renders the game as it stands. The browser keeps that HTML until the live bundle is
/// loaded.
pub fn game(page: Page) -> AnyView {
    let head = match page {
        // An embedded game has no header.
        Page::Embed => ().erase(),
        _ => view! { <Header /> }.erase(),
    };
    view! {
        {head}
        <main id="main">{content()}</main>
    }
    .erase()
}

fn content() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    return lazy_page(|| Box::pin(super::bundles::load_live()), static_game);
    #[cfg(not(feature = "hydrate"))]
    lazy_page(static_game)
}

/// The game as it stands, disabled.
fn static_game(_status: &'static str) -> AnyView {
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
    .erase()
}

/// The game as JSON for a script element: escaped so that it cannot end the element.
#[cfg(feature = "ssr")]
pub fn game_data(shown: &wire::visitor::live_games::GameForVisitor) -> String {
    // Serialising texts and numbers cannot fail.
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
}
