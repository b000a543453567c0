//! The cross table: points, Elo with its interval, and each against each.

use client::arena::{ArenaState, Results, Standing, points_text, rating_text};
use leptos::prelude::*;

use crate::controllers::arena::ArenaController;

/// A row of the table.
#[derive(Clone, PartialEq)]
struct TableRow {
    place: usize,
    name: String,
    points: String,
    games: u32,
    rating: String,
    /// Against each player in the order of the table: points, and in words; `None` against itself.
    against: Vec<Option<(String, String)>>,
}

#[component]
pub fn CrossTable(arena: ArenaController) -> impl IntoView {
    let rows = arena.read(rows);
    let heads = move || {
        let places = 1..=rows.with(Vec::len);
        places
            .map(|place| view! { <th scope="col" class="figures">{place}</th> })
            .collect_view()
    };
    let cell = |cell: Option<(String, String)>| match cell {
        Some((points, words)) => {
            let title = words.clone();
            view! {
                <td class="figures" title=title>
                    {points} <span class="visually-hidden">{words}</span>
                </td>
            }
            .into_any()
        }
        None => view! { <td class="itself"></td> }.into_any(),
    };
    let row = move |row: TableRow| {
        view! {
            <tr>
                <td class="figures">{row.place}</td>
                <th scope="row"><bdi>{row.name}</bdi></th>
                <td class="figures">{row.points} "\u{202f}/\u{202f}" {row.games}</td>
                <td class="figures">{row.rating}</td>
                {row.against.into_iter().map(cell).collect_view()}
            </tr>
        }
    };
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Cross table">
            <table class="cross-table">
                <thead>
                    <tr>
                        <th scope="col" class="figures" aria-label="Place">"#"</th>
                        <th scope="col">"Player"</th>
                        <th scope="col" class="figures">"Points"</th>
                        <th scope="col" class="figures">"Elo \u{b1} 95 %"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{move || rows.get().into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
        <p class="empty table-note">
            "Elo over the mean of all players, from complete pairs of games; with few games the interval is wide."
        </p>
    }
}

fn rows(state: &ArenaState) -> Vec<TableRow> {
    let Some(tournament) = &state.tournament else {
        return Vec::new();
    };
    let standings = tournament.standings();
    let order: Vec<usize> = standings.iter().map(|standing| standing.player).collect();
    let row = |(index, standing): (usize, &Standing)| TableRow {
        place: index + 1,
        name: state.name_of(standing.player),
        points: points_text(standing.results.points()),
        games: standing.results.games(),
        rating: standing
            .rating
            .map_or_else(|| "\u{2013}".to_owned(), rating_text),
        against: order
            .iter()
            .map(|&other| standing.against[other].map(score_text))
            .collect(),
    };
    standings.iter().enumerate().map(row).collect()
}

/// Points of all games, and in words.
fn score_text(score: Results) -> (String, String) {
    let points = match score.games() {
        0 => "\u{2013}".to_owned(),
        games => format!("{}\u{202f}/\u{202f}{games}", points_text(score.points())),
    };
    let words = format!(
        "{} won, {} drawn, {} lost",
        score.wins, score.draws, score.losses
    );
    (points, words)
}
