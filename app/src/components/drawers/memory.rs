//! What learners remember of this visitor's games (P6): how they did, how much they know, and how
//! they learn.

use crate::components::whole::IntoWhole;
use engine::learning::Rule;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::room::Switch;
use crate::api::learners::{MOST_BYTES, MOST_POSITIONS};
use crate::components::figures::{count, counted};
use crate::components::read::read;
use crate::engine_client::learning::{LearningOrder, MemorySummary, Owner};
use crate::session::{Event, Session};
use crate::settings::LearningChoice;

/// The drawer's content.
pub fn memory(session: Session) -> AnyView {
    let summary = read(session, |state| state.memory.summary.clone());
    Effect::new(move |_| session.dispatch(Event::MeetLearner));
    let place = move || match summary.with(|summary| summary.as_ref().map(|now| now.owner)) {
        Some(Owner::Account) => "with you on every device where you are signed in",
        Some(Owner::Guest) => "for you in this browser, and on the server for when you register",
        _ => "for you in this browser",
    };
    view! {
        <p class="empty">
            "Ponder and the Learner learn from every finished game, " {place} ". How their games ended:"
        </p>
        <Figures summary />
        <Standing summary />
        <Troubles session summary />
        <HowToLearn session />
        <Documents session />
    }
    .into_whole()
}

#[component]
fn Figures(summary: Memo<Option<MemorySummary>>) -> impl IntoView {
    let figure = move |name: &'static str, of: fn(&MemorySummary) -> u32| {
        let value = move || summary.with(|summary| summary.as_ref().map_or(0, of));
        view! {
            <div>
                <dt>{name}</dt>
                <dd>{move || count(value().into())}</dd>
            </div>
        }
    };
    let points = move || summary.with(|summary| summary.as_ref().map_or_else(String::new, curve));
    let bars = move |place: usize| {
        move || {
            summary.with(|summary| {
                summary
                    .as_ref()
                    .map_or((0, 0), |summary| bar(summary, place))
            })
        }
    };
    let rect = move |class: &'static str, place: usize| {
        let bar = bars(place);
        view! { <rect class=class x=move || bar().0 width=move || bar().1 height="6" /> }
    };
    view! {
        <dl class="tally figures">
            {figure("Won", |summary| summary.record.0)} {figure("Drawn", |summary| summary.record.1)}
            {figure("Lost", |summary| summary.record.2)} {figure("Positions", |summary| summary.states)}
        </dl>
        <svg class="curve" class:unused=move || summary.with(|summary| summary.as_ref().is_none_or(|summary| summary.curve.is_empty())) viewBox="0 0 1000 226" preserveAspectRatio="none" role="img" aria-label="Points in the latest games, over time">
            {rect("won", 0)} {rect("drawn", 1)} {rect("lost", 2)}
            <path class="middle" d="M0 120H1000" />
            <polyline points=points />
        </svg>
    }
    .into_whole()
}

