//! The coach: asks before a move that loses, and says afterwards what is to be remembered.

use e2e::board::Board;
use e2e::browser::{Browser, Page, Screen};
use e2e::server::Server;
use engine::rules::Game;

/// About even; on b5 the queen is lost to a pawn.
const START: &str = "3q2k1/5ppp/2p5/8/8/7P/1Q3PP1/6K1 w - - 0 1";

async fn until_coach_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.coach')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

#[tokio::test]
async fn a_move_that_loses_is_asked_about_taken_back_and_remembered() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        // Another visitor each time: the switch is remembered.
        let browser = Browser::start().await;
        let page = browser.open(&server, "/play?instant", screen).await;
        let is_phone = screen.width < 520;
        let board = Board::of(&page);
        page.eval(&format!(
            "location.hash = 'fen=' + encodeURIComponent({START:?})"
        ))
        .await;
        let start = Game::from_fen(START).expect("legal");
        page.until("document.querySelector('[data-square=b2]').dataset.piece === 'wQ'")
            .await;
        board.assert_shows(start.position()).await;
        if is_phone {
            page.press_button("More").await;
        }
        page.press(".match label + label").await;
        if is_phone {
            page.press_button("Close settings").await;
        }

        board.play("b2", "b5").await;
        until_coach_says(
            &page,
            "Are you sure? With Qb5 your chance to win falls from",
        )
        .await;
        page.press_button("Hint").await;
        until_coach_says(&page, "Look at what my pawn on c6 can do.").await;
        page.press_button("Hint").await;
        until_coach_says(&page, "In my place: ").await;
        page.press_button("Hint").await;
        until_coach_says(&page, "White allows cxb5.").await;
        until_coach_says(&page, " is better.").await;
        let why = page.text(".thinking .why").await;
        assert!(is_phone || why.contains("White allows cxb5."), "{why}");
        board.until_ply(1).await;
        page.press_button("Take it back").await;
        board.until_empty().await;
        assert!(!page.has(".coach").await);

        board.play("b2", "b5").await;
        until_coach_says(&page, "Are you sure?").await;
        page.press_button("Play it").await;
        board.until_ply(2).await;
        if is_phone {
            page.press_button("More").await;
        }
        page.press_button("Resign").await;
        page.press_button("Yes, resign").await;
        page.until("document.querySelector('dialog[open] .remember')?.innerText.includes('White allows cxb5.')")
            .await;
        page.press_button("1. Qb5").await;
        page.until("document.querySelector('[data-square=b5]').dataset.piece === 'wQ'")
            .await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn what_the_opponents_move_threatens_is_told_on_request() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/play?instant", Screen::DESKTOP)
        .await;
    let board = Board::of(&page);
    board.play("a2", "a3").await;
    board.until_ply(2).await;
    // An answer from the book has no search: one comes soon.
    for mv in [["h2", "h3"], ["b2", "b3"], ["g2", "g3"], ["f2", "f3"]] {
        let plies = board.sans().await.len();
        board.play(mv[0], mv[1]).await;
        board.until_ply(plies + 2).await;
    }
    page.press_button("What is threatened?").await;
    page.until(
        "document.querySelector('.thinking [role=status].guess')?.innerText.includes('threaten')",
    )
    .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn without_the_coach_it_is_said_what_an_own_move_allows_once_it_is_answered() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let browser = Browser::start().await;
        let page = browser.open(&server, "/play?instant", screen).await;
        let board = Board::of(&page);
        page.eval(&format!(
            "location.hash = 'fen=' + encodeURIComponent({START:?})"
        ))
        .await;
        page.until("document.querySelector('[data-square=b2]').dataset.piece === 'wQ'")
            .await;
        board.play("b2", "b5").await;
        board.until_ply(2).await;
        page.until(
            "document.querySelector('.own-move')?.textContent.startsWith('Your Qb5 allows cxb5.')",
        )
        .await;
        // It belongs to the answer alone.
        page.press_button("Previous move").await;
        page.until("document.querySelector('.own-move').textContent === ''")
            .await;
        page.assert_quiet().await;
    }
}
