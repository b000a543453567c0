//! Formats of numbers: counts with separators, scores in pawns, advantages as text.

use engine::rules::Color;
use engine::search::Score;

/// A count with separators: `41,203`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with what is counted: `1 position`, `41,203 positions`.
pub fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", count(number))
}

/// A count in at most five characters: `950`, `41k`, `1.2M`.
pub fn short_count(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..9_950 => format!("{}k", tenths(number / 10)),
        9_950..999_500 => format!("{}k", (number + 500) / 1_000),
        999_500..9_950_000 => format!("{}M", tenths(number / 10_000)),
        _ => format!("{}M", number / 1_000_000 + number % 1_000_000 / 500_000),
    }
}

/// Milliseconds as seconds with two decimals: `0.21 s`.
pub fn seconds(ms: u64) -> String {
    let hundredths = ms / 10 + ms % 10 / 5;
    format!("{}.{:02} s", hundredths / 100, hundredths % 100)
}

/// Hundredths with one decimal, rounded: 123 is `1.2`.
fn tenths(hundredths: u64) -> String {
    let tenths = hundredths / 10 + hundredths % 10 / 5;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// White's score in pawns with one decimal, or the moves to mate: `+0.8`, `−2.1`, `#3`, `−#2`.
pub fn score(white: Score) -> String {
    match white {
        Score::Cp(cp) => {
            let pawns = tenths(cp.unsigned_abs().into());
            match cp {
                -4..=4 => pawns,
                5.. => format!("+{pawns}"),
                _ => format!("\u{2212}{pawns}"),
            }
        }
        Score::Mate(moves) if moves < 0 => format!("\u{2212}#{}", -moves),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// White's score as a sentence.
pub fn advantage_text(white: Score) -> String {
    let (side, size) = match white {
        Score::Mate(moves) => {
            let side = if moves < 0 {
                Color::Black
            } else {
                Color::White
            };
            return format!("{} mates in {}", color_name(side), moves.abs());
        }
        Score::Cp(cp) => (if cp < 0 { Color::Black } else { Color::White }, cp.abs()),
    };
    match size {
        0..30 => "The game is even".to_owned(),
        30..90 => format!("{} is slightly better", color_name(side)),
        90..250 => format!("{} is better", color_name(side)),
        250..500 => format!("{} is much better", color_name(side)),
        _ => format!("{} is winning", color_name(side)),
    }
}

/// White's score as a number and a sentence.
pub fn evaluation_text(white: Score) -> String {
    format!("Evaluation {}: {}", score(white), advantage_text(white))
}

/// A colour's name.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_carry_separators() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (41_203, "41,203")] {
            assert_eq!(count(number), text);
        }
        assert_eq!(count(1_234_567), "1,234,567");
    }

    #[test]
    fn short_counts_stay_short() {
        for (number, text) in [
            (950, "950"),
            (1_000, "1.0k"),
            (41_203, "41k"),
            (999_700, "1.0M"),
            (12_345_678, "12M"),
        ] {
            assert_eq!(short_count(number), text);
        }
    }

    #[test]
    fn times_are_seconds() {
        for (ms, text) in [
            (0, "0.00 s"),
            (214, "0.21 s"),
            (995, "1.00 s"),
            (61_000, "61.00 s"),
        ] {
            assert_eq!(seconds(ms), text);
        }
    }

    #[test]
    fn scores_read_in_pawns_from_whites_side() {
        let cases = [
            (Score::Cp(0), "0.0"),
            (Score::Cp(4), "0.0"),
            (Score::Cp(-4), "0.0"),
            (Score::Cp(78), "+0.8"),
            (Score::Cp(-210), "\u{2212}2.1"),
            (Score::Mate(3), "#3"),
            (Score::Mate(-2), "\u{2212}#2"),
        ];
        for (white, text) in cases {
            assert_eq!(score(white), text);
        }
    }

    #[test]
    fn words_name_the_side_that_stands_better() {
        assert_eq!(advantage_text(Score::Cp(10)), "The game is even");
        assert_eq!(advantage_text(Score::Cp(-120)), "Black is better");
        assert_eq!(advantage_text(Score::Mate(-2)), "Black mates in 2");
    }
}
