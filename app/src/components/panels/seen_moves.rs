//! What a low level saw and what it overlooked, as a list and as arrows on the board.

use client::play::{LinePreview, PlayEvent, PlayState, SeenMoves};
use engine::rules::{Color, Move, Position, san};
use leptos::prelude::*;

use crate::components::board::arrow_outline;
use crate::components::shared::format::counted;
use crate::controllers::play::PlayController;

/// The list in the thinking panel.
#[component]
pub fn SeenMovesList(play: PlayController) -> impl IntoView {
    let found = play.read(PlayState::seen_moves);
    let shown = play.read(|state| state.seen_shown);
    let chip = move |position: Position, mv: Move, class: &'static str| {
        let preview = move |on: bool| {
            let line = on.then(|| LinePreview::after(position, &[mv])).flatten();
            play.dispatch(PlayEvent::Preview(line.map(Box::new)));
        };
        view! {
            <button
                type="button"
                class=class
                on:pointerenter=move |_| preview(true)
                on:pointerleave=move |_| preview(false)
                on:focus=move |_| preview(true)
                on:blur=move |_| preview(false)
            >
                {san::write(&position, mv)}
            </button>
        }
    };
    let list = move |found: SeenMoves| {
        let chips = |moves: &[Move], class| {
            let chips = moves.iter().map(|&mv| chip(found.position, mv, class));
            chips.collect_view()
        };
        let seen = counted(found.seen.len() as u64, "move");
        let text = format!(
            "At level {} I saw {seen} of {}.",
            found.level.number(),
            found.seen.len() + found.overlooked.len()
        );
        view! {
            <p class="guess empty">
                {text} " "
                <button
                    type="button"
                    class="button quiet"
                    aria-pressed=move || shown.get().to_string()
                    on:click=move |_| play.dispatch(PlayEvent::ShowSeen(!shown.get_untracked()))
                >
                    {move || if shown.get() { "Hide them" } else { "Show them" }}
                </button>
            </p>
            <div class="seen-moves" hidden=move || !shown.get()>
                {chips(&found.seen, "seen-move")} {chips(&found.overlooked, "seen-move overlooked")}
            </div>
        }
    };
    move || found.get().map(list)
}

/// The arrows on the board: those that were seen, and faint the others.
pub fn seen_moves_overlay(play: PlayController) -> AnyView {
    let found = play.read(|state| match state.seen_shown {
        true => state.seen_moves(),
        false => None,
    });
    let flipped = play.read(|state| state.bottom() == Color::Black);
    let arrows = move || {
        let found = found.get()?;
        // Not in the style sheet: the colours load with this bundle.
        let arrow = |mv: &Move, fill: &'static str| {
            let path = arrow_outline(mv.from(), mv.to(), flipped.get(), 60);
            view! { <path d=path fill=fill /> }
        };
        let overlooked = found.overlooked.iter().map(|mv| arrow(mv, "#3d3b5066"));
        let seen = found.seen.iter().map(|mv| arrow(mv, "#007f7fd9"));
        Some(overlooked.chain(seen).collect_view())
    };
    view! {
        <svg class="layer" width="100%" height="100%" viewBox="0 0 8 8" aria-hidden="true">
            {arrows}
        </svg>
    }
    .into_any()
}
