//! A game of a file, before its moves are read.

use engine::rules::pgn;

use super::game_key::GameKey;

/// The longest name of a player that is kept, characters.
pub(super) const MAX_NAME_CHARS: usize = 60;

/// A game of a file, not yet read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// White's and Black's names; empty where the file has none.
    pub players: [String; 2],
    pub key: GameKey,
    /// PGN.
    pub text: String,
}

impl FoundGame {
    /// Tags that cannot be read count as missing: whoever reads the moves will say so.
    pub(super) fn new(text: String) -> FoundGame {
        let tags = pgn::parse_tags(&text).unwrap_or_default();
        let players = ["White", "Black"].map(|tag| player_name(tags.get(tag)));
        FoundGame {
            key: GameKey::of(&tags, &text),
            players,
            text,
        }
    }
}

/// A name as it is shown; empty for an unknown one.
pub(super) fn player_name(tag: Option<&str>) -> String {
    let name = tag.unwrap_or_default().trim();
    let name = if matches!(name, "?" | "-") { "" } else { name };
    let shown = name.chars().filter(|letter| !letter.is_control());
    shown.take(MAX_NAME_CHARS).collect()
}
