//! The status box: an invitation before the game, then its status.

use client::play::{Refusal, Seats};
use client::play::{State, Status};
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

fn status_text(state: &State) -> StatusText {
    let say = |line: &str, detail: String, mark| StatusText {
        line: line.to_owned(),
        detail,
        mark,
    };
    if let Some(ply) = state.viewed {
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
    if state.asking {
        let how = "It won\u{2019}t count.".to_owned();
        return say("Try another move for you", how, "yours");
    }
    if let Some(refusal) = state.refusal {
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
    let unbegun = status == Status::Halted && state.game.ply() == 0;
    if !state.loaded || status == Status::NotStarted || unbegun {
        return match state.seats {
            Seats::Engine { .. } => say(INVITATION, "Move a piece to begin.".to_owned(), ""),
            Seats::People => {
                let begins = format!("{} begins.", color_name(state.turn()));
                say("Two players, one board", begins, "")
            }
            Seats::Engines => say(
                "Two minds, one board",
                "Press Start to watch.".to_owned(),
                "",
            ),
        };
    }
    let number = state.game.position().fullmove_number();
    match status {
        Status::NotStarted => unreachable!("answered above"),
        Status::YourTurn(color) => match state.seats {
            Seats::Engine { .. } => say(
                &format!("Your move{check}"),
                format!("Move {number} \u{b7} you are {}", color_name(color)),
                "yours",
            ),
            Seats::People | Seats::Engines => say(
                &format!("{} to move{check}", color_name(color)),
                format!("Move {number}"),
                "yours",
            ),
        },
        Status::Thinking { .. } if state.seats == Seats::Engines => {
            let thinks = format!("{} is thinking", color_name(state.turn()));
            say(&thinks, format!("Move {number}"), "busy")
        }
        Status::Thinking { .. } => say("I\u{2019}m thinking", format!("Move {number}"), "busy"),
        Status::Halted => say("Paused", format!("Move {number}"), ""),
        Status::Waking => say(
            "I\u{2019}m waking up",
            "Loading the engine".to_owned(),
            "busy",
        ),
        Status::Stuck => say(
            "I can\u{2019}t think",
            "The engine has stopped.".to_owned(),
            "over",
        ),
        Status::Over(outcome) => say(
            &verdict(state, &outcome),
            ending_text(state.seats, &outcome).to_owned(),
            "over",
        ),
    }
}

/// Why the engine declines a draw.
fn refusal_text(refusal: Refusal) -> String {
    match refusal {
        Refusal::Early => "We have only begun. Ask me again after move 10.".to_owned(),
        Refusal::Better(own) => format!("I stand better: {}.", score(own)),
        Refusal::Unknown => "I have not looked at this position yet.".to_owned(),
    }
}

/// The winner, for the box and the dialog at the end.
pub fn verdict(state: &State, outcome: &Outcome) -> String {
    match (outcome.winner, state.seats) {
        (Some(winner), Seats::Engine { human }) if winner == human => "You won".to_owned(),
        (Some(winner), Seats::Engine { .. }) => {
            let engine = state.engine_of(winner);
            let name = engine.map_or("The engine", |engine| engine.strategy.strategy().name);
            format!("{name} won")
        }
        _ => winner_text(outcome),
    }
}

/// Why the game is over, addressed to the visitor.
pub fn ending_text(seats: Seats, outcome: &Outcome) -> &'static str {
    match (seats, outcome.reason) {
        (Seats::Engine { human }, Reason::Resignation) if outcome.winner != Some(human) => {
            "You resigned."
        }
        _ => reason_text(outcome),
    }
}
