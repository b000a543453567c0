//! The dojo in a worker.

use std::time::Duration;

use engine::player::Clock;
use lab::datagen::SelfPlayGame;
use lab::dojo::{Dojo, DojoConfig, Job, JobId, JobResult, JobRunner};

use super::{DojoRequest, DojoResponse, Opening, TrainingNews};

/// How long the worker works before it looks for messages.
const SLICE: Duration = Duration::from_millis(60);
/// Jobs that another worker gets at once.
const JOBS_AT_ONCE: usize = 6;
/// The least time between two states to be stored.
const STORE_INTERVAL: Duration = Duration::from_secs(4);

/// A worker's side of the dojo.
#[derive(Default)]
pub struct DojoWorker {
    /// In the worker that holds the training.
    held: Option<HeldTraining>,
    /// In the others: what runs jobs of a training.
    runner: Option<(DojoConfig, JobRunner)>,
}

struct HeldTraining {
    dojo: Dojo,
    runner: JobRunner,
    /// Generations and tests that the page knows.
    told: (usize, usize),
    /// The generation whose network the page knows.
    told_network: u32,
    /// The generation that was stored last, and when.
    stored: (u32, Duration),
    /// A practice game that was just played.
    game: Option<SelfPlayGame>,
}

impl DojoWorker {
    /// Carries a request out; `None` where it has no answer.
    pub fn answer(&mut self, request: DojoRequest, clock: &dyn Clock) -> Option<DojoResponse> {
        match request {
            DojoRequest::Open(opening) => Some(self.open(opening, clock)),
            DojoRequest::Run { config, jobs } => Some(DojoResponse::Ran(self.run(config, &jobs))),
            request => match &mut self.held {
                Some(held) => held.answer(request, clock),
                None => Some(DojoResponse::Refused(
                    "the worker holds no training".to_owned(),
                )),
            },
        }
    }

    fn open(&mut self, opening: Opening, clock: &dyn Clock) -> DojoResponse {
        let is_new = !matches!(opening, Opening::Resume(_));
        let opened = match opening {
            Opening::Begin(config) => match config.check() {
                Ok(()) => Dojo::new(config).map_err(|error| error.to_string()),
                Err(what) => Err(format!("{what} does not fit")),
            },
            Opening::BeginFrom { config, network } => match config.check() {
                Ok(()) => Dojo::from_network(config, &network).map_err(|error| error.to_string()),
                Err(what) => Err(format!("{what} does not fit")),
            },
            Opening::Resume(state) => Dojo::resume(&state).map_err(|error| error.to_string()),
        };
        let dojo = match opened {
            Ok(dojo) => dojo,
            Err(reason) => return DojoResponse::Refused(reason),
        };
        let answer = DojoResponse::Opened {
            config: *dojo.config(),
            parent: dojo.parent().map(str::to_owned),
            generation: dojo.generation(),
            history: dojo.history().clone(),
            network: dojo.network().file().to_vec(),
            state: is_new.then(|| dojo.checkpoint()).flatten(),
        };
        let history = dojo.history();
        self.held = Some(HeldTraining {
            runner: JobRunner::new(*dojo.config()),
            told: (history.generations.len(), history.tests.len()),
            told_network: dojo.generation(),
            stored: (dojo.generation(), clock.now()),
            game: None,
            dojo,
        });
        answer
    }

    fn run(&mut self, config: DojoConfig, jobs: &[Job]) -> Vec<(JobId, JobResult)> {
        if self
            .runner
            .as_ref()
            .is_none_or(|(known, _)| *known != config)
        {
            self.runner = None;
        }
        let runner = self
            .runner
            .get_or_insert_with(|| (config, JobRunner::new(config)));
        jobs.iter().map(|job| (job.id, runner.1.run(job))).collect()
    }
}

impl HeldTraining {
    fn answer(&mut self, request: DojoRequest, clock: &dyn Clock) -> Option<DojoResponse> {
        match request {
            DojoRequest::Work => Some(match self.work(clock) {
                Ok(waits) => DojoResponse::Worked(Box::new(self.news(waits, clock))),
                Err(reason) => DojoResponse::Refused(reason),
            }),
            DojoRequest::HandOut => {
                let jobs = std::iter::from_fn(|| self.dojo.next_job());
                Some(DojoResponse::Jobs(jobs.take(JOBS_AT_ONCE).collect()))
            }
            DojoRequest::Record(results) => {
                for (id, result) in results {
                    self.record(id, result);
                }
                None
            }
            DojoRequest::Requeue(ids) => {
                ids.into_iter().for_each(|id| self.dojo.requeue(id));
                None
            }
            DojoRequest::State => {
                let is_newer = self.dojo.generation() > self.stored.0;
                let state = is_newer.then(|| self.dojo.checkpoint()).flatten()?;
                self.stored = (self.dojo.generation(), clock.now());
                Some(DojoResponse::State(state))
            }
            // Handled by its worker.
            DojoRequest::Open(_) | DojoRequest::Run { .. } => None,
        }
    }

    fn record(&mut self, id: JobId, result: JobResult) {
        if let JobResult::Practice(game) = &result {
            self.game = Some(game.record.clone());
        }
        self.dojo.record(id, result);
    }

    /// Works for a slice of time; whether nothing can be done before another worker's results come.
    ///
    /// # Errors
    /// Why the training cannot go on.
    fn work(&mut self, clock: &dyn Clock) -> Result<bool, String> {
        let end = clock.now() + SLICE;
        loop {
            if let Some(job) = self.dojo.next_job() {
                let result = self.runner.run(&job);
                self.record(job.id, result);
            } else if self.dojo.is_learning() {
                self.dojo.learn().map_err(|error| error.to_string())?;
            } else {
                return Ok(true);
            }
            if clock.now() >= end {
                return Ok(false);
            }
        }
    }

    fn news(&mut self, waits: bool, clock: &dyn Clock) -> TrainingNews {
        let generation = self.dojo.generation();
        let history = self.dojo.history();
        let (generations, tests) = self.told;
        let news = TrainingNews {
            generation,
            games_played: self.dojo.games_played(),
            positions: self.dojo.positions(),
            is_learning: self.dojo.is_learning(),
            waits,
            generations: history.generations[generations..].to_vec(),
            tests: history.tests[tests..].to_vec(),
            game: self.game.take(),
            network: (generation != self.told_network).then(|| self.dojo.network().file().to_vec()),
            state: self.state_to_store(clock.now()),
        };
        self.told = (history.generations.len(), history.tests.len());
        self.told_network = generation;
        if news.state.is_some() {
            self.stored = (generation, clock.now());
        }
        news
    }

    fn state_to_store(&self, now: Duration) -> Option<Vec<u8>> {
        let (generation, stored) = self.stored;
        let is_due = self.dojo.generation() > generation && now >= stored + STORE_INTERVAL;
        is_due.then(|| self.dojo.checkpoint()).flatten()
    }
}
