//! What a run has found.

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
    /// Games that were played.
    pub games: usize,
    /// Of each fault and each game, how long its first move took that was due during the fault or after it,
    /// seconds from when it was due, or the fault began, to its acknowledgement.
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
            let is_after = |played: &&PlayedMove| played.acknowledged > trouble.begun;
            if let Some(first) = pair.moves.iter().find(is_after)
                && first.due < trouble.ended
            {
                let since = first.due.max(trouble.begun);
                self.resumed
                    .push((first.acknowledged - since).as_secs_f64());
                self.charge(pair, first, trouble);
            }
            if trouble.fault == Fault::Kill {
                let back = pair.back_from(trouble.server, trouble.begun);
                self.back.extend(back.map(|back| back.as_secs_f64()));
            }
        }
    }

    /// What a clock was charged beyond the time that the database was there.
    fn charge(&mut self, pair: &Pair, played: &PlayedMove, trouble: &Trouble) {
        let Fault::DatabaseGone(_) = trouble.fault else {
            return;
        };
        let (Some(charged), Some(before)) = (played.charged, pair.before(played)) else {
            return;
        };
        let gone = trouble.ended - trouble.begun.max(before);
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
