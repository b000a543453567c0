//! The status of a game as text.

use app::outcome_text::{short_reason, winner_text};
use wire::live::GameView;
use wire::live::game_view::{GameKind, GameStage};

/// The status in two or three words.
pub fn standing(view: &GameView) -> &'static str {
    match view.stage {
        GameStage::Open => "Open challenge",
        GameStage::Playing if view.kind == GameKind::Board => "Shared",
        GameStage::Playing => "In progress",
        GameStage::Aborted => "Called off",
        GameStage::Over { outcome } => winner_text(&outcome, None),
    }
}

/// The reason of the end, the length and the time control.
pub fn detail(view: &GameView) -> String {
    let why = view
        .outcome()
        .map(|outcome| short_reason(outcome.reason).to_owned());
    let moves = match view.moves.len().div_ceil(2) {
        0 => None,
        number => Some(format!("move {number}")),
    };
    let control = view.control.map(|control| control.name());
    let parts: Vec<_> = [why, moves, control].into_iter().flatten().collect();
    let mut text = parts.join(" \u{b7} ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
