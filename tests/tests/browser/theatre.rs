//! The theatre: a search as a picture and a film, the reason of each cut, the check of its bets, links.

use e2e::browser::{Browser, Page, Screen};
use e2e::server::Server;
use serde_json::{Value, json};

const TABLET: Screen = Screen {
    width: 800,
    height: 1000,
    touch: true,
};

/// What was found, which says that the tree is there.
const FOUND: &str = "document.querySelector('.found').innerText";
const REASON: &str = "document.querySelector('.sentence').innerText";
const NAME: &str = "document.querySelector('.node-card h2').innerText";

async fn until_shown(page: &Page, depth: u8) {
    page.until(&format!(
        "{FOUND}.includes('positions') && \
         [...document.querySelectorAll('.film-bar option:checked')].some(option => \
         option.innerText.startsWith('Depth {depth}'))"
    ))
    .await;
}

/// Begins a function: `data` are the bytes of the canvas.
macro_rules! on_pixels {
    ($rest:literal) => {
        concat!(
            "(() => { const canvas = document.querySelector('.stage canvas'); \
             const { width, height } = canvas; \
             const copy = Object.assign(document.createElement('canvas'), { width, height }); \
             const context = copy.getContext('2d', { willReadFrequently: true }); \
             context.drawImage(canvas, 0, 0); \
             const { data } = context.getImageData(0, 0, width, height); ",
            $rest
        )
    };
}

/// Colours on the canvas.
const COLORS: &str = on_pixels!(
    "\
    const seen = new Set(); \
    for (let at = 0; at < data.length; at += 4) seen.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]); \
    return seen.size; })()"
);

/// The share of the canvas that is not background, per mille.
const DRAWN: &str = on_pixels!(
    "\
    const at = data.length - 4; let drawn = 0; \
    for (let i = 0; i < data.length; i += 4) \
        drawn += data[i] !== data[at] || data[i + 1] !== data[at + 1] || data[i + 2] !== data[at + 2]; \
    return Math.round(4000 * drawn / data.length); })()"
);

async fn press_stage(page: &Page, x: f64, row: f64) {
    page.eval(&format!(
        "(() => {{ const canvas = document.querySelector('.stage canvas'); \
         const box = canvas.getBoundingClientRect(); \
         const at = {{ bubbles: true, pointerId: 1, clientX: box.left + {x} * box.width, \
                       clientY: box.top + {row} }}; \
         for (const name of ['pointermove', 'pointerdown', 'pointerup']) \
             canvas.dispatchEvent(new PointerEvent(name, at)); }})()"
    ))
    .await;
}

