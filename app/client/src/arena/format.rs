//! Numbers of tournaments as they are shown.

use lab::arena::Rating;

/// A number of Elo with its interval: `+23 ± 17`.
pub fn rating_text(rating: Rating) -> String {
    format!("{} \u{b1} {:.0}", signed(rating.elo), rating.error.ceil())
}

/// With a sign that is as wide as the digits: `−5`, `+12`, `0`.
fn signed(number: f64) -> String {
    let rounded = number.round();
    let digits = format!("{:.0}", rounded.abs());
    match rounded {
        _ if digits == "0" => digits,
        below if below < 0.0 => format!("\u{2212}{digits}"),
        _ => format!("+{digits}"),
    }
}

/// Points, a half as a fraction: `12½`.
pub fn points_text(points: f64) -> String {
    let whole = points.floor();
    match (whole < points, whole > 0.0) {
        (true, true) => format!("{whole}\u{bd}"),
        (true, false) => "\u{bd}".to_owned(),
        (false, _) => whole.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_signs_and_halves() {
        let rating = |elo, error| rating_text(Rating { elo, error });
        assert_eq!(rating(23.4, 16.2), "+23 \u{b1} 17");
        assert_eq!(rating(-0.4, 3.0), "0 \u{b1} 3");
        assert_eq!(rating(-7.6, 3.0), "\u{2212}8 \u{b1} 3");
        assert_eq!(
            [0.0, 0.5, 1.0, 12.5].map(points_text),
            ["0", "\u{bd}", "1", "12\u{bd}"]
        );
    }
}
