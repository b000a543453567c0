//! The report's tables: phases, clocks, openings.

use client::game_import::{
    ClockReport, MIN_OPENING_GAMES, OpeningReport, OpeningsReport, PhasesReport, Rate,
};
use client::phase_losses::phase_name;
use engine::rules::Color;
use leptos::prelude::*;

use crate::components::shared::format::count;

/// What there is of a mean of tenths of a percentage point: `3.1`.
fn loss_text(rate: &Rate) -> String {
    rate.mean().map_or_else(
        || "\u{2013}".to_owned(),
        |tenths| format!("{:.1}", tenths / 10.0),
    )
}

/// What each phase costs.
pub fn phases(report: &PhasesReport) -> impl IntoView + use<> {
    let rows = report.iter().map(|(phase, of_it)| {
        let mistakes = of_it.mistakes.mean();
        let mistakes = mistakes.map_or_else(|| "\u{2013}".to_owned(), |mean| format!("{mean:.1}"));
        let time = report.time_share(phase);
        let time = time.map_or_else(|| "\u{2013}".to_owned(), |share| format!("{share:.0} %"));
        let mut name = phase_name(phase).to_owned();
        name[..1].make_ascii_uppercase();
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{count(of_it.loss.weight())}</td>
                <td>{loss_text(&of_it.loss)}</td>
                <td>{mistakes}</td>
                <td>{time}</td>
                <td>{format!("{} : {}", of_it.decided[0], of_it.decided[1])}</td>
            </tr>
        }
    });
    view! {
        <section class="panel">
            <div class="panel-head">
                <h3>"Phases"</h3>
            </div>
            <div class="panel-body table-box" tabindex="0" role="group" aria-label="Phases, as a table">
                <table class="figures">
                    <thead>
                        <tr>
                            <th scope="col">"Phase"</th>
                            <th scope="col">"Moves"</th>
                            <th scope="col">"Loss"</th>
                            <th scope="col">"Mistakes a game"</th>
                            <th scope="col">"Time"</th>
                            <th scope="col">"Decided for : against"</th>
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
}

/// What little time costs; nothing without clocks.
pub fn clocks(report: &ClockReport) -> impl IntoView + use<> {
    let rows = [
        ("Moves in time trouble", &report.in_trouble),
        ("Other moves", &report.with_time),
    ];
    let rows = rows.map(|(name, rate)| {
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{count(rate.weight())}</td>
                <td>{loss_text(rate)}</td>
            </tr>
        }
    });
    let premature = format!(
        "Blunders within two seconds: {}",
        count(report.premature.into())
    );
    (report.games > 0).then(|| {
        view! {
            <section class="panel">
                <div class="panel-head">
                    <h3>"Time"</h3>
                </div>
                <div class="panel-body">
                    <table class="figures">
                        <thead>
                            <tr>
                                <td></td>
                                <th scope="col">"Moves"</th>
                                <th scope="col">"Loss"</th>
                            </tr>
                        </thead>
                        <tbody>{rows.into_iter().collect_view()}</tbody>
                    </table>
                    <p class="empty figures">{premature}</p>
                </div>
            </section>
        }
    })
}

/// The openings of enough games, by colour.
pub fn openings(report: &OpeningsReport) -> impl IntoView + use<> {
    let of = |color: Color| {
        let played = report.of(color).into_iter();
        let played = played.filter(|opening| opening.score.games() >= MIN_OPENING_GAMES);
        played.map(opening_row).collect::<Vec<_>>()
    };
    let rows = Color::ALL.map(of);
    let has_rows = rows.iter().any(|rows| !rows.is_empty());
    has_rows.then(|| view! {
        <section class="panel">
            <div class="panel-head">
                <h3>"Openings"</h3>
            </div>
            <div class="panel-body table-box" tabindex="0" role="group" aria-label="Openings, as a table">
                <table class="figures">
                    <thead>
                        <tr>
                            <th scope="col">"Opening"</th>
                            <th scope="col">"Side"</th>
                            <th scope="col">"Games"</th>
                            <th scope="col">"Score"</th>
                            <th scope="col">"Loss"</th>
                        </tr>
                    </thead>
                    <tbody>{rows.into_iter().collect_view()}</tbody>
                </table>
                <p class="empty">{format!("Those of {MIN_OPENING_GAMES} games or more.")}</p>
            </div>
        </section>
    })
}

fn opening_row(opening: &OpeningReport) -> impl IntoView + use<> {
    let score = &opening.score;
    let side = match opening.color {
        Color::White => "White",
        Color::Black => "Black",
    };
    view! {
        <tr>
            <th scope="row">{opening.family.clone()}</th>
            <td>{side}</td>
            <td>{count(score.games().into())}</td>
            <td>{format!("+{} ={} \u{2212}{}", score.wins, score.draws, score.losses)}</td>
            <td>{loss_text(&opening.loss)}</td>
        </tr>
    }
}
