//! How the game is set up: against whom, at which level, with which colour.

use crate::components::whole::IntoWhole;
use engine::book::Style;
use engine::player::{Level, StrategyId};
use leptos::prelude::*;

use super::icons::Icon;
use super::read::read;
use crate::prefs::{ColorChoice, FULL_MINDS, MINDS, Opponent};
use crate::session::{Event, Session};

/// The three choices. On a phone they rise from below when `sheet` is open.
#[component]
pub fn Setup(session: Session, sheet: RwSignal<bool>, children: Children) -> impl IntoView {
    let ready = read(session, |state| state.loaded);
    view! {
        <section class="panel setup sheet" class:open=sheet aria-label="Game settings">
            <div class="sheet-head">
                <h2>"This game"</h2>
                <button
                    type="button"
                    class="icon-button sheet-close"
                    aria-label="Close settings"
                    on:click=move |_| sheet.set(false)
                >
                    {Icon::Close.draw()}
                </button>
            </div>
            <OpponentChoice session ready />
            <MindChoice session ready />
            <LevelChoice session ready />
            <ColorChoices session ready />
            <Options session ready />
            {children()}
        </section>
    }
    .into_whole()
}

#[component]
fn OpponentChoice(session: Session, ready: Memo<bool>) -> impl IntoView {
    let chosen = read(session, |state| state.settings.opponent);
    let choice = move |opponent, text: &'static str| {
        view! {
            <Segment
                group="opponent"
                label=text
                checked=Signal::derive(move || chosen.get() == opponent)
                ready
                on_choose=move |()| {
                    session.set_opponent(opponent)
                }
            >
                {text}
            </Segment>
        }
    };
    view! {
        <fieldset>
            <legend class="visually-hidden">"Opponent"</legend>
            <div class="segments">
                {choice(Opponent::Engine, "Computer")} {choice(Opponent::Person, "Two players")}
            </div>
        </fieldset>
    }
    .into_whole()
}

