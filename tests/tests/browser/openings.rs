//! The openings at `/train/openings`: a repertoire is made of a PGN, drilled, left, changed and kept.

use e2e::board::{Board, square};
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::server::Server;

const PGN: &str = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *";
/// Two games of `ada_l`.
const GAMES: &str = "[White \"ada_l\"]\n[Black \"bo\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n\
                     [White \"ada_l\"]\n[Black \"cy\"]\n\n1. e4 c5 2. Nf3 *\n";

/// A board wide enough for two columns, but not for three.
const TABLET: Screen = Screen {
    width: 800,
    height: 1_100,
    touch: true,
};

/// Fills a field of the form.
async fn fill(page: &Page, selector: &str, text: &str) {
    let selector = format!(".new-repertoire {selector}");
    page.until(&format!("document.querySelector({selector:?}) !== null"))
        .await;
    page.eval(&format!(
        "(() => {{ const field = document.querySelector({selector:?}); field.value = {text:?}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    ))
    .await;
}

async fn make(page: &Page, pgn: &str) {
    fill(page, "input[type=text]", "Spanish").await;
    fill(page, "textarea", pgn).await;
    page.press_button("Make the repertoire").await;
    until_listed(page, "4 new today.").await;
}

async fn until_listed(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.repertoires')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

async fn until_prompt(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.prompt')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

/// Plays the moves of the line that comes, whichever of the two it is.
async fn play_line(page: &Page) {
    until_prompt(page, "What do you play here?").await;
    Board::of(page).play("e2", "e4").await;
    until_prompt(page, "What do you play here?").await;
    Board::of(page).play("g1", "f3").await;
}

#[tokio::test]
async fn a_pasted_repertoire_is_drilled_and_a_wrong_move_explained_at_every_width() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        // Another visitor each time.
        let browser = Browser::start().await;
        let page = browser.open(&server, "/train", screen).await;
        page.press(".train-head a[href='/train/openings']").await;
        page.until("location.pathname === '/train/openings'").await;
        make(&page, PGN).await;
        page.press_button("Drill").await;
        until_prompt(&page, "What do you play here?").await;
        Board::of(&page).play("a2", "a3").await;
        until_prompt(&page, "Your repertoire has e4 here.").await;
        page.until(
            "(e => e.includes('a3') && !e.includes('Looking'))(\
             [...document.querySelectorAll('.explanation')].map(e => e.innerText).join(' '))",
        )
        .await;
        page.press_button("Take back").await;
        play_line(&page).await;
        page.press_button("Close").await;
        until_listed(&page, "Spanish").await;
        page.reload().await;
        // 1. e4 was not known: it comes again.
        until_listed(&page, "1 due today, 2 new.").await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_line_is_drilled_by_keyboard() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/train/openings", Screen::DESKTOP)
        .await;
    make(&page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *").await;
    page.press_button("Drill").await;
    page.until("document.activeElement.id === 'line'").await;
    page.key(Key::Char('h')).await;
    page.key(Key::Char('h')).await;
    until_prompt(&page, "Your repertoire has e4.").await;
    page.eval(&format!(
        "document.querySelector({:?}).focus()",
        square("e2")
    ))
    .await;
    page.key(Key::Enter).await;
    page.key(Key::Up).await;
    page.key(Key::Up).await;
    page.key(Key::Enter).await;
    until_prompt(&page, "What do you play here?").await;
    // Another move than the repertoire's.
    Board::of(&page).play("d2", "d4").await;
    until_prompt(&page, "Your repertoire has Nf3 here.").await;
    page.key(Key::Char('u')).await;
    until_prompt(&page, "What do you play here?").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn another_move_is_added_looked_at_and_removed() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/train/openings", Screen::DESKTOP)
        .await;
    make(&page, PGN).await;
    page.press_button("Drill").await;
    until_prompt(&page, "What do you play here?").await;
    Board::of(&page).play("d2", "d4").await;
    page.press_button("Add d4 to the repertoire").await;
    until_prompt(&page, "The line is done.").await;
    page.press_button("Close").await;
    until_listed(&page, "5 moves").await;
    page.press_button("Look and change").await;
    page.press(".known-moves li:last-child .button").await;
    until_prompt(&page, "The line ends here.").await;
    page.press_button("Take back").await;
    page.until("document.querySelectorAll('.known-moves li').length === 2")
        .await;
    page.press(".known-moves li:last-child .quiet").await;
    page.press_button("Remove it with what follows?").await;
    page.until("document.querySelectorAll('.known-moves li').length === 1")
        .await;
    page.reload().await;
    until_listed(&page, "4 moves").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn games_become_a_repertoire_of_the_moves_that_were_played() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/train/openings", Screen::PHONE)
        .await;
    fill(&page, "input[type=text]", "Mine").await;
    page.eval(
        "(() => { const all = document.querySelectorAll('.new-repertoire select'); \
         all[1].value = '1'; all[1].dispatchEvent(new Event('change', { bubbles: true })); })()",
    )
    .await;
    fill(&page, "textarea", GAMES).await;
    page.press_button("Read the games").await;
    page.until("document.querySelector('.new-repertoire').innerText.includes('ada_l, 2 games')")
        .await;
    page.press_button("Make the repertoire").await;
    until_listed(&page, "4 moves").await;
    page.assert_quiet().await;
}

/// The page is a shell, and all that it needs is stored.
#[tokio::test]
async fn a_line_is_drilled_without_the_server() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/train/openings", Screen::DESKTOP)
        .await;
    make(&page, PGN).await;
    page.eval("navigator.serviceWorker.ready.then(() => true)")
        .await;
    let address = server.url("/train/openings");
    server.kill();
    page.set_offline(true).await;
    page.goto(&address).await;
    page.press_button("Drill").await;
    play_line(&page).await;
    page.assert_quiet().await;
}
