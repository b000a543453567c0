//! The training at `/train`: games become exercises, which are solved and come again.

use e2e::account::{PASSWORD, enter, register, sign_in, until_said};
use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::server::Server;

/// Two games of `ada_l` with a mistake each, one of others, one of another variant.
const GAMES: &str = include_str!("../../fixtures/games_to_import.pgn");
const STATUS: &str = ".import-status";

/// A board wide enough for two columns, but not for three.
const TABLET: Screen = Screen {
    width: 800,
    height: 1_100,
    touch: true,
};

/// Chooses a file with this text.
async fn choose(page: &Page, text: &str) {
    page.until("document.querySelector('.import-games input[type=file]') !== null")
        .await;
    page.eval(&format!(
        "(() => {{ const field = document.querySelector('.import-games input[type=file]'); \
         const files = new DataTransfer(); \
         files.items.add(new File([{text:?}], 'games.pgn')); \
         field.files = files.files; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ))
    .await;
}

async fn until_status_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector({STATUS:?})?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

async fn import(page: &Page) {
    choose(page, GAMES).await;
    until_status_says(page, "4 games found. Which name is yours?").await;
    // The most frequent name is chosen already.
    page.press_button("Start").await;
    until_status_says(page, "Finished, 4 of 4 games done.").await;
}

/// The squares of the move that solves the exercise on the board.
async fn solution(page: &Page) -> (&'static str, &'static str) {
    let has_queen = "document.querySelector('[data-square=d1]').dataset.piece === 'bQ'";
    match page.eval(has_queen).await == true {
        true => ("d1", "e2"),
        false => ("g4", "f3"),
    }
}

async fn until_exercise_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.exercise')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

#[tokio::test]
async fn games_become_exercises_which_are_solved_at_every_width() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        // Another visitor each time.
        let browser = Browser::start().await;
        let page = browser.open(&server, "/train", screen).await;
        import(&page).await;
        let notes = page.text(".import-notes").await;
        assert!(notes.contains("Crazyhouse"), "{notes}");
        assert!(notes.contains("2 exercises made."), "{notes}");
        page.until("document.querySelector('.due').innerText.includes('2 are new')")
            .await;
        page.press_button("Begin").await;
        let (from, to) = solution(&page).await;
        Board::of(&page).play(from, to).await;
        page.until("document.querySelector('.lesson-status.reached') !== null")
            .await;
        page.press_button("Next").await;
        page.until("document.querySelector('.lesson-status.reached') === null")
            .await;
        page.press_button("Solution").await;
        page.until("document.querySelector('.lesson-status.missed') !== null")
            .await;
        page.press_button("Close").await;
        page.until("document.querySelector('.today')?.innerText.includes('1') ?? false")
            .await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn an_exercise_is_worked_through_by_keyboard() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/train", Screen::DESKTOP).await;
    import(&page).await;
    page.press_button("Begin").await;
    page.until("document.activeElement.id === 'exercise'").await;
    for _ in 0..3 {
        page.key(Key::Char('h')).await;
    }
    page.until("document.querySelector('.lesson-status .hint') !== null")
        .await;
    // Another move than the solution: the king's.
    let (from, to) = solution(&page).await;
    let wrong = match from {
        "d1" => ("g8", "h8"),
        _ => ("c8", "b8"),
    };
    Board::of(&page).play(wrong.0, wrong.1).await;
    page.until("document.querySelector('.lesson-status.missed') !== null")
        .await;
    page.key(Key::Char('u')).await;
    page.until("document.querySelector('.lesson-status.missed') === null")
        .await;
    Board::of(&page).play(from, to).await;
    until_exercise_says(&page, "In the game").await;
    // A hint and a wrong try: it was hard.
    page.until("document.querySelector('.grades [aria-pressed=true]').innerText === 'Hard'")
        .await;
    page.key(Key::Char('n')).await;
    page.until("document.querySelector('.grades') === null")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn an_import_goes_on_after_a_reload_and_what_is_done_is_there_again() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/train", Screen::DESKTOP).await;
    choose(&page, GAMES).await;
    until_status_says(&page, "Which name is yours?").await;
    page.press_button("Start").await;
    // By then the games are stored, which follows the press.
    page.until(&format!(
        "/[1-4] of 4 games done/.test(document.querySelector({STATUS:?}).innerText)"
    ))
    .await;
    page.reload().await;
    until_status_says(&page, "Finished, 4 of 4 games done.").await;
    // The same file brings nothing new.
    choose(&page, GAMES).await;
    page.until("document.querySelector('.import-notes').innerText.includes('earlier import')")
        .await;
    page.press_button("Cancel").await;
    page.reload().await;
    page.until("document.querySelector('.due').innerText.includes('2 are new')")
        .await;
    page.press_button("Begin").await;
    let (from, to) = solution(&page).await;
    Board::of(&page).play(from, to).await;
    page.until("document.querySelector('.lesson-status.reached') !== null")
        .await;
    page.assert_quiet().await;
}

/// Waits until the server has so many exercises and answers of the visitor.
async fn until_kept(page: &Page, exercises: u32, answers: u32) {
    page.until(&format!(
        "fetch('/fn/known_exercises', {{ method: 'POST', \
         headers: {{ 'content-type': 'application/json' }}, body: '{{\"after\":0}}' }})\
         .then(answer => answer.json()).then(page => page.exercises.length === {exercises} \
         && page.answers.length === {answers})"
    ))
    .await;
}

async fn until_due_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.due')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

/// Begins, and solves the exercise that comes.
async fn solve(page: &Page) {
    page.press_button("Begin").await;
    let (from, to) = solution(page).await;
    Board::of(page).play(from, to).await;
    page.until("document.querySelector('.lesson-status.reached') !== null")
        .await;
}

#[tokio::test]
async fn an_answer_counts_when_the_page_is_left_and_what_was_set_aside_comes_back() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/train", Screen::DESKTOP).await;
    import(&page).await;
    solve(&page).await;
    page.press("a.button[href^='/analyze#']").await;
    page.until("location.pathname === '/analyze'").await;
    page.goto(&server.url("/train")).await;
    until_due_says(&page, "1 is new").await;
    page.press_button("Begin").await;
    page.press_button("Solution").await;
    page.press_button("Set aside").await;
    page.until("document.querySelector('.today') !== null")
        .await;
    page.reload().await;
    page.until("document.querySelector('.today')?.innerText.includes('Set aside: 1') ?? false")
        .await;
    page.eval("document.querySelectorAll('.today details').forEach(it => { it.open = true })")
        .await;
    page.press_button("Take up again").await;
    page.until("!document.querySelector('.today').innerText.includes('Set aside: 1')")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn exercises_and_answers_come_to_the_accounts_other_devices() {
    let server = Server::start();
    let here = Browser::start().await;
    let page = here.open(&server, "/me", Screen::DESKTOP).await;
    register(&page, "Trainer").await;
    page.goto(&server.url("/train")).await;
    import(&page).await;
    solve(&page).await;
    page.press_button("Next").await;
    until_kept(&page, 2, 1).await;
    page.assert_quiet().await;
    let there = Browser::start().await;
    let page = there.open(&server, "/me", Screen::PHONE).await;
    sign_in(&page, "Trainer").await;
    page.goto(&server.url("/train")).await;
    until_due_says(&page, "1 is new").await;
    page.assert_quiet().await;
}

/// Nothing of one visitor is seen or sent by the next one in the same browser.
#[tokio::test]
async fn a_page_that_is_open_when_the_visitor_leaves_shows_nothing_any_more() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let account = browser.open(&server, "/me", Screen::DESKTOP).await;
    register(&account, "First").await;
    let page = browser.open(&server, "/train", Screen::DESKTOP).await;
    import(&page).await;
    solve(&page).await;
    account.press_button("Sign out").await;
    until_due_says(&page, "There are no exercises yet.").await;
    enter(&account, "sign-up", "Second", PASSWORD).await;
    until_said(&account, "Your recovery code").await;
    page.reload().await;
    until_due_says(&page, "There are no exercises yet.").await;
    until_kept(&page, 0, 0).await;
    // What was not sent when the first one left has been sent before.
    account.press_button("I saved it").await;
    account.press_button("Sign out").await;
    sign_in(&account, "First").await;
    until_kept(&account, 2, 1).await;
    page.assert_quiet().await;
}

