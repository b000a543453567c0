//! The time control, and the pace of a game between two engines.

use client::settings::{Opponent, Pace};
use leptos::prelude::*;
use wire::time_control::TimeControl;

use super::segment::text_segments;
use crate::controllers::play::PlayController;

/// The usual times, and any other.
#[component]
pub fn TimeChoice(play: PlayController, ready: Memo<bool>) -> impl IntoView {
    let chosen = play.read(|state| state.settings.clock);
    let waits = play.read(|state| {
        let control = state.clock.as_ref().map(|clock| clock.control);
        state.has_begun() && control != state.settings.clock
    });
    // Set by the option "Custom", until another time is chosen.
    let custom = RwSignal::new(false);
    let is_custom = Memo::new(move |_| {
        let usual = chosen
            .get()
            .is_none_or(|clock| TimeControl::USUAL.contains(&clock));
        custom.get() || !usual
    });
    let choose = move |event| {
        let text = event_target_value(&event);
        custom.set(text == CUSTOM_CLOCK);
        if text == CUSTOM_CLOCK {
            play.set(|settings| settings.clock = settings.clock.or(Some(TimeControl::USUAL[4])));
        } else {
            play.set(|settings| settings.clock = TimeControl::from_text(&text));
        }
    };
    let value = move || match (is_custom.get(), chosen.get()) {
        (true, _) => CUSTOM_CLOCK.to_owned(),
        (false, Some(clock)) => clock.to_string(),
        (false, None) => NO_CLOCK.to_owned(),
    };
    let option = move |clock: TimeControl| {
        view! {
            <option value=clock.to_string() selected=move || value() == clock.to_string()>
                {clock.name()}
            </option>
        }
    };
    view! {
        <div class="time">
            <div class="row">
                <label class="field-name" for="time">
                    "Time"
                    <span class="later" role="status">
                        {move || if waits.get() { "from the next game" } else { "" }}
                    </span>
                </label>
                <select
                    id="time"
                    autocomplete="off"
                    disabled=move || !ready.get()
                    prop:value=value
                    on:change=choose
                >
                    <option value=NO_CLOCK selected=move || value() == NO_CLOCK>
                        "no clock"
                    </option>
                    {TimeControl::USUAL.map(option).into_iter().collect_view()}
                    <option value=CUSTOM_CLOCK selected=move || value() == CUSTOM_CLOCK>
                        "Custom\u{2026}"
                    </option>
                </select>
            </div>
            <CustomTime play shown=is_custom />
        </div>
    }
}

/// The fields of a custom time control.
#[component]
fn CustomTime(play: PlayController, shown: Memo<bool>) -> impl IntoView {
    view! {
        <div class="shares figures" hidden=move || !shown.get()>
            <NumberField
                play
                name="Minutes"
                of=|clock| u32::from(clock.base_s) / 60
                max=u32::from(*TimeControl::BASE_S.end()) / 60
                change=|clock, minutes| {
                    clock.base_s = u16::try_from(minutes * 60).unwrap_or(u16::MAX)
                        .clamp(*TimeControl::BASE_S.start(), *TimeControl::BASE_S.end());
                }
            />
            <NumberField
                play
                name="Seconds a move"
                of=|clock| u32::from(clock.increment_s)
                max=u32::from(TimeControl::MAX_INCREMENT_S)
                change=|clock, seconds| {
                    clock.increment_s = u8::try_from(seconds).unwrap_or(u8::MAX)
                        .min(TimeControl::MAX_INCREMENT_S);
                }
            />
        </div>
    }
}

const NO_CLOCK: &str = "off";
const CUSTOM_CLOCK: &str = "custom";

#[component]
fn NumberField(
    play: PlayController,
    name: &'static str,
    of: fn(TimeControl) -> u32,
    max: u32,
    change: fn(&mut TimeControl, u32),
) -> impl IntoView {
    let value = play.read(move |state| state.settings.clock.map_or(0, of));
    view! {
        <label>
            {name}
            <input
                type="number"
                min="0"
                max=max.to_string()
                inputmode="numeric"
                autocomplete="off"
                value=move || value.get().to_string()
                prop:value=move || value.get().to_string()
                on:change=move |event| {
                    // Text that is no number changes nothing.
                    if let Ok(number) = event_target_value(&event).parse() {
                        play.set(|settings| {
                            if let Some(clock) = &mut settings.clock {
                                change(clock, number);
                            }
                        });
                    }
                }
            />
        </label>
    }
}

/// The pace of a game between two engines.
#[component]
pub fn PaceChoice(play: PlayController, ready: Memo<bool>) -> impl IntoView {
    let chosen = play.read(|state| state.settings.pace);
    let watched = play.read(|state| state.settings.opponent == Opponent::Engines);
    let choices = text_segments(
        "pace",
        "segments",
        chosen.into(),
        ready,
        Callback::new(move |pace| play.set(|settings| settings.pace = pace)),
        [
            (Pace::Slow, "Slow"),
            (Pace::Steady, "Steady"),
            (Pace::Fast, "Fast"),
        ],
    );
    view! {
        <fieldset hidden=move || !watched.get()>
            <legend class="field-name">"Pace"</legend>
            {choices}
        </fieldset>
    }
}
