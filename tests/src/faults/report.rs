//! What a run has found.

use std::process::ExitCode;

use super::fault::{Fault, Trouble};
use super::pair::{Pair, PlayedMove};

/// What was found.
#[derive(Debug, Default)]
pub struct FaultReport {
    /// Moves that were acknowledged.
    pub acknowledged: usize,
    /// Moves whose acknowledgement was lost, and which were found to be kept.
    pub found: usize,
    /// How often a move was refused as "busy", and sent again.
    pub refused: usize,
    /// Pages, games to record and searches that were answered, and those that were not.
    pub answered_requests: usize,
    pub refused_requests: usize,
    /// Games that were played.
    pub games: usize,
    /// Of each fault and each game, the longest that a move took which was due during the fault, or waited when it
    /// began: seconds from then to its acknowledgement.
    pub resumed: Vec<f64>,
    /// The same for a player whose server was killed, until the new socket knows the game.
    pub back: Vec<f64>,
    /// From an acknowledgement until the watcher has the move, seconds.
    pub delivered: Vec<f64>,
    /// What clocks were charged for moves during which the database was gone, beyond the time that it was
    /// there; seconds.
    pub overcharged: Vec<f64>,
    /// Moves that a watcher had so late that it is worth a look: when, and after which fault.
    pub slow: Vec<String>,
    /// Everything that went wrong.
    pub wrong: Vec<String>,
}

/// Prints what went wrong; the exit code of a program that has found it.
pub fn print_wrong(wrong: &[String]) -> ExitCode {
    println!("{} lost, doubled or otherwise wrong", wrong.len());
    for wrong in wrong {
        println!("wrong: {wrong}");
    }
    match wrong.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// A clock stands from the last heartbeat on, one each second, and the database takes a moment to end.
const MAX_OVERCHARGE_S: f64 = 4.0;

/// Longer than servers take to find what they were not told, seconds.
const SLOW_S: f64 = 3.0;

/// A line on a move that a watcher had late.
fn slow(played: &PlayedMove, late: f64, troubles: &[Trouble]) -> String {
    let before = |trouble: &&Trouble| trouble.begun <= played.acknowledged;
    match troubles.iter().rev().find(before) {
        None => format!("{late:.1} s, before all faults"),
        Some(trouble) => {
            let since = (played.acknowledged - trouble.begun).as_secs_f64();
            let fault = trouble.fault;
            format!("{late:.1} s, acknowledged {since:.1} s after the begin of {fault:?}")
        }
    }
}

impl FaultReport {
    /// Adds what became of a game.
    pub(super) fn add(&mut self, pair: &Pair, troubles: &[Trouble]) {
        self.games += 1;
        self.acknowledged += pair.moves.len();
        self.found += pair.moves.iter().filter(|played| played.was_found).count();
        self.refused += pair.refused;
        self.wrong.extend(pair.wrong.iter().cloned());
        for (played, late) in pair.moves.iter().zip(&pair.delivered) {
            self.delivered.push(*late);
            if *late > SLOW_S {
                self.slow.push(slow(played, *late, troubles));
            }
        }
        for trouble in troubles {
            let is_meanwhile = |played: &&PlayedMove| {
                played.acknowledged > trouble.begun && played.due < trouble.ended
            };
            let meanwhile: Vec<_> = pair.moves.iter().filter(is_meanwhile).collect();
            let took = |played: &&PlayedMove| {
                let since = played.due.max(trouble.begun);
                (played.acknowledged - since).as_secs_f64()
            };
            self.resumed
                .extend(meanwhile.iter().map(took).reduce(f64::max));
            for played in meanwhile {
                self.charge(pair, played, trouble);
            }
            if trouble.fault == Fault::Kill {
                let back = pair.back_from(trouble.server, trouble.begun);
                self.back.extend(back.map(|back| back.as_secs_f64()));
            }
        }
    }

    /// What a clock was charged beyond the time that the database could be written.
    fn charge(&mut self, pair: &Pair, played: &PlayedMove, trouble: &Trouble) {
        if !matches!(trouble.fault, Fault::DatabaseGone(_) | Fault::DiskFull(_)) {
            return;
        }
        let (Some(charged), Some(before)) = (played.charged, pair.before(played)) else {
            return;
        };
        let until = trouble.ended.min(played.acknowledged);
        let gone = until.saturating_duration_since(trouble.begun.max(before));
        let there = (played.acknowledged - before).saturating_sub(gone);
        let over = charged.as_secs_f64() - there.as_secs_f64();
        self.overcharged.push(over);
        if over > MAX_OVERCHARGE_S {
            let uci = &played.uci;
            let wrong = format!("{uci} was charged {over:.1} s of the time that nobody could move");
            self.wrong.push(wrong);
        }
    }
}
