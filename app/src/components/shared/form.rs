//! The state of a form: whether it is being sent, and its error.

use leptos::prelude::*;
use wire::BackendError;

use super::error_text::{error_text, sentence};
use super::focus::focus;

/// An error of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormError {
    /// The field with the error, if it is one of the form's.
    pub field: Option<&'static str>,
    pub text: String,
}

/// A form.
#[derive(Clone, Copy)]
pub struct Form {
    pub id: &'static str,
    /// The names of its fields in the server's errors.
    fields: &'static [&'static str],
    /// The field and text of [`BackendError::Denied`].
    denied: (&'static str, &'static str),
    pub busy: RwSignal<bool>,
    pub error: RwSignal<Option<FormError>>,
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
            error: RwSignal::new(None),
        }
    }

    /// Sends a call, unless one is in progress, and passes its answer to `then`.
    pub fn send<T: 'static>(
        self,
        call: impl Future<Output = Result<T, BackendError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.error.set(None);
        leptos::task::spawn_local(async move {
            let answer = call.await;
            self.busy.try_set(false);
            match answer {
                Ok(answer) => then(answer),
                Err(error) => self.fail(&error),
            }
        });
    }

    /// Shows the error and focuses its field.
    fn fail(self, error: &BackendError) {
        let error = match error {
            BackendError::Invalid { field, reason } => FormError {
                field: self.fields.iter().copied().find(|known| known == field),
                text: sentence(reason),
            },
            BackendError::Denied => FormError {
                field: Some(self.denied.0),
                text: self.denied.1.to_owned(),
            },
            other => FormError {
                field: None,
                text: error_text(other),
            },
        };
        if let Some(field) = error.field {
            focus(&self.field_id(field));
        }
        self.error.try_set(Some(error));
    }

    pub fn field_id(self, field: &str) -> String {
        format!("{}-{field}", self.id)
    }

    /// The error of a field; with `None`, the error of no particular field.
    pub fn error_for(self, field: Option<&'static str>) -> Option<String> {
        let error = self.error.get()?;
        (error.field == field).then_some(error.text)
    }
}
