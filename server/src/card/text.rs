//! Words on a card: what the fonts can draw of them, how large they fit, and how XML takes them.

use unicode_normalization::UnicodeNormalization;

use super::paint::{self, Weight};

/// More letters than a line has room for; what follows is not looked at.
const READ: usize = 200;

/// Stands for what was left out.
const ELLIPSIS: char = '…';

/// What says nothing by itself.
const FILLERS: [char; 2] = [' ', ELLIPSIS];

/// Whether the fonts in `server/fonts` have a drawing of `letter`. The README there lists the same
/// letters.
pub fn is_drawn(letter: char) -> bool {
    match letter {
        ' '..='~' => true,
        // A space and a hyphen that do not show.
        '\u{a0}' | '\u{ad}' => false,
        // Latin, Vietnamese in the second half.
        '\u{a0}'..='\u{24f}' | 'ə' | '\u{1e00}'..='\u{1eff}' => true,
        // Greek, with holes.
        '\u{38b}' | '\u{38d}' | '\u{3a2}' => false,
        '\u{384}'..='\u{3ce}' => true,
        // Cyrillic, without the marks that combine.
        '\u{483}'..='\u{489}' => false,
        '\u{400}'..='\u{52f}' => true,
        '‐'..='―' | '‘'..='„' | '†'..='•' | '…' | '‰' | '′' | '″' | '‹' | '›' => {
            true
        }
        '€' | '№' | '™' => true,
        _ => false,
    }
}

/// The text in one line, of letters that the fonts have. Letters of other alphabets become one "…"
/// where they stood, for something was there; emoji, controls and stray marks become nothing.
/// Empty if nothing can be shown.
pub fn legible(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars().take(READ).nfc() {
        if letter.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else if is_drawn(letter) {
            out.push(letter);
        } else if letter.is_alphanumeric() && !out.trim_end().ends_with(ELLIPSIS) {
            out.push(ELLIPSIS);
        }
    }
    let shown = out.trim();
    if shown.trim_matches(FILLERS).is_empty() {
        return String::new();
    }
    shown.to_owned()
}

/// The size in pixels, at most `sizes.0` and at least `sizes.1`, at which `text` is no wider than
/// `room` pixels. At the smallest it may still be too wide: see [`cut`].
pub fn size(text: &str, weight: Weight, room: f32, sizes: (f32, f32)) -> f32 {
    let (largest, smallest) = sizes;
    let width = paint::width(text, weight, largest);
    if width <= room {
        return largest;
    }
    // A tenth of a pixel is what the drawing writes; never rounded up.
    (largest * room / width * 10.0).floor().max(smallest * 10.0) / 10.0
}

/// As much of the beginning of `text` as is no wider than `room` pixels at `size`, with "…" after
/// it where something is left out.
pub fn cut(text: &str, weight: Weight, room: f32, size: f32) -> String {
    let fits = |text: &str| paint::width(text, weight, size) <= room;
    if fits(text) {
        return text.to_owned();
    }
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let beginning = |end: usize| {
        let kept = text[..end].trim_end_matches(FILLERS);
        format!("{kept}{ELLIPSIS}")
    };
    let fitting = ends.partition_point(|&end| fits(&beginning(end)));
    fitting
        .checked_sub(1)
        .map_or_else(String::new, |last| beginning(ends[last]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_as_far_as_the_fonts_go() {
        for (name, shown) in [
            ("Anna", "Anna"),
            ("  Anna \n\t Maria ", "Anna Maria"),
            ("Ångström e\u{301}a\u{30a}", "Ångström éå"),
            ("Нона Гаприндашвили", "Нона Гаприндашвили"),
            ("Μαρία", "Μαρία"),
            (
                "Məmmədyarov, Nguyễn, Deac-Bogdan Ș",
                "Məmmədyarov, Nguyễn, Deac-Bogdan Ș",
            ),
            ("Anna 🎉👩‍👩‍👧", "Anna"),
            ("Anna 山田 B", "Anna … B"),
            ("山田 太郎 B", "… B"),
            ("山田 太郎", ""),
            ("משה", ""),
            ("\u{202e}gnus\u{202c}\u{0}\u{7}\u{1b}[0m", "gnus[0m"),
            ("\u{feff}\u{fffe}\u{ffff}\u{10ffff}\u{ad}", ""),
            ("Z\u{334}\u{321}\u{33c}algo", "Zalgo"),
            (" … ", ""),
            ("", ""),
        ] {
            assert_eq!(legible(name), shown, "{name:?}");
        }
        assert_eq!(legible(&"x".repeat(1_000_000)).len(), READ);
    }

    #[test]
    fn no_letter_that_the_fonts_lack_gets_through() {
        for letter in '\0'..=char::MAX {
            let shown = legible(&format!("a{letter}a"));
            assert!(
                shown.chars().all(is_drawn),
                "{letter:?} is shown as {shown:?}"
            );
        }
    }

    #[test]
    fn the_fonts_have_what_they_are_said_to_have() {
        for weight in [Weight::Regular, Weight::SemiBold] {
            let lacking: Vec<char> = ('\0'..='\u{ffff}')
                .filter(|letter| is_drawn(*letter) && !paint::has_glyph(weight, *letter))
                .collect();
            assert!(lacking.is_empty(), "{weight:?} lacks {lacking:?}");
        }
    }

    #[test]
    fn what_is_too_wide_shrinks_first_and_is_cut_then() {
        let weight = Weight::SemiBold;
        let sizes = (40.0, 30.0);
        assert_eq!(size("Anna", weight, 400.0, sizes), 40.0);

        let long = "Anna Maria Louisa de' Medici";
        let smaller = size(long, weight, 500.0, sizes);
        assert!((30.0..40.0).contains(&smaller), "{smaller}");
        assert_eq!(cut(long, weight, 500.0, smaller), long);

        let longest = "W".repeat(60);
        assert_eq!(size(&longest, weight, 400.0, sizes), 30.0);
        let shown = cut(&longest, weight, 400.0, 30.0);
        assert!(
            shown.starts_with("WWWW") && shown.ends_with("W…"),
            "{shown}"
        );
        assert!(paint::width(&shown, weight, 30.0) <= 400.0);
        assert!(paint::width(&format!("W{shown}"), weight, 30.0) > 400.0);
    }

    #[test]
    fn names_of_any_width_fit() {
        let name = "Maximiliane von Wörthmüller";
        for room in (0..60).map(|step| 10.0 * step as f32) {
            let at = size(name, Weight::SemiBold, room, (44.0, 30.0));
            let shown = cut(name, Weight::SemiBold, room, at);
            assert!(
                paint::width(&shown, Weight::SemiBold, at) <= room,
                "{room}: {shown}"
            );
            assert!((30.0..=44.0).contains(&at), "{room}: {at}");
        }
    }

    #[test]
    fn a_room_for_nothing_shows_nothing() {
        assert_eq!(cut("Anna", Weight::Regular, 1.0, 30.0), "");
        assert_eq!(cut("", Weight::Regular, 1.0, 30.0), "");
        // No gap before the dots.
        let shown = cut("Anna Maria", Weight::Regular, 130.0, 40.0);
        assert_eq!(shown, "Anna…");
    }
}
