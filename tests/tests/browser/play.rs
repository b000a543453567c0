//! Games on the page: by clicks, by dragging, by touch, with either colour.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use e2e::board::{Board, square};
use e2e::browser::{Browser, Key, Screen};
use e2e::folder::TempFolder;
use e2e::play_page::{MOVES, choose, until_dialog_says, until_no_dialog, until_saved};
use e2e::server::Server;
use engine::player::{Calculator, Clock, Control, Player};
use engine::rules::{Game, Move, Piece};
use engine::search::SearchLimits;

struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// The move of a native search.
fn good_move(player: &mut Calculator, game: &Game) -> Move {
    let never = AtomicBool::new(false);
    let mut ignore = |_| {};
    let mut control = Control {
        clock: &NoClock,
        stop: &never,
        report: &mut ignore,
        rng: engine::rng(1),
    };
    let limits = SearchLimits::nodes(200_000);
    player
        .choose(game, &limits, &mut control)
        .mv
        .expect("the game is not over")
}

#[tokio::test]
async fn a_game_by_clicks_ends_in_checkmate_and_is_saved() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    assert!(page.text("main").await.contains("Play me."));
    choose(&page, "Level 1, Newcomer").await;
    let mut player = Calculator::new(16);
    let mut outcome = None;
    for _ in 0..200 {
        let mut game = board.game().await;
        outcome = game.outcome();
        if outcome.is_some() {
            break;
        }
        board.assert_shows(game.position()).await;
        let mv = good_move(&mut player, &game);
        board.play_move(mv).await;
        game.play(mv).expect("a legal move");
        let answer = usize::from(game.outcome().is_none());
        board.until_ply(game.ply() + answer).await;
    }
    let result = outcome
        .expect("two hundred moves are enough against a beginner")
        .result();
    assert_eq!(result, "1-0");
    until_dialog_says(&page, "You won").await;
    page.key(Key::Escape).await;
    until_no_dialog(&page).await;
    until_saved(&page).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_result_outlives_a_server_killed_right_after_the_page_said_it_is_saved() {
    let data = TempFolder::new().expect("a temporary folder can be made");
    let server = Server::start_on(data.path());
    let browser = Browser::start().await;
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
    until_saved(&page).await;
    server.kill();
    page.assert_quiet_but("net::ERR_").await;

    let server = Server::start_on(data.path());
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    page.press("[data-panel=results] summary").await;
    let rows = "[...document.querySelectorAll('[data-panel=results] tbody tr')]";
    page.until(&format!("{rows}.length === 1")).await;
    assert_eq!(
        page.eval(&format!("{rows}[0].textContent")).await,
        "Ponder001"
    );
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_piece_can_be_dragged_and_an_illegal_drop_snaps_back() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    page.drag(&square("g1"), &square("g4")).await;
    assert_eq!(board.sans().await, Vec::<String>::new());
    board.assert_shows(Game::new().position()).await;
    page.drag(&square("g1"), &square("f3")).await;
    board.until_ply(2).await;
    let game = board.game().await;
    assert_eq!(game.sans()[0], "Nf3");
    board.assert_shows(game.position()).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_finger_taps_and_drags_on_a_phone() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::PHONE).await;
    let board = Board::of(&page);
    board.play("d2", "d4").await;
    board.until_ply(2).await;
    page.drag(&square("g1"), &square("f3")).await;
    board.until_ply(4).await;
    let sans = board.sans().await;
    assert_eq!((sans[0].as_str(), sans[2].as_str()), ("d4", "Nf3"));
    assert_eq!(page.eval("scrollY").await, 0);
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_promotion_asks_for_the_piece_and_can_be_cancelled() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    choose(&page, "Two players").await;
    let way = "a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5";
    for mv in way.split(' ') {
        board.play(&mv[..2], &mv[2..]).await;
    }
    board.until_ply(8).await;
    let before = board.game().await;
    let gone = "document.querySelector('.promotion') === null";
    board.play("a7", "b8").await;
    page.press_button("Cancel the promotion").await;
    page.until(gone).await;
    board.assert_shows(before.position()).await;
    board.play("a7", "b8").await;
    page.until("document.querySelector('.promotion button:focus') !== null")
        .await;
    page.key(Key::Escape).await;
    page.until(gone).await;
    board.play("a7", "b8").await;
    board.promote(Piece::Knight).await;
    board.until_ply(9).await;
    let game = board.game().await;
    assert_eq!(game.sans()[8], "axb8=N");
    board.assert_shows(game.position()).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn fools_mate_between_two_players_ends_the_game() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    choose(&page, "Two players").await;
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        board.play(from, to).await;
    }
    until_dialog_says(&page, "Black won").await;
    assert_eq!(board.sans().await, ["f3", "e5", "g4", "Qh4#"]);
    page.key(Key::Escape).await;
    until_no_dialog(&page).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_engine_opens_when_the_visitor_plays_black() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    choose(&page, "Black").await;
    page.press_button("New game").await;
    board.until_ply(1).await;
    let left = |name: &str| {
        format!(
            "document.querySelector('{}').getBoundingClientRect().x",
            square(name)
        )
    };
    let turned = format!("{} < {}", left("h1"), left("a1"));
    assert_eq!(page.eval(&turned).await, true);
    board.play("e7", "e5").await;
    board.until_ply(3).await;
    let game = board.game().await;
    board.assert_shows(game.position()).await;
    page.press_button("Take back").await;
    page.until(&format!("{MOVES}.length === 1")).await;
    page.assert_quiet().await;
}
