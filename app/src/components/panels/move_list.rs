//! The move list: numbered rows, the current move marked, branches beside the moves they replace.

use client::play::{Event, State};
use engine::book::opening;
use engine::player::Source;
use engine::rules::{Color, Move, san};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::Closure;
use leptos::web_sys::HtmlElement;
use web_sys::ResizeObserver;

use crate::components::controls::actions::ShareButton;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::icons::Icon;
use crate::controllers::play::PlayController;
use crate::lazy::use_lazy_parts;

/// A move with its ply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct MoveEntry {
    ply: usize,
    san: String,
    /// The source of the engine's move; empty for a person's.
    source: &'static str,
}

/// A numbered row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct MoveRow {
    number: usize,
    white: Option<MoveEntry>,
    black: Option<MoveEntry>,
    /// Other lines that branch off here.
    branches: Vec<Branch>,
}

/// A branch with its index in the state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Branch {
    index: usize,
    line: String,
}

/// The number of moves shown of a branch.
const MAX_BRANCH_MOVES: usize = 6;

/// The list, buttons to step through it, and the share button.
#[component]
pub fn HistoryPanel(
    play: PlayController,
    /// Called by "Share".
    #[prop(into)]
    on_share: Callback<()>,
) -> impl IntoView {
    let rows = play.read(rows);
    let current = play.read(|state| state.shown_ply());
    let list = NodeRef::<html::Ol>::new();
    scroll_to_current(list, move || {
        current.track();
        rows.track();
    });
    let lazy = use_lazy_parts();
    let unused = play.read(|state| !state.has_begun());
    let opening = Memo::new(move |_| match (lazy.parts(), play.with(State::shown_ply)) {
        (Some(parts), 1..) => play.with(parts.opening_name),
        (None, 1..) => String::new(),
        (_, 0) => "None yet".to_owned(),
    });
    view! {
        <section
            class="panel history"
            class:unused=unused
            data-panel="history"
            aria-label="Moves"
        >
            <div class="panel-head">
                <h2>"Moves"</h2>
                <span class="aside" data-panel="opening" title=move || opening.get()>
                    {move || opening.get()}
                </span>
            </div>
            <ol class="moves figures" node_ref=list>
                <For
                    each=move || rows.get()
                    key=|row| row.clone()
                    children=move |row| view! { <HistoryRow play row current /> }
                />
            </ol>
            <Steps play current on_share />
            <div class="move-box-room">{move || lazy.parts().map(|parts| (parts.move_box)(play))}</div>
        </section>
    }
    .erase()
}

/// The ECO code and name of the opening up to the move on the board.
pub fn opening_name(state: &State) -> String {
    opening(&state.game.keys()[..=state.shown_ply()])
        .map(|opening| format!("{} {}", opening.eco, opening.name))
        .unwrap_or_default()
}

#[component]
fn HistoryRow(play: PlayController, row: MoveRow, current: Memo<usize>) -> impl IntoView {
    let entry = move |entry: Option<MoveEntry>| match entry {
        Some(MoveEntry { ply, san, source }) => view! {
            <button
                type="button"
                aria-current=move || (current.get() == ply).then_some("step")
                on:click=move |_| play.dispatch(Event::ViewPly(ply))
            >
                {san}
                <small>{source}</small>
            </button>
        }
        .erase(),
        None => view! { <span></span> }.erase(),
    };
    let branch = move |Branch { index, line }: Branch| {
        view! {
            <button
                type="button"
                class="branch"
                title="Go back to this line"
                on:click=move |_| play.dispatch(Event::TakeVariation(index))
            >
                {line}
            </button>
        }
    };
    view! {
        <li>
            <span class="number">{format!("{}.", row.number)}</span>
            {entry(row.white)}
            {entry(row.black)}
            {row.branches.into_iter().map(branch).collect_view()}
        </li>
    }
    .erase()
}

#[component]
fn Steps(play: PlayController, current: Memo<usize>, on_share: Callback<()>) -> impl IntoView {
    let can_share = play.read(State::can_share);
    let end = play.read(|state| state.game.ply());
    let step = move |icon: Icon, name: &'static str, target: fn(usize, usize) -> usize| {
        let goal = move || target(current.get(), end.get());
        view! {
            <button
                type="button"
                class="icon-button"
                aria-label=name
                disabled=move || goal() == current.get()
                on:click=move |_| play.dispatch(Event::ViewPly(untrack(goal)))
            >
                {icon.draw()}
            </button>
        }
    };
    view! {
        <div class="steps">
            {step(Icon::First, "First position", |_, _| 0)}
            {step(Icon::Previous, "Previous move", |now, _| now.saturating_sub(1))}
            {step(Icon::Next, "Next move", |now, end| (now + 1).min(end))}
            {step(Icon::Last, "Latest move", |_, end| end)}
            <ShareButton enabled=can_share on_press=on_share />
        </div>
    }
    .erase()
}

