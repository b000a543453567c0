//! `server doctor`: what it says of configurations.

use e2e::folder::TempFolder;
use e2e::server::{Server, run_to_its_end};
use fresh_database::FreshDatabase;
use test_services::NatsServer;

/// What is said, and whether anything is wrong.
fn says(arguments: &[&str]) -> (String, bool) {
    let mut all = arguments.to_vec();
    all.push("doctor");
    let left = run_to_its_end(&all);
    assert!(!left.stdout.contains("secret"), "{}", left.stdout);
    (left.stdout, !left.status.success())
}

#[test]
fn a_sound_configuration_is_sound_and_nothing_is_made_by_asking() {
    let folder = TempFolder::new().expect("a folder");
    let data = folder.path().join("data");
    let data_text = data.to_str().expect("UTF-8");
    let origin = "http://chess.example.org";
    let arguments = [
        "--addr",
        "127.0.0.1:0",
        "--data",
        data_text,
        "--origin",
        origin,
    ];
    let (said, is_wrong) = says(&arguments);
    assert!(!is_wrong, "{said}");
    assert!(said.contains("is made at the first start"), "{said}");
    assert!(!data.exists());
    let server = Server::start_on(&data);
    let addr = server.addr.to_string();
    let (said, is_wrong) = says(&["--addr", &addr, "--data", data_text]);
    assert!(!is_wrong, "{said}");
    assert!(said.contains(&format!("{addr} is in use")), "{said}");
    assert!(said.contains("another server that runs on it"), "{said}");
}

#[test]
fn what_keeps_a_server_from_working_is_said() {
    for (arguments, wrong) in [
        (&["--site", "/nowhere"][..], "no built site at /nowhere"),
        (
            &["--addr", "192.0.2.1:80"],
            "192.0.2.1:80 can't be listened on",
        ),
        (
            &["--database", "postgres://u:secret@127.0.0.1:1/p"],
            "postgres://127.0.0.1:1/p can't be used",
        ),
        (
            &[
                "--database",
                "postgres://u:secret@127.0.0.1:1/p",
                "--nats",
                "nats://u:secret@127.0.0.1:1",
            ],
            "nats://127.0.0.1:1 does not answer",
        ),
    ] {
        let (said, is_wrong) = says(arguments);
        let is_said = said
            .lines()
            .any(|line| line.starts_with("wrong ") && line.contains(wrong));
        assert!(is_wrong && is_said, "{arguments:?}: {said}");
    }
    let https = [
        "--origin",
        "https://chess.example.org",
        "--metrics",
        "0.0.0.0:0",
    ];
    let (said, is_wrong) = says(&https);
    assert!(!is_wrong, "{said}");
    for doubt in [
        "PONDER_SECURE_COOKIES",
        "--proxies is 0",
        "/metrics is not for the public",
    ] {
        let is_said = said
            .lines()
            .any(|line| line.starts_with("doubtful ") && line.contains(doubt));
        assert!(is_said, "{doubt}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_and_nats_are_looked_at() {
    let Some(database) = FreshDatabase::create().await else {
        return;
    };
    let url = &database.url;
    let Some(nats) = NatsServer::start().expect("NATS starts") else {
        return;
    };
    let nats = nats.url();
    let arguments = ["--database", url, "--nats", &nats, "--searches", "workers"];
    let (said, _) = says(&arguments);
    for line in [
        "is PostgreSQL ",
        "it is empty",
        "is NATS ",
        "no worker hears orders for searches of the API",
        // The tests' own.
        "wrong    fsync is off",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let server = Server::start_with(&arguments);
    let (said, _) = says(&arguments);
    assert!(said.contains("its tables are up to date"), "{said}");
    drop(server);
}
