//! Measures how smoothly the page runs and prints its figures as one line of JSON.
//! `cargo xtask bench` calls it with the built server, site and browser in the environment.

use std::time::Duration;

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::page_timing::{LayoutShifts, WATCH_LONG_TASKS, WATCH_PAINTS, WATCH_SHIFTS, times};
use e2e::play_page::choose;
use e2e::server::Server;
use e2e::statistics::percentile;
use engine::rules::{Game, Move};
use serde_json::json;

/// Moves of a round.
const MOVES: usize = 40;
/// Rounds with the engine off, silent and on.
const ROUNDS: usize = 2;
/// How much slower the page's own thread runs while presses are timed.
const THROTTLE: f64 = 4.0;
/// The pause from asking for a hint, which starts a search of 900 ms, to the move.
const THINKS_SINCE: Duration = Duration::from_millis(150);
/// The engine's moves in the game whose long tasks and shifts are counted.
const ANSWERS: usize = 6;
/// No worker at all.
const ENGINE_OFF: &str = "window.Worker = class { postMessage() {} terminate() {} };";
/// A worker that searches as usual and sends nothing but its start: it costs processor time, but no
/// work of the page on its messages.
const ENGINE_MUTE: &str = "{ const Real = Worker; window.Worker = class extends Real {
    set onmessage(take) { let received = false; super.onmessage = take && (event => {
        if (!received) take(event);
        received = true; }); } }; }";

#[tokio::main]
async fn main() {
    let server = Server::start();
    let moves = some_game(MOVES);
    let (mut off, mut mute, mut on, mut thinking) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        off.extend(time_moves(&server, &moves, ENGINE_OFF).await.0);
        mute.extend(time_moves(&server, &moves, ENGINE_MUTE).await.0);
        let (times, thought) = time_moves(&server, &moves, "").await;
        on.extend(times);
        thinking += thought;
    }
    let (shifts, mut long_tasks) = play_the_engine(&server).await;
    long_tasks.sort_by(f64::total_cmp);
    let figures = json!({
        "moves": off.len(),
        "moves_while_thinking": thinking,
        "paint_off_p50_ms": percentile(&off, 50),
        "paint_off_p95_ms": percentile(&off, 95),
        "paint_mute_p50_ms": percentile(&mute, 50),
        "paint_mute_p95_ms": percentile(&mute, 95),
        "paint_on_p50_ms": percentile(&on, 50),
        "paint_on_p95_ms": percentile(&on, 95),
        "shift_unasked": shifts.unasked,
        "shift_all": shifts.all,
        "long_tasks": long_tasks.len(),
        "longest_task_ms": long_tasks.last().copied().unwrap_or(0.0),
    });
    println!("{figures}");
}

/// A game of so many plies, the same each time.
fn some_game(plies: usize) -> Vec<Move> {
    let mut state = 1u64;
    let mut game = Game::new();
    while game.ply() < plies {
        let legal = game.position().legal_moves().to_vec();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let mv = legal[(state >> 33) as usize % legal.len()];
        // A promotion dialog is another measurement.
        if mv.promotion().is_some() || game.play(mv).is_err() {
            continue;
        }
        if game.outcome().is_some() {
            game = Game::new();
        }
    }
    game.moves().to_vec()
}

/// Milliseconds from each press to its move's paint, and before how many of the moves the engine
/// was still thinking.
async fn time_moves(server: &Server, moves: &[Move], script: &str) -> (Vec<f64>, usize) {
    let browser = Browser::start().await;
    let script = format!("{WATCH_PAINTS}{script}");
    let page = browser
        .open_with(&script, server, "/?instant", Screen::DESKTOP)
        .await;
    choose(&page, "Two players").await;
    let board = Board::of(&page);
    page.command(
        "Emulation.setCPUThrottlingRate",
        json!({ "rate": THROTTLE }),
    )
    .await;
    let mut thinking = 0;
    for (index, mv) in moves.iter().enumerate() {
        page.key(Key::Char('h')).await;
        tokio::time::sleep(THINKS_SINCE).await;
        page.press(&e2e::board::square(&mv.from().to_string()))
            .await;
        thinking += usize::from(advises(&page).await);
        page.press(&e2e::board::square(&mv.to().to_string())).await;
        board.until_ply(index + 1).await;
        page.until(&format!("paints.length > {index}")).await;
    }
    (times(&page, "paints").await, thinking)
}

/// Whether a hint is being searched.
async fn advises(page: &Page) -> bool {
    let button = "[...document.querySelectorAll('.actions button')]\
                  .find(e => e.innerText.trim() === 'Hint').disabled";
    page.eval(button).await == true
}

/// A game in which the engine thinks for long: how far things moved, and the lengths of the page's
/// long tasks in the meantime.
async fn play_the_engine(server: &Server) -> (LayoutShifts, Vec<f64>) {
    let browser = Browser::start().await;
    let script = format!("{WATCH_SHIFTS}{WATCH_LONG_TASKS}");
    let page = browser
        .open_with(&script, server, "/", Screen::DESKTOP)
        .await;
    choose(&page, "Level 10, Full").await;
    let board = Board::of(&page);
    // The rest of the page comes with the first move; that is no thinking.
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    let mut game = board.game().await;
    page.eval("longTasks.length = 0").await;
    for _ in 0..ANSWERS {
        let Some(mv) = quiet_move(&game) else { break };
        board.play_move(mv).await;
        board.until_ply(game.ply() + 2).await;
        game = board.game().await;
    }
    (
        LayoutShifts::of(&page).await,
        times(&page, "longTasks").await,
    )
}

/// A move that is easily made, where the game goes on.
fn quiet_move(game: &Game) -> Option<Move> {
    let legal = game.position().legal_moves();
    let mut moves = legal.iter().copied();
    moves.find(|mv| game.outcome().is_none() && mv.promotion().is_none())
}
