//! The import of games: a file is chosen, a name, and the games are gone through.

use client::game_import::{ImportEvent, ImportStage, ImportState, given_text, status_text};
use leptos::prelude::*;

use super::names::Names;
use crate::components::shared::focus::focus;
use crate::components::shared::format::{count, counted};
use crate::components::shared::lazy_content::sure_button::sure_button;
use crate::controllers::game_import::ImportController;
use crate::platform::files::chosen_file;

/// The id of the panel.
const IMPORT: &str = "import";

/// The stages, as far as the panel differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ImportView {
    Nothing,
    Chooser,
    Reading,
    Names,
    Running,
    Paused,
    Finished,
}

impl ImportView {
    fn of(state: &ImportState) -> ImportView {
        match state.stage {
            ImportStage::Loading | ImportStage::OpenElsewhere => ImportView::Nothing,
            ImportStage::Idle => ImportView::Chooser,
            ImportStage::Reading(_) => ImportView::Reading,
            ImportStage::Confirming(_) => ImportView::Names,
            ImportStage::Running(_) => ImportView::Running,
            ImportStage::Paused => ImportView::Paused,
            ImportStage::Finished => ImportView::Finished,
        }
    }
}

impl ImportView {
    /// For screen readers: how many games are done is not told each time.
    fn announcement(self) -> &'static str {
        match self {
            ImportView::Nothing | ImportView::Chooser => "",
            ImportView::Reading => "The file is read.",
            ImportView::Names => "Which name is yours?",
            ImportView::Running => "The games are searched.",
            ImportView::Paused => "Paused.",
            ImportView::Finished => "Finished.",
        }
    }
}

#[component]
pub fn Import(import: ImportController) -> impl IntoView {
    let status = import.read(status_text);
    let given = import.read(given_text);
    let shown = import.read(ImportView::of);
    // What was pressed is gone: the focus stays in the panel.
    Effect::new(move |before: Option<ImportView>| {
        let now = shown.get();
        let active = document().active_element();
        let is_lost = active.is_none_or(|active| active.tag_name() == "BODY");
        if is_lost && before.is_some_and(|before| before != now && before != ImportView::Nothing) {
            focus(IMPORT);
        }
        now
    });
    let content = move || {
        match shown.get() {
        ImportView::Nothing => ().into_any(),
        ImportView::Chooser => view! { <Chooser import /> }.into_any(),
        ImportView::Reading => view! { <Progress import /> {button(import, "Cancel", || ImportEvent::Cancel)} }.into_any(),
        ImportView::Names => view! { <Names import /> }.into_any(),
        ImportView::Running => view! {
            <Progress import />
            <div class="import-actions">
                {button(import, "Pause", || ImportEvent::Pause)}
                {sure_button("End", "End with what is done?", move || import.dispatch(ImportEvent::Cancel))}
            </div>
        }
        .into_any(),
        ImportView::Paused => view! {
            <Progress import />
            <div class="import-actions">
                {button(import, "Resume", || ImportEvent::Resume)}
                {sure_button("End", "End with what is done?", move || import.dispatch(ImportEvent::Cancel))}
            </div>
        }
        .into_any(),
        ImportView::Finished => view! {
            <Chooser import />
            <p class="empty">"A new import takes the place of this report. Exercises stay."</p>
            {sure_button("Remove the report", "Remove it?", move || import.dispatch(ImportEvent::Discard))}
        }
        .into_any(),
    }
    };
    view! {
        <section class="panel import-games" id=IMPORT tabindex="-1" aria-labelledby="import-title">
            <div class="panel-head">
                <h2 id="import-title">"Your games"</h2>
            </div>
            <div class="panel-body">
                <p class="import-status figures">{move || status.get()}</p>
                <p class="visually-hidden" role="status">
                    {move || shown.get().announcement()}
                </p>
                {content}
                <p class="empty figures" role="status" hidden=move || given.with(String::is_empty)>
                    {move || given.get()}
                </p>
                <Notes import />
            </div>
        </section>
    }
}

/// The way to a file.
#[component]
fn Chooser(import: ImportController) -> impl IntoView {
    view! {
        <label class="button file">
            "Choose a file"
            <input
                type="file"
                class="visually-hidden"
                accept=".pgn,.txt,text/plain,application/x-chess-pgn"
                on:change=move |event| {
                    if let Some(file) = chosen_file(&event) {
                        import.choose(file);
                    }
                }
            />
        </label>
        <p class="empty">
            "Up to 2,000 games, as lichess.org and chess.com export them, with clocks and comments. They are read and searched here, in your browser; you can leave and go on later. Games that you play on this site are looked through by themselves."
        </p>
    }
}

/// How much of the file is read, or how many games are done.
#[component]
fn Progress(import: ImportController) -> impl IntoView {
    let share = import.read(|state| match &state.stage {
        ImportStage::Reading(reading) => (u32::from(reading.percent()), 100),
        _ => (state.queue.done(), state.queue.total()),
    });
    let positions = import.read(|state| match &state.stage {
        ImportStage::Running(run) => run.progress(),
        _ => None,
    });
    view! {
        <progress
            aria-label="Progress"
            max=move || share.get().1.to_string()
            prop:value=move || f64::from(share.get().0)
        ></progress>
        <p class="empty figures">
            {move || {
                positions
                    .get()
                    .map(|(done, of)| {
                        format!("This game: {} of {} positions", count(done.into()), count(of.into()))
                    })
            }}
        </p>
    }
}

/// What was made, left out, or stands in the way.
#[component]
fn Notes(import: ImportController) -> impl IntoView {
    let notes = import.read(notes);
    let trouble = import.read(|state| {
        let storage = state.storage_error.as_ref().map(|reason| {
            format!("This browser stores nothing ({reason}): a reload would lose the import.")
        });
        state
            .trouble
            .iter()
            .cloned()
            .chain(storage)
            .collect::<Vec<_>>()
    });
    view! {
        {move || {
            trouble
                .get()
                .into_iter()
                .map(|text| view! { <p class="trouble" role="alert">{text}</p> })
                .collect_view()
        }}
        <ul class="import-notes figures">
            {move || notes.get().into_iter().map(|note| view! { <li>{note}</li> }).collect_view()}
        </ul>
    }
}

fn notes(state: &ImportState) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(header) = &state.header {
        if state.exercises > 0 {
            notes.push(format!(
                "{} made.",
                counted(state.exercises.into(), "exercise")
            ));
        }
        notes.extend(header.skipped.sentences());
    }
    if let ImportStage::Confirming(found) = &state.stage {
        notes.extend(found.skipped.sentences());
    }
    for (reason, games) in state.refused.iter() {
        notes.push(format!("{}: {reason}", counted(games.into(), "game")));
    }
    notes
}

fn button(
    import: ImportController,
    name: &'static str,
    event: fn() -> ImportEvent,
) -> impl IntoView {
    view! {
        <button type="button" class="button" on:click=move |_| import.dispatch(event())>
            {name}
        </button>
    }
}
