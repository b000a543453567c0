//! A game of one's own: against whom, with which time and colour, from where.

use client::settings::{ColorChoice, FULL_STRATEGIES, STRATEGIES};
use engine::player::{Level, StrategyId};
use engine::rules::Color;
use leptos::prelude::*;
use wire::{
    BackendError,
    time_control::TimeControl,
    visitor::live_games::{GameSetup, NewGameOpponent},
};

use super::fields::{BASE, INCREMENT, LEVEL, START, STRATEGY};
use super::start::Start;
use super::time::Time;
use crate::components::account::form::{Form, FormBox};
use crate::components::controls::setup::Segment;
use crate::components::live::invite::why_not;
use crate::components::shared::erased_view::Erase;
use crate::platform::new_game::draw;
use crate::preferences::use_prefs;
use crate::routes::go_to;
use crate::server_fns;

/// Who is to sit on the other side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rival {
    Friend,
    Anybody,
    Mind,
}

/// With blitz, as most people who meet like that play.
const USUAL: TimeControl = TimeControl {
    base_s: 300,
    increment_s: 3,
};

#[component]
pub fn NewGameForm() -> impl IntoView {
    let form = Form::new(
        "new-game",
        &["client_id", BASE, INCREMENT, START, STRATEGY, LEVEL],
        ("client_id", ""),
    );
    let settings = use_prefs().get_untracked().settings;
    let rival = RwSignal::new(Rival::Friend);
    let color = RwSignal::new(ColorChoice::Random);
    let control = RwSignal::new(settings.clock.or(Some(USUAL)));
    let mind = RwSignal::new(settings.engine.strategy);
    let level = RwSignal::new(settings.engine.level);
    let start = RwSignal::new(String::new());
    // Sent again as it was, it is the same game; otherwise it is another one.
    let sent = StoredValue::new(None::<GameSetup>);
    let send = move |()| {
        let wanted = GameSetup {
            client_id: String::new(),
            color: match color.get_untracked() {
                ColorChoice::White => Some(Color::White),
                ColorChoice::Black => Some(Color::Black),
                ColorChoice::Random => None,
            },
            control: control.get_untracked(),
            start_fen: Some(start.get_untracked().trim().to_owned()).filter(|fen| !fen.is_empty()),
            against: match rival.get_untracked() {
                Rival::Friend => NewGameOpponent::Somebody { listed: false },
                Rival::Anybody => NewGameOpponent::Somebody { listed: true },
                Rival::Mind => NewGameOpponent::Mind {
                    strategy: mind.get_untracked().as_str().to_owned(),
                    level: level.get_untracked().number(),
                },
            },
        };
        let again = sent.get_value().filter(|sent| {
            let client_id = sent.client_id.clone();
            *sent
                == GameSetup {
                    client_id,
                    ..wanted.clone()
                }
        });
        let game = again.unwrap_or_else(|| GameSetup {
            client_id: draw().client_id.as_str().to_owned(),
            ..wanted
        });
        sent.set_value(Some(game.clone()));
        let call = async {
            let made = server_fns::new_live_game(game).await;
            made.map_err(|error| match error {
                BackendError::TooMany { .. } => BackendError::Invalid {
                    field: "client_id".to_owned(),
                    reason: why_not(&error).trim_end_matches('.').to_owned(),
                },
                other => other,
            })
        };
        form.send(call, |link| go_to(&link.page()));
    };
    view! {
        <section class="panel new-game" aria-labelledby="new-game-title">
            <h2 id="new-game-title">"New game"</h2>
            <FormBox form button="Create the game" on_send=send>
                <Rivals rival />
                <Mind form rival mind level />
                <Time form control />
                <Colors color />
                <Start form start />
                <p class="wrong" role="alert">
                    {move || form.words_for(Some("client_id"))}
                </p>
            </FormBox>
        </section>
    }
    .erase()
}

/// Nothing keeps these choices from being made.
fn ready() -> Memo<bool> {
    Memo::new(|_| true)
}

