//! State and reducer of the import's page.

mod given_games;

use super::event::{ImportEffect, ImportEvent, StoredImport};
use super::game_key::GameKey;
use super::given::{GivenGames, GivenProgress};
use super::messages::{ImportAnswer, ImportOrder, ImportRequest};
use super::queue::ImportQueue;
use super::reading::{FileReading, GamesFound};
use super::refused::{RefusedCounts, RefusedGame};
use super::report::GamesReport;
use super::running::{CurrentGame, ImportRun};
use super::storage::{EarlierGames, GameRecord, ImportHeader, ImportStatus, PlayedBefore};
use super::visitor::{MAX_VISITOR_NAMES, Visitor};
use crate::network::NetworkStatus;
use crate::play::MAX_FAILURES;
use crate::worker::{FromWorker, NetworkProgress, SearchId};

/// What the page knows.
#[derive(Clone, Debug, Default)]
pub struct ImportState {
    pub stage: ImportStage,
    /// The import that is running, paused or over.
    pub header: Option<ImportHeader>,
    pub queue: ImportQueue,
    /// Of the games that are done.
    pub report: GamesReport,
    pub refused: RefusedCounts,
    /// Exercises made.
    pub exercises: u32,
    /// What stands in the way, for the visitor.
    pub trouble: Option<String>,
    /// Why the browser stores nothing: a reload would lose the import.
    pub storage_error: Option<String>,
    earlier: EarlierGames,
    played: PlayedBefore,
    given: GivenGames,
    /// Of the games that are done.
    keys: Vec<GameKey>,
    /// The number of the file chosen last.
    last_file: u32,
    last_request: SearchId,
    worker: Option<ImportWorker>,
    /// Failures of the worker since a game was done, or given up.
    failures: u8,
}

/// How far an import is.
#[derive(Clone, Debug, Default)]
pub enum ImportStage {
    /// What is stored is not known yet.
    #[default]
    Loading,
    /// Another tab has it.
    OpenElsewhere,
    /// A file is to be chosen.
    Idle,
    Reading(Box<FileReading>),
    /// The visitor is asked which name is theirs.
    Confirming(Box<GamesFound>),
    Running(ImportRun),
    Paused,
    /// All is done, or the visitor has ended it.
    Finished,
}

/// The worker.
#[derive(Clone, Debug, Default)]
struct ImportWorker {
    is_ready: bool,
    network: NetworkStatus,
}

impl ImportState {
    /// Whether the games wait for the network.
    #[must_use]
    pub fn waits_for_network(&self) -> bool {
        let waits = |worker: &ImportWorker| worker.is_ready && worker.network.is_pending();
        let runs = matches!(self.stage, ImportStage::Running(_));
        runs && self.worker.as_ref().is_some_and(waits)
    }

    /// Whether exercises were made of a game that the server stored at this time, in milliseconds since 1970.
    #[must_use]
    pub fn has_played(&self, kept_ms: i64) -> bool {
        self.played.contains(kept_ms)
    }

    /// How far the games without a file are; `None` without any.
    #[must_use]
    pub fn given_progress(&self) -> Option<GivenProgress> {
        self.given.progress()
    }

    /// Takes an event in, at this time in milliseconds since 1970. The caller carries out the effects in
    /// order.
    pub fn update(&mut self, event: ImportEvent, now_ms: u64) -> Vec<ImportEffect> {
        let mut effects = Vec::new();
        self.handle(event, now_ms, &mut effects);
        self.run_on(now_ms, &mut effects);
        self.run_given(&mut effects);
        effects
    }