/// Minds, then those that show how one is made.
#[component]
fn MindChoice(session: Session, ready: Memo<bool>) -> impl IntoView {
    let mind = read(session, |state| state.settings.mind);
    let book = read(session, |state| state.settings.book);
    let idle = read(session, |state| !state.engine_matters());
    let option = move |id: StrategyId| {
        view! {
            <option value=id.as_str() selected=move || mind.get() == id>
                {id.strategy().name}
            </option>
        }
    };
    let (minds, stages) = MINDS.split_at(FULL_MINDS);
    let choose_mind = move |event| {
        if let Ok(id) = event_target_value(&event).parse() {
            session.dispatch(Event::SetMind(id));
        }
    };
    let choose_book = move |event| {
        let style = event_target_value(&event).parse().ok();
        session.dispatch(Event::SetBook(style));
    };
    view! {
        <fieldset class="mind" disabled=move || idle.get()>
            <div class="row">
                <label class="field-name" for="mind">
                    "Mind"
                </label>
                <select
                    id="mind"
                    title=move || mind.get().strategy().about
                    autocomplete="off"
                    disabled=move || !ready.get()
                    prop:value=move || mind.get().as_str()
                    on:change=choose_mind
                >
                    {minds.iter().map(|id| option(*id)).collect_view()}
                    <optgroup label="How a mind is made">
                        {stages.iter().map(|id| option(*id)).collect_view()}
                    </optgroup>
                </select>
            </div>
            <div class="row" hidden=move || mind.get() != StrategyId::Ponder>
                <label class="field-name" for="book">
                    "Openings"
                </label>
                <select
                    id="book"
                    autocomplete="off"
                    disabled=move || !ready.get()
                    prop:value=move || book_name(book.get())
                    on:change=choose_book
                >
                    {Style::ALL
                        .into_iter()
                        .map(Some)
                        .chain([None])
                        .map(|style| {
                            let name = book_name(style);
                            view! {
                                <option value=name selected=move || book.get() == style>
                                    {name}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </div>
            <p class="about">{move || mind.get().strategy().about}</p>
        </fieldset>
    }
    .into_whole()
}

/// As the choice's value and its text.
fn book_name(style: Option<Style>) -> &'static str {
    style.map_or("off", Style::as_str)
}

#[component]
fn LevelChoice(session: Session, ready: Memo<bool>) -> impl IntoView {
    let chosen = read(session, |state| state.settings.level);
    let idle = read(session, |state| {
        !state.engine_matters() || !state.settings.mind.searches()
    });
    let choices = Level::all()
        .map(|level| {
            let number = level.number();
            view! {
                <Segment
                    group="level"
                    label=format!("Level {number}, {}", level.name())
                    checked=Signal::derive(move || chosen.get() == level)
                    ready
                    on_choose=move |()| session.set_level(level)
                >
                    {number.to_string()}
                </Segment>
            }
        })
        .collect_view();
    view! {
        <fieldset disabled=move || idle.get()>
            <legend class="field-name" title=move || chosen.get().about()>
                "Level " <strong>{move || chosen.get().name()}</strong>
            </legend>
            <div class="segments levels figures">{choices}</div>
            <p class="about">{move || chosen.get().about()}</p>
        </fieldset>
    }
    .into_whole()
}

#[component]
fn ColorChoices(session: Session, ready: Memo<bool>) -> impl IntoView {
    let chosen = read(session, |state| state.settings.color);
    let idle = read(session, |state| state.settings.opponent == Opponent::Person);
    let waits = read(session, |state| state.settings_wait());
    let choice = move |color, label: &'static str, disc: &'static str| {
        view! {
            <Segment
                group="color"
                label
                checked=Signal::derive(move || chosen.get() == color)
                ready
                on_choose=move |()| {
                    session.set_color(color)
                }
            >
                <span class="choice">
                    <span class=disc></span>
                    {label}
                </span>
            </Segment>
        }
    };
    view! {
        <fieldset disabled=move || idle.get()>
            <legend class="field-name">
                "You play "
                <span class="later" role="status">
                    {move || if waits.get() { "from the next game" } else { "" }}
                </span>
            </legend>
            <div class="segments colors">
                {choice(ColorChoice::White, "White", "disc")}
                {choice(ColorChoice::Black, "Black", "disc black")}
                {choice(ColorChoice::Random, "Random", "disc either")}
            </div>
        </fieldset>
    }
    .into_whole()
}

/// What only some visitors look for.
#[component]
fn Options(session: Session, ready: Memo<bool>) -> impl IntoView {
    let hints = read(session, |state| state.settings.hints);
    let slow = read(session, |state| state.settings.slow_replay);
    let option = move |name: &'static str, value: Memo<bool>, event: fn(bool) -> Event| {
        view! {
            <label>
                <input
                    type="checkbox"
                    autocomplete="off"
                    checked=move || value.get()
                    prop:checked=move || value.get()
                    disabled=move || !ready.get()
                    on:change=move |_| session.dispatch(event(!value.get_untracked()))
                />
                {name}
            </label>
        }
    };
    view! {
        <details class="options">
            <summary>"Options"</summary>
            {option("Mark legal moves", hints, Event::SetHints)}
            {option("Slow down short thoughts", slow, Event::SetSlowReplay)}
        </details>
    }
    .into_whole()
}

/// One of several exclusive choices.
#[component]
fn Segment(
    group: &'static str,
    #[prop(into)] label: String,
    checked: Signal<bool>,
    ready: Memo<bool>,
    #[prop(into)] on_choose: Callback<()>,
    children: Children,
) -> impl IntoView {
    view! {
        <label>
            <input
                type="radio"
                name=group
                aria-label=label
                autocomplete="off"
                checked=move || checked.get()
                prop:checked=move || checked.get()
                disabled=move || !ready.get()
                on:change=move |_| on_choose.run(())
            />
            {children()}
        </label>
    }
    .into_whole()
}
