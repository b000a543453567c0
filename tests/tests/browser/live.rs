//! Live games: two players, a spectator, lost and resumed connections.

use e2e::board::{Board, square};
use e2e::browser::{Browser, Key, Screen};
use e2e::http::Request;
use e2e::live_page::{
    KEEP_SOCKETS, address, choose_other_time, choose_time, make_game, planned, play, two_players,
    until_status,
};
use e2e::page_timing::{LayoutShifts, WATCH_SHIFTS, until_at_rest};
use e2e::play_page::{choose, until_dialog_says, until_no_dialog};
use e2e::server::Server;
use engine::rules::Position;

const NO_CLOCK: &str = "off";
const BLITZ: &str = "300.3";

#[tokio::test]
async fn two_play_to_mate_one_reloads_and_a_third_watches() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let (white, black) = two_players(&browser, &server, BLITZ, Screen::DESKTOP).await;
    let game = address(&white).await;
    let watcher = browser
        .open_as_stranger(KEEP_SOCKETS, &server, &game, Screen::DESKTOP)
        .await;
    until_status(&watcher, "White to move").await;
    play(&white, &black, &[("f2", "f3"), ("e7", "e5")]).await;
    white
        .until("document.querySelector('.watching')?.innerText.includes('1 spectator')")
        .await;
    // The running clock runs on both pages.
    white
        .until("document.querySelector('.own .clock.running') !== null")
        .await;
    assert_eq!(
        black
            .eval("document.querySelectorAll('.clock').length")
            .await,
        2
    );
    // A spectator cannot move.
    Board::of(&watcher).play("g2", "g4").await;
    black.reload().await;
    play(&white, &black, &[("g2", "g4"), ("d8", "h4")]).await;
    for (page, words) in [
        (&white, "You lost"),
        (&black, "You won"),
        (&watcher, "Black won"),
    ] {
        Board::of(page).until_ply(4).await;
        until_dialog_says(page, words).await;
        until_status(page, "By checkmate.").await;
        page.assert_quiet().await;
    }
    let after = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let position = Position::from_fen(after).expect("legal");
    Board::of(&watcher).assert_shows(&position).await;
    // A move of it is an address of its own.
    watcher.press_button("Close").await;
    watcher.key(Key::Left).await;
    watcher.until("location.hash === '#3'").await;
    watcher.reload().await;
    until_status(&watcher, "Looking back").await;
    assert!(!watcher.has("[data-square=h4][data-piece=bQ]").await);
    watcher.assert_quiet().await;
}

#[tokio::test]
async fn a_minute_and_a_second_a_move_are_played_out_with_a_drop_in_between() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let white = browser
        .open_as_stranger(KEEP_SOCKETS, &server, "/live", Screen::DESKTOP)
        .await;
    choose_other_time(&white, [1, 1]).await;
    let game = make_game(&white, &["White"]).await;
    let black = browser
        .open_as_stranger(KEEP_SOCKETS, &server, &game, Screen::PHONE)
        .await;
    black.press_button("Play").await;
    let watcher = browser
        .open_as_stranger(KEEP_SOCKETS, &server, &game, Screen::DESKTOP)
        .await;
    let opening = [("e2", "e4"), ("e7", "e5"), ("f1", "c4"), ("b8", "c6")];
    play(&white, &black, &opening).await;
    black
        .eval("(window.refused = true, sockets.at(-1).close(), true)")
        .await;
    until_status(&black, "Reconnecting").await;
    Board::of(&white).play("d1", "h5").await;
    Board::of(&watcher).until_ply(5).await;
    black.eval("(window.refused = false, true)").await;
    play(&white, &black, &[("g8", "f6"), ("h5", "f7")]).await;
    for (page, words) in [
        (&white, "You won"),
        (&black, "You lost"),
        (&watcher, "White won"),
    ] {
        Board::of(page).until_ply(7).await;
        until_dialog_says(page, words).await;
        until_status(page, "By checkmate.").await;
        // Four seconds were added at most, and no time came from anywhere else.
        let clocks = page
            .eval("[...document.querySelectorAll('.clock')].map(e => e.innerText).sort()")
            .await;
        let clocks = clocks.as_array().expect("two clocks");
        assert!(clocks.iter().all(|left| left.as_str() <= Some("1:04")));
        page.assert_quiet().await;
    }
    // All pages show one history.
    let answer = Request::get(&format!("{game}.json")).send(server.addr);
    let json = answer.expect("an answer").text();
    assert!(
        json.contains(r#""san":["e4","e5","Bc4","Nc6","Qh5","Nf6","Qxf7#"]"#),
        "{json}"
    );
}

