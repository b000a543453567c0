//! The dojo: a network raised on the page, left, taken up again, without the server, and the same as on
//! the command line.

use e2e::board::Board;
use e2e::browser::{Browser, Page, Screen};
use e2e::dojo::{STATUS, choose, raise_network, until_generation};
use e2e::server::Server;
use engine::rules::Position;

/// Keeps what is saved as a file: its name and its last four bytes, in hexadecimal.
const KEEP_SAVED: &str = "window.saved = null;
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = blob => { window.lastSaved = blob; return make(blob); };
    HTMLAnchorElement.prototype.click = function () {
        const name = this.download;
        if (name) window.lastSaved.arrayBuffer().then(buffer => {
            const bytes = [...new Uint8Array(buffer).slice(-4)];
            window.saved = name + ' ' + bytes.map(byte => byte.toString(16).padStart(2, '0')).join('');
        });
    };";

/// The last bytes, the checksum, of the files of `ponder dojo --neurons 16 --generations N`, N from 1 on.
/// `the_command_line_raises_what_the_page_does` of `lab` has the first of them.
const CHECKSUMS: [&str; 6] = [
    "78d66b9b", "24204164", "ea0e5dec", "91bb6a88", "1aa4de79", "d95b4a58",
];

#[tokio::test]
async fn a_network_is_raised_without_the_server_and_is_that_of_the_command_line() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_with(KEEP_SAVED, &server, "/learn", Screen::DESKTOP)
        .await;
    page.eval("navigator.serviceWorker.ready.then(() => true)")
        .await;
    let address = server.url("/dojo");
    server.kill();
    page.set_offline(true).await;
    page.goto(&address).await;
    page.until("document.querySelector('.dojo-setup') !== null")
        .await;
    choose(&page, "Neurons", "16").await;
    choose(&page, "Games at a time", "2").await;
    page.eval(
        "(input => {
            input.value = '1';
            input.dispatchEvent(new Event('change', { bubbles: true }));
            return true;
        })(document.querySelector('.dojo-choices input'))",
    )
    .await;
    page.press_button("Raise a network").await;
    until_generation(&page, 1).await;
    // In the middle of a generation.
    page.reload().await;
    until_generation(&page, 2).await;
    page.press_button("Pause").await;
    page.until(&format!("{STATUS}.startsWith('Paused')")).await;
    let beats_dice = "[...document.querySelectorAll('.last-test tr')]
        .some(row => row.innerText.startsWith('Dice') && row.innerText.includes('100 %'))";
    page.until(beats_dice).await;
    page.press_button("Save the network").await;
    page.until("window.saved !== null").await;
    let saved = page.eval("window.saved").await;
    let expected: Vec<String> = (1..)
        .zip(CHECKSUMS)
        .map(|(generation, checksum)| format!("dojo-{generation}.nnue {checksum}"))
        .collect();
    let saved = saved.as_str().unwrap_or_default().to_owned();
    assert!(expected.contains(&saved), "{saved}");
    // Paused, it stays so after a reload, until it is removed.
    page.reload().await;
    page.until(&format!("{STATUS}.startsWith('Paused')")).await;
    page.press_button("New network").await;
    page.press_button("Forget this one?").await;
    page.until("document.querySelector('.dojo-setup') !== null")
        .await;
    page.reload().await;
    page.until("document.querySelector('.dojo-setup') !== null")
        .await;
    page.assert_quiet().await;
}

/// Plays a move on the playing page, and waits for the answer.
async fn play_a_move(page: &Page) {
    // The link sets a new game up after hydration, and leaves the address: a move before that would be of
    // another game.
    page.until(
        "location.pathname === '/play' && document.querySelector('[data-hydrated]') !== null \
         && location.hash === ''",
    )
    .await;
    let board = Board::of(page);
    let mv = Position::startpos().parse_uci("e2e4");
    board.play_move(mv.expect("a move")).await;
    board.until_ply(2).await;
}

