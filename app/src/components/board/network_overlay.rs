//! The network overlay: on each piece its contribution to the score, for its own side.

use client::play::{PlayEvent, PlayState};
use engine::rules::{Color, Square};
use engine::search::Score;
use leptos::prelude::*;

use super::column_and_row;
use crate::components::shared::format::score;
use crate::controllers::play::PlayController;

/// The layer of scores; empty while it is switched off. Requests the scores of each position shown.
pub fn network_overlay(play: PlayController) -> AnyView {
    let position = play.read(|state| state.board().0);
    let wanted = play.read(|state| state.shows_network_view && state.has_network());
    Effect::new(move |_| {
        let position = position.get();
        if wanted.get() {
            play.dispatch(PlayEvent::RequestNetworkView(Box::new(position)));
        }
    });
    let flipped = play.read(|state| state.bottom() == Color::Black);
    let shown = play.read(own_scores);
    let score_label = move |(square, own): (Square, i32)| {
        let (x, y) = column_and_row(square, flipped.get());
        // Not in the style sheet: the colours load with this bundle.
        let color = if own < 0 { "#ff9c93" } else { "#7fe3d4" };
        view! {
            <g transform=format!("translate({x} {y})")>
                <rect x="0.2" y="0.71" width="0.6" height="0.26" rx="0.13" fill="#0f0f1ad1" />
                <text
                    x="0.5"
                    y="0.91"
                    text-anchor="middle"
                    font-size="0.21"
                    font-weight="700"
                    fill=color
                >
                    {score(Score::Cp(own))}
                </text>
            </g>
        }
    };
    let label = move || {
        let each = shown.get().into_iter();
        let each: Vec<_> = each
            .map(|(square, own)| format!("{square} {}", score(Score::Cp(own))))
            .collect();
        format!(
            "What each piece is worth to the network: {}",
            each.join(", ")
        )
    };
    view! {
        <svg
            class="layer seen"
            width="100%"
            height="100%"
            viewBox="0 0 8 8"
            role="img"
            aria-label=label
            aria-hidden=move || shown.with(Vec::is_empty).then_some("true")
        >
            {move || shown.get().into_iter().map(score_label).collect_view()}
        </svg>
    }
    .into_any()
}

/// Each piece's contribution for its own side, in centipawns.
fn own_scores(state: &PlayState) -> Vec<(Square, i32)> {
    let position = state.board().0;
    let own = |(square, score): &(Square, i32)| {
        let (color, _) = position.piece_at(*square)?;
        Some((
            *square,
            if color == Color::White {
                *score
            } else {
                -score
            },
        ))
    };
    let scores = state.piece_contributions().unwrap_or_default();
    scores.iter().filter_map(own).collect()
}
