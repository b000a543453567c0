//! The status box: an invitation before the game, then its status.

use client::play::{DrawRefusal, Players};
use client::play::{GameStatus, PlayState};
use engine::rules::{Outcome, Reason, san};
use leptos::prelude::*;

use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::{color_name, score};
use crate::components::shared::outcome_text::{StatusText, reason_text, winner_text};
use crate::controllers::play::PlayController;

const INVITATION: &str = "Play me. I show you what I\u{2019}m thinking.";

/// The box; its height is the same in every state.
#[component]
pub fn StatusBox(play: PlayController) -> impl IntoView {
    let status_text = play.read(status_text);
    view! {
        <div class=move || status_text.with(|s| format!("status {}", s.mark)) role="status">
            <div class="status-line">{move || status_text.with(|s| s.line.clone())}</div>
            <div class="status-detail">{move || status_text.with(|s| s.detail.clone())}</div>
        </div>
    }
    .erase()
}

fn status_text(state: &PlayState) -> StatusText {
    let say = |line: &str, detail: String, mark| StatusText {
        line: line.to_owned(),
        detail,
        mark,
    };
    if let Some(ply) = state.viewed_ply {
        let detail = format!(
            "Move {} of {}",
            ply.div_ceil(2),
            state.game.ply().div_ceil(2)
        );
        return say("Looking back", detail, "");
    }
    if state.preview.is_some() {
        return say(
            "A line, not the game",
            "The game comes back by itself.".to_owned(),
            "",
        );
    }
    if state.asking_why_not {
        let how = "It won\u{2019}t count.".to_owned();
        return say("Try another move for you", how, "yours");
    }
    if let Some(refusal) = state.draw_refusal {
        return say("No draw yet", refusal_text(refusal), "yours");
    }
    if let Some(mv) = state.hint.filter(|_| state.outcome().is_none()) {
        let advice = format!("I would play {}", san::write(state.game.position(), mv));
        return say(
            &advice,
            format!("Move {}", state.game.position().fullmove_number()),
            "yours",
        );
    }
    let check = if state.game.position().in_check() {
        ", in check"
    } else {
        ""
    };
    let status = state.status();
    let unbegun = status == GameStatus::Paused && state.game.ply() == 0;
    if !state.loaded || status == GameStatus::NotStarted || unbegun {
        return match state.players {
            Players::Engine { .. } => say(INVITATION, "Move a piece to begin.".to_owned(), ""),
            Players::TwoPeople => {
                let begins = format!("{} begins.", color_name(state.turn()));
                say("Two players, one board", begins, "")
            }
            Players::TwoEngines => say(
                "Two minds, one board",
                "Press Start to watch.".to_owned(),
                "",
            ),
        };
    }
    let number = state.game.position().fullmove_number();
    match status {
        GameStatus::NotStarted => unreachable!("answered above"),
        GameStatus::YourTurn(color) => match state.players {
            Players::Engine { .. } => say(
                &format!("Your move{check}"),
                format!("Move {number} \u{b7} you are {}", color_name(color)),
                "yours",
            ),
            Players::TwoPeople | Players::TwoEngines => say(
                &format!("{} to move{check}", color_name(color)),
                format!("Move {number}"),
                "yours",
            ),
        },
        GameStatus::Thinking { .. } if state.players == Players::TwoEngines => {
            let thinks = format!("{} is thinking", color_name(state.turn()));
            say(&thinks, format!("Move {number}"), "busy")
        }
        GameStatus::Thinking { .. } => say("I\u{2019}m thinking", format!("Move {number}"), "busy"),
        GameStatus::Paused => say("Paused", format!("Move {number}"), ""),
        GameStatus::EngineStarting => say(
            "I\u{2019}m waking up",
            "Loading the engine".to_owned(),
            "busy",
        ),
        GameStatus::EngineFailed => say(
            "I can\u{2019}t think",
            "The engine has stopped.".to_owned(),
            "over",
        ),
        GameStatus::Over(outcome) => say(
            &verdict(state, &outcome),
            ending_text(state.players, &outcome).to_owned(),
            "over",
        ),
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

/// The winner, for the box and the dialog at the end.
pub fn verdict(state: &PlayState, outcome: &Outcome) -> String {
    match (outcome.winner, state.players) {
        (Some(winner), Players::Engine { human }) if winner == human => "You won".to_owned(),
        (Some(winner), Players::Engine { .. }) => {
            let engine = state.engine_for(winner);
            let name = engine.map_or("The engine", |engine| engine.strategy.strategy().name);
            format!("{name} won")
        }
        _ => winner_text(outcome),
    }
}

/// Why the game is over, addressed to the visitor.
pub fn ending_text(seats: Players, outcome: &Outcome) -> &'static str {
    match (seats, outcome.reason) {
        (Players::Engine { human }, Reason::Resignation) if outcome.winner != Some(human) => {
            "You resigned."
        }
        _ => reason_text(outcome),
    }
}
