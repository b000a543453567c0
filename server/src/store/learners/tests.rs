//! The rows against the engine's table in memory.

use engine::learning::{ActionValue, Rule, Value};
use engine::rules::{Color, Game};
use rand::RngExt;
use wire::learning_choice::LearningChoice;
use wire::visitor::networks::FileBytes;

use super::*;
use crate::store::tests::TestStore;

fn id(bits: u128) -> GameId {
    GameId::from_bits(bits)
}

/// Games that share positions, with different ends and rules.
fn lesson(number: u128) -> FinishedLesson {
    let lines = [
        "f2f3 e7e5 g2g4 d8h4",
        "f2f3 e7e5 g2g4",
        "f2f3 d7d5 e2e4 d5e4",
        "e2e4 e7e5 g1f3",
        "e2e4 c7c5",
    ];
    let line = lines[(number % 5) as usize];
    let mated = line.ends_with("d8h4");
    let sides = [
        vec![Color::Black],
        vec![Color::White],
        vec![Color::White, Color::Black],
    ];
    FinishedLesson {
        id: id(number),
        start_fen: None,
        moves: line.split(' ').map(str::to_owned).collect(),
        winner: match number % 7 {
            _ if mated => Some(Color::Black),
            0..3 => Some(Color::White),
            3 => None,
            _ => Some(Color::Black),
        },
        sides: sides[(number % 3) as usize].clone(),
        how: LearningChoice {
            rule: [Rule::DiscountedReturn, Rule::QLearning][(number % 2) as usize],
            ..LearningChoice::default()
        },
    }
}

fn learns(numbers: impl IntoIterator<Item = u128>) -> Vec<Checked> {
    let ops = numbers.into_iter().map(lesson).map(LearnerOp::Learn);
    ops.map(Checked::of).collect()
}

async fn opened(name: &str) -> (TestStore, Store) {
    let place = TestStore::new(name).await;
    let store = place.open().await;
    (place, store)
}

/// A new guest with these operations.
async fn guest(store: &Store, ops: Vec<Checked>) -> (UserId, SyncResponse) {
    let (met, token) = store.sync_learner(None, None, ops).await.expect("works");
    let user = store.user_of(&token.expect("a guest was made")).await;
    (user.expect("works").expect("is known"), met.response)
}

/// A device of the user that saw this tells those operations.
async fn sync(
    store: &Store,
    user: UserId,
    seen: Option<LearnerRevision>,
    ops: Vec<Checked>,
) -> SyncResponse {
    let synced = store.sync_learner(Some(user), seen, ops).await;
    synced.expect("works").0.response
}

async fn look(store: &Store, user: UserId) -> Synced {
    let synced = store.look_at_learner(user, None).await.expect("works");
    synced.expect("a learner")
}

async fn table(store: &Store, user: UserId) -> QTable {
    let text = look(store, user).await.response.table;
    let text = text.expect("it has done something");
    wire::visitor::learners::import(&text).expect("as exported")
}

fn known(table: &QTable) -> Vec<(u64, Vec<ActionValue>)> {
    let known = table.known().map(|(key, values)| (key, values.to_vec()));
    known.collect()
}

#[tokio::test]
async fn the_table_is_the_fold_of_its_games_in_their_order() {
    let (_place, store) = opened("learner-fold").await;
    let (user, met) = guest(&store, learns(0..1)).await;
    assert_eq!((met.table, met.done), (None, vec![id(0)]));
    let mut expected = QTable::default();
    assert_eq!(lesson(0).teach(&mut expected), Ok(true));
    for numbers in [1..2_u128, 2..30, 30..60] {
        let seen = look(&store, user).await.response.now;
        let met = sync(&store, user, seen, learns(numbers.clone())).await;
        assert_eq!(met.table, None, "the device knows it all");
        numbers.for_each(|number| drop(lesson(number).teach(&mut expected)));
        assert_eq!(table(&store, user).await, expected);
    }
}

