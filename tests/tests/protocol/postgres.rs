//! The server on a database of PostgreSQL. Where the environment names no server of databases, this does
//! nothing.

use std::path::Path;

use e2e::folder::TempFolder;
use e2e::guest_client::GuestClient;
use e2e::server::{Server, run_to_its_end};
use fresh_database::FreshDatabase;
use serde_json::json;

/// Has the guest win a game, the last of so many.
fn win(guest: &mut GuestClient, server: &Server, id: char, wins: u32) {
    let id = id.to_string().repeat(32);
    let answer = guest.record(server.addr, &id).expect("an answer");
    let tally = json!({ "wins": wins, "draws": 0, "losses": 0 });
    let expected = json!([{ "strategy": "calculator", "tally": tally }]);
    assert_eq!((answer.status, answer.json()), (200, expected));
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_outlives_the_server_and_its_folder_and_moves_to_a_file() {
    let Some(database) = FreshDatabase::create().await else {
        return;
    };
    let url = &database.url;
    let folder = TempFolder::new().expect("a folder");
    let data = |name: &str| folder.path().join(name);
    let on_database = ["--database", url];
    let first = Server::start_on_with(&data("a"), &on_database);
    let mut guest = GuestClient::default();
    win(&mut guest, &first, 'a', 1);
    win(&mut guest, &first, 'b', 2);
    let second = Server::start_on_with(&data("b"), &on_database);
    win(&mut guest, &second, 'b', 2);
    let third = data("c");
    let copy = ["copy", "--from", url, "--to", text(&third)];
    let refused = run_to_its_end(&copy);
    assert_eq!(refused.status.code(), Some(1), "a server runs on it");
    let ban = run_to_its_end(&["ban", "192.0.2.0/24", "--database", url]);
    assert!(ban.status.success(), "{}", ban.stderr);
    assert!(ban.stdout.contains("is banned"), "{}", ban.stdout);
    for server in [first, second] {
        server.kill();
    }

    let again = Server::start_on_with(&data("b"), &on_database);
    win(&mut guest, &again, 'b', 2);
    win(&mut guest, &again, 'c', 3);
    assert!(again.terminate().success());
    assert!(!data("a").join("ponder.sqlite").exists());

    let copied = run_to_its_end(&copy);
    assert!(copied.status.success(), "{}", copied.stderr);
    assert!(
        copied.stdout.contains("\ngames 3 rows "),
        "{}",
        copied.stdout
    );
    let file = Server::start_on(&data("c"));
    win(&mut guest, &file, 'c', 3);
    win(&mut guest, &file, 'd', 4);
}
