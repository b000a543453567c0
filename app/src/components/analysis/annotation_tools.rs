//! What the visitor says about the shown move: a glyph, a comment, drawings.

use client::analysis::{AnalysisEvent, AnnotationEdit, MAX_COMMENT_CHARS};
use leptos::prelude::*;

use super::drawings::DrawingPen;
use super::glyphs::{Glyph, MOVE_GLYPHS};
use crate::components::board::drawings::DrawingColor;
use crate::controllers::analysis::AnalysisController;

/// The pens, with their names.
const PENS: [(DrawingColor, &str); 4] = [
    (DrawingColor::Green, "Draw in green"),
    (DrawingColor::Red, "Draw in red"),
    (DrawingColor::Gold, "Draw in yellow"),
    (DrawingColor::Blue, "Draw in blue"),
];

#[component]
pub fn AnnotationTools(analysis: AnalysisController, pen: DrawingPen) -> impl IntoView {
    view! {
        <details class="panel annotations" data-panel="annotations">
            <summary>"Annotations"</summary>
            <div class="panel-body">
                <GlyphButtons analysis />
                <Comment analysis />
                <Pens analysis pen />
            </div>
        </details>
    }
}

/// Changes what is said about the shown move.
fn annotate(analysis: AnalysisController, edit: AnnotationEdit) {
    let at = analysis.with_untracked(|state| state.current);
    analysis.dispatch(AnalysisEvent::Annotate { at, edit });
}

#[component]
fn GlyphButtons(analysis: AnalysisController) -> impl IntoView {
    let nags = analysis.read(|state| {
        let annotations = state.annotations_at(state.current);
        annotations.map_or_else(Vec::new, |annotations| annotations.nags().to_vec())
    });
    let has_move = analysis.read(|state| state.tree.parent(state.current).is_some());
    let button = move |Glyph { nag, sign, name }: Glyph| {
        view! {
            <button
                type="button"
                class="button quiet"
                title=name
                aria-label=name
                aria-pressed=move || nags.with(|nags| nags.contains(&nag)).to_string()
                disabled=move || !has_move.get()
                on:click=move |_| annotate(analysis, AnnotationEdit::ToggleNag(nag))
            >
                {sign}
            </button>
        }
    };
    view! {
        <div class="glyphs" role="group" aria-label="Glyphs">
            {MOVE_GLYPHS.map(button).into_iter().collect_view()}
        </div>
    }
}

#[component]
fn Comment(analysis: AnalysisController) -> impl IntoView {
    let shown = analysis.read(|state| {
        let annotations = state.annotations_at(state.current);
        annotations.map_or_else(String::new, |annotations| annotations.comment().to_owned())
    });
    view! {
        <label>
            <span class="field-name">"Comment"</span>
            <textarea
                rows="2"
                maxlength=MAX_COMMENT_CHARS
                prop:value=move || shown.get()
                on:change=move |event| {
                    let text = event_target_value(&event);
                    annotate(analysis, AnnotationEdit::SetComment(text));
                }
            ></textarea>
        </label>
    }
}

#[component]
fn Pens(analysis: AnalysisController, pen: DrawingPen) -> impl IntoView {
    let has_drawings = analysis.read(|state| {
        let annotations = state.annotations_at(state.current);
        annotations.is_some_and(|annotations| !annotations.drawings().is_empty())
    });
    let button = move |(color, name): (DrawingColor, &'static str)| {
        let is_on = move || pen.get() == Some(color);
        view! {
            <button
                type="button"
                class="button quiet pen"
                title=name
                aria-label=name
                aria-pressed=move || is_on().to_string()
                on:click=move |_| pen.update(|pen| *pen = (*pen != Some(color)).then_some(color))
            >
                <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                    <circle class=format!("{} circle", color.class()) cx="8" cy="8" r="6" />
                </svg>
            </button>
        }
    };
    view! {
        <div class="pens" role="group" aria-label="Drawings">
            {PENS.map(button).into_iter().collect_view()}
            <button
                type="button"
                class="button quiet"
                disabled=move || !has_drawings.get()
                on:click=move |_| annotate(analysis, AnnotationEdit::ClearDrawings)
            >
                "Clear drawings"
            </button>
        </div>
    }
}
