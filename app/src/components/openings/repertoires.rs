//! The repertoires: how much is due in each, the drill, and what can be done with one.

use client::openings::{
    LineOpponent, MAX_NAME_CHARS, OpeningsEvent, Repertoire, RepertoireCounts, RepertoireId,
    due_text, opponent_text, size_text,
};
use leptos::prelude::*;

use crate::components::shared::format::color_name;
use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::components::shared::lazy_content::sure_button::sure_button;
use crate::controllers::openings::OpeningsController;
use crate::platform::clock::local_time;
use crate::platform::download::download;
use crate::preferences::use_prefs;

/// The id of the panel.
pub const REPERTOIRES: &str = "repertoires";

/// A repertoire as it is listed.
#[derive(Clone, PartialEq)]
struct Listed {
    id: RepertoireId,
    name: String,
    color: &'static str,
    counts: RepertoireCounts,
}

#[component]
pub fn Repertoires(openings: OpeningsController) -> impl IntoView {
    let is_known = openings.is_known();
    let listed = openings.read(|state| {
        let listed = state.repertoires.iter().map(|known| Listed {
            id: known.id,
            name: known.name().to_owned(),
            color: color_name(known.color),
            counts: state.counts(known),
        });
        listed.collect::<Vec<_>>()
    });
    let chosen = openings.read(|state| state.opponent);
    let prefs = use_prefs();
    let opponents = move || {
        let learner = prefs.with(|prefs| prefs.settings.learning.learning());
        LineOpponent::choices(learner.unwrap_or_default())
    };
    view! {
        <section class="panel today" id=REPERTOIRES tabindex="-1" aria-labelledby="repertoires-title">
            <div class="panel-head">
                <h2 id="repertoires-title">"Your repertoires"</h2>
            </div>
            <div class="panel-body">
                <p class="due" role="status">
                    {move || match (is_known.get(), listed.with(Vec::is_empty)) {
                        (false, _) => "Looking at what is due\u{2026}",
                        (true, true) => "There are none yet.",
                        (true, false) => "",
                    }}
                </p>
                <div class="opponent" hidden=move || listed.with(Vec::is_empty)>
                    <ChoiceList
                        label="The opponent\u{2019}s moves"
                        choices=Signal::derive(opponents)
                        text=opponent_text
                        chosen
                        choose=move |opponent| {
                            openings.dispatch(OpeningsEvent::SetOpponent(opponent));
                        }
                    />
                </div>
                <ul class="repertoires">
                    {move || {
                        listed.get().into_iter().map(|one| repertoire(openings, one)).collect_view()
                    }}
                </ul>
            </div>
        </section>
    }
}

fn repertoire(openings: OpeningsController, listed: Listed) -> impl IntoView {
    let Listed {
        id,
        name,
        color,
        counts,
    } = listed;
    let drill = move |everything| {
        let time = local_time();
        openings.dispatch(OpeningsEvent::Drill {
            id,
            everything,
            time,
        });
    };
    let typed = RwSignal::new(name.clone());
    let listed_name = name.clone();
    let save = move |_| {
        let text = openings.with_untracked(|state| state.repertoire(id).map(Repertoire::to_pgn));
        if let Some(text) = text {
            download("repertoire.pgn", &text);
        }
    };
    view! {
        <li>
            <h3>{listed_name}</h3>
            <p class="empty figures">{format!("{color}. {}", size_text(counts))}</p>
            <p class="due figures">{due_text(counts)}</p>
            <div class="import-actions">
                <button
                    type="button"
                    class="button primary"
                    disabled=!counts.can_begin
                    on:click=move |_| drill(false)
                >
                    "Drill"
                </button>
                <button
                    type="button"
                    class="button"
                    disabled=counts.cards == 0
                    on:click=move |_| drill(true)
                >
                    "All moves"
                </button>
                <button
                    type="button"
                    class="button"
                    on:click=move |_| openings.dispatch(OpeningsEvent::Browse(id))
                >
                    "Look and change"
                </button>
            </div>
            <details>
                <summary>"Name, file, delete"</summary>
                <label class="other-name">
                    "Name"
                    <input
                        type="text"
                        maxlength=MAX_NAME_CHARS.to_string()
                        autocomplete="off"
                        value=name
                        on:input=move |event| typed.set(event_target_value(&event))
                    />
                </label>
                <div class="import-actions">
                    <button
                        type="button"
                        class="button quiet"
                        on:click=move |_| {
                            let name = typed.get_untracked();
                            openings.dispatch(OpeningsEvent::Rename { id, name });
                        }
                    >
                        "Rename"
                    </button>
                    <button type="button" class="button quiet" on:click=save>
                        "Save as PGN"
                    </button>
                    {sure_button(
                        "Delete",
                        "Delete it?",
                        move || openings.dispatch(OpeningsEvent::Delete(id)),
                    )}
                </div>
            </details>
        </li>
    }
}
