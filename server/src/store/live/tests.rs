//! Live games in the store: their log, the time that they go by, and its deadlines.

use std::slice::from_ref;

use engine::player::{StrategyId, Strength};
use engine::rules::Color;
use wire::live::game_view::Clocks;
use wire::live::protocol::{GameEvent, Offer, PlayerAction};
use wire::time_control::TimeControl;

use super::changes::KEPT_EVENTS;
use super::*;
use crate::live::clock::{FREE_PLIES, MAX_LAG_PER_MOVE_MS};
use crate::live::game_state::tests::{a_move as move_at, act};
use crate::live::game_state::{
    CommandResult, FIRST_MOVE_MS, GameChange, PlayerCommand, SidePlayer,
};
use crate::live::game_time::{MAX_SILENCE_MS, StoreTime, TimeReading};
use crate::live::seat::{Leave, SeatState, ServerId};
use crate::store::tests::TestStore;

const CLOCKS: Option<TimeControl> = Some(TimeControl {
    base_s: 60,
    increment_s: 1,
});

fn server() -> ServerId {
    ServerId("a".to_owned())
}

fn between_levels() -> Strength {
    Strength::from_tenths(17).expect("a strength")
}

/// A game that White, a guest, has asked for.
async fn new_game(store: &Store, control: Option<TimeControl>, mind: bool) -> LiveGame {
    let new = NewLiveGame {
        client_id: crate::account::token::draw_tag().expect("a tag"),
        color: Color::White,
        mind: mind.then_some(SidePlayer::Engine {
            strategy: StrategyId::Calculator,
            strength: between_levels(),
        }),
        start_fen: None,
        control,
        listed: false,
    };
    let made = store.new_live_game(None, new).await.expect("works");
    load(store, &made.expect("is made").game).await
}

#[tokio::test]
async fn an_engines_strength_between_levels_is_kept() {
    let place = TestStore::new("live-strength").await;
    let store = place.open().await;
    let live = new_game(&store, None, true).await;
    let seat = live.player(Color::Black).engine();
    assert_eq!(seat, Some((StrategyId::Calculator, between_levels())));
}

async fn load(store: &Store, link: &GameLink) -> LiveGame {
    let live = store.live(link, 0).await.expect("reads");
    live.expect("is there")
}

async fn joined(store: &Store, live: &LiveGame, now: Now) -> LiveGame {
    let guest = store.joining_user(None).await.expect("works");
    let guest = guest.expect("a guest").id;
    let change = live.joined(guest, None, now).expect("is free");
    stored(store, live, change, None).await
}

fn commanded(live: &LiveGame, command: &PlayerCommand, now: Now) -> GameChange {
    match live.execute(live.turn(), command, now) {
        Ok(CommandResult::Changed(change)) => *change,
        other => panic!("{other:?}"),
    }
}

fn a_move(live: &LiveGame, uci: &str) -> PlayerCommand {
    let ply = u32::try_from(live.game.ply()).expect("few");
    move_at(ply, uci)
}

/// Stores a change and loads the game.
async fn stored(
    store: &Store,
    live: &LiveGame,
    change: GameChange,
    made: Option<TimeReading>,
) -> LiveGame {
    let done = store.store_change(live.version, change, made).await;
    assert_eq!(done.expect("works"), StoredChange::Stored);
    load(store, &live.link).await
}

/// Lets `ms` go by in which no server writes.
async fn silence(store: &Store, ms: i64) {
    store
        .execute(move || sqlx::query("UPDATE game_time SET at = at - $1").bind(ms))
        .await
        .expect("works");
}

#[tokio::test]
async fn what_has_happened_is_read_again_from_any_version() {
    let place = TestStore::new("live-log").await;
    let store = place.open().await;
    let live = new_game(&store, None, false).await;
    let mut live = joined(&store, &live, 0).await;
    for uci in ["e2e4", "e7e5"] {
        let change = commanded(&live, &a_move(&live, uci), 0);
        live = stored(&store, &live, change, None).await;
    }
    let change = commanded(&live, &act(PlayerAction::Draw), 0);
    live = stored(&store, &live, change, None).await;
    // The move is one event, and that it withdraws the offer another.
    let change = commanded(&live, &a_move(&live, "g1f3"), 0);
    live = stored(&store, &live, change, None).await;
    assert_eq!(live.version, 5);
    let between = async |known, until| {
        let logged = store.events_between(live.id, known, until).await;
        let logged = logged.expect("reads")?;
        Some(logged.into_iter().map(|logged| logged.event).collect())
    };
    let moved = |ply, uci: &str| GameEvent::Moved {
        ply,
        uci: uci.to_owned(),
    };
    let offered = GameEvent::Offered {
        offer: Offer::Draw,
        by: Color::White,
    };
    let all = vec![
        moved(0, "e2e4"),
        moved(1, "e7e5"),
        offered,
        moved(2, "g1f3"),
    ];
    assert_eq!(between(1, 5).await, Some(all.clone()));
    assert_eq!(between(3, 4).await, Some(all[2..3].to_vec()));
    assert_eq!(between(5, 5).await, Some(Vec::new()));
    assert_eq!(between(0, 5).await, None, "a player came with the first");
    assert_eq!(between(4, 9).await, None, "there are no nine");
}

