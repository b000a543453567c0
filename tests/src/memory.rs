//! Steps for learners: a game to learn from, the text of the memory panel.

use crate::board::Board;
use crate::browser::{Key, Page};
use crate::play_page::{until_dialog_says, until_no_dialog};

/// What the panel of memory says, as a whole.
const MEMORY: &str = "document.querySelector('[data-panel=learning]').textContent";

/// A short game that the visitor gives up.
pub async fn lose(page: &Page) {
    let board = Board::of(page);
    page.press_button("New game").await;
    page.until("document.querySelectorAll('[data-panel=history] .moves button').length === 0")
        .await;
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
    until_dialog_says(page, "You resigned").await;
    page.key(Key::Escape).await;
    until_no_dialog(page).await;
}

/// Waits until the panel says this; it has to be open.
pub async fn until_memory_says(page: &Page, words: &str) {
    page.until(&format!("{MEMORY}.includes({words:?})")).await;
}

/// Everything that is remembered, as the page exports it.
pub async fn exported(page: &Page) -> String {
    page.eval(
        "(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { \
         blob.text().then(text => window.document_text = text); return make(blob); }; \
         window.document_text = undefined; })()",
    )
    .await;
    page.press_button("Export").await;
    page.until("window.document_text !== undefined").await;
    let document = page.eval("window.document_text").await;
    document.as_str().expect("text").to_owned()
}
