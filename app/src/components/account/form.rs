//! What a form knows of itself: whether it is being sent, and what is wrong with it.

use leptos::prelude::*;
use leptos::web_sys::SubmitEvent;
use wire::BackendError;

use super::session::{focus, in_words, sentence};
use crate::components::shared::erased_view::Erase;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The field at fault, if it is one of the form's.
    pub field: Option<&'static str>,
    pub words: String,
}

/// A form under this id.
#[derive(Clone, Copy)]
pub struct Form {
    pub id: &'static str,
    /// The names of its fields, as the server calls them.
    fields: &'static [&'static str],
    /// What a wrong password or code is called here, and whose fault it is.
    denied: (&'static str, &'static str),
    pub busy: RwSignal<bool>,
    pub trouble: RwSignal<Option<Trouble>>,
}

impl Form {
    pub fn new(
        id: &'static str,
        fields: &'static [&'static str],
        denied: (&'static str, &'static str),
    ) -> Self {
        Self {
            id,
            fields,
            denied,
            busy: RwSignal::new(false),
            trouble: RwSignal::new(None),
        }
    }

    /// Makes a call, unless one is under way, and goes on with what it answers.
    pub fn send<T: 'static>(
        self,
        call: impl Future<Output = Result<T, BackendError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.trouble.set(None);
        leptos::task::spawn_local(async move {
            let answer = call.await;
            self.busy.try_set(false);
            match answer {
                Ok(answer) => then(answer),
                Err(error) => self.fail(&error),
            }
        });
    }

    /// Says what is wrong, and goes there.
    fn fail(self, error: &BackendError) {
        let trouble = match error {
            BackendError::Invalid { field, reason } => Trouble {
                field: self.fields.iter().copied().find(|known| known == field),
                words: sentence(reason),
            },
            BackendError::Denied => Trouble {
                field: Some(self.denied.0),
                words: self.denied.1.to_owned(),
            },
            other => Trouble {
                field: None,
                words: in_words(other),
            },
        };
        if let Some(field) = trouble.field {
            focus(&self.field_id(field));
        }
        self.trouble.try_set(Some(trouble));
    }

    pub fn field_id(self, field: &str) -> String {
        format!("{}-{field}", self.id)
    }

    /// What is wrong with one field; with `None`, what is wrong with none in particular.
    pub fn words_for(self, field: Option<&'static str>) -> Option<String> {
        let trouble = self.trouble.get()?;
        (trouble.field == field).then_some(trouble.words)
    }
}

/// A form: its fields, what is wrong with all of it, and the button that sends it.
#[component]
pub fn FormBox(
    form: Form,
    /// What the button says.
    button: &'static str,
    /// Of the button.
    #[prop(default = "button primary")]
    class: &'static str,
    /// Whose password it asks for, told to whatever keeps passwords.
    #[prop(optional)]
    user: Option<String>,
    #[prop(into)] on_send: Callback<()>,
    children: Children,
) -> impl IntoView {
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        on_send.run(());
    };
    view! {
        <form id=form.id method="post" novalidate on:submit=submit>
            {user
                .map(|name| {
                    view! { <input type="text" name="username" autocomplete="username" value=name hidden /> }
                })}
            {children()}
            <p class="wrong" role="alert">
                {move || form.words_for(None)}
            </p>
            <button type="submit" class=class aria-busy=move || form.busy.get().to_string()>
                {button}
            </button>
        </form>
    }
    .erase()
}