    fn handle(&mut self, event: ImportEvent, now_ms: u64, effects: &mut Vec<ImportEffect>) {
        match event {
            ImportEvent::Stored(stored) => {
                self.take_stored(&stored);
                if matches!(self.stage, ImportStage::Idle | ImportStage::Finished) {
                    // Those of a file that was left while it was read.
                    effects.push(ImportEffect::ClearTexts);
                }
            }
            ImportEvent::Give(games) => self.given.add(games),
            ImportEvent::LinkRefused(reason) => self.trouble = Some(reason),
            ImportEvent::OpenElsewhere if matches!(self.stage, ImportStage::Loading) => {
                self.stage = ImportStage::OpenElsewhere;
            }
            ImportEvent::OpenElsewhere => {}
            ImportEvent::ChooseFile { name, size } => self.choose_file(&name, size, effects),
            ImportEvent::Slice { file, from, bytes } => {
                self.take_slice(file, from, &bytes, effects);
            }
            ImportEvent::ReadFailed { file, reason } => {
                if matches!(&self.stage, ImportStage::Reading(reading) if reading.number == file) {
                    self.give_file_up(reason, effects);
                }
            }
            ImportEvent::Confirm(visitor) => self.confirm(visitor, now_ms, effects),
            ImportEvent::Pause => self.pause(ImportStatus::Paused, effects),
            ImportEvent::Resume if matches!(self.stage, ImportStage::Paused) => {
                (self.trouble, self.failures) = (None, 0);
                self.stage = ImportStage::Running(ImportRun::default());
                self.store_status(ImportStatus::Running, effects);
            }
            ImportEvent::Resume => {}
            ImportEvent::Cancel => self.cancel(effects),
            ImportEvent::Discard => self.discard(effects),
            ImportEvent::TextLoaded { index, text } => {
                self.take_text(index, text, now_ms, effects);
            }
            ImportEvent::Engine(message) => self.take_message(message, effects),
            ImportEvent::Answer(answer) => self.take_answer(*answer, now_ms, effects),
            ImportEvent::StorageFailed(reason) => self.storage_error = Some(reason),
        }
    }

    fn take_stored(&mut self, stored: &StoredImport) {
        if !matches!(self.stage, ImportStage::Loading) {
            return;
        }
        self.stage = ImportStage::Idle;
        let earlier = stored.earlier.as_deref().map(EarlierGames::decode);
        // Without it games may be imported twice.
        self.earlier = earlier.and_then(Result::ok).unwrap_or_default();
        let played = stored.played.as_deref().map(PlayedBefore::decode);
        self.played = played.and_then(Result::ok).unwrap_or_default();
        let header = match stored.header.as_deref().map(ImportHeader::decode) {
            None => return,
            Some(Ok(header)) => header,
            Some(Err(error)) => {
                self.trouble = Some(format!("The stored import cannot be read: {error}."));
                return;
            }
        };
        self.queue = ImportQueue::new(header.total);
        for (index, bytes) in &stored.records {
            // A game whose record is damaged is done again.
            if let Ok(record) = GameRecord::decode(bytes) {
                self.add_record(*index, &record);
            }
        }
        self.stage = match header.status {
            ImportStatus::Ended => ImportStage::Finished,
            ImportStatus::Paused if self.queue.left() > 0 => ImportStage::Paused,
            // One without games left finishes at once.
            _ => ImportStage::Running(ImportRun::default()),
        };
        self.header = Some(header);
    }

    /// Counts a game as done. Returns whether it was not.
    fn add_record(&mut self, index: u32, record: &GameRecord) -> bool {
        if !self.queue.complete(index) {
            return false;
        }
        match record {
            GameRecord::Refused(reason) => self.refused.count(reason),
            GameRecord::Analysed(result) => {
                self.keys.push(result.key);
                self.report.add(index, result);
                let made = u32::try_from(result.exercises().count());
                self.exercises = self.exercises.saturating_add(made.unwrap_or(u32::MAX));
            }
        }
        true
    }

    fn choose_file(&mut self, name: &str, size: u64, effects: &mut Vec<ImportEffect>) {
        if !matches!(self.stage, ImportStage::Idle | ImportStage::Finished) {
            return;
        }
        // The import before it stays until it is clear that this file has games.
        self.trouble = None;
        self.last_file = self.last_file.wrapping_add(1);
        let reading = FileReading::new(self.last_file, name, size, &self.earlier);
        effects.push(ImportEffect::ClearTexts);
        self.read_on(reading, effects);
    }

