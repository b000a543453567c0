//! Sharing a link to the analysis.

use client::analysis::{SharedAnalysis, analysis_link, left_out_text, shared_analysis};
use leptos::prelude::*;
use wire::visitor::live_games::SharedGame;

use crate::components::dialogs::share::{ShareDialog, Shareable};
use crate::controllers::analysis::AnalysisController;
use crate::platform::new_game;
use crate::routes::ANALYZE;

/// The number of shared games that are remembered: sharing the same again gives the same link.
const MAX_KNOWN_LINKS: usize = 32;

/// The shared games with their ids.
type SharedGames = Vec<(SharedGame, String)>;

#[component]
pub fn ShareAnalysis(analysis: AnalysisController, requested: RwSignal<bool>) -> impl IntoView {
    let known = StoredValue::new(SharedGames::new());
    let content = move |()| {
        let (SharedAnalysis { game, dropped }, link) = analysis
            .with_untracked(|state| (shared_analysis(state, String::new()), analysis_link(state)));
        let client_id = known.try_update_value(|known| id_of(&game, known))?;
        Some(Shareable {
            game: SharedGame { client_id, ..game },
            left_out: left_out_text(&dropped),
            fallback: format!("{ANALYZE}#{}", link.fragment),
            fallback_left_out: left_out_text(&link.dropped),
        })
    };
    view! { <ShareDialog requested content /> }
}

/// The id of an equal game shared before, else a new one.
fn id_of(game: &SharedGame, known: &mut SharedGames) -> String {
    if let Some((_, id)) = known.iter().find(|(known, _)| known == game) {
        return id.clone();
    }
    let id = new_game::draw().client_id.to_string();
    if known.len() == MAX_KNOWN_LINKS {
        known.remove(0);
    }
    known.push((game.clone(), id.clone()));
    id
}
