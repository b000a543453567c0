//! What tables say of a position and of its moves.

use std::cmp::Reverse;

use engine::rules::{Move, Piece, Position, san};
use engine::tables::{EndgameTables, EndgameValue};
use wire::positions::tablebase::{Category, TablebaseAnswer, TablebaseEntry, TablebaseMove};

/// Half moves without a capture or pawn move after which a draw is claimed.
const FIFTY_MOVES: u16 = 100;

/// The answer for a position.
pub fn look_up(tables: &dyn EndgameTables, position: &Position) -> TablebaseAnswer {
    let mut moves: Vec<TablebaseMove> = position
        .legal_moves()
        .into_iter()
        .map(|mv| look_move_up(tables, position, mv))
        .collect();
    moves.sort_by_key(|found| rank(&found.position));
    TablebaseAnswer {
        position: entry(tables, position),
        moves,
    }
}

fn look_move_up(tables: &dyn EndgameTables, position: &Position, mv: Move) -> TablebaseMove {
    let piece = position.piece_at(mv.from()).map(|(_, piece)| piece);
    TablebaseMove {
        uci: mv.to_string(),
        san: san::write(position, mv),
        zeroing: mv.is_capture() || piece == Some(Piece::Pawn),
        position: entry(tables, &position.play(mv)),
    }
}

/// What is best for the side that moves to such a position comes first: the quickest win, then what no
/// table has, at last the slowest loss.
fn rank(after: &TablebaseEntry) -> (u8, Reverse<i32>, Reverse<i32>) {
    let place = match after.category {
        Category::Loss => 0,
        Category::Unknown => 1,
        Category::BlessedLoss => 2,
        Category::Draw => 3,
        Category::CursedWin => 4,
        Category::Win => 5,
    };
    let [mate, zeroing] = [after.dtm, after.dtz].map(|plies| Reverse(plies.unwrap_or(0)));
    (place, mate, zeroing)
}

