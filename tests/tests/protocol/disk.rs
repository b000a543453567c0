//! A full disk: the server says so, goes on reading, and works again once there is room.
//! The full disk is a limit on the size of the server's files, which needs no privilege.

#![cfg(target_os = "linux")]

use std::thread;
use std::time::{Duration, Instant};

use e2e::folder::TempFolder;
use e2e::guest_client::GuestClient;
use e2e::http::{Request, Response};
use e2e::server::Server;

/// Enough for a new store and some games.
const ROOM_KIB: u32 = 688;

/// The server tries its store once a second.
const PATIENCE: Duration = Duration::from_secs(30);

fn client_id(number: u64) -> String {
    format!("{number:032x}")
}

fn readiness(server: &Server) -> Response {
    let answer = Request::get("/readyz").send(server.addr);
    answer.expect("an answer")
}

fn wait_for_readiness(server: &Server, status: u16) -> Response {
    let begin = Instant::now();
    loop {
        let answer = readiness(server);
        if answer.status == status {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "/readyz stays {answer:?}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_full_disk_says_no_reads_on_and_recovers_without_a_restart() {
    let data = TempFolder::new().expect("a folder");
    let server = Server::start_with_room_for(data.path(), ROOM_KIB);
    let mut guest = GuestClient::default();
    let mut record = |number| {
        let answer = guest.record(server.addr, &client_id(number));
        (answer.expect("an answer"), guest.clone())
    };
    let mut kept = 0;
    let (refused, guest) = loop {
        let (answer, guest) = record(kept + 1);
        if answer.status != 200 {
            break (answer, guest);
        }
        kept += 1;
        assert!(kept < 10_000, "the disk is never full");
    };
    assert!(kept > 1, "there was room for some games");
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert!(refused.text().contains("can't be kept"), "{refused:?}");

    let answer = wait_for_readiness(&server, 503);
    assert!(answer.text().contains("can't be written"), "{answer:?}");
    for _ in 0..3 {
        assert_eq!(record(kept + 1).0.status, 503);
    }
    let wins = || guest.wins(server.addr).expect("an answer");
    assert_eq!(wins(), Some(kept), "reading goes on, nothing half is there");
    let page = Request::get("/play").send(server.addr).expect("an answer");
    assert_eq!(page.status, 200);

    server.make_room();
    for _ in 0..2 {
        let (answer, _) = record(kept + 1);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(wins(), Some(kept + 1), "once, however often it was sent");
    }
    wait_for_readiness(&server, 200);
    assert_eq!(record(kept + 2).0.status, 200);
    server.kill();

    let server = Server::start_on(data.path());
    assert_eq!(
        guest.wins(server.addr).expect("an answer"),
        Some(kept + 2),
        "what was acknowledged before and after is there"
    );
}
