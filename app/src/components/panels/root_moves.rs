//! The root moves of a search at the depth in progress, with scores or bounds: alpha-beta proves of
//! most of them only that they are no better than the best.

use client::play::PlayState;
use client::play::SearchView;
use engine::rules::{Color, san};
use engine::search::{Bound, RootMove};
use leptos::prelude::*;

use crate::components::shared::format::score;
use crate::controllers::play::PlayController;

/// The move and its score with its bound, in White's view.
type RootMoveRow = (String, String);

/// A list that unfolds; hidden for searches that report no root moves. It shows no replies, which
/// stay hidden from the visitor.
#[component]
pub fn RootMoves(play: PlayController) -> impl IntoView {
    let open = RwSignal::new(false);
    let depth = play.read_search(|state: &PlayState| {
        let thought = state.search_view.as_ref()?;
        thought.root_moves.first().map(|found| found.depth)
    });
    // Empty while folded.
    let rows = Memo::new(move |_| match open.get() {
        true => {
            play.follow_search();
            play.with(|state| state.search_view.as_ref().map(rows).unwrap_or_default())
        }
        false => Vec::new(),
    });
    let row = |(mv, score): RootMoveRow| {
        view! {
            <li>
                <strong>{mv}</strong>
                <span>{score}</span>
            </li>
        }
    };
    view! {
        <details
            class="root-moves"
            hidden=move || depth.get().is_none()
            on:toggle=move |_| open.update(|open| *open ^= true)
        >
            <summary>
                {move || format!("Each move at depth {}", depth.get().unwrap_or_default())}
            </summary>
            <ol class="figures">{move || rows.get().into_iter().map(row).collect_view()}</ol>
        </details>
    }
}

fn rows(thought: &SearchView) -> Vec<RootMoveRow> {
    let mover = thought.root.side_to_move();
    let row = |found: &RootMove| {
        let sign = match (found.bound, mover) {
            (Bound::Exact, _) => "",
            (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "\u{2264} ",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => "\u{2265} ",
        };
        let score = score(found.score.for_white(mover));
        (
            san::write(&thought.root, found.mv),
            format!("{sign}{score}"),
        )
    };
    thought.root_moves.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use engine::rules::Position;
    use engine::search::{Report, Score};

    use super::*;

    #[test]
    fn a_bound_of_the_mover_is_turned_into_whites_view() {
        let root = Position::startpos();
        let black = root.play(root.parse_uci("e2e4").expect("legal"));
        for (position, uci, bound, text) in [
            (root, "e2e4", Bound::Exact, "+0.3"),
            (root, "d2d4", Bound::Upper, "\u{2264} +0.3"),
            (black, "e7e5", Bound::Upper, "\u{2265} \u{2212}0.3"),
            (black, "c7c5", Bound::Lower, "\u{2264} \u{2212}0.3"),
        ] {
            let mut thought = SearchView::new(position, 0);
            thought.add_report(&Report::RootMove(RootMove {
                mv: position.parse_uci(uci).expect("legal"),
                score: Score::Cp(30),
                bound,
                depth: 3,
                number: 1,
                of: 20,
                nodes: 5,
            }));
            assert_eq!(rows(&thought)[0].1, text);
        }
    }
}
