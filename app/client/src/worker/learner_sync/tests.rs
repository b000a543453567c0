//! Devices, their tabs and a server that meet in any order, with answers that get lost or come late.

use std::collections::BTreeSet;

use engine::rules::Color;
use proptest::prelude::*;

use super::*;
use crate::worker::learner::tests::lesson;

fn id(bits: u128) -> GameId {
    GameId::from_bits(bits)
}

/// What the server does, in few words: the table is the fold of what came, each deed once.
#[derive(Default)]
struct Server {
    revision: u64,
    table: QTable,
    known: BTreeSet<String>,
    named: bool,
}

impl Server {
    const LEARNER: u128 = 77;

    fn meet(&mut self, meeting: &SyncRequest) -> SyncResponse {
        let seen = meeting.seen.as_ref();
        let mut same = seen.map_or(self.revision == 0, |seen| {
            seen.learner == id(Self::LEARNER) && seen.revision == self.revision
        });
        for deed in &meeting.ops {
            same &= self.take(deed);
        }
        SyncResponse {
            now: Some(LearnerRevision {
                learner: id(Self::LEARNER),
                revision: self.revision,
                named: self.named,
            }),
            done: meeting.ops.iter().map(|deed| deed.id().clone()).collect(),
            table: (!same).then(|| self.table.to_json()),
        }
    }

    fn take(&mut self, deed: &LearnerOp) -> bool {
        if !self.known.insert(deed.id().to_string()) {
            return false;
        }
        match deed {
            LearnerOp::Learn(lesson) => drop(lesson.teach(&mut self.table)),
            LearnerOp::Replace(other)
                if other.over == Some(id(Self::LEARNER)) || self.revision == 0 =>
            {
                self.table = import(&other.document).unwrap();
            }
            LearnerOp::Replace(_) => return false,
        }
        self.revision += 1;
        true
    }
}

/// A browser: all its tabs have the same table and ledger.
#[derive(Default)]
struct Device {
    table: QTable,
    ledger: Ledger,
    ids: u128,
}

impl Device {
    fn new(number: u128) -> Self {
        Self {
            ids: (number + 1) << 64,
            ..Self::default()
        }
    }

    fn fresh(&mut self) -> GameId {
        self.ids += 1;
        id(self.ids)
    }

    /// Every third game is lost, so that the order of games matters.
    fn learn(&mut self, game: u128) {
        let mut lesson = lesson(game);
        if game.is_multiple_of(3) {
            lesson.moves.truncate(3);
            lesson.winner = Some(Color::White);
        }
        let fresh = self.fresh();
        self.ledger.learn(&mut self.table, &lesson, fresh);
    }

    fn replace(&mut self, table: QTable) {
        let fresh = self.fresh();
        self.ledger.replace(&mut self.table, table, fresh);
    }

    fn hear(&mut self, met: &SyncResponse) {
        let fresh = self.fresh();
        self.ledger.met(&mut self.table, met, fresh);
    }

    fn meet(&mut self, server: &mut Server) {
        let met = server.meet(&self.ledger.meeting());
        self.hear(&met);
    }

    fn knows(&self) -> (Vec<(u64, Vec<engine::learning::ActionValue>)>, usize) {
        knows(&self.table)
    }
}

/// What a table has learnt; which games it was, apart.
fn knows(table: &QTable) -> (Vec<(u64, Vec<engine::learning::ActionValue>)>, usize) {
    let known = table.known().map(|(key, values)| (key, values.to_vec()));
    (known.collect(), table.endings().len())
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
    assert_eq!(one.ledger.pending(), 2);
    one.meet(&mut server);
    two.meet(&mut server);
    assert_eq!((visits(&one.table), visits(&two.table)), (2, 3));
    one.meet(&mut server);
    assert_eq!(one.knows(), two.knows());
    assert_eq!((one.ledger.pending(), two.ledger.pending()), (0, 0));
    // Nothing new: no table travels.
    assert_eq!(server.meet(&one.ledger.meeting()).table, None);
}

