//! Analyses one game in the worker.

use std::time::Duration;

use engine::eval::SharedEval;
use engine::exercises::ExerciseSettings;
use engine::player::Control;

use super::analysis::analyse;
use super::messages::{ImportAnswer, ImportOrder, ImportRequest};
use super::read_game::read_game;
use super::searcher::Searcher;
use crate::worker::codec::{decode, encode};

/// The least time between two messages about a game.
const MESSAGE_INTERVAL: Duration = Duration::from_millis(100);

/// Carries a request out by this network, if there is one; `send` gets the answers as they come, encoded.
/// A game that is stopped has no last one.
///
/// # Errors
/// The request is unreadable.
pub fn answer(
    request: &[u8],
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    send: &mut dyn FnMut(Vec<u8>),
) -> Result<(), String> {
    let ImportRequest::Game(order) = decode(request)?;
    if let Some(answer) = last_answer(&order, network, control, send) {
        send(encode(&answer));
    }
    Ok(())
}

/// The last answer; `None` where the game was stopped.
fn last_answer(
    order: &ImportOrder,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    send: &mut dyn FnMut(Vec<u8>),
) -> Option<ImportAnswer> {
    let id = order.id;
    let read = match read_game(&order.text, &order.visitor) {
        Ok(read) => read,
        Err(reason) => return Some(ImportAnswer::Refused { id, reason }),
    };
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let mut sent: Option<Duration> = None;
    let mut progress = |positions, of, now: Duration| {
        if sent.is_none_or(|sent| now.saturating_sub(sent) >= MESSAGE_INTERVAL) {
            sent = Some(now);
            send(encode(&ImportAnswer::Progress {
                id,
                positions: count(positions),
                of: count(of),
            }));
        }
    };
    let mut searcher = Searcher::new(network, control);
    let settings = ExerciseSettings::IMPORT;
    let (result, exercises) = analyse(&read, settings, &mut searcher, &mut progress)?;
    let result = Box::new(result);
    Some(ImportAnswer::Done {
        id,
        result,
        exercises,
    })
}
