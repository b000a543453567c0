//! State and reducer of the dojo's page.

use std::collections::VecDeque;

use engine::eval::nnue::Network;
use lab::dojo::{DojoConfig, Job, NotTrainable, trainable_neurons};

use super::helpers::Helper;
use super::training::Training;
use super::{
    DojoEffect, DojoEvent, DojoRequest, DojoResponse, Opening, ReachedState, StoredTraining,
};
use crate::play::MAX_FAILURES;
use crate::worker::FromWorker;

/// The most workers at the same time.
pub const MAX_WORKERS: usize = 4;
/// The worker that holds the training.
const HOLDER: usize = 0;

/// What the page knows.
#[derive(Debug, Clone)]
pub struct DojoState {
    pub stage: DojoStage,
    /// How the next network is raised.
    pub draft: DojoConfig,
    pub training: Option<Training>,
    pub is_running: bool,
    /// Workers that play at the same time, 1 to [`MAX_WORKERS`].
    pub worker_count: usize,
    /// What stands in the way, for the visitor.
    pub trouble: Option<String>,
    /// Why the browser stores nothing: a reload would lose the training.
    pub storage_error: Option<String>,
    /// What the holder is to be given when it is ready.
    opening: Option<Opening>,
    /// What the training was begun with, as long as no state of it is stored.
    beginning: Option<Opening>,
    holder: Holder,
    /// The other workers; the first of them is worker 1.
    helpers: Vec<Helper>,
    /// The helpers that jobs were asked for, in the order of the requests.
    asked_for: VecDeque<usize>,
    /// Whether there was nothing to hand out at last.
    is_dry: bool,
    /// The state that was stored last, for a holder that has to be replaced.
    last_state: Option<Vec<u8>>,
    /// Failures of workers since a state was stored last.
    failures: u8,
}

/// What the page can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DojoStage {
    Loading,
    /// Another tab has the training.
    OpenElsewhere,
    Ready,
}

/// The worker that holds the training.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Holder {
    is_started: bool,
    is_ready: bool,
    is_open: bool,
    is_working: bool,
    /// Whether it can do nothing before another worker's results come.
    waits: bool,
    /// Whether it was sent results, or jobs came back, since it was last asked to work: what it said of
    /// waiting is out of date.
    has_more: bool,
}

impl Holder {
    /// There is more for it to do.
    fn wake(&mut self) {
        (self.waits, self.has_more) = (false, true);
    }
}

impl Default for DojoState {
    fn default() -> Self {
        Self {
            stage: DojoStage::Loading,
            draft: DojoConfig::default(),
            training: None,
            is_running: false,
            worker_count: 1,
            trouble: None,
            storage_error: None,
            opening: None,
            beginning: None,
            holder: Holder::default(),
            helpers: Vec::new(),
            asked_for: VecDeque::new(),
            is_dry: false,
            last_state: None,
            failures: 0,
        }
    }
}

impl DojoState {
    /// Handles an event at this time, ms. The caller carries out the effects in order.
    pub fn update(&mut self, event: DojoEvent, now: u64) -> Vec<DojoEffect> {
        let mut effects = Vec::new();
        self.handle(event, now, &mut effects);
        self.train_on(&mut effects);
        effects
    }

