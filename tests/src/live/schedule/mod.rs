//! A schedule of what can happen to a game and to those who play and watch it, drawn by chance: moves
//! and acts, sent twice, late and in another order, by several tabs of one player; sockets that break;
//! servers that are killed or leave. Each message is held to the rules when it is heard
//! ([`Mirror`](super::Mirror)); at the end all have to know the same game as the server itself.

mod slot;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use engine::rules::Color;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::{folder::TempFolder, rng::Rng, server::Server};
use slot::Slot;

use super::{History, Mirror, TestGame};

/// What happens in one schedule, beside what it begins and ends with.
const STEPS: usize = 400;

/// Tabs of White, of Black, and of those who watch.
const TABS: [usize; 3] = [2, 2, 3];

/// After a restart nobody comes for so long, in which no clock runs.
const NOBODY: Duration = Duration::from_millis(20);

/// By how much a server may take the time for later than the store's, milliseconds, on a busy machine.
const LEARNING_MS: u64 = 50;

/// The times that are played, seconds and what each move adds.
const CONTROLS: [Option<(u16, u8)>; 4] = [None, Some((180, 0)), Some((60, 2)), Some((10_800, 60))];

/// What players do beside moving; twice what leads on.
const ACTS: [&str; 8] = [
    "draw",
    "takeback",
    "takeback",
    "decline",
    "decline",
    "rematch",
    "claim_win",
    "claim_draw",
];

/// What ends a game.
const ENDS: [&str; 2] = ["resign", "abort"];

/// What a schedule was made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScheduleCounts {
    /// Versions of the game.
    pub versions: u64,
    /// Moves that were acknowledged, each as often as it was.
    pub acknowledged: usize,
    /// Sockets that broke or were closed.
    pub drops: usize,
    /// Servers that were killed or left.
    pub restarts: usize,
    /// Whole games that were told.
    pub snapshots: usize,
}

/// A schedule under way.
#[derive(Debug)]
struct Schedule {
    rng: Rng,
    data: TempFolder,
    server: Option<Server>,
    test_game: TestGame,
    control: Option<(u16, u8)>,
    /// Whether moves are taken back in it.
    goes_back: bool,
    /// White's tabs, Black's, and of those who watch.
    tabs: Vec<Slot>,
    uptime: Uptime,
    tally: ScheduleCounts,
}

/// How long a clock can have run.
#[derive(Debug)]
struct Uptime {
    before: Duration,
    since: Option<Instant>,
}

impl Uptime {
    fn begin(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    fn stop(&mut self) {
        self.before += self
            .since
            .take()
            .map_or(Duration::ZERO, |since| since.elapsed());
    }
}

/// Runs the schedule that a seed draws.
///
/// # Errors
/// What was told and can't be true, or is not the same for all at the end.
///
/// # Panics
/// When there is no server to be started.
pub async fn run(seed: u64) -> Result<ScheduleCounts, String> {
    let mut schedule = Schedule::new(Rng::new(seed));
    schedule.return_all().await?;
    for _ in 0..STEPS {
        schedule.step().await?;
    }
    schedule.finish().await?;
    Ok(schedule.tally)
}

impl Schedule {
    fn new(mut rng: Rng) -> Self {
        let data = TempFolder::new().expect("a folder");
        let server = Server::start_on(data.path());
        let control = *rng.pick(&CONTROLS);
        let mut test_game = TestGame::new(server.addr, control, None);
        let goes_back = rng.one_in(2);
        if goes_back {
            test_game.history = History::that_goes_back();
        }
        let tabs = TABS.iter().enumerate().flat_map(|(person, tabs)| {
            let cookie = test_game
                .players
                .get(person)
                .and_then(|player| player.cookie());
            let mirror = Mirror::new(&test_game.link, &test_game.history);
            (0..*tabs).map(move |_| Slot::new(cookie, mirror.clone()))
        });
        Self {
            tabs: tabs.collect(),
            goes_back,
            rng,
            data,
            server: Some(server),
            test_game,
            control,
            uptime: Uptime {
                before: Duration::ZERO,
                since: Some(Instant::now()),
            },
            tally: ScheduleCounts::default(),
        }
    }

