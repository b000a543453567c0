//! Watching the truth spread: mates, and what leads to them, growing backwards over the board.

use client::endgames::{EndgameEvent, EndgameState, share_text};
use leptos::prelude::*;

use crate::components::shared::icons::Icon;
use crate::controllers::endgames::EndgameController;

#[component]
pub fn SpreadBar(endgames: EndgameController) -> impl IntoView {
    let has_tables = endgames.read(EndgameState::has_tables);
    let is_on = endgames.read(|state| state.spread_on);
    let has_spread = endgames.read(|state| state.spread.is_some());
    let step = endgames.read(|state| state.step);
    let last = endgames.read(EndgameState::last_step);
    let plays = endgames.read(|state| state.is_playing);
    let text = endgames.read(|state| match &state.spread {
        Some(spread) => share_text(spread, state.step),
        None if state.trouble.is_some() => String::new(),
        None => "Counting all positions of this ending\u{2026}".to_owned(),
    });
    let seek = move |event| {
        if let Ok(step) = event_target_value(&event).parse() {
            endgames.dispatch(EndgameEvent::ShowStep(step));
        }
    };
    // A film that plays is not read out.
    let live = move || if plays.get() { "off" } else { "polite" };
    view! {
        <section class="spread" aria-label="The truth that spreads" hidden=move || !has_tables.get()>
            <h3>"Watch the truth spread"</h3>
            <p class="empty">
                "All positions of this ending at once. The stronger a square\u{2019}s colour, the larger the share of positions, with the black king on it, that White wins within so many moves. It begins with the mates and grows backwards."
            </p>
            <div class="spread-bar">
                <button
                    type="button"
                    class="button"
                    aria-pressed=move || is_on.get().to_string()
                    on:click=move |_| {
                        endgames.dispatch(EndgameEvent::SetSpread(!is_on.get_untracked()));
                    }
                >
                    {move || if is_on.get() { "Back to the position" } else { "Watch" }}
                </button>
                <button
                    type="button"
                    class="icon-button"
                    hidden=move || !is_on.get()
                    disabled=move || !has_spread.get()
                    aria-label=move || if plays.get() { "Pause" } else { "Play" }
                    on:click=move |_| {
                        endgames.dispatch(EndgameEvent::SetPlaying(!plays.get_untracked()));
                    }
                >
                    {move || if plays.get() { Icon::Pause } else { Icon::Start }.draw()}
                </button>
                <input
                    type="range"
                    class="scrubber"
                    aria-label="Moves to mate"
                    min="0"
                    max=move || last.get().to_string()
                    prop:value=move || step.get().to_string()
                    hidden=move || !is_on.get()
                    disabled=move || !has_spread.get()
                    on:input=seek
                />
            </div>
            <p class="share figures" aria-live=live hidden=move || !is_on.get()>
                {move || text.get()}
            </p>
        </section>
    }
}
