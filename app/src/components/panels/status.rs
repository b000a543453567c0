//! The status of the game on the playing page: an invitation before it, then whose move it is.

use client::play::{DrawRefusal, Players};
use client::play::{GameStatus, PlayState};
use engine::rules::{Color, Outcome, san};
use leptos::prelude::*;

use crate::components::shared::format::{color_name, score};
use crate::components::shared::outcome_text::{reason_text, winner_text};
use crate::components::shared::status_box::{StatusBox, StatusText, move_number_text, turn_text};
use crate::controllers::play::PlayController;

const INVITATION: &str = "Play me. I show you what I\u{2019}m thinking.";

/// The status box.
#[component]
pub fn PlayStatus(play: PlayController) -> impl IntoView {
    let text = play.read(status_text);
    view! { <StatusBox text /> }
}

fn status_text(state: &PlayState) -> StatusText {
    if let Some(text) = passing_text(state) {
        return text;
    }
    let status = state.status();
    let unbegun = status == GameStatus::Paused && state.game.ply() == 0;
    if !state.loaded || status == GameStatus::NotStarted || unbegun {
        return invitation(state);
    }
    let position = state.game.position();
    let number = move_number_text(position, None);
    match status {
        GameStatus::NotStarted => unreachable!("answered above"),
        GameStatus::YourTurn(_) => {
            let side = human_side(state);
            StatusText::new(
                &turn_text(position, side.is_some()),
                &move_number_text(position, side),
                "yours",
            )
        }
        GameStatus::Thinking { .. } if state.players == Players::TwoEngines => {
            let thinks = format!("{} is thinking", color_name(state.turn()));
            StatusText::new(&thinks, &number, "busy")
        }
        GameStatus::Thinking { .. } => StatusText::new("I\u{2019}m thinking", &number, "busy"),
        GameStatus::Paused => StatusText::new("Paused", &number, ""),
        GameStatus::EngineStarting => {
            StatusText::new("I\u{2019}m waking up", "Loading the engine", "busy")
        }
        GameStatus::EngineFailed => {
            StatusText::new("I can\u{2019}t think", "The engine has stopped.", "over")
        }
        GameStatus::Over(outcome) => StatusText::new(
            &verdict(state, &outcome),
            ending_text(state, &outcome),
            "over",
        ),
    }
}

/// What is shown instead of the game's status for a while.
fn passing_text(state: &PlayState) -> Option<StatusText> {
    if let Some(ply) = state.viewed_ply {
        return Some(StatusText::looking_back(ply, state.game.ply()));
    }
    if state.preview.is_some() {
        return Some(StatusText::new(
            "A line, not the game",
            "The game comes back by itself.",
            "",
        ));
    }
    if state.asking_why_not {
        return Some(StatusText::new(
            "Try another move for you",
            "It won\u{2019}t count.",
            "yours",
        ));
    }
    if let Some(refusal) = state.draw_refusal {
        return Some(StatusText::new(
            "No draw yet",
            &refusal_text(refusal),
            "yours",
        ));
    }
    let mv = state.hint.filter(|_| state.outcome().is_none())?;
    let position = state.game.position();
    let advice = format!("I would play {}", san::write(position, mv));
    Some(StatusText::new(
        &advice,
        &move_number_text(position, None),
        "yours",
    ))
}

/// Before the first move.
fn invitation(state: &PlayState) -> StatusText {
    match state.players {
        Players::Engine { .. } => StatusText::new(INVITATION, "Move a piece to begin.", ""),
        Players::TwoPeople => {
            let begins = format!("{} begins.", color_name(state.turn()));
            StatusText::new("Two players, one board", &begins, "")
        }
        Players::TwoEngines => StatusText::new("Two minds, one board", "Press Start to watch.", ""),
    }
}

/// Why the engine declines a draw.
fn refusal_text(refusal: DrawRefusal) -> String {
    match refusal {
        DrawRefusal::Early => "We have only begun. Ask me again after move 10.".to_owned(),
        DrawRefusal::Better(own) => format!("I stand better: {}.", score(own)),
        DrawRefusal::Unknown => "I have not looked at this position yet.".to_owned(),
    }
}

/// The side of the visitor who plays against the engine.
pub fn human_side(state: &PlayState) -> Option<Color> {
    match state.players {
        Players::Engine { human } => Some(human),
        Players::TwoPeople | Players::TwoEngines => None,
    }
}

/// The winner, for the box and the dialog at the end: an engine by its name.
pub fn verdict(state: &PlayState, outcome: &Outcome) -> String {
    match (outcome.winner, human_side(state)) {
        (Some(winner), Some(human)) if winner != human => {
            let engine = state.engine_for(winner);
            let name = engine.map_or("The engine", |engine| engine.strategy.strategy().name);
            format!("{name} won")
        }
        (_, side) => winner_text(outcome, side).to_owned(),
    }
}

/// Why the game is over, addressed to the visitor.
pub fn ending_text(state: &PlayState, outcome: &Outcome) -> &'static str {
    reason_text(outcome, human_side(state))
}
