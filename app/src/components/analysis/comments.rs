//! Comments, and the evaluations and times that a PGN states, as text in the move list.

use std::time::Duration;

use engine::rules::pgn::{Annotations, StatedScore};
use engine::search::Score;
use leptos::prelude::*;

use crate::components::shared::format::score;

/// A comment between moves; nothing for an empty one.
pub fn comment_text(text: &str) -> Option<AnyView> {
    let text = text.to_owned();
    (!text.is_empty()).then(|| view! { <span class="comment">{text}</span> }.into_any())
}

/// The stated evaluation, the clock and the time that the move took, as `+0.17 · 1:02:03 · 4 s`.
pub fn times_text(annotations: &Annotations) -> String {
    let evaluation = annotations.evaluation().map(|stated| match stated.score {
        StatedScore::Cp(cp) => score(Score::Cp(cp)),
        StatedScore::Mate(moves) => score(Score::Mate(moves.into())),
    });
    let clock = annotations.clock().map(clock_text);
    let elapsed = annotations.elapsed();
    let elapsed = elapsed.map(|elapsed| format!("{} s", elapsed.as_secs()));
    let parts: Vec<String> = [evaluation, clock, elapsed].into_iter().flatten().collect();
    parts.join(" \u{b7} ")
}

/// Hours only where there are some: `1:02:03`, `2:03`.
fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_hours_where_there_are_some() {
        for (seconds, text) in [
            (0, "0:00"),
            (65, "1:05"),
            (3_600, "1:00:00"),
            (7_384, "2:03:04"),
        ] {
            assert_eq!(clock_text(Duration::from_secs(seconds)), text);
        }
    }
}
