//! The moves in two columns, numbered; the one on the board is marked, all can be gone to.

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

/// A ply with its move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Entry {
    ply: usize,
    san: String,
    /// What the engine's move came from, in a word; empty for a person's.
    source: &'static str,
}

/// A numbered row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Row {
    number: usize,
    white: Option<Entry>,
    black: Option<Entry>,
    /// Lines that leave the game here.
    branches: Vec<Branch>,
}

/// A line that was left, with its place among all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Branch {
    index: usize,
    line: String,
}

/// So many moves of a line that was left are shown.
const SHOWN_BRANCH: usize = 6;

/// The list, the four steps through it, and a way to show it to others.
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
    follow_mark(list, move || {
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

/// What the opening is called up to the move on the board, with its ECO code (P5).
pub fn opening_name(state: &State) -> String {
    opening(&state.game.keys()[..=state.shown_ply()])
        .map(|opening| format!("{} {}", opening.eco, opening.name))
        .unwrap_or_default()
}

#[component]
fn HistoryRow(play: PlayController, row: Row, current: Memo<usize>) -> impl IntoView {
    let entry = move |entry: Option<Entry>| match entry {
        Some(Entry { ply, san, source }) => view! {
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

/// Where a move came from, in a word.
fn word(source: Source) -> &'static str {
    match source {
        Source::Book => "book",
        Source::Tablebase => "table",
        Source::Learner => "memory",
        Source::Search => "search",
        Source::Chance => "lot",
    }
}

fn rows(state: &State) -> Vec<Row> {
    let start = state.game.start();
    let black_begins = usize::from(start.side_to_move() == Color::Black);
    let first_number = usize::from(start.fullmove_number());
    let mut rows: Vec<Row> = Vec::new();
    for (index, san) in state.game.sans().into_iter().enumerate() {
        let half = index + black_begins;
        let source = state.sources.get(&index).map_or("", |source| word(*source));
        let entry = Some(Entry {
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
                rows.push(Row {
                    number,
                    white,
                    black,
                    branches: Vec::new(),
                });
            }
        }
    }
    for (index, ply, line) in state.branches() {
        // Beside the move that it leaves out; at the game's end, beside the last one.
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
    let mut words = String::new();
    for (index, &mv) in moves.iter().take(SHOWN_BRANCH).enumerate() {
        let number = position.fullmove_number();
        match (position.side_to_move(), index) {
            (Color::White, _) => words.push_str(&format!("{number}. ")),
            (Color::Black, 0) => words.push_str(&format!("{number}\u{2026} ")),
            (Color::Black, _) => {}
        }
        words.push_str(&san::write(&position, mv));
        words.push(' ');
        position = position.play(mv);
    }
    if moves.len() > SHOWN_BRANCH {
        words.push('\u{2026}');
    }
    words.trim_end().to_owned()
}

/// Keeps the marked move in sight, whatever becomes of what `track` follows and of the list's size.
pub fn follow_mark(list: NodeRef<html::Ol>, track: impl Fn() + 'static) {
    Effect::new(move |_| {
        track();
        // The mark moves in the same turn as this effect; its place is known in the next frame.
        request_animation_frame(move || keep_marked_in_sight(list));
    });
    // A panel that opens below takes room from the list.
    // The effect keeps the watch: the server runs none, and its threads could not drop one.
    Effect::new(move |_| {
        let list_element = list.get()?;
        Watch::new(&list_element, move || keep_marked_in_sight(list))
    });
}

/// Calls back whenever an element's size changes, until it is dropped.
struct Watch {
    observer: ResizeObserver,
    /// What the observer calls; it must live as long.
    _on_resize: Closure<dyn FnMut()>,
}

impl Watch {
    fn new(element: &HtmlElement, on_resize: impl FnMut() + 'static) -> Option<Self> {
        let on_resize = Closure::<dyn FnMut()>::new(on_resize);
        // Refused only where the browser has none: the list is then scrolled by hand.
        let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _on_resize: on_resize,
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Pixels left free below the marked move.
const BELOW: i32 = 6;

fn keep_marked_in_sight(list: NodeRef<html::Ol>) {
    if let Some(list) = list.try_get_untracked().flatten() {
        keep_in_sight(&list);
    }
}

/// Scrolls a list of moves, and nothing but the list, to the marked one.
pub fn keep_in_sight(list: &HtmlElement) {
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
        list.set_scroll_top(bottom - list.client_height() + BELOW);
    }
}