    fn handle(&mut self, event: DojoEvent, now: u64, effects: &mut Vec<DojoEffect>) {
        match event {
            DojoEvent::Loaded(None) => self.stage = DojoStage::Ready,
            DojoEvent::Loaded(Some(stored)) => self.take_stored(stored),
            DojoEvent::OpenElsewhere => self.stage = DojoStage::OpenElsewhere,
            DojoEvent::Configure(config) => {
                if self.training.is_none() && config.check().is_ok() {
                    self.draft = config;
                }
            }
            DojoEvent::SetWorkers(count) => self.set_workers(count, effects),
            DojoEvent::Start => {
                if self.training.is_none() {
                    self.start(Opening::Begin(self.draft), now, effects);
                }
            }
            DojoEvent::StartFrom(network) => self.start_from(network, now, effects),
            DojoEvent::Pause => self.pause(now, effects),
            DojoEvent::Resume => self.resume(now, effects),
            DojoEvent::Discard => self.discard(effects),
            DojoEvent::Tick => {
                let training = self.training.as_mut();
                if let Some(board) = training.and_then(|training| training.board.as_mut()) {
                    board.tick();
                }
            }
            DojoEvent::Engine(worker, message) => self.handle_worker(worker, message, now, effects),
            DojoEvent::Answer(HOLDER, answer) => self.handle_holder(*answer, now, effects),
            DojoEvent::Answer(worker, answer) => self.handle_helper(worker, *answer, effects),
            DojoEvent::StorageFailed(reason) => self.storage_error = Some(reason),
        }
    }

    fn take_stored(&mut self, stored: StoredTraining) {
        self.stage = DojoStage::Loading;
        self.worker_count = stored.workers.clamp(1, MAX_WORKERS);
        self.is_running = stored.is_running;
        self.last_state = Some(stored.state.clone());
        self.opening = Some(Opening::Resume(stored.state));
        // Its time is known before the rest of it.
        self.training = Some(Training::new(self.draft, stored.elapsed_ms));
    }

    fn set_workers(&mut self, count: usize, effects: &mut Vec<DojoEffect>) {
        self.worker_count = count.clamp(1, MAX_WORKERS);
        if self.training.is_some() && self.stage == DojoStage::Ready {
            effects.push(DojoEffect::StoreRunning(self.is_running, self.worker_count));
        }
        // The last ones first, so that each keeps its place.
        while self.helpers.len() >= self.worker_count {
            let index = self.helpers.len();
            self.requeue_jobs_of(index, effects);
            self.helpers.pop();
            effects.push(DojoEffect::EndWorker(index));
        }
    }

    fn start_from(&mut self, network: Vec<u8>, now: u64, effects: &mut Vec<DojoEffect>) {
        if self.stage != DojoStage::Ready {
            return;
        }
        // Before the training that there is gives way.
        let neurons = Network::read(&network)
            .map_err(NotTrainable::from)
            .and_then(|network| trainable_neurons(&network));
        if let Err(reason) = neurons {
            self.trouble = Some(format!("The network cannot be trained on from: {reason}."));
            return;
        }
        self.discard(effects);
        let config = self.draft;
        self.start(Opening::BeginFrom { config, network }, now, effects);
    }

    fn start(&mut self, opening: Opening, now: u64, effects: &mut Vec<DojoEffect>) {
        if self.stage != DojoStage::Ready {
            return;
        }
        let mut training = Training::new(self.draft, 0);
        training.run(now);
        self.training = Some(training);
        self.beginning = Some(opening.clone());
        self.opening = Some(opening);
        (self.is_running, self.trouble, self.failures) = (true, None, 0);
        effects.push(DojoEffect::Clear);
        effects.push(DojoEffect::StoreRunning(true, self.worker_count));
    }

    fn pause(&mut self, now: u64, effects: &mut Vec<DojoEffect>) {
        if std::mem::take(&mut self.is_running) {
            if let Some(training) = &mut self.training {
                training.halt(now);
            }
            if self.holder.is_open {
                effects.push(DojoEffect::Ask(HOLDER, DojoRequest::State));
            }
            effects.push(DojoEffect::StoreRunning(false, self.worker_count));
        }
    }

    fn resume(&mut self, now: u64, effects: &mut Vec<DojoEffect>) {
        if let Some(training) = self.training.as_mut().filter(|_| !self.is_running) {
            training.run(now);
            (self.is_running, self.trouble, self.failures) = (true, None, 0);
            if !self.holder.is_started {
                self.opening = self.reopening();
            }
            effects.push(DojoEffect::StoreRunning(true, self.worker_count));
        }
    }

