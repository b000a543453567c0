//! Link previews: title, description, and the picture of a game.

use http::{header, request::Parts};
use leptos::prelude::*;
use wire::live::game_view::{GameStage, GameView};
use wire::visitor::live_games::GameForVisitor;

use super::public_origin::PublicOrigin;
use crate::components::live::text::{self, challenger, time_text};
use crate::components::shared::format::{color_name, counted};
use crate::components::shared::outcome_text::outcome_text;
use crate::pages::tour_title;
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
        (Page::Tour, _) => format!("{} \u{b7} Ponder", escaped(tour_title())),
        _ => page.title().to_owned(),
    }
}

/// The description of the page.
pub fn description(shown: Option<&GameForVisitor>) -> String {
    let usual = "Play chess in your browser against an opponent that shows what it is thinking.";
    shown.map_or_else(|| usual.to_owned(), |shown| game_description(&shown.view))
}

/// The description of a game.
fn game_description(view: &GameView) -> String {
    let pace = time_text(view.control);
    let players = format!(
        "{} (White) against {} (Black), {}.",
        view.white.shown_name(),
        view.black.shown_name(),
        pace.to_ascii_lowercase()
    );
    let moves = counted(view.moves.len().div_ceil(2) as u64, "move");
    match view.stage {
        GameStage::Open => {
            let color = challenger(view);
            let (by, left) = (view.player(color).shown_name(), color_name(!color));
            format!(
                "{by} looks for an opponent: {left}, {}.",
                pace.to_ascii_lowercase()
            )
        }
        GameStage::Playing => format!("{players} {moves} so far."),
        GameStage::Over { outcome } => {
            format!("{players} {} {moves}.", outcome_text(&outcome, None))
        }
        GameStage::Aborted => format!("{players} Called off."),
    }
}

/// The meta tags for previews of a game's link.
pub fn tags(shown: &GameForVisitor) -> impl IntoView + use<> {
    let title = text::title(&shown.view);
    let description = game_description(&shown.view);
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
        let is_secure = expect_context::<CookiePolicy>().secure;
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
    use engine::rules::{Color, Reason};
    use wire::live::game_view::{GameKind, PlayerInfo};

    use super::*;
    use crate::components::live::text::tests::{over, view};
    use crate::components::live::text::{name_tooltip, player_detail};

    #[test]
    fn no_name_ends_the_title() {
        assert_eq!(
            escaped("</title><script>&amp;"),
            "&lt;/title&gt;&lt;script&gt;&amp;amp;"
        );
    }

    #[test]
    fn a_link_says_who_plays_and_how_it_stands() {
        let open = GameView {
            white: PlayerInfo::Nobody,
            black: PlayerInfo::Guest,
            moves: Vec::new(),
            control: None,
            ..view(GameStage::Open)
        };
        let cases = [
            (
                view(GameStage::Playing),
                "Ada vs Calculator",
                "Ada (White) against Calculator (Black), 5+3. 2 moves so far.",
            ),
            (
                view(over(Some(Color::Black), Reason::Resignation)),
                "Ada vs Calculator \u{b7} 0\u{2013}1",
                "Ada (White) against Calculator (Black), 5+3. Black won. By resignation. 2 moves.",
            ),
            (
                view(GameStage::Aborted),
                "Ada vs Calculator \u{b7} called off",
                "Ada (White) against Calculator (Black), 5+3. Called off.",
            ),
            (
                open,
                "Guest looks for an opponent",
                "Guest looks for an opponent: White, no clock.",
            ),
        ];
        for (view, expected_title, description) in cases {
            assert_eq!(text::title(&view), expected_title);
            assert_eq!(game_description(&view), description);
        }
    }

    #[test]
    fn a_typed_name_is_no_accounts_wherever_it_is_read() {
        let typed = GameView {
            kind: GameKind::Board,
            black: PlayerInfo::Called {
                name: "Ada\" \u{202e}".to_owned(),
            },
            control: None,
            ..view(GameStage::Playing)
        };
        assert_eq!(text::title(&typed), "Ada vs \u{201c}Ada\u{201d}");
        assert_eq!(
            game_description(&typed),
            "Ada (White) against \u{201c}Ada\u{201d} (Black), no clock. 2 moves so far."
        );
        assert_eq!(
            player_detail(&typed, Color::Black, None),
            "Black \u{b7} name as typed"
        );
        assert_eq!(
            name_tooltip(&typed.black),
            "\u{201c}Ada\u{201d}: name as typed, not an account"
        );
        assert_eq!(name_tooltip(&typed.white), "Ada");
        assert_eq!(typed.black.name(), "Ada\" \u{202e}");
    }
}
