//! A browser for the page's reducer: a file, a worker, and a storage that outlives the page.

use std::collections::{BTreeMap, VecDeque};

use super::*;
use crate::worker::{FromWorker, NetworkProgress};

/// What lies in the browser's storage, and the decks of exercises.
#[derive(Default)]
pub(super) struct Storage {
    pub header: Option<Vec<u8>>,
    pub earlier: Option<Vec<u8>>,
    pub played: Option<Vec<u8>>,
    pub texts: BTreeMap<u32, String>,
    pub records: BTreeMap<u32, Vec<u8>>,
    pub exercises: Vec<String>,
}

/// A tab with the page. Answers of the worker wait until they are let through.
pub(super) struct Tab {
    pub state: ImportState,
    file: Vec<u8>,
    now: u64,
    pub messages: VecDeque<ImportEvent>,
    /// The request that the worker has not answered.
    pub request: Option<SearchId>,
    has_worker: bool,
    /// Games in which the worker stops, by a part of their text.
    pub breaks_at: Vec<&'static str>,
    /// The games that were sent.
    pub asked: Vec<String>,
}

impl Tab {
    /// Opens the page; what was stored is taken in, the records in reverse order.
    pub fn open(storage: &mut Storage) -> Tab {
        let mut tab = Tab {
            state: ImportState::default(),
            file: Vec::new(),
            now: 1_000,
            messages: VecDeque::new(),
            request: None,
            has_worker: false,
            breaks_at: Vec::new(),
            asked: Vec::new(),
        };
        let stored = StoredImport {
            header: storage.header.clone(),
            earlier: storage.earlier.clone(),
            played: storage.played.clone(),
            records: storage.records.clone().into_iter().rev().collect(),
        };
        tab.send(ImportEvent::Stored(Box::new(stored)), storage);
        tab
    }

    pub fn choose(&mut self, file: &str, storage: &mut Storage) {
        self.file = file.as_bytes().to_vec();
        let (name, size) = ("games.pgn".to_owned(), self.file.len() as u64);
        self.send(ImportEvent::ChooseFile { name, size }, storage);
    }

    /// Chooses a file, reads it, and says who the visitor is.
    pub fn begin(&mut self, file: &str, visitor: Visitor, storage: &mut Storage) {
        self.choose(file, storage);
        self.run_until(storage, |tab| tab.messages.is_empty());
        self.send(ImportEvent::Confirm(visitor), storage);
    }

    pub fn send(&mut self, event: ImportEvent, storage: &mut Storage) {
        for effect in self.state.update(event, self.now) {
            self.carry_out(effect, storage);
        }
    }

    fn carry_out(&mut self, effect: ImportEffect, storage: &mut Storage) {
        match effect {
            ImportEffect::ReadSlice { file, from, to } => {
                let bytes = self.file[from as usize..to as usize].to_vec();
                self.messages
                    .push_back(ImportEvent::Slice { file, from, bytes });
            }
            ImportEffect::StoreTexts(texts) => storage.texts.extend(texts),
            ImportEffect::StoreHeader(header) => storage.header = Some(header),
            ImportEffect::StoreRecord(index, record) => {
                let before = storage.records.insert(index, record);
                assert_eq!(before, None, "game {index} was done twice");
            }
            ImportEffect::StoreEarlier(earlier) => storage.earlier = Some(earlier),
            ImportEffect::StorePlayed(played) => storage.played = Some(played),
            ImportEffect::Clear => {
                storage.header = None;
                storage.records.clear();
            }
            ImportEffect::ClearTexts => storage.texts.clear(),
            ImportEffect::LoadText(index) => {
                let text = storage.texts.get(&index).cloned();
                self.messages
                    .push_back(ImportEvent::TextLoaded { index, text });
            }
            ImportEffect::StartWorker => {
                (self.has_worker, self.request) = (true, None);
                let ready = NetworkProgress::Loading(100);
                self.messages
                    .push_back(ImportEvent::Engine(FromWorker::Ready));
                self.messages
                    .push_back(ImportEvent::Engine(FromWorker::Network(ready)));
                let ready = NetworkProgress::Ready(network());
                self.messages
                    .push_back(ImportEvent::Engine(FromWorker::Network(ready)));
            }
            ImportEffect::EndWorker => {
                assert!(std::mem::take(&mut self.has_worker));
                self.request = None;
            }
            ImportEffect::Ask(ImportRequest::Game(order)) => {
                assert!(
                    self.has_worker && self.request.is_none(),
                    "two requests at a time"
                );
                self.request = Some(order.id);
                self.asked.push(order.text.clone());
                self.answer(*order);
            }
            ImportEffect::CancelRequest(id) => {
                assert_eq!(self.request.take(), Some(id));
                self.messages.retain(|event| match event {
                    ImportEvent::Answer(answer) => answer.id() != id,
                    _ => true,
                });
            }
            ImportEffect::AddExercises(exercises) => {
                let new = exercises.iter().map(engine::exercises::Exercise::encode);
                storage.exercises.extend(new);
                storage.exercises.sort();
                storage.exercises.dedup();
            }
        }
    }

    fn answer(&mut self, order: ImportOrder) {
        if self.breaks_at.iter().any(|part| order.text.contains(part)) {
            let message = "out of memory".to_owned();
            self.messages
                .push_back(ImportEvent::Engine(FromWorker::Failed { message }));
            return;
        }
        let mut answer = analysed(&order);
        match &mut answer {
            ImportAnswer::Progress { id, .. }
            | ImportAnswer::Done { id, .. }
            | ImportAnswer::Refused { id, .. } => *id = order.id,
        }
        let progress = ImportAnswer::Progress {
            id: order.id,
            positions: 1,
            of: 9,
        };
        for answer in [progress, answer] {
            self.messages
                .push_back(ImportEvent::Answer(Box::new(answer)));
        }
    }

    /// One message arrives. `false` if there is none.
    pub fn step(&mut self, storage: &mut Storage) -> bool {
        let Some(message) = self.messages.pop_front() else {
            return false;
        };
        self.now += 1_000;
        if let ImportEvent::Answer(answer) = &message
            && !matches!(**answer, ImportAnswer::Progress { .. })
        {
            self.request = None;
        }
        self.send(message, storage);
        true
    }

    pub fn run_until(&mut self, storage: &mut Storage, mut is_enough: impl FnMut(&Tab) -> bool) {
        for _ in 0..10_000 {
            if is_enough(self) || !self.step(storage) {
                return;
            }
        }
        panic!("the import stands still");
    }

    pub fn run(&mut self, storage: &mut Storage) {
        self.run_until(storage, |_| false);
    }

    /// Games that are done.
    pub fn done(&self) -> u32 {
        self.state.queue.done()
    }
}

/// The worker's last answer to a game, once for each text.
fn analysed(order: &ImportOrder) -> ImportAnswer {
    use std::sync::Mutex;
    static KNOWN: Mutex<BTreeMap<String, ImportAnswer>> = Mutex::new(BTreeMap::new());
    // A number in the date makes a game another one, and changes nothing else.
    let (before, rest) = order
        .text
        .split_once("[Date \"")
        .unwrap_or((&order.text, ""));
    let text = format!("{before}{}", rest.split_once('\n').unwrap_or_default().1);
    let mut known = KNOWN.lock().unwrap();
    let key = format!("{:?} {text}", order.visitor);
    let answer = known
        .entry(key)
        .or_insert_with(|| last_answer(&text, order.visitor.clone()));
    let mut answer = answer.clone();
    if let ImportAnswer::Done { result, .. } = &mut answer {
        result.key = games_of(order.text.as_bytes())[0].key;
    }
    answer
}
