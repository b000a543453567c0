//! The games that come without a file: they have the worker while no file is imported.

use engine::exercises::Exercise;

use super::super::event::ImportEffect;
use super::super::given::GivenGame;
use super::super::messages::{ImportOrder, ImportRequest};
use super::{ImportStage, ImportState, ImportWorker};

impl ImportState {
    /// Has the next game without a file searched, while no file is.
    pub(super) fn run_given(&mut self, effects: &mut Vec<ImportEffect>) {
        if matches!(
            self.stage,
            ImportStage::Loading | ImportStage::OpenElsewhere | ImportStage::Running(_)
        ) {
            return;
        }
        let Some(game) = self.given.next() else {
            return;
        };
        let Some(worker) = &self.worker else {
            self.worker = Some(ImportWorker::default());
            effects.push(ImportEffect::StartWorker);
            return;
        };
        if worker.is_ready && !worker.network.is_pending() {
            let id = self.last_request.next();
            let order = ImportOrder {
                id,
                text: game.text.clone(),
                visitor: game.visitor.clone(),
            };
            self.last_request = id;
            self.given.asked(id);
            effects.push(ImportEffect::Ask(ImportRequest::Game(Box::new(order))));
        }
    }

    /// The worker's last answer about a game without a file.
    pub(super) fn complete_given(
        &mut self,
        exercises: Vec<Exercise>,
        effects: &mut Vec<ImportEffect>,
    ) {
        let game = self.given.complete(exercises.len());
        if !exercises.is_empty() {
            effects.push(ImportEffect::AddExercises(exercises));
        }
        self.leave_given(game, effects);
    }

    /// Remembers that a game without a file is done.
    pub(super) fn leave_given(&mut self, game: Option<GivenGame>, effects: &mut Vec<ImportEffect>) {
        if let Some(kept_ms) = game.and_then(|game| game.kept_ms) {
            self.played.add(kept_ms);
            effects.push(ImportEffect::StorePlayed(self.played.encode()));
        }
        let is_idle = matches!(self.stage, ImportStage::Idle | ImportStage::Finished);
        if is_idle && self.given.next().is_none() {
            self.end_worker(effects);
        }
    }
}