/// The label of a move's source.
fn source_label(source: Source) -> &'static str {
    match source {
        Source::Book => "book",
        Source::Tablebase => "table",
        Source::Learner => "memory",
        Source::Search => "search",
        Source::Chance => "lot",
    }
}

fn rows(state: &State) -> Vec<MoveRow> {
    let start = state.game.start();
    let black_begins = usize::from(start.side_to_move() == Color::Black);
    let first_number = usize::from(start.fullmove_number());
    let mut rows: Vec<MoveRow> = Vec::new();
    for (index, san) in state.game.sans().into_iter().enumerate() {
        let half = index + black_begins;
        let source = state
            .sources
            .get(&index)
            .map_or("", |source| source_label(*source));
        let entry = Some(MoveEntry {
            ply: index + 1,
            san,
            source,
        });
        match rows.last_mut() {
            Some(row) if half % 2 == 1 => row.black = entry,
            _ => {
                let number = first_number + half / 2;
                let (white, black) = if half % 2 == 0 {
                    (entry, None)
                } else {
                    (None, entry)
                };
                rows.push(MoveRow {
                    number,
                    white,
                    black,
                    branches: Vec::new(),
                });
            }
        }
    }
    for (index, ply, line) in state.branches() {
        // Beside the move that it replaces; at the game's end beside the last one.
        let row = (ply + black_begins) / 2;
        let last = rows.len().saturating_sub(1);
        if let Some(row) = rows
            .get_mut(row.min(last))
            .filter(|_| ply <= state.game.ply())
        {
            row.branches.push(Branch {
                index,
                line: branch_line(state, ply, &line[ply..]),
            });
        }
    }
    rows
}

/// A line's first moves with their numbers: `2… c5 3. Nf3`.
fn branch_line(state: &State, ply: usize, moves: &[Move]) -> String {
    let mut position = state.game.position_at(ply);
    let mut text = String::new();
    for (index, &mv) in moves.iter().take(MAX_BRANCH_MOVES).enumerate() {
        let number = position.fullmove_number();
        match (position.side_to_move(), index) {
            (Color::White, _) => text.push_str(&format!("{number}. ")),
            (Color::Black, 0) => text.push_str(&format!("{number}\u{2026} ")),
            (Color::Black, _) => {}
        }
        text.push_str(&san::write(&position, mv));
        text.push(' ');
        position = position.play(mv);
    }
    if moves.len() > MAX_BRANCH_MOVES {
        text.push('\u{2026}');
    }
    text.trim_end().to_owned()
}

/// Keeps the marked move visible whenever what `track` subscribes to or the list's size changes.
pub fn scroll_to_current(list: NodeRef<html::Ol>, track: impl Fn() + 'static) {
    Effect::new(move |_| {
        track();
        // The mark moves in the same task as this effect; its position is known in the next frame.
        request_animation_frame(move || scroll_list(list));
    });
    // A panel that opens below shrinks the list. The effect's value owns the observer, which is not
    // `Send`: effects do not run on the server.
    Effect::new(move |_| {
        let list_element = list.get()?;
        SizeObserver::new(&list_element, move || scroll_list(list))
    });
}

/// Observes an element's size until it is dropped.
struct SizeObserver {
    observer: ResizeObserver,
    /// The observer's callback, which must live as long.
    _on_resize: Closure<dyn FnMut()>,
}

impl SizeObserver {
    fn new(element: &HtmlElement, on_resize: impl FnMut() + 'static) -> Option<Self> {
        let on_resize = Closure::<dyn FnMut()>::new(on_resize);
        // Fails only where the browser has no `ResizeObserver`; the visitor then scrolls the list.
        let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _on_resize: on_resize,
        })
    }
}

impl Drop for SizeObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Free space below the marked move, in pixels.
const MARGIN_BELOW_PX: i32 = 6;

fn scroll_list(list: NodeRef<html::Ol>) {
    if let Some(list) = list.try_get_untracked().flatten() {
        scroll_to_marked(&list);
    }
}

/// Scrolls a list of moves, and not the page, to the marked move.
pub fn scroll_to_marked(list: &HtmlElement) {
    let Ok(Some(marked)) = list.query_selector("[aria-current]") else {
        list.set_scroll_top(0);
        return;
    };
    let marked: HtmlElement = marked.unchecked_into();
    let (top, bottom) = (
        marked.offset_top(),
        marked.offset_top() + marked.offset_height(),
    );
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    } else if bottom > list.scroll_top() + list.client_height() {
        list.set_scroll_top(bottom - list.client_height() + MARGIN_BELOW_PX);
    }
}
