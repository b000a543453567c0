//! What is left out of a link or a shared game that is too large.

use engine::rules::pgn::{Annotations, TreeAnnotations};

/// A part of an analysis that may be left out, in the order in which parts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnalysisPart {
    /// What the review has found.
    Review,
    /// Marked squares and arrows.
    Drawings,
    /// Evaluations, clocks and move times of an imported game.
    EvaluationsAndTimes,
    Comments,
    /// Variations, and moves after the shown one.
    Variations,
    /// All moves with their glyphs, and the names: only the shown position is left.
    Moves,
}

impl AnalysisPart {
    fn name(self) -> &'static str {
        match self {
            AnalysisPart::Review => "the review",
            AnalysisPart::Drawings => "drawings",
            AnalysisPart::EvaluationsAndTimes => "evaluations and times",
            AnalysisPart::Comments => "comments",
            AnalysisPart::Variations => "the other lines",
            AnalysisPart::Moves => "the moves before the position",
        }
    }
}

/// What a link or a shared game leaves out, in a sentence; empty if that is nothing.
#[must_use]
pub fn left_out_text(dropped: &[AnalysisPart]) -> String {
    let names: Vec<&str> = dropped.iter().map(|part| part.name()).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!("Left out for its length: {}.", names.join(", ")),
    }
}

/// The annotations that are left when the parts up to one are left out.
#[derive(Debug, Clone)]
pub(super) struct FittedAnnotations {
    pub(super) annotations: TreeAnnotations,
    /// What was there and is left out.
    pub(super) dropped: Vec<AnalysisPart>,
}

impl FittedAnnotations {
    /// All of them, then fewer and fewer; only the glyphs are in all.
    pub(super) fn steps(annotations: &TreeAnnotations) -> impl Iterator<Item = FittedAnnotations> {
        type Clear = fn(&mut Annotations);
        let parts: [(AnalysisPart, Clear); 3] = [
            (AnalysisPart::Drawings, Annotations::clear_drawings),
            (
                AnalysisPart::EvaluationsAndTimes,
                Annotations::clear_evaluation_and_times,
            ),
            (AnalysisPart::Comments, Annotations::clear_comments),
        ];
        let whole = FittedAnnotations {
            annotations: annotations.clone(),
            dropped: Vec::new(),
        };
        let mut parts = parts.into_iter();
        std::iter::successors(Some(whole), move |fitted| {
            parts.by_ref().find_map(|(part, clear)| {
                let mut fewer = fitted.clone();
                fewer.annotations.edit_all(clear);
                let is_change = fewer.annotations != fitted.annotations;
                fewer.dropped.push(part);
                is_change.then_some(fewer)
            })
        })
    }

    /// At least so many bytes are needed to write them.
    pub(super) fn min_bytes(&self) -> usize {
        let of = |annotations: &Annotations| {
            annotations.comment().len()
                + annotations.comment_before().len()
                + annotations.drawings().len() * "Ge4".len()
                + annotations.nags().len() * "$1".len()
        };
        self.annotations.iter().map(|(_, said)| of(said)).sum()
    }
}