#[tokio::test]
async fn a_deed_counts_once_and_who_repeats_it_gets_the_table() {
    let (_place, store) = opened("learner-once").await;
    let (user, first) = guest(&store, learns(0..3)).await;
    let again = sync(&store, user, first.now.clone(), learns(0..4)).await;
    assert_eq!(again.done.len(), 4);
    assert!(
        again.table.is_some(),
        "the device's copy has the games twice"
    );
    assert_eq!(again.now.expect("a learner").revision, 4);
    assert_eq!(table(&store, user).await.games(), 4);
}

#[tokio::test]
async fn what_cannot_be_done_is_done_with() {
    let (_place, store) = opened("learner-never").await;
    let mut wrong = lesson(1);
    wrong.moves.push("a1a1".to_owned());
    let document = Replacement {
        id: id(2),
        over: None,
        document: "{".to_owned(),
    };
    let ops = [LearnerOp::Learn(wrong), LearnerOp::Replace(document)];
    let (_, met) = guest(&store, ops.into_iter().map(Checked::of).collect()).await;
    assert_eq!(met.done, [id(1), id(2)]);
    assert_eq!(met.now.expect("a learner").revision, 0);
}

fn replace(number: u128, over: Option<GameId>, table: &QTable) -> Vec<Checked> {
    vec![Checked::of(LearnerOp::Replace(Replacement {
        id: id(number),
        over,
        document: table.to_json(),
    }))]
}

#[tokio::test]
async fn another_table_replaces_what_it_was_meant_to_and_nothing_else() {
    let (_place, store) = opened("learner-replace").await;
    let (user, met) = guest(&store, learns(0..3)).await;
    let tag = met.now.clone().expect("a learner").learner;
    let mut other = QTable::default();
    (10..20).for_each(|number| drop(lesson(number).teach(&mut other)));

    for over in [None, Some(id(5))] {
        let ops = replace(100, over, &other);
        let met = sync(&store, user, met.now.clone(), ops).await;
        assert_eq!(met.now.expect("a learner").revision, 3);
        assert!(met.table.is_some());
    }
    let own = replace(101, Some(tag), &other);
    let met = sync(&store, user, met.now, own.clone()).await;
    assert_eq!((met.table, met.done), (None, vec![id(101)]));
    let now = table(&store, user).await;
    assert_eq!(known(&now), known(&other));
    assert_eq!(now.endings(), other.endings());

    // The order of operations holds: a repeated one does not undo what came after it, and a game that
    // either table had learnt teaches nothing.
    let met = sync(&store, user, met.now, learns([0, 12, 40])).await;
    sync(&store, user, met.now, own).await;
    assert_eq!(lesson(40).teach(&mut other), Ok(true));
    assert_eq!(known(&table(&store, user).await), known(&other));
}

#[tokio::test]
async fn a_learner_that_knows_too_much_forgets_as_a_device_does() {
    let (_place, store) = opened("learner-cap").await;
    let value = ActionValue {
        action: "e2e4".parse().expect("a move"),
        q: Value::default(),
        visits: 2,
    };
    let mut full = QTable::default();
    (0..MAX_POSITIONS as u64 - 1).for_each(|key| full.remember(key, value));
    let (user, _) = guest(&store, replace(1, None, &full)).await;
    assert_eq!(table(&store, user).await.states(), MAX_POSITIONS - 1);
    sync(&store, user, None, learns([10])).await;
    assert_eq!(lesson(10).teach(&mut full), Ok(true));
    let now = table(&store, user).await;
    assert_eq!(now.states(), MAX_POSITIONS * 9 / 10);
    assert_eq!(
        (known(&now), now.forgotten()),
        (known(&full), full.forgotten())
    );
}

