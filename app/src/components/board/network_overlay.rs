//! What the network sees: on each piece what it adds where it stands, for its own side.

use client::play::{Event, State};
use engine::{
    rules::{Color, Square},
    search::Score,
};
use leptos::prelude::*;

use super::place;
use crate::components::shared::erased_view::IntoWhole;
use crate::components::shared::format::score;
use crate::components::shared::memo::read;
use crate::controllers::play::PlayController;

/// The figures above the board; nothing where nobody wants to see them. Asks for those of every
/// position that comes.
pub fn seen(play: PlayController) -> AnyView {
    let position = read(play, |state| state.board().0);
    let wanted = read(play, |state| state.sees && state.has_network());
    Effect::new(move |_| {
        let position = position.get();
        if wanted.get() {
            play.dispatch(Event::See(Box::new(position)));
        }
    });
    let flipped = read(play, |state| state.bottom() == Color::Black);
    let shown = read(play, figures);
    let figure = move |(square, own): (Square, i32)| {
        let (x, y) = place(square, flipped.get());
        // Here and not in the sheet: it is loaded with this part.
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
    let in_words = move || {
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
            aria-label=in_words
            aria-hidden=move || shown.with(Vec::is_empty).then_some("true")
        >
            {move || shown.get().into_iter().map(figure).collect_view()}
        </svg>
    }
    .into_whole()
}

/// What each piece adds for its own side, centipawns.
fn figures(state: &State) -> Vec<(Square, i32)> {
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
    let seen = state.seen().unwrap_or_default();
    seen.iter().filter_map(own).collect()
}
