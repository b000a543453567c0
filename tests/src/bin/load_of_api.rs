//! Measures the overhead of the search API and its behaviour under overload; prints the figures as
//! one line of JSON, each beside its reference. `cargo xtask bench` calls it with the built server
//! and site in the environment; with `--quick` it only measures what one request at a time costs.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use e2e::search_load::{micros, per_second, search, search_within};
use e2e::{keep_alive::KeepAliveClient, server::Server, statistics::percentile};
use engine::eval::{EvalConfig, Evaluation};
use engine::player::{Calculator, Control, NeverStop, Player, StoppedClock};
use engine::rules::Game;
use engine::search::SearchLimits;
use serde_json::{Value, json};

/// Pairs of a search over HTTP and the same here.
const PAIRS: usize = 1_000;
/// Pairs of a cached answer and `/healthz`.
const KEPT: usize = 3_000;
/// Depth of those searches, plies: a millisecond or less.
const DEPTH: u8 = 4;
/// How long the full load lasts.
const PEAK: Duration = Duration::from_secs(10);
/// How long the tenfold load lasts.
const OVERLOAD: Duration = Duration::from_secs(60);
/// The number of clients under the tenfold load.
const CLIENTS: u64 = 40;
/// How long a polite client is measured, alone and beside a greedy one.
const POLITE: Duration = Duration::from_secs(10);
/// What a polite client does between two searches.
const PAUSE: Duration = Duration::from_millis(50);

fn main() {
    // Only load is measured, not allowances.
    let server = Server::start_with(&["--proxies", "1", "--nodes", "1000000000"]);
    let addr = server.addr;
    let (http, here) = searches(addr);
    let (kept, health) = kept_answers(addr);
    let quick = json!({
        "search_http_p50_us": percentile(&http, 50), "search_here_p50_us": percentile(&here, 50),
        "search_http_p99_us": percentile(&http, 99), "search_here_p99_us": percentile(&here, 99),
        "kept_p50_us": percentile(&kept, 50), "health_p50_us": percentile(&health, 50),
        "kept_p99_us": percentile(&kept, 99), "health_p99_us": percentile(&health, 99),
    });
    if std::env::args().nth(1).as_deref() == Some("--quick") {
        println!("{quick}");
        return;
    }
    let peak = per_second(addr, 4, PEAK);
    let load = overload(addr, peak * 10.0);
    let alone = polite_rate(addr);
    let beside = beside_greedy(addr);
    let mut figures = quick;
    figures["peak_per_s"] = peak.into();
    figures["overload"] = load;
    figures["polite_alone_per_s"] = alone.into();
    figures["polite_beside_greedy_per_s"] = beside.into();
    println!("{figures}");
}

/// The same searches over HTTP and in this process, in turn, in microseconds.
fn searches(addr: SocketAddr) -> (Vec<f64>, Vec<f64>) {
    let mut line = KeepAliveClient::connect(addr, "10.0.0.1").expect("the server listens");
    let mut calculator = Calculator::new(16);
    calculator.set_eval(EvalConfig::shipped(Evaluation::Network));
    let (mut http, mut here) = (Vec::new(), Vec::new());
    let limits = json!({ "depth": DEPTH });
    for _ in 0..PAIRS {
        let begin = Instant::now();
        let status = search_within(&mut line, &limits);
        http.push(micros(begin));
        assert_eq!(status, 200);
        let begin = Instant::now();
        calculator.choose(
            &Game::new(),
            &SearchLimits::depth(DEPTH),
            &mut Control {
                clock: &StoppedClock,
                stop: &NeverStop,
                report: &mut |_| {},
                rng: engine::rng(0),
            },
        );
        here.push(micros(begin));
    }
    (http, here)
}

