//! The results of the learners, and the size of their table.

use client::worker::learner::{LearnerOwner, LearnerSummary};
use leptos::prelude::*;
use wire::visitor::learners::MAX_POSITIONS;

use crate::components::shared::format::{count, counted};

/// Results, number of positions, learning curve, and where the table is stored.
#[component]
pub fn MemoryStatistics(summary: Signal<Option<LearnerSummary>>) -> impl IntoView {
    let figure = move |name: &'static str, of: fn(&LearnerSummary) -> u32| {
        let value = move || summary.with(|summary| summary.as_ref().map_or(0, of));
        view! {
            <div>
                <dt>{name}</dt>
                <dd>{move || count(value().into())}</dd>
            </div>
        }
    };
    let points = move || summary.with(|summary| summary.as_ref().map_or_else(String::new, curve));
    let bars = move |place: usize| {
        move || {
            summary.with(|summary| {
                summary
                    .as_ref()
                    .map_or((0, 0), |summary| bar(summary, place))
            })
        }
    };
    let rect = move |class: &'static str, place: usize| {
        let bar = bars(place);
        view! { <rect class=class x=move || bar().0 width=move || bar().1 height="6" /> }
    };
    let place = move || match summary.with(|summary| summary.as_ref().map(|now| now.owner)) {
        Some(LearnerOwner::Account) => "with you on every device where you are signed in",
        Some(LearnerOwner::Guest) => {
            "for you in this browser, and on the server for when you register"
        }
        _ => "for you in this browser",
    };
    view! {
        <p class="empty">
            "Ponder and the Learner learn from every finished game, " {place} ". Those games:"
        </p>
        <dl class="tally figures">
            {figure("Computer won", |summary| summary.record.0)} {figure("Drawn", |summary| summary.record.1)}
            {figure("You won", |summary| summary.record.2)} {figure("Positions", |summary| summary.positions)}
        </dl>
        <svg class="curve" class:unused=move || summary.with(|summary| summary.as_ref().is_none_or(|summary| summary.curve.is_empty())) viewBox="0 0 1000 226" preserveAspectRatio="none" role="img" aria-label="Points in the latest games, over time">
            {rect("won", 0)} {rect("drawn", 1)} {rect("lost", 2)}
            <path class="middle" d="M0 120H1000" />
            <polyline points=points />
        </svg>
        <MemoryNotes summary />
    }
}

/// Notes about the network, changes that the server lacks, and positions that were dropped.
#[component]
fn MemoryNotes(summary: Signal<Option<LearnerSummary>>) -> impl IntoView {
    let text = move || {
        summary.with(|summary| {
            let now = summary.as_ref()?;
            let untold = (now.unsynced > 0 && now.owner == LearnerOwner::Account).then(|| {
                format!(
                    "{} not told to the server yet.",
                    counted(now.unsynced.into(), "change")
                )
            });
            let forgotten = (now.evicted > 0).then(|| {
                format!(
                    "At most {} positions are kept: {} that came up least had to make room.",
                    count(MAX_POSITIONS as u64),
                    count(now.evicted.into()),
                )
            });
            let network = now.network.map(|(neurons, games)| {
                format!(
                    "A network of {neurons} neurons judges what is new; it has learnt from {}.",
                    counted(games.into(), "game")
                )
            });
            Some(
                [network, untold, forgotten]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        })
    };
    view! { <p class="empty standing">{move || text().unwrap_or_default()}</p> }
}

/// Start and length, of 1000, of the bar of wins, draws or losses.
fn bar(summary: &LearnerSummary, place: usize) -> (u32, u32) {
    let (wins, draws, losses) = summary.record;
    let parts = [wins, draws, losses];
    let all: u32 = parts.iter().sum();
    let share = |games: u32| (u64::from(games) * 1_000 / u64::from(all.max(1))) as u32;
    let begin = share(parts[..place].iter().sum());
    (begin, share(parts[..=place].iter().sum()) - begin)
}

/// The points of the curve; all points won is at the top.
fn curve(summary: &LearnerSummary) -> String {
    let last = summary.curve.len().saturating_sub(1).max(1);
    let corners = summary.curve.iter().enumerate().map(|(index, &score)| {
        let (x, y) = (index * 1_000 / last, 220 - u32::from(score) / 5);
        format!("{x} {y}")
    });
    corners.collect::<Vec<_>>().join(" ")
}
