use std::cell::Cell;
use std::collections::VecDeque;
use std::time::Duration;

use engine::player::Clock;
use lab::dojo::{Dojo, Insights, JobRunner, Strength, TestRecord};

use super::*;
use crate::worker::FromWorker;
use crate::worker::codec::{decode, encode};

/// Half a second goes by at each look: a slice ends after one job or one step.
#[derive(Default)]
struct FastClock(Cell<u64>);

impl Clock for FastClock {
    fn now(&self) -> Duration {
        self.0.set(self.0.get() + 500);
        Duration::from_millis(self.0.get())
    }
}

/// A page with its workers and its storage, without a browser.
struct Site {
    state: DojoState,
    now: u64,
    clock: FastClock,
    workers: Vec<Option<DojoWorker>>,
    /// What the workers have yet to do, in the order in which it came.
    inbox: VecDeque<(usize, DojoRequest)>,
    /// What has begun to be stored.
    stored: Option<StoredTraining>,
}

fn config() -> DojoConfig {
    DojoConfig {
        seed: 3,
        neurons: 16,
        games: 10,
        nodes: 20,
        test_pairs: 1,
        ..DojoConfig::default()
    }
}

impl Site {
    fn open(stored: Option<StoredTraining>) -> Site {
        let mut site = Site {
            state: DojoState::default(),
            now: 1_000,
            clock: FastClock::default(),
            workers: Vec::new(),
            inbox: VecDeque::new(),
            stored: stored.clone(),
        };
        site.workers.resize_with(MAX_WORKERS, || None);
        site.dispatch(DojoEvent::Loaded(stored));
        site
    }

    fn dispatch(&mut self, event: DojoEvent) {
        for effect in self.state.update(event, self.now) {
            match effect {
                DojoEffect::StartWorker(index) => {
                    self.workers[index] = Some(DojoWorker::default());
                    self.dispatch(DojoEvent::Engine(index, FromWorker::Ready));
                }
                DojoEffect::EndWorker(index) => {
                    self.workers[index] = None;
                    self.inbox.retain(|(worker, _)| *worker != index);
                }
                DojoEffect::Ask(index, request) => self.inbox.push_back((index, request)),
                DojoEffect::StoreState(reached) => {
                    let reached_network = engine::eval::nnue::Network::read(&reached.network);
                    assert!(reached_network.is_ok(), "what plays is stored, too");
                    let (is_running, workers) = (self.state.is_running, self.state.worker_count);
                    self.stored = Some(StoredTraining {
                        state: reached.state,
                        is_running,
                        workers,
                        elapsed_ms: reached.elapsed_ms,
                    });
                }
                DojoEffect::StoreRunning(is_running, workers) => {
                    if let Some(stored) = &mut self.stored {
                        (stored.is_running, stored.workers) = (is_running, workers);
                    }
                }
                DojoEffect::Clear => self.stored = None,
            }
        }
    }

    /// A worker carries out its next request; whether there was one.
    fn step(&mut self) -> bool {
        let Some((index, request)) = self.inbox.pop_front() else {
            return false;
        };
        self.now += 60;
        let request = decode::<DojoRequest>(&encode(&request)).unwrap();
        let worker = self.workers[index].as_mut().unwrap();
        if let Some(answer) = worker.answer(request, &self.clock) {
            let answer = decode(&encode(&answer)).unwrap();
            self.dispatch(DojoEvent::Answer(index, Box::new(answer)));
        }
        true
    }

    /// Until so many generations are learnt.
    fn run_to(&mut self, generation: u32) {
        while self.training().generation < generation {
            assert!(self.step(), "nobody has anything to do");
        }
    }

    fn training(&self) -> &Training {
        self.state.training.as_ref().unwrap()
    }
}

#[test]
fn what_cannot_be_raised_is_not_taken() {
    let mut site = Site::open(None);
    site.dispatch(DojoEvent::Configure(config()));
    assert_eq!(site.state.draft, config());
    site.dispatch(DojoEvent::Configure(DojoConfig {
        neurons: 17,
        ..config()
    }));
    assert_eq!(site.state.draft, config());
    assert!(site.inbox.is_empty() && site.stored.is_none());
}

/// The network of a generation, without a page.
fn network_of(generation: u32) -> Vec<u8> {
    let mut dojo = Dojo::new(config()).unwrap();
    run_alone(&mut dojo, generation);
    dojo.network().file().to_vec()
}

fn run_alone(dojo: &mut Dojo, generation: u32) {
    let mut runner = JobRunner::new(*dojo.config());
    while dojo.generation() < generation {
        match dojo.next_job() {
            Some(job) => {
                let result = runner.run(&job);
                dojo.record(job.id, result);
            }
            None => dojo.learn().unwrap(),
        }
    }
}

