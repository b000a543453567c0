//! The engine room: what only some visitors look for.

use crate::components::whole::IntoWhole;
use leptos::prelude::*;

use crate::components::read::read;
use crate::session::Session;
use crate::settings::{DEPTHS, Settings};

/// The depth in place of a level (S4), and the search's switches (S3).
pub fn engine_room(session: Session) -> AnyView {
    let ready = read(session, |state| state.loaded);
    let depth = read(session, |state| state.settings.depth);
    let choose_depth = move |event| {
        let depth = event_target_value(&event)
            .parse()
            .ok()
            .filter(|depth| *depth > 0);
        session.set(|settings| settings.depth = depth);
    };
    let value = move || depth.get().unwrap_or(0).to_string();
    let depths = (1..).zip(DEPTHS).map(|(plies, name): (u8, _)| {
        view! {
            <option value=plies.to_string() selected=move || depth.get() == Some(plies)>
                {format!("{plies} \u{b7} {name}")}
            </option>
        }
    });
    view! {
            <div class="row">
                <label class="field-name" for="depth">
                    "Depth"
                </label>
                <select
                    id="depth"
                    autocomplete="off"
                    disabled=move || !ready.get()
                    prop:value=value
                    on:change=choose_depth
                >
                    <option value="0" selected=move || depth.get().is_none()>
                        "by level"
                    </option>
                    {depths.collect_view()}
                </select>
            </div>
            <Switch session ready name="Follow captures to their end" of=|s| &mut s.quiescence />
            <Switch session ready name="Skip a move to test a position" of=|s| &mut s.null_move />
    }
    .into_whole()
}

/// Something that is on or off.
#[component]
pub fn Switch(
    session: Session,
    ready: Memo<bool>,
    name: &'static str,
    /// Where it is kept.
    of: fn(&mut Settings) -> &mut bool,
) -> impl IntoView {
    let value = read(session, move |state| *of(&mut state.settings.clone()));
    view! {
        <label>
            <input
                type="checkbox"
                autocomplete="off"
                checked=move || value.get()
                prop:checked=move || value.get()
                disabled=move || !ready.get()
                on:change=move |_| session.set(|settings| *of(settings) ^= true)
            />
            {name}
        </label>
    }
    .into_whole()
}
