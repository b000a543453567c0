//! Accessibility: screen readers, keyboard, zoom, reduced motion.

use e2e::accessibility::AccessibilityTree;
use e2e::board::{Board, square};
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::live_page::{play, two_players, until_status};
use e2e::play_page::{choose, until_dialog_says, until_no_dialog};
use e2e::pressable::out_of_reach;
use e2e::server::Server;
use engine::rules::{Color, Piece, Position, Rank, Square};
use serde_json::json;

/// What can be pressed, chosen or typed in.
const CONTROLS: [&str; 14] = [
    "button",
    "link",
    "textbox",
    "radio",
    "checkbox",
    "combobox",
    "option",
    "slider",
    "spinbutton",
    "switch",
    "gridcell",
    "DisclosureTriangle",
    "searchbox",
    "treeitem",
];
/// What may have the focus without being a control: it scrolls.
const SCROLLS: [&str; 3] = ["list", "region", "generic"];

/// Every focusable element has a name and a role, and no id is used twice.
async fn assert_readable(page: &Page, when: &str) -> AccessibilityTree {
    let tree = AccessibilityTree::of(page).await;
    for node in tree.all() {
        let is_control = CONTROLS.contains(&node.role.as_str());
        assert!(
            !(is_control && node.name.is_empty()),
            "{when}: a {} without a name",
            node.role
        );
        let known = ["RootWebArea", "dialog"].contains(&node.role.as_str());
        assert!(
            !node.focusable || is_control || known || SCROLLS.contains(&node.role.as_str()),
            "{when}: the focus can be on {node:?}"
        );
        if ["dialog", "region", "heading", "image", "grid"].contains(&node.role.as_str()) {
            assert!(!node.name.is_empty(), "{when}: {node:?}");
        }
    }
    let twice = page
        .eval(
            "[...document.querySelectorAll('[id]')].map(e => e.id)\
             .filter((id, index, all) => all.indexOf(id) !== index)",
        )
        .await;
    assert_eq!(twice, json!([]), "{when}: ids that are there twice");
    let lost = page
        .eval(
            "[...document.querySelectorAll('[aria-labelledby], [aria-describedby], [aria-controls], [for]')]\
             .filter(e => e.getClientRects().length > 0)\
             .flatMap(e => ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']\
             .flatMap(name => (e.getAttribute(name) ?? '').split(' ')))\
             .filter(id => id !== '' && document.getElementById(id) === null)",
        )
        .await;
    assert_eq!(lost, json!([]), "{when}: ids that lead nowhere");
    tree
}

/// The one dialog that is open.
fn assert_one_modal_dialog(tree: &AccessibilityTree, name: &str) {
    let dialogs = tree.of_role("dialog");
    let names: Vec<&str> = dialogs.iter().map(|dialog| dialog.name.as_str()).collect();
    assert_eq!(names, [name]);
    assert!(dialogs[0].modal, "{name}");
}

/// A cell's accessible name.
fn cell_name(position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        None => square.to_string(),
        Some((color, piece)) => {
            let color = match color {
                Color::White => "white",
                Color::Black => "black",
            };
            let piece = match piece {
                Piece::Pawn => "pawn",
                Piece::Knight => "knight",
                Piece::Bishop => "bishop",
                Piece::Rook => "rook",
                Piece::Queen => "queen",
                Piece::King => "king",
            };
            format!("{square}, {color} {piece}")
        }
    }
}

fn assert_board_is_a_grid(tree: &AccessibilityTree, position: &Position) {
    let grids = tree.of_role("grid");
    assert_eq!(grids.len(), 1);
    assert_eq!(grids[0].name, "Chessboard");
    let rows: Vec<_> = tree
        .within(grids[0])
        .into_iter()
        .filter(|node| node.role == "row")
        .collect();
    assert_eq!(rows.len(), 8);
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let names: Vec<String> = tree
            .within(row)
            .into_iter()
            .filter(|node| node.role == "gridcell")
            .map(|cell| cell.name.clone())
            .collect();
        let expected: Vec<String> = Square::ALL
            .into_iter()
            .filter(|square| square.rank() == rank)
            .map(|square| cell_name(position, square))
            .collect();
        assert_eq!(names, expected);
    }
}

