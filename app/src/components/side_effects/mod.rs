//! What of a game is heard, read out, found out, or seen only now and then: dialogs, notices, and
//! those who listen to the game and show nothing.

pub mod announcer;
pub mod sounds;
pub mod warnings;

use leptos::prelude::*;

use super::dialogs::game_dialogs::dialogs;
#[cfg(feature = "hydrate")]
use super::dialogs::link_import::links;
use super::panels::search_details::explainer;
use super::shared::erased_view::IntoWhole;
use super::shared::notices::{NoticeBar, Notices};
use super::shared::offline_sign::offline_sign;
use super::side_effects::announcer::announcer;
use super::side_effects::sounds::sounds;
use super::side_effects::warnings::warnings;
use crate::controllers::play::PlayController;

/// All of it, with the notices that its parts find in the context.
pub fn background(play: PlayController) -> AnyView {
    let notices = Notices::provide();
    #[cfg(feature = "hydrate")]
    links(play);
    view! {
        {dialogs(play)}
        {sounds(play)}
        {announcer(play)}
        {explainer(play)}
        {warnings(play)}
        {offline_sign()}
        <NoticeBar notices />
    }
    .into_whole()
}
