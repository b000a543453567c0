//! The built server over real sockets: what tests of the router alone cannot show.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{io, thread};

use e2e::folder::TempFolder;
use e2e::http::{Request, Response};
use e2e::server::{Server, run_to_its_end};
use serde_json::{Value, json};

const SEARCH: &str = "/api/v1/search";
const RECORD: &str = "/fn/record_game";
const RESULTS: &str = "/fn/results";
const JSON: &str = "application/json";

/// A request that is answered.
fn send(server: &Server, request: &Request) -> Response {
    request.send(server.addr).expect("the server answers")
}

fn search(server: &Server, body: impl Into<Vec<u8>>) -> Response {
    send(server, &Request::post(SEARCH, JSON, body))
}

/// A game that Black, the visitor, won; as the page sends it.
fn won(client_id: char) -> Value {
    json!({ "game": {
        "client_id": client_id.to_string().repeat(32),
        "start_fen": null,
        "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
        "human": "black",
        "strategy": "calculator",
        "level": 3,
        "result": { "winner": "black", "reason": "checkmate" },
    }})
}

fn wins(number: u32) -> Value {
    json!([{ "strategy": "calculator", "tally": { "wins": number, "draws": 0, "losses": 0 } }])
}

/// A server function's call, as the page makes it.
fn call(server: &Server, path: &str, body: &Value, cookie: Option<&str>) -> Response {
    let request = Request::post(path, JSON, body.to_string())
        .header("Accept", JSON)
        .header("Origin", &server.url(""))
        .header("Sec-Fetch-Site", "same-origin");
    match cookie {
        Some(cookie) => send(server, &request.header("Cookie", cookie)),
        None => send(server, &request),
    }
}

fn cookie(response: &Response) -> String {
    let text = response.header("set-cookie").expect("a cookie is set");
    text.split(';').next().unwrap_or_default().to_owned()
}

#[test]
fn a_mate_in_two_is_found_and_told_in_both_notations() {
    let server = Server::start();
    let fen = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 11";
    let body = json!({ "position": { "fen": fen }, "limits": { "depth": 4 } });
    let answer = search(&server, body.to_string());
    assert_eq!(answer.status, 200, "{}", answer.text());
    let answer = answer.json();
    assert_eq!(answer["bestmove"], json!({ "uci": "d5f6", "san": "Nf6+" }));
    assert_eq!(answer["lines"][0]["score"], json!({ "mate": 2 }));
    assert_eq!(
        answer["lines"][0]["pv"]["san"],
        json!(["Nf6+", "gxf6", "Bxf7#"])
    );
    assert!(answer["nodes"].as_u64() > Some(0));
}

