//! The board.

use leptos::prelude::*;

/// The start position.
#[component]
pub fn Board() -> impl IntoView {
    let back = ["R", "N", "B", "Q", "K", "B", "N", "R"];
    let cells = (0..64usize)
        .map(|i| {
            let (rank, file) = (7 - i / 8, i % 8);
            let square = format!("{}{}", (b'a' + file as u8) as char, rank + 1);
            let piece = match rank {
                0 => Some(format!("w{}", back[file])),
                1 => Some("wP".to_owned()),
                6 => Some("bP".to_owned()),
                7 => Some(format!("b{}", back[file])),
                _ => None,
            };
            view! {
                <div class="square" data-square=square data-piece=piece></div>
            }
        })
        .collect_view();
    view! {
        <div class="board">{cells}</div>
    }
}
