//! All of a run, and what has to be true at its end.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use engine::rules::{Color, Reason};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use wire::live::game_view::GameStage;
use wire::live::protocol::GameEvent;
use wire::time_control::TimeControl;

use super::charges::wrong_charges;
use super::client::Client;
use super::faults::trouble;
use super::shared::{Identity, SERVERS, Shared};
use crate::live::game_state::SidePlayer;
use crate::live::game_state::tests::live;
use crate::store::UserId;

const GAMES: i64 = 3;

/// How long things begin to happen, how long the last of them lasts, and how long all is well afterwards.
const TROUBLE: Duration = Duration::from_secs(90);
const AFTERMATH: Duration = Duration::from_secs(20);
const QUIET: Duration = Duration::from_secs(20);

/// Turns begin when all is well, before everybody thinks.
const CALM: Duration = Duration::from_secs(3);

/// When all is well, everybody thinks for so long: longer than game time goes on without a heartbeat.
const THOUGHT: Duration = Duration::from_secs(8);

/// Everybody hears of the last moves in this time.
const STILL: Duration = Duration::from_secs(6);

/// Longer than anybody is away: no flag falls, unless a clock runs that should stand.
const CONTROL: TimeControl = TimeControl {
    base_s: 40,
    increment_s: 2,
};

/// A run.
pub struct World;

impl World {
    /// Plays a run; what was found wrong, and the log of it.
    pub async fn play(seed: u64) -> (Vec<String>, Vec<String>) {
        let shared = Arc::new(Shared::new(seed));
        for number in 0..SERVERS {
            Arc::clone(&shared).start(number).await;
        }
        let clients = begin_games(&shared);
        trouble(Arc::clone(&shared), shared.dice(2), TROUBLE).await;
        sleep(AFTERMATH).await;
        shared.note("all is well from here on");
        let calm_since = Instant::now();
        sleep(CALM).await;
        shared.think(THOUGHT);
        sleep(THOUGHT + QUIET).await;
        shared.be_still();
        sleep(STILL).await;
        shared.end_run();
        check(&shared, clients).await;
        let outages = shared.store().outages.clone();
        for number in 1..=GAMES {
            let history = shared.store().games[&number].history.clone();
            for wrong in wrong_charges(&history, CONTROL, &outages, calm_since) {
                shared.wrong(&format!("game {number}"), &wrong);
            }
        }
        shared.found()
    }
}

type GameClients = Vec<(i64, JoinSet<Option<u32>>)>;

/// Adds the games, with two players and a watcher each.
fn begin_games(shared: &Arc<Shared>) -> GameClients {
    let mut all = Vec::new();
    for number in 1..=GAMES {
        let mut game = live(Some(CONTROL));
        game.id = number;
        game.link = format!("q3ZkV9dYw7A{number}").parse().expect("a link");
        let users = [UserId(10 * number), UserId(10 * number + 1)];
        game.turn_since = shared.store().game_time();
        game.players = users.map(|id| SidePlayer::User { id, name: None });
        let link = game.link.clone();
        shared.store().add(game);
        let sides = Color::ALL.map(|side| Some((side, users[side.index()])));
        let mut clients = JoinSet::new();
        for (part, side) in (0_u64..).zip(sides.into_iter().chain([None])) {
            let name = match side {
                Some((side, _)) => format!("{side} of {number}"),
                None => format!("watcher of {number}"),
            };
            let identity = Identity {
                name,
                game: number,
                link: link.clone(),
                side,
            };
            let dice = shared.dice(100 + 10 * number as u64 + part);
            let at = (number as usize + part as usize) % SERVERS;
            clients.spawn(Client::new(Arc::clone(shared), identity, dice, at).run());
        }
        all.push((number, clients));
    }
    all
}

/// What has to be true in the end.
async fn check(shared: &Shared, clients: GameClients) {
    for (number, mut clients) in clients {
        let stored = shared.store().games[&number].clone();
        let who = format!("game {number}");
        let moves = stored.live.game.moves().iter().map(ToString::to_string);
        let moves: Vec<String> = moves.collect();
        for (ply, uci) in shared.acknowledged(number) {
            if moves.get(ply) != Some(&uci) {
                shared.wrong(&who, &format!("{uci} at {ply} was acknowledged: {moves:?}"));
            }
        }
        let sent: BTreeMap<usize, String> = shared.sent(number).into_iter().collect();
        for (ply, uci) in moves.iter().enumerate() {
            if sent.get(&ply) != Some(uci) {
                shared.wrong(&who, &format!("nobody has sent {uci} at {ply}"));
            }
        }
        let has_ended = stored.live.game.outcome_without_claims().is_some();
        if moves.len() < 20 && !has_ended {
            shared.wrong(&who, &format!("only {} moves were made", moves.len()));
        }
        let ends = stored.history.iter();
        let ends = ends.filter(|event| matches!(event.event, GameEvent::Ended { .. }));
        if ends.count() > 1 {
            shared.wrong(&who, "it has ended twice");
        }
        if let GameStage::Over { outcome } = stored.live.stage
            && matches!(outcome.reason, Reason::Timeout | Reason::Abandonment)
        {
            shared.wrong(
                &who,
                &format!("{outcome:?}, though everybody moved when they could"),
            );
        }
        while let Some(known) = clients.join_next().await {
            let known = known.expect("no panic");
            let version = stored.live.version;
            if known != Some(version) {
                shared.wrong(&who, &format!("{known:?} is known, {version} stored"));
            }
        }
    }
}
