//! What the network thinks: the worth of pieces, favourite first moves, how far its guesses are off.

use client::dojo::DojoState;
use engine::rules::{Position, san};
use leptos::prelude::*;

use super::text::loss_text;
use crate::controllers::dojo::DojoController;

/// The names of the pieces, as their values are listed.
const PIECES: [&str; 5] = ["Pawn", "Knight", "Bishop", "Rook", "Queen"];

/// What the network thinks, as of the last test.
#[derive(Clone, Default, PartialEq)]
struct Thoughts {
    values: [i32; 5],
    /// The first moves by generation, the latest first: where they changed.
    first_moves: Vec<(u32, String)>,
    /// How far its guesses are off, in words.
    loss: Option<String>,
}

/// Changes of the first moves that are listed.
const MAX_CHANGES: usize = 5;

#[component]
pub fn Insights(dojo: DojoController) -> impl IntoView {
    let thoughts = dojo.read(thoughts);
    let is_empty = dojo.read(|state| {
        let training = state.training.as_ref();
        training.is_none_or(|training| training.history.tests.is_empty())
    });
    let bars = move || {
        let values = thoughts.get().values;
        let most = values.into_iter().max().unwrap_or(0).max(1);
        let bar = move |(name, value): (&'static str, i32)| {
            let width = 100.0 * f64::from(value.max(0)) / f64::from(most);
            let text = value.to_string().replace('-', "\u{2212}");
            view! {
                <li>
                    <span>{name}</span>
                    <span class="bar" aria-hidden="true"><i style:width=format!("{width:.1}%")></i></span>
                    <span class="figures">{text}</span>
                </li>
            }
        };
        PIECES.into_iter().zip(values).map(bar).collect_view()
    };
    let moves = move || {
        let line = |(generation, moves): (u32, String)| {
            view! {
                <li>
                    <span class="figures empty">{format!("Generation {generation}")}</span>
                    <span>{moves}</span>
                </li>
            }
        };
        thoughts
            .get()
            .first_moves
            .into_iter()
            .map(line)
            .collect_view()
    };
    let loss = move || thoughts.get().loss;
    view! {
        <section class="panel" data-panel="insights" aria-label="What it thinks" hidden=move || is_empty.get()>
            <div class="panel-head">
                <h2>"What it thinks"</h2>
            </div>
            <div class="panel-body">
                <h3>"What pieces are worth to it"</h3>
                <ul class="worths">{bars}</ul>
                <p class="empty">"In centipawns: by how much its judgement drops without the piece, in the middle of a game."</p>
                <h3>"How it would begin"</h3>
                <ul class="first-moves">{moves}</ul>
                <p class="empty">{loss}</p>
            </div>
        </section>
    }
}

fn thoughts(state: &DojoState) -> Thoughts {
    let Some(training) = &state.training else {
        return Thoughts::default();
    };
    let start = Position::startpos();
    let mut first_moves: Vec<(u32, String)> = Vec::new();
    for test in &training.history.tests {
        let names = test.insights.first_moves.iter();
        let names: Vec<String> = names.map(|&mv| san::write(&start, mv)).collect();
        let names = names.join(", ");
        if first_moves
            .last()
            .is_none_or(|(_, before)| *before != names)
        {
            first_moves.push((test.generation, names));
        }
    }
    first_moves.reverse();
    first_moves.truncate(MAX_CHANGES);
    Thoughts {
        values: training
            .history
            .tests
            .last()
            .map_or([0; 5], |test| test.insights.piece_values),
        first_moves,
        loss: training.history.generations.last().map(|generation| {
            let error = format!("{:.2}", generation.loss.sqrt());
            loss_text(training.config.algorithm, &error)
        }),
    }
}
