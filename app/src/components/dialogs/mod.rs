//! Dialogs over the page.

pub mod game_dialogs;
pub mod key_list;
pub mod link_import;
pub mod modal;
pub mod preferences;
pub mod requests;
pub mod result;
pub mod share;
