//! Every opponent on the page: its games, what it learns, two of them playing each other.

use std::fs;
use std::path::Path;

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::folder::TempFolder;
use e2e::memory::{exported, lose, until_memory_says};
use e2e::play_page::{choose, until_dialog_says};
use e2e::server::Server;
use engine::eval::nnue::shipped;
use engine::player::{Control, NeverStop, Player, PlayerConfig, StoppedClock, StrategyId};
use engine::rules::{Game, Move};
use engine::search::SearchLimits;

const MINDS: [StrategyId; 10] = [
    StrategyId::Ponder,
    StrategyId::Calculator,
    StrategyId::Intuition,
    StrategyId::Explorer,
    StrategyId::Learner,
    StrategyId::ExplorerRollout,
    StrategyId::Pruner,
    StrategyId::Plodder,
    StrategyId::Grabber,
    StrategyId::Dice,
];

/// Chooses a value of a list by its id.
async fn select(page: &Page, id: &str, value: &str) {
    page.eval(&format!(
        "(() => {{ const list = document.getElementById('{id}'); list.value = '{value}'; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }})); return list.value; }})()"
    ))
    .await;
}

/// The same seed as the page's game, from its id.
async fn seed(page: &Page) -> u64 {
    let id = page
        .eval("JSON.parse(localStorage.getItem('ponder.game')).client_id.slice(0, 16)")
        .await;
    u64::from_str_radix(id.as_str().expect("an id"), 16).expect("hexadecimal digits")
}

/// The opponent's answer, computed natively.
fn answer(mind: &mut dyn Player, seed: u64, game: &Game) -> Option<Move> {
    let limits = SearchLimits::default().with_multipv(3);
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(seed),
    };
    mind.choose(game, &limits, &mut control).mv
}

#[tokio::test]
async fn every_mind_plays_in_the_browser_as_it_does_here() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    for id in MINDS {
        select(&page, "mind", id.as_str()).await;
        page.press_button("New game").await;
        page.until("document.querySelectorAll('[data-panel=history] .moves button').length === 0")
            .await;
        page.until("document.querySelector('.network')?.textContent.includes('neural network')")
            .await;
        let seed = seed(&page).await;
        let seat = PlayerConfig {
            seed,
            strength: Some(engine::player::Strength::default()),
            network: Some(shipped()),
            ..PlayerConfig::default()
        };
        let mut mind = seat.player(id).expect("a mind that is ready");
        let mut game = Game::new();
        for turn in 0..4 {
            // Any moves that are in no opening book.
            let moves = game.position().legal_moves().to_vec();
            let mv = moves[(7 * turn + 3) % moves.len()];
            board.play_move(mv).await;
            game.play(mv).expect("a legal move");
            if game.outcome().is_some() {
                break;
            }
            board.until_ply(game.ply() + 1).await;
            let expected = answer(&mut *mind, seed, &game).expect("there are legal moves");
            let there = board.game().await;
            assert_eq!(there.moves().last(), Some(&expected), "{id}, turn {turn}");
            game.play(expected).expect("a legal move");
            if game.outcome().is_some() {
                break;
            }
        }
    }
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_panel_of_thoughts_says_what_was_visited_and_the_engine_room_what_pruning_spared() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    select(&page, "mind", StrategyId::Explorer.as_str()).await;
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.until("document.querySelectorAll('.explored tbody tr').length === 5")
        .await;
    let game = board.game().await;
    let best = page.text(".explored tbody th").await;
    assert_eq!(best, game.sans()[1], "the best is the one that was played");
    let visits = "[...document.querySelectorAll('.explored tbody td:nth-of-type(1)')]\
         .map(cell => +cell.textContent.replaceAll(',', ''))";
    page.until(&format!(
        "{visits}.every((count, row, all) => count > 0 && count <= all[0])"
    ))
    .await;
    page.press(".options summary").await;
    page.until("document.querySelector('.pruning')?.hidden")
        .await;

    select(&page, "mind", StrategyId::Pruner.as_str()).await;
    page.press_button("New game").await;
    board.until_ply(0).await;
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.until("document.querySelector('.pruning button:enabled') !== null")
        .await;
    page.press(".pruning button").await;
    page.until(
        "/^Plain minimax would have looked at [1-9][0-9]*\\.[0-9] times as many/\
         .test(document.querySelector('.pruning').innerText)",
    )
    .await;
    assert!(page.has(".explored[hidden]").await);
    page.assert_quiet().await;
}