#[tokio::test]
async fn no_more_events_are_kept_than_somebody_can_miss() {
    let place = TestStore::new("live-log-long").await;
    let store = place.open().await;
    let live = new_game(&store, None, false).await;
    let mut live = joined(&store, &live, 0).await;
    // There and back, for as long as nobody claims a draw.
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
    let (asked, agreed) = (act(PlayerAction::Takeback), act(PlayerAction::Takeback));
    for uci in moves.take(4) {
        let change = commanded(&live, &a_move(&live, uci), 0);
        live = stored(&store, &live, change, None).await;
    }
    for _ in 0..50 {
        for (side, command) in [(!live.turn(), &asked), (live.turn(), &agreed)] {
            let Ok(CommandResult::Changed(change)) = live.execute(side, command, 0) else {
                panic!("{command:?}");
            };
            live = stored(&store, &live, *change, None).await;
        }
        let uci = live.game.position().legal_moves()[0].to_string();
        let change = commanded(&live, &a_move(&live, &uci), 0);
        live = stored(&store, &live, change, None).await;
    }
    assert!(live.version > 150);
    let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM live_events")
        .fetch_one(&store.readers)
        .await
        .expect("reads");
    assert!((KEPT_EVENTS..KEPT_EVENTS + 40).contains(&count), "{count}");
    let missed = store
        .events_between(live.id, live.version - 60, live.version)
        .await;
    assert_eq!(missed.expect("reads").map(|events| events.len()), Some(60));
    let missed = store.events_between(live.id, 1, live.version).await;
    assert_eq!(missed.expect("reads"), None);
}

#[tokio::test]
async fn events_of_a_game_that_is_over_are_kept_for_a_day() {
    let place = TestStore::new("live-log-old").await;
    let store = place.open().await;
    let mut games = Vec::new();
    for _ in 0..2 {
        let live = new_game(&store, None, false).await;
        let live = joined(&store, &live, 0).await;
        let change = commanded(&live, &a_move(&live, "e2e4"), 0);
        games.push(stored(&store, &live, change, None).await);
    }
    let change = commanded(&games[0], &act(PlayerAction::Abort), 0);
    stored(&store, &games[0], change, None).await;
    let count = async || -> Vec<i64> {
        sqlx::query_scalar("SELECT COUNT(*) FROM live_events GROUP BY game_id ORDER BY game_id")
            .fetch_all(&store.readers)
            .await
            .expect("reads")
    };
    assert!(!store.delete_old_events().await.expect("works"));
    assert_eq!(count().await, [3, 2]);
    let day = 25 * 60 * 60 * 1000_i64;
    store
        .execute(move || sqlx::query("UPDATE live_events SET at = at - $1").bind(day))
        .await
        .expect("works");
    assert!(!store.delete_old_events().await.expect("works"));
    assert_eq!(count().await, [2], "the other game goes on");
}

#[tokio::test]
async fn game_time_stands_while_no_server_writes() {
    let place = TestStore::new("live-time").await;
    let store = place.open().await;
    let first = store.beat(server()).await.expect("works");
    assert_eq!((first.before, first.time.stood), (None, 0));
    silence(&store, MAX_SILENCE_MS / 2).await;
    let second = store.beat(server()).await.expect("works");
    assert_eq!(second.time.stood, 0, "that short a silence is none");
    silence(&store, 60_000).await;
    let third = store.beat(server()).await.expect("works");
    let silent = third.time.stood;
    assert!((60_000..70_000).contains(&silent), "{silent}");
    let before = |beat: Heartbeat| beat.before.map(StoreTime::game_time);
    assert_eq!(
        before(third),
        Some(third.time.game_time()),
        "nothing has gone by"
    );
    assert_eq!(
        (second.ends_a_silence(), third.ends_a_silence()),
        (false, true)
    );
    // A clock that was set back does not bring back what has gone by.
    silence(&store, -30_000).await;
    let fourth = store.beat(server()).await.expect("works");
    assert_eq!(before(fourth), Some(fourth.time.game_time()));
    assert!(fourth.time.stood < silent - 20_000, "{fourth:?}");
}