#[tokio::test]
async fn a_network_plays_is_shared_and_plays_as_anothers_guest() {
    let (server, browser) = (Server::start(), Browser::start().await);
    // Before there is one, the page says so.
    let page = browser
        .open(&server, "/play#white=yours.8&black=you", Screen::DESKTOP)
        .await;
    page.until("document.body.innerText.includes('this browser has no network of yours yet')")
        .await;
    page.goto(&server.url("/dojo")).await;
    raise_network(&page, 1).await;
    let link = share(&page).await;
    page.press("a[href='/play#white=you&black=yours.8']").await;
    play_a_move(&page).await;
    let stranger = browser
        .open_as_stranger("", &server, &link, Screen::PHONE)
        .await;
    stranger
        .until("document.querySelector('.shared-network')?.innerText.includes('16 neurons')")
        .await;
    stranger.press_button("Play against it").await;
    play_a_move(&stranger).await;
    // Its search is shown, too; the stranger has none of their own.
    page.goto(&server.url("/theatre#mind=yours&depth=3")).await;
    page.until("document.querySelector('.setup-bar .found')?.innerText.includes(' position')")
        .await;
    stranger
        .goto(&server.url("/theatre#mind=guest&depth=3"))
        .await;
    stranger
        .until("document.querySelector('.setup-bar .found')?.innerText.includes(' position')")
        .await;
    stranger.goto(&server.url("/watch")).await;
    stranger
        .goto(&server.url("/theatre#mind=yours&depth=3"))
        .await;
    stranger
        .until(
            "document.querySelector('.stage-wait')?.innerText.includes('no network of yours yet')",
        )
        .await;
    for page in [page, stranger] {
        page.assert_quiet().await;
    }
}

/// Shares the network of the page, and answers the path of its link.
async fn share(page: &Page) -> String {
    page.press_button("Share").await;
    page.until("document.querySelector('.shared-link a') !== null")
        .await;
    let link = page
        .eval("document.querySelector('.shared-link a').getAttribute('href').replace(location.origin, '')")
        .await;
    link.as_str().expect("a link").to_owned()
}

#[tokio::test]
async fn a_shared_network_is_trained_on_and_the_two_play_a_match() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/dojo", Screen::DESKTOP).await;
    raise_network(&page, 1).await;
    page.press_button("Pause").await;
    let parent = share(&page).await;

    let stranger = browser
        .open_as_stranger("", &server, &parent, Screen::DESKTOP)
        .await;
    stranger.press_button("Train on from it").await;
    until_generation(&stranger, 1).await;
    stranger
        .until("document.querySelector('.shared-network') === null")
        .await;
    stranger.press_button("Pause").await;
    let child = share(&stranger).await;

    // Its card names where it comes from; the network of one's own plays it.
    page.goto(&server.url("/watch")).await;
    page.goto(&server.url(&child)).await;
    let named = parent.replace("/dojo#", "");
    page.until(&format!(
        "document.querySelector('.shared-network a')?.getAttribute('href').endsWith({named:?})"
    ))
    .await;
    page.press_button("Let mine play it").await;
    page.until("document.querySelectorAll('.entrant').length === 2")
        .await;
    page.press_button("Start the tournament").await;
    let played = "parseInt(document.querySelector('.games-played')?.innerText.split(' ')[1]) >= 4";
    page.until(played).await;
    let rows = "[...document.querySelectorAll('.cross-table tbody th')].map(row => row.innerText)";
    let mut rows: Vec<String> = serde_json::from_value(page.eval(rows).await).expect("names");
    rows.sort_unstable();
    assert!(
        rows[0].starts_with("Guest ") && rows[1].starts_with("Yours "),
        "{rows:?}"
    );
    let interval = "[...document.querySelectorAll('.cross-table tbody tr')]
        .every(row => row.cells[3].innerText.includes('\u{b1}'))";
    page.until(interval).await;

    // A network of one's own gives way at the second press alone.
    page.goto(&server.url(&child)).await;
    page.press_button("Train on from it").await;
    page.press_button("Forget yours?").await;
    page.until("document.querySelector('.dojo-controls a')?.innerText === 'another network'")
        .await;
    for page in [page, stranger] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn two_tabs_do_not_train_at_once() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let first = browser.open(&server, "/dojo", Screen::DESKTOP).await;
    first
        .until("document.querySelector('.dojo-setup') !== null")
        .await;
    let second = browser.open(&server, "/dojo", Screen::PHONE).await;
    second
        .until("document.querySelector('main .trouble')?.innerText.includes('another tab')")
        .await;
    first.goto(&server.url("/watch")).await;
    second
        .until("document.querySelector('.dojo-setup') !== null")
        .await;
    let is_wide = "document.documentElement.scrollWidth > innerWidth";
    assert_eq!(second.eval(is_wide).await, false);
    first.assert_quiet().await;
    second.assert_quiet().await;
}
