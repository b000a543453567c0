//! The savings by pruning in the last search: minimax against alpha-beta, counted on request.

use client::play::{PlayEvent, PlayState};
use engine::rules::Position;
use engine::teaching::PruningComparison;
use leptos::prelude::*;

use crate::components::shared::format::count;
use crate::controllers::play::PlayController;

/// A sentence, and the button that starts the count.
#[component]
pub fn Pruning(play: PlayController, position: Memo<Option<Position>>) -> impl IntoView {
    let counted = Memo::new(move |_| {
        let position = position.get()?;
        play.with(|state| state.savings_for(&position))
    });
    let can = play.read(PlayState::can_count_savings);
    let text = move || match counted.get() {
        None => "How much work did I skip?".to_owned(),
        Some(None) => "Too many positions to count here.".to_owned(),
        Some(Some(savings)) => savings_text(&savings),
    };
    let ask = move || {
        if let Some(position) = position.get_untracked() {
            play.dispatch(PlayEvent::CountPruning(Box::new(position)));
        }
    };
    view! {
        <div class="row pruning" hidden=move || position.with(Option::is_none)>
            <span role="status">{text}</span>
            <button
                type="button"
                class="button quiet"
                disabled=move || !can.get()
                hidden=move || counted.with(Option::is_some)
                on:click=move |_| ask()
            >
                "Show"
            </button>
        </div>
    }
}

fn savings_text(savings: &PruningComparison) -> String {
    // Tenths are exact enough.
    let tenths = savings.minimax * 10 / savings.alpha_beta.max(1);
    format!(
        "Plain minimax would have looked at {}.{} times as many positions: {} instead of {}, to \
         depth {}.",
        tenths / 10,
        tenths % 10,
        count(savings.minimax),
        count(savings.alpha_beta),
        savings.depth,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn savings_are_said_as_a_factor() {
        let text = savings_text(&PruningComparison {
            depth: 3,
            minimax: 40_838,
            alpha_beta: 25_287,
        });
        assert_eq!(
            text,
            "Plain minimax would have looked at 1.6 times as many positions: 40,838 instead of \
             25,287, to depth 3."
        );
    }
}
