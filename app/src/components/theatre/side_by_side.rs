//! Minds side by side: what each would play here, and how each plays on.

use client::theatre::{
    COMPARED, MAX_COMPARED, MOVE_LIMITS, MindMove, MoveLimit, PLAYED_ON, TheatreEvent, TheatreState,
};
use engine::player::StrategyId;
use engine::rules::{Position, san};
use leptos::prelude::*;

use crate::components::shared::format::{count, counted, score, seconds};
use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::controllers::theatre::TheatreController;

/// Moves of an expected line that are shown.
const MAX_LINE: usize = 6;

/// A mind's column.
#[derive(Clone, PartialEq)]
struct MindColumn {
    name: &'static str,
    term: &'static str,
    /// The moves, each with whether the first mind plays another one there.
    moves: Vec<(String, bool)>,
    /// Of the first move, White's view.
    score: String,
    /// What it expects after the first move.
    line: String,
    work: String,
}

#[component]
pub fn SideBySide(theatre: TheatreController) -> impl IntoView {
    let runs = theatre.read(|state| state.minds.running.is_some());
    let chosen = theatre.read(|state| state.minds.chosen.clone());
    let columns = theatre.read(columns);
    let refused = theatre.read(|state| state.minds.refused.clone());
    let ready = theatre.read(TheatreState::is_quiet);
    let mind = move |id: StrategyId| {
        let is_chosen = move || chosen.with(|chosen| chosen.contains(&id));
        let is_full = move || chosen.with(Vec::len) >= MAX_COMPARED;
        view! {
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=is_chosen
                    disabled=move || runs.get() || is_full() && !is_chosen()
                    on:change=move |_| theatre.dispatch(TheatreEvent::ToggleMind(id))
                />
                {id.strategy().name}
            </label>
        }
    };
    let go = move |plies: u8, name: &'static str| {
        let is_off = move || !ready.get() || chosen.with(|chosen| chosen.len() < 2);
        view! {
            <button
                type="button"
                class="button quiet"
                disabled=is_off
                on:click=move |_| theatre.dispatch(TheatreEvent::CompareMinds(plies))
            >
                {name}
            </button>
        }
    };
    view! {
        <section class="panel side-by-side" data-panel="minds" aria-label="Minds side by side">
            <div class="panel-head">
                <h2>"Minds side by side"</h2>
                <span class="aside">"gold: another move than the first"</span>
            </div>
            <div class="panel-body">
                <fieldset class="minds" aria-label="Minds">{COMPARED.map(mind)}</fieldset>
                <div class="row">
                    <ChoiceList
                        label="For each move"
                        choices=MOVE_LIMITS.to_vec()
                        text=limit_text
                        chosen=theatre.read(|state| state.minds.limit)
                        choose=move |limit| theatre.dispatch(TheatreEvent::SetMoveLimit(limit))
                    />
                    {go(1, "Compare")}
                    {go(PLAYED_ON, "Play ten plies on")}
                    <button
                        type="button"
                        class="button quiet"
                        hidden=move || !runs.get()
                        on:click=move |_| theatre.dispatch(TheatreEvent::StopMinds)
                    >
                        "Stop"
                    </button>
                </div>
                <p role="status" hidden=move || refused.with(Option::is_none)>
                    {move || refused.get()}
                </p>
                <div class="mind-columns">
                    {move || columns.get().into_iter().map(column).collect_view()}
                </div>
            </div>
        </section>
    }
}

fn column(mind: MindColumn) -> impl IntoView {
    let moves = mind.moves.into_iter().map(|(name, differs)| {
        view! {
            <li class:differs=differs>{name}</li>
        }
    });
    view! {
        <div class="mind-column">
            <h3>{mind.name} " " <span class="empty">{mind.term}</span></h3>
            <ol class="figures">{moves.collect_view()}</ol>
            <p class="figures"><b>{mind.score}</b> " " {mind.line}</p>
            <p class="empty figures">{mind.work}</p>
        </div>
    }
}

fn limit_text(limit: MoveLimit) -> String {
    match limit {
        MoveLimit::Nodes(nodes) => counted(nodes.into(), "position"),
        MoveLimit::Time(ms) => seconds(ms.into()),
    }
}

fn columns(state: &TheatreState) -> Vec<MindColumn> {
    let Some(game) = &state.game else {
        return Vec::new();
    };
    let moves_of = |mind: usize| -> Vec<&MindMove> {
        let all = state.minds.moves.iter();
        all.filter(|found| usize::from(found.mind) == mind)
            .collect()
    };
    let first: Vec<_> = moves_of(0).iter().map(|found| found.mv).collect();
    let compared = state.minds.compared.iter().enumerate();
    compared
        .map(|(mind, id)| {
            let moves = moves_of(mind);
            let mut position = *game.position();
            let mut names = Vec::new();
            let mut is_same = true;
            for (ply, found) in moves.iter().enumerate() {
                let Some(mv) = found.mv else { break };
                is_same &= first.get(ply) == Some(&found.mv);
                names.push((san::write(&position, mv), !is_same));
                position = position.play(mv);
            }
            let begin = moves.first();
            MindColumn {
                name: id.strategy().name,
                term: id.strategy().term,
                moves: names,
                score: begin
                    .and_then(|found| found.score)
                    .map_or_else(String::new, |value| {
                        score(value.for_white(game.position().side_to_move()))
                    }),
                line: begin.map_or_else(String::new, |found| expected(game.position(), found)),
                work: begin.map_or_else(
                    || match state.minds.running {
                        Some(_) => "Thinking\u{2026}".to_owned(),
                        None => "No move".to_owned(),
                    },
                    |found| {
                        format!(
                            "depth {} \u{b7} {} \u{b7} {}",
                            found.depth,
                            count(found.nodes),
                            seconds(found.time_ms)
                        )
                    },
                ),
            }
        })
        .collect()
}

/// The line that a mind expects.
fn expected(start: &Position, found: &MindMove) -> String {
    let line = wire::search::answer::pv_text(start, &found.pv).san;
    line.into_iter()
        .take(MAX_LINE)
        .collect::<Vec<String>>()
        .join(" ")
}
