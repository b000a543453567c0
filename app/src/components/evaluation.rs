//! The position's evaluation as a figure, in words, and how much work stands behind it.

use crate::components::whole::IntoWhole;
use leptos::prelude::*;

use super::figures::{count, in_words, score, short_count};
use super::read::read;
use crate::session::Session;
use crate::session::state::Evaluation;

/// Score, depth, positions and speed for the position on the board.
#[component]
pub fn EvaluationPanel(session: Session) -> impl IntoView {
    let found = read(session, |state| state.evaluation());
    let show = move |part: fn(Evaluation) -> String| {
        move || found.get().map_or_else(|| "\u{2013}".to_owned(), part)
    };
    view! {
        <section class="panel evaluation" data-panel="evaluation" aria-label="Evaluation">
            <div class="panel-head">
                <h2>"Evaluation"</h2>
            </div>
            <div class="panel-body">
                <div class="figure figures">
                    <strong>{show(|found| score(found.score))}</strong>
                    <span>
                        {move || {
                            found
                                .get()
                                .map_or_else(
                                    || "Nothing looked at yet".to_owned(),
                                    |found| in_words(found.score),
                                )
                        }}
                    </span>
                </div>
                <dl class="numbers figures">
                    <div>
                        <dt>"Depth"</dt>
                        <dd>{show(|found| found.depth.to_string())}</dd>
                    </div>
                    <div>
                        <dt>"Positions"</dt>
                        <dd>{show(|found| count(found.nodes))}</dd>
                    </div>
                    <div>
                        <dt>"Per second"</dt>
                        <dd>{show(speed)}</dd>
                    </div>
                </dl>
            </div>
        </section>
    }
    .into_whole()
}

/// Positions per second; a search too short to measure has none.
fn speed(found: Evaluation) -> String {
    if found.nps == 0 {
        "\u{2013}".to_owned()
    } else {
        short_count(found.nps)
    }
}
