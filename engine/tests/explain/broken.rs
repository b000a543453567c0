//! Claims made false, one by one: another piece, square, move or number.

use engine::explain::{Claim, Duty, Evasion, Gain, KnownEnding, Lead, Named, Target};
use engine::player::SolvedRoot;
use engine::rules::{Piece, Reason, Square, san};

use crate::truths::Check;

/// False claims of the same kind about the same move; none of those that say nothing but their kind.
pub fn broken(check: &Check<'_>, claim: &Claim) -> Vec<Claim> {
    let mut claims = decisions(claim);
    claims.extend(play(check, claim));
    claims.extend(threats(check, claim));
    claims.extend(board(check, claim));
    claims
}

/// Of every other claim: in a position where nothing of the kind is so.
pub const PLAIN: [Claim; 12] = [
    Claim::Mate,
    Claim::Only,
    Claim::Judged,
    Claim::Lots,
    Claim::Repeats,
    Claim::Perpetual,
    Claim::Zugzwang,
    Claim::WinsByForce,
    Claim::BreaksThrough,
    Claim::Seventh,
    Claim::GivesKingRoom,
    Claim::Opposition,
];

fn other(piece: Piece) -> Piece {
    Piece::ALL[(piece.index() + 1) % Piece::ALL.len()]
}

/// Another piece on the same square.
fn swapped(target: &Target) -> Target {
    Target {
        piece: other(target.piece),
        at: target.at,
    }
}

fn decisions(claim: &Claim) -> Vec<Claim> {
    match *claim {
        Claim::Book { .. } => vec![Claim::Book {
            name: Some("No Such Opening"),
        }],
        Claim::Solved(root) => vec![Claim::Solved(SolvedRoot {
            moves: root.moves.map(|moves| moves + 1),
            ..root
        })],
        Claim::Remembered { games, well } => vec![
            Claim::Remembered {
                games: games + 1,
                well,
            },
            Claim::Remembered { games, well: !well },
        ],
        Claim::Tried { games } => vec![Claim::Tried { games: games + 1 }],
        Claim::Draws(reason) => vec![Claim::Draws(match reason {
            Reason::Stalemate => Reason::Threefold,
            _ => Reason::Stalemate,
        })],
        Claim::Forces { moves } => vec![Claim::Forces { moves: moves + 1 }],
        Claim::Lost { moves } => vec![Claim::Lost { moves: moves + 1 }],
        Claim::Better { by } => vec![Claim::Better { by: by + 1 }],
        Claim::Worse { by } => vec![Claim::Worse { by: by + 1 }],
        Claim::Saw { seen, of } => vec![
            Claim::Saw { seen: seen + 1, of },
            Claim::Saw { seen, of: of + 1 },
        ],
        _ => Vec::new(),
    }
}

/// The move itself, as if it were another one.
fn own(check: &Check<'_>) -> Named {
    Named {
        mv: check.mv,
        san: san::write(check.before, check.mv),
    }
}

/// A square on which nothing stands, before the move or after it.
fn empty(check: &Check<'_>) -> Square {
    let stands = |at: Square| {
        let positions = [check.before, &check.after];
        positions
            .iter()
            .any(|position| position.piece_at(at).is_some())
    };
    let mut squares = Square::ALL.into_iter();
    squares.find(|&at| !stands(at)).expect("no board is full")
}