#[test]
fn one_worker_or_several_raise_the_same_network() {
    let expected = network_of(3);
    for workers in [1, 3] {
        let mut site = Site::open(None);
        site.dispatch(DojoEvent::Configure(config()));
        site.dispatch(DojoEvent::SetWorkers(workers));
        site.dispatch(DojoEvent::Start);
        site.run_to(3);
        let training = site.training();
        assert_eq!(training.network, expected, "{workers} workers");
        assert_eq!(training.history.generations.len(), 3);
        assert!(!training.history.tests.is_empty());
        assert!(training.board.is_some() && training.speed.is_some());
        assert!(site.state.trouble.is_none());
    }
}

#[test]
fn a_training_goes_on_from_a_shared_network_in_place_of_ones_own() {
    let shared = network_of(1);
    let mut site = Site::open(None);
    site.dispatch(DojoEvent::Configure(config()));
    site.dispatch(DojoEvent::Start);
    site.run_to(1);
    // What is no network to train on from takes nothing away.
    site.dispatch(DojoEvent::StartFrom(b"PONDERN".to_vec()));
    assert!(site.training().parent.is_none() && site.stored.is_some());
    let trouble = site.state.trouble.clone().unwrap_or_default();
    assert!(trouble.contains("cannot be trained on from"), "{trouble}");

    site.dispatch(DojoEvent::StartFrom(shared.clone()));
    // The worker dies before it has begun.
    site.inbox.clear();
    site.dispatch(DojoEvent::Engine(
        0,
        FromWorker::Failed {
            message: "out of memory".to_owned(),
        },
    ));
    site.run_to(1);
    let id = engine::checksum::content_id(&shared);
    let id = str::from_utf8(&id).unwrap().parse().unwrap();
    assert_eq!(site.training().parent, Some(id));
    assert!(site.state.trouble.is_none());
    let mut expected = Dojo::from_network(config(), &shared).unwrap();
    run_alone(&mut expected, 1);
    assert_eq!(site.training().network, expected.network().file());
    let mut again = Site::open(site.stored.clone());
    again.run_to(2);
    assert_eq!(network_card(again.training()).parents, [id]);
}

#[test]
fn a_training_goes_on_after_a_reload_where_it_was_stored() {
    let mut site = Site::open(None);
    site.dispatch(DojoEvent::Configure(config()));
    site.dispatch(DojoEvent::Start);
    site.step();
    assert!(site.stored.is_some(), "stored before its first game");
    site.run_to(2);
    let stored = site.stored.clone();
    assert!(stored.as_ref().is_some_and(|stored| stored.is_running));
    let mut again = Site::open(stored);
    assert_eq!(again.state.stage, DojoStage::Loading);
    again.run_to(3);
    assert_eq!(again.state.stage, DojoStage::Ready);
    assert_eq!(again.training().config, config());
    assert_eq!(again.training().network, network_of(3));

    again.dispatch(DojoEvent::Pause);
    while again.step() {}
    let stored = again.stored.clone().unwrap();
    let stored = Dojo::resume(&stored.state).unwrap();
    assert!(stored.generation() >= 2);
    let elapsed = again.training().elapsed_ms(again.now);
    let mut paused = Site::open(again.stored.clone());
    while paused.step() {}
    assert!(!paused.state.is_running);
    assert!(paused.training().elapsed_ms(paused.now) <= elapsed);
    paused.dispatch(DojoEvent::Resume);
    assert!(paused.step() && paused.state.is_running);
    paused.dispatch(DojoEvent::Discard);
    assert!(paused.stored.is_none() && paused.state.training.is_none());
    assert_eq!(paused.state.draft, config());
}

#[test]
fn a_worker_that_fails_costs_nothing_but_time() {
    let mut site = Site::open(None);
    site.dispatch(DojoEvent::Configure(config()));
    site.dispatch(DojoEvent::SetWorkers(2));
    site.dispatch(DojoEvent::Start);
    let failed = |message: &str| FromWorker::Failed {
        message: message.to_owned(),
    };
    let mut steps = 0;
    while site.training().generation < 2 {
        steps += 1;
        // The helper in the middle of its jobs, then the one that holds the training.
        if steps == 8 || steps == 30 {
            let index = usize::from(steps == 8);
            site.inbox.retain(|(worker, _)| *worker != index);
            site.dispatch(DojoEvent::Engine(index, failed("out of memory")));
        }
        assert!(site.step(), "nobody has anything to do");
    }
    assert_eq!(site.training().network, network_of(2));
    assert!(site.state.trouble.is_none());
    for _ in 0..3 {
        site.dispatch(DojoEvent::Engine(0, failed("out of memory")));
    }
    assert!(!site.state.is_running);
    let trouble = site.state.trouble.clone().unwrap_or_default();
    assert!(trouble.contains("out of memory"), "{trouble}");
    assert!(
        site.workers.iter().all(Option::is_none),
        "nothing is started again unasked"
    );
    site.dispatch(DojoEvent::Resume);
    site.run_to(3);
    assert_eq!(site.training().network, network_of(3));
}

