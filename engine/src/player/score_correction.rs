//! Corrected scores for levels with evaluation noise.
//!
//! A search with noise takes the maximum of many noisy scores, so its own score is biased by pawns.
//! The bias is the same for all moves and does not change the choice. The reported score is therefore
//! replaced: by that of a search of the chosen move without noise, to the same depth and with the same sight,
//! plus the mean noise of the positions after all legal moves, which is zero on average over positions.

use std::mem;

use super::{Calculator, Control, Decision};
use crate::eval::{EVAL_LIMIT, EvalConfig, Noise};
use crate::rules::{Game, Move, Position};
use crate::search::{Line, Options, Report, Score, SearchLimits};
use crate::sight::Sight;

/// Maximum depth of the sound search, plies; no level with noise searches deeper.
const MAX_DEPTH: u8 = 8;

/// Depth of the sound search for a tree search, whose lines have all lengths, plies.
const TREE_DEPTH: u8 = 2;

/// Maximum nodes of a sound search.
const MAX_NODES: u64 = 20_000;

/// MB; a small table is cleared fast.
const HASH_MB: u32 = 1;

/// Replaces the scores of a level with noise.
pub(super) struct ScoreCorrector {
    search: Calculator,
    noise: Noise,
    is_tree_search: bool,
}

impl ScoreCorrector {
    /// A corrector for this evaluation; `None` without noise. `is_tree_search` is set for Monte Carlo
    /// tree searches.
    pub fn new(
        eval: &EvalConfig,
        options: Options,
        is_tree_search: bool,
    ) -> Option<ScoreCorrector> {
        let noise = eval.noise?;
        let mut search = Calculator::new(HASH_MB);
        search.set_options(options);
        search.set_eval(EvalConfig {
            noise: None,
            style: None,
            ..eval.clone()
        });
        Some(ScoreCorrector {
            search,
            noise,
            is_tree_search,
        })
    }

