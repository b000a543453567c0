//! A game that has an address: `/game/…`, and in a frame on somebody's page, `/embed/…`.

use leptos::prelude::*;

use super::late::late;
use crate::components::Header;
use crate::components::whole::IntoWhole;

/// The element that holds the game as data.
pub const DATA: &str = "shown";

/// What the server sends is the game as it stands, and the same as data. The browser leaves it as it
/// is until the part that plays is there.
#[component]
pub fn Game() -> impl IntoView {
    view! {
        <Header />
        <main>{content()}</main>
        <Data />
    }
    .into_whole()
}

/// Without anything around it.
#[component]
pub fn Embed() -> impl IntoView {
    view! {
        <main>{content()}</main>
        <Data />
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
    #[cfg(feature = "ssr")]
    let view = {
        let game = use_context().map(|shown| match super::Page::here() {
            super::Page::Embed => crate::components::live::frame(shown),
            _ => crate::components::live::game(shown),
        });
        view! {
            <fieldset class="still" disabled>
                {game}
            </fieldset>
        }
    };
    // As it came: markup that is the server's alone.
    #[cfg(not(feature = "ssr"))]
    let view = view! { <fieldset class="still" disabled inner_html=""></fieldset> };
    view.into_whole()
}

/// The game as data, which the part that plays begins with.
#[component]
fn Data() -> impl IntoView {
    #[cfg(feature = "ssr")]
    let text = use_context::<crate::api::live::Shown>().map_or_else(String::new, |shown| {
        // Texts and numbers can always be written.
        in_script(&serde_json::to_string(&shown).unwrap_or_default())
    });
    #[cfg(not(feature = "ssr"))]
    let text = "";
    view! { <script type="application/json" id=DATA inner_html=text></script> }
}

/// Whether this document is one of a game that there is.
#[cfg(feature = "ssr")]
pub fn is_there() -> bool {
    use_context::<crate::api::live::Shown>().is_some()
}

/// Whether this document is one of a game that there is.
#[cfg(not(feature = "ssr"))]
pub fn is_there() -> bool {
    document().get_element_by_id(DATA).is_some()
}

/// JSON in which nothing can end the script that it stands in, nor a line of one.
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