#[tokio::test]
async fn a_search_is_drawn_and_every_bar_says_why_it_ended() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let page = browser.open(&server, "/theatre#depth=5", screen).await;
        until_shown(&page, 5).await;
        let colors = page.eval(COLORS).await.as_u64().unwrap_or_default();
        assert!(colors >= 8, "{screen:?}: {colors} colours");
        assert_eq!(page.eval(NAME).await, "Start");
        press_stage(&page, 0.1, 30.0).await;
        page.until(&format!("{NAME} !== 'Start'")).await;
        let reason = page.eval(REASON).await;
        assert!(reason.as_str().is_some_and(|text| text.len() > 20));
        let selected = page.eval("document.querySelectorAll('[aria-selected=true]').length");
        assert_eq!(selected.await, 1);
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn the_film_plays_pauses_and_is_moved_by_hand() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let page = browser.open(&server, "/theatre#depth=5", screen).await;
        until_shown(&page, 5).await;
        let whole = page.eval(DRAWN).await.as_u64().unwrap_or_default();
        page.press_button("Play").await;
        page.until("document.querySelector('.film-play').innerText.trim() === 'Pause'")
            .await;
        page.press_button("Pause").await;
        page.eval(
            "(() => { const scrubber = document.querySelector('.scrubber'); scrubber.value = 5; \
             scrubber.dispatchEvent(new Event('input', { bubbles: true })); })()",
        )
        .await;
        page.until("document.querySelector('.film-place').innerText.startsWith('5 of')")
            .await;
        let few = page.eval(DRAWN).await.as_u64().unwrap_or_default();
        assert!(few < whole, "{few} of {whole}");
        page.eval("document.querySelector('[aria-label=\"One position on\"]').click()")
            .await;
        page.until("document.querySelector('.film-place').innerText.startsWith('6 of')")
            .await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn arrow_keys_walk_through_the_tree_and_the_address_keeps_the_place() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/theatre#depth=4&mind=calculator", Screen::DESKTOP)
        .await;
    until_shown(&page, 4).await;
    let press = async |key: &str| {
        page.eval(&format!(
            "window.dispatchEvent(new KeyboardEvent('keydown', {{ key: {key:?}, bubbles: true }})), true"
        ))
        .await;
    };
    press("ArrowDown").await;
    page.until(&format!("{NAME} !== 'Start'")).await;
    let first = page.eval(NAME).await;
    // The address follows a little later.
    page.until("location.hash.includes('visit=')").await;
    let of_first = page.eval("location.hash").await;
    press("ArrowRight").await;
    page.until(&format!(
        "{NAME} !== {first} && location.hash !== {of_first}"
    ))
    .await;
    let second = page.eval(NAME).await;
    press("Enter").await;
    page.until("!document.querySelector('[aria-label=\"Zoom out\"]').disabled")
        .await;
    let link = page.eval("location.hash").await;
    let link = link.as_str().unwrap_or_default();
    assert!(
        link.contains("mind=calculator") && link.contains("by="),
        "{link}"
    );
    let again = browser
        .open(&server, &format!("/theatre{link}"), Screen::PHONE)
        .await;
    until_shown(&again, 4).await;
    again.until(&format!("{NAME} === {second}")).await;
    for page in [&page, &again] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn bets_are_checked_and_counted() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for (screen, mind) in [
        (Screen::DESKTOP, "calculator"),
        (TABLET, "pruner"),
        (Screen::PHONE, "calculator"),
    ] {
        let page = browser
            .open(&server, &format!("/theatre#depth=4&mind={mind}"), screen)
            .await;
        until_shown(&page, 4).await;
        page.press_button("Check the bets").await;
        let text = "document.querySelector('.bets [role=status]').innerText";
        page.until(&format!(
            "/^[\\d,]+ bets? of [\\d,]+: [\\d,]+ held.*\\.$/.test({text}) && \
             document.querySelector('.bets .button').innerText === 'Check the bets'"
        ))
        .await;
        let numbers = page
            .eval(&format!(
                "{text}.match(/[\\d,]+/g).map(digits => Number(digits.replaceAll(',', '')))"
            ))
            .await;
        let number = |place: usize| numbers[place].as_u64().unwrap_or_default();
        assert!(number(1) >= number(0) && number(0) >= number(2) && number(2) > 10);
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn the_search_is_tried_with_each_of_its_parts_off() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let page = browser.open(&server, "/theatre#depth=5", screen).await;
        until_shown(&page, 5).await;
        page.press_button("Switch off one by one").await;
        page.until(
            "document.querySelectorAll('.switch-lab tbody tr').length === 17 && \
             document.querySelector('.switch-lab [role=status]').innerText.startsWith('Most is saved')",
        )
        .await;
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.eval(wide).await, true);
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_small_tree_is_drawn_with_windows_and_values() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let path = "/theatre#fen=8/8/8/3k4/8/3K4/3P4/8_w_-_-_0_1&mind=plodder&depth=2";
        let page = browser.open(&server, path, screen).await;
        page.until("document.querySelectorAll('.textbook-node').length > 20")
            .await;
        let texts = "[...document.querySelectorAll('.textbook-node .value')].every(e => e.textContent.length > 1)";
        assert_eq!(page.eval(texts).await, true);
        page.eval(
            "document.querySelectorAll('.textbook-node')[3]\
             .dispatchEvent(new MouseEvent('click', { bubbles: true })), true",
        )
        .await;
        page.until(&format!("{NAME} !== 'Start'")).await;
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.eval(wide).await, true);
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_tree_search_shows_its_candidates_and_how_their_visits_grew() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let path = "/theatre#mind=explorer&visits=1600";
        let page = browser.open(&server, path, screen).await;
        page.until(&format!("{FOUND}.includes('1,600 visits')"))
            .await;
        let bars = "document.querySelectorAll('.candidate').length";
        assert!(page.eval(bars).await.as_u64().unwrap_or_default() >= 5);
        let best = page
            .eval("document.querySelector('.explored-row .name').innerText")
            .await;
        page.eval("document.querySelector('.explored-row').click()")
            .await;
        page.until(&format!(
            "{NAME} === {best} && document.querySelector('.sentence').innerText.startsWith({best})"
        ))
        .await;
        page.eval(
            "(() => { const scrubber = document.querySelector('.scrubber'); scrubber.value = 1; \
             scrubber.dispatchEvent(new Event('input', { bubbles: true })); })()",
        )
        .await;
        page.until(
            "/^after \\d{1,3} visits?$/.test(document.querySelector('.film-place').innerText)",
        )
        .await;
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.eval(wide).await, true);
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn minds_are_compared_and_play_on() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let page = browser.open(&server, "/theatre#depth=3", screen).await;
        until_shown(&page, 3).await;
        page.press_button("Play ten plies on").await;
        page.until(
            "document.querySelectorAll('.mind-column').length === 2 && \
             [...document.querySelectorAll('.mind-column ol')].every(e => e.children.length === 10)",
        )
        .await;
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.eval(wide).await, true);
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_folded_branch_is_unfolded_and_left_again() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let page = browser
            .open(&server, "/theatre#depth=11&mind=calculator", screen)
            .await;
        until_shown(&page, 11).await;
        page.until(&format!("{FOUND}.includes('folded')")).await;
        press_stage(&page, 0.2, 30.0).await;
        page.until("document.querySelector('.branch-button')?.innerText === 'Unfold this branch'")
            .await;
        let name = page.eval(NAME).await;
        page.press_button("Unfold this branch").await;
        page.until(
            "document.querySelector('.branch-button')?.innerText === 'Back to the whole tree'",
        )
        .await;
        assert_eq!(page.eval(NAME).await, name);
        page.press_button("Back to the whole tree").await;
        page.until("document.querySelector('.branch-button')?.innerText === 'Unfold this branch'")
            .await;
        assert_eq!(page.eval(NAME).await, name);
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_link_that_cannot_be_shown_says_why_and_another_mind_helps() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/theatre#moves=e2e5", Screen::DESKTOP)
        .await;
    page.until("document.querySelector('.stage-wait').innerText.includes('move 1')")
        .await;
    page.eval(
        "(() => { const mind = document.querySelector('.setup-bar select'); mind.value = \
         [...mind.options].find(one => one.innerText === 'Plodder').value; \
         mind.dispatchEvent(new Event('change', { bubbles: true })); })()",
    )
    .await;
    until_shown(&page, 4).await;
    assert_eq!(
        page.eval("document.querySelector('.bets .button').disabled")
            .await,
        true
    );
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_theatre_is_reached_from_play_and_analysis() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/analyze#pgn=e4_e5", Screen::DESKTOP)
        .await;
    page.until("[...document.querySelectorAll('.actions button')].some(button => button.innerText.trim() === 'Theatre')")
        .await;
    page.press_button("Theatre").await;
    page.until("location.pathname === '/theatre'").await;
    until_shown(&page, 6).await;
    let shown: Value = page
        .eval("document.querySelector('.before').innerText")
        .await;
    assert_eq!(shown, json!("e4 e5"));
    // The link to the content is no search.
    page.eval("location.hash = 'main', true").await;
    page.eval("new Promise(done => setTimeout(done, 200))")
        .await;
    let shown: Value = page
        .eval("document.querySelector('.before').innerText")
        .await;
    assert_eq!(shown, json!("e4 e5"));
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_reason_of_a_cut_is_three_presses_from_the_start_page() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let reason = "(e => e !== null && e.innerText.length > 20 && !e.innerText.startsWith('Every move'))(\
                  document.querySelector('.sentence'))";
    let page = browser.open(&server, "/", Screen::DESKTOP).await;
    page.press("nav a[href='/watch']").await;
    page.until("location.pathname === '/watch' && document.readyState === 'complete'")
        .await;
    page.press("main a[href='/theatre']").await;
    page.until("location.pathname === '/theatre'").await;
    until_shown(&page, 6).await;
    press_stage(&page, 0.9, 30.0).await;
    page.until(reason).await;
    page.assert_quiet().await;

    // On a phone the tree is on the page to watch.
    let page = browser.open(&server, "/", Screen::PHONE).await;
    page.press_button("Menu").await;
    page.press("nav a[href='/watch']").await;
    page.until("document.querySelector('.stage canvas') !== null")
        .await;
    page.eval("document.querySelector('.stage canvas').scrollIntoView({ block: 'center' })")
        .await;
    page.until(&format!("{DRAWN} > 0")).await;
    press_stage(&page, 0.9, 30.0).await;
    page.until(reason).await;
    page.assert_quiet().await;
}