#[tokio::test]
async fn moves_are_taken_back_draws_offered_and_another_game_begun() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let (white, black) = two_players(&browser, &server, NO_CLOCK, Screen::DESKTOP).await;
    play(&white, &black, &[("e2", "e4"), ("e7", "e5")]).await;
    black.press_button("Take back").await;
    until_status(&white, "wants a move back").await;
    white.press_button("Accept").await;
    for page in [&white, &black] {
        page.until("document.querySelectorAll('[data-panel=history] .moves button').length === 1")
            .await;
    }
    until_status(&black, "Your move").await;
    play(&white, &black, &[("c7", "c5")]).await;
    white.press_button("Offer draw").await;
    until_status(&black, "offers a draw").await;
    black.press_button("Decline").await;
    until_status(&white, "No draw, for now.").await;
    white
        .until("![...document.querySelectorAll('.actions button')].some(e => e.innerText === 'Draw offered' && e.offsetParent)")
        .await;
    play(&white, &black, &[("g1", "f3")]).await;
    black.press_button("Offer draw").await;
    white.press_button("Accept").await;
    for page in [&white, &black] {
        until_dialog_says(page, "A draw").await;
        until_dialog_says(page, "By agreement").await;
    }
    let first = address(&white).await;
    white.press("dialog[open] .button.primary").await;
    black.press_button("Close").await;
    until_status(&black, "wants a rematch").await;
    black.press_button("Accept").await;
    for page in [&white, &black] {
        page.until(&format!(
            "location.pathname.startsWith('/game/') && location.pathname !== {first:?}"
        ))
        .await;
    }
    // Colours swapped.
    until_status(&black, "Your move").await;
    until_status(&white, "White to move").await;
    let own = white.text(".table > .own").await;
    assert!(own.contains("Black"), "{own:?}");
    play(&black, &white, &[("d2", "d4")]).await;
    for page in [&white, &black] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_move_is_made_ahead_called_back_and_the_game_given_up() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let (white, black) = two_players(&browser, &server, NO_CLOCK, Screen::DESKTOP).await;
    // A premove before White has moved, through a piece in the way.
    Board::of(&black).play("e7", "e5").await;
    assert_eq!(planned(&black).await, ["e5", "e7"]);
    assert_eq!(Board::of(&black).sans().await.len(), 0);
    play(&white, &black, &[("e2", "e4")]).await;
    for page in [&white, &black] {
        Board::of(page).until_ply(2).await;
    }
    assert_eq!(planned(&black).await, Vec::<String>::new());
    play(&white, &black, &[("g1", "f3")]).await;
    // Cancelled with the right button, and by another press.
    Board::of(&white).play("f3", "e5").await;
    assert_eq!(planned(&white).await, ["e5", "f3"]);
    white.draw(&square("a4"), &square("a4")).await;
    assert_eq!(planned(&white).await, Vec::<String>::new());
    Board::of(&white).play("f3", "e5").await;
    white.press(&square("h6")).await;
    assert_eq!(planned(&white).await, Vec::<String>::new());
    // An illegal premove is dropped.
    Board::of(&white).play("f3", "e5").await;
    Board::of(&white).play("d2", "c3").await;
    assert_eq!(planned(&white).await, ["c3", "d2"]);
    play(&white, &black, &[("b8", "c6")]).await;
    until_status(&white, "Your move").await;
    assert_eq!(Board::of(&white).sans().await.len(), 4);
    white.press_button("Resign").await;
    until_dialog_says(&white, "Resign?").await;
    white.press_button("Play on").await;
    until_no_dialog(&white).await;
    white.press_button("Resign").await;
    white.press_button("Yes, resign").await;
    until_dialog_says(&black, "You won").await;
    until_dialog_says(&black, "By resignation").await;
    for page in [&white, &black] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn who_is_cut_off_plays_on_and_misses_nothing() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let (white, black) = two_players(&browser, &server, NO_CLOCK, Screen::DESKTOP).await;
    play(&white, &black, &[("e2", "e4")]).await;
    white
        .eval("(window.refused = true, sockets.at(-1).close(), true)")
        .await;
    until_status(&white, "Reconnecting").await;
    black
        .until("document.querySelector('.opponent .dot:not(.there)') !== null")
        .await;
    Board::of(&black).play("e7", "e5").await;
    Board::of(&black).until_ply(2).await;
    // A premove made while the connection is lost is played when the move arrives.
    Board::of(&white).play("g1", "f3").await;
    assert_eq!(planned(&white).await, ["f3", "g1"]);
    white.eval("(window.refused = false, true)").await;
    for page in [&white, &black] {
        Board::of(page).until_ply(3).await;
    }
    until_status(&white, "Black to move").await;
    // A move of one's own that is shown and not yet sent.
    black
        .eval("(window.refused = true, sockets.at(-1).close(), true)")
        .await;
    until_status(&black, "Reconnecting").await;
    Board::of(&black).play("b8", "c6").await;
    Board::of(&black).until_ply(4).await;
    assert_eq!(Board::of(&white).sans().await.len(), 3);
    black.eval("(window.refused = false, true)").await;
    Board::of(&white).until_ply(4).await;
    play(&white, &black, &[("f1", "b5")]).await;
    for page in [&white, &black] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_move_pressed_before_the_page_can_play_is_played_once_it_can() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let white = browser.open(&server, "/live", Screen::DESKTOP).await;
    choose_time(&white, NO_CLOCK).await;
    let game = make_game(&white, &["A friend", "White"]).await;
    let black = browser
        .open_as_stranger(KEEP_SOCKETS, &server, &game, Screen::DESKTOP)
        .await;
    black.press_button("Play").await;
    until_status(&black, "you are Black").await;
    let early = browser
        .open_without_engine(&server, &game, Screen::DESKTOP)
        .await;
    Board::of(&early).play("e2", "e4").await;
    early.let_engine_load().await;
    for page in [&early, &black, &white] {
        Board::of(page).until_ply(1).await;
        page.assert_quiet().await;
    }
    assert_eq!(Board::of(&black).sans().await, ["e4"]);
}

