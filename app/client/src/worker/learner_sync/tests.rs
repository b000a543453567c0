//! Random synchronisation of devices and tabs with a server; responses are lost or late.

use std::cell::Cell;
use std::collections::BTreeSet;

use engine::rules::Color;
use proptest::prelude::*;

use super::*;
use crate::worker::learner::tests::lesson;

fn id(bits: u128) -> GameId {
    GameId::from_bits(bits)
}

/// A minimal server: its table results from applying each operation once.
#[derive(Default)]
struct Server {
    revision: u64,
    knowledge: Knowledge,
    known: BTreeSet<String>,
    named: bool,
}

impl Server {
    const LEARNER: u128 = 77;

    fn sync(&mut self, request: &SyncRequest) -> SyncResponse {
        let seen = request.seen.as_ref();
        let mut same = seen.map_or(self.revision == 0, |seen| {
            seen.learner == id(Self::LEARNER) && seen.revision == self.revision
        });
        for op in &request.ops {
            same &= self.apply(op);
        }
        SyncResponse {
            now: Some(LearnerRevision {
                learner: id(Self::LEARNER),
                revision: self.revision,
                named: self.named,
            }),
            done: request.ops.iter().map(|op| op.id().clone()).collect(),
            table: (!same).then(|| self.knowledge.table.to_json()),
            network: match &self.knowledge.network {
                Some(network) if !same => Some(FileBytes(network.write())),
                _ => None,
            },
        }
    }

    fn apply(&mut self, op: &LearnerOp) -> bool {
        if !self.known.insert(op.id().to_string()) {
            return false;
        }
        match op {
            LearnerOp::Learn(lesson) => drop(teach(&mut self.knowledge, lesson)),
            LearnerOp::Replace(other)
                if other.over == Some(id(Self::LEARNER)) || self.revision == 0 =>
            {
                self.knowledge.table = import(&other.document).unwrap();
            }
            LearnerOp::ReplaceNetwork(other)
                if other.over == Some(id(Self::LEARNER)) || self.knowledge.network.is_none() =>
            {
                self.knowledge.network = read_network(other.weights.as_ref());
            }
            LearnerOp::Replace(_) | LearnerOp::ReplaceNetwork(_) => return false,
        }
        self.revision += 1;
        true
    }
}

/// A browser; its tabs share table and synchronisation state.
#[derive(Default)]
struct Device {
    knowledge: Knowledge,
    sync_state: SyncState,
    ids: Cell<u128>,
}

impl Device {
    fn new(number: u128) -> Self {
        Self {
            ids: Cell::new((number + 1) << 64),
            ..Self::default()
        }
    }

    /// Every third game is lost, so that the order of games matters.
    fn learn(&mut self, game: u128) {
        let mut lesson = lesson(game);
        if game.is_multiple_of(3) {
            lesson.moves.truncate(3);
            lesson.winner = Some(Color::White);
        }
        let fresh = fresh(&self.ids);
        self.sync_state.learn(&mut self.knowledge, &lesson, &fresh);
    }

    fn replace(&mut self, table: QTable) {
        let fresh = fresh(&self.ids);
        self.sync_state.replace(&mut self.knowledge, table, &fresh);
    }

    fn forget(&mut self) {
        let fresh = fresh(&self.ids);
        self.sync_state.forget(&mut self.knowledge, &fresh);
    }

    fn replace_network(&mut self, seed: Option<u64>) {
        let network = seed.map(|seed| LearningNetwork::new(16, seed));
        let fresh = fresh(&self.ids);
        self.sync_state
            .replace_network(&mut self.knowledge, network, &fresh);
    }

    fn receive(&mut self, response: &SyncResponse) {
        let fresh = fresh(&self.ids);
        self.sync_state
            .apply_response(&mut self.knowledge, response, &fresh);
    }

    fn sync(&mut self, server: &mut Server) {
        let response = server.sync(&self.sync_state.sync_request());
        self.receive(&response);
    }

    fn learned(&self) -> Learned {
        learned(&self.knowledge)
    }
}

/// Draws ids.
fn fresh(last: &Cell<u128>) -> impl Fn() -> GameId {
    move || {
        last.set(last.get() + 1);
        id(last.get())
    }
}

/// A table's values, the number of its games, and the network to the bit.
type Learned = (
    Vec<(u64, Vec<engine::learning::ActionValue>)>,
    usize,
    Option<Vec<u8>>,
);

