//! Tries the HTTP API from the page: a request to be changed and sent, what comes back, and the same
//! as a program of somebody else's.

mod answer;
mod fetch;
mod request;

use client::api_console::{Call, Form, Language, Operation, read};
use leptos::prelude::*;
use leptos::web_sys::AbortController;

use self::answer::{Answer, AnswerPanel, stop};
use self::request::RequestPanel;
use crate::components::drawers::CopyBox;
use crate::components::whole::IntoWhole;

/// What is on the page.
#[derive(Clone, Copy)]
struct Desk {
    operations: RwSignal<Vec<Operation>>,
    /// Which of them is tried.
    chosen: RwSignal<usize>,
    /// Its body, or what stands behind the `?`.
    text: RwSignal<String>,
    form: RwSignal<Form>,
    answer: RwSignal<Answer>,
    /// Ends the request under way.
    abort: StoredValue<Option<AbortController>, LocalStorage>,
}

impl Desk {
    fn operation(self) -> Option<Operation> {
        let chosen = self.chosen.get();
        self.operations.with(|all| all.get(chosen).cloned())
    }

    /// Begins another request, with its first example.
    fn choose(self, index: usize) {
        let example = self.operations.with_untracked(|all| {
            let (_, example) = all.get(index)?.examples.first()?;
            Some(example.clone())
        });
        stop(self);
        self.chosen.set(index);
        self.text.set(example.unwrap_or_default());
        self.form.set(Form::Json);
        self.answer.set(Answer::None);
    }

    /// The request as it stands.
    fn call(self) -> Call {
        let origin = window().location().origin().unwrap_or_default();
        let Some(operation) = self.operation() else {
            return Call::default();
        };
        let text = self.text.get();
        let address = format!("{origin}{}", operation.path);
        match operation.has_body() {
            true => Call {
                url: address,
                body: Some(text),
                form: self.form.get(),
            },
            false => Call {
                url: match text.trim() {
                    "" => address,
                    query => format!("{address}?{query}"),
                },
                body: None,
                form: self.form.get(),
            },
        }
    }
}

/// Everything that needs a script on the page of the API.
pub fn try_it() -> AnyView {
    let desk = Desk {
        operations: RwSignal::new(Vec::new()),
        chosen: RwSignal::new(0),
        text: RwSignal::new(String::new()),
        form: RwSignal::new(Form::Json),
        answer: RwSignal::new(Answer::None),
        abort: StoredValue::new_local(None),
    };
    let trouble = RwSignal::new(None);
    let load = move || {
        leptos::task::spawn_local(async move {
            match fetch::description().await {
                Ok(description) => {
                    desk.operations.try_set(read(&description));
                    desk.choose(0);
                }
                Err(why) => {
                    trouble.try_set(Some(why));
                }
            }
        });
    };
    load();
    let again = move |_| {
        trouble.set(None);
        load();
    };
    view! {
        {move || {
            trouble
                .get()
                .map(|why| {
                    view! {
                        <p class="trouble broken" role="alert" title=why>
                            "The list of requests could not be loaded. "
                            <button type="button" class="button quiet" on:click=again>
                                "Try again"
                            </button>
                        </p>
                    }
                })
        }}
        <div class="try-it">
            <RequestPanel desk />
            <div class="try-it-side">
                <AnswerPanel desk />
                <CodePanel desk />
            </div>
        </div>
    }
    .into_whole()
}

/// The request as a program.
#[component]
fn CodePanel(desk: Desk) -> impl IntoView {
    let language = RwSignal::new(Language::Curl);
    let text = Memo::new(move |_| language.get().write(&desk.call()));
    let choice = move |one: Language| {
        view! {
            <label>
                <input
                    type="radio"
                    name="language"
                    checked=one == Language::Curl
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
                    {Language::ALL.map(choice).into_iter().collect_view()}
                </fieldset>
                <CopyBox name="code" rows="11" text />
            </div>
        </section>
    }
    .into_whole()
}
