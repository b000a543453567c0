//! Exercises from one game: the searches it takes, one after the other, and their results.

use super::candidate_check::{CandidateCheck, CheckResult, PlayedMove};
use super::exercise::{Exercise, ExerciseOrigin};
use super::settings::{
    DECIDED_CHANCE, ExerciseSearch, ExerciseSettings, MIN_CHANCE, MIN_GAP, MIN_LOSS,
    MIN_SCANNED_LOSS,
};
use crate::explain::{ReviewedGame, chance, end_score, white_chance};
use crate::rules::{Color, Game};
use crate::search::{Line, Score, SearchLimits};

/// Makes exercises from one game. It goes from the last position to the first, and checks a candidate as
/// soon as its loss is known.
///
/// The caller runs the searches on one searcher that remembers its table from one to the next
/// ([`Calculator::remember`](crate::player::Calculator::remember)); the same game and settings then make
/// the same exercises.
///
/// ```
/// use engine::exercises::{ExerciseMaker, ExerciseSettings, Judgement};
/// use engine::player::{Calculator, Player};
/// use engine::rules::{Game, san};
///
/// // Black loses the rook and overlooks a mate.
/// let start = "3r2k1/2Q2ppp/8/8/8/8/5PPP/6K1 b - - 0 30";
/// let game = Game::replay(Some(start), &["h7h6", "c7d8"]).unwrap();
/// let settings = ExerciseSettings {
///     scan_nodes: 2_000,
///     check_nodes: [5_000, 10_000, 20_000],
/// };
/// let mut searcher = Calculator::new(1);
/// searcher.remember(true);
/// let mut maker = ExerciseMaker::new(&game, settings);
/// while let Some(wanted) = maker.wanted() {
///     if wanted.fresh {
///         searcher.new_game();
///     }
///     let decision = searcher.choose_by_limits(&wanted.game, &wanted.limits);
///     maker.found(&decision.lines);
/// }
/// let exercise = &maker.finish().exercises[0];
/// assert_eq!(san::write(&exercise.start, exercise.solution[0]), "Rd1#");
/// assert_eq!(exercise.judge(0, exercise.solution[0]), Judgement::Solved);
/// assert!(matches!(exercise.judge(0, exercise.played), Judgement::Wrong { .. }));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ExerciseMaker {
    game: Game,
    settings: ExerciseSettings,
    /// White's winning chance in each position, percent, where it is known.
    chances: Vec<Option<f64>>,
    /// The losses of the moves, percentage points, where they are known.
    losses: Vec<Option<f64>>,
    /// What a review has found of the moves.
    reviewed: Vec<Option<PlayedMove>>,
    /// Minimum loss of a candidate, percentage points.
    min_loss: f64,
    /// The side whose moves are checked; `None` for both.
    side: Option<Color>,
    /// Number of positions left.
    left: usize,
    /// The check of the move in the last position that is left.
    check: Option<CandidateCheck>,
    /// Whether a search was asked for and answered.
    has_searched: bool,
    /// The last one of the game first.
    exercises: Vec<Exercise>,
}

/// What was made of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameExercises {
    /// In the game's order, each position once.
    pub exercises: Vec<Exercise>,
    /// White's winning chance in each position, percent; one more than moves. `None` for those not
    /// reached.
    pub chances: Vec<Option<f64>>,
    /// The movers' losses, percentage points; deeper ones than by the chances where a move was checked.
    pub losses: Vec<Option<f64>>,
}

impl ExerciseMaker {
    /// Of a game of which nothing is known: each position is searched.
    #[must_use]
    pub fn new(game: &Game, settings: ExerciseSettings) -> ExerciseMaker {
        ExerciseMaker::with_scores(game, &[], settings)
    }

    /// Of a game with scores of its positions, White's view, the start first, from a PGN for instance;
    /// positions without one are searched. Scores are those of an engine for which the curve of
    /// [`win_percent`](crate::explain::win_percent) was fitted.
    #[must_use]
    pub fn with_scores(
        game: &Game,
        scores: &[Option<Score>],
        settings: ExerciseSettings,
    ) -> ExerciseMaker {
        let chance_at = |ply| {
            let score: Score = scores.get(ply).copied().flatten()?;
            Some(white_chance(score, game.position_at(ply).side_to_move()))
        };
        let chances = (0..=game.ply()).map(chance_at).collect();
        let losses = vec![None; game.ply()];
        let reviewed = vec![None; game.ply()];
        ExerciseMaker::start(game, settings, chances, losses, reviewed, MIN_SCANNED_LOSS)
    }

    /// Of a reviewed game: only the moves that lost much are searched.
    #[must_use]
    pub fn from_review(
        game: &Game,
        reviewed: &ReviewedGame,
        settings: ExerciseSettings,
    ) -> ExerciseMaker {
        let chance_at = |ply: usize| reviewed.review.chances.get(ply).copied();
        let loss_of = |ply: usize| Some(reviewed.review.moves.get(ply)?.loss);
        let played = |ply: usize| {
            let line = reviewed.played.get(ply)?.as_ref()?.pv.clone();
            Some(PlayedMove {
                loss: loss_of(ply)?,
                line,
            })
        };
        let moves = 0..game.ply();
        ExerciseMaker::start(
            game,
            settings,
            (0..=game.ply()).map(chance_at).collect(),
            moves.clone().map(loss_of).collect(),
            moves.map(played).collect(),
            MIN_LOSS,
        )
    }

