//! The document around the application, and the content security policy that goes with it.

use leptos::config::LeptosOptions;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use wire::visitor::live_games::GameForVisitor;

use super::preview;
use crate::app::App;
use crate::platform::style_sheets::LATER_SHEET;
use crate::preferences::request_prefs;
use crate::routes::{GAME_DATA, Page, SHELLS, requested_path};

/// Records taps before hydration, which the board replays.
const KEEP_EARLY_TAPS: &str = include_str!("early_taps.js");
/// Loads and starts the package.
const HYDRATE: &str = include_str!("hydrate.js");
/// Registers the service worker.
const REGISTER: &str = include_str!("register.js");
/// Shows an error where the page cannot be hydrated.
const UNABLE: &str = include_str!("unable.js");
/// Applies the visitor's theme to a shell.
const SHELL_LOOK: &str = include_str!("shell_look.js");

/// The document. `options.site_pkg_dir` is `pkg/<hash>`, `options.output_name` is `ponder`.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let folder = format!("/{}", options.site_pkg_dir);
    let pkg = format!("{folder}/{}", options.output_name);
    // For the first paint; the application updates it.
    let [(_, theme), (_, board), (_, coordinates)] = request_prefs().root_attributes();
    let shell_address = requested_path().filter(|path| SHELLS.contains(&&**path));
    let is_shell = shell_address.is_some();
    let page = Page::here();
    let needs_script = page.needs_script();
    let shown = preview::shown();
    // The playing page loads it with its lazy parts.
    let later = (page != Page::Play).then_some(&LATER_SHEET);
    let own_sheets = later
        .into_iter()
        .chain(style_sheets(page))
        .map(|name| view! { <link rel="stylesheet" href=format!("{folder}/{name}") /> })
        .collect_view();
    send_content_security_policy(page);
    view! {
        <!DOCTYPE html>
        <html
            lang="en"
            data-theme=theme
            data-board=board
            data-coordinates=coordinates
            data-pkg=format!("{pkg}.js")
            data-shell=shell_address
        >
            <head>
                <meta charset="utf-8" />
                <title inner_html=preview::title(page, shown.as_ref())></title>
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="description" content=preview::description(shown.as_ref()) />
                {shown.as_ref().map(preview::tags)}
                <meta name="color-scheme" content="dark light" />
                <meta name="theme-color" content="#0f0f1a" />
                <link rel="stylesheet" href=format!("{pkg}.css") />
                {own_sheets}
                <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
                <link rel="manifest" href="/manifest.webmanifest" />
                {is_shell.then(|| view! { <script nonce=use_nonce()>{SHELL_LOOK}</script> })}
                {needs_script
                    .then(|| {
                        view! {
                            <script nonce=use_nonce()>{KEEP_EARLY_TAPS}</script>
                            <script nonce=use_nonce()>{UNABLE}</script>
                        }
                    })}
                // An embedded game installs no service worker.
                {(page != Page::Embed).then(|| view! { <script nonce=use_nonce()>{REGISTER}</script> })}
                <script nonce=use_nonce()>{HYDRATE}</script>
            </head>
            <body>
                <App />
                {shown
                    .as_ref()
                    .map(|shown| {
                        view! { <script type="application/json" id=GAME_DATA inner_html=game_data(shown)></script> }
                    })}
                {(needs_script && shown.is_none())
                    .then(|| {
                        view! {
                            <noscript>
                                <p class="trouble broken">"Ponder needs JavaScript to play."</p>
                            </noscript>
                        }
                    })}
            </body>
        </html>
    }
}

/// The style sheets of a page beside those of every page.
fn style_sheets(page: Page) -> &'static [&'static str] {
    match page {
        Page::Play => &[],
        Page::Analyze => &["analysis.css"],
        Page::Api => &["api.css"],
        Page::Me => &["me.css"],
        Page::Watch => &["live.css", "theatre.css", "still.css"],
        Page::Theatre => &["theatre.css"],
        Page::Arena => &["long_run.css", "arena.css", "still.css"],
        Page::Dojo => &["long_run.css", "dojo.css", "still.css"],
        Page::Endgames => &["endgames.css", "still.css"],
        Page::Train | Page::Openings => &["endgames.css", "train.css"],
        Page::Live | Page::Game | Page::Embed => &["live.css"],
        Page::Tour => &["guide.css", "theatre.css", "still.css"],
        Page::Characters => &["guide.css", "characters.css"],
        Page::Learn | Page::Privacy => &["guide.css"],
        Page::Offline | Page::NotFound => &["lost.css"],
    }
}

/// Scripts and styles come from this site only; inline scripts carry the request's nonce. Only embedded
/// games may be shown in a frame.
fn send_content_security_policy(page: Page) {
    let (Some(response), Some(nonce)) =
        (use_context::<leptos_axum::ResponseOptions>(), use_nonce())
    else {
        return;
    };
    let ancestors = match page {
        Page::Embed => "*",
        _ => "'none'",
    };
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'nonce-{nonce}'; \
         style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; connect-src 'self'; \
         worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
         frame-ancestors {ancestors}"
    );
    if let Ok(value) = http::HeaderValue::from_str(&policy) {
        response.insert_header(http::header::CONTENT_SECURITY_POLICY, value);
    }
}

/// The game as JSON for a script element: escaped so that it cannot end the element.
fn game_data(shown: &GameForVisitor) -> String {
    // Serialising texts and numbers cannot fail.
    in_script(&serde_json::to_string(shown).unwrap_or_default())
}

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

#[cfg(test)]
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