#[tokio::test]
async fn a_change_of_another_time_is_not_stored() {
    let place = TestStore::new("live-time-moved").await;
    let store = place.open().await;
    let now = store.beat(server()).await.expect("works").time;
    let live = new_game(&store, CLOCKS, false).await;
    let change = joined(&store, &live, now.game_time()).await;
    let live = change;
    let change = commanded(&live, &a_move(&live, "e2e4"), now.game_time());
    let made = |time: StoreTime| {
        let (now, stood) = (time.game_time(), time.stood);
        Some(TimeReading { now, stood })
    };
    let store_now = |time| store.store_change(live.version, change.clone(), made(time));
    silence(&store, 60_000).await;
    let done = store_now(now).await;
    let Ok(StoredChange::OtherTime(time)) = done else {
        panic!("{done:?}");
    };
    assert!(time.stood >= 60_000, "{time:?}");
    assert_eq!(load(&store, &live.link).await.version, live.version);
    // Even where another server has said so already.
    let done = store_now(now).await;
    assert!(matches!(done, Ok(StoredChange::OtherTime(_))), "{done:?}");
    // Nor is one that was so long on its way that the other side would be charged for it, or whose server takes the
    // time for later than it is.
    for by in [-5_000, 5_000] {
        let at = time.at + by;
        let done = store_now(StoreTime { at, ..time }).await;
        assert!(matches!(done, Ok(StoredChange::OtherTime(_))), "{done:?}");
    }
    let live = stored(&store, &live, change.clone(), made(time)).await;
    let done = store.store_change(live.version - 1, change, made(time));
    assert_eq!(done.await.expect("works"), StoredChange::OtherVersion);
}

#[tokio::test]
async fn deadlines_are_those_of_persons_whose_time_runs() {
    let place = TestStore::new("live-deadlines").await;
    let store = place.open().await;
    let now = store.beat(server()).await.expect("works").time.game_time();
    new_game(&store, None, true).await;
    let open = new_game(&store, CLOCKS, false).await;
    let far = now + 1_000_000;
    let deadlines = async |by| store.deadlines(by, 10).await.expect("reads");
    assert_eq!(deadlines(far).await, Deadlines::default());
    let mind = new_game(&store, CLOCKS, true).await;
    let live = joined(&store, &open, now).await;
    let first = deadlines(now + FIRST_MOVE_MS - 1).await;
    assert_eq!((first.any, first.overdue), (true, Vec::new()));
    let both = deadlines(far).await;
    assert_eq!(both.overdue.len(), 2, "the first moves");
    // White moves in both: an engine player has no deadline.
    let change = commanded(&mind, &a_move(&mind, "e2e4"), now);
    stored(&store, &mind, change, None).await;
    assert_eq!(deadlines(far).await.overdue, from_ref(&live.link));
    let mut live = live;
    for uci in ["e2e4", "e7e5"] {
        let change = commanded(&live, &a_move(&live, uci), now);
        live = stored(&store, &live, change, None).await;
    }
    assert_eq!(live.game.ply(), FREE_PLIES);
    let flag = now + 60_000 + u64::from(MAX_LAG_PER_MOVE_MS);
    assert_eq!(deadlines(flag - 1).await.overdue, []);
    assert_eq!(deadlines(flag).await.overdue, from_ref(&live.link));
    // What the clocks showed is told again as it was.
    let logged = store.events_between(live.id, 1, 3).await.expect("reads");
    let shown = logged.expect("all").into_iter().map(|logged| logged.clocks);
    let clocks = |running| Clocks {
        white_ms: 60_000,
        black_ms: 60_000,
        running,
    };
    let expected = [None, Some(Color::White)].map(|running| Some(clocks(running)));
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    // The clock that was stored runs on.
    let clock = live.clock.as_ref().expect("a clock");
    assert_eq!(clock.running_since(), Some(now));
    assert_eq!(live.turn_since, now);
    let change = commanded(&live, &act(PlayerAction::Resign), now);
    stored(&store, &live, change, None).await;
    assert_eq!(deadlines(far).await, Deadlines::default());
}

