//! A browser for the page's reducer: workers that play, and a storage that outlives the page.

use std::collections::{BTreeMap, VecDeque};

use super::*;
use crate::worker::codec::decode;
use crate::worker::{FromWorker, NetworkProgress, ToWorker};

/// What lies in the browser's storage.
#[derive(Default)]
pub(super) struct Storage {
    pub plan: Option<(String, bool)>,
    pub workers: usize,
    pub games: BTreeMap<u32, String>,
    pub files: Vec<ArenaFile>,
}

/// A tab with the page.
pub(super) struct Tab {
    pub state: ArenaState,
    /// Orders that each worker has not answered.
    orders: BTreeMap<usize, VecDeque<GameOrder>>,
    /// Messages that have not arrived, in their order.
    messages: VecDeque<ArenaEvent>,
    /// Games on their way into the storage: a reload loses them.
    unstored: VecDeque<(u32, String)>,
    /// The most workers at a time.
    pub most_workers: usize,
}

impl Storage {
    fn read(&self) -> StoredTournament {
        let plan = self.plan.clone();
        StoredTournament {
            is_running: plan.as_ref().is_some_and(|(_, runs)| *runs),
            plan: plan.map(|(plan, _)| plan),
            workers: self.workers,
            files: self.files.clone(),
        }
    }
}

impl Tab {
    /// Opens the page; what was stored is taken in.
    pub fn open(storage: &mut Storage) -> Self {
        let mut tab = Self {
            state: ArenaState::default(),
            orders: BTreeMap::new(),
            messages: VecDeque::new(),
            unstored: VecDeque::new(),
            most_workers: 0,
        };
        let games = storage.games.values();
        let games = games.map(|text| PlayedGame::parse(text).unwrap()).collect();
        let stored = Box::new(storage.read());
        tab.dispatch(ArenaEvent::Stored(stored), storage);
        tab.dispatch(ArenaEvent::StoredGames(games), storage);
        tab.dispatch(ArenaEvent::Loaded, storage);
        tab
    }

    pub fn dispatch(&mut self, event: ArenaEvent, storage: &mut Storage) {
        for effect in self.state.update(event) {
            match effect {
                ArenaEffect::StartWorker(index) => {
                    self.orders.insert(index, VecDeque::new());
                    self.most_workers = self.most_workers.max(self.orders.len());
                    let ready = NetworkProgress::Loading(100);
                    self.messages.extend([
                        ArenaEvent::Engine(index, FromWorker::Ready),
                        ArenaEvent::Engine(index, FromWorker::Network(ready)),
                    ]);
                }
                ArenaEffect::Send(index, message) => {
                    let ToWorker::Lazy { request, .. } = message else {
                        panic!("{message:?}")
                    };
                    let ArenaRequest::Play(order) = decode(&request).unwrap();
                    self.orders.get_mut(&index).unwrap().push_back(*order);
                }
                ArenaEffect::EndWorker(index) => {
                    self.orders
                        .remove(&index)
                        .expect("a worker that was started");
                }
                ArenaEffect::StorePlan {
                    fragment,
                    is_running,
                    workers,
                } => {
                    storage.plan = Some((fragment, is_running));
                    storage.workers = workers;
                }
                ArenaEffect::StoreFile(file) => storage.files.push(file),
                ArenaEffect::StoreGame(number, game) => self.unstored.push_back((number, game)),
                ArenaEffect::Clear => *storage = Storage::default(),
                ArenaEffect::UpdateAddress => {}
            }
        }
        let orders: usize = self.orders.values().map(VecDeque::len).sum();
        assert_eq!(orders, self.state.live_games().count());
    }

    fn store_next_game(&mut self, storage: &mut Storage) -> bool {
        let Some((number, game)) = self.unstored.pop_front() else {
            return false;
        };
        let before = storage.games.insert(number, game);
        assert_eq!(before, None, "game {number} was played twice");
        self.dispatch(ArenaEvent::GameStored(number), storage);
        true
    }

    /// One thing happens: a message arrives, a game is stored, or a worker finishes its game. `false`
    /// if nothing is left.
    pub fn step(&mut self, choice: usize, storage: &mut Storage) -> bool {
        if let Some(message) = self.messages.pop_front() {
            self.dispatch(message, storage);
            return true;
        }
        let busy: Vec<usize> = self
            .orders
            .iter()
            .filter(|(_, orders)| !orders.is_empty())
            .map(|(index, _)| *index)
            .collect();
        if (choice.is_multiple_of(2) || busy.is_empty()) && self.store_next_game(storage) {
            return true;
        }
        let Some(&index) = busy.get(choice % busy.len().max(1)) else {
            return false;
        };
        let order = self.orders.get_mut(&index).unwrap().pop_front().unwrap();
        for answer in answers(&order) {
            let answered = ArenaEvent::Answer(index, Box::new(answer));
            // Only the last message ends the game.
            if matches!(&answered, ArenaEvent::Answer(_, answer) if matches!(**answer, ArenaResponse::Progress(_)))
            {
                self.state.update(answered);
            } else {
                self.dispatch(answered, storage);
            }
        }
        true
    }
}
