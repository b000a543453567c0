//! State and reducer of the page of tournaments.

use std::collections::{BTreeMap, BTreeSet};

use engine::player::StrategyId;

use super::messages::{ArenaRequest, ArenaResponse, GameOrder, SideOrder};
use super::{
    ArenaEffect, ArenaEvent, ArenaFile, Entrant, LiveGame, MAX_ENTRANTS, MIN_ENTRANTS, PlayedGame,
    StoredTournament, Tournament, TournamentPlan, fragment, parse_fragment,
};
use crate::network::NetworkStatus;
use crate::play::MAX_FAILURES;
use crate::worker::codec::encode;
use crate::worker::{FromWorker, LazyPart, NetworkProgress, SearchId, ToWorker};

/// The most games at the same time.
pub const MAX_WORKERS: usize = 4;

/// What the page knows.
#[derive(Debug, Clone)]
pub struct ArenaState {
    pub stage: ArenaStage,
    /// The tournament that is being set up.
    pub draft: TournamentPlan,
    /// A tournament that the address describes while another one is here.
    pub linked: Option<TournamentPlan>,
    /// The files that players play by, by their checksums.
    pub files: Vec<(u32, ArenaFile)>,
    pub tournament: Option<Tournament>,
    /// Played games that the browser is storing: a reload would lose them.
    unstored: BTreeSet<u32>,
    pub is_running: bool,
    /// Games that are to be played at the same time, 1 to [`MAX_WORKERS`].
    pub worker_count: usize,
    workers: Vec<ArenaWorker>,
    /// What stands in the way, for the visitor.
    pub trouble: Option<String>,
    /// Why the browser stores nothing: a reload would lose the games.
    pub storage_error: Option<String>,
    /// Failures of workers since the last start, by the number of their game.
    failures: BTreeMap<Option<u32>, u8>,
    /// Whether the stored tournament was being played.
    resumes: bool,
}

/// Whether the tournament can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArenaStage {
    Loading,
    /// Another tab has it.
    OpenElsewhere,
    Ready,
}

/// A worker that plays one game after the other.
#[derive(Debug, Clone, Default)]
struct ArenaWorker {
    is_ready: bool,
    network: NetworkStatus,
    game: Option<LiveGame>,
}

impl Default for ArenaState {
    fn default() -> Self {
        Self {
            stage: ArenaStage::Loading,
            draft: TournamentPlan::default(),
            linked: None,
            files: Vec::new(),
            tournament: None,
            unstored: BTreeSet::new(),
            is_running: false,
            worker_count: 1,
            workers: Vec::new(),
            trouble: None,
            storage_error: None,
            failures: BTreeMap::new(),
            resumes: false,
        }
    }
}

impl ArenaState {
    /// The tournament that is played, else the one that is set up.
    #[must_use]
    pub fn plan(&self) -> &TournamentPlan {
        self.tournament
            .as_ref()
            .map_or(&self.draft, Tournament::plan)
    }

    /// Games that are played and stored, or cannot be stored.
    #[must_use]
    pub fn kept_games(&self) -> u32 {
        let played = self.tournament.as_ref().map_or(0, Tournament::played);
        played - self.unstored.len() as u32
    }

    /// Whether the browser is storing games.
    #[must_use]
    pub fn is_storing(&self) -> bool {
        !self.unstored.is_empty()
    }

