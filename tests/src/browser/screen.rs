//! The size and the kind of input of a page's window.

/// How the window looks to the page.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// A finger instead of a mouse.
    pub touch: bool,
}

impl Screen {
    /// A desktop's window.
    pub const DESKTOP: Screen = Screen {
        width: 1440,
        height: 900,
        touch: false,
    };
    /// A small phone held upright.
    pub const PHONE: Screen = Screen {
        width: 375,
        height: 667,
        touch: true,
    };
}
