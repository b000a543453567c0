//! Writing a game with its annotations.

use super::write::{Words, WrittenAnnotations, write_tree_with};
use super::{Annotations, Tags, TreeAnnotations};
use crate::rules::{GameTree, NodeId, Outcome};

/// As many brackets may close after the last word of a line that is not too long.
const CLOSING_BRACKETS: usize = 8;

/// The game with its variations and annotations as PGN, as [`super::write_tree`] writes it.
///
/// After a move stand its glyphs (`$1`), then a comment with the commands first: evaluation and
/// times, squares, arrows. A command is not broken, even where its line grows beyond 79 characters.
/// In a comment no line begins with `[` or `%`, which simpler readers take for a tag or an escape.
///
/// ```
/// use engine::rules::pgn;
///
/// let read = pgn::parse_annotated("e4!? {sharp [%cal Ge2e4]} (d4) e5 *").unwrap();
/// let text = pgn::write_annotated_tree(&read.tree, &read.annotations, &read.tags, None);
/// assert!(text.ends_with("\n1. e4 $5 {[%cal Ge2e4] sharp} (1. d4) 1... e5 *\n"));
/// ```
pub fn write_annotated_tree(
    tree: &GameTree,
    annotations: &TreeAnnotations,
    tags: &Tags,
    outcome: Option<&Outcome>,
) -> String {
    write_tree_with(tree, tags, outcome, annotations)
}

impl WrittenAnnotations for TreeAnnotations {
    const IN_VARIATIONS: bool = true;

    fn before(&self, at: NodeId) -> Option<&str> {
        let text = self.get(at)?.comment_before();
        (!text.is_empty()).then_some(text)
    }

    fn push_before(&self, words: &mut Words, text: &str) {
        push_comment(words, text.split(' ').map(str::to_owned).collect());
    }

    fn push_after(&self, words: &mut Words, at: NodeId, _ply: usize) -> bool {
        let Some(annotations) = self.get(at) else {
            return false;
        };
        for nag in annotations.nags() {
            words.push(&format!("${nag}"));
        }
        let parts = Annotations::comment_with_commands(annotations);
        let has_comment = !parts.is_empty();
        if has_comment {
            push_comment(words, parts);
        }
        has_comment
    }
}

/// Writes words in braces.
fn push_comment(words: &mut Words, mut parts: Vec<String>) {
    if let Some(first) = parts.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = parts.last_mut() {
        last.push('}');
    }
    for part in parts {
        let starts_line = words.would_break(part.len() + CLOSING_BRACKETS);
        match starts_line && part.starts_with(['[', '%']) {
            true => words.push(&format!(" {part}")),
            false => words.push(&part),
        }
    }
}
