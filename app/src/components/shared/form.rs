//! A form as an action: its call to the server, whether it is under way, and its error.

use leptos::prelude::*;
use wire::{BackendError, BackendFuture};

use super::error_text::{error_text, sentence};
use super::focus::focus;

/// An error of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormError {
    /// The field with the error, if it is one of the form's.
    pub field: Option<&'static str>,
    pub text: String,
}

/// The fields of a form.
#[derive(Clone, Copy, Default)]
pub struct FormFields {
    /// The form's id.
    pub id: &'static str,
    /// Their names in the server's errors.
    pub names: &'static [&'static str],
    /// The field and text of [`BackendError::Denied`].
    pub denied: Option<(&'static str, &'static str)>,
}

/// A call that also handles the server's answer.
type FormCall<I> = Box<dyn Fn(&I) -> BackendFuture<'static, ()> + Send + Sync>;

/// A form that sends an input.
pub struct Form<I: 'static = ()> {
    pub id: &'static str,
    /// Whether the call is under way.
    pub busy: Memo<bool>,
    action: Action<I, Result<(), FormError>>,
}

impl<I> Clone for Form<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Form<I> {}

impl<I: Send + Sync + 'static> Form<I> {
    /// A form that sends by `call` and passes the answer to `then`.
    pub fn new<T, F>(
        fields: FormFields,
        call: impl Fn(&I) -> F + Send + Sync + 'static,
        then: impl Fn(T) + Clone + Send + Sync + 'static,
    ) -> Self
    where
        T: Send + 'static,
        F: Future<Output = Result<T, BackendError>> + Send + 'static,
    {
        Self::with_call(
            fields,
            Box::new(move |input| {
                let (answer, then) = (call(input), then.clone());
                Box::pin(async move { answer.await.map(then) })
            }),
        )
    }

    /// Compiled once per input, not once per form: an action is large.
    fn with_call(fields: FormFields, call: FormCall<I>) -> Self {
        let action = Action::new(move |input: &I| {
            let answer = call(input);
            async move { answer.await.map_err(|error| fields.form_error(&error)) }
        });
        let form = Self {
            id: fields.id,
            busy: action.pending(),
            action,
        };
        // The field at fault receives the focus.
        Effect::new(move |_| {
            let answer = form.action.value().get();
            if let Some(field) = answer.and_then(Result::err).and_then(|error| error.field) {
                focus(&form.field_id(field));
            }
        });
        form
    }

    /// Sends the form, unless it is under way.
    pub fn send(self, input: I) {
        if !self.busy.get_untracked() {
            self.action.clear();
            self.action.dispatch(input);
        }
    }

    pub fn field_id(self, field: &str) -> String {
        format!("{}-{field}", self.id)
    }

    /// The error of a field; with `None`, the error of no particular field.
    pub fn error_for(self, field: Option<&'static str>) -> Option<String> {
        let error = self.action.value().get()?.err()?;
        (error.field == field).then_some(error.text)
    }
}

impl FormFields {
    /// The error as the form shows it.
    fn form_error(self, error: &BackendError) -> FormError {
        match (error, self.denied) {
            (BackendError::Invalid { field, reason }, _) => FormError {
                field: self.names.iter().copied().find(|known| known == field),
                text: sentence(reason),
            },
            (BackendError::Denied, Some((field, text))) => FormError {
                field: Some(field),
                text: text.to_owned(),
            },
            (other, _) => FormError {
                field: None,
                text: error_text(other),
            },
        }
    }
}
