//! The form for a new game: opponent, time, colour, start position.

use client::settings::{ColorChoice, SITES_STRATEGIES, STRATEGIES};
use engine::player::{StrategyId, Strength};
use engine::rules::Color;
use leptos::prelude::*;
use wire::strength;
use wire::time_control::TimeControl;
use wire::visitor::live_games::{GameSetup, NewGameOpponent};

use super::fields::{BASE, INCREMENT, LEVEL, START, STRATEGY};
use super::start::StartField;
use super::time::TimeField;
use crate::components::account::form_box::FormBox;
use crate::components::controls::setup::choices::{color_segments, strategy_options};
use crate::components::controls::setup::segment::text_segments;
use crate::components::controls::setup::strength::strength_choice;
use crate::components::live::join::join_error;
use crate::components::shared::form::{Form, FormFields};
use crate::platform::new_game::draw;
use crate::preferences::use_prefs;
use crate::routes::go_to;
use crate::server_fns;

/// The opponent to play against.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opponent {
    Friend,
    Anyone,
    Engine,
}

/// Blitz, the most common choice for games between strangers.
const DEFAULT_TIME: TimeControl = TimeControl {
    base_s: 300,
    increment_s: 3,
};

#[component]
pub fn NewGameForm() -> impl IntoView {
    let settings = use_prefs().get_untracked().settings;
    let opponent = RwSignal::new(Opponent::Friend);
    let color = RwSignal::new(ColorChoice::Random);
    let control = RwSignal::new(settings.clock.or(Some(DEFAULT_TIME)));
    let known = settings.engine.strategy;
    let strategy = RwSignal::new(match known.strategy().ready {
        true => known,
        false => StrategyId::Ponder,
    });
    let chosen = RwSignal::new(settings.engine.strength);
    let start = RwSignal::new(String::new());
    // The same request sent again keeps its id, so that it makes one game.
    let last_request = StoredValue::new(None::<GameSetup>);
    let call = move |_: &()| {
        let (level, strength) = strength::write(chosen.get_untracked());
        let wanted = GameSetup {
            client_id: String::new(),
            color: match color.get_untracked() {
                ColorChoice::White => Some(Color::White),
                ColorChoice::Black => Some(Color::Black),
                ColorChoice::Random => None,
            },
            control: control.get_untracked(),
            start_fen: Some(start.get_untracked().trim().to_owned()).filter(|fen| !fen.is_empty()),
            against: match opponent.get_untracked() {
                Opponent::Friend => NewGameOpponent::Somebody { listed: false },
                Opponent::Anyone => NewGameOpponent::Somebody { listed: true },
                Opponent::Engine => NewGameOpponent::Mind {
                    strategy: strategy.get_untracked().as_str().to_owned(),
                    level,
                    strength,
                },
            },
        };
        let repeated = last_request.get_value().filter(|last_request| {
            let client_id = last_request.client_id.clone();
            *last_request
                == GameSetup {
                    client_id,
                    ..wanted.clone()
                }
        });
        let game = repeated.unwrap_or_else(|| GameSetup {
            client_id: draw().client_id.as_str().to_owned(),
            ..wanted
        });
        last_request.set_value(Some(game.clone()));
        async { server_fns::new_live_game(game).await.map_err(join_error) }
    };
    let fields = FormFields {
        id: "new-game",
        names: &["client_id", BASE, INCREMENT, START, STRATEGY, LEVEL],
        denied: None,
    };
    let form = Form::new(fields, call, |link| go_to(&link.page()));
    view! {
        <section class="panel new-game" aria-labelledby="new-game-title">
            <h2 id="new-game-title">"New game"</h2>
            <FormBox form button="Create the game">
                <OpponentField opponent />
                <EngineFields form opponent strategy chosen />
                <TimeField form control />
                <ColorField color />
                <StartField form start />
                <p class="wrong" role="alert">
                    {move || form.error_for(Some("client_id"))}
                </p>
            </FormBox>
        </section>
    }
}

/// These fields are always enabled.
fn ready() -> Memo<bool> {
    Memo::new(|_| true)
}

#[component]
fn OpponentField(opponent: RwSignal<Opponent>) -> impl IntoView {
    let ready = ready();
    let choices = text_segments(
        "rival",
        "segments",
        opponent.into(),
        ready,
        Callback::new(move |choice| opponent.set(choice)),
        [
            (Opponent::Friend, "A friend"),
            (Opponent::Anyone, "Anybody"),
            (Opponent::Engine, "The computer"),
        ],
    );
    let about = move || match opponent.get() {
        Opponent::Friend => "You get a link. Whoever opens it takes the other seat.",
        Opponent::Anyone => {
            "It stands in the list of open games for as long as you wait on its page. While it is played, anybody can watch it."
        }
        Opponent::Engine => "It begins at once, and everybody with the link can watch.",
    };
    view! {
        <fieldset>
            <legend class="field-name">"Against"</legend>
            {choices}
            <p class="empty">{about}</p>
        </fieldset>
    }
}

#[component]
fn EngineFields(
    form: Form,
    opponent: RwSignal<Opponent>,
    strategy: RwSignal<StrategyId>,
    chosen: RwSignal<Strength>,
) -> impl IntoView {
    let ready = ready();
    let options = strategy_options(strategy.into(), &STRATEGIES[..SITES_STRATEGIES]);
    let choose = move |event| {
        if let Ok(id) = event_target_value(&event).parse() {
            strategy.set(id);
        }
    };
    let on_choose = Callback::new(move |choice| chosen.set(choice));
    let is_idle = Signal::derive(move || !strategy.get().searches());
    view! {
        <div class="mind" hidden=move || opponent.get() != Opponent::Engine>
            <label class="field-name" for=form.field_id(STRATEGY)>
                "Opponent"
            </label>
            <select
                id=form.field_id(STRATEGY)
                autocomplete="off"
                prop:value=move || strategy.get().as_str()
                on:change=choose
            >
                {options}
            </select>
            <p class="wrong">{move || form.error_for(Some(STRATEGY))}</p>
            {strength_choice("level", form.field_id(LEVEL), chosen.into(), ready, is_idle, on_choose)}
            <p class="wrong">{move || form.error_for(Some(LEVEL))}</p>
        </div>
    }
}

#[component]
fn ColorField(color: RwSignal<ColorChoice>) -> impl IntoView {
    let choices = color_segments(
        color.into(),
        ready(),
        Callback::new(move |choice| color.set(choice)),
    );
    view! {
        <fieldset>
            <legend class="field-name">"You play"</legend>
            {choices}
        </fieldset>
    }
}
