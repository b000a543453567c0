//! The report of the imported games.

use client::game_import::{GamesReport, ImportStage, ImportState};
use engine::rules::Color;
use leptos::prelude::*;

use super::report_mistakes::mistakes;
use super::report_tables::{clocks, openings, phases};
use crate::components::shared::format::{color_name, counted};
use crate::controllers::game_import::ImportController;
use crate::controllers::train::TrainController;

/// What the games that are done have in common; nothing before the first.
#[component]
pub fn Report(train: TrainController, import: ImportController) -> impl IntoView {
    // With each game it would change under the visitor's hand; a pause shows it, too.
    let done = import.read(|state: &ImportState| match state.stage {
        ImportStage::Running(_) => None,
        _ => Some((state.queue.done(), state.report.games())),
    });
    let is_known = train.is_known();
    move || {
        let games = done.get().map_or(0, |(_, games)| games);
        (games > 0 && is_known.get()).then(|| {
            let report = import.with_untracked(|state| state.report.clone());
            report_view(train, &report)
        })
    }
}

fn report_view(train: TrainController, report: &GamesReport) -> impl IntoView + use<> {
    let sentences = report.sentences().into_iter();
    let sentences = sentences.map(|sentence| view! { <li>{sentence}</li> });
    // One colour alone is all games, of which the first sentence tells.
    let has_both = Color::ALL
        .iter()
        .all(|&color| report.score(color).games() > 0);
    let scores = Color::ALL.map(|color| has_both.then(|| score_text(report, color)));
    view! {
        <section class="report" aria-labelledby="report-title">
            <h2 id="report-title">"Your games in figures"</h2>
            <ul class="findings figures">
                {sentences.collect_view()}
                {scores.into_iter().flatten().map(|score| view! { <li>{score}</li> }).collect_view()}
            </ul>
            <div class="report-parts">
                {mistakes(train, &report.mistakes)} {phases(&report.phases)}
                {clocks(&report.clocks)} {openings(&report.openings)}
            </div>
            <p class="empty">
                "Loss is that of winning chances per move, in percentage points, as a review computes it, by short searches. A comparison is said only where it is more than chance: 20 games on both sides, and a difference beyond two standard errors."
            </p>
        </section>
    }
}

/// `With White: 10 games, 5 won, 2 drawn, 3 lost.`
fn score_text(report: &GamesReport, color: Color) -> String {
    let score = report.score(color);
    format!(
        "With {}: {}, {} won, {} drawn, {} lost.",
        color_name(color),
        counted(score.games().into(), "game"),
        score.wins,
        score.draws,
        score.losses
    )
}
