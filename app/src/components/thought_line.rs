//! One live line between the opponent's card and the board: how deep, how much, which move.

use crate::components::whole::IntoWhole;
use leptos::prelude::*;

use super::figures::counted;
use super::icons::Icon;
use super::read::read;
use crate::session::state::LiveLine;
use crate::session::{Session, State, Status};

/// What the line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Words {
    /// Left out where there is little room.
    lead: &'static str,
    text: String,
    live: bool,
    slowed: bool,
}

/// The line; on a phone its button opens the panel of thoughts as a sheet.
#[component]
pub fn ThoughtLine(session: Session, sheet: RwSignal<bool>) -> impl IntoView {
    // The last move that was thought best before the present one: `Nf3 → d4`.
    let best = read(session, |state| {
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
    let ply = read(session, |state| {
        state.thought.as_ref().map(|thought| thought.ply)
    });
    Effect::new(move |_| {
        ply.track();
        before.set(None);
    });
    let words = Memo::new(move |_| {
        before.with(|before| session.with(|state| words(state, before.as_deref())))
    });
    view! {
        <div class="thought figures" class:live=move || words.with(|words| words.live)>
            <span class="words">
                <span class="lead">{move || words.with(|words| words.lead)}</span>
                {move || words.with(|words| words.text.clone())}
            </span>
            {move || words.with(|words| words.slowed).then(|| view! { <span class="tag">"slowed down"</span> })}
            <button
                type="button"
                class="icon-button open-thinking"
                aria-label="Show thinking"
                aria-expanded=move || sheet.get().to_string()
                disabled=move || !session.with(|state| state.loaded)
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
            lead: "Looking ",
            text: figures(&line, before),
            live: true,
            slowed,
        },
        (Status::Thinking { .. }, None) => Words {
            text: "Looking\u{2026}".to_owned(),
            live: true,
            ..Words::default()
        },
        (_, Some(line)) => Words {
            lead: "Looked ",
            text: figures(&line, None),
            ..Words::default()
        },
        (_, None) => Words::default(),
    }
}

fn figures(line: &LiveLine, before: Option<&str>) -> String {
    let change = match before {
        Some(before) if before != line.best => format!("{before} \u{2192} {}", line.best),
        _ => line.best.clone(),
    };
    let (depth, nodes) = (
        counted(line.depth.into(), "move"),
        counted(line.nodes, "position"),
    );
    format!("{depth} deep \u{b7} {nodes} \u{b7} {change}")
}
