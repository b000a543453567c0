//! `ponder tables`: makes endgame tables and checks them. The tables themselves are in the crate
//! `tablebase`.

mod folder;
mod make;
mod settings;

pub use folder::read;
pub use settings::TablesSettings;

use settings::TablesCommand;

/// Makes tables, or checks them.
///
/// # Errors
/// A file fails, or a table is wrong.
pub fn run(settings: &TablesSettings) -> Result<(), String> {
    match &settings.command {
        TablesCommand::Make(settings) => make::run(settings),
    }
}
