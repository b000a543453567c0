//! A key by which a game is recognised when it comes again.

use engine::rules::pgn::{GameResult, Tags};
use serde::{Deserialize, Serialize};

/// The hash of a game's start, moves, players and date: the same for one game with and without clocks,
/// comments and variations. FNV-1a, the same in every version.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct GameKey(pub u64);

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

impl GameKey {
    /// The key of a PGN text with these tags.
    #[must_use]
    pub fn of(tags: &Tags, text: &str) -> GameKey {
        let mut hash = BASIS;
        let mut add = |text: &str| {
            // No text has the last byte.
            for byte in text.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
            }
        };
        add(tags.get("FEN").unwrap_or_default());
        for player in ["White", "Black"] {
            add(&tags.get(player).unwrap_or_default().to_lowercase());
        }
        let date = tags.get("UTCDate").or_else(|| tags.get("Date"));
        add(date.unwrap_or_default());
        for_each_move(text, &mut add);
        GameKey(hash)
    }
}

/// Calls `add` for each move of the main line, without numbers, checks and glyphs.
fn for_each_move(text: &str, add: &mut dyn FnMut(&str)) {
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = match letter {
            '{' => after(rest, '}'),
            ';' => after(rest, '\n'),
            '[' => after_tag(rest),
            letter if is_word(letter) => {
                let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
                let word = rest[..end].trim_start_matches(|letter: char| {
                    letter.is_ascii_digit() || matches!(letter, '.' | '…')
                });
                let is_result = GameResult::from_text(&rest[..end]).is_some();
                let word = word.trim_end_matches(['+', '#', '!', '?']);
                let castles = rest[..end].starts_with("0-0");
                if depth == 0 && !is_result && (!word.is_empty() || castles) {
                    match castles {
                        true => add(&rest[..end]
                            .trim_end_matches(['+', '#', '!', '?'])
                            .replace('0', "O")),
                        false => add(word),
                    }
                }
                &rest[end..]
            }
            letter => {
                match letter {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                let rest = &rest[letter.len_utf8()..];
                match letter {
                    '$' => rest.trim_start_matches(|letter: char| letter.is_ascii_digit()),
                    _ => rest,
                }
            }
        };
    }
}

fn is_word(letter: char) -> bool {
    !letter.is_whitespace() && !"{}()[];$".contains(letter)
}

/// The text after the next of this character.
fn after(text: &str, end: char) -> &str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

/// The text after a tag, whose value may have brackets.
fn after_tag(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    let end = line.rfind(']').map_or(line.len(), |end| end + 1);
    &text[end.max(1)..]
}
