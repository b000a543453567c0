//! Beyond the depth: captures and check evasions until the position is quiet enough to evaluate.

use super::negamax::{Searcher, Window, cutoff, has_pieces};
use super::ordering::{Picker, Wanted};
use super::pruning;
use super::score::{DRAW, INFINITE, MAX_PLY, is_mate, is_mated, mated_at};
use super::tt::{Bound, Entry, key_of};
use crate::rules::{Move, Position};

impl Searcher<'_> {
    /// The score of `position` once captures have ended, fail-soft, side to move.
    ///
    /// In check every evasion is searched and nobody stands pat, so a mate is seen (fault 8).
    /// Otherwise the side to move may decline all captures, and those that lose material are not
    /// looked at.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
    ) -> i32 {
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        if self.watch.visit() || self.path.is_draw(position) {
            return DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluator.evaluate_at(position, ply);
        }
        let known = self.table.probe(key_of(position), ply);
        if let Some(score) = known.and_then(|entry| cutoff::<PV>(entry, window, 0)) {
            return score;
        }
        let in_check = position.in_check();
        if !in_check && is_stalemate(position) {
            return DRAW;
        }
        let raw = self.raw_eval(position, known, ply);
        let eval = self.corrected(position, raw);
        let estimate = known.map_or(eval, |entry| pruning::refined(eval, entry));
        let floor = if in_check { -INFINITE } else { estimate };
        if floor >= window.beta {
            return floor;
        }
        let open = window.alpha;
        window.alpha = window.alpha.max(floor);

        let hash_move = known.and_then(|entry| entry.mv);
        let (score, mv) = self.captures::<PV>(position, window, floor, ply, hash_move);
        if self.watch.over().is_some() {
            return DRAW;
        }
        let bound = match score {
            score if score >= window.beta => Bound::Lower,
            score if score > open => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(
            key_of(position),
            ply,
            Entry {
                mv,
                score,
                eval: raw,
                depth: 0,
                bound,
            },
        );
        score
    }

    /// The best of standing pat (`floor`) and the captures, or in check of the evasions.
    fn captures<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        floor: i32,
        ply: usize,
        hash_move: Option<Move>,
    ) -> (i32, Option<Move>) {
        let in_check = position.in_check();
        let wanted = if in_check {
            Wanted::All
        } else {
            Wanted::GoodCaptures
        };
        let mut picker = Picker::new(position, wanted, hash_move, [None; 2], self.before(ply));
        let mut best = floor;
        let mut best_move = None;
        while let Some(mv) = picker.next(position, self.history) {
            self.table.expect(|| position.likely_key_after(mv));
            if in_check && best > -INFINITE && !is_mated(best) {
                // One evasion holds; quiet ones after it hardly do better than captures.
                picker.skip_quiets();
            }
            if !in_check && !self.exhaustive {
                let most = pruning::most_won(position, mv, floor);
                if most <= window.alpha && !is_mate(window.alpha) {
                    best = best.max(most);
                    continue;
                }
            }
            let child = self.enter(position, mv, ply);
            let value = -self.quiescence::<PV>(&child, window.turned(), ply + 1);
            self.path.pop();
            if self.watch.over().is_some() {
                return (best, best_move);
            }
            if value > best {
                best = value;
                if value > window.alpha {
                    best_move = Some(mv);
                    window.alpha = value;
                    if PV {
                        self.pv.extend(ply, mv);
                    }
                    if value >= window.beta {
                        break;
                    }
                }
            }
        }
        // Every evasion is searched, so a score never raised means that there is none.
        if in_check && best == -INFINITE {
            (mated_at(ply), None)
        } else {
            (best, best_move)
        }
    }
}

/// Looked for only where a side has nothing but king and pawns: elsewhere stalemate is too rare to
/// pay for at every leaf, and the full-width search sees it anyway.
fn is_stalemate(position: &Position) -> bool {
    !has_pieces(position, position.side_to_move()) && !position.has_legal_move()
}
