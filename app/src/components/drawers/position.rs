//! The position in figures (P8), what pruning saves in it (S8), and openings to begin with (B5).

use crate::components::whole::IntoWhole;
use engine::book::{STARTS, Start};
use engine::explain::{PositionReport, report};
use engine::rules::{Color, Game, Square, san};
use engine::teaching::Savings;
use leptos::prelude::*;

use crate::components::figures::{count, name};
use crate::components::read::read;
use crate::session::{Event, Session, State};

/// The drawer's content.
pub fn position(session: Session) -> AnyView {
    let found = read(session, |state| report(&state.shown_position()));
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
        found.with(sides).into_iter().map(row).collect_view()
    };
    let facts = move || found.with(facts);
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
        <p class="empty">{facts}</p>
        <Pruning session />
        <Openings session />
    }
    .into_whole()
}

/// What differs between the sides.
fn sides(report: &PositionReport) -> Vec<(&'static str, String, String)> {
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

/// What is the same for both, in sentences.
fn facts(report: &PositionReport) -> String {
    let mut words = format!("{} to move", name(report.side_to_move));
    words.push_str(if report.check { ", in check. " } else { ". " });
    if let Some(square) = report.en_passant.and_then(Square::from_index) {
        words.push_str(&format!("En passant on {square}. "));
    }
    words.push_str(&match report.halfmove_clock {
        0 => "The last move was a capture or a pawn\u{2019}s.".to_owned(),
        plies => format!("{plies} of 100 half-moves without a capture or a pawn\u{2019}s move."),
    });
    words
}

/// Plain minimax beside alpha-beta, counted when asked for.
#[component]
fn Pruning(session: Session) -> impl IntoView {
    let counted = read(session, State::shown_savings);
    let can = read(session, State::can_count);
    let words = move || match counted.get() {
        None => "How many positions does pruning spare?".to_owned(),
        Some(None) => "Too many positions to count here.".to_owned(),
        Some(Some(savings)) => saved(&savings),
    };
    view! {
        <div class="row pruning">
            <span role="status">{words}</span>
            <button
                type="button"
                class="button quiet"
                disabled=move || !can.get()
                on:click=move |_| session.dispatch(Event::CountSavings)
            >
                "Count"
            </button>
        </div>
    }
    .into_whole()
}

fn saved(savings: &Savings) -> String {
    // In tenths, which is as exact as anyone cares for.
    let tenths = savings.minimax * 10 / savings.alpha_beta.max(1);
    let times = format!("{}.{}", tenths / 10, tenths % 10);
    format!(
        "{} positions to depth {}; plain minimax would look at {}: {times} times as many.",
        count(savings.alpha_beta),
        savings.depth,
        count(savings.minimax),
    )
}

#[component]
fn Openings(session: Session) -> impl IntoView {
    let button = move |start: Start| {
        view! {
            <button
                type="button"
                class="button quiet"
                title=start.sans
                on:click=move |_| session.begin_with(moves(&start))
            >
                {start.name}
            </button>
        }
    };
    view! {
        <div class="starts">
            <span class="field-name">"Begin a game with"</span>
            {STARTS.map(button).into_iter().collect_view()}
            <button type="button" class="button quiet" on:click=move |_| session.new_game()>
                "Start position"
            </button>
        </div>
    }
    .into_whole()
}

fn moves(start: &Start) -> Vec<engine::rules::Move> {
    let mut game = Game::new();
    for text in start.sans.split(' ') {
        // A test of the book reads every one of them.
        if let Ok(mv) = san::parse(game.position(), text) {
            game.play(mv).ok();
        }
    }
    game.moves().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rules::Position;

    #[test]
    fn a_position_is_told_in_figures() {
        let fen = "r3k2r/pppp1ppp/8/4p3/8/8/PPPPPPPP/R3K3 w Qkq e6 0 1";
        let found = report(&Position::from_fen(fen).expect("legal"));
        let rows = sides(&found);
        assert_eq!((rows[0].1.as_str(), rows[0].2.as_str()), ("13", "18"));
        assert_eq!(rows[2].1, "queen\u{2019}s side");
        assert_eq!(rows[2].2, "both ways");
        assert!(facts(&found).starts_with("White to move. "));
    }

    #[test]
    fn savings_are_said_as_a_factor() {
        let words = saved(&Savings {
            depth: 3,
            minimax: 40_838,
            alpha_beta: 25_287,
        });
        assert_eq!(
            words,
            "25,287 positions to depth 3; plain minimax would look at 40,838: 1.6 times as many."
        );
    }
}
