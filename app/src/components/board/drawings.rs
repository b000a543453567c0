//! Arrows and circles that the visitor draws with the right button; a left press clears them.

use engine::rules::Square;
use leptos::prelude::*;
use leptos::web_sys::MouseEvent;

use super::arrows::outline;
use super::motion::place;
use crate::components::shared::erased_view::IntoWhole;

/// A colour by the keys that are held: none, Shift, Alt, both (or Control for Alt).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ink {
    Green,
    Red,
    Blue,
    Gold,
}

impl Ink {
    fn of(event: &MouseEvent) -> Ink {
        match (event.shift_key(), event.alt_key() || event.ctrl_key()) {
            (false, false) => Ink::Green,
            (true, false) => Ink::Red,
            (false, true) => Ink::Blue,
            (true, true) => Ink::Gold,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Ink::Green => "drawing green",
            Ink::Red => "drawing red",
            Ink::Blue => "drawing blue",
            Ink::Gold => "drawing gold",
        }
    }
}

/// A circle where both squares are the same, else an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drawing {
    from: Square,
    to: Square,
    ink: Ink,
}

/// What is drawn on the board.
#[derive(Clone, Copy)]
pub struct Drawings {
    done: RwSignal<Vec<Drawing>>,
    /// The one under the pen.
    begun: RwSignal<Option<Drawing>>,
}

impl Drawings {
    /// A board that nobody has drawn on.
    pub fn new() -> Drawings {
        Drawings {
            done: RwSignal::new(Vec::new()),
            begun: RwSignal::new(None),
        }
    }

    /// The right button goes down on a square.
    pub fn begin(self, square: Square, event: &MouseEvent) {
        self.begun.set(Some(Drawing {
            from: square,
            to: square,
            ink: Ink::of(event),
        }));
    }

    /// The pointer is over a square, or beside the board.
    pub fn extend(self, square: Option<Square>) {
        if let (Some(begun), Some(to)) = (self.begun.get_untracked(), square)
            && begun.to != to
        {
            self.begun.set(Some(Drawing { to, ..begun }));
        }
    }

    /// The right button goes up: what was drawn stays, and the same drawn again is gone.
    pub fn finish(self) {
        let Some(drawn) = self.begun.get_untracked() else {
            return;
        };
        self.begun.set(None);
        self.done.update(|done| {
            let place = |known: &Drawing| (known.from, known.to);
            let same = done.iter().position(|known| place(known) == place(&drawn));
            let old = same.map(|index| done.remove(index));
            if old.is_none_or(|old| old.ink != drawn.ink) {
                done.push(drawn);
            }
        });
    }

    /// Nothing is drawn any more.
    pub fn clear(self) {
        self.begun.set(None);
        if self.done.with_untracked(|done| !done.is_empty()) {
            self.done.set(Vec::new());
        }
    }
}

/// The layer of drawings.
#[component]
pub fn DrawingsLayer(drawings: Drawings, flipped: Signal<bool>) -> impl IntoView {
    let shapes = move || {
        let begun = drawings.begun.get();
        let all = drawings.done.get().into_iter().chain(begun);
        all.map(|drawing| shape(drawing, flipped.get()))
            .collect_view()
    };
    view! {
        <svg class="layer drawings" viewBox="0 0 8 8" aria-hidden="true">
            {shapes}
        </svg>
    }
    .into_whole()
}

/// One element for both kinds: a circle is two arcs.
fn shape(Drawing { from, to, ink }: Drawing, flipped: bool) -> impl IntoView {
    let (class, d) = if from == to {
        let (x, y) = place(from, flipped);
        (
            "circle",
            format!("M{x}.045 {y}.500a.455 .455 0 1 0 .910 0a.455 .455 0 1 0 -.910 0"),
        )
    } else {
        ("arrow-drawn", outline(from, to, flipped, 100))
    };
    view! { <path class=format!("{} {class}", ink.class()) d=d /> }
}
