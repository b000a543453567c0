//! A change of what is said about a move.

use engine::rules::NodeId;
use engine::rules::pgn::{Annotations, Drawing};

/// The longest comment that a visitor writes, characters; what is beyond is cut off. An imported one
/// may be longer.
pub const MAX_COMMENT_CHARS: usize = 8_000;

/// A change of a node's annotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnnotationEdit {
    /// Replace the comment after the move, or before the first one at the start. An empty text
    /// removes it. Commands such as `[%csl Ge4]` count as in an imported comment.
    SetComment(String),
    /// Replace the comment before the move; the start has none.
    SetCommentBefore(String),
    /// Add or remove a numeric annotation glyph; `!` and `?` and their pairs (1 to 6) replace each
    /// other.
    ToggleNag(u8),
    /// Add or remove a square or an arrow; another colour replaces it.
    ToggleDrawing(Drawing),
    ClearDrawings,
    /// Remove all that is said about the move.
    Clear,
}

impl AnnotationEdit {
    /// The annotations of a node after the change.
    pub(super) fn applied_to(self, at: NodeId, annotations: &Annotations) -> Annotations {
        let mut after = annotations.clone();
        match self {
            AnnotationEdit::SetComment(text) => after.set_comment(cut(&text)),
            AnnotationEdit::SetCommentBefore(text) if at != NodeId::START => {
                after.set_comment_before(cut(&text));
            }
            AnnotationEdit::SetCommentBefore(_) => {}
            AnnotationEdit::ToggleNag(nag) => after.toggle_nag(nag),
            AnnotationEdit::ToggleDrawing(drawing) => after.toggle_drawing(drawing),
            AnnotationEdit::ClearDrawings => after.clear_drawings(),
            AnnotationEdit::Clear => after = Annotations::default(),
        }
        after
    }
}

fn cut(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_COMMENT_CHARS);
    &text[..end.map_or(text.len(), |(index, _)| index)]
}