#[component]
fn Rivals(rival: RwSignal<Rival>) -> impl IntoView {
    let ready = ready();
    let choice = move |choice: Rival, label: &'static str| {
        view! {
            <Segment
                group="rival"
                label
                checked=Signal::derive(move || rival.get() == choice)
                ready
                on_choose=move |()| rival.set(choice)
            >
                {label}
            </Segment>
        }
    };
    let about = move || match rival.get() {
        Rival::Friend => "You get a link. Whoever opens it takes the other seat.",
        Rival::Anybody => {
            "It stands in the list of open games for as long as you wait on its page."
        }
        Rival::Mind => "It begins at once, and everybody with the link can watch.",
    };
    view! {
        <fieldset>
            <legend class="field-name">"Against"</legend>
            <div class="segments">
                {choice(Rival::Friend, "A friend")} {choice(Rival::Anybody, "Anybody")}
                {choice(Rival::Mind, "The computer")}
            </div>
            <p class="empty">{about}</p>
        </fieldset>
    }
    .erase()
}

#[component]
fn Mind(
    form: Form,
    rival: RwSignal<Rival>,
    mind: RwSignal<StrategyId>,
    level: RwSignal<Level>,
) -> impl IntoView {
    let ready = ready();
    let option = move |id: StrategyId| {
        view! {
            <option value=id.as_str() selected=move || mind.get() == id>
                {id.strategy().name}
            </option>
        }
    };
    let (minds, stages) = STRATEGIES.split_at(FULL_STRATEGIES);
    let choose = move |event| {
        if let Ok(id) = event_target_value(&event).parse() {
            mind.set(id);
        }
    };
    let levels = Level::all()
        .map(|choice| {
            view! {
                <Segment
                    group="level"
                    label=format!("Level {}, {}", choice.number(), choice.name())
                    checked=Signal::derive(move || level.get() == choice)
                    ready
                    on_choose=move |()| level.set(choice)
                >
                    {choice.number().to_string()}
                </Segment>
            }
        })
        .collect_view();
    view! {
        <div class="mind" hidden=move || rival.get() != Rival::Mind>
            <label class="field-name" for=form.field_id(STRATEGY)>
                "Opponent"
            </label>
            <select
                id=form.field_id(STRATEGY)
                autocomplete="off"
                prop:value=move || mind.get().as_str()
                on:change=choose
            >
                {minds.iter().map(|id| option(*id)).collect_view()}
                <optgroup label="How a mind is made">
                    {stages.iter().map(|id| option(*id)).collect_view()}
                </optgroup>
            </select>
            <p class="wrong">{move || form.words_for(Some(STRATEGY))}</p>
            <fieldset id=form.field_id(LEVEL) disabled=move || !mind.get().searches()>
                <legend class="field-name">
                    "Level " <strong>{move || level.get().name()}</strong>
                </legend>
                <div class="segments levels figures">{levels}</div>
            </fieldset>
            <p class="wrong">{move || form.words_for(Some(LEVEL))}</p>
        </div>
    }
    .erase()
}

#[component]
fn Colors(color: RwSignal<ColorChoice>) -> impl IntoView {
    let ready = ready();
    let choice = move |choice: ColorChoice, label: &'static str, disc: &'static str| {
        view! {
            <Segment
                group="color"
                label
                checked=Signal::derive(move || color.get() == choice)
                ready
                on_choose=move |()| color.set(choice)
            >
                <span class="choice">
                    <span class=disc></span>
                    {label}
                </span>
            </Segment>
        }
    };
    view! {
        <fieldset>
            <legend class="field-name">"You play"</legend>
            <div class="segments colors">
                {choice(ColorChoice::White, "White", "disc")}
                {choice(ColorChoice::Black, "Black", "disc black")}
                {choice(ColorChoice::Random, "Random", "disc either")}
            </div>
        </fieldset>
    }
    .erase()
}