#[tokio::test]
async fn two_minds_play_each_other_until_they_are_stopped_and_are_kept() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    choose(&page, "Watch").await;
    select(&page, "mind2", "grabber").await;
    select(&page, "mind", "explorer-rollout").await;
    page.press_button("Start").await;
    // Early, since such opponents can be mated within a few moves.
    board.until_ply(2).await;
    page.press_button("Stop").await;
    page.until("document.querySelector('.status').textContent.includes('Paused')")
        .await;
    let stopped = board.sans().await;
    page.reload().await;
    let lists =
        "document.getElementById('mind2').value + ' ' + document.getElementById('mind').value";
    assert_eq!(page.eval(lists).await, "grabber explorer-rollout");
    assert_eq!(board.sans().await, stopped, "nothing starts by itself");
    let sources = "document.querySelector('[data-panel=history] .moves small').textContent";
    assert_eq!(page.eval(sources).await, "search");
    page.press_button("Start").await;
    board.until_ply(stopped.len() + 2).await;
    page.press_button("Stop").await;
    page.assert_quiet().await;
}

/// Chooses a file with this text for import.
async fn import(page: &Page, text: &str) {
    page.eval(&format!(
        "(() => {{ const files = new DataTransfer(); files.items.add(new File([{text:?}], 'memory.json')); \
         const input = document.querySelector('[data-panel=learning] input[type=file]'); \
         input.files = files.files; input.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ))
    .await;
}

#[tokio::test]
async fn games_of_two_tabs_are_learnt_exported_forgotten_and_taken_back() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let first = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let second = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    first.press("[data-panel=learning] summary").await;
    lose(&first).await;
    until_memory_says(&first, "Computer won1").await;
    lose(&second).await;
    until_memory_says(&second, "Computer won2").await;
    lose(&first).await;
    until_memory_says(&first, "Computer won3").await;

    let document = exported(&first).await;
    assert!(document.contains("\"results\":\"www\""), "{document}");

    first.press_button("Forget").await;
    first.press_button("Forget everything?").await;
    until_memory_says(&first, "Computer won0").await;
    for (text, reason) in [
        ("{}", "missing field"),
        ("[1, 2", "invalid type"),
        (&*document.replace("ponder-learning", "brain"), "format"),
    ] {
        import(&first, text).await;
        until_memory_says(&first, "nothing has changed").await;
        until_memory_says(&first, reason).await;
        until_memory_says(&first, "Computer won0").await;
    }
    import(&first, &document).await;
    until_memory_says(&first, "Computer won3").await;
    first.assert_quiet().await;
    second.assert_quiet().await;
}

/// A win counts for its winner: the visitor's mate is not the computer's.
#[tokio::test]
async fn what_the_visitor_wins_is_counted_as_theirs() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/play?instant", Screen::DESKTOP)
        .await;
    page.press("[data-panel=learning] summary").await;
    page.eval(
        "location.hash = 'fen=' + encodeURIComponent('7k/8/6K1/5Q2/8/8/8/8 w - - 0 1'), true",
    )
    .await;
    let board = Board::of(&page);
    page.until("document.querySelector('[data-square=f5]').dataset.piece === 'wQ'")
        .await;
    board.play("f5", "f8").await;
    until_dialog_says(&page, "You won").await;
    page.key(Key::Escape).await;
    until_memory_says(&page, "You won1").await;
    until_memory_says(&page, "Computer won0").await;
    page.assert_quiet().await;
}