/// What is not as one would expect: games that the server does not know, positions that are gone.
#[component]
fn Standing(summary: Memo<Option<MemorySummary>>) -> impl IntoView {
    let words = move || {
        summary.with(|summary| {
            let now = summary.as_ref()?;
            let untold = (now.untold > 0 && now.owner == Owner::Account).then(|| {
                format!(
                    "{} not told to the server yet.",
                    counted(now.untold.into(), "change")
                )
            });
            let forgotten = (now.forgotten > 0).then(|| {
                format!(
                    "At most {} positions are kept: {} that came up least had to make room.",
                    count(MOST_POSITIONS as u64),
                    count(now.forgotten.into()),
                )
            });
            Some(
                [untold, forgotten]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        })
    };
    view! { <p class="empty standing">{move || words().unwrap_or_default()}</p> }
}

/// Where the bar of wins, draws or losses begins and how long it is, of 1000.
fn bar(summary: &MemorySummary, place: usize) -> (u32, u32) {
    let (wins, draws, losses) = summary.record;
    let parts = [wins, draws, losses];
    let all: u32 = parts.iter().sum();
    let share = |games: u32| (u64::from(games) * 1_000 / u64::from(all.max(1))) as u32;
    let begin = share(parts[..place].iter().sum());
    (begin, share(parts[..=place].iter().sum()) - begin)
}

/// The curve's corners: full points at the top.
fn curve(summary: &MemorySummary) -> String {
    let last = summary.curve.len().saturating_sub(1).max(1);
    let corners = summary.curve.iter().enumerate().map(|(index, &score)| {
        let (x, y) = (index * 1_000 / last, 220 - u32::from(score) / 5);
        format!("{x} {y}")
    });
    corners.collect::<Vec<_>>().join(" ")
}

/// What is amiss: nothing is kept, or a document was refused.
#[component]
fn Troubles(session: Session, summary: Memo<Option<MemorySummary>>) -> impl IntoView {
    let refused = read(session, |state| state.memory.refused.clone());
    let trouble = move || {
        summary.with(|summary| {
            let why = summary.as_ref()?.trouble.as_ref()?;
            Some(format!(
                "This browser keeps nothing beyond this page: {why}"
            ))
        })
    };
    let words = move || match refused.get() {
        Some(why) => format!("Not taken over, nothing has changed: {why}"),
        None => trouble().unwrap_or_default(),
    };
    view! {
        <p class="notice" role="status">
            {words}
        </p>
    }
}

/// The switches and parameters of learning.
#[component]
fn HowToLearn(session: Session) -> impl IntoView {
    let ready = read(session, |state| state.loaded);
    let learning = read(session, |state| state.settings.learning);
    let share =
        move |name: &'static str, about: &'static str, of: fn(&mut LearningChoice) -> &mut u8| {
            let value = move || *of(&mut learning.get());
            let change = move |event| {
                // What is no share stays what it was, and is shown again.
                if let Ok(percent @ 0..=100) = event_target_value(&event).parse::<u8>() {
                    session.set(|settings| *of(&mut settings.learning) = percent);
                } else if let Some(input) = target(&event) {
                    input.set_value(&value().to_string());
                }
            };
            view! {
                <label title=about>
                    {name}
                    <input
                        type="number"
                        min="0"
                        max="100"
                        inputmode="numeric"
                        autocomplete="off"
                        value=move || value().to_string()
                        prop:value=move || value().to_string()
                        disabled=move || !ready.get()
                        on:change=change
                    />
                </label>
            }
        };
    let rule = move || match learning.get().rule {
        Rule::DiscountedReturn => "discounted-return",
        Rule::QLearning => "q-learning",
    };
    let choose_rule = move |event| {
        let rule = match event_target_value(&event).as_str() {
            "q-learning" => Rule::QLearning,
            _ => Rule::DiscountedReturn,
        };
        session.set(|settings| settings.learning.rule = rule);
    };
    view! {
        <div class="options how">
            <Switch session ready name="Learn from finished games" of=|s| &mut s.learning.on />
            <Switch session ready name="Guard against blunders" of=|s| &mut s.learning.guard />
            <div class="row">
                <label class="field-name" for="rule">
                    "Rule"
                </label>
                <select
                    id="rule"
                    autocomplete="off"
                    disabled=move || !ready.get()
                    prop:value=rule
                    on:change=choose_rule
                >
                    <option value="discounted-return" selected=move || rule() == "discounted-return">
                        "discounted return"
                    </option>
                    <option value="q-learning" selected=move || rule() == "q-learning">
                        "one-step Q-learning"
                    </option>
                </select>
            </div>
            <div class="shares figures">
                {share("Rate %", "How far a value moves towards what was seen", |l| &mut l.rate)}
                {share("Discount %", "What a result is worth one move earlier", |l| &mut l.discount)}
                {share("Explore %", "How often another move than the best known is tried", |l| &mut l.epsilon)}
            </div>
        </div>
    }
    .into_whole()
}

/// Taking the memory elsewhere, bringing one here, and forgetting it.
#[component]
fn Documents(session: Session) -> impl IntoView {
    let ready = read(session, |state| state.memory.summary.is_some());
    let sure = RwSignal::new(false);
    let file = NodeRef::<html::Input>::new();
    let ask = move |order| session.dispatch(Event::AskMemory(order));
    let import = move |event| {
        if let Some(input) = target(&event) {
            read_file(session, &input);
        }
    };
    let forget = move |_| {
        if sure.get_untracked() {
            ask(LearningOrder::Forget);
        }
        sure.update(|sure| *sure ^= true);
    };
    view! {
        <div class="documents">
            <button
                type="button"
                class="button quiet"
                disabled=move || !ready.get()
                on:click=move |_| ask(LearningOrder::Export)
            >
                "Export"
            </button>
            <button
                type="button"
                class="button quiet"
                disabled=move || !ready.get()
                on:click=move |_| {
                    if let Some(input) = file.get_untracked() {
                        input.click();
                    }
                }
            >
                "Import"
            </button>
            <input
                type="file"
                accept=".json,application/json"
                hidden
                aria-label="A memory to import"
                node_ref=file
                on:change=import
            />
            <button
                type="button"
                class="button quiet danger"
                disabled=move || !ready.get()
                on:click=forget
                on:blur=move |_| sure.set(false)
            >
                {move || if sure.get() { "Forget everything?" } else { "Forget" }}
            </button>
        </div>
    }
    .into_whole()
}

fn target(event: &leptos::web_sys::Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Reads the chosen file and has it taken over.
fn read_file(session: Session, input: &HtmlInputElement) {
    let file = input.files().and_then(|files| files.get(0));
    // So that the same file can be chosen again.
    input.set_value("");
    let Some(file) = file else { return };
    leptos::task::spawn_local(async move {
        // Not read at all where it is too large; the worker would refuse it for the same reason.
        let text = match file.size() <= MOST_BYTES as f64 {
            true => wasm_bindgen_futures::JsFuture::from(file.text()).await.ok(),
            false => Some(" ".repeat(MOST_BYTES + 1).into()),
        };
        if let Some(text) = text.and_then(|text| text.as_string()) {
            session.dispatch(Event::AskMemory(LearningOrder::Import(text)));
        }
    });
}
