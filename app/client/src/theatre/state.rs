//! State and reducer of the theatre.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::player::StrategyId;
use engine::rules::{Game, Move, Position};
use engine::search::{Cause, Options, SearchTree, VisitKind};

use super::messages::{
    BetOutcome, CheckedBet, SearchSummary, TheatreRequest, TheatreResponse, TracedSearch,
};
use super::{
    COMPARED, Comparison, ExploredTree, Film, LinkedNode, MAX_COMPARED, MOVE_LIMITS, MindMove,
    MoveLimit, SetupError, Snapshot, SwitchResult, TheatreLink, TraceSetup, TreeView, VISITS,
};
use crate::network::NetworkStatus;
use crate::play::{EngineState, MAX_FAILURES};
use crate::worker::codec::encode;
use crate::worker::{EngineCommand, FromWorker, NetworkProgress, SearchId, ToWorker};

/// How long a node of the film is shown on the board at least, ms: longer than a piece moves.
const MIN_NODE_MS: f64 = 240.0;

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
    wanted: Option<LinkedNode>,
    pub last_search: SearchId,
    /// The tree on the stage.
    pub view: Option<Arc<TreeView>>,
    /// The branch on the stage in place of the whole tree, which waits here.
    pub branch: Option<OpenBranch>,
    /// The branch that is being searched for: the request and its node.
    opening: Option<(SearchId, u32)>,
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
    /// The move that is looked for, as it was typed, and its nodes; ascending.
    pub find_text: String,
    pub found: Arc<Vec<u32>>,
    pub film: Film,
    /// The node that board and words show while the film plays: not every one of a fast film.
    film_node: Option<u32>,
    /// Milliseconds that it has been shown.
    film_node_ms: f64,
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

/// The bets of the tree, as far as they are checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BetChecks {
    /// The check in progress.
    pub running: Option<SearchId>,
    /// All bets of the tree; `None` before a check.
    pub bets: Option<u32>,
    pub held: u32,
    pub unchecked: u32,
    /// Those that were wrong, the dearest first.
    pub failed: Vec<CheckedBet>,
    /// By node: what became of its bet.
    pub by_node: BTreeMap<u32, BetOutcome>,
}

/// Minds that move in the same position.
#[derive(Debug, Clone, PartialEq)]
pub struct MindsSideBySide {
    /// The comparison in progress.
    pub running: Option<SearchId>,
    /// Those to compare next.
    pub chosen: Vec<StrategyId>,
    pub limit: MoveLimit,
    /// Those that were compared, and their moves as they came.
    pub compared: Vec<StrategyId>,
    pub moves: Vec<MindMove>,
}

impl Default for MindsSideBySide {
    fn default() -> Self {
        Self {
            running: None,
            chosen: vec![StrategyId::Intuition, StrategyId::Explorer],
            limit: MOVE_LIMITS[1],
            compared: Vec::new(),
            moves: Vec::new(),
        }
    }
}

impl MindsSideBySide {
    /// Adds a mind to those that are compared, or takes it away.
    fn toggle(&mut self, mind: StrategyId) {
        let is_known = COMPARED.contains(&mind);
        if self.chosen.contains(&mind) {
            self.chosen.retain(|chosen| *chosen != mind);
        } else if is_known && self.chosen.len() < MAX_COMPARED {
            self.chosen.push(mind);
        }
    }

    fn clear(&mut self) {
        self.running = None;
        self.compared.clear();
        self.moves.clear();
    }
}

/// What the stage returns to from a branch.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenBranch {
    pub whole: Arc<TreeView>,
    /// The branch's node in the whole tree.
    pub node: u32,
}

/// The trials of the search's switches.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SwitchTrials {
    /// The trials in progress.
    pub running: Option<SearchId>,
    /// In the order of [`super::SWITCHES`].
    pub results: Vec<SwitchResult>,
}

/// A step in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeStep {
    Parent,
    FirstChild,
    Previous,
    Next,
}

