//! State and reducer of the theatre; `walk` and `look_further` have parts of the reducer.

use std::sync::Arc;

use engine::rules::{Game, Move, Position};
use engine::search::{Cause, VisitKind};

use super::messages::{SearchSummary, TheatreRequest, TheatreResponse, TracedSearch};
use super::{
    BetChecks, ExploredTree, Film, LinkedNode, MindsSideBySide, Snapshot, SwitchTrials,
    TheatreEffect, TheatreEvent, TraceSetup, TreeView, VISITS,
};
use crate::network::NetworkStatus;
use crate::play::{EngineState, MAX_FAILURES};
use crate::worker::{EngineCommand, FromWorker, NetworkProgress, SearchId};

/// What the page knows.
#[derive(Debug, Clone)]
pub struct TheatreState {
    pub setup: TraceSetup,
    /// The game up to the position; `None` where there is nothing to search.
    pub game: Option<Arc<Game>>,
    pub engine: EngineState,
    /// Failures in a row.
    pub failures: u8,
    pub network: NetworkStatus,
    pub stage: TreeStage,
    /// By which engine and network the link was made that is shown.
    pub link_version: Option<String>,
    /// What a link selects once the tree is there.
    pub(super) wanted: Option<LinkedNode>,
    pub last_search: SearchId,
    /// The tree on the stage.
    pub view: Option<Arc<TreeView>>,
    /// The branch on the stage in place of the whole tree, which waits here.
    pub branch: Option<OpenBranch>,
    /// The branch that is being searched for: the request and its node.
    pub(super) opening: Option<(SearchId, u32)>,
    /// The tree of a tree search, in its place.
    pub explored: Option<Arc<ExploredTree>>,
    pub summary: Option<SearchSummary>,
    /// The node whose branch fills the picture.
    pub top: u32,
    pub selected: u32,
    /// The node under the pointer.
    pub hovered: Option<u32>,
    /// Only this cause is shown in full colour.
    pub cause: Option<Cause>,
    /// The move that is looked for, as it was typed.
    pub find_text: String,
    /// Its nodes, ascending.
    pub found: Arc<Vec<u32>>,
    pub film: Film,
    /// The node that board and words show while the film plays: not every one of a fast film.
    pub(super) film_node: Option<u32>,
    /// Milliseconds that it has been shown.
    pub(super) film_node_ms: f64,
    pub bets: BetChecks,
    pub switches: SwitchTrials,
    pub minds: MindsSideBySide,
}

/// How far the search is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeStage {
    /// A search is due.
    Due,
    Searching(SearchId),
    /// The tree is shown.
    Shown,
    /// There is nothing to search, for this reason.
    Refused(String),
}

/// What the stage returns to from a branch.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenBranch {
    pub whole: Arc<TreeView>,
    /// The branch's node in the whole tree.
    pub node: u32,
}

impl Default for TheatreState {
    fn default() -> Self {
        Self {
            setup: TraceSetup::default(),
            game: Some(Arc::default()),
            engine: EngineState::Off,
            failures: 0,
            network: NetworkStatus::default(),
            stage: TreeStage::Due,
            link_version: None,
            wanted: None,
            last_search: SearchId::default(),
            view: None,
            branch: None,
            opening: None,
            explored: None,
            summary: None,
            top: 0,
            selected: 0,
            hovered: None,
            cause: None,
            find_text: String::new(),
            found: Arc::default(),
            film: Film::ended(0, 0, 0),
            film_node: None,
            film_node_ms: 0.0,
            bets: BetChecks::default(),
            switches: SwitchTrials::default(),
            minds: MindsSideBySide::default(),
        }
    }
}

impl TheatreState {
    /// The node that board and words show: the one under the pointer, the film's latest, else the
    /// selected one.
    #[must_use]
    pub fn shown(&self) -> Option<u32> {
        let view = self.view.as_ref()?;
        Some(match self.hovered {
            Some(hovered) => hovered,
            None if self.film.is_playing && self.film_node.is_some() => self.film_node?,
            None if !self.film.is_at_end() => view.entered_by(self.top, self.film.last_visit()),
            None => self.selected,
        })
    }