/// Claims about captures and lines.
fn play(check: &Check<'_>, claim: &Claim) -> Vec<Claim> {
    let empty = empty(check);
    let own = || own(check);
    match claim.clone() {
        Claim::Overlooked(_) => vec![Claim::Overlooked(own())],
        Claim::NotSeen(_) => vec![Claim::NotSeen(own())],
        Claim::StopsMate(_) => vec![Claim::StopsMate(own())],
        Claim::Promotes(piece) => vec![Claim::Promotes(other(piece))],
        Claim::TakesBack(_) => vec![Claim::TakesBack(empty)],
        Claim::TakesFree(target) => vec![
            Claim::TakesFree(swapped(&target)),
            Claim::TakesFree(Target {
                at: empty,
                ..target
            }),
        ],
        Claim::Takes(target) => vec![
            Claim::Takes(swapped(&target)),
            Claim::Takes(Target {
                at: empty,
                ..target
            }),
        ],
        Claim::Wins { gain, at } => vec![
            Claim::Wins { gain, at: empty },
            Claim::Wins {
                gain: Gain::Whole(Piece::King),
                at,
            },
        ],
        Claim::Offers(piece) => vec![Claim::Offers(other(piece))],
        Claim::Trades {
            mine,
            yours,
            at,
            ahead,
        } => {
            let trades = |mine, yours, at, ahead| Claim::Trades {
                mine,
                yours,
                at,
                ahead,
            };
            vec![
                trades(other(mine), yours, at, ahead),
                trades(mine, other(yours), at, ahead),
                trades(mine, yours, empty, ahead),
                trades(mine, yours, at, Some(Lead::Piece(Piece::King))),
            ]
        }
        Claim::Invites { piece, ahead } => vec![
            Claim::Invites {
                piece: other(piece),
                ahead,
            },
            Claim::Invites {
                piece,
                ahead: Some(Lead::Piece(Piece::King)),
            },
        ],
        Claim::SimplifiesTo { ending, if_taken } => {
            let another = match ending {
                KnownEnding::PawnWins => KnownEnding::PawnDraws,
                _ => KnownEnding::PawnWins,
            };
            vec![
                Claim::SimplifiesTo {
                    ending: another,
                    if_taken,
                },
                Claim::SimplifiesTo {
                    ending,
                    if_taken: !if_taken,
                },
            ]
        }
        Claim::RemovesGuard { guard, target } => vec![
            Claim::RemovesGuard {
                guard: swapped(&guard),
                target,
            },
            Claim::RemovesGuard {
                guard,
                target: swapped(&target),
            },
        ],
        Claim::Deflects { guard, target } => vec![
            Claim::Deflects {
                guard: swapped(&guard),
                target,
            },
            Claim::Deflects {
                guard,
                target: swapped(&target),
            },
        ],
        Claim::Overloads {
            guard,
            target,
            duty,
        } => {
            let worse = match &duty {
                Duty::Guards(other) => Duty::Guards(swapped(other)),
                Duty::StopsMate(_) => Duty::StopsMate(own()),
            };
            let elsewhere = Target { at: empty, ..guard };
            let overloads = |guard, target, duty| Claim::Overloads {
                guard,
                target,
                duty,
            };
            vec![
                overloads(swapped(&guard), target, duty.clone()),
                overloads(guard, Some(elsewhere), duty),
                overloads(guard, target, worse),
            ]
        }
        Claim::Prevents(_) => vec![Claim::Prevents(own())],
        Claim::GoesOn { piece, to } => vec![
            Claim::GoesOn {
                piece: other(piece),
                to,
            },
            Claim::GoesOn {
                piece,
                to: check.after.king(check.us),
            },
        ],
        Claim::MakesWay(_) => vec![Claim::MakesWay(own())],
        _ => Vec::new(),
    }
}

/// Claims about what is attacked, and what that threatens.
fn threats(check: &Check<'_>, claim: &Claim) -> Vec<Claim> {
    let own = || own(check);
    match claim.clone() {
        Claim::Fork([first, second]) => vec![
            Claim::Fork([swapped(&first), second]),
            Claim::Fork([first, swapped(&second)]),
        ],
        Claim::ThreatensMate(_) => vec![Claim::ThreatensMate(own())],
        Claim::BackRank(_) => vec![Claim::BackRank(own())],
        Claim::ThreatensToMate { next, moves } => vec![
            Claim::ThreatensToMate { next: own(), moves },
            Claim::ThreatensToMate {
                next,
                moves: moves + 1,
            },
        ],
        Claim::ThreatensFork {
            fork,
            targets: [first, second],
        } => vec![
            Claim::ThreatensFork {
                fork: own(),
                targets: [first, second],
            },
            Claim::ThreatensFork {
                fork,
                targets: [first, swapped(&second)],
            },
        ],
        Claim::Discovers { by, target } => vec![
            Claim::Discovers {
                by: swapped(&by),
                target,
            },
            Claim::Discovers {
                by,
                target: swapped(&target),
            },
        ],
        Claim::Skewers { front, behind } => vec![
            Claim::Skewers {
                front: swapped(&front),
                behind,
            },
            Claim::Skewers {
                front,
                behind: swapped(&behind),
            },
        ],
        Claim::Traps(target) => vec![Claim::Traps(swapped(&target))],
        Claim::WinsTempo { target, again } => vec![
            Claim::WinsTempo {
                target: swapped(&target),
                again,
            },
            Claim::WinsTempo {
                target,
                again: !again,
            },
        ],
        Claim::Evades(how) => vec![Claim::Evades(match how {
            Evasion::KingMoves => Evasion::Blocks(Piece::Knight),
            Evasion::Blocks(piece) => Evasion::Blocks(other(piece)),
            Evasion::Takes(piece) => Evasion::Takes(other(piece)),
        })],
        Claim::Rescues { piece, from } => vec![Claim::Rescues {
            piece: other(piece),
            from,
        }],
        Claim::Defends { target, from } => vec![Claim::Defends {
            target: swapped(&target),
            from,
        }],
        Claim::Shields { target, from } => vec![Claim::Shields {
            target: swapped(&target),
            from,
        }],
        Claim::Pins { target, to } => vec![Claim::Pins {
            target: swapped(&target),
            to,
        }],
        Claim::Threatens {
            capture,
            target,
            gain,
        } => vec![
            Claim::Threatens {
                capture: own(),
                target,
                gain,
            },
            Claim::Threatens {
                capture,
                target: swapped(&target),
                gain,
            },
        ],
        Claim::Checks { answers, only } => vec![Claim::Checks {
            answers: answers + 1,
            only,
        }],
        Claim::AimsAt { with, target } => vec![
            Claim::AimsAt {
                with: other(with),
                target,
            },
            Claim::AimsAt {
                with,
                target: swapped(&target),
            },
        ],
        _ => Vec::new(),
    }
}

