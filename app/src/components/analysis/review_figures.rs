//! The figures of a review: accuracies, mistakes, and the loss of each phase.

use client::analysis::FinishedReview;
use client::phase_losses::{MoveLosses, PHASES, phase_name};
use engine::explain::Verdict;
use engine::rules::Color;
use leptos::prelude::*;

use super::moves::verdict_mark;
use crate::components::shared::format::color_name;

/// How the figures are computed, as in the documentation of `engine::explain::review`.
const COMPUTED: &str = "Chances and accuracy by Lichess\u{2019}s formulas: 50 + 50 \u{b7} (2 / (1 + \
    e^(\u{2212}0.00368208 \u{b7} cp)) \u{2212} 1), with cp brought to its engine\u{2019}s scale, and \
    103.1668 \u{b7} e^(\u{2212}0.04354 \u{b7} points lost) \u{2212} 2.1669; a side has the mean of its moves.";

/// What the phases are, as in `engine::exercises::GamePhase`.
const PHASES_ARE: &str = "Opening: the first twelve moves, while more than three quarters of the pieces are \
    there; ending: at most a third of them.";

/// Accuracies and losses by phase, with how they are computed.
pub fn review_figures(reviewed: &FinishedReview) -> AnyView {
    view! {
        <h3>"Accuracy"</h3>
        {accuracies(reviewed)}
        <h3>"Points of the chance to win lost per move"</h3>
        {phases(&reviewed.phases)}
        <p class="note computed">{COMPUTED} " " {PHASES_ARE}</p>
    }
    .into_any()
}

/// The accuracy and mistakes of both sides.
fn accuracies(reviewed: &FinishedReview) -> AnyView {
    let side = |color: Color| {
        let accuracy = reviewed.review.accuracy[color.index()];
        let count = |verdict| {
            let moves = reviewed.review.moves.iter();
            moves
                .filter(|mv| mv.mover == color && mv.verdict == Some(verdict))
                .count()
        };
        let figure =
            accuracy.map_or_else(|| "\u{2013}".to_owned(), |share| format!("{share:.0} %"));
        view! {
            <tr>
                <th scope="row">{color_name(color)}</th>
                <td>
                    <strong>{figure}</strong>
                </td>
                <td>{count(Verdict::Inaccuracy)}</td>
                <td>{count(Verdict::Mistake)}</td>
                <td>{count(Verdict::Blunder)}</td>
            </tr>
        }
    };
    view! {
        <table class="results figures accuracies">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">"Accuracy"</th>
                    <th scope="col">{verdict_mark(Verdict::Inaccuracy)}</th>
                    <th scope="col">{verdict_mark(Verdict::Mistake)}</th>
                    <th scope="col">{verdict_mark(Verdict::Blunder)}</th>
                </tr>
            </thead>
            <tbody>{side(Color::White)} {side(Color::Black)}</tbody>
        </table>
    }
    .into_any()
}

/// The loss per move of both sides in each phase.
fn phases(sides: &[[MoveLosses; 3]; 2]) -> AnyView {
    let cell = |losses: &MoveLosses| {
        let mean = losses.mean();
        let text = mean.map_or_else(|| "\u{2013}".to_owned(), |points| format!("{points:.1}"));
        view! { <td>{text}</td> }
    };
    let side = |color: Color| {
        view! {
            <tr>
                <th scope="row">{color_name(color)}</th>
                {sides[color.index()].iter().map(cell).collect_view()}
            </tr>
        }
    };
    let heads = PHASES.map(|phase| view! { <th scope="col">{capitalized(phase_name(phase))}</th> });
    view! {
        <table class="results figures phase-losses">
            <thead>
                <tr>
                    <td></td>
                    {heads.into_iter().collect_view()}
                </tr>
            </thead>
            <tbody>{side(Color::White)} {side(Color::Black)}</tbody>
        </table>
    }
    .into_any()
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
