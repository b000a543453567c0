//! The visitor's preferences, in one cookie, so that the server renders what the visitor chose.
//!
//! Text that anybody could have written: what is not understood falls back to the default, field
//! by field.

use engine::{
    book::Style,
    player::{Level, StrategyId},
    rules::Color,
};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The cookie that holds the preferences. Scripts may read and write it.
pub const PREFS_COOKIE: &str = "ponder_prefs";

/// 400 days in seconds, the longest that browsers keep a cookie.
#[cfg(feature = "hydrate")]
const MAX_AGE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// What a visitor chose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefs {
    /// Dark, light, or what the system says.
    pub theme: Theme,
    /// How the next game is set up and shown.
    pub settings: Settings,
}

/// The page's colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// Light on dark; the house's own.
    #[default]
    Dark,
    /// Dark on light.
    Light,
    /// What the operating system says.
    System,
}

/// How the next game is set up and shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Against whom.
    pub opponent: Opponent,
    /// The visitor's colour in the next game.
    pub color: ColorChoice,
    /// Who the engine is.
    pub mind: StrategyId,
    /// What it opens with, if it has a book; `None` is off.
    pub book: Option<Style>,
    /// The engine's level.
    pub level: Level,
    /// Whether a piece's legal moves are marked.
    pub hints: bool,
    /// Whether a search that is too short to see is replayed slowly.
    pub slow_replay: bool,
}

/// Against whom the visitor plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opponent {
    /// The engine.
    #[default]
    Engine,
    /// Another person at the same board.
    Person,
}

/// The colour that the visitor asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ColorChoice {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Drawn anew for every game.
    Random,
}

impl ColorChoice {
    /// The colour of a game for which `drawn` was drawn.
    pub fn resolve(self, drawn: Color) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random => drawn,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            opponent: Opponent::default(),
            color: ColorChoice::default(),
            mind: StrategyId::Calculator,
            book: Some(Style::default()),
            level: Level::default(),
            hints: true,
            slow_replay: true,
        }
    }
}

/// So many of [`MINDS`] are whole; the others show how one is made.
pub const FULL_MINDS: usize = 3;

/// Who can be played against on the page.
pub const MINDS: [StrategyId; 8] = [
    StrategyId::Ponder,
    StrategyId::Calculator,
    StrategyId::Explorer,
    StrategyId::ExplorerRollout,
    StrategyId::Pruner,
    StrategyId::Plodder,
    StrategyId::Grabber,
    StrategyId::Dice,
];

const THEMES: [(&str, Theme); 3] = [
    ("dark", Theme::Dark),
    ("light", Theme::Light),
    ("system", Theme::System),
];
const OPPONENTS: [(&str, Opponent); 2] =
    [("engine", Opponent::Engine), ("person", Opponent::Person)];
const COLORS: [(&str, ColorChoice); 3] = [
    ("white", ColorChoice::White),
    ("black", ColorChoice::Black),
    ("random", ColorChoice::Random),
];
const BOOKS: [(&str, Option<Style>); 4] = [
    ("standard", Some(Style::Standard)),
    ("aggressive", Some(Style::Aggressive)),
    ("defensive", Some(Style::Defensive)),
    ("off", None),
];
const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];

impl Theme {
    /// The word in the cookie, fit for a class or an attribute: `dark`, `light`, `system`.
    pub fn as_str(self) -> &'static str {
        word(&THEMES, self)
    }
}

impl Prefs {
    /// Reads the cookie's value, such as `theme=dark&level=3`.
    pub fn parse(value: &str) -> Self {
        let mut prefs = Self::default();
        for (name, text) in value.split('&').filter_map(|field| field.split_once('=')) {
            prefs.set(name, text);
        }
        prefs
    }

    /// Reads the value of a `Cookie` header, or the text of `document.cookie`.
    pub fn from_cookies(cookies: &str) -> Self {
        cookie_value(cookies, PREFS_COOKIE)
            .map(Self::parse)
            .unwrap_or_default()
    }

    /// The cookie's value; [`Prefs::parse`] reads it back.
    pub fn to_value(self) -> String {
        let Settings {
            opponent,
            color,
            mind,
            book,
            level,
            hints,
            slow_replay,
        } = self.settings;
        format!(
            "theme={}&opponent={}&color={}&mind={mind}&book={}&level={}&hints={}&replay={}",
            self.theme.as_str(),
            word(&OPPONENTS, opponent),
            word(&COLORS, color),
            word(&BOOKS, book),
            u8::from(level),
            word(&SWITCH, hints),
            word(&SWITCH, slow_replay),
        )
    }

