//! The board of the position editor: pointer and keyboard input.

use client::analysis::{BoardSetup, EditorTool};
use engine::rules::{Color, File, Piece, Rank, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{HtmlElement, KeyboardEvent, PointerEvent};

use super::state::EditorState;
use crate::components::board::coordinates::Coordinates;
use crate::components::board::gestures::move_dragged_piece;
use crate::components::board::{piece_code, piece_name};

/// Pointer input on the editor's board.
#[derive(Clone, Copy)]
struct EditorPointer {
    editor: EditorState,
    /// The element with the cells.
    grid: NodeRef<html::Div>,
    /// The element of the dragged piece.
    flyer: NodeRef<html::Div>,
}

impl EditorPointer {
    fn square_at(self, event: &PointerEvent) -> Option<Square> {
        let bounds = self.grid.get_untracked()?.get_bounding_client_rect();
        let share = |at: i32, begin: f64, size: f64| {
            let index = ((f64::from(at) - begin) / size.max(1.0) * 8.0).floor();
            (0.0..8.0).contains(&index).then_some(index as u8)
        };
        let column = share(event.client_x(), bounds.left(), bounds.width())?;
        let row = share(event.client_y(), bounds.top(), bounds.height())?;
        let (file, rank) = match self.editor.flipped.get_untracked() {
            false => (column, 7 - row),
            true => (7 - column, row),
        };
        Some(Square::new(
            File::from_index(file)?,
            Rank::from_index(rank)?,
        ))
    }

    fn press(self, event: &PointerEvent) {
        let editor = self.editor;
        let (Some(square), 0 | 2) = (self.square_at(event), event.button()) else {
            return;
        };
        editor.cursor.set(square);
        if event.button() == 2 {
            return editor.update(|placing| placing.put(square, None));
        }
        let erases = editor.hold.get_untracked() == EditorTool::Erase;
        // The press may begin a drag: what it does is known when it ends.
        if editor.piece_at(square).is_some() && !erases {
            editor.dragged_from.set(Some(square));
            if let Some(grid) = self.grid.get_untracked() {
                grid.set_pointer_capture(event.pointer_id()).ok();
            }
            self.follow(event);
        } else {
            editor.update(|placing| placing.apply_tool(square, editor.hold.get_untracked()));
        }
    }

    fn follow(self, event: &PointerEvent) {
        if let (Some(_), Some(grid), Some(flyer)) = (
            self.editor.dragged_from.get_untracked(),
            self.grid.get_untracked(),
            self.flyer.get_untracked(),
        ) {
            move_dragged_piece(&grid, &flyer, event);
        }
    }

    fn release(self, event: &PointerEvent) {
        let editor = self.editor;
        let Some(from) = editor.dragged_from.get_untracked() else {
            return;
        };
        editor.dragged_from.set(None);
        match self.square_at(event) {
            Some(to) if to == from => {
                editor.update(|placing| placing.apply_tool(from, editor.hold.get_untracked()));
            }
            to => editor.update(|placing| placing.move_piece(from, to)),
        }
    }
}

#[component]
pub fn EditorBoard(editor: EditorState) -> impl IntoView {
    let grid = NodeRef::<html::Div>::new();
    let flyer = NodeRef::<html::Div>::new();
    let pointer = EditorPointer {
        editor,
        grid,
        flyer,
    };
    let flyer_class = move || {
        let piece = editor.dragged_from.get().and_then(|square| {
            let piece = |placing: &Option<_>| {
                placing
                    .as_ref()
                    .map(|placing: &BoardSetup| placing.piece_at(square))
            };
            editor.placing.with(piece).flatten()
        });
        match piece {
            Some((color, piece)) => format!("flyer piece {}", piece_code(color, piece)),
            None => "flyer".to_owned(),
        }
    };
    let cells = |rank: Rank| {
        let cells = File::ALL
            .into_iter()
            .map(|file| view! { <EditorCell editor square=Square::new(file, rank) /> })
            .collect_view();
        view! {
            <div class="rank" role="row">
                {cells}
            </div>
        }
    };
    view! {
        <div class="board-frame placing" class:carrying=move || editor.dragged_from.get().is_some()>
            <div
                class="board"
                class:flipped=editor.flipped
                role="grid"
                aria-label="Chessboard to set up"
                node_ref=grid
                on:pointerdown=move |event| pointer.press(&event)
                on:pointermove=move |event| pointer.follow(&event)
                on:pointerup=move |event| pointer.release(&event)
                on:pointercancel=move |_| editor.dragged_from.set(None)
                on:contextmenu=move |event| event.prevent_default()
                on:keydown=move |event| on_key(&event, editor, grid)
            >
                {Rank::ALL.into_iter().rev().map(cells).collect_view()}
            </div>
            <Coordinates flipped=editor.flipped.into() />
            <div class="layer">
                <div class=flyer_class node_ref=flyer></div>
            </div>
        </div>
    }
}

#[component]
fn EditorCell(editor: EditorState, square: Square) -> impl IntoView {
    let piece = editor.read(move |placing| placing.piece_at(square));
    let dark = (square.file().index() + square.rank().index()).is_multiple_of(2);
    let label = move || match piece.get() {
        Some((color, piece)) => format!("{square}, {}", piece_name(color, piece)),
        None => square.to_string(),
    };
    view! {
        <div
            role="gridcell"
            class="square own"
            class:dark=dark
            class:ghost=move || editor.dragged_from.get() == Some(square)
            data-square=square.to_string()
            data-piece=move || piece.get().map(|(color, piece)| piece_code(color, piece))
            aria-label=label
            on:focus=move |_| editor.cursor.set(square)
            tabindex=move || if editor.cursor.get() == square { "0" } else { "-1" }
        >
            <span class="piece"></span>
        </div>
    }
}

/// Arrow keys move, Enter presses, Delete removes, a piece's letter places it (capitals are White's).
fn on_key(event: &KeyboardEvent, editor: EditorState, grid: NodeRef<html::Div>) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let here = editor.cursor.get_untracked();
    let sign = if editor.flipped.get_untracked() {
        -1
    } else {
        1
    };
    let walk = |files: i8, ranks: i8| {
        let step = |index: usize, by: i8| (index as i8 + by * sign).clamp(0, 7) as u8;
        let file = File::from_index(step(here.file().index(), files))?;
        let rank = Rank::from_index(step(here.rank().index(), ranks))?;
        Some(Square::new(file, rank))
    };
    let key = event.key();
    let goal = match key.as_str() {
        "ArrowLeft" => walk(-1, 0),
        "ArrowRight" => walk(1, 0),
        "ArrowUp" => walk(0, 1),
        "ArrowDown" => walk(0, -1),
        "Enter" | " " => {
            editor.update(|placing| placing.apply_tool(here, editor.hold.get_untracked()));
            None
        }
        "Delete" | "Backspace" => {
            editor.update(|placing| placing.put(here, None));
            None
        }
        letter => {
            let mut letters = letter.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                return;
            };
            let Some(piece) = Piece::from_char(letter.to_ascii_lowercase()) else {
                return;
            };
            let color = match letter.is_ascii_uppercase() {
                true => Color::White,
                false => Color::Black,
            };
            editor.update(|placing| placing.put(here, Some((color, piece))));
            None
        }
    };
    event.prevent_default();
    if let Some(goal) = goal {
        editor.cursor.set(goal);
        let cell = grid
            .get_untracked()
            .and_then(|grid| grid.query_selector(&format!("[data-square={goal}]")).ok()?);
        if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
            cell.focus().ok();
        }
    }
}
