//! Searches within pages of text. The server renders the position; in the browser the theatre's bundle
//! puts the search in its place.

use client::theatre::parse_fragment;
use leptos::prelude::*;

use crate::components::board::still_board::still_board;
use crate::routes::THEATRE;

/// A search to look at.
#[derive(Clone, Copy)]
pub struct Diagram {
    /// What the theatre's address would have behind `#`.
    pub fragment: &'static str,
    /// What it shows.
    pub caption: &'static str,
}

/// The figure; the bundle finds it by its attributes.
pub fn diagram(diagram: Diagram) -> impl IntoView {
    figure(diagram, None)
}

/// The same, of a tree so small that it is drawn as textbooks do, which takes more room.
pub fn small_tree(diagram: Diagram) -> impl IntoView {
    figure(diagram, Some("textbook"))
}

/// The same, with a film that begins by itself.
pub fn film(diagram: Diagram) -> impl IntoView {
    figure(diagram, Some("film"))
}

/// The same, with the table of what each part of the search is worth.
pub fn with_switches(diagram: Diagram) -> impl IntoView {
    figure(diagram, Some("switches"))
}

fn figure(Diagram { fragment, caption }: Diagram, extra: Option<&'static str>) -> impl IntoView {
    let setup = parse_fragment(fragment).map(|link| link.setup);
    let game = setup.and_then(|setup| setup.game()).ok();
    let board = game.map(|game| still_board(game.position(), None));
    view! {
        <figure class="diagram" data-diagram=fragment data-extra=extra>
            {board}
            <figcaption>
                {caption} " " <a href=format!("{THEATRE}#{fragment}")>"Open it in the theatre"</a>
            </figcaption>
        </figure>
    }
}
