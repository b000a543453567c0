//! What the page has to say once: that something is refused, and that the game goes on without it.

use crate::components::whole::IntoWhole;
use leptos::prelude::*;

/// The notices of a page.
#[derive(Clone, Copy)]
pub struct Notices {
    /// All that were ever said, and whether each is still shown.
    said: RwSignal<Vec<(&'static str, bool)>>,
}

impl Notices {
    /// None yet; components find them by [`use_notices`].
    pub fn provide() -> Notices {
        let notices = Notices {
            said: RwSignal::new(Vec::new()),
        };
        provide_context(notices);
        notices
    }

    /// Says something, unless it was said before.
    pub fn say(self, what: &'static str) {
        self.said.try_update(|said| {
            if said.iter().all(|(known, _)| *known != what) {
                said.push((what, true));
            }
        });
    }

    fn dismiss(self) {
        self.said
            .update(|said| said.iter_mut().for_each(|(_, shown)| *shown = false));
    }
}

/// The notices of this page.
pub fn use_notices() -> Notices {
    // Outside of a page nobody reads them.
    use_context().unwrap_or_else(Notices::provide)
}

/// Shows them until they are put away.
#[component]
pub fn NoticeBar(notices: Notices) -> impl IntoView {
    let words = Memo::new(move |_| {
        let said = notices.said.get();
        let shown = said.iter().filter(|(_, shown)| *shown);
        shown.map(|(what, _)| *what).collect::<Vec<_>>().join(" ")
    });
    view! {
        <div class="notices" role="status" hidden=move || words.with(String::is_empty)>
            <span>{move || words.get()}</span>
            <button type="button" class="button quiet" on:click=move |_| notices.dismiss()>
                "All right"
            </button>
        </div>
    }
    .into_whole()
}