async fn open_all_drawers(page: &Page) {
    page.eval("document.querySelectorAll('main details').forEach(e => e.open = true)")
        .await;
    page.until("![...document.querySelectorAll('main details')].some(e => e.innerText.includes('Loading'))")
        .await;
}

#[tokio::test]
async fn a_reader_finds_names_and_roles_on_the_page_at_the_start_and_in_mid_game() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    let tree = assert_readable(&page, "at the start").await;
    assert_board_is_a_grid(&tree, board.game().await.position());
    assert_eq!(tree.of_role("main").len(), 1);
    assert_eq!(tree.of_role("banner").len(), 1);
    assert!(!tree.of_role("status").is_empty());
    let headings: Vec<_> = tree.of_role("heading");
    assert!(headings.iter().any(|heading| heading.name == "Moves"));
    assert_eq!(page.eval("document.querySelectorAll('h1').length").await, 1);

    board.play("e2", "e4").await;
    board.until_ply(2).await;
    board.play("g1", "f3").await;
    board.until_ply(4).await;
    page.until("document.querySelector('#move-box') !== null")
        .await;
    open_all_drawers(&page).await;
    let tree = assert_readable(&page, "in mid-game").await;
    assert_board_is_a_grid(&tree, board.game().await.position());
    assert!(
        tree.of_role("button")
            .iter()
            .any(|button| button.name.starts_with("e4"))
    );
    assert!(
        tree.of_role("textbox")
            .iter()
            .any(|field| field.name.contains("move"))
    );
    page.assert_quiet().await;
}

#[tokio::test]
async fn dialogs_are_named_keep_the_focus_and_give_it_back() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Two players").await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(1).await;
    page.until("document.querySelector('dialog') !== null")
        .await;
    let in_dialog = "document.activeElement.closest('dialog[open]') !== null";
    for (button, title) in [
        ("Preferences", "Preferences"),
        ("Resign", "Resign?"),
        ("Draw", "A draw?"),
    ] {
        focus_button(&page, button).await;
        page.key(Key::Enter).await;
        until_dialog_says(&page, title).await;
        assert_eq!(page.eval(in_dialog).await, true, "{title}");
        assert_one_modal_dialog(&assert_readable(&page, title).await, title);
        for _ in 0..30 {
            page.key(Key::Tab).await;
            // The browser's own controls come between the last of the dialog and the first.
            let inside = format!("{in_dialog} || document.activeElement === document.body");
            assert_eq!(page.eval(&inside).await, true, "{title}");
        }
        page.key(Key::Escape).await;
        until_no_dialog(&page).await;
        let back = page
            .eval(
                "document.activeElement.getAttribute('aria-label') \
                 ?? document.activeElement.innerText.trim()",
            )
            .await;
        assert_eq!(back, button, "the focus is back");
    }
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
    until_dialog_says(&page, "White won").await;
    assert_one_modal_dialog(&assert_readable(&page, "the end").await, "White won");
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_list_of_keys_and_the_promotion_are_read_and_left_as_they_were_entered() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Two players").await;
    let board = Board::of(&page);
    for mv in "a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5".split(' ') {
        board.play(&mv[..2], &mv[2..]).await;
    }
    board.until_ply(8).await;
    page.until("document.querySelector('dialog') !== null")
        .await;
    focus_button(&page, "Flip").await;
    page.key(Key::Char('?')).await;
    until_dialog_says(&page, "Keys").await;
    assert_one_modal_dialog(&assert_readable(&page, "keys").await, "Keys");
    page.key(Key::Escape).await;
    until_no_dialog(&page).await;
    assert_eq!(
        page.eval("document.activeElement.innerText.trim()").await,
        "Flip"
    );
    // By keyboard to the question what the pawn becomes, and away from it.
    page.eval("document.querySelector('[data-square=a7]').focus()")
        .await;
    page.key(Key::Enter).await;
    page.key(Key::Up).await;
    page.key(Key::Right).await;
    page.key(Key::Enter).await;
    page.until("document.querySelector('.promotion button:focus') !== null")
        .await;
    let tree = assert_readable(&page, "promotion").await;
    for piece in ["queen", "rook", "bishop", "knight"] {
        let name = format!("Promote to {piece}");
        assert!(
            tree.of_role("button")
                .iter()
                .any(|button| button.name == name)
        );
    }
    for _ in 0..6 {
        page.key(Key::Tab).await;
        assert!(page.has(".promotion button:focus").await);
    }
    page.key(Key::Escape).await;
    page.until("document.querySelector('.promotion') === null")
        .await;
    page.until("document.activeElement.dataset.square !== undefined")
        .await;
    page.assert_quiet().await;
}

