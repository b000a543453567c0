//! A server on the open internet: an attacked name, a second server on its data, deletion that leaves
//! nothing in the files.

use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use e2e::folder::TempFolder;
use e2e::http::{Request, Response};
use e2e::server::{Server, run_to_its_end};
use serde_json::{Value, json};

const NAME: &str = "Annabel-Lee";
const PASSWORD: &str = "correct horse battery";

/// A browser behind the trusted proxy of `--proxies 1`.
#[derive(Clone, Default)]
struct Visitor {
    /// As the proxy says it.
    address: String,
    /// `name=value`.
    cookies: Vec<String>,
}

impl Visitor {
    fn from(address: &str) -> Self {
        Self {
            address: address.to_owned(),
            cookies: Vec::new(),
        }
    }

    fn call(&mut self, addr: SocketAddr, function: &str, arguments: &Value) -> Response {
        let path = format!("/fn/{function}");
        let answer = Request::post(&path, "application/json", arguments.to_string())
            .header("X-Forwarded-For", &self.address)
            .header("Cookie", &self.cookies.join("; "))
            .send(addr)
            .expect("an answer");
        for (_, set) in answer
            .headers
            .iter()
            .filter(|(name, _)| name == "set-cookie")
        {
            let pair = set.split(';').next().unwrap_or_default();
            let name = pair.split('=').next().unwrap_or_default();
            self.cookies
                .retain(|kept| !kept.starts_with(&format!("{name}=")));
            if !pair.ends_with('=') {
                self.cookies.push(pair.to_owned());
            }
        }
        answer
    }

    fn sign_in(&mut self, addr: SocketAddr, password: &str) -> Response {
        let form = json!({ "name": NAME, "password": password });
        self.call(addr, "sign_in", &form)
    }

