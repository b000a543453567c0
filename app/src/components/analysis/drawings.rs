//! The drawings of the analysis: kept with the shown move, drawn with the right button or, with a
//! chosen colour, by any press.

use client::analysis::{AnalysisEvent, AnalysisState, AnnotationEdit};
use engine::rules::pgn;
use leptos::prelude::*;

use crate::components::board::drawings::{Drawing, DrawingColor, DrawingTools, shape};
use crate::controllers::analysis::AnalysisController;

/// The colour in which presses draw; `None` while they move pieces.
pub type DrawingPen = RwSignal<Option<DrawingColor>>;

/// How the board draws.
pub fn drawing_tools(analysis: AnalysisController, pen: DrawingPen) -> DrawingTools {
    DrawingTools {
        pen: pen.into(),
        on_draw: Callback::new(move |drawn| {
            let shown = analysis.with_untracked(|state| (state.current, state.preview.is_some()));
            if let (at, false) = shown {
                let edit = AnnotationEdit::ToggleDrawing(kept(drawn));
                analysis.dispatch(AnalysisEvent::Annotate { at, edit });
            }
        }),
    }
}

/// The drawings of the shown move.
pub fn drawings_layer(analysis: AnalysisController) -> AnyView {
    let drawings = analysis.read(shown);
    let flipped = analysis.read(|state| state.flipped);
    let shapes = move || {
        let shape = |drawing| shape(drawing, flipped.get());
        drawings.get().into_iter().map(shape).collect_view()
    };
    view! {
        <svg class="layer drawings" viewBox="0 0 8 8" aria-hidden="true">
            {shapes}
        </svg>
    }
    .into_any()
}

fn shown(state: &AnalysisState) -> Vec<Drawing> {
    if state.preview.is_some() {
        return Vec::new();
    }
    let annotations = state.annotations_at(state.current);
    let drawings = annotations.map_or(&[][..], |annotations| annotations.drawings());
    drawings.iter().copied().map(on_board).collect()
}

/// As the annotations keep it.
fn kept(Drawing { from, to, color }: Drawing) -> pgn::Drawing {
    pgn::Drawing {
        shape: match from == to {
            true => pgn::DrawingShape::Square(from),
            false => pgn::DrawingShape::Arrow { from, to },
        },
        color: match color {
            DrawingColor::Green => pgn::DrawingColor::Green,
            DrawingColor::Red => pgn::DrawingColor::Red,
            DrawingColor::Blue => pgn::DrawingColor::Blue,
            DrawingColor::Gold => pgn::DrawingColor::Yellow,
        },
    }
}

/// As the board draws it.
fn on_board(pgn::Drawing { shape, color }: pgn::Drawing) -> Drawing {
    let (from, to) = match shape {
        pgn::DrawingShape::Square(square) => (square, square),
        pgn::DrawingShape::Arrow { from, to } => (from, to),
    };
    let color = match color {
        pgn::DrawingColor::Green => DrawingColor::Green,
        pgn::DrawingColor::Red => DrawingColor::Red,
        pgn::DrawingColor::Blue => DrawingColor::Blue,
        pgn::DrawingColor::Yellow => DrawingColor::Gold,
    };
    Drawing { from, to, color }
}