    /// The position on the board, and the move that led there.
    #[must_use]
    pub fn board(&self) -> (Position, Option<Move>) {
        if let (Some(view), Some(shown)) = (&self.view, self.shown()) {
            return view.board(shown);
        }
        let Some(game) = &self.game else {
            return (Position::startpos(), None);
        };
        match (&self.explored, self.shown_explored()) {
            (Some(tree), 1..) => tree.board(game.position(), self.shown_explored()),
            _ => (*game.position(), game.moves().last().copied()),
        }
    }

    /// The node of a tree search that is shown.
    #[must_use]
    pub fn shown_explored(&self) -> u32 {
        self.hovered.unwrap_or(self.selected)
    }

    /// The moment of a tree search that the film shows.
    #[must_use]
    pub fn snapshot(&self) -> Option<&Snapshot> {
        let snapshots = &self.explored.as_ref()?.snapshots;
        let shown = self.film.shown().max(1) as usize - 1;
        snapshots.get(shown.min(snapshots.len().saturating_sub(1)))
    }

    /// Whether there is such a node on the stage.
    pub(super) fn has_node(&self, node: u32) -> bool {
        match (&self.view, &self.explored) {
            (Some(view), _) => view.has(node),
            (None, Some(tree)) => tree.has(node),
            (None, None) => false,
        }
    }

    /// The selected node as a link names it; `None` for the last search of the root.
    #[must_use]
    pub fn linked_node(&self) -> Option<LinkedNode> {
        let (view, node) = match &self.branch {
            Some(branch) => (&branch.whole, branch.node),
            None => (self.view.as_ref()?, self.selected),
        };
        if let Some(place) = view.roots().iter().position(|&root| root == node) {
            let is_last = place + 1 == view.roots().len();
            return (!is_last).then_some(LinkedNode::Root(place as u32));
        }
        // A move that was not searched has no visit of its own.
        let visited = match view.node(node) {
            found if found.nodes > 0 => found,
            found => view.node(found.parent?),
        };
        match visited.kind {
            VisitKind::Root => None,
            _ => Some(LinkedNode::Visit(visited.visit)),
        }
    }

    /// Handles an event. The caller carries out the effects in order.
    pub fn update(&mut self, event: TheatreEvent) -> Vec<TheatreEffect> {
        let mut effects = Vec::new();
        self.handle(event, &mut effects);
        self.start_search(&mut effects);
        effects
    }

    fn handle(&mut self, event: TheatreEvent, effects: &mut Vec<TheatreEffect>) {
        match event {
            TheatreEvent::Open(link) => {
                self.wanted = link.node;
                self.change_setup(link.setup, effects);
                self.link_version = link.version;
            }
            TheatreEvent::Refuse(refused) => {
                self.clear();
                self.minds.clear();
                self.stage = TreeStage::Refused(refused.to_string());
            }
            TheatreEvent::SetMind(mind) => self.change_setup(
                TraceSetup {
                    mind,
                    depth: self.setup.depth.min(TraceSetup::max_depth(mind)),
                    ..self.setup.clone()
                },
                effects,
            ),
            TheatreEvent::SetDepth(depth) => self.change_setup(
                TraceSetup {
                    depth: depth.clamp(1, TraceSetup::max_depth(self.setup.mind)),
                    ..self.setup.clone()
                },
                effects,
            ),
            TheatreEvent::SetVisits(visits) => self.change_setup(
                TraceSetup {
                    visits: match VISITS.contains(&visits) {
                        true => visits,
                        false => self.setup.visits,
                    },
                    ..self.setup.clone()
                },
                effects,
            ),
            TheatreEvent::SetOptions(options) => self.change_setup(
                TraceSetup {
                    options,
                    ..self.setup.clone()
                },
                effects,
            ),
            TheatreEvent::Select(node) => self.select(node, effects),
            TheatreEvent::Hover(node) => self.hover(node),
            TheatreEvent::Zoom(node) => self.zoom(node, effects),
            TheatreEvent::ZoomOut => {
                let view = self.view.as_ref();
                if let Some(parent) = view.and_then(|view| view.node(self.top).parent) {
                    self.set_top(parent);
                }
            }
            TheatreEvent::OpenBranch => self.open_branch(effects),
            TheatreEvent::CloseBranch => self.close_branch(effects),
            TheatreEvent::ShowRoot(index) => self.show_root(index, effects),
            TheatreEvent::Step(step) => self.step(step, effects),
            TheatreEvent::Highlight(cause) => self.cause = cause,
            TheatreEvent::Find(text) => {
                self.find_text = text;
                self.find();
            }
            TheatreEvent::PlayPause => {
                self.hovered = None;
                match self.film.is_playing {
                    true => self.film.is_playing = false,
                    false => self.play(effects),
                }
            }
            TheatreEvent::Seek(visits) => {
                self.film.is_playing = false;
                self.film.seek(visits);
            }
            TheatreEvent::StepFilm(visits) => self.film.step(visits),
            TheatreEvent::SetSpeed(speed) => self.film = self.film.with_speed(speed),
            TheatreEvent::Frame(ms, reduced) => self.advance(ms, reduced, effects),
            TheatreEvent::CheckBets => self.check_bets(effects),
            TheatreEvent::StopCheck => self.stop_check(effects),
            TheatreEvent::TrySwitches => self.try_switches(effects),
            TheatreEvent::StopSwitches => self.stop_switches(effects),
            TheatreEvent::ToggleMind(mind) => self.minds.toggle(mind),
            TheatreEvent::SetMoveLimit(limit) => self.minds.limit = limit,
            TheatreEvent::CompareMinds(plies) => self.compare_minds(plies, effects),
            TheatreEvent::StopMinds => self.stop_minds(effects),
            TheatreEvent::Engine(message) => self.handle_worker(message, effects),
            TheatreEvent::Answer(answer) => self.handle_answer(*answer, effects),
            TheatreEvent::RetryEngine => {
                if matches!(self.engine, EngineState::Failed(_)) {
                    self.failures = 0;
                    self.engine = EngineState::Off;
                }
            }
            TheatreEvent::NetworkTimeout => self.network.stop_waiting(),
        }
    }

