//! Validation of positions, clause by clause. A valid position can be played without a panic, and no
//! position of a game is refused.

use super::castling::Castling;
use super::fen_error::FenError;
use super::{BitBoard, Color, Piece, Position, Rank, Square};

type Clause = fn(&Position) -> Result<(), FenError>;

/// The clauses in the order in which they are checked: a later one may rely on the earlier ones.
const CLAUSES: [Clause; 8] = [
    each_side_has_one_king,
    pawns_stand_between_the_outer_ranks,
    no_side_has_more_pieces_than_promotions_allow,
    kings_do_not_touch,
    castling_rights_have_their_king_and_rook,
    the_side_that_just_moved_is_not_in_check,
    at_most_two_pieces_give_check,
    the_en_passant_square_was_just_passed,
];

/// Checks everything but the derived fields (keys, checkers), which need not be set yet.
pub(super) fn validate(position: &Position) -> Result<(), FenError> {
    CLAUSES.iter().try_for_each(|clause| clause(position))
}

fn each_side_has_one_king(position: &Position) -> Result<(), FenError> {
    each_color(|color| {
        let found = position.colored(color, Piece::King).len();
        ensure(found == 1, FenError::Kings { color, found })
    })
}

fn pawns_stand_between_the_outer_ranks(position: &Position) -> Result<(), FenError> {
    let outer = BitBoard::rank(Rank::FIRST) | BitBoard::rank(Rank::EIGHTH);
    match (position.pieces(Piece::Pawn) & outer).first() {
        Some(square) => Err(FenError::PawnRank { square }),
        None => Ok(()),
    }
}

fn no_side_has_more_pieces_than_promotions_allow(position: &Position) -> Result<(), FenError> {
    each_color(|color| {
        let count = |piece| position.colored(color, piece).len();
        let found = position.by_color(color).len();
        ensure(found <= 16, FenError::TooManyPieces { color, found })?;
        let pawns = count(Piece::Pawn);
        ensure(
            pawns <= 8,
            FenError::TooManyPawns {
                color,
                found: pawns,
            },
        )?;

        // A side starts with one bishop on each colour of squares, and bishops keep to it.
        let bishops = position.colored(color, Piece::Bishop);
        let (dark, light) = (
            bishops & BitBoard::DARK_SQUARES,
            bishops - BitBoard::DARK_SQUARES,
        );
        let promoted = count(Piece::Knight).saturating_sub(2)
            + dark.len().saturating_sub(1)
            + light.len().saturating_sub(1)
            + count(Piece::Rook).saturating_sub(2)
            + count(Piece::Queen).saturating_sub(1);
        let missing = 8 - pawns;
        ensure(
            promoted <= missing,
            FenError::TooManyPromoted {
                color,
                promoted,
                missing,
            },
        )
    })
}

fn kings_do_not_touch(position: &Position) -> Result<(), FenError> {
    let attackers = position.attackers(position.king(Color::White), position.occupied());
    ensure(
        !attackers.has(position.king(Color::Black)),
        FenError::KingsTouch,
    )
}

fn castling_rights_have_their_king_and_rook(position: &Position) -> Result<(), FenError> {
    Castling::ALL
        .iter()
        .filter(|castling| position.castling.has(castling))
        .try_for_each(|castling| {
            let Castling {
                color,
                letter,
                king_from: king,
                rook_from: rook,
                ..
            } = *castling;
            let there = position.piece_at(king) == Some((color, Piece::King))
                && position.piece_at(rook) == Some((color, Piece::Rook));
            ensure(
                there,
                FenError::CastlingPieces {
                    right: letter,
                    king,
                    rook,
                },
            )
        })
}

fn the_side_that_just_moved_is_not_in_check(position: &Position) -> Result<(), FenError> {
    let side = position.side;
    let attackers = position.attackers(position.king(!side), position.occupied());
    ensure(
        !attackers.meets(position.us()),
        FenError::OpponentInCheck { side },
    )
}

fn at_most_two_pieces_give_check(position: &Position) -> Result<(), FenError> {
    let attackers = position.attackers(position.king(position.side), position.occupied());
    let found = (attackers & position.them()).len();
    ensure(found <= 2, FenError::TooManyCheckers { found })
}

fn the_en_passant_square_was_just_passed(position: &Position) -> Result<(), FenError> {
    let Some(square) = position.en_passant else {
        return Ok(());
    };
    let (expected, came_from, went_to) = match position.side {
        Color::White => (Rank::SIXTH, Rank::SEVENTH, Rank::FIFTH),
        Color::Black => (Rank::THIRD, Rank::SECOND, Rank::FOURTH),
    };
    ensure(
        square.rank() == expected,
        FenError::EnPassantRank {
            expected,
            found: square,
        },
    )?;
    let pawn = Square::new(square.file(), went_to);
    let origin = Square::new(square.file(), came_from);
    let pawn_is_there = position.piece_at(pawn) == Some((!position.side, Piece::Pawn));
    ensure(pawn_is_there, FenError::EnPassantPawn { square, pawn })?;
    for square in [square, origin] {
        ensure(
            !position.occupied().has(square),
            FenError::EnPassantBlocked { square },
        )?;
    }
    // Before the double step it was the other side's turn, so this king was not in check.
    let before = (position.occupied() - pawn.into()) | origin.into();
    let attackers = position.attackers(position.king(position.side), before);
    let others = position.them() - pawn.into();
    ensure(
        !attackers.meets(others),
        FenError::EnPassantCheck { square },
    )
}

fn each_color(clause: impl Fn(Color) -> Result<(), FenError>) -> Result<(), FenError> {
    Color::ALL.into_iter().try_for_each(clause)
}

fn ensure(holds: bool, otherwise: FenError) -> Result<(), FenError> {
    if holds { Ok(()) } else { Err(otherwise) }
}