#[tokio::test]
async fn a_guests_learner_goes_along_into_an_account() {
    let (_place, store) = opened("learner-merge").await;
    let (from, _) = guest(&store, learns(0..5)).await;
    let (into, _) = guest(&store, learns(3..8)).await;
    merge_now(&store, from, into).await;
    let mut expected = QTable::default();
    for number in (3..8).chain(0..3) {
        assert_eq!(lesson(number).teach(&mut expected), Ok(true));
    }
    assert_eq!(table(&store, into).await, expected);

    // Into one that knows nothing it goes whole, what was imported too.
    let mut imported = QTable::default();
    (20..25).for_each(|number| drop(lesson(number).teach(&mut imported)));
    let (from, _) = guest(&store, replace(9, None, &imported)).await;
    let (empty, _) = guest(&store, Vec::new()).await;
    merge_now(&store, from, empty).await;
    assert_eq!(known(&table(&store, empty).await), known(&imported));
    // From one that never learnt, nothing comes.
    merge_now(&store, UserId(999), into).await;
    assert_eq!(table(&store, into).await, expected);
}

async fn merge_now(store: &Store, from: UserId, into: UserId) {
    store
        .write(move |connection| Box::pin(merge(connection, from, into)))
        .await
        .expect("works");
}

fn replace_network(
    number: u128,
    over: Option<GameId>,
    network: Option<&LearningNetwork>,
) -> Vec<Checked> {
    vec![Checked::of(LearnerOp::ReplaceNetwork(NetworkReplacement {
        id: id(number),
        over,
        weights: network.map(|network| FileBytes(network.write())),
    }))]
}

/// The network's weights, as a device gets them; a snapshot is stored where it is due.
async fn network(store: &Store, user: UserId) -> Option<Vec<u8>> {
    let mut fold = look(store, user).await.fold?;
    while !fold.is_done() {
        fold.advance().expect("games can be learnt");
        store.store_network(&mut fold).await.expect("works");
    }
    Some(fold.weights().to_vec())
}

/// The number of games that are kept.
async fn lessons_kept(store: &Store, user: UserId) -> i64 {
    sqlx::query_scalar("SELECT COUNT(*) FROM learn_log WHERE user_id = $1 AND lesson IS NOT NULL")
        .bind(user)
        .fetch_one(&store.readers)
        .await
        .expect("works")
}

fn teach_network(network: &mut LearningNetwork, numbers: impl IntoIterator<Item = u128>) {
    for number in numbers {
        let lesson = lesson(number);
        network.learn(&lesson.check().expect("a game"), lesson.winner);
    }
}

#[tokio::test]
async fn the_network_is_the_fold_of_the_games_after_it() {
    let (_place, store) = opened("learner-network").await;
    let mut expected = LearningNetwork::new(16, 3);
    let ops = [
        learns(0..3),
        replace_network(1_000, None, Some(&expected)),
        learns(3..10),
    ];
    let (user, met) = guest(&store, ops.into_iter().flatten().collect()).await;
    assert_eq!(met.table, None, "the device knows it all");
    teach_network(&mut expected, 3..10);
    assert_eq!(network(&store, user).await, Some(expected.write()));
    // The other device's games, in the order in which they come; by and by snapshots are stored.
    for start in [10, 70, 75] {
        sync(&store, user, None, learns(start..start + 60)).await;
        sync(&store, user, None, learns(start..start + 5)).await;
        let new = start..start + 60;
        teach_network(
            &mut expected,
            new.filter(|number| start != 75 || *number >= 130),
        );
        assert_eq!(
            network(&store, user).await,
            Some(expected.write()),
            "{start}"
        );
    }
    assert_eq!(expected.games(), 7 + 60 + 60 + 5);
    let exported = store.learner_of(user).await.expect("works");
    let exported = exported.and_then(|learner| learner.network);
    assert!(exported.is_some_and(|network| network.revision > 60));

    // Another table: games that neither needs are forgotten, and the network goes on.
    let tag = look(&store, user).await.response.now.map(|now| now.learner);
    let before = lessons_kept(&store, user).await;
    sync(
        &store,
        user,
        None,
        replace(2_000, tag.clone(), &QTable::default()),
    )
    .await;
    let kept = lessons_kept(&store, user).await;
    assert!(
        (5..50).contains(&kept) && kept < before,
        "{kept} of {before}"
    );
    assert_eq!(network(&store, user).await, Some(expected.write()));
    let exported = store.learner_of(user).await.expect("works");
    assert!(exported.is_some_and(|learner| learner.lessons.is_empty()));

    // Without a network nothing needs them.
    sync(&store, user, None, replace_network(2_001, tag, None)).await;
    assert_eq!(network(&store, user).await, None);
    assert_eq!(lessons_kept(&store, user).await, 0);
}

