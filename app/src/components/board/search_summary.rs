//! One live line between the opponent's card and the board: how deep, how much, which move, and
//! after the move, why.

use client::play::LiveLine;
use client::play::{State, Status};
use leptos::prelude::*;

use crate::components::shared::erased_view::IntoWhole;
use crate::components::shared::format::counted;
use crate::components::shared::icons::Icon;
use crate::components::shared::memo::{read, read_search};
use crate::controllers::play::PlayController;

/// What the line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Words {
    /// How deep.
    depth: String,
    /// The same where there is little room.
    short_depth: String,
    /// How much.
    work: String,
    /// Which move: the one part that is never cut short.
    best: String,
    live: bool,
    slowed: bool,
}

/// The line; on a phone its button opens the panel of thoughts as a sheet.
#[component]
pub fn ThoughtLine(play: PlayController, sheet: RwSignal<bool>) -> impl IntoView {
    // The last move that was thought best before the present one: `Nf3 → d4`.
    let best = read_search(play, |state| {
        state
            .thought
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
    let ply = read(play, |state| {
        state.thought.as_ref().map(|thought| thought.ply)
    });
    Effect::new(move |_| {
        ply.track();
        before.set(None);
    });
    let words = Memo::new(move |_| {
        play.follow_search();
        before.with(|before| play.with(|state| words(state, before.as_deref())))
    });
    view! {
        <div class="thought figures" class:live=move || words.with(|words| words.live)>
            <span class="words">
                <span class="work">
                    <span class="wide">{move || words.with(|words| words.depth.clone())}</span>
                    <span class="narrow">{move || words.with(|words| words.short_depth.clone())}</span>
                    {move || words.with(|words| words.work.clone())}
                </span>
                <span>{move || words.with(|words| words.best.clone())}</span>
            </span>
            {move || words.with(|words| words.slowed).then(|| view! { <span class="tag">"slowed down"</span> })}
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
    .into_whole()
}

fn words(state: &State, before: Option<&str>) -> Words {
    let line = state
        .thought
        .as_ref()
        .and_then(|thought| thought.live_line());
    match (state.status(), line) {
        (Status::Thinking { slowed }, Some(line)) => Words {
            live: true,
            slowed,
            ..figures("Looking", &line, before)
        },
        (Status::Thinking { .. }, None) => Words {
            work: "Looking\u{2026}".to_owned(),
            live: true,
            ..Words::default()
        },
        (_, line) => match (state.reason(), line) {
            (Some(reason), _) => Words {
                work: reason.to_owned(),
                ..Words::default()
            },
            (None, Some(line)) => figures("Looked", &line, None),
            (None, None) => Words::default(),
        },
    }
}

fn figures(verb: &str, line: &LiveLine, before: Option<&str>) -> Words {
    let best = match before {
        Some(before) if before != line.best => format!("{before} \u{2192} {}", line.best),
        _ => line.best.clone(),
    };
    Words {
        depth: format!("{verb} {} deep", counted(line.depth.into(), "move")),
        short_depth: format!("depth {}", line.depth),
        work: format!(" \u{b7} {} \u{b7} ", counted(line.nodes, "position")),
        best,
        ..Words::default()
    }
}
