//! Named figures.

use leptos::prelude::*;

/// Figures with their names, side by side.
pub fn figure_list(figures: Vec<(&'static str, String)>) -> impl IntoView {
    let figures = figures.into_iter().map(|(name, value)| {
        view! {
            <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
            </div>
        }
    });
    view! { <dl class="node-figures figures">{figures.collect_view()}</dl> }
}