/// Claims about squares and pawns.
fn board(check: &Check<'_>, claim: &Claim) -> Vec<Claim> {
    let empty = empty(check);
    match *claim {
        Claim::Outruns { pawn, race } => vec![
            Claim::Outruns { pawn: empty, race },
            Claim::Outruns { pawn, race: !race },
        ],
        Claim::Runs { at, steps } => vec![
            Claim::Runs { at: empty, steps },
            Claim::Runs {
                at,
                steps: steps + 1,
            },
        ],
        Claim::Passed(_) => vec![Claim::Passed(empty)],
        Claim::Blockades(_) => vec![Claim::Blockades(empty)],
        Claim::Challenges(_) => vec![Claim::Challenges(empty)],
        Claim::Centre(_) => vec![Claim::Centre(Square::A1)],
        Claim::File { at, half } => vec![
            Claim::File { at: empty, half },
            Claim::File { at, half: !half },
        ],
        Claim::FileToKing { piece, at, opened } => vec![
            Claim::FileToKing {
                piece: other(piece),
                at,
                opened,
            },
            Claim::FileToKing {
                piece,
                at: empty,
                opened,
            },
            Claim::FileToKing {
                piece,
                at,
                opened: !opened,
            },
        ],
        Claim::Doubles {
            piece,
            other: behind,
            at,
        } => vec![
            Claim::Doubles {
                piece: other(piece),
                other: behind,
                at,
            },
            Claim::Doubles {
                piece,
                other: behind,
                at: empty,
            },
        ],
        Claim::GivesUpCastling { short, long } => vec![Claim::GivesUpCastling {
            short: !short,
            long,
        }],
        Claim::StepsAway { piece, from } => vec![Claim::StepsAway {
            piece: other(piece),
            from,
        }],
        Claim::Approaches { pawn, own, steps } => vec![
            Claim::Approaches {
                pawn: empty,
                own,
                steps,
            },
            Claim::Approaches {
                pawn,
                own: !own,
                steps,
            },
            Claim::Approaches {
                pawn,
                own,
                steps: steps + 1,
            },
        ],
        Claim::Outpost(target) => vec![Claim::Outpost(swapped(&target))],
        Claim::Guards { target, from } => vec![Claim::Guards {
            target: swapped(&target),
            from,
        }],
        Claim::Presses {
            target,
            attackers,
            guards,
        } => {
            let presses = |target, attackers, guards| Claim::Presses {
                target,
                attackers,
                guards,
            };
            vec![
                presses(swapped(&target), attackers, guards),
                presses(target, attackers + 1, guards),
                presses(target, attackers, guards + 1),
            ]
        }
        Claim::BearsOnKing { piece, squares } => vec![Claim::BearsOnKing {
            piece,
            squares: squares + 1,
        }],
        Claim::LeavesDanger { squares, before } => vec![
            Claim::LeavesDanger {
                squares: squares + 1,
                before,
            },
            Claim::LeavesDanger {
                squares,
                before: before + 1,
            },
        ],
        Claim::Covers(_) => vec![Claim::Covers(check.mv.to())],
        Claim::Reaches {
            piece,
            squares,
            before,
        } => vec![
            Claim::Reaches {
                piece,
                squares: squares + 1,
                before,
            },
            Claim::Reaches {
                piece,
                squares,
                before: before + 1,
            },
        ],
        Claim::KeepsOut { piece, .. } => vec![Claim::KeepsOut {
            piece,
            at: check.after.king(!check.us),
        }],
        Claim::Opens(target) => vec![Claim::Opens(swapped(&target))],
        Claim::Castles { pawns } => vec![Claim::Castles { pawns: pawns + 1 }],
        Claim::Develops(piece) => vec![Claim::Develops(other(piece))],
        _ => Vec::new(),
    }
}
