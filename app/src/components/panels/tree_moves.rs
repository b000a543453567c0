//! The best moves of a tree search: visits, share and mean result.

use client::play::PlayState;
use client::play::SearchView;
use engine::rules::san;
use engine::search::Explored;
use leptos::prelude::*;

use crate::components::shared::format::{count, counted};
use crate::controllers::play::PlayController;

/// The number of moves shown.
const MAX_SHOWN_MOVES: usize = 5;

/// A row: the move, its visits, their share of all, and their mean.
type TreeMoveRow = [String; 4];

/// The table; hidden for other searches. It shows no replies, which stay hidden from the visitor.
#[component]
pub fn ExploredMoves(play: PlayController) -> impl IntoView {
    let rows = play
        .read_search(|state: &PlayState| state.search_view.as_ref().map(rows).unwrap_or_default());
    let all = play.read_search(|state: &PlayState| {
        let simulations = state.search_view.as_ref().and_then(SearchView::simulations);
        simulations.map_or_else(String::new, |all| counted(all, "simulation"))
    });
    let row = |[mv, visits, share, q]: TreeMoveRow| {
        view! {
            <tr>
                <th scope="row">{mv}</th>
                <td>{visits}</td>
                <td>{share}</td>
                <td>{q}</td>
            </tr>
        }
    };
    view! {
        <table class="explored figures" hidden=move || rows.with(Vec::is_empty)>
            <thead>
                <tr>
                    <th scope="col">"Move"</th>
                    <th scope="col" title="How often the search went down this way">
                        "Visits"
                    </th>
                    <th scope="col" title=move || format!("Of {}", all.get())>
                        "Share"
                    </th>
                    <th
                        scope="col"
                        title="The mean result of those visits for who moves: \u{2212}1 is lost, 0 a draw, +1 won"
                    >
                        "Q"
                    </th>
                </tr>
            </thead>
            <tbody>{move || rows.get().into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

fn rows(thought: &SearchView) -> Vec<TreeMoveRow> {
    let all = thought.simulations().unwrap_or(0).max(1);
    let row = |found: &Explored| {
        let visits = u64::from(found.visits);
        [
            san::write(&thought.root, found.mv),
            count(visits),
            format!("{}%", (visits * 100 + all / 2) / all),
            mean(found.q),
        ]
    };
    let best = thought.explored.iter().filter(|found| found.visits > 0);
    best.take(MAX_SHOWN_MOVES).map(row).collect()
}

/// Per mille with two decimals and a sign: `+0.13`.
fn mean(per_mille: i16) -> String {
    let hundredths = (per_mille.unsigned_abs() + 5) / 10;
    let sign = match (hundredths, per_mille) {
        (0, _) => "",
        (_, 0..) => "+",
        _ => "\u{2212}",
    };
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_a_sign_unless_it_is_nothing() {
        for (per_mille, text) in [
            (0, "0.00"),
            (-4, "0.00"),
            (5, "+0.01"),
            (126, "+0.13"),
            (-126, "\u{2212}0.13"),
            (1000, "+1.00"),
            (-1000, "\u{2212}1.00"),
        ] {
            assert_eq!(mean(per_mille), text);
        }
    }
}
