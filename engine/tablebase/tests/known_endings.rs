//! What is said of captures that lead to known endings, against the tables.

use engine::explain::{Claim, Facts, KnownEnding, Sound, why};
use engine::player::{Decision, StopReason};
use engine::rules::{Color, Game, Move, Piece, Position, Rank, Square};
use engine::search::{Line, Score};
use engine::tables::{EndgameTables, Wdl};
use tablebase::three_men;

/// Every so many positions are looked at.
const STEP: usize = 211;

/// A line of the move alone.
fn line(mv: Move) -> Line {
    Line {
        rank: 1,
        depth: 1,
        seldepth: 1,
        score: Score::Cp(0),
        nodes: 1,
        time_ms: 0,
        hashfull: 0,
        explored: None,
        pv: vec![mv],
    }
}

/// What is said of a move that was searched.
fn claim(game: &Game, mv: Move) -> Option<Claim> {
    let decision = Decision {
        mv: Some(mv),
        stop_reason: StopReason::Depth,
        lines: vec![line(mv)],
        ..Decision::game_over(0)
    };
    let sound = Sound {
        best: line(mv),
        played: line(mv),
        threat: None,
        free: None,
        yours: None,
    };
    let reason = why(&Facts {
        game,
        decision: &decision,
        earlier: None,
        sound: Some(&sound),
        said: &[],
    });
    reason.map(|reason| reason.claim)
}

/// The known ending that a capture is said to lead to at once.
fn known_after(position: &Position, mv: Move) -> Option<KnownEnding> {
    match claim(&Game::from_position(*position), mv)? {
        Claim::SimplifiesTo {
            ending,
            if_taken: false,
        } => Some(ending),
        _ => None,
    }
}

/// The king of either side takes a knight, and these pieces of White's are left, or of Black's.
fn captures(pieces: &str, seen: &mut dyn FnMut(&Position, Move)) {
    let mut index = 0;
    let letters: Vec<char> = format!("Kk{pieces}").chars().collect();
    let places = 64_usize.pow(letters.len() as u32);
    while index < places {
        let squares: Vec<Square> = (0..letters.len())
            .map(|man| Square::ALL[index / 64_usize.pow(man as u32) % 64])
            .collect();
        index += STEP;
        for white in [true, false] {
            let king = squares[usize::from(!white)];
            for (file, rank) in [(0, 1), (1, 0), (-1, -1)] {
                let Some(from) = king.offset(file, rank) else {
                    continue;
                };
                if let Some((position, mv)) = before(&letters, &squares, white, from) {
                    seen(&position, mv);
                }
            }
        }
    }
}

/// The position before a king came from a square and took a knight.
fn before(
    letters: &[char],
    squares: &[Square],
    white: bool,
    from: Square,
) -> Option<(Position, Move)> {
    let mut board = ['.'; 64];
    for (&letter, &square) in letters.iter().zip(squares) {
        if board[square.index()] != '.' {
            return None;
        }
        board[square.index()] = letter;
    }
    let (to, knight) = match white {
        true => (squares[0], 'n'),
        false => (squares[1], 'N'),
    };
    if board[from.index()] != '.' {
        return None;
    }
    board[from.index()] = board[to.index()];
    board[to.index()] = knight;
    let ranks = (0..8).rev().map(|rank| {
        let mut text = String::new();
        for &letter in &board[8 * rank..8 * rank + 8] {
            match (letter, text.pop()) {
                ('.', Some(empty @ '1'..='7')) => text.push(char::from(empty as u8 + 1)),
                ('.', last) => text.extend(last.into_iter().chain(['1'])),
                (letter, last) => text.extend(last.into_iter().chain([letter])),
            }
        }
        text
    });
    let ranks: Vec<String> = ranks.collect();
    let side = if white { 'w' } else { 'b' };
    let fen = format!("{} {side} - - 0 1", ranks.join("/"));
    let position = Position::from_fen(&fen).ok()?;
    let moves = position.legal_moves();
    let takes = |mv: &&Move| (mv.from(), mv.to()) == (from, to);
    let mv = *moves.iter().find(takes)?;
    Some((position, mv))
}

#[test]
fn endings_said_to_be_won_or_drawn_are() {
    let tables = three_men();
    let mut counts = [0; 3];
    for pieces in ["P", "Q", "R"] {
        captures(pieces, &mut |position, mv| {
            let Some(ending) = known_after(position, mv) else {
                return;
            };
            let result = tables.wdl(&position.play(mv)).expect("it is solved");
            let (index, expected) = match ending {
                KnownEnding::Mates(_) => (0, Wdl::Loss),
                KnownEnding::PawnWins => (1, Wdl::Loss),
                KnownEnding::PawnDraws => (2, Wdl::Draw),
                KnownEnding::WrongBishop => panic!("no bishop in {position}"),
            };
            assert_eq!(result, expected, "{ending:?} in {position}");
            counts[index] += 1;
        });
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// The bare king beside the corner always comes back there, or the ending is drawn already.
#[test]
fn a_wrong_bishop_never_drives_the_king_out_of_its_corner() {
    let tables = three_men();
    let mut seen = 0;
    captures("BP", &mut |position, mv| {
        if known_after(position, mv) != Some(KnownEnding::WrongBishop) {
            return;
        }
        let after = position.play(mv);
        let is_drawn = |position: &Position| {
            tables.wdl(position) == Some(Wdl::Draw)
                || position.insufficient_material()
                || !position.in_check() && !position.has_legal_move()
        };
        let holds = |position: &Position| is_drawn(position) || stays_beside(position);
        let saves = |position: &Position| {
            let answers = position.legal_moves();
            is_drawn(position) || answers.iter().any(|&answer| holds(&position.play(answer)))
        };
        let moves = after.legal_moves();
        let bare = after.by_color(after.side_to_move()).len() == 1;
        let is_held = match bare {
            true => saves(&after),
            false => moves.iter().all(|&mv| saves(&after.play(mv))),
        };
        assert!(is_held, "{after}");
        seen += 1;
    });
    assert!(seen > 100, "{seen}");
}

/// Whether the bare king is still within a step of the corner of the other side's rook's pawn.
fn stays_beside(position: &Position) -> bool {
    let pawns = position.pieces(Piece::Pawn);
    let Some(pawn) = pawns.first() else {
        return false;
    };
    let (strong, rank) = match position.piece_at(pawn) {
        Some((Color::White, _)) => (Color::White, Rank::EIGHTH),
        _ => (Color::Black, Rank::FIRST),
    };
    let corner = Square::new(pawn.file(), rank);
    let king = position.king(!strong);
    let files = king.file().index().abs_diff(corner.file().index());
    let ranks = king.rank().index().abs_diff(corner.rank().index());
    files.max(ranks) <= 1 && position.by_color(!strong).len() == 1
}
