//! One cell: its piece, its marks and its name.

use engine::rules::{BitBoard, Square};
use leptos::prelude::*;

use super::board_input::BoardInput;
use super::{piece_code, piece_name};

/// The board's marks, computed once for all cells.
#[derive(Clone, Copy)]
pub struct Marks {
    /// The two squares of the last move.
    pub last: Memo<BitBoard>,
    /// The two squares of the premove.
    pub planned: Memo<BitBoard>,
    /// The king in check.
    pub check: Memo<BitBoard>,
    /// The target squares of the selected piece; none when hints are off.
    pub targets: Memo<BitBoard>,
    /// The pieces that may be picked up.
    pub own: Memo<BitBoard>,
    /// The cell in the tab order.
    pub cursor: RwSignal<Square>,
}

/// A cell of the board.
#[component]
pub fn Cell(square: Square, input: BoardInput, marks: Marks) -> impl IntoView {
    let occupant = Memo::new(move |_| input.position.with(|position| position.piece_at(square)));
    let class = Memo::new(move |_| {
        let mut class = String::from("square");
        let mut add = |condition: bool, name: &str| {
            if condition {
                class.push(' ');
                class.push_str(name);
            }
        };
        let target = marks.targets.get().has(square);
        add(
            (square.file().index() + square.rank().index()).is_multiple_of(2),
            "dark",
        );
        add(marks.last.get().has(square), "last");
        add(marks.planned.get().has(square), "planned");
        add(marks.check.get().has(square), "check");
        add(input.selected.get() == Some(square), "selected");
        add(input.dragged.get() == Some(square), "ghost");
        add(input.drag_target.get() == Some(square), "over");
        add(marks.own.get().has(square), "own");
        add(target, "target");
        add(target && occupant.get().is_some(), "capture");
        class
    });
    let label = move || match occupant.get() {
        Some((color, piece)) => format!("{square}, {}", piece_name(color, piece)),
        None => square.to_string(),
    };
    view! {
        <div
            role="gridcell"
            class=move || class.get()
            data-square=square.to_string()
            data-piece=move || occupant.get().map(|(color, piece)| piece_code(color, piece))
            aria-label=label
            aria-selected=move || (input.selected.get() == Some(square)).then_some("true")
            tabindex=move || if marks.cursor.get() == square { "0" } else { "-1" }
        >
            <span class="piece"></span>
        </div>
    }
}
