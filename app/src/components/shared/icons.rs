//! The icons of buttons.

use leptos::prelude::*;

/// An icon, 24 by 24, in the colour of the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Some are on parts that no server sends.
pub enum Icon {
    New,
    TakeBack,
    Redo,
    Start,
    Pause,
    Flip,
    Resign,
    Draw,
    Hint,
    MoveNow,
    More,
    Menu,
    Sound,
    Muted,
    Preferences,
    Sun,
    Moon,
    First,
    Previous,
    Next,
    Last,
    Up,
    Close,
    Import,
    Board,
    Analyze,
    Live,
    Tree,
    ZoomIn,
    ZoomOut,
    Share,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Icon::New => "M12 5v14M5 12h14",
            Icon::TakeBack => "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
            Icon::Redo => "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
            Icon::Start => "M7 4v16l12-8z",
            Icon::Pause => "M8 5v14M16 5v14",
            Icon::Flip => "M7 20V5M3 9l4-4 4 4M17 4v15M13 15l4 4 4-4",
            Icon::Resign => "M5 21V4M5 4h13l-3 4 3 4H5",
            Icon::Draw => "M5 9h14M5 15h14",
            Icon::Hint => {
                "M9 18h6M10 21h4M8.500 15a6.500 6.500 0 1 1 7 0c-.700.600-1 1.200-1 2h-5c0-.800-.300-1.400-1-2z"
            }
            Icon::MoveNow => "M13 3 5 14h6l-1 7 8-11h-6z",
            Icon::Menu => "M4 7h16M4 12h16M4 17h16",
            Icon::More => "M5 12h.01M12 12h.01M19 12h.01",
            Icon::Sound => "M4 9v6h4l5 4V5L8 9zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
            Icon::Muted => "M4 9v6h4l5 4V5L8 9zM17 9.500l5 5M22 9.500l-5 5",
            Icon::Preferences => "M4 7h9M19 7h1M4 17h3M13 17h7M16 4.500v5M10 14.500v5",
            Icon::Sun => {
                "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 \
                 1.400M17.600 17.600 19 19M19 5l-1.400 1.400M6.400 17.600 5 19"
            }
            Icon::Moon => "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500",
            Icon::First => "M18 5l-7 7 7 7M6 5v14",
            Icon::Previous => "m15 5-7 7 7 7",
            Icon::Next => "m9 5 7 7-7 7",
            Icon::Last => "m6 5 7 7-7 7M18 5v14",
            Icon::Up => "m5 15 7-7 7 7",
            Icon::Close => "M6 6l12 12M18 6 6 18",
            Icon::Import => "M12 4v11M7 10l5 5 5-5M4 20h16",
            Icon::Board => "M4 4h16v16H4zM4 12h16M12 4v16",
            Icon::Analyze => "M4 20V4M4 20h16M8 16l4-5 3 3 5-7",
            Icon::Live => {
                "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 20a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M17 14a6 6 0 0 1 4 6"
            }
            Icon::Tree => "M4 5h16M4 12h9M16 12h4M4 19h4M11 19h2M16 19h2",
            Icon::ZoomIn => "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5M10 7v6M7 10h6",
            Icon::ZoomOut => "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5M7 10h6",
            Icon::Share => "M12 15V3M7 8l5-5 5 5M5 12v8h14v-8",
        }
    }

    /// The icon as SVG; hidden from screen readers, since the button has a name.
    pub fn draw(self) -> impl IntoView {
        view! {
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d=self.path() />
            </svg>
        }
    }
}