#[test]
fn two_tabs_that_tell_the_same_count_once() {
    let mut server = Server::default();
    let mut device = Device::new(1);
    device.learn(1);
    let meeting = device.ledger.meeting();
    let (first, second) = (server.meet(&meeting), server.meet(&meeting));
    device.hear(&second);
    device.hear(&first);
    device.meet(&mut server);
    assert_eq!(visits(&device.table), 1);
    assert_eq!(device.knows(), knows(&server.table));
}

#[test]
fn an_answer_that_got_lost_costs_nothing() {
    let mut server = Server::default();
    let mut device = Device::new(1);
    device.learn(1);
    drop(server.meet(&device.ledger.meeting()));
    device.learn(2);
    device.meet(&mut server);
    assert_eq!((visits(&device.table), device.ledger.pending()), (2, 0));
    assert_eq!(device.knows(), knows(&server.table));
}

#[test]
fn forgetting_and_importing_reach_the_other_device() {
    let mut server = Server::default();
    let (mut one, mut two) = (Device::new(1), Device::new(2));
    one.learn(1);
    one.meet(&mut server);
    two.meet(&mut server);
    two.learn(2);
    one.replace(QTable::default());
    one.meet(&mut server);
    two.meet(&mut server);
    // Its game came after the forgetting.
    assert_eq!((visits(&two.table), two.table.endings().len()), (1, 1));
    let imported = two.table.clone();
    two.learn(3);
    two.replace(imported);
    two.learn(4);
    two.meet(&mut server);
    one.meet(&mut server);
    assert_eq!((visits(&one.table), one.table.endings().len()), (2, 2));
}

#[test]
fn a_table_from_before_the_server_goes_there_whole_but_over_no_other() {
    let old = {
        let mut device = Device::new(9);
        device.learn(1);
        device.learn(2);
        device.table
    };
    let browser = |number| Device {
        table: old.clone(),
        ..Device::new(number)
    };
    let mut server = Server::default();
    let mut first = browser(1);
    first.meet(&mut server);
    assert_eq!(first.ledger.pending(), 1, "an empty learner takes it");
    first.meet(&mut server);
    assert_eq!((visits(&server.table), first.ledger.pending()), (2, 0));
    // Where it learns before it meets anybody, all of it goes in one piece.
    let mut server = Server::default();
    let mut second = browser(2);
    second.learn(3);
    second.meet(&mut server);
    assert_eq!((visits(&server.table), visits(&second.table)), (3, 3));
    // A learner that knows something stays.
    let mut third = browser(3);
    third.learn(4);
    third.meet(&mut server);
    assert_eq!((visits(&server.table), visits(&third.table)), (3, 3));
    assert_eq!(third.ledger.pending(), 0);
}

#[test]
fn who_is_signed_out_elsewhere_keeps_their_own_games_and_nothing_of_the_accounts() {
    let mut server = Server {
        named: true,
        ..Server::default()
    };
    let mut device = Device::new(1);
    device.learn(1);
    device.meet(&mut server);
    device.learn(2);
    let nobody = SyncResponse::default();
    device.hear(&nobody);
    assert_eq!((visits(&device.table), device.ledger.pending()), (1, 1));
    assert_eq!(device.ledger.seen(), None);
    device.hear(&nobody);
    assert_eq!(visits(&device.table), 1);
}

#[test]
fn a_guest_without_cookie_starts_again_with_all_that_is_here() {
    let (mut before, mut after) = (Server::default(), Server::default());
    let mut device = Device::new(1);
    device.learn(1);
    device.meet(&mut before);
    device.learn(2);
    device.hear(&SyncResponse::default());
    assert_eq!(visits(&device.table), 2);
    device.meet(&mut after);
    assert_eq!((visits(&after.table), visits(&device.table)), (2, 2));
    // Also where nothing was pending at the time.
    device.hear(&SyncResponse::default());
    let mut third = Server::default();
    device.learn(3);
    device.meet(&mut third);
    assert_eq!(visits(&third.table), 3);
}