    fn change_setup(&mut self, setup: TraceSetup, effects: &mut Vec<TheatreEffect>) {
        if setup == self.setup && matches!(self.stage, TreeStage::Shown) {
            return self.select_wanted(effects);
        }
        if let TreeStage::Searching(id) = self.stage {
            effects.push(TheatreEffect::Engine(EngineCommand::Cancel(id)));
        }
        self.stop_check(effects);
        self.stop_switches(effects);
        self.stop_minds(effects);
        if let Some((id, _)) = self.opening.take() {
            effects.push(TheatreEffect::Engine(EngineCommand::Cancel(id)));
        }
        let is_elsewhere =
            (&setup.start_fen, &setup.moves) != (&self.setup.start_fen, &self.setup.moves);
        if is_elsewhere {
            // What is shown was found in another position.
            self.clear();
            self.minds.clear();
            self.game = setup.game().ok().map(Arc::new);
        }
        // What is searched now is no longer the link's.
        self.link_version = None;
        self.setup = setup;
        self.stage = TreeStage::Due;
        effects.push(TheatreEffect::UpdateAddress);
    }

    /// Starts the search that is due, once the worker and the network are there.
    fn start_search(&mut self, effects: &mut Vec<TheatreEffect>) {
        if self.stage != TreeStage::Due {
            return;
        }
        match self.engine {
            EngineState::Off => {
                self.engine = EngineState::Starting(None);
                self.start_engine(effects);
            }
            EngineState::Ready if !self.uses_sites_network() || !self.network.is_pending() => {
                let id = self.next_id();
                self.stage = TreeStage::Searching(id);
                let setup = self.setup.clone();
                effects.push(TheatreEffect::request(
                    id,
                    &TheatreRequest::Trace { id, setup },
                ));
            }
            EngineState::Ready | EngineState::Starting(_) | EngineState::Failed(_) => {}
        }
    }

    /// Whether the mind has no network of the visitor's.
    #[must_use]
    pub fn uses_sites_network(&self) -> bool {
        self.setup.mind.strategy().ready
    }

    pub(super) fn next_id(&mut self) -> SearchId {
        self.last_search = self.last_search.next();
        self.last_search
    }

    fn start_engine(&mut self, effects: &mut Vec<TheatreEffect>) {
        self.network = NetworkStatus::default();
        effects.push(TheatreEffect::Engine(EngineCommand::Start));
    }

