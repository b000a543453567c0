//! The training at `/train`: games become exercises, which are solved and come again.

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
    until_status_says(&page, "of 4 games done").await;
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

#[tokio::test]
async fn exercises_and_answers_come_to_the_accounts_other_devices() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/train", Screen::DESKTOP).await;
    import(&page).await;
    // What is stored here is forgotten, as on a device that has never been used.
    page.until(
        "fetch('/fn/known_exercises', { method: 'POST', headers: { 'content-type': 'application/json' }, \
         body: '{\"after\":0}' }).then(answer => answer.json()).then(page => page.exercises.length === 2)",
    )
    .await;
    page.eval(
        "Promise.all((['ponder-exercises', 'ponder-import', 'ponder-import-texts']).map(name => \
         new Promise(done => { const request = indexedDB.deleteDatabase(name); \
         request.onsuccess = request.onblocked = () => done(true); }))).then(() => true)",
    )
    .await;
    page.reload().await;
    page.until("document.querySelector('.due').innerText.includes('2 are new')")
        .await;
    page.assert_quiet().await;
}
