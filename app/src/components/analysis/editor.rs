//! The position editor: pieces are placed, dragged and removed.

use client::analysis::{AnalysisEvent, BoardSetup, EditorTool, OpenedGame};
use engine::rules::{Color, File, Piece, Position, Rank, Square};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{HtmlElement, KeyboardEvent, PointerEvent};

use crate::components::board::coordinates::Coordinates;
use crate::components::board::gestures::move_dragged_piece;
use crate::components::board::{piece_code, piece_name};
use crate::components::controls::setup::Segment;
use crate::components::shared::erased_view::Erase;
use crate::controllers::analysis::AnalysisController;

/// The pieces of a palette.
const PIECES: [Piece; 6] = [
    Piece::King,
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];
/// The labels of the castling rights, in FEN's order.
const RIGHTS: [&str; 4] = [
    "White, king\u{2019}s side",
    "White, queen\u{2019}s side",
    "Black, king\u{2019}s side",
    "Black, queen\u{2019}s side",
];

/// The state shared by the editor's components.
#[derive(Clone, Copy)]
struct EditorState {
    placing: RwSignal<Option<BoardSetup>>,
    /// What a press places.
    hold: RwSignal<EditorTool>,
    /// The origin of the dragged piece.
    dragged_from: RwSignal<Option<Square>>,
    /// The square in the tab order.
    cursor: RwSignal<Square>,
    flipped: Memo<bool>,
}

impl EditorState {
    fn update(self, change: impl FnOnce(&mut BoardSetup)) {
        self.placing.update(|placing| {
            if let Some(placing) = placing {
                change(placing);
            }
        });
    }

    fn read<T>(self, part: impl Fn(&BoardSetup) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Default + PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| {
            self.placing
                .with(|placing| placing.as_ref().map(&part).unwrap_or_default())
        })
    }
}

/// The editor, in place of the analysis.
#[component]
pub fn Editor(
    analysis: AnalysisController,
    placing: RwSignal<Option<BoardSetup>>,
) -> impl IntoView {
    let editor = EditorState {
        placing,
        hold: RwSignal::new(EditorTool::Piece(Color::White, Piece::Pawn)),
        dragged_from: RwSignal::new(None),
        cursor: RwSignal::new(Square::E1),
        flipped: analysis.read(|state| state.flipped),
    };
    view! {
        <section class="table" aria-label="Board">
            <div class="opponent">
                <Palette editor color=Color::Black />
            </div>
            <EditorBoard editor />
            <div class="own">
                <Palette editor color=Color::White />
            </div>
        </section>
        <div class="side left">
            <StartButtons analysis editor />
        </div>
        <div class="side right">
            <PositionFields editor />
            <EditorResult analysis editor />
        </div>
    }
    .erase()
}

/// One side's pieces to choose from; White's palette has the eraser, too.
#[component]
fn Palette(editor: EditorState, color: Color) -> impl IntoView {
    let choice = move |hold: EditorTool, class: String, label: String| {
        view! {
            <button
                type="button"
                class=class
                aria-label=label
                aria-pressed=move || (editor.hold.get() == hold).to_string()
                on:click=move |_| editor.hold.set(hold)
            ></button>
        }
    };
    let pieces = PIECES.map(|piece| {
        let class = format!("piece {}", piece_code(color, piece));
        choice(
            EditorTool::Piece(color, piece),
            class,
            piece_name(color, piece),
        )
    });
    let nothing = (color == Color::White).then(|| {
        choice(
            EditorTool::Erase,
            "nothing".to_owned(),
            "Take away".to_owned(),
        )
    });
    view! {
        <div class="palette" role="group" aria-label="Pieces">
            {pieces.into_iter().collect_view()}
            {nothing}
        </div>
    }
    .erase()
}

