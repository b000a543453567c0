//! What tests do in the dojo.

use crate::browser::Page;

/// How far a training is: `Running: practising, generation 0, 12 of 200 games, 12 games in all`.
pub const STATUS: &str = "(document.querySelector('.games-played')?.innerText ?? '')";

/// Waits until so many generations are learnt.
pub async fn until_generation(page: &Page, generation: u32) {
    page.until(&format!(
        "Number(({STATUS}.match(/generation (\\d+)/) ?? [0, -1])[1]) >= {generation}"
    ))
    .await;
}

/// Makes a choice of the setup.
pub async fn choose(page: &Page, label: &str, choice: &str) {
    page.eval(&format!(
        "(label => {{
            const select = label.querySelector('select');
            select.value = [...select.options].find(option => option.innerText === {choice:?}).value;
            select.dispatchEvent(new Event('change', {{ bubbles: true }}));
            return true;
        }})([...document.querySelectorAll('label')].find(label => label.innerText.startsWith({label:?})))"
    ))
    .await;
}

/// Raises a network of 16 neurons for so many generations.
pub async fn raise_network(page: &Page, generations: u32) {
    page.until("document.querySelector('.dojo-setup') !== null")
        .await;
    choose(page, "Neurons", "16").await;
    page.press_button("Raise a network").await;
    until_generation(page, generations).await;
}