/// Both distances are there or neither is.
fn entry(tables: &dyn EndgameTables, position: &Position) -> TablebaseEntry {
    let value = tables.mate(position);
    let zeroing = tables.zeroing(position);
    let has_moves = !position.legal_moves().is_empty();
    let (checkmate, stalemate) = (
        !has_moves && position.in_check(),
        !has_moves && !position.in_check(),
    );
    let plies = i32::from(zeroing.unwrap_or(0));
    let (dtz, dtm) = match value {
        None => (None, None),
        Some(EndgameValue::Draw) => (Some(0), None),
        Some(EndgameValue::Win(mate)) => (Some(plies), Some(i32::from(mate))),
        // A mated side has no plies left; -1 tells it from a draw.
        Some(EndgameValue::Loss(mate)) => (Some(-plies.max(1)), Some(-i32::from(mate))),
    };
    let clock = position.halfmove_clock();
    let is_in_time = checkmate || clock + u16::from(zeroing.unwrap_or(0)) <= FIFTY_MOVES;
    let category = match value {
        None => Category::Unknown,
        Some(EndgameValue::Draw) => Category::Draw,
        Some(EndgameValue::Win(_)) if is_in_time => Category::Win,
        Some(EndgameValue::Win(_)) => Category::CursedWin,
        Some(EndgameValue::Loss(_)) if is_in_time => Category::Loss,
        Some(EndgameValue::Loss(_)) => Category::BlessedLoss,
    };
    TablebaseEntry {
        category,
        dtz,
        precise_dtz: dtz,
        dtm,
        dtw: None,
        dtc: None,
        mate: dtm.map(|plies| (plies + plies.signum().max(0)) / 2),
        checkmate,
        stalemate,
        variant_win: false,
        variant_loss: false,
        insufficient_material: position.insufficient_material(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(fen: &str) -> TablebaseAnswer {
        let position = Position::from_fen(fen).expect(fen);
        look_up(&tablebase::three_men(), &position)
    }

    /// The category, `dtz`, `dtm` and `mate`.
    fn said(entry: &TablebaseEntry) -> (Category, Option<i32>, Option<i32>, Option<i32>) {
        assert_eq!(entry.dtz, entry.precise_dtz);
        (entry.category, entry.dtz, entry.dtm, entry.mate)
    }

    #[test]
    fn a_won_position_has_its_distances_and_the_quickest_move_first() {
        let answer = ask("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        let won = (Category::Win, Some(1), Some(1), Some(1));
        assert_eq!(said(&answer.position), won);
        let first = &answer.moves[0];
        assert_eq!((first.uci.as_str(), first.san.as_str()), ("a1a8", "Ra8#"));
        assert!(first.position.checkmate && !first.zeroing);
        let mated = (Category::Loss, Some(-1), Some(0), Some(0));
        assert_eq!(said(&first.position), mated);
        let mates: Vec<i32> = answer
            .moves
            .iter()
            .filter_map(|mv| mv.position.dtm)
            .collect();
        assert!(mates.is_sorted_by(|one, next| one >= next), "{mates:?}");
    }

    #[test]
    fn a_lost_position_has_the_longest_defence_first() {
        let answer = ask("7k/8/5K2/8/8/8/8/R7 b - - 0 1");
        let (category, dtz, dtm, mate) = said(&answer.position);
        assert_eq!(category, Category::Loss);
        let plies = dtm.expect("a distance");
        assert_eq!((dtz, mate), (dtm, Some(plies / 2)));
        assert_eq!(answer.moves[0].position.dtm, Some(-plies - 1));
    }

    #[test]
    fn a_pawn_tells_both_metrics_apart() {
        let answer = ask("8/8/8/8/8/k7/7P/K7 w - - 0 1");
        assert_eq!(
            (answer.position.dtz, answer.position.dtm),
            (Some(1), Some(27))
        );
        assert_eq!(answer.position.mate, Some(14));
        let push = answer.moves.iter().find(|mv| mv.san == "h4");
        assert!(push.is_some_and(|mv| mv.zeroing));
    }

    #[test]
    fn the_fifty_move_rule_has_its_own_categories() {
        let category = |fen: &str| ask(fen).position.category;
        // Mate in 14 moves, and no pawn to push: 27 plies.
        assert_eq!(category("8/8/8/8/8/2k5/8/K6R w - - 73 90"), Category::Win);
        let too_late = ask("8/8/8/8/8/2k5/8/K6R w - - 74 90");
        assert_eq!(too_late.position.category, Category::CursedWin);
        assert_eq!(too_late.moves[0].position.category, Category::BlessedLoss);
    }

    #[test]
    fn draws_and_positions_outside_the_tables_are_told_apart() {
        let stalemate = ask("k7/2Q5/8/8/8/8/8/K7 b - - 0 1");
        assert!(stalemate.position.stalemate && stalemate.moves.is_empty());
        assert_eq!(
            said(&stalemate.position),
            (Category::Draw, Some(0), None, None)
        );
        let kings = ask("k7/8/8/8/8/8/8/K7 w - - 0 1");
        assert!(kings.position.insufficient_material);
        assert_eq!(kings.position.category, Category::Draw);

        // Four men; the capture leads to three.
        let outside = ask("8/8/8/8/8/2k5/2p5/1R5K w - - 0 1");
        assert_eq!(
            said(&outside.position),
            (Category::Unknown, None, None, None)
        );
        let known = outside.moves.iter().filter(|mv| mv.position.dtz.is_some());
        assert_eq!(known.count(), 0, "no capture");
        let capture = ask("8/8/8/8/8/7k/1Rp5/K7 w - - 0 1");
        assert_eq!(capture.moves[0].san, "Rxc2");
        assert_eq!(capture.moves[0].position.category, Category::Loss);
        assert_eq!(capture.moves[1].position.category, Category::Unknown);
    }
}
