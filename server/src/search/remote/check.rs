//! Checks of what a worker says: whatever it sends, an answer of the site is about the asked position, has legal
//! moves, and costs its client no more than the search could.

use engine::player::Decision;
use engine::rules::{Move, Position};
use engine::search::{Line, Report, Score};
use wire::search::request::{MAX_THREADS, ResolvedSearch};

use super::message::RemoteResult;

/// More than a search makes of a line, plies.
const MAX_LINE: usize = 256;

/// More root moves than any position has.
const MAX_MOVES: usize = 256;

/// The largest scores: centipawns, and moves to mate.
const MAX_CP: u32 = 100_000;
const MAX_MATE: u32 = 10_000;

/// More nodes than a thread searches in the longest search.
const MAX_NODES_PER_THREAD: u64 = 500_000_000;

/// Longer than the longest search, milliseconds.
const MAX_TIME_MS: u64 = 60_000;

/// What a worker has said that cannot be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untrue {
    #[error("a move that is not legal")]
    Move,
    #[error("a move that was not asked about")]
    NotAsked,
    #[error("a score that no search has")]
    Score,
    #[error("more lines, moves, nodes or time than a search takes")]
    TooMuch,
    #[error("what only a learner knows")]
    Recalled,
}

/// Checks a report.
///
/// # Errors
/// What cannot be true.
pub fn check_report(request: &ResolvedSearch, report: &Report) -> Result<(), Untrue> {
    let position = request.game.position();
    match report {
        Report::Trying(trying) => check_move(position, trying.mv),
        Report::RootMove(root) => {
            check_move(position, root.mv)?;
            check_score(root.score)
        }
        Report::Unfinished { line, .. } | Report::Depth(line) => check_line(position, line),
        Report::Explored(moves) => {
            at_most(moves.len(), MAX_MOVES)?;
            moves
                .iter()
                .try_for_each(|explored| check_move(position, explored.mv))
        }
    }
}

/// Checks a result.
///
/// # Errors
/// What cannot be true.
pub fn check_found(request: &ResolvedSearch, found: &RemoteResult) -> Result<(), Untrue> {
    let position = request.game.position();
    let Decision {
        mv,
        lines,
        nodes,
        time_ms,
        recalled,
        solved,
        ..
    } = &found.decision;
    match mv {
        Some(mv) => {
            check_move(position, *mv)?;
            let asked = &request.limits.searchmoves;
            if !asked.is_empty() && !asked.contains(mv) {
                return Err(Untrue::NotAsked);
            }
        }
        None if position.legal_moves().is_empty() => {}
        None => return Err(Untrue::Move),
    }
    at_most(lines.len(), MAX_MOVES)?;
    lines
        .iter()
        .try_for_each(|line| check_line(position, line))?;
    if lines
        .first()
        .is_some_and(|line| line.pv.first() != mv.as_ref())
    {
        return Err(Untrue::Move);
    }
    if let Some(solved) = solved {
        check_score(solved.score)?;
        let moves = solved.moves.iter().map(|count| usize::from(*count)).sum();
        at_most(moves, MAX_MOVES - 1)?;
    }
    if recalled.is_some() {
        return Err(Untrue::Recalled);
    }
    let threads = found.threads;
    let is_possible = (1..=MAX_THREADS).contains(&threads)
        && threads <= request.threads
        && *nodes <= u64::from(threads) * MAX_NODES_PER_THREAD
        && *time_ms <= MAX_TIME_MS
        && found.thread_time.as_millis() <= u128::from(MAX_TIME_MS);
    match is_possible {
        true => Ok(()),
        false => Err(Untrue::TooMuch),
    }
}

fn check_line(position: &Position, line: &Line) -> Result<(), Untrue> {
    check_score(line.score)?;
    at_most(line.pv.len(), MAX_LINE)?;
    if line.nodes > u64::from(MAX_THREADS) * MAX_NODES_PER_THREAD || line.time_ms > MAX_TIME_MS {
        return Err(Untrue::TooMuch);
    }
    if let Some(explored) = &line.explored {
        check_move(position, explored.mv)?;
    }
    let mut position = *position;
    for mv in &line.pv {
        check_move(&position, *mv)?;
        position = position.play(*mv);
    }
    match line.pv.is_empty() {
        true => Err(Untrue::Move),
        false => Ok(()),
    }
}

fn check_move(position: &Position, mv: Move) -> Result<(), Untrue> {
    match position.is_legal(mv) {
        true => Ok(()),
        false => Err(Untrue::Move),
    }
}

fn check_score(score: Score) -> Result<(), Untrue> {
    let is_possible = match score {
        Score::Cp(cp) => cp.unsigned_abs() <= MAX_CP,
        Score::Mate(moves) => moves.unsigned_abs() <= MAX_MATE,
    };
    match is_possible {
        true => Ok(()),
        false => Err(Untrue::Score),
    }
}

fn at_most(count: usize, most: usize) -> Result<(), Untrue> {
    match count <= most {
        true => Ok(()),
        false => Err(Untrue::TooMuch),
    }
}
