//! Steps on the playing page that many tests share: choosing settings, waiting for what it says.

use crate::board::Board;
use crate::browser::Page;

/// The moves of the list, as JavaScript that yields the buttons.
pub const MOVES: &str =
    "document.querySelectorAll('[data-panel=history] .moves button:not(.branch)')";

/// Chooses one of the game's settings by its input's accessible name.
pub async fn choose(page: &Page, name: &str) {
    page.press(&format!("label:has(input[aria-label='{name}'])"))
        .await;
}

/// Chooses an option of a list by its value, with the events of a visitor's choice.
pub async fn select(page: &Page, id: &str, value: &str) {
    let chosen = page
        .eval(&format!(
            "(() => {{ const list = document.getElementById({id:?}); list.value = {value:?}; \
             list.dispatchEvent(new Event('change', {{ bubbles: true }})); return list.value; }})()"
        ))
        .await;
    assert_eq!(chosen, value);
}

/// How often the page says this where it can be read.
pub async fn times_said(page: &Page, words: &str) -> u64 {
    let times = page
        .eval(&format!(
            "document.body.innerText.split({words:?}).length - 1"
        ))
        .await;
    times.as_u64().expect("a number")
}

/// Waits until the page says this where it can be read.
pub async fn until_said(page: &Page, words: &str) {
    page.until(&format!("document.body.innerText.includes({words:?})"))
        .await;
}

/// Waits until a dialog says this.
pub async fn until_dialog_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('dialog[open]')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

/// Waits until no dialog is open.
pub async fn until_no_dialog(page: &Page) {
    page.until("document.querySelector('dialog[open]') === null")
        .await;
}

/// Waits until the page says that the game's result is kept by the server.
pub async fn until_saved(page: &Page) {
    page.eval("document.querySelector('[data-panel=results]').open = true")
        .await;
    page.until("document.querySelector('[data-panel=results]').textContent.includes('is saved')")
        .await;
}

/// Plays a short game of two people to its mate, 4. Qxf7#. Black's third move is the only bad one, and none is so
/// doubtful that a review takes long over it.
pub async fn play_to_mate(page: &Page) {
    choose(page, "Two players").await;
    let board = Board::of(page);
    let moves = [
        ("e2", "e4"),
        ("e7", "e5"),
        ("f1", "c4"),
        ("b8", "c6"),
        ("d1", "h5"),
        ("g8", "f6"),
        ("h5", "f7"),
    ];
    for (ply, (from, to)) in moves.into_iter().enumerate() {
        board.play(from, to).await;
        board.until_ply(ply + 1).await;
    }
    until_dialog_says(page, "By checkmate").await;
}