#[tokio::test]
async fn a_flag_falls_on_the_side_whose_time_is_over() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let white = browser
        .open_as_stranger(KEEP_SOCKETS, &server, "/live", Screen::DESKTOP)
        .await;
    // The shortest: ten seconds.
    choose_other_time(&white, [0, 0]).await;
    let game = make_game(&white, &["White"]).await;
    let black = browser
        .open_as_stranger(KEEP_SOCKETS, &server, &game, Screen::DESKTOP)
        .await;
    black.press_button("Play").await;
    play(&white, &black, &[("e2", "e4"), ("e7", "e5")]).await;
    // Tenths are shown as they run out.
    white
        .until("/^0:0\\d\\.\\d$/.test(document.querySelector('.own .clock').innerText)")
        .await;
    for (page, words) in [(&white, "You lost"), (&black, "You won")] {
        until_dialog_says(page, words).await;
        until_dialog_says(page, "On time").await;
        page.until("document.querySelector('.clock.running') === null")
            .await;
        page.assert_quiet().await;
    }
    assert_eq!(white.text(".own .clock").await, "0:00.0");
}

#[tokio::test]
async fn a_game_that_somebody_leaves_is_claimed_after_a_while() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let (white, black) = two_players(&browser, &server, "60.0", Screen::PHONE).await;
    play(&white, &black, &[("e2", "e4"), ("e7", "e5"), ("d2", "d4")]).await;
    // A closed page says so, and has less time to come back than a silent one.
    black.goto_drawn("about:blank").await;
    until_status(&white, "Claim in").await;
    white.press_button("Claim the win").await;
    until_dialog_says(&white, "You won").await;
    until_dialog_says(&white, "One side left").await;
    white.assert_quiet().await;
}