    fn set(&mut self, name: &str, text: &str) {
        let settings = &mut self.settings;
        match name {
            "theme" => choose(&THEMES, text, &mut self.theme),
            "opponent" => choose(&OPPONENTS, text, &mut settings.opponent),
            "color" => choose(&COLORS, text, &mut settings.color),
            "hints" => choose(&SWITCH, text, &mut settings.hints),
            "replay" => choose(&SWITCH, text, &mut settings.slow_replay),
            "book" => choose(&BOOKS, text, &mut settings.book),
            "mind" => {
                let known = text.parse().ok();
                if let Some(mind) = known.filter(|mind| MINDS.contains(mind)) {
                    settings.mind = mind;
                }
            }
            "level" => {
                if let Some(level) = text.parse().ok().and_then(Level::new) {
                    settings.level = level;
                }
            }
            _ => {}
        }
    }
}

/// The preferences of this page, one signal for all of it. On the first call it is made, from the
/// request's cookie, and whatever the server read reaches the browser's first render unchanged; in
/// the browser every change is written back to the cookie.
///
/// Call it first in the root component.
pub fn use_prefs() -> RwSignal<Prefs> {
    if let Some(prefs) = use_context::<RwSignal<Prefs>>() {
        return prefs;
    }
    let prefs = RwSignal::new(SharedValue::new(first).into_inner());
    provide_context(prefs);
    #[cfg(feature = "hydrate")]
    Effect::new(move |before: Option<Prefs>| {
        let now = prefs.get();
        if before.is_some_and(|before| before != now) {
            write(now);
        }
        now
    });
    prefs
}

/// The value of the cookie `name` in a `Cookie` header or in `document.cookie`.
pub(crate) fn cookie_value<'a>(cookies: &'a str, name: &str) -> Option<&'a str> {
    cookies
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// The preferences of the request that is being answered, for the document around the application,
/// where [`use_prefs`] has no counterpart in the browser.
#[cfg(feature = "ssr")]
pub fn request_prefs() -> Prefs {
    use_context::<http::request::Parts>()
        .and_then(|parts| {
            let header = parts.headers.get(http::header::COOKIE)?.to_str().ok()?;
            Some(Prefs::from_cookies(header))
        })
        .unwrap_or_default()
}

/// The preferences with which a page begins. The browser asks only where no server rendered it.
fn first() -> Prefs {
    #[cfg(feature = "ssr")]
    return request_prefs();
    #[cfg(all(feature = "hydrate", not(feature = "ssr")))]
    if let Some(cookies) = crate::session::browser::cookies() {
        return Prefs::from_cookies(&cookies);
    }
    #[cfg(not(feature = "ssr"))]
    Prefs::default()
}

#[cfg(feature = "hydrate")]
fn write(prefs: Prefs) {
    crate::session::browser::set_cookie(&format!(
        "{PREFS_COOKIE}={}; Path=/; Max-Age={MAX_AGE_SECONDS}; SameSite=Lax",
        prefs.to_value()
    ));
}

fn word<T: PartialEq + Copy>(words: &[(&'static str, T)], value: T) -> &'static str {
    words
        .iter()
        .find(|(_, known)| *known == value)
        .map_or("", |(word, _)| word)
}

fn choose<T: Copy>(words: &[(&str, T)], text: &str, slot: &mut T) {
    if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
        *slot = *value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_survives_the_cookie() {
        for (_, theme) in THEMES {
            for (_, color) in COLORS {
                for level in Level::all() {
                    let prefs = Prefs {
                        theme,
                        settings: Settings {
                            opponent: Opponent::Person,
                            color,
                            mind: MINDS[usize::from(level.number()) % MINDS.len()],
                            book: BOOKS[usize::from(level.number()) % BOOKS.len()].1,
                            level,
                            hints: false,
                            slow_replay: false,
                        },
                    };
                    assert_eq!(Prefs::parse(&prefs.to_value()), prefs);
                }
            }
        }
    }

    #[test]
    fn a_hostile_value_falls_back_field_by_field() {
        for hostile in [
            "",
            "=",
            "&&&",
            "theme",
            "theme=<script>",
            "level=0&level=11&level=-1&level=256&level=3.5",
            "color=purple&hints=maybe&replay=",
            "mind=intuition&mind=learner&mind=Calculator&book=thick",
            "theme=DARK",
            "\u{0}\u{ffff}",
        ] {
            assert_eq!(Prefs::parse(hostile), Prefs::default(), "{hostile:?}");
        }
        let half = Prefs::parse("theme=light&level=99&hints=off");
        assert_eq!(half.theme, Theme::Light);
        assert_eq!(half.settings.level, Level::default());
        assert!(!half.settings.hints);
    }

    #[test]
    fn the_cookie_is_found_among_others_by_its_whole_name() {
        let header = "a=b; xponder_prefs=theme=light; ponder_prefs=theme=system&level=5; c";
        let prefs = Prefs::from_cookies(header);
        assert_eq!(
            (prefs.theme, prefs.settings.level),
            (Theme::System, Level::new(5).unwrap())
        );
        assert_eq!(Prefs::from_cookies("a=b"), Prefs::default());
    }

    #[test]
    fn the_value_needs_no_quoting_in_a_cookie() {
        let value = Prefs::default().to_value();
        assert!(
            value
                .bytes()
                .all(|b| b.is_ascii_graphic() && !b"\",;\\".contains(&b)),
            "{value}"
        );
    }
}
