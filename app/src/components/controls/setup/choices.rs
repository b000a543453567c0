//! Choices that several pages offer: strategy, colour.

use client::settings::{ColorChoice, FULL_STRATEGIES, STRATEGIES};
use engine::player::StrategyId;
use leptos::prelude::*;

use super::segment::segments;

/// The options of a list of strategies: those that play at full strength, `full`, then those that show
/// how an engine is made.
pub fn strategy_options(chosen: Signal<StrategyId>, full: &'static [StrategyId]) -> AnyView {
    let option = move |id: &StrategyId| {
        let id = *id;
        view! {
            <option value=id.as_str() selected=move || chosen.get() == id>
                {id.strategy().name}
            </option>
        }
    };
    let teaching = &STRATEGIES[FULL_STRATEGIES..];
    view! {
        {full.iter().map(option).collect_view()}
        <optgroup label="How a mind is made">
            {teaching.iter().map(option).collect_view()}
        </optgroup>
    }
    .into_any()
}

/// White, Black or a random colour.
pub fn color_segments(
    chosen: Signal<ColorChoice>,
    ready: Memo<bool>,
    on_choose: Callback<ColorChoice>,
) -> AnyView {
    let choices = [
        (ColorChoice::White, "White", "disc"),
        (ColorChoice::Black, "Black", "disc black"),
        (ColorChoice::Random, "Random", "disc either"),
    ]
    .map(|(choice, label, disc)| {
        let content = view! {
            <span class="choice">
                <span class=disc></span>
                {label}
            </span>
        };
        (choice, label.to_owned(), content.into_any())
    });
    segments(
        "color",
        "segments colors",
        chosen,
        ready,
        on_choose,
        choices,
    )
}
