//! The table that fills itself: the same search with one part switched off after the other.

use client::theatre::{SearchSwitch, SwitchResult, TheatreEvent, TheatreState};
use engine::rules::san;
use leptos::prelude::*;

use crate::components::shared::format::{count, score, seconds};
use crate::controllers::theatre::TheatreController;
use crate::routes::ARENA;

/// A row of the table.
#[derive(Clone, PartialEq)]
struct SwitchRow {
    name: &'static str,
    nodes: String,
    /// How many times the nodes of the search with everything on.
    factor: String,
    /// The same for the bar, per cent of the longest.
    share: u32,
    time: String,
    depth: String,
    mv: String,
    /// White's view.
    score: String,
    is_other_move: bool,
}

#[component]
pub fn SwitchLab(theatre: TheatreController) -> impl IntoView {
    let runs = theatre.read(|state| state.switches.running.is_some());
    let rows = theatre.read(rows);
    let ready = theatre.read(TheatreState::can_try_switches);
    let press = move |_| {
        theatre.dispatch(match runs.get_untracked() {
            true => TheatreEvent::StopSwitches,
            false => TheatreEvent::TrySwitches,
        });
    };
    let row = |row: SwitchRow| {
        view! {
            <tr class:other=row.is_other_move>
                <th scope="row">{row.name}</th>
                <td class="bar-cell">
                    <span class="switch-bar" style=("--share", format!("{}%", row.share))></span>
                    <span class="figures">{row.nodes}</span>
                </td>
                <td class="figures">{row.factor}</td>
                <td class="figures">{row.time}</td>
                <td class="figures">{row.depth}</td>
                <td>{row.mv}</td>
                <td class="figures">{row.score}</td>
            </tr>
        }
    };
    view! {
        <section class="panel switch-lab" data-panel="switches" aria-label="What each part is worth">
            <div class="panel-head">
                <h2>"What each part is worth"</h2>
                <button type="button" class="button quiet" disabled=move || !ready.get() && !runs.get() on:click=press>
                    {move || if runs.get() { "Stop" } else { "Switch off one by one" }}
                </button>
            </div>
            <div class="panel-body">
                <p class="empty" role="status">{move || summary(&rows.get(), runs.get())}</p>
                <p class="empty">
                    "Fewer positions are not yet a stronger game: " <a href=ARENA>"a tournament"</a>
                    " tells what a part is worth."
                </p>
                <div class="table-scroll" tabindex="0" role="region" aria-label="Table" hidden=move || rows.with(Vec::is_empty)>
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">"Without"</th>
                                <th scope="col">"Positions"</th>
                                <th scope="col">"Times"</th>
                                <th scope="col">"Time"</th>
                                <th scope="col">"Depth"</th>
                                <th scope="col">"Move"</th>
                                <th scope="col">"Score"</th>
                            </tr>
                        </thead>
                        <tbody>{move || rows.get().into_iter().map(row).collect_view()}</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
}

fn summary(rows: &[SwitchRow], runs: bool) -> String {
    let dearest = rows.iter().skip(1).max_by_key(|row| row.share);
    let others = rows.iter().filter(|row| row.is_other_move).count();
    match (rows.len(), runs, dearest) {
        (0, false, _) => "The same position to the same depth, with one part of the search switched off after the other.".to_owned(),
        (.., true, _) => "Searching\u{2026}".to_owned(),
        (.., Some(row)) => {
            let moves = match others {
                0 => "the move stays the same without any of them".to_owned(),
                1 => "without one of them it plays another move".to_owned(),
                others => format!("without {others} of them it plays another move"),
            };
            format!("Most is saved by this part: {}, {} the positions without it; {moves}.", row.name.to_ascii_lowercase(), row.factor)
        }
        _ => String::new(),
    }
}

fn rows(state: &TheatreState) -> Vec<SwitchRow> {
    let (Some(view), Some(first)) = (&state.view, state.switches.results.first()) else {
        return Vec::new();
    };
    let start = view.start();
    let longest = state
        .switches
        .results
        .iter()
        .map(|result| result.nodes)
        .max();
    let row = |result: &SwitchResult| {
        let times = result.nodes as f64 / first.nodes.max(1) as f64;
        SwitchRow {
            name: result.off.name(),
            nodes: count(result.nodes),
            factor: match result.off {
                SearchSwitch::Everything => String::new(),
                _ => format!("{times:.2}\u{d7}"),
            },
            share: (100 * result.nodes / longest.unwrap_or(1).max(1)) as u32,
            time: seconds(result.time_ms),
            depth: match result.depth < state.setup.depth {
                true => format!("{} of {}", result.depth, state.setup.depth),
                false => result.depth.to_string(),
            },
            mv: result
                .mv
                .map_or_else(String::new, |mv| san::write(start, mv)),
            score: result.score.map_or_else(String::new, |value| {
                score(value.for_white(start.side_to_move()))
            }),
            is_other_move: result.mv != first.mv,
        }
    };
    state.switches.results.iter().map(row).collect()
}