    fn addr(&self) -> SocketAddr {
        self.server.as_ref().expect("one runs").addr
    }

    /// The indices of a player's tabs: 0 is White.
    fn tabs_of(player: usize) -> std::ops::Range<usize> {
        let before: usize = TABS[..player].iter().sum();
        before..before + TABS[player]
    }

    async fn step(&mut self) -> Result<(), String> {
        let tab = self.rng.below(self.tabs.len());
        match self.rng.below(100) {
            0..35 => self.play().await?,
            35..40 => self.act().await,
            40..50 => self.deliver(tab).await,
            50..77 => self.tabs[tab].look().await?,
            77..80 => {
                self.tally.drops += usize::from(self.tabs[tab].is_here());
                let says_goodbye = self.rng.one_in(3);
                self.tabs[tab].go(says_goodbye).await;
            }
            80..97 => self.come_back(tab).await,
            97..99 => {
                let too_old = self.too_old();
                self.tabs[tab].resume(too_old).await;
            }
            _ if self.rng.one_in(2) => self.restart().await?,
            _ => self.tabs[tab].look().await?,
        }
        Ok(())
    }

    /// Most know what they know.
    fn too_old(&mut self) -> u64 {
        match self.rng.one_in(4) {
            true => self.rng.below(200) as u64,
            false => 0,
        }
    }

    /// Somebody moves, most often whose turn it is as far as they know.
    async fn play(&mut self) -> Result<(), String> {
        let newest = self.tabs[..4]
            .iter()
            .max_by_key(|tab| tab.mirror().version());
        let Some(state) = newest.and_then(|tab| tab.mirror().state.as_ref()) else {
            return Ok(());
        };
        let turn = match state.game.position().side_to_move() {
            Color::White => 0,
            Color::Black => 1,
        };
        let player = if self.rng.one_in(8) { 1 - turn } else { turn };
        let tab = self.any_tab_of(player);
        if !self.rng.one_in(3) {
            self.tabs[tab].look().await?;
        }
        let Some(state) = self.tabs[tab].mirror().state.as_ref() else {
            return Ok(());
        };
        let legal = state.game.position().legal_moves().to_vec();
        if legal.is_empty() {
            return Ok(());
        }
        let uci = self.rng.pick(&legal).to_string();
        let game = &self.test_game.link;
        let ply = state.game.ply();
        let message = json!({ "type": "move", "game": game, "ply": ply, "uci": uci });
        self.pass_on(player, message).await;
        Ok(())
    }

    async fn act(&mut self) {
        let player = self.rng.below(2);
        let mut act = *self.rng.pick(&ACTS);
        if act == "takeback" && !self.goes_back {
            act = "draw";
        }
        if self.rng.one_in(40) {
            act = *self.rng.pick(&ENDS);
        }
        let message = json!({ "type": "act", "game": self.test_game.link, "act": act });
        self.pass_on(player, message).await;
    }

    /// Sends a message by one of a player's tabs, or by two, or twice, at once or later.
    async fn pass_on(&mut self, player: usize, message: Value) {
        let times = if self.rng.one_in(4) { 2 } else { 1 };
        for _ in 0..times {
            let tab = self.any_tab_of(player);
            match self.rng.one_in(4) {
                true => self.tabs[tab].held.push(message.clone()),
                false => self.tabs[tab].send(&message).await,
            }
        }
    }

    /// One that has a socket, if any has.
    fn any_tab_of(&mut self, player: usize) -> usize {
        let tabs = Self::tabs_of(player);
        let first = tabs.start + self.rng.below(tabs.len());
        let here = |tab: &usize| self.tabs[*tab].is_here();
        [first].into_iter().chain(tabs).find(here).unwrap_or(first)
    }

    /// What was on its way arrives, in any order.
    async fn deliver(&mut self, tab: usize) {
        while !self.tabs[tab].held.is_empty() {
            let next = self.rng.below(self.tabs[tab].held.len());
            let message = self.tabs[tab].held.swap_remove(next);
            self.tabs[tab].send(&message).await;
        }
    }

    async fn come_back(&mut self, tab: usize) {
        if self.tabs[tab].is_here() {
            return;
        }
        if tab < Self::tabs_of(2).start {
            self.uptime.begin();
        }
        let (addr, too_old) = (self.addr(), self.too_old());
        self.tabs[tab].come(addr, too_old).await;
    }

