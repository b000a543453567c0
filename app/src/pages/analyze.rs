//! The page for looking into positions and games: `/analyze`.

use engine::rules::{File, Position, Rank, Square};
use leptos::prelude::*;

use super::late::late;
use crate::components::whole::IntoWhole;
use crate::components::{Header, piece_code};

/// What the server sends is the start position: only the browser knows what is to be looked at.
#[component]
pub fn Analyze() -> impl IntoView {
    view! {
        <Header />
        <main id="main">
            <h1 class="visually-hidden">"Analyze a chess game or position"</h1>
            {content()}
        </main>
    }
    .into_whole()
}

fn content() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    return late(|| Box::pin(crate::later::load_analysis()), skeleton);
    #[cfg(not(feature = "hydrate"))]
    late(skeleton)
}

/// The place of the board, with the pieces as a game begins.
fn skeleton(words: &'static str) -> AnyView {
    let start = Position::startpos();
    let ranks = Rank::ALL.into_iter().rev();
    let squares = ranks.flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)));
    let pieces = squares.map(|square| {
        let piece = start.piece_at(square);
        let class = piece.map(|(color, piece)| format!("piece {}", piece_code(color, piece)));
        view! { <i class=class></i> }
    });
    view! {
        <div class="play analysis">
            <section class="table" aria-label="Board">
                <div class="opponent">
                    <div class="seat"></div>
                </div>
                <div class="board-frame skeleton" role="status">
                    <span class="visually-hidden">{words}</span>
                    {pieces.collect_view()}
                </div>
            </section>
        </div>
    }
    .into_whole()
}
