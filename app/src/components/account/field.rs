//! A field with its name, a word of advice, and what is wrong with it.

use leptos::prelude::*;

use super::form::Form;
use crate::components::shared::erased_view::Erase;

/// What is written in a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Name,
    /// A password that is to be had from now on.
    NewPassword,
    /// The one that there is.
    Password,
    Code,
    Label,
}

impl Kind {
    fn autocomplete(self) -> &'static str {
        match self {
            Kind::Name => "username",
            Kind::NewPassword => "new-password",
            Kind::Password => "current-password",
            Kind::Code | Kind::Label => "off",
        }
    }

    fn is_hidden(self) -> bool {
        matches!(self, Kind::NewPassword | Kind::Password)
    }
}

/// One line to be filled in.
#[component]
pub fn Field(
    form: Form,
    /// As the server calls it.
    field: &'static str,
    /// As the page calls it.
    name: &'static str,
    kind: Kind,
    value: RwSignal<String>,
    #[prop(optional)] advice: &'static str,
) -> impl IntoView {
    let id = form.field_id(field);
    let (advice_id, wrong_id) = (format!("{id}-advice"), format!("{id}-wrong"));
    let shown = RwSignal::new(false);
    let wrong = Memo::new(move |_| form.words_for(Some(field)));
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
    .erase()
}
