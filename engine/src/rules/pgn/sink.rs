//! Where the readers put what stands between the moves.
//!
//! The readers are generic over it: one without annotations does no work for them.

use super::Comments;
use crate::rules::{GameTree, NodeId};

/// A comment without its marks.
#[derive(Clone, Copy)]
pub(super) enum Comment<'a> {
    InBraces(&'a str),
    /// After a semicolon.
    ToLineEnd(&'a str),
}

/// The place of a comment or a glyph among the moves.
#[derive(Clone, Copy)]
pub(super) struct MoveContext {
    /// The node before it; `None` where the move before it is not read.
    pub(super) node: Option<NodeId>,
    /// Half-moves before it; `None` in a variation.
    pub(super) main_line_ply: Option<usize>,
    /// Whether the move that it belongs to comes next: at the start of a variation, and between a
    /// move's number and the move.
    pub(super) precedes_move: bool,
}

/// Receives what stands between the moves, in the order of the text.
pub(super) trait AnnotationSink {
    fn comment(&mut self, context: MoveContext, comment: Comment<'_>);

    /// The digits of a numeric annotation glyph.
    fn nag(&mut self, _context: MoveContext, _digits: &str) {}

    /// A word that ends with a glyph such as `!?`, or has none.
    fn suffix(&mut self, _context: MoveContext, _word: &str) {}

    /// A move was read.
    fn played(&mut self, _at: NodeId) {}

    /// No move follows directly, after all.
    fn no_move_follows(&mut self, _context: MoveContext) {}

    /// A move of a variation was skipped.
    fn skipped_move(&mut self) {}

    /// A node with all after it is about to be removed.
    fn removing(&mut self, _tree: &GameTree, _at: NodeId) {}
}

/// The comments of the main line in braces.
impl AnnotationSink for Comments {
    fn comment(&mut self, context: MoveContext, comment: Comment<'_>) {
        if let (Some(plies), Comment::InBraces(text)) = (context.main_line_ply, comment) {
            add_comment(self, plies, text);
        }
    }
}

/// Adds a comment after this many moves; empty ones are dropped.
fn add_comment(comments: &mut Comments, plies: usize, comment: &str) {
    let words: Vec<&str> = comment.split_whitespace().collect();
    if words.is_empty() {
        return;
    }
    let said = comments.entry(plies).or_default();
    if !said.is_empty() {
        said.push(' ');
    }
    said.push_str(&words.join(" "));
}
