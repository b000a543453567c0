//! Names that a person has typed or a PGN file contains: which characters are allowed, and how they
//! are displayed so that none looks like an account's.
//!
//! A typed name is displayed in quotation marks. It must not contain a character that could seem to
//! end it early, that is invisible, or that changes the direction of the text after it. The server
//! rejects such names; the page that shares a game cleans them first.

use std::fmt;
use std::ops::RangeInclusive;

/// The note beside a typed name.
pub const NOTE: &str = "name as typed, not an account";

/// Characters that are invisible or change how others are displayed: Unicode 17's property
/// `Default_Ignorable_Code_Point` (zero-width and bidirectional controls are among them), line and
/// paragraph separators, annotation marks, blank characters, and private-use characters.
const INVISIBLE: [RangeInclusive<char>; 29] = [
    '\u{ad}'..='\u{ad}',       // soft hyphen
    '\u{34f}'..='\u{34f}',     // combining grapheme joiner
    '\u{61c}'..='\u{61c}',     // Arabic letter mark
    '\u{115f}'..='\u{1160}',   // Hangul fillers
    '\u{17b4}'..='\u{17b5}',   // Khmer inherent vowels
    '\u{180b}'..='\u{180f}',   // Mongolian variation selectors and vowel separator
    '\u{200b}'..='\u{200f}',   // zero-width spaces and joiners, marks of direction
    '\u{2028}'..='\u{202e}',   // separators, embeddings and overrides of direction
    '\u{2060}'..='\u{206f}',   // word joiner, invisible operators, isolates
    '\u{2800}'..='\u{2800}',   // Braille without a dot
    '\u{3164}'..='\u{3164}',   // Hangul filler
    '\u{e000}'..='\u{f8ff}',   // private use
    '\u{fdd0}'..='\u{fdef}',   // no characters
    '\u{fe00}'..='\u{fe0f}',   // variation selectors
    '\u{feff}'..='\u{feff}',   // byte order mark
    '\u{ffa0}'..='\u{ffa0}',   // half-width Hangul filler
    '\u{fff0}'..='\u{fffb}',   // unassigned, marks of annotations
    '\u{fffe}'..='\u{ffff}',   // no characters
    '\u{13430}'..='\u{1345f}', // controls and blanks of hieroglyphs
    '\u{16fe4}'..='\u{16fe4}', // Khitan filler
    '\u{1bca0}'..='\u{1bca3}', // controls of shorthand
    '\u{1d159}'..='\u{1d159}', // a note without a head
    '\u{1d173}'..='\u{1d17a}', // musical controls
    '\u{1fffe}'..='\u{1ffff}', // no characters
    '\u{2fffe}'..='\u{2ffff}',
    '\u{3fffe}'..='\u{3ffff}',
    '\u{e0000}'..='\u{e0fff}', // tags and variation selectors
    '\u{f0000}'..='\u{fffff}', // private use
    '\u{100000}'..='\u{10ffff}',
];

/// Double quotation marks and characters that look like one.
const DOUBLE_QUOTES: [RangeInclusive<char>; 20] = [
    '"'..='"',
    '«'..='«',
    '»'..='»',
    '\u{2ba}'..='\u{2ba}',     // modifier letter double prime
    '\u{2dd}'..='\u{2dd}',     // double acute accent
    '\u{2ee}'..='\u{2ee}',     // modifier letter double apostrophe
    '\u{2f5}'..='\u{2f6}',     // modifier letter double grave and acute
    '\u{5f4}'..='\u{5f4}',     // gershayim
    '\u{1cd3}'..='\u{1cd3}',   // nihshvasa
    '\u{201c}'..='\u{201f}',   // double quotation marks
    '\u{2033}'..='\u{2034}',   // double and triple prime
    '\u{2036}'..='\u{2037}',   // the same reversed
    '\u{2057}'..='\u{2057}',   // quadruple prime
    '\u{275d}'..='\u{275e}',   // ornaments
    '\u{2760}'..='\u{2760}',   // ornament
    '\u{2e42}'..='\u{2e42}',   // double low reversed mark
    '\u{3003}'..='\u{3003}',   // ditto mark
    '\u{301d}'..='\u{301f}',   // double prime marks
    '\u{ff02}'..='\u{ff02}',   // full-width quotation mark
    '\u{1f676}'..='\u{1f678}', // ornaments
];

/// Two of these in a row look like a double quotation mark; one occurs in O'Brien.
const SINGLE_QUOTES: [RangeInclusive<char>; 10] = [
    '\''..='\'',
    '`'..='`',
    '\u{b4}'..='\u{b4}',     // acute accent
    '\u{2b9}'..='\u{2bd}',   // modifier letters
    '\u{2c8}'..='\u{2c8}',   // modifier letter vertical line
    '\u{2ca}'..='\u{2cb}',   // modifier letters acute and grave
    '\u{5f3}'..='\u{5f3}',   // geresh
    '\u{2018}'..='\u{201b}', // single quotation marks
    '\u{2032}'..='\u{2032}', // prime
    '\u{ff07}'..='\u{ff07}', // full-width apostrophe
];

