//! The dialog that starts a game from the position on the board.

use client::play::Players;
use client::play::saved_game::SavedGame;
use client::settings::{ColorChoice, Opponent, STRATEGIES};
use engine::player::StrategyId;
use engine::rules::Color;
use leptos::prelude::*;
use wire::time_control::TimeControl;

use crate::components::controls::setup::segment::text_segments;
use crate::components::controls::setup::strength::strength_choice;
use crate::components::dialogs::modal::Modal;
use crate::controllers::analysis::AnalysisController;
use crate::platform::timers::request_animation_frame;
use crate::platform::{game_storage, new_game};
use crate::preferences::use_prefs;
use crate::routes::{PLAY, go_to};

#[component]
pub fn PlayFrom(analysis: AnalysisController, open: RwSignal<bool>) -> impl IntoView {
    let prefs = use_prefs();
    let color = RwSignal::new(Color::White);
    let refused = RwSignal::new("");
    // The side to move is the usual choice.
    Effect::new(move |_| {
        if open.get() {
            color.set(analysis.with_untracked(|state| state.position().side_to_move()));
        }
    });
    let sides = text_segments(
        "play-color",
        "segments",
        color.into(),
        Memo::new(|_| true),
        Callback::new(move |choice| color.set(choice)),
        [(Color::White, "White"), (Color::Black, "Black")],
    );
    let play = move |_| {
        let color = color.get_untracked();
        prefs.update(|prefs| {
            prefs.settings.opponent = Opponent::Engine;
            prefs.settings.color = match color {
                Color::White => ColorChoice::White,
                Color::Black => ColorChoice::Black,
            };
        });
        begin(
            analysis,
            color,
            prefs.get_untracked().settings.clock,
            refused,
        );
    };
    view! {
        <Modal open labelled_by="play-title" class="dialog play-from">
            <h2 id="play-title">"Play from here"</h2>
            <p class="empty">"This replaces your current game."</p>
            <EngineFields />
            <fieldset>
                <legend class="field-name">"You play"</legend>
                {sides}
            </fieldset>
            <p class="said" role="alert">
                {move || refused.get()}
            </p>
            <div class="choices">
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    "Not now"
                </button>
                <button type="button" class="button primary" on:click=play>
                    "Play"
                </button>
            </div>
        </Modal>
    }
}

/// Strategy and strength of the opponent, kept in the preferences.
#[component]
fn EngineFields() -> impl IntoView {
    let prefs = use_prefs();
    let strategy = Memo::new(move |_| prefs.get().settings.engine.strategy);
    let strength = Memo::new(move |_| prefs.get().settings.engine.strength);
    let ready = Memo::new(|_| true);
    let choose = move |event| {
        if let Ok(id) = event_target_value(&event).parse::<StrategyId>() {
            prefs.update(|prefs| prefs.settings.engine.strategy = id);
        }
    };
    let option = move |id: &StrategyId| {
        let id = *id;
        view! {
            <option value=id.as_str() selected=move || strategy.get() == id>
                {id.strategy().name}
            </option>
        }
    };
    let on_choose = Callback::new(move |strength| {
        prefs.update(|prefs| prefs.settings.engine.strength = strength);
    });
    let is_idle = Signal::derive(move || !strategy.get().searches());
    view! {
        <label class="row">
            <span class="field-name">"Opponent"</span>
            <select autocomplete="off" prop:value=move || strategy.get().as_str() on:change=choose>
                {STRATEGIES.iter().map(option).collect_view()}
            </select>
        </label>
        {strength_choice("play-level", "play-level-field".to_owned(), strength.into(), ready, is_idle, on_choose)}
    }
}

/// Stores the game for the playing page, and goes there once the preferences are written.
fn begin(
    analysis: AnalysisController,
    human: Color,
    clock: Option<TimeControl>,
    refused: RwSignal<&'static str>,
) {
    let before = game_storage::saved_game();
    let game = analysis.with_untracked(|state| state.tree.game_at(state.current));
    let draw = new_game::draw();
    let seats = Players::Engine { human };
    let fresh = SavedGame::continue_from(
        draw.client_id,
        draw.date,
        &game,
        seats,
        clock,
        before.as_ref(),
    );
    if game_storage::save(&fresh).is_err() {
        // Storage is the only way to bring the game to the playing page.
        return refused.set("Your browser keeps nothing, so the game can\u{2019}t be taken there.");
    }
    // The cookie is written by an effect.
    request_animation_frame(|| go_to(PLAY));
}