    fn discard(&mut self, effects: &mut Vec<DojoEffect>) {
        let Some(training) = self.training.take() else {
            return;
        };
        self.draft = training.config;
        self.end_workers(effects);
        (self.is_running, self.trouble, self.failures) = (false, None, 0);
        (self.opening, self.beginning, self.last_state) = (None, None, None);
        self.stage = DojoStage::Ready;
        effects.push(DojoEffect::Clear);
    }

    fn end_workers(&mut self, effects: &mut Vec<DojoEffect>) {
        if std::mem::take(&mut self.holder).is_started {
            effects.push(DojoEffect::EndWorker(HOLDER));
        }
        for index in 1..=self.helpers.len() {
            effects.push(DojoEffect::EndWorker(index));
        }
        self.helpers.clear();
        self.asked_for.clear();
    }

    /// Starts workers and asks them as it is due.
    fn train_on(&mut self, effects: &mut Vec<DojoEffect>) {
        let is_wanted = self.is_running || self.opening.is_some();
        if self.training.is_none() || !is_wanted || self.failures >= MAX_FAILURES {
            return;
        }
        if !self.holder.is_started {
            self.holder.is_started = true;
            effects.push(DojoEffect::StartWorker(HOLDER));
        }
        if !self.holder.is_ready {
            return;
        }
        if let Some(opening) = self.opening.take() {
            effects.push(DojoEffect::Ask(HOLDER, DojoRequest::Open(opening)));
        }
        if !self.is_running || !self.holder.is_open {
            return;
        }
        if !self.holder.is_working && !self.holder.waits {
            (self.holder.is_working, self.holder.has_more) = (true, false);
            effects.push(DojoEffect::Ask(HOLDER, DojoRequest::Work));
        }
        while self.helpers.len() + 1 < self.worker_count {
            self.helpers.push(Helper::default());
            effects.push(DojoEffect::StartWorker(self.helpers.len()));
        }
        for (index, helper) in self.helpers.iter_mut().enumerate() {
            if helper.wants_jobs() && !self.is_dry {
                helper.is_asking = true;
                self.asked_for.push_back(index + 1);
                effects.push(DojoEffect::Ask(HOLDER, DojoRequest::HandOut));
            }
        }
    }

    fn helper(&mut self, worker: usize) -> Option<&mut Helper> {
        self.helpers.get_mut(worker.checked_sub(1)?)
    }

    fn handle_worker(
        &mut self,
        worker: usize,
        message: FromWorker,
        now: u64,
        effects: &mut Vec<DojoEffect>,
    ) {
        match message {
            FromWorker::Ready if worker == HOLDER => self.holder.is_ready = true,
            FromWorker::Ready => {
                if let Some(helper) = self.helper(worker) {
                    helper.is_ready = true;
                }
            }
            FromWorker::Failed { message } => self.replace_worker(worker, &message, now, effects),
            // Nothing else was asked for.
            _ => {}
        }
    }

    /// A worker has failed. The holder's successor goes on from the last state that was stored.
    fn replace_worker(
        &mut self,
        worker: usize,
        message: &str,
        now: u64,
        effects: &mut Vec<DojoEffect>,
    ) {
        if self.training.is_none() {
            return;
        }
        self.failures = self.failures.saturating_add(1);
        if self.failures >= MAX_FAILURES {
            self.stage = DojoStage::Ready;
            self.end_workers(effects);
            self.stop_for(
                &format!("The training has stopped: {message}"),
                now,
                effects,
            );
        } else if worker == HOLDER {
            self.end_workers(effects);
            self.opening = self.reopening();
        } else {
            self.requeue_jobs_of(worker, effects);
            if let Some(helper) = self.helper(worker) {
                *helper = Helper::default();
                effects.push(DojoEffect::StartWorker(worker));
            }
        }
    }

    /// What a new holder is to be given.
    fn reopening(&self) -> Option<Opening> {
        match &self.last_state {
            Some(state) => Some(Opening::Resume(state.clone())),
            None => self.beginning.clone(),
        }
    }

