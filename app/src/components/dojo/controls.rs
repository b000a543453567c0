//! Pausing, going on, how far it is, and what one takes away.

use std::time::Duration;

use client::dojo::{DojoEvent, DojoState};
use leptos::prelude::*;

use super::setup::Workers;
use super::share::Share;
use super::shared_network::parent_link;
use super::teach::Teach;
use super::text::{algorithm_name, duration_text, elo_text, standing};
use crate::components::shared::current_time::current_time;
use crate::components::shared::format::{count, counted};
use crate::components::shared::lazy_content::sure_button::sure_button;
use crate::controllers::dojo::DojoController;
use crate::platform::download::download_bytes;

/// A game against the network of this browser. Level 8 errs on purpose nowhere, and thinks no longer than
/// the network is used to.
const PLAY_AGAINST_IT: &str = "/play#white=you&black=yours.8";

/// How far a training is.
#[derive(Clone, PartialEq)]
struct TrainingProgress {
    title: String,
    generation: u32,
    games: u64,
    played: u16,
    of: u16,
    is_learning: bool,
    /// The strength as it was tested last.
    standing: Option<(String, String)>,
    speed: String,
}

/// The training's first lines.
#[component]
pub fn Controls(dojo: DojoController) -> impl IntoView {
    let progress = dojo.read(progress);
    let is_running = dojo.read(|state| state.is_running);
    let time = current_time(Duration::from_secs(1), move || is_running.get());
    let elapsed = move || {
        let now = time.get();
        dojo.with(|state| {
            let training = state.training.as_ref();
            training.map_or(0, |training| training.elapsed_ms(now))
        })
    };
    let press = move |_| {
        dojo.dispatch(match is_running.get_untracked() {
            true => DojoEvent::Pause,
            false => DojoEvent::Resume,
        });
    };
    let stage = move || match is_running.get() {
        false => "Paused",
        true => "Running",
    };
    let figures = move || {
        let progress = progress.get();
        let doing = match (is_running.get(), progress.is_learning) {
            (false, _) => "",
            (true, false) => "practising, ",
            (true, true) => "learning, ",
        };
        format!(
            ": {doing}generation {}, {} of {} games, {} in all",
            progress.generation,
            progress.played,
            counted(progress.of.into(), "game").trim_end_matches(" games"),
            counted(progress.games, "game")
        )
    };
    let verdict = move || match progress.get().standing {
        Some((standing, _)) => standing,
        None => "Its first games".to_owned(),
    };
    let elo = move || {
        let elo = progress.get().standing.map(|(_, elo)| elo);
        elo.map(|elo| format!("Elo {elo} (95 % interval) among its opponents"))
    };
    let is_empty = dojo.read(|state| {
        let training = state.training.as_ref();
        training.is_none_or(|training| training.network.is_empty())
    });
    let parent = dojo.read(|state| state.training.as_ref()?.parent);
    let save = move |_| {
        let network = dojo.with_untracked(|state| {
            let training = state.training.as_ref()?;
            Some((training.generation, training.network.clone()))
        });
        if let Some((generation, network)) = network {
            download_bytes(&format!("dojo-{generation}.nnue"), &network);
        }
    };
    view! {
        <div class="panel-head">
            <h2>{move || progress.get().title}</h2>
        </div>
        <div class="panel-body dojo-controls">
            <p class="verdict">{verdict}</p>
            <p class="empty">{elo}</p>
            {move || parent.get().map(parent_link)}
            <progress
                max=move || progress.get().of.to_string()
                value=move || progress.get().played.to_string()
                aria-label="Practice games of this generation"
            ></progress>
            <p class="figures games-played">
                <span role="status">{stage}</span>
                {figures}
            </p>
            <p class="figures games-played">
                {move || duration_text(elapsed())} {move || progress.get().speed}
            </p>
            <div class="start-bar">
                <button type="button" class="button primary" on:click=press>
                    {move || if is_running.get() { "Pause" } else { "Go on" }}
                </button>
                <Workers dojo />
                <span class="spacer"></span>
                <a
                    class="button"
                    href=PLAY_AGAINST_IT
                    title="A game against the network as it is now"
                    hidden=move || is_empty.get()
                >
                    "Play against it"
                </a>
                <Share dojo is_empty />
                <button
                    type="button"
                    class="button quiet"
                    title="The network as a file, for the program ponder"
                    disabled=move || is_empty.get()
                    on:click=save
                >
                    "Save the network"
                </button>
                <Teach dojo is_empty />
                {sure_button(
                    "New network",
                    "Forget this one?",
                    move || dojo.dispatch(DojoEvent::Discard),
                )}
            </div>
            <p class="empty" hidden=move || !is_running.get()>
                "It goes on while this tab is not in front, as far as the device lets it. Closed or reloaded, it continues with the next visit."
            </p>
        </div>
    }
}

fn progress(state: &DojoState) -> TrainingProgress {
    let Some(training) = &state.training else {
        return TrainingProgress {
            title: String::new(),
            generation: 0,
            games: 0,
            played: 0,
            of: 1,
            is_learning: false,
            standing: None,
            speed: String::new(),
        };
    };
    let config = training.config;
    let speed = training.speed.map(|speed| {
        let games = if speed.games < 10.0 {
            format!("{:.1}", speed.games)
        } else {
            count(speed.games as u64)
        };
        format!(
            " \u{b7} {games} games and {} positions a second",
            count(speed.positions as u64)
        )
    });
    TrainingProgress {
        title: format!(
            "{} neurons, {}",
            config.neurons,
            algorithm_name(config.algorithm)
        ),
        generation: training.generation,
        games: training.games(),
        played: training.games_played,
        of: config.games,
        is_learning: training.is_learning,
        standing: training
            .history
            .tests
            .last()
            .map(|test| (standing(test), elo_text(test))),
        speed: speed.unwrap_or_default(),
    }
}
