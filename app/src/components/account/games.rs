//! The visitor's games, the latest first, with links.

use client::analysis::{YOU, fragment, shown_tree};
use engine::rules::{Color, Game, Outcome, pgn};
use leptos::prelude::*;
use wire::live::game_view::PlayerInfo;
use wire::visitor::games::{PlayedGame, PlayedGames};

use super::controller::AccountController;
use super::date::day;
use super::list_parts::{earlier_button, list_trouble, load_earlier};
use crate::components::shared::format::{color_name, counted};
use crate::components::shared::outcome_text::short_reason;
use crate::routes::{ANALYZE, PLAY};
use crate::server_fns;

/// The section.
pub fn games(account: AccountController) -> AnyView {
    let list = RwSignal::new(PlayedGames::default());
    Effect::new(move |_| {
        if let Some(Ok(latest)) = account.games.get() {
            list.set(latest);
        }
    });
    let add = move |page: PlayedGames| {
        // Otherwise the page is gone.
        list.try_update(|list| {
            list.games.extend(page.games);
            list.before = page.before;
        });
    };
    let earlier = load_earlier(
        account,
        |before: i64| server_fns::games_before(Some(before)),
        add,
    );
    let rows = move || {
        let games = list.with(|list| list.games.iter().map(row).collect_view());
        view! { <ol class="games">{games}</ol> }
    };
    let more = move || earlier_button("Earlier games", list.with(|list| list.before), earlier);
    let retry = move || {
        earlier.clear();
        account.games.refetch();
    };
    let text = move || {
        match (account.games.get(), earlier.value().get()) {
        (Some(Err(_)), _) | (_, Some(Err(_))) => list_trouble("Your games could not be loaded.", retry),
        (None, _) => view! { <p class="empty">"Loading\u{2026}"</p> }.into_any(),
        (Some(Ok(latest)), _) if latest.games.is_empty() => view! {
            <p class="empty">
                "No games yet. A game against the computer appears here when it is over, one against a person when it begins. " <a href=PLAY>"Play one"</a>
            </p>
        }
        .into_any(),
        (Some(Ok(_)), _) => ().into_any(),
    }
    };
    view! {
        <section aria-labelledby="games">
            <h2 id="games">"Games"</h2>
            <div class="panel">{rows} {text} {more}</div>
        </section>
    }
    .into_any()
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
    let side = color_name(game.human);
    let name = game.opponent.full_name();
    let opponent = match &game.link {
        Some(link) => view! { <a href=link.page()>{name}</a> }.into_any(),
        None => name.into_any(),
    };
    let moves = counted(game.moves.len().div_ceil(2) as u64, "move");
    let how = game
        .outcome
        .map(|outcome| format!("{} \u{b7} ", short_reason(outcome.reason)));
    let opening = game.opening.clone();
    let date = day(game.kept_ms);
    // A running game is not offered for analysis.
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
    .into_any()
}

/// The address of the analysis page with this game, seen from the visitor's side.
fn address(kept: &PlayedGame) -> Option<String> {
    let game = Game::replay(kept.start_fen.as_deref(), &kept.moves).ok()?;
    let mut tags = pgn::Tags::new();
    let name = kept.opponent.full_name();
    for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
        tags.set(tag, if color == kept.human { YOU } else { &name });
    }
    tags.set("Result", kept.outcome.as_ref().map_or("*", Outcome::result));
    let (tree, current) = shown_tree(&game, &[], game.ply());
    let black_below = kept.human == Color::Black;
    let fragment = fragment(&tree, current, &tags, black_below);
    Some(format!("{ANALYZE}#{fragment}"))
}