#[tokio::test]
async fn a_game_that_waits_is_called_off_or_found_in_the_lobby() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let maker = browser
        .open_as_stranger(KEEP_SOCKETS, &server, "/live", Screen::DESKTOP)
        .await;
    let other = browser
        .open_as_stranger(KEEP_SOCKETS, &server, "/live", Screen::PHONE)
        .await;
    other
        .until("document.querySelector('.challenges').innerText.includes('No open games')")
        .await;
    make_game(&maker, &["Anybody", "Black"]).await;
    other
        .until("document.querySelector('.challenges li')?.innerText.includes('You play White') ?? false")
        .await;
    maker.press_button("Cancel").await;
    until_status(&maker, "Called off").await;
    other
        .until("document.querySelector('.challenges li') === null")
        .await;
    maker.goto(&server.url("/live")).await;
    let game = make_game(&maker, &["Anybody", "Black"]).await;
    other.press(".challenges li .button").await;
    other
        .until(&format!("location.pathname === {game:?}"))
        .await;
    until_status(&other, "Your move").await;
    until_status(&maker, "White to move").await;
    for page in [&maker, &other] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_new_game_is_said_at_its_field() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/live", Screen::PHONE).await;
    page.press(".start summary").await;
    page.press("#new-game-start_fen").await;
    page.type_text("8/8/8").await;
    page.until("document.querySelector('.start .wrong').innerText.includes('rank')")
        .await;
    page.eval(
        "(() => { const field = document.querySelector('#new-game-start_fen'); \
         field.value = '8/8/8/8/8/4k3/8/4K3 w - - 0 1'; \
         field.dispatchEvent(new Event('input', { bubbles: true })); })()",
    )
    .await;
    page.until("document.querySelector('.start .wrong').innerText === ''")
        .await;
    // The rules end it there; only the server says so.
    page.press_button("Create the game").await;
    page.until("document.querySelector('.start .wrong').innerText.includes('over before')")
        .await;
    page.assert_quiet_but("422").await;
}

#[tokio::test]
async fn a_mind_answers_and_everybody_may_watch() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_as_stranger(KEEP_SOCKETS, &server, "/live", Screen::DESKTOP)
        .await;
    choose(&page, "The computer").await;
    choose(&page, "Level 1, Newcomer").await;
    choose_time(&page, NO_CLOCK).await;
    let game = make_game(&page, &["White"]).await;
    until_status(&page, "Your move").await;
    let watcher = browser
        .open_as_stranger(KEEP_SOCKETS, &server, &game, Screen::DESKTOP)
        .await;
    Board::of(&page).play("e2", "e4").await;
    for page in [&page, &watcher] {
        Board::of(page).until_ply(2).await;
        page.assert_quiet().await;
    }
    assert!(page.text(".opponent").await.contains("level 1"));
}

#[tokio::test]
async fn a_link_opened_on_a_phone_has_all_of_the_game_on_the_first_screen() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let (white, black) = two_players(&browser, &server, BLITZ, Screen::PHONE).await;
    play(&white, &black, &[("d2", "d4"), ("d7", "d5")]).await;
    for page in [&white, &black] {
        let bottom = page
            .eval("document.querySelector('.actions').getBoundingClientRect().bottom")
            .await;
        assert!(bottom.as_f64().expect("pixels") <= 667.0, "{bottom}");
        assert_eq!(
            page.eval("document.documentElement.scrollWidth <= innerWidth")
                .await,
            true
        );
        let board = page
            .eval("document.querySelector('.board').getBoundingClientRect().width")
            .await;
        assert!(board.as_f64().expect("pixels") >= 368.0, "{board}");
    }
    black.press_button("Offer draw").await;
    white.press_button("Decline").await;
    for page in [&white, &black] {
        page.assert_quiet().await;
    }
}

/// Counts how often there is a page without a board, once there was one.
const WATCH_GAPS: &str = "window.gaps = 0;
    { let shown = false;
      new MutationObserver(() => {
        const board = document.querySelector('[data-square=a1]') !== null;
        if (shown && !board) gaps += 1;
        shown ||= board;
      }).observe(document, { subtree: true, childList: true }); }";

