//! Link previews: title, description, and the picture of a game.

use http::{header, request::Parts};
use leptos::prelude::*;
use wire::visitor::live_games::GameForVisitor;

use crate::components::live::text;
use crate::public_origin::PublicOrigin;
use crate::routes::Page;
use crate::server_fns::CookiePolicy;

/// The size of the picture at `/game/{link}.png`, in pixels.
const PICTURE: (&str, &str) = ("1200", "630");

/// The game of this document.
pub fn shown() -> Option<GameForVisitor> {
    use_context()
}

/// The title of the browser tab, as HTML.
pub fn title(page: Page, shown: Option<&GameForVisitor>) -> String {
    match (page, shown) {
        (Page::Game | Page::Embed, Some(shown)) => {
            escaped(&format!("{} \u{b7} Ponder", text::title(&shown.view)))
        }
        _ => page.title().to_owned(),
    }
}

/// The description of the page.
pub fn description(shown: Option<&GameForVisitor>) -> String {
    let usual = "Play chess in your browser against an opponent that shows what it is thinking.";
    shown.map_or_else(|| usual.to_owned(), |shown| text::description(&shown.view))
}

/// The meta tags for previews of a game's link.
pub fn tags(shown: &GameForVisitor) -> impl IntoView + use<> {
    let title = text::title(&shown.view);
    let description = text::description(&shown.view);
    let version = shown.view.version;
    let page = shown.view.game.page();
    let (width, height) = PICTURE;
    // Without an origin there is no absolute address.
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

/// The origin of this site: configured, else from the request's `Host`.
fn origin() -> Option<PublicOrigin> {
    use_context().or_else(|| {
        let parts = use_context::<Parts>()?;
        let host = parts.headers.get(header::HOST)?.to_str().ok()?;
        let is_secure = use_context::<CookiePolicy>().is_some_and(|policy| policy.secure);
        PublicOrigin::of_host(host, is_secure)
    })
}

/// A text escaped for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_title() {
        assert_eq!(
            escaped("</title><script>&amp;"),
            "&lt;/title&gt;&lt;script&gt;&amp;amp;"
        );
    }
}
