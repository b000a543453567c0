//! The state of a training, from job to job.

use std::collections::VecDeque;

use engine::eval::nnue::InvalidNetwork;

use super::config::{DojoConfig, StartEval};
use super::deep_q::TARGET_GENERATIONS;
use super::eval_source::EvalSource;
use super::history::{GenerationRecord, History};
use super::job::{Job, JobId, JobKind, JobResult, Task};
use super::learner::{EARLIER_LESSONS, Learner, learning_rate};
use super::lesson::Lesson;
use super::past_games::PastGames;
use super::playing_network::PlayingNetwork;
use super::practice::PracticeGame;
use super::task_queue::TaskQueue;
use super::test_of_generation::GenerationTest;
use crate::datagen::GameFormatError;

/// The fewest generations between two tests.
const TEST_INTERVAL: u32 = 2;
/// Between two tests lies at least this share of the generations so far, 1 in so many: a network changes
/// less and less.
const TEST_SHARE: u32 = 8;
/// Batches of a call of [`Dojo::learn`]: some milliseconds.
const BATCHES_PER_CALL: usize = 16;

/// A training.
///
/// The caller asks for jobs, has them carried out by as many [`JobRunner`](super::JobRunner)s as it likes,
/// records their results, and calls [`learn`](Dojo::learn) when [`is_learning`](Dojo::is_learning).
#[derive(Clone, Debug)]
pub struct Dojo {
    pub(super) config: DojoConfig,
    /// The id of the network that it goes on from: see [`content_id`](engine::checksum::content_id).
    pub(super) parent: Option<String>,
    /// The number of lessons learnt.
    pub(super) generation: u32,
    pub(super) learner: Learner,
    /// The generation's network, which plays.
    pub(super) network: PlayingNetwork,
    /// The target network of deep Q-learning.
    pub(super) target: PlayingNetwork,
    /// The games of the last generations, where the algorithm learns from them again.
    pub(super) window: VecDeque<PastGames>,
    /// The network tested last.
    pub(super) last_tested: Option<PlayingNetwork>,
    pub(super) history: History,
    practice: TaskQueue<PracticeGame>,
    lesson: Option<Lesson>,
    test: Option<GenerationTest>,
}

