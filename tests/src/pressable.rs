//! Finds controls that other elements cover.

use serde_json::Value;

use crate::browser::Page;
use crate::page_timing::until_animations_end;

/// The names of all controls below `scope` that are shown and lie under something else when they are
/// scrolled into view; an empty array where there are none.
pub async fn out_of_reach(page: &Page, scope: &str) -> Value {
    const WANTED: &str =
        "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary";
    // A sheet opens with an animation.
    until_animations_end(page).await;
    page.eval(&format!(
        "[...document.querySelector({scope:?}).querySelectorAll({WANTED:?})]
            .filter(e => e.checkVisibility({{ visibilityProperty: true }})
                && !e.closest('dialog:not([open]), .visually-hidden, .skip-link'))
            .filter(e => {{
                e.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const r = e.getClientRects()[0];
                const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
                return !(at && (e.contains(at) || at.contains(e) && at.matches('label')));
            }})
            .map(e => e.getAttribute('aria-label') ?? (e.innerText.trim() || e.id))"
    ))
    .await
}
