//! What a proof shows: its moves are legal, and at their end is what was claimed.

use engine::explain::{Claim, ClaimProof};
use engine::rules::{Move, Position, Square};

use crate::sight::{is_mate, material};
use crate::truths::Check;

/// Nearly a pawn, centipawns.
const WINS: i32 = 80;

impl Check<'_> {
    /// Whether the proof of the claim shows it.
    pub fn proof_shows(&self, claim: &Claim, proof: &ClaimProof) -> bool {
        let plies = proof.moves.len();
        let Some(end) = proof.position_after(self.before, plies) else {
            return false;
        };
        let past = proof.position_after(self.before, plies + 1);
        let moves: Vec<_> = proof.moves.iter().copied().map(Step::of).collect();
        let won = material(&end, self.us) - material(self.before, self.us);
        past.is_none()
            && match claim {
                Claim::Only
                | Claim::Book { .. }
                | Claim::Solved(_)
                | Claim::Remembered { .. }
                | Claim::Tried { .. }
                | Claim::Judged
                | Claim::Lots
                | Claim::Better { .. }
                | Claim::Worse { .. }
                | Claim::NotSeen(_)
                | Claim::Saw { .. } => moves.is_empty() && proof.squares.is_empty(),
                Claim::ThreatensMate(mate) | Claim::BackRank(mate) => {
                    moves == [self.step(), Step::Pass, Step::Move(mate.mv)] && is_mate(&end)
                }
                Claim::StopsMate(mate) => {
                    moves == [Step::Pass, Step::Move(mate.mv)] && is_mate(&end)
                }
                Claim::Threatens { capture: next, .. } => {
                    moves[..3] == [self.step(), Step::Pass, Step::Move(next.mv)] && won >= WINS
                }
                Claim::ThreatensToMate { next, .. } | Claim::ThreatensFork { fork: next, .. } => {
                    moves[..3] == [self.step(), Step::Pass, Step::Move(next.mv)]
                }
                Claim::Prevents(wanted) => {
                    let gains = won <= -WINS || is_mate(&end) || plies > 5;
                    moves[..2] == [Step::Pass, Step::Move(wanted.mv)] && gains
                }
                Claim::Overlooked(missed) => moves[0] == Step::Move(missed.mv),
                Claim::Rescues { .. } => self.is_taken(&moves, self.before, self.mv.from()),
                Claim::Defends { target, .. } | Claim::Shields { target, .. } => {
                    self.is_taken(&moves, self.before, target.at)
                }
                Claim::KeepsOut { at, .. } => {
                    plies == 3 && won > 0 && proof.moves[2].is_some_and(|mv| mv.to() == *at)
                }
                Claim::Wins { .. } | Claim::WinsByForce => {
                    moves[0] == self.step() && (won >= WINS || plies > 5)
                }
                Claim::RemovesGuard { target, .. } | Claim::Deflects { target, .. } => {
                    let taken = proof.moves[2].map(Move::to);
                    plies == 3 && moves[0] == self.step() && taken == Some(target.at)
                }
                Claim::GoesOn { to, .. } => proof.moves[2].is_some_and(|mv| mv.to() == *to),
                Claim::MakesWay(next) => moves.last() == Some(&Step::Move(next.mv)),
                Claim::Trades { at, .. } => {
                    plies == 2 && proof.moves[1].is_some_and(|mv| mv.to() == *at)
                }
                Claim::Invites { .. } => plies == 3 && moves[0] == self.step(),
                Claim::SimplifiesTo { if_taken, .. } => plies == 1 + usize::from(*if_taken),
                Claim::WinsTempo { target, .. } => {
                    plies == 2 && proof.moves[1].is_some_and(|mv| mv.from() == target.at)
                }
                Claim::Overloads { .. } => moves[0] == self.step() && (won >= WINS || plies > 5),
                Claim::BreaksThrough | Claim::Outruns { .. } => {
                    let promotes = moves.len() % 2 == 1
                        && proof
                            .moves
                            .last()
                            .copied()
                            .flatten()
                            .is_some_and(|mv| mv.is_promotion());
                    moves[0] == self.step() && (promotes || moves.len() == 1)
                }
                _ => moves[0] == self.step() && !moves.contains(&Step::Pass),
            }
    }

    fn step(&self) -> Step {
        Step::Move(self.mv)
    }

    /// Whether the opponent takes on a square after a pass.
    fn is_taken(&self, moves: &[Step], before: &Position, at: Square) -> bool {
        let [Step::Pass, Step::Move(taken)] = *moves else {
            return false;
        };
        taken.to() == at && before.by_color(self.us).has(at)
    }
}

/// A step of a proof.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Move(Move),
    Pass,
}

impl Step {
    fn of(mv: Option<Move>) -> Step {
        mv.map_or(Step::Pass, Step::Move)
    }
}

#[test]
fn a_proof_from_elsewhere_ends_at_its_first_illegal_step() {
    let start = Position::startpos();
    let mv = |uci| start.parse_uci(uci).unwrap();
    let proof = |moves| ClaimProof {
        moves,
        squares: Vec::new(),
    };
    let twice = proof(vec![Some(mv("e2e4")), Some(mv("e2e4"))]);
    assert!(twice.position_after(&start, 1).is_some());
    assert_eq!(twice.position_after(&start, 2), None);
    assert_eq!(twice.position_after(&start, 3), None);
    let check = Position::from_fen("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1").unwrap();
    assert_eq!(proof(vec![None]).position_after(&check, 1), None);
}
