//! What goes on where a server was stopped, and what time alone does in games that nobody watches.

use super::*;
use crate::live::game_time::{StoreTime, TimeReading};

const CLOCKS: Option<TimeControl> = Some(TimeControl {
    base_s: 60,
    increment_s: 0,
});

/// Both have made their first moves; White's clock runs.
async fn begun(server: &TestServer) -> (GameLink, UserId, UserId) {
    let (link, white) = server.timed_game(false, None, true, CLOCKS).await;
    let socket = server.watch(&link, Some(white)).await;
    let black = server.join(&link).await;
    for (ply, (user, uci)) in (0..).zip([(white, "e2e4"), (black, "e7e5")]) {
        server.ask(&link, &socket, user, a_move(ply, uci)).await;
        happened(&socket, "moved").await;
    }
    (link, white, black)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_was_there_before_gets_what_they_have_missed() {
    let server = TestServer::new("restart-events").await;
    let (link, _, black) = begun(&server).await;
    let server = server.restart().await;
    let back = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 1])));
    let resume = RoomCommand::Watch {
        outbox: Arc::clone(&back),
        user: Some(black),
        version: Some(2),
    };
    assert_eq!(
        server.hub.services().send(&link, resume).await,
        SendOutcome::Sent
    );
    let missed = receive_message(&back, "event").await;
    assert_eq!(
        (&missed["version"], &missed["event"]["uci"]),
        (&json!(3), &json!("e7e5"))
    );
    let synced = receive_message(&back, "synced").await;
    assert_eq!(
        (&synced["version"], &synced["clocks"]["running"]),
        (&json!(3), &json!("white"))
    );
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_stands_while_the_server_is_away_and_goes_on_with_its_player() {
    let server = TestServer::new("restart-clock").await;
    let (link, white, _) = begun(&server).await;
    let place = Arc::clone(&server.place);
    // Game time is four seconds further when the server ends, and a minute passes until the next one.
    place
        .execute("UPDATE game_time SET stood = stood - 4000")
        .await;
    server.close().await;
    place
        .execute("UPDATE game_time SET at = at - 60000, stood = stood - 60000")
        .await;
    let server = TestServer::on(place).await;
    let white_ms = async || server.view(&link).await.clocks.expect("clocks").white_ms;
    let standing = white_ms().await;
    assert!((51_000..=56_000).contains(&standing), "{standing}");
    tokio::time::sleep(Duration::from_millis(30)).await;
    assert_eq!(white_ms().await, standing, "nobody is back");
    let socket = server.watch(&link, Some(white)).await;
    receive_message(&socket, "synced").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let running = white_ms().await;
    assert!(
        (standing - 5_000..=standing - 25).contains(&running),
        "{running} of {standing}"
    );
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_away_over_several_restarts_pays_for_none() {
    let server = TestServer::new("restart-twice").await;
    let (link, white, black) = begun(&server).await;
    let mut place = Arc::clone(&server.place);
    server.close().await;
    let mut known = None;
    for who in [None, Some(black), None] {
        // A second in which no server runs, which is no silence.
        place.execute("UPDATE game_time SET at = at - 1000").await;
        let server = TestServer::on(place).await;
        let left = async || server.view(&link).await.clocks.expect("clocks").white_ms;
        let standing = left().await;
        assert_eq!(*known.get_or_insert(standing), standing, "{who:?}");
        if let Some(user) = who {
            let socket = server.watch(&link, Some(user)).await;
            receive_message(&socket, "synced").await;
        }
        // Game time is two seconds further when this server ends.
        place = Arc::clone(&server.place);
        place
            .execute("UPDATE game_time SET stood = stood - 2000")
            .await;
        assert_eq!(left().await, standing);
        server.close().await;
    }
    // Who was back pays for as long as there was a server.
    let server = TestServer::on(place).await;
    let socket = server.watch(&link, Some(white)).await;
    receive_message(&socket, "synced").await;
    let place = Arc::clone(&server.place);
    place
        .execute("UPDATE game_time SET stood = stood - 2000")
        .await;
    server.close().await;
    let server = TestServer::on(place).await;
    let left = server.view(&link).await.clocks.expect("clocks").white_ms;
    let paid = known.expect("it was seen") - left;
    assert!((1_900..4_000).contains(&paid), "{paid}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_though_nobody_is_there() {
    let server = TestServer::new("restart-flag").await;
    let (link, ..) = begun(&server).await;
    let (unbegun, _) = server.timed_game(true, None, false, CLOCKS).await;
    let place = Arc::clone(&server.place);
    server.close().await;
    let server = TestServer::on(Arc::clone(&place)).await;
    // The server hears of it with its next heartbeat.
    place
        .execute("UPDATE game_time SET stood = stood - 120000")
        .await;
    let keeping = tokio::spawn({
        let hub = server.hub.clone();
        async move { hub.keep_time().await }
    });
    let outcome = Outcome::win(Color::Black, Reason::Timeout);
    while server.view(&link).await.outcome() != Some(outcome) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    while server.view(&unbegun).await.stage != GameStage::Aborted {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let links = || server.hub.services().rooms.links();
    while !links().is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    keeping.abort();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_counts_nothing_of_the_time_in_which_nobody_could_write() {
    let server = TestServer::new("restart-silence").await;
    let (link, white, _) = begun(&server).await;
    // The server believes that White's time is over, but nobody could write meanwhile.
    server
        .place
        .execute("UPDATE game_time SET at = at - 65000")
        .await;
    let time = &server.hub.services().time;
    let TimeReading { now, stood } = time.reading();
    let at = i64::try_from(now).expect("few") + stood + 65_000;
    time.hear(tokio::time::Instant::now(), StoreTime { at, stood });
    let believed = server.view(&link).await.clocks.expect("clocks").white_ms;
    assert_eq!(believed, 0);
    let socket = server.watch(&link, Some(white)).await;
    server.ask(&link, &socket, white, a_move(2, "g1f3")).await;
    let moved = happened(&socket, "moved").await;
    let left = moved["clocks"]["white_ms"].as_u64().expect("a time");
    assert!((50_000..=60_000).contains(&left), "{left}");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_goes_on_with_players_as_they_were() {
    let server = TestServer::new("restart-renamed").await;
    let (link, white, black) = begun(&server).await;
    let named = SidePlayer::User {
        id: white,
        name: Some("Ada".to_owned()),
    };
    server.hub.replace_player(white, named).await;
    let back = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 1])));
    let resume = RoomCommand::Watch {
        outbox: Arc::clone(&back),
        user: Some(black),
        version: Some(2),
    };
    let services = server.hub.services();
    assert_eq!(services.send(&link, resume).await, SendOutcome::Sent);
    let snapshot = receive_message(&back, "snapshot").await;
    assert_eq!(snapshot["view"]["white"]["name"], "Ada");
    assert_eq!(snapshot["view"]["version"], 4);
    server.close().await;
}