    /// The jobs of a helper that is gone are handed out again.
    fn requeue_jobs_of(&mut self, worker: usize, effects: &mut Vec<DojoEffect>) {
        let jobs = self.helper(worker).map(Helper::take_jobs);
        if let Some(jobs) = jobs.filter(|jobs| !jobs.is_empty()) {
            effects.push(DojoEffect::Ask(HOLDER, DojoRequest::Requeue(jobs)));
            self.holder.wake();
        }
    }

    fn handle_holder(&mut self, answer: DojoResponse, now: u64, effects: &mut Vec<DojoEffect>) {
        let Some(training) = &mut self.training else {
            return;
        };
        match answer {
            DojoResponse::Opened {
                config,
                parent,
                generation,
                history,
                network,
                state,
            } => {
                self.stage = DojoStage::Ready;
                self.holder.is_open = true;
                (training.config, training.generation) = (config, generation);
                training.parent = parent.and_then(|id| id.parse().ok());
                (training.history, training.network) = (history, network);
                training.games_played = 0;
                if self.is_running {
                    training.run(now);
                }
                self.store(state, now, effects);
            }
            DojoResponse::Worked(news) => {
                self.holder.is_working = false;
                self.holder.waits = news.waits && !self.holder.has_more;
                self.is_dry = false;
                let mut news = *news;
                let state = news.state.take();
                training.take_news(news, now);
                self.store(state, now, effects);
            }
            DojoResponse::Jobs(jobs) => self.hand_over(jobs, effects),
            DojoResponse::State(state) => {
                self.store(Some(state), now, effects);
            }
            DojoResponse::Refused(reason) => {
                self.stage = DojoStage::Ready;
                // What it holds may be half changed.
                self.end_workers(effects);
                self.stop_for(
                    &format!("The training cannot go on: {reason}."),
                    now,
                    effects,
                );
            }
            // Of the other workers.
            DojoResponse::Ran(_) => {}
        }
    }

    fn store(&mut self, state: Option<Vec<u8>>, now: u64, effects: &mut Vec<DojoEffect>) {
        if let (Some(state), Some(training)) = (state, &self.training) {
            (self.beginning, self.last_state) = (None, Some(state.clone()));
            self.failures = 0;
            effects.push(DojoEffect::StoreState(ReachedState {
                state,
                network: training.network.clone(),
                elapsed_ms: training.elapsed_ms(now),
            }));
        }
    }

    /// Gives jobs to the helper that they were asked for.
    fn hand_over(&mut self, jobs: Vec<Job>, effects: &mut Vec<DojoEffect>) {
        let Some(config) = self.training.as_ref().map(|training| training.config) else {
            return;
        };
        let worker = self.asked_for.pop_front();
        let helper = worker.and_then(|worker| Some((worker, self.helper(worker)?)));
        match helper {
            _ if jobs.is_empty() => {
                if let Some((_, helper)) = helper {
                    helper.is_asking = false;
                }
                self.is_dry = true;
            }
            Some((worker, helper)) => {
                helper.is_asking = false;
                helper.begin(&jobs);
                effects.push(DojoEffect::Ask(worker, DojoRequest::Run { config, jobs }));
            }
            None => {
                let ids = jobs.iter().map(|job| job.id).collect();
                effects.push(DojoEffect::Ask(HOLDER, DojoRequest::Requeue(ids)));
                self.holder.wake();
            }
        }
    }

    fn handle_helper(
        &mut self,
        worker: usize,
        answer: DojoResponse,
        effects: &mut Vec<DojoEffect>,
    ) {
        let (DojoResponse::Ran(results), Some(helper)) = (answer, self.helper(worker)) else {
            return;
        };
        helper.finish();
        self.holder.wake();
        effects.push(DojoEffect::Ask(HOLDER, DojoRequest::Record(results)));
    }

    fn stop_for(&mut self, reason: &str, now: u64, effects: &mut Vec<DojoEffect>) {
        self.pause(now, effects);
        self.trouble = Some(reason.to_owned());
    }
}
