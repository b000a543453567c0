//! `ponder tables`: makes endgame tables and looks positions up. The tables themselves are in the crate
//! `tablebase`, their files in `tablefiles`.

mod make;
mod probe;
mod settings;

pub use settings::TablesSettings;

use settings::TablesCommand;

/// Makes tables, or looks positions up.
///
/// # Errors
/// A file fails, or a table is wrong.
pub fn run(settings: &TablesSettings) -> Result<(), String> {
    match &settings.command {
        TablesCommand::Make(settings) => make::run(settings),
        TablesCommand::Probe(settings) => probe::run(settings),
    }
}
