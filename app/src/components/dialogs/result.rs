//! The dialog with the result of a game, on the playing page and in live games.

use std::time::Duration;

use engine::rules::{Color, Outcome, Piece};
use leptos::prelude::*;

use super::modal::Modal;
use crate::components::board::piece_code;
use crate::components::shared::outcome_text::result_text;
use crate::platform::timers::set_timeout;

/// The delay from the end of a game to its dialog.
const RESULT_DELAY: Duration = Duration::from_millis(600);

/// A game, and its result once it is over.
#[derive(Clone, PartialEq)]
pub struct Ending {
    /// Which game it is, if it has begun.
    pub game: Option<String>,
    pub result: Option<GameResult>,
}

/// A result as the visitor reads it.
#[derive(Clone, PartialEq)]
pub struct GameResult {
    pub outcome: Outcome,
    /// The winner.
    pub verdict: String,
    /// Why the game is over.
    pub reason: &'static str,
    /// Whether the visitor has won.
    pub is_won: bool,
}

/// The result with buttons, [`RESULT_DELAY`] after the end; not for a game that was already over when
/// it was loaded.
#[component]
pub fn ResultDialog(
    open: RwSignal<bool>,
    ending: Memo<Ending>,
    /// What follows from the result, if there is something to say.
    #[prop(optional, into)]
    note: Signal<Option<String>>,
    /// What stands below that.
    #[prop(optional, into)]
    more: Option<Callback<(), AnyView>>,
    /// The buttons.
    children: Children,
) -> impl IntoView {
    open_at_end(open, ending);
    let is_won = move || ending.with(|ending| ending.result.as_ref().is_some_and(|it| it.is_won));
    let class = Signal::derive(move || if is_won() { "dialog won" } else { "dialog" });
    let result = move || {
        ending.get().result.map(|result| {
            view! {
                {winner_kings(&result)}
                <h2 id="over-title">{result.verdict}</h2>
                <p>{result.reason} " " {result_text(&result.outcome)}</p>
            }
        })
    };
    view! {
        <Modal open labelled_by="over-title" class>
            {result}
            {move || note.get().map(|note| view! { <p class="note">{note}</p> })}
            {more.map(|more| more.run(()))}
            <div class="choices">{children()}</div>
        </Modal>
    }
}

/// Opens the dialog when the game ends, and closes it when another one is loaded.
fn open_at_end(open: RwSignal<bool>, ending: Memo<Ending>) {
    Effect::new(move |before: Option<Ending>| {
        let now = ending.get();
        let has_ended = before.is_some_and(|before| {
            before.result.is_none() && before.game.is_some() && before.game == now.game
        });
        if now.result.is_none() {
            open.set(false);
        } else if has_ended {
            let at_end = now.clone();
            let show = move || {
                if ending.try_get_untracked() == Some(at_end) {
                    open.set(true);
                }
            };
            set_timeout(show, RESULT_DELAY);
        }
        now
    });
}

/// The winner's king; in a draw both kings.
fn winner_kings(result: &GameResult) -> impl IntoView + use<> {
    let kings = match result.outcome.winner {
        Some(winner) => vec![winner],
        None => vec![Color::White, Color::Black],
    };
    let kings = kings
        .into_iter()
        .map(|color| view! { <span class=format!("piece {}", piece_code(color, Piece::King))></span> })
        .collect_view();
    view! {
        <div class="mark" class:won=result.is_won aria-hidden="true">
            {kings}
        </div>
    }
}