    fn handle_worker(&mut self, message: FromWorker, effects: &mut Vec<TheatreEffect>) {
        match message {
            FromWorker::Ready => self.engine = EngineState::Ready,
            FromWorker::Failed { message } => self.engine_failed(message, effects),
            FromWorker::Network(progress) => self.handle_network(progress),
            // The answers to the theatre's requests come as [`TheatreEvent::Answer`]; nothing asks for others.
            _ => {}
        }
    }

    fn handle_answer(&mut self, answer: TheatreResponse, effects: &mut Vec<TheatreEffect>) {
        match answer {
            TheatreResponse::Traced(traced) => self.show(*traced, effects),
            TheatreResponse::Branch { id, tree } => self.show_branch(id, *tree),
            TheatreResponse::Explored { id, tree, summary } => {
                self.show_explored(id, *tree, summary);
            }
            TheatreResponse::Refused { id, reason } => {
                self.opening.take_if(|(opening, _)| *opening == id);
                self.bets.running.take_if(|running| *running == id);
                self.switches.running.take_if(|running| *running == id);
                if self
                    .minds
                    .running
                    .take_if(|running| *running == id)
                    .is_some()
                {
                    self.minds.compared.clear();
                    self.minds.refused = Some(reason.clone());
                }
                if self.stage == TreeStage::Searching(id) {
                    self.clear();
                    self.stage = TreeStage::Refused(reason);
                }
            }
            TheatreResponse::Checked {
                id,
                bets,
                checked,
                finished,
            } => self.bets.add(id, bets, checked, finished),
            TheatreResponse::SwitchTried { id, result } => {
                if self.switches.running == Some(id) {
                    self.switches.results.push(result);
                }
            }
            TheatreResponse::MindMoved { id, found } => {
                if self.minds.running == Some(id) {
                    self.minds.moves.push(found);
                }
            }
            TheatreResponse::MindsMoved { id } => {
                self.minds.running.take_if(|running| *running == id);
            }
            TheatreResponse::SwitchesTried { id } => {
                self.switches.running.take_if(|running| *running == id);
            }
        }
    }

    fn handle_network(&mut self, news: NetworkProgress) {
        let late = self.network.uses_fallback() && matches!(news, NetworkProgress::Ready(_));
        self.network.progress = Some(news);
        if late && self.uses_sites_network() && self.stage == TreeStage::Shown {
            self.stage = TreeStage::Due;
        }
    }

    fn engine_failed(&mut self, message: String, effects: &mut Vec<TheatreEffect>) {
        if matches!(self.stage, TreeStage::Searching(_)) {
            self.stage = TreeStage::Due;
        }
        (self.bets.running, self.switches.running) = (None, None);
        (self.minds.running, self.opening) = (None, None);
        self.failures = self.failures.saturating_add(1);
        if self.failures >= MAX_FAILURES {
            self.engine = EngineState::Failed(message);
        } else {
            self.engine = EngineState::Starting(Some(message));
            self.start_engine(effects);
        }
    }

    fn clear(&mut self) {
        (self.view, self.explored, self.summary) = (None, None, None);
        (self.branch, self.opening) = (None, None);
        (self.top, self.selected, self.hovered) = (0, 0, None);
        self.found = Arc::default();
        self.film = Film::ended(0, 0, 0).with_speed(self.film.speed());
        self.bets = BetChecks::default();
        self.switches = SwitchTrials::default();
    }

    fn show(&mut self, traced: TracedSearch, effects: &mut Vec<TheatreEffect>) {
        let Some(game) = self.game.clone() else {
            return;
        };
        if self.stage != TreeStage::Searching(traced.id) {
            return;
        }
        self.clear();
        self.failures = 0;
        self.stage = TreeStage::Shown;
        self.summary = Some(traced.summary);
        let view = TreeView::new(*game.position(), traced.tree);
        let last = view.roots().last().copied();
        self.view = Some(Arc::new(view));
        self.find();
        if let Some(last) = last {
            self.set_top(last);
            self.selected = last;
        }
        self.select_wanted(effects);
    }

    fn show_explored(&mut self, id: SearchId, tree: ExploredTree, summary: SearchSummary) {
        if self.stage != TreeStage::Searching(id) {
            return;
        }
        self.clear();
        self.failures = 0;
        self.stage = TreeStage::Shown;
        self.summary = Some(summary);
        let moments = tree.snapshots.len() as u32;
        self.film = Film::ended(1, moments, moments).with_speed(self.film.speed());
        self.explored = Some(Arc::new(tree));
    }
}
