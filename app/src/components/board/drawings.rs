//! Arrows and circles that the visitor draws with the right button; a left press clears them, unless
//! the page keeps them itself.

use engine::rules::Square;
use leptos::prelude::*;
use leptos::web_sys::MouseEvent;

use super::arrows::outline;
use super::motion::column_and_row;

/// The colour of a drawing, chosen by modifier keys: none, Shift, Alt, both (or Control for Alt).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingColor {
    Green,
    Red,
    Blue,
    Gold,
}

impl DrawingColor {
    fn of(event: &MouseEvent) -> DrawingColor {
        match (event.shift_key(), event.alt_key() || event.ctrl_key()) {
            (false, false) => DrawingColor::Green,
            (true, false) => DrawingColor::Red,
            (false, true) => DrawingColor::Blue,
            (true, true) => DrawingColor::Gold,
        }
    }

    pub fn class(self) -> &'static str {
        match self {
            DrawingColor::Green => "drawing green",
            DrawingColor::Red => "drawing red",
            DrawingColor::Blue => "drawing blue",
            DrawingColor::Gold => "drawing gold",
        }
    }
}

/// A circle where both squares are the same, else an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub from: Square,
    pub to: Square,
    pub color: DrawingColor,
}

/// How a page that keeps the drawings takes part in drawing.
#[derive(Clone, Copy)]
pub struct DrawingTools {
    /// The colour in which any press draws, without moving a piece: for fingers.
    pub pen: Signal<Option<DrawingColor>>,
    /// Receives what was drawn.
    pub on_draw: Callback<Drawing>,
}

/// The drawings on a board.
#[derive(Clone, Copy)]
pub struct Drawings {
    tools: Option<DrawingTools>,
    finished: RwSignal<Vec<Drawing>>,
    /// The one that is being drawn.
    in_progress: RwSignal<Option<Drawing>>,
}

impl Drawings {
    /// No drawings.
    pub fn new(tools: Option<DrawingTools>) -> Drawings {
        Drawings {
            tools,
            finished: RwSignal::new(Vec::new()),
            in_progress: RwSignal::new(None),
        }
    }

    /// Whether the page has any press draw.
    pub fn has_pen(self) -> bool {
        self.pen().is_some()
    }

    fn pen(self) -> Option<DrawingColor> {
        self.tools.and_then(|tools| tools.pen.get_untracked())
    }

    /// A press that draws begins on a square.
    pub fn begin(self, square: Square, event: &MouseEvent) {
        self.in_progress.set(Some(Drawing {
            from: square,
            to: square,
            color: self.pen().unwrap_or_else(|| DrawingColor::of(event)),
        }));
    }

    /// The pointer is over a square, or beside the board.
    pub fn extend(self, square: Option<Square>) {
        if let (Some(in_progress), Some(to)) = (self.in_progress.get_untracked(), square)
            && in_progress.to != to
        {
            self.in_progress.set(Some(Drawing { to, ..in_progress }));
        }
    }

    /// The press ends: the drawing stays; drawing the same again removes it.
    pub fn finish(self) {
        let Some(drawn) = self.in_progress.get_untracked() else {
            return;
        };
        self.in_progress.set(None);
        if let Some(tools) = self.tools {
            return tools.on_draw.run(drawn);
        }
        self.finished.update(|finished| {
            let pair = |known: &Drawing| (known.from, known.to);
            let same = finished
                .iter()
                .position(|known| pair(known) == pair(&drawn));
            let old = same.map(|index| finished.remove(index));
            if old.is_none_or(|old| old.color != drawn.color) {
                finished.push(drawn);
            }
        });
    }

    /// Removes all drawings.
    pub fn clear(self) {
        self.in_progress.set(None);
        if self
            .finished
            .with_untracked(|finished| !finished.is_empty())
        {
            self.finished.set(Vec::new());
        }
    }
}

/// The layer of drawings.
#[component]
pub fn DrawingsLayer(drawings: Drawings, flipped: Signal<bool>) -> impl IntoView {
    let shapes = move || {
        let in_progress = drawings.in_progress.get();
        let all = drawings.finished.get().into_iter().chain(in_progress);
        all.map(|drawing| shape(drawing, flipped.get()))
            .collect_view()
    };
    view! {
        <svg class="layer drawings" viewBox="0 0 8 8" aria-hidden="true">
            {shapes}
        </svg>
    }
}

/// One element for both kinds: a circle is two arcs.
pub fn shape(Drawing { from, to, color }: Drawing, flipped: bool) -> impl IntoView {
    let (class, d) = if from == to {
        let (x, y) = column_and_row(from, flipped);
        (
            "circle",
            format!("M{x}.045 {y}.500a.455 .455 0 1 0 .910 0a.455 .455 0 1 0 -.910 0"),
        )
    } else {
        ("arrow-drawn", outline(from, to, flipped, 100))
    };
    view! { <path class=format!("{} {class}", color.class()) d=d /> }
}
