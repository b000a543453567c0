//! What tables say of a position and of its moves.

use std::cmp::Reverse;

use engine::rules::{Move, Position, san};
use engine::tables::{EndgameTables, EndgameValue};
use syzygy::{Syzygy, SyzygyWdl};
use wire::positions::tablebase::{Category, TablebaseAnswer, TablebaseEntry, TablebaseMove};

/// Half moves without a capture or pawn move after which a draw is claimed.
const FIFTY_MOVES: i32 = 100;

/// Where positions are looked up: in ours first, since they know the distance to mate.
pub struct Lookup<'t> {
    pub ours: &'t dyn EndgameTables,
    pub syzygy: Option<&'t Syzygy>,
}

/// What tables have of a position.
struct LookupResult {
    category: Category,
    /// `None` where only the result is there.
    dtz: Option<i32>,
    is_precise: bool,
    dtm: Option<i32>,
}

impl Lookup<'_> {
    /// The answer for a position.
    pub fn answer(&self, position: &Position) -> TablebaseAnswer {
        let mut moves: Vec<TablebaseMove> = position
            .legal_moves()
            .into_iter()
            .map(|mv| self.answer_move(position, mv))
            .collect();
        // Where one of them is known by the other metric alone, all are compared by it.
        let by_mate = moves.iter().all(|mv| has_mate_or_none(&mv.position));
        moves.sort_by_key(|found| rank(&found.position, by_mate));
        TablebaseAnswer {
            position: self.entry(position),
            moves,
        }
    }

    fn answer_move(&self, position: &Position, mv: Move) -> TablebaseMove {
        let child = position.play(mv);
        TablebaseMove {
            uci: mv.to_string(),
            san: san::write(position, mv),
            zeroing: child.halfmove_clock() == 0,
            position: self.entry(&child),
        }
    }

    fn entry(&self, position: &Position) -> TablebaseEntry {
        let found = self
            .find_in_ours(position)
            .or_else(|| self.find_in_syzygy(position));
        let has_moves = !position.legal_moves().is_empty();
        let dtz = found.as_ref().and_then(|found| found.dtz);
        let dtm = found.as_ref().and_then(|found| found.dtm);
        TablebaseEntry {
            category: found
                .as_ref()
                .map_or(Category::Unknown, |found| found.category),
            dtz,
            precise_dtz: dtz.filter(|_| found.is_some_and(|found| found.is_precise)),
            dtm,
            dtw: None,
            dtc: None,
            mate: dtm.map(|plies| (plies + plies.signum().max(0)) / 2),
            checkmate: !has_moves && position.in_check(),
            stalemate: !has_moves && !position.in_check(),
            variant_win: false,
            variant_loss: false,
            insufficient_material: position.insufficient_material(),
        }
    }

    fn find_in_ours(&self, position: &Position) -> Option<LookupResult> {
        let value = self.ours.mate(position)?;
        let plies = i32::from(self.ours.zeroing(position).unwrap_or(0));
        let (dtz, dtm) = match value {
            EndgameValue::Draw => (0, None),
            EndgameValue::Win(mate) => (plies, Some(i32::from(mate))),
            // A mated side has no plies left; -1 tells it from a draw.
            EndgameValue::Loss(mate) => (-plies.max(1), Some(-i32::from(mate))),
        };
        let is_mated = value == EndgameValue::Loss(0);
        let clock = i32::from(position.halfmove_clock());
        let is_in_time = is_mated || clock + plies <= FIFTY_MOVES;
        let category = match (value, is_in_time) {
            (EndgameValue::Draw, _) => Category::Draw,
            (EndgameValue::Win(_), true) => Category::Win,
            (EndgameValue::Win(_), false) => Category::CursedWin,
            (EndgameValue::Loss(_), true) => Category::Loss,
            (EndgameValue::Loss(_), false) => Category::BlessedLoss,
        };
        Some(LookupResult {
            category,
            dtz: Some(dtz),
            is_precise: true,
            dtm,
        })
    }

    /// A file that cannot be read has nothing. The distance may be a ply short, so that a clock that it just
    /// fits is not sure.
    fn find_in_syzygy(&self, position: &Position) -> Option<LookupResult> {
        let syzygy = self.syzygy?;
        let wdl = syzygy.wdl(position).ok().flatten()?;
        let dtz = syzygy.dtz(position).ok().flatten();
        let is_mated = dtz == Some(-1) && position.legal_moves().is_empty();
        let clock = i32::from(position.halfmove_clock());
        // From a clock at zero the result is exact.
        let plies = match dtz {
            Some(dtz) if clock > 0 && !is_mated => dtz.abs() + clock,
            _ => 0,
        };
        let category = match (wdl, plies) {
            (SyzygyWdl::Draw, _) => Category::Draw,
            (SyzygyWdl::CursedWin, _) => Category::CursedWin,
            (SyzygyWdl::BlessedLoss, _) => Category::BlessedLoss,
            (SyzygyWdl::Win, ..FIFTY_MOVES) => Category::Win,
            (SyzygyWdl::Win, FIFTY_MOVES) => Category::MaybeWin,
            (SyzygyWdl::Win, _) => Category::CursedWin,
            (SyzygyWdl::Loss, ..FIFTY_MOVES) => Category::Loss,
            (SyzygyWdl::Loss, FIFTY_MOVES) => Category::MaybeLoss,
            (SyzygyWdl::Loss, _) => Category::BlessedLoss,
        };
        Some(LookupResult {
            category,
            dtz,
            is_precise: wdl == SyzygyWdl::Draw || is_mated,
            dtm: None,
        })
    }
}

/// Whether an entry that is won or lost has its distance to mate.
fn has_mate_or_none(entry: &TablebaseEntry) -> bool {
    entry.dtm.is_some() || matches!(entry.dtz, None | Some(0))
}

/// What is best for the side that moves to such a position comes first: the quickest win, then what no
/// table has, at last the slowest loss.
fn rank(after: &TablebaseEntry, by_mate: bool) -> (u8, Reverse<i32>, Reverse<i32>) {
    let place = match after.category {
        Category::Loss => 0,
        Category::Unknown => 1,
        Category::MaybeLoss => 2,
        Category::BlessedLoss => 3,
        Category::Draw => 4,
        Category::CursedWin => 5,
        Category::MaybeWin => 6,
        Category::Win => 7,
    };
    let mate = after.dtm.filter(|_| by_mate);
    let [mate, zeroing] = [mate, after.dtz].map(|plies| Reverse(plies.unwrap_or(0)));
    (place, mate, zeroing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(fen: &str) -> TablebaseAnswer {
        let position = Position::from_fen(fen).expect(fen);
        let lookup = Lookup {
            ours: &tablebase::three_men(),
            syzygy: None,
        };
        lookup.answer(&position)
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