    /// Runs `choose` and corrects the scores of its reports and decision. Reports of root moves are held
    /// back until the best line of their depth is known; at levels with noise that takes milliseconds.
    pub fn correct(
        &mut self,
        game: &Game,
        sight: Option<Sight>,
        control: &mut Control<'_>,
        choose: impl FnOnce(&mut Control<'_>) -> Decision,
    ) -> Decision {
        let bias = mean_error(self.noise, game.position());
        let (clock, stop, rng) = (control.clock, control.stop, control.rng.clone());
        let mut held = Vec::new();
        let mut shift = 0;
        let report = &mut *control.report;
        let mut corrected = |message: Report| match &message {
            Report::Depth(line) => {
                if line.rank == 1 {
                    shift = self.shift(game, line, sight, bias);
                    for earlier in mem::take(&mut held) {
                        report(shifted(earlier, shift));
                    }
                }
                report(shifted(message, shift));
            }
            Report::Explored(_) => report(message),
            _ => held.push(message),
        };
        let mut decision = choose(&mut Control {
            clock,
            stop,
            report: &mut corrected,
            rng,
        });
        for late in held {
            report(shifted(late, shift));
        }
        if let Some(best) = decision.lines.first() {
            let shift = self.shift(game, best, sight, bias);
            for line in &mut decision.lines {
                line.score = moved(line.score, shift);
            }
        }
        decision
    }

    /// The correction of a line's score, centipawns; 0 for mates, which have no noise.
    fn shift(&mut self, game: &Game, line: &Line, sight: Option<Sight>, bias: i32) -> i32 {
        let (Score::Cp(score), Some(&mv)) = (line.score, line.pv.first()) else {
            return 0;
        };
        match self.sound_score(game, mv, line.depth, sight) {
            Some(Score::Cp(sound)) => sound + bias - score,
            _ => 0,
        }
    }

    fn sound_score(
        &mut self,
        game: &Game,
        mv: Move,
        depth: u8,
        sight: Option<Sight>,
    ) -> Option<Score> {
        let depth = match self.is_tree_search {
            true => TREE_DEPTH,
            false => depth.clamp(1, MAX_DEPTH),
        };
        let limits = SearchLimits {
            depth: Some(depth),
            searchmoves: vec![mv],
            sight,
            ..SearchLimits::nodes(MAX_NODES)
        };
        let decision = self.search.choose_by_limits(game, &limits);
        Some(decision.lines.first()?.score)
    }
}

/// The mean noise of the positions after all legal moves, centipawns, side to move.
fn mean_error(noise: Noise, position: &Position) -> i32 {
    let moves = position.legal_moves();
    let errors = moves.iter().map(|&mv| -noise.error(&position.play(mv)));
    errors.sum::<i32>() / (moves.len() as i32).max(1)
}

/// The report with its score moved by so many centipawns.
pub(super) fn shifted(report: Report, shift: i32) -> Report {
    match report {
        Report::RootMove(mut found) => {
            found.score = moved(found.score, shift);
            Report::RootMove(found)
        }
        Report::Unfinished { mut line, bound } => {
            line.score = moved(line.score, shift);
            Report::Unfinished { line, bound }
        }
        Report::Depth(mut line) => {
            line.score = moved(line.score, shift);
            Report::Depth(line)
        }
        other => other,
    }
}

/// The score moved by so many centipawns; a mate stays one.
pub(super) fn moved(score: Score, shift: i32) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp((cp + shift).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)),
        mate => mate,
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::player::{Level, NeverStop, PlayerConfig, StoppedClock, StrategyId, Strength};

    /// A decision at a level, with the reports before it.
    fn decide(id: StrategyId, level: u8, seed: u64, game: &Game) -> (Decision, Vec<Report>) {
        let config = PlayerConfig {
            hash_mb: 2,
            strength: Level::new(level).map(Strength::from),
            seed,
            book: None,
            learning: None,
            ..PlayerConfig::default()
        };
        let mut player = config.player(id).expect("it plays");
        let mut reports = Vec::new();
        let mut control = Control {
            clock: &StoppedClock,
            stop: &NeverStop,
            report: &mut |report| reports.push(report),
            rng: crate::rng(seed),
        };
        let limits = SearchLimits::nodes(20_000).with_multipv(3);
        let decision = player.choose(game, &limits, &mut control);
        (decision, reports)
    }

    /// Positions of games with random moves.
    fn positions(count: usize) -> Vec<Game> {
        let mut rng = crate::rng(5);
        (0..count)
            .map(|number| {
                let mut game = Game::new();
                while game.ply() < 6 + number % 30 && game.outcome().is_none() {
                    let moves = game.position().legal_moves();
                    game.play(*moves.choose(&mut rng).expect("it is not over"))
                        .expect("a legal move");
                }
                game
            })
            .filter(|game| game.outcome().is_none())
            .collect()
    }

    /// The score of a move at depth 6, unless that is a mate.
    fn sound(game: &Game, mv: Move) -> Option<i32> {
        let limits = SearchLimits {
            searchmoves: vec![mv],
            ..SearchLimits::depth(6)
        };
        let decision = Calculator::new(1).choose_by_limits(game, &limits);
        match decision.lines.first()?.score {
            Score::Cp(cp) => Some(cp),
            Score::Mate(_) => None,
        }
    }

    #[test]
    fn guesses_lie_around_the_truth_at_every_level_that_errs() {
        let games = positions(60);
        for (id, levels) in [
            (StrategyId::Calculator, 1..=7),
            (StrategyId::Explorer, 1..=4),
        ] {
            for level in levels {
                let off = games.iter().filter_map(|game| {
                    let (decision, _) = decide(id, level, 9, game);
                    let truth = sound(game, decision.mv?)?;
                    match decision.lines.first()?.score {
                        Score::Cp(cp) => Some(cp - truth),
                        Score::Mate(_) => None,
                    }
                });
                let mut off: Vec<i32> = off.collect();
                off.sort_unstable();
                let median = off[off.len() / 2];
                // The first level searches no replies, so it is optimistic.
                let most = if level == 1 { 150 } else { 60 };
                assert!(median.abs() <= most, "{id:?} at level {level}: {median}");
            }
        }
    }

    #[test]
    fn the_last_report_and_the_answer_say_the_same_and_keep_their_order() {
        for game in positions(10) {
            let (decision, reports) = decide(StrategyId::Calculator, 3, 4, &game);
            let told: Vec<_> = reports
                .iter()
                .filter_map(|report| match report {
                    Report::Depth(line) => Some(line.clone()),
                    _ => None,
                })
                .collect();
            let last = &told[told.len() - decision.lines.len()..];
            assert_eq!(last, decision.lines);
            let scores: Vec<_> = decision.lines.iter().map(|line| line.score).collect();
            let falls = |pair: &[Score]| match pair {
                [Score::Cp(first), Score::Cp(second)] => first >= second,
                _ => true,
            };
            assert!(scores.windows(2).all(falls), "{scores:?}");
        }
    }

    #[test]
    fn the_same_moves_are_chosen_and_no_report_is_lost() {
        let game = Game::new();
        let (decision, reports) = decide(StrategyId::Calculator, 5, 4, &game);
        let depths = reports.iter().filter_map(|report| match report {
            Report::RootMove(found) => Some(found.depth),
            _ => None,
        });
        let depths: std::collections::BTreeSet<u8> = depths.collect();
        assert!(depths.contains(&1) && depths.contains(&decision.depth));
    }
}
