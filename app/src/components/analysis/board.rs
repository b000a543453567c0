//! The board of the analysis page, with player lines and evaluation bar.

use client::analysis::{AnalysisEvent, AnalysisState};
use client::play::white_share;
use engine::rules::{Color, pgn};
use engine::search::Score;
use leptos::prelude::*;

use super::drawings::{DrawingPen, drawing_tools, drawings_layer};
use crate::components::shared::format::color_name;
use crate::components::shared::outcome_text::outcome_text;
use crate::components::side_effects::announcer::side_move_text;
use crate::components::{Board, EvalBar, evaluation_text, wheel_step};
use crate::controllers::analysis::AnalysisController;
use crate::preferences::use_prefs;

#[component]
pub fn BoardArea(analysis: AnalysisController, pen: DrawingPen) -> impl IntoView {
    let prefs = use_prefs();
    let position = analysis.read(|state| state.board().0);
    let last_move = analysis.read(|state| state.board().1);
    let flipped = analysis.read(|state| state.flipped);
    let active =
        analysis.read(|state| state.preview.is_none() && state.position().has_legal_move());
    let arrows = analysis.read_search(arrows);
    let share = analysis.read_search(|state| match shown_score(state) {
        Some((score, mated)) => mated.unwrap_or_else(|| white_share(score)),
        None => 500,
    });
    let text = analysis.read_search(|state| match shown_score(state) {
        Some((found, None)) => evaluation_text(found),
        Some((_, Some(_))) => "Checkmate".to_owned(),
        None => "Not looked at yet".to_owned(),
    });
    let announcement = analysis.read(announcement);
    let step_by_wheel = move |event: leptos::ev::WheelEvent| {
        let empty = analysis.with_untracked(|state| state.tree.is_empty());
        if let Some(step) = wheel_step(&event).filter(|_| !empty) {
            event.prevent_default();
            analysis.dispatch(AnalysisEvent::Navigate(step));
        }
    };
    view! {
        <section class="table" aria-label="Board" on:wheel=step_by_wheel>
            <div class="opponent">
                <PlayerLine analysis top=true />
            </div>
            <EvalBar share white_below=Signal::derive(move || !flipped.get()) label=text />
            <Board
                position
                last_move
                flipped
                active
                hints=Signal::derive(move || prefs.with(|prefs| prefs.settings.hints))
                auto_queen=Signal::derive(move || prefs.with(|prefs| prefs.settings.auto_queen))
                arrows
                drawing_tools=drawing_tools(analysis, pen)
                above=move || drawings_layer(analysis)
                on_move=move |mv| analysis.dispatch(AnalysisEvent::Play(mv))
            />
            <div class="own">
                <PlayerLine analysis top=false />
            </div>
            <p class="visually-hidden" role="status">
                {move || announcement.get()}
            </p>
        </section>
    }
}

/// White's score, and for a mated side the bar's share.
fn shown_score(state: &AnalysisState) -> Option<(Score, Option<u16>)> {
    let score = state.score(state.current)?;
    let mated = (score == Score::Mate(0)).then(|| match state.position().side_to_move() {
        Color::White => 0,
        Color::Black => 1000,
    });
    Some((score, mated))
}

/// The first moves of the best lines.
fn arrows(state: &AnalysisState) -> Vec<(engine::rules::Move, u8)> {
    if !state.engine_on || state.preview.is_some() {
        return Vec::new();
    }
    let lines = state
        .current_evaluation()
        .map_or(&[][..], |found| &found.lines);
    let mut arrows: Vec<(engine::rules::Move, u8)> = Vec::new();
    for line in lines.iter().take(usize::from(state.multipv).min(3)) {
        if let Some(&mv) = line.pv.first()
            && arrows.iter().all(|(known, _)| *known != mv)
        {
            arrows.push((mv, 100));
        }
    }
    arrows
}

/// The move on the board and the outcome, for screen readers.
fn announcement(state: &AnalysisState) -> String {
    let mut text = match (
        state.tree.parent(state.current),
        state.tree.last_move(state.current),
    ) {
        (Some(before), Some(mv)) => side_move_text(state.tree.position(before), mv),
        _ => "Start of the game".to_owned(),
    };
    if let Some(outcome) = state.outcome() {
        text.push_str(&format!(". {}", outcome_text(&outcome, None)));
    }
    text
}

/// The player at an edge of the board: the name from the tags, else the colour.
#[component]
fn PlayerLine(analysis: AnalysisController, top: bool) -> impl IntoView {
    let color = analysis.read(move |state| match state.flipped == top {
        true => Color::White,
        false => Color::Black,
    });
    let tags = analysis.read(|state| state.tags.clone());
    let to_move = analysis.read(|state| state.board().0.side_to_move());
    let class = move || match to_move.get() == color.get() {
        true => "seat to-move",
        false => "seat",
    };
    let result = move || {
        tags.with(|tags| {
            tags.get("Result")
                .and_then(|text| result_points(text, color.get()))
        })
    };
    view! {
        <div class=class>
            <span class=move || match color.get() {
                Color::White => "disc",
                Color::Black => "disc black",
            }></span>
            <strong>{move || tags.with(|tags| player(tags, color.get()))}</strong>
            <span class="figures">{move || tags.with(|tags| rating(tags, color.get()))}</span>
            <span class="spacer"></span>
            <span class="figures">{result}</span>
        </div>
    }
}

fn player(tags: &pgn::Tags, color: Color) -> String {
    let known = tags
        .get(color_name(color))
        .filter(|text| !matches!(*text, "?" | ""));
    known.unwrap_or(color_name(color)).to_owned()
}

fn rating(tags: &pgn::Tags, color: Color) -> String {
    let tag = match color {
        Color::White => "WhiteElo",
        Color::Black => "BlackElo",
    };
    let known = tags
        .get(tag)
        .filter(|text| !matches!(*text, "?" | "-" | "0"));
    known.unwrap_or_default().to_owned()
}

/// A side's points: 1, ½ or 0.
fn result_points(result: &str, color: Color) -> Option<&'static str> {
    let white = match result {
        "1-0" => "1",
        "0-1" => "0",
        "1/2-1/2" => "\u{bd}",
        _ => return None,
    };
    Some(match (white, color) {
        ("1", Color::White) | ("0", Color::Black) => "1",
        ("\u{bd}", _) => "\u{bd}",
        _ => "0",
    })
}
