//! The engine room: search depth, search switches, savings by pruning, the API request, the network.

use client::play::{PlayEvent, PlayState};
use client::settings::{DEPTH_NAMES, Settings};
use client::worker::NetworkProgress;
use engine::tables::TableSet;
use leptos::prelude::*;

use super::as_curl::AsCurl;
use super::pruning::Pruning;
use crate::controllers::play::PlayController;

/// The content of the engine room.
pub fn engine_room(play: PlayController) -> AnyView {
    let ready = play.read(|state| state.loaded);
    let pruned = play.read(PlayState::pruned_position);
    let depth = play.read(|state| state.settings.depth);
    let choose_depth = move |event| {
        let depth = event_target_value(&event)
            .parse()
            .ok()
            .filter(|depth| *depth > 0);
        play.set(|settings| settings.depth = depth);
    };
    let value = move || depth.get().unwrap_or(0).to_string();
    let depths = (1..).zip(DEPTH_NAMES).map(|(plies, name): (u8, _)| {
        view! {
            <option value=plies.to_string() selected=move || depth.get() == Some(plies)>
                {format!("{plies} \u{b7} {name}")}
            </option>
        }
    });
    view! {
            <div class="row">
                <label class="field-name" for="depth">
                    "Depth"
                </label>
                <select
                    id="depth"
                    autocomplete="off"
                    disabled=move || !ready.get()
                    prop:value=value
                    on:change=choose_depth
                >
                    <option value="0" selected=move || depth.get().is_none()>
                        "by level"
                    </option>
                    {depths.collect_view()}
                </select>
            </div>
            <Switch play ready name="Search captures to the end (quiescence)" of=|s| &mut s.quiescence />
            <Switch play ready name="Null-move pruning" of=|s| &mut s.null_move />
            <TableSetChoice play ready />
            <Pruning play position=pruned />
            <AsCurl play />
            <Network play />
    }
    .into_any()
}

/// The endgame tables that the strongest players ask.
#[component]
fn TableSetChoice(play: PlayController, ready: Memo<bool>) -> impl IntoView {
    let chosen = play.read(|state| state.settings.tables);
    let choose = move |event| {
        if let Some(tables) = TableSet::of_ours(&event_target_value(&event)) {
            play.set(|settings| settings.tables = tables);
        }
    };
    let option = move |set: TableSet| {
        view! {
            <option value=set.as_str() selected=move || chosen.get() == set>
                {match set {
                    TableSet::None => "none; what is there, on a clock".to_owned(),
                    set => format!("always {} men", set.as_str()),
                }}
            </option>
        }
    };
    view! {
        <div class="row">
            <label class="field-name" for="tables">
                "Endgame tables"
            </label>
            <select
                id="tables"
                autocomplete="off"
                disabled=move || !ready.get()
                prop:value=move || chosen.get().as_str()
                on:change=choose
            >
                {TableSet::OURS.map(option).into_iter().collect_view()}
            </select>
        </div>
    }
}

/// The network in use, and the switch of its overlay.
#[component]
fn Network(play: PlayController) -> impl IntoView {
    let text = play.read(|state| network_text(state.network.as_ref()));
    let has_network = play.read(PlayState::has_network);
    let sees = play.read(|state| state.shows_network_view);
    view! {
        {move || {
            let NetworkText { summary, details } = text.get();
            match details {
                Some(details) => {
                    view! {
                        <details class="network">
                            <summary>{summary}</summary>
                            <p>{details}</p>
                        </details>
                    }.into_any()
                }
                None => view! { <p class="network">{summary}</p> }.into_any(),
            }
        }}
        <label hidden=move || !has_network.get()>
            <input
                type="checkbox"
                autocomplete="off"
                prop:checked=move || sees.get()
                on:change=move |_| play.dispatch(PlayEvent::ShowNetworkView(!sees.get_untracked()))
            />
            "Show what each piece is worth to the network"
        </label>
    }
}

/// The state of the network, in short and with details.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NetworkText {
    summary: String,
    details: Option<String>,
}

fn network_text(news: Option<&NetworkProgress>) -> NetworkText {
    const FALLBACK_NOTE: &str = "Until it is here, the hand-made evaluation judges.";
    let short = |summary: String| NetworkText {
        summary,
        details: None,
    };
    match news {
        None => short(format!("The network is on its way. {FALLBACK_NOTE}")),
        Some(NetworkProgress::Loading(percent)) => short(format!(
            "The network is on its way: {percent} %. {FALLBACK_NOTE}"
        )),
        Some(NetworkProgress::Ready(info)) => NetworkText {
            summary: "Judged by Ponder\u{2019}s neural network".to_owned(),
            details: Some(format!(
                "Network {}, {} neurons: {}. Intuition, Ponder and Explorer judge by it.",
                info.name, info.width, info.provenance
            )),
        },
        Some(NetworkProgress::Failed(why)) => short(format!(
            "The network could not be had ({why}). The hand-made evaluation judges in its place."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use client::worker::NetworkInfo;

    #[test]
    fn the_network_is_told_in_every_state() {
        let text = |news: NetworkProgress| network_text(Some(&news)).summary;
        assert!(network_text(None).summary.contains("on its way"));
        assert!(text(NetworkProgress::Loading(40)).contains("40 %"));
        let info = NetworkInfo {
            name: "0a1b2c3d".to_owned(),
            width: 128,
            provenance: "generation 1".to_owned(),
        };
        let ready = network_text(Some(&NetworkProgress::Ready(info)));
        assert_eq!(ready.summary, "Judged by Ponder\u{2019}s neural network");
        let details = ready.details.expect("details");
        assert!(details.contains("0a1b2c3d, 128 neurons: generation 1"));
        assert!(text(NetworkProgress::Failed("offline".to_owned())).contains("(offline)"));
    }
}

/// A checkbox for a setting.
#[component]
pub fn Switch(
    play: PlayController,
    ready: Memo<bool>,
    name: &'static str,
    /// The setting.
    of: fn(&mut Settings) -> &mut bool,
) -> impl IntoView {
    let value = play.read(move |state| *of(&mut state.settings.clone()));
    view! {
        <label>
            <input
                type="checkbox"
                autocomplete="off"
                checked=move || value.get()
                prop:checked=move || value.get()
                disabled=move || !ready.get()
                on:change=move |_| play.set(|settings| *of(settings) ^= true)
            />
            {name}
        </label>
    }
}
