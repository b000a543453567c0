//! The page's handle on what it tries of the HTTP API.

use client::api_console::{AnswerFormat, ApiCall, Operation};
use js_sys::JSON;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsValue;
use leptos::web_sys::AbortController;

use crate::platform::api_fetch::{ResponseHead, send};
use crate::platform::sharing::absolute_address;

/// How far the request is.
#[derive(Clone)]
pub enum ConsoleAnswer {
    None,
    Waiting(PartialAnswer),
    Done(PartialAnswer),
    Stopped(PartialAnswer),
    Failed(String),
}

/// As much of an answer as is there.
#[derive(Clone, Default)]
pub struct PartialAnswer {
    pub head: Option<ResponseHead>,
    pub text: String,
}

/// The request on the page, and its answer.
#[derive(Clone, Copy)]
pub struct ApiConsole {
    pub operations: RwSignal<Vec<Operation>>,
    /// Which of them is tried.
    pub chosen: RwSignal<usize>,
    /// Its body, or what stands behind the `?`.
    pub text: RwSignal<String>,
    pub form: RwSignal<AnswerFormat>,
    pub answer: RwSignal<ConsoleAnswer>,
    /// Ends the request under way.
    abort: StoredValue<Option<AbortController>, LocalStorage>,
}

impl ApiConsole {
    /// Nothing to be tried yet.
    pub fn new() -> Self {
        Self {
            operations: RwSignal::new(Vec::new()),
            chosen: RwSignal::new(0),
            text: RwSignal::new(String::new()),
            form: RwSignal::new(AnswerFormat::Json),
            answer: RwSignal::new(ConsoleAnswer::None),
            abort: StoredValue::new_local(None),
        }
    }

    /// The one that is tried.
    pub fn operation(self) -> Option<Operation> {
        let chosen = self.chosen.get();
        self.operations.with(|all| all.get(chosen).cloned())
    }

    /// Begins another request, with its first example.
    pub fn choose(self, index: usize) {
        let example = self.operations.with_untracked(|all| {
            let (_, example) = all.get(index)?.examples.first()?;
            Some(example.clone())
        });
        self.stop();
        self.chosen.set(index);
        self.text.set(example.unwrap_or_default());
        self.form.set(AnswerFormat::Json);
        self.answer.set(ConsoleAnswer::None);
    }

    /// The request as it stands.
    pub fn call(self) -> ApiCall {
        let Some(operation) = self.operation() else {
            return ApiCall::default();
        };
        let text = self.text.get();
        let address = absolute_address(&operation.path);
        match operation.has_body() {
            true => ApiCall {
                url: address,
                body: Some(text),
                form: self.form.get(),
            },
            false => ApiCall {
                url: match text.trim() {
                    "" => address,
                    query => format!("{address}?{query}"),
                },
                body: None,
                form: self.form.get(),
            },
        }
    }

    /// Sends the request as it stands.
    pub fn send(self) {
        let Ok(abort) = AbortController::new() else {
            return;
        };
        let signal = abort.signal();
        self.abort.set_value(Some(abort));
        self.answer
            .set(ConsoleAnswer::Waiting(PartialAnswer::default()));
        let call = untrack(|| self.call());
        leptos::task::spawn_local(async move {
            let hear = |head: &ResponseHead, text: &str| {
                let (head, text) = (Some(head.clone()), text.to_owned());
                self.answer
                    .try_set(ConsoleAnswer::Waiting(PartialAnswer { head, text }));
            };
            let ended = send(&call, &signal, hear).await;
            self.answer.try_update(|answer| {
                *answer = match (ended, std::mem::replace(answer, ConsoleAnswer::None)) {
                    (Ok(()), ConsoleAnswer::Waiting(mut part)) => {
                        if call.form == AnswerFormat::Json {
                            part.text = pretty(&part.text).unwrap_or(part.text);
                        }
                        ConsoleAnswer::Done(part)
                    }
                    (Err(why), ConsoleAnswer::Waiting(_)) => ConsoleAnswer::Failed(why),
                    // It was stopped.
                    (_, other) => other,
                };
            });
        });
    }

    /// Leaves the request under way; the server stops its search.
    pub fn stop(self) {
        let abort = self.abort.try_update_value(Option::take).flatten();
        if let Some(abort) = abort {
            abort.abort();
            self.answer.update(|answer| {
                if let ConsoleAnswer::Waiting(part) = answer {
                    *answer = ConsoleAnswer::Stopped(std::mem::take(part));
                }
            });
        }
    }
}

/// JSON with a line for each field.
fn pretty(text: &str) -> Option<String> {
    let value = JSON::parse(text).ok()?;
    let text = JSON::stringify_with_replacer_and_space(&value, &JsValue::NULL, &2.into()).ok()?;
    text.as_string()
}