/// All buttons that are drawn, pressable or not.
const SEEN_BUTTONS: &str =
    "[...document.querySelectorAll('button')].filter(e => e.getClientRects().length > 0)";

/// Puts the focus on a button by its visible or accessible name.
async fn focus_button(page: &Page, name: &str) {
    page.until(&format!(
        "(() => {{ const found = [...document.querySelectorAll('button:not(:disabled)')]\
         .find(e => e.getClientRects().length > 0 && (e.getAttribute('aria-label') ?? e.innerText.trim()) === {name:?});\
         found?.focus(); return found !== undefined && document.activeElement === found; }})()"
    ))
    .await;
}

/// What makes the page wider than its window.
const STICKS_OUT: &str = "document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5)
    .map(e => `${e.tagName}.${e.className} ${e.innerText} ${e.getBoundingClientRect().right}`)";

/// A window at 200 %, so many CSS pixels wide and high.
async fn zoom(page: &Page, width: u32, height: u32) {
    page.command(
        "Emulation.setDeviceMetricsOverride",
        json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": false }),
    )
    .await;
    page.until(&format!("innerWidth === {width}")).await;
}

#[tokio::test]
async fn at_twice_the_size_everything_can_be_reached_and_played() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    zoom(&page, 720, 450).await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.drag(&square("g1"), &square("f3")).await;
    board.until_ply(4).await;
    page.until("document.querySelector('#move-box') !== null")
        .await;
    open_all_drawers(&page).await;
    assert_eq!(page.eval(STICKS_OUT).await, json!([]));
    assert_eq!(out_of_reach(&page, "body").await, json!([]));
    for name in [
        "New game",
        "Take back",
        "Hint",
        "Redo",
        "Flip",
        "Draw",
        "Resign",
    ] {
        page.until(&format!(
            "{SEEN_BUTTONS}.some(e => e.innerText.trim() === {name:?})"
        ))
        .await;
    }
    page.press_button("Menu").await;
    page.press_button("Preferences").await;
    until_dialog_says(&page, "Preferences").await;
    page.press_button("Done").await;
    until_no_dialog(&page).await;
    assert_eq!(page.eval(STICKS_OUT).await, json!([]));
    // A smaller desktop.
    zoom(&page, 640, 400).await;
    assert_eq!(out_of_reach(&page, "body").await, json!([]));
    assert_eq!(page.eval(STICKS_OUT).await, json!([]));
    page.assert_quiet().await;
}

/// Counts what moves on the board.
const COUNT_MOTION: &str = "window.motions = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) { motions += 1; return animate.apply(this, given); };
    addEventListener('transitionrun', event => { if (event.target.closest('.board-frame, dialog')) motions += 1; }, true);
    addEventListener('animationstart', () => motions += 1, true);";

#[tokio::test]
async fn with_less_motion_wanted_nothing_moves_but_the_game() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for (wanted, moves) in [("no-preference", true), ("reduce", false)] {
        let page = browser.blank(Screen::DESKTOP).await;
        let media = json!([{ "name": "prefers-reduced-motion", "value": wanted }]);
        page.command("Emulation.setEmulatedMedia", json!({ "features": media }))
            .await;
        page.prepare(COUNT_MOTION).await;
        page.goto(&server.url("/")).await;
        choose(&page, "Two players").await;
        let board = Board::of(&page);
        for (ply, (from, to)) in [("e2", "e4"), ("d7", "d5"), ("e4", "d5")]
            .into_iter()
            .enumerate()
        {
            board.play(from, to).await;
            board.until_ply(ply + 1).await;
        }
        assert_eq!(page.eval("motions > 0").await, moves, "{wanted}");
        page.assert_quiet().await;
    }
}

/// The forms of a visitor without an account, and the text beside them.
#[tokio::test]
async fn the_visitors_page_is_read_out_and_fits() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/me", Screen::DESKTOP).await;
    page.until("document.querySelector('#sign-up')?.offsetParent != null")
        .await;
    let tree = assert_readable(&page, "as nobody").await;
    for (role, name) in [
        ("heading", "Me"),
        ("heading", "Account"),
        ("heading", "Create an account"),
        ("heading", "Sign in"),
        ("button", "Create account"),
        ("button", "Show: Password"),
    ] {
        let named = tree.of_role(role).iter().any(|node| node.name == name);
        assert!(named, "{role} {name}");
    }
    zoom(&page, 320, 400).await;
    assert_eq!(page.eval(STICKS_OUT).await, json!([]));
    page.assert_quiet().await;
}

