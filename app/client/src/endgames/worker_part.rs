//! Answers the course's requests in the worker.

use engine::rules::{Game, Position};
use engine::tables::{EndgameTables, EndgameValue};
use tablebase::{Ending, Spread, Tables};

use super::map::piece_map;
use super::messages::{EndgameAnswer, EndgameRequest, Probed, SpreadMap, SpreadStep};
use super::opponent;

/// The position that a request is about: its tables are needed for the answer.
///
/// # Errors
/// What is wrong with the request.
pub fn position_of(request: &EndgameRequest) -> Result<Position, String> {
    let (fen, moves) = match request {
        EndgameRequest::Probe { fen, moves } => (fen, &moves[..]),
        EndgameRequest::Map { fen, .. } | EndgameRequest::Spread { fen } => (fen, &[][..]),
    };
    Ok(*played(fen, moves)?.position())
}

/// The answer by these tables; `NoTables` where they do not have it.
///
/// # Errors
/// What is wrong with the request.
pub fn answer(request: &EndgameRequest, tables: &Tables) -> Result<EndgameAnswer, String> {
    let found = match request {
        EndgameRequest::Probe { fen, moves } => {
            let game = played(fen, moves)?;
            probe(tables, &game).map(EndgameAnswer::Probed)
        }
        EndgameRequest::Map { fen, square } => {
            let position = *played(fen, &[])?.position();
            Some(EndgameAnswer::Map(piece_map(tables, &position, *square)))
        }
        EndgameRequest::Spread { fen } => {
            let position = *played(fen, &[])?.position();
            spread(tables, &position).map(EndgameAnswer::Spread)
        }
    };
    match found {
        Some(found) => Ok(found),
        None => Ok(EndgameAnswer::NoTables(position_of(request)?.key())),
    }
}

fn played(fen: &str, moves: &[engine::rules::Move]) -> Result<Game, String> {
    crate::worker::learner::replay_game(Some(fen), moves)
}

fn probe(tables: &Tables, game: &Game) -> Option<Probed> {
    let position = game.position();
    let value = match position.occupied().len() {
        2 => EndgameValue::Draw,
        _ => tables.mate(position)?,
    };
    Some(Probed {
        key: position.key(),
        value,
        reply: opponent::reply(tables, game),
    })
}

fn spread(tables: &Tables, position: &Position) -> Option<SpreadMap> {
    let ending = Ending::of(position)?;
    let Spread {
        side,
        positions,
        won,
    } = tables.table(&ending)?.spread()?;
    let total = |squares: &[u32; 64]| squares.iter().map(|&count| u64::from(count)).sum::<u64>();
    let mut within = [0; 64];
    let steps = won.iter().map(|exactly| {
        for (sum, count) in within.iter_mut().zip(exactly) {
            *sum += count;
        }
        let share = |(&won, &of): (&u32, &u32)| match of {
            0 => 0,
            _ => (u64::from(won) * 255 / u64::from(of)) as u8,
        };
        SpreadStep {
            won: total(&within),
            shares: within.iter().zip(&positions).map(share).collect(),
        }
    });
    Some(SpreadMap {
        ending: ending.to_string(),
        side,
        steps: steps.collect(),
        positions: total(&positions),
    })
}
