//! The analysis of one game: its searches, and what follows from them.

use engine::exercises::{
    DECIDED_CHANCE, Exercise, ExerciseMaker, ExerciseSettings, GameExercises, GamePhase,
};
use engine::explain::Verdict;
use engine::rules::Color;

use super::cause::find_cause;
use super::game_result::{Decided, GameMistake, GameResult, MAX_MISTAKES, PhaseResult, SideResult};
use super::move_times::MoveTime;
use super::read_game::ReadGame;
use super::searcher::Searcher;
use crate::phase_losses::{MoveLosses, PHASES, losses_by_phase, tenths};

/// A blunder after less time than this is premature, ms.
const PREMATURE_MS: u32 = 2_000;

/// Analyses a game; `progress` hears of positions done, and of all. `None` where it was stopped.
pub(super) fn analyse(
    read: &ReadGame,
    settings: ExerciseSettings,
    searcher: &mut Searcher<'_, '_>,
    progress: &mut dyn FnMut(usize, usize, std::time::Duration),
) -> Option<(GameResult, Vec<Exercise>)> {
    let mut maker = ExerciseMaker::with_scores(&read.game, &read.scores, settings);
    if let [side] = read.sides[..] {
        maker = maker.only(side);
    }
    while let Some(wanted) = maker.wanted() {
        let (done, all) = maker.progress();
        progress(done, all, searcher.now());
        let lines = searcher.search(&wanted.game, &wanted.limits, wanted.fresh)?;
        maker.found(&lines);
    }
    let GameExercises {
        mut exercises,
        chances,
        losses,
    } = maker.finish();
    exercises.retain(|exercise| read.sides.contains(&exercise.solver()));
    let mut moves: Vec<AnalysedMove> = Vec::new();
    for ply in 0..read.game.ply() {
        let position = read.game.position_at(ply);
        let color = position.side_to_move();
        let mut analysed = AnalysedMove {
            color,
            phase: GamePhase::of(&position),
            loss: losses.get(ply).copied().flatten().unwrap_or_default(),
            time: read.times.get(ply).copied().unwrap_or_default(),
            mistake: None,
        };
        if read.sides.contains(&color) && Verdict::of(analysed.loss) >= Some(Verdict::Mistake) {
            let here = |exercise: &&Exercise| usize::from(exercise.ply) == ply;
            let exercise = exercises.iter().find(here);
            let cause = find_cause(&read.game, ply, exercise, searcher)?;
            analysed.loss = cause.loss;
            if Verdict::of(cause.loss) >= Some(Verdict::Mistake) {
                analysed.mistake = Some(GameMistake {
                    ply: u16::try_from(ply).unwrap_or(u16::MAX),
                    fen: position.to_fen(),
                    played: *read.game.moves().get(ply)?,
                    better: cause.better,
                    loss: tenths(cause.loss),
                    phase: analysed.phase,
                    allowed: cause.allowed,
                    missed: cause.missed,
                    clock_ms: analysed.time.left,
                    has_exercise: exercise.is_some(),
                });
            }
        }
        moves.push(analysed);
    }
    let side_of = |&color: &Color| side_result(color, &moves);
    let result = GameResult {
        key: read.key,
        date: read.date.clone(),
        players: read.players.clone(),
        end: read.end,
        opening: read.opening.clone(),
        time_control: read.time_control.clone(),
        plies: u16::try_from(read.game.ply()).unwrap_or(u16::MAX),
        decided: decided(&chances, &moves),
        sides: read.sides.iter().map(side_of).collect(),
    };
    Some((result, exercises))
}

/// What is known of a move.
struct AnalysedMove {
    color: Color,
    phase: GamePhase,
    /// Percentage points.
    loss: f64,
    time: MoveTime,
    mistake: Option<GameMistake>,
}

fn side_result(color: Color, moves: &[AnalysedMove]) -> SideResult {
    let mut side = SideResult {
        color,
        phases: [PhaseResult::default(); 3],
        in_trouble: MoveLosses::default(),
        with_time: MoveLosses::default(),
        premature: 0,
        mistakes: Vec::new(),
    };
    let own = || moves.iter().filter(|mv| mv.color == color);
    let losses = losses_by_phase(own().map(|mv| (mv.phase, mv.loss)));
    for (phase, losses) in side.phases.iter_mut().zip(losses) {
        phase.moves = losses;
    }
    for mv in own() {
        let loss = tenths(mv.loss);
        let Some(index) = PHASES.iter().position(|phase| *phase == mv.phase) else {
            continue;
        };
        let phase = &mut side.phases[index];
        phase.mistakes += u16::from(mv.mistake.is_some());
        if let Some(used) = mv.time.used {
            phase.timed_moves += 1;
            phase.time_ms = phase.time_ms.saturating_add(used);
        }
        match mv.time.in_trouble {
            Some(true) => side.in_trouble.add(loss),
            Some(false) => side.with_time.add(loss),
            None => {}
        }
        let is_quick = mv.time.used.is_some_and(|used| used < PREMATURE_MS);
        let is_blunder = Verdict::of(mv.loss) == Some(Verdict::Blunder);
        let has_time = mv.time.in_trouble == Some(false);
        side.premature += u16::from(is_quick && is_blunder && has_time);
        side.mistakes.extend(mv.mistake.clone());
    }
    while side.mistakes.len() > MAX_MISTAKES {
        // The smallest one, the latest of equals.
        let mistakes = side.mistakes.iter().enumerate();
        let least = mistakes.min_by_key(|(_, one)| (one.loss, std::cmp::Reverse(one.ply)));
        if let Some((index, _)) = least {
            side.mistakes.remove(index);
        }
    }
    side
}

/// Where White's chances, percent, leave the middle for good.
fn decided(chances: &[Option<f64>], moves: &[AnalysedMove]) -> Option<Decided> {
    let ahead_at = |ply: usize| {
        let chance = chances.get(ply).copied().flatten()?;
        if chance >= DECIDED_CHANCE {
            Some(Color::White)
        } else if chance <= 100.0 - DECIDED_CHANCE {
            Some(Color::Black)
        } else {
            None
        }
    };
    let last = chances.len().checked_sub(1)?;
    let ahead = ahead_at(last)?;
    let stays = (0..last)
        .rev()
        .take_while(|&ply| ahead_at(ply) == Some(ahead));
    // The move that led to the first of these positions; the start is even.
    let decisive = (last - stays.count()).checked_sub(1)?;
    let phase = moves.get(decisive)?.phase;
    Some(Decided { phase, ahead })
}
