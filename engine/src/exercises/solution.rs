//! The line of a solution: the first move, and further ones as long as only one is good.

use super::choice::{Choice, TWO_LINES};
use super::exercise::is_mate;
use super::settings::{DECIDED_CHANCE, MAX_SOLUTION_MOVES};
use crate::explain::chance;
use crate::rules::{Game, Move};
use crate::search::{Line, Score, SearchLimits};

/// Looks for the line of a solution, search by search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SolutionFinder {
    /// The game after the moves found, and after the reply if there is one.
    game: Game,
    /// The solver's move, the reply, and so on; it ends with the solver's move.
    moves: Vec<Move>,
    /// Nodes of the two searches that must agree on a move.
    nodes: [u64; 2],
    step: SolutionStep,
}

#[derive(Clone, Debug, PartialEq)]
enum SolutionStep {
    /// The opponent's best reply.
    Reply,
    /// The solver's move after this reply: the first search, then the second, which has to confirm a
    /// move.
    Move {
        reply: Move,
        first: Option<Move>,
    },
    Done,
}

/// Whether the second best move wins without a mate at once.
fn wins_otherwise(lines: &[Line]) -> bool {
    let second = lines.get(1).map(|line| line.score);
    second.is_some_and(|score| score != Score::Mate(1) && chance(score) >= DECIDED_CHANCE)
}

impl SolutionFinder {
    /// The solution that begins with the first move of a line in the game's position.
    pub fn new(mut game: Game, line: &[Move], nodes: [u64; 2]) -> SolutionFinder {
        let first = line.first().copied();
        let first = first.filter(|&mv| game.play(mv).is_ok());
        let mut finder = SolutionFinder {
            game,
            moves: first.into_iter().collect(),
            nodes,
            step: SolutionStep::Done,
        };
        if first.is_some() {
            finder.go_on(line.get(1).copied());
        }
        finder
    }

    /// The search that is wanted next; `None` when the line is complete.
    pub fn wanted(&self) -> Option<(&Game, SearchLimits)> {
        let limits = match self.step {
            SolutionStep::Done => return None,
            SolutionStep::Reply => SearchLimits::nodes(self.nodes[0]),
            SolutionStep::Move { first, .. } => {
                let nodes = self.nodes[usize::from(first.is_some())];
                SearchLimits::nodes(nodes).with_multipv(TWO_LINES)
            }
        };
        Some((&self.game, limits))
    }

    /// Takes in the lines of the search that was wanted.
    pub fn found(&mut self, lines: &[Line]) {
        match std::mem::replace(&mut self.step, SolutionStep::Done) {
            SolutionStep::Done => {}
            SolutionStep::Reply => {
                let reply = lines.first().and_then(|line| line.pv.first().copied());
                if let Some(reply) = reply {
                    self.play_reply(reply);
                }
            }
            SolutionStep::Move { reply, first } => {
                let Some(best) = lines.first() else {
                    return;
                };
                let mates = best.score == Score::Mate(1);
                let legal_moves = self.game.position().count_legal_moves();
                let only = match legal_moves {
                    1 => best.pv.first().copied(),
                    _ => Choice::of(lines, self.game.position()).only(),
                };
                match (only, first) {
                    // Every move that mates is right, so there may be several. Where another move wins
                    // as well, nothing is left to find.
                    _ if mates && wins_otherwise(lines) => {}
                    _ if mates => self.play_move(reply, &best.pv),
                    (Some(mv), None) if legal_moves > 1 => {
                        self.step = SolutionStep::Move {
                            reply,
                            first: Some(mv),
                        };
                    }
                    (Some(mv), first) if first.is_none_or(|first| first == mv) => {
                        self.play_move(reply, &best.pv);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The moves found. A forced move of the solver is none to find, so the line does not end with one.
    pub fn finish(mut self, start: &Game) -> Vec<Move> {
        while self.moves.len() > 1 && self.ends_with_forced_move(start) {
            self.moves.truncate(self.moves.len() - 2);
        }
        self.moves
    }

    fn ends_with_forced_move(&self, start: &Game) -> bool {
        let mut position = *start.position();
        for &mv in &self.moves[..self.moves.len() - 1] {
            position = position.play(mv);
        }
        position.count_legal_moves() == 1
            && !is_mate(&position.play(self.moves[self.moves.len() - 1]))
    }

    fn play_move(&mut self, reply: Move, line: &[Move]) {
        let Some(&mv) = line.first() else {
            return;
        };
        if self.game.play(mv).is_ok() {
            self.moves.extend([reply, mv]);
            self.go_on(line.get(1).copied());
        }
    }

    /// Looks for the reply to the last move: that of the line, if it has one.
    fn go_on(&mut self, reply: Option<Move>) {
        let is_long = self.moves.len() >= 2 * MAX_SOLUTION_MOVES - 1;
        if is_long || self.game.outcome().is_some() {
            return;
        }
        match reply {
            Some(reply) => self.play_reply(reply),
            None => self.step = SolutionStep::Reply,
        }
    }

    fn play_reply(&mut self, reply: Move) {
        if self.game.play(reply).is_ok() && self.game.outcome().is_none() {
            self.step = SolutionStep::Move { reply, first: None };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Score::{Cp, Mate};

    fn line(score: Score) -> Line {
        Line {
            rank: 1,
            depth: 9,
            seldepth: 9,
            score,
            nodes: 1,
            time_ms: 1,
            hashfull: 0,
            explored: None,
            pv: Vec::new(),
        }
    }

    /// 375 centipawns of the network are 80 %.
    #[test]
    fn a_mate_is_left_out_where_another_move_wins_as_well() {
        for (second, wins) in [
            (Some(Mate(1)), false),
            (Some(Mate(2)), true),
            (Some(Cp(400)), true),
            (Some(Cp(150)), false),
            (Some(Mate(-1)), false),
            (None, false),
        ] {
            let lines = [Some(Mate(1)), second].into_iter().flatten();
            let lines: Vec<Line> = lines.map(line).collect();
            assert_eq!(wins_otherwise(&lines), wins, "{second:?}");
        }
    }
}
