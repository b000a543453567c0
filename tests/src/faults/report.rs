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
    /// Everything that went wrong.
    pub wrong: Vec<String>,
}

impl FaultReport {
    /// Adds what became of a game.
    pub(super) fn add(&mut self, pair: &Pair, troubles: &[Trouble]) {
        self.games += 1;
        self.acknowledged += pair.moves.len();
        self.found += pair.moves.iter().filter(|played| played.was_found).count();
        self.refused += pair.refused;
        self.wrong.extend(pair.wrong.iter().cloned());
        self.delivered.extend(&pair.delivered);
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
        self.overcharged
            .push(charged.as_secs_f64() - there.as_secs_f64());
    }
}