    fn read_on(&mut self, reading: FileReading, effects: &mut Vec<ImportEffect>) {
        if !reading.is_over() {
            effects.push(reading.read_on());
            self.stage = ImportStage::Reading(Box::new(reading));
            return;
        }
        match reading.finish() {
            Ok((texts, found)) => {
                push_texts(texts, effects);
                self.stage = ImportStage::Confirming(Box::new(found));
            }
            Err(error) => self.give_file_up(error.to_string(), effects),
        }
    }

    fn take_slice(&mut self, file: u32, from: u64, bytes: &[u8], effects: &mut Vec<ImportEffect>) {
        let is_wanted = matches!(
            &self.stage,
            ImportStage::Reading(reading) if reading.is_at(file, from)
        );
        if !is_wanted {
            return;
        }
        if bytes.is_empty() {
            return self.give_file_up("the file has become shorter".to_owned(), effects);
        }
        if let ImportStage::Reading(mut reading) = std::mem::take(&mut self.stage) {
            push_texts(reading.push(bytes), effects);
            self.read_on(*reading, effects);
        }
    }

    fn give_file_up(&mut self, reason: String, effects: &mut Vec<ImportEffect>) {
        self.leave_file(effects);
        self.trouble = Some(reason);
    }

    /// Goes back to the import before the file, if there was one.
    fn leave_file(&mut self, effects: &mut Vec<ImportEffect>) {
        self.stage = match self.header {
            Some(_) => ImportStage::Finished,
            None => ImportStage::Idle,
        };
        self.trouble = None;
        effects.push(ImportEffect::ClearTexts);
    }

    fn confirm(&mut self, visitor: Visitor, now_ms: u64, effects: &mut Vec<ImportEffect>) {
        let visitor = match visitor {
            Visitor::BothSides => visitor,
            Visitor::Names(mut names) => {
                names.retain(|name| !name.trim().is_empty());
                names.truncate(MAX_VISITOR_NAMES);
                Visitor::Names(names)
            }
        };
        let is_someone = visitor != Visitor::Names(Vec::new());
        if !matches!(&self.stage, ImportStage::Confirming(found) if found.games() > 0) {
            return;
        }
        if !is_someone {
            self.trouble = Some("Choose the name that is yours, or both sides.".to_owned());
            return;
        }
        let ImportStage::Confirming(found) = std::mem::take(&mut self.stage) else {
            return;
        };
        self.forget();
        effects.push(ImportEffect::Clear);
        self.queue = ImportQueue::new(found.games());
        self.header = Some(ImportHeader {
            total: found.games(),
            file_name: found.file_name,
            visitor,
            skipped: found.skipped,
            started_at: now_ms,
            status: ImportStatus::Running,
        });
        self.stage = ImportStage::Running(ImportRun::default());
        self.store_status(ImportStatus::Running, effects);
    }

    fn store_status(&mut self, status: ImportStatus, effects: &mut Vec<ImportEffect>) {
        if let Some(header) = &mut self.header {
            header.status = status;
            effects.push(ImportEffect::StoreHeader(header.encode()));
        }
    }

    /// Ends the request in progress, and with it the run.
    fn pause(&mut self, status: ImportStatus, effects: &mut Vec<ImportEffect>) {
        let ImportStage::Running(run) = &self.stage else {
            return;
        };
        if let Some(request) = run.current.and_then(|game| game.request) {
            effects.push(ImportEffect::CancelRequest(request));
        }
        self.queue.clear_doubt();
        self.stage = ImportStage::Paused;
        self.store_status(status, effects);
    }

    fn stop_for(&mut self, reason: String, effects: &mut Vec<ImportEffect>) {
        self.pause(ImportStatus::Paused, effects);
        self.trouble = Some(reason);
    }

