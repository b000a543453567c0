//! The report of a position: material, mobility, castling rights, counters.

use engine::explain::PositionReport as Report;
use engine::rules::{Color, Square};
use leptos::prelude::*;

use crate::components::shared::format::color_name;

/// A column for each side, then a sentence about both.
#[component]
pub fn PositionReport(report: Memo<Report>) -> impl IntoView {
    let rows = move || {
        let row = |(what, white, black): (&'static str, String, String)| {
            view! {
                <tr>
                    <th scope="row">{what}</th>
                    <td>{white}</td>
                    <td>{black}</td>
                </tr>
            }
        };
        report.with(sides).into_iter().map(row).collect_view()
    };
    view! {
        <table class="results figures report">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">"White"</th>
                    <th scope="col">"Black"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="empty">{move || report.with(facts)}</p>
    }
}

/// The rows of the table.
fn sides(report: &Report) -> Vec<(&'static str, String, String)> {
    let both = |of: &dyn Fn(Color) -> String| (of(Color::White), of(Color::Black));
    let rows: [(&'static str, (String, String)); 3] = [
        (
            "Material",
            both(&|side| report.material[side.index()].to_string()),
        ),
        (
            "Moves",
            both(&|side| match report.mobility[side.index()] {
                Some(moves) => moves.to_string(),
                None => "\u{2013}".to_owned(),
            }),
        ),
        (
            "May castle",
            both(&|side| {
                match report.castling[side.index()] {
                    [true, true] => "both ways",
                    [true, false] => "king\u{2019}s side",
                    [false, true] => "queen\u{2019}s side",
                    [false, false] => "no more",
                }
                .to_owned()
            }),
        ),
    ];
    rows.into_iter()
        .map(|(what, (white, black))| (what, white, black))
        .collect()
}

/// Side to move, en passant and the fifty-move counter.
fn facts(report: &Report) -> String {
    let mut text = format!("{} to move", color_name(report.side_to_move));
    text.push_str(if report.check { ", in check. " } else { ". " });
    if let Some(square) = report.en_passant.and_then(Square::from_index) {
        text.push_str(&format!("En passant on {square}. "));
    }
    // Counted in full moves.
    text.push_str(&format!("50-move count: {}", report.halfmove_clock / 2));
    text
}

#[cfg(test)]
mod tests {
    use engine::explain::report;
    use engine::rules::Position;

    use super::*;

    #[test]
    fn a_position_is_told_in_figures() {
        let fen = "r3k2r/pppp1ppp/8/4p3/8/8/PPPPPPPP/R3K3 w Qkq e6 0 1";
        let found = report(&Position::from_fen(fen).expect("legal"));
        let rows = sides(&found);
        assert_eq!((rows[0].1.as_str(), rows[0].2.as_str()), ("13", "18"));
        assert_eq!(rows[2].1, "queen\u{2019}s side");
        assert_eq!(rows[2].2, "both ways");
        assert!(facts(&found).starts_with("White to move. "));
        // The rights that are left, each way.
        for (rights, white, black) in [
            ("K", "king\u{2019}s side", "no more"),
            ("kq", "no more", "both ways"),
            ("Qk", "queen\u{2019}s side", "king\u{2019}s side"),
        ] {
            let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R b {rights} - 12 20");
            let found = report(&Position::from_fen(&fen).expect("legal"));
            let rows = sides(&found);
            assert_eq!((&*rows[2].1, &*rows[2].2), (white, black), "{rights}");
            assert!(facts(&found).ends_with("50-move count: 6"));
        }
    }
}
