//! The games under way, each with its board.

use engine::rules::{Position, Square};
use leptos::prelude::*;
use wire::live::protocol::RunningGame;

use super::text::time_text;
use crate::components::board::still_board::still_board;
use crate::controllers::public_list::RunningGamesController;

/// The list below its heading.
pub fn running_games() -> AnyView {
    let running = RunningGamesController::new();
    let known = running.read(|state| state.entries().is_some());
    let games = running.read(|state| state.entries().unwrap_or_default().to_vec());
    let is_stale = running.read(|state| state.is_stale());
    let text = move || match (known.get(), is_stale.get(), games.with(Vec::is_empty)) {
        (_, true, _) => "Reconnecting\u{2026}",
        (false, ..) => "Looking for games\u{2026}",
        (true, _, true) => "No game from the lobby is under way.",
        (true, _, false) => "",
    };
    let links =
        move || games.with(|games| games.iter().map(|one| one.game.clone()).collect::<Vec<_>>());
    let card = move |link: wire::live::GameLink| {
        let address = link.page();
        let shown = Memo::new(move |_| {
            games.with(|games| games.iter().find(|one| one.game == link).cloned())
        });
        let label = move || shown.with(|game| game.as_ref().map(game_label));
        view! {
            <li>
                <a class="running-game" href=address aria-label=label>
                    {move || shown.get().map(|game| running_game(&game))}
                </a>
            </li>
        }
    };
    view! {
        <ul class="running-games">
            <For each=links key=Clone::clone children=card />
        </ul>
        <p class="empty" role="status">
            {text}
        </p>
    }
    .into_any()
}

fn running_game(game: &RunningGame) -> impl IntoView + use<> {
    let board = Position::from_fen(&game.fen).ok().map(|position| {
        let last_move = game.last_move.as_deref().and_then(squares);
        still_board(&position, last_move)
    });
    view! {
        <span class="who">
            <bdi>{game.black.shown_name()}</bdi>
            <span class="pace figures">{time_text(game.control)}</span>
        </span>
        {board}
        <span class="who">
            <bdi>{game.white.shown_name()}</bdi>
        </span>
    }
}

/// What a screen reader says of the game.
fn game_label(game: &RunningGame) -> String {
    let (white, black) = (game.white.shown_name(), game.black.shown_name());
    format!(
        "{white}, White, against {black}, Black, {}",
        time_text(game.control)
    )
}

/// The two squares of a move in UCI notation.
fn squares(uci: &str) -> Option<[Square; 2]> {
    let square = |from| uci.get(from..from + 2)?.parse().ok();
    Some([square(0)?, square(2)?])
}