#[tokio::test]
async fn a_network_is_replaced_by_whoever_knew_it_alone() {
    let (_place, store) = opened("learner-network-over").await;
    let [first, second] = [1, 2].map(|seed| LearningNetwork::new(16, seed));
    let (user, met) = guest(&store, learns(0..1)).await;
    // One that has none takes any.
    sync(
        &store,
        user,
        None,
        replace_network(1_000, None, Some(&first)),
    )
    .await;
    for over in [None, Some(id(5))] {
        sync(
            &store,
            user,
            None,
            replace_network(1_001, over, Some(&second)),
        )
        .await;
        assert_eq!(network(&store, user).await, Some(first.write()));
    }
    let tag = met.now.map(|now| now.learner);
    sync(
        &store,
        user,
        None,
        replace_network(1_002, tag.clone(), Some(&second)),
    )
    .await;
    assert_eq!(network(&store, user).await, Some(second.write()));

    // What cannot be read is done with.
    let mut damaged = first.write();
    damaged[100] ^= 1;
    let op = LearnerOp::ReplaceNetwork(NetworkReplacement {
        id: id(1_003),
        over: tag,
        weights: Some(FileBytes(damaged)),
    });
    let met = sync(&store, user, None, vec![Checked::of(op)]).await;
    assert_eq!(met.done, [id(1_003)]);
    assert_eq!(network(&store, user).await, Some(second.write()));
}

#[tokio::test]
async fn a_guests_network_goes_along_into_an_account_that_has_none() {
    let (_place, store) = opened("learner-network-merge").await;
    let ours = LearningNetwork::new(16, 1);
    let with_network = |numbers: std::ops::Range<u128>, number, network| {
        [
            replace_network(number, None, Some(network)),
            learns(numbers),
        ]
        .concat()
    };
    let (from, _) = guest(&store, with_network(0..3, 1_000, &ours)).await;
    let (into, _) = guest(&store, learns(3..5)).await;
    merge_now(&store, from, into).await;
    let mut expected = ours.clone();
    teach_network(&mut expected, 0..3);
    assert_eq!(network(&store, into).await, Some(expected.write()));

    // Another guest's does not come in its place, but its games do.
    let theirs = LearningNetwork::new(16, 2);
    let (from, _) = guest(&store, with_network(5..7, 1_001, &theirs)).await;
    merge_now(&store, from, into).await;
    teach_network(&mut expected, 5..7);
    assert_eq!(network(&store, into).await, Some(expected.write()));

    // Very many games of one that was not asked for would take the store too long.
    let many = [
        replace_network(1_004, None, Some(&ours)),
        (0..70)
            .map(|number| Checked::of(LearnerOp::Learn(long_lesson(number))))
            .collect(),
    ];
    let (from, met) = guest(&store, many.concat()).await;
    let tag = met.now.map(|now| now.learner);
    sync(&store, from, None, replace(2_001, tag, &QTable::default())).await;
    let (into, _) = guest(&store, learns(20..21)).await;
    merge_now(&store, from, into).await;
    let mut expected = ours.clone();
    // Four parts of 14 games, which have 300 plies each.
    for number in 0..4 * 14 {
        let lesson = long_lesson(number);
        expected.learn(&lesson.check().expect("a game"), lesson.winner);
    }
    assert_eq!(network(&store, into).await, Some(expected.write()));

    // What its network alone has yet to learn, from before a table was imported, goes along in it.
    let (from, met) = guest(&store, with_network(7..10, 1_003, &ours)).await;
    let tag = met.now.map(|now| now.learner);
    let imported = replace(2_000, tag, &QTable::default());
    sync(&store, from, None, [imported, learns(10..12)].concat()).await;
    let (into, _) = guest(&store, learns(20..21)).await;
    merge_now(&store, from, into).await;
    let mut expected = ours.clone();
    teach_network(&mut expected, 7..12);
    assert_eq!(network(&store, into).await, Some(expected.write()));

    // Into one that knows nothing it goes whole.
    let (from, _) = guest(&store, with_network(0..3, 1_002, &ours)).await;
    let (empty, _) = guest(&store, Vec::new()).await;
    merge_now(&store, from, empty).await;
    let mut expected = ours;
    teach_network(&mut expected, 0..3);
    assert_eq!(network(&store, empty).await, Some(expected.write()));
}