#[test]
fn fewer_workers_and_another_number_lose_no_job() {
    let mut site = Site::open(None);
    site.dispatch(DojoEvent::Configure(config()));
    site.dispatch(DojoEvent::SetWorkers(4));
    site.dispatch(DojoEvent::Start);
    for count in [1, 3, 2, 4, 1, 9] {
        for _ in 0..7 {
            assert!(site.step(), "nobody has anything to do");
        }
        site.dispatch(DojoEvent::SetWorkers(count));
        assert_eq!(site.state.worker_count, count.min(MAX_WORKERS));
    }
    site.run_to(2);
    assert_eq!(site.training().network, network_of(2));
}

#[test]
fn a_stored_training_that_cannot_be_read_says_why_and_can_be_replaced() {
    let mut site = Site::open(Some(StoredTraining {
        state: b"PONDERD\x02 and what is none".to_vec(),
        is_running: true,
        workers: 7,
        elapsed_ms: 5,
    }));
    while site.step() {}
    assert_eq!(site.state.stage, DojoStage::Ready);
    let trouble = site.state.trouble.clone().unwrap_or_default();
    assert!(trouble.contains("damaged"), "{trouble}");
    assert!(!site.state.is_running);
    // Going on says it again, and does not pretend to train.
    site.dispatch(DojoEvent::Resume);
    while site.step() {}
    assert!(!site.state.is_running && site.state.trouble.is_some());
    site.dispatch(DojoEvent::Discard);
    site.dispatch(DojoEvent::Configure(config()));
    site.dispatch(DojoEvent::Start);
    site.run_to(1);
}

#[test]
fn bytes_that_are_no_message_are_refused() {
    let request = encode(&DojoRequest::Open(Opening::Begin(config())));
    for length in 0..request.len() {
        assert!(
            decode::<DojoRequest>(&request[..length]).is_err(),
            "{length}"
        );
    }
    let mut worker = DojoWorker::default();
    let clock = FastClock::default();
    for request in [DojoRequest::Work, DojoRequest::HandOut] {
        let answer = worker.answer(request, &clock);
        assert!(
            matches!(answer, Some(DojoResponse::Refused(_))),
            "{answer:?}"
        );
    }
    let strange = DojoConfig {
        games: 0,
        ..config()
    };
    let answer = worker.answer(DojoRequest::Open(Opening::Begin(strange)), &clock);
    assert!(matches!(answer, Some(DojoResponse::Refused(reason)) if reason.contains("games")));
}

#[test]
fn the_curve_lies_in_its_box_with_the_opponents_that_it_passes() {
    let mut site = Site::open(None);
    site.dispatch(DojoEvent::Configure(config()));
    site.dispatch(DojoEvent::Start);
    site.run_to(5);
    let tests = &site.training().history.tests;
    let curve = Curve::new(tests.iter().map(|test| (test.games, test.strength)));
    assert_eq!(curve.points.len(), tests.len());
    for point in &curve.points {
        assert!((0.0..=CURVE_WIDTH).contains(&point.x));
        assert!(0.0 < point.high && point.high < point.y && point.y < point.low);
        assert!(point.low < CURVE_HEIGHT);
    }
    assert!(!curve.grid.is_empty());
    assert!(
        curve
            .grid
            .iter()
            .all(|line| (0.0..CURVE_HEIGHT).contains(&line.y))
    );
    assert_eq!(Curve::new([]), Curve::default());
}

#[test]
fn a_network_is_shared_with_its_last_tests_and_found_by_its_link() {
    let mut training = Training::new(DojoConfig::default(), 0);
    let test = |games: u64| TestRecord {
        generation: 1,
        games,
        results: Vec::new(),
        against_earlier: None,
        strength: Strength {
            elo: -310.4,
            error: 88.9,
        },
        insights: Insights::default(),
    };
    training.history.tests = (1..=450).map(test).collect();
    let card = network_card(&training);
    assert_eq!(card.check(), Ok(()));
    let last = card.curve.last().unwrap();
    assert_eq!((last.games, last.elo, last.margin), (450, -310, 88));
    assert_eq!(card.curve.len(), 150);
    let id = "0123456789abcdef0123456789abcdef".parse().unwrap();
    assert_eq!(parse_shared(&shared_fragment(id)), Some(Ok(id)));
    assert_eq!(parse_shared("seed=3"), None);
    for bad in ["network=", "network=0123", "network=%00"] {
        assert!(parse_shared(bad).unwrap().is_err(), "{bad}");
    }
}
