//! Who waits for an opponent.

use leptos::prelude::*;
use wire::live::{GameLink, protocol::OpenChallenge};

use crate::components::live::invite::why_not;
use crate::components::live::text::pace;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::color_name;
use crate::controllers::lobby::LobbyController;
use crate::routes::go_to;
use crate::server_fns;

#[component]
pub fn Challenges(controller: LobbyController) -> impl IntoView {
    let known = controller.read(|lobby| lobby.challenges().is_some());
    let all = controller.read(|lobby| lobby.challenges().unwrap_or_default().to_vec());
    let cut_off = controller.read(|lobby| lobby.is_stale());
    let trouble = RwSignal::new(String::new());
    let busy = RwSignal::new(false);
    let join = move |game: GameLink| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        trouble.set(String::new());
        leptos::task::spawn_local(async move {
            match server_fns::join_live_game(game).await {
                Ok(game) => go_to(&game.page()),
                Err(error) => {
                    trouble.try_set(why_not(&error));
                }
            }
            busy.try_set(false);
        });
    };
    let row = move |OpenChallenge {
                        game,
                        by,
                        color,
                        control,
                        from_position,
                    }: OpenChallenge| {
        let who = by.unwrap_or_else(|| "Guest".to_owned());
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
        let label = format!("Play {who}, {}, {terms}", pace(control));
        view! {
            <li>
                <span class=disc aria-hidden="true"></span>
                <div class="who">
                    <bdi class="called">{who}</bdi>
                    <div class="empty">{terms}</div>
                </div>
                <span class="pace figures">{pace(control)}</span>
                <button
                    type="button"
                    class="button"
                    aria-label=label
                    on:click=move |_| join(game.clone())
                >
                    "Play"
                </button>
            </li>
        }
    };
    let words = move || match (known.get(), cut_off.get(), all.with(Vec::is_empty)) {
        (_, true, _) => "Reconnecting\u{2026}",
        (false, ..) => "Looking who is here\u{2026}",
        (true, _, true) => "No open games. Create one for others to join.",
        (true, _, false) => "",
    };
    view! {
        <section class="panel challenges" aria-labelledby="challenges-title">
            <h2 id="challenges-title">"Open games"</h2>
            <p class="wrong" role="alert">
                {move || trouble.get()}
            </p>
            <ul>
                <For each=move || all.get() key=|one| one.game.clone() children=row />
            </ul>
            <p class="empty" role="status">
                {words}
            </p>
        </section>
    }
    .erase()
}
