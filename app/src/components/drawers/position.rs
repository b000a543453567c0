//! The position in figures (P8), what pruning saves in it (S8), and openings to begin with (B5).

use crate::components::whole::IntoWhole;
use engine::book::{STARTS, Start};
use engine::explain::report;
use engine::rules::{Game, san};
use engine::teaching::Savings;
use leptos::prelude::*;

use crate::components::figures::count;
use crate::components::read::read;
use crate::components::report::PositionReport;
use crate::session::{Event, Session, State};

/// The drawer's content.
pub fn position(session: Session) -> AnyView {
    let found = read(session, |state| report(&state.shown_position()));
    view! {
        <PositionReport figures=found />
        <Pruning session />
        <Openings session />
    }
    .into_whole()
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