#[tokio::test]
async fn nothing_moves_while_the_game_comes_to_life_and_goes_on() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let (white, black) = two_players(&browser, &server, BLITZ, screen).await;
        play(&white, &black, &[("e2", "e4"), ("e7", "e5")]).await;
        let game = address(&white).await;
        let script = format!("{WATCH_SHIFTS}{WATCH_GAPS}");
        let watcher = browser
            .open_as_stranger(&script, &server, &game, screen)
            .await;
        watcher
            .until("document.querySelector('.still') === null")
            .await;
        assert_eq!(watcher.eval("gaps").await, 0, "the board was gone");
        play(&white, &black, &[("g1", "f3"), ("b8", "c6")]).await;
        Board::of(&watcher).until_ply(4).await;
        until_at_rest(&watcher).await;
        let shifts = LayoutShifts::of(&watcher).await;
        assert!(shifts.all <= 0.02, "{screen:?}: {shifts:#?}");
        watcher.assert_quiet().await;
    }
}

/// Shares a game whose players' names are markup.
const SHARE: &str = r#"(async () => {
    const game = { client_id: crypto.randomUUID().replaceAll('-', ''), start_fen: null,
        moves: ['e2e4', 'e7e5'], white: { player: 'called', name: '</script><img src=x onerror=alert(1)>' },
        black: { player: 'called', name: '</title>' + 'W'.repeat(50) }, outcome: null, control: null,
        left_ms: [], bottom: 'black', pgn: null };
    const answer = await fetch('/fn/share_game', { method: 'POST',
        headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game }) });
    return await answer.json();
})()"#;

#[tokio::test]
async fn names_are_words_wherever_they_stand() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/live", Screen::PHONE).await;
    let link = page.eval(SHARE).await;
    let link = link.as_str().expect("a link");
    page.goto(&server.url(&format!("/game/{link}"))).await;
    page.until("document.querySelector('.still') === null")
        .await;
    assert_eq!(page.text(".opponent .called").await, {
        "\u{201c}</script><img src=x onerror=alert(1)>\u{201d}"
    });
    assert!(page.text(".opponent .term").await.contains("name as typed"));
    let title = "document.querySelector('.opponent .called').title";
    let title = page.eval(title).await;
    let title = title.as_str().expect("a title");
    assert!(title.contains("not an account"), "{title}");
    assert_eq!(
        page.eval("document.documentElement.scrollWidth <= innerWidth")
            .await,
        true
    );
    assert!(!page.has("img[src=x]").await);
    // As it was shared: Black below, and nothing to be played here.
    assert!(page.text(".table > .own").await.contains("Black"));
    until_status(&page, "as it was left").await;
    page.goto(&server.url(&format!("/embed/{link}"))).await;
    page.until("document.querySelector('.still') === null")
        .await;
    page.press_button("Previous move").await;
    page.until("document.querySelector('[data-square=e7][data-piece=bP]') !== null")
        .await;
    assert_eq!(
        page.eval("document.querySelector('.foot a').getAttribute('href')")
            .await,
        format!("/game/{link}")
    );
    page.assert_quiet().await;
}

#[tokio::test]
async fn without_a_script_the_page_tells_the_game() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/live", Screen::PHONE).await;
    let link = page.eval(SHARE).await;
    let link = link.as_str().expect("a link");
    let answer = Request::get(&format!("/game/{link}"))
        .send(server.addr)
        .expect("an answer");
    let html = String::from_utf8(answer.body).expect("UTF-8");
    assert_eq!(answer.status, 200);
    for part in [
        "data-square=\"e4\" data-piece=\"wP\"",
        "White to move",
        "&lt;/script&gt;&lt;img src=x",
        "class=\"board flipped\"",
        ">e4<",
        "property=\"og:image\"",
        "twitter:card",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(html.contains(&format!("/game/{link}.png?v=1\"")), "{html}");
    let gone = Request::get("/game/111111111111")
        .send(server.addr)
        .expect("an answer");
    assert_eq!(gone.status, 404);
}