/// Records a game of this browser's visitor, who misses a mate.
const RECORD_PLAYED: &str = "fetch('/fn/record_game', { method: 'POST', \
    headers: { 'content-type': 'application/json' }, \
    body: JSON.stringify({ game: { client_id: 'c'.repeat(32), start_fen: null, \
    moves: ['e2e4', 'e7e5', 'g1f3', 'd7d6', 'f1c4', 'c8g4', 'b1c3', 'g7g6', 'f3e5', 'g4d1', 'e1d1', \
    'd6e5'], human: 'white', \
    strategy: 'intuition', level: 3, result: { winner: 'black', reason: 'resignation' } } }) \
    }).then(answer => answer.status)";

async fn until_given_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.import-games').innerText.includes({words:?})"
    ))
    .await;
}

#[tokio::test]
async fn what_was_played_on_the_site_becomes_an_exercise_once() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/train", Screen::PHONE).await;
    assert_eq!(page.eval(RECORD_PLAYED).await, 200);
    page.reload().await;
    until_given_says(&page, "1 game from this site looked through: 1 exercise.").await;
    page.until("document.querySelector('.due').innerText.includes('1 is new')")
        .await;
    page.reload().await;
    page.until("document.querySelector('.due').innerText.includes('1 is new')")
        .await;
    until_status_says(&page, "Choose a PGN file").await;
    let panel = page.text(".import-games").await;
    assert!(!panel.contains("from this site looked"), "{panel}");
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_reviewed_game_is_looked_through_by_one_press() {
    let (server, browser) = (Server::start(), Browser::start().await);
    // Its review is short; whoever mates has nothing to learn from it.
    let game = "/analyze#pgn=e4_e5_Bc4_Nc6_Qh5_Nf6_Qxf7&review";
    let page = browser.open(&server, game, Screen::DESKTOP).await;
    page.press_button("Exercises from this game").await;
    until_given_says(&page, "1 game from this site looked through: no exercise.").await;
    page.until("location.pathname === '/train' && location.hash === ''")
        .await;
    page.eval("location.hash = 'pgn=e4_e9'").await;
    page.reload().await;
    until_given_says(&page, "The link holds no game.").await;
    page.assert_quiet().await;
}
