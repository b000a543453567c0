//! The field for a start position, as FEN.

use engine::rules::Position;
use leptos::prelude::*;

use super::fields::START;
use crate::components::shared::form::Form;

#[component]
pub fn StartField(form: Form, start: RwSignal<String>) -> impl IntoView {
    // Checked on input.
    let wrong = Memo::new(move |_| {
        let text = start.get();
        let read = match text.trim() {
            "" => return None,
            text => Position::from_fen(text),
        };
        match read {
            Err(error) => Some(format!("{error}.")),
            Ok(position) if !position.has_legal_move() => {
                Some("Nobody can move there: the game would be over.".to_owned())
            }
            Ok(_) => None,
        }
    });
    let id = form.field_id(START);
    let wrong_id = format!("{id}-wrong");
    let error = move || wrong.get().or_else(|| form.error_for(Some(START)));
    view! {
        <details class="start">
            <summary>"From a position"</summary>
            <label class="field-name" for=id.clone()>
                "FEN, empty for the usual start"
            </label>
            <input
                id=id
                type="text"
                maxlength="120"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder="8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"
                aria-describedby=wrong_id.clone()
                aria-invalid=move || error().is_some().to_string()
                prop:value=move || start.get()
                on:input=move |event| start.set(event_target_value(&event))
            />
            <p class="wrong" id=wrong_id role="alert">
                {error}
            </p>
        </details>
    }
}