#[test]
fn hostile_bodies_are_refused_and_harm_nobody() {
    let server = Server::start();
    let deep = "[".repeat(60_000);
    let cases: [(&[u8], u16); 12] = [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe\x00", 400),
        (deep.as_bytes(), 400),
        (br#"{"position":"startpos","limits":{"depth":1e999}}"#, 400),
        (br#"{"position":"startpos","hash_mb":-1}"#, 400),
        (br#"{"position":"startpos","admin":true}"#, 400),
        (
            br#"{"position":{"fen":"k7/8/8/8/8/8/8/KK6 w - - 0 1"}}"#,
            422,
        ),
        (br#"{"position":{"fen":"9/8/8/8/8/8/8/8 w - - 0 1"}}"#, 422),
        (br#"{"position":{"moves":["e2e4","e2e4"]}}"#, 422),
        (
            br#"{"position":"startpos","limits":{"movetime_ms":18446744073709551615}}"#,
            422,
        ),
        (&[b' '; 65 * 1024], 413),
    ];
    for (body, status) in cases {
        let answer = search(&server, body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert_eq!(answer.status, status, "{shown}: {}", answer.text());
        assert_eq!(
            answer.header("content-type"),
            Some("application/problem+json"),
            "{shown}"
        );
    }
    let good = search(&server, r#"{"position":"startpos","limits":{"depth":1}}"#);
    assert_eq!(good.status, 200);
}

#[test]
fn visitors_who_leave_before_the_page_has_come_cost_nothing() {
    let server = Server::start();
    std::thread::scope(|scope| {
        for visitor in 0..4_u64 {
            let addr = server.addr;
            scope.spawn(move || {
                for visit in 0..60 {
                    let mut stream = TcpStream::connect(addr).expect("it listens");
                    stream
                        .write_all(b"GET /play HTTP/1.1\r\nHost: x\r\n\r\n")
                        .expect("it reads");
                    // Rendering takes some milliseconds: they leave before, in it and after it.
                    std::thread::sleep(Duration::from_micros((visit * 7 + visitor * 3) % 20 * 700));
                }
            });
        }
    });
    assert_eq!(send(&server, &Request::get("/healthz")).text(), "ok");
}

#[test]
fn bytes_that_are_no_http_cost_their_connection_only() {
    let server = Server::start();
    for bytes in [
        &b"\0\0\0\0"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET http://example.org/ HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n",
        b"POST /api/v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(server.addr).expect("it listens");
        stream.write_all(bytes).expect("it reads");
        stream
            .shutdown(std::net::Shutdown::Write)
            .expect("it is open");
        let mut answer = Vec::new();
        // Some are answered, some are cut off; both are right.
        stream.read_to_end(&mut answer).ok();
        let shown = String::from_utf8_lossy(bytes);
        assert!(!answer.starts_with(b"HTTP/1.1 5"), "{shown}");
    }
    assert_eq!(send(&server, &Request::get("/healthz")).text(), "ok");
}

#[test]
fn a_body_of_unknown_length_is_bounded_too() {
    let server = Server::start();
    let mut stream = TcpStream::connect(server.addr).expect("it listens");
    let head = format!(
        "POST {SEARCH} HTTP/1.1\r\nHost: x\r\nContent-Type: {JSON}\r\nConnection: close\r\n\
         Transfer-Encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    let chunk = [&b"4000\r\n"[..], &[b' '; 0x4000], b"\r\n"].concat();
    for _ in 0..8 {
        // The server may have refused and closed before the last ones.
        stream.write_all(&chunk).ok();
    }
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok();
    let answer = String::from_utf8_lossy(&answer);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 413"),
        "{answer}"
    );
    assert_eq!(send(&server, &Request::get("/healthz")).status, 200);
}

/// Sends bytes as they are and reads the answer to its end; its head and its body.
fn send_raw(server: &Server, bytes: &[u8]) -> (String, String) {
    let mut stream = TcpStream::connect(server.addr).expect("it listens");
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .expect("a socket");
    stream.write_all(bytes).expect("it reads");
    let answer = rest(stream);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    (head.to_owned(), body.to_owned())
}

/// Where a proxy and the server read the end of a body at different places, a visitor could put a request into
/// the mouth of the next one.
#[test]
fn no_request_hides_in_the_body_of_another() {
    let server = Server::start();
    let hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    let both = 5 + hidden.len();
    for (version, lengths, body) in [
        (
            "1.1",
            format!("Content-Length: {both}\r\nTransfer-Encoding: chunked"),
            "0\r\n\r\n",
        ),
        (
            "1.1",
            "Transfer-Encoding: chunked\r\nContent-Length: 5".to_owned(),
            "0\r\n\r\n",
        ),
        (
            "1.1",
            "Content-Length: 2\r\nContent-Length: 0".to_owned(),
            "{}",
        ),
        ("1.1", "Content-Length: 2, 0".to_owned(), "{}"),
        ("1.1", "Content-Length: +2".to_owned(), "{}"),
        ("1.1", "Content-Length: 0x2".to_owned(), "{}"),
        ("1.1", "Transfer-Encoding: xchunked".to_owned(), "0\r\n\r\n"),
        (
            "1.1",
            "Transfer-Encoding: chunked, identity".to_owned(),
            "0\r\n\r\n",
        ),
        (
            "1.1",
            "Transfer-Encoding : chunked\r\nContent-Length: 5".to_owned(),
            "0\r\n\r\n",
        ),
        (
            "1.1",
            "Transfer-Encoding:\r\n chunked\r\nContent-Length: 5".to_owned(),
            "0\r\n\r\n",
        ),
        (
            "1.1",
            "Transfer-Encoding: chunked".to_owned(),
            "2\n{}\r\n0\r\n\r\n",
        ),
        ("1.0", "Transfer-Encoding: chunked".to_owned(), "0\r\n\r\n"),
    ] {
        let head = format!("POST {SEARCH} HTTP/{version}\r\nHost: x\r\nContent-Type: {JSON}");
        let request = format!("{head}\r\n{lengths}\r\n\r\n{body}{hidden}");
        let (head, body) = send_raw(&server, request.as_bytes());
        assert!(head.starts_with("HTTP/1.1 400 "), "{lengths}: {head}");
        assert!(!body.contains("HTTP/"), "{lengths}: {body}");
    }
    // A body that a GET has is read to its end.
    let request = format!(
        "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{hidden}\
         GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        hidden.len()
    );
    let (_, answers) = send_raw(&server, request.as_bytes());
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 1, "{answers}");
}

#[test]
fn a_body_with_a_malformed_chunk_is_refused_as_such() {
    let server = Server::start();
    let head = format!(
        "POST {SEARCH} HTTP/1.1\r\nHost: x\r\nContent-Type: {JSON}\r\nConnection: close\r\n\
         Transfer-Encoding: chunked\r\n\r\n"
    );
    for chunks in [
        "zz\r\n{}\r\n0\r\n\r\n",
        "-1\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}XX0\r\n\r\n",
        "fffffffffffffffff\r\n{}\r\n",
        "5\r\n{\"pos\r\nnot a size\r\n",
    ] {
        let (answer, body) = send_raw(&server, format!("{head}{chunks}").as_bytes());
        assert!(answer.starts_with("HTTP/1.1 400 "), "{chunks:?}: {answer}");
        let problem: Value = serde_json::from_str(&body).expect("a problem document");
        assert_eq!(problem["status"], 400, "{chunks:?}: {problem}");
    }
    let whole =
        "19\r\n{\"position\":\"startpos\",\"l\r\n16\r\nimits\":{\"depth\": 1  }}\r\n0\r\n\r\n";
    let (answer, body) = send_raw(&server, format!("{head}{whole}").as_bytes());
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}: {body}");
}

#[test]
fn a_request_says_once_for_which_host_it_is() {
    let server = Server::start();
    for (hosts, status) in [
        ("Host: a.example\r\n", 200),
        ("Host: a.example:3000\r\n", 200),
        ("", 400),
        ("Host: a.example\r\nHost: a.example\r\n", 400),
        ("Host: a.example\r\nhost: b.example\r\n", 400),
        ("Host: a.example/b\r\n", 400),
        ("Host:\r\n", 400),
    ] {
        for path in ["/", "/healthz", "/api/v1/strategies"] {
            let request = format!("GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
            let (answer, body) = send_raw(&server, request.as_bytes());
            let expected = format!("HTTP/1.1 {status} ");
            assert!(answer.starts_with(&expected), "{hosts:?} {path}: {answer}");
            if status == 400 {
                let problem: Value = serde_json::from_str(&body).expect("a problem document");
                assert!(problem["detail"].to_string().contains("Host"), "{problem}");
            }
        }
    }
    let (answer, _) = send_raw(&server, b"GET /healthz HTTP/1.0\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.0 200 "), "{answer}");
}

/// A server with one search thread, and searches of ten seconds sent to it by one client each until
/// one is refused: the thread has one or is about to take it, and the queue is full. With it the
/// refusal and the connections that stay silent.
fn full_server() -> (Server, String, Vec<TcpStream>) {
    let server = Server::start_with(&["--threads", "1", "--proxies", "1"]);
    // Equal searches would be run once.
    let long = |client: u8| {
        let body = format!(r#"{{"position":"startpos","limits":{{"depth":64}},"seed":{client}}}"#);
        Request::post(SEARCH, JSON, body).header("X-Forwarded-For", &format!("10.0.0.{client}"))
    };
    let mut clients: Vec<_> = (0..12)
        .map(|client| long(client).open(server.addr).expect("it listens"))
        .collect();
    let has_answer = |client: &TcpStream| {
        client.set_nonblocking(true).expect("a socket");
        let peeked = client.peek(&mut [0; 1]);
        client.set_nonblocking(false).expect("a socket");
        peeked.is_ok_and(|bytes| bytes > 0)
    };
    loop {
        match clients.iter().position(has_answer) {
            Some(index) => return (server, rest(clients.swap_remove(index)), clients),
            None => thread::yield_now(),
        }
    }
}

/// What is still to come on a connection; nothing where it was cut off.
fn rest(mut stream: TcpStream) -> String {
    let mut text = String::new();
    match stream.read_to_string(&mut text) {
        Ok(_) => text,
        Err(_) => String::new(),
    }
}

#[test]
fn a_server_full_of_searches_sheds_and_serves_pages_on() {
    let (server, refusal, clients) = full_server();
    assert!(refusal.starts_with("HTTP/1.1 503"), "{refusal}");
    assert!(
        refusal.to_ascii_lowercase().contains("retry-after: 1"),
        "{refusal}"
    );
    for _ in 0..50 {
        assert_eq!(send(&server, &Request::get("/")).status, 200);
    }
    drop(clients);
}

#[test]
fn searches_whose_clients_have_gone_make_room() {
    let (server, _, clients) = full_server();
    drop(clients);
    let gone = Instant::now();
    // The server learns that they have gone when it next looks at their sockets.
    let answer = loop {
        let answer = search(&server, r#"{"position":"startpos","limits":{"depth":1}}"#);
        if answer.status != 503 {
            break answer;
        }
        thread::yield_now();
    };
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["stop_reason"], "depth");
    // Each of the nine would have taken ten seconds.
    assert!(
        gone.elapsed() < Duration::from_secs(9),
        "they ran to their end"
    );
}

#[test]
fn a_result_survives_a_kill_right_after_its_answer() {
    let data = TempFolder::new().expect("a folder");
    let server = Server::start_on(data.path());
    let first = call(&server, RECORD, &won('a'), None);
    server.kill();
    assert_eq!(
        (first.status, first.json()),
        (200, wins(1)),
        "{}",
        first.text()
    );
    let cookie = cookie(&first);

    let server = Server::start_on(data.path());
    assert_eq!(
        call(&server, RESULTS, &json!({}), Some(&cookie)).json(),
        wins(1)
    );
    let again = call(&server, RECORD, &won('a'), Some(&cookie));
    assert_eq!(
        (again.status, again.json()),
        (200, wins(1)),
        "sent again, counted once"
    );
    let second = call(&server, RECORD, &won('b'), Some(&cookie));
    server.kill();
    assert_eq!((second.status, second.json()), (200, wins(2)));

    let server = Server::start_on(data.path());
    assert_eq!(
        call(&server, RESULTS, &json!({}), Some(&cookie)).json(),
        wins(2)
    );
}

#[test]
fn a_backup_of_a_running_server_starts_another_one() {
    let (data, copies) = (
        TempFolder::new().expect("a folder"),
        TempFolder::new().expect("a folder"),
    );
    let server = Server::start_on(data.path());
    let cookie = cookie(&call(&server, RECORD, &won('a'), None));
    let from = data.path().display().to_string();
    let restored = copies.path().join("ponder.sqlite");
    let to = restored.display().to_string();
    let backup = || run_to_its_end(&["backup", &to, "--data", &from]);
    let made = backup();
    assert_eq!(
        (made.status.code(), made.stderr.as_str()),
        (Some(0), ""),
        "it has nothing to say"
    );
    let again = backup();
    assert_eq!(again.status.code(), Some(1), "{}", again.stderr);
    assert_eq!(again.stderr.lines().count(), 1, "{}", again.stderr);
    assert!(again.stderr.contains(&to), "{}", again.stderr);
    let second = call(&server, RECORD, &won('b'), Some(&cookie));
    assert_eq!((second.status, second.json()), (200, wins(2)));

    let restored = Server::start_on(copies.path());
    assert_eq!(
        call(&restored, RESULTS, &json!({}), Some(&cookie)).json(),
        wins(1),
        "as it was when the copy was made"
    );
}

#[test]
fn a_guest_whose_first_answer_was_lost_gets_the_same_game_counted_once() {
    let data = TempFolder::new().expect("a folder");
    let server = Server::start_on(data.path());
    // Sent, perhaps committed, never read: the page has no cookie and sends it again.
    let lost = Request::post(RECORD, JSON, won('a').to_string()).send(server.addr);
    drop(lost);
    server.kill();
    let server = Server::start_on(data.path());
    let again = call(&server, RECORD, &won('a'), None);
    assert_eq!(
        (again.status, again.json()),
        (200, wins(1)),
        "{}",
        again.text()
    );
    let cookie = cookie(&again);
    assert_eq!(
        call(&server, RESULTS, &json!({}), Some(&cookie)).json(),
        wins(1)
    );
}

#[test]
fn a_game_sent_by_many_at_once_is_counted_once() {
    let server = Server::start();
    let cookie = cookie(&call(&server, RECORD, &won('a'), None));
    thread::scope(|scope| {
        let calls: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| call(&server, RECORD, &won('b'), Some(&cookie))))
            .collect();
        for call in calls {
            let answer = call.join().expect("no panic");
            assert_eq!((answer.status, answer.json()), (200, wins(2)));
        }
    });
}

#[test]
fn a_claimed_result_that_contradicts_its_moves_is_refused() {
    let server = Server::start();
    let mut claimed = won('a');
    claimed["game"]["moves"] = json!(["f2f3", "e7e5"]);
    let answer = call(&server, RECORD, &claimed, None);
    assert_eq!(answer.status, 422, "{}", answer.text());
    let refusal = &answer.json()["Invalid"];
    assert_eq!(refusal["field"], "result");
    assert!(
        refusal["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("goes on"))
    );
    assert_eq!(answer.header("set-cookie"), None);
}

#[test]
fn another_sites_page_can_change_nothing() {
    let server = Server::start();
    let request = Request::post(RECORD, JSON, won('a').to_string());
    for (name, value) in [
        ("Sec-Fetch-Site", "cross-site"),
        ("Origin", "http://evil.example"),
    ] {
        let answer = send(&server, &request.clone().header(name, value));
        assert_eq!(answer.status, 403, "{name}");
    }
}

#[test]
fn what_keeps_the_server_from_starting_is_one_line_and_exit_code_one() {
    let data = TempFolder::new().expect("a folder");
    let folder = data.path().join("data").display().to_string();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let addr = taken.local_addr().expect("an address").to_string();
    let file = data.path().join("file");
    std::fs::write(&file, "not a folder").expect("a file");
    let below_a_file = file.join("data").display().to_string();
    let nowhere = data.path().join("nowhere").display().to_string();
    for (arguments, named) in [
        (&["--addr", &addr, "--data", &folder][..], addr.as_str()),
        (
            &["--addr", "127.0.0.1:0", "--data", &below_a_file],
            &below_a_file,
        ),
        (
            &[
                "--addr",
                "127.0.0.1:0",
                "--data",
                &folder,
                "--site",
                &nowhere,
            ],
            &nowhere,
        ),
        (&["--addr", "somewhere"], "somewhere"),
        (&["--colour", "blue"], "--colour"),
    ] {
        let refusal = run_to_its_end(arguments);
        assert_eq!(
            refusal.status.code(),
            Some(1),
            "{arguments:?}: {}",
            refusal.stderr
        );
        assert_eq!(
            refusal.stderr.lines().count(),
            1,
            "{arguments:?}: {}",
            refusal.stderr
        );
        assert!(
            refusal.stderr.contains(named),
            "{arguments:?}: {}",
            refusal.stderr
        );
    }
}

#[test]
fn asked_to_leave_it_answers_with_the_best_it_has_and_goes() {
    // The server may be asked before its thread has taken up the first search; then all are
    // refused, which is well but shows little.
    let stopped = (0..5).any(|_| {
        let (server, _, clients) = full_server();
        let status = server.terminate();
        assert_eq!(status.code(), Some(0), "{status}");
        let answers: Vec<_> = clients.into_iter().map(rest).collect();
        for answer in answers.iter().filter(|answer| !answer.is_empty()) {
            let fair = answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.1 503");
            assert!(fair, "{answer}");
        }
        answers
            .iter()
            .any(|answer| answer.contains(r#""stop_reason":"stopped""#))
    });
    assert!(stopped, "no search was ever answered");
}

#[test]
fn a_head_that_does_not_end_costs_its_connection_and_nobody_else() {
    let server = Server::start();
    let begun = Instant::now();
    let slow: Vec<_> = [&b""[..], b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"]
        .into_iter()
        .map(|bytes| {
            let mut stream = TcpStream::connect(server.addr).expect("it listens");
            stream.write_all(bytes).expect("it reads");
            thread::spawn(move || {
                stream
                    .set_read_timeout(Some(Duration::from_secs(30)))
                    .expect("a socket");
                let ended = stream.read(&mut [0; 1]);
                (ended, begun.elapsed())
            })
        })
        .collect();
    let mut served = 0;
    while !slow.iter().all(|client| client.is_finished()) {
        assert_eq!(send(&server, &Request::get("/healthz")).text(), "ok");
        served += 1;
        thread::sleep(Duration::from_millis(100));
    }
    assert!(served > 10, "others are served meanwhile: {served}");
    for client in slow {
        let (ended, after) = client.join().expect("no panic");
        // Cut off, with or without a last word, and not by this test's own patience.
        let patience_ended = ended.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
        assert!(!patience_ended, "still open after {after:?}");
        let after = after.as_secs_f64();
        assert!((9.0..13.0).contains(&after), "cut off after {after} s");
    }
}

#[test]
fn while_a_request_is_under_way_a_leaving_server_says_that_it_is_not_ready() {
    let server = Server::start();
    let ready = |server: &Server| Request::get("/readyz").send(server.addr);
    assert_eq!(ready(&server).expect("an answer").text(), "ok");
    let body = won('a').to_string();
    // Its body is missing, so it stays under way.
    let mut under_way = TcpStream::connect(server.addr).expect("it listens");
    let head = format!(
        "POST /fn/record_game HTTP/1.1\r\nHost: x\r\nContent-Type: {JSON}\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    under_way.write_all(head.as_bytes()).expect("it reads");
    // What comes after it on another connection has met it on its way.
    assert_eq!(send(&server, &Request::get("/healthz")).text(), "ok");
    server.ask_to_leave();
    let refusal = loop {
        match ready(&server) {
            Ok(answer) if answer.status != 200 => break answer,
            // Not told yet; or told just as this connection came in and had said nothing.
            _ => thread::yield_now(),
        }
    };
    assert_eq!(refusal.status, 503);
    assert_eq!(refusal.json()["detail"], "the server is shutting down");
    under_way.write_all(body.as_bytes()).expect("it reads");
    let answer = rest(under_way);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(server.terminate().code(), Some(0));
}

#[test]
fn figures_are_shown_at_their_own_address_only() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let figures = free.local_addr().expect("an address");
    drop(free);
    let server = Server::start_with(&["--metrics", &figures.to_string()]);
    assert_eq!(send(&server, &Request::get("/metrics")).status, 404);
    let shown = Request::get("/metrics").send(figures).expect("an answer");
    assert_eq!(shown.status, 200);
    assert_eq!(
        shown.header("content-type"),
        Some("text/plain; version=0.0.4; charset=utf-8")
    );
    let line = r#"ponder_requests_total{kind="page",status="4xx"} 1"#;
    assert!(shown.text().contains(line), "{}", shown.text());
    let page = Request::get("/").send(figures).expect("an answer");
    assert_eq!(page.status, 404, "no site there");
}

#[test]
fn a_thousand_pages_in_a_row_are_answered() {
    let server = Server::start();
    for number in 0..1000 {
        let path = if number % 2 == 0 { "/" } else { "/play" };
        let page = send(&server, &Request::get(path));
        assert_eq!(page.status, 200, "request {number}");
        assert!(
            page.text().contains("</html>"),
            "request {number} was cut off"
        );
    }
}

#[test]
fn the_real_site_is_served_with_its_types_and_encodings() {
    let server = Server::start();
    let page = send(&server, &Request::get("/"));
    let script = script_of(&page.text());
    let folder = Path::new(&script)
        .parent()
        .expect("a folder")
        .display()
        .to_string();
    for (path, kind) in [
        (script.clone(), "text/javascript"),
        (format!("{folder}/ponder_bg.wasm"), "application/wasm"),
        (format!("{folder}/ponder.css"), "text/css"),
    ] {
        for encoding in ["br", "gzip"] {
            let file = send(
                &server,
                &Request::get(&path).header("Accept-Encoding", encoding),
            );
            assert_eq!(file.status, 200, "{path}");
            assert_eq!(file.header("content-type"), Some(kind), "{path}");
            assert_eq!(file.header("content-encoding"), Some(encoding), "{path}");
            assert_eq!(
                file.header("cache-control"),
                Some("public, max-age=31536000, immutable"),
                "{path}"
            );
        }
    }
    let worker = send(&server, &Request::get("/engine-worker.js"));
    assert_eq!(
        (worker.status, worker.header("content-type")),
        (200, Some("text/javascript"))
    );
    assert_eq!(
        worker.header("cross-origin-embedder-policy"),
        Some("require-corp")
    );
}

/// The path of the bundle's script, as the document tells the worker.
fn script_of(page: &str) -> String {
    let start = page
        .find("data-pkg=\"")
        .expect("the document names its bundle")
        + 10;
    page[start..]
        .split('"')
        .next()
        .unwrap_or_default()
        .to_owned()
}