#[component]
fn EditorBoard(editor: EditorState) -> impl IntoView {
    let grid = NodeRef::<html::Div>::new();
    let square_at = move |event: &PointerEvent| -> Option<Square> {
        let room = grid.get_untracked()?.get_bounding_client_rect();
        let share = |at: i32, begin: f64, size: f64| {
            let index = ((f64::from(at) - begin) / size.max(1.0) * 8.0).floor();
            (0.0..8.0).contains(&index).then_some(index as u8)
        };
        let column = share(event.client_x(), room.left(), room.width())?;
        let row = share(event.client_y(), room.top(), room.height())?;
        let (file, rank) = match editor.flipped.get_untracked() {
            false => (column, 7 - row),
            true => (7 - column, row),
        };
        Some(Square::new(
            File::from_index(file)?,
            Rank::from_index(rank)?,
        ))
    };
    let flyer = NodeRef::<html::Div>::new();
    let flyer_class = move || {
        let piece = editor.dragged_from.get().and_then(|square| {
            editor.placing.with(|placing| {
                placing
                    .as_ref()
                    .and_then(|placing| placing.piece_at(square))
            })
        });
        match piece {
            Some((color, piece)) => format!("flyer piece {}", piece_code(color, piece)),
            None => "flyer".to_owned(),
        }
    };
    let follow = move |event: PointerEvent| {
        if let (Some(_), Some(grid), Some(flyer)) = (
            editor.dragged_from.get_untracked(),
            grid.get_untracked(),
            flyer.get_untracked(),
        ) {
            move_dragged_piece(&grid, &flyer, &event);
        }
    };
    let press = move |event: PointerEvent| {
        let (Some(square), 0 | 2) = (square_at(&event), event.button()) else {
            return;
        };
        editor.cursor.set(square);
        if event.button() == 2 {
            return editor.update(|placing| placing.put(square, None));
        }
        let there = editor.placing.with_untracked(|placing| {
            placing
                .as_ref()
                .and_then(|placing| placing.piece_at(square))
        });
        let held = match editor.hold.get_untracked() {
            EditorTool::Piece(color, piece) => Some((color, piece)),
            EditorTool::Erase => None,
        };
        // The press may begin a drag: what it does is known when it ends.
        if there.is_some() && held.is_some() {
            editor.dragged_from.set(Some(square));
            if let Some(grid) = grid.get_untracked() {
                grid.set_pointer_capture(event.pointer_id()).ok();
            }
            follow(event);
        } else {
            editor.update(|placing| placing.apply_tool(square, editor.hold.get_untracked()));
        }
    };
    let release = move |event: PointerEvent| {
        let Some(from) = editor.dragged_from.get_untracked() else {
            return;
        };
        editor.dragged_from.set(None);
        match square_at(&event) {
            Some(to) if to == from => {
                editor.update(|placing| placing.apply_tool(from, editor.hold.get_untracked()));
            }
            to => editor.update(|placing| placing.move_piece(from, to)),
        }
    };
    let cells = |rank: Rank| {
        let cells = File::ALL
            .into_iter()
            .map(|file| view! { <Cell editor square=Square::new(file, rank) /> })
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
                on:pointerdown=press
                on:pointermove=follow
                on:pointerup=release
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
    .erase()
}

#[component]
fn Cell(editor: EditorState, square: Square) -> impl IntoView {
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

/// Start position, empty board, flip.
#[component]
fn StartButtons(analysis: AnalysisController, editor: EditorState) -> impl IntoView {
    let set = move |placing: BoardSetup| editor.placing.set(Some(placing));
    view! {
        <section class="actions" aria-label="Boards to begin with">
            <button
                type="button"
                class="button"
                on:click=move |_| set(BoardSetup::from_position(&Position::startpos()))
            >
                "Start position"
            </button>
            <button type="button" class="button" on:click=move |_| set(BoardSetup::empty())>
                "Empty board"
            </button>
            <button type="button" class="button" on:click=move |_| analysis.dispatch(AnalysisEvent::Flip)>
                "Flip"
            </button>
        </section>
        <p class="empty note">
            "Choose a piece, then press squares; press again to take it away. Pieces can be dragged, and the right button removes them. By keyboard: arrows walk, a piece\u{2019}s letter puts it down (capitals are White\u{2019}s), Delete removes."
        </p>
    }
    .erase()
}

/// Side to move, castling rights, en passant square.
#[component]
fn PositionFields(editor: EditorState) -> impl IntoView {
    let ready = Memo::new(|_| true);
    let side = move |color: Color, label: &'static str| {
        let checked = editor.read(move |placing| placing.side_to_move == color);
        view! {
            <Segment
                group="side-to-move"
                label
                checked=checked.into()
                ready
                on_choose=move |()| editor.update(|placing| placing.set_side_to_move(color))
            >
                {label}
            </Segment>
        }
    };
    let right = move |(index, name): (usize, &'static str)| {
        let can = editor.read(move |placing| placing.can_castle(index));
        let on = editor.read(move |placing| placing.castling[index]);
        view! {
            <label>
                <input
                    type="checkbox"
                    autocomplete="off"
                    disabled=move || !can.get()
                    prop:checked=move || on.get() && can.get()
                    on:change=move |_| editor.update(|placing| placing.castling[index] ^= true)
                />
                {name}
            </label>
        }
    };
    let passed = editor.read(BoardSetup::en_passant_candidates);
    let chosen = editor.read(|placing| placing.en_passant);
    let choose = move |event| {
        let square = event_target_value(&event).parse::<Square>().ok();
        editor.update(|placing| placing.en_passant = square);
    };
    let option = move |square: Option<Square>| {
        let text = square.map_or_else(|| "none".to_owned(), |square| square.to_string());
        let value = text.clone();
        view! {
            <option value=value selected=move || chosen.get() == square>
                {text}
            </option>
        }
    };
    view! {
        <section class="panel placing-rules" aria-label="Who may do what">
            <div class="panel-body">
                <fieldset>
                    <legend class="field-name">"To move"</legend>
                    <div class="segments">
                        {side(Color::White, "White")} {side(Color::Black, "Black")}
                    </div>
                </fieldset>
                <fieldset class="options">
                    <legend class="field-name">"May castle"</legend>
                    {RIGHTS.into_iter().enumerate().map(right).collect_view()}
                </fieldset>
                <label class="row">
                    <span class="field-name">"En passant"</span>
                    <select autocomplete="off" disabled=move || passed.get().is_empty() on:change=choose>
                        {move || [None].into_iter().chain(passed.get().into_iter().map(Some)).map(option).collect_view()}
                    </select>
                </label>
            </div>
        </section>
    }
    .erase()
}

/// The position as FEN, its error, and the buttons that end the editor.
#[component]
fn EditorResult(analysis: AnalysisController, editor: EditorState) -> impl IntoView {
    let fen = editor.read(BoardSetup::fen);
    let wrong = editor.read(|placing| placing.position().err().map(|error| error.to_string()));
    let done = move |_| {
        let position = editor
            .placing
            .with_untracked(|placing| placing.as_ref().and_then(|placing| placing.position().ok()));
        editor.placing.set(None);
        // An unchanged position keeps its moves.
        let changed =
            |position: &Position| analysis.with_untracked(|state| state.position() != position);
        if let Some(position) = position.filter(changed) {
            let flipped = editor.flipped.get_untracked();
            analysis.dispatch(AnalysisEvent::Open(Box::new(OpenedGame {
                flipped,
                ..OpenedGame::from_position(position)
            })));
        }
    };
    view! {
        <section class="panel placing-end" aria-label="The position">
            <div class="panel-body">
                <p class="figures fen">{move || fen.get()}</p>
                <p class="said" role="status">
                    {move || wrong.get().unwrap_or_default()}
                </p>
                <div class="choices">
                    <button type="button" class="button" on:click=move |_| editor.placing.set(None)>
                        "Back"
                    </button>
                    <button
                        type="button"
                        class="button primary"
                        disabled=move || wrong.get().is_some()
                        on:click=done
                    >
                        "Analyze it"
                    </button>
                </div>
            </div>
        </section>
    }
    .erase()
}
