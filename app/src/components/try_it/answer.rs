//! What came back.

use client::api_console::Form;
use js_sys::JSON;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsValue;
use leptos::web_sys::AbortController;

use super::Desk;
use super::fetch::{self, Head};
use crate::components::whole::IntoWhole;

/// How far the request is.
#[derive(Clone)]
pub enum Answer {
    None,
    Waiting(Part),
    Done(Part),
    Stopped(Part),
    Failed(String),
}

/// As much of an answer as is there.
#[derive(Clone, Default)]
pub struct Part {
    head: Option<Head>,
    text: String,
}

/// Sends the request as it stands.
pub fn send(desk: Desk) {
    let Ok(abort) = AbortController::new() else {
        return;
    };
    let signal = abort.signal();
    desk.abort.set_value(Some(abort));
    desk.answer.set(Answer::Waiting(Part::default()));
    let call = untrack(|| desk.call());
    leptos::task::spawn_local(async move {
        let hear = |head: &Head, text: &str| {
            let (head, text) = (Some(head.clone()), text.to_owned());
            desk.answer.try_set(Answer::Waiting(Part { head, text }));
        };
        let ended = fetch::send(&call, &signal, hear).await;
        desk.answer.try_update(|answer| {
            *answer = match (ended, std::mem::replace(answer, Answer::None)) {
                (Ok(()), Answer::Waiting(mut part)) => {
                    if call.form == Form::Json {
                        part.text = pretty(&part.text).unwrap_or(part.text);
                    }
                    Answer::Done(part)
                }
                (Err(why), Answer::Waiting(_)) => Answer::Failed(why),
                // It was stopped.
                (_, other) => other,
            };
        });
    });
}

/// Leaves the request under way; the server stops its search.
pub fn stop(desk: Desk) {
    let abort = desk.abort.try_update_value(Option::take).flatten();
    if let Some(abort) = abort {
        abort.abort();
        desk.answer.update(|answer| {
            if let Answer::Waiting(part) = answer {
                *answer = Answer::Stopped(std::mem::take(part));
            }
        });
    }
}

/// JSON with a line for each field.
fn pretty(text: &str) -> Option<String> {
    let value = JSON::parse(text).ok()?;
    let text = JSON::stringify_with_replacer_and_space(&value, &JsValue::NULL, &2.into()).ok()?;
    text.as_string()
}

#[component]
pub fn AnswerPanel(desk: Desk) -> impl IntoView {
    let part = move || {
        desk.answer.with(|answer| match answer {
            Answer::Waiting(part) | Answer::Done(part) | Answer::Stopped(part) => {
                Some(part.clone())
            }
            Answer::None | Answer::Failed(_) => None,
        })
    };
    let status = move || {
        desk.answer.with(|answer| match answer {
            Answer::None => "Nothing was sent yet.".to_owned(),
            Answer::Failed(why) => format!("No answer: {why}"),
            Answer::Stopped(_) => "Stopped.".to_owned(),
            Answer::Waiting(part) | Answer::Done(part) => match &part.head {
                Some(head) => format!("Status {}", head.status),
                None => "Waiting\u{2026}".to_owned(),
            },
        })
    };
    let told = move || {
        let told = part().and_then(|part| part.head).map(|head| head.told);
        let line = |(name, value): (&str, String)| format!("{name}: {value}");
        let lines: Vec<String> = told.into_iter().flatten().map(line).collect();
        lines.join("\n")
    };
    view! {
        <section class="panel" data-panel="answer" aria-label="Answer">
            <div class="panel-head">
                <h2>"Answer"</h2>
                <span class="empty figures" role="status">
                    {status}
                </span>
            </div>
            <div class="panel-body">
                <pre class="code told">{told}</pre>
                <pre class="code answer" tabindex="0" role="region" aria-label="Body">
                    {move || part().map(|part| part.text)}
                </pre>
            </div>
        </section>
    }
    .into_whole()
}
