//! The check of the bets: how many held, and those that did not.

use client::theatre::{BetOutcome, CheckedBet, TheatreEvent, TheatreState};
use engine::player::StrategyId;
use leptos::prelude::*;

use super::node_card::scope_name;
use super::text::{cost_text, move_name};
use crate::components::shared::format::{count, counted};
use crate::controllers::theatre::TheatreController;

/// The most failed bets that are listed.
const MAX_LISTED: usize = 50;

/// A bet that failed, as it is listed.
#[derive(Clone, PartialEq)]
struct FailedRow {
    node: u32,
    line: String,
    rule: String,
    cost: String,
}

#[component]
pub fn BetsPanel(theatre: TheatreController) -> impl IntoView {
    let runs = theatre.read(|state| state.bets.running.is_some());
    let text = theatre.read(summary);
    let failed = theatre.read(failed_rows);
    let has_bets = theatre.read(TheatreState::can_check_bets);
    let press = move |_| match runs.get_untracked() {
        true => theatre.dispatch(TheatreEvent::StopCheck),
        false => theatre.dispatch(TheatreEvent::CheckBets),
    };
    let row = move |row: FailedRow| {
        let node = row.node;
        view! {
            <li>
                <button
                    type="button"
                    class="failed-bet"
                    on:click=move |_| theatre.dispatch(TheatreEvent::Select(node))
                >
                    <b>{row.line}</b>
                    <span>{row.rule}</span>
                    <span class="figures">{row.cost}</span>
                </button>
            </li>
        }
    };
    view! {
        <section class="panel bets" data-panel="bets" aria-label="Check the bets">
            <div class="panel-head">
                <h2>"Bets"</h2>
                <button type="button" class="button quiet" disabled=move || !has_bets.get() && !runs.get() on:click=press>
                    {move || if runs.get() { "Stop" } else { "Check the bets" }}
                </button>
            </div>
            <div class="panel-body">
                <p role="status">{move || text.get()}</p>
                <ol class="failed-bets">
                    {move || failed.get().into_iter().map(row).collect_view()}
                </ol>
            </div>
        </section>
    }
}

fn summary(state: &TheatreState) -> String {
    let checks = &state.bets;
    let Some(all) = checks.bets else {
        return match state.setup.mind {
            StrategyId::Plodder => "This mind makes no bets: it looks at every move.".to_owned(),
            _ => "Each bet can be checked: the same position again, to its full depth, without the rule that left something out.".to_owned(),
        };
    };
    let cost: u32 = checks
        .failed
        .iter()
        .map(|bet| match bet.outcome {
            BetOutcome::Failed { cost, .. } => cost,
            _ => 0,
        })
        .max()
        .unwrap_or_default();
    let mut text = format!(
        "{} of {}: {} held",
        counted(checks.checked().into(), "bet"),
        count(all.into()),
        count(checks.held.into())
    );
    let wrong = checks.failed.len() as u64;
    if wrong > 0 {
        text.push_str(&format!(", {} wrong", count(wrong)));
        match cost {
            0 => text.push_str(", at no cost"),
            cost => text.push_str(&format!(", the dearest by {}", cost_text(cost, false))),
        }
    }
    if checks.unchecked > 0 {
        text.push_str(&format!(
            "; {} not checked: too many positions",
            count(checks.unchecked.into())
        ));
    }
    text.push('.');
    text
}

fn failed_rows(state: &TheatreState) -> Vec<FailedRow> {
    let Some(view) = &state.view else {
        return Vec::new();
    };
    let row = |bet: &CheckedBet| {
        let path = view.path(bet.node);
        let line: Vec<String> = path[1..]
            .iter()
            .map(|&index| move_name(view, index))
            .collect();
        let cost = match bet.outcome {
            BetOutcome::Failed {
                cost, other_move, ..
            } => cost_text(cost, other_move),
            _ => String::new(),
        };
        FailedRow {
            node: bet.node,
            line: line.join(" "),
            rule: format!(
                "{}, {}",
                bet.rule.name().replace('-', " "),
                scope_name(bet.scope)
            ),
            cost,
        }
    };
    let known = |bet: &&CheckedBet| view.has(bet.node);
    state
        .bets
        .failed
        .iter()
        .filter(known)
        .take(MAX_LISTED)
        .map(row)
        .collect()
}
