//! The fragment of an annotated analysis.
//!
//! As [`fragment`], with the annotations in the field `pgn`. Versions that know none skip them.

use engine::rules::pgn::{self, Tags, TreeAnnotations};
use engine::rules::{GameTree, NodeId};

use super::AnalysisState;
use super::fitting::{AnalysisPart, FittedAnnotations};
use super::link::{REVIEW, compact_words, fragment, shown_line, write_fields};
use crate::url_fragment::{MAX_FRAGMENT_BYTES, push_field};

/// The address of an analysis, and what it does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalysisLink {
    /// Without its `#`; empty for an untouched start position.
    pub fragment: String,
    /// What is left out, because the fragment would be longer than [`MAX_FRAGMENT_BYTES`].
    pub dropped: Vec<AnalysisPart>,
}

/// Writes the analysis as a fragment. Where it is too long, parts are left out in the order of
/// [`AnalysisPart`], until it fits; the review takes what room the others leave.
pub fn analysis_link(state: &AnalysisState) -> AnalysisLink {
    let mut link = link_without_review(state);
    let Some(review) = state.review_text() else {
        if state.has_too_long_review() {
            link.dropped.insert(0, AnalysisPart::Review);
        }
        return link;
    };
    let mut whole = link.fragment.clone();
    push_field(&mut whole, REVIEW, &review);
    let has_moves = link
        .dropped
        .iter()
        .all(|part| *part < AnalysisPart::Variations);
    if has_moves && whole.len() <= MAX_FRAGMENT_BYTES {
        link.fragment = whole;
    } else {
        link.dropped.insert(0, AnalysisPart::Review);
    }
    link
}

fn link_without_review(state: &AnalysisState) -> AnalysisLink {
    let mut left = FittedAnnotations {
        annotations: TreeAnnotations::new(),
        dropped: Vec::new(),
    };
    for fitted in FittedAnnotations::steps(&state.annotations) {
        if fitted.min_bytes() <= MAX_FRAGMENT_BYTES {
            let (tree, annotations) = (&state.tree, &fitted.annotations);
            let fragment = annotated_fragment(state, tree, state.current, annotations);
            if fragment.len() <= MAX_FRAGMENT_BYTES {
                return AnalysisLink {
                    fragment,
                    dropped: fitted.dropped,
                };
            }
        }
        left = fitted;
    }
    let mut dropped = left.dropped;
    let (tree, current) = shown_line(&state.tree, state.current);
    let old_line = state.tree.path(state.current);
    if has_more(&state.tree, &old_line) {
        dropped.push(AnalysisPart::Variations);
    }
    let glyphs = old_line.iter().zip(tree.main_line());
    let glyphs = glyphs.chain([(&NodeId::START, NodeId::START)]);
    let glyphs = glyphs.filter_map(|(old, new)| Some((new, left.annotations.get(*old)?.clone())));
    let line = annotated_fragment(state, &tree, current, &glyphs.collect());
    if line.len() <= MAX_FRAGMENT_BYTES {
        return AnalysisLink {
            fragment: line,
            dropped,
        };
    }
    dropped.push(AnalysisPart::Moves);
    let position = GameTree::new(*state.position());
    AnalysisLink {
        fragment: fragment(&position, NodeId::START, &Tags::new(), state.flipped),
        dropped,
    }
}

/// Whether a tree has moves that are not in this line.
fn has_more(tree: &GameTree, line: &[NodeId]) -> bool {
    let mut here = NodeId::START;
    for &next in line {
        if tree.replies(here).len() > 1 {
            return true;
        }
        here = next;
    }
    !tree.replies(here).is_empty()
}

/// Writes a fragment of this tree with the names and the side of the page, however long.
fn annotated_fragment(
    state: &AnalysisState,
    tree: &GameTree,
    current: NodeId,
    annotations: &TreeAnnotations,
) -> String {
    let write_moves = |tree: &GameTree| {
        let text = pgn::write_annotated_tree(tree, annotations, &Tags::new(), None);
        compact_moves(text.split_once("\n\n").map_or("", |(_, moves)| moves))
    };
    let fragment = write_fields(tree, current, &state.tags, state.flipped, &write_moves);
    if annotations.is_empty() {
        return fragment;
    }
    // Brackets of these kinds may end a link in a message.
    let mut escaped = String::with_capacity(fragment.len());
    for letter in fragment.chars() {
        match letter {
            '{' => escaped.push_str("%7B"),
            '}' => escaped.push_str("%7D"),
            '[' => escaped.push_str("%5B"),
            ']' => escaped.push_str("%5D"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The moves without what follows from them; the comments on one line. A comment between a number and
/// its move keeps the number, which says that it stands before the move.
fn compact_moves(text: &str) -> String {
    let mut kept = Vec::new();
    let mut rest = text;
    while let Some((moves, from)) = rest.split_once('{') {
        let (comment, after) = from.split_once('}').unwrap_or((from, ""));
        compact_words(moves, &mut kept);
        let last = moves.split_whitespace().next_back();
        let number = last.filter(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
        kept.extend(number.map(str::to_owned));
        let words: Vec<&str> = comment
            .split([' ', '\n'])
            .filter(|word| !word.is_empty())
            .collect();
        kept.push(format!("{{{}}}", words.join(" ")));
        rest = after;
    }
    compact_words(rest, &mut kept);
    kept.join(" ")
}
