//! The strength of an engine player: a level by one press, or tenths of it.

use engine::player::{Level, Strength};
use leptos::prelude::*;
use leptos::web_sys::HtmlInputElement;

use super::segment::segments;

/// The ten levels side by side, and a field for what lies between them. `group` is a name of its own on the
/// page, and `id` the field's.
pub fn strength_choice(
    group: &'static str,
    id: String,
    chosen: Signal<Strength>,
    ready: Memo<bool>,
    is_idle: Signal<bool>,
    on_choose: Callback<Strength>,
) -> AnyView {
    let choices = Level::all().map(|level| {
        let number = level.number();
        let label = format!("Level {number}, {}", level.name());
        (level.into(), label, number.to_string().into_any())
    });
    let levels = segments(
        group,
        "segments levels figures",
        chosen,
        ready,
        on_choose,
        choices,
    );
    let enter = move |event| {
        let field = event_target::<HtmlInputElement>(&event);
        match field.value().parse() {
            Ok(strength) => on_choose.run(strength),
            Err(_) => field.set_value(&chosen.get_untracked().to_string()),
        }
    };
    view! {
        <fieldset class="strength" disabled=move || is_idle.get()>
            <legend class="field-name">
                "Level " <strong>{move || name(chosen.get())}</strong>
            </legend>
            <input
                class="figures"
                type="number"
                id=id
                min="1"
                max="10"
                step="0.1"
                aria-label="Level in tenths"
                autocomplete="off"
                disabled=move || !ready.get()
                prop:value=move || chosen.get().to_string()
                on:change=enter
            />
            {levels}
        </fieldset>
    }
    .into_any()
}

/// A level's name; what lies between two has none.
fn name(strength: Strength) -> &'static str {
    match strength.between() {
        None => strength.level().name(),
        Some(_) => "",
    }
}

/// How it plays.
pub fn about(strength: Strength) -> String {
    match strength.upper() {
        None => strength.level().about().to_owned(),
        Some(upper) => {
            let (lower, tenths) = (strength.lower().number(), strength.tenths() % 10);
            let upper = upper.number();
            format!("{tenths} moves of 10 are of level {upper}, the others of level {lower}.")
        }
    }
}
