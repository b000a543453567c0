//! The request: operation, body or query, answer format.

use client::api_console::AnswerFormat;
use leptos::prelude::*;

use crate::controllers::api_console::{ApiConsole, ConsoleAnswer};

#[component]
pub fn RequestPanel(console: ApiConsole) -> impl IntoView {
    let has_body = Memo::new(move |_| console.operation().is_some_and(|one| one.has_body()));
    let about = move || console.operation().map(|one| one.summary);
    view! {
        <section class="panel" data-panel="request" aria-label="Request">
            <div class="panel-head">
                <h2>"Request"</h2>
                <label class="count">
                    <span class="visually-hidden">"Address"</span>
                    <select
                        on:change=move |event| {
                            console.choose(event_target_value(&event).parse().unwrap_or_default());
                        }
                    >
                        {move || {
                            let names = console.operations.with(|all| {
                                all.iter().map(|one| one.name()).collect::<Vec<_>>()
                            });
                            names
                                .into_iter()
                                .enumerate()
                                .map(|(index, name)| view! { <option value=index.to_string()>{name}</option> })
                                .collect_view()
                        }}
                    </select>
                </label>
            </div>
            <div class="panel-body">
                <p class="empty">{about}</p>
                <Examples console />
                <label class="field">
                    <span>{move || if has_body.get() { "Body, JSON" } else { "Behind the ?" }}</span>
                    <textarea
                        class="code"
                        rows=move || if has_body.get() { "16" } else { "3" }
                        spellcheck="false"
                        autocapitalize="off"
                        prop:value=move || console.text.get()
                        on:input=move |event| console.text.set(event_target_value(&event))
                    ></textarea>
                </label>
                <Parameters console />
                <SendRow console />
            </div>
        </section>
    }
}

/// The answer's format, and the buttons that send and stop the request.
#[component]
fn SendRow(console: ApiConsole) -> impl IntoView {
    let streams = Memo::new(move |_| console.operation().is_some_and(|one| one.streams));
    let waits = Memo::new(move |_| {
        console
            .answer
            .with(|answer| matches!(answer, ConsoleAnswer::Waiting(_)))
    });
    view! {
        <div class="row">
            <label class="count" hidden=move || !streams.get()>
                <span class="empty">"Answer"</span>
                <select
                    prop:value=move || console.form.get().accept()
                    on:change=move |event| {
                        let wanted = event_target_value(&event);
                        let form = AnswerFormat::ALL.into_iter().find(|form| form.accept() == wanted);
                        console.form.set(form.unwrap_or_default());
                    }
                >
                    {AnswerFormat::ALL
                        .map(|form| view! { <option value=form.accept()>{form.name()}</option> })
                        .into_iter()
                        .collect_view()}
                </select>
            </label>
            <span class="spacer"></span>
            <button
                type="button"
                class="button"
                hidden=move || !waits.get()
                on:click=move |_| console.stop()
            >
                "Stop"
            </button>
            <button
                type="button"
                class="button primary"
                disabled=move || waits.get() || console.operation().is_none()
                on:click=move |_| console.send()
            >
                "Send"
            </button>
        </div>
    }
}

/// The operation's examples, where there are several.
#[component]
fn Examples(console: ApiConsole) -> impl IntoView {
    let examples = Memo::new(move |_| {
        console
            .operation()
            .map(|one| one.examples)
            .unwrap_or_default()
    });
    let example = move |(name, text): (String, String)| {
        view! {
            <button type="button" class="button quiet" on:click=move |_| console.text.set(text.clone())>
                {name}
            </button>
        }
    };
    let several = move || {
        let examples = examples.get();
        (examples.len() > 1).then(|| examples.into_iter().map(example).collect_view())
    };
    view! { <div class="examples">{several}</div> }
}

/// The parameters of the query.
#[component]
fn Parameters(console: ApiConsole) -> impl IntoView {
    let parameters = Memo::new(move |_| console.operation().map(|one| one.parameters));
    move || {
        let parameters = parameters.get().filter(|all| !all.is_empty())?;
        let rows = parameters
            .into_iter()
            .map(|one| {
                view! {
                    <dt>
                        <code>{one.name}</code>
                    </dt>
                    <dd>{one.description}</dd>
                }
            })
            .collect_view();
        Some(view! {
            <details>
                <summary>"Parameters"</summary>
                <dl class="parameters">{rows}</dl>
            </details>
        })
    }
}