/// An input of the reducer.
#[derive(Debug, Clone)]
pub enum TheatreEvent {
    /// Show what a link says.
    Open(Box<TheatreLink>),
    /// What the address says cannot be shown.
    Refuse(SetupError),
    SetMind(StrategyId),
    SetDepth(u8),
    /// Visits of a tree search, one of [`super::VISITS`].
    SetVisits(u32),
    SetOptions(Options),
    Select(u32),
    Hover(Option<u32>),
    /// Have a node's branch fill the picture.
    Zoom(u32),
    /// Show the branch above.
    ZoomOut,
    /// Search for the selected node's branch again, to see what is folded in it.
    OpenBranch,
    /// Return from a branch to the whole tree.
    CloseBranch,
    /// Show a search of the root, by its index.
    ShowRoot(usize),
    Step(TreeStep),
    Highlight(Option<Cause>),
    /// Look for a move in standard algebraic notation; for none where the text is empty.
    Find(String),
    PlayPause,
    /// Show so many visits.
    Seek(u32),
    /// Show so many more visits.
    StepFilm(i32),
    SetSpeed(usize),
    /// Time goes by, ms; whether motion is reduced.
    Frame(f64, bool),
    CheckBets,
    StopCheck,
    /// Try the search with each of its parts switched off.
    TrySwitches,
    StopSwitches,
    /// Choose a mind for the comparison, or take it away.
    ToggleMind(StrategyId),
    SetMoveLimit(MoveLimit),
    /// Have the chosen minds play so many plies.
    CompareMinds(u8),
    StopMinds,
    Engine(FromWorker),
    /// The worker's answer to a request.
    Answer(Box<TheatreResponse>),
    RetryEngine,
    /// The time for the network to load is over.
    NetworkTimeout,
}

