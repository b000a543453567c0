//! The API's answer.

use leptos::prelude::*;

use crate::controllers::api_console::{ApiConsole, ConsoleAnswer};

#[component]
pub fn AnswerPanel(console: ApiConsole) -> impl IntoView {
    let part = move || {
        console.answer.with(|answer| match answer {
            ConsoleAnswer::Waiting(part)
            | ConsoleAnswer::Done(part)
            | ConsoleAnswer::Stopped(part) => Some(part.clone()),
            ConsoleAnswer::None | ConsoleAnswer::Failed(_) => None,
        })
    };
    let status = move || {
        console.answer.with(|answer| match answer {
            ConsoleAnswer::None => "Nothing was sent yet.".to_owned(),
            ConsoleAnswer::Failed(why) => format!("No answer: {why}"),
            ConsoleAnswer::Stopped(_) => "Stopped.".to_owned(),
            ConsoleAnswer::Waiting(part) | ConsoleAnswer::Done(part) => match &part.head {
                Some(head) => format!("Status {}", head.status),
                None => "Waiting\u{2026}".to_owned(),
            },
        })
    };
    let headers = move || {
        let headers = part().and_then(|part| part.head).map(|head| head.headers);
        let line = |(name, value): (&str, String)| format!("{name}: {value}");
        let lines: Vec<String> = headers.into_iter().flatten().map(line).collect();
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
                <pre class="code told">{headers}</pre>
                <pre class="code answer" tabindex="0" role="region" aria-label="Body">
                    {move || part().map(|part| part.text)}
                </pre>
            </div>
        </section>
    }
}