    /// Whether all games are played and stored, or cannot be stored.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let is_played = self.tournament.as_ref().is_some_and(Tournament::is_over);
        is_played && !self.is_storing()
    }

    /// The games in progress.
    pub fn live_games(&self) -> impl Iterator<Item = &LiveGame> {
        self.workers
            .iter()
            .filter_map(|worker| worker.game.as_ref())
    }

    /// Whether games wait for the network of the site.
    #[must_use]
    pub fn waits_for_network(&self) -> bool {
        let waits = |worker: &ArenaWorker| worker.is_ready && worker.network.is_pending();
        let none_plays = self.live_games().next().is_none();
        self.is_running
            && none_plays
            && self.plan().needs_network()
            && self.workers.iter().any(waits)
    }

    /// The name of an entrant of the present plan, with the name of its file.
    #[must_use]
    pub fn name_of(&self, player: usize) -> String {
        let Some(entrant) = self.plan().entrants.get(player) else {
            return String::new();
        };
        let file = entrant.file.and_then(|sum| self.file(sum));
        match file {
            Some(file) => {
                let bare = Entrant {
                    file: None,
                    ..entrant.clone()
                };
                format!("{} by {}", bare.name(), file.name)
            }
            None => entrant.name(),
        }
    }

    /// A file by its checksum.
    #[must_use]
    pub fn file(&self, checksum: u32) -> Option<&ArenaFile> {
        let found = self.files.iter().find(|(sum, _)| *sum == checksum);
        found.map(|(_, file)| file)
    }

    /// Handles an event. The caller carries out the effects in order.
    pub fn update(&mut self, event: ArenaEvent) -> Vec<ArenaEffect> {
        let mut effects = Vec::new();
        self.handle(event, &mut effects);
        self.play_on(&mut effects);
        effects
    }

    fn handle(&mut self, event: ArenaEvent, effects: &mut Vec<ArenaEffect>) {
        match event {
            ArenaEvent::Open(Ok(plan)) => self.open(*plan),
            ArenaEvent::Open(Err(refused)) => self.trouble = Some(refused.to_string()),
            ArenaEvent::Stored(stored) => self.take_stored(*stored),
            ArenaEvent::StoredGames(games) => {
                if let Some(tournament) = &mut self.tournament {
                    for game in games {
                        tournament.record(game);
                    }
                }
            }
            ArenaEvent::Loaded => self.loaded(effects),
            ArenaEvent::OpenElsewhere => self.stage = ArenaStage::OpenElsewhere,
            ArenaEvent::Engine(worker, message) => self.handle_worker(worker, message, effects),
            ArenaEvent::Answer(worker, answer) => self.handle_answer(worker, *answer, effects),
            ArenaEvent::GameStored(number) => {
                self.unstored.remove(&number);
            }
            ArenaEvent::StorageFailed(reason) => self.storage_error = Some(reason),
            ArenaEvent::SetWorkers(count) => {
                self.worker_count = count.clamp(1, MAX_WORKERS);
                if self.stage == ArenaStage::Ready && self.tournament.is_some() {
                    effects.push(self.store_plan());
                }
            }
            ArenaEvent::Start => self.start(effects),
            ArenaEvent::Pause => self.pause(effects),
            ArenaEvent::Resume => self.resume(effects),
            ArenaEvent::Discard => self.discard(effects),
            ArenaEvent::KeepTournament => {
                self.linked = None;
                effects.push(ArenaEffect::UpdateAddress);
            }
            edit => self.edit(edit, effects),
        }
    }

    /// Changes the tournament that is set up.
    fn edit(&mut self, event: ArenaEvent, effects: &mut Vec<ArenaEffect>) {
        if self.tournament.is_some() {
            return;
        }
        self.trouble = None;
        let draft = &mut self.draft;
        match event {
            ArenaEvent::AddEntrant if draft.entrants.len() < MAX_ENTRANTS => {
                draft.entrants.push(Entrant::of(StrategyId::Explorer));
            }
            ArenaEvent::RemoveEntrant(player)
                if draft.entrants.len() > MIN_ENTRANTS && player < draft.entrants.len() =>
            {
                draft.entrants.remove(player);
            }
            ArenaEvent::SetEntrant(player, entrant) => {
                if let Some(place) = draft.entrants.get_mut(player) {
                    *place = entrant.mended(place);
                }
            }
            ArenaEvent::ChooseFile(player, kind, Ok(file)) => {
                let place = draft.entrants.get_mut(player);
                // The player may have changed while the file was read.
                if let Some(place) = place.filter(|place| place.file_kind() == Some(kind)) {
                    let checksum = file.checksum();
                    place.file = Some(checksum);
                    self.add_file(file);
                }
            }
            ArenaEvent::ChooseFile(_, _, Err(refused)) => self.trouble = Some(refused.to_string()),
            ArenaEvent::SetLimit(limit) => draft.limit = limit,
            ArenaEvent::SetPairs(pairs) => draft.pairs = pairs,
            ArenaEvent::SetTest(bounds) => draft.sprt = bounds,
            ArenaEvent::SetPlan(plan) => *draft = *plan,
            _ => {}
        }
        // Of more than two players there is no test.
        if self.draft.entrants.len() != MIN_ENTRANTS {
            self.draft.sprt = None;
        }
        effects.push(ArenaEffect::UpdateAddress);
    }

    fn add_file(&mut self, file: ArenaFile) {
        let checksum = file.checksum();
        if self.file(checksum).is_none() {
            self.files.push((checksum, file));
        }
    }

    fn open(&mut self, plan: TournamentPlan) {
        self.trouble = None;
        match &self.tournament {
            Some(tournament) => {
                self.linked = (*tournament.plan() != plan).then_some(plan);
            }
            None => {
                // It may turn out that there is a tournament.
                self.linked = (self.stage != ArenaStage::Ready).then(|| plan.clone());
                self.draft = plan;
            }
        }
    }

    /// Takes in a stored tournament, without its games.
    fn take_stored(&mut self, stored: StoredTournament) {
        for file in stored.files {
            self.add_file(file);
        }
        match stored.plan.as_deref().map(parse_fragment) {
            None => {}
            Some(Ok(plan)) => {
                self.tournament = Some(Tournament::new(plan));
                self.resumes = stored.is_running;
                if stored.workers > 0 {
                    self.worker_count = stored.workers.min(MAX_WORKERS);
                }
            }
            Some(Err(error)) => {
                self.trouble = Some(format!(
                    "The stored tournament cannot be read. {error} Its games stay in this browser until another one begins."
                ));
            }
        }
    }

    /// All that was stored is here: shows it, and goes on where it was being played.
    fn loaded(&mut self, effects: &mut Vec<ArenaEffect>) {
        self.stage = ArenaStage::Ready;
        let linked = self.linked.take();
        let Some(tournament) = &self.tournament else {
            return;
        };
        self.linked = linked.filter(|linked| linked != tournament.plan());
        self.is_running = self.resumes && !tournament.is_over();
        if self.linked.is_none() {
            effects.push(ArenaEffect::UpdateAddress);
        }
    }

    fn start(&mut self, effects: &mut Vec<ArenaEffect>) {
        if self.tournament.is_some() || self.stage != ArenaStage::Ready {
            return;
        }
        if let Err(refused) = self.draft.check() {
            self.trouble = Some(refused.to_string());
            return;
        }
        let files = self
            .draft
            .entrants
            .iter()
            .filter_map(|entrant| entrant.file);
        let files: BTreeSet<u32> = files.collect();
        let lacks_file = |entrant: &&Entrant| entrant.needs_file() && entrant.file.is_none();
        if let Some(entrant) = self.draft.entrants.iter().find(lacks_file) {
            self.trouble = Some(format!(
                "{} has no network in this browser: choose a file, or another player.",
                entrant.name()
            ));
            return;
        }
        if files.iter().any(|&sum| self.file(sum).is_none()) {
            self.trouble =
                Some("A player\u{2019}s file is not in this browser: choose it again.".to_owned());
            return;
        }
        self.trouble = None;
        self.failures.clear();
        self.is_running = true;
        self.tournament = Some(Tournament::new(self.draft.clone()));
        effects.push(ArenaEffect::Clear);
        let used = files.iter().filter_map(|&sum| self.file(sum));
        effects.extend(used.cloned().map(ArenaEffect::StoreFile));
        effects.push(self.store_plan());
        effects.push(ArenaEffect::UpdateAddress);
    }

    fn store_plan(&self) -> ArenaEffect {
        ArenaEffect::StorePlan {
            fragment: fragment(self.plan()),
            is_running: self.is_running,
            workers: self.worker_count,
        }
    }

    fn pause(&mut self, effects: &mut Vec<ArenaEffect>) {
        if std::mem::take(&mut self.is_running) {
            self.end_workers(effects);
            effects.push(self.store_plan());
        }
    }

    fn resume(&mut self, effects: &mut Vec<ArenaEffect>) {
        let is_open = self.tournament.as_ref().is_some_and(|it| !it.is_over());
        if is_open && !self.is_running {
            (self.is_running, self.trouble) = (true, None);
            self.failures.clear();
            effects.push(self.store_plan());
        }
    }

    fn discard(&mut self, effects: &mut Vec<ArenaEffect>) {
        let Some(tournament) = self.tournament.take() else {
            return;
        };
        self.unstored.clear();
        self.is_running = false;
        self.trouble = None;
        self.end_workers(effects);
        self.draft = match self.linked.take() {
            Some(linked) => linked,
            None => tournament.plan().clone(),
        };
        effects.push(ArenaEffect::Clear);
        effects.push(ArenaEffect::UpdateAddress);
    }

    fn end_workers(&mut self, effects: &mut Vec<ArenaEffect>) {
        let count = self.workers.len();
        self.workers.clear();
        effects.extend((0..count).map(ArenaEffect::EndWorker));
    }

    fn in_progress(&self) -> BTreeSet<u32> {
        self.live_games().map(|game| game.number).collect()
    }

    /// Starts workers and games as they are due, and ends what is over.
    fn play_on(&mut self, effects: &mut Vec<ArenaEffect>) {
        let Some(tournament) = self.tournament.as_ref().filter(|_| self.is_running) else {
            return;
        };
        let mut in_progress = self.in_progress();
        let needs_network = tournament.plan().needs_network();
        for (index, worker) in self.workers.iter_mut().enumerate() {
            let is_wanted = index < self.worker_count && worker.game.is_none();
            let waits = !worker.is_ready || needs_network && worker.network.is_pending();
            if !is_wanted || waits {
                continue;
            }
            let Some(number) = tournament.next_game(&in_progress) else {
                break;
            };
            in_progress.insert(number);
            let players = tournament.plan().slot(number).players;
            worker.game = Some(LiveGame::new(number, players));
            let request = order(tournament.plan(), &self.files, number);
            effects.push(ArenaEffect::Send(index, request));
        }
        // The last ones first, so that each keeps its index.
        while let Some(last) = self.workers.last() {
            let index = self.workers.len() - 1;
            let is_due = tournament.next_game(&in_progress).is_some();
            if last.game.is_some() || index < self.worker_count && is_due {
                break;
            }
            self.workers.pop();
            effects.push(ArenaEffect::EndWorker(index));
        }
        let idle = self.workers.iter().filter(|worker| worker.game.is_none());
        let mut due = idle.count();
        while self.workers.len() < self.worker_count && has_more(tournament, &in_progress, due) {
            effects.push(ArenaEffect::StartWorker(self.workers.len()));
            self.workers.push(ArenaWorker::default());
            due += 1;
        }
        if self.workers.is_empty() {
            self.is_running = false;
            effects.push(self.store_plan());
        }
    }

    fn handle_worker(&mut self, index: usize, message: FromWorker, effects: &mut Vec<ArenaEffect>) {
        let Some(worker) = self.workers.get_mut(index) else {
            return;
        };
        match message {
            FromWorker::Ready => worker.is_ready = true,
            FromWorker::Network(progress) => {
                let failed = matches!(progress, NetworkProgress::Failed(_));
                worker.network.progress = Some(progress);
                if failed && self.plan().needs_network() {
                    self.stop_for(
                        "The network could not be loaded; without it this would be another tournament.",
                        effects,
                    );
                }
            }
            FromWorker::Failed { message } => {
                let game = std::mem::take(worker).game.map(|game| game.number);
                let failures = self.failures.entry(game).or_default();
                *failures += 1;
                if *failures < MAX_FAILURES {
                    effects.push(ArenaEffect::StartWorker(index));
                } else {
                    let game =
                        game.map_or_else(String::new, |number| format!(" in game {}", number + 1));
                    self.stop_for(&format!("The engine has stopped{game}: {message}"), effects);
                }
            }
            // Nothing else was asked for.
            _ => {}
        }
    }

    fn handle_answer(
        &mut self,
        index: usize,
        answer: ArenaResponse,
        effects: &mut Vec<ArenaEffect>,
    ) {
        let worker = self.workers.get_mut(index);
        let Some(live) = worker.and_then(|worker| worker.game.as_mut()) else {
            return;
        };
        match answer {
            ArenaResponse::Progress(progress) if progress.number == live.number => {
                live.advance(progress);
            }
            ArenaResponse::Finished { number, game } if number == live.number => {
                self.workers[index].game = None;
                match PlayedGame::parse(&game) {
                    Ok(played) if played.number == number => self.record(played, game, effects),
                    Ok(_) => {}
                    Err(error) => self.stop_for(&error.to_string(), effects),
                }
            }
            // It is begun again.
            ArenaResponse::Overslept { number } if number == live.number => {
                self.workers[index].game = None;
            }
            ArenaResponse::Refused { number, reason } if number == live.number => {
                self.stop_for(&format!("Game {}: {reason}.", number + 1), effects);
            }
            // Of a game that was given up.
            _ => {}
        }
    }

    fn record(&mut self, played: PlayedGame, text: String, effects: &mut Vec<ArenaEffect>) {
        let number = played.number;
        let tournament = self.tournament.as_mut();
        if tournament.is_some_and(|tournament| tournament.record(played)) {
            self.unstored.insert(number);
            effects.push(ArenaEffect::StoreGame(number, text));
        }
    }

    fn stop_for(&mut self, reason: &str, effects: &mut Vec<ArenaEffect>) {
        self.pause(effects);
        self.trouble = Some(reason.to_owned());
    }
}

/// Whether there are games for one more worker than these.
fn has_more(tournament: &Tournament, in_progress: &BTreeSet<u32>, workers: usize) -> bool {
    let mut taken = in_progress.clone();
    for _ in 0..workers {
        match tournament.next_game(&taken) {
            Some(number) => taken.insert(number),
            None => return false,
        };
    }
    tournament.next_game(&taken).is_some()
}

fn order(plan: &TournamentPlan, files: &[(u32, ArenaFile)], number: u32) -> ToWorker {
    let slot = plan.slot(number);
    let sides = slot.players.map(|player| {
        let entrant = plan.entrants[player].clone();
        let file = entrant.file.and_then(|wanted| {
            let mut files = files.iter();
            let (_, file) = files.find(|(sum, _)| *sum == wanted)?;
            Some(Vec::clone(&file.bytes))
        });
        SideOrder { entrant, file }
    });
    let request = ArenaRequest::Play(Box::new(GameOrder {
        number,
        sides,
        limit: plan.limit,
        opening: (plan.seed, slot.round),
    }));
    ToWorker::Lazy {
        id: SearchId::default().next(),
        part: LazyPart::Arena,
        request: encode(&request),
    }
}