/// What the caller has to do.
#[derive(Debug, Clone, PartialEq)]
pub enum TheatreEffect {
    /// Command the worker; answered by [`TheatreEvent::Engine`] and [`TheatreEvent::Answer`].
    Engine(EngineCommand),
    /// Write the current state into the page's address.
    UpdateAddress,
    /// Send [`TheatreEvent::Frame`] with every frame while the film plays.
    Animate,
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
    fn has_node(&self, node: u32) -> bool {
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
            EngineState::Ready if !self.network.is_pending() => {
                let id = self.next_id();
                self.stage = TreeStage::Searching(id);
                let setup = self.setup.clone();
                effects.push(send(id, &TheatreRequest::Trace { id, setup }));
            }
            EngineState::Ready | EngineState::Starting(_) | EngineState::Failed(_) => {}
        }
    }

    fn next_id(&mut self) -> SearchId {
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
        if late && self.stage == TreeStage::Shown {
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

    /// Looks for the move that was typed in the tree on the stage.
    fn find(&mut self) {
        let view = self.view.as_ref();
        let found = view.map_or_else(Vec::new, |view| view.find(&self.find_text));
        self.found = Arc::new(found);
    }

    /// Selects the node that a link names.
    fn select_wanted(&mut self, effects: &mut Vec<TheatreEffect>) {
        let (Some(wanted), Some(view)) = (self.wanted.take(), self.view.clone()) else {
            return;
        };
        let nodes = view.tree().nodes();
        let found = match wanted {
            LinkedNode::Root(place) => view.roots().get(place as usize).copied(),
            LinkedNode::Visit(visit) => nodes
                .iter()
                .position(|node| {
                    node.visit == visit && node.nodes > 0 && node.kind != VisitKind::Root
                })
                .map(|index| index as u32),
        };
        if let Some(found) = found {
            self.select(found, effects);
        }
    }

    /// Has a branch fill the picture, and shows it to its end.
    fn set_top(&mut self, top: u32) {
        if let Some(view) = &self.view {
            let (first, visits) = view.span(top);
            let whole = match view.node(top).parent {
                None => view.tree().visits(),
                Some(_) => visits,
            };
            self.film = Film::ended(first, visits, whole).with_speed(self.film.speed());
            self.top = top;
        }
    }

    /// Plays the film: of the whole search from its first depth, where its end is shown.
    fn play(&mut self, effects: &mut Vec<TheatreEffect>) {
        match &self.view {
            Some(view) if self.film.is_at_end() && view.roots().last() == Some(&self.top) => {
                self.set_top(view.roots()[0]);
            }
            None if self.explored.is_none() => return,
            _ => {}
        }
        self.film.play();
        self.film_node = None;
        effects.push(TheatreEffect::Animate);
    }

    /// After one depth the film goes on with the next.
    fn advance(&mut self, ms: f64, reduced: bool, effects: &mut Vec<TheatreEffect>) {
        let was_playing = self.film.is_playing;
        self.film.advance(ms, reduced);
        let Some(view) = self.view.clone() else {
            return;
        };
        self.film_node_ms += ms;
        if self.film_node.is_none() || self.film_node_ms >= MIN_NODE_MS {
            self.film_node = Some(view.entered_by(self.top, self.film.last_visit()));
            self.film_node_ms = 0.0;
        }
        if !was_playing || self.film.is_playing {
            return;
        }
        let is_top = |root: &u32| *root == self.top;
        let place = view.roots().iter().position(is_top);
        match place.and_then(|place| view.roots().get(place + 1)) {
            Some(&next) => {
                self.set_top(next);
                self.film.play();
            }
            // The film ends where the search has: at the move that it plays.
            None => {
                self.selected = self.top;
                effects.push(TheatreEffect::UpdateAddress);
            }
        }
    }

    fn select(&mut self, node: u32, effects: &mut Vec<TheatreEffect>) {
        if !self.has_node(node) {
            return;
        }
        if let Some(view) = self.view.clone()
            && !view.path(node).contains(&self.top)
        {
            self.set_top(view.root_of(node));
        }
        self.film.is_playing = false;
        self.film.seek(self.film.visits);
        self.hovered = None;
        self.selected = node;
        effects.push(TheatreEffect::UpdateAddress);
    }

    fn hover(&mut self, node: Option<u32>) {
        if !self.film.is_playing {
            self.hovered = node.filter(|&node| self.has_node(node));
        }
    }

    fn zoom(&mut self, node: u32, effects: &mut Vec<TheatreEffect>) {
        let Some(view) = self.view.clone().filter(|view| view.has(node)) else {
            return;
        };
        // A move that was not searched has no branch.
        if view.node(node).nodes == 0 {
            return;
        }
        self.set_top(node);
        if !view.path(self.selected).contains(&node) {
            self.select(node, effects);
        }
    }

    fn show_root(&mut self, index: usize, effects: &mut Vec<TheatreEffect>) {
        let root = self
            .view
            .as_ref()
            .and_then(|view| view.roots().get(index).copied());
        if let Some(root) = root {
            self.set_top(root);
            self.select(root, effects);
        }
    }

    fn step(&mut self, step: TreeStep, effects: &mut Vec<TheatreEffect>) {
        let Some(view) = self.view.clone() else {
            return;
        };
        let here = self.selected;
        let parent = view.node(here).parent;
        let goal = match step {
            TreeStep::Parent => parent,
            TreeStep::FirstChild => view.children(here).next(),
            TreeStep::Previous | TreeStep::Next => {
                let siblings: Vec<u32> = match parent {
                    Some(parent) => view.children(parent).collect(),
                    None => view.roots().to_vec(),
                };
                let place = siblings.iter().position(|&sibling| sibling == here);
                let goal = match step {
                    TreeStep::Next => place.map(|place| place + 1),
                    _ => place.and_then(|place| place.checked_sub(1)),
                };
                goal.and_then(|place| siblings.get(place).copied())
            }
        };
        if let Some(goal) = goal {
            self.select(goal, effects);
        }
    }

    /// Whether a search is on the stage and the worker has nothing to do.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        let ready = self.engine == EngineState::Ready && self.stage == TreeStage::Shown;
        let running = self.bets.running.or(self.switches.running);
        ready && running.or(self.minds.running).is_none() && self.opening.is_none()
    }

    /// Whether the worker can look further into the search on the stage.
    #[must_use]
    pub fn can_look_further(&self) -> bool {
        self.is_quiet() && self.branch.is_none() && self.setup.has_checked_bets()
    }

    fn compare_minds(&mut self, plies: u8, effects: &mut Vec<TheatreEffect>) {
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
        effects.push(send(id, &request));
    }

    fn stop_minds(&mut self, effects: &mut Vec<TheatreEffect>) {
        if let Some(id) = self.minds.running.take() {
            effects.push(TheatreEffect::Engine(EngineCommand::Cancel(id)));
        }
    }

    fn try_switches(&mut self, effects: &mut Vec<TheatreEffect>) {
        if !self.can_look_further() {
            return;
        }
        let id = self.next_id();
        self.switches = SwitchTrials {
            running: Some(id),
            results: Vec::new(),
        };
        let setup = self.setup.clone();
        effects.push(send(id, &TheatreRequest::TrySwitches { id, setup }));
    }

    fn stop_switches(&mut self, effects: &mut Vec<TheatreEffect>) {
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

    fn open_branch(&mut self, effects: &mut Vec<TheatreEffect>) {
        let view = self.view.clone().filter(|_| self.can_open_branch());
        let Some(view) = view else { return };
        let id = self.next_id();
        let visit = view.node(self.selected).visit;
        self.opening = Some((id, self.selected));
        let setup = self.setup.clone();
        effects.push(send(id, &TheatreRequest::OpenBranch { id, setup, visit }));
    }

    fn show_branch(&mut self, id: SearchId, tree: SearchTree) {
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

    fn close_branch(&mut self, effects: &mut Vec<TheatreEffect>) {
        if let Some(OpenBranch { whole, node }) = self.branch.take() {
            let root = whole.root_of(node);
            self.view = Some(whole);
            self.show_top();
            self.set_top(root);
            self.select(node, effects);
        }
    }

    /// Shows another tree from its first node on; checks and finds were of the one before.
    fn show_top(&mut self) {
        (self.selected, self.hovered) = (0, None);
        self.find();
        self.bets = BetChecks::default();
        self.set_top(0);
    }

    fn check_bets(&mut self, effects: &mut Vec<TheatreEffect>) {
        if !self.can_look_further() {
            return;
        }
        let id = self.next_id();
        self.bets = BetChecks {
            running: Some(id),
            ..BetChecks::default()
        };
        let setup = self.setup.clone();
        effects.push(send(id, &TheatreRequest::CheckBets { id, setup }));
    }

    fn stop_check(&mut self, effects: &mut Vec<TheatreEffect>) {
        if let Some(id) = self.bets.running.take() {
            effects.push(TheatreEffect::Engine(EngineCommand::Cancel(id)));
        }
    }
}

impl BetChecks {
    fn add(&mut self, id: SearchId, bets: u32, checked: Vec<CheckedBet>, finished: bool) {
        if self.running != Some(id) {
            return;
        }
        self.bets = Some(bets);
        for bet in checked {
            match bet.outcome {
                BetOutcome::Held => self.held += 1,
                BetOutcome::Unchecked => self.unchecked += 1,
                BetOutcome::Failed { .. } => self.failed.push(bet),
            }
            // Of several bets on a node the one that failed is told.
            let known = self.by_node.entry(bet.node).or_insert(bet.outcome);
            if matches!(bet.outcome, BetOutcome::Failed { .. }) {
                *known = bet.outcome;
            }
        }
        let cost = |bet: &CheckedBet| match bet.outcome {
            BetOutcome::Failed {
                cost, other_move, ..
            } => (other_move, cost),
            _ => (false, 0),
        };
        self.failed.sort_by_key(|bet| std::cmp::Reverse(cost(bet)));
        if finished {
            self.running = None;
        }
    }

    /// Bets with a verdict.
    #[must_use]
    pub fn checked(&self) -> u32 {
        self.held + self.failed.len() as u32
    }

    /// The nodes whose bets failed, ascending.
    #[must_use]
    pub fn failed_nodes(&self) -> Vec<u32> {
        let mut nodes: Vec<u32> = self.failed.iter().map(|bet| bet.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}

fn send(id: SearchId, request: &TheatreRequest) -> TheatreEffect {
    let request = encode(request);
    TheatreEffect::Engine(EngineCommand::Send(ToWorker::Theatre { id, request }))
}