fn learned(knowledge: &Knowledge) -> Learned {
    let Knowledge { table, network } = knowledge;
    let known = table.known().map(|(key, values)| (key, values.to_vec()));
    let network = network.as_ref().map(LearningNetwork::write);
    (known.collect(), table.endings().len(), network)
}

fn visits(table: &QTable) -> u32 {
    let first = table.known().next();
    first.map_or(0, |(_, values)| values[0].visits)
}

#[test]
fn what_was_learnt_offline_is_told_once_and_comes_to_the_other_device() {
    let mut server = Server::default();
    let (mut one, mut two) = (Device::new(1), Device::new(2));
    one.learn(1);
    one.learn(2);
    two.learn(3);
    assert_eq!(one.sync_state.pending_count(), 2);
    one.sync(&mut server);
    two.sync(&mut server);
    assert_eq!(
        (visits(&one.knowledge.table), visits(&two.knowledge.table)),
        (2, 3)
    );
    one.sync(&mut server);
    assert_eq!(one.learned(), two.learned());
    assert_eq!(
        (
            one.sync_state.pending_count(),
            two.sync_state.pending_count()
        ),
        (0, 0)
    );
    // Without news the response holds no table.
    assert_eq!(server.sync(&one.sync_state.sync_request()).table, None);
}

#[test]
fn two_tabs_that_tell_the_same_count_once() {
    let mut server = Server::default();
    let mut device = Device::new(1);
    device.learn(1);
    let request = device.sync_state.sync_request();
    let (first, second) = (server.sync(&request), server.sync(&request));
    device.receive(&second);
    device.receive(&first);
    device.sync(&mut server);
    assert_eq!(visits(&device.knowledge.table), 1);
    assert_eq!(device.learned(), learned(&server.knowledge));
}

#[test]
fn an_answer_that_got_lost_costs_nothing() {
    let mut server = Server::default();
    let mut device = Device::new(1);
    device.learn(1);
    drop(server.sync(&device.sync_state.sync_request()));
    device.learn(2);
    device.sync(&mut server);
    assert_eq!(
        (
            visits(&device.knowledge.table),
            device.sync_state.pending_count()
        ),
        (2, 0)
    );
    assert_eq!(device.learned(), learned(&server.knowledge));
}

#[test]
fn forgetting_and_importing_reach_the_other_device() {
    let mut server = Server::default();
    let (mut one, mut two) = (Device::new(1), Device::new(2));
    one.learn(1);
    one.sync(&mut server);
    two.sync(&mut server);
    two.learn(2);
    one.replace(QTable::default());
    one.sync(&mut server);
    two.sync(&mut server);
    // This game was learned after the table was emptied.
    assert_eq!(
        (
            visits(&two.knowledge.table),
            two.knowledge.table.endings().len()
        ),
        (1, 1)
    );
    let imported = two.knowledge.table.clone();
    two.learn(3);
    two.replace(imported);
    two.learn(4);
    two.sync(&mut server);
    one.sync(&mut server);
    assert_eq!(
        (
            visits(&one.knowledge.table),
            one.knowledge.table.endings().len()
        ),
        (2, 2)
    );
}

#[test]
fn a_table_from_before_the_server_goes_there_whole_but_over_no_other() {
    let old = {
        let mut device = Device::new(9);
        device.learn(1);
        device.learn(2);
        device.knowledge
    };
    let browser = |number| Device {
        knowledge: old.clone(),
        ..Device::new(number)
    };
    let mut server = Server::default();
    let mut first = browser(1);
    first.sync(&mut server);
    assert_eq!(
        first.sync_state.pending_count(),
        1,
        "an empty learner takes it"
    );
    first.sync(&mut server);
    assert_eq!(
        (
            visits(&server.knowledge.table),
            first.sync_state.pending_count()
        ),
        (2, 0)
    );
    // A device that learns before its first synchronisation sends its whole table.
    let mut server = Server::default();
    let mut second = browser(2);
    second.learn(3);
    second.sync(&mut server);
    assert_eq!(
        (
            visits(&server.knowledge.table),
            visits(&second.knowledge.table)
        ),
        (3, 3)
    );
    // A learner with knowledge is not replaced.
    let mut third = browser(3);
    third.learn(4);
    third.sync(&mut server);
    assert_eq!(
        (
            visits(&server.knowledge.table),
            visits(&third.knowledge.table)
        ),
        (3, 3)
    );
    assert_eq!(third.sync_state.pending_count(), 0);
}

