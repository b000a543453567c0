//! The search's summary between the opponent's card and the board: depth, nodes, best move, and
//! after the move its reason.

use client::play::LiveLine;
use client::play::{GameStatus, PlayState};
use leptos::prelude::*;

use crate::components::shared::format::counted;
use crate::components::shared::icons::Icon;
use crate::controllers::play::PlayController;

/// The text of the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SummaryText {
    /// The depth.
    depth: String,
    /// The depth on narrow screens.
    short_depth: String,
    /// The positions searched, or a sentence in their place.
    work: String,
    /// The best move: the only part that is never truncated.
    best: String,
    live: bool,
    slowed: bool,
}

/// The line; on a phone its button opens the thinking panel as a sheet.
#[component]
pub fn SearchSummary(play: PlayController, sheet: RwSignal<bool>) -> impl IntoView {
    // The previous best move, before an arrow: `Nf3 → d4`.
    let best = play.read_search(|state| {
        state
            .search_view
            .as_ref()
            .and_then(|thought| thought.live_line())
            .map(|line| line.best)
    });
    let before = RwSignal::new(None::<String>);
    Effect::new(move |last: Option<Option<String>>| {
        let now = best.get();
        if let Some(last) = last.filter(|last| *last != now) {
            before.set(last.filter(|_| now.is_some()));
        }
        now
    });
    let ply = play.read(|state| state.search_view.as_ref().map(|thought| thought.ply));
    Effect::new(move |_| {
        ply.track();
        before.set(None);
    });
    let text = Memo::new(move |_| {
        play.follow_search();
        before.with(|before| play.with(|state| summary_text(state, before.as_deref())))
    });
    view! {
        <div class="thought figures" class:live=move || text.with(|text| text.live)>
            <span class="words">
                <span class="work">
                    <span class="wide">{move || text.with(|text| text.depth.clone())}</span>
                    <span class="narrow">{move || text.with(|text| text.short_depth.clone())}</span>
                    {move || text.with(|text| text.work.clone())}
                </span>
                <span>{move || text.with(|text| text.best.clone())}</span>
            </span>
            {move || text.with(|text| text.slowed).then(|| view! { <span class="tag">"slowed down"</span> })}
            <button
                type="button"
                class="icon-button open-thinking"
                aria-label="Show thinking"
                aria-expanded=move || sheet.get().to_string()
                disabled=move || !play.with(|state| state.loaded)
                on:click=move |_| sheet.update(|open| *open = !*open)
            >
                {Icon::Up.draw()}
            </button>
        </div>
    }
}

fn summary_text(state: &PlayState, before: Option<&str>) -> SummaryText {
    let line = state
        .search_view
        .as_ref()
        .and_then(|thought| thought.live_line());
    match (state.status(), line) {
        (GameStatus::Thinking { slowed }, Some(line)) => SummaryText {
            live: true,
            slowed,
            ..search_text("Looking", &line, before)
        },
        (GameStatus::Thinking { .. }, None) => SummaryText {
            work: "Looking\u{2026}".to_owned(),
            live: true,
            ..SummaryText::default()
        },
        (_, line) => match (state.shown_explanation(), line) {
            (Some(reason), _) => SummaryText {
                work: reason.to_owned(),
                ..SummaryText::default()
            },
            (None, Some(line)) => search_text("Looked", &line, None),
            (None, None) => SummaryText::default(),
        },
    }
}

fn search_text(verb: &str, line: &LiveLine, before: Option<&str>) -> SummaryText {
    let best = match before {
        Some(before) if before != line.best => format!("{before} \u{2192} {}", line.best),
        _ => line.best.clone(),
    };
    SummaryText {
        depth: format!("{verb} {} deep", counted(line.depth.into(), "move")),
        short_depth: format!("depth {}", line.depth),
        work: format!(" \u{b7} {} \u{b7} ", counted(line.nodes, "position")),
        best,
        ..SummaryText::default()
    }
}
