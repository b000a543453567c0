//! The import in words.

use super::format::{counted, grouped};
use super::queue::ImportQueue;
use super::state::{ImportStage, ImportState};

/// How far the import is.
#[must_use]
pub fn status_text(state: &ImportState) -> String {
    let of = |queue: &ImportQueue| {
        let all = counted(queue.total(), "game");
        format!("{} of {all} done", grouped(queue.done()))
    };
    match &state.stage {
        ImportStage::Loading => "Looking for an earlier import\u{2026}".to_owned(),
        ImportStage::OpenElsewhere => "The import is open in another tab.".to_owned(),
        ImportStage::Idle => "Choose a PGN file with your games.".to_owned(),
        ImportStage::Reading(reading) => {
            let found = u32::try_from(reading.found()).unwrap_or(u32::MAX);
            format!("Reading: {} so far\u{2026}", counted(found, "game"))
        }
        ImportStage::Confirming(found) if found.games() == 0 => {
            "The file has no game that is not here already.".to_owned()
        }
        ImportStage::Confirming(found) => {
            format!(
                "{} found. Which name is yours?",
                counted(found.games(), "game")
            )
        }
        ImportStage::Running(running) => {
            let left = running.time_left_ms(&state.queue).map(time_left_text);
            let left = left.unwrap_or_default();
            format!("{}.{left}", of(&state.queue))
        }
        ImportStage::Paused => format!("Paused, {}.", of(&state.queue)),
        ImportStage::Finished => format!("Finished, {}.", of(&state.queue)),
    }
}

/// How far the games that were played on this site are, and what came of them; nothing without any.
#[must_use]
pub fn given_text(state: &ImportState) -> String {
    let Some(progress) = state.given_progress() else {
        return String::new();
    };
    let games = counted(progress.total, "game");
    let made = match progress.exercises {
        0 => "no exercise".to_owned(),
        made => counted(made, "exercise"),
    };
    match progress.total - progress.done {
        0 => format!("{games} from this site looked through: {made}."),
        _ => format!(
            "{} of {games} from this site looked through.",
            progress.done
        ),
    }
}

/// ` About 5 minutes left.`
fn time_left_text(ms: u64) -> String {
    let minutes = ms.div_ceil(60_000);
    let left = match minutes {
        0..=1 => "a minute".to_owned(),
        2..=90 => format!("{minutes} minutes"),
        _ => format!("{} hours", (minutes + 30) / 60),
    };
    format!(" About {left} left.")
}
