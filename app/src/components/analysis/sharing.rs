//! A link to what is looked into.

use client::analysis::shared_analysis;
use leptos::prelude::*;
use wire::visitor::live_games::SharedGame;

use crate::components::dialogs::share::{ShareDialog, Shareable};
use crate::components::shared::erased_view::Erase;
use crate::controllers::analysis::AnalysisController;
use crate::platform::new_game;
use crate::routes::ANALYZE;

/// So many links of one page are known; who shares the same again gets the same link.
const MOST_KNOWN: usize = 32;

/// What was shared, each under its id.
type Known = Vec<(SharedGame, String)>;

#[component]
pub fn Sharing(analysis: AnalysisController, asked: RwSignal<bool>) -> impl IntoView {
    let known = StoredValue::new(Known::new());
    let what = move |()| {
        let game = analysis.with_untracked(|state| shared_analysis(state, String::new()));
        let client_id = known.try_update_value(|known| id_of(&game, known))?;
        Some(Shareable {
            game: SharedGame { client_id, ..game },
            spare: format!("{ANALYZE}#{}", analysis.fragment()),
        })
    };
    view! { <ShareDialog asked what /> }.erase()
}

/// The id under which this was shared before, else a new one.
fn id_of(game: &SharedGame, known: &mut Known) -> String {
    if let Some((_, id)) = known.iter().find(|(known, _)| known == game) {
        return id.clone();
    }
    let id = new_game::draw().client_id.to_string();
    if known.len() == MOST_KNOWN {
        known.remove(0);
    }
    known.push((game.clone(), id.clone()));
    id
}