#[test]
fn what_belongs_to_an_account_does_not_stay_when_it_leaves() {
    let mut device = Device::new(1);
    device.learn(1);
    device.ledger.leave(&mut device.table);
    assert_eq!((visits(&device.table), device.ledger.pending()), (0, 0));
    assert_eq!(device.ledger, Ledger::default());
}

#[test]
fn a_meeting_has_its_size() {
    let mut device = Device::new(1);
    (0..100).for_each(|game| device.learn(game));
    assert_eq!(device.ledger.meeting().ops.len(), MAX_OPS);
    let mut server = Server::default();
    device.meet(&mut server);
    assert_eq!(device.ledger.pending(), 100 - MAX_OPS);
    device.meet(&mut server);
    assert_eq!((visits(&server.table), device.ledger.pending()), (100, 0));
}

#[derive(Debug, Clone)]
enum Deal {
    Learn {
        device: usize,
        game: u8,
    },
    Forget {
        device: usize,
    },
    /// A meeting is sent; its answer waits.
    Ask {
        device: usize,
    },
    /// One of the waiting answers arrives…
    Hear {
        which: prop::sample::Index,
    },
    /// … or never does.
    Lose {
        which: prop::sample::Index,
    },
}

fn deal() -> impl Strategy<Value = Deal> {
    let device = 0..3_usize;
    prop_oneof![
        4 => (device.clone(), 0..40_u8).prop_map(|(device, game)| Deal::Learn { device, game }),
        1 => device.clone().prop_map(|device| Deal::Forget { device }),
        4 => device.prop_map(|device| Deal::Ask { device }),
        4 => any::<prop::sample::Index>().prop_map(|which| Deal::Hear { which }),
        1 => any::<prop::sample::Index>().prop_map(|which| Deal::Lose { which }),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_all_know_the_same_in_the_end(deals in prop::collection::vec(deal(), 0..60)) {
        let mut server = Server::default();
        let mut devices: Vec<Device> = (0..3).map(Device::new).collect();
        let mut answers: Vec<(usize, SyncResponse)> = Vec::new();
        let mut forgets = false;
        let mut games = BTreeSet::new();
        for deal in deals {
            match deal {
                Deal::Learn { device, game } => {
                    games.insert(game);
                    devices[device].learn(u128::from(game));
                }
                Deal::Forget { device } => {
                    forgets = true;
                    devices[device].replace(QTable::default());
                }
                Deal::Ask { device } => {
                    let met = server.meet(&devices[device].ledger.meeting());
                    answers.push((device, met));
                }
                Deal::Hear { which } if !answers.is_empty() => {
                    let (device, met) = answers.remove(which.index(answers.len()));
                    devices[device].hear(&met);
                }
                Deal::Lose { which } if !answers.is_empty() => {
                    drop(answers.remove(which.index(answers.len())));
                }
                Deal::Hear { .. } | Deal::Lose { .. } => {}
            }
        }
        for _ in 0..3 {
            devices.iter_mut().for_each(|device| device.meet(&mut server));
        }
        for device in &devices {
            prop_assert_eq!(device.knows(), knows(&server.table));
            prop_assert_eq!(device.ledger.pending(), 0);
        }
        if !forgets {
            // Each game once, whoever played it and however often it was told.
            prop_assert_eq!(visits(&server.table) as usize, games.len());
        }
    }
}

#[test]
fn both_sides_of_a_game_are_learnt_together() {
    let mut device = Device::new(1);
    let mut both = lesson(1);
    both.sides = vec![Color::White, Color::Black];
    device.ledger.learn(&mut device.table, &both, id(0));
    assert_eq!(device.table.endings().len(), 2);
}
