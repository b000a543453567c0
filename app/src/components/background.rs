//! What of a game is heard, read out, found out, or seen only now and then: dialogs, notices, and
//! those who listen to the game and show nothing.

use leptos::prelude::*;

use super::announcer::announcer;
use super::endings::dialogs;
#[cfg(feature = "hydrate")]
use super::links::links;
use super::notices::{NoticeBar, Notices};
use super::offline::offline_sign;
use super::sounds::sounds;
use super::thoughts::explainer;
use super::warnings::warnings;
use crate::components::whole::IntoWhole;
use crate::session::Session;

/// All of it, with the notices that its parts find in the context.
pub fn background(session: Session) -> AnyView {
    let notices = Notices::provide();
    #[cfg(feature = "hydrate")]
    links(session);
    view! {
        {dialogs(session)}
        {sounds(session)}
        {announcer(session)}
        {explainer(session)}
        {warnings(session)}
        {offline_sign()}
        <NoticeBar notices />
    }
    .into_whole()
}