/// The engine's expected reply is shown on demand only: no line, sentence or list shows it before.
#[tokio::test]
async fn the_expected_reply_is_told_nowhere_until_it_is_asked_for() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Level 7, Strong").await;
    let board = Board::of(&page);
    // In no book, so that it is thought about.
    board.play("b1", "a3").await;
    board.until_ply(2).await;
    let said = "document.querySelector('.thinking').innerText";
    page.until(&format!("{said}.includes('Show what I expect')"))
        .await;
    // Text by text: moves that stand side by side are words of their own.
    let texts = "(() => { const all = [], walk = document.createTreeWalker(
         document.querySelector('.thinking'), NodeFilter.SHOW_TEXT);
         while (walk.nextNode())
             if (walk.currentNode.parentElement.checkVisibility()) all.push(walk.currentNode.data);
         return all.join(' '); })()";
    let before = page.eval(texts).await.to_string();
    let longest = "Math.max(...[...document.querySelectorAll('.depths li')]\
         .map(line => line.querySelectorAll('button').length))";
    assert_eq!(page.eval(longest).await, 1, "{before}");
    page.press_button("Show what I expect").await;
    page.until(&format!("{longest} > 1")).await;
    let reply = page
        .eval("document.querySelector('.depths li').querySelectorAll('button')[1].innerText.trim()")
        .await;
    let reply = reply.as_str().expect("a move");
    let told = |text: &str| {
        text.split(|c: char| !(c.is_alphanumeric() || "+#=-".contains(c)))
            .any(|word| word == reply)
    };
    assert!(told(&page.eval(texts).await.to_string()), "{reply}");
    assert!(!told(&before), "{reply} is told by: {before}");
    page.press_button("Hide what I expect").await;
    page.until(&format!("{longest} === 1")).await;
    page.assert_quiet().await;
}

/// Browsers that store nothing: storage switched off, and a full disk.
const KEEP_NOTHING: [&str; 2] = [
    "Object.defineProperty(self, 'indexedDB', { get() { return null; } });",
    "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };",
];

#[tokio::test]
async fn a_browser_that_keeps_nothing_says_so_and_the_game_goes_on() {
    let Ok(site) = std::env::var("PONDER_SITE") else {
        panic!("PONDER_SITE names the built site")
    };
    let browser = Browser::start().await;
    for trouble in KEEP_NOTHING {
        let folder = TempFolder::new().expect("a temporary folder can be made");
        copy(Path::new(&site), folder.path());
        let script = folder.path().join("engine-worker.js");
        let rest = fs::read_to_string(&script).expect("the worker's script");
        fs::write(&script, format!("{trouble}\n{rest}")).expect("a script can be written");
        let address = folder.path().display().to_string();
        let server = Server::start_with(&["--site", &address]);
        let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
        page.press("[data-panel=learning] summary").await;
        lose(&page).await;
        until_memory_says(&page, "Computer won1").await;
        until_memory_says(&page, "keeps nothing beyond this page").await;
        lose(&page).await;
        until_memory_says(&page, "Computer won2").await;
        page.assert_quiet().await;
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            fs::create_dir_all(&target).expect("a folder can be made");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("a file can be copied");
        }
    }
}

#[tokio::test]
async fn a_low_level_shows_what_it_saw_and_what_it_overlooked() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let start = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8";
    let path = format!("/play?instant#fen={}", start.replace(' ', "_"));
    let page = browser.open(&server, &path, Screen::DESKTOP).await;
    let board = Board::of(&page);
    // The link's position comes after the page's own.
    page.until("document.querySelector('[data-square=d4]').dataset.piece === 'wP'")
        .await;
    board.play("a2", "a3").await;
    board.until_ply(2).await;
    page.press_button("Show them").await;
    let mut game = Game::from_fen(start).expect("a position");
    let mv = game.position().parse_uci("a2a3").expect("a legal move");
    game.play(mv).expect("a legal move");
    let legal = game.position().legal_moves().len();
    let counts = "[document.querySelectorAll('.seen-move').length, \
                   document.querySelectorAll('.seen-move.overlooked').length, \
                   document.querySelectorAll('.board-frame path[fill=\"#007f7fd9\"]').length]";
    page.until(&format!("{counts}[0] === {legal}")).await;
    let counts = page.eval(counts).await;
    let count = |place: usize| counts[place].as_u64().unwrap_or_default();
    assert!(count(1) > 0 && count(2) > 0, "{counts}");
    assert_eq!(count(1) + count(2), count(0), "{counts}");
    page.press_button("Hide them").await;
    page.until("document.querySelectorAll('.board-frame path[fill=\"#007f7fd9\"]').length === 0")
        .await;
    page.assert_quiet().await;
}