#[test]
fn who_is_signed_out_elsewhere_keeps_their_own_games_and_nothing_of_the_accounts() {
    let mut server = Server {
        named: true,
        ..Server::default()
    };
    let mut device = Device::new(1);
    device.learn(1);
    device.sync(&mut server);
    device.learn(2);
    let nobody = SyncResponse::default();
    device.receive(&nobody);
    assert_eq!(
        (
            visits(&device.knowledge.table),
            device.sync_state.pending_count()
        ),
        (1, 1)
    );
    assert_eq!(device.sync_state.server_revision(), None);
    device.receive(&nobody);
    assert_eq!(visits(&device.knowledge.table), 1);
}

#[test]
fn a_guest_without_cookie_starts_again_with_all_that_is_here() {
    let (mut before, mut after) = (Server::default(), Server::default());
    let mut device = Device::new(1);
    device.learn(1);
    device.sync(&mut before);
    device.learn(2);
    device.receive(&SyncResponse::default());
    assert_eq!(visits(&device.knowledge.table), 2);
    device.sync(&mut after);
    assert_eq!(
        (
            visits(&after.knowledge.table),
            visits(&device.knowledge.table)
        ),
        (2, 2)
    );
    // Also without pending operations.
    device.receive(&SyncResponse::default());
    let mut third = Server::default();
    device.learn(3);
    device.sync(&mut third);
    assert_eq!(visits(&third.knowledge.table), 3);
}

#[test]
fn what_belongs_to_an_account_does_not_stay_when_it_leaves() {
    let mut device = Device::new(1);
    device.learn(1);
    device.sync_state.clear(&mut device.knowledge);
    assert_eq!(
        (
            visits(&device.knowledge.table),
            device.sync_state.pending_count()
        ),
        (0, 0)
    );
    assert_eq!(device.sync_state, SyncState::default());
}

#[test]
fn a_meeting_has_its_size() {
    let mut device = Device::new(1);
    (0..100).for_each(|game| device.learn(game));
    assert_eq!(device.sync_state.sync_request().ops.len(), MAX_OPS);
    let mut server = Server::default();
    device.sync(&mut server);
    assert_eq!(device.sync_state.pending_count(), 100 - MAX_OPS);
    device.sync(&mut server);
    assert_eq!(
        (
            visits(&server.knowledge.table),
            device.sync_state.pending_count()
        ),
        (100, 0)
    );
}

#[derive(Debug, Clone)]
enum SimStep {
    Learn {
        device: usize,
        game: u8,
    },
    Clear {
        device: usize,
    },
    Forget {
        device: usize,
    },
    /// Another network, or none.
    ReplaceNetwork {
        device: usize,
        seed: Option<u64>,
    },
    /// Send a request; its response waits.
    SendSync {
        device: usize,
    },
    /// Deliver one of the waiting responses.
    DeliverResponse {
        which: prop::sample::Index,
    },
    /// Lose one of the waiting responses.
    DropResponse {
        which: prop::sample::Index,
    },
}

