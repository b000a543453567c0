//! The fitted weights as Rust source.

use engine::eval::tuned::{COUNT, GROUPS};

use super::weights::FittedWeights;

/// The text of `eval/tuned/weights.rs`; `origin` is one line on the provenance of the weights.
#[must_use]
pub fn weights_source(weights: &FittedWeights, origin: &str) -> String {
    let mut text = format!(
        "//! Every number of the tuned evaluator, centipawns, middlegame and endgame; `layout` says what \
         each\n//! is counted for. Written by `ponder fit`.\n//!\n//! {origin}\n\n\
         use super::layout::COUNT;\nuse crate::eval::tapered::{{Tapered, t}};\n\n\
         /// Having the move.\npub const TEMPO: i32 = {};\n\n\
         /// The weights by their place in `layout`.\n#[rustfmt::skip]\n\
         pub static WEIGHTS: [Tapered; COUNT] = [\n",
        rounded(&weights.values[COUNT][0])
    );
    let mut rest = weights.values.as_slice();
    for group in &GROUPS {
        let (own, others) = rest.split_at(group.len);
        rest = others;
        text.push_str(&format!("    // {}: {}\n", group.name, group.about));
        for row in own.chunks(group.row) {
            let numbers: Vec<String> = row
                .iter()
                .map(|[middlegame, endgame]| {
                    format!("t({}, {}),", rounded(middlegame), rounded(endgame))
                })
                .collect();
            text.push_str(&format!("    {}\n", numbers.join(" ")));
        }
    }
    text.push_str("];\n");
    text
}

/// The nearest integer; a float may round to -0.
fn rounded(weight: &f32) -> i32 {
    weight.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_in_force_are_written_as_they_stand() {
        let text = weights_source(&FittedWeights::current(0.005), "From nowhere.");
        let file = include_str!("../../../src/eval/tuned/weights.rs");
        let body = |line: &&str| !line.starts_with("//!");
        let (written, standing) = (text.lines().filter(body), file.lines().filter(body));
        for (written, standing) in written.zip(standing) {
            assert_eq!(written, standing);
        }
        assert_eq!(text.lines().count(), file.lines().count());
    }
}