    fn register(&mut self, addr: SocketAddr) {
        let form = json!({ "name": NAME, "password": PASSWORD });
        let answer = self.call(addr, "register", &form);
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
}

#[test]
fn the_owner_of_an_attacked_name_gets_in_and_others_lose_nothing() {
    let server = Server::start_with(&["--proxies", "1"]);
    let mut owner = Visitor::from("198.51.100.7");
    owner.register(server.addr);
    let mut other = Visitor::from("198.51.100.8");
    let bystander = json!({ "name": "Bystander", "password": PASSWORD });
    assert_eq!(other.call(server.addr, "register", &bystander).status, 200);
    let out = json!({ "everywhere": false });
    assert_eq!(owner.call(server.addr, "sign_out", &out).status, 200);

    let statuses: Vec<u16> = (1..=60)
        .map(|last| {
            let mut attacker = Visitor::from(&format!("203.0.113.{last}"));
            attacker.sign_in(server.addr, "not the password").status
        })
        .collect();
    assert!(
        statuses.contains(&401) && statuses.contains(&429),
        "{statuses:?}"
    );

    // By the right password and the address alone nobody gets in now; the owner's browser does.
    let mut stranger = Visitor::from("198.51.100.7");
    assert_eq!(stranger.sign_in(server.addr, PASSWORD).status, 429);
    let answer = owner.sign_in(server.addr, PASSWORD);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let key = json!({ "label": "bot", "password": PASSWORD });
    assert_eq!(owner.call(server.addr, "new_api_key", &key).status, 200);
    let mut elsewhere = Visitor::from("198.51.100.9");
    assert_eq!(
        elsewhere.call(server.addr, "sign_in", &bystander).status,
        200
    );
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_second_server_on_the_same_data_is_refused_and_a_backup_is_not() {
    let folder = TempFolder::new().expect("a folder");
    let data = folder.path().join("data");
    let first = Server::start_on(&data);
    for _ in 0..2 {
        let refused = run_to_its_end(&["--addr", "127.0.0.1:0", "--data", text(&data)]);
        assert_eq!(refused.status.code(), Some(1));
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        for said in [text(&data), "ponder.lock", "another server"] {
            assert!(refused.stderr.contains(said), "{}", refused.stderr);
        }
    }
    let same = run_to_its_end(&["--addr", &first.addr.to_string(), "--data", text(&data)]);
    assert!(same.stderr.contains("another server"), "{}", same.stderr);
    let copy = folder.path().join("copy.sqlite");
    let backup = run_to_its_end(&["backup", text(&copy), "--data", text(&data)]);
    assert!(backup.status.success(), "{}", backup.stderr);
    let ready = Request::get("/readyz").send(first.addr).expect("an answer");
    assert_eq!(ready.status, 200, "the first server goes on");

    // However it ends, the next one may begin.
    first.kill();
    let second = Server::start_on(&data);
    assert!(second.terminate().success());
    Server::start_on(&data);
}

#[test]
fn what_the_server_keeps_is_its_owners_alone() {
    let folder = TempFolder::new().expect("a folder");
    let data = folder.path().join("data");
    let mode = |path: &Path| {
        let found = std::fs::metadata(path).expect("it is there");
        found.permissions().mode() & 0o777
    };
    let files = [
        "ponder.sqlite",
        "ponder.sqlite-wal",
        "ponder.sqlite-shm",
        "ponder.lock",
    ];
    for _ in 0..2 {
        let server = Server::start_on(&data);
        assert_eq!(mode(&data), 0o700);
        for file in files {
            assert_eq!(mode(&data.join(file)), 0o600, "{file}");
        }
        server.kill();
        // As another program, or an older server, may have left it.
        for (path, wide) in [(data.clone(), 0o755), (data.join(files[0]), 0o644)] {
            std::fs::set_permissions(path, PermissionsExt::from_mode(wide)).expect("it is ours");
        }
    }
}

#[test]
fn a_deleted_account_is_gone_from_every_file() {
    let folder = TempFolder::new().expect("a folder");
    let data = folder.path().join("data");
    let server = Server::start_on(&data);
    let mut visitor = Visitor::from("198.51.100.7");
    let game = json!({ "game": {
        "client_id": "a11aa11aa11aa11aa11aa11aa11aa11a",
        "start_fen": null,
        "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
        "human": "black",
        "strategy": "calculator",
        "level": 3,
        "result": { "winner": "black", "reason": "checkmate" },
    }});
    assert_eq!(visitor.call(server.addr, "record_game", &game).status, 200);
    visitor.register(server.addr);
    let traces = [NAME, "annabel-lee", "a11aa11aa11aa11a"];
    let holds = |trace: &str| {
        let files = std::fs::read_dir(&data).expect("the folder");
        files.into_iter().any(|file| {
            let bytes = std::fs::read(file.expect("an entry").path()).expect("a file");
            let mut parts = bytes.windows(trace.len());
            parts.any(|part| part == trace.as_bytes())
        })
    };
    for trace in traces {
        assert!(holds(trace), "{trace} was never there");
    }
    let form = json!({ "password": PASSWORD });
    assert_eq!(
        visitor.call(server.addr, "delete_account", &form).status,
        200
    );
    assert!(visitor.cookies.is_empty(), "{:?}", visitor.cookies);
    for trace in traces {
        assert!(!holds(trace), "{trace} is still there");
    }
    server.kill();
    for trace in traces {
        assert!(!holds(trace), "{trace} is there again");
    }
}

#[test]
fn links_in_previews_begin_with_the_configured_origin_whatever_host_is_named() {
    let server = Server::start_with(&["--origin", "https://chess.example.org"]);
    let mut visitor = Visitor::from("198.51.100.7");
    let share = json!({ "game": {
        "client_id": "b".repeat(32),
        "start_fen": null, "moves": ["e2e4"],
        "white": { "player": "called", "name": "Anna-1" },
        "black": { "player": "somebody" },
        "outcome": null, "control": null, "left_ms": [], "bottom": "white", "pgn": null,
    }});
    let answer = visitor.call(server.addr, "share_game", &share);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let link = answer.json().as_str().expect("a link").to_owned();
    for page in ["game", "embed"] {
        let shown = Request::get(&format!("/{page}/{link}")).send(server.addr);
        let shown = shown.expect("an answer").text();
        assert!(!shown.contains(&server.addr.to_string()), "{shown}");
        let address = format!("https://chess.example.org/game/{link}");
        assert!(
            page == "embed" || shown.contains(&format!("href=\"{address}\"")),
            "{shown}"
        );
        assert!(shown.contains("\u{201c}Anna-1\u{201d}"), "{shown}");
    }
    for wrong in ["chess.example.org", "https://chess.example.org/", "ftp://x"] {
        let refused = run_to_its_end(&["--origin", wrong]);
        assert_eq!(refused.status.code(), Some(1));
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        assert!(refused.stderr.contains("--origin"), "{}", refused.stderr);
        assert!(refused.stderr.contains(wrong), "{}", refused.stderr);
    }
}

#[test]
fn an_address_is_banned_beside_the_running_server_and_its_neighbour_is_not() {
    let folder = TempFolder::new().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8").to_owned();
    let server = Server::start_on(folder.path());
    let [bad, good] = [9, 10].map(|last| Ipv4Addr::new(127, 0, 0, last));
    let status = |from: Ipv4Addr| {
        let answer = Request::get("/").from(from).send(server.addr);
        answer.expect("an answer").status
    };
    let order = |words: &[&str]| {
        let left = run_to_its_end(&[words, &["--data", &data]].concat());
        assert_eq!(left.status.code(), Some(0), "{words:?}: {}", left.stderr);
    };
    assert_eq!((status(bad), status(good)), (200, 200));
    order(&["ban", "127.0.0.9", "--days", "1", "--reason", "a test"]);
    assert_eq!((status(bad), status(good)), (403, 200));
    server.kill();
    let server = Server::start_on(folder.path());
    let status = |from: Ipv4Addr| {
        let answer = Request::get("/").from(from).send(server.addr);
        answer.expect("an answer").status
    };
    assert_eq!((status(bad), status(good)), (403, 200), "after a restart");
    order(&["unban", "127.0.0.9"]);
    assert_eq!((status(bad), status(good)), (200, 200));
    order(&["audit"]);
}

#[test]
fn refused_requests_are_logged_where_that_is_switched_on_and_the_privacy_page_says_so() {
    let folder = TempFolder::new().expect("a folder");
    let log = folder.path().join("abuse");
    let log_text = log.to_str().expect("UTF-8");
    let server = Server::start_with(&["--abuse-log", log_text, "--abuse-days", "3"]);
    let foreign = Request::post("/fn/results", "application/json", "{}")
        .header("Origin", "http://evil.example")
        .from(Ipv4Addr::new(127, 0, 0, 9));
    assert_eq!(foreign.send(server.addr).expect("an answer").status, 403);
    let privacy = |server: &Server| {
        let page = Request::get("/privacy").send(server.addr);
        page.expect("an answer").text()
    };
    assert!(privacy(&server).contains("for 3 days"));
    let read = || -> String {
        let files = std::fs::read_dir(&log).expect("the folder");
        let read = |file: std::fs::DirEntry| std::fs::read_to_string(file.path());
        let texts = files.map(|file| read(file.expect("an entry")).expect("a file"));
        texts.collect()
    };
    while read().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let line: Value = serde_json::from_str(read().trim()).expect("one line of JSON");
    assert_eq!(line["address"], "127.0.0.9", "{line}");
    assert_eq!(line["path"], "/fn/results", "{line}");
    assert_eq!(line["status"], 403, "{line}");
    let silent = Server::start();
    assert!(!privacy(&silent).contains("refused requests"));
}