    /// The server is killed or leaves; another one goes on with the same data elsewhere.
    async fn restart(&mut self) -> Result<(), String> {
        let server = self.server.take().expect("one runs");
        if self.rng.one_in(2) {
            server.kill();
            self.lose_all().await;
        } else {
            server.ask_to_leave();
            self.lose_all().await;
            server.terminate();
        }
        self.uptime.stop();
        self.tally.restarts += 1;
        self.server = Some(Server::start_on(self.data.path()));
        let clocks = self.test_game.document(self.addr())["clocks"].clone();
        sleep(NOBODY).await;
        let later = self.test_game.document(self.addr())["clocks"].clone();
        match clocks == later {
            true => Ok(()),
            false => Err(format!("from {clocks} to {later}, and nobody is back")),
        }
    }

    async fn lose_all(&mut self) {
        for tab in &mut self.tabs {
            let says_goodbye = self.rng.one_in(3);
            tab.go(says_goodbye).await;
        }
    }

    async fn return_all(&mut self) -> Result<(), String> {
        for tab in 0..self.tabs.len() {
            self.come_back(tab).await;
            self.tabs[tab].settle().await?;
        }
        Ok(())
    }

    /// Everybody comes back and hears all there is; then there is one game.
    async fn finish(&mut self) -> Result<(), String> {
        for tab in 0..self.tabs.len() {
            self.deliver(tab).await;
        }
        for tab in &mut self.tabs {
            if tab.is_here() {
                tab.settle().await?;
            }
        }
        self.return_all().await?;
        // Who asks the server hears of what was done before.
        let state = self.test_game.state(self.addr());
        for tab in &mut self.tabs {
            tab.settle().await?;
            if tab.mirror().state.as_ref() != Some(&state) {
                let known = tab.mirror().state.as_ref();
                return Err(format!("the server has {state:?}, a client {known:?}"));
            }
            self.tally.snapshots += tab.mirror().snapshots;
        }
        self.tally.versions = state.version;
        self.check_promises(&state)?;
        self.check_clocks(&state)
    }

    /// What was acknowledged has happened, as the version that was said or an earlier one.
    fn check_promises(&mut self, state: &super::State) -> Result<(), String> {
        let history = &self.test_game.history;
        // The first version is the joining, of which nobody was told.
        let gap = history.gap(2, state.version);
        for (message, version) in self.tabs.iter().flat_map(|tab| &tab.promised) {
            let ply = message["ply"].as_u64().unwrap_or_default();
            let uci = message["uci"].as_str().unwrap_or_default();
            let told = history.has_move(ply, uci, *version);
            let untold = gap.is_some_and(|gap| gap <= *version);
            let moves = state.game.moves();
            let stands = moves
                .get(ply as usize)
                .is_some_and(|mv| mv.to_string() == uci);
            let kept = if self.goes_back {
                told || untold
            } else {
                stands && (told || untold)
            };
            if !kept {
                return Err(format!(
                    "{message} was acknowledged at {version}: {state:?}"
                ));
            }
            self.tally.acknowledged += 1;
        }
        Ok(())
    }

    /// Nobody has spent more time than there was.
    fn check_clocks(&mut self, state: &super::State) -> Result<(), String> {
        self.uptime.stop();
        let Some(clock_mirror) = &self.tabs[0].mirror().clock_mirror else {
            return match self.control {
                Some(_) => Err("there are no clocks".to_owned()),
                None => Ok(()),
            };
        };
        let moves = self.test_game.history.moves().max(state.game.ply() as u64);
        // Each turn is counted in whole milliseconds, and so is the whole; and each run of the server learns what
        // time it is as well as the store's answers are quick.
        let runs = self.tally.restarts as u64 + 1;
        let most = self.uptime.before.as_millis() as u64 + moves + 1 + runs * LEARNING_MS;
        match clock_mirror.spent_ms(moves) <= most {
            true => Ok(()),
            false => Err(format!(
                "more than {most} ms spent: {clock_mirror:?} {state:?}"
            )),
        }
    }
}