/// Games with others: the lobby, a game that waits, one that is played and asked about, its end.
#[tokio::test]
async fn games_with_others_are_read_out_and_fit() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let lobby = browser.open(&server, "/live", Screen::DESKTOP).await;
    lobby
        .until(
            "document.querySelector('.challenges')?.innerText.includes('No open games') ?? false",
        )
        .await;
    let tree = assert_readable(&lobby, "in the lobby").await;
    for (role, name) in [
        ("heading", "Play live"),
        ("heading", "New game"),
        ("heading", "Open games"),
        ("radio", "A friend"),
        ("combobox", "Time"),
        ("button", "Create the game"),
    ] {
        let named = tree.of_role(role).iter().any(|node| node.name == name);
        assert!(named, "{role} {name}");
    }
    zoom(&lobby, 320, 400).await;
    assert_eq!(lobby.eval(STICKS_OUT).await, json!([]));
    let (white, black) = two_players(&browser, &server, "300.3", Screen::DESKTOP).await;
    play(&white, &black, &[("e2", "e4"), ("e7", "e5")]).await;
    black.press_button("Offer draw").await;
    until_status(&white, "offers a draw").await;
    let tree = assert_readable(&white, "asked for a draw").await;
    for name in ["Accept", "Decline", "Take back", "Resign"] {
        let named = tree.of_role("button").iter().any(|node| node.name == name);
        assert!(named, "{name}");
    }
    for (width, height) in [(320, 568), (640, 400), (800, 1000)] {
        zoom(&white, width, height).await;
        assert_eq!(white.eval(STICKS_OUT).await, json!([]), "{width}");
    }
    white.press_button("Accept").await;
    until_dialog_says(&white, "A draw").await;
    assert_one_modal_dialog(&assert_readable(&white, "at the end").await, "A draw");
    let position = Position::startpos();
    let position = ["e2e4", "e7e5"].iter().fold(position, |position, uci| {
        position.play(position.parse_uci(uci).expect("legal"))
    });
    black.key(Key::Escape).await;
    until_no_dialog(&black).await;
    assert_board_is_a_grid(&AccessibilityTree::of(&black).await, &position);
    for page in [&lobby, &white, &black] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_reader_finds_names_and_roles_where_one_watches_and_learns() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for path in [
        "/watch",
        "/theatre#depth=4",
        "/theatre#mind=explorer&visits=400",
        "/characters",
        "/learn",
        "/learn/alpha-beta",
        "/learn/move-ordering",
        "/arena#players=dice,grabber&nodes=50&pairs=2",
        "/dojo",
        "/endgames",
        "/train",
        "/train/openings",
        "/endgames#rook",
    ] {
        let page = browser.open(&server, path, Screen::DESKTOP).await;
        page.until(
            "![...document.querySelectorAll('main')].some(e => e.innerText.includes('Loading'))",
        )
        .await;
        // Every search within the text, once it is in sight.
        let figures = "document.querySelectorAll('[data-diagram]')";
        let count = page.eval(&format!("{figures}.length")).await;
        for index in 0..count.as_u64().unwrap_or_default() {
            page.eval(&format!("{figures}[{index}].scrollIntoView()"))
                .await;
            page.until(&format!(
                "(e => e !== null && e.innerText !== '')({figures}[{index}].querySelector('.sentence'))"
            ))
            .await;
        }
        if path.starts_with("/theatre") {
            page.until("document.querySelector('.found').innerText !== ''")
                .await;
        }
        assert_readable(&page, path).await;
        if path == "/dojo" {
            page.press_button("Raise a network").await;
            page.until("document.querySelector('.last-test:not([hidden])') !== null")
                .await;
            assert_readable(&page, "a training").await;
        }
        if path.starts_with("/arena") {
            page.press_button("Start the tournament").await;
            page.until("document.querySelector('.games-played')?.innerText.startsWith('Finished')")
                .await;
            assert_readable(&page, "a tournament").await;
        }
        page.assert_quiet().await;
    }
}
