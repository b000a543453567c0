//! The styles by name.

use std::fmt;
use std::str::FromStr;

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
// By the name as text: less code than a derived enum.
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "&'static str"))]
pub enum PlayingStyle {
    /// Brings its pieces near the enemy's king, and keeps the queens.
    Attacker,
    /// Gives pawns for open lines and pieces that are out early.
    Gambiteer,
    /// Keeps its pawns at home and guarded, and its king behind them.
    Defender,
    /// Exchanges what it can, and the queens first.
    Simplifier,
    /// Pushes its pawns, most of all against the enemy's king.
    Stormer,
    /// Avoids exchanges, and keeps pawns facing each other.
    Complicator,
}

impl PlayingStyle {
    /// All styles.
    pub const ALL: [PlayingStyle; 6] = [
        PlayingStyle::Attacker,
        PlayingStyle::Gambiteer,
        PlayingStyle::Defender,
        PlayingStyle::Simplifier,
        PlayingStyle::Stormer,
        PlayingStyle::Complicator,
    ];

    /// The name in options.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PlayingStyle::Attacker => "attacker",
            PlayingStyle::Gambiteer => "gambiteer",
            PlayingStyle::Defender => "defender",
            PlayingStyle::Simplifier => "simplifier",
            PlayingStyle::Stormer => "stormer",
            PlayingStyle::Complicator => "complicator",
        }
    }
}

impl fmt::Display for PlayingStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that no style has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown playing style {0:?}")]
pub struct UnknownPlayingStyle(pub String);

impl FromStr for PlayingStyle {
    type Err = UnknownPlayingStyle;

    fn from_str(name: &str) -> Result<PlayingStyle, UnknownPlayingStyle> {
        PlayingStyle::ALL
            .into_iter()
            .find(|known| known.as_str() == name)
            .ok_or_else(|| UnknownPlayingStyle(name.to_owned()))
    }
}

impl TryFrom<String> for PlayingStyle {
    type Error = UnknownPlayingStyle;

    fn try_from(name: String) -> Result<PlayingStyle, UnknownPlayingStyle> {
        name.parse()
    }
}

impl From<PlayingStyle> for &'static str {
    fn from(style: PlayingStyle) -> &'static str {
        style.as_str()
    }
}
