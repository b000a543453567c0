//! What a game needs beside its page: dialogs, notices, sounds, announcements, and effects that show
//! nothing.

pub mod announcer;
pub mod sounds;
pub mod warnings;

use leptos::prelude::*;

use super::board::character_signs::character_signs;
use super::coach::coach;
use super::controls::setup::characters::character_choice;
use super::controls::setup::matching::match_choice;
use super::controls::setup::playing_style::style_choices;
use super::dialogs::game_dialogs::dialogs;
use super::dialogs::link_import::import_links;
use super::panels::search_details::explainer;
use super::shared::notices::{NoticeBar, Notices};
use super::shared::offline_sign::offline_sign;
use super::side_effects::announcer::announcer;
use super::side_effects::sounds::sounds;
use super::side_effects::warnings::warnings;
use crate::controllers::play::PlayController;

/// All of it, with the notices in the context.
pub fn side_effects(play: PlayController) -> AnyView {
    let notices = Notices::provide();
    import_links(play);
    view! {
        {dialogs(play)}
        {sounds(play)}
        {announcer(play)}
        {explainer(play)}
        {warnings(play)}
        {style_choices(play)}
        {character_choice(play)}
        {match_choice(play)}
        {character_signs(play)}
        {coach(play)}
        {offline_sign()}
        <NoticeBar notices />
    }
    .into_any()
}
