//! Claims about what a piece or a pawn does from its square, checked independently.

use engine::explain::Claim;
use engine::rules::{Color, File, Piece, Position, Rank, Square};

use crate::sight::{attackers, attacks, mates_in, most_on};
use crate::truths::Check;

impl Check<'_> {
    pub fn squares_hold(&self, claim: &Claim) -> bool {
        let (before, after, mv) = (self.before, &self.after, self.mv);
        match claim {
            Claim::Seventh => {
                self.stands == Piece::Rook && self.rank(mv.to()) == 6 && self.rank(mv.from()) != 6
            }
            Claim::Doubles { piece, other, at } => {
                let is_other = |square: Square| {
                    square != *at
                        && square.file() == at.file()
                        && after.piece_at(square) == Some((self.us, *other))
                        && attacks(after, *at, square)
                };
                self.stands == *piece
                    && mv.to() == *at
                    && Square::ALL.into_iter().any(is_other)
                    && [*piece, *other].contains(&Piece::Rook)
            }
            Claim::FileToKing { piece, at, opened } => {
                let file = |rank| after.piece_at(Square::new(at.file(), rank));
                let is_half_open = !Rank::ALL.map(file).contains(&Some((self.us, Piece::Pawn)));
                let king = after.king(!self.us);
                let near = |square: Square| {
                    square.file() == at.file()
                        && distance(square, king) <= 1
                        && attacks(after, *at, square)
                };
                let is_new = match opened {
                    true => self.stands == Piece::Pawn && mv.from().file() == at.file(),
                    false => mv.to() == *at && mv.from().file() != at.file(),
                };
                after.piece_at(*at) == Some((self.us, *piece))
                    && matches!(piece, Piece::Rook | Piece::Queen)
                    && is_half_open
                    && is_new
                    && Square::ALL.into_iter().any(near)
            }
            Claim::Passed(at) => {
                let from = if *at == mv.to() { mv.from() } else { *at };
                self.is_passed(after, *at, self.us) && !self.is_passed(before, from, self.us)
            }
            Claim::Blockades(pawn) => {
                let step = if self.us == Color::White { 1 } else { -1 };
                self.is_passed(after, *pawn, !self.us) && pawn.offset(0, -step) == Some(mv.to())
            }
            Claim::Challenges(pawn) => {
                self.stands == Piece::Pawn
                    && after.piece_at(*pawn) == Some((!self.us, Piece::Pawn))
                    && attacks(after, mv.to(), *pawn)
                    && !attacks(before, mv.from(), *pawn)
            }
            Claim::GivesKingRoom => {
                !self.king_has_room(before)
                    && self.king_has_room(after)
                    && self.stands == Piece::Pawn
            }
            Claim::LeavesDanger {
                squares,
                before: more,
            } => {
                let attacked = |position: &Position| {
                    let king = position.king(self.us);
                    let beside = Square::ALL.into_iter();
                    let beside = beside.filter(|&at| distance(at, king) == 1);
                    beside
                        .filter(|&at| !attackers(position, at, !self.us).is_empty())
                        .count()
                };
                self.stands == Piece::King
                    && attacked(after) == usize::from(*squares)
                    && attacked(before) == usize::from(*more)
                    && squares < more
            }
            Claim::Covers(at) => {
                let by_pawn = |position: &Position| {
                    let guards = attackers(position, *at, self.us);
                    let mut guards = guards.iter().map(|&from| position.piece_at(from));
                    guards.any(|man| man == Some((self.us, Piece::Pawn)))
                };
                self.stands == Piece::Pawn
                    && attacks(after, mv.to(), *at)
                    && !by_pawn(before)
                    && by_pawn(after)
            }
            Claim::GivesUpCastling { short, long } => {
                let rights = |position: &Position| {
                    let rights = position.castling();
                    (rights.short(self.us), rights.long(self.us))
                };
                let (had, has) = (rights(before), rights(after));
                let lost = (had.0 && !has.0, had.1 && !has.1);
                let said = match has {
                    (false, false) => (true, true),
                    _ => lost,
                };
                (*short, *long) == said && (lost.0 || lost.1)
            }
            Claim::StepsAway { piece, from } => {
                self.moved == *piece
                    && most_on(after, mv.to()) <= 20
                    && attackers(before, mv.from(), !self.us).iter().any(|&at| {
                        before.piece_at(at) == Some((!self.us, *from))
                            && !attacks(after, at, mv.to())
                    })
            }
            Claim::Opposition => {
                let pieces = Square::ALL.into_iter().filter_map(|at| after.piece_at(at));
                let (mine, yours) = (after.king(self.us), after.king(!self.us));
                let line = mine.file() == yours.file() || mine.rank() == yours.rank();
                line && distance(mine, yours) == 2
                    && pieces
                        .into_iter()
                        .all(|(_, piece)| matches!(piece, Piece::King | Piece::Pawn))
            }
            Claim::Approaches { pawn, own, steps } => {
                let side = if *own { self.us } else { !self.us };
                after.piece_at(*pawn) == Some((side, Piece::Pawn))
                    && self.stands == Piece::King
                    && distance(mv.to(), *pawn) == i32::from(*steps)
                    && distance(mv.from(), *pawn) > i32::from(*steps)
                    && (!own || self.is_passed(after, *pawn, self.us))
            }
            claim => self.reach_holds(claim),
        }
    }

    /// Whether an enemy pawn attacks a square now, or after steps and captures of the men that stand.
    fn pawn_attacks_once(&self, pawn: Square, at: Square) -> bool {
        let step = if self.us == Color::White { -1 } else { 1 };
        let takes = [-1, 1]
            .into_iter()
            .filter_map(|file| pawn.offset(file, step));
        takes.into_iter().any(|to| {
            let man = self.after.piece_at(to);
            let is_taken = man.is_some_and(|(color, man)| color == self.us && man != Piece::King);
            to == at || is_taken && self.pawn_attacks_once(to, at)
        }) || pawn
            .offset(0, step)
            .is_some_and(|to| self.pawn_attacks_once(to, at))
    }

    fn reach_holds(&self, claim: &Claim) -> bool {
        let (before, after, mv) = (self.before, &self.after, self.mv);
        match claim {
            Claim::Outpost(target) => {
                // No enemy pawn can ever be where it attacks the square, though it may take what stands
                // in its way.
                let mut pawns = Square::ALL.into_iter();
                let is_reached = pawns.any(|pawn| {
                    after.piece_at(pawn) == Some((!self.us, Piece::Pawn))
                        && self.pawn_attacks_once(pawn, target.at)
                });
                let guards = attackers(after, target.at, self.us);
                self.is_mine(after, target)
                    && mv.to() == target.at
                    && !is_reached
                    && guards
                        .iter()
                        .any(|&at| after.piece_at(at) == Some((self.us, Piece::Pawn)))
            }
            Claim::Guards { target, from } => {
                let attackers_now = attackers(after, target.at, !self.us);
                self.is_mine(after, target)
                    && attacks(after, mv.to(), target.at)
                    && !attacks(before, mv.from(), target.at)
                    && match from {
                        Some(from) => attackers_now
                            .iter()
                            .any(|&at| after.piece_at(at) == Some((!self.us, *from))),
                        None => {
                            attackers_now.is_empty()
                                && attackers(before, target.at, self.us).is_empty()
                        }
                    }
            }
            Claim::Presses {
                target,
                attackers: pressing,
                guards,
            } => {
                self.is_yours(after, target)
                    && attackers(after, target.at, self.us).len() == usize::from(*pressing)
                    && attackers(after, target.at, !self.us).len() == usize::from(*guards)
                    && attacks(after, mv.to(), target.at)
                    && !attacks(before, mv.from(), target.at)
            }
            Claim::BearsOnKing { piece, squares } => {
                let king = after.king(!self.us);
                let around = Square::ALL.into_iter().filter(|&at| {
                    distance(at, king) == 1
                        && attacks(after, mv.to(), at)
                        && after.piece_at(at).is_none_or(|(color, _)| color != self.us)
                });
                self.stands == *piece && around.count() == usize::from(*squares)
            }
            Claim::Reaches {
                piece,
                squares,
                before: fewer,
            } => {
                self.stands == *piece
                    && self.reached(after, mv.to()) == usize::from(*squares)
                    && self.reached(before, mv.from()) == usize::from(*fewer)
            }
            Claim::KeepsOut { piece, at } => {
                let unmoved = before.play_null();
                let answers = unmoved.legal_moves();
                let mut there = answers.iter().filter(|answer| {
                    answer.to() == *at
                        && unmoved.piece_at(answer.from()) == Some((!self.us, *piece))
                        && after.is_legal(**answer)
                });
                // Taking it lets no mate through.
                let is_taken = |entered: &Position| {
                    let moves = entered.legal_moves();
                    let mut takes = moves.iter().filter(|mv| mv.to() == *at);
                    takes.any(|&mv| !mates_in(&entered.play(mv), 1))
                };
                there.any(|&answer| {
                    let entered = after.play(answer);
                    most_on(&unmoved.play(answer), *at) <= 20
                        && most_on(&entered, *at) >= 80
                        && is_taken(&entered)
                })
            }
            Claim::Opens(target) => {
                self.is_mine(after, target)
                    && target.at != mv.to()
                    && self.reached(after, target.at) > self.reached(before, target.at)
            }
            // Said of other moves.
            _ => false,
        }
    }

    /// The rank as the mover counts, from 0.
    fn rank(&self, at: Square) -> usize {
        let rank = at.rank().index();
        if self.us == Color::White {
            rank
        } else {
            7 - rank
        }
    }

    pub fn is_passed(&self, position: &Position, at: Square, side: Color) -> bool {
        let forward = if side == Color::White { 1 } else { -1 };
        let ahead = |rank: Rank| (rank.index() as i32 - at.rank().index() as i32) * forward > 0;
        let stops = |file: File, rank: Rank| {
            (file.index() as i32 - at.file().index() as i32).abs() <= 1
                && ahead(rank)
                && position.piece_at(Square::new(file, rank)) == Some((!side, Piece::Pawn))
        };
        position.piece_at(at) == Some((side, Piece::Pawn))
            && !Square::ALL
                .into_iter()
                .any(|square| stops(square.file(), square.rank()))
    }

    /// Whether the king on its first rank has a free square on the second.
    fn king_has_room(&self, position: &Position) -> bool {
        let king = position.king(self.us);
        Square::ALL.into_iter().any(|at| {
            let is_own = position
                .piece_at(at)
                .is_some_and(|(color, _)| color == self.us);
            let is_attacked = !attackers(position, at, !self.us).is_empty()
                || Square::ALL.into_iter().any(|from| {
                    position
                        .piece_at(from)
                        .is_some_and(|(color, _)| color != self.us)
                        && crate::sight::attacks_through(position, from, at, Some(king))
                });
            distance(at, king) == 1 && self.rank(at) == 1 && !is_own && !is_attacked
        })
    }

    /// How many squares a piece could go to, legal or not.
    fn reached(&self, position: &Position, from: Square) -> usize {
        let free = |at: &Square| {
            attacks(position, from, *at)
                && position
                    .piece_at(*at)
                    .is_none_or(|(color, _)| color != self.us)
        };
        Square::ALL.iter().filter(|at| free(at)).count()
    }
}

/// A king's moves on an empty board.
pub fn distance(from: Square, to: Square) -> i32 {
    let files = from.file().index() as i32 - to.file().index() as i32;
    let ranks = from.rank().index() as i32 - to.rank().index() as i32;
    files.abs().max(ranks.abs())
}
