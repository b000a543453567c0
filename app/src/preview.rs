//! What others show of a link to this site: a title, a sentence, for a game its picture.

use http::{header, request::Parts};
use leptos::prelude::*;

use crate::api::CookiePolicy;
use crate::api::live::Shown;
use crate::components::live::words;
use crate::pages::Page;

/// The picture that `/game/{link}.png` answers, pixels.
const PICTURE: (&str, &str) = ("1200", "630");

/// The game that this document is about.
pub fn shown() -> Option<Shown> {
    use_context()
}

/// What the browser's tab says, as HTML.
pub fn title(page: Page, shown: Option<&Shown>) -> String {
    match (page, shown) {
        (Page::Game | Page::Embed, Some(shown)) => {
            escaped(&format!("{} \u{b7} Ponder", words::title(&shown.view)))
        }
        _ => page.title().to_owned(),
    }
}

/// The page in a sentence.
pub fn description(shown: Option<&Shown>) -> String {
    let usual = "Play chess in your browser against an opponent that shows what it is thinking.";
    shown.map_or_else(|| usual.to_owned(), |shown| words::described(&shown.view))
}

/// The tags by which chats and networks show a game's link.
pub fn tags(shown: &Shown) -> impl IntoView + use<> {
    let title = words::title(&shown.view);
    let description = words::described(&shown.view);
    let version = shown.view.version;
    let page = shown.view.game.page();
    let (width, height) = PICTURE;
    // Without a name for this site there is no address that others could use.
    let addressed = origin().map(|origin| {
        let address = format!("{origin}{page}");
        let picture = format!("{address}.png?v={version}");
        view! {
            <link rel="canonical" href=address.clone() />
            {of("og:url", address)}
            {of("og:image", picture.clone())}
            {of("og:image:type", "image/png".to_owned())}
            {of("og:image:width", width.to_owned())}
            {of("og:image:height", height.to_owned())}
            {of("og:image:alt", description.clone())}
            <meta name="twitter:image" content=picture />
        }
    });
    view! {
        {of("og:site_name", "Ponder".to_owned())}
        {of("og:type", "website".to_owned())}
        {of("og:title", title)}
        {of("og:description", description.clone())}
        <meta name="twitter:card" content="summary_large_image" />
        {addressed}
    }
}

/// A tag of the Open Graph protocol.
fn of(property: &'static str, content: String) -> impl IntoView {
    view! { <meta content=content /> }.attr("property", property)
}

/// Where this site is, as the request calls it.
fn origin() -> Option<String> {
    let parts = use_context::<Parts>()?;
    let host = parts.headers.get(header::HOST)?.to_str().ok()?;
    let secure = use_context::<CookiePolicy>().is_some_and(|policy| policy.secure);
    let scheme = if secure { "https" } else { "http" };
    is_plain(host).then(|| format!("{scheme}://{host}"))
}

/// Whether it is a name or a number of a machine, with or without a port, and nothing else: anybody
/// may send anything.
fn is_plain(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (host, None),
    };
    let labels = name.split('.').all(|label| {
        let letters = label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        letters && !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
    });
    let is_port = |port: &str| {
        let digits = port.bytes().all(|byte| byte.is_ascii_digit());
        digits && port.parse::<u16>().is_ok()
    };
    labels && name.len() <= 253 && port.is_none_or(is_port)
}

/// A text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_host_becomes_a_part_of_addresses() {
        for host in ["ponder.example", "localhost", "127.0.0.1:3000", "a-b.c:443"] {
            assert!(is_plain(host), "{host}");
        }
        for host in [
            "",
            ":80",
            "a b",
            "a/b",
            "a.example/",
            "user@a.example",
            "a..example",
            ".example",
            "-a.example",
            "a.example:",
            "a.example:99999",
            "a.example:+80",
            "a.example:80:80",
            "a\"><script>",
            "[::1]",
            "ex\u{e4}mple",
        ] {
            assert!(!is_plain(host), "{host}");
        }
    }

    #[test]
    fn no_name_ends_the_title() {
        assert_eq!(
            escaped("</title><script>&amp;"),
            "&lt;/title&gt;&lt;script&gt;&amp;amp;"
        );
    }
}
