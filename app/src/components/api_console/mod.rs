//! The API console: a request to edit and send, its answer, and the same request as code.

mod answer;
mod request;

use client::api_console::{SnippetLanguage, parse_operations};
use leptos::prelude::*;

use self::answer::AnswerPanel;
use self::request::RequestPanel;
use super::panels::drawers::CopyBox;
use crate::controllers::api_console::ApiConsole;
use crate::platform::api_fetch::description;

/// The content of the API page.
pub fn api_console() -> AnyView {
    let console = ApiConsole::new();
    let operations = LocalResource::new(|| async {
        description()
            .await
            .map(|document| parse_operations(&document))
    });
    Effect::new(move |_| {
        if let Some(Ok(operations)) = operations.get() {
            console.operations.set(operations);
            console.choose(0);
        }
    });
    let error = move || operations.get().and_then(Result::err);
    view! {
        {move || {
            error()
                .map(|why| {
                    view! {
                        <p class="trouble broken" role="alert" title=why>
                            "The list of requests could not be loaded. "
                            <button type="button" class="button quiet" on:click=move |_| operations.refetch()>
                                "Try again"
                            </button>
                        </p>
                    }
                })
        }}
        <div class="try-it">
            <RequestPanel console />
            <div class="try-it-side">
                <AnswerPanel console />
                <CodePanel console />
            </div>
        </div>
    }
    .into_any()
}

/// The request as code.
#[component]
fn CodePanel(console: ApiConsole) -> impl IntoView {
    let language = RwSignal::new(SnippetLanguage::Curl);
    let text = Memo::new(move |_| language.get().snippet(&console.call()));
    let choice = move |one: SnippetLanguage| {
        view! {
            <label>
                <input
                    type="radio"
                    name="language"
                    checked=one == SnippetLanguage::Curl
                    on:change=move |_| language.set(one)
                />
                {one.name()}
            </label>
        }
    };
    view! {
        <section class="panel" data-panel="code" aria-label="The same as a program">
            <div class="panel-head">
                <h2>"As a program"</h2>
            </div>
            <div class="panel-body">
                <fieldset class="segments">
                    <legend class="visually-hidden">"Language"</legend>
                    {SnippetLanguage::ALL.map(choice).into_iter().collect_view()}
                </fieldset>
                <CopyBox name="code" rows="11" text />
            </div>
        </section>
    }
}