fn sim_step() -> impl Strategy<Value = SimStep> {
    let device = 0..3_usize;
    prop_oneof![
        4 => (device.clone(), 0..40_u8).prop_map(|(device, game)| SimStep::Learn { device, game }),
        1 => device.clone().prop_map(|device| SimStep::Clear { device }),
        1 => device.clone().prop_map(|device| SimStep::Forget { device }),
        1 => (device.clone(), prop::option::weighted(0.8, 1..5_u64))
            .prop_map(|(device, seed)| SimStep::ReplaceNetwork { device, seed }),
        4 => device.prop_map(|device| SimStep::SendSync { device }),
        4 => any::<prop::sample::Index>().prop_map(|which| SimStep::DeliverResponse { which }),
        1 => any::<prop::sample::Index>().prop_map(|which| SimStep::DropResponse { which }),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_all_know_the_same_in_the_end(deals in prop::collection::vec(sim_step(), 0..60)) {
        let mut server = Server::default();
        let mut devices: Vec<Device> = (0..3).map(Device::new).collect();
        let mut answers: Vec<(usize, SyncResponse)> = Vec::new();
        let mut forgets = false;
        let mut games = BTreeSet::new();
        for deal in deals {
            match deal {
                SimStep::Learn { device, game } => {
                    games.insert(game);
                    devices[device].learn(u128::from(game));
                }
                SimStep::Clear { device } => {
                    forgets = true;
                    devices[device].replace(QTable::default());
                }
                SimStep::Forget { device } => {
                    forgets = true;
                    devices[device].forget();
                }
                SimStep::ReplaceNetwork { device, seed } => {
                    devices[device].replace_network(seed);
                }
                SimStep::SendSync { device } => {
                    let response = server.sync(&devices[device].sync_state.sync_request());
                    answers.push((device, response));
                }
                SimStep::DeliverResponse { which } if !answers.is_empty() => {
                    let (device, response) = answers.remove(which.index(answers.len()));
                    devices[device].receive(&response);
                }
                SimStep::DropResponse { which } if !answers.is_empty() => {
                    drop(answers.remove(which.index(answers.len())));
                }
                SimStep::DeliverResponse { .. } | SimStep::DropResponse { .. } => {}
            }
        }
        for _ in 0..3 {
            devices.iter_mut().for_each(|device| device.sync(&mut server));
        }
        for device in &devices {
            prop_assert_eq!(device.learned(), learned(&server.knowledge));
            prop_assert_eq!(device.sync_state.pending_count(), 0);
        }
        if !forgets {
            // Each game counts once, on whichever device and however often it was sent.
            prop_assert_eq!(visits(&server.knowledge.table) as usize, games.len());
        }
    }
}

#[test]
fn a_network_comes_to_the_other_device_and_learns_the_games_of_both() {
    let mut server = Server::default();
    let (mut one, mut two) = (Device::new(1), Device::new(2));
    one.learn(1);
    one.replace_network(Some(7));
    one.learn(2);
    // In the order of the server: the other device's game comes in between.
    two.learn(3);
    two.sync(&mut server);
    one.sync(&mut server);
    two.learn(4);
    two.sync(&mut server);
    one.sync(&mut server);
    let games = |device: &Device| {
        let network = device.knowledge.network.as_ref();
        network.map(LearningNetwork::games)
    };
    assert_eq!((games(&one), games(&two)), (Some(2), Some(2)));
    assert_eq!(one.learned(), two.learned());

    // A learner that has a network keeps it against a device that did not know it.
    let mut stranger = Device::new(3);
    stranger.replace_network(Some(8));
    stranger.sync(&mut server);
    assert_eq!(stranger.learned(), one.learned());
    // Emptying the table leaves the network.
    one.replace(QTable::default());
    one.sync(&mut server);
    two.sync(&mut server);
    assert_eq!(games(&two), Some(2));
    two.replace_network(None);
    two.sync(&mut server);
    one.sync(&mut server);
    assert_eq!(games(&one), None);
    assert_eq!(one.learned(), learned(&server.knowledge));
}

#[test]
fn a_table_replaced_on_a_device_that_is_behind_takes_nothing_from_the_network() {
    let mut server = Server::default();
    let (mut one, mut two) = (Device::new(1), Device::new(2));
    one.replace_network(Some(7));
    one.sync(&mut server);
    two.sync(&mut server);
    for game in 0..5 {
        two.learn(game);
    }
    two.sync(&mut server);
    one.learn(9);
    one.replace(QTable::default());
    one.sync(&mut server);
    two.sync(&mut server);
    for device in [&one, &two] {
        let network = device.knowledge.network.as_ref();
        assert_eq!(network.map(LearningNetwork::games), Some(6));
        assert_eq!(device.learned(), learned(&server.knowledge));
    }
}

#[test]
fn forgetting_reaches_a_network_that_this_device_has_not_heard_of() {
    let mut server = Server::default();
    let (mut one, mut two) = (Device::new(1), Device::new(2));
    one.learn(1);
    one.sync(&mut server);
    two.sync(&mut server);
    two.replace_network(Some(7));
    two.sync(&mut server);
    one.forget();
    one.sync(&mut server);
    two.sync(&mut server);
    for device in [&one, &two] {
        assert_eq!(device.learned(), (Vec::new(), 0, None));
    }
    assert_eq!(learned(&server.knowledge), (Vec::new(), 0, None));
}

#[test]
fn only_the_last_network_waits_for_the_server() {
    let mut device = Device::new(1);
    for seed in 0..30 {
        device.replace_network(Some(seed));
    }
    assert_eq!(device.sync_state.pending_count(), 1);
    let mut server = Server::default();
    device.sync(&mut server);
    assert_eq!(device.learned(), learned(&server.knowledge));
}

#[test]
fn both_sides_of_a_game_are_learnt_together() {
    let mut device = Device::new(1);
    let mut both = lesson(1);
    both.sides = vec![Color::White, Color::Black];
    device
        .sync_state
        .learn(&mut device.knowledge, &both, &|| id(0));
    assert_eq!(device.knowledge.table.endings().len(), 2);
}