/// A game of random moves, hundreds of plies long.
fn long_lesson(number: u128) -> FinishedLesson {
    let mut rng = engine::rng(number as u64);
    loop {
        let mut game = Game::new();
        let mut moves = Vec::new();
        while game.outcome().is_none() && moves.len() < 300 {
            let legal = game.position().legal_moves();
            let mv = legal[rng.random_range(0..legal.len() as u32) as usize];
            game.play(mv).expect("a legal move");
            moves.push(mv.to_string());
        }
        if moves.len() == 300 && game.outcome().is_none() {
            return FinishedLesson {
                moves,
                winner: None,
                ..lesson(number)
            };
        }
    }
}

/// However long the games are, a fold that is asked for again and again does not learn many of them again.
#[tokio::test]
async fn long_games_are_learnt_once() {
    let (_place, store) = opened("learner-network-long").await;
    let mut expected = LearningNetwork::new(16, 1);
    let lessons: Vec<FinishedLesson> = (0..30).map(long_lesson).collect();
    let ops = lessons.iter().cloned().map(LearnerOp::Learn);
    let ops = [
        replace_network(1_000, None, Some(&expected)),
        ops.map(Checked::of).collect(),
    ];
    let (user, _) = guest(&store, ops.concat()).await;
    for lesson in &lessons {
        expected.learn(&lesson.check().expect("a game"), lesson.winner);
    }
    assert_eq!(network(&store, user).await, Some(expected.write()));
    // Fewer than fifty games make a snapshot due: 4,000 plies are 14 of these.
    let exported = store.learner_of(user).await.expect("works");
    let revision = exported.and_then(|learner| Some(learner.network?.revision));
    assert_eq!(revision, Some(1 + 28));
}

#[tokio::test]
async fn a_fold_goes_on_where_the_last_one_of_its_network_ended() {
    let (_place, store) = opened("learner-network-again").await;
    let mut expected = LearningNetwork::new(16, 1);
    let ops = [replace_network(1_000, None, Some(&expected)), learns(0..5)].concat();
    let (user, met) = guest(&store, ops).await;
    let fold = async || look(&store, user).await.fold.expect("the device has none");
    let mut earlier = fold().await;
    earlier.advance().expect("games can be learnt");
    let mut again = fold().await;
    again.go_on_from(&earlier);
    assert!(again.is_done(), "nothing is left to learn");

    sync(&store, user, None, learns(5..8)).await;
    let mut before = fold().await;
    sync(&store, user, None, learns(8..10)).await;
    let mut again = fold().await;
    again.go_on_from(&earlier);
    assert!(!again.is_done());
    again.advance().expect("games can be learnt");
    teach_network(&mut expected, 0..8);
    let expected_before = expected.write();
    teach_network(&mut expected, 8..10);
    assert_eq!(again.weights(), expected.write());

    // One that was begun before does not learn from the future.
    before.go_on_from(&again);
    before.go_on_from(&earlier);
    before.advance().expect("games can be learnt");
    assert_eq!(before.weights(), expected_before);

    // Another network does not go on from it.
    let tag = met.now.map(|now| now.learner);
    let other = LearningNetwork::new(16, 2);
    sync(
        &store,
        user,
        None,
        replace_network(1_001, tag, Some(&other)),
    )
    .await;
    let mut again = fold().await;
    again.go_on_from(&earlier);
    assert_eq!(again.weights(), other.write());
}
