//! What the worker is asked about the search on the stage: bets, switches, other minds, a folded branch.

use std::sync::Arc;

use engine::search::SearchTree;

use super::messages::TheatreRequest;
use super::{
    BetChecks, Comparison, OpenBranch, SwitchTrials, TheatreEffect, TheatreState, TreeStage,
    TreeView,
};
use crate::play::EngineState;
use crate::worker::{EngineCommand, SearchId};

impl TheatreState {
    /// Whether a search is on the stage and the worker has nothing to do.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let ready = self.engine == EngineState::Ready && self.stage == TreeStage::Shown;
        let running = self.bets.running.or(self.switches.running);
        ready && running.or(self.minds.running).is_none() && self.opening.is_none()
    }

    /// Whether the bets of the search on the stage can be checked now.
    #[must_use]
    pub fn can_check_bets(&self) -> bool {
        self.is_quiet() && self.branch.is_none() && self.setup.has_checked_bets()
    }

    /// Whether the search on the stage can be tried without each of its parts now.
    #[must_use]
    pub fn can_try_switches(&self) -> bool {
        self.is_quiet() && self.branch.is_none() && self.setup.has_switches()
    }

    pub(super) fn compare_minds(&mut self, plies: u8, effects: &mut Vec<TheatreEffect>) {
        if !self.is_quiet() || self.minds.chosen.len() < 2 {
            return;
        }
        let id = self.next_id();
        self.minds.clear();
        self.minds.running = Some(id);
        self.minds.compared = self.minds.chosen.clone();
        let comparison = Comparison {
            minds: self.minds.chosen.clone(),
            limit: self.minds.limit,
            plies,
        };
        let setup = self.setup.clone();
        let request = TheatreRequest::CompareMinds {
            id,
            setup,
            comparison,
        };
        effects.push(TheatreEffect::request(id, &request));
    }

    pub(super) fn stop_minds(&mut self, effects: &mut Vec<TheatreEffect>) {
        if let Some(id) = self.minds.running.take() {
            effects.push(TheatreEffect::Engine(EngineCommand::Cancel(id)));
        }
    }

    pub(super) fn try_switches(&mut self, effects: &mut Vec<TheatreEffect>) {
        if !self.can_try_switches() {
            return;
        }
        let id = self.next_id();
        self.switches = SwitchTrials {
            running: Some(id),
            results: Vec::new(),
        };
        let setup = self.setup.clone();
        effects.push(TheatreEffect::request(
            id,
            &TheatreRequest::TrySwitches { id, setup },
        ));
    }

    pub(super) fn stop_switches(&mut self, effects: &mut Vec<TheatreEffect>) {
        if let Some(id) = self.switches.running.take() {
            effects.push(TheatreEffect::Engine(EngineCommand::Cancel(id)));
        }
    }

    /// Whether the selected node has folded nodes below it.
    #[must_use]
    pub fn can_open_branch(&self) -> bool {
        let Some(view) = self.view.as_ref().filter(|view| view.has(self.selected)) else {
            return false;
        };
        let branch = self.selected..view.branch_end(self.selected);
        let folds = view.tree().folded_among(branch).next().is_some();
        let is_branch = view.node(self.selected).parent.is_some();
        folds && is_branch && self.branch.is_none() && self.is_quiet()
    }

    pub(super) fn open_branch(&mut self, effects: &mut Vec<TheatreEffect>) {
        let view = self.view.clone().filter(|_| self.can_open_branch());
        let Some(view) = view else { return };
        let id = self.next_id();
        let visit = view.node(self.selected).visit;
        self.opening = Some((id, self.selected));
        let setup = self.setup.clone();
        effects.push(TheatreEffect::request(
            id,
            &TheatreRequest::OpenBranch { id, setup, visit },
        ));
    }

    pub(super) fn show_branch(&mut self, id: SearchId, tree: SearchTree) {
        let Some((_, node)) = self.opening.take_if(|(opening, _)| *opening == id) else {
            return;
        };
        let Some(whole) = self.view.take() else {
            return;
        };
        let start = whole.position_before(node);
        self.branch = Some(OpenBranch { whole, node });
        self.view = Some(Arc::new(TreeView::new(start, tree)));
        self.show_top();
    }

    pub(super) fn close_branch(&mut self, effects: &mut Vec<TheatreEffect>) {
        if let Some(OpenBranch { whole, node }) = self.branch.take() {
            let root = whole.root_of(node);
            self.view = Some(whole);
            self.show_top();
            self.set_top(root);
            self.select(node, effects);
        }
    }

    /// Shows another tree from its first node on; checks and finds were of the one before.
    pub(super) fn show_top(&mut self) {
        (self.selected, self.hovered) = (0, None);
        self.find();
        self.bets = BetChecks::default();
        self.set_top(0);
    }

    pub(super) fn check_bets(&mut self, effects: &mut Vec<TheatreEffect>) {
        if !self.can_check_bets() {
            return;
        }
        let id = self.next_id();
        self.bets = BetChecks {
            running: Some(id),
            ..BetChecks::default()
        };
        let setup = self.setup.clone();
        effects.push(TheatreEffect::request(
            id,
            &TheatreRequest::CheckBets { id, setup },
        ));
    }

    pub(super) fn stop_check(&mut self, effects: &mut Vec<TheatreEffect>) {
        if let Some(id) = self.bets.running.take() {
            effects.push(TheatreEffect::Engine(EngineCommand::Cancel(id)));
        }
    }
}
