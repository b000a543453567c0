//! The status box beside the board, shared by play and live games.

use engine::rules::{Color, Position};
use leptos::prelude::*;

use super::format::color_name;

/// The text of the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusText {
    pub line: String,
    /// A second line beneath, where there is room.
    pub detail: String,
    /// The box's class: `yours`, `busy`, `over` or none.
    pub mark: &'static str,
}

impl StatusText {
    pub fn new(line: &str, detail: &str, mark: &'static str) -> StatusText {
        StatusText {
            line: line.to_owned(),
            detail: detail.to_owned(),
            mark,
        }
    }

    /// An earlier position of the game is shown.
    pub fn looking_back(ply: usize, end: usize) -> StatusText {
        let detail = format!("Move {} of {}", ply.div_ceil(2), end.div_ceil(2));
        StatusText::new("Looking back", &detail, "")
    }
}

/// Whose move it is, addressed to the player who is to move if `is_own`.
pub fn turn_text(position: &Position, is_own: bool) -> String {
    let check = if position.in_check() {
        ", in check"
    } else {
        ""
    };
    match is_own {
        true => format!("Your move{check}"),
        false => format!("{} to move{check}", color_name(position.side_to_move())),
    }
}

/// The number of the move to be made, and the player's side if there is one.
pub fn move_number_text(position: &Position, side: Option<Color>) -> String {
    let number = position.fullmove_number();
    match side {
        Some(side) => format!("Move {number} \u{b7} you are {}", color_name(side)),
        None => format!("Move {number}"),
    }
}

/// The box, with what is asked beneath; its height is the same in every state.
#[component]
pub fn StatusBox(
    text: Memo<StatusText>,
    /// What is asked beneath, erased: children would be hydrated asynchronously, too.
    #[prop(optional)]
    prompt: Option<AnyView>,
) -> impl IntoView {
    view! {
        <div class=move || text.with(|text| format!("status {}", text.mark)) role="status">
            <div class="status-line">{move || text.with(|text| text.line.clone())}</div>
            <div class="status-detail">{move || text.with(|text| text.detail.clone())}</div>
            {prompt}
        </div>
    }
}