    fn start(
        game: &Game,
        settings: ExerciseSettings,
        chances: Vec<Option<f64>>,
        losses: Vec<Option<f64>>,
        reviewed: Vec<Option<PlayedMove>>,
        min_loss: f64,
    ) -> ExerciseMaker {
        let mut maker = ExerciseMaker {
            game: game.clone(),
            settings,
            left: chances.len(),
            chances,
            losses,
            reviewed,
            min_loss,
            side: None,
            check: None,
            has_searched: false,
            exercises: Vec::new(),
        };
        // The last position may be a draw by rule; the others were played on from.
        if game.outcome().is_some() {
            let end = game.position();
            let chance = white_chance_at(end_score(end), end.side_to_move());
            maker.chances[game.ply()] = Some(chance);
        }
        maker.advance();
        maker
    }

    /// Checks the moves of one side only, before any search: about half the work. The other side's losses
    /// are those of the first pass.
    #[must_use]
    pub fn only(mut self, side: Color) -> ExerciseMaker {
        self.side = Some(side);
        let last = self.left.saturating_sub(1);
        if self.check.is_some() && self.game.position_at(last).side_to_move() != side {
            self.check = None;
            self.left = last;
            self.advance();
        }
        self
    }

    /// Number of positions done, and of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.chances.len() - self.left, self.chances.len())
    }

    /// The search that is wanted next; `None` when all is known.
    #[must_use]
    pub fn wanted(&self) -> Option<ExerciseSearch> {
        let ply = self.left.checked_sub(1)?;
        match &self.check {
            Some(check) => check.wanted(),
            None => Some(ExerciseSearch {
                game: self.game_at(ply),
                limits: SearchLimits::nodes(self.settings.scan_nodes),
                fresh: !self.has_searched,
            }),
        }
    }

    /// Takes in the lines of the search that was wanted, best first; none where it found nothing.
    pub fn found(&mut self, lines: &[Line]) {
        let Some(ply) = self.left.checked_sub(1) else {
            return;
        };
        self.has_searched = true;
        let Some(check) = &mut self.check else {
            let position = self.game.position_at(ply);
            let score = match lines.first() {
                Some(line) => line.score,
                None => end_score(&position),
            };
            self.chances[ply] = Some(white_chance_at(score, position.side_to_move()));
            return self.advance();
        };
        match check.found(lines) {
            CheckResult::Open => return,
            CheckResult::Dropped(None) => {}
            CheckResult::Dropped(Some(loss)) => self.losses[ply] = Some(loss),
            CheckResult::Made(exercise) => {
                self.losses[ply] = Some(exercise.loss);
                self.exercises.push(*exercise);
            }
        }
        self.check = None;
        self.left -= 1;
        self.advance();
    }

    /// What was made, also before all is known.
    #[must_use]
    pub fn finish(mut self) -> GameExercises {
        let mut exercises: Vec<Exercise> = Vec::new();
        while let Some(mut exercise) = self.exercises.pop() {
            let before = usize::from(exercise.ply).checked_sub(1);
            let allowed = before.and_then(|ply| self.losses[ply]);
            if allowed.is_some_and(|loss| loss >= MIN_LOSS) {
                exercise.origin = ExerciseOrigin::MissedChance;
            }
            if exercises.iter().all(|other| other.id() != exercise.id()) {
                exercises.push(exercise);
            }
        }
        GameExercises {
            exercises,
            chances: self.chances,
            losses: self.losses,
        }
    }

    /// Goes on to the next position that needs a search.
    fn advance(&mut self) {
        while let Some(ply) = self.left.checked_sub(1) {
            if self.chances[ply].is_none() {
                return;
            }
            self.check = self.candidate(ply);
            if self.check.is_some() {
                return;
            }
            self.left -= 1;
        }
    }

    /// The check of the move at a ply, if it lost much and the game was not decided.
    fn candidate(&mut self, ply: usize) -> Option<CandidateCheck> {
        let &played = self.game.moves().get(ply)?;
        let position = self.game.position_at(ply);
        let own = |white: f64| match position.side_to_move() {
            Color::White => white,
            Color::Black => 100.0 - white,
        };
        let before = own(self.chances[ply]?);
        let after = own(self.chances[ply + 1]?);
        let forced = position.count_legal_moves() == 1;
        let lost = match forced {
            true => 0.0,
            false => (before - after).max(0.0),
        };
        let loss = *self.losses[ply].get_or_insert(lost);
        // The scores are less certain than those of the check, which decides.
        let is_open =
            before >= MIN_CHANCE - MIN_GAP / 2.0 && after < DECIDED_CHANCE + MIN_GAP / 2.0;
        let is_asked = self.side.is_none_or(|side| side == position.side_to_move());
        if loss < self.min_loss || forced || !is_open || !is_asked {
            return None;
        }
        let known = self.reviewed.get_mut(ply)?.take();
        let game = self.game_at(ply);
        Some(CandidateCheck::new(game, played, known, self.settings))
    }

    /// The game after so many half-moves.
    fn game_at(&self, ply: usize) -> Game {
        let mut game = self.game.clone();
        while game.ply() > ply {
            game.undo();
        }
        game
    }
}

/// White's winning chance at the score of the side to move, percent.
fn white_chance_at(score: Score, to_move: Color) -> f64 {
    match to_move {
        Color::White => chance(score),
        Color::Black => 100.0 - chance(score),
    }
}