    fn cancel(&mut self, effects: &mut Vec<ImportEffect>) {
        match self.stage {
            ImportStage::Reading(_) | ImportStage::Confirming(_) => {
                self.leave_file(effects);
            }
            ImportStage::Running(_) => {
                self.pause(ImportStatus::Ended, effects);
                self.finish(effects);
            }
            ImportStage::Paused => {
                self.store_status(ImportStatus::Ended, effects);
                self.finish(effects);
            }
            _ => {}
        }
    }

    fn finish(&mut self, effects: &mut Vec<ImportEffect>) {
        self.stage = ImportStage::Finished;
        for &key in &self.keys {
            self.earlier.add(key);
        }
        effects.push(ImportEffect::StoreEarlier(self.earlier.encode()));
        effects.push(ImportEffect::ClearTexts);
        self.end_worker(effects);
    }

    fn end_worker(&mut self, effects: &mut Vec<ImportEffect>) {
        if self.worker.take().is_some() {
            self.given.interrupt();
            effects.push(ImportEffect::EndWorker);
        }
    }

    fn discard(&mut self, effects: &mut Vec<ImportEffect>) {
        if self.header.is_none() {
            return;
        }
        self.pause(ImportStatus::Ended, effects);
        self.end_worker(effects);
        self.earlier.remove(&self.keys);
        effects.push(ImportEffect::StoreEarlier(self.earlier.encode()));
        effects.extend([ImportEffect::Clear, ImportEffect::ClearTexts]);
        self.forget();
        self.stage = ImportStage::Idle;
    }

    /// Forgets the import.
    fn forget(&mut self) {
        (self.header, self.trouble) = (None, None);
        (self.queue, self.report) = (ImportQueue::default(), GamesReport::default());
        (self.refused, self.exercises) = (RefusedCounts::default(), 0);
        self.keys.clear();
    }

    /// Starts the worker and the next game as they are due.
    fn run_on(&mut self, now_ms: u64, effects: &mut Vec<ImportEffect>) {
        // The worker has one game at a time.
        if self.given.is_searched() {
            return;
        }
        let ImportStage::Running(run) = &mut self.stage else {
            return;
        };
        if run.current.is_some() {
            return;
        }
        let Some(index) = self.queue.next() else {
            if let Some(index) = self.queue.doubtful() {
                self.record(
                    index,
                    GameRecord::Refused(RefusedGame::EngineFailed),
                    effects,
                );
            }
            self.store_status(ImportStatus::Ended, effects);
            return self.finish(effects);
        };
        let Some(worker) = &self.worker else {
            self.worker = Some(ImportWorker::default());
            effects.push(ImportEffect::StartWorker);
            return;
        };
        if worker.is_ready && !worker.network.is_pending() {
            run.current = Some(CurrentGame {
                index,
                request: None,
                started_at: now_ms,
                progress: None,
            });
            effects.push(ImportEffect::LoadText(index));
        }
    }

    fn current(&mut self) -> Option<&mut CurrentGame> {
        match &mut self.stage {
            ImportStage::Running(run) => run.current.as_mut(),
            _ => None,
        }
    }

    fn take_text(
        &mut self,
        index: u32,
        text: Option<String>,
        now_ms: u64,
        effects: &mut Vec<ImportEffect>,
    ) {
        let id = self.last_request.next();
        let visitor = self.header.as_ref().map(|header| header.visitor.clone());
        let Some(current) = self.current() else {
            return;
        };
        if current.index != index || current.request.is_some() {
            return;
        }
        match text.zip(visitor) {
            Some((text, visitor)) => {
                current.request = Some(id);
                self.last_request = id;
                let order = ImportOrder { id, text, visitor };
                effects.push(ImportEffect::Ask(ImportRequest::Game(Box::new(order))));
            }
            None => self.end_game(GameRecord::Refused(RefusedGame::Lost), now_ms, effects),
        }
    }