/// A training cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DojoError {
    #[error("a practice game cannot be learnt from: {0}")]
    Game(#[from] GameFormatError),
    #[error("the network cannot play: {0}")]
    Network(#[from] InvalidNetwork),
}

impl Dojo {
    /// A training from its beginning.
    ///
    /// # Errors
    /// Random weights make no network that plays.
    pub fn new(config: DojoConfig) -> Result<Dojo, DojoError> {
        Dojo::begun(config, None, 0, Learner::new(&config))
    }

    /// A training at the beginning of a generation, without a past.
    pub(super) fn begun(
        config: DojoConfig,
        parent: Option<String>,
        generation: u32,
        learner: Learner,
    ) -> Result<Dojo, DojoError> {
        let network = learner.quantised(provenance(&config, parent.as_deref(), generation))?;
        Ok(Dojo {
            config,
            parent,
            generation,
            learner,
            target: network.clone(),
            network,
            window: VecDeque::new(),
            last_tested: None,
            history: History::default(),
            practice: TaskQueue::new(config.games),
            lesson: None,
            test: None,
        })
    }

    #[must_use]
    pub fn config(&self) -> &DojoConfig {
        &self.config
    }

    /// The id of the network that it goes on from, if it did not begin from nothing: see
    /// [`content_id`](engine::checksum::content_id).
    #[must_use]
    pub fn parent(&self) -> Option<&str> {
        self.parent.as_deref()
    }

    /// The number of lessons learnt.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The network that plays, as its generation has left it.
    #[must_use]
    pub fn network(&self) -> &PlayingNetwork {
        &self.network
    }

    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Practice games of this generation that are played.
    #[must_use]
    pub fn games_played(&self) -> u16 {
        match self.lesson {
            Some(_) => self.config.games,
            None => self.practice.done(),
        }
    }

    /// Positions of all practice games so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let games = self.practice.results();
        let positions = games.map(|game| game.record.moves.len() as u64);
        self.history.positions() + positions.sum::<u64>()
    }

    /// The next job; `None` while nothing can be done before a result comes or something is learnt. Tests
    /// come first.
    pub fn next_job(&mut self) -> Option<Job> {
        if let Some(job) = self.next_test_job() {
            return Some(job);
        }
        if self.lesson.is_some() {
            return None;
        }
        let number = self.practice.next()?;
        Some(Job {
            id: JobId {
                kind: JobKind::Practice,
                generation: self.generation,
                number,
            },
            task: Task::Practice(self.eval_source()),
        })
    }

    /// The next job of a test, if one is going on and has jobs left.
    pub fn next_test_job(&mut self) -> Option<Job> {
        self.test.as_mut().and_then(GenerationTest::next_job)
    }

    /// Whether a test is going on.
    #[must_use]
    pub fn is_testing(&self) -> bool {
        self.test.is_some()
    }

    /// The evaluation of this generation's practice games.
    fn eval_source(&self) -> EvalSource {
        match self.start().and_then(StartEval::evaluation) {
            Some(evaluation) => EvalSource::Evaluation(evaluation),
            None => EvalSource::Network(self.network.clone()),
        }
    }

    /// What evaluates the practice games of a network that knows nothing yet.
    fn start(&self) -> Option<StartEval> {
        (self.generation == 0 && self.parent.is_none()).then_some(self.config.start)
    }

    /// Hands a job out again whose result will not come.
    pub fn requeue(&mut self, id: JobId) {
        match id.kind {
            JobKind::Practice if id.generation == self.generation => {
                self.practice.requeue(id.number);
            }
            JobKind::Practice => {}
            JobKind::Test => {
                if let Some(test) = self.test_of(id.generation) {
                    test.requeue(id.number);
                }
            }
        }
    }

    /// Takes the result of a job; one that is not asked for is ignored.
    pub fn record(&mut self, id: JobId, result: JobResult) {
        match (id.kind, result) {
            (JobKind::Practice, JobResult::Practice(game)) if id.generation == self.generation => {
                self.practice.record(id.number, game);
            }
            (JobKind::Test, JobResult::Test(half_points)) => {
                if let Some(test) = self.test_of(id.generation) {
                    test.record(id.number, half_points);
                }
                self.finish_test();
            }
            _ => {}
        }
    }

    fn test_of(&mut self, generation: u32) -> Option<&mut GenerationTest> {
        let test = self.test.as_mut();
        test.filter(|test| test.generation() == generation)
    }

    fn finish_test(&mut self) {
        if let Some(test) = self.test.take_if(|test| test.is_done()) {
            self.last_tested = Some(test.network().clone());
            self.history.tests.push(test.into_record());
        }
    }

    /// Whether all practice games of the generation are there, and it learns from them. The test of an
    /// earlier generation comes before, so that the tests are the same with any number of runners.
    #[must_use]
    pub fn is_learning(&self) -> bool {
        let is_tested = |test: &GenerationTest| test.generation() < self.generation;
        self.lesson.is_some()
            || self.practice.is_done() && !self.test.as_ref().is_some_and(is_tested)
    }

    /// Whether neither a lesson nor a test is going on.
    pub(super) fn is_between_generations(&self) -> bool {
        self.lesson.is_none() && self.test.is_none()
    }

    /// Learns for some milliseconds, where [`is_learning`](Self::is_learning). At the end of the lesson the
    /// next generation begins.
    ///
    /// # Errors
    /// The training cannot go on.
    pub fn learn(&mut self) -> Result<(), DojoError> {
        if !self.is_learning() {
            return Ok(());
        }
        if self.lesson.is_none() {
            self.begin_test();
            self.begin_lesson()?;
        }
        let Some(lesson) = &mut self.lesson else {
            return Ok(());
        };
        let earlier = self.parent.as_ref().map_or(0, |_| EARLIER_LESSONS);
        let is_unfinished = lesson.learn(
            BATCHES_PER_CALL,
            learning_rate(
                self.config.algorithm,
                earlier.saturating_add(self.generation),
            ),
            &mut self.learner,
            &self.target,
            &self.window,
        )?;
        if !is_unfinished {
            self.next_generation()?;
        }
        Ok(())
    }

    /// Tests the generation's network while it learns.
    fn begin_test(&mut self) {
        let last = self.history.tests.last();
        let interval = TEST_INTERVAL.max(self.generation / TEST_SHARE);
        if last.is_none_or(|test| self.generation >= test.generation + interval) {
            self.test = Some(GenerationTest::new(
                &self.config,
                self.generation,
                self.network.clone(),
                self.last_tested.clone(),
                last.map(|test| test.strength),
            ));
        }
    }

    fn begin_lesson(&mut self) -> Result<(), DojoError> {
        let practice = std::mem::replace(&mut self.practice, TaskQueue::new(0));
        let games: Vec<PracticeGame> = practice.into_results().collect();
        let records = games.iter().map(|game| &game.record);
        let positions = records
            .clone()
            .map(|record| record.moves.len() as u32)
            .sum();
        let decided = records.filter(|record| record.winner.is_some()).count() as u16;
        let lesson = Lesson::new(
            &self.config,
            self.generation,
            self.start() == Some(StartEval::Chance),
            games,
            &self.learner,
            &self.target,
            &mut self.window,
        )?;
        self.history.generations.push(GenerationRecord {
            positions,
            decided,
            loss: lesson.loss,
        });
        self.lesson = Some(lesson);
        Ok(())
    }

    fn next_generation(&mut self) -> Result<(), DojoError> {
        let generation = self.generation + 1;
        self.network =
            self.learner
                .quantised(provenance(&self.config, self.parent(), generation))?;
        (self.lesson, self.generation) = (None, generation);
        if self.generation.is_multiple_of(TARGET_GENERATIONS) {
            self.target = self.network.clone();
        }
        self.practice = TaskQueue::new(self.config.games);
        Ok(())
    }
}

/// How a network was made, in words.
fn provenance(config: &DojoConfig, parent: Option<&str>, generation: u32) -> String {
    let DojoConfig {
        seed,
        neurons,
        start,
        algorithm,
        games,
        nodes,
        test_pairs: _,
    } = config;
    let start = match parent {
        Some(parent) => format!("network {parent}"),
        None => start.to_string(),
    };
    format!(
        "dojo: {algorithm}, {neurons} neurons, from {start}, {} games of {nodes} nodes a move, seed {seed}",
        u64::from(generation) * u64::from(*games)
    )
}
