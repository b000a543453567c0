//! The list of open games.

use leptos::prelude::*;
use wire::live::{GameLink, protocol::OpenChallenge};

use crate::components::live::join::join_form;
use crate::components::live::text::time_text;
use crate::components::shared::format::color_name;
use crate::controllers::public_list::LobbyController;
use crate::routes::go_to;

#[component]
pub fn Challenges(lobby: LobbyController) -> impl IntoView {
    let known = lobby.read(|state| state.entries().is_some());
    let all = lobby.read(|state| state.entries().unwrap_or_default().to_vec());
    let cut_off = lobby.read(|state| state.is_stale());
    let form = join_form(|game| go_to(&game.page()));
    let row = move |challenge| challenge_row(challenge, Callback::new(move |game| form.send(game)));
    let text = move || match (known.get(), cut_off.get(), all.with(Vec::is_empty)) {
        (_, true, _) => "Reconnecting\u{2026}",
        (false, ..) => "Looking who is here\u{2026}",
        (true, _, true) => "No open games. Create one for others to join.",
        (true, _, false) => "",
    };
    view! {
        <section class="panel challenges" aria-labelledby="challenges-title">
            <h2 id="challenges-title">"Open games"</h2>
            <p class="wrong" role="alert">
                {move || form.error_for(None)}
            </p>
            <ul>
                <For each=move || all.get() key=|one| one.game.clone() children=row />
            </ul>
            <p class="empty" role="status">
                {text}
            </p>
        </section>
    }
}

fn challenge_row(challenge: OpenChallenge, on_join: Callback<GameLink>) -> impl IntoView {
    let OpenChallenge {
        game,
        by,
        color,
        control,
        from_position,
    } = challenge;
    let name = by.unwrap_or_else(|| "Guest".to_owned());
    let disc = match color {
        engine::rules::Color::White => "disc",
        engine::rules::Color::Black => "disc black",
    };
    let own = if from_position {
        " \u{b7} own position"
    } else {
        ""
    };
    let terms = format!("You play {}{own}", color_name(color));
    let label = format!("Play {name}, {}, {terms}", time_text(control));
    view! {
        <li>
            <span class=disc aria-hidden="true"></span>
            <div class="who">
                <bdi class="called">{name}</bdi>
                <div class="empty">{terms}</div>
            </div>
            <span class="pace figures">{time_text(control)}</span>
            <button
                type="button"
                class="button"
                aria-label=label
                on:click=move |_| on_join.run(game.clone())
            >
                "Play"
            </button>
        </li>
    }
}