/// Why a typed name is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// This character is invisible or changes how others are displayed.
    Invisible(char),
    /// This is a double quotation mark, or the second of two single ones.
    Quote(char),
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invisible(letter) => write!(
                f,
                "expected characters that can be seen, found U+{:04X}",
                u32::from(*letter)
            ),
            Self::Quote(letter) => write!(
                f,
                "expected no double quotation marks, found {letter} (U+{:04X})",
                u32::from(*letter)
            ),
        }
    }
}

/// Whether a character is not displayed as itself: controls, unusual spaces, blank characters and
/// changes of the writing direction.
pub fn is_invisible(letter: char) -> bool {
    letter.is_control() || letter != ' ' && letter.is_whitespace() || is_among(&INVISIBLE, letter)
}

/// The first fault of a typed name.
pub fn fault(name: &str) -> Option<NameFault> {
    let mut before = ' ';
    name.chars().find_map(|letter| {
        let after = std::mem::replace(&mut before, letter);
        if is_invisible(letter) {
            Some(NameFault::Invisible(letter))
        } else if is_quote(after, letter) {
            Some(NameFault::Quote(letter))
        } else {
            None
        }
    })
}

/// The name without its faults: spaces of any kind become normal ones, other faults are removed.
pub fn cleaned(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut before = ' ';
    for letter in name.chars() {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        if is_invisible(letter) || is_quote(before, letter) {
            continue;
        }
        out.push(letter);
        before = letter;
    }
    out.trim().to_owned()
}

/// The name in quotation marks, cleaned again in case it was stored unclean.
pub fn quoted(name: &str) -> String {
    format!("\u{201c}{}\u{201d}", cleaned(name))
}

fn is_quote(before: char, letter: char) -> bool {
    is_among(&DOUBLE_QUOTES, letter)
        || is_among(&SINGLE_QUOTES, letter) && is_among(&SINGLE_QUOTES, before)
}

fn is_among(ranges: &[RangeInclusive<char>], letter: char) -> bool {
    ranges.iter().any(|range| range.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_people_write_them_are_left_as_they_are() {
        for name in [
            "Anna",
            "O'Brien, Seán",
            "O\u{2019}Brien",
            "Lorenzo de\u{2019} Medici",
            "Нона Гаприндашвили",
            "佐藤 さくら",
            "हिन्दी",
            "محمد",
            "Anna (2400)",
            "Mr. X & co. <b>",
            "🦊",
        ] {
            assert_eq!(fault(name), None, "{name}");
            assert_eq!(cleaned(name), name);
            assert_eq!(quoted(name), format!("\u{201c}{name}\u{201d}"));
        }
    }

    #[test]
    fn what_does_not_show_or_turns_the_writing_is_a_fault() {
        for hidden in [
            '\0',
            '\n',
            '\u{7f}',
            '\u{85}',
            '\u{a0}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{180e}',
            '\u{2003}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{2800}',
            '\u{3000}',
            '\u{3164}',
            '\u{e000}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fffe}',
            '\u{1d173}',
            '\u{e0041}',
            '\u{e0100}',
            '\u{10ffff}',
        ] {
            let name = format!("An{hidden}na");
            assert_eq!(
                fault(&name),
                Some(NameFault::Invisible(hidden)),
                "{hidden:?}"
            );
            assert_eq!(fault(&cleaned(&name)), None, "{hidden:?}");
            assert!(!cleaned(&name).contains(hidden), "{hidden:?}");
        }
        let said = NameFault::Invisible('\u{202e}').to_string();
        assert!(said.contains("U+202E"), "{said}");
    }

    #[test]
    fn no_quotation_mark_breaks_out_of_those_around_the_name() {
        for (name, clean) in [
            ("Anna\" (account) \"", "Anna (account)"),
            ("Anna\u{201d} beats \u{201c}Bob", "Anna beats Bob"),
            ("\u{ab}Anna\u{bb}", "Anna"),
            ("Anna''", "Anna'"),
            ("Anna\u{2019}\u{2019} x", "Anna\u{2019} x"),
            ("Anna'\u{2019}`\u{b4}", "Anna'"),
            ("Anna'\u{200b}'", "Anna'"),
            ("Anna\u{2033}\u{ff02}\u{301e}", "Anna"),
            ("\u{201c}\u{201d}", ""),
        ] {
            assert!(fault(name).is_some(), "{name}");
            assert_eq!(cleaned(name), clean, "{name}");
            assert_eq!(fault(clean), None, "{name}");
            assert_eq!(
                quoted(name).matches(['\u{201c}', '\u{201d}', '"']).count(),
                2
            );
        }
    }
}