#[tokio::test]
async fn seats_end_with_their_players_and_are_lost_with_their_servers() {
    let place = TestStore::new("live-seats").await;
    let store = place.open().await;
    let now = store.beat(server()).await.expect("works").time.game_time();
    let live = new_game(&store, CLOCKS, false).await;
    let live = joined(&store, &live, now).await;
    let seen = i64::try_from(now).expect("a time");
    for id in ["a", "b"] {
        let sql = "INSERT INTO servers (id, seen) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET seen = excluded.seen";
        let noted = store.execute(move || sqlx::query(sql).bind(id).bind(seen));
        noted.await.expect("works");
    }
    let [a, b] = ["a", "b"].map(|id| ServerId(id.to_owned()));
    for (side, server) in [(Color::White, &a), (Color::Black, &a), (Color::Black, &b)] {
        let taken = store.take_seat(live.id, side, server.clone()).await;
        taken.expect("works");
    }
    let states = async || -> Vec<(Color, String, SeatState)> {
        let seats = store.seats(&[live.id, 7_777]).await.expect("reads");
        let seats = seats.get(&live.id).into_iter().flatten();
        seats
            .map(|seat| (seat.side, seat.server.0.clone(), seat.state))
            .collect()
    };
    let is = |side, server: &ServerId, state| (side, server.0.clone(), state);
    let (white, black) = (Color::White, Color::Black);
    let connected = SeatState::Connected;
    assert_eq!(
        states().await,
        [
            is(black, &a, connected),
            is(black, &b, connected),
            is(white, &a, connected)
        ]
    );
    let leave = Leave {
        at: now + 5,
        goodbye: true,
    };
    let left = store.leave_seat(live.id, black, b.clone(), leave).await;
    left.expect("works");
    store.end_server(a.clone()).await.expect("works");
    let lost = SeatState::Lost;
    assert_eq!(
        states().await,
        [
            is(black, &a, lost),
            is(black, &b, SeatState::Left(leave)),
            is(white, &a, lost)
        ]
    );
    // Who answers for a lost seat forgets it, once.
    let time = store.beat(server()).await.expect("works").time;
    let made = TimeReading {
        now: time.game_time(),
        stood: time.stood,
    };
    let seats = store.seats(&[live.id]).await.expect("reads");
    let seat = seats[&live.id].iter().find(|seat| seat.side == white);
    let seat = vec![seat.expect("White's").clone()];
    let change = live.time_given(white, 100, now).expect("plays");
    let answer =
        || store.store_for_lost_seats(live.version, change.clone(), Some(made), seat.clone());
    assert_eq!(answer().await.expect("works"), Some(StoredChange::Stored));
    assert_eq!(answer().await.expect("works"), None);
    assert_eq!(load(&store, &live.link).await.version, live.version + 1);
    // One that was found to be lost is not, if its server was heard of since.
    let seats = store.seats(&[live.id]).await.expect("reads");
    let mut old = seats[&live.id].clone();
    old.iter_mut().for_each(|seat| seat.seen -= 1);
    store.forget_lost_seats(live.id, old).await.expect("works");
    assert_eq!(states().await.len(), 2);
    let lost_ones = seats[&live.id].iter().filter(|seat| seat.state == lost);
    let lost_ones = lost_ones.cloned().collect();
    store
        .forget_lost_seats(live.id, lost_ones)
        .await
        .expect("works");
    assert_eq!(states().await, [is(black, &b, SeatState::Left(leave))]);
    // What is long over is forgotten.
    let hours = "UPDATE game_time SET stood = stood - 7200000";
    store
        .execute(move || sqlx::query(hours))
        .await
        .expect("works");
    store.forget_old_seats().await.expect("works");
    assert_eq!(states().await, []);
    let other = store.has_other_servers(&a, now).await.expect("reads");
    assert!(other, "b was heard of then");
    let days = "UPDATE game_time SET stood = stood - 200000000";
    store
        .execute(move || sqlx::query(days))
        .await
        .expect("works");
    store.forget_servers().await.expect("works");
    let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM servers")
        .fetch_one(&store.readers)
        .await
        .expect("reads");
    assert_eq!(count, 0);
    let sql = "INSERT INTO servers (id, seen) VALUES ('c', 9000000000000)";
    store
        .execute(move || sqlx::query(sql))
        .await
        .expect("works");
    store.forget_servers().await.expect("works");
    assert!(store.has_other_servers(&a, now).await.expect("reads"));
    store.forget_ended_servers().await.expect("works");
    assert!(!store.has_other_servers(&a, now).await.expect("reads"));
}
