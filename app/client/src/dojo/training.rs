//! A training as the page shows it.

use lab::dojo::{DojoConfig, History};
use wire::NetworkId;

use super::speed::SpeedMeter;
use super::{PracticeBoard, Speed, TrainingNews};

/// A training as it is shown.
#[derive(Debug, Clone)]
pub struct Training {
    pub config: DojoConfig,
    /// The network that it goes on from.
    pub parent: Option<NetworkId>,
    pub generation: u32,
    /// Practice games of this generation.
    pub games_played: u16,
    pub is_learning: bool,
    pub history: History,
    /// The file of the network that plays.
    pub network: Vec<u8>,
    pub board: Option<PracticeBoard>,
    pub speed: Option<Speed>,
    meter: SpeedMeter,
    /// The time that it has run, up to when it was begun to run at last, ms.
    elapsed_ms: u64,
    running_since: Option<u64>,
}

impl Training {
    /// The time that it has run, ms.
    #[must_use]
    pub fn elapsed_ms(&self, now: u64) -> u64 {
        let running = self
            .running_since
            .map_or(0, |since| now.saturating_sub(since));
        self.elapsed_ms + running
    }

    /// Practice games so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.generation) * u64::from(self.config.games) + u64::from(self.games_played)
    }

    pub(super) fn take_news(&mut self, news: TrainingNews, now: u64) {
        self.generation = news.generation;
        self.games_played = news.games_played;
        self.is_learning = news.is_learning;
        self.history.generations.extend(news.generations);
        self.history.tests.extend(news.tests);
        if let Some(network) = news.network {
            self.network = network;
        }
        if let Some(game) = news.game {
            match &mut self.board {
                Some(board) => board.queue(news.generation, game),
                None => self.board = Some(PracticeBoard::new(news.generation, &game)),
            }
        }
        self.meter.count(now, self.games(), news.positions);
        self.speed = self.meter.speed();
    }

    /// Begins to run, unless it does.
    pub(super) fn run(&mut self, now: u64) {
        self.running_since.get_or_insert(now);
        self.meter.clear();
    }

    pub(super) fn halt(&mut self, now: u64) {
        self.elapsed_ms = self.elapsed_ms(now);
        self.running_since = None;
        self.meter.clear();
        self.speed = None;
    }

    /// A training that has run for so long, ms, and is not opened yet.
    pub(super) fn new(config: DojoConfig, elapsed_ms: u64) -> Self {
        Self {
            config,
            parent: None,
            generation: 0,
            games_played: 0,
            is_learning: false,
            history: History::default(),
            network: Vec::new(),
            board: None,
            speed: None,
            meter: SpeedMeter::default(),
            elapsed_ms,
            running_since: None,
        }
    }
}
