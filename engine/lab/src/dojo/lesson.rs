//! A lesson: what a generation learns from its practice games, some batches at a time.

use std::collections::VecDeque;

use super::config::{Algorithm, DojoConfig};
use super::deep_q::{self, ReplayBuffer};
use super::learner::{BATCH, Exercise, Learner};
use super::past_games::PastGames;
use super::playing_network::PlayingNetwork;
use super::practice::PracticeGame;
use super::{self_play_scores, td_leaf};
use crate::datagen::GameFormatError;

/// Of so many practice games one is kept apart, for the loss to be checked by.
const KEPT_APART: usize = 10;
/// Positions out of the games kept apart by which deep Q-learning is checked.
const CHECKED_DRAWS: usize = 1_000;

/// A lesson in progress.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    /// The positions left, in batches from the end; deep Q-learning draws its own.
    exercises: Vec<Exercise>,
    /// Positions left to draw.
    draws: usize,
    rng: engine::Rng,
    /// The mean squared error on the games kept apart, before the lesson.
    pub loss: f32,
}

impl Lesson {
    /// The lesson of a generation's games; those that are learnt from join `window`.
    ///
    /// # Errors
    /// A move of a game is illegal.
    pub fn new(
        config: &DojoConfig,
        generation: u32,
        evaluated_by_chance: bool,
        games: Vec<PracticeGame>,
        learner: &Learner,
        target: &PlayingNetwork,
        window: &mut VecDeque<PastGames>,
    ) -> Result<Lesson, GameFormatError> {
        let mut rng = engine::rng(config.seed.rotate_left(32) ^ u64::from(generation) << 1 ^ 1);
        let is_apart = |number: &usize| number % KEPT_APART == KEPT_APART - 1;
        let (apart, learnt): (Vec<_>, Vec<_>) = games
            .into_iter()
            .enumerate()
            .partition(|(number, _)| is_apart(number));
        let [apart, learnt] = [apart, learnt]
            .map(|games| games.into_iter().map(|(_, game)| game).collect::<Vec<_>>());
        let records = |games: Vec<PracticeGame>| PastGames {
            games: games.into_iter().map(|game| game.record).collect(),
            evaluated_by_chance,
        };
        let (checked, exercises, draws) = match config.algorithm {
            Algorithm::TdLeaf => {
                let exercises = |games: &[PracticeGame], rng: &mut engine::Rng| {
                    td_leaf::exercises(games, &learner.network, rng)
                };
                (
                    exercises(&apart, &mut rng)?,
                    exercises(&learnt, &mut rng)?,
                    0,
                )
            }
            Algorithm::SelfPlayScores => {
                add_games(
                    window,
                    records(learnt),
                    self_play_scores::window(generation),
                );
                let apart = records(apart);
                (
                    self_play_scores::exercises([&apart], &mut rng)?,
                    self_play_scores::exercises(&*window, &mut rng)?,
                    0,
                )
            }
            Algorithm::DeepQ => {
                let fresh = records(learnt);
                let draws = ReplayBuffer::draws(&fresh.games);
                add_games(window, fresh, deep_q::WINDOW);
                let apart = records(apart);
                let buffer = ReplayBuffer::new([&apart]);
                (
                    draw(&buffer, CHECKED_DRAWS, target, &mut rng)?,
                    Vec::new(),
                    draws,
                )
            }
        };
        let pairs = checked.iter().map(|(sample, value)| (sample, *value));
        let loss = learner.network.loss(pairs) / checked.len().max(1) as f64;
        Ok(Lesson {
            exercises,
            draws,
            rng,
            loss: loss as f32,
        })
    }

    /// Learns from at most so many batches at this rate; whether something is left.
    ///
    /// # Errors
    /// A move of a game is illegal.
    pub fn learn(
        &mut self,
        batches: usize,
        rate: f32,
        learner: &mut Learner,
        target: &PlayingNetwork,
        window: &VecDeque<PastGames>,
    ) -> Result<bool, GameFormatError> {
        let buffer = match self.draws {
            0 => None,
            _ => Some(ReplayBuffer::new(window)),
        };
        for _ in 0..batches {
            let batch = if let Some(buffer) = &buffer {
                let count = self.draws.min(BATCH);
                self.draws -= count;
                draw(buffer, count, target, &mut self.rng)?
            } else {
                let start = self.exercises.len().saturating_sub(BATCH);
                self.exercises.split_off(start)
            };
            if batch.is_empty() {
                break;
            }
            learner.step(&batch, rate);
        }
        Ok(self.draws > 0 || !self.exercises.is_empty())
    }
}

/// Adds games to a window of at most `generations`.
fn add_games(window: &mut VecDeque<PastGames>, games: PastGames, generations: usize) {
    window.push_back(games);
    while window.len() > generations {
        window.pop_front();
    }
}

/// So many positions out of the buffer with their targets.
fn draw(
    buffer: &ReplayBuffer<'_>,
    count: usize,
    target: &PlayingNetwork,
    rng: &mut engine::Rng,
) -> Result<Vec<Exercise>, GameFormatError> {
    if buffer.is_empty() {
        return Ok(Vec::new());
    }
    let mut evaluator = target.eval().evaluator();
    let mut exercises = Vec::with_capacity(count);
    for _ in 0..count {
        let position = buffer.draw(rng)?;
        exercises.extend(deep_q::exercise(&position, &mut *evaluator));
    }
    Ok(exercises)
}
