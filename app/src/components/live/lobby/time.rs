//! The field for the time control: a usual one, a custom one, or none.

use leptos::prelude::*;
use wire::time_control::TimeControl;

use super::fields::{BASE, INCREMENT};
use crate::components::shared::form::Form;

const NO_CLOCK: &str = "off";
const CUSTOM_CLOCK: &str = "other";

#[component]
pub fn TimeField(form: Form, control: RwSignal<Option<TimeControl>>) -> impl IntoView {
    let usual = move || {
        let control = control.get();
        control.is_none_or(|control| TimeControl::USUAL.contains(&control))
    };
    // Set by the option "Custom", until a usual one is chosen.
    let custom = RwSignal::new(!untrack(usual));
    let value = Memo::new(move |_| match (custom.get(), control.get()) {
        (true, _) => CUSTOM_CLOCK.to_owned(),
        (false, Some(control)) => control.to_string(),
        (false, None) => NO_CLOCK.to_owned(),
    });
    let choose = move |event| {
        let text = event_target_value(&event);
        custom.set(text == CUSTOM_CLOCK);
        match text.as_str() {
            CUSTOM_CLOCK => control.update(|control| {
                control.get_or_insert(TimeControl::USUAL[4]);
            }),
            text => control.set(TimeControl::from_text(text)),
        }
    };
    let option = move |text: String, name: String| {
        let own = text.clone();
        view! {
            <option value=text selected=move || value.get() == own>
                {name}
            </option>
        }
    };
    let usual = TimeControl::USUAL
        .map(|control| option(control.to_string(), control.name()))
        .into_iter()
        .collect_view();
    view! {
        <div class="time">
            <label class="field-name" for=form.field_id(BASE)>
                "Time"
            </label>
            <select
                id=form.field_id(BASE)
                autocomplete="off"
                prop:value=move || value.get()
                on:change=choose
            >
                {option(NO_CLOCK.to_owned(), "no clock".to_owned())}
                {usual}
                {option(CUSTOM_CLOCK.to_owned(), "Custom\u{2026}".to_owned())}
            </select>
            <CustomTime control shown=custom />
            <p class="wrong">{move || form.error_for(Some(BASE)).or_else(|| form.error_for(Some(INCREMENT)))}</p>
        </div>
    }
}

/// The fields of a custom time control.
#[component]
fn CustomTime(control: RwSignal<Option<TimeControl>>, shown: RwSignal<bool>) -> impl IntoView {
    let change = move |change: fn(&mut TimeControl, u32), event| {
        // Text that is no number changes nothing.
        if let Ok(number) = event_target_value(&event).parse() {
            control.update(|control| {
                if let Some(control) = control {
                    change(control, number);
                }
            });
        }
    };
    let minutes = |control: &mut TimeControl, minutes: u32| {
        let seconds = u16::try_from(minutes.saturating_mul(60)).unwrap_or(u16::MAX);
        control.base_s = seconds.clamp(*TimeControl::BASE_S.start(), *TimeControl::BASE_S.end());
    };
    let seconds = |control: &mut TimeControl, seconds: u32| {
        let seconds = u8::try_from(seconds).unwrap_or(u8::MAX);
        control.increment_s = seconds.min(TimeControl::MAX_INCREMENT_S);
    };
    let read = move |of: fn(TimeControl) -> u32| move || control.get().map_or(0, of).to_string();
    let base = read(|control| u32::from(control.base_s) / 60);
    let increment = read(|control| u32::from(control.increment_s));
    view! {
        <div class="shares figures" hidden=move || !shown.get()>
            <label>
                "Minutes"
                <input
                    type="number"
                    min="0"
                    max=(TimeControl::BASE_S.end() / 60).to_string()
                    inputmode="numeric"
                    autocomplete="off"
                    prop:value=base
                    on:change=move |event| change(minutes, event)
                />
            </label>
            <label>
                "Seconds a move"
                <input
                    type="number"
                    min="0"
                    max=TimeControl::MAX_INCREMENT_S.to_string()
                    inputmode="numeric"
                    autocomplete="off"
                    prop:value=increment
                    on:change=move |event| change(seconds, event)
                />
            </label>
        </div>
    }
}
