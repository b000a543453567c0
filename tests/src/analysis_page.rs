//! Steps of the analysis page that many tests share.

use crate::browser::Page;
use crate::play_page::until_dialog_says;

/// The moves on the page with their marks, as JavaScript.
pub const PASSAGES: &str = "[...document.querySelectorAll('.passages .word')]\
                            .map(word => word.innerText.replace(/\\s+/g, '')).join(' ')";

/// Waits until the moves on the page are these, with their marks.
pub async fn until_moves_are(page: &Page, words: &str) {
    page.until(&format!("{PASSAGES} === {words:?}")).await;
}

/// Opens the dialog for a PGN or a FEN, writes a text into it, and presses the button that opens it.
pub async fn import(page: &Page, text: &str) {
    page.press_button("Import").await;
    until_dialog_says(page, "Import").await;
    page.eval(&format!(
        "(() => {{ const field = document.querySelector('.import textarea'); \
         field.value = {text:?}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    ))
    .await;
    page.press_button("Open").await;
}