/// A cached answer and `/healthz`, in turn, in microseconds.
fn kept_answers(addr: SocketAddr) -> (Vec<f64>, Vec<f64>) {
    let mut line = KeepAliveClient::connect(addr, "10.0.0.1").expect("the server listens");
    let (mut kept, mut health) = (Vec::new(), Vec::new());
    for _ in 0..KEPT {
        for (path, times) in [
            ("/api/v1/search?depth=6", &mut kept),
            ("/healthz", &mut health),
        ] {
            let begin = Instant::now();
            let (status, _) = line.ask("GET", path, None).expect("an answer");
            times.push(micros(begin));
            assert_eq!(status, 200);
        }
    }
    (kept, health)
}

/// So many searches a second are asked for, by many.
fn overload(addr: SocketAddr, per_second: f64) -> Value {
    let pause = Duration::from_secs_f64(CLIENTS as f64 / per_second);
    let over = AtomicBool::new(false);
    let (mut found, mut refused, mut health) = (Vec::new(), Vec::new(), Vec::new());
    thread::scope(|scope| {
        let asked: Vec<_> = (0..CLIENTS)
            .map(|client| scope.spawn(move || hurried(addr, client, pause)))
            .collect();
        let over = &over;
        let watch = scope.spawn(move || {
            let mut line = KeepAliveClient::connect(addr, "10.0.3.1").expect("it listens");
            let mut times = Vec::new();
            while !over.load(Ordering::Relaxed) {
                let begin = Instant::now();
                line.ask("GET", "/healthz", None).expect("an answer");
                times.push(micros(begin));
                thread::sleep(Duration::from_millis(10));
            }
            times
        });
        for times in asked {
            for (status, time) in times.join().expect("no panic") {
                match status {
                    200 => found.push(time),
                    503 => refused.push(time),
                    other => panic!("{other} under load"),
                }
            }
        }
        over.store(true, Ordering::Relaxed);
        health = watch.join().expect("no panic");
    });
    json!({
        "asked": found.len() + refused.len(),
        "found_per_s": found.len() as f64 / OVERLOAD.as_secs_f64(),
        "found_p50_ms": percentile(&found, 50) / 1e3, "found_p99_ms": percentile(&found, 99) / 1e3,
        "refused_p50_us": percentile(&refused, 50), "refused_p99_us": percentile(&refused, 99),
        "health_p50_us": percentile(&health, 50), "health_p99_us": percentile(&health, 99),
    })
}

/// A client that asks again and again, whether it was answered or refused, not more often than
/// `pause` says. Statuses and microseconds.
fn hurried(addr: SocketAddr, client: u64, pause: Duration) -> Vec<(u16, f64)> {
    let mut line = KeepAliveClient::connect(addr, &format!("10.0.2.{client}")).expect("it listens");
    let start = Instant::now();
    let mut times = Vec::new();
    let mut due = pause * client as u32 / CLIENTS as u32;
    while start.elapsed() < OVERLOAD {
        thread::sleep(due.saturating_sub(start.elapsed()));
        let begin = Instant::now();
        times.push((search(&mut line), micros(begin)));
        due = (due + pause).max(start.elapsed());
    }
    times
}

/// Searches a second of a client that asks for one after the other, and thinks in between.
fn polite_rate(addr: SocketAddr) -> f64 {
    let mut line = KeepAliveClient::connect(addr, "10.0.4.1").expect("it listens");
    let begin = Instant::now();
    let mut found = 0;
    while begin.elapsed() < POLITE {
        found += u32::from(search(&mut line) == 200);
        thread::sleep(PAUSE);
    }
    f64::from(found) / POLITE.as_secs_f64()
}

/// The same beside a client that has as many searches under way as it may.
fn beside_greedy(addr: SocketAddr) -> f64 {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..8 {
            let over = &over;
            scope.spawn(move || {
                let mut line = KeepAliveClient::connect(addr, "10.0.5.1").expect("it listens");
                while !over.load(Ordering::Relaxed) {
                    search(&mut line);
                }
            });
        }
        let rate = polite_rate(addr);
        over.store(true, Ordering::Relaxed);
        rate
    })
}
