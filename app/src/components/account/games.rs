//! The visitor's games, the latest first, each with the way to it.

use client::analysis::{OpenedGame, YOU, fragment};
use engine::rules::{Color, Game, Outcome, pgn};
use leptos::prelude::*;
use wire::{
    BackendError,
    live::game_view::PlayerInfo,
    visitor::games::{PlayedGame, PlayedGames},
};

use super::date::day;
use super::session::{Desk, Section};
use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::counted;
use crate::routes::{ANALYZE, PLAY};
use crate::server_fns;

/// How far the list is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Loading,
    There,
    Failed,
}

/// The section.
pub fn games(desk: Desk) -> AnyView {
    let visitor = desk.visitor;
    let list = RwSignal::new(PlayedGames::default());
    let stage = RwSignal::new(Stage::Loading);
    let load = move |before: Option<i64>| {
        stage.set(Stage::Loading);
        let asked = visitor.get_untracked();
        leptos::task::spawn_local(async move {
            let answer = server_fns::games_before(before).await;
            // Somebody else has come meanwhile.
            if visitor.try_get_untracked() != Some(asked) {
                return;
            }
            stage.try_set(take(list, before, answer));
            desk.filled(Section::Games);
        });
    };
    Effect::new(move |_| {
        visitor.track();
        load(None);
    });
    let rows = move || {
        let games = list.with(|list| list.games.iter().map(row).collect_view());
        view! { <ol class="games">{games}</ol> }
    };
    let none = move || list.with(|list| list.games.is_empty());
    let more = move || {
        let before = list.with(|list| list.before)?;
        let busy = move || stage.get() == Stage::Loading;
        Some(view! {
            <button
                type="button"
                class="button quiet"
                disabled=busy
                on:click=move |_| load(Some(before))
            >
                "Earlier games"
            </button>
        })
    };
    let words = move || {
        match stage.get() {
        Stage::Failed => view! {
            <p class="notice" role="alert">
                "Your games could not be loaded. "
                <button type="button" class="button quiet" on:click=move |_| load(None)>
                    "Try again"
                </button>
            </p>
        }
        .erase(),
        Stage::Loading if none() => view! { <p class="empty">"Loading\u{2026}"</p> }.erase(),
        Stage::There if none() => view! {
            <p class="empty">
                "No games yet. A game against the computer appears here when it is over, one against a person when it begins. " <a href=PLAY>"Play one"</a>
            </p>
        }
        .erase(),
        Stage::Loading | Stage::There => ().erase(),
    }
    };
    view! {
        <section aria-labelledby="games">
            <h2 id="games">"Games"</h2>
            <div class="panel">{rows} {words} {more}</div>
        </section>
    }
    .erase()
}

fn take(
    list: RwSignal<PlayedGames>,
    before: Option<i64>,
    answer: Result<PlayedGames, BackendError>,
) -> Stage {
    let Ok(answer) = answer else {
        return Stage::Failed;
    };
    list.try_update(|list| {
        if before.is_none() {
            list.games.clear();
        }
        list.games.extend(answer.games);
        list.before = answer.before;
    });
    Stage::There
}

fn row(game: &PlayedGame) -> AnyView {
    let ended = game.outcome.map(|outcome| outcome.winner);
    let won = match (ended, &game.opponent) {
        (Some(None), _) => ("drawn", "Drawn"),
        (Some(Some(winner)), _) if winner == game.human => ("won", "Won"),
        (Some(Some(_)), _) => ("lost", "Lost"),
        (None, PlayerInfo::Nobody) => ("drawn", "Waits"),
        (None, _) => ("won", "Goes on"),
    };
    let side = match game.human {
        Color::White => "White",
        Color::Black => "Black",
    };
    let name = game.opponent.full_name();
    let opponent = match &game.link {
        Some(link) => view! { <a href=link.page()>{name}</a> }.erase(),
        None => name.erase(),
    };
    let moves = counted(game.moves.len().div_ceil(2) as u64, "move");
    let how = game
        .outcome
        .map(|outcome| format!("{} \u{b7} ", outcome.reason.id().replace('_', " ")));
    let opening = game.opening.clone();
    let date = day(game.kept_ms);
    // Nobody looks up their moves while they play.
    let way = match (&game.link, game.outcome) {
        (Some(link), None) => Some((link.page(), "Open")),
        _ => address(game).map(|address| (address, "Analyze")),
    };
    view! {
        <li>
            <span class=format!("result {}", won.0)>{won.1}</span>
            <span class="who">
                <strong>{opponent}</strong>
                <span class="empty">{opening}</span>
            </span>
            <span class="how empty figures">
                {format!("{side} \u{b7} {}{moves} \u{b7} {date}", how.unwrap_or_default())}
            </span>
            {way.map(|(address, word)| {
                view! {
                    <a class="button quiet" href=address>
                        {word}
                    </a>
                }
            })}
        </li>
    }
    .erase()
}

/// The page for analysis with this game, seen from the visitor's side.
fn address(kept: &PlayedGame) -> Option<String> {
    let mut game = match &kept.start_fen {
        None => Game::new(),
        Some(fen) => Game::from_fen(fen).ok()?,
    };
    for text in &kept.moves {
        let mv = game.position().parse_uci(text).ok()?;
        game.play(mv).ok()?;
    }
    let mut tags = pgn::Tags::new();
    let name = kept.opponent.full_name();
    for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
        tags.set(tag, if color == kept.human { YOU } else { &name });
    }
    tags.set("Result", kept.outcome.as_ref().map_or("*", Outcome::result));
    let opened = OpenedGame::from_game(&game, &[], game.ply());
    let black_below = kept.human == Color::Black;
    let fragment = fragment(&opened.tree, opened.current, &tags, black_below);
    Some(format!("{ANALYZE}#{fragment}"))
}
