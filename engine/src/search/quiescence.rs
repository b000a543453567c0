//! Quiescence search: captures and check evasions until the position is quiet.

use super::bound::Bound;
use super::correction::CorrectionCells;
use super::move_picker::{MovePicker, PickerMode};
use super::node::{Window, tt_cutoff};
use super::pruning;
use super::quiet_context::QuietContext;
use super::rules::{SearchRule, SearchRules};
use super::score::{DRAW, INFINITE, MAX_PLY, is_decisive, is_lost, mated_at};
use super::searcher::Searcher;
use super::trace::{Arrival, Cause, Recorder, Skipped, VisitKind};
use super::tt::{TtEntry, key_of};
use crate::rules::{Move, Position};

impl<R: SearchRules, T: Recorder> Searcher<'_, R, T> {
    /// The score of `position` once captures have ended, fail-soft, side to move.
    ///
    /// In check every evasion is searched without a stand-pat score, so mates are found. Otherwise
    /// the side to move may stand pat, and captures that lose material are skipped.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> i32 {
        self.pv.begin(ply);
        self.seldepth = self.seldepth.max(ply);
        if self.enter(window, 0, false) {
            return DRAW;
        }
        let score = self.search_quiescent_node::<PV>(position, window, ply);
        self.leave(score)
    }

    /// The score of a node that has been entered; see [`quiescence`](Self::quiescence).
    fn search_quiescent_node<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
    ) -> i32 {
        if self.path.is_draw(position) {
            self.recorder.explain(Cause::Draw, 0, 0);
            return DRAW;
        }
        if ply >= MAX_PLY - 1 {
            self.recorder.explain(Cause::Leaf, 0, 0);
            return self.evaluator.evaluate_at(position, ply);
        }
        let tt_entry = self.probe(position, ply);
        if let Some(score) = tt_entry.and_then(|entry| tt_cutoff::<PV>(entry, window, 0)) {
            self.recorder.explain(Cause::Table, 0, 0);
            return score;
        }
        let in_check = position.in_check();
        if !in_check && is_stalemate(position) {
            self.recorder.explain(Cause::NoMove, 0, 0);
            return DRAW;
        }
        let raw = self.raw_eval(position, tt_entry, ply);
        let corrections = CorrectionCells::of(position, self.earlier(ply));
        let eval = self.corrected(raw, corrections);
        let estimate = tt_entry.map_or(eval, |entry| pruning::tt_adjusted_eval(eval, entry));
        let stand_pat = if in_check { -INFINITE } else { estimate };
        if stand_pat >= window.beta {
            let cause = Cause::StandPat;
            self.recorder.explain(cause, stand_pat, window.beta);
            return stand_pat;
        }
        let old_alpha = window.alpha;
        window.alpha = window.alpha.max(stand_pat);

        let hash_move = tt_entry.and_then(|entry| entry.mv);
        let (score, mv) = self.search_captures::<PV>(position, window, stand_pat, ply, hash_move);
        if self.control.stop_reason().is_some() {
            return DRAW;
        }
        let bound = match score {
            score if score >= window.beta => Bound::Lower,
            score if score > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(
            key_of(position),
            ply,
            TtEntry {
                mv,
                score,
                eval: raw,
                depth: 0,
                bound,
            },
        );
        score
    }

    /// The best of the stand-pat score and the captures, or in check of the evasions.
    fn search_captures<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        stand_pat: i32,
        ply: usize,
        hash_move: Option<Move>,
    ) -> (i32, Option<Move>) {
        let in_check = position.in_check();
        let mode = if in_check {
            PickerMode::AllMoves
        } else {
            PickerMode::GoodCaptures
        };
        let context = match in_check {
            true => self.quiet_context(position, ply),
            false => QuietContext::default(),
        };
        let mut picker = MovePicker::new(position, mode, hash_move, [None; 2], context);
        let mut best = stand_pat;
        let mut best_move = None;
        let mut order = 0;
        while let Some(mv) = picker.next(position, self.history) {
            if !self.path.sees(position, mv) {
                continue;
            }
            if in_check && best > -INFINITE && !is_lost(best) {
                // One evasion avoids mate; later quiet ones are unlikely to be better.
                picker.skip_quiets();
            }
            if !in_check && !self.exhaustive && self.rules.has(SearchRule::Delta) {
                let parameters = self.rules.parameters();
                let bound = pruning::delta_bound(parameters, position, mv, stand_pat);
                if bound <= window.alpha && !is_decisive(window.alpha) {
                    self.recorder.skip(Skipped {
                        mv,
                        order,
                        depth: 0,
                        cause: Cause::Delta,
                        value: bound,
                        limit: window.alpha,
                    });
                    order += 1;
                    best = best.max(bound);
                    continue;
                }
            }
            self.table.prefetch(|| position.likely_key_after(mv));
            let child = self.make_move(position, mv, ply);
            self.recorder.arrive(Arrival {
                mv: Some(mv),
                kind: VisitKind::Move,
                order,
                reduction: 0,
            });
            let value = -self.quiescence::<PV>(&child, window.negated(), ply + 1);
            order += 1;
            self.path.pop();
            if self.control.stop_reason().is_some() {
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
                        let cause = Cause::of_cut(mv, hash_move, [None; 2]);
                        self.recorder.explain(cause, value, window.beta);
                        break;
                    }
                }
            }
        }
        // Every evasion is searched: an unraised score means that there is none.
        if in_check && best == -INFINITE {
            self.recorder.explain(Cause::NoMove, 0, 0);
            (mated_at(ply), None)
        } else {
            (best, best_move)
        }
    }
}

/// Checked only where the side to move has nothing but king and pawns: elsewhere stalemate is too
/// rare to pay for at every leaf, and the full-width search finds it.
fn is_stalemate(position: &Position) -> bool {
    !position.has_non_pawn_material(position.side_to_move()) && !position.has_legal_move()
}
