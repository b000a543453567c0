//! Annotating moves: comments, glyphs, drawings.

use engine::rules::NodeId;
use engine::rules::pgn::Annotations;

use super::annotation_edit::AnnotationEdit;
use super::{AnalysisEffect, AnalysisState};

impl AnalysisState {
    /// The annotations of a node, if it has any.
    pub fn annotations_at(&self, at: NodeId) -> Option<&Annotations> {
        self.annotations.get(at)
    }

    /// Changes a node's annotations. A node that is not in the tree has none.
    pub(super) fn annotate(
        &mut self,
        at: NodeId,
        edit: AnnotationEdit,
        effects: &mut Vec<AnalysisEffect>,
    ) {
        if !self.tree.holds(at) {
            return;
        }
        let before = self.annotations.get(at).cloned().unwrap_or_default();
        let is_clear = edit == AnnotationEdit::Clear;
        let after = edit.applied_to(at, &before);
        if after == before {
            return;
        }
        if is_clear {
            effects.push(AnalysisEffect::PushHistory);
        }
        self.annotations
            .edit(at, |annotations| *annotations = after);
        effects.push(AnalysisEffect::UpdateAddress);
    }
}