    fn take_answer(&mut self, answer: ImportAnswer, now_ms: u64, effects: &mut Vec<ImportEffect>) {
        let id = answer.id();
        if self.given.is_about(id) {
            return match answer {
                ImportAnswer::Progress { .. } => {}
                ImportAnswer::Done { exercises, .. } => self.complete_given(exercises, effects),
                ImportAnswer::Refused { .. } => self.complete_given(Vec::new(), effects),
            };
        }
        let Some(current) = self.current().filter(|game| game.request == Some(id)) else {
            return;
        };
        match answer {
            ImportAnswer::Progress { positions, of, .. } => {
                current.progress = Some((positions, of));
            }
            ImportAnswer::Done {
                result, exercises, ..
            } => {
                self.failures = 0;
                // The engine works: the other game was to blame.
                if let Some(index) = self.queue.doubtful() {
                    let refused = GameRecord::Refused(RefusedGame::EngineFailed);
                    self.record(index, refused, effects);
                }
                if !exercises.is_empty() {
                    effects.push(ImportEffect::AddExercises(exercises));
                }
                self.end_game(GameRecord::Analysed(result), now_ms, effects);
            }
            ImportAnswer::Refused { reason, .. } => {
                self.failures = 0;
                self.end_game(GameRecord::Refused(reason), now_ms, effects);
            }
        }
    }

    /// The present game is done.
    fn end_game(&mut self, record: GameRecord, now_ms: u64, effects: &mut Vec<ImportEffect>) {
        let ImportStage::Running(run) = &mut self.stage else {
            return;
        };
        let Some(current) = run.current else { return };
        run.end_game(now_ms);
        self.record(current.index, record, effects);
    }

    fn record(&mut self, index: u32, record: GameRecord, effects: &mut Vec<ImportEffect>) {
        if self.add_record(index, &record) {
            effects.push(ImportEffect::StoreRecord(index, record.encode()));
        }
    }

    fn take_message(&mut self, message: FromWorker, effects: &mut Vec<ImportEffect>) {
        let Some(worker) = &mut self.worker else {
            return;
        };
        match message {
            FromWorker::Ready => worker.is_ready = true,
            FromWorker::Network(progress) => {
                let has_failed = matches!(progress, NetworkProgress::Failed(_));
                worker.network.progress = Some(progress);
                if has_failed {
                    self.given.clear();
                    let reason = "The network could not be loaded; without it the games would be judged less well.";
                    self.stop_for(reason.to_owned(), effects);
                    self.end_worker(effects);
                }
            }
            FromWorker::Failed { message } => self.worker_failed(&message, effects),
            // Nothing else was asked for.
            _ => {}
        }
    }

    /// The worker has stopped: a new one tries again. A game in which it stops again and again is put last;
    /// if the next one fares no better, the import is paused: it may not be the games' fault. A game in
    /// which it stops then once more is left out.
    fn worker_failed(&mut self, message: &str, effects: &mut Vec<ImportEffect>) {
        self.worker = None;
        if self.given.is_searched() {
            let left_out = self.given.worker_failed();
            return self.leave_given(left_out, effects);
        }
        self.failures = self.failures.saturating_add(1);
        let ImportStage::Running(run) = &mut self.stage else {
            if self.failures >= MAX_FAILURES {
                // It does not even start.
                self.given.clear();
            }
            return;
        };
        let game = run.current.take().map(|game| game.index);
        if self.failures < MAX_FAILURES {
            return;
        }
        self.failures = 0;
        match game {
            Some(game) if self.queue.was_doubted(game) => {
                self.record(
                    game,
                    GameRecord::Refused(RefusedGame::EngineFailed),
                    effects,
                );
            }
            Some(game) if self.queue.left() > 1 && self.queue.doubt(game) => {}
            game => {
                if let Some(game) = game {
                    self.queue.doubt(game);
                }
                self.stop_for(format!("The engine has stopped: {message}"), effects);
            }
        }
    }
}

fn push_texts(texts: Vec<(u32, String)>, effects: &mut Vec<ImportEffect>) {
    if !texts.is_empty() {
        effects.push(ImportEffect::StoreTexts(texts));
    }
}
