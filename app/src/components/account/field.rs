//! A form field with its label, advice and error.

use leptos::prelude::*;

use crate::components::shared::form::Form;

/// The kind of a field's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Name,
    /// A password to be set.
    NewPassword,
    /// The current password.
    Password,
    Code,
    Label,
}

impl FieldKind {
    fn autocomplete(self) -> &'static str {
        match self {
            FieldKind::Name => "username",
            FieldKind::NewPassword => "new-password",
            FieldKind::Password => "current-password",
            FieldKind::Code | FieldKind::Label => "off",
        }
    }

    fn is_hidden(self) -> bool {
        matches!(self, FieldKind::NewPassword | FieldKind::Password)
    }
}

/// A single-line field.
#[component]
pub fn Field(
    form: Form,
    /// Its name in the server's errors.
    field: &'static str,
    /// Its label.
    name: &'static str,
    kind: FieldKind,
    value: RwSignal<String>,
    #[prop(optional)] advice: &'static str,
) -> impl IntoView {
    let id = form.field_id(field);
    let (advice_id, wrong_id) = (format!("{id}-advice"), format!("{id}-wrong"));
    let shown = RwSignal::new(false);
    let wrong = Memo::new(move |_| form.error_for(Some(field)));
    let described_by = match advice {
        "" => wrong_id.clone(),
        _ => format!("{wrong_id} {advice_id}"),
    };
    let toggle = kind.is_hidden().then(|| {
        view! {
            <button
                type="button"
                class="show"
                aria-pressed=move || shown.get().to_string()
                aria-label=format!("Show: {name}")
                on:click=move |_| shown.update(|shown| *shown = !*shown)
            >
                {move || if shown.get() { "Hide" } else { "Show" }}
            </button>
        }
    });
    view! {
        <div class="field">
            <label for=id.clone()>{name}</label>
            <div class="line">
                <input
                    id=id
                    name=field
                    type=move || if kind.is_hidden() && !shown.get() { "password" } else { "text" }
                    autocomplete=kind.autocomplete()
                    autocapitalize="off"
                    spellcheck="false"
                    aria-describedby=described_by
                    aria-invalid=move || wrong.get().is_some().to_string()
                    prop:value=move || value.get()
                    on:input=move |event| value.set(event_target_value(&event))
                />
                {toggle}
            </div>
            <p class="wrong" id=wrong_id>
                {move || wrong.get()}
            </p>
            {(!advice.is_empty())
                .then(|| {
                    view! {
                        <p class="empty" id=advice_id>
                            {advice}
                        </p>
                    }
                })}
        </div>
    }
}
